"""Passports as section 8 of docs/protocol.md defines them: correct ones and invalid ones."""

import dataclasses
import pathlib
import struct
import time
import uuid

import nacl.signing

USER, SERVICE, OPERATOR = 1, 2, 3
PLAYER, PARENT = 1, 2
LIFETIME_MS = 300_000
SIGNATURE_BYTES = 64


#: The id of the machine's current boot, as the kernel reports it.
START = uuid.UUID(pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()).bytes


def now_ms():
    """The machine's own clock, in milliseconds since boot."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


@dataclasses.dataclass
class Passport:
    """A statement. Tests may set every field to a wrong value."""

    kind: int = USER
    user: bytes = bytes(16)
    session: bytes = bytes(16)
    issued_ms: int = 0
    expires_ms: int = 0
    name: bytes = b""
    families: tuple = ()
    version: int = 2
    start: bytes = START
    generation: int = 0

    @property
    def statement(self):
        head = struct.pack(">BBBB", self.version, self.kind, len(self.name), len(self.families))
        times = self.start + struct.pack(
            ">qqq", self.issued_ms, self.expires_ms, self.generation)
        memberships = b"".join(
            family + bytes([role]) for family, role in sorted(self.families))
        return head + self.user + self.session + times + self.name + memberships

    def signed(self, key):
        return self.statement + key.sign(self.statement).signature


def read(raw):
    """Splits a frame into a passport and its signature, as the page defines them."""
    version, kind, name_length, count = struct.unpack(">BBBB", raw[:4])
    start = raw[36:52]
    issued, expires, generation = struct.unpack(">qqq", raw[52:76])
    rest = raw[76:]
    name, rest = rest[:name_length], rest[name_length:]
    families = tuple((rest[17 * i:17 * i + 16], rest[17 * i + 16]) for i in range(count))
    passport = Passport(
        kind, raw[4:20], raw[20:36], issued, expires, name, families, version,
        start, generation)
    return passport, rest[17 * count:]


@dataclasses.dataclass
class Person:
    """Someone with an account and a login: identity knows the user and the session."""

    user: bytes
    session: bytes
    token: str
    passport: bytes

    def statement(self, families=(), age_ms=0, lifetime_ms=LIFETIME_MS):
        """A correct passport of this person, issued `age_ms` ago, for any families."""
        issued = now_ms() - age_ms
        return Passport(
            USER, self.user, self.session, issued, issued + lifetime_ms, b"", tuple(families))


def of_service(name, age_ms=1_000):
    issued = now_ms() - age_ms
    return Passport(SERVICE, issued_ms=issued, expires_ms=issued + LIFETIME_MS, name=name)


def of_operator():
    issued = now_ms() - 1_000
    return Passport(OPERATOR, issued_ms=issued, expires_ms=issued + LIFETIME_MS)


class Keys:
    """The secret keys of one system, in `keys/` of its home."""

    def __init__(self, home):
        self.folder = pathlib.Path(home) / "keys"

    def signing(self, owner):
        return nacl.signing.SigningKey((self.folder / f"{owner}.key").read_bytes())

    @property
    def identity(self):
        return self.signing("identity")


def forged(keys, person, family):
    """Passports that must be refused: [(name, bytes)].

    Each names an existing person with a live session, and differs from a valid passport only in
    the way that its name says.
    """
    stranger = nacl.signing.SigningKey.generate()
    identity = keys.identity
    families = [(family, PLAYER)]
    good = person.statement(families)
    raw = good.signed(identity)
    statement, signature = raw[:-SIGNATURE_BYTES], raw[-SIGNATURE_BYTES:]
    cases = [
        ("foreign issuer", good.signed(stranger)),
        ("no signature", statement),
        ("zero signature", statement + bytes(SIGNATURE_BYTES)),
        ("signature of something else", statement + identity.sign(b"hello").signature),
        ("signature first", signature + statement),
        ("expired", person.statement(families, age_ms=LIFETIME_MS).signed(identity)),
        ("lives too long",
         person.statement(families, lifetime_ms=LIFETIME_MS + 1).signed(identity)),
        ("ends before it begins", person.statement(families, lifetime_ms=-1).signed(identity)),
        ("other version", dataclasses.replace(good, version=1).signed(identity)),
        ("issued a minute ahead", person.statement(families, age_ms=-60_000).signed(identity)),
        ("issued a day ahead", person.statement(families, age_ms=-86_400_000).signed(identity)),
        ("of another start of the machine",
         dataclasses.replace(good, start=uuid.uuid4().bytes).signed(identity)),
        ("by the time of day", dataclasses.replace(
            good, issued_ms=time.time_ns() // 1_000_000,
            expires_ms=time.time_ns() // 1_000_000 + LIFETIME_MS).signed(identity)),
        ("negative generation", dataclasses.replace(good, generation=-1).signed(identity)),
        ("unknown kind", dataclasses.replace(good, kind=9).signed(identity)),
        ("one byte more", raw + b"\0"),
        ("twice", (raw + raw)[:512]),
        ("role nobody knows", dataclasses.replace(
            good, families=((family, 7),)).signed(identity)),
        ("role changed afterwards", statement[:-1] + bytes([PARENT]) + signature),
        ("empty but for the form", bytes(140)),
        ("text", b'{"user":"me","admin":true}'),
    ]
    for owner in ("service-identity", "service-coaches", "service-interactions", "operator"):
        if (keys.folder / f"{owner}.key").exists():
            cases.append((f"a person's, signed by {owner}", good.signed(keys.signing(owner))))
    for cut in (1, 75, 76, len(statement) - 1, len(raw) - 1):
        cases.append((f"cut to {cut}", raw[:cut]))
    return cases


def flipped(raw):
    """Copies of `raw` with one bit changed, one copy for each byte."""
    for index in range(len(raw)):
        spoilt = raw[index] ^ (1 << (index % 8))
        yield index, raw[:index] + bytes([spoilt]) + raw[index + 1:]
