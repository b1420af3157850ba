"""Stations that attack: floods, endless messages, broken frames, hostile texts."""

import json
import os
import random
import socket
import time

import cases
from hub import MIB
from probe import Probe
from rpc import EVERYTHING
from stations import (
    CLOSE, CONTINUATION, PING, frame, message, playing, read_head, reset, station, upgrade,
    wait_for_end)


class FloodTests(cases.FaultTests):
    def test_a_flood_that_ends_in_a_breach_leaves_no_descriptor(self):
        def behave(connection, server):
            upgrade(connection)
            until = time.monotonic() + 1.5
            while time.monotonic() < until:
                connection.sendall(frame(b"p" * 125, PING) * 500)
            connection.sendall(frame("x", reserved=4))
            # It neither reads nor closes.
            server.pause(120)

        flood = self.server(behave, buffer=4096)
        attacked = self.hub(station("flood", flood), self.calm())
        cases.wait_until(lambda: flood.accepted)
        before = attacked.descriptors
        cases.wait_until(lambda: flood.accepted >= 4, 60)
        self.figure(f"{flood.accepted} connections; {before} → {attacked.gauges}")
        self.assertLessEqual(attacked.descriptors, before + 2)
        self.assertLess(attacked.memory, 100)
        self.assertEnds(attacked)

    def test_publications_as_fast_as_they_are_taken_reach_all_clients_conflated(self):
        last = "the last one"

        def behave(connection, server):
            upgrade(connection)
            until = time.monotonic() + 5
            while time.monotonic() < until:
                server.sent += 100
                connection.sendall(b"".join(
                    message(f"{server.sent + place}") for place in range(100)))
            connection.sendall(message(last))
            server.pause(60)

        floods = [self.server(behave) for _ in range(3)]
        attacked = self.hub(*(station(f"s{place}", each) for place, each in enumerate(floods)))
        clients = [self.enterContext(attacked.connect(30)) for _ in range(60)]
        for client in clients:
            client.send(EVERYTHING)
        with Probe(attacked) as probe:
            time.sleep(4)
        peak = attacked.memory
        slow, quick = clients[:10], clients[10:20]
        for client in quick:
            self._read_until(client, last, 3)
        # Those that did not read meanwhile hold the newest state, too, unless they were cut.
        for client in slow:
            try:
                self._read_until(client, last, 3)
            except ConnectionError:
                pass
        self.figure(f"{sum(each.sent for each in floods)} titles, {peak:.0f} MiB; {probe}")
        self.assertLess(peak, 200)
        self.assertLess(probe.quantile(0.5), 200)
        self.assertEqual({state["track"]["title"] for state in attacked.states().values()}, {last})
        self.assertEnds(attacked)

    def _read_until(self, client, title, stations):
        """Reads until all stations play a title."""
        holding = set()
        while len(holding) < stations:
            line = client.line()
            if line.get("method") == "update":
                record = line["params"]["record"]
                if record["nowPlaying"].get("track", {}).get("title") == title:
                    holding.add(record["station"])


