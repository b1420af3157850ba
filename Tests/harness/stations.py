"""Servers that do what a test says, down to the bytes; stations among them."""

import base64
import hashlib
import json
import re
import socket
import struct
import threading
import time

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
CONTINUATION = 0
# The mapping with which `station` finds the track.
MAPPING = {
    # The key makes a play of each title, however soon another follows.
    "track": {"key": "/k", "title": "/t", "artist": "/a", "start": {"at": "/s", "unit": "s"},
              "duration": {"at": "/d", "unit": "s"}},
    "programme": {"title": "/p", "start": {"at": "/ps", "unit": "s"}},
}


def station(identifier, address, scheme="ws", host="127.0.0.1", feed=None, **settings):
    """A station of a config that a server of this file serves; `address` is one, or a port."""
    port = getattr(address, "port", address)
    url = f"{scheme}://{host}:{port}/{identifier}"
    return {"id": identifier, "feed": {"type": "json", "url": url, **MAPPING, **(feed or {})},
            **settings}


def frame(payload=b"", kind=TEXT, is_last=True, reserved=0):
    """A frame of a server (RFC 6455 section 5.2)."""
    if isinstance(payload, str):
        payload = payload.encode()
    return frame_of((0x80 if is_last else 0) | reserved << 4 | kind, payload)


def frame_of(first, payload=b"", length=None, mask=b""):
    """A frame from its first byte, by default with the length and the mask of a server."""
    masked = 0x80 if mask else 0
    size = len(payload)
    if length is None and size < 126:
        length = bytes([masked | size])
    elif length is None and size < 1 << 16:
        length = bytes([masked | 126]) + struct.pack(">H", size)
    elif length is None:
        length = bytes([masked | 127]) + struct.pack(">Q", size)
    return bytes([first]) + length + mask + payload


def message(title, artist="x", **more):
    """A frame that says what plays."""
    return frame(json.dumps({"k": title[:40], "t": title, "a": artist, **more}))


def read_head(connection):
    """The request of an upgrade."""
    head = b""
    while b"\r\n\r\n" not in head:
        part = connection.recv(4096)
        if not part:
            raise EOFError
        head += part
    return head


def upgrade(connection, extra=b""):
    """Answers the upgrade as RFC 6455 wants it."""
    connection.sendall(acceptance(connection, extra))


def acceptance(connection, extra=b""):
    """The answer to the request of an upgrade, which is read first."""
    key = re.search(rb"Sec-WebSocket-Key: (\S+)", read_head(connection), re.I)[1]
    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
    return (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + extra + b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n")


def reset(connection):
    """Has the end of a connection be a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def wait_for_end(connection, within=60.0):
    """Reads until the hub closes, or for so long."""
    connection.settimeout(within)
    try:
        while connection.recv(1 << 16):
            pass
    except OSError:
        pass


class Server:
    """Serves on a free port, or at the path of a Unix socket.

    `behave(connection, server)` runs in a thread for each connection.
    """

    def __init__(self, behave, tls=None, buffer=None, host="127.0.0.1", path=None):
        self._behave = behave
        self._tls = tls
        self._listener = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if buffer:
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._listener.bind(str(path) if path else (host, 0))
        self._listener.listen(1024)
        self.port = None if path else self._listener.getsockname()[1]
        self.accepted = 0
        self.sent = 0
        self.is_ending = threading.Event()
        self._open = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends all connections and the server."""
        self.is_ending.set()
        self._listener.close()
        self.drop()

    def drop(self):
        """Ends all connections that are open."""
        for connection in list(self._open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    @property
    def open(self):
        """The number of open connections."""
        return len(self._open)

    def pause(self, seconds):
        """Waits, until the end at most; whether the server goes on."""
        return not self.is_ending.wait(seconds)

    def _accept(self):
        while not self.is_ending.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.accepted += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        connection.settimeout(120)
        self._open.add(connection)
        bare = connection
        try:
            if self._tls:
                connection = self._tls.wrap_socket(connection, server_side=True)
            self._behave(connection, self)
        except (OSError, EOFError, TypeError, ValueError):
            # The hub has ended the connection, or refused it; that is judged elsewhere.
            pass
        finally:
            self._open.discard(bare)
            connection.close()
            bare.close()


def ticking(interval=1.0, title="calm {}", **more):
    """A station that begins another title again and again, none of them twice."""
    def behave(connection, server):
        upgrade(connection)
        while True:
            server.sent += 1
            connection.sendall(message(title.format(server.sent), **more))
            if not server.pause(interval):
                return
    return behave


def playing(title):
    """A station that plays one title for ever."""
    def behave(connection, server):
        upgrade(connection)
        connection.sendall(message(title, s=time.time() - 10, d=3600))
        wait_for_end(connection, 3600)
    return behave
