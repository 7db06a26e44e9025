"""Peers that use our extensions: the header (docs/protocol.md 3), credit and drain (5)."""

import dataclasses
import json
import struct

import codec
import mdp


@dataclasses.dataclass
class Answer:
    """A reply with our header: its envelope and its payload frames."""

    command: bytes
    envelope: codec.Reply
    payload: list

    @classmethod
    def of(cls, reply):
        envelope = codec.decode(reply.body[0])
        assert isinstance(envelope, codec.Reply), envelope
        return cls(reply.command, envelope, reply.body[1:])

    @property
    def status(self):
        return self.envelope.status

    def json(self):
        return json.loads(b"".join(self.payload))


class Caller(mdp.Client):
    """A client with headers. Every answer must carry the id of its request."""

    def ask(self, service, operation="test.do", payload=(b"{}",), **more):
        """Sends a request with a new id and returns the id."""
        request_id, envelope = codec.request(operation, **more)
        self.last_body = [envelope, *payload]
        self.request(service, *self.last_body)
        return request_id

    def answer(self, request_id, timeout=mdp.PATIENCE):
        """The next reply, which must be a FINAL that answers `request_id`."""
        answer = Answer.of(self.reply(timeout))
        assert answer.command == mdp.CLIENT_FINAL
        assert answer.envelope.request_id == request_id
        return answer

    def call_ours(self, service, operation="test.do", payload=(b"{}",), timeout=mdp.PATIENCE,
                  **more):
        return self.answer(self.ask(service, operation, payload, **more), timeout)


def is_error(answer, status, executed, retry_after_ms=None):
    """Checks the broker's own answer against docs/protocol.md 3.3 and 4."""
    envelope = answer.envelope
    assert (envelope.status, envelope.executed) == (status, executed)
    assert envelope.retry_after_ms == retry_after_ms
    assert envelope.slice == 0 and not envelope.replayed
    error = answer.json()["error"]
    assert isinstance(error["code"], str) and error["code"]
    assert isinstance(error["message"], str) and error["message"]
    assert isinstance(error["retryable"], bool)
    assert error["request_id"].replace("-", "") == envelope.request_id.hex()
    return error


def credit(window):
    return struct.pack(">I", window)


class CreditWorker(mdp.Worker):
    """A worker with a window: it accepts several requests at once."""

    def __init__(self, endpoint, service, window):
        super().__init__(endpoint)
        self.send(mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.broker", b"")
        reply = mdp.Reply.parse(self.receive())
        assert "credit-1" in json.loads(reply.body[0])["extensions"]
        self.send(mdp.WORKER, mdp.READY, service, credit(window))

    def set_window(self, window):
        self.send(mdp.WORKER, mdp.HEARTBEAT, credit(window))

    def finish(self, request, *payload, status="OK"):
        """Sends FINAL with the header that a worker with credit must send."""
        request_id = codec.decode(request.body[0]).request_id
        self.final(request.address, codec.reply(request_id, status), *payload)

    def frames_until(self, wanted, timeout=mdp.PATIENCE):
        """All messages up to and including `wanted`, which must arrive."""
        seen = []
        while not seen or seen[-1] != wanted:
            frames = self.receive(timeout)
            assert frames is not None, f"{wanted} did not come after {seen}"
            seen.append(frames)
        return seen
