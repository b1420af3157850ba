"""Names that no name server answers for, and networks that go away. Both need a network of their own."""

import os
import socket
import subprocess
import time
from pathlib import Path

import cases
import stations
from hub import program
from probe import Probe
from stations import station


@cases.needs_root
@cases.needs("ip")
class NameTests(cases.FaultTests):
    """A hub in a network namespace: its name server, on our end of a pair, takes questions and
    answers none."""

    OUR_END, THEIR_END = "10.98.0.1", "10.98.0.2"

    def setUp(self):
        self.name = f"nphub{os.getpid() % 10_000}"
        self.ends = f"{self.name}a", f"{self.name}b"
        self.addCleanup(self.remove)
        self.run_command("ip", "netns", "add", self.name)
        self.run_command("ip", "link", "add", self.ends[0], "type", "veth", "peer", "name",
                         self.ends[1])
        self.run_command("ip", "link", "set", self.ends[1], "netns", self.name)
        self.run_command("ip", "addr", "add", f"{self.OUR_END}/24", "dev", self.ends[0])
        self.run_command("ip", "link", "set", self.ends[0], "up")
        self.inside("ip", "link", "set", "lo", "up")
        self.inside("ip", "addr", "add", f"{self.THEIR_END}/24", "dev", self.ends[1])
        self.inside("ip", "link", "set", self.ends[1], "up")
        # `ip netns exec` lays these files over those of /etc.
        files = Path("/etc/netns") / self.name
        files.mkdir(parents=True)
        (files / "resolv.conf").write_text(f"nameserver {self.OUR_END}\n")
        (files / "hosts").write_text(f"127.0.0.1 localhost\n{self.OUR_END} known.example\n")

    def remove(self):
        for command in (("ip", "netns", "del", self.name), ("ip", "link", "del", self.ends[0]),
                        ("rm", "-rf", f"/etc/netns/{self.name}"), ("rmdir", "/etc/netns")):
            subprocess.run(command, check=False, capture_output=True)

    @staticmethod
    def run_command(*command):
        subprocess.run(command, check=True, capture_output=True)

    def inside(self, *command):
        self.run_command("ip", "netns", "exec", self.name, *command)

    def test_names_that_no_server_answers_for_keep_no_other_station_off(self):
        deaf = self.enterContext(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        deaf.bind((self.OUR_END, 53))
        radio = self.server(stations.playing("Undertow"), host=self.OUR_END)
        attacked = self.hub(
            *(station(f"n{place}", 9, host=f"host{place}.example.org") for place in range(60)),
            station("address", radio, host=self.OUR_END),
            station("known", radio, host="known.example"),
            before=("ip", "netns", "exec", self.name))
        began = time.monotonic()
        with Probe(attacked) as probe:
            program.wait_until(lambda: all(attacked.title(name) == "Undertow"
                                           for name in ("address", "known")), 20)
            took = time.monotonic() - began
            program.wait_until(lambda: attacked.connection("n0").get("reason"), 40)
        reason = attacked.connection("n0")["reason"]["text"]
        self.figure(f"known names after {took:.1f} s; the others: {reason}; {probe}")
        self.assertLess(took, 8)
        self.assertRegex(reason, "looked up|name")
        self.assertLess(probe.longest, 250)
        self.assertEnds(attacked)

    def test_a_network_that_goes_and_comes_back(self):
        radio = self.server(stations.ticking(0.5), host=self.OUR_END)
        attacked = self.hub(station("far", radio, host=self.OUR_END),
                            before=("ip", "netns", "exec", self.name))
        program.wait_until(lambda: attacked.title("far"))
        self.inside("ip", "link", "set", self.ends[1], "down")
        radio.drop()
        time.sleep(14)
        self.assertUnharmed(attacked)
        self.inside("ip", "link", "set", self.ends[1], "up")
        before = attacked.title("far")
        began = time.monotonic()
        program.wait_until(lambda: attacked.title("far") != before, 60)
        self.figure(f"plays on {time.monotonic() - began:.1f} s after the network was back")
        self.assertEqual(attacked.connection("far")["state"], "live")
        self.assertEnds(attacked)
