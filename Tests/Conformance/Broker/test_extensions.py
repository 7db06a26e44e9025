"""docs/protocol.md 3 and 4: what the broker does for peers that send our header."""

import json
import pathlib
import signal
import time

import pytest

import codec
import mdp
import ours

KIB = 1024
MIB = 1024 * KIB
FRAME_LIMIT = 256 * KIB
QUEUE_LIMIT = 256
QUEUE_BYTES = 16 * MIB
SERVICES_LIMIT = 256

#: Far longer than any answer takes, in milliseconds.
LONG_BUDGET = 60_000
#: The later questions within which the broker tells an outcome that it knows: together they take
#: far less than the seconds after which a worker counts as silent.
QUESTIONS_MAX = 200

VECTORS = json.loads((pathlib.Path(__file__).parents[1] / "vectors.json").read_text())
MALFORMED = [each for each in VECTORS["invalid"] if each["error"] == "malformed"]


@pytest.fixture
def caller(system):
    with ours.Caller(system.endpoint) as caller:
        yield caller


@pytest.fixture
def own_caller(own_system):
    with ours.Caller(own_system.endpoint) as caller:
        yield caller


def answer_at_once(caller, request_id):
    """The answer to `request_id`, which must come before those to many later questions."""
    for _ in range(QUESTIONS_MAX):
        question = caller.ask(b"mmi.broker", "mmi.broker", [b""], budget_ms=LONG_BUDGET)
        answer = ours.Answer.of(caller.reply())
        if answer.envelope.request_id == request_id:
            assert answer.command == mdp.CLIENT_FINAL
            assert caller.answer(question).status == "OK"
            return answer
        assert answer.envelope.request_id == question
    raise mdp.Timeout(f"no answer before those to {QUESTIONS_MAX} later questions")


# What is passed on


def test_header_passes_untouched_but_for_the_budget(peers, caller, service):
    """Section 3.2: the broker only subtracts the time in the queue from the budget."""
    began = time.monotonic()
    request_id = caller.ask(
        service, "interactions.create", [b'{"a":', b"1}"], budget_ms=LONG_BUDGET, attempt=3,
        idempotency_key=codec.new_id(), family_id=codec.new_id(), trace_id=codec.new_id(),
        passport=bytes(range(256)) * 2, extensions=((0x80, b"later"),))
    sent = caller.last_body
    # The answer shows that the broker has read the request.
    caller.call_ours(b"mmi.broker", "mmi.broker", [b""])
    time.sleep(0.3)
    request = peers.worker(service, settled=False).next_request()
    waited_ms = (time.monotonic() - began) * 1_000
    assert request.body[1:] == (b'{"a":', b"1}")
    before, after = sent[0], request.body[0]
    start, end = codec.BUDGET_OFFSET, codec.BUDGET_OFFSET + 4
    assert (before[:start], before[end:]) == (after[:start], after[end:])
    envelope = codec.decode(after)
    assert envelope.request_id == request_id
    assert 250 <= LONG_BUDGET - envelope.budget_ms <= waited_ms + 1


def test_plain_worker_may_answer_a_request_with_header(peers, caller, service):
    """Section 1: a worker that does not know our header works; its answer is passed on as it is."""
    worker = peers.worker(service)
    caller.ask(service)
    request = worker.next_request()
    worker.partial(request.address, b"opaque", b"")
    worker.final(request.address, *request.body)  # an echo: a request's header in a reply
    assert caller.reply().body == [b"opaque", b""]
    assert caller.final() == list(request.body)


