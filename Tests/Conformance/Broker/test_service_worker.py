"""18/MDP, what a worker must do for its broker: our services against a broker in Python.

The table of all requirements is in test_mdp.py; this file is its column S.
"""

import shutil
import signal
import socket
import statistics
import tempfile
import time

import pytest

import assault
import codec
import fakebroker
import mdp
import ours
import programs
import zmtp

SERVICES = programs.services()


@pytest.fixture(params=SERVICES)
def name(request):
    return request.param


class Hosted:
    """One service whose broker is the test."""

    def __init__(self, name, broker):
        self.name = name.encode()
        self.broker = broker
        self.home = tempfile.mkdtemp(prefix="cmps-")
        self.process = programs.Process(
            f"compass-{name}", self.home, "--broker-endpoint", broker.endpoint, wait=False)

    def registered(self, seconds=15):
        return self.broker.wait_for_worker(self.name, seconds)

    def close(self):
        self.process.kill()
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture
def hosted(name):
    """A service under a broker that announces no extension."""
    with fakebroker.FakeBroker() as broker:
        hosted = Hosted(name, broker)
        yield hosted
        hosted.close()


@pytest.fixture
def credited(name):
    """A service under a broker that announces our extensions."""
    with fakebroker.FakeBroker(fakebroker.EXTENSIONS) as broker:
        hosted = Hosted(name, broker)
        yield hosted
        hosted.close()


def ping(broker, worker, **more):
    request_id, envelope = codec.request("$srv.ping", **more)
    *partials, final = broker.ask(worker, envelope, b"{}")
    assert partials == []
    reply = codec.decode(final[0])
    assert reply.request_id == request_id and reply.status == "OK", final
    return reply


def test_worker_uses_one_dealer_socket(name):
    """Opening: a worker MUST connect to exactly one broker by a single DEALER socket."""
    home = tempfile.mkdtemp(prefix="cmps-")
    path = f"{home}/raw.ipc"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        listener.settimeout(10)
        process = programs.Process(
            f"compass-{name}", home, "--broker-endpoint", f"ipc://{path}", wait=False)
        try:
            connection, _ = listener.accept()
            connection.settimeout(5)
            raw = zmtp.Connection.adopt(connection)
            assert raw.shake_hands(b"ROUTER")[b"Socket-Type"] == b"DEALER"
            raw.socket.close()
        finally:
            process.kill()
            shutil.rmtree(home, ignore_errors=True)


def test_ready_is_the_rfcs_towards_an_unknown_broker(hosted):
    """Without announced extensions, READY has 3 frames and HEARTBEAT 2, and READY is sent once."""
    worker = hosted.registered()
    hosted.broker.run(3.5)
    assert hosted.broker.commands(mdp.READY) == [[mdp.WORKER, mdp.READY, hosted.name]]
    beats = hosted.broker.commands(mdp.HEARTBEAT, worker)
    assert beats and all(frames == [mdp.WORKER, mdp.HEARTBEAT] for frames in beats)


def test_credit_is_sent_where_it_is_announced(credited):
    worker = credited.registered()
    (ready,) = credited.broker.commands(mdp.READY)
    assert ready[:3] == [mdp.WORKER, mdp.READY, credited.name]
    assert 1 < int.from_bytes(ready[3], "big") <= 1024
    ping(credited.broker, worker)


def test_worker_heartbeats_regularly(hosted):
    """Heartbeating: the worker MUST send heartbeats at regular intervals."""
    worker = hosted.registered()

    def moments():
        return [
            at for at, peer, frames in hosted.broker.heard
            if peer == worker and frames[1] == mdp.HEARTBEAT]

    assert hosted.broker.run(30, lambda: len(moments()) >= 5), moments()
    gaps = [later - earlier for earlier, later in zip(moments(), moments()[1:])]
    # A busy machine makes single ones late.
    assert statistics.median(gaps) < 1.6 * mdp.HEARTBEAT_INTERVAL, gaps


