"""Attacks on the pages' server with raw sockets, from addresses of their own."""

import contextlib
import itertools
import multiprocessing
import os
import random
import socket
import threading
import time

#: How many connections the server takes from one address.
PER_ADDRESS = 256
#: How many connections a crowd opens.
CROWD = 5_000
#: How many attackers send at once.
SENDERS = 4
MEBIBYTE = 1_048_576
_HOST = b"Host: 127.0.0.1\r\n"


class Attack:
    """A process that attacks a port until the end of the `with`. Threads of the process that
    measures would take turns with it, and its readers would wait for them."""

    def __init__(self, attack, port):
        # Not forked: the tests have threads.
        context = multiprocessing.get_context("spawn")
        self.stop = context.Event()
        self._connections = context.Value("L", 0)
        self.process = context.Process(
            target=_attack, args=(attack, port, self.stop, self._connections), daemon=True)

    @property
    def connections(self):
        """How many connections the attackers had."""
        return self._connections.value

    def __enter__(self):
        self.process.start()
        while self.connections < SENDERS:
            assert self.process.is_alive(), "the attackers have ended"
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.process.join()


def _attack(attack, port, stop, connections):
    """Runs the attackers, each on a thread, until they are to stop. They give way to the server and
    its readers: real attackers have machines of their own, and take no time of its processors."""
    os.nice(19)
    threads = [
        threading.Thread(target=Attacker(attack, port, stop, connections).run, args=(number,))
        for number in range(SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Attacker:
    """Sends one attack after the other to a port."""

    def __init__(self, attack, port, stop, connections):
        self.attack = attack
        self.port = port
        self.stop = stop
        self.connections = connections

    def run(self, number):
        for place in itertools.count():
            if self.stop.is_set():
                return
            # A server that cuts an attacker off is the aim.
            with contextlib.suppress(OSError):
                self.attack(self, number, place)

    def connect(self, address):
        connection = socket.socket()
        connection.settimeout(5)
        connection.bind((address, 0))
        connection.connect(("127.0.0.1", self.port))
        with self.connections.get_lock():
            self.connections.value += 1
        return connection


def _address(number):
    """An address of this machine that only attacker `number` has."""
    return f"127.0.2.{1 + number}"


def broken_http(attack, number, place):
    """Lines that are no HTTP, heads that contradict themselves, bytes at random."""
    odd = random.Random(place)
    heads = (
        b"GET / HTTP/9.9\r\n\r\n", b"\0\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + _HOST + b"Content-Length: -1\r\n\r\n",
        b"POST /sign-in HTTP/1.1\r\n" + _HOST + b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
        b"POST /sign-in HTTP/1.1\r\n" + _HOST
        + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /%zz HTTP/1.1\r\n" + _HOST + b"\r\n", b"GET /../../etc/passwd HTTP/1.1\r\n\r\n",
        odd.randbytes(2_000), b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + odd.randbytes(500),
    )
    with attack.connect(_address(number)) as connection:
        connection.sendall(heads[place % len(heads)])
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass


def long_heads(attack, number, _):
    """A head of one MiB."""
    with attack.connect(_address(number)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + _HOST + b"X-Long: ")
        for _ in range(MEBIBYTE // 4_096):
            connection.sendall(b"x" * 4_096)
        connection.sendall(b"\r\n\r\n")
        connection.recv(65_536)


def endless_bodies(attack, number, _):
    """A body that does not end, larger than the server takes."""
    with attack.connect(_address(number)) as connection:
        connection.sendall(
            b"POST /sign-in HTTP/1.1\r\n" + _HOST + b"Sec-Fetch-Site: same-origin\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n")
        while not attack.stop.is_set():
            connection.sendall(b"1000\r\n" + b"a" * 4_096 + b"\r\n")


def slow_bytes(attack, number, _):
    """As many connections as one address may have, each with a byte of its head now and then."""
    head = b"GET / HTTP/1.1\r\n" + _HOST + b"X-Slow: " + b"x" * 1_000
    with contextlib.ExitStack() as stack:
        connections = [
            stack.enter_context(attack.connect(_address(number)))
            for _ in range(PER_ADDRESS // SENDERS)]
        for byte in head:
            for connection in connections:
                connection.sendall(bytes((byte,)))
            if attack.stop.wait(0.2):
                return


def many_connections(attack, number, _):
    """A crowd from many addresses, of which none says anything."""
    with contextlib.ExitStack() as stack:
        for place in range(CROWD // SENDERS):
            if attack.stop.is_set():
                return
            address = f"127.0.{3 + number}.{1 + place * 2 // PER_ADDRESS}"
            # Whoever is too many is cut off.
            with contextlib.suppress(OSError):
                stack.enter_context(attack.connect(address))
        attack.stop.wait(5)


ATTACKS = (broken_http, long_heads, endless_bodies, slow_bytes, many_connections)
