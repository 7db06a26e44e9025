"""The envelope of docs/protocol.md section 3, implemented from that page alone."""

import dataclasses
import re
import struct
import uuid

MAGIC = bytes.fromhex("9E524348")
VERSION = 1
REQUEST, REPLY = 1, 2

FIELDS_LIMIT = 1092
PASSPORT_LIMIT = 512
BUDGET_LIMIT = 600_000
SLICE_LIMIT = 255
OPERATION = re.compile(rb"[A-Za-z0-9._$-]{1,64}")

STATUSES = [
    "OK", "INVALID", "UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "CONFLICT", "IN_PROGRESS",
    "KEY_REUSED", "PRECONDITION", "TOO_LARGE", "BUSY", "DEADLINE", "CANCELLED", "UNAVAILABLE",
    "UNIMPLEMENTED", "INTERNAL", "DATA_LOSS",
]
EXECUTED = ["no", "yes", "unknown"]

REQUEST_ID, BUDGET, OPERATION_NAME, ATTEMPT, KEY, FAMILY, TRACE, DRY_RUN = range(0x01, 0x09)
STATUS, EXECUTED_FIELD, RETRY_AFTER, REPLAYED, SLICE = range(0x10, 0x15)
OF_REQUESTS = range(0x01, 0x09)
OF_REPLIES = (REQUEST_ID, *range(0x10, 0x15))
OPTIONAL_TYPES = range(0x80, 0x100)

#: The position of the budget's value in the frame of every request.
BUDGET_OFFSET = 34
NO_ID = bytes(16)


class Absent(Exception):
    """The frame does not hold our envelope, so the body is opaque."""


class UnknownVersion(Exception):
    """The magic bytes are ours, but the version is unknown."""


class Malformed(Exception):
    """The frame breaks a rule of the page."""


@dataclasses.dataclass(frozen=True)
class Request:
    request_id: bytes
    operation: str
    budget_ms: int
    attempt: int = 1
    idempotency_key: bytes | None = None
    family_id: bytes | None = None
    trace_id: bytes | None = None
    dry_run: bool = False
    passport: bytes = b""
    extensions: tuple = ()


@dataclasses.dataclass(frozen=True)
class Reply:
    request_id: bytes
    status: str
    executed: str
    retry_after_ms: int | None = None
    replayed: bool = False
    slice: int = 0
    extensions: tuple = ()


def frame(kind, fields, passport=b"", version=VERSION):
    """Builds an envelope from any fields, valid or not: [(type, value)]."""
    block = b"".join(struct.pack(">BH", kind_, len(value)) + value for kind_, value in fields)
    head = struct.pack(">BBHHH", version, kind, len(block), len(passport), 0)
    return MAGIC + head + block + passport


def encode(envelope):
    """The only valid encoding of `envelope`: ascending fields, without defaults."""
    if isinstance(envelope, Reply):
        fields = [
            (REQUEST_ID, envelope.request_id),
            (STATUS, bytes([STATUSES.index(envelope.status)])),
            (EXECUTED_FIELD, bytes([EXECUTED.index(envelope.executed)])),
        ]
        if envelope.retry_after_ms is not None:
            fields.append((RETRY_AFTER, struct.pack(">i", envelope.retry_after_ms)))
        if envelope.replayed:
            fields.append((REPLAYED, b""))
        if envelope.slice:
            fields.append((SLICE, struct.pack(">I", envelope.slice)))
        return frame(REPLY, [*fields, *envelope.extensions])
    fields = [
        (REQUEST_ID, envelope.request_id),
        (BUDGET, struct.pack(">I", envelope.budget_ms)),
        (OPERATION_NAME, envelope.operation.encode()),
    ]
    if envelope.attempt != 1:
        fields.append((ATTEMPT, bytes([envelope.attempt])))
    for kind, value in (
            (KEY, envelope.idempotency_key), (FAMILY, envelope.family_id),
            (TRACE, envelope.trace_id)):
        if value is not None:
            fields.append((kind, value))
    if envelope.dry_run:
        fields.append((DRY_RUN, b""))
    return frame(REQUEST, [*fields, *envelope.extensions], envelope.passport)


