"""18/MDP, "Heartbeating", from a worker's view (table: test_mdp.py)."""

import statistics
import time

import mdp

#: The broker sends a heartbeat every second. With liveness 3 a worker is dead after at most four.
DEAD_AFTER = mdp.HEARTBEAT_INTERVAL * (mdp.LIVENESS + 1)


def test_broker_heartbeats_regularly(peers, service):
    """Heartbeating: both sides MUST send heartbeats at regular, agreed intervals."""
    worker = peers.worker(service)
    moments = []
    while len(moments) < 5:
        worker.heartbeat()
        frames = worker.receive()
        assert frames == [mdp.WORKER, mdp.HEARTBEAT]
        moments.append(time.monotonic())
    gaps = [later - earlier for earlier, later in zip(moments, moments[1:])]
    # A busy machine makes single ones late, and the gap after these short.
    assert 0.5 < statistics.median(gaps) / mdp.HEARTBEAT_INTERVAL < 1.6, gaps


def test_silent_worker_is_disconnected(peers, service):
    """Heartbeating: a peer without heartbeats MUST be considered disconnected."""
    began = time.monotonic()
    worker = peers.worker(service)
    time.sleep(1.5)
    is_alive = peers.has_worker(service)
    # If this test had to wait for a processor, the worker may be dead by now.
    is_late = time.monotonic() - began >= mdp.LIVENESS * mdp.HEARTBEAT_INTERVAL
    assert is_alive or is_late, "one missing heartbeat is not yet death"
    peers.wait_for_no_worker(service)
    # The dead worker gets no request. A new request waits for the next worker instead.
    client = peers.client()
    client.request(service, b"for the living")
    heard = []
    while (frames := worker.receive(0.3)) is not None:
        heard.append(frames)
    assert all(each[1] in (mdp.HEARTBEAT, mdp.DISCONNECT) for each in heard), heard
    # The broker counts by its own clock: it sent a heartbeat each second until then. One liveness
    # more is for a broker that had to wait itself, and then lets silence count anew.
    assert sum(each[1] == mdp.HEARTBEAT for each in heard) <= 2 * mdp.LIVENESS, heard
    living = peers.worker(service, settled=False)
    request = living.next_request()
    assert request.body == (b"for the living",)
    living.final(request.address, b"alive")
    assert client.final() == [b"alive"]


def test_heartbeating_worker_stays(peers, service):
    """Heartbeating: HEARTBEAT is valid at any time after READY, and keeps the worker alive."""
    busy = peers.worker(service)
    client = peers.client()
    client.request(service, b"long work")
    request = busy.next_request()
    idle = peers.worker(service)
    end = time.monotonic() + DEAD_AFTER + 1.5
    while time.monotonic() < end:
        for worker in (busy, idle):
            worker.heartbeat()
            worker.gets_no_request(mdp.HEARTBEAT_INTERVAL / 2)
    client.request(service, b"still there?")
    idle_request = idle.next_request()
    for worker, its in ((busy, request), (idle, idle_request)):
        worker.final(its.address, b"yes", *its.body)
        assert client.final() == [b"yes", *its.body]


def test_partials_count_as_heartbeats(peers, service):
    """Heartbeating: any command except DISCONNECT acts as a heartbeat."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"long work")
    address = worker.next_request().address
    end = time.monotonic() + DEAD_AFTER + 1
    sent = 0
    while time.monotonic() < end:
        worker.partial(address, b"%d" % sent)
        sent += 1
        time.sleep(mdp.HEARTBEAT_INTERVAL / 2)
    worker.final(address, b"end")
    for number in range(sent):
        reply = client.reply()
        assert (reply.command, reply.body) == (mdp.CLIENT_PARTIAL, [b"%d" % number])
    assert client.final() == [b"end"]
    assert peers.has_worker(service)


def test_worker_that_wakes_too_late_is_told_so(peers, service):
    """Opening: a HEARTBEAT from a worker that counts as dead is unexpected and gets DISCONNECT."""
    worker = peers.worker(service)
    peers.wait_for_no_worker(service)
    while (frames := worker.receive(0)) is not None:
        assert frames[1] in (mdp.HEARTBEAT, mdp.DISCONNECT)
        if frames[1] == mdp.DISCONNECT:
            worker.hears_nothing(1.5)
            return
    worker.heartbeat()
    worker.is_disconnected()
    worker.hears_nothing(1.5)


def test_late_final_of_a_dead_worker_reaches_nobody(peers, service):
    """Heartbeating: whatever a worker sends after it counted as dead answers no request."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"work")
    address = worker.next_request().address
    peers.wait_for_no_worker(service)
    worker.final(address, b"late")
    client.hears_nothing()


def test_vanished_worker_is_noticed(peers, service):
    """Reliability: a worker whose process has ended gets no more requests."""
    worker = peers.worker(service)
    worker.close()
    peers.wait_for_no_worker(service)
