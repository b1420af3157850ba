"""Faults that a machine inflicts: descriptors, limits, signals, pipes, files that vanish."""

import contextlib
import fcntl
import http.client
import os
import signal
import socket
import time
from pathlib import Path

import cases
from hub import program
from probe import Probe
from rpc import EVERYTHING, request
from stations import reset, station

# Declared in Linux's headers only.
F_SETPIPE_SZ = 1031
RECORDS = ("--stdout", "nowPlaying", "--min-interval", "0")


def dropping(connection, _):
    """Ends each connection, for a line in the log."""
    reset(connection)


class OutputTests(cases.FaultTests):
    def pipe(self, size=4096):
        reading, writing = os.pipe()
        fcntl.fcntl(writing, F_SETPIPE_SZ, size)
        self.addCleanup(os.close, reading)
        self.addCleanup(os.close, writing)
        return reading, writing

    def assertAnswersFor(self, attacked, seconds):
        with Probe(attacked) as probe:
            time.sleep(seconds)
        self.figure(str(probe))
        self.assertLess(probe.longest, 250)

    def test_a_stdout_whose_reader_sleeps_holds_the_newest_when_it_wakes(self):
        reading, writing = self.pipe()
        attacked = self.hub(self.calm(interval=0.002), stdout=writing, arguments=RECORDS)
        self.assertAnswersFor(attacked, 6)
        held = attacked.memory
        time.sleep(2)
        self.assertLess(attacked.memory - held, 5)
        newest = self.number(attacked.title("calm"))
        records = open(reading, "rb", closefd=False)
        count = 0
        for line in records:
            count += 1
            track = program.json.loads(line)["nowPlaying"].get("track")
            if track and self.number(track["title"]) >= newest:
                break
        self.figure(f"{count} records until number {newest}")
        # Records that the hub has no room for were conflated.
        self.assertLess(count, newest - 500)
        attacked.kill()

    @staticmethod
    def number(title):
        return int(title.split()[1])

    def test_a_pipe_in_the_file_system_whose_reader_sleeps_delays_no_client(self):
        path = self.folder() / "pipe"
        os.mkfifo(path)
        reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reading)
        with open(path, "wb") as writing:
            attacked = self.hub(self.calm(interval=0.02), stdout=writing, arguments=RECORDS)
        self.assertAnswersFor(attacked, 4)
        # The reader leaves for good, and a client is there: the hub serves on.
        client = self.enterContext(attacked.connect())
        client.call("hello")
        self.assertEnds(attacked)

    def test_a_full_disk_as_stdout_ends_the_hub_only_where_no_client_is_there(self):
        with open("/dev/full", "wb") as full:
            attacked = self.hub(self.calm(), stdout=full, arguments=RECORDS, waits=False)
            self.assertEqual(attacked.process.wait(20), 74)
        self.assertIn("stdout: No space left on device", attacked.errors)

    def test_a_recording_to_a_pipe_that_is_not_read_is_bounded(self):
        path = self.folder() / "recording"
        os.mkfifo(path)
        reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reading)
        attacked = self.hub(self.calm(interval=0.01), arguments=("--record", str(path)))
        before = attacked.memory
        line = request("command", action="toggle", sender="s" * 60_000).replace(b'"id": 1, ', b"")
        with attacked.connect(30) as client, Probe(attacked) as probe:
            sent = 0
            with contextlib.suppress(OSError):
                for _ in range(1_200):
                    client.send(line)
                    sent += len(line)
                    time.sleep(0.0055)
        self.figure(f"{sent >> 20} MiB of commands: {before:.0f} → {attacked.memory:.0f} MiB; {probe}")
        self.assertLess(attacked.memory - before, 60)
        self.assertLess(probe.longest, 500)
        self.assertUnharmed(attacked)
        # The loss in the recording is told at the end.
        self.assertEnds(attacked, code=74)


class LimitTests(cases.FaultTests):
    def test_with_few_descriptors_clients_and_the_web_are_answered(self):
        broken = self.server(dropping)
        outcomes = []
        for limit in (48, 64, 128):
            stations = [station(f"s{place}", broken) for place in range(100)]
            attacked = self.hub(
                self.calm(), *stations, before=("prlimit", f"--nofile={limit}"),
                config={"web": {"listen": "127.0.0.1:0", "tokens": "tokens"}})
            crowd = []
            for _ in range(100):
                with contextlib.suppress(OSError):
                    crowd.append(self.enterContext(attacked.connect(2)))
                with contextlib.suppress(OSError):
                    connection = socket.create_connection(attacked.web, timeout=2)
                    crowd.append(self.enterContext(connection))
            before = attacked.computed
            time.sleep(2)
            computed = attacked.computed - before
            for client in crowd:
                client.close()
            program.wait_until(lambda: attacked.answers(), 10)
            program.wait_until(lambda: self.web_answers(attacked), 10)
            outcomes.append(f"{limit}: {len(crowd)} connected, {computed:.2f} s computed in 2 s")
            # No spinning about a connection that cannot be accepted.
            self.assertLess(computed, 1)
            self.assertEqual(attacked.connection("calm")["state"], "live")
            self.assertEnds(attacked)
        self.figure("; ".join(outcomes))

    @staticmethod
    def web_answers(attacked):
        connection = http.client.HTTPConnection(*attacked.web, timeout=3)
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
            connection.request("GET", "/api/v1/stations")
            return connection.getresponse().status == 200
        return False

    def test_files_that_may_not_grow_cost_what_is_in_them_alone(self):
        attacked = self.hub(
            self.calm(interval=0.05), before=("prlimit", "--fsize=60000"),
            arguments=("--record", "recording"), cwd=self.folder())
        program.wait_until(lambda: "recording ended" in attacked.errors, 30)
        self.assertUnharmed(attacked)
        self.assertEnds(attacked, code=74)


