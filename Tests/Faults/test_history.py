"""The history's file and its disk: full, locked, damaged, replaced; stations that flood it."""

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

import cases
from hub import MIB, program
from probe import Probe
from stations import message, station, upgrade


def rows(path, query="SELECT count(*) FROM element"):
    """Returns the result of a query of the history, read as other tools read it."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as file:
        return file.execute(query).fetchall()


def integrity(path):
    return rows(path, "PRAGMA integrity_check")


def size(path):
    """The database with its write-ahead log, in MiB."""
    return sum(each.stat().st_size for each in path.parent.glob(path.name + "*")) / MIB


class HistoryTests(cases.FaultTests):
    def recording_hub(self, **options):
        """A hub with a station that begins a title each half second, and its first rows."""
        folder = self.folder()
        attacked = self.hub(self.calm(interval=0.5), folder=folder, **options)
        program.wait_until(lambda: attacked.history.exists() and rows(attacked.history)[0][0] > 3)
        return attacked

    def state(self, attacked):
        return attacked.call("status")["history"]

    def wait_until_written(self, attacked, within=25):
        """Waits until more is in the file than now."""
        before = rows(attacked.history)[0][0] if attacked.history.exists() else 0
        began = time.monotonic()
        program.wait_until(
            lambda: attacked.history.exists() and self.count(attacked) > before, within)
        self.assertEqual(integrity(attacked.history), [("ok",)])
        return time.monotonic() - began

    @staticmethod
    def count(attacked):
        with contextlib.suppress(sqlite3.Error):
            return rows(attacked.history)[0][0]
        return 0


class FloodTests(HistoryTests):
    SECONDS = 8

    def flood(self, content):
        """One station that begins as much as it can; beside it one as stations are."""
        def behave(connection, server):
            upgrade(connection)
            until = time.monotonic() + self.SECONDS
            while time.monotonic() < until:
                connection.sendall(b"".join(
                    content(server.sent + place) for place in range(100)))
                server.sent += 100
            server.pause(60)

        flood = self.server(behave)
        attacked = self.hub(station("mad", flood), self.calm(interval=1))
        with Probe(attacked) as probe:
            time.sleep(self.SECONDS)
        self.assertEnds(attacked)
        kept = dict(rows(attacked.history, "SELECT station, count(*) FROM element GROUP BY 1"))
        self.figure(f"{flood.sent} messages, rows {kept}, {size(attacked.history):.1f} MiB; {probe}")
        self.assertLess(size(attacked.history), 8)
        # All that the calm one has begun by then.
        self.assertGreaterEqual(kept["calm"], self.SECONDS - 2)
        self.assertLess(probe.longest, 2_000)

    def test_a_flood_of_programmes_neither_fills_the_disk_nor_pushes_others_out(self):
        began = time.time() - 3_600
        self.flood(lambda number: message(
            "same", p=f"programme {number} " + "p" * 900, ps=began + number % 3_000))

    def test_a_flood_of_titles_neither_fills_the_disk_nor_pushes_others_out(self):
        began = time.time() - 17_000
        self.flood(lambda number: message(f"mad {number} " + "x" * 900, s=began + number % 17_000))


class LockTests(HistoryTests):
    def test_a_database_locked_for_a_while_costs_nothing(self):
        attacked = self.recording_hub()
        other = sqlite3.connect(attacked.history, timeout=10, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        before = rows(attacked.history)[0][0]
        with Probe(attacked) as probe:
            time.sleep(14)
        self.assertEqual(rows(attacked.history)[0][0], before)
        self.assertEqual(self.state(attacked)["state"], "failed")
        other.execute("ROLLBACK")
        other.close()
        took = self.wait_until_written(attacked)
        self.assertEnds(attacked)
        kept = rows(attacked.history)[0][0] - before
        self.figure(f"written {took:.1f} s after the lock, {kept} titles; {probe}")
        # Two a second, and nothing of the locked time is lost.
        self.assertGreater(kept, 25)
        self.assertLess(probe.longest, 250)

    def test_a_database_locked_at_the_start_is_opened_later_with_what_listeners_chose(self):
        attacked = self.recording_hub()
        attacked.call("command", action="favourite", station="calm", on=True)
        self.assertEnds(attacked)
        other = sqlite3.connect(attacked.history, timeout=10, isolation_level=None)
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        attacked.start()
        up = time.monotonic() - began
        self.assertEqual(self.state(attacked)["state"], "failed")
        other.execute("ROLLBACK")
        other.close()
        began = time.monotonic()
        program.wait_until(lambda: self.state(attacked)["state"] == "ok", 25)
        self.figure(f"served after {up:.1f} s, opened {time.monotonic() - began:.1f} s later")
        self.assertLess(up, 5)
        templates = attacked.call("get", view="carPlay")["records"][0]["carPlay"]["root"]["templates"]
        favourites = next(each for each in templates if each["id"] == "favourites")
        self.assertIn("calm", program.json.dumps(favourites))
        self.assertEnds(attacked)


@cases.needs_root
class DiskTests(HistoryTests):
    """Disks of one mebibyte, in memory, which only root can mount."""

    def disk(self, size="1M"):
        path = self.folder()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", path], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", path], check=False)
        return path

    def remount(self, path, *options):
        subprocess.run(["mount", "-o", ",".join(["remount", *options]), path], check=True)

    def test_a_full_disk_stops_recording_and_stdout_alone_and_the_history_goes_on_later(self):
        disk = self.disk()
        with open(disk / "out", "wb") as output:
            attacked = self.hub(
                self.calm(interval=0.2), folder=disk, stdout=output,
                arguments=("--record", str(disk / "recording"), "--stdout", "nowPlaying",
                           "--min-interval", "0"))
            program.wait_until(lambda: attacked.history.exists() and self.count(attacked) > 3)
            # A client that stays: without any, the hub would end with its stdout.
            client = self.enterContext(attacked.connect())
            client.call("hello")
            self.fill(disk)
            with Probe(attacked) as probe:
                program.wait_until(lambda: self.state(attacked)["state"] == "failed", 30)
                time.sleep(3)
            self.assertIn("recording ended", attacked.errors)
            (disk / "filler").unlink()
            took = self.wait_until_written(attacked)
        self.figure(f"written again {took:.1f} s after there was room; {probe}")
        self.assertLess(probe.longest, 250)
        self.assertUnharmed(attacked)
        # The recording is incomplete, which is an error of input and output.
        self.assertEnds(attacked, code=74)
        replay = subprocess.run(
            [program.PATH, "replay", disk / "recording", "--config", attacked.config_path],
            capture_output=True, check=False, timeout=60)
        self.assertIn(replay.returncode, (0, 74))
        self.assertGreater(replay.stdout.count(b"\n"), 3)

    @staticmethod
    def fill(disk):
        with contextlib.suppress(OSError), open(disk / "filler", "wb", buffering=0) as filler:
            while filler.write(bytes(4096)) == 4096:
                pass

    def test_a_disk_that_fills_while_the_log_is_written_back_damages_nothing(self):
        # The write-ahead log fits, and its checkpoint into the database does not.
        disk = self.disk()
        attacked = self.hub(self.calm(interval=0.05), folder=disk)
        program.wait_until(lambda: attacked.history.exists() and self.count(attacked) > 3)
        for free in (3, 40, 12, 80, 0):
            (disk / "filler").unlink(missing_ok=True)
            self.fill(disk)
            with open(disk / "filler", "r+b") as filler:
                filler.truncate(max(0, filler.seek(0, os.SEEK_END) - free * 4096))
            with contextlib.suppress(sqlite3.Error, subprocess.SubprocessError):
                # Another program begins the checkpoint.
                with contextlib.closing(sqlite3.connect(attacked.history, timeout=1)) as other:
                    other.execute("PRAGMA wal_checkpoint(RESTART)")
            time.sleep(4)
            self.assertUnharmed(attacked)
        attacked.kill()
        (disk / "filler").unlink()
        before = rows(attacked.history)[0][0]
        self.assertEqual(integrity(attacked.history), [("ok",)])
        attacked.start()
        took = self.wait_until_written(attacked)
        self.figure(f"{before} titles in the file after a kill on a full disk; "
                    f"written {took:.1f} s after the start")
        self.assertEqual(list(disk.glob("*damaged*")), [])
        self.assertEnds(attacked)

    def test_a_disk_that_becomes_read_only_and_writable_again(self):
        disk = self.disk()
        attacked = self.hub(self.calm(interval=0.5), folder=disk)
        program.wait_until(lambda: attacked.history.exists() and self.count(attacked) > 3)
        self.assertEnds(attacked)
        self.remount(disk, "ro")
        # Everything else of the hub is on another disk.
        attacked = self.hub(self.calm(interval=0.5),
                            config={"history": {"file": str(disk / "history.sqlite")}})
        attacked.history = disk / "history.sqlite"
        self.assertEqual(self.state(attacked)["state"], "failed")
        self.remount(disk, "rw")
        began = time.monotonic()
        program.wait_until(lambda: self.state(attacked)["state"] == "ok", 25)
        self.figure(f"written again {time.monotonic() - began:.1f} s after it was writable")
        self.assertEnds(attacked)


# Ways in which a file is found in the morning; each takes its path.
def _sql(*statements):
    def damage(path):
        with contextlib.closing(sqlite3.connect(path)) as file:
            for statement in statements:
                file.execute(statement)
            file.commit()
    return damage


def _loosen(path):
    """A title that may be NULL, and is."""
    _sql("PRAGMA writable_schema = 1", "UPDATE sqlite_master SET sql = replace(sql, "
         "'title TEXT NOT NULL', 'title TEXT') WHERE name = 'element'")(path)
    with contextlib.suppress(sqlite3.Error):
        _sql("UPDATE element SET title = NULL")(path)


def _overwrite(at, data):
    def damage(path):
        with open(path, "r+b") as file:
            file.seek(at)
            file.write(data)
    return damage


DAMAGES = {
    "garbage": lambda path: path.write_bytes(random.Random(1).randbytes(50_000)),
    "nothing": lambda path: path.write_bytes(b""),
    "half of it": lambda path: os.truncate(path, 6_000),
    "garbage in the middle": _overwrite(4_096, random.Random(2).randbytes(8_192)),
    "a broken header": _overwrite(20, b"\xff" * 30),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "garbage as its log": lambda path: Path(f"{path}-wal").write_bytes(
        random.Random(3).randbytes(30_000)),
    "other types": _sql("UPDATE element SET title = x'ff00fe', notedAt = 'abc', duration = -5"),
    "a missing table": _sql("DROP TABLE session"),
    "another column": _sql("ALTER TABLE element ADD COLUMN z TEXT NOT NULL DEFAULT ''"),
    "a newer version": _sql("PRAGMA user_version = 99"),
    "no version": _sql("PRAGMA user_version = 0"),
    "NULL for a title": _loosen,
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
}


class DamageTests(HistoryTests):
    def setUp(self):
        # One good file for all; closed, so that all is in the database itself.
        attacked = self.recording_hub()
        self.assertEnds(attacked)
        _sql("PRAGMA wal_checkpoint(TRUNCATE)")(attacked.history)
        self.good = attacked.history.read_bytes()

    def test_whatever_the_file_is_found_as_the_hub_serves(self):
        outcomes = []
        for name, damage in DAMAGES.items():
            with self.subTest(name):
                folder = self.folder()
                path = folder / "history.sqlite"
                path.write_bytes(self.good)
                damage(path)
                attacked = self.hub(self.calm(interval=0.2), folder=folder)
                time.sleep(0.7)
                outcomes.append(f"{name}: {self.state(attacked)['state']}"
                                f"{', set aside' if list(folder.glob('*.damaged-*')) else ''}")
                self.assertUnharmed(attacked)
                self.assertEnds(attacked)
                listing = subprocess.run(
                    [program.PATH, "history", "--file", path, "--format", "jsonl"],
                    capture_output=True, timeout=30, check=False, stdin=subprocess.DEVNULL)
                self.assertIn(listing.returncode, (0, 69, 70, 74, 78), listing.stderr)
        self.figure("; ".join(outcomes))

    def test_damaged_bytes_end_neither_hub_nor_listing(self):
        chance = random.Random(4)
        folder = self.folder()
        path = folder / "history.sqlite"
        for number in range(12):
            for left in folder.glob("history.sqlite*"):
                left.unlink()
            data = bytearray(self.good)
            place = chance.randrange(100, len(data))
            while not data[place]:
                place = chance.randrange(100, len(data))
            data[place] = chance.choice((0, 1, data[place] ^ 1 << chance.randrange(8)))
            path.write_bytes(data)
            with self.subTest(byte=place, value=data[place]):
                listing = subprocess.run(
                    [program.PATH, "history", "--file", path], capture_output=True, timeout=30,
                    check=False, stdin=subprocess.DEVNULL)
                self.assertGreaterEqual(listing.returncode, 0, listing.stderr)
                attacked = self.hub(self.calm(interval=0.2), folder=folder)
                self.assertUnharmed(attacked)
                self.assertEnds(attacked)


class ReplacementTests(HistoryTests):
    def test_a_file_that_is_deleted_while_the_hub_runs_is_begun_anew(self):
        attacked = self.recording_hub()
        attacked.call("command", action="favourite", station="calm", on=True)
        time.sleep(0.5)
        for path in attacked.folder.glob("history.sqlite*"):
            path.unlink()
        program.wait_until(lambda: self.count(attacked) > 3, 30)
        # The titles that waited are written first.
        chosen = "SELECT station FROM preference WHERE kind = 'favourite'"
        program.wait_until(lambda: rows(attacked.history, chosen) == [("calm",)], 10)
        self.assertEnds(attacked)

    def test_a_folder_that_is_moved_away_while_the_hub_runs_costs_it_nothing_else(self):
        folder = self.folder()
        place = folder / "place"
        place.mkdir()
        attacked = self.hub(self.calm(interval=0.5), folder=folder,
                            config={"history": {"file": str(place / "history.sqlite")}})
        attacked.history = place / "history.sqlite"
        program.wait_until(lambda: attacked.history.exists() and self.count(attacked) > 3)
        place.rename(folder / "elsewhere")
        time.sleep(8)
        self.assertUnharmed(attacked)
        state = self.state(attacked)
        if state["state"] == "failed":
            place.mkdir(exist_ok=True)
        program.wait_until(lambda: self.state(attacked)["state"] == "ok", 25)
        program.wait_until(lambda: self.count(attacked) > 0, 25)
        self.figure(f"meanwhile {state['state']}, then begun anew in a folder of its own")
        self.assertEqual(integrity(folder / "elsewhere/history.sqlite"), [("ok",)])
        self.assertEnds(attacked)
        shutil.rmtree(folder / "elsewhere")