def test_plain_client_gets_no_invented_answer(peers, service):
    """Section 4: a request without our header gets no invented answer, even if a worker leaves."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"work")
    worker.next_request()
    worker.disconnect()
    client.hears_nothing(1.2)


# What the broker answers itself (section 4)


def test_worker_that_disconnects_leaves_the_outcome_unknown(peers, caller, service):
    worker = peers.worker(service)
    request_id = caller.ask(service, budget_ms=LONG_BUDGET)
    worker.next_request()
    worker.disconnect()
    error = ours.is_error(answer_at_once(caller, request_id), "UNAVAILABLE", "unknown")
    assert error["code"] == "unavailable" and error["retryable"]


def test_worker_that_vanishes_leaves_the_outcome_unknown_at_once(peers, caller, service):
    """Section 2: a closed connection loses its worker at once, not at the next heartbeat."""
    for number in range(8):
        worker = peers.worker(service, settled=False)
        request_id = caller.ask(service, budget_ms=LONG_BUDGET)
        worker.next_request()
        time.sleep(number * 0.03)
        worker.close()
        ours.is_error(answer_at_once(caller, request_id), "UNAVAILABLE", "unknown")


def test_worker_that_falls_silent_leaves_the_outcome_unknown(peers, caller, service):
    worker = peers.worker(service)
    request_id = caller.ask(service, budget_ms=8_000)
    worker.next_request()
    ours.is_error(caller.answer(request_id, 6.0), "UNAVAILABLE", "unknown")


def test_second_ready_fails_the_request_in_hand(peers, caller, service):
    """A worker that was disconnected for an error is lost too."""
    worker = peers.worker(service)
    request_id = caller.ask(service, budget_ms=LONG_BUDGET)
    worker.next_request()
    worker.ready(service)
    worker.is_disconnected()
    ours.is_error(answer_at_once(caller, request_id), "UNAVAILABLE", "unknown")


def test_budget_that_ends_behind_a_busy_worker_is_a_deadline(peers, caller, service):
    """It ends by itself: a request with a longer budget still waits, though it was sent before."""
    worker = peers.worker(service)
    first = caller.ask(service)
    request = worker.next_request()
    patient = caller.ask(service, budget_ms=LONG_BUDGET)
    began = time.monotonic()
    answer = caller.call_ours(service, budget_ms=300)
    assert time.monotonic() - began > 0.25
    error = ours.is_error(answer, "DEADLINE", "no")
    assert error["code"] == "timeout"
    worker.final(request.address, codec.reply(first), b"{}")
    assert caller.answer(first).status == "OK"
    request = worker.next_request()
    assert codec.decode(request.body[0]).request_id == patient
    worker.final(request.address, codec.reply(patient), b"{}")
    assert caller.answer(patient).status == "OK"
    worker.gets_no_request()  # the expired request is not sent to the worker


def test_budget_that_ends_without_a_worker_is_unavailable(caller, service):
    caller.ask(service, budget_ms=LONG_BUDGET)  # still waits when the next one has ended
    began = time.monotonic()
    answer = caller.call_ours(service, budget_ms=300)
    assert time.monotonic() - began > 0.25
    assert ours.is_error(answer, "UNAVAILABLE", "no")["code"] == "unavailable"


def test_budget_of_zero_waits_for_nobody(caller, service):
    """Its answer comes before that to a later question."""
    request_id = caller.ask(service, budget_ms=0)
    question = caller.ask(b"mmi.broker", "mmi.broker", [b""])
    ours.is_error(caller.answer(request_id), "UNAVAILABLE", "no")
    assert caller.answer(question).status == "OK"


def test_full_queue_is_busy(own_peers, own_caller, service):
    """Section 7: 256 requests wait, one more is BUSY, and a further plain request is dropped."""
    waiting = [own_caller.ask(service, budget_ms=8_000) for _ in range(QUEUE_LIMIT)]
    error = ours.is_error(own_caller.call_ours(service, budget_ms=8_000), "BUSY", "no", 50)
    assert error["code"] == "busy" and error["retryable"]
    plain = own_peers.client()
    plain.request(service, b"one too many")
    assert not own_peers.has_worker(service)
    worker = own_peers.worker(service, settled=False)
    for request_id in waiting:
        request = worker.next_request()
        assert codec.decode(request.body[0]).request_id == request_id
        worker.final(request.address, codec.reply(request_id), b"{}")
        assert own_caller.answer(request_id).status == "OK"
    worker.gets_no_request()
    plain.hears_nothing(0.1)


def test_queue_is_bounded_in_bytes_too(own_caller, service):
    """Section 7: 16 MiB of bodies may wait. One byte more is BUSY."""
    _, envelope = codec.request("test.do", 20_000)
    size, left = len(envelope), QUEUE_BYTES
    quarter = bytes(FRAME_LIMIT)
    while left >= 4 * FRAME_LIMIT + 2 * size + 2:
        own_caller.ask(service, payload=[quarter] * 4, budget_ms=20_000)
        left -= 4 * FRAME_LIMIT + size
    rest = left - size
    own_caller.ask(service, payload=split(rest), budget_ms=20_000)
    ours.is_error(own_caller.call_ours(service, payload=[b"x"]), "BUSY", "no", 50)


def split(count):
    """`count` bytes in as few frames as the limits allow."""
    return [bytes(FRAME_LIMIT)] * (count // FRAME_LIMIT) + [bytes(count % FRAME_LIMIT)]


@pytest.mark.parametrize(
    ("payload", "fits"),
    [
        ([bytes(FRAME_LIMIT)], True),
        ([bytes(FRAME_LIMIT + 1)], False),
        ([bytes(FRAME_LIMIT)] * 4, True),
        ([bytes(FRAME_LIMIT)] * 4 + [b"x"], False),
        ([bytes(272 * KIB)], False),
    ],
    ids=["frame", "frame+1", "request", "request+1", "socket"])
def test_payload_limits(peers, caller, service, payload, fits):
    """Section 7: 256 KiB in a frame, 1 MiB in a request."""
    worker = peers.worker(service)
    request_id = caller.ask(service, payload=payload)
    if fits:
        request = worker.next_request()
        assert list(request.body[1:]) == payload
        worker.final(request.address, codec.reply(request_id), b"{}")
        assert caller.answer(request_id).status == "OK"
    else:
        error = ours.is_error(caller.answer(request_id), "TOO_LARGE", "no", -1)
        assert error["code"] == "too_large" and not error["retryable"]
        worker.gets_no_request(0.2)


@pytest.mark.parametrize("version", [0, 2, 255])
def test_other_header_version_gets_a_clear_error(peers, caller, service, version):
    worker = peers.worker(service)
    fields = [(codec.REQUEST_ID, codec.new_id())]
    caller.request(service, codec.frame(codec.REQUEST, fields, version=version), b"{}")
    ours.is_error(caller.answer(codec.NO_ID), "UNIMPLEMENTED", "no", -1)
    worker.gets_no_request(0.2)


def test_draining_broker_says_unavailable(own_system, own_peers, own_caller, service):
    """Section 4: after SIGTERM new requests are refused and running ones finish; exit status 0."""
    worker = own_peers.worker(service)
    first = own_caller.ask(service, budget_ms=8_000)
    request = worker.next_request()
    own_system.broker.process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    assert own_system.broker.is_running, "it waits for the request in flight"
    refused = own_caller.call_ours(service, budget_ms=8_000)
    ours.is_error(refused, "UNAVAILABLE", "no", 200)
    worker.final(request.address, codec.reply(first), b"{}")
    assert own_caller.answer(first).status == "OK"
    assert own_system.broker.process.wait(10) == 0
    own_system.start_broker()


def test_queued_request_of_a_client_that_left_is_dropped(system, peers, service):
    """Section 4: a queued request is dropped when its client disconnects."""
    with ours.Caller(system.endpoint) as leaving:
        leaving.ask(service, budget_ms=8_000)
        assert leaving.call(b"mmi.service", service) == ([], [b"404"])
    time.sleep(0.2)
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"here")
    assert worker.next_request().body == (b"here",)


# mmi and $srv (4.1, 4.2)


def test_mmi_broker_tells_what_the_broker_offers(peers):
    partials, (answer,) = peers.client().call(b"mmi.broker", b"")
    assert partials == []
    told = json.loads(answer)
    assert told["broker"] == "compass-broker"
    assert told["protocol"] == "MDP/0.2"
    assert len(bytes.fromhex(told["epoch"])) == 16
    assert (told["heartbeat_ms"], told["liveness"]) == (1000, 3)
    assert {"header-1", "credit-1", "drain-1", "proof-1"} <= set(told["extensions"])
    other = json.loads(peers.client().call(b"mmi.broker", b"")[1][0])
    challenges = {told.pop("challenge"), other.pop("challenge")}
    assert other == told
    # Each connection has its own challenge, in hexadecimal.
    assert len(challenges) == 2 and all(bytes.fromhex(each) for each in challenges)


def test_epoch_is_new_with_each_start(own_system, own_peers):
    def epoch():
        return json.loads(own_peers.client().call(b"mmi.broker", b"")[1][0])["epoch"]

    first = epoch()
    assert own_system.broker.stop() == 0
    own_system.start_broker()
    assert epoch() != first


def test_mmi_answers_a_header_with_a_header(peers, caller, service):
    """Section 4.1: the question is the frame after the envelope; the answer has a header too."""
    peers.worker(service)
    assert caller.call_ours(b"mmi.service", "mmi.service", [service]).payload == [b"200"]
    assert caller.call_ours(b"mmi.service", "mmi.service", [b"none"]).payload == [b"404"]
    assert caller.call_ours(b"mmi.nothing", "mmi.nothing", [b""]).payload == [b"501"]
    assert "epoch" in caller.call_ours(b"mmi.broker", "mmi.broker", [b""]).json()


@pytest.mark.parametrize("name", ["$srv.ping", "$srv.info", "$srv.stats", "$srv.schema"])
def test_srv_names_are_answered_in_json(peers, caller, service, name):
    peers.worker(service)
    answer = caller.call_ours(name.encode(), name, [b"{}"])
    assert (answer.status, answer.envelope.executed) in (("OK", "yes"), ("OK", "no"))
    assert isinstance(answer.json(), dict)
    _, plain = peers.client().call(name.encode(), b"{}")
    assert isinstance(json.loads(plain[0]), dict)


def test_registry_names_the_services(peers, caller, service):
    peers.worker(service)
    told = caller.call_ours(b"$srv.info", "$srv.info", [b"{}"]).payload[0]
    assert service in told


def test_unknown_srv_name(peers, caller):
    answer = caller.call_ours(b"$srv.nothing", "$srv.nothing", [b"{}"])
    ours.is_error(answer, "UNIMPLEMENTED", "no", -1)
    assert peers.client().call(b"$srv.nothing", b"{}") == ([], [b"501"])


@pytest.mark.parametrize("name", [b"$srv", b"$srv.ping", b"$srvx"])
def test_worker_cannot_take_a_srv_name(peers, name):
    worker = peers.worker()
    worker.ready(name)
    worker.is_disconnected()


# Malformed input (section 7)


@pytest.mark.parametrize("vector", MALFORMED, ids=lambda vector: vector["name"])
def test_malformed_envelope_reaches_no_worker(peers, service, vector):
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, bytes.fromhex(vector["hex"]), b"{}")
    client.request(b"mmi.service", service)  # its answer shows that the first was read
    assert client.final() == [b"200"]
    worker.gets_no_request(0.1)


def test_reply_envelope_in_a_request_reaches_no_worker(peers, service):
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, codec.reply(codec.new_id()), b"{}")
    worker.gets_no_request(0.2)


@pytest.mark.parametrize(
    "name",
    [b"", b"x" * 256, b"caf\xc3\xa9", b"tab\tbed", b"\x7f"],
    ids=["empty", "256", "not-ascii", "control", "delete"])
def test_bad_service_name_is_dropped(peers, name):
    """Section 2: a name has 1 to 255 bytes of printable ASCII."""
    client = peers.client()
    client.request(name, b"?")
    client.request(b"mmi.service", b"x")
    assert client.final() == [b"404"]
    client.hears_nothing(0.1)
    worker = peers.worker()
    worker.ready(name)
    assert peers.client().call(b"mmi.service", name) == ([], [b"404"])


def test_longest_service_name_works(peers):
    name = b"n" * 255
    worker = peers.worker(name)
    client = peers.client()
    client.request(name, b"?")
    worker.final(worker.next_request().address, b"!")
    assert client.final() == [b"!"]


def test_body_frames_are_bounded(peers, service):
    """Section 7: 16 body frames are accepted, 17 are not."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, *[b"x"] * 17)
    client.request(service, *[b"y"] * 16)
    request = worker.next_request()
    assert list(request.body) == [b"y"] * 16
    worker.final(request.address, *[b"z"] * 16)
    assert client.final() == [b"z"] * 16


