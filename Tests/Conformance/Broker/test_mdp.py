"""18/MDP, what the broker must do for clients, and how it passes on requests and replies.

The table lists every MUST, MUST NOT and SHALL of the RFC, in its order, with the test that proves
it. Tests of the broker's behaviour towards workers are in test_mdp_worker.py (W) and
test_mdp_heartbeat.py (H), those of our own worker (S) in test_service_worker.py.

| section         | the RFC asks                                            | proof |
|-----------------|---------------------------------------------------------|-------|
| ROUTER          | the broker uses a ROUTER socket                         | broker_announces_a_router_socket |
| MDP/Client      | REQUEST: MDPC02, 0x01, service, 1 or more body frames   | request_without_body_is_dropped, plain_client_and_worker |
| MDP/Client      | PARTIAL, FINAL: MDPC02, 0x02/0x03, service, body frames | reply_frames_are_laid_out |
| MDP/Client      | clients use a DEALER socket                             | req_socket_is_not_understood |
| MDP/Client      | a client handles zero or more PARTIALs                  | partials_come_in_order_before_final; our own client: Swift tests |
| MDP/Client      | after FINAL the broker sends the client nothing more    | nothing_follows_final |
| MDP/Client      | (SHOULD) requests wait for a worker                     | request_waits_for_its_worker |
| MDP/Client      | (SHOULD) waiting requests expire                        | waiting_request_expires |
| MDP/Worker      | READY has 3 frames                                      | W ready_needs_a_service_name |
| MDP/Worker      | REQUEST: MDPW02, 0x02, address, empty, body             | request_frames_are_laid_out |
| MDP/Worker      | PARTIAL, FINAL from a worker: address, empty, body      | W reply_without_empty_frame…, W reply_without_body… |
| MDP/Worker      | HEARTBEAT, DISCONNECT have 2 frames                     | H broker_heartbeats_regularly, W second_ready…; checked on every command by mdp.py |
| Opening         | one worker connects to one broker by one DEALER socket  | S worker_uses_one_dealer_socket |
| Opening         | the worker sends no further READY                       | W second_ready_is_answered_by_disconnect; S |
| Opening         | after a worker's DISCONNECT the broker sends it nothing | W disconnected_worker_hears_nothing, nothing_follows_disconnect… |
| Opening         | valid but unexpected command: DISCONNECT, then nothing  | W *_is_answered_by_disconnect, nothing_follows_disconnect… |
| Opening         | (SHOULD) invalid messages are dropped, the peer invalid | W invalid_message_is_dropped, invalid_messages_make… |
| Opening         | after DISCONNECT the worker comes back on a new socket  | S; mdp.ServingWorker in broker_restart_is_survived |
| Request, reply  | zero or more PARTIALs, then exactly one FINAL           | partials_come_in_order_before_final, W second_final… |
| Request, reply  | precisely one client address frame                      | request_frames_are_laid_out, W reply_to_unknown_address… |
| Request, reply  | the address is followed by an empty frame               | request_frames_are_laid_out, W reply_without_empty_frame… |
| Heartbeating    | the broker sends heartbeats at regular intervals        | H broker_heartbeats_regularly |
| Heartbeating    | the worker sends heartbeats at regular intervals        | S worker_heartbeats_regularly |
| Heartbeating    | a silent worker is disconnected                         | H silent_worker_is_disconnected |
| Heartbeating    | a silent broker is disconnected                         | S worker_leaves_a_silent_broker |
| Heartbeating    | any command except DISCONNECT acts as heartbeat         | H partials_count_as_heartbeats |

Two requirements cannot be observed from outside. "One worker handles precisely one service": only
the refusal of a second READY on one socket is visible. And that our own *client* uses a DEALER
socket and closes it: Swift tests check this, while the wire only shows that the calls work.
"""

import json
import time

import pytest
import zmq

import mdp
import programs
import zmtp


def test_plain_client_and_worker_talk_through_the_broker(system, peers, service):
    """Goals: a worker and a client that know only the RFC work unchanged."""
    client = peers.client()
    with mdp.ServingWorker(system.endpoint, service, lambda body: [[b"you said", *body]]) as worker:
        for number in range(50):
            text = b"%d" % number
            assert client.call(service, text) == ([], [b"you said", text])
    assert worker.served == 50
    assert worker.registrations == 1


def test_broker_announces_a_router_socket(system):
    """ROUTER Addressing: the broker MUST use a ROUTER socket."""
    with zmtp.Connection(system.endpoint) as connection:
        assert connection.shake_hands()[b"Socket-Type"] == b"ROUTER"


