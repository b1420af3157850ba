"""Every command line that the help and the manual give as an example is run, as it stands there."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import program
import radio
import schemas
import test_scripts


def afternoon():
    """A time zone in which it is past three: an example names five past two, and no hub goes back
    further than five hours."""
    return f"TST{time.gmtime().tm_hour - 15:+d}"


def helped(*command):
    """The help of a command, its lines unbroken."""
    return program.run("help", *command, env={**os.environ, "COLUMNS": "1000"}).decode()


def listed(text):
    """The examples in a help text."""
    lists = re.findall(r"^Examples:\n((?:  .+\n)+)", text, re.MULTILINE)
    return [line.strip() for lines in lists for line in lines.splitlines()]


def records(name="record"):
    """A check: every line is a document of a schema."""
    def check(test, outcome):
        lines = outcome.output.splitlines(keepends=True)
        test.assertTrue(lines)
        for line in lines:
            schemas.check(name, schemas.parse(line))
    return check


def lines(pattern, count=1):
    """A check: there are so many lines at least, and all are of a form."""
    def check(test, outcome):
        found = outcome.output.decode().splitlines()
        test.assertGreaterEqual(len(found), count)
        for line in found:
            test.assertRegex(line, pattern)
    return check


def everything(*checks):
    """A check: several hold."""
    def check(test, outcome):
        for one in checks:
            one(test, outcome)
    return check


def has(*words, field="output"):
    """A check: words are in what was printed, or said."""
    def check(test, outcome):
        for word in words:
            test.assertIn(word, getattr(outcome, field).decode())
    return check


def recorded(test, outcome):
    """A check: there is a recording, and it is whole."""
    path = outcome.folder / "evening.jsonl"
    for line in path.read_bytes().splitlines(keepends=True):
        schemas.check("recording", schemas.parse(line))


def farm(count):
    """A check: what was said is a config of so many stations."""
    def check(test, outcome):
        config = outcome.folder / "said.yaml"
        said = outcome.errors or (outcome.folder / "farm.yaml").read_bytes()
        config.write_bytes(said)
        test.assertRegex(program.run("check", config), rb"OK, %d stations?\n" % count)
    return check


def i3bar(test, outcome):
    """A check: a header, and an array of arrays of one block with a position."""
    header, _, body = outcome.output.decode().partition("\n")
    test.assertEqual(json.loads(header), {"version": 1})
    for (block,) in json.loads(body):
        test.assertRegex(block["full_text"], r"^Undertow \d+:\d\d$")


def waybar(test, outcome):
    """A check: objects as Waybar wants them."""
    for line in outcome.output.splitlines():
        test.assertEqual(set(json.loads(line)), {"text", "tooltip", "class", "alt"})
        test.assertIn("Mara Ebb – ", json.loads(line)["text"])


def document(name, count=None):
    """A check: one document of a schema; a dump with so many records."""
    def check(test, outcome):
        value = schemas.parse(outcome.output)
        schemas.check(name, value)
        if count is not None:
            test.assertEqual(len(value["records"]), count)
    return check


# The outcome of each example. Ctrl-C ends programs that do not end by themselves.
EXAMPLES = {
    "nphub demo                    # a hub on simulated stations": records(),
    "nphub demo": records(),
    "nphub demo --stdout line": records(),
    "nphub run": has("listening", field="errors"),
    "nphub check": lines("OK, 2 stations$"),
    "nphub init https://radio.example/public/radiospiral": everything(
        lambda test, outcome: test.assertEqual(outcome.code, 0), has("wrote", field="errors")),
    "nphub init https://radio.example/public/radiospiral --output found.yaml":
        has("wrote found.yaml", field="errors"),
    "nphub init https://radio.example/public/radiospiral --output -":
        has("discover: { azuracast:", "shortcode"),
    "nphub run --config stations.yaml": has("listening", field="errors"),
    "nphub run --config stations.yaml --stdout line --min-interval 5": records(),
    "nphub run --config stations.yaml --record evening.jsonl": recorded,
    "nphub demo --record evening.jsonl    # ended by Ctrl-C": everything(records(), recorded),
    "nphub watch --format plain    # what is playing, one change a line":
        lines(r"^(radiospiral|kanalrand): Mara Ebb – ", 2),
    "nphub watch": records(),
    "nphub watch --station radiospiral --format plain": lines("^Mara Ebb – Undertow$"),
    "nphub watch --format '[{artist} – ]{title}[ ({elapsed}/{duration})]'":
        lines(r"^Mara Ebb – \w+ \(\d:\d\d/3:20\)$", 2),
    "nphub watch --format waybar --history 3": waybar,
    "nphub watch --format 'i3bar:{title:30}[ {elapsed}]' --station radiospiral": i3bar,
    "nphub watch --view line --min-interval 5 | jq -r .line": lines("^Mara Ebb – ", 2),
    "nphub watch --once --history 5": records(),
    "nphub watch --patch --min-interval 0": records(),
    "nphub watch --format screen": has("────", "Undertow"),
    "nphub watch --format screen   # what a car would show": has("────", "Undertow"),
    "nphub watch --view lockScreen --format screen --session kitchen": has("│ Undertow"),
    "nphub watch --view lockScreen --format '[{artist} – ]{title}'":
        lines("^(Mara Ebb – Undertow|Mara Ebb – Sluice|Kanalrand FM)$"),
    "nphub dump --view carPlay --session main": document("dump", 1),
    "nphub send select radiospiral": has(),
    "nphub send seek -30": has(),
    "nphub send seek at 14:05": has(),
    "nphub send live": has(),
    "nphub send favourite radiospiral on": has(),
    "nphub send --session kitchen --json toggle | jq .revision": lines(r"^\d+$"),
    "nphub dump": document("dump", 2),
    "nphub dump --station radiospiral --history 10": document("dump", 1),
    "nphub dump | jq '.records[].nowPlaying.track'": has('"title": "Undertow"'),
    "nphub watch --once --format table": has("2 live", "Mara Ebb – Undertow"),
    "nphub status": has("2 live", "radiospiral", "kanalrand", "changes/min", "Undertow"),
    "nphub status --failing": has("2 live"),
    "nphub status --stuck 20m": has("2 live"),
    "nphub status --station radiospiral": has("radiospiral", "Undertow"),
    "nphub status --all | less": has("radiospiral", "COUNTER"),
    "nphub status --json | jq '.links[] | select(.phase != \"open\")'":
        lambda test, outcome: test.assertEqual(outcome.output, b""),
    "nphub dashboard": lines(r"^http://127\.0\.0\.1:\d+/$"),
    "nphub dashboard --open": lines(r"^http://127\.0\.0\.1:\d+/$"),
    "nphub history": has("Mara Ebb – Undertow", "Mara Ebb – Sluice", "PROGRAMME"),
    "nphub history --station radiospiral --since 2d": has("radiospiral", "Undertow"),
    "nphub history --config stations.yaml --format csv > played.csv":
        lambda test, outcome: test.assertIn(
            b"radiospiral,200.0,Mara Ebb,Undertow",
            (outcome.folder / "played.csv").read_bytes()),
    "nphub history --since 2026-10-01 --until 2026-11-01 --format soundexchange":
        has("NAME_OF_SERVICE", "PLAY_FREQUENCY"),
    "nphub history --since yesterday --format counts": has("PLAYS", "Mara Ebb – Sluice"),
    "nphub history --station radiospiral --since 2h --format cue":
        has('FILE "recording.mp3" MP3', 'TITLE "Undertow"'),
    "nphub history --format jsonl | jq -r .title | sort | uniq -c":
        lines(r"^ +1 (Undertow|Sluice)$", 2),
    "nphub check stations.yaml": lines(r"^stations\.yaml: OK, 2 stations$"),
    "nphub check stations.yaml && nphub run --config stations.yaml": everything(
        lines("OK, 2 stations"), has("listening", field="errors")),
    "nphub probe https://radio.example/public/radiospiral > found.yaml": has(),
    "nphub probe https://radio.example/public/radiospiral --wait 30":
        has("# azuracast, told by its address", "Undertow", 'shortcode: "radiospiral"'),
    "nphub feeds": has("azuracast", "qmusic (unverified)"),
    "nphub feeds azuracast": has(
        "azuracast\n  AzuraCast, by its now-playing WebSocket\n", "shortcode: the station's short code"),
    "nphub replay evening.jsonl": records(),
    "nphub replay evening.jsonl --view line --station kanalrand": everything(
        records(), lines('"station":"kanalrand"')),
    "nphub replay evening.jsonl --view lockScreen --session main": records(),
    "nphub replay real.jsonl --config stations.yaml --history 3": everything(
        records(), has("Undertow")),
    "gzip -dc evening.jsonl.gz | nphub replay - --min-interval 0": records(),
    "nphub simulate": farm(4),
    "nphub simulate --stations 200 --rate 1": farm(200),
    "nphub simulate --tls --listen 127.0.0.1:0 2> farm.yaml": farm(4),
    "nphub simulate --fault drop --fault-every 10": farm(4),
    "nphub simulate --feed kodi": farm(1),
    "nphub simulate --script talk.jsonl": farm(1),
}


class Outcome:
    """The outcome of a command line that was run, and ended, as a user does it."""

    def __init__(self, line, folder, path, environment):
        self.folder = folder
        with open(folder / "stdout", "wb") as output, open(folder / "stderr", "wb") as errors:
            self.process = subprocess.Popen(
                ["/bin/bash", "-o", "pipefail", "-c", line], cwd=folder, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                env={**environment, "PATH": f"{path}:{os.environ['PATH']}"})
        try:
            self.process.wait(2.5)
        except subprocess.TimeoutExpired:
            self.interrupt()
        self.code = self.process.wait(10)
        self.output = (folder / "stdout").read_bytes()
        self.errors = (folder / "stderr").read_bytes()

    def interrupt(self):
        """Ends the program, but no reader of what it prints, which ends with it."""
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                is_ours = os.getsid(int(entry.name)) == self.process.pid
                if is_ours and Path(os.readlink(entry / "exe")) == program.PATH:
                    os.kill(int(entry.name), signal.SIGINT)
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue


class ExampleTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.bin = cls.root / "bin"
        cls.bin.mkdir()
        (cls.bin / "nphub").symlink_to(program.PATH)
        # No browser begins where these tests run.
        (cls.bin / "xdg-open").symlink_to("/bin/true")
        cls.radio = cls.enterClassContext(radio.Radio())
        for name, title in [("radiospiral", "Undertow"), ("kanalrand", "Sluice")]:
            cls.radio.states[name] = cls.radio.state(cls.radio.song(title), elapsed=20)
        cls.files = cls.root / "files"
        cls.files.mkdir()
        cls.make_files()
        config = json.loads((cls.files / "stations.yaml").read_text())
        config["web"] = {"listen": f"127.0.0.1:{program.free_port()}"}
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none", config=config))
        (cls.hub.folder / "nphub.sock").symlink_to(cls.hub.socket_path)
        with cls.hub.connect() as client:
            for station in config["stations"]:
                client.state(station["id"], lambda state: "track" in state)
            for session in ("main", "kitchen"):
                client.call("command", session=session, action="select", station="radiospiral")
        cls.environment = {
            **os.environ, "XDG_STATE_HOME": str(cls.hub.state_home), "TZ": afternoon()}
        program.wait_until(
            lambda: program.run("history", env=cls.environment).count(b"Mara Ebb") == 2)

    @classmethod
    def make_files(cls):
        """Makes the examples' files: a config, and recordings of it and of embedded stations."""
        stations = [program.azuracast(name, cls.radio.server.url())
                    for name in ("radiospiral", "kanalrand")]
        (cls.files / "stations.yaml").write_text(json.dumps({"stations": stations}))
        (cls.files / "talk.jsonl").write_text(test_scripts.shown())
        for name, config in [("evening", None), ("real", {"stations": stations})]:
            path = cls.files / f"{name}.jsonl"
            with program.Hub("--record", str(path), "--stdout", "none", config=config) as hub:
                with hub.connect() as client:
                    station = client.call("get", view="line")["records"][-1]["station"]
                    client.state(station, lambda state: "online" in state)
                hub.stop()
        subprocess.run(["gzip", "-k", str(cls.files / "evening.jsonl")], check=True)

    @classmethod
    def examples(cls):
        """The examples of the whole help, once each."""
        root = helped()
        commands = re.findall(
            r"^  (\w+) {2,}\S", root.partition("SUBCOMMANDS:")[2], re.MULTILINE)
        assert {"run", "watch", "dump", "status", "check", "replay", "simulate"} <= set(commands)
        found = {"": listed(root), **{name: listed(helped(name)) for name in commands}}
        return {name: examples for name, examples in found.items() if name != "help"}

    def test_every_command_has_examples_and_every_example_is_known_here(self):
        found = self.examples()
        for command, examples in found.items():
            self.assertTrue(examples, f"{command} has none")
            for example in examples:
                # A terminal has 80 columns; a broken line cannot be copied.
                self.assertLessEqual(len(example), 77, example)
        all_of_them = {example for examples in found.values() for example in examples}
        self.assertEqual(all_of_them, set(EXAMPLES))

    def test_no_paragraph_has_a_line_break_of_its_own(self):
        for command in self.examples():
            text = helped(command) if command else helped()
            self.assertNotRegex(text, r"(?m)^[^\s:]\S* .*\n[^\s]", f"of {command}")

    def test_every_example_does_what_it_says(self):
        # Several at a time: most wait.
        with ThreadPoolExecutor(4) as pool:
            outcomes = list(pool.map(self.run_example, EXAMPLES))
        for (example, check), outcome in zip(EXAMPLES.items(), outcomes):
            with self.subTest(example):
                self.assertEqual(outcome.code, 0, outcome.errors)
                check(self, outcome)

    def run_example(self, example):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir=self.root)))
        shutil.copytree(self.files, folder, dirs_exist_ok=True)
        # A hub of its own does not disturb the one that the others ask.
        serves = re.search("nphub (run|demo)", example)
        runtime = folder if serves else self.hub.folder
        # The config at the usual place.
        if re.fullmatch("nphub (run|check)", example):
            (folder / "nphub").mkdir()
            shutil.copy(folder / "stations.yaml", folder / "nphub")
        if example.startswith("nphub simulate") and "--listen" not in example:
            # The usual port may be in use on the machine that tests.
            example += " --listen 127.0.0.1:0"
        # The station that is there to be found.
        page = f"http://127.0.0.1:{self.radio.server.port}"
        example = example.replace("https://radio.example", page)
        environment = {**self.environment, "XDG_RUNTIME_DIR": str(runtime),
                       "XDG_CONFIG_HOME": str(folder)}
        if serves:
            environment["XDG_STATE_HOME"] = str(folder)
        return Outcome(example, folder, self.bin, environment)

    def test_the_manual_has_the_same_examples(self):
        page = program.run("manual").decode()
        blocks = re.findall(
            r"^(?:Examples:|\.SH \"EXAMPLES\")\n\.PP\n\.RS \"4\"\n\.EX\n(.*?)^\.EE$",
            page, re.MULTILINE | re.DOTALL)
        escapes = {r"\-": "-", r"\(aq": "'", r"\(ga": "`", r"\e": "\\", r"\(ti": "~"}
        plain = re.sub(r"\\(?:-|e|\(..)", lambda found: escapes[found[0]], "".join(blocks))
        self.assertEqual(set(plain.splitlines()), set(EXAMPLES))
