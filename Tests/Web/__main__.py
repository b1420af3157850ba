"""Runs the tests of the web pages in a headless Chromium, some classes at a time.

    python3 Tests/Web                                all of them
    python3 Tests/Web test_player test_quiet.QuietTests
    python3 Tests/Web --pictures FOLDER              takes the pictures of docs/
    python3 Tests/Web --gallery FOLDER               takes pictures of all pages, to be looked at

`NPHUB` names the program; without it, it is .build/debug/nphub.
"""

import os
import sys
from pathlib import Path

import browser
import gallery
import pictures
import service  # which makes what comes from the contract tests known
import parts

FOLDER = Path(__file__).resolve().parent
# Each has a browser of its own, which computes more than it waits.
PROCESSES = 1 + (os.cpu_count() or 1)
# The longest tests begin first; otherwise all others wait for them in the end.
LONGEST = (
    "test_player.PlayerTests", "test_quiet.QuietTests", "test_accessibility.AuditTests",
    "test_forged.ProxyTests", "test_clock.ClockTests", "test_sessions.CarTests")

TAKERS = {"--pictures": pictures.take, "--gallery": gallery.take}


def main():
    take = TAKERS.get(*sys.argv[1:2] or [None])
    names = [] if take else parts.chosen(__doc__, FOLDER)
    if not service.program.PATH.exists():
        sys.exit(f"There is no program at {service.program.PATH}: `swift build`, or say NPHUB=PATH.")
    if not browser.executable():
        sys.exit("There is no Chromium: make setup-web")
    if take:
        take(Path(sys.argv[2]))
        return
    os.environ["NPHUB"] = str(service.program.PATH)
    sys.exit(parts.run("Web", FOLDER, names, PROCESSES, LONGEST))


main()
