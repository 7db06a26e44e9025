"""An MDP 0.2 client and worker, written only from the text of 18/MDP.

They know no header, passport or credit, so whatever works with them works with any peer that
follows the RFC. Every command that arrives is checked against the RFC's layout. When the broker
sends anything else, the test that receives it gets a `ProtocolViolation`.
"""

import dataclasses
import threading
import time

import zmq

CLIENT = b"MDPC02"
WORKER = b"MDPW02"

# MDP/Client commands (18/MDP, "MDP/Client").
CLIENT_REQUEST = b"\x01"
CLIENT_PARTIAL = b"\x02"
CLIENT_FINAL = b"\x03"

# MDP/Worker commands (18/MDP, "MDP/Worker").
READY = b"\x01"
REQUEST = b"\x02"
PARTIAL = b"\x03"
FINAL = b"\x04"
HEARTBEAT = b"\x05"
DISCONNECT = b"\x06"

#: How many seconds a peer waits for something that the broker must do.
PATIENCE = 5.0
#: How many seconds without a message count as proof that none comes.
SILENCE = 0.4
#: Seconds between two heartbeats of a worker, and how many missed ones mean "disconnected".
HEARTBEAT_INTERVAL = 1.0
LIVENESS = 3


class ProtocolViolation(AssertionError):
    """The broker sent something that the RFC does not allow."""


class Timeout(AssertionError):
    """The broker did not send a message that it had to send."""


def must(condition, text, frames):
    if not condition:
        raise ProtocolViolation(f"{text}: {[bytes(frame[:64]) for frame in frames]}")


@dataclasses.dataclass(frozen=True)
class Reply:
    """What a client receives: PARTIAL or FINAL."""

    command: bytes
    service: bytes
    body: list

    @classmethod
    def parse(cls, frames):
        must(len(frames) >= 4, "a PARTIAL or FINAL has 4 or more frames", frames)
        must(frames[0] == CLIENT, "frame 0 is MDPC02", frames)
        must(frames[1] in (CLIENT_PARTIAL, CLIENT_FINAL), "frame 1 is PARTIAL or FINAL", frames)
        return cls(frames[1], frames[2], frames[3:])


@dataclasses.dataclass(frozen=True)
class Command:
    """What a worker receives: REQUEST, HEARTBEAT or DISCONNECT."""

    kind: bytes
    address: bytes = b""
    body: tuple = ()

    @classmethod
    def parse(cls, frames):
        must(len(frames) >= 2, "a worker command has 2 or more frames", frames)
        must(frames[0] == WORKER, "frame 0 is MDPW02", frames)
        kind = frames[1]
        if kind == REQUEST:
            must(len(frames) >= 5, "a REQUEST has 5 or more frames", frames)
            must(frames[2] != b"", "one client address frame", frames)
            must(frames[3] == b"", "the address is followed by an empty frame", frames)
            return cls(kind, frames[2], tuple(frames[4:]))
        must(kind in (HEARTBEAT, DISCONNECT), "a broker sends a worker only 2, 5 and 6", frames)
        must(len(frames) == 2, "HEARTBEAT and DISCONNECT have 2 frames", frames)
        return cls(kind)


class Peer:
    """A DEALER socket connected to the broker, which sends and receives frames."""

    def __init__(self, endpoint, socket_type=zmq.DEALER):
        self.endpoint = endpoint
        self.socket = zmq.Context.instance().socket(socket_type)
        self.socket.linger = 0
        self.socket.connect(endpoint)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, *frames, timeout=PATIENCE):
        if not self.socket.poll(timeout * 1000, zmq.POLLOUT):
            raise Timeout(f"{self.endpoint} takes no message")
        self.socket.send_multipart(frames, zmq.DONTWAIT)

    def receive(self, timeout=PATIENCE):
        """The frames of the next message, or None when none arrives in time."""
        if not self.socket.poll(max(0, timeout) * 1000, zmq.POLLIN):
            return None
        return self.socket.recv_multipart()

    def hears_nothing(self, seconds=SILENCE):
        frames = self.receive(seconds)
        if frames is not None:
            raise ProtocolViolation(f"nothing was expected, but came: {frames}")


class Client(Peer):
    """MDP/Client."""

    def request(self, service, *body):
        self.send(CLIENT, CLIENT_REQUEST, service, *body)

    def reply(self, timeout=PATIENCE):
        frames = self.receive(timeout)
        if frames is None:
            raise Timeout(f"no reply within {timeout} s")
        return Reply.parse(frames)

    def final(self, timeout=PATIENCE):
        """The body of the next reply, which must be a FINAL."""
        reply = self.reply(timeout)
        must(reply.command == CLIENT_FINAL, "a FINAL was expected", [reply.command, *reply.body])
        return reply.body

    def call(self, service, *body, timeout=PATIENCE):
        """Sends a REQUEST and returns (bodies of all PARTIALs, body of FINAL)."""
        self.request(service, *body)
        partials = []
        while True:
            reply = self.reply(timeout)
            must(reply.service == service, "the reply names the service", [reply.service])
            if reply.command == CLIENT_FINAL:
                return partials, reply.body
            partials.append(reply.body)


