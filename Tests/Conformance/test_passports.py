"""Forged, expired and foreign passports, through the broker and straight to each service.

A refusal is UNAUTHENTICATED, executed = no. Each attack is made beside a valid passport that is
accepted on the same way, so that a refusal cannot come from anything else.
"""

import shutil
import tempfile
import uuid

import pytest

import codec
import fakebroker
import ours
import passports
import programs

SERVICES = ["identity", "coaches", "interactions"]

#: For each service an operation for which one must be signed in.
QUESTIONS = {
    "identity": "users.whoAmI",
    "coaches": "schools.list",
    "interactions": "interactions.list",
}

pytestmark = pytest.mark.skipif(
    not all(programs.is_built(f"compass-{name}") for name in SERVICES),
    reason="the services are not built")


class ThroughTheBroker:
    """The whole system; the attacker is a client."""

    def __init__(self):
        self.system = programs.System()
        self.home = self.system.home
        for name in SERVICES:
            self.system.start_service(f"compass-{name}")
        self.caller = ours.Caller(self.system.endpoint)

    def ask(self, service, envelope, payload):
        self.caller.request(service.encode(), envelope, payload)
        return ours.Answer.of(self.caller.reply())

    def all_running(self):
        return all(each.is_running for each in [self.system.broker, *self.system.services])

    def close(self):
        self.caller.close()
        self.system.__exit__(None)


class Straight:
    """The services alone; the attacker is their broker, which they have no reason to trust."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="cmps-")
        self.broker = fakebroker.FakeBroker(fakebroker.EXTENSIONS)
        self.broker.forwards = True
        self.processes = []
        for name in SERVICES:
            self.processes.append(programs.Process(
                f"compass-{name}", self.home, "--broker-endpoint", self.broker.endpoint,
                wait=False))
            self.broker.wait_for_worker(name.encode(), 15)

    def ask(self, service, envelope, payload):
        worker = self.broker.wait_for_worker(service.encode())
        *_, final = self.broker.ask(worker, envelope, payload)
        return ours.Answer(b"\x03", codec.decode(final[0]), final[1:])

    def all_running(self):
        return all(each.is_running for each in self.processes)

    def close(self):
        for each in reversed(self.processes):
            each.kill()
        self.broker.__exit__()
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture(scope="module", params=[ThroughTheBroker, Straight])
def way(request):
    way = request.param()
    yield way
    assert way.all_running()
    way.close()


@pytest.fixture(params=SERVICES)
def target(request):
    return request.param


def knock(way, target, passport, family=None):
    """Asks with this passport; the answer."""
    request_id, envelope = codec.request(QUESTIONS[target], passport=passport, family_id=family)
    answer = way.ask(target, envelope, b"{}")
    assert answer.envelope.request_id == request_id
    return answer


def is_refused(answer):
    error = ours.is_error(answer, "UNAUTHENTICATED", "no", answer.envelope.retry_after_ms)
    assert error["code"] == "unauthenticated"
    return True


def a_family():
    return uuid.uuid4().bytes


def is_believed(answer):
    """Whether the passport counted: whatever was answered, it was not "who are you?"."""
    return answer.status not in ("UNAUTHENTICATED", "UNAVAILABLE", "INTERNAL", "UNIMPLEMENTED")


def test_valid_passport_is_believed(way, target):
    family = a_family()
    passport = passports.of_user([(family, passports.PLAYER)])
    answer = knock(way, target, passport.signed(passports.Keys(way.home).identity), family)
    assert is_believed(answer), answer
    if target != "identity":
        assert answer.status == "OK", answer


def test_nobody_is_refused(way, target):
    assert is_refused(knock(way, target, b"", a_family()))


def test_forged_passports_are_refused(way, target):
    cases = passports.forged(passports.Keys(way.home))
    assert len(cases) >= 20
    for name, octets in cases:
        family = a_family() if target != "identity" else None
        assert is_refused(knock(way, target, octets, family)), name


def test_passport_of_another_system_is_refused(way, target):
    """A foreign issuer: a real identity, but of another home."""
    with tempfile.TemporaryDirectory(prefix="cmps-") as home:
        with fakebroker.FakeBroker() as broker:
            foreign = programs.Process(
                "compass-identity", home, "--broker-endpoint", broker.endpoint, wait=False)
            broker.wait_for_worker(b"identity", 15)
            family = a_family()
            passport = passports.of_user([(family, passports.PLAYER)])
            octets = passport.signed(passports.Keys(home).identity)
            foreign.kill()
    assert is_refused(knock(way, target, octets, family))


def test_every_octet_of_a_passport_is_protected(way, target):
    family = a_family()
    passport = passports.of_user([(family, passports.PLAYER)])
    octets = passport.signed(passports.Keys(way.home).identity)
    flips = 0
    for index, spoilt in passports.flipped(octets):
        assert is_refused(knock(way, target, spoilt, family)), f"bit of octet {index}"
        flips += 1
    assert flips == len(octets)
    assert is_believed(knock(way, target, octets, family))


def test_passport_expires_while_it_is_known(way, target):
    """A verdict that was remembered does not outlive the passport."""
    family = a_family()
    lifetime = 1_500
    passport = passports.of_user(
        [(family, passports.PLAYER)], age_ms=0, lifetime_ms=lifetime)
    octets = passport.signed(passports.Keys(way.home).identity)
    assert is_believed(knock(way, target, octets, family))
    assert programs.eventually(lambda: passports.now_ms() > passport.expires_ms + 20)
    assert is_refused(knock(way, target, octets, family))


def test_services_own_passport_has_no_users_rights(way, target):
    """S16: a service principal is believed, and is nobody's user."""
    keys = passports.Keys(way.home)
    octets = passports.of_service(b"interactions").signed(keys.signing("service-interactions"))
    answer = knock(way, target, octets, a_family())
    assert answer.status in ("FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED"), answer
    assert answer.envelope.executed == "no"


def test_service_cannot_speak_for_another(way, target):
    keys = passports.Keys(way.home)
    octets = passports.of_service(b"identity").signed(keys.signing("service-coaches"))
    assert is_refused(knock(way, target, octets, a_family()))


def test_user_may_not_read_the_change_feed(way, target):
    family = a_family()
    passport = passports.of_user([(family, passports.PLAYER)])
    octets = passport.signed(passports.Keys(way.home).identity)
    _, envelope = codec.request("changes.fetch", passport=octets)
    answer = way.ask(target, envelope, b'{"after_seq":0,"limit":10,"wait_ms":0}')
    assert answer.status in ("FORBIDDEN", "UNAUTHENTICATED"), answer
