"""One client of the web that takes what all clients share: others, and programs of this machine above
all, still get theirs."""

import contextlib
import json
import resource
import socket
import time

import cases
import test_web
from probe import Probe
from stations import station, ticking

READER = "r" * 64
OWNER = "o" * 64


class ShareTests(cases.FaultTests):
    def attacked_hub(self, count=1, **web):
        folder = self.folder()
        tokens = folder / "tokens"
        tokens.touch(0o600)
        tokens.write_text(f"{OWNER} read session:* status\n{READER} read\n")
        radio = self.server(ticking(1))
        config = {"web": {"listen": "127.0.0.1:0", "tokens": str(tokens), **web}}
        return self.hub(*(station(f"s{place}", radio) for place in range(count)), config=config,
                        folder=folder)

    def dial(self, hub, within=10):
        connection = socket.create_connection(hub.web, timeout=within)
        self.addCleanup(connection.close)
        return connection

    def ask(self, hub, path, *headers, method="GET"):
        """The status of an answer, and its head."""
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers]
        if method == "POST":
            lines.append("Content-Length: 0")
        with self.dial(hub, 30) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode())
            head = b""
            while b"\r\n\r\n" not in head and (part := connection.recv(4096)):
                head += part
        return int(head[9:12]), head.decode("latin-1")

    def test_subscriptions_of_one_client_leave_room_to_others(self):
        hub = self.attacked_hub()
        # Stations that cannot be reached are stations, too.
        hub.write_config({**hub_config(hub), "stations": [
            {"id": f"s{place}", "feed": {"type": "azuracast", "shortcode": f"s{place}",
                                         "url": "ws://127.0.0.1:9/api/live/nowplaying/websocket"}}
            for place in range(2_000)]})
        hub.process.send_signal(1)
        cases.wait_until(lambda: len(hub.states()) == 500, 30)
        greedy = [self.dial(hub) for _ in range(8)]
        for connection in greedy:
            connection.sendall(test_web.UPGRADE)
            connection.recv(4096)
            for number in range(64):
                request = {"jsonrpc": "2.0", "id": number, "method": "subscribe",
                           "params": {"view": "line", "minInterval": 3600}}
                connection.sendall(test_web.masked(json.dumps(request).encode()))
            drain(connection)
        with hub.connect(60) as client:
            for _ in range(20):
                for connection in greedy:
                    drain(connection)
                self.assertIn("subscription", client.call("subscribe", view="line"))
        status, head = self.ask(hub, "/api/v1/events?view=line")
        self.assertEqual(status, 200, head)
        self.figure(hub.gauges)
        self.assertEnds(hub)

    def test_websockets_leave_room_to_the_socket(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if most < 18_000:
            self.skipTest("too few descriptors are allowed here")
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        hub = self.attacked_hub()
        held = []
        for _ in range(8_192):
            with contextlib.suppress(OSError):
                held.append(self.dial(hub))
                held[-1].sendall(test_web.UPGRADE)
        cases.wait_until(lambda: hub.answers(10), 60)
        self.figure(f"{len(held)} dialled; {hub.gauges}")
        # They say nothing, answer no ping, and are ended, a few at a time: no client waits for it.
        before = hub.computed
        with Probe(hub) as probe:
            cases.wait_until(lambda: hub.descriptors < 1_000, 150)
        computed = hub.computed - before
        self.figure(f"{hub.gauges}; {computed:.1f} s computed; {probe}")
        self.assertLess(computed, 3)
        self.assertLess(probe.longest, 1_500)
        for connection in held:
            connection.close()
        self.assertEnds(hub)

    def test_a_token_that_may_only_read_voids_no_tickets_of_another(self):
        hub = self.attacked_hub()
        bearer = "Authorization: Bearer "
        with self.dial(hub) as connection:
            request = (f"POST /api/v1/ticket HTTP/1.1\r\nHost: localhost\r\n{bearer}{READER}\r\n"
                       "Content-Length: 0\r\n\r\n").encode()
            for _ in range(8_300):
                connection.sendall(request)
                self.assertIn(b" 200 ", connection.recv(4096))
        status, head = self.ask(hub, "/api/v1/ticket", bearer + OWNER, method="POST")
        self.assertEqual(status, 200, head)
        self.assertEnds(hub)

    def test_clients_of_a_proxy_are_told_apart_by_what_it_says(self):
        hub = self.attacked_hub(behindProxy=True, addressHeader="X-Forwarded-For", anonymous=True)
        said = "X-Forwarded-For: 203.0.113.9, "
        found = [self.ask(hub, "/healthz", said + "192.0.2.1") for _ in range(700)]
        self.assertEqual(found[0][0], 200)
        self.assertEqual(found[-1][0], 429)
        self.assertIn("\r\nRetry-After: ", found[-1][1])
        self.assertEqual(self.ask(hub, "/healthz", said + "192.0.2.2")[0], 200)
        self.assertEqual(self.ask(hub, "/healthz", said + "2001:db8::1")[0], 200)
        # The headers of one client never count for another on the same connection.
        with self.dial(hub) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertIn(b"\r\nConnection: close\r\n", connection.recv(4096))
        time.sleep(2)
        self.assertEqual(self.ask(hub, "/healthz", said + "192.0.2.1")[0], 200)
        self.assertEnds(hub)

    def test_questions_of_clients_that_left_make_no_others_wait(self):
        hub = self.attacked_hub()
        path = "/api/v1/stations/s0/history?since=0&limit=1000"
        ask = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        found = []
        for _ in range(40):
            for _ in range(40):
                with contextlib.suppress(OSError), self.dial(hub) as connection:
                    connection.sendall(ask)
            found.append(self.ask(hub, path)[0])
        self.assertEqual(found, [200] * len(found))
        self.assertEnds(hub)


def hub_config(hub):
    return json.loads(hub.config_path.read_text())


def drain(connection):
    """Reads what is there."""
    connection.settimeout(0.01)
    with contextlib.suppress(OSError):
        while connection.recv(1 << 20):
            pass
    connection.settimeout(10)