class Worker(Peer):
    """MDP/Worker, driven step by step by a test."""

    def __init__(self, endpoint, service=None):
        super().__init__(endpoint)
        self.registered = False
        self.heartbeat_at = 0.0
        if service is not None:
            self.ready(service)

    def ready(self, service):
        self.send(WORKER, READY, service)
        self.registered = True
        self.heartbeat_at = time.monotonic() + HEARTBEAT_INTERVAL

    def heartbeat(self):
        self.send(WORKER, HEARTBEAT)
        self.heartbeat_at = time.monotonic() + HEARTBEAT_INTERVAL

    def partial(self, address, *body):
        self.send(WORKER, PARTIAL, address, b"", *body)

    def final(self, address, *body):
        self.send(WORKER, FINAL, address, b"", *body)

    def disconnect(self):
        self.send(WORKER, DISCONNECT)
        self.registered = False

    def command(self, timeout=PATIENCE, beating=True):
        """The next command except heartbeats, or None. Sends heartbeats while it waits."""
        end = time.monotonic() + timeout
        while True:
            now = time.monotonic()
            if beating and self.registered and now >= self.heartbeat_at:
                self.heartbeat()
            pause = end - now
            if beating and self.registered:
                pause = min(pause, self.heartbeat_at - now)
            frames = self.receive(pause)
            if frames is not None:
                command = Command.parse(frames)
                if command.kind != HEARTBEAT:
                    return command
            elif time.monotonic() >= end:
                return None

    def next_request(self, timeout=PATIENCE):
        command = self.command(timeout)
        if command is None:
            raise Timeout(f"no REQUEST within {timeout} s")
        must(command.kind == REQUEST, "a REQUEST was expected", [command.kind])
        return command

    def is_disconnected(self, timeout=PATIENCE):
        """Waits for DISCONNECT. Nothing may follow it, not even a heartbeat."""
        command = self.command(timeout, beating=False)
        if command is None:
            raise Timeout(f"no DISCONNECT within {timeout} s")
        must(command.kind == DISCONNECT, "a DISCONNECT was expected", [command.kind])
        self.registered = False

    def stays_registered(self, seconds=SILENCE):
        """Checks that no DISCONNECT arrives. Requests from other clients are allowed."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            command = self.command(left)
            if command is not None:
                must(command.kind == REQUEST, "no DISCONNECT was expected", [command.kind])

    def gets_no_request(self, seconds=SILENCE):
        command = self.command(seconds)
        must(command is None, "no command was expected", [command.kind if command else b""])


class ServingWorker(threading.Thread):
    """A complete worker as the RFC describes it: it serves, sends heartbeats and reconnects.

    `handler(body)` returns the list of reply bodies: all except the last are sent as PARTIAL,
    the last as FINAL.
    """

    def __init__(self, endpoint, service, handler):
        super().__init__(daemon=True)
        self.endpoint = endpoint
        self.service = service
        self.handler = handler
        self.registrations = 0
        self.served = 0
        self.failure = None
        self.stopping = threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.join(10)
        if self.failure is not None:
            raise self.failure

    def run(self):
        try:
            while not self.stopping.is_set():
                with Worker(self.endpoint, self.service) as worker:
                    self.registrations += 1
                    self.converse(worker)
                    if self.stopping.is_set() and worker.registered:
                        worker.disconnect()
        except BaseException as error:  # passed on to the test that owns this worker
            self.failure = error

    def converse(self, worker):
        """One connection, until DISCONNECT, a silent broker or the end of the test."""
        heard_at = time.monotonic()
        while not self.stopping.is_set():
            now = time.monotonic()
            if now >= worker.heartbeat_at:
                worker.heartbeat()
            if now - heard_at > HEARTBEAT_INTERVAL * LIVENESS:
                worker.registered = False
                return
            frames = worker.receive(0.05)
            if frames is None:
                continue
            heard_at = time.monotonic()
            command = Command.parse(frames)
            if command.kind == DISCONNECT:
                worker.registered = False
                return
            if command.kind == REQUEST:
                *partials, final = self.handler(list(command.body))
                for body in partials:
                    worker.partial(command.address, *body)
                # Counted first, because a test may read the count as soon as it has the answer.
                self.served += 1
                worker.final(command.address, *final)
