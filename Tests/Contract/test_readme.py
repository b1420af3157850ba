"""The README and the pages that it leads to first: their commands are run as they stand there, and do
what is shown."""

import json
import os
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import program
import running
import schemas

README = (program.REPOSITORY / "README.md").read_text()
DOCS = program.REPOSITORY / "docs"
# The pages whose commands are run, in this order.
PAGES = [README, *((DOCS / name).read_text() for name in (
    "json-feeds.md", "terminal.md", "commands.md", "sessions.md"))]
TERMINAL = (DOCS / "terminal.md").read_text()
CONTRIBUTING = (program.REPOSITORY / "CONTRIBUTING.md").read_text()
TROUBLESHOOTING = (DOCS / "troubleshooting.md").read_text()
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# The commands that cannot be run here, with the reasons.
NOT_RUN = {
    "make run": "it builds; what it runs is run as `nphub demo`",
    "make test": "it is what runs this",
    "make deb && sudo apt install ./.build/packages/nphub_*.deb": "`make test-package` does it",
    "systemctl --user enable --now nphub": "it is for a machine with systemd",
    "systemctl --user status nphub": "it is for a machine with systemd",
    "systemctl --user reload nphub": "it is for a machine with systemd",
    "nphub run --config stations.yaml --stdout nowPlaying": "it is for a real station",
    "nphub init https://radio2.radiospiral.net/public/radiospiral --output stations.yaml": "it is for a real station",
}

# Commands that run together: a station, a check of the config that reads it, and a hub.
UNHEARD = [
    "nphub simulate --feed streamabc --listen 127.0.0.1:9310",
    "nphub check unheard.yaml",
    "nphub run --config unheard.yaml --stdout line",
]


def records(name="record"):
    """A check: every line is a document of a schema."""
    def check(test, lines):
        for line in lines:
            schemas.check(name, schemas.parse(line.encode()))
    return check


def document(name):
    """A check: all lines together are one document of a schema."""
    def check(test, lines):
        schemas.check(name, schemas.parse("\n".join(lines).encode()))
    return check


def like(pattern):
    """A check: every line is of a form."""
    def check(test, lines):
        for line in lines:
            test.assertRegex(line, f"^{pattern}$")
    return check


def words(*expected):
    """A check: these words are there."""
    def check(test, lines):
        for word in expected:
            test.assertIn(word, "\n".join(lines))
    return check


def waybar(test, lines):
    """A check: every line is an object as Waybar wants it."""
    for line in lines:
        test.assertLessEqual({"text", "tooltip", "class"}, set(json.loads(line)))


def i3bar(test, lines):
    """A check: a header, then an array without end of arrays of blocks."""
    test.assertEqual((json.loads(lines[0]), lines[1]), ({"version": 1}, "["))
    for block in json.loads(lines[2]):
        test.assertIn("full_text", block)


PLAIN = r"[\w.-]+: .+"
CONSUMED = r"[^:]+: .+?(, \d+\.\d s)?"
# For each command: what its lines are like, and after how many it has shown enough.
COMMANDS = {
    "nphub demo": (records(), 8),
    "nphub watch --format plain": (like(PLAIN), 4),
    "nphub check stations.yaml": (like(r"stations\.yaml: OK, 1 station"), 1),
    "nphub watch --station kanalrand --format plain": (like(r"[^{:]+"), 1),
    "nphub watch --station kanalrand": (records(), 1),
    "nphub watch --format '[{artist} – ]{title}[ ({elapsed}/{duration})]'":
        (like(r".*?( \(\d+:\d\d/\d+:\d\d\))?"), 4),
    "nphub watch --format '{title:30}[ | next: {next:20}][ ({reason})]'": (
        like(r"([^|]{0,30}( \| next: .{1,40})?)?"), 2),
    "nphub watch --format '{title:30:scroll}'": (like(r".{0,30}"), 2),
    "nphub watch --once --history 5": (records(), 4),
    "nphub watch --format screen": (words("Kanalrand FM", "────"), 4),
    "nphub watch --view lockScreen --format screen": (words("╭──", "╰──"), 4),
    "nphub send": (lambda test, lines: test.assertEqual(lines, []), None),
    "nphub dump": (document("dump"), None),
    "nphub status": (words("LINK", "STATION", "CLIENT", "changes/min", "kanalrand"), None),
    "nphub status --failing --stuck 20m >": (lambda test, lines: test.assertEqual(lines, []), None),
    "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"get\"": (like(PLAIN), 4),
    "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\"": (like(r".+: .+"), 4),
    "nphub watch --station kanalrand --format waybar --history 3": (waybar, 1),
    "nphub watch --format i3bar": (i3bar, 3),
    "nphub watch --station kanalrand --format plain | while": (lambda test, lines: None, 0),
    "python3 docs/examples/now_playing.py": (like(CONSUMED), 4),
    "nphub demo --record evening.jsonl --stdout none": (lambda test, lines: None, 0),
    "nphub replay evening.jsonl --view line": (records(), None),
    "nphub simulate --stations 3 --listen 127.0.0.1:0": (lambda test, lines: None, 0),
}


