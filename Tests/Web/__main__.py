"""Runs the tests of the web pages in a headless Chromium.

    python3 Tests/Web                                all of them
    python3 Tests/Web test_player test_quiet.QuietTests
    python3 Tests/Web --pictures FOLDER              takes the pictures of docs/

`NPHUB` names the program; without it, it is .build/debug/nphub.
"""

import sys
import unittest
from pathlib import Path

import browser
import pictures
import service


def main():
    if not service.PROGRAM.exists():
        sys.exit(f"There is no program at {service.PROGRAM}: `swift build`, or say NPHUB=PATH.")
    if not browser.executable():
        sys.exit("There is no Chromium: make setup-web")
    if sys.argv[1:2] == ["--pictures"]:
        pictures.take(Path(sys.argv[2]))
        return
    loader = unittest.defaultTestLoader
    names = sys.argv[1:]
    folder = str(Path(__file__).resolve().parent)
    suite = loader.loadTestsFromNames(names) if names else loader.discover(folder)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)


main()
