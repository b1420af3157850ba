"""Runs all contract tests, several classes at a time, for most of them wait most of the time.

    python3 Tests/Contract                               all of them
    python3 Tests/Contract test_tls test_exec.ExecTests  those alone
"""

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "harness"))
import parts  # noqa: E402
import program  # noqa: E402

FOLDER = Path(__file__).resolve().parent
# So few that each of them is still answered at once where there are two cores.
PROCESSES = 3 * (os.cpu_count() or 1)
# The longest tests begin first; otherwise all others wait for them in the end.
LONGEST = (
    "test_polling.PollingTests", "test_config.ConfigTests", "test_recording.RecordingTests",
    "test_hanging_servers.HangingServerTests", "test_examples.ExampleTests",
    "test_scripts.FeedTests", "test_many_stations.DiscoveryTests", "test_bad_input.ClientTests",
    "test_mpris.MPRISTests",
    "test_probe.AddressTests", "test_hanging_servers.UnreadConnectionTests",
    "test_probe.PlayerTests", "test_probe.ReadingTests", "test_stdout.StdoutTests",
    "test_bad_input.ConfigTests", "test_history.HistoryTests")

names = parts.chosen(__doc__, FOLDER)
if not program.PATH.exists():
    sys.exit(f"There is no program at {program.PATH}: `swift build`, or say NPHUB=PATH.")
os.environ["NPHUB"] = str(program.PATH)
sys.exit(parts.run("Contract", FOLDER, names, PROCESSES, LONGEST))