def test_request_frames_are_laid_out_for_the_worker(peers, service):
    """MDP/Worker, REQUEST; Request and Reply: one address frame, then an empty frame."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"first", b"", b"third")
    command = [mdp.WORKER, mdp.HEARTBEAT]
    while command[1] == mdp.HEARTBEAT:
        command = worker.receive()
    assert command[0:2] == [b"MDPW02", b"\x02"]
    assert len(command[2]) > 0
    assert command[3:] == [b"", b"first", b"", b"third"]


def test_reply_frames_are_laid_out_for_the_client(peers, service):
    """MDP/Client, PARTIAL and FINAL: header, command, service name, body."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"?")
    address = worker.next_request().address
    worker.partial(address, b"a", b"")
    worker.final(address, b"b")
    assert client.receive() == [b"MDPC02", b"\x02", service, b"a", b""]
    assert client.receive() == [b"MDPC02", b"\x03", service, b"b"]


@pytest.mark.parametrize(
    "body",
    [
        [b""],
        [b"", b"", b""],
        [bytes(range(256))],
        [mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.service", b"x"],
        [mdp.WORKER, mdp.DISCONNECT],
        [b"\xff\xfe\x00\x00", b"{not json", "é\u0000ü".encode()],
        [b"x" * 200_000, b"y" * 200_000],
    ],
    ids=["empty", "empties", "all-bytes", "mdp-inside", "disconnect-inside", "not-text", "large"])
def test_body_is_opaque(peers, service, body):
    """MDP/Client: the body is opaque binary data in any number of frames, in both directions."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, *body)
    request = worker.next_request()
    assert list(request.body) == body
    worker.final(request.address, *body)
    assert client.final() == body


def test_partials_come_in_order_before_final(peers, service):
    """Request and Reply: zero or more PARTIALs for one REQUEST, then exactly one FINAL."""
    worker = peers.worker(service)
    client = peers.client()
    for count in (0, 1, 40):
        client.request(service, b"go")
        address = worker.next_request().address
        sent = [[b"%d" % number, b"slice"] for number in range(count)]
        for body in sent:
            worker.partial(address, *body)
        worker.final(address, b"end")
        replies = [client.reply() for _ in range(count + 1)]
        assert [reply.body for reply in replies] == [*sent, [b"end"]]
        commands = [mdp.CLIENT_PARTIAL] * count + [mdp.CLIENT_FINAL]
        assert [reply.command for reply in replies] == commands
        assert {reply.service for reply in replies} == {service}


def test_nothing_follows_final(peers, service):
    """MDP/Client: after FINAL the broker SHALL NOT send the client anything more."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"go")
    address = worker.next_request().address
    worker.final(address, b"end")
    worker.partial(address, b"late")
    worker.final(address, b"later")
    assert client.final() == [b"end"]
    client.hears_nothing()


def test_dialog_can_be_repeated_on_one_socket(peers, service):
    """MDP/Client: REQUEST and replies, repeated."""
    worker = peers.worker(service)
    client = peers.client()
    for number in range(200):
        client.request(service, b"%d" % number)
        request = worker.next_request()
        worker.final(request.address, *request.body)
        assert client.final() == [b"%d" % number]


def test_request_without_body_is_dropped(peers, service):
    """MDP/Client: a REQUEST has 4 or more frames."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service)
    worker.gets_no_request()
    client.hears_nothing(0.1)


def test_req_socket_is_not_understood(system, peers, service):
    """MDP/Client: clients MUST use DEALER. REQ would add an empty frame in front (as in 0.1)."""
    worker = peers.worker(service)
    with mdp.Client(system.endpoint, zmq.REQ) as old:
        old.request(service, b"?")
        worker.gets_no_request()
        old.hears_nothing(0.1)


@pytest.mark.parametrize("command", [0, 2, 3, 4, 255])
def test_client_command_other_than_request_reaches_no_worker(peers, service, command):
    """MDP/Client: the only command of a client is REQUEST."""
    worker = peers.worker(service)
    client = peers.client()
    client.send(mdp.CLIENT, bytes([command]), service, b"?")
    worker.gets_no_request(0.2)


def test_request_waits_for_its_worker(peers, service):
    """MDP/Client: requests for which no service is registered SHOULD be queued."""
    client = peers.client()
    for number in range(3):
        client.request(service, b"%d" % number)
    client.hears_nothing(0.2)
    worker = peers.worker(service, settled=False)
    for number in range(3):
        request = worker.next_request()
        assert request.body == (b"%d" % number,)
        worker.final(request.address, b"done %d" % number)
        assert client.final() == [b"done %d" % number]


def expired(peers):
    """How many requests the broker has let expire."""
    _, final = peers.client().call(b"$srv.stats", b"")
    return json.loads(final[0])["expired"]


def test_waiting_request_expires(own_peers, service):
    """MDP/Client: waiting requests SHOULD expire after a reasonable time (10 s)."""
    client = own_peers.client()
    began = time.monotonic()
    client.request(service, b"old")
    time.sleep(9)
    client.request(service, b"young")
    assert programs.eventually(lambda: expired(own_peers) == 1, 20)
    assert time.monotonic() - began >= 10
    worker = own_peers.worker(service, settled=False)
    request = worker.next_request()
    assert request.body == (b"young",)
    worker.final(request.address, b"done")
    assert client.final() == [b"done"]
    worker.gets_no_request(0.2)


def test_replies_reach_the_client_that_asked(peers, service):
    """Architecture: many clients, one worker; each client gets only its own replies."""
    worker = peers.worker(service)
    clients = [peers.client() for _ in range(5)]
    for number, client in enumerate(clients):
        client.request(service, b"%d" % number)
    for _ in clients:
        request = worker.next_request()
        worker.partial(request.address, b"part", *request.body)
        worker.final(request.address, b"full", *request.body)
    for number, client in enumerate(clients):
        assert client.reply().body == [b"part", b"%d" % number]
        assert client.final() == [b"full", b"%d" % number]
        client.hears_nothing(0.05)


def test_two_workers_work_for_two_clients_at_once(peers, service):
    """Architecture: many workers for one service; replies may arrive in any order."""
    first, second = peers.client(), peers.client()
    early = peers.worker(service)
    first.request(service, b"first")
    early_request = early.next_request()
    second.request(service, b"second")
    late = peers.worker(service)
    late_request = late.next_request()
    assert (early_request.body, late_request.body) == ((b"first",), (b"second",))
    late.final(late_request.address, b"for second")
    assert second.final() == [b"for second"]
    early.final(early_request.address, b"for first")
    assert first.final() == [b"for first"]


def test_worker_has_one_request_at_a_time(peers, service):
    """Assumptions: a worker handles at most one request at a time (credit 1 for plain workers)."""
    worker = peers.worker(service)
    client = peers.client()
    client.request(service, b"1")
    client.request(service, b"2")
    request = worker.next_request()
    assert request.body == (b"1",)
    worker.gets_no_request()
    worker.partial(request.address, b"still at it")
    worker.gets_no_request(0.2)
    worker.final(request.address, b"done")
    assert worker.next_request().body == (b"2",)


def test_least_recently_used_worker_is_served_first(peers, service):
    """Goals: the least recently used worker gets the next request."""
    client = peers.client()
    workers = []
    for _ in range(3):
        # Each new worker gets the request that the busy workers before it cannot accept.
        client.request(service, b"hello")
        worker = peers.worker(service, settled=False)
        workers.append((worker, worker.next_request().address))
    order = [2, 0, 1]
    for index in order:
        worker, address = workers[index]
        worker.final(address, b"done")
        client.final()
    for index in order:
        client.request(service, b"next")
        workers[index][0].next_request()


def test_services_do_not_mix(peers, service):
    """Architecture: one queue for each service name; names are compared byte by byte."""
    names = [service, service + b".", service.upper(), service + b" "]
    workers = [peers.worker(name) for name in names]
    client = peers.client()
    for name, worker in zip(names, workers):
        client.request(name, name)
        request = worker.next_request()
        assert request.body == (name,)
        worker.final(request.address, b"from " + name)
        reply = client.reply()
        assert (reply.service, reply.body) == (name, [b"from " + name])


def test_answer_for_a_client_that_left_harms_nobody(peers, service):
    """Reliability: a client may have disconnected before its answer arrives."""
    worker = peers.worker(service)
    leaving = peers.client()
    leaving.request(service, b"bye")
    request = worker.next_request()
    leaving.close()
    worker.gets_no_request(0.2)
    worker.final(request.address, b"too late")
    staying = peers.client()
    staying.request(service, b"here")
    request = worker.next_request()
    assert request.body == (b"here",)
    worker.final(request.address, b"in time")
    assert staying.final() == [b"in time"]


def test_broker_restart_is_survived_by_plain_peers(own_system, own_peers, service):
    """Reliability: the broker crashes and restarts; the worker registers again."""
    client = own_peers.client()
    with mdp.ServingWorker(own_system.endpoint, service, lambda body: [body]) as worker:
        assert client.call(service, b"before") == ([], [b"before"])
        own_system.broker.kill()
        assert not own_system.broker.is_running
        own_system.start_broker()
        own_peers.wait_for_worker(service)
        with mdp.Client(own_system.endpoint) as anew:
            assert anew.call(service, b"after") == ([], [b"after"])
        assert programs.eventually(lambda: worker.registrations >= 2)
