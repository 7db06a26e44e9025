"""18/MDP, "Opening and Closing a Connection": what the broker must do for workers.

The table of all requirements is in test_mdp.py.
"""

import pytest

import mdp


def ask(peers, service):
    """A client with a running request, and the worker that holds it."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"work")
    return client, worker, worker.next_request().address


def assert_gone(peers, worker, service):
    """Checks that no command follows DISCONNECT and that no worker is registered."""
    worker.hears_nothing(1.5)  # longer than the heartbeat interval
    assert not peers.has_worker(service)


@pytest.mark.parametrize(
    "command",
    [
        [mdp.HEARTBEAT],
        [mdp.PARTIAL, b"nobody", b"", b"body"],
        [mdp.FINAL, b"nobody", b"", b"body"],
    ],
    ids=["HEARTBEAT", "PARTIAL", "FINAL"])
def test_command_before_ready_is_answered_by_disconnect(peers, service, command):
    """Opening: a valid but unexpected command MUST be answered by DISCONNECT, then nothing."""
    worker = peers.worker()
    worker.send(mdp.WORKER, *command)
    worker.is_disconnected()
    assert_gone(peers, worker, service)


def test_second_ready_is_answered_by_disconnect(peers, service):
    """Opening: the worker MUST NOT send a further READY."""
    worker = peers.worker(service)
    worker.ready(service)
    worker.is_disconnected()
    assert_gone(peers, worker, service)


def test_second_ready_for_another_service_is_answered_by_disconnect(peers, service):
    """Opening: one worker handles precisely one service."""
    worker = peers.worker(service)
    worker.ready(service + b"-other")
    worker.is_disconnected()
    assert_gone(peers, worker, service)
    assert not peers.has_worker(service + b"-other")


def test_final_without_request_is_answered_by_disconnect(peers, service):
    """Opening: FINAL from an idle worker is valid but unexpected."""
    worker = peers.worker(service)
    worker.final(b"nobody", b"surprise")
    worker.is_disconnected()
    assert_gone(peers, worker, service)


def test_partial_without_request_is_answered_by_disconnect(peers, service):
    """Opening: PARTIAL from an idle worker is valid but unexpected."""
    worker = peers.worker(service)
    worker.partial(b"nobody", b"surprise")
    worker.is_disconnected()
    assert_gone(peers, worker, service)


def test_second_final_is_answered_by_disconnect(peers, service):
    """Request and Reply: exactly one FINAL for a REQUEST."""
    client, worker, address = ask(peers, service)
    worker.final(address, b"one")
    worker.final(address, b"two")
    worker.is_disconnected()
    assert client.final() == [b"one"]
    client.hears_nothing()
    assert_gone(peers, worker, service)


def test_reply_to_unknown_address_is_answered_by_disconnect(peers, service):
    """Request and Reply: the address frame must be exactly that of the REQUEST."""
    client, worker, address = ask(peers, service)
    stranger = peers.client()
    worker.final(address + b"x", b"for whom?")
    worker.is_disconnected()
    stranger.hears_nothing(0.1)
    client.hears_nothing(0.1)
    assert_gone(peers, worker, service)


def test_worker_cannot_write_to_a_client_that_did_not_ask_it(peers, service):
    """Request and Reply: a worker cannot answer the client of another worker."""
    client, worker, address = ask(peers, service)
    thief = peers.worker(service + b"-thief")
    thief.final(address, b"forged")
    thief.is_disconnected()
    worker.final(address, b"genuine")
    assert client.final() == [b"genuine"]
    client.hears_nothing(0.1)


def test_request_from_a_worker_reaches_nobody(peers, service):
    """MDP/Worker: REQUEST is only sent from the broker to a worker."""
    worker = peers.worker(service)
    other = peers.worker(service + b"-other")
    worker.send(mdp.WORKER, mdp.REQUEST, b"address", b"", b"body")
    other.gets_no_request(0.2)
    command = worker.command(0.2)
    assert command is None or command.kind == mdp.DISCONNECT


def test_disconnected_worker_hears_nothing(peers, service):
    """Opening: after a worker's DISCONNECT the broker MUST send it no further commands."""
    worker = peers.worker(service)
    worker.disconnect()
    peers.wait_for_no_worker(service)
    while worker.receive(0) is not None:
        pass  # heartbeats that were sent before
    client = peers.client()
    client.request(service, b"anybody?")
    worker.hears_nothing(1.5)


def test_disconnect_before_ready_is_allowed(peers):
    """Opening: the worker MAY send DISCONNECT at any time, including before READY."""
    worker = peers.worker()
    worker.disconnect()
    worker.hears_nothing()


def test_second_disconnect_is_not_answered(peers, service):
    """Opening: no further commands after DISCONNECT, whatever the worker sends."""
    worker = peers.worker(service)
    worker.disconnect()
    worker.disconnect()
    peers.wait_for_no_worker(service)
    while True:
        frames = worker.receive(0.2)
        if frames is None:
            break
        assert frames == [mdp.WORKER, mdp.HEARTBEAT]


