"""Fixtures: one shared broker for most tests, and a separate one for tests that disturb it."""

import itertools

import pytest

import mdp
import programs

_names = itertools.count(1)


@pytest.fixture(scope="session")
def _shared_system():
    with programs.System() as system:
        yield system


@pytest.fixture
def system(_shared_system):
    """The shared broker. After each test this checks that the same process is still running."""
    pid = _shared_system.broker.process.pid
    yield _shared_system
    assert _shared_system.broker.is_running, _shared_system.broker.log()
    assert _shared_system.broker.process.pid == pid


@pytest.fixture
def own_system():
    """A broker that only this test uses."""
    with programs.System() as system:
        yield system
        assert system.broker.is_running, system.broker.log()


class Peers:
    """Creates clients and workers and closes them after the test."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.made = []

    def _keep(self, peer):
        self.made.append(peer)
        return peer

    def client(self):
        return self._keep(mdp.Client(self.endpoint))

    def worker(self, service=None, settled=True):
        """A worker. With `settled`, the broker has registered it when this returns."""
        worker = self._keep(mdp.Worker(self.endpoint, service))
        if service is not None and settled:
            self.wait_for_worker(service)
        return worker

    def raw(self):
        return self._keep(mdp.Peer(self.endpoint))

    def has_worker(self, service):
        """Whether mmi.service reports a worker for the service."""
        with mdp.Client(self.endpoint) as client:
            _, final = client.call(b"mmi.service", service)
        assert final in ([b"200"], [b"404"]), final
        return final == [b"200"]

    def wait_for_worker(self, service):
        assert programs.eventually(lambda: self.has_worker(service)), f"{service} not registered"

    def wait_for_no_worker(self, service, seconds=30):
        gone = programs.eventually(lambda: not self.has_worker(service), seconds)
        assert gone, f"{service} is still registered"

    def close(self):
        for peer in self.made:
            peer.close()


@pytest.fixture
def peers(system):
    """Peers of the shared broker."""
    made = Peers(system.endpoint)
    yield made
    made.close()


@pytest.fixture
def own_peers(own_system):
    """Peers of this test's own broker."""
    made = Peers(own_system.endpoint)
    yield made
    made.close()


@pytest.fixture
def service():
    """A service name that no other test uses."""
    return b"conformance-%d" % next(_names)
