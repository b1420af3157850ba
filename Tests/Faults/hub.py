"""The program under attack, in a folder of its own, and what it takes of the machine."""

import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "harness"))
import certificates  # noqa: E402, F401
import program  # noqa: E402
from rpc import Client  # noqa: E402

MIB = 1 << 20


class Hub(program.Hub):
    """`nphub run` with a config, its files in `folder`, which is left behind if it is given."""

    def __init__(self, config, *arguments, before=(), environment=None, folder=None, **options):
        self._is_kept = folder is not None
        super().__init__(
            *arguments, config=config, before=(*program.GUARD, *before), folder=folder,
            environment={"DBUS_SESSION_BUS_ADDRESS": "disabled:", **(environment or {})},
            **{"stdout": subprocess.DEVNULL, **options})

    def __exit__(self, *_):
        if self._is_kept:
            self.kill()
        else:
            super().__exit__()

    @property
    def history(self):
        """The file of its history."""
        return self.folder / "history.sqlite"

    def stop(self, within=20.0):
        """Ends it as a service manager does; gives the exit code and the seconds that it took."""
        began = time.monotonic()
        return super().stop(signal.SIGTERM, within), time.monotonic() - began

    def connect(self, within=10.0):
        return Client(self.socket_path, within)

    def answers(self, within=2.0):
        """Returns true if a new client is answered in time."""
        try:
            with self.connect(within) as client:
                return "protocol" in client.call("hello")
        except OSError:
            return False

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
        """Host and port of its web server, when it has told them."""
        return program.wait_until(lambda: self.address)

    @property
    def heap(self):
        """The memory that belongs to no file: heap and stacks, in MiB."""
        return self._status("RssAnon") / 1024

    @property
    def threads(self):
        return self._status("Threads")

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
