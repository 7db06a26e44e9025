"""docs/protocol.md 5: credit and drain. A plain worker never receives either."""

import pytest

import codec
import mdp
import ours


@pytest.fixture
def caller(system):
    with ours.Caller(system.endpoint) as caller:
        yield caller


@pytest.fixture
def credited(system, service, peers):
    """A function that makes a registered worker with a window."""
    made = []

    def make(window):
        worker = ours.CreditWorker(system.endpoint, service, window)
        made.append(worker)
        peers.wait_for_worker(service)
        worker.registered = False  # it must not send plain heartbeats by itself
        return worker

    yield make
    for worker in made:
        worker.close()


def test_window_is_what_the_worker_may_hold(caller, credited, service):
    worker = credited(3)
    ids = [caller.ask(service) for _ in range(5)]
    held = [worker.next_request() for _ in range(3)]
    worker.gets_no_request()
    assert [codec.decode(each.body[0]).request_id for each in held] == ids[:3]
    worker.finish(held[1], b"{}")
    caller.answer(ids[1])
    assert codec.decode(worker.next_request().body[0]).request_id == ids[3]
    worker.gets_no_request(0.2)


def test_answers_may_come_in_any_order(caller, credited, service):
    worker = credited(8)
    ids = [caller.ask(service) for _ in range(8)]
    held = [worker.next_request() for _ in range(8)]
    for request in reversed(held):
        worker.finish(request, b"{}")
    for request_id in reversed(ids):
        assert caller.answer(request_id).status == "OK"


def test_heartbeat_changes_the_window(caller, credited, service):
    worker = credited(1)
    for _ in range(4):
        caller.ask(service)
    worker.next_request()
    worker.gets_no_request(0.2)
    worker.set_window(3)
    worker.next_request()
    worker.next_request()
    worker.gets_no_request(0.2)


def test_window_limit(caller, credited, service):
    """Section 7: a window of 1,024 is accepted, 1,025 is malformed."""
    worker = credited(1024)
    request_id = caller.ask(service)
    worker.finish(worker.next_request(), b"{}")
    assert caller.answer(request_id).status == "OK"


@pytest.mark.parametrize(
    "window", [ours.credit(1025), b"\xff" * 4, b"\0\0\x01", b"\0\0\0\0\x01", b""])
def test_bad_window_registers_nothing(peers, service, window):
    worker = peers.worker()
    worker.send(mdp.WORKER, mdp.READY, service, window)
    worker.hears_nothing(0.2)
    assert not peers.has_worker(service)


def test_plain_worker_sees_no_credit(peers, caller, service):
    """The broker uses extensions only after they were announced; otherwise it follows the RFC."""
    worker = peers.worker(service)
    for _ in range(3):
        caller.ask(service, budget_ms=20_000)
    request = worker.next_request()
    worker.gets_no_request(2.5)  # mdp.Command.parse refuses heartbeats with a third frame
    worker.final(request.address, b"plain")
    worker.next_request()


def test_plain_worker_must_not_send_credit_later(peers, caller, service):
    worker = peers.worker(service)
    for _ in range(3):
        caller.ask(service)
    worker.next_request()
    worker.send(mdp.WORKER, mdp.HEARTBEAT, ours.credit(3))
    command = worker.command(0.4, beating=False)
    assert command is None or command.kind == mdp.DISCONNECT


def test_request_without_header_is_answered_with_id_zero(peers, credited, service):
    worker = credited(4)
    client = peers.client()
    client.request(service, b"first")
    client.request(service, b"second")
    held = [worker.next_request() for _ in range(2)]
    assert [each.body for each in held] == [(b"first",), (b"second",)]
    zero = codec.reply(codec.NO_ID)
    for word in (b"1", b"2"):
        worker.final(held[0].address, zero, word)
    assert [client.final()[-1], client.final()[-1]] == [b"1", b"2"]


def test_final_without_header_answers_nothing(caller, credited, service):
    worker = credited(2)
    request_id = caller.ask(service)
    request = worker.next_request()
    worker.final(request.address, b"no header")
    command = worker.command(0.4, beating=False)
    assert command is None or command.kind == mdp.DISCONNECT
    if command is None:
        worker.finish(request, b"{}")
        assert caller.answer(request_id).status == "OK"
    else:
        ours.is_error(caller.answer(request_id), "UNAVAILABLE", "unknown")


def test_final_of_a_finished_request_is_answered_by_disconnect(caller, credited, service):
    worker = credited(2)
    request_id = caller.ask(service)
    request = worker.next_request()
    worker.finish(request, b"{}")
    worker.finish(request, b"{}")
    worker.is_disconnected()
    caller.answer(request_id)
    caller.hears_nothing(0.1)


def test_slices_keep_their_headers_and_order(caller, credited, service):
    worker = credited(2)
    request_id = caller.ask(service)
    request = worker.next_request()
    for number in range(3):
        worker.partial(request.address, codec.reply(request_id, slice=number), b"%d" % number)
    worker.final(request.address, codec.reply(request_id, slice=3), b"3")
    answers = [ours.Answer.of(caller.reply()) for _ in range(4)]
    assert [each.envelope.slice for each in answers] == [0, 1, 2, 3]
    assert [each.payload for each in answers] == [[b"0"], [b"1"], [b"2"], [b"3"]]
    assert [each.command for each in answers] == [mdp.CLIENT_PARTIAL] * 3 + [mdp.CLIENT_FINAL]


def test_drain_is_echoed_after_the_last_request(peers, caller, credited, service):
    """Section 5: after the echo no request follows. The worker finishes its own and disconnects."""
    worker = credited(2)
    first, second = caller.ask(service), caller.ask(service)
    held = [worker.next_request() for _ in range(2)]
    third = caller.ask(service, budget_ms=5_000)
    worker.set_window(0)
    seen = worker.frames_until([mdp.WORKER, mdp.HEARTBEAT, ours.credit(0)])
    assert all(frames == [mdp.WORKER, mdp.HEARTBEAT] for frames in seen[:-1])
    for request in held:
        worker.finish(request, b"{}")
    assert {caller.reply().body[0] for _ in range(2)} == {codec.reply(first), codec.reply(second)}
    worker.gets_no_request()
    worker.disconnect()
    peers.wait_for_no_worker(service)
    other = peers.worker(service, settled=False)
    assert codec.decode(other.next_request().body[0]).request_id == third


def test_worker_that_drains_may_open_again(caller, credited, service):
    worker = credited(1)
    worker.set_window(0)
    worker.frames_until([mdp.WORKER, mdp.HEARTBEAT, ours.credit(0)])
    request_id = caller.ask(service)
    worker.gets_no_request(0.3)
    worker.set_window(1)
    worker.finish(worker.next_request(), b"{}")
    assert caller.answer(request_id).status == "OK"


def test_lost_worker_fails_every_request_it_held(caller, credited, service):
    worker = credited(5)
    ids = [caller.ask(service) for _ in range(7)]
    for _ in range(5):
        worker.next_request()
    worker.disconnect()
    for request_id in ids[:5]:
        ours.is_error(caller.answer(request_id), "UNAVAILABLE", "unknown")
    # The two that were still queued were never sent to any worker.
    for request_id in ids[5:]:
        ours.is_error(caller.answer(request_id), "UNAVAILABLE", "no")
