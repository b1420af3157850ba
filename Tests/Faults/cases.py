"""The base of all attacks: hubs and servers that end with the test, and figures."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import hub
import stations

program = hub.program
wait_until = program.wait_until


class FaultTests(unittest.TestCase):
    """Attacks, each with what has to hold."""

    def hub(self, *stations, arguments=(), config=None, **options):
        """A hub with these stations; its history is in its folder."""
        folder = options.pop("folder", None) or self.folder()
        config = {"stations": list(stations), "mpris": {"enabled": False},
                  "history": {"file": str(folder / "history.sqlite")}, **(config or {})}
        return self.enterContext(hub.Hub(config, *arguments, folder=folder, **options))

    def folder(self):
        """A folder that ends with the test."""
        path = Path(tempfile.mkdtemp(prefix="nphub-faults-"))
        self.addCleanup(shutil.rmtree, path, ignore_errors=True)
        return path

    def server(self, behave, **options):
        return self.enterContext(stations.Server(behave, **options))

    def calm(self, identifier="calm", interval=1.0):
        """A station that plays on beside the attack."""
        return stations.station(identifier, self.server(stations.ticking(interval)))

    def figure(self, text):
        """Prints what was measured."""
        print(f"\n    {text}", end=" ... ", file=sys.stderr, flush=True)

    def assertUnharmed(self, attacked):
        """The hub lives, a new client is answered at once, and no rule of its own was broken."""
        self.assertTrue(attacked.is_alive, attacked.errors[-2_000:])
        self.assertTrue(attacked.answers(), "a new client was not answered")

    def assertEnds(self, attacked, code=0, within=6.0):
        """The hub ends as asked, in time."""
        found, took = attacked.stop()
        self.assertEqual(found, code, attacked.errors[-2_000:])
        self.assertLess(took, within)


def needs_root(test):
    """Skips a test that mounts, or makes networks of its own, where that is not allowed."""
    allowed = os.geteuid() == 0 and subprocess.run(
        ["unshare", "--mount", "--net", "true"], check=False, capture_output=True).returncode == 0
    return unittest.skipUnless(allowed, "needs root, and unshare of util-linux")(test)


def needs(tool):
    """Skips a test without a tool."""
    return unittest.skipUnless(shutil.which(tool), f"needs {tool}")
