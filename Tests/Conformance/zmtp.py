"""ZMTP 3.0 by hand (23/ZMTP), NULL mechanism, over a UNIX socket, for what pyzmq cannot do.

It reads the socket type that the broker announces, and sends what no ZeroMQ library would.
"""

import socket
import struct
import time

SIGNATURE = b"\xff" + bytes(8) + b"\x7f"
GREETING = SIGNATURE + b"\x03\x00" + b"NULL".ljust(20, b"\0") + b"\0" + bytes(31)

MORE = 0x01
LONG = 0x02
COMMAND = 0x04


def frame(body, more=False, command=False):
    flags = (MORE if more else 0) | (COMMAND if command else 0)
    if len(body) > 255:
        return struct.pack(">BQ", flags | LONG, len(body)) + body
    return struct.pack(">BB", flags, len(body)) + body


def ready(**properties):
    body = b"\x05READY"
    for name, value in properties.items():
        name = name.replace("_", "-").encode()
        body += bytes([len(name)]) + name + struct.pack(">I", len(value)) + value
    return frame(body, command=True)


class Connection:
    """One connection to an ipc endpoint."""

    def __init__(self, endpoint, timeout=5.0):
        assert endpoint.startswith("ipc://")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)
        self.socket.connect(endpoint.removeprefix("ipc://"))

    @classmethod
    def adopt(cls, accepted):
        """A connection that a peer opened, from the listening side."""
        connection = cls.__new__(cls)
        connection.socket = accepted
        return connection

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, raw):
        self.socket.sendall(raw)

    def read(self, count):
        """Exactly `count` bytes, or fewer when the broker has closed the connection."""
        raw = b""
        while len(raw) < count:
            try:
                some = self.socket.recv(count - len(raw))
            except ConnectionResetError:
                break
            if not some:
                break
            raw += some
        return raw

    def read_frame(self):
        """(flags, body) of the next frame."""
        flags = self.read(1)[0]
        size = struct.unpack(">Q", self.read(8))[0] if flags & LONG else self.read(1)[0]
        return flags, self.read(size)

    def is_closed_by_peer(self, within=1.0):
        """Reads until the broker closes the connection; False when it does not in time.

        The time is shorter than that after which unanswered ZMTP heartbeats would close it too.
        """
        end = time.monotonic() + within
        try:
            while (left := end - time.monotonic()) > 0:
                self.socket.settimeout(left)
                if not self.socket.recv(65536):
                    return True
            return False
        except (ConnectionResetError, BrokenPipeError):
            return True
        except TimeoutError:
            return False

    def shake_hands(self, socket_type=b"DEALER"):
        """The NULL handshake. Returns the properties that the broker announces."""
        self.send(GREETING)
        greeting = self.read(64)
        assert greeting[:1] == b"\xff" and greeting[9:11] == b"\x7f\x03", greeting
        self.send(ready(Socket_Type=socket_type))
        flags, body = self.read_frame()
        assert flags & COMMAND and body.startswith(b"\x05READY"), body
        properties, rest = {}, body[6:]
        while rest:
            name, rest = rest[1:1 + rest[0]], rest[1 + rest[0]:]
            size = struct.unpack(">I", rest[:4])[0]
            properties[name], rest = rest[4:4 + size], rest[4 + size:]
        return properties

    def send_message(self, *frames):
        *first, last = frames
        self.send(b"".join(frame(each, more=True) for each in first) + frame(last))
