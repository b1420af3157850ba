"""nats-server with JetStream."""

import shutil
import signal
import socket
import time
from itertools import permutations

from processes import Process, ask, free_port
from relay import Relay


class Store:
    """A server with a folder for what it keeps; `lines` are more lines of its config."""

    def __init__(self, folder, name="nats", lines=""):
        self.name = name
        self.folder = folder / f"{name}-data"
        self.port = free_port()
        self.monitor = free_port()
        self._file, self._log = folder / f"{name}.conf", folder / f"{name}.log"
        self._process = None
        self.configure(lines)

    @staticmethod
    def missing():
        """Returns the programs that it needs and that are not installed."""
        return [] if shutil.which("nats-server") else ["nats-server"]

    @property
    def addresses(self):
        """The addresses for members."""
        return [f"nats://127.0.0.1:{self.port}"]

    @property
    def pid(self):
        """The number of its process."""
        return self._process.pid

    def configure(self, lines, jetstream=True, domain=""):
        """Gives it another config, which takes a start or `reload`."""
        name = domain and f", domain: {domain}"
        storage = f"jetstream {{ store_dir: {self.folder}{name} }}\n" if jetstream else ""
        self._file.write_text(f"listen: 127.0.0.1:{self.port}\nhttp: 127.0.0.1:{self.monitor}\n"
                              f"{storage}{lines}\n")

    def start(self):
        """Starts it, and waits until it answers."""
        self._process = Process(["nats-server", "-c", self._file], self._log)
        deadline = time.monotonic() + 20
        while not answers(self.port):
            if time.monotonic() > deadline:
                raise AssertionError(f"nats-server does not answer: {self._log.read_text()[-500:]}")
            time.sleep(0.05)

    def reload(self):
        """Has it read its config anew."""
        self._process.send(signal.SIGHUP)

    @property
    def is_running(self):
        """True if it runs."""
        return self._process is not None

    def told(self, page):
        """A page of its monitoring, such as `varz`."""
        return ask(f"http://127.0.0.1:{self.monitor}/{page}")

    def kill(self, forget=False, number=signal.SIGKILL):
        """Kills it, or stops it by another signal, and deletes what it kept if it is to forget."""
        self._process.end(number)
        self._process = None
        if forget:
            shutil.rmtree(self.folder, ignore_errors=True)

    def end(self):
        """Ends it, if it runs."""
        if self._process is not None:
            self._process.end()


class Stores:
    """Servers that form a cluster of NATS: each has all data that is kept by as many replicas.

    Each reaches each other one by a wire of its own, and is not told another way.
    """

    def __init__(self, folder, count):
        ports = [free_port() for _ in range(count)]
        self._wires = {(one, other): Relay(("127.0.0.1", ports[other]))
                       for one, other in permutations(range(count), 2)}
        nowhere = f"127.0.0.1:{free_port()}"
        self.servers = [Store(folder, f"nats-{index}", (
            f"server_name: nats-{index}\ncluster {{ name: test, listen: 127.0.0.1:{port}, "
            f"advertise: \"{nowhere}\", routes: [{', '.join(self._routes(index))}] }}"))
            for index, port in enumerate(ports)]

    def _routes(self, index):
        return [f"nats://127.0.0.1:{wire.port}"
                for (one, _), wire in self._wires.items() if one == index]

    def wires(self, server):
        """Returns the wires between a server and the others."""
        index = self.servers.index(server)
        return [wire for ends, wire in self._wires.items() if index in ends]

    @property
    def addresses(self):
        """The addresses for members."""
        return [f"nats://127.0.0.1:{server.port}" for server in self.servers]

    def streams(self):
        """Returns the details of each bucket, as a server that leads the bucket tells them."""
        found = {}
        for server in self.servers:
            accounts = server.told("jsz?streams=1&config=0").get("account_details", []) \
                if server.is_running else []
            found |= {stream["name"]: stream for account in accounts
                      for stream in account.get("stream_detail", [])
                      if stream["cluster"].get("leader") == server.name}
        return list(found.values())

    def leaders(self):
        """Returns the server that leads each bucket."""
        return {stream["name"]: stream["cluster"]["leader"] for stream in self.streams()}

    def start(self):
        """Starts them, and waits until they can keep something."""
        for server in self.servers:
            server.start()
        deadline = time.monotonic() + 30
        while not self.servers[0].told("jsz").get("meta_cluster", {}).get("leader"):
            if time.monotonic() > deadline:
                raise AssertionError("the servers have no leader after 30 s")
            time.sleep(0.1)

    def end(self):
        """Ends those that run."""
        for server in self.servers:
            server.end()


def answers(port):
    """Returns true if a server greets at a port."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.settimeout(1)
            return connection.recv(4) == b"INFO"
    except OSError:
        return False
