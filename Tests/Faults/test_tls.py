"""Servers that break TLS in each way that a peer can."""

import os
import socket
import time

import cases
from hub import certificates, program
from probe import Probe
from stations import PING, frame, message, station, upgrade, wait_for_end


def over_the_socket(connection, data):
    """Writes past TLS."""
    with socket.socket(fileno=os.dup(connection.fileno())) as bare:
        bare.sendall(data)


def good(connection, server):
    upgrade(connection)
    while True:
        server.sent += 1
        connection.sendall(message(f"secure {server.sent}"))
        if not server.pause(0.5):
            return


def truncated(connection, _):
    upgrade(connection)
    connection.sendall(message("before") + frame(b"half" * 1_000)[:500])
    with socket.socket(fileno=os.dup(connection.fileno())) as bare:
        bare.shutdown(socket.SHUT_RDWR)


def a_broken_record(connection, _):
    upgrade(connection)
    connection.sendall(message("before"))
    over_the_socket(connection, b"\x17\x03\x03\x00\x20" + b"Z" * 32)
    wait_for_end(connection)


def pings(connection, server):
    upgrade(connection)
    while server.pause(0.001):
        connection.sendall(frame(b"p" * 100, PING) * 50)


def garbage(connection, _):
    connection.recv(1_000)
    connection.sendall(b"\x16\x03\x03\xff\xff" + b"A" * 70_000)
    wait_for_end(connection)


def half_a_hello(connection, _):
    connection.recv(1_000)
    connection.sendall(b"\x16\x03\x03\x40\x00\x02\x00\x30\x00")
    wait_for_end(connection)


def alerts(connection, server):
    connection.recv(1_000)
    while server.pause(0):
        connection.sendall(b"\x15\x03\x03\x00\x02\x01\x5a" * 100)


def silence(connection, _):
    wait_for_end(connection)


def plain(connection, _):
    connection.sendall(b"HTTP/1.1 400 Bad\r\n\r\n")


SECURE = good, truncated, a_broken_record, pings
BARE = garbage, half_a_hello, alerts, silence, plain


class TLSTests(cases.FaultTests):
    def test_peers_that_break_tls_cost_their_own_station_alone(self):
        authority = certificates.Authority(self.folder())
        settings = authority.issue("localhost")
        kinds = {kind.__name__.replace("_", "-"): self.server(kind, tls=settings)
                 for kind in SECURE}
        kinds |= {kind.__name__.replace("_", "-"): self.server(kind) for kind in BARE}
        trust = {"tls": {"ca": str(authority.path)}}
        attacked = self.hub(*(station(name, each, "wss", "localhost", feed=trust)
                              for name, each in kinds.items()), self.calm())
        time.sleep(2)
        before, descriptors = attacked.memory, attacked.descriptors
        with Probe(attacked) as probe:
            time.sleep(15)
        states = attacked.states()
        self.figure(f"{sum(each.accepted for each in kinds.values())} connections, {before:.0f} → "
                    f"{attacked.memory:.0f} MiB, {descriptors} → {attacked.descriptors} "
                    f"descriptors; {probe}")
        for name in "good", "calm":
            self.assertEqual(states[name]["connection"]["state"], "live", name)
        for name in "garbage", "half-a-hello", "alerts", "silence", "plain":
            self.assertIn("reason", states[name]["connection"], name)
        self.assertNotIn("track", states["garbage"])
        self.assertLess(attacked.memory - before, 30)
        self.assertLess(attacked.descriptors, descriptors + 12)
        self.assertLess(probe.longest, 500)
        self.assertEnds(attacked)

    def test_a_thousand_handshakes_do_not_leak(self):
        authority = certificates.Authority(self.folder())

        def behave(connection, server):
            upgrade(connection)
            connection.sendall(message("before"))

        short = self.server(behave, tls=authority.issue("localhost"))
        trust = {"tls": {"ca": str(authority.path)}}
        attacked = self.hub(*(station(f"s{place}", short, "wss", "localhost", feed=trust)
                              for place in range(60)))
        program.wait_until(lambda: short.accepted > 300, 60)
        before, accepted = attacked.memory, short.accepted
        program.wait_until(lambda: short.accepted > accepted + 300, 60)
        self.figure(f"{short.accepted} handshakes, {before:.1f} → {attacked.memory:.1f} MiB")
        self.assertLess(attacked.memory - before, 8)
        self.assertEnds(attacked)
