"""Attacks the program, and shows what holds.

    python3 Tests/Faults                                 all attacks
    python3 Tests/Faults test_clients test_kills.KillTests

`NPHUB` names the program; without it, it is .build/debug/nphub. Figures stand below each test.
"""

import resource
import sys
import time
import unittest
from pathlib import Path

import hub


def main():
    if not hub.program.PATH.exists():
        sys.exit(f"There is no program at {hub.program.PATH}: `swift build`, or say NPHUB=PATH.")
    # Crowds of clients need descriptors on both sides; the hub sets its own limit.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    loader = unittest.defaultTestLoader
    names = sys.argv[1:]
    folder = str(Path(__file__).resolve().parent)
    suite = loader.loadTestsFromNames(names) if names else loader.discover(folder)
    began = time.monotonic()
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    print(f"Faults: {result.testsRun} attacks, {len(result.failures) + len(result.errors)} failed, "
          f"{len(result.skipped)} skipped, in {time.monotonic() - began:.0f} s")
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)


main()
