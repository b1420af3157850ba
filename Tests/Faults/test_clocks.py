"""Clocks that are set, machines without one, laptops that sleep."""

import subprocess
import tempfile
import time
from pathlib import Path

import cases
from hub import program
from stations import message, station, upgrade
from test_history import integrity, rows

HOUR = 3_600
DAY = 24 * HOUR
# From now to 1970, and to the year 2280, where nanoseconds since 1970 leave 64 bits.
TO_1970, TO_2280 = -1_790_000_000, 8_000_000_000


@cases.needs("cc")
class ClockTests(cases.FaultTests):
    """The clocks are moved by a library that is loaded before libc's; no root is needed."""

    @classmethod
    def setUpClass(cls):
        cls.library = Path(cls.enterClassContext(
            tempfile.TemporaryDirectory(prefix="nphub-clocks-"))) / "clocks.so"
        source = Path(__file__).with_name("clocks.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", cls.library, source, "-ldl"],
                       check=True)

    def setUp(self):
        self.clocks = self.folder() / "clocks"
        self.move()

    def move(self, wall=0, boot=0):
        """Moves the clocks by so many seconds from where they are."""
        ahead = self.clocks.with_suffix(".new")
        ahead.write_text(f"{wall} {boot}\n")
        ahead.replace(self.clocks)

    def hub(self, *stations, **options):
        environment = {"LD_PRELOAD": str(self.library), "NPHUB_CLOCKS": str(self.clocks)}
        return super().hub(*stations, environment=environment, **options)

    def test_a_wall_clock_that_jumps_anywhere_stops_nothing(self):
        attacked = self.hub(self.calm(interval=0.5),
                            {**self.calm("late", interval=0.5), "delay": 2})
        for step in (HOUR, -DAY, TO_1970, 2_500_000_000, TO_2280, 0):
            with self.subTest(step=step):
                self.move(wall=step)
                time.sleep(3.5)
                self.assertUnharmed(attacked)
                before = {name: attacked.title(name) for name in ("calm", "late")}
                time.sleep(2)
                for name, title in before.items():
                    self.assertNotEqual(attacked.title(name), title, f"{name} stands still")
                state = attacked.states()["calm"]
                self.assertEqual(state["connection"]["state"], "live")
                # Positions are told by the clock as it is now.
                ahead = state["playback"].get("asOf", time.time() + step) - time.time() - step
                self.assertLess(abs(ahead), 30)
        self.assertEnds(attacked)
        self.assertEqual(integrity(attacked.history), [("ok",)])
        self.figure(f"{rows(attacked.history)[0][0]} titles kept")

    def test_a_laptop_that_slept_finds_its_stations_again(self):
        """Both clocks jump, and the servers have forgotten the connections."""
        said = ["before"]

        def behave(connection, server):
            upgrade(connection)
            connection.sendall(message(said[-1], s=time.time() - 5, d=300))
            # As behind a router that has forgotten: nothing comes, not even an end.
            server.pause(120)

        radio = self.server(behave)
        attacked = self.hub(station("far", radio))
        program.wait_until(lambda: attacked.title("far") == "before")
        said.append("after")
        self.move(wall=8 * HOUR, boot=8 * HOUR)
        began = time.monotonic()
        program.wait_until(lambda: attacked.title("far") == "after", 90)
        self.figure(f"plays the newest {time.monotonic() - began:.1f} s after it woke")
        self.assertEnds(attacked)

    def test_a_machine_that_starts_in_1970_keeps_its_history(self):
        folder = self.folder()
        radio = self.calm(interval=0.5)
        attacked = self.hub(radio, folder=folder)
        program.wait_until(lambda: attacked.history.exists() and rows(attacked.history)[0][0] > 5)
        self.assertEnds(attacked)
        before = rows(attacked.history)[0][0]
        self.move(wall=TO_1970)
        attacked.start()
        time.sleep(3)
        self.move()
        time.sleep(7)
        self.assertEqual(attacked.connection("calm")["state"], "live")
        shown = attacked.states(history=50)["calm"].get("history", [])
        self.assertEnds(attacked)
        self.assertGreater(rows(attacked.history)[0][0], before)
        self.assertGreater(len(shown), before / 2)
        self.figure(f"{before} titles before, {rows(attacked.history)[0][0]} after, "
                    f"{len(shown)} shown")

    def test_a_clock_that_is_ahead_by_a_year_deletes_nothing(self):
        folder = self.folder()
        attacked = self.hub(self.calm(interval=0.5), folder=folder)
        program.wait_until(lambda: attacked.history.exists() and rows(attacked.history)[0][0] > 5)
        self.assertEnds(attacked)
        before = rows(attacked.history)[0][0]
        self.move(wall=365 * DAY)
        attacked.start()
        time.sleep(8)
        self.move()
        time.sleep(2)
        self.assertEnds(attacked)
        self.assertGreaterEqual(rows(attacked.history)[0][0], before)

    @cases.needs("strace")
    def test_no_wait_of_a_thread_goes_by_a_clock_that_can_be_set(self):
        attacked = self.hub(self.calm(interval=0.5))
        trace = self.trace(attacked.pid, seconds=7)
        self.assertIn("futex(", trace)
        waits = [line for line in trace.splitlines()
                 if "CLOCK_REALTIME" in line and "tv_sec" in line]
        self.assertEqual(waits, [])
        self.assertEnds(attacked)

    @staticmethod
    def trace(pid, seconds):
        return subprocess.run(
            ["timeout", str(seconds), "strace", "-f", "-e", "trace=futex", "-p", str(pid)],
            capture_output=True, text=True, check=False).stderr