class Zoo:
    """Servers that are hostile in one way each; each is run by a thread of its own."""

    @staticmethod
    def endless_text(connection, server):
        upgrade(connection)
        connection.sendall(frame("{", is_last=False))
        while server.pause(0):
            connection.sendall(frame("", CONTINUATION, is_last=False) * 2000)

    @staticmethod
    def frames_of_one_byte(connection, server):
        upgrade(connection)
        while server.pause(0.001):
            connection.sendall(frame("x") * 500)

    @staticmethod
    def one_byte_a_packet(connection, server):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        upgrade(connection)
        while server.pause(0.01):
            for byte in message("slow byte"):
                connection.sendall(bytes([byte]))

    @staticmethod
    def unfinished_fragments(connection, _):
        upgrade(connection)
        connection.sendall(frame(b"A" * 8000, is_last=False))
        for _ in range(300):
            connection.sendall(frame(b"A" * 8000, CONTINUATION, is_last=False))

    @staticmethod
    def sixteen_mebibytes(connection, _):
        upgrade(connection)
        connection.sendall(frame(b'{"t":"' + b"A" * (16 * MIB) + b'"}'))

    @staticmethod
    def announces_2_to_the_63(connection, _):
        upgrade(connection)
        connection.sendall(b"\x81\x7f\x7f" + b"\xff" * 7 + b"x" * 1000)
        wait_for_end(connection)

    @staticmethod
    def slow_head(connection, server):
        read_head(connection)
        connection.sendall(b"HTTP/1.1 101 S\r\n")
        while server.pause(0.5):
            connection.sendall(b"X-More: y\r\n")

    @staticmethod
    def giant_head(connection, _):
        read_head(connection)
        connection.sendall(b"HTTP/1.1 101 S\r\nX: " + b"a" * (10 * MIB))

    @staticmethod
    def early_hints_without_end(connection, server):
        read_head(connection)
        while server.pause(0):
            connection.sendall(b"HTTP/1.1 103 Early\r\nLink: x\r\n\r\n" * 100)

    @staticmethod
    def silence(connection, _):
        wait_for_end(connection)

    @staticmethod
    def reset_at_once(connection, _):
        reset(connection)
        upgrade(connection)

    @staticmethod
    def retry_after_ages(connection, _):
        read_head(connection)
        connection.sendall(b"HTTP/1.1 503 \x1b]0;x\x07\xc2\x9b2J\r\n"
                           b"Retry-After: 99999999999999999999\r\n\r\n")

    @staticmethod
    def deep_json(connection, _):
        upgrade(connection)
        connection.sendall(frame('{"t":"deep","x":' + "[" * 10_000 + "]" * 10_000 + "}"))
        connection.sendall(frame("[" * 500_000))
        wait_for_end(connection)

    @staticmethod
    def numbers(connection, server):
        upgrade(connection)
        for number in ("1e308", "-1", "884541513600", "-1e308", "9223372036854775807",
                       "18446744073709551615", "1e400", '"NaN"', "[]", "9" * 400, "1e-320"):
            connection.sendall(frame(f'{{"t":"number","s":{number},"d":{number}}}'))
            server.pause(0.05)
        wait_for_end(connection)

    @staticmethod
    def times_that_jump(connection, server):
        upgrade(connection)
        number = 0
        while server.pause(0.005):
            number += 1
            connection.sendall(message("jump", s=time.time() + (-1) ** number * number * 7919))

    @staticmethod
    def controls(connection, _):
        upgrade(connection)
        connection.sendall(message(
            "\x1b[31mred\x1b]0;x\x07 \x9b2J\x9d \x00nul\r\nline \u202ebidi\u2066 \u2028 &#27;[1m"
            " &#x9b;5m \x7f"))
        time.sleep(1)
        connection.sendall(frame(
            b"\x0f\xa0\xc2\x9b31m\xe2\x80\xae EVIL\x7f\x1b[2J\xc2\x85\xe2\x80\xa8x", CLOSE))

    @staticmethod
    def a_title_of_a_million(connection, _):
        upgrade(connection)
        connection.sendall(message("T" * 1_000_000))
        connection.sendall(message("Z" + "\u0301" * 300_000))
        connection.sendall(message("&" * 200_000 + "&#99999999999;&#xD800;&#0;"))
        connection.sendall(message(" - " * 300_000))
        wait_for_end(connection)

    @staticmethod
    def garbage(connection, server):
        upgrade(connection)
        chance = random.Random(1)
        while server.pause(0.002):
            connection.sendall(frame(chance.randbytes(200), kind=2))
            connection.sendall(frame('{"t":"\\ud800","a":"\\udc00"}'))

    @staticmethod
    def lone_bytes_after_the_upgrade(connection, _):
        upgrade(connection, b"Sec-WebSocket-Extensions: permessage-deflate\r\n")
        connection.sendall(os.urandom(100_000))


class HostileServerTests(cases.FaultTests):
    def test_a_zoo_of_hostile_servers_harms_neither_hub_nor_neighbours(self):
        kinds = {name.replace("_", "-"): kind for name, kind in vars(Zoo).items()
                 if isinstance(kind, staticmethod)}
        zoo = {name: self.server(kind.__func__) for name, kind in kinds.items()}
        attacked = self.hub(*(station(name, each) for name, each in zoo.items()), self.calm())
        with Probe(attacked) as probe:
            time.sleep(15)
        told = json.dumps(attacked.states(), ensure_ascii=False) + json.dumps(
            attacked.status(), ensure_ascii=False) + attacked.errors.replace("\n", " ")
        self.figure(f"{len(zoo)} servers, {sum(each.accepted for each in zoo.values())} connections;"
                    f" {attacked.gauges}; {probe}")
        self.assertEqual(sorted(set(told) & FORBIDDEN), [])
        self.assertLess(attacked.memory, 150)
        self.assertLess(probe.longest, 1_000)
        self.assertEqual(attacked.connection("calm")["state"], "live")
        states = attacked.states()
        for name in "sixteen-mebibytes", "announces-2-to-the-63", "giant-head":
            self.assertIn("reason", states[name]["connection"], name)
        self.assertUnharmed(attacked)
        self.assertEnds(attacked)

    def test_a_thousand_stations_that_drop_at_once_come_back(self):
        radio = self.server(playing("Undertow"))
        attacked = self.hub(*(station(f"s{place}", radio) for place in range(1_000)))
        cases.wait_until(lambda: radio.open == 1_000)
        descriptors = attacked.descriptors
        with Probe(attacked) as probe:
            radio.drop()
            began = time.monotonic()
            cases.wait_until(lambda: radio.accepted >= 2_000 and radio.open == 1_000)
            took = time.monotonic() - began
        self.figure(f"back after {took:.1f} s; {descriptors} → {attacked.descriptors} descriptors; "
                    f"{probe}")
        self.assertLess(probe.longest, 500)
        self.assertLessEqual(attacked.descriptors, descriptors + 2)
        self.assertEnds(attacked)


# Controls, C1 included, and what turns the direction of a text or ends a line of it.
FORBIDDEN = {chr(code) for code in [*range(32), *range(0x7F, 0xA0), 0x2028, 0x2029,
                                    *range(0x202A, 0x202F), *range(0x2066, 0x206A)]}
