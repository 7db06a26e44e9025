"""Statement S3: ipc in a 0700 directory, and another uid is refused by the broker itself.

The second user is `nobody`, in a forked child that gives up root; so these tests need root. The
directory keeps strangers out already: to show that the broker does so too, the way to the socket
is opened for the length of one test.
"""

import json
import os
import pwd
import stat
import time
import traceback

import pytest
import zmq
from zmq.utils.monitor import recv_monitor_message

import mdp

NOBODY = pwd.getpwnam("nobody")
needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")

#: Seconds that the stranger tries.
TRIAL = 2.0


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def try_to_speak(endpoint):
    """In the child: connects, asks mmi.service, and notes what the socket went through."""
    context = zmq.Context()
    client = context.socket(zmq.DEALER)
    client.linger = 0
    client.reconnect_ivl = -1
    monitor = client.get_monitor_socket()
    client.connect(endpoint)
    client.send_multipart([mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.service", b"x"], zmq.DONTWAIT)
    seen, answered, end = [], False, time.monotonic() + TRIAL
    poller = zmq.Poller()
    poller.register(client, zmq.POLLIN)
    poller.register(monitor, zmq.POLLIN)
    while time.monotonic() < end and not answered:
        ready = dict(poller.poll(100))
        if client in ready:
            client.recv_multipart()
            answered = True
        while monitor.poll(0):
            seen.append(zmq.Event(recv_monitor_message(monitor)["event"]).name)
        if "DISCONNECTED" in seen:
            break
    return {"uid": os.geteuid(), "answered": answered, "events": seen}


def as_user(user, action, *arguments):
    """Runs `action` in a forked child of that user (None: unchanged); its answer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if user is not None:
                os.setgroups([])
                os.setgid(user.pw_gid)
                os.setuid(user.pw_uid)
            answer = action(*arguments)
        except BaseException:
            answer = {"failure": traceback.format_exc()}
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = json.loads(pipe.read())
    os.waitpid(child, 0)
    assert "failure" not in answer, answer["failure"]
    return answer


def can_open(path):
    """In the child: whether the directory lets us through to the socket."""
    try:
        os.stat(path)
        return {"error": None}
    except OSError as error:
        return {"error": type(error).__name__}


@pytest.fixture
def socket_path(own_system):
    return own_system.home / "run" / "broker.ipc"


def open_the_way(own_system, socket_path):
    os.chmod(own_system.home, 0o711)
    os.chmod(socket_path.parent, 0o711)
    os.chmod(socket_path, 0o777)


def test_directory_and_socket_are_private(own_system, socket_path):
    assert mode(own_system.home) == 0o700
    assert mode(socket_path.parent) == 0o700
    assert mode(socket_path) & 0o077 == 0
    assert stat.S_ISSOCK(os.stat(socket_path).st_mode)
    assert os.stat(socket_path).st_uid == os.getuid()


@needs_root
def test_directory_keeps_another_user_out(own_system, socket_path):
    assert as_user(NOBODY, can_open, str(socket_path)) == {"error": "PermissionError"}
    assert as_user(None, can_open, str(socket_path)) == {"error": None}


@needs_root
def test_broker_refuses_another_user_even_when_the_way_is_open(own_system, own_peers, socket_path):
    open_the_way(own_system, socket_path)
    assert as_user(NOBODY, can_open, str(socket_path)) == {"error": None}

    stranger = as_user(NOBODY, try_to_speak, own_system.endpoint)
    assert stranger["uid"] == NOBODY.pw_uid
    assert "CONNECTED" in stranger["events"], "the stranger reached the socket: the fault happened"
    assert not stranger["answered"]
    assert "HANDSHAKE_SUCCEEDED" not in stranger["events"]
    assert "HANDSHAKE_FAILED_AUTH" in stranger["events"] or "DISCONNECTED" in stranger["events"]

    owner = as_user(None, try_to_speak, own_system.endpoint)
    assert owner["uid"] == os.getuid()
    assert owner["answered"]
    assert "HANDSHAKE_SUCCEEDED" in owner["events"]


@needs_root
def test_refused_user_cannot_disturb_the_others(own_system, own_peers, socket_path, service):
    open_the_way(own_system, socket_path)
    with mdp.ServingWorker(own_system.endpoint, service, lambda body: [body]):
        own_peers.wait_for_worker(service)
        for _ in range(3):
            stranger = as_user(NOBODY, try_to_speak, own_system.endpoint)
            assert "CONNECTED" in stranger["events"]
            assert not stranger["answered"]
            assert own_peers.client().call(service, b"still here") == ([], [b"still here"])
