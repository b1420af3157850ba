"""Runs the web server beside peers: thousands of event streams and WebSockets, some of which never
read.

All are measured in the same run, one after the other, on the same load.
"""

import json
import signal
import socket
import sys
import time
from pathlib import Path

from end_to_end import (BUILT, PYTHON, REQUEST, TOOLS, Hub, Stage, milliseconds, processor_time,
                        require, resident)

NCHAN = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
# So long nothing is measured at first, and so long it is measured then, in seconds.
WARMING, MEASURING = 3, 20
STATIONS, RATE = 20, 20
LOCALS = 10
NGINX = """
load_module %(module)s;
worker_processes 1;
worker_rlimit_nofile 20000;
daemon off;
pid %(folder)s/nginx.pid;
error_log stderr crit;
events { worker_connections 16000; }
http {
    access_log off;
    nchan_shared_memory_size 64M;
    client_body_temp_path %(folder)s/body;
    proxy_temp_path %(folder)s/proxy;
    fastcgi_temp_path %(folder)s/fastcgi;
    uwsgi_temp_path %(folder)s/uwsgi;
    scgi_temp_path %(folder)s/scgi;
    keepalive_requests 1000000000;
    server {
        listen 127.0.0.1:%(port)d backlog=4096;
        location ~ ^/publish/(.+)$ {
            nchan_publisher http; nchan_channel_id $1; nchan_message_buffer_length 1;
        }
        location ~ ^/listen/(.+)$ { nchan_subscriber; nchan_channel_id $1; }
    }
}
"""


class WebHub(Hub):
    """nphub with its web server."""

    paths = ("/api/v1/events?minInterval=0&station={station}", "/api/v1/socket")
    greeting = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "subscribe", "params": {
        "view": "nowPlaying", "minInterval": 0, "stations": ["{station}"]}})

    @staticmethod
    def commands(port, web_port, folder):
        command = Hub.command(port, STATIONS, folder)
        config = json.loads((folder / "stations.yaml").read_text())
        config["web"] = {"listen": f"127.0.0.1:{web_port}"}
        (folder / "stations.yaml").write_text(json.dumps(config))
        return [command]


class WideHub(WebHub):
    """The same, each of whose clients hears of all stations."""

    paths = ("/api/v1/events?minInterval=0", "/api/v1/socket")
    greeting = REQUEST


class Nchan:
    """nginx with nchan, and a page of Python that hands it what stations play."""

    name = "nchan"
    paths = ("/listen/{station}", "/listen/{station}")
    greeting = ""

    @staticmethod
    def commands(port, web_port, folder):
        text = NGINX % {"module": NCHAN, "folder": folder, "port": web_port}
        (folder / "nginx.conf").write_text(text)
        return [["nginx", "-p", folder, "-c", folder / "nginx.conf"],
                [PYTHON, TOOLS / "push_peer.py", port, STATIONS, web_port]]


class Aiohttp:
    """A program of a page of Python."""

    name = "aiohttp"
    paths = ("/events/{station}", "/socket/{station}")
    greeting = ""

    @staticmethod
    def commands(port, web_port, folder):
        return [[PYTHON, TOOLS / "web_peer.py", port, STATIONS, web_port]]


class WebStage(Stage):
    """A farm, a contestant and its clients, which end with it."""

    def __init__(self, contestant):
        super().__init__(contestant, RATE, STATIONS)

    def measure(self, events, sockets, silent):
        """Measures the updates that reach the clients. For the hub, also measures those on its Unix
        socket, with these clients and without them."""
        folder = Path(self.folder.name)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.servers = []
        for command in self.contestant.commands(self.port, port, folder):
            self.servers.append(self.start(*command))
            wait_for(port)
        time.sleep(WARMING)
        alone = self.listen_locally(folder / "socket")
        before = self.memory()
        audience = self.start(
            PYTHON, TOOLS / "audience.py", port, STATIONS, events, sockets, silent,
            *self.contestant.paths, self.contestant.greeting)
        if not audience.stdout.readline():
            sys.exit(f"{self.contestant.name}: the clients could not connect")
        time.sleep(WARMING)
        busy = self.processor()
        audience.send_signal(signal.SIGUSR1)
        beside = self.listen_locally(folder / "socket")
        if not beside:
            time.sleep(MEASURING)
        busy = self.processor() - busy
        memory = self.memory()
        audience.terminate()
        result = json.loads(audience.stdout.readline())
        return {**result, "busy": busy / result["seconds"], "alone": alone, "beside": beside,
                "memory": memory, "each": (memory - before) * 1_024 / (events + sockets)}

    def listen_locally(self, path):
        """Measures the latency of titles on the Unix socket; `None` if there is none."""
        if not path.exists():
            return None
        listening = self.start(PYTHON, TOOLS / "subscribers.py", path, LOCALS, REQUEST)
        listening.stdout.readline()
        listening.send_signal(signal.SIGUSR1)
        time.sleep(MEASURING)
        listening.terminate()
        return json.loads(listening.stdout.readline())

    def pids(self):
        """The processes of the contestant; nginx has one that works and one that looks on."""
        for server in self.servers:
            yield server.pid
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
            yield from map(int, children.split())

    def processor(self):
        return sum(map(processor_time, self.pids()))

    def memory(self):
        return sum(map(resident, self.pids()))


def wait_for(port):
    """Waits until something listens on a port."""
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.01)


def run():
    """All scenarios, as tables."""
    require(*BUILT, (NCHAN, "make setup-bench"))
    print(f"{STATIONS} stations, {RATE} changes a second in all\n")
    show("5,000 event streams and 1,000 WebSockets, a station each; 500 never read",
         (WebHub, Nchan, Aiohttp), 5_000, 1_000, 500)
    show("1,000 event streams and 200 WebSockets, all stations each; 100 never read",
         (WideHub,), 1_000, 200, 100)
    return 0


def show(title, contestants, *counts):
    columns = []
    for contestant in contestants:
        with WebStage(contestant) as stage:
            columns.append(table(stage.measure(*counts)))
    print(f"{title:<58}" + "".join(f"{contestant.name:>14}" for contestant in contestants))
    for label in columns[0]:
        print(f"{label:<58}" + "".join(f"{column[label]:>14}" for column in columns), flush=True)
    print()


def table(result):
    """Returns the results in words."""
    rows = {f"latency {name}": milliseconds(result[name]) for name in ("p50", "p99", "max")}
    rows["updates a second"] = f"{result['lines'] / result['seconds']:,.0f}"
    rows["connections lost"] = f"{result['lost']}"
    rows["processor"] = f"{result['busy']:.1%}"
    rows["memory"] = f"{result['memory']:.0f} MiB"
    rows["memory a connection"] = f"{result['each']:.1f} KiB"
    for label, name in (("without them", "alone"), ("beside them", "beside")):
        local = result[name]
        for share in ("p50", "p99", "max"):
            rows[f"Unix socket {label}: latency {share}"] = (
                milliseconds(local[share]) if local else "")
    return rows
