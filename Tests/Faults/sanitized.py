"""Runs a program that was built with a sanitizer under a mixed load, and fails on its first report.

    NPHUB=.build-tsan/debug/nphub python3 Tests/Faults/sanitized.py --seconds 60
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

import load


def run(folder, seconds):
    """Returns the failures, in lines; empty if there are none."""
    work, hub = load.start(folder, "--stdout", "nowPlaying", "--min-interval", "0",
                           "--record", str(folder / "recording"), pause=0.1)
    with hub:
        work.begin(hub)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and hub.is_alive:
            time.sleep(5)
            work.reload()
        work.end()
        code = hub.stop(60)[0] if hub.is_alive else hub.process.returncode
        reports = [line for line in hub.errors.splitlines() if "Sanitizer" in line]
        if reports:
            print(hub.errors[hub.errors.index(reports[0]):][:20_000])
        print(f"{work.clients} clients, {work.drops} drops, {work.reloads} reloads; "
              f"ended with {code}, {len(reports)} reports")
        return [*work.failures, *reports, *([f"exit code {code}"] if code else [])]


def main():
    parser = argparse.ArgumentParser(prog="python3 Tests/Faults/sanitized.py")
    parser.add_argument("--seconds", type=float, default=60)
    folder = Path(tempfile.mkdtemp(prefix="nphub-sanitized-"))
    try:
        failures = run(folder, parser.parse_args().seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for failure in failures[:20]:
        print(failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
