"""8/MMI, the management names of the broker.

| section          | the RFC asks                                              | proof |
|------------------|-----------------------------------------------------------|-------|
| Namespace        | all services that start with "mmi." are handled inside    | unknown_name_is_501, worker_cannot_take… |
| Namespace        | a worker that registers in it MUST be disconnected        | worker_of_the_namespace_is_disconnected |
| Default services | mmi.service is implemented                                | service_is_404_then_200_then_404 |
| Default services | mmi.service: 200 with at least one worker                 | service_counts_every_worker |
| Default services | mmi.service: 404 without                                  | service_is_404_then_200_then_404 |
| Default services | any other name of the namespace results in 501            | unknown_name_is_501 |

`mmi.broker` is our own name. docs/protocol.md defines its answer; test_extensions.py tests it.
"""

import pytest


OURS = [b"mmi.", b"mmi.service", b"mmi.broker", b"mmi.anything", b"mmi.service.more"]


def test_service_is_404_then_200_then_404(peers, service):
    """Default services: 404 without worker, 200 with one, 404 when it has left."""
    client = peers.client()
    assert client.call(b"mmi.service", service) == ([], [b"404"])
    worker = peers.worker(service, settled=False)
    peers.wait_for_worker(service)
    assert client.call(b"mmi.service", service) == ([], [b"200"])
    worker.disconnect()
    peers.wait_for_no_worker(service)
    assert client.call(b"mmi.service", service) == ([], [b"404"])


def test_service_counts_every_worker(peers, service):
    """Default services: 200 while at least one worker is left, busy or not."""
    first = peers.worker(service)
    client = peers.client()
    client.request(service, b"work")
    request = first.next_request()
    assert peers.has_worker(service), "a busy worker is registered too"
    client.request(service, b"more")
    second = peers.worker(service)
    second.next_request()
    first.final(request.address, b"done")
    client.final()
    first.disconnect()
    first.hears_nothing(0.2)
    assert peers.has_worker(service)
    second.disconnect()
    peers.wait_for_no_worker(service)


def test_waiting_request_alone_is_no_service(peers, service):
    """Default services: a name that clients only request has no worker."""
    peers.client().request(service, b"anybody?")
    assert not peers.has_worker(service)


def test_reply_is_one_final_named_as_asked(peers, service):
    """18/MDP, FINAL: the answer of mmi.service has the form of any worker's answer."""
    client = peers.client()
    client.request(b"mmi.service", service)
    assert client.receive() == [b"MDPC02", b"\x03", b"mmi.service", b"404"]
    client.hears_nothing(0.1)


def test_namespace_itself_has_no_worker(peers):
    """Default services: no worker is registered for the broker's own names."""
    client = peers.client()
    for name in OURS:
        assert client.call(b"mmi.service", name) == ([], [b"404"])


@pytest.mark.parametrize(
    "name", [b"mmi.", b"mmi.services", b"mmi.Service", b"mmi.echo", b"mmi. ", b"mmi." * 20])
def test_unknown_name_is_501(peers, name):
    """Default services: unimplemented names MUST result in 501."""
    assert peers.client().call(name, b"?") == ([], [b"501"])


@pytest.mark.parametrize("name", [b"mmi", b"Mmi.service", b"xmmi.service", b" mmi.service"])
def test_name_outside_the_namespace_is_an_ordinary_service(peers, name):
    """Namespace: only names that start with "mmi." are the broker's."""
    worker = peers.worker(name)
    client = peers.client()
    client.request(name, b"?")
    request = worker.next_request()
    worker.final(request.address, b"mine")
    assert client.final() == [b"mine"]


@pytest.mark.parametrize("name", OURS)
def test_worker_of_the_namespace_is_disconnected(peers, name):
    """Namespace: workers that register in it MUST be disconnected."""
    worker = peers.worker()
    worker.ready(name)
    worker.is_disconnected()
    worker.hears_nothing(1.2)


def test_worker_cannot_take_an_unimplemented_name(peers):
    """Namespace: even a name that the broker does not implement never reaches a worker."""
    worker = peers.worker()
    worker.ready(b"mmi.mine")
    worker.is_disconnected()
    assert peers.client().call(b"mmi.mine", b"?") == ([], [b"501"])
    worker.hears_nothing(0.1)


@pytest.mark.parametrize("body", [[b""], [b"", b""], [b"\xff\x00"], [b"x" * 5000]])
def test_odd_question_gets_an_answer(peers, body):
    """Default services: whatever name the question holds, it has no worker."""
    assert peers.client().call(b"mmi.service", *body) == ([], [b"404"])


def test_many_clients_ask_at_once(peers, service):
    """Each client gets its own answer."""
    peers.worker(service)
    clients = [peers.client() for _ in range(20)]
    for number, client in enumerate(clients):
        client.request(b"mmi.service", service if number % 2 else service + b"-absent")
    for number, client in enumerate(clients):
        assert client.final() == [b"200" if number % 2 else b"404"]
