"""A mixed load: all that a hub meets in a year, within minutes.

Stations that drop in each way that a connection can end, clients on the Unix socket, event streams
and WebSockets that come, go and break off, players that report, commands, and changed configs.
"""

import base64
import json
import random
import socket
import subprocess
import threading
import time

import stations
from hub import Hub, certificates, program
from rpc import EVERYTHING, Client, request

VIEWS = ("nowPlaying", "line", "lockScreen", "carPlay")
# The length of each title, as on the radio, in seconds.
PLAY = 180
TITLES = ("Undertow", "Sluice", "Tarn", "Lock & Weir", "夜明けの自転車", "Το τελευταίο φέρι")
TOKEN = "a-token-of-the-load-that-is-long-enough"
# A program as a feed, which ends from time to time.
PROGRAM = ("i=0; while [ $i -lt 8 ]; do i=$((i+1)); echo '{\"track\":{\"title\":\"Field Notes\"},"
           "\"next\":{\"title\":\"'$i'\"}}'; sleep 1; done")


class Load:
    """The stations and clients around one hub."""

    def __init__(self, folder, seed=1, fickle=20, steady=10, pause=0.2):
        self._folder = folder
        self._random = random.Random(seed)
        self._counts = fickle, steady
        self._pause = pause
        self._ending = threading.Event()
        self._threads = []
        self._servers = [stations.Server(self._play), stations.Server(self._drop)]
        settings, self._fingerprint = certificates.self_signed(folder, "station")
        self._servers.append(stations.Server(self._drop, tls=settings))
        tokens = folder / "tokens"
        tokens.write_text(f"{TOKEN} read session:* status\n")
        tokens.chmod(0o600)
        self.clients = self.reloads = 0
        self.failures = []

    def config(self, number=0):
        """The stations after so many reloads: each time others come, go and are renamed."""
        steady, fickle, secure = self._servers
        ways = [self._fickle(place, fickle, number) for place in range(self._counts[0])
                if (place + number) % 4]
        return {
            "stations": [
                *[stations.station(f"steady{place}", steady) for place in range(self._counts[1])],
                *ways,
                stations.station("secure", secure, "wss", "localhost",
                                feed={"tls": {"fingerprint": self._fingerprint}}),
                stations.station("named", fickle, host="localhost"),
                {"id": "program", "feed": {"type": "exec", "command": PROGRAM}},
                # Nothing listens there.
                stations.station("absent", 1),
            ],
            "sessions": {"kitchen": {}, **({"attic": {}} if number % 2 else {})},
            "web": {"listen": "127.0.0.1:0", "tokens": str(self._folder / "tokens")},
            "history": {"file": str(self._folder / "history.sqlite")},
            "mpris": {"enabled": False},
        }

    @staticmethod
    def _fickle(place, server, number):
        name = f"Name {number}" if place % 5 == 0 else f"Fickle {place}"
        return stations.station(f"fickle{place}", server, name=name, delay=place % 3)

    def begin(self, hub):
        """Begins with all clients."""
        self._hub = hub
        self._address = hub.web
        for work in (self._stay, self._come_and_go, self._follow_events, self._follow_socket,
                     self._report, self._command, self._read_nothing, self._run_watch):
            self._threads.append(threading.Thread(target=self._repeat, args=(work,), daemon=True))
            self._threads[-1].start()

    def reload(self):
        """Has the hub read a changed config, every eighth time a broken one."""
        self.reloads += 1
        config = "stations: [" if self.reloads % 8 == 7 else self.config(self.reloads)
        said = self._hub.reload(config)
        if ("not reloaded" in said) != isinstance(config, str):
            self.failures.append(f"reload: {said}")

    def end(self):
        """Ends all clients, then all stations."""
        self._ending.set()
        for thread in self._threads:
            thread.join(40)
        for server in self._servers:
            server.close()

    @property
    def drops(self):
        """The number of open WebSockets that stations have dropped."""
        return sum(server.sent for server in self._servers)

    def _repeat(self, work):
        while not self._ending.wait(self._pause * self._random.random()):
            try:
                self.clients += 1
                work()
            except (OSError, subprocess.TimeoutExpired):
                # The hub cuts what misbehaves; that it lives is looked at elsewhere.
                continue
            except Exception as error:  # A thread that ends would make the load lighter unseen.
                self.failures.append(f"{work.__name__}: {error!r}")

    # Stations.

    def _state(self):
        # A correction of the start again and again, which is news and makes no other play.
        play = int(time.time() / PLAY)
        return stations.message(TITLES[play % len(TITLES)], d=240, p="Morning", ps=1_700_000_000,
                               s=play * PLAY + self._random.choice((0, 12)))

    def _play(self, connection, server):
        stations.upgrade(connection)
        while server.pause(2 * self._random.random()):
            connection.sendall(self._state())

    def _drop(self, connection, server):
        way = self._random.randrange(7)
        if way == 0:
            return
        if way == 1:
            stations.read_head(connection)
            connection.sendall(b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\n\r\n")
            return
        stations.upgrade(connection)
        for _ in range(self._random.randrange(1, 4)):
            connection.sendall(self._state())
            server.pause(0.25 * self._random.random())
        server.sent += 1
        if way == 2:
            connection.sendall(stations.frame(b"\x0f\xa0bye", stations.CLOSE))
            stations.wait_for_end(connection, 5)
        elif way == 3:
            stations.reset(connection)
        elif way == 4:
            connection.sendall(stations.frame("x", reserved=4))
            stations.wait_for_end(connection, 5)
        elif way == 5:
            connection.sendall(stations.frame("half", is_last=False) + b"\x81\x7e")

    # Clients.

    def _stay(self):
        with Client(self._hub.socket_path) as client:
            for view in VIEWS:
                client.send(request("subscribe", view=view, minInterval=0, patch=True))
            self._read(client.socket, 30)

    def _come_and_go(self):
        with Client(self._hub.socket_path) as client:
            way = self._random.randrange(5)
            if way == 0:
                client.send(b'{"jsonrpc":"2.0","method"')
            elif way == 1:
                client.send(b"\xff{}[]\n" * 3)
                self._read(client.socket, 0.1)
            elif way == 2:
                client.call("get", view="nowPlaying", history=50)
                client.call("status")
            else:
                view = self._random.choice(VIEWS)
                client.send(request("subscribe", view=view, minInterval=self._random.random()))
                self._read(client.socket, self._random.random())

    def _read(self, connection, seconds):
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not self._ending.is_set():
            connection.settimeout(min(left, 1))
            try:
                if not connection.recv(1 << 16):
                    return
            except TimeoutError:
                continue

    def _web(self, path, *headers, method="GET", body=b""):
        connection = socket.create_connection(self._address, timeout=10)
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]
        connection.sendall("\r\n".join(head).encode() + body)
        return connection

    def _follow_events(self):
        view = self._random.choice(("nowPlaying", "line"))
        with self._web(f"/api/v1/events?view={view}&minInterval=0&patch=true") as connection:
            self._read(connection, 3 * self._random.random())
        for path in "/", "/api/v1/stations?history=5", "/api/v1/stations/steady0/history", "/nope":
            with self._web(path, "Connection: close") as connection:
                self._read(connection, 1)
        with self._web("/", method="BREW") as connection:
            self._read(connection, 0.2)

    def _follow_socket(self):
        key = base64.b64encode(self._random.randbytes(16)).decode()
        with self._web("/api/v1/socket", "Connection: Upgrade", "Upgrade: websocket",
                       "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}") as connection:
            connection.recv(4096)
            connection.sendall(_masked(request("subscribe", view="line", minInterval=0).strip()))
            self._read(connection, 3 * self._random.random())
            if self._random.random() < 0.3:
                connection.sendall(b"\xff\xff\xff")
                self._read(connection, 0.3)

    def _report(self):
        with Client(self._hub.socket_path) as client:
            client.call("command", session="kitchen", action="select", station="steady1")
            for place in range(10):
                client.ask("report", session="kitchen", station="steady1", state="playing",
                           position=time.time() - place)
                self._read(client.socket, 0.3)

    def _command(self):
        with Client(self._hub.socket_path) as client:
            for action in ({"action": "select", "station": "steady0"},
                           {"action": "favourite", "station": "steady2", "on": True},
                           {"action": "seek", "by": -20}, {"action": "pause"}, {"action": "live"},
                           {"action": "favourite", "station": "steady2", "on": False}):
                client.ask("command", **action)
                self._read(client.socket, 0.3)
        body = json.dumps({"action": "toggle"}).encode()
        with self._web("/api/v1/command", f"Authorization: Bearer {TOKEN}",
                       "Content-Type: application/json", f"Content-Length: {len(body)}",
                       "Connection: close", method="POST", body=body) as connection:
            self._read(connection, 2)

    def _read_nothing(self):
        with Client(self._hub.socket_path) as client:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.send(EVERYTHING)
            self._ending.wait(35)

    def _run_watch(self):
        watch = subprocess.Popen(
            [program.PATH, "watch", "--socket", self._hub.socket_path, "--min-interval", "0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._ending.wait(5)
        watch.kill()
        watch.wait()


def _masked(payload):
    """A client's text frame; a mask of zeros is a mask."""
    return bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload


def start(folder, *arguments, **settings):
    """A load, and the hub that it is put on."""
    load = Load(folder, **settings)
    return load, Hub(load.config(), *arguments, folder=folder)
