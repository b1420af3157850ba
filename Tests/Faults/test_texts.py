"""Texts whose reading could cost more than their length, wherever one enters."""

import json
import socket
import time

import cases
from hub import program
from probe import Probe
from stations import frame, station, upgrade

# Each is compared with as many bytes of plain letters: marks of alternating classes are sorted where
# texts are compared, references are decoded, and the others have boundaries that are hard to find.
TEXTS = {
    "marks": "\u0301\u0316", "references": "&", "twice encoded": "&amp;amp;lt;",
    "syllables": "\u1100\u1161\u11a8", "spaces": " "}
# The parts of a request in which a client's word stands.
REQUESTS = {
    "method": lambda text: {"method": text},
    "action": lambda text: {"method": "command", "params": {"action": text}},
    "parameter": lambda text: {"method": "get", "params": {"view": "line", text: 1}},
    "view": lambda text: {"method": "get", "params": {"view": text}},
    "station": lambda text: {"method": "get", "params": {"view": "line", "stations": [text]}},
    "session": lambda text: {"method": "get", "params": {"view": "carPlay", "session": text}},
    "after": lambda text: {"method": "get", "params": {"view": "line", "after": text}},
    "option": lambda text: {
        "method": "get", "params": {"view": "line", "options": {text: 1}}},
    "locale": lambda text: {
        "method": "get", "params": {"view": "line", "options": {"locale": text}}},
    "sender": lambda text: {
        "method": "command", "params": {"action": "play", "sender": text}},
    "error": lambda text: {"method": "report", "params": {"state": "playing", "error": text}},
}
HEADS = {
    "Host": b"GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n",
    "Origin": b"GET /api/v1/stations HTTP/1.1\r\nHost: localhost\r\nOrigin: %s\r\n\r\n",
    "If-None-Match":
        b"GET /api/v1/stations HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: %s\r\n\r\n",
    "Authorization":
        b"GET /api/v1/stations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
    "Accept": b"GET /api/v1/stations/a/plays HTTP/1.1\r\nHost: localhost\r\nAccept: %s\r\n\r\n",
}


def text(unit, size):
    """As many bytes of a text that repeats."""
    return (unit * (size // len(unit.encode())))


class TextTests(cases.FaultTests):
    def assertCheap(self, cost, place, texts=TEXTS, slack=0.05):
        """No text takes the hub more than three times what plain letters take it."""
        plain = cost("x")
        found = {name: cost(unit) for name, unit in texts.items()}
        self.figure(f"{place}: {plain:.2f} s; "
                    + ", ".join(f"{name} {took:.2f}" for name, took in found.items()))
        for name, took in found.items():
            with self.subTest(place=place, text=name):
                self.assertLess(took, 3 * plain + slack)

    def test_a_message_of_a_station_of_any_content(self):
        waiting = []

        def behave(connection, server):
            upgrade(connection)
            while True:
                while not waiting:
                    time.sleep(0.01)
                connection.sendall(frame(waiting.pop()))

        attacked = self.hub(station("bad", self.server(behave)), self.calm())
        cases.wait_until(lambda: attacked.states()["bad"]["connection"]["state"] != "connecting")

        def cost(member):
            def of(unit):
                before = attacked.computed
                waiting.append(json.dumps(
                    {"k": "key", "t": "title", member: "e" + text(unit, 900_000)},
                    ensure_ascii=False))
                cases.wait_until(lambda: not waiting)
                attacked.call("hello")
                time.sleep(0.2)
                return attacked.computed - before
            return of

        with Probe(attacked) as probe:
            for member in "t", "k", "a":
                self.assertCheap(cost(member), f"/{member}", slack=0.1)
        self.figure(str(probe))
        self.assertLess(probe.longest, 500)
        self.assertUnharmed(attacked)

    def test_requests_of_any_content_on_the_socket(self):
        attacked = self.hub(self.calm())
        for place, request in REQUESTS.items():
            def cost(unit, request=request):
                line = json.dumps(
                    {"jsonrpc": "2.0", "id": 1, **request(text(unit, 60_000))},
                    ensure_ascii=False).encode() + b"\n"
                before = attacked.computed
                with socket.socket(socket.AF_UNIX) as client:
                    client.settimeout(60)
                    client.connect(str(attacked.socket_path))
                    answers = client.makefile("rb")
                    for _ in range(20):
                        client.sendall(line)
                        answer = answers.readline()
                        self.assertIn(b'"error"', answer)
                        self.assertLess(len(answer), 4_000)
                return attacked.computed - before
            self.assertCheap(cost, place)
        self.assertUnharmed(attacked)
        self.assertEnds(attacked)

    def test_heads_and_bodies_of_any_content_over_the_web(self):
        attacked = self.hub(
            self.calm(), config={"web": {"listen": "127.0.0.1:0", "tokens": "tokens"}})
        heads = {
            **HEADS, "path": b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "name of a parameter":
                b"GET /api/v1/stations?%s=1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "locale": b"GET /api/v1/stations?locale=%s HTTP/1.1\r\nHost: localhost\r\n\r\n"}
        for place, head in heads.items():
            def cost(unit, head=head):
                request = head.replace(b"%s", text(unit, 12_000).encode())
                before = attacked.computed
                for _ in range(30):
                    with socket.create_connection(attacked.web, timeout=30) as connection:
                        connection.sendall(request)
                        connection.recv(1 << 16)
                return attacked.computed - before
            # In an address, spaces end it.
            self.assertCheap(cost, place, {"marks": TEXTS["marks"], "references": "&"}, slack=0.1)
        self.assertUnharmed(attacked)
        self.assertEnds(attacked)

    def test_configs_of_any_content(self):
        folder = self.folder()
        path = folder / "config.yaml"

        def cost(template):
            def of(unit):
                path.write_text(
                    template.replace("%s", json.dumps("e" + text(unit, 200_000),
                                                      ensure_ascii=False)))
                began = time.monotonic()
                program.run("check", str(path), code=78)
                return time.monotonic() - began
            return of

        for template in (
                "stations: [{id: a, feed: {type: %s, url: 'ws://h'}}]",
                "stations: [{id: a, feed: {type: qmusic, station: x, country: %s}}]",
                "stations: [{id: a, feed: {type: json, url: 'ws://h', track: {title: /t}}}]\n%s: 1"):
            self.assertCheap(cost(template), template[:30], slack=2)
