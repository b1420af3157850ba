"""The behaviour of `nphub run` as a process: descriptors, signals, files, and unread output."""

import fcntl
import os
import signal
import stat
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import program

# Declared in Linux's headers only.
F_SETPIPE_SZ = 1031


def refused(count):
    """A config of stations that refuse every connection."""
    return {"stations": [
        program.azuracast(f"dead{number}", "ws://127.0.0.1:1/") for number in range(count)]}


def small_pipe():
    """A pipe of one page, which is soon full; its reading and its writing end."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, F_SETPIPE_SZ, 4096)
    return reading, writing


def is_full(writing):
    """Returns true if a pipe holds something and took nothing more for a second."""
    def waiting():
        count = fcntl.ioctl(writing, 0x541B, bytes(4))  # FIONREAD
        return int.from_bytes(count, "little")
    before = waiting()
    time.sleep(1)
    return 0 < before == waiting()


class ProcessTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def start(self, *arguments, **options):
        """A hub, as soon as it serves."""
        return self.enterContext(
            program.Hub(*arguments, **{"stdout": subprocess.DEVNULL, **options}))

    def end(self, hub, within=3.0):
        """Ends it; gives its exit code."""
        started = time.monotonic()
        code = hub.stop(signal.SIGTERM)
        self.assertLess(time.monotonic() - started, within)
        return code

    def pipe(self):
        reading, writing = small_pipe()
        self.addCleanup(os.close, reading)
        self.addCleanup(os.close, writing)
        return reading, writing

    def test_a_log_that_is_not_read_stops_nothing(self):
        reading, writing = self.pipe()
        hub = self.start("--log-level", "trace", config=refused(200), stderr=writing)
        program.wait_until(lambda: is_full(writing))
        for _ in range(20):
            self.assertTrue(hub.answers())
            time.sleep(0.05)
        self.assertEqual(self.end(hub), 0)
        self.assertIn(b" notice listening hub-socket=", os.read(reading, 4096))

    def test_a_stdout_that_is_not_read_delays_the_end_by_two_seconds_at_most(self):
        _, writing = self.pipe()
        hub = self.start("--min-interval", "0", stdout=writing)
        program.wait_until(lambda: is_full(writing))
        self.assertEqual(self.end(hub), 0)

    def test_it_needs_none_of_its_descriptors(self):
        for closed in ([0], [1], [2], [1, 2], [0, 1, 2]):
            with self.subTest(closed=closed):
                redirections = " ".join(f"{number}>&-" for number in closed)
                shell = ("sh", "-c", f'exec "$@" {redirections}', "sh")
                hub = self.start(config=refused(3), before=shell)
                for number in closed:
                    self.assertEqual(os.readlink(f"/proc/{hub.pid}/fd/{number}"), "/dev/null")
                self.assertEqual(self.end(hub), 0)

    def test_records_for_a_stdout_that_is_closed_are_an_error(self):
        shell = ("sh", "-c", 'exec "$@" 1>&-', "sh")
        errors = program.run(
            "demo", "--socket", self.folder / "hub.sock", before=shell, code=74)
        self.assertIn("nphub: stdout: Bad file descriptor\n", errors)

    def test_a_file_that_may_grow_no_more_costs_the_recording_and_nothing_else(self):
        recording = self.folder / "recording"
        hub = self.start(
            "--stdout", "none", "--record", recording, before=("prlimit", "--fsize=4000"))
        program.wait_until(lambda: "recording ended" in hub.errors)
        self.assertTrue(hub.answers())
        self.assertEqual(self.end(hub), 74)
        self.assertEqual(recording.stat().st_size, 4000)

    def test_the_part_of_libwebsockets_that_is_missing_is_named_with_its_package(self):
        plugins = subprocess.run(
            ["dpkg-query", "--listfiles", "libwebsockets-evlib-uv"], check=False,
            capture_output=True, text=True).stdout.split()
        plugin = next((path for path in plugins if path.endswith(".so")), None)
        hide = ("unshare", "--mount", "--map-root-user", "sh", "-c",
                'mount --bind /dev/null "$0" && exec "$@"', plugin)
        if not plugin or subprocess.run(
                [*hide, "true"], check=False, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("there is no plug-in, or it cannot be hidden")
        errors = program.run("demo", "--socket", self.folder / "hub.sock", before=hide, code=70)
        self.assertEqual(
            errors, "nphub: libwebsockets cannot run on libuv: its plug-in is missing or broken; "
            "install the package libwebsockets-evlib-uv (apt install libwebsockets-evlib-uv)\n")

    def test_what_is_recorded_can_only_be_read_by_its_owner(self):
        recording = self.folder / "recording"
        recording.write_text("of another evening")
        recording.chmod(0o644)
        hub = self.start("--stdout", "none", "--record", recording)
        self.assertEqual(stat.S_IMODE(recording.stat().st_mode), 0o600)
        self.assertEqual(self.end(hub), 0)
        self.assertTrue(recording.read_bytes().startswith(b'{"version":1,'))
