"""Hubs that are killed: what was written stays, what was acknowledged is there, nothing is left."""

import contextlib
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import cases
from hub import program
from rpc import EVERYTHING
from stations import station
from test_history import integrity, rows


class KillTests(cases.FaultTests):
    LIVES = 12

    def test_kills_damage_no_history_and_lose_nothing_that_was_acknowledged(self):
        chance = random.Random(7)
        folder = self.folder()
        stations = [self.calm(f"s{place}", 1) for place in range(10)]
        attacked = self.hub(*stations, folder=folder)
        favourites, starts, losses, titles = set(), [], [], 0
        for life in range(self.LIVES):
            if life:
                began = time.monotonic()
                attacked.start()
                starts.append(time.monotonic() - began)
            # In every third life it is killed at once, with the answer on its way.
            lives = 0 if life % 3 == 2 else chance.uniform(0.5, 7)
            with attacked.connect() as follower, attacked.connect() as listener:
                follower.send(EVERYTHING)
                time.sleep(lives)
                listener.call("command", session="kitchen", action="select", station=f"s{life % 10}")
                for place in chance.sample(range(10), 4):
                    # A change each time, so that there is something to be acknowledged.
                    favourites ^= {f"s{place}"}
                    listener.call("command", action="favourite", station=f"s{place}",
                                  on=f"s{place}" in favourites)
                killed = time.time()
                attacked.kill()
            # The file as the next hub finds it; nothing else has opened it.
            with self.subTest(life=life):
                self.assertEqual(integrity(attacked.history), [("ok",)])
                self.assertEqual(self.chosen(attacked), favourites)
                self.assertEqual(dict(rows(attacked.history, "SELECT id, station FROM session"))
                                 ["kitchen"], f"s{life % 10}")
            count, newest = rows(attacked.history, "SELECT count(*), max(notedAt) FROM element")[0]
            self.assertGreaterEqual(count, titles, "titles were lost that had been written")
            titles = count
            if lives > 6:
                losses.append(killed - newest / 1000)
        attacked.start()
        shown = attacked.states(history=50)
        twice = rows(attacked.history, "SELECT count(*) FROM (SELECT 1 FROM element "
                     "GROUP BY station, title, startedAt HAVING count(*) > 1)")[0][0]
        self.figure(f"{self.LIVES} kills, {titles} titles, {len(favourites)} favourites; up again "
                    f"after {max(starts):.2f} s at most; the last {max(losses, default=0):.1f} s "
                    f"of titles lost at most")
        self.assertEqual(twice, 0)
        self.assertTrue(any(state.get("history") for state in shown.values()))
        # Written every 5 s, and a machine that is busy takes its time.
        self.assertLess(max(losses, default=0), 8)
        self.assertEqual(list(folder.glob("*damaged*")), [])
        self.assertEnds(attacked)

    @staticmethod
    def chosen(attacked):
        query = "SELECT station FROM preference WHERE kind = 'favourite'"
        return {row[0] for row in rows(attacked.history, query)}

    def test_choices_made_as_fast_as_allowed_are_there_after_a_kill(self):
        stations = [station(f"s{place}", 1) for place in range(400)]
        attacked = self.hub(*stations)
        with attacked.connect() as client:
            began = time.monotonic()
            for place in range(400):
                client.call("command", action="favourite", station=f"s{place}", on=True)
            took = time.monotonic() - began
            attacked.kill()
        kept = len(self.chosen(attacked))
        self.figure(f"400 choices in {took:.2f} s, {kept} are there")
        self.assertEqual(kept, 400)

    def test_a_watcher_lives_through_kills_and_repeats_nothing(self):
        attacked = self.hub(self.calm(interval=0.5))
        output = attacked.folder / "watched"
        with open(output, "wb") as file:
            watch = subprocess.Popen(
                [program.PATH, "watch", "--socket", attacked.socket_path, "--min-interval", "0"],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.kill)
        for _ in range(5):
            time.sleep(1)
            attacked.kill()
            attacked.start()
        time.sleep(3)
        lines = [program.json.loads(line) for line in output.read_bytes().splitlines()]
        documents = [{name: value for name, value in line.items()
                      if name not in ("epoch", "revision", "changed")} for line in lines]
        repeated = sum(one == other for one, other in zip(documents, documents[1:]))
        self.figure(f"{len(lines)} records over 5 kills, {repeated} repeated")
        self.assertIsNone(watch.poll())
        self.assertEqual(repeated, 0)
        last = documents[-1]["nowPlaying"].get("track", {}).get("title", "")
        self.assertTrue(last.startswith("calm"), last)


class OrphanTests(cases.FaultTests):
    # A number of seconds that no other program sleeps.
    NAP = "86399.125"

    def programs(self):
        """The programs that were started as feeds and live."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if self.NAP.encode() in path.read_bytes().split(b"\0"):
                    found.append(int(path.parent.name))
        return found

    def test_programs_that_are_feeds_do_not_outlive_a_killed_hub(self):
        commands = [f"sleep {self.NAP}", f"sleep {self.NAP} & wait", f"trap '' TERM; sleep {self.NAP}"]
        attacked = self.hub(*({"id": f"p{place}", "feed": {"type": "exec", "command": command}}
                              for place, command in enumerate(commands)))
        self.addCleanup(lambda: [os.kill(pid, signal.SIGKILL) for pid in self.programs()])
        for end in (attacked.kill, attacked.stop):
            program.wait_until(lambda: len(self.programs()) == len(commands), 10)
            end()
            began = time.monotonic()
            program.wait_until(lambda: not self.programs(), 10)
            self.figure(f"{end.__name__}: gone after {time.monotonic() - began:.1f} s")
            attacked.start()
