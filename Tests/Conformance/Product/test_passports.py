"""Forged, expired and foreign passports, through the broker and directly to each service.

A refusal is UNAUTHENTICATED, executed = no. Each attack also sends a valid passport the same
way, which must be accepted, so that the refusal cannot have another cause.
"""

import base64
import json
import pathlib
import shutil
import tempfile
import time
import uuid

import nacl.signing
import pytest

import codec
import fakebroker
import ours
import passports
import programs

SERVICES = programs.services()

#: For each service, an operation that needs a login.
QUESTIONS = {
    "identity": "users.whoAmI",
    "coaches": "schools.list",
    "interactions": "interactions.list",
    "events": "events.list",
    "notifications": "notifications.list",
    "analytics": "posts.list",
    "hooks": "hooks.list",
}

#: The services whose question is about the caller, not about a family.
PERSONAL = ["identity", "notifications"]

#: Seconds within which every service refuses the passport of someone who signed out.
REVOKED_WITHIN = 1.0
#: The same on a busy machine, in times of the slowest answer of the same test.
ANSWERS_MAX = 20
#: Seconds until a test gives up.
PATIENCE = 60

#: A reader's first request to a change feed.
FETCH = b'{"after_seq":0,"limit":10,"wait_ms":0}'


class ThroughTheBroker:
    """The whole system. The attacker is a client."""

    def __init__(self):
        self.system = programs.System()
        self.home = self.system.home
        for name in SERVICES:
            self.system.start_service(f"compass-{name}")
        self.caller = ours.Caller(self.system.endpoint)

    def ask(self, service, envelope, payload):
        self.caller.request(service.encode(), envelope, payload)
        return ours.Answer.of(self.caller.reply())

    def all_running(self):
        return all(each.is_running for each in [self.system.broker, *self.system.services])

    def close(self):
        self.caller.close()
        self.system.__exit__(None)


class Straight:
    """Only the services. The attacker is their broker, which they have no reason to trust."""

    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="cmps-"))
        self.broker = fakebroker.FakeBroker(fakebroker.EXTENSIONS)
        self.broker.forwards = True
        self.processes = []
        for name in SERVICES:
            self.processes.append(programs.Process(
                f"compass-{name}", self.home, "--broker-endpoint", self.broker.endpoint,
                wait=False))
            self.broker.wait_for_worker(name.encode(), 15)

    def ask(self, service, envelope, payload):
        # On a busy machine, long may have passed since the broker last ran.
        self.broker.forget_unreachable()
        worker = self.broker.wait_for_worker(service.encode())
        *_, final = self.broker.ask(worker, envelope, payload)
        return ours.Answer(b"\x03", codec.decode(final[0]), final[1:])

    def all_running(self):
        return all(each.is_running for each in self.processes)

    def close(self):
        for each in reversed(self.processes):
            each.kill()
        self.broker.__exit__()
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture(scope="module", params=[ThroughTheBroker, Straight])
def way(request):
    way = request.param()
    yield way
    assert way.all_running()
    way.close()


@pytest.fixture(params=SERVICES)
def target(request):
    return request.param


@pytest.fixture(scope="module")
def person(way):
    """A player who created an account and logged in through identity."""
    return sign_in(way, "player")


def command(way, operation, payload):
    """Sends a write to identity and returns the JSON of its answer."""
    _, envelope = codec.request(operation, 5_000, idempotency_key=codec.new_id())
    answer = way.ask("identity", envelope, json.dumps(payload).encode())
    assert answer.status == "OK", answer
    return answer.json()


def sign_in(way, role):
    email = f"{uuid.uuid4().hex}@example.org"
    password = "a long enough password"
    command(way, "users.signUp", {
        "email": email, "full_name": "Sam Doe", "role": role, "password": password})
    login = command(way, "sessions.login", {
        "email": email, "password": password, "device": "conformance"})
    issued = command(way, "passports.issue", {"token": login["token"]})
    return passports.Person(
        uuid.UUID(login["user"]["id"]).bytes, uuid.UUID(login["session"]["id"]).bytes,
        login["token"], base64.b64decode(issued["passport"]))


def knock(way, target, passport, family=None):
    """Sends a request with this passport and returns the answer."""
    request_id, envelope = codec.request(QUESTIONS[target], passport=passport, family_id=family)
    answer = way.ask(target, envelope, b"{}")
    assert answer.envelope.request_id == request_id
    return answer


def is_refused(answer):
    error = ours.is_error(answer, "UNAUTHENTICATED", "no", answer.envelope.retry_after_ms)
    return error["code"] == "unauthenticated"


@pytest.fixture
def family():
    return uuid.uuid4().bytes


@pytest.fixture
def valid(way, person, family):
    """A passport of this family's player, correctly signed with identity's key."""
    statement = person.statement([(family, passports.PLAYER)])
    return statement.signed(passports.Keys(way.home).identity)


