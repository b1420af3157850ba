"""The exit codes, each brought about on the program itself."""

import json
import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import program
from program import run

# One command line for each code that needs no hub; FOLDER is one with nothing in it.
FAILURES = [
    (64, ("replay", "-", "--station", "nowhere"), "there is no station `nowhere`"),
    (64, ("wtch",), "did you mean `watch`?"),
    (64, ("watch", "--formt", "plain"), "Usage: nphub watch"),
    (64, ("watch", "--format", "plain", "--view", "carPlay"), "--view nowPlaying"),
    (64, ("watch", "--patch", "--view", "line"), "--patch"),
    (64, ("watch", "--station", "x", "--session", "main"), "--session"),
    (64, ("watch", "--min-interval", "-1"), "--min-interval"),
    (64, ("watch", "--min-interval", "nan"), "--min-interval"),
    (64, ("watch", "--history", "51"), "0 to 50"),
    (64, ("dump", "--view", "line", "--listeners"), "--listeners"),
    (64, ("simulate", "--listen", "radio.example:80"), "--listen"),
    (64, ("simulate", "--stations", "0"), "--stations"),
    (64, ("simulate", "--rate", "0"), "--rate"),
    (64, ("simulate", "--feed", "kodi", "--stations", "3"), "--stations is for AzuraCast"),
    (64, ("simulate", "--script", "x.jsonl", "--seed", "3"), "--seed is for AzuraCast"),
    (64, ("simulate", "--script", "x.jsonl", "--feed", "kodi"), "--script"),
    (64, ("simulate", "--fault", "flood"), "flood"),
    (64, ("simulate", "--fault-every", "3"), "--fault"),
    (64, ("watch", "--format", "{titel}"), "did you mean `title`?"),
    (64, ("nothing",), "there is no command `nothing`; known here: `run`, `demo`"),
    (64, ("wach", "--once"), "there is no command `wach`; did you mean `watch`?"),
    (64, ("help", "wach"), "there is no command `wach`; did you mean `watch`?"),
    (64, ("feeds", "azuracst"), "there is no feed type `azuracst`; did you mean `azuracast`?"),
    (64, ("feeds", "x"), "there is no feed type `x`"),
    (64, ("probe", "wss://127.0.0.1:1/api/live/nowplaying/websocket"), "--set shortcode=…"),
    (64, ("probe", "notaurl"), "`notaurl` is not the address of a page, a stream or a WebSocket"),
    (64, ("init", "radio.example"), "write one such as https://"),
    (64, ("probe", "ws://localhost", "--set", "shortcod=a"), "did you mean `shortcode`?"),
    (64, ("probe", "ws://localhost", "--set", "foobar=a"), "`nphub feeds` lists them"),
    (69, ("watch", "--once", "--socket", "FOLDER/hub.sock"), "no hub listens at"),
    (69, ("watch", "--once"), "nphub run"),
    (69, ("probe", "ws://127.0.0.1:1/live"), "connection refused"),
    (69, ("probe", "https://r.example"), "r.example"),
    (69, ("dump", "--socket", "FOLDER/hub.sock"), "no hub listens at"),
    (69, ("status", "--socket", "FOLDER/hub.sock"), "no hub listens at"),
    (69, ("history", "--file", "FOLDER/h.sqlite"), "there is no history at"),
    (74, ("dump", "--socket", "x" * 108), "108 bytes"),
    (74, ("status", "--socket", "/etc/passwd"), "/etc/passwd is not a socket"),
    (74, ("replay", "/etc/passwd"), "/etc/passwd:1: "),
    (74, ("simulate", "--listen", "192.0.2.1:0"), "192.0.2.1"),
    (74, ("simulate", "--script", "FOLDER/nowhere.jsonl"), "nowhere.jsonl"),
    (74, ("history", "--file", "FOLDER"), "cannot be used"),
    (74, ("replay", "FOLDER/nowhere.jsonl"), "cannot read"),
    (74, ("demo", "--record", "FOLDER"), "cannot record to"),
    (74, ("demo", "--socket", "FOLDER/nowhere/hub.sock"), "nowhere"),
    (78, ("check",), "FILE names another"),
    (78, ("check", "/etc/passwd"), "/etc/passwd:1:1: "),
    (78, ("simulate", "--script", "/etc/passwd"), "/etc/passwd:1: "),
    (78, ("check", "FOLDER/nowhere.yaml"), "nowhere.yaml: "),
    (78, ("run", "--config", "FOLDER/nowhere.yaml"), "nowhere.yaml: "),
    (78, ("replay", "-", "--config", "FOLDER/nowhere.yaml"), "nowhere.yaml: "),
]


