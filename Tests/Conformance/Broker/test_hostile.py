"""Malformed input never stops the broker, and correct peers are not affected."""

import socket
import struct

import pytest

import assault
import mdp
import programs
import zmtp

#: Limits of docs/protocol.md, in bytes.
FRAME_LIMIT = 256 * 1024
REQUEST_LIMIT = 1024 * 1024
#: ZMQ_MAXMSGSIZE of every socket. libzmq itself closes a connection that exceeds it.
MESSAGE_FRAME_LIMIT = 272 * 1024


@pytest.fixture(scope="module")
def besieged():
    with programs.System() as system:
        yield system
        assert system.broker.is_running, system.broker.log()


@pytest.fixture
def witness(besieged, service):
    pid = besieged.broker.process.pid
    with assault.Witness(besieged.endpoint, service) as witness:
        yield witness
        witness.works(20)
    assert besieged.broker.is_running and besieged.broker.process.pid == pid


@pytest.mark.parametrize("case", range(6))
def test_random_frames(besieged, witness, case):
    """Random bytes as messages, a few from each of many peers."""
    dice = assault.dice_for(f"random-{case}")
    sent = read = 0
    for _ in range(20):
        with mdp.Peer(besieged.endpoint) as peer:
            for _ in range(4):
                peer.send(*assault.random_message(dice))
                sent += 1
            read += assault.was_read(peer)
        witness.works(1)
    assert sent == 80
    assert read > 0, "no message is known to have arrived: nothing was tested"


@pytest.mark.parametrize("case", range(6))
def test_spoilt_messages(besieged, witness, case):
    """Messages that were correct until one part was changed."""
    dice = assault.dice_for(f"spoilt-{case}")
    good = assault.well_formed_messages(b"assault-%d" % case)
    sent = changed = read = 0
    for _ in range(25):
        with mdp.Peer(besieged.endpoint) as peer:
            for _ in range(4):
                original = dice.choice(good)
                spoilt = assault.spoil(dice, original)
                changed += spoilt != original
                peer.send(*spoilt)
                sent += 1
            read += assault.was_read(peer)
        witness.works(1)
    assert sent == 100 and changed > 80
    assert read > 0, "no message is known to have arrived: nothing was tested"


def test_random_bytes_instead_of_a_handshake(besieged, witness):
    """Bytes that are not ZMTP: the connection is closed and the broker continues."""
    dice = assault.dice_for("greeting")
    closed = 0
    for number in range(50):
        size = [1, 9, 64, 500, 5_000][number % 5]
        with zmtp.Connection(besieged.endpoint, timeout=0.2) as connection:
            try:
                connection.send(dice.randbytes(size))
            except (BrokenPipeError, ConnectionResetError):
                closed += 1
                continue
            if size > 64:  # shorter input may still become a greeting
                closed += connection.is_closed_by_peer(0.2)
    assert closed > 0, "no connection was refused: nothing was tested"
    witness.works(5)


def test_random_bytes_after_the_handshake(besieged, witness):
    """A correct handshake, then bytes that are not frames."""
    dice = assault.dice_for("frames")
    for _ in range(50):
        with zmtp.Connection(besieged.endpoint) as connection:
            assert connection.shake_hands()[b"Socket-Type"] == b"ROUTER"
            try:
                connection.send(dice.randbytes(dice.choice([1, 2, 9, 100, 5_000])))
            except (BrokenPipeError, ConnectionResetError):
                continue
    witness.works(5)


@pytest.mark.parametrize("size", [MESSAGE_FRAME_LIMIT + 1, 2**31, 2**32 + 5, 2**63 - 1, 2**64 - 1])
def test_frame_that_announces_too_much_closes_the_connection(besieged, witness, size):
    """ZMQ_MAXMSGSIZE is 272 KiB: a longer frame is refused by its length, before its content."""
    before = besieged.broker.resident_bytes()
    with zmtp.Connection(besieged.endpoint) as connection:
        connection.shake_hands()
        connection.send(struct.pack(">BQ", zmtp.LONG, size))
        assert connection.is_closed_by_peer()
    assert besieged.broker.resident_bytes() - before < 2 * 1024 * 1024


