"""A Majordomo broker in Python, driven step by step, which checks what a service's worker sends.

It knows the RFC, and supports our extensions only where a test lets it announce them.
"""

import json
import pathlib
import shutil
import tempfile
import time

import zmq

import mdp

EXTENSIONS = ["header-1", "credit-1", "drain-1"]


class FakeBroker:
    """A ROUTER socket at an ipc endpoint in its own directory."""

    def __init__(self, extensions=()):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="cmpf-"))
        self.endpoint = f"ipc://{self.home}/broker.ipc"
        self.extensions = list(extensions)
        self.socket = zmq.Context.instance().socket(zmq.ROUTER)
        self.socket.linger = 0
        self.socket.router_mandatory = True
        self.socket.bind(self.endpoint)
        self.ready = {}      # routing id -> service name
        self.heard = []      # every worker command: (time, routing id, frames)
        self.questions = []  # every client request except mmi: (routing id, service, body)
        self.forwards = False  # whether requests from one service reach the other services
        self.beating = True
        self.beat_at = 0.0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def send(self, peer, *frames):
        self.socket.send_multipart([peer, *frames], zmq.DONTWAIT)

    def run(self, seconds, until=lambda: False):
        """Serves for the given time, or until the condition is true; returns the condition."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() >= end:
                return False
            self._beat()
            if self.socket.poll(20):
                peer, *frames = self.socket.recv_multipart()
                try:
                    self._take(peer, frames)
                except zmq.ZMQError as error:
                    # Who asked has left, as `forget_unreachable` says, and asks again.
                    if error.errno != zmq.EHOSTUNREACH:
                        raise
        return True

    def wait_for_worker(self, service, seconds=10):
        """The routing id under which `service` is registered."""
        assert self.run(seconds, lambda: self.workers(service)), f"{service} sent no READY"
        return self.workers(service)[-1]

    def workers(self, service):
        return [peer for peer, name in self.ready.items() if name == service]

    def commands(self, kind, peer=None):
        return [
            frames for _, each, frames in self.heard
            if frames[1] == kind and peer in (None, each)]

    def ask(self, worker, *body, seconds=mdp.PATIENCE, address=b"\0client"):
        """Sends a REQUEST and returns the bodies of all replies. The last one is FINAL's."""
        before = len(self.heard)
        self.send(worker, mdp.WORKER, mdp.REQUEST, address, b"", *body)
        replies = []

        def is_final():
            replies.clear()
            for _, peer, frames in self.heard[before:]:
                is_reply = peer == worker and frames[1] in (mdp.PARTIAL, mdp.FINAL)
                # Replies to requests from other services can arrive in between.
                if is_reply and frames[2] not in self._askers():
                    assert frames[2] == address, "precisely the address of the request"
                    assert frames[3] == b"", "the address is followed by an empty frame"
                    assert len(frames) >= 5
                    replies.append(frames)
            return any(frames[1] == mdp.FINAL for frames in replies)

        assert self.run(seconds, is_final), "no FINAL"
        return [frames[4:] for frames in replies]

    def forget_unreachable(self):
        """Forgets workers that left because no heartbeat came for too long; they come back."""
        for peer in list(self.ready):
            try:
                self.send(peer, mdp.WORKER, mdp.HEARTBEAT)
            except zmq.ZMQError:
                del self.ready[peer]

    def _beat(self):
        if self.beating and time.monotonic() >= self.beat_at:
            self.beat_at = time.monotonic() + mdp.HEARTBEAT_INTERVAL
            self.forget_unreachable()

    def _take(self, peer, frames):
        if frames[0] == mdp.CLIENT:
            assert len(frames) >= 4 and frames[1] == mdp.CLIENT_REQUEST, frames
            if frames[2].startswith(b"mmi."):
                self.send(peer, mdp.CLIENT, mdp.CLIENT_FINAL, frames[2], self._mmi(frames[2]))
            else:
                self._forward(peer, frames[2], frames[3:])
            return
        assert frames[0] == mdp.WORKER and len(frames) >= 2, frames
        self.heard.append((time.monotonic(), peer, frames))
        if frames[1] == mdp.READY:
            self.ready[peer] = frames[2]
        elif frames[1] == mdp.DISCONNECT:
            self.ready.pop(peer, None)
        elif frames[1:] == [mdp.HEARTBEAT, bytes(4)]:
            self.send(peer, *frames)  # the broker echoes the drain message
        elif frames[1] in (mdp.PARTIAL, mdp.FINAL) and frames[2] in self._askers():
            command = mdp.CLIENT_PARTIAL if frames[1] == mdp.PARTIAL else mdp.CLIENT_FINAL
            self.send(frames[2], mdp.CLIENT, command, self.ready.get(peer, b"?"), *frames[4:])

    def _askers(self):
        return {peer for peer, _, _ in self.questions}

    def _forward(self, peer, service, body):
        self.questions.append((peer, service, body))
        if self.forwards and (workers := self.workers(service)):
            self.send(workers[-1], mdp.WORKER, mdp.REQUEST, peer, b"", *body)

    def _mmi(self, name):
        if name != b"mmi.broker" or not self.extensions:
            return b"501"
        return json.dumps({
            "broker": "fake", "protocol": "MDP/0.2", "epoch": "00" * 16, "heartbeat_ms": 1000,
            "liveness": 3, "extensions": self.extensions}).encode()