class SignalTests(cases.FaultTests):
    def test_a_hub_that_stood_still_goes_on_with_the_newest(self):
        radio = self.calm(interval=0.2)
        attacked = self.hub(radio)
        followers = [self.enterContext(attacked.connect()) for _ in range(20)]
        for follower in followers:
            follower.send(EVERYTHING)
        time.sleep(1)
        accepted = attacked.status()["links"][0]["dials"]
        attacked.process.send_signal(signal.SIGSTOP)
        waiting = [self.enterContext(attacked.connect()) for _ in range(50)]
        for client in waiting:
            client.send(request("hello"))
        time.sleep(15)
        attacked.process.send_signal(signal.SIGCONT)
        began = time.monotonic()
        for client in waiting:
            self.assertIn("result", client.line())
        took = time.monotonic() - began
        first = attacked.title("calm")
        time.sleep(1)
        self.figure(f"50 answers {took * 1000:.0f} ms after it went on; plays {first}")
        self.assertGreater(int(first.split()[1]), 50)
        self.assertEqual(attacked.status()["links"][0]["dials"], accepted)
        self.assertLess(took, 1)
        self.assertEnds(attacked)

    def test_signals_of_all_kinds_at_once(self):
        attacked = self.hub(self.calm())
        with Probe(attacked) as probe:
            for _ in range(300):
                for number in (signal.SIGHUP, signal.SIGPIPE, signal.SIGWINCH, signal.SIGCHLD,
                               signal.SIGURG, signal.SIGCONT):
                    attacked.process.send_signal(number)
                time.sleep(0.003)
        self.figure(str(probe))
        self.assertUnharmed(attacked)
        self.assertLess(probe.longest, 250)
        for _ in range(5):
            attacked.process.send_signal(signal.SIGTERM)
        # One that comes when all is written and the loop has ended may still end the process.
        self.assertIn(attacked.process.wait(5), (0, -signal.SIGTERM))


class FileTests(cases.FaultTests):
    def test_a_socket_file_that_was_deleted_comes_back(self):
        attacked = self.hub(self.calm())
        with attacked.connect() as client:
            attacked.socket_path.unlink()
            # Those that are connected notice nothing.
            client.call("hello")
            began = time.monotonic()
            program.wait_until(attacked.answers, 30)
            self.figure(f"back after {time.monotonic() - began:.1f} s")
            client.call("hello")
        self.assertEnds(attacked)
        self.assertFalse(attacked.socket_path.exists())

    def test_a_socket_that_another_hub_has_taken_over_is_left_to_it(self):
        first = self.hub(self.calm())
        first.socket_path.unlink()
        second = self.hub(self.calm(), folder=self.folder(),
                          arguments=("--socket", str(first.socket_path)), waits=False)
        program.wait_until(first.answers, 20)
        time.sleep(12)
        self.assertTrue(first.answers())
        living = first if first.is_alive else second
        self.assertEqual(living.stop()[0], 0)


class ProgramTests(cases.FaultTests):
    KINDS = {
        "endless": "yes", "zeros": "cat /dev/zero", "deaf": "trap '' TERM; sleep 1000",
        "silent": "sleep 1000", "ends": "true", "fails": "exit 3", "absent": "/no/such/program",
        "stopped": "kill -STOP $$", "binary": "cat /dev/urandom",
        "forks": "while :; do sleep 0.01 & wait; done",
    }

    def test_programs_that_misbehave_cost_little_and_end_with_the_hub(self):
        attacked = self.hub(self.calm(), *(
            {"id": name, "feed": {"type": "exec", "command": command}}
            for name, command in self.KINDS.items()))
        time.sleep(2)
        before, memory = attacked.computed, attacked.memory
        with Probe(attacked) as probe:
            time.sleep(8)
        computed = attacked.computed - before
        zombies = self.zombies(attacked.pid)
        self.figure(f"{computed:.2f} s computed in 8 s, {memory:.0f} → {attacked.memory:.0f} MiB, "
                    f"{zombies} zombies; {probe}")
        self.assertLess(computed, 4)
        self.assertLess(attacked.memory - memory, 30)
        # The programs take both cores for themselves.
        self.assertLess(probe.longest, 2_000)
        self.assertLessEqual(zombies, 1)
        self.assertEnds(attacked, within=5)

    @staticmethod
    def zombies(parent):
        found = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                state, owner = path.read_text().rpartition(")")[2].split()[:2]
                found += state == "Z" and int(owner) == parent
        return found