@pytest.mark.parametrize("version", [b"MDPC01", b"MDPC03", b"MDPW01", b"MDPW03", b"MDPX02", b""])
def test_other_majordomo_version_is_dropped(peers, service, version):
    """18/MDP: the protocol header is there for validation; any other header is invalid."""
    worker = peers.worker(service)
    client = peers.client()
    client.send(version, mdp.CLIENT_REQUEST, service, b"?")
    client.request(b"mmi.service", service)
    frames = client.receive()
    if version.startswith(b"MDPW"):
        assert frames in ([version, mdp.DISCONNECT], [mdp.WORKER, mdp.DISCONNECT]) or (
            frames[-1] == b"200")
    else:
        assert frames[-1] == b"200"
    worker.gets_no_request(0.1)


def send_malformed(client, count):
    for _ in range(count):
        client.send(b"nonsense")


def test_four_strikes_are_forgiven(peers, service):
    client = peers.client()
    send_malformed(client, 4)
    assert client.call(b"mmi.service", service) == ([], [b"404"])


def test_five_strikes_refuse_the_connection_and_no_other(system, peers, service):
    good = peers.client()
    assert good.call(b"mmi.service", service) == ([], [b"404"])
    client = peers.client()
    send_malformed(client, 5)
    client.request(b"mmi.service", service)
    client.hears_nothing(1.0)
    assert good.call(b"mmi.service", service) == ([], [b"404"])
    assert peers.client().call(b"mmi.service", service) == ([], [b"404"])
    client.request(b"mmi.service", service)
    client.hears_nothing(0.5)


def test_worker_with_five_strikes_is_disconnected(peers, service):
    worker = peers.worker(service)
    send_malformed(worker, 5)
    worker.is_disconnected()
    worker.hears_nothing(1.2)
    assert not peers.has_worker(service)


def test_services_known_are_bounded(own_peers, own_caller):
    """Section 7: 256 services may have a queue or a worker. One more is BUSY or disconnected."""
    for number in range(SERVICES_LIMIT):
        own_caller.ask(b"service-%d" % number, budget_ms=8_000)
    ours.is_error(own_caller.call_ours(b"one-more", budget_ms=8_000), "BUSY", "no", 50)
    worker = own_peers.worker()
    worker.ready(b"one-more")
    worker.is_disconnected()
    known = own_peers.worker()
    known.ready(b"service-7")
    assert codec.decode(known.next_request().body[0]).budget_ms <= 8_000
