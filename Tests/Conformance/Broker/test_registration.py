"""A worker can offer a service of the product only with the key of that service."""

import json

import pytest

import mdp
import passports
import people
import programs

WINDOW = b"\x00\x00\x00\x08"


@pytest.fixture(scope="module")
def product():
    with people.Product() as product:
        yield product


class Rogue(mdp.Worker):
    """A worker of the same user that shows whatever proof it is given."""

    def __init__(self, endpoint):
        super().__init__(endpoint)
        self.send(mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.broker", b"")
        told = json.loads(self.receive()[-1])
        assert "proof-1" in told["extensions"]
        self.challenge = told["challenge"]

    def statement(self, service):
        return f"compass-worker-1\n{service}\n{self.challenge}".encode()

    def register(self, service, *proof):
        self.send(mdp.WORKER, mdp.READY, service.encode(), WINDOW, *proof)


def signature(product, owner, statement):
    return passports.Keys(product.home).signing(owner).sign(statement).signature


@pytest.mark.parametrize("service", programs.services())
def test_name_alone_offers_nothing(product, service):
    """A rogue worker of the same user is disconnected unless it shows the right proof."""
    other = next(each for each in programs.services() if each != service)
    own, foreign = f"service-{service}", f"service-{other}"
    with Rogue(product.endpoint) as elsewhere:
        proofs = [
            lambda rogue: [],
            lambda rogue: [b""],
            lambda rogue: [bytes(64)],
            lambda rogue: [signature(product, foreign, rogue.statement(service))],
            lambda rogue: [signature(product, "operator", rogue.statement(service))],
            lambda rogue: [signature(product, own, rogue.statement(other))],
            lambda rogue: [signature(product, own, elsewhere.statement(service))],
        ]
        for proof in proofs:
            with Rogue(product.endpoint) as rogue:
                rogue.register(service, *proof(rogue))
                rogue.is_disconnected()
    with mdp.Worker(product.endpoint, service.encode()) as plain:
        plain.is_disconnected()
    # The real service stays available the whole time.
    assert product.read(service, "$srv.ping")["name"] == service


def test_password_goes_to_identity_alone(product):
    """A rogue identity beside the real one receives nothing from people who create accounts."""
    with Rogue(product.endpoint) as rogue:
        rogue.register("identity")
        for _ in range(3):
            product.person("Sam Rivera", "player")
        rogue.is_disconnected()
        rogue.gets_no_request()


def test_worker_with_the_key_is_admitted(product):
    with Rogue(product.endpoint) as worker:
        proof = signature(product, "service-events", worker.statement("events"))
        worker.register("events", proof)
        worker.stays_registered()
        worker.disconnect()


def test_refusals_are_counted_and_told(product):
    """Refusals are counted in the broker's statistics and logged, but only a few times."""
    def stats():
        return json.loads(client.call(b"$srv.stats", b"")[1][0])

    with mdp.Client(product.endpoint) as client:
        before = stats()
        for _ in range(5):
            with Rogue(product.endpoint) as rogue:
                rogue.register("coaches")
                rogue.is_disconnected()
        after = stats()
    assert after["registrations_refused"] - before["registrations_refused"] == 5
    assert after["connections"] > 0 and after["incoming_bytes"] == 0
    lines = [line for line in product.broker.log().splitlines() if "without the key" in line]
    assert 1 <= len(lines) <= 5
    assert all(json.loads(line)["level"] == "warning" for line in lines)