def decode(raw):
    """Decodes a frame; raises Absent, UnknownVersion or Malformed."""
    if raw[:4] != MAGIC:
        raise Absent
    if len(raw) < 5:
        raise Malformed("cut before the version")
    if raw[4] != VERSION:
        raise UnknownVersion(raw[4])
    if len(raw) < 12:
        raise Malformed("cut in the fixed part")
    kind, size, passport_size, reserved = struct.unpack(">BHHH", raw[5:12])
    check(kind in (REQUEST, REPLY), "kind")
    check(size <= FIELDS_LIMIT, "fields too long")
    check(passport_size <= PASSPORT_LIMIT, "passport too long")
    check(reserved == 0, "reserved is not zero")
    check(len(raw) == 12 + size + passport_size, "length of the frame")
    fields = read_fields(raw[12:12 + size], OF_REQUESTS if kind == REQUEST else OF_REPLIES)
    if kind == REPLY:
        check(passport_size == 0, "a reply has no passport")
        return read_reply(fields)
    return read_request(fields, raw[12 + size:])


def check(condition, reason):
    if not condition:
        raise Malformed(reason)


def read_fields(block, known):
    fields, last = {}, -1
    while block:
        check(len(block) >= 3, "field cut")
        kind, size = struct.unpack(">BH", block[:3])
        check(kind > last, "types do not ascend")
        check(len(block) >= 3 + size, "field longer than the rest")
        check(kind in known or kind in OPTIONAL_TYPES, f"unknown type {kind:02x}")
        fields[kind] = block[3:3 + size]
        last, block = kind, block[3 + size:]
    return fields


def of_length(fields, kind, length):
    """The field's value, or None when the field is absent."""
    value = fields.get(kind)
    check(value is None or len(value) == length, f"length of type {kind:02x}")
    return value


def extensions(fields):
    """The fields that the page does not define but allows."""
    return tuple((kind, value) for kind, value in fields.items() if kind in OPTIONAL_TYPES)


def required(value, name):
    check(value is not None, f"{name} is missing")
    return value


def read_request(fields, passport):
    request_id = required(of_length(fields, REQUEST_ID, 16), "request id")
    check(request_id != NO_ID, "request id is zero")
    budget = int.from_bytes(required(of_length(fields, BUDGET, 4), "budget"), "big")
    check(budget <= BUDGET_LIMIT, "budget too large")
    operation = required(fields.get(OPERATION_NAME), "operation")
    check(OPERATION.fullmatch(operation), "operation name")
    attempt = of_length(fields, ATTEMPT, 1) or b"\x01"
    check(attempt != b"\0", "attempt is zero")
    return Request(
        request_id, operation.decode(), budget, attempt[0], of_length(fields, KEY, 16),
        of_length(fields, FAMILY, 16), of_length(fields, TRACE, 16),
        of_length(fields, DRY_RUN, 0) is not None, passport, extensions(fields))


def read_reply(fields):
    request_id = required(of_length(fields, REQUEST_ID, 16), "request id")
    status = required(of_length(fields, STATUS, 1), "status")[0]
    executed = required(of_length(fields, EXECUTED_FIELD, 1), "executed")[0]
    check(status < len(STATUSES), "unknown status")
    check(executed < len(EXECUTED), "unknown executed")
    retry_after = of_length(fields, RETRY_AFTER, 4)
    if retry_after is not None:
        retry_after = struct.unpack(">i", retry_after)[0]
    replayed = of_length(fields, REPLAYED, 0) is not None
    number = int.from_bytes(of_length(fields, SLICE, 4) or b"", "big")
    check(number <= SLICE_LIMIT, "slice number")
    return Reply(
        request_id, STATUSES[status], EXECUTED[executed], retry_after, replayed, number,
        extensions(fields))


def new_id():
    return uuid.uuid4().bytes


def request(operation, budget_ms=2000, **more):
    """A request envelope with a new id: (id, frame)."""
    envelope = Request(new_id(), operation, budget_ms, **more)
    return envelope.request_id, encode(envelope)


def reply(request_id, status="OK", executed="yes", **more):
    return encode(Reply(request_id, status, executed, **more))
