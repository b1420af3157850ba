"""The files that `make install` adds: manuals, completions, units, and desktop files."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import program

COMMANDS = ["run", "watch", "dump", "status", "check", "replay", "simulate"]


class InstallTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        subprocess.run(
            ["make", "-s", "-C", str(program.REPOSITORY), "install",
             f"RELEASE_PROGRAM={program.PATH}", f"DESTDIR={cls.folder}", "PREFIX=/opt/np"],
            check=True, capture_output=True, timeout=60)
        cls.root = cls.folder / "opt/np"
        cls.config = cls.folder / "etc/nphub/stations.yaml"
        cls.share = cls.root / "share"

    def test_root_installs_what_is_built_without_swift(self):
        outcome = subprocess.run(
            ["make", "-s", "-C", str(program.REPOSITORY), "install",
             f"RELEASE_PROGRAM={program.PATH}", f"DESTDIR={self.folder}", "PREFIX=/opt/rooted"],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}, capture_output=True, timeout=60)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, b""))

    def test_what_is_not_built_is_not_installed(self):
        outcome = subprocess.run(
            ["make", "-s", "-C", str(program.REPOSITORY), "install", "RELEASE_PROGRAM=/nowhere",
             f"DESTDIR={self.folder}", "PREFIX=/opt/none"], capture_output=True, timeout=60)
        self.assertIn(b"Run `make build` first, without sudo.", outcome.stderr)
        self.assertFalse((self.folder / "opt/none").exists())

    def test_the_program_is_there_and_runs(self):
        version = subprocess.run(
            [str(self.root / "bin/nphub"), "--version"], capture_output=True, check=True)
        self.assertRegex(version.stdout, rb"^\d+\.\d+\.\d+(\+[0-9a-f]{10}(-dirty)?)?\n$")

    def test_the_program_is_stripped(self):
        sections = subprocess.run(
            ["readelf", "-S", str(self.root / "bin/nphub")], capture_output=True, check=True)
        self.assertNotIn(b".symtab", sections.stdout)

    def test_units_name_the_program_and_the_config_where_they_are(self):
        for folder, config in (("lib/systemd/system", "/etc/nphub/stations.yaml"),
                               ("share/systemd/user", "%h/.config/nphub/stations.yaml")):
            unit = (self.root / folder / "nphub.service").read_text()
            self.assertIn(f"\nExecStart=/opt/np/bin/nphub run --config {config}\n", unit)
            self.assertNotIn("@", unit.replace("SystemCallFilter=@", "").replace("~@", ""))
            for name in ("nphub.socket", "nphub-web.socket"):
                self.assertTrue((self.root / folder / name).exists(), name)

    def test_the_config_has_no_stations_and_is_never_replaced(self):
        said = program.run("check", self.config, code=78)
        self.assertIn("there are no stations", said)
        self.config.write_text("changed")
        self.addCleanup(self.config.write_text, self.config.read_text())
        subprocess.run(
            ["make", "-s", "-C", str(program.REPOSITORY), "install",
             f"RELEASE_PROGRAM={program.PATH}", f"DESTDIR={self.folder}", "PREFIX=/opt/np"],
            check=True, capture_output=True, timeout=60)
        self.assertEqual(self.config.read_text(), "changed")

    def test_the_stations_that_the_config_suggests_are_good(self):
        text = (program.REPOSITORY / "packaging/stations.yaml").read_text()
        head, _, stations = text.partition("stations: []\n")
        config = head + "stations:\n" + re.sub(r"(?m)^#", "", stations)
        path = self.folder / "suggested.yaml"
        path.write_text(config.replace("group: nphub", f"group: {os.getgid()}"))
        self.assertIn(b"OK, 2 stations", program.run("check", path))

    def test_a_home_gets_nothing_of_the_machine(self):
        with tempfile.TemporaryDirectory() as home:
            subprocess.run(
                ["make", "-s", "-C", str(program.REPOSITORY), "install",
                 f"RELEASE_PROGRAM={program.PATH}", f"PREFIX={home}/.local"],
                env={**os.environ, "HOME": home}, check=True, capture_output=True, timeout=60)
            installed = {path.name for path in Path(home).iterdir()}
            self.assertEqual(installed, {".local"})
            self.assertFalse((Path(home) / ".local/lib").exists())
            self.assertTrue((Path(home) / ".local/share/systemd/user/nphub.service").exists())

    def test_desktops_find_what_the_player_names(self):
        entry = (self.share / "applications/nphub.desktop").read_text()
        self.assertIn("\nIcon=nphub\n", entry)
        self.assertIn("<svg", (self.share / "icons/hicolor/scalable/apps/nphub.svg").read_text())

    def test_schemas_are_those_of_the_repository(self):
        installed = sorted((self.share / "nphub/schemas").iterdir())
        schemas = sorted((program.REPOSITORY / "schemas").iterdir())
        self.assertEqual([path.read_text() for path in installed],
                         [path.read_text() for path in schemas])

    def test_rules_and_dashboard_are_those_of_the_repository(self):
        for name in ("alerts.yaml", "grafana.json"):
            self.assertEqual((self.share / "nphub/monitoring" / name).read_text(),
                             (program.REPOSITORY / "deploy" / name).read_text())

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_the_manual_of_the_config_is_typeset_and_has_every_key(self):
        page = subprocess.run(
            ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-c", "-rLL=72n",
             str(self.share / "man/man5/nphub.yaml.5")], capture_output=True, check=True)
        self.assertEqual(page.stderr, b"")
        text = re.sub(".\x08", "", page.stdout.decode())
        reference = (program.REPOSITORY / "docs/config.md").read_text()
        for key in re.findall(r"(?m)^\| `(\w+)` \|", reference):
            self.assertRegex(text, rf"(?m)^ +{re.escape(key)}\b")

    def test_the_package_has_the_program_s_version(self):
        version = program.run("--version").decode().strip().partition("+")[0]
        changelog = (program.REPOSITORY / "debian/changelog").read_text()
        self.assertTrue(changelog.startswith(f"nphub ({version}) "))

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_the_manual_is_typeset_without_a_warning(self):
        page = subprocess.run(
            ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-c", "-rLL=72n",
             str(self.share / "man/man1/nphub.1")], capture_output=True, check=True)
        self.assertEqual(page.stderr, b"")
        # A letter over itself is a bold one.
        text = re.sub(".\x08", "", page.stdout.decode())
        for command in COMMANDS:
            self.assertRegex(text, rf"(?m)^ +nphub {command}\b.*$")
        for words in ("NAME", "SYNOPSIS", "--min-interval S", "EXIT CODES", "NO_COLOR",
                      "nphub watch --format '[{artist} – ]{title}[ ({elapsed}/{duration})]'"):
            self.assertTrue(words in text, words)
        self.assertFalse("\u2010\n" in text, "a hyphen that is not in the text")

    def test_every_option_of_the_help_is_in_the_manual(self):
        page = (self.share / "man/man1/nphub.1").read_text().replace("\\-", "-")
        for command in COMMANDS:
            synopsis = program.run("help", command, env={**os.environ, "COLUMNS": "1000"})
            options = {word.strip("[]") for word in synopsis.decode().split()
                       if word.startswith("[--")}
            section = page.partition(f'.SS "nphub {command}"')[2].partition(".SS")[0]
            for option in options:
                self.assertIn(f'.B "{option}', section)

    def complete(self, *words, hub=None):
        """Returns the completions that bash offers for the last word."""
        script = """
            source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
            _nphub "$1" "${!#}" "${@: -2:1}"; printf '%s\\n' "${COMPREPLY[@]}"
            """
        runtime = self.folder / "empty" if hub is None else hub.folder
        outcome = subprocess.run(
            ["bash", "-c", script, "bash", str(self.share / "bash-completion/completions/nphub"),
             *words], capture_output=True, check=True, cwd=self.folder, timeout=20,
            env={**os.environ, "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}",
                 "XDG_RUNTIME_DIR": str(runtime)})
        self.assertEqual(outcome.stderr, b"")
        return outcome.stdout.decode().split()

    def test_bash_completes_commands_options_and_values(self):
        self.assertEqual(self.complete("nphub", "w"), ["watch"])
        self.assertLessEqual(set(COMMANDS), set(self.complete("nphub", "")))
        self.assertNotIn("manual", self.complete("nphub", ""))
        self.assertIn("--min-interval", self.complete("nphub", "watch", "--m"))
        self.assertEqual(
            self.complete("nphub", "watch", "--format", ""),
            ["jsonl", "plain", "waybar", "i3bar", "table", "screen"])
        self.assertEqual(self.complete("nphub", "dump", "--view", "n"), ["nowPlaying"])

    def test_bash_completes_files(self):
        for name in ("stations.yaml", "other.json", "notes.txt", "evening.jsonl"):
            (self.folder / name).touch()
        self.assertLessEqual(
            {"stations.yaml", "other.json"}, set(self.complete("nphub", "check", "")))
        self.assertNotIn("notes.txt", self.complete("nphub", "run", "--config", ""))
        self.assertIn("evening.jsonl", self.complete("nphub", "replay", "e"))

    def test_bash_completes_the_stations_of_the_running_hub(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        with hub.connect() as client:
            records = client.call("get", view="line")["records"]
        stations = [record["station"] for record in records]
        at = ("--socket", str(hub.socket_path))
        for command in ("watch", "dump"):
            self.assertEqual(self.complete("nphub", command, *at, "--station", ""), stations)
        first = stations[0]
        self.assertEqual(
            self.complete("nphub", "watch", f"--socket={hub.socket_path}", "--station", first[:4]),
            [first])
        (hub.folder / "nphub.sock").symlink_to(hub.socket_path)
        self.assertEqual(self.complete("nphub", "dump", "--station", "", hub=hub), stations)

        for words in (["select"], ["favourite"], ["order", first], ["--session", "s", "select"]):
            self.assertEqual(self.complete("nphub", "send", *at, *words, ""), stations, words)

    def test_bash_completes_what_belongs_to_an_action(self):
        for words, offered in {
                (): "select", ("favourite", "one"): "off", ("rate",): "cycle",
                ("seek",): "element", ("report",): "interrupted"}.items():
            self.assertIn(offered, self.complete("nphub", "send", *words, ""))
        self.assertEqual(self.complete("nphub", "send", "play", ""), [])

    def test_without_a_hub_no_station_is_offered_and_nothing_is_said(self):
        self.assertEqual(self.complete("nphub", "watch", "--station", ""), [])

    def test_the_other_shells_read_their_completions(self):
        for shell, path in [("zsh", "zsh/site-functions/_nphub"),
                            ("fish", "fish/vendor_completions.d/nphub.fish")]:
            script = self.share / path
            self.assertIn("nphub", script.read_text())
            if shutil.which(shell):
                subprocess.run([shell, "-n", str(script)], check=True)