def test_frame_of_the_socket_limit_does_not_close_the_connection(besieged, witness):
    """A frame of exactly 272 KiB passes the socket. The broker itself refuses more than 256 KiB."""
    with zmtp.Connection(besieged.endpoint) as connection:
        connection.shake_hands()
        connection.send_message(
            mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.service", bytes(MESSAGE_FRAME_LIMIT))
        assert not connection.is_closed_by_peer()


def test_connection_cut_in_the_middle_of_everything(besieged, witness):
    """Connections that end early, after every third byte of the handshake and the first message."""
    whole = (zmtp.GREETING + zmtp.ready(Socket_Type=b"DEALER")
             + zmtp.frame(mdp.CLIENT, more=True) + zmtp.frame(mdp.CLIENT_REQUEST, more=True)
             + zmtp.frame(b"mmi.service", more=True) + zmtp.frame(b"x"))
    for length in range(0, len(whole), 3):
        with zmtp.Connection(besieged.endpoint) as connection:
            connection.send(whole[:length])
    witness.works(5)


def test_silent_connections(besieged, witness):
    """Many connections that never send anything."""
    connections = [zmtp.Connection(besieged.endpoint) for _ in range(100)]
    assert all(each.socket.fileno() >= 0 for each in connections)
    witness.works(10)
    for each in connections:
        each.socket.close()
    witness.works(5)


@pytest.mark.parametrize("frame", [b"", b"x" * 1_000, b"x" * 256 * 1024], ids=len)
def test_message_without_end(besieged, witness, frame):
    """A connection that sends frames with MORE without end is closed, whatever their size."""
    before = besieged.broker.resident_bytes()
    frames = zmtp.frame(frame, more=True) * max(1, 100_000 // (len(frame) + 2))
    with zmtp.Connection(besieged.endpoint) as connection:
        connection.shake_hands()
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            for _ in range(100):
                connection.send(frames)
        witness.works(5)
    assert besieged.broker.resident_bytes() - before < 16 * 1024 * 1024


def test_peers_that_come_and_go(besieged, witness):
    """Peers register, send a request and disappear without notice, many times."""
    served = 0
    for number in range(60):
        name = b"passing-%d" % number
        with mdp.Worker(besieged.endpoint, name) as worker, mdp.Client(besieged.endpoint) as client:
            client.request(name, b"?")
            if number % 3 == 0:
                served += worker.next_request().body == (b"?",)
    assert served == 20
    witness.works(10)


def test_frame_at_the_limit_passes_and_one_past_it_does_not(besieged, witness):
    """The frame limit is 256 KiB."""
    body = bytes(FRAME_LIMIT)
    assert witness.client.call(witness.service, body)[1] == [b"echo", body]
    with mdp.Client(besieged.endpoint) as client:
        served = witness.worker.served
        client.request(witness.service, body + b"x")
        assert assault.was_read(client)
        witness.works(1)
        assert witness.worker.served == served + 1, "the worker saw the oversized request"


def test_request_at_the_limit_passes_and_one_past_it_does_not(besieged, witness):
    """The request limit is 1 MiB, over all body frames."""
    quarter = bytes(REQUEST_LIMIT // 4 - 1)
    body = [quarter, quarter, quarter, quarter, b"1234"]
    with mdp.Client(besieged.endpoint) as client:
        client.request(witness.service, *body, b"5")
        assert assault.was_read(client)
    served = witness.worker.served
    witness.works(1)
    assert witness.worker.served == served + 1, "the worker saw the oversized request"


def test_flood_of_unknown_services_is_bounded(own_system, service):
    """Requests for thousands of services that do not exist are not all kept."""
    with assault.Witness(own_system.endpoint, service) as witness:
        flood(own_system, witness)


def flood(system, witness):
    before = system.broker.resident_bytes()
    with mdp.Client(system.endpoint) as client:
        for number in range(4_000):
            client.request(b"nowhere-%d" % number, bytes(20_000))
        assert assault.was_read(client), "the flood did not arrive: nothing was tested"
    witness.works(5)
    assert system.broker.resident_bytes() - before < 48 * 1024 * 1024


def test_hostile_worker_harms_only_itself(besieged, witness):
    """A worker with false addresses, second answers and missing frames."""
    dice = assault.dice_for("worker")
    thrown_out = 0
    for _ in range(20):
        with mdp.Worker(besieged.endpoint, b"liar") as liar:
            kind = dice.choice([mdp.PARTIAL, mdp.FINAL])
            liar.send(mdp.WORKER, kind, dice.randbytes(5), b"", b"lie")
            command = liar.command(2, beating=False)
            thrown_out += command is not None and command.kind == mdp.DISCONNECT
        witness.works(1)
    assert thrown_out == 20
