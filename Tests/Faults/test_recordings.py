"""Recordings and reports that are damaged: an exit code and a line number, never a crash."""

import random
import subprocess
import time

import cases
from hub import program
from rpc import EVERYTHING
from stations import station, ticking


class RecordingTests(cases.FaultTests):
    def replay(self, path, config):
        return subprocess.run(
            [program.PATH, "replay", path, "--config", config], capture_output=True, timeout=60,
            check=False, stdin=subprocess.DEVNULL)

    def recorded(self):
        """A recording of some seconds, with commands and clients."""
        folder = self.folder()
        path = folder / "recording"
        radio = self.server(ticking(0.1))
        attacked = self.hub(station("calm", radio), station("other", radio), folder=folder,
                            arguments=("--record", str(path)))
        with attacked.connect() as client:
            client.send(EVERYTHING)
            for action in ({"action": "select", "station": "calm"}, {"action": "pause"},
                           {"action": "favourite", "station": "other", "on": True}):
                client.call("command", **action)
            time.sleep(2)
        self.assertEnds(attacked)
        return path, attacked.config_path

    def test_damaged_recordings_end_with_a_reason(self):
        path, config = self.recorded()
        good = path.read_bytes()
        self.assertEqual(self.replay(path, config).returncode, 0)
        lines = good.splitlines(keepends=True)
        chance = random.Random(3)

        def flipped():
            data = bytearray(good)
            for _ in range(3):
                data[chance.randrange(len(data))] = chance.randrange(256)
            return bytes(data)

        damages = {
            "nothing": b"", "half": good[:len(good) // 2], "no head": b"".join(lines[1:]),
            "twice": good + good, "backwards": lines[0] + b"".join(reversed(lines[1:])),
            "a long line": lines[0] + b'{"x":"' + b"A" * 50_000_000 + b'"}\n',
            "depth": lines[0] + b"[" * 1_000_000 + b"\n", "zeros": lines[0] + bytes(100_000),
            "lost lines": lines[0] + b"".join(line for line in lines[1:] if chance.random() < 0.7),
            "times": good.replace(b'"at":', b'"at":9'),
            **{f"flip {number}": flipped() for number in range(25)},
        }
        outcomes = {}
        for name, data in damages.items():
            with self.subTest(name):
                path.write_bytes(data)
                done = self.replay(path, config)
                self.assertIn(done.returncode, (0, 74, 78), done.stderr[-500:])
                if done.returncode:
                    self.assertRegex(done.stderr, rb"^(nphub|\S+recording(:\d+)?): \S")
                outcomes[done.returncode] = outcomes.get(done.returncode, 0) + 1
        self.figure(f"exit codes and how many recordings: {outcomes}")


class ReportTests(cases.FaultTests):
    def test_reports_of_programs_that_are_noise_change_nothing(self):
        folder = self.folder()
        chance = random.Random(9)
        good = b'{"track":{"title":"Undertow","duration":300,"elapsed":5}}\n'
        lines = []
        for _ in range(400):
            data = bytearray(good)
            for _ in range(chance.randrange(1, 4)):
                data[chance.randrange(len(data) - 1)] = chance.choice(
                    [0, 9, 0x22, 0x2D, 0x30, 0x39, 0x5B, 0x7B, 0x7D, 0x80, 0xED, 0xFF])
            lines.append(bytes(data).replace(b"\n", b" ") + b"\n")
        for number in (b"1e999", b"-1", b"-0", b"9" * 400, b"null", b"true", b"[]", b"1e-400"):
            for name in (b"duration", b"elapsed", b"startedAt", b"asOf", b"clock", b"rate"):
                lines.append(b'{"' + name + b'":' + number + b',"track":{"title":"x","' + name
                             + b'":' + number + b"}}\n")
        # Good ones between, as too many bad ones in a row end the program.
        (folder / "noise").write_bytes(b"".join(line + good for line in lines))
        attacked = self.hub(
            {"id": "noisy", "feed": {"type": "exec",
                                     "command": ["sh", "-c", f"cat {folder}/noise; sleep 1000"]}},
            self.calm())
        program.wait_until(lambda: attacked.title("noisy") == "Undertow")
        time.sleep(1)
        self.assertEqual(attacked.title("noisy"), "Undertow")
        link = next(link for link in attacked.status()["links"]
                    if link["stations"][0]["id"] == "noisy")
        self.figure(f"{len(lines)} lines of noise; the status of the link: {link['messages']} "
                    f"messages, {link['reports']} reports")
        self.assertUnharmed(attacked)
        self.assertEnds(attacked)
