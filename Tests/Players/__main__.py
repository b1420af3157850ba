"""Runs the hub against real players, one server at a time.

    python3 Tests/Players                 all servers that are installed
    python3 Tests/Players mopidy kodi     those alone
    python3 Tests/Players --record FILE   and records what they send, for `nphub replay`

A line tells of each check, and the last ones count them. The exit code is 0 when all have passed.
"""

import argparse
import shutil
import signal
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "harness"))
import sounds  # noqa: E402
import watching  # noqa: E402
from home_assistant import HomeAssistant  # noqa: E402
from kodi import Kodi  # noqa: E402
from mopidy import Mopidy  # noqa: E402
from outages import Outages  # noqa: E402
from report import Report  # noqa: E402
from snapcast import Snapcast  # noqa: E402
from steps import Disobedience, Steps  # noqa: E402

SERVERS = {kind.name: kind for kind in (Mopidy, Snapcast, HomeAssistant, Kodi)}


def main():
    parser = argparse.ArgumentParser(prog="python3 Tests/Players")
    parser.add_argument("--record", metavar="FILE", help="what the hub records goes here")
    parser.add_argument(
        "servers", nargs="*", metavar="SERVER", help=f"one of {', '.join(SERVERS)}")
    arguments = parser.parse_args()
    if unknown := set(arguments.servers) - set(SERVERS):
        parser.error(f"there is no server {unknown.pop()}: it is one of {', '.join(SERVERS)}")
    if not watching.program.PATH.exists():
        sys.exit(f"There is no program at {watching.program.PATH}: build it, or say NPHUB=PATH.")
    if not shutil.which("ffmpeg"):
        sys.exit("There is no ffmpeg, which makes the sound files: make setup-players")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit("Ended by a signal."))
    report = Report("Players")
    kinds = installed(arguments.servers or SERVERS, report)
    options = ["--record", arguments.record] if arguments.record else []
    if kinds:
        with tempfile.TemporaryDirectory(prefix="nphub-players-") as folder:
            run(Path(folder), kinds, options, report)
    print(report.summary())
    sys.exit(1 if report.failed or not report.passed else 0)


def installed(names, report):
    """The kinds of servers that are installed."""
    kinds = []
    for name in names:
        if missing := SERVERS[name].missing():
            report.skip(name, f"{', '.join(missing)} missing: make setup-players")
        else:
            kinds.append(SERVERS[name])
    return kinds


def run(folder, kinds, options, report):
    """Runs one hub on the players of all servers, and one server after the other."""
    files = folder / "sounds"
    files.mkdir()
    sounds.write(files)
    servers = [kind(folder, files) for kind in kinds]
    players = [player for server in servers for player in server.players]
    with watching.hub(players, *options) as hub:
        watch = watching.Watch(hub)
        for server in servers:
            report.heading(server.name)
            try:
                judge(server, watch, report)
            except (AssertionError, Disobedience, OSError) as error:
                report.check(server.name, "judged to the end", [str(error)])
            finally:
                server.end()


def judge(server, watch, report):
    """Makes all checks of a server."""
    outages = Outages(server, watch, report)
    outages.start()
    for player in server.players:
        Steps(player, watch, report).run()
    outages.restart("restart at once", outage=0)
    # Longer than a connection may be lost without being told as stale.
    outages.restart("restart after a while", outage=13)


main()
