"""`nphub simulate` on one side, `nphub run` on the other."""

import json
import signal
import tempfile
import unittest
from pathlib import Path

import program
import running


class SimulatorTests(unittest.TestCase):
    def test_it_prints_a_config_by_which_a_hub_reads_it(self):
        for arguments in (), ("--tls",):
            with self.subTest(arguments), running.Farm("--stations", "3", *arguments) as farm:
                path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "farm.yaml"
                path.write_text(farm.config)
                said = program.run("check", path).decode()
                self.assertEqual(said, f"{path}: OK, 3 stations\n")
                hub = self.enterContext(program.Hub("--stdout", "nowPlaying", config=farm.config))
                program.wait_until(lambda: len({
                    record["station"] for record in map(json.loads, list(hub.output))
                    if record["nowPlaying"]["connection"]["state"] == "live"}) == 3)
                self.assertEqual(hub.stop(signal.SIGTERM), 0)
                self.assertEqual(farm.stop(), 0)

    def test_a_fault_strikes_and_the_hub_comes_back(self):
        for fault, told in ("drop", "link lost"), ("restart", "link lost"), ("garbage", "rejected"):
            with self.subTest(fault):
                farm = self.enterContext(running.Farm(
                    "--stations", "1", "--rate", "50", "--fault", fault, "--fault-every", "0.4"))
                hub = self.enterContext(program.Hub("--log-level", "info", config=farm.config))
                program.wait_until(lambda: told in hub.errors)
                self.assertIn("link opened", hub.errors)
