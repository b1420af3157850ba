"""Runs members of clusters on NATS beside one hub alone, with as many stations as a hub has.

All are measured in the same run, one after the other, on the same load.
"""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from end_to_end import (BUILT, PROGRAM, PYTHON, REQUEST, TOOLS, milliseconds, processor_time,
                        require, resident)

# So long nothing is measured at first, and so long it is measured then, in seconds.
WARMING, MEASURING = 5, 20
# So long a start or a takeover may take, in seconds.
PATIENCE = 180
# NATS is away for so many seconds: a restart that members wait for, and one that they do not.
ABSENCES = (1, 10)
# Has the kernel kill a process when this program is killed and cannot end it itself.
GUARD = ("setpriv", "--pdeathsig", "KILL", "--")
TOLD = re.compile(rb'"station":"(s\d+)".*?seq \d+ at (\d+)')


@dataclass(frozen=True)
class Load:
    """The changes of the stations: 20,000 stations that each begin another track every three
    minutes make 111 changes a second."""

    stations: int = 20_000
    upstreams: int = 300
    rates: tuple = (111, 300, 1_000)

    def config(self, port):
        """The stations of a hub's config. An upstream is a path of the farm's server."""
        return [{"id": f"s{number}", "feed": {
            "type": "azuracast", "shortcode": f"s{number}",
            "url": f"ws://127.0.0.1:{port}/u{number % self.upstreams}/api/live/nowplaying/websocket"
        }} for number in range(self.stations)]

    def of_upstreams(self, numbers):
        """The stations of some upstreams."""
        return [f"s{number}" for number in range(self.stations)
                if number % self.upstreams in numbers]


class Follower(threading.Thread):
    """A client that knows which stations it was told of, what was newest, which of them no
    member reads for it, and how often it was cut."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.newest, self.has_ended = path, {}, False
        self.unread, self.cuts = set(), 0
        self.start()

    def run(self):
        while not self.has_ended:
            try:
                self.follow()
            except OSError:
                time.sleep(0.05)

    def follow(self):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(0.5)
            connection.connect(str(self.path))
            connection.sendall(REQUEST.encode() + b"\n")
            rest = b""
            while not self.has_ended:
                try:
                    data = connection.recv(1 << 20)
                except TimeoutError:
                    continue
                if not data:
                    self.cuts += 1
                    return
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    if found := TOLD.search(line):
                        self.take(found[1].decode(), int(found[2]), b'"code":"cluster"' in line)

    def take(self, station, time, is_unread):
        """It was told of a station, with a title of a time."""
        self.newest[station] = time
        (self.unread.add if is_unread else self.unread.discard)(station)

    def end(self):
        self.has_ended = True
        self.join()


class Hub:
    """One of the hubs."""

    def __init__(self, folder, name, stations, cluster=None):
        self.name, self.socket, self.process = name, folder / f"{name}.sock", None
        self._log = folder / f"{name}.log"
        self._config = folder / f"{name}.yaml"
        self._config.write_text(json.dumps({
            "stations": stations, "history": {"enabled": False},
            **({"cluster": {**cluster, "member": name}} if cluster else {})}))

    def start(self):
        with open(self._log, "ab") as log:
            self.process = subprocess.Popen(
                [*GUARD, PROGRAM, "run", "--config", self._config, "--socket", self.socket,
                 "--stdout", "none"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def ask(self, method):
        return json.loads(self.answer(method))["result"]

    def answer(self, method):
        """The line with which it answers a request."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10)
            connection.connect(str(self.socket))
            connection.sendall(json.dumps(request).encode() + b"\n")
            return connection.makefile().readline()


