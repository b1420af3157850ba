"""Clients that attack: that do not read, that say nonsense, that come in crowds."""

import json
import re
import socket
import sqlite3
import time

import cases
from probe import Probe
from rpc import EVERYTHING, request
from stations import station, ticking


def nonsense(**parameters):
    """Requests that no client should make; each is answered by an error or a cut."""
    deep = b"[" * 30_000 + b"]" * 30_000
    return {
        "not JSON": b"garbage\n", "zeros": b"\0\0\0\n", "not UTF-8": b'{"id":"\xff"}\n',
        "half a pair": b'{"jsonrpc":"2.0","id":"\\ud800","method":"hello"}\n', "deep": deep + b"\n",
        "twice": b'{"jsonrpc":"2.0","id":1,"id":2,"method":"nope","method":"nope"}\n',
        "a list": b"[]\n", "a number": b"1\n", "no version": b'{"id":1,"method":"hello"}\n',
        "an endless interval": request("subscribe", view="line", minInterval=1e308),
        "a negative interval": request("subscribe", view="line", minInterval=-1),
        "too much history": b'{"jsonrpc":"2.0","id":1,"method":"get","params":'
                            b'{"view":"nowPlaying","history":9223372036854775808}}\n',
        "an endless seek": request("command", action="seek", by=1e308),
        "a rate of 1e9": request("command", action="rate", value=1e9),
        "a station that is not there": request("command", action="favourite", station="nope", on=True),
        "an endless report": request("report", session="main", state="playing", position=-1e300,
                                     rate=1e300, error="\x1b[31m" * 5_000),
        "another subscription": request("unsubscribe", subscription=-1),
        "a page that is not there": request("get", view="line", after="\x1b[2J"),
        "many stations": request("subscribe", view="line", stations=["nope"] * 6_000),
        "HTTP": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "TLS": b"\x16\x03\x01\x00\xc8" + bytes(200) + b"\n",
        "a hostile name": request("command", session="../../etc\x1b[31m\u202e", action="play"),
        "a long name": request("command", session="x" * 60_000, action="play"),
    }


class NonsenseTests(cases.FaultTests):
    def test_nonsense_is_answered_by_an_error_or_a_cut_and_others_notice_nothing(self):
        attacked = self.hub(self.calm())
        with Probe(attacked) as probe:
            for name, line in nonsense().items():
                with self.subTest(name), attacked.connect(5) as client:
                    client.send(line)
                    try:
                        self.assertIn("error", client.line())
                    except ConnectionError:
                        # Cut: what no line can be is not answered.
                        pass
                    self.assertTrue(attacked.is_alive)
            time.sleep(0.3)
        self.figure(str(probe))
        self.assertLess(probe.longest, 250)
        self.assertEnds(attacked)

    def test_lines_that_do_not_end_are_bounded(self):
        attacked = self.hub(self.calm())
        before = attacked.memory
        with attacked.connect() as client:
            sent = 0
            with self.assertRaises(OSError):
                while sent < 100 << 20:
                    client.send(b"A" * 65_536)
                    sent += 65_536
        crowd = [self.enterContext(attacked.connect()) for _ in range(500)]
        for client in crowd:
            client.send(b"B" * 65_000)
        time.sleep(1)
        self.figure(f"cut after {sent >> 10} KiB; 500 half lines: {before:.0f} → "
                    f"{attacked.memory:.0f} MiB")
        self.assertLess(sent, 1 << 20)
        self.assertLess(attacked.memory - before, 500 * 65_000 * 2 / (1 << 20))
        self.assertUnharmed(attacked)
        self.assertEnds(attacked)

    def test_a_thousand_sessions_are_the_most_and_cost_others_nothing(self):
        attacked = self.hub(self.calm())
        refused = 0
        with attacked.connect() as client, Probe(attacked) as probe:
            for number in range(1_100):
                answer = client.ask("command", session=f"s{number}", action="select",
                                    station="calm")
                refused += "error" in answer
                time.sleep(0.005)
        self.figure(f"{refused} of 1,100 refused; {attacked.gauges}; {probe}")
        self.assertGreaterEqual(refused, 100)
        self.assertLess(probe.longest, 250)
        self.assertEnds(attacked)


