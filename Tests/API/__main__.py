"""Holds the running web server against `schemas/openapi.yaml`, by requests that schemathesis makes of
it, good ones and bad ones.

    python3 Tests/API [SCHEMATHESIS-OPTION …]

`NPHUB` names the program; without it, it is .build/debug/nphub. `make setup-api` installs schemathesis.
"""

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "Tests/harness"))

import program
import radio
import web

TOOL = REPOSITORY / ".build/api/bin/schemathesis"
DESCRIPTION = REPOSITORY / "schemas/openapi.yaml"
SETTINGS = Path(__file__).with_name("schemathesis.toml")
# Neither has an end: an event stream, and a WebSocket.
ENDLESS = ("/api/v1/events", "/api/v1/socket")
# A few hundred requests a path, the same each time.
OPTIONS = ["--seed", "1", "--max-examples", "60", "--request-timeout", "20", "--no-color",
           "--phases", "examples,coverage,fuzzing", "--continue-on-failure",
           # libwebsockets ends a connection whose query has a %00, without an answer.
           "--generation-allow-x00", "false"]


def run(hub, token):
    """Returns true if all answers are as described, to a client with a token or without one."""
    host, port = hub.address
    command = [TOOL, "--config-file", SETTINGS, "run", DESCRIPTION, "--url",
               f"http://{host}:{port}", *OPTIONS, *sys.argv[1:]]
    for path in ENDLESS:
        command += ["--exclude-path", path]
    if token:
        command += ["--header", f"Authorization: Bearer {web.TOKENS[token]}"]
    print(f"With the token {token}:" if token else "Without a token:", flush=True)
    return subprocess.run(command, cwd=TOOL.parent.parent, check=False).returncode == 0


def main():
    if not TOOL.exists():
        sys.exit("There is no schemathesis: make setup-api")
    with radio.Radio() as station:
        station.states["kanal"] = station.state(station.song("Undertow"))
        stations = [program.azuracast("kanal", station.server.url())]
        with web.WebHub("--stdout", "none", stations=stations) as hub:
            outcomes = [run(hub, token) for token in (None, "read", "all")]
            if hub.process.poll() is not None:
                sys.exit("The hub has ended.")
    sys.exit(0 if all(outcomes) else 1)


main()