class Store:
    """A server of NATS."""

    def __init__(self, folder, index, ports, lines):
        self.port, self.monitor, _ = ports
        self.name, self.process = f"nats-{index}", None
        self.file = folder / f"{self.name}.conf"
        self.file.write_text(
            f"server_name: {self.name}\nlisten: 127.0.0.1:{self.port}\n"
            f"http: 127.0.0.1:{self.monitor}\n"
            f"jetstream {{ store_dir: {folder}/{self.name} }}\n{lines}")

    def told(self):
        """Returns what it has carried since its start."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}/varz", timeout=10) as answer:
            return json.load(answer)


class Stage:
    """A farm and hubs, with the store that they need, and all that measures them."""

    def __init__(self, load, names, replicas=0):
        self.load, self.names, self.replicas = load, names, replicas
        self.stores = []

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="nphub-bench-")
        folder = Path(self.temporary.name)
        self.processes = []
        self.farm = self.run(PYTHON, TOOLS / "farm.py", self.load.rates[0])
        stations = self.load.config(int(self.farm.stdout.readline()))
        cluster = self.start_stores(folder) if self.replicas else None
        # Three read stations, and all others serve clients only.
        self.hubs = [
            Hub(folder, name, stations, cluster and {**cluster, "own": index < 3})
            for index, name in enumerate(self.names)]
        return self

    def __exit__(self, *_):
        for hub in self.hubs:
            if hub.process:
                self.processes.append(hub.process)
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self.temporary.cleanup()

    def run(self, *command):
        process = subprocess.Popen(
            [*GUARD, *map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.processes.append(process)
        return process

    def start_stores(self, folder):
        """As many servers as keep the state; gives the section of the config."""
        ports = [[free_port() for _ in range(3)] for _ in range(self.replicas)]
        routes = ", ".join(f"nats://127.0.0.1:{cluster}" for _, _, cluster in ports)
        for index, each in enumerate(ports):
            self.stores.append(Store(folder, index, each, (
                f"cluster {{ name: bench, listen: 127.0.0.1:{each[2]}, routes: [{routes}] }}\n"
                if self.replicas > 1 else "")))
        self.run_stores()
        time.sleep(8 if self.replicas > 1 else 1)
        return {"nats": [f"nats://127.0.0.1:{store.port}" for store in self.stores],
                "replicas": self.replicas}

    def run_stores(self):
        for store in self.stores:
            store.process = self.run("nats-server", "-c", store.file)

    def start(self):
        """Starts the hubs; gives the seconds until each client was told of every station."""
        began = time.monotonic()
        for hub in self.hubs:
            hub.start()
        followers = [Follower(hub.socket) for hub in self.hubs]
        wait(lambda: self.know_all(followers), lambda: (
            f"clients were told of {[len(each.newest) for each in followers]} stations"))
        took = time.monotonic() - began
        if self.replicas:
            wait(lambda: all(None not in owners(hub) for hub in self.hubs), lambda: (
                f"owners: {[owners(hub) for hub in self.hubs]}"))
        owned = time.monotonic() - began
        for follower in followers:
            follower.end()
        return max(took, owned)

    def know_all(self, followers):
        """Returns true if each follower was told of every station."""
        return all(len(each.newest) == self.load.stations for each in followers)

    def measure(self, rate):
        """Measures all of them while the stations make `rate` changes a second."""
        self.farm.stdin.write(f"{rate}\n")
        self.farm.stdin.flush()
        clients = [self.run(PYTHON, TOOLS / "subscribers.py", hub.socket, 1, REQUEST)
                   for hub in self.hubs]
        for client in clients:
            client.stdout.readline()
        time.sleep(WARMING)
        pids = {hub.name: hub.process.pid for hub in self.hubs}
        pids |= {store.name: store.process.pid for store in self.stores}
        busy = {name: processor_time(pid) for name, pid in pids.items()}
        traffic = self.traffic()
        for client in clients:
            client.send_signal(signal.SIGUSR1)
        time.sleep(MEASURING)
        busy = {name: (processor_time(pid) - busy[name]) / MEASURING for name, pid in pids.items()}
        traffic = {key: (value - traffic[key]) / MEASURING for key, value in self.traffic().items()}
        memory = {name: resident(pid) for name, pid in pids.items()}
        for client in clients:
            client.terminate()
        told = [json.loads(client.stdout.readline()) for client in clients]
        times = [", ".join(milliseconds(result[key]) for key in ("p50", "p99", "max"))
                 for result in told]
        title = f"{rate:,}/s: "
        return {
            title + "updates a second at each": " to ".join(
                f"{choose(rates(told)):,.0f}" for choose in (min, max)),
            title + "processor": listed({name: f"{share:.1%}" for name, share in busy.items()}),
            title + "MiB": listed({name: f"{size:.0f}" for name, size in memory.items()}),
            **{f"{title}latency p50, p99, max at {hub.name}": each
               for hub, each in list(zip(self.hubs, times))[:3]},
            **({title + "NATS, a second": listed(
                {key: f"{value:,.0f}" for key, value in traffic.items()})} if traffic else {})}

    def traffic(self):
        """Returns the messages and bytes that the servers of NATS have carried, all together."""
        keys = ("in_msgs", "in_bytes", "out_msgs", "out_bytes")
        pages = [store.told() for store in self.stores]
        return {key: sum(page[key] for page in pages) for key in keys} if pages else {}

    def take_over(self):
        """Kills a member; gives the seconds until all others told something new of its stations,
        and those until it had its share again."""
        victim = self.hubs[0]
        lost = {number for number, owner in enumerate(owners(self.hubs[1], by_address=True))
                if owner == victim.name}
        orphans = self.load.of_upstreams(lost)
        followers = [Follower(hub.socket) for hub in self.hubs[1:]]
        wait(lambda: self.know_all(followers), lambda: "no start")
        killed = time.monotonic()
        victim.process.kill()
        victim.process.wait()
        wait(lambda: all(each.newest[name] > killed * 1e9 for each in followers
                         for name in orphans), lambda: "no takeover")
        took = time.monotonic() - killed
        began = time.monotonic()
        victim.start()
        returned = Follower(victim.socket)
        wait(lambda: self.know_all([returned]) and owners(victim) == owners(self.hubs[1])
             and owners(victim).count(victim.name) == len(lost), lambda: "no return")
        returning = time.monotonic() - began
        for follower in (*followers, returned):
            follower.end()
        return {"the killed member had": f"{len(orphans):,} stations",
                "takeover of all of them": f"{took:.1f} s",
                "it is back with its share": f"{returning:.1f} s"}


    def restart_stores(self, seconds):
        """Kills NATS for some seconds; gives those until all members have joined again and
        tell no station as unread, what NATS has sent by then, and how many clients were cut."""
        followers = [Follower(hub.socket) for hub in self.hubs]
        wait(lambda: self.know_all(followers), lambda: "no start")
        for store in self.stores:
            store.process.kill()
            store.process.wait()
        time.sleep(seconds)
        self.run_stores()
        began = time.monotonic()
        wait(lambda: all(map(is_joined, self.hubs)) and not any(each.unread for each in followers),
             lambda: f"unread: {[len(each.unread) for each in followers]}")
        took, sent = time.monotonic() - began, self.traffic()["out_bytes"]
        for follower in followers:
            follower.end()
        title = f"NATS killed for {seconds} s: "
        return {title + "all members serve all again": f"{took:.1f} s after its start",
                title + "it has sent by then": f"{sent / 1e6:,.1f} MB",
                title + "cuts of the client of each": ", ".join(
                    str(each.cuts) for each in followers)}


def rates(told):
    """Returns the number of updates a second that each client was told."""
    return [result["lines"] / result["seconds"] for result in told]


def listed(values):
    return ", ".join(f"{name} {value}" for name, value in values.items())


def owners(hub, by_address=False):
    """The owner of each upstream, as a hub says, by the number in its address if asked for."""
    try:
        upstreams = hub.ask("status")["cluster"]["upstreams"]
    except (OSError, KeyError):
        return [None]
    if by_address:
        upstreams.sort(key=lambda upstream: int(re.search(r"/u(\d+)/", upstream["url"])[1]))
    return [upstream.get("owner") for upstream in upstreams] or [None]


def is_joined(hub):
    """Returns true if a member is in the cluster, and some member reads each upstream."""
    cluster = hub.ask("status")["cluster"]
    return cluster["state"] == "joined" and not cluster["owners"]["none"] and not cluster["unread"]


def wait(condition, message):
    """Looks until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"After {PATIENCE} s: {message()}")
        time.sleep(0.1)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def contend(load, names, replicas=0):
    """All that is measured of some hubs, one group of figures after another."""
    with Stage(load, names, replicas) as stage:
        yield {"from the start until all stations are served": f"{stage.start():.1f} s",
               "status: bytes of the first page": f"{len(stage.hubs[-1].answer('status')):,}"}
        for rate in load.rates:
            yield stage.measure(rate)
        if len(names) > 1:
            yield stage.take_over()
            for seconds in ABSENCES:
                yield stage.restart_stores(seconds)


def run(load, replicas, members):
    """A hub alone, and members of clusters, as lists."""
    require(*BUILT)
    if not shutil.which("nats-server"):
        sys.exit("There is no nats-server: make setup-cluster")
    contestants = [("a hub alone", ("alone",), 0)]
    contestants += [
        (f"{each} members, replicas: {count}", tuple(map(str, range(1, each + 1))), count)
        for count in replicas for each in members]
    print(f"{load.stations:,} stations on {load.upstreams:,} upstreams")
    for title, hubs, count in contestants:
        print(f"\n{title}")
        for rows in contend(load, hubs, count):
            print(f"  (load average {busyness()})")
            for label, value in rows.items():
                print(f"  {label}: {value}", flush=True)
    return 0


def busyness():
    """The load average of the last minute."""
    return Path("/proc/loadavg").read_text().split()[0]
