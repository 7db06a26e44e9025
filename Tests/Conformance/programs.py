"""Starts and stops the real programs, each system in its own home."""

import ctypes
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

PR_SET_PDEATHSIG = 1

#: How many seconds a program may take to become ready, and to end after SIGTERM.
START_LIMIT = 20.0
STOP_LIMIT = 15.0
#: How many seconds a command may take, also beside other programs that use every core.
RUN_LIMIT = 120.0

_libc = ctypes.CDLL(None, use_errno=True)


def _die_with_the_test():
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def program(name):
    """The path of a program, in the same folder as the broker."""
    broker = os.environ.get("COMPASS_BROKER_PROGRAM")
    if broker is None:
        here = pathlib.Path(__file__).resolve()
        broker = here.parents[2] / ".build" / "debug" / "compass-broker"
    return pathlib.Path(broker).parent / name


def run(name, arguments, environment, text="", folder=None):
    """Runs a program in `folder` until it ends, with `text` as its input; returns its output."""
    return subprocess.run(
        [program(name), *arguments], env=environment, input=text, capture_output=True, text=True,
        timeout=RUN_LIMIT, cwd=folder, preexec_fn=_die_with_the_test)


def services():
    """The names of the data services, in the order in which they start."""
    table = pathlib.Path(__file__).resolve().parents[2] / "deploy" / "services.tsv"
    rows = [line.split("\t") for line in table.read_text().splitlines() if not line.startswith("#")]
    return [row[0] for row in rows if row[2] == "yes"]


class Process:
    """One running program."""

    def __init__(self, name, home, *arguments, environment=None, wait=True):
        self.name = name
        self.home = pathlib.Path(home)
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.log_path = self.home / f"{name}.stderr"
        reading, writing = os.pipe()
        settings = {key: value for key, value in os.environ.items() if "COMPASS" not in key}
        settings.update({"COMPASS_HOME": str(home)}, **(environment or {}))
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [program(name), *arguments, "--notification-fd", str(writing)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=settings,
                pass_fds=[writing], preexec_fn=_die_with_the_test)
        os.close(writing)
        try:
            if wait:
                self._wait_until_ready(reading)
        except BaseException:
            self.kill()
            raise
        finally:
            os.close(reading)

    def _wait_until_ready(self, descriptor):
        readable, _, _ = select.select([descriptor], [], [], START_LIMIT)
        said = os.read(descriptor, 64) if readable else b""
        assert b"\n" in said, f"{self.name} did not become ready:\n{self.log()}"

    @property
    def is_running(self):
        return self.process.poll() is None

    def log(self):
        return self.log_path.read_text(errors="replace")[-4000:]

    def resident_bytes(self):
        """The process's anonymous memory (RssAnon), without mapped files or the Swift runtime."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no RssAnon")

    def stop(self):
        """Sends SIGTERM and returns the exit status."""
        if self.is_running:
            self.process.terminate()
        return self.process.wait(STOP_LIMIT)

    def kill(self):
        if self.is_running:
            self.process.kill()
        return self.process.wait(STOP_LIMIT)


class System:
    """A broker in its own home. Tests can add services."""

    def __init__(self, *broker_arguments, environment=None):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="cmps-"))
        self.endpoint = f"ipc://{self.home}/run/broker.ipc"
        self.broker_arguments = broker_arguments
        self.environment = environment
        self.services = []
        self.broker = None
        try:
            self.start_broker()
        except BaseException:
            shutil.rmtree(self.home, ignore_errors=True)
            raise

    def start_broker(self):
        self.broker = Process(
            "compass-broker", self.home, *self.broker_arguments, environment=self.environment)

    def start_service(self, name, *arguments):
        service = Process(name, self.home, *arguments, environment=self.environment)
        self.services.append(service)
        return service

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            for service in reversed(self.services):
                service.kill() if kind else service.stop()
            status = self.broker.stop()
            if kind is None:
                assert status == 0, f"broker ended with {status}:\n{self.broker.log()}"
        finally:
            for each in [*self.services, self.broker]:
                each.kill()
            shutil.rmtree(self.home, ignore_errors=True)


def eventually(condition, seconds=5.0, pause=0.02):
    """Waits until `condition()` is true or the time is over; returns its last value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() >= end:
            return value
        time.sleep(pause)
