"""The built program, run as a user runs it."""

import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import schemas

# No test writes into the user's home, nor reads what a hub of theirs has kept there.
STATE_HOME = tempfile.TemporaryDirectory(prefix="nphub-state-")
os.environ["XDG_STATE_HOME"] = STATE_HOME.name
os.environ["XDG_CONFIG_HOME"] = STATE_HOME.name + "/config"

REPOSITORY = Path(__file__).resolve().parents[2]
PATH = Path(os.environ.get("NPHUB", REPOSITORY / ".build/debug/nphub")).resolve()
# Has the kernel kill a process when the tests are killed and cannot end it themselves.
GUARD = ("setpriv", "--pdeathsig", "KILL", "--")


def azuracast(station, url, **feed):
    """A station of a config, whose short code is its id."""
    return {"id": station, "feed": {"type": "azuracast", "url": url, "shortcode": station, **feed}}


@contextlib.contextmanager
def usual_folder():
    """The folder of the socket where nothing tells of another, for one test at a time."""
    user = os.geteuid()
    with open(f"{tempfile.gettempdir()}/nphub-tests-{user}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield Path(f"/tmp/nphub-{user}")


def free_port():
    """A TCP port on loopback on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, within=60.0):
    """Looks again and again until a condition holds; gives what it gave."""
    deadline = time.monotonic() + within
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"did not come true within {within} s")
        time.sleep(0.02)


def serves(path):
    """Returns the greeting of the hub at a socket; `None` if there is no hub."""
    try:
        with Client(path) as client:
            return client.call("hello")
    except (FileNotFoundError, ConnectionRefusedError):
        return None


def run(*arguments, code=0, before=(), **options):
    """Runs the program to its end; gives what it printed, or why it failed.

    1 is no failure: `status` found what it was asked for.
    `before` is a command line that runs it in turn, such as `prlimit`.
    """
    process = subprocess.run(
        [*before, str(PATH), *map(str, arguments)], stderr=subprocess.PIPE, timeout=180,
        check=False, **{
            "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
            "env": {**os.environ, "XDG_RUNTIME_DIR": "/nowhere"}, **options})
    assert process.returncode == code, (process.returncode, process.stdout, process.stderr)
    return process.stdout if code in (0, 1) else process.stderr.decode()


def as_other_user():
    """Returns the command that takes root's rights away; nothing if there are none.

    Skips the test where only root may run the program.
    """
    if os.geteuid() != 0:
        return ()
    command = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    if subprocess.run([*command, "test", "-x", str(PATH)], check=False).returncode != 0:
        raise unittest.SkipTest(f"{PATH} is for root alone")
    return command


class HubProcess:
    """`nphub run`, or `nphub demo` without a config, in a folder of its own; not started yet.

    It is run in turn by `before` as in `run`. A folder that is given becomes its own. `options` are
    those of Popen.
    """

    def __init__(self, *arguments, config=None, before=(), folder=None, environment=None,
                 **options):
        self.folder = Path(folder or tempfile.mkdtemp(prefix="nphub-tests-"))
        self.socket_path = self.folder / "hub.sock"
        self.config_path = self.folder / "config.yaml"
        self.state_home = self.folder / "state"
        self._command = [*before, PATH, "demo" if config is None else "run",
                         "--socket", self.socket_path, *arguments]
        if config is not None:
            self.write_config(config)
            self._command += ["--config", self.config_path]
        self._environment = {
            **os.environ, "XDG_STATE_HOME": str(self.state_home), **(environment or {})}
        self._options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **options}
        self.process = None
        self.output = []

    def start(self, waits=True):
        """Starts it, as it was started before if it was; it is there when it answers."""
        with open(self.folder / "stderr", "ab") as errors:
            self.process = subprocess.Popen(
                list(map(str, self._command)), env=self._environment,
                **{"stderr": errors, **self._options})
        if self.process.stdout:
            self._reader = threading.Thread(target=self._read, daemon=True)
            self._reader.start()
        if waits:
            wait_until(lambda: not self.is_alive or self.answers())
            if not self.is_alive:
                raise AssertionError(f"the hub ended at once: {self.errors[-2_000:]}")

    def _read(self):
        for line in self.process.stdout:
            self.output.append(line)

    def kill(self):
        """Ends it without a farewell, if it runs."""
        if self.is_alive:
            self.process.kill()
        if self.process:
            self._ended()

    def stop(self, number=signal.SIGINT, within=60):
        """Ends it with a signal; gives its exit code."""
        self.process.send_signal(number)
        return self._ended(within)

    def _ended(self, within=60):
        code = self.process.wait(within)
        if self.process.stdout:
            self._reader.join(5)
            self.process.stdout.close()
        return code

    def restart(self):
        """Ends the hub, and starts it again as it was started."""
        code = self.stop()
        self.start()
        return code

    def write_config(self, config):
        """Puts a config, or whatever text, where the hub reads its own."""
        text = config if isinstance(config, str) else json.dumps(config, indent=1)
        self.config_path.write_text(text)

    def reload(self, config=None):
        """Has the hub read its config again, or another; gives what it says of that on stderr."""
        if config is not None:
            self.write_config(config)
        before = len(self.errors)
        self.process.send_signal(signal.SIGHUP)
        said = re.compile(r"(config reloaded|config not reloaded|nothing to reload).*\n")
        wait_until(lambda: said.search(self.errors, before))
        return self.errors[before:]

    @property
    def errors(self):
        """The text that the hub has written on stderr."""
        return (self.folder / "stderr").read_text(errors="replace")

    @property
    def address(self):
        """Host and port of its web server, once the hub has told them."""
        found = re.search(
            r"serving the web hub-address=https?://([\d.]+|\[[^]]+\]):(\d+)/", self.errors)
        return found and (found[1].strip("[]"), int(found[2]))

    def connect(self):
        """A client on the socket."""
        return Client(self.socket_path)

    def answers(self):
        """Returns true if a new client is answered."""
        return serves(self.socket_path)

    def call(self, method, **parameters):
        """The result of a method, asked for by a client of its own."""
        with self.connect() as client:
            return client.call(method, **parameters)

    # The machine's resources that it uses.

    @property
    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self):
        return self.process.pid

    def _status(self, name):
        text = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)[1])

    @property
    def memory(self):
        """Its memory, in MiB."""
        return self._status("VmRSS") / 1024

    @property
    def descriptors(self):
        """The number of descriptors that it has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    @property
    def computed(self):
        """The processor time that it has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


class Hub(HubProcess):
    """A hub that runs; its folder goes with it."""

    def __init__(self, *arguments, waits=True, **options):
        super().__init__(*arguments, **options)
        try:
            self.start(waits)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Client:
    """A connection to the hub's socket. Every line that it reads is held against its schema."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(60)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._file = self._socket.makefile("rb")
        self._last_id = 0
        self._notifications = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()
        self._socket.close()

    def send(self, line):
        """Sends a line as it is."""
        self._socket.sendall(line + b"\n")

    def read(self, within=10.0):
        """The next line, parsed; `None` at the end, or when nothing came in time."""
        self._socket.settimeout(within)
        try:
            line = self._file.readline()
        except TimeoutError:
            # A file that has timed out reads no more; nothing of a line is in it.
            self._file = self._socket.makefile("rb")
            return None
        except ConnectionResetError:
            # A client that is cut in the middle of sending ends like this.
            return None
        if not line:
            return None
        assert line.endswith(b"\n"), f"the line does not end: {line}"
        value = schemas.parse(line)
        schemas.check("notification" if "method" in value else "response", value)
        return value

    def ask(self, request):
        """Sends a whole request; gives the answer to it. What is told meanwhile is kept."""
        self.send(json.dumps(request).encode())
        return self._answer()

    def call(self, method, **parameters):
        """The result of a method."""
        self._last_id += 1
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": method}
        answer = self.ask({**request, "params": parameters} if parameters else request)
        assert answer["id"] == self._last_id, f"the answer to another request: {answer}"
        assert "result" in answer, f"{method} was refused: {answer}"
        schemas.check("response", answer["result"], method)
        return answer["result"]

    def _answer(self):
        # Machines on which all tests run at once may be slow.
        while (line := self.read(60.0)) is not None:
            if "method" not in line:
                return line
            self._notifications.append(line)
        raise AssertionError("the hub did not answer")

    def notification(self, within=10.0):
        """The next notification; `None` when none came in time."""
        if self._notifications:
            return self._notifications.pop(0)
        return self.read(within)

    def records(self, within=10.0):
        """The records of all updates that come until nothing has come for a while."""
        while (line := self.notification(within)) is not None:
            if line["method"] == "update":
                yield line["params"]["record"]

    def state(self, station, holds=lambda state: True, within=60.0, **parameters):
        """A station's state as soon as something holds of it; asked for again and again."""
        state = None

        def look():
            nonlocal state
            records = self.call("get", view="nowPlaying", stations=[station], **parameters)
            state = records["records"][0]["nowPlaying"]
            return holds(state)

        try:
            wait_until(look, within)
        except AssertionError:
            raise AssertionError(f"{station} did not come to it: {state}") from None
        return state