def test_every_request_has_exactly_one_final(hosted):
    """Request and Reply: PARTIALs, then exactly one FINAL, to the address of the request."""
    worker = hosted.registered()
    for _ in range(20):
        ping(hosted.broker, worker)
    hosted.broker.run(0.5)
    assert len(hosted.broker.commands(mdp.FINAL, worker)) == 20
    assert hosted.broker.workers(hosted.name) == [worker]


def test_request_without_header_is_answered_once(hosted):
    """A peer without our header still gets one FINAL, with request id zero."""
    worker = hosted.registered()
    *partials, final = hosted.broker.ask(worker, b"hello", b"world")
    assert partials == []
    reply = codec.decode(final[0])
    assert reply.request_id == codec.NO_ID and reply.status != "OK"
    ping(hosted.broker, worker)


def test_disconnect_makes_the_worker_come_back_on_a_new_socket(hosted):
    """Opening: after DISCONNECT no further command; close the socket, reconnect on a new one."""
    old = hosted.registered()
    ping(hosted.broker, old)
    hosted.broker.send(old, mdp.WORKER, mdp.DISCONNECT)
    del hosted.broker.ready[old]
    hosted.broker.run(0.3)
    mark = len(hosted.broker.heard)
    new = hosted.registered()
    assert new != old
    ping(hosted.broker, new)
    hosted.broker.run(1.5)
    assert all(peer != old for _, peer, _ in hosted.broker.heard[mark:])


def test_worker_leaves_a_silent_broker(hosted):
    """Heartbeating: a peer without heartbeats MUST be considered disconnected."""
    old = hosted.registered()
    hosted.broker.beating = False
    del hosted.broker.ready[old]
    began = time.monotonic()
    new = hosted.registered(10)
    assert new != old
    assert time.monotonic() - began > 1.5, "it did not wait for the liveness to run out"
    hosted.broker.beating = True
    ping(hosted.broker, new)


def test_sigterm_says_disconnect_and_ends_well(hosted):
    hosted.registered()
    hosted.process.process.send_signal(signal.SIGTERM)
    assert hosted.broker.run(10, lambda: hosted.broker.commands(mdp.DISCONNECT))
    assert hosted.process.process.wait(15) == 0


def test_drain_waits_for_the_echo(credited):
    """docs/protocol.md 5: HEARTBEAT with credit 0, the echo, then DISCONNECT and exit 0."""
    worker = credited.registered()
    credited.process.process.send_signal(signal.SIGTERM)
    zero = [mdp.WORKER, mdp.HEARTBEAT, ours.credit(0)]
    assert credited.broker.run(10, lambda: credited.broker.commands(mdp.DISCONNECT))
    commands = [frames for _, peer, frames in credited.broker.heard if peer == worker]
    assert commands.index(zero) < commands.index([mdp.WORKER, mdp.DISCONNECT])
    assert credited.process.process.wait(15) == 0


def test_malformed_requests_do_not_stop_a_service(hosted):
    """Bad headers, bad JSON, deep JSON and raw bytes are refused; the next request is answered."""
    worker = hosted.registered()
    dice = assault.dice_for("services")
    sent = 0
    for number in range(60):
        request_id, envelope = codec.request("$srv.ping")
        bodies = [
            [dice.randbytes(dice.randrange(1, 400))],
            [envelope, b"{" * 3000], [envelope, b"\xff\xfe"], [envelope, b"[" * 100_000],
            [envelope], [envelope, b'{"a":1,"a":2}'], [envelope, b"{} {}"],
            [envelope, b'"\\u0000"'], [envelope[:20], b"{}"],
            [codec.MAGIC + dice.randbytes(40), b"{}"],
            [codec.reply(request_id), b"{}"],
        ]
        body = bodies[number % len(bodies)]
        hosted.broker.send(worker, mdp.WORKER, mdp.REQUEST, b"\0bad", b"", *body)
        sent += 1
        hosted.broker.run(0.01)
    hosted.broker.run(1.0)
    assert sent == 60
    assert hosted.process.is_running, hosted.process.log()
    worker = hosted.registered()
    ping(hosted.broker, worker)