def test_issued_passport_is_laid_out_as_written(way, person):
    """docs/protocol.md 8, checked from outside: every field, the signature and the times."""
    passport, signature = passports.read(person.passport)
    assert (passport.version, passport.kind, passport.name) == (2, passports.USER, b"")
    assert (passport.user, passport.session) == (person.user, person.session)
    assert passport.families == ()
    assert 0 < passport.expires_ms - passport.issued_ms <= passports.LIFETIME_MS
    assert passport.start == passports.START and passport.generation == 0
    assert 0 <= passports.now_ms() - passport.issued_ms < 60_000
    assert passport.statement + signature == person.passport
    public = nacl.signing.VerifyKey((way.home / "keys" / "identity.pub").read_bytes())
    public.verify(passport.statement, signature)


def test_keys_are_private(way):
    for key in (way.home / "keys").glob("*.key"):
        assert key.stat().st_mode & 0o077 == 0, key
        assert key.stat().st_size == 32


def test_valid_passport_is_believed(way, target, valid, family):
    assert knock(way, target, valid, family).status == "OK"


def test_issued_passport_is_believed(way, target, person, family):
    """It names no family, so the requested family does not exist for it."""
    answer = knock(way, target, person.passport, None if target in PERSONAL else family)
    assert answer.status == ("OK" if target in PERSONAL else "NOT_FOUND"), answer


def test_nobody_is_refused(way, target, family):
    assert is_refused(knock(way, target, b"", family))


def test_forged_passports_are_refused(way, target, person, valid, family):
    cases = passports.forged(passports.Keys(way.home), person, family)
    assert len(cases) >= 20
    believed = [
        name for name, raw in cases if not is_refused(knock(way, target, raw, family))]
    assert believed == []
    assert knock(way, target, valid, family).status == "OK", "the true one beside them"


def test_passport_of_another_system_is_refused(way, target, person, family):
    """A foreign issuer: a real identity service, but from another home."""
    with tempfile.TemporaryDirectory(prefix="cmps-") as home, fakebroker.FakeBroker() as broker:
        foreign = programs.Process(
            "compass-identity", home, "--broker-endpoint", broker.endpoint, wait=False)
        try:
            broker.wait_for_worker(b"identity", 15)
            statement = person.statement([(family, passports.PLAYER)])
            raw = statement.signed(passports.Keys(home).identity)
        finally:
            foreign.kill()
    assert is_refused(knock(way, target, raw, family))


def test_every_byte_of_a_passport_is_protected(way, target, valid, family):
    flips = 0
    for index, spoilt in passports.flipped(valid):
        assert is_refused(knock(way, target, spoilt, family)), f"bit of byte {index}"
        flips += 1
    assert flips == len(valid)
    assert knock(way, target, valid, family).status == "OK"


def test_passport_expires_while_it_is_known(way, target, person, family):
    """A remembered verdict does not outlive the passport."""
    statement = person.statement([(family, passports.PLAYER)], lifetime_ms=1_500)
    raw = statement.signed(passports.Keys(way.home).identity)
    assert knock(way, target, raw, family).status == "OK"
    assert programs.eventually(lambda: passports.now_ms() > statement.expires_ms + 20)
    assert is_refused(knock(way, target, raw, family))


def test_services_own_passport_has_no_users_rights(way, target, family):
    """A service's own passport is accepted, but it has the rights of no user."""
    keys = passports.Keys(way.home)
    raw = passports.of_service(b"coaches").signed(keys.signing("service-coaches"))
    answer = knock(way, target, raw, family)
    assert answer.status in ("FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED"), answer
    assert answer.envelope.executed == "no"


def test_service_cannot_speak_for_another(way, target, family):
    keys = passports.Keys(way.home)
    raw = passports.of_service(b"identity").signed(keys.signing("service-coaches"))
    _, envelope = codec.request("changes.fetch", passport=raw)
    assert is_refused(way.ask(target, envelope, FETCH))


def test_change_feed_is_for_services_alone(way, target, valid):
    _, envelope = codec.request("changes.fetch", passport=valid)
    answer = way.ask(target, envelope, FETCH)
    assert answer.status == "FORBIDDEN", answer
    keys = passports.Keys(way.home)
    raw = passports.of_service(b"coaches").signed(keys.signing("service-coaches"))
    _, envelope = codec.request("changes.fetch", passport=raw)
    assert way.ask(target, envelope, FETCH).status == "OK"


def test_logout_is_felt_everywhere_within_a_second(way, family):
    """After a logout every service refuses the passport that it accepted a moment ago."""
    leaver = sign_in(way, "player")
    statement = leaver.statement([(family, passports.PLAYER)])
    raw = statement.signed(passports.Keys(way.home).identity)
    answers = []

    def says(target, status):
        began = time.monotonic()
        answer = knock(way, target, raw, family)
        answers.append(time.monotonic() - began)
        return answer.status == status

    for target in SERVICES:
        assert says(target, "OK")
    _, envelope = codec.request(
        "sessions.logout", 3_000, passport=raw, idempotency_key=codec.new_id())
    assert way.ask("identity", envelope, b"{}").status == "OK"
    acknowledged = time.monotonic()
    for target in SERVICES:
        assert programs.eventually(lambda: says(target, "UNAUTHENTICATED"), PATIENCE), target
    taken = time.monotonic() - acknowledged
    assert taken < max(REVOKED_WITHIN, ANSWERS_MAX * max(answers)), (taken, max(answers))
