"""A hub with a web server, whose stations do what a test says."""

import json
import re
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

# The module that both folders of tests use.
sys.path.append(str(Path(__file__).resolve().parents[1] / "harness"))
import program  # noqa: E402
from program import REPOSITORY, free_port, wait_until  # noqa: E402, F401

# A token with all rights; a token has at least 32 characters.
TOKEN = "a-token-of-the-tests-that-is-long-enough"


class Station:
    """A station that plays what it is told: its feed is a program that prints a file's lines."""

    def __init__(self, identifier, folder, **settings):
        self.id = identifier
        self._path = folder / f"{identifier}.jsonl"
        self._path.touch()
        self._settings = settings

    @property
    def config(self):
        """Its part of the config."""
        command = ["tail", "-n", "+1", "-f", str(self._path)]
        return {"id": self.id, "feed": {"type": "exec", "command": command}, **self._settings}

    def report(self, **report):
        """Reports a state, in the shape of schemas/report.json."""
        with self._path.open("a") as file:
            file.write(json.dumps(report) + "\n")

    def play(self, title, artist=None, duration=3600, ago=60, **more):
        """Begins a track, by default one that lasts for long."""
        track = {"title": title, "duration": duration, "startedAt": time.time() - ago, **more}
        if artist:
            track["artist"] = artist
        self.report(track=track)


class Service(program.Hub):
    """`nphub run` with a web server."""

    def __init__(self, *stations, sessions=(), web=None, cluster=None):
        """`stations` are ids, or pairs of an id and its settings; none is the embedded demo."""
        self.folder = Path(tempfile.mkdtemp(prefix="nphub-web-"))
        self.stations = {}
        for station in stations:
            identifier, settings = (station, {}) if isinstance(station, str) else station
            self.stations[identifier] = Station(identifier, self.folder, **settings)
        self.origin = None
        self.config = self._configure(sessions, web or {}, cluster) if stations else None
        super().__init__(config=self.config, folder=self.folder)

    def certificate(self, name):
        """The files of a certificate and its key, which the browser of the tests accepts."""
        paths = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-out", paths[0], "-keyout", paths[1], "-days", "2", "-subj", f"/CN={name}",
             "-addext", f"subjectAltName=DNS:{name}"], check=True, capture_output=True)
        return tuple(map(str, paths))

    def _configure(self, sessions, web, cluster):
        tokens = self.folder / "tokens"
        tokens.write_text(f"{TOKEN} read session:* status\n")
        tokens.chmod(0o600)
        self.origin = f"http://127.0.0.1:{free_port()}"
        web = {"listen": self.origin.removeprefix("http://"), "tokens": str(tokens),
               "origins": ["*"], **web}
        if web.get("tls") is True:
            self.origin = self.origin.replace("http", "https")
            web["tls"] = dict(zip(("certificate", "key"), self.certificate("127.0.0.1")))
        return {
            "stations": [station.config for station in self.stations.values()],
            "sessions": {name: {} for name in sessions},
            "web": web,
            "history": {"enabled": False},
            **({"cluster": cluster} if cluster else {}),
        }

    def start(self, waits=True):
        """Starts the program; it is there when its web server answers."""
        super().start(waits)
        if self.origin is None:
            # The demo prints where its dashboard is.
            self._link = wait_until(lambda: re.search(r"(http://[^/\s]+)/#token=(\w+)", self.errors))
            self.origin = self._link[1]
        wait_until(self._answers)

    def _answers(self):
        try:
            return len(self.ask("stations")["records"]) >= len(self.stations)
        except OSError:
            return False

    def ask(self, path, method="GET"):
        """Asks the hub over HTTP, with all rights; gives the answer."""
        token = TOKEN if self.stations else self._link[2]
        request = urllib.request.Request(
            f"{self.origin}/api/v1/{path}", method=method, headers={"Authorization": f"Bearer {token}"})
        context = ssl._create_unverified_context() if self.origin.startswith("https") else None
        with urllib.request.urlopen(request, timeout=30, context=context) as answer:
            return json.load(answer)

    def __getitem__(self, identifier):
        return self.stations[identifier]

    def close(self):
        """Ends the program, and removes what it has left."""
        self.__exit__()

    def link(self, route="/", with_token=True):
        """The address of a view of the dashboard."""
        if not with_token:
            return f"{self.origin}/#{route}"
        token = TOKEN if self.stations else self._link[2]
        return f"{self.origin}/#token={token}&{route}"

    def command(self, session="main", **command):
        """Sends a command to a session, over the socket."""
        return self.call("command", session=session, **command)
