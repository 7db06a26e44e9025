"""The identity that a peer asks for gives it nothing: the broker names each connection itself
(docs/protocol.md 1), and neither answers nor a worker's place follow a name that a peer chose."""

import contextlib

import mdp
import zmtp


@contextlib.contextmanager
def named(endpoint, identity):
    """A connection that asks for this identity in its READY. The broker may close it."""
    with zmtp.Connection(endpoint) as connection:
        connection.send(zmtp.GREETING + zmtp.ready(Socket_Type=b"DEALER", Identity=identity))
        connection.read(64)
        yield connection


def heard(connection, within=mdp.SILENCE):
    """The bytes that arrive in this time, without the broker's READY."""
    connection.socket.settimeout(within)
    raw = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        while some := connection.socket.recv(65536):
            raw += some
    return raw


def test_an_answer_does_not_follow_a_chosen_name(system, peers, service):
    """Thieves ask for the address of a client and for its parts; the client gets its answer."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"question")
    request = worker.next_request()
    with contextlib.ExitStack() as open_connections:
        thieves = [
            open_connections.enter_context(named(system.endpoint, wanted))
            for wanted in (request.address, request.address[1:], b"\0", b"client")]
        worker.final(request.address, b"the answer")
        assert client.final() == [b"the answer"]
        told = [heard(thief) for thief in thieves]
        assert all(b"the answer" not in raw for raw in told)
        assert all(b"READY" in raw for raw in told), "each was admitted, under another name"


def test_equal_names_are_different_peers(system, peers, service):
    """Two clients of one name get their own answers, and the second does not end the first."""
    worker = peers.worker(service)
    with named(system.endpoint, b"twin") as first, named(system.endpoint, b"twin") as second:
        for connection in (first, second):
            connection.read_frame()
        for connection, body in ((first, b"one"), (second, b"two")):
            connection.send_message(mdp.CLIENT, mdp.CLIENT_REQUEST, service, body)
        addresses = set()
        for _ in range(2):
            request = worker.next_request()
            addresses.add(request.address)
            worker.final(request.address, b"answer to " + request.body[0])
        assert len(addresses) == 2
        one, two = heard(first), heard(second)
        assert b"answer to one" in one and b"answer to two" not in one
        assert b"answer to two" in two and b"answer to one" not in two


def test_a_workers_name_gives_no_place(system, peers, service):
    """Who takes the name of a worker's connection answers for nobody and gets no request."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"first")
    request = worker.next_request()
    # The first connection of a broker has the smallest number; the worker's is one of these.
    number = int.from_bytes(request.address[1:], "big")
    for name in (number - 1, number - 2, number - 3):
        address = b"\0" + max(0, name).to_bytes(4, "big")
        with named(system.endpoint, address) as thief:
            with contextlib.suppress(ConnectionError):
                thief.send_message(
                    mdp.WORKER, mdp.FINAL, request.address, b"", b"forged")
            heard(thief, 0.1)
    worker.final(request.address, b"true")
    assert client.final() == [b"true"]
    worker.stays_registered()