class CrowdTests(cases.FaultTests):
    STATIONS = 100

    def crowd_hub(self, interval=0.5):
        radio = self.server(ticking(interval))
        attacked = self.hub(*(station(f"s{place}", radio) for place in range(self.STATIONS)))
        cases.wait_until(lambda: radio.open == self.STATIONS)
        return attacked

    def connect(self, attacked, count):
        return [self.enterContext(attacked.connect(30)) for _ in range(count)]

    def test_newcomers_that_do_not_read_stall_no_other_client(self):
        attacked = self.crowd_hub()
        time.sleep(1)
        with Probe(attacked) as probe:
            for client in self.connect(attacked, 1_000):
                client.send(EVERYTHING)
            time.sleep(5)
        self.figure(f"1,000 newcomers; {attacked.gauges}; {probe}")
        self.assertLess(probe.longest, 500)
        self.assertEnds(attacked)

    def test_clients_that_do_not_read_cost_no_time_and_are_cut(self):
        attacked = self.crowd_hub(interval=0.2)
        before = self.computing(attacked)
        silent = self.connect(attacked, 1_000)
        for client in silent:
            client.send(EVERYTHING)
        time.sleep(6)
        beside = self.computing(attacked)
        cases.wait_until(lambda: len(attacked.status()["clients"]) < 10, 60)
        cuts = attacked.status()["counters"]["cuts"]
        self.figure(f"{before:.0%} of a core before, {beside:.0%} beside 1,000 that do not read; "
                    f"cut: {cuts}")
        self.assertLess(beside, before + 0.25)
        self.assertGreaterEqual(sum(cuts.values()), 900)
        self.assertEnds(attacked)

    @staticmethod
    def computing(attacked):
        """The share of a core that the hub takes."""
        began, computed = time.monotonic(), attacked.computed
        time.sleep(3)
        return (attacked.computed - computed) / (time.monotonic() - began)

    def test_answers_that_are_not_read_are_bounded(self):
        attacked = self.crowd_hub()
        before = attacked.memory
        asked = b"".join(request("get", number, view="nowPlaying", history=50)
                         for number in range(900))
        for client in self.connect(attacked, 100):
            client.socket.setblocking(False)
            try:
                client.socket.send(asked)
            except OSError:
                pass
        peak = 0
        with Probe(attacked) as probe:
            for _ in range(20):
                time.sleep(0.4)
                peak = max(peak, attacked.memory)
        self.figure(f"90,000 requests: {before:.0f} → {peak:.0f} MiB; {probe}")
        self.assertLess(peak - before, 250)
        self.assertLess(probe.longest, 500)
        self.assertEnds(attacked)

    def test_more_clients_than_are_allowed_are_refused_and_the_rest_is_served(self):
        attacked = self.crowd_hub()
        descriptors = attacked.descriptors
        clients = []
        with Probe(attacked) as probe:
            for _ in range(8_400):
                try:
                    clients.append(self.enterContext(attacked.connect(5)))
                except OSError:
                    break
            for client in clients:
                try:
                    client.send(request("hello"))
                except OSError:
                    pass
            answered = sum(self.is_answered(client) for client in clients)
            for client in clients:
                client.close()
            cases.wait_until(lambda: attacked.descriptors <= descriptors + 5)
        self.figure(f"{len(clients)} connected, {answered} answered; "
                    f"{attacked.gauges} after they left; {probe}")
        self.assertGreaterEqual(answered, 8_000)
        self.assertLessEqual(answered, 8_192)
        self.assertLess(probe.longest, 1_500)
        self.assertEnds(attacked)

    @staticmethod
    def is_answered(client):
        try:
            return "result" in client.line()
        except OSError:
            return False

    def test_ten_thousand_short_connections_leave_nothing(self):
        attacked = self.crowd_hub()
        # Allocations that happen once have happened after the first connections.
        self.come_and_go(attacked, 2_000)
        time.sleep(1)
        memory, descriptors = attacked.memory, attacked.descriptors
        with Probe(attacked) as probe:
            self.come_and_go(attacked, 10_000)
        cases.wait_until(lambda: attacked.descriptors <= descriptors)
        cases.wait_until(lambda: len(attacked.status()["clients"]) == 1)
        self.figure(f"{memory:.1f} → {attacked.memory:.1f} MiB, {attacked.descriptors} descriptors, "
                    f"{attacked.threads} threads; {probe}")
        self.assertLess(attacked.memory - memory, 10)
        self.assertLess(probe.longest, 1_500)
        self.assertEnds(attacked)

    @staticmethod
    def come_and_go(attacked, count):
        for number in range(count):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(str(attacked.socket_path))
                if number % 3 == 0:
                    client.sendall(EVERYTHING)
                elif number % 3 == 1:
                    client.sendall(b"garbage\n")

    def test_thousands_of_favourites_come_back_after_a_kill(self):
        radio = self.server(ticking(60))
        folder = self.folder()
        stations = [station(f"s{place}", radio) for place in range(3_000)]
        attacked = self.hub(*stations, folder=folder)
        with attacked.connect(60) as client, Probe(attacked) as probe:
            for place in range(3_000):
                client.call("command", action="favourite", station=f"s{place}", on=True)
                # A client may make 200 requests a second.
                time.sleep(0.0052)
            document = client.call("get", view="carPlay")
        # Else this process would be busy with 3,000 connections.
        radio.close()
        attacked.kill()
        began = time.monotonic()
        attacked.start()
        took = time.monotonic() - began
        with attacked.connect(60) as client:
            again = client.call("get", view="carPlay")
        favourites = [self.favourites(each) for each in (document, again)]
        self.figure(f"up again after {took:.2f} s; a car's document of "
                    f"{len(json.dumps(again)) >> 10} KiB; {probe}")
        self.assertTrue(favourites[0])
        self.assertEqual(favourites[0], favourites[1])
        self.assertEqual(self.kept(folder), 3_000)
        self.assertLess(took, 10)
        self.assertLess(probe.longest, 1_000)

    @staticmethod
    def favourites(answer):
        templates = answer["records"][0]["carPlay"]["root"]["templates"]
        found = json.dumps(next(each for each in templates if each["id"] == "favourites"))
        # The favourites' tracks and their marks of news are not stored.
        return sorted(set(re.findall(r'"favourites/(s\d+)"', found)))

    @staticmethod
    def kept(folder):
        with sqlite3.connect(f"file:{folder}/history.sqlite?mode=ro", uri=True) as database:
            return database.execute(
                "SELECT count(*) FROM preference WHERE kind = 'favourite'").fetchone()[0]
