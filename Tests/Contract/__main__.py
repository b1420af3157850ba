"""Runs all contract tests: `python3 Tests/Contract`. Each file runs alone, too."""

import sys
import unittest
from pathlib import Path

import program


def main():
    if not program.PATH.exists():
        sys.exit(f"There is no program at {program.PATH}: `swift build`, or say NPHUB=PATH.")
    suite = unittest.defaultTestLoader.discover(str(Path(__file__).parent))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    failed = len(result.failures) + len(result.errors)
    passed = result.testsRun - failed - len(result.skipped)
    print(f"Contract: {passed} passed, {failed} failed, {len(result.skipped)} skipped.")
    sys.exit(0 if result.wasSuccessful() else 1)


main()