# Slips of the command line, with what is said of each; no hub is asked.
SLIPS = [
    ("watch --statoin a", "there is no option `--statoin`; did you mean `--station`?"),
    ("status -x", "there is no option `-x`"),
    ("watch --min-interval", "--min-interval needs a value"),
    ("watch --min-interval -1", "a value that begins with `-` is written `--min-interval=-1`"),
    ("watch --min-interval=-1", "--min-interval is a number of seconds from 0 to 3600"),
    ("watch --min-interval soon", "--min-interval cannot be `soon`"),
    ("watch --min-interval --once", "--min-interval needs a value"),
    ("watch --view nowplayin", "--view cannot be `nowplayin`; did you mean `nowPlaying`?"),
    ("watch --view car", "--view cannot be `car`; known here: `nowPlaying`, `line`, `lockScreen`"),
    ("watch --format {titel}", "--format: character 1: there is no field `{titel}`; did you mean"),
    ("watch --once=yes", "--once takes no value: leave `=yes` out"),
    ("watch kanalrand", "there is no room for `kanalrand`; did you mean `--station kanalrand`?"),
    ("run stations.yaml", "did you mean `--config stations.yaml`?"),
    ("run --log-level loud", "--log-level cannot be `loud`; known here: `trace`, `debug`, `info`"),
    ("check a.yaml b.yaml", "there is no room for `b.yaml`: leave it out"),
    ("init", "URL is missing"),
    ("init it's", "`it's` is not the address of a page"),
    ("history --since tomorow", "--since: `tomorow` is not a time: write"),
    ("history --since 1h --until 2h", "--until is earlier than --since"),
    ("simulate --feed kodo", "--feed cannot be `kodo`; did you mean `kodi`?"),
    ("status --json --all", "--json prints everything: filter it with jq"),
    ("send", "an action is missing"),
    ("send select", "select: the station is missing"),
    ("send --sesion x play", "there is no option `--sesion`; did you mean `--session`?"),
    ("--vesion", "there is no option `--vesion`; did you mean `--version`?"),
    ("statu", "there is no command `statu`; did you mean `status`?"),
]


class VoiceTests(unittest.TestCase):
    """Help and errors of all commands: one form, one kind of quotation marks, 80 columns."""

    def test_each_slip_is_told_in_one_voice(self):
        for line, words in SLIPS:
            with self.subTest(line):
                told = run(*line.split(), code=64)
                self.assertTrue(told.startswith("nphub: "), told)
                self.assertIn(words, told.splitlines()[0])
                self.assertRegex(told, r"\nUsage: nphub .*; `nphub help.*` explains it\n$")
                self.assertNotRegex(told.splitlines()[0], r"Error:|See '|[‘’]|\.$")

    def test_every_help_fits_80_columns_and_no_listing_is_wrapped(self):
        dump = json.loads(run("--experimental-dump-help"))["command"]
        for command in [dump, *dump["subcommands"]]:
            name = command["commandName"]
            help_of = (name, "--help") if command is not dump else ("--help",)
            with self.subTest(name):
                text = run(*help_of, env={**os.environ, "COLUMNS": "80"}).decode()
                self.assertEqual([line for line in text.splitlines() if len(line) > 80], [])
                listed = [line for line in command.get("discussion", "").splitlines()
                          if line.startswith("  ")]
                printed = text.splitlines()
                self.assertEqual([line for line in listed if line not in printed], [])


class ExitCodeTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_each_failure_has_its_code_and_says_why(self):
        for code, arguments, word in FAILURES:
            with self.subTest(arguments):
                arguments = [
                    argument.replace("FOLDER", str(self.folder)) for argument in arguments]
                with open(self.folder / "output", "w+b") as output:
                    self.assertIn(word, run(*arguments, code=code, stdout=output))
                    self.assertEqual(output.tell(), 0, "nothing on stdout")

    def test_0_is_for_what_went_well_signals_included(self):
        run("--version")
        hub = self.enterContext(program.Hub("--stdout", "none"))
        watch = subprocess.Popen(
            [str(program.PATH), "watch", "--socket", str(hub.socket_path)],
            stdout=subprocess.PIPE)
        self.addCleanup(watch.stdout.close)
        watch.stdout.readline()
        watch.send_signal(signal.SIGTERM)
        self.assertEqual(watch.wait(5), 0)
        self.assertEqual(hub.stop(signal.SIGTERM), 0)

    def test_70_is_for_a_program_that_cannot_even_begin(self):
        few = ("prlimit", "--nofile=8")
        for arguments in [("demo",), ("simulate",), ("dump",), ("status",), ("watch",)]:
            with self.subTest(arguments):
                errors = run(*arguments, code=70, before=few)
                self.assertIn("file descriptors", errors)
                self.assertIn("ulimit -n", errors)

    def test_74_is_for_output_that_is_not_taken(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        at = ("--socket", hub.socket_path)
        for arguments in [("dump", *at), ("status", *at), ("watch", "--once", *at), ("manual",)]:
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                self.assertIn("No space left", run(*arguments, code=74, stdout=full))

    def test_77_is_for_a_hub_of_another_user(self):
        before = program.as_other_user()
        hub = self.enterContext(program.Hub("--stdout", "none"))
        os.chmod(hub.socket_path, 0)
        for command in [("dump",), ("status",), ("watch",), ("watch", "--once")]:
            with self.subTest(command):
                errors = run(*command, "--socket", hub.socket_path, code=77, before=before)
                self.assertIn(f"no permission to connect to {hub.socket_path}", errors)

    def test_77_is_for_a_history_of_another_user(self):
        before = program.as_other_user()
        for path, hidden in (self.folder / "a/h.sqlite", "a"), (self.folder / "h.sqlite", "h.sqlite"):
            path.parent.mkdir(exist_ok=True)
            path.touch()
            (self.folder / hidden).chmod(0)
            with self.subTest(hidden):
                errors = run("history", "--file", path, code=77, before=before)
                self.assertIn(f"no permission to read the history {path}", errors)

    def test_77_is_for_a_folder_that_another_user_could_use_to_pose_as_the_hub(self):
        folder = self.enterContext(program.usual_folder())
        if folder.exists():
            self.skipTest(f"there is a {folder}")
        folder.mkdir()
        self.addCleanup(folder.rmdir)
        folder.chmod(0o755)
        plain = {name: value for name, value in os.environ.items()
                 if name not in ("XDG_RUNTIME_DIR", "RUNTIME_DIRECTORY")}
        self.assertIn("chmod 700", run("dump", code=77, env=plain))
