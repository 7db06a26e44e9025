"""The whole system with families in it, used over the wire. Most tests of features use it."""

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
    """A service refused the request. `error` is the object that it sent."""

    def __init__(self, error):
        super().__init__(json.dumps(error))
        self.error = error


@dataclasses.dataclass
class Person:
    """Someone with an account, a session and the most recent passport."""

    name: str
    email: str
    user_id: str
    token: str
    passport: bytes = b""


@dataclasses.dataclass
class Answer:
    """A complete answer: the number of PARTIALs and their joined bytes."""

    partials: int
    raw: bytes

    def json(self):
        return json.loads(self.raw)


def raw(identifier):
    """The sixteen bytes of an id."""
    return uuid.UUID(identifier).bytes


@contextlib.contextmanager
def leaving(endpoint):
    """A client that closes as soon as its request is sent, without waiting for an answer."""
    caller = ours.Caller(endpoint)
    # The request still reaches the broker. Only the answer finds no recipient.
    caller.socket.linger = 2_000
    try:
        yield caller
    finally:
        caller.close()


class Product(programs.System):
    """Broker and services in their own home. All of them get `environment`."""

    def __init__(self, **variables):
        # A test creates more accounts than the limit for strangers allows.
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
        """Sends a request and joins its answer's slices, which must be numbered without gaps."""
        request_id = self.caller.ask(
            service.encode(), operation, [json.dumps(payload or {}).encode()],
            passport=person.passport if person else b"",
            family_id=raw(family) if family else None,
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
        """Sends a command with a new idempotency key and returns the answer's JSON."""
        return self.answer(
            service, operation, payload, person, family, idempotency_key=codec.new_id()).json()

    # People and families

    def person(self, name, role):
        """Creates an account and logs in."""
        email = f"{uuid.uuid4().hex[:12]}@product.example"
        self.change("identity", "users.signUp", {
            "email": email, "full_name": name, "role": role, "password": PASSWORD})
        login = self.change("identity", "sessions.login", {
            "email": email, "password": PASSWORD, "device": "tests"})
        person = Person(name, email, login["user"]["id"], login["token"])
        return self.renew(person)

    def renew(self, person):
        """Fetches a passport with the current rights."""
        issued = self.change("identity", "passports.issue", {"token": person.token})
        person.passport = base64.b64decode(issued["passport"])
        return person

    def family(self, player, name="Family"):
        """Creates a family with this player; returns its id and its two codes."""
        made = self.change("identity", "families.create", {"name": name}, player)
        self.renew(player)
        return made["family"]["family_unit_id"], made["codes"]

    def join(self, person, code):
        self.change("identity", "families.join", {"code": code}, person)
        return self.renew(person)

    def school(self, player, family, name="State University"):
        return self.change("coaches", "schools.add", {"name": name}, player, family)["school"]["id"]

    def log(self, player, family, school, **fields):
        """Logs an interaction and returns the record."""
        form = {
            "school_id": school, "type": "email", "direction": "outbound",
            "occurred_at": "2026-02-10T12:00:00.000Z", **fields}
        answer = self.change("interactions", "interactions.create", form, player, family)
        return answer["interaction"]