def is_whole(command):
    """Returns true if the text is a whole command for a shell."""
    check = subprocess.run(
        ["bash", "-n"], input=command, text=True, capture_output=True, check=False)
    return check.returncode == 0 and not command.rstrip().endswith("\\")


def commands(block):
    """The commands of a block, without comments."""
    command = ""
    for line in block.splitlines():
        if not command and (not line.strip() or line.startswith("#")):
            continue
        command += line + "\n"
        if is_whole(command):
            yield re.sub(r"\s+#\s.*$", "", command.strip())
            command = ""
    assert not command, f"a command without an end: {command}"


def is_assignment(command):
    return re.fullmatch(r"\w+=\S*(\{[^}]*\}\S*)?", command) is not None


class Block:
    """A block of commands with the output that is shown after it, if any is."""

    def __init__(self, text, shown):
        self.commands = list(commands(text))
        self.shown = shown


def blocks():
    """Every block of commands in the pages, in their order."""
    for page in PAGES:
        fences = FENCE.findall(page)
        for (language, text), (after, shown) in zip(fences, fences[1:] + [("", "")]):
            if language == "sh":
                yield Block(text, shown if after == "text" else None)


def configs():
    """The configs of the pages that have a name there, with their names."""
    named = re.compile(r"`(\w+\.yaml)`:\n\n```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for page in PAGES:
        yield from named.findall(page)


class Run:
    """A command of a page while it runs, as the leader of a group of its own."""

    def __init__(self, command, folder, environment):
        self._process = subprocess.Popen(
            ["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            # Tests that are run in the background are deaf to it, and so were what they start.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.lines = []
        self._errors = []
        self._readers = [running.collect(self._process.stdout, self.lines.append),
                         running.collect(self._process.stderr, self._errors.append)]

    @property
    def errors(self):
        return "\n".join(self._errors)

    def has_ended(self):
        return self._process.poll() is not None

    def end(self):
        """Ends it as Ctrl-C does, unless it has ended by itself; gives its exit code."""
        if not self.has_ended():
            os.killpg(self._process.pid, signal.SIGINT)
        code = self._process.wait(10)
        for reader in self._readers:
            reader.join(5)
        self._process.stdout.close()
        self._process.stderr.close()
        return code


class CommandTests(unittest.TestCase):
    """One hub as `make run` starts it, and everything that the pages do with it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none"))
        for name in ("bin", "run", "empty"):
            (cls.folder / name).mkdir()
        (cls.folder / "bin/nphub").symlink_to(program.PATH)
        (cls.folder / "run/nphub.sock").symlink_to(cls.hub.socket_path)
        (cls.folder / "docs").symlink_to(program.REPOSITORY / "docs")
        for name, config in configs():
            (cls.folder / name).write_text(config)
        with cls.hub.connect() as client:
            for record in client.call("get", view="line")["records"]:
                client.state(
                    record["station"], lambda state: state["connection"]["state"] == "live")

    def run_command(self, command, preamble=(), awaits=lambda run: True):
        """Runs a command until it has shown enough; gives its lines."""
        check, count = self.expectation(command)
        # A hub of its own must not find the one that is there.
        place = "empty" if re.match(r"nphub (run|demo|simulate)", command) else "run"
        run = Run("\n".join([*preamble, command]), self.folder, {
            **os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "XDG_RUNTIME_DIR": str(self.folder / place)})
        try:
            program.wait_until(lambda: run.has_ended() or count is not None and (
                len(run.lines) >= count and awaits(run)), within=30)
        finally:
            code = run.end()
        self.assertIn(code, (0, 130, -signal.SIGINT), run.errors)
        self.assertNotRegex(run.errors, "rror|arning")
        self.assertGreaterEqual(len(run.lines), count or 0, run.errors)
        check(self, run.lines)
        return run

    @staticmethod
    def expectation(command):
        known = [name for name in COMMANDS if command == name or command.startswith(name + " ")
                 or command.startswith(name) and name.startswith("echo ")]
        assert known, f"`{command}` is in no table of this test"
        return COMMANDS[max(known, key=len)]

    def test_every_command_does_what_is_shown(self):
        preamble = []
        for block in blocks():
            lines = None
            for command in block.commands:
                if is_assignment(command):
                    folder = str(self.folder / "bin")
                    preamble.append(command.replace("$PWD/.build/debug", folder))
                elif command in NOT_RUN or command in UNHEARD:
                    lines = None
                else:
                    with self.subTest(command):
                        lines = self.run_command(
                            command, preamble, self.sign(command)).lines
            if block.shown is not None and lines is not None:
                self.assert_shown(block, lines)

    def test_a_station_of_an_unknown_kind_is_read(self):
        self.assertLessEqual(
            set(UNHEARD), {command for block in blocks() for command in block.commands})
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                       "XDG_RUNTIME_DIR": str(self.folder / "empty")}
        runs = []
        for command, has_shown in zip(UNHEARD, (
                lambda run: "streamabc" in run.errors,
                lambda run: run.has_ended(),
                lambda run: any(" – " in json.loads(line)["line"] for line in run.lines))):
            run = Run(command, self.folder, environment)
            self.addCleanup(run.end)
            program.wait_until(lambda: has_shown(run), within=30)
            runs.append(run)
        self.assertEqual(runs[1].lines, ["unheard.yaml: OK, 1 station"])

    def sign(self, command):
        """Returns a check that a command that prints nothing has done its work."""
        if "now-playing.txt" in command:
            return lambda _: (self.folder / "now-playing.txt").exists()
        if "--record" in command:
            path = self.folder / "evening.jsonl"
            return lambda _: path.exists() and path.read_bytes().count(b'"frame"') > 1
        if "simulate" in command:
            return lambda run: run.errors.count("- id: ") == 3
        return lambda _: True

    def assert_shown(self, block, lines):
        check, _ = self.expectation(block.commands[-1])
        shown = block.shown.splitlines()
        with self.subTest(block.commands[-1], shown=shown):
            check(self, shown)

    def test_what_the_first_command_prints_is_what_is_shown(self):
        text, = [text for language, text in FENCE.findall(
            (DOCS / "terminal.md").read_text()) if language == "json"]
        shown = json.loads(text)
        schemas.check("record", shown)
        printed = [json.loads(line) for line in self.run_command("nphub demo").lines]
        paths = set().union(*map(self.paths, printed))
        self.assertLessEqual(self.paths(shown), paths)

    def paths(self, value, path=""):
        """The way to every member."""
        if not isinstance(value, dict):
            return {path}
        return set().union(*(self.paths(child, f"{path}/{name}") for name, child in value.items()))

    def test_what_the_tests_end_with_is_what_is_shown(self):
        shown, = [text for language, text in FENCE.findall(CONTRIBUTING) if language == "text"]
        makefile = (program.REPOSITORY / "Makefile").read_text()
        checks = re.search(r"^CHECKS := (.*)$", makefile, re.MULTILINE).group(1).split()
        self.assertEqual(
            shown.splitlines(), [f"{check:18}passed (… s)" for check in checks])

    def test_the_text_file_has_no_line_end(self):
        command, = [each for block in blocks() for each in block.commands if "now-playing" in each]
        path = self.folder / "now-playing.txt"
        path.unlink(missing_ok=True)
        self.run_command(command, (), self.sign(command))
        self.assertRegex(path.read_text(), r"\A[^\n]+\Z")

    def test_the_command_of_the_tmux_line_prints_lines(self):
        command, = re.findall(r"#\((nphub [^)]*)\)", TERMINAL)
        self.run_command(command)

    def test_the_command_of_the_waybar_module_prints_objects(self):
        command, = re.findall(r'"exec": "(.*)"', TERMINAL)
        self.run_command(command)

    def test_the_command_of_the_i3bar_line_begins_as_its_protocol_does(self):
        command, = re.findall(r"`status_command (nphub [^`]*)`", TERMINAL)
        self.run_command(command)

    def test_whatever_is_not_run_is_there_and_says_why(self):
        there = {command for block in blocks() for command in block.commands}
        self.assertLessEqual(set(NOT_RUN), there)
        self.assertTrue(all(NOT_RUN.values()))


class PageTests(unittest.TestCase):
    def test_every_target_is_in_the_reading_order(self):
        page = (DOCS / "maintainers/architecture.md").read_text()
        order = page.partition("## In reading order")[2].partition("## ")[0]
        told = re.findall(r"\[`(\w+)`\]\(../../Sources/", order)
        sources = (program.REPOSITORY / "Sources").iterdir()
        swift = {folder.name for folder in sources if any(folder.rglob("*.swift"))}
        self.assertEqual(sorted(told), sorted(swift))

    def test_every_command_of_the_program_is_told(self):
        table = (DOCS / "commands.md").read_text()
        told = re.findall(r"^nphub (\w+)  ", table, re.MULTILINE)
        text = subprocess.run(
            [str(program.PATH), "help"], capture_output=True, text=True, timeout=10,
            check=True).stdout
        known = re.findall(r"^  (\w+) {3,}[A-Z]", text.partition("SUBCOMMANDS")[2], re.MULTILINE)
        self.assertEqual(told, known)

    def test_every_message_that_is_explained_is_one_of_the_program(self):
        symptoms = re.findall(r"^\| (.*?) \|", TROUBLESHOOTING, re.MULTILINE)
        messages = [message for symptom in symptoms for message in re.findall("`([^`]+)`", symptom)]
        self.assertGreater(len(messages), 20)
        text = self.texts()
        for message in messages:
            for piece in filter(None, (piece.strip() for piece in message.split("…"))):
                with self.subTest(message, piece=piece):
                    self.assertTrue(piece in text, "nothing says so")

    @staticmethod
    def texts():
        """The sources, with literals that go over several lines in one."""
        paths = (program.REPOSITORY / "Sources").rglob("*.swift")
        whole = "\n".join(path.read_text() for path in paths)
        return re.sub(r'\\\n\s*|"\s*\+ "', "", whole)
