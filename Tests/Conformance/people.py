"""The whole system with families in it, driven over the wire: where tests of the product start."""

import base64
import contextlib
import dataclasses
import json
import uuid

import codec
import mdp
import ours
import programs

SERVICES = programs.services()
PASSWORD = "quiet otters climb slowly"


class Refused(Exception):
    """A service said no; `error` is the object that it sent."""

    def __init__(self, error):
        super().__init__(json.dumps(error))
        self.error = error


@dataclasses.dataclass
class Person:
    """Somebody with an account, a session and the passport fetched last."""

    name: str
    email: str
    user_id: str
    token: str
    passport: bytes = b""


@dataclasses.dataclass
class Answer:
    """A whole answer: how many PARTIALs it took, and what they say together."""

    partials: int
    octets: bytes

    def json(self):
        return json.loads(self.octets)


def octets(identifier):
    """The sixteen octets of an id."""
    return uuid.UUID(identifier).bytes


@contextlib.contextmanager
def leaving(endpoint):
    """A client that goes as soon as its request is sent, without waiting for anything."""
    caller = ours.Caller(endpoint)
    # What was sent reaches the broker: only the answer finds nobody.
    caller.socket.linger = 2_000
    try:
        yield caller
    finally:
        caller.close()


class Product(programs.System):
    """Broker and services in a home of their own. `environment` is given to all of them."""

    def __init__(self, **variables):
        # A test signs up more people than strangers may.
        super().__init__(environment={
            "COMPASS_TEST_HOOKS": "cheap-passwords", "COMPASS_SIGNUPS": "100000", **variables})
        try:
            for name in SERVICES:
                self.start_service(f"compass-{name}")
            self.caller = ours.Caller(self.endpoint)
        except BaseException:
            self.__exit__(AssertionError)
            raise

    def __exit__(self, kind, *more):
        if hasattr(self, "caller"):
            self.caller.close()
        super().__exit__(kind, *more)

    def service(self, name):
        """The process of a service."""
        return next(each for each in self.services if each.name == f"compass-{name}")

    # Calls

    def answer(self, service, operation, payload=None, person=None, family=None, **more):
        """Asks and waits; slices are numbered without a gap and speak of the same request."""
        request_id = self.caller.ask(
            service.encode(), operation, [json.dumps(payload or {}).encode()],
            passport=person.passport if person else b"",
            family_id=octets(family) if family else None,
            **{"budget_ms": 10_000, **more})
        joined, number = b"", 0
        while True:
            reply = ours.Answer.of(self.caller.reply(20))
            assert reply.envelope.request_id == request_id
            assert reply.envelope.slice == number
            joined += b"".join(reply.payload)
            if reply.command == mdp.CLIENT_FINAL:
                break
            number += 1
        if reply.status != "OK":
            raise Refused(json.loads(joined)["error"])
        return Answer(number, joined)

    def read(self, service, operation, payload=None, person=None, family=None):
        """The JSON of an answer."""
        return self.answer(service, operation, payload, person, family).json()

    def change(self, service, operation, payload=None, person=None, family=None):
        """A command under a key of its own; its JSON."""
        return self.answer(
            service, operation, payload, person, family, idempotency_key=codec.new_id()).json()

    # People and families

    def person(self, name, role):
        """Signs somebody up and in."""
        email = f"{uuid.uuid4().hex[:12]}@product.example"
        self.change("identity", "users.signUp", {
            "email": email, "full_name": name, "role": role, "password": PASSWORD})
        login = self.change("identity", "sessions.login", {
            "email": email, "password": PASSWORD, "device": "tests"})
        person = Person(name, email, login["user"]["id"], login["token"])
        return self.renew(person)

    def renew(self, person):
        """Fetches a passport with the present rights."""
        issued = self.change("identity", "passports.issue", {"token": person.token})
        person.passport = base64.b64decode(issued["passport"])
        return person

    def family(self, player, name="Family"):
        """Makes a family with this player in it: its id and its two codes."""
        made = self.change("identity", "families.create", {"name": name}, player)
        self.renew(player)
        return made["family"]["family_unit_id"], made["codes"]

    def join(self, person, code):
        self.change("identity", "families.join", {"code": code}, person)
        return self.renew(person)

    def school(self, player, family, name="State University"):
        return self.change("coaches", "schools.add", {"name": name}, player, family)["school"]["id"]

    def log(self, player, family, school, **fields):
        """Logs an interaction; the record."""
        form = {
            "school_id": school, "type": "email", "direction": "outbound",
            "occurred_at": "2026-02-10T12:00:00.000Z", **fields}
        answer = self.change("interactions", "interactions.create", form, player, family)
        return answer["interaction"]
