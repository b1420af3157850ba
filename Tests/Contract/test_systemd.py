"""The hub under a service manager: a stand-in that listens at NOTIFY_SOCKET and hands over sockets."""

import contextlib
import ctypes
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import program

# It makes the hub the process that the environment names, as systemd does between fork and exec.
HAND_OVER = """
import os, sys
names, descriptors = sys.argv[1], [int(word) for word in sys.argv[2].split(",") if word]
for place, descriptor in enumerate(descriptors):
    os.dup2(descriptor, 200 + place)
for place in range(len(descriptors)):
    os.dup2(200 + place, 3 + place, inheritable=True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(descriptors)),
                  LISTEN_FDNAMES=names)
if "WATCHDOG_USEC" in os.environ:
    os.environ["WATCHDOG_PID"] = str(os.getpid())
os.execv(sys.argv[3], sys.argv[3:])
"""
STATION = "stations:\n  - id: a\n    feed: { type: exec, command: 'sleep 600' }\n"
PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_DETACH = 0x4206, 0x4207, 17


class Manager:
    """Starts the hub as systemd does, and hears what it says."""

    def __init__(self, *arguments, config=None, watchdog=None, sockets=(), capacity=None):
        self.folder = Path(tempfile.mkdtemp(prefix="nphub-systemd-"))
        self.socket_path = self.folder / "hub.sock"
        self.config_path = self.folder / "config.yaml"
        self._heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        if capacity is not None:
            self._heard.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, capacity)
        self._heard.bind(str(self.folder / "notify"))
        environment = {
            **os.environ, "NOTIFY_SOCKET": str(self.folder / "notify"),
            "XDG_STATE_HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder)}
        if watchdog is not None:
            environment["WATCHDOG_USEC"] = str(int(watchdog * 1e6))
        command = [str(program.PATH), "demo" if config is None else "run", "--stdout", "none",
                   *arguments]
        if config is not None:
            self.write(config)
            command += ["--config", str(self.config_path)]
        if not sockets:
            command += ["--socket", str(self.socket_path)]
        descriptors = [listener.fileno() for _, listener in sockets]
        self.errors_path = self.folder / "stderr"
        with open(self.errors_path, "wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", HAND_OVER, ":".join(name for name, _ in sockets),
                 ",".join(map(str, descriptors)), *command],
                env=environment, stdin=subprocess.DEVNULL, stderr=errors,
                pass_fds=descriptors)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._heard.close()
        shutil.rmtree(self.folder)

    @property
    def errors(self):
        """The text that the hub has written on stderr."""
        return self.errors_path.read_text()

    def write(self, config):
        """Puts a config where the hub reads it."""
        self.config_path.write_text(config)

    def hear(self, within=30.0):
        """The next message, as a mapping; `None` if none came in time."""
        self._heard.settimeout(within)
        try:
            message = self._heard.recv(4096).decode()
        except TimeoutError:
            return None
        return dict(line.split("=", 1) for line in message.split("\n"))

    def hear_until(self, condition, within=30.0):
        """The first message of which something holds."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            message = self.hear(max(0.01, deadline - time.monotonic()))
            if message is not None and condition(message):
                return message
        raise AssertionError(f"it was not said: {self.errors}")

    def drain(self):
        """Forgets what was said already."""
        while self.hear(0.01) is not None:
            pass

    def stop(self, number=signal.SIGTERM):
        """Ends the hub; gives its exit code."""
        self.process.send_signal(number)
        return self.process.wait(30)


@contextlib.contextmanager
def held(thread):
    """Stops one thread, as a call that never returns would, and lets it go on."""
    library = ctypes.CDLL(None, use_errno=True)
    library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    if library.ptrace(PTRACE_SEIZE, thread, None, None) != 0:
        raise unittest.SkipTest(f"no thread can be stopped: {os.strerror(ctypes.get_errno())}")
    library.ptrace(PTRACE_INTERRUPT, thread, None, None)
    os.waitpid(thread, 0x40000000)  # __WALL
    try:
        yield
    finally:
        library.ptrace(PTRACE_DETACH, thread, None, None)


class NotifyTests(unittest.TestCase):
    def start(self, *arguments, **options):
        return self.enterContext(Manager(*arguments, **options))

    def test_ready_is_said_when_clients_are_served(self):
        manager = self.start(config=STATION)
        self.assertEqual(
            manager.hear(), {"READY": "1", "STATUS": "1 station connecting; 0 clients"})
        self.assertTrue(program.serves(manager.socket_path))

    def test_the_status_counts_stations_and_clients(self):
        manager = self.start()
        message = manager.hear_until(lambda message: "live" in message.get("STATUS", ""))
        self.assertRegex(message["STATUS"], r"^\d+ stations? live.*; \d+ clients?$")
        with program.Client(manager.socket_path) as client:
            client.call("hello")
            message = manager.hear_until(lambda message: "STATUS" in message)
            self.assertRegex(message["STATUS"], "; 1 client$")

    def test_the_end_is_said_before_it_comes(self):
        manager = self.start()
        manager.hear_until(lambda message: "READY" in message)
        self.assertEqual(manager.stop(), 0)
        self.assertEqual(
            manager.hear_until(lambda message: "STOPPING" in message),
            {"STOPPING": "1", "STATUS": "ending"})

    def test_a_start_that_fails_is_never_ready(self):
        manager = self.start(config="stations: 7\n")
        self.assertEqual(manager.process.wait(30), 78)
        self.assertIsNone(manager.hear(0.1))

    def test_a_reload_is_said_with_its_time_and_its_end(self):
        manager = self.start(config=STATION)
        manager.hear_until(lambda message: "READY" in message)
        before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000
        manager.process.send_signal(signal.SIGHUP)
        message = manager.hear_until(lambda message: "RELOADING" in message)
        self.assertEqual(message["RELOADING"], "1")
        after = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000
        self.assertTrue(before <= int(message["MONOTONIC_USEC"]) <= after)
        self.assertEqual(manager.hear()["READY"], "1")

    def test_a_config_with_a_mistake_is_told_in_the_status_until_it_is_mended(self):
        manager = self.start(config=STATION)
        manager.hear_until(lambda message: "READY" in message)
        for config, ends in ("stations: 7\n", True), (STATION, False):
            manager.write(config)
            manager.process.send_signal(signal.SIGHUP)
            manager.hear_until(lambda message: "RELOADING" in message)
            status = manager.hear_until(lambda message: "READY" in message)["STATUS"]
            self.assertEqual("config not reloaded" in status, ends, status)

    def test_without_a_config_a_reload_ends_at_once(self):
        manager = self.start()
        manager.hear_until(lambda message: "READY" in message)
        manager.process.send_signal(signal.SIGHUP)
        manager.hear_until(lambda message: "RELOADING" in message)
        manager.hear_until(lambda message: "READY" in message)

    def test_a_manager_that_does_not_read_holds_nothing_up(self):
        manager = self.start(config=STATION, watchdog=0.03, capacity=1)
        with program.Client(program.wait_until(
                lambda: program.serves(manager.socket_path) and manager.socket_path)) as client:
            deadline = time.monotonic() + 3
            while time.monotonic() < deadline:
                client.call("hello")
                time.sleep(0.02)
        self.assertEqual(manager.stop(), 0)

    def test_a_manager_that_is_gone_is_noted_once(self):
        manager = self.start(config=STATION, watchdog=0.3)
        manager.hear_until(lambda message: "READY" in message)
        (manager.folder / "notify").unlink()
        program.wait_until(lambda: "the service manager hears nothing" in manager.errors)
        time.sleep(0.5)
        self.assertEqual(manager.errors.count("the service manager hears nothing"), 1)
        self.assertTrue(program.serves(manager.socket_path))


class WatchdogTests(unittest.TestCase):
    WATCHDOG = 0.9

    def setUp(self):
        self.manager = self.enterContext(Manager(watchdog=self.WATCHDOG))
        self.manager.hear_until(lambda message: "READY" in message)

    def feedings(self, seconds):
        """Returns the number of times that the watchdog is fed in this time."""
        self.manager.drain()
        deadline = time.monotonic() + seconds
        count = 0
        while (left := deadline - time.monotonic()) > 0:
            message = self.manager.hear(left)
            count += message is not None and "WATCHDOG" in message
        return count

    def test_a_loop_that_runs_feeds_three_times_in_the_time(self):
        # A machine on which all tests run at once may be slow.
        self.assertTrue(4 <= self.feedings(3 * self.WATCHDOG) <= 10)

    def test_a_stopped_program_feeds_nothing(self):
        self.manager.process.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        self.assertEqual(self.feedings(2 * self.WATCHDOG), 0)
        self.manager.process.send_signal(signal.SIGCONT)
        self.manager.hear_until(lambda message: "WATCHDOG" in message)

    def test_a_loop_that_hangs_feeds_nothing_though_other_threads_run(self):
        with held(self.manager.process.pid):
            self.assertEqual(self.feedings(2 * self.WATCHDOG), 0)
        self.manager.hear_until(lambda message: "WATCHDOG" in message)


class SocketTests(unittest.TestCase):
    def listen(self, family=socket.AF_INET, at=("127.0.0.1", 0), kind=socket.SOCK_STREAM):
        listener = self.enterContext(socket.socket(family, kind))
        listener.bind(at)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        return listener

    def unix(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.path = Path(folder) / "nphub.sock"
        return self.listen(socket.AF_UNIX, str(self.path))

    def start(self, *sockets, config=None):
        return self.enterContext(Manager(sockets=sockets, config=config))

    def test_clients_who_came_before_the_hub_are_served(self):
        listener = self.unix()
        client = self.enterContext(program.Client(self.path))
        manager = self.start(("socket", listener))
        self.assertIn("epoch", client.call("hello"))
        program.wait_until(lambda: f"hub-socket={self.path}" in manager.errors)

    def test_the_socket_outlives_the_hub_and_serves_the_next(self):
        listener = self.unix()
        for _ in range(2):
            manager = self.start(("socket", listener))
            with program.Client(self.path) as client:
                client.call("hello")
            self.assertEqual(manager.stop(), 0)
            self.assertTrue(self.path.is_socket())

    def test_the_web_server_serves_on_all_that_it_is_handed(self):
        v4 = self.listen()
        v6 = self.listen(socket.AF_INET6, ("::1", 0))
        self.start(("web", v4), ("web", v6), config=STATION + "web: {}\n")
        for host, listener in ("127.0.0.1", v4), ("::1", v6):
            port = listener.getsockname()[1]
            connection = http.client.HTTPConnection(host, port, timeout=30)
            connection.request("GET", "/api/v1/stations")
            self.assertEqual(connection.getresponse().status, 200)
            connection.close()

    def test_what_cannot_be_used_is_refused_with_the_remedy(self):
        everywhere = self.listen(at=("0.0.0.0", 0))
        for name, listener, config, words in [
                ("nphub.socket", self.unix(), "", "FileDescriptorName=socket or =web"),
                ("web", self.unix(), "", "must have an IP address"),
                ("web", self.listen(), "", "add `web: {}`"),
                ("web", everywhere, "web: {}\n", "is not a loopback address"),
                ("socket", self.listen(kind=socket.SOCK_DGRAM), "", "no listening stream")]:
            manager = self.start((name, listener), config=STATION + config)
            self.assertEqual(manager.process.wait(30), 78, words)
            self.assertIn(words, manager.errors)

    def test_feeds_that_are_programs_inherit_none_of_it(self):
        told = Path(self.enterContext(tempfile.TemporaryDirectory())) / "environment"
        config = f"stations:\n  - id: a\n    feed: {{ type: exec, command: 'env > {told}' }}\n"
        self.start(("socket", self.unix()), config=config)
        text = program.wait_until(lambda: told.exists() and told.read_text())
        self.assertNotIn("LISTEN_", text)
