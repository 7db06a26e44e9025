"""The ipc socket lies in a 0700 directory, and the broker itself refuses other user ids.

The second user is `nobody`, in a forked child that gives up root, so these tests need root. The
directory alone already keeps other users out. To show that the broker refuses them too, one test
opens the way to the socket while it runs.
"""

import contextlib
import json
import os
import pathlib
import pwd
import shutil
import stat
import tempfile
import time
import traceback

import pytest
import zmq
from zmq.utils.monitor import recv_monitor_message

import mdp
import programs

NOBODY = pwd.getpwnam("nobody")
needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")

#: How many seconds the stranger tries.
TRIAL = 2.0


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def try_to_speak(endpoint):
    """In the child: connects, asks mmi.service and records the socket's events."""
    context = zmq.Context()
    client = context.socket(zmq.DEALER)
    client.linger = 0
    client.reconnect_ivl = -1
    monitor = client.get_monitor_socket()
    client.connect(endpoint)
    # A connection that has already ended accepts no message. The events show it.
    with contextlib.suppress(zmq.Again):
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
    """Runs `action` in a forked child as that user (None: unchanged) and returns its answer."""
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
    """In the child: whether the directory gives access to the socket."""
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


def test_socket_of_a_long_home_lies_in_a_short_private_directory():
    """Some systems refuse socket paths over 100 bytes: the socket moves and stays private."""
    home = pathlib.Path(tempfile.mkdtemp(prefix="cmps-")) / ("long" * 30)
    short = pathlib.Path(tempfile.mkdtemp(prefix="cmpx-"))
    broker = programs.Process(
        "compass-broker", home, environment={"XDG_RUNTIME_DIR": str(short)})
    try:
        (socket_path,) = short.glob("*/broker.ipc")
        assert mode(socket_path.parent) == 0o700
        assert mode(socket_path) & 0o077 == 0
        with mdp.Client(f"ipc://{socket_path}") as client:
            assert client.call(b"mmi.service", b"x") == ([], [b"404"])
        assert broker.stop() == 0
    finally:
        broker.kill()
        shutil.rmtree(home.parent)
        shutil.rmtree(short)


def test_home_that_others_may_enter_is_refused():
    with tempfile.TemporaryDirectory(prefix="cmps-") as home:
        (pathlib.Path(home) / "run").mkdir()
        os.chmod(pathlib.Path(home) / "run", 0o755)
        with pytest.raises(AssertionError, match="did not become ready"):
            programs.Process("compass-broker", home)


@pytest.mark.parametrize("endpoint", ["tcp://127.0.0.1:5999", "nonsense"])
def test_endpoint_that_is_not_ipc_is_refused(endpoint):
    """TCP is refused, because it would need CURVE."""
    with tempfile.TemporaryDirectory(prefix="cmps-") as home:
        with pytest.raises(AssertionError, match="did not become ready"):
            programs.Process("compass-broker", home, "--broker-endpoint", endpoint)


def test_no_process_listens_on_tcp(own_system):
    """None of the broker's sockets is a TCP or UDP socket of the kernel."""
    folder = pathlib.Path(f"/proc/{own_system.broker.process.pid}/fd")
    inodes = set()
    for entry in folder.iterdir():
        try:
            target = os.readlink(entry)
        except FileNotFoundError:
            continue  # closed since the folder was listed: it can't be one that listens
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    assert inodes, "the broker has sockets"
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            assert line.split()[9] not in inodes, line


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


@needs_root
def test_refused_users_are_counted_and_told(own_system, socket_path):
    """Each refusal is counted; the log tells of several at once, at most every 10 seconds."""
    open_the_way(own_system, socket_path)

    def refused():
        with mdp.Client(own_system.endpoint) as client:
            return json.loads(client.call(b"$srv.stats", b"")[1][0])["peers_refused"]

    assert refused() == 0
    began = time.monotonic()
    for _ in range(5):
        assert not as_user(NOBODY, try_to_speak, own_system.endpoint)["answered"]
    # A library may try again by itself.
    assert refused() >= 5
    lines = [line for line in own_system.broker.log().splitlines() if "another user" in line]
    assert 1 <= len(lines) <= 1 + (time.monotonic() - began) // 10
    assert all(json.loads(line)["level"] == "warning" for line in lines)
