"""Attacks on the broker's memory, each in its own processes, and measurements meanwhile."""

import contextlib
import multiprocessing
import statistics
import threading
import time

import zmq

import mdp
import zmtp

MiB = 1024 * 1024

#: How often the broker's memory is read, in seconds.
LOOK = 0.005
#: Bytes in one PARTIAL of the generous worker, and PARTIALs in one reply.
SLICE = 250_000
SLICES = 40

#: The answer to a ZMTP ping. It can be sent without reading anything.
PING_ANSWER = zmtp.frame(b"\x04PONG", command=True)


class Watch(threading.Thread):
    """Reads the broker's own memory repeatedly."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process = process
        self.idle = process.resident_bytes()
        self.most = self.idle
        self.ended = threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()

    def run(self):
        while not self.ended.wait(LOOK):
            self.most = max(self.most, self.process.resident_bytes())

    @property
    def grown(self):
        """How far memory rose above the idle state at its highest."""
        return self.most - self.idle


def generous_worker(endpoint, service, ended):
    """Answers each request with ten megabytes, as fast as the broker accepts them."""
    answer = [[b"x" * SLICE] for _ in range(SLICES)] + [[b"end"]]
    with mdp.ServingWorker(endpoint, service, lambda body: answer):
        ended.wait()


def never_reads(endpoint, service, seconds):
    """Sends requests and ping answers all the time, but reads no byte of any answer."""
    request = b"".join(
        zmtp.frame(each, more=True) for each in (mdp.CLIENT, mdp.CLIENT_REQUEST, service)
    ) + zmtp.frame(b"?")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with zmtp.Connection(endpoint) as connection, contextlib.suppress(OSError):
            connection.shake_hands()
            connection.send(request * 30)
            while time.monotonic() < end:
                connection.send(PING_ANSWER)
                time.sleep(0.05)


def send_endlessly(endpoint, frames, seconds):
    """One message of these frames that never ends. Starts again after each disconnection."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with zmtp.Connection(endpoint) as connection, contextlib.suppress(OSError):
            connection.shake_hands()
            while time.monotonic() < end:
                connection.send(frames)


def endless_message(endpoint, service, seconds):
    """One message that never ends, in frames of 256 KiB."""
    send_endlessly(endpoint, zmtp.frame(b"x" * 256 * 1024, more=True), seconds)


def endless_crumbs(endpoint, service, seconds):
    """The same attack in empty frames."""
    send_endlessly(endpoint, zmtp.frame(b"", more=True) * 20_000, seconds)


def half_messages(endpoint, service, seconds):
    """A hundred connections, each with four megabytes of a message that never ends."""
    frames = zmtp.frame(b"x" * 256 * 1024, more=True) * 16
    end = time.monotonic() + seconds
    connections = []
    for _ in range(100):
        connection = zmtp.Connection(endpoint)
        connections.append(connection)
        with contextlib.suppress(OSError, AssertionError, IndexError):
            connection.shake_hands()
            connection.send(frames)
    while time.monotonic() < end:
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.send(PING_ANSWER)
        time.sleep(0.2)


def unserved_requests(endpoint, service, seconds):
    """Requests of a megabyte and of one byte for services that do not exist."""
    end = time.monotonic() + seconds
    body = [b"x" * 200_000] * 5
    number = 0
    with mdp.Client(endpoint) as client:
        while time.monotonic() < end:
            number += 1
            with contextlib.suppress(mdp.Timeout, zmq.ZMQError):
                client.request(
                    b"nobody-%d" % (number % 200), *(body if number % 40 == 0 else [b"?"]))


ATTACKS = [never_reads, endless_message, endless_crumbs, half_messages, unserved_requests]
#: Attackers at the same time.
ATTACKERS = 3


class Attack:
    """Processes that attack for a given time."""

    def __init__(self, action, endpoint, service, seconds):
        context = multiprocessing.get_context("fork")
        self.processes = [
            context.Process(target=action, args=(endpoint, service, seconds), daemon=True)
            for _ in range(ATTACKERS)]

    def __enter__(self):
        for each in self.processes:
            each.start()
        return self

    @property
    def goes_on(self):
        return any(each.is_alive() for each in self.processes)

    def __exit__(self, *_):
        for each in self.processes:
            each.join(20)
            each.kill()


@contextlib.contextmanager
def generosity(endpoint, service):
    """Runs the generous worker in its own process."""
    context = multiprocessing.get_context("fork")
    ended = context.Event()
    process = context.Process(
        target=generous_worker, args=(endpoint, service, ended), daemon=True)
    process.start()
    try:
        yield
    finally:
        ended.set()
        process.join(10)
        process.kill()


def calls(client, service, goes_on):
    """Durations of good calls in milliseconds, measured as long as `goes_on()` is true."""
    times = []
    while goes_on():
        begin = time.perf_counter()
        assert client.call(service, b"word")[1] == [b"echo", b"word"]
        times.append((time.perf_counter() - begin) * 1_000)
        time.sleep(0.002)
    return times


def p99(times):
    """The 99th percentile of the times."""
    return statistics.quantiles(times, n=100, method="inclusive")[98]