AFTERWARDS = {
    "HEARTBEAT": lambda service: [mdp.HEARTBEAT],
    "READY": lambda service: [mdp.READY, service],
    "FINAL": lambda service: [mdp.FINAL, b"nobody", b"", b"body"],
    "DISCONNECT": lambda service: [mdp.DISCONNECT],
}


@pytest.mark.parametrize("name", AFTERWARDS)
@pytest.mark.parametrize("by", ["broker", "worker"])
def test_nothing_follows_disconnect_whatever_comes(peers, service, by, name):
    """Opening: no further commands to that worker, even if it does not close its socket."""
    worker = peers.worker(service)
    if by == "broker":
        worker.ready(service)
        worker.is_disconnected()
    else:
        worker.disconnect()
        peers.wait_for_no_worker(service)
        while worker.receive(0.1) is not None:
            pass  # a heartbeat that was sent before
    for _ in range(3):
        worker.send(mdp.WORKER, *AFTERWARDS[name](service))
    peers.client().request(service, b"anybody?")
    worker.hears_nothing(1.2)
    assert not peers.has_worker(service)


def test_worker_that_was_disconnected_comes_back_on_a_new_socket(peers, service):
    """Opening: after DISCONNECT the worker reconnects on a new socket, and works."""
    worker = peers.worker(service)
    worker.ready(service)
    worker.is_disconnected()
    worker.close()
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"again")
    request = worker.next_request()
    worker.final(request.address, b"yes")
    assert client.final() == [b"yes"]


def test_disconnect_with_a_request_in_hand_gives_it_to_nobody_else(peers, service):
    """Our additional rule: the broker itself never sends a request to a second worker."""
    client, worker, _ = ask(peers, service)
    other = peers.worker(service)
    worker.disconnect()
    other.gets_no_request()
    client.hears_nothing(0.1)  # a plain client gets its worker's answer or none
    client.request(service, b"again")
    request = other.next_request()
    assert request.body == (b"again",)
    other.final(request.address, b"done")
    assert client.final() == [b"done"]


INVALID = {
    "unknown command": lambda address: [b"\x09", address, b"", b"body"],
    "empty command": lambda address: [b"", address, b"", b"body"],
    "two-byte command": lambda address: [b"\x04\x00", address, b"", b"body"],
    "no command": lambda address: [],
    "FINAL without address": lambda address: [mdp.FINAL],
    "FINAL without body": lambda address: [mdp.FINAL, address, b""],
    "PARTIAL without body": lambda address: [mdp.PARTIAL, address, b""],
    "FINAL without empty frame": lambda address: [mdp.FINAL, address, b"body", b"more"],
    "PARTIAL without empty frame": lambda address: [mdp.PARTIAL, address, b"body", b"more"],
    "FINAL with two addresses": lambda address: [mdp.FINAL, address, address, b"", b"body"],
    "HEARTBEAT with bad credit": lambda address: [mdp.HEARTBEAT, b"x"],
    "DISCONNECT with a frame": lambda address: [mdp.DISCONNECT, b"x"],
}


@pytest.mark.parametrize("name", INVALID)
def test_invalid_message_is_dropped(peers, service, name):
    """Opening: invalid messages SHOULD be dropped; clients do not see them."""
    client, worker, address = ask(peers, service)
    worker.send(mdp.WORKER, *INVALID[name](address))
    client.hears_nothing(0.2)
    # Dropped, not misread: this worker can still answer the request.
    assert peers.has_worker(service)
    worker.final(address, b"after all")
    assert client.final() == [b"after all"]


@pytest.mark.parametrize("name", INVALID)
def test_invalid_messages_make_the_worker_invalid(peers, service, name):
    """Opening: a peer that sends invalid messages SHOULD be treated as invalid (at the fifth)."""
    client, worker, address = ask(peers, service)
    for _ in range(5):
        worker.send(mdp.WORKER, *INVALID[name](address))
    worker.is_disconnected()
    worker.final(address, b"too late")
    client.hears_nothing(0.2)
    worker.hears_nothing(0.2)
    assert not peers.has_worker(service)


@pytest.mark.parametrize(
    "frames",
    [[], [b""], [b"", b""], [b"a", b"b", b"c"]],
    ids=["no name", "empty name", "empty name, empty credit", "five frames"])
def test_ready_needs_a_service_name_and_no_more(peers, frames):
    """MDP/Worker: READY has 3 frames (4 with our credit). Anything else registers nothing."""
    worker = peers.worker()
    worker.send(mdp.WORKER, mdp.READY, *frames)
    assert not peers.has_worker(frames[0] if frames else b"")
    while True:
        command = worker.receive(0.3)
        if command is None:
            break
        assert command == [mdp.WORKER, mdp.DISCONNECT]
