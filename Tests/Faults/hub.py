"""The program under attack, in a folder of its own, and what it takes of the machine."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "Contract"))
import certificates  # noqa: E402, F401
import program  # noqa: E402
from rpc import Client  # noqa: E402

# Has the kernel kill the program when the tests are killed and cannot end it themselves.
GUARD = ("setpriv", "--pdeathsig", "KILL", "--")
MIB = 1 << 20


class Hub(program.ConfiguredHub):
    """`nphub run` with a config, its files in `folder`."""

    def __init__(self, config, *arguments, before=(), environment=None, folder=None,
                 stdout=subprocess.DEVNULL, stderr=None, waits=True, **options):
        """`before` is a command line that runs it in turn; `options` are those of Popen.

        A folder that is given is left behind; one of its own is removed at the end.
        """
        self._is_own = folder is None
        self.folder = Path(folder or tempfile.mkdtemp(prefix="nphub-faults-"))
        self.socket = self.folder / "hub.sock"
        self.config_path = self.folder / "config.json"
        self.history = self.folder / "history.sqlite"
        self.write_config(config)
        self._command = [*GUARD, *before, program.PATH, "run", "--config", self.config_path,
                         "--socket", self.socket, *arguments]
        self._environment = {
            **os.environ, "XDG_STATE_HOME": str(self.folder / "state"),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:", **(environment or {})}
        self._streams = {"stdin": subprocess.DEVNULL, "stdout": stdout, "stderr": stderr}
        self._options = options
        self.process = None
        self.start(waits)

    def start(self, waits=True):
        """Starts it, and waits until it answers."""
        streams = dict(self._streams)
        with open(self.folder / "stderr", "ab") as errors:
            if streams["stderr"] is None:
                streams["stderr"] = errors
            self.process = subprocess.Popen(
                list(map(str, self._command)), env=self._environment, **streams, **self._options)
        if waits:
            self.wait_until_up()

    def wait_until_up(self, within=30.0):
        program.wait_until(lambda: not self.is_alive or self.answers(), within)
        if not self.is_alive:
            raise AssertionError(f"the hub ended at once: {self.errors[-2_000:]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_alive:
            self.process.send_signal(signal.SIGCONT)
            self.kill()
        self.process.wait()
        if self._is_own:
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def is_alive(self):
        return self.process.poll() is None

    @property
    def pid(self):
        return self.process.pid

    @property
    def errors(self):
        """The text that it has written on stderr."""
        return (self.folder / "stderr").read_text(errors="replace")

    def kill(self):
        """Ends it without a farewell."""
        self.process.kill()
        self.process.wait()

    def stop(self, within=20.0):
        """Ends it as a service manager does; gives the exit code and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the hub did not end within {within} s") from None
        return code, time.monotonic() - began

    def connect(self, within=10.0):
        return Client(self.socket, within)

    def answers(self, within=2.0):
        """Returns true if a new client is answered in time."""
        try:
            with self.connect(within) as client:
                return "protocol" in client.call("hello")
        except OSError:
            return False

    def call(self, method, **parameters):
        """The result of a method, asked for by a client of its own."""
        with self.connect() as client:
            return client.call(method, **parameters)

    def status(self):
        """The status with all its pages."""
        with self.connect(30) as client:
            whole = part = client.call("status")
            while after := part.get("next"):
                part = client.call("status", after=after)
                for name in "links", "clients":
                    whole[name] += part.get(name, [])
        return whole

    def states(self, **parameters):
        """Returns the published state of each station, by its id."""
        records = self.call("get", view="nowPlaying", **parameters)["records"]
        return {record["station"]: record["nowPlaying"] for record in records}

    def title(self, station):
        """Returns the title that a station plays; `None` if it is unknown."""
        return self.states().get(station, {}).get("track", {}).get("title")

    def connection(self, station):
        return self.states()[station]["connection"]

    @property
    def web(self):
        """Host and port of its web server."""
        found = program.wait_until(lambda: re.search(
            r"serving the web hub-address=https?://([\d.]+):(\d+)/", self.errors))
        return found[1], int(found[2])

    # The machine's resources that it uses.

    def _status(self, name):
        text = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)[1])

    @property
    def memory(self):
        """Its memory, in MiB."""
        return self._status("VmRSS") / 1024

    @property
    def heap(self):
        """The memory that belongs to no file: heap and stacks, in MiB."""
        return self._status("RssAnon") / 1024

    @property
    def threads(self):
        return self._status("Threads")

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    @property
    def computed(self):
        """The processor time that it has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    @property
    def gauges(self):
        """All of it in words."""
        return f"{self.memory:.0f} MiB, {self.descriptors} descriptors, {self.threads} threads"


class Peak:
    """The highest memory while a block runs."""

    def __init__(self, hub):
        self._hub = hub
        self.value = hub.memory

    def look(self):
        self.value = max(self.value, self._hub.memory)
        return self.value
