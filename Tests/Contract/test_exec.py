"""Feeds that are programs."""

import csv
import io
import json
import tempfile
import unittest
from pathlib import Path

import program
import schemas


def runs(pid):
    """Returns true if a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class ExecTests(unittest.TestCase):
    def hub(self, *command, arguments=("--stdout", "none")):
        station = {"id": "mine", "feed": {"type": "exec", "command": [*map(str, command)]}}
        config = {"stations": [station], "history": {"file": "played.sqlite"}}
        schemas.check("config", config)
        return self.enterContext(program.Hub(*arguments, config=config))

    def track(self, client, title):
        state = client.state("mine", lambda state: state.get("track", {}).get("title") == title)
        return state["track"]

    def test_what_is_told_of_a_track_reaches_documents_templates_and_the_history(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        told = {"title": "Undertow", "year": 1994, "composer": "Mara Ebb", "label": "Sluice",
                "requestedBy": "Joni", "season": 0, "episode": 7,
                "links": {"spotify": "https://spotify.example/7", "qobuz": "https://q.example/7"}}
        later = {**told, "links": {**told["links"], "spotify": "http://spotify.example/7"}}
        del later["label"]
        for name, track in (("first", told), ("second", later)):
            report = {"track": track, "station": {"logo": "https://mine.example/logo.png"}}
            schemas.check("report", report)
            (folder / name).write_text(json.dumps(report) + "\n")
        script = f"cat {folder}/first; while [ ! -e {folder}/go ]; do sleep 0.1; done; "
        hub = self.hub("sh", "-c", script + f"cat {folder}/second; sleep 3600")
        with hub.connect() as client:
            track = self.track(client, "Undertow")
            self.assertEqual({key: track[key] for key in told}, told)
            line = program.run(
                "watch", "--socket", hub.socket_path, "--once", "--format",
                "{year}/{composer}/{label}/{requestedBy}/{season}/{episode}/{links}")
            links = "qobuz=https://q.example/7 spotify=https://spotify.example/7"
            self.assertEqual(line.decode(), f"1994/Mara Ebb/Sluice/Joni/0/7/{links}\n")
            state = client.state("mine", lambda state: "logo" in state["station"])
            self.assertEqual(state["station"]["logo"], {"light": "https://mine.example/logo.png"})
        with hub.connect() as client:
            client.call("subscribe", view="nowPlaying", patch=True, minInterval=0)
            next(record for record in client.records() if "nowPlaying" in record)
            (folder / "go").touch()
            patch = next(record for record in client.records() if "patch" in record)["patch"]
            self.assertEqual(patch["track"], {"label": None, "links": {"spotify": None}})
        hub.stop()
        listing = ("history", "--config", hub.config_path, "--format")
        entry = schemas.parse(program.run(*listing, "jsonl"))
        schemas.check("history-entry", entry)
        self.assertEqual({key: entry[key] for key in later if key != "links"},
                         {key: later[key] for key in later if key != "links"})
        self.assertEqual(entry["links"], {"qobuz": "https://q.example/7"})
        heading, row = csv.reader(io.StringIO(program.run(*listing, "csv").decode(), newline=""))
        new = heading.index("year")
        self.assertEqual(heading[new:new + 7], ["year", "composer", "label", "requestedBy",
                                                "season", "episode", "links"])
        self.assertEqual(row[new:new + 7], ["1994", "Mara Ebb", "", "Joni", "0", "7",
                                            "qobuz=https://q.example/7"])

    def test_the_reports_of_a_script_are_its_station_and_it_ends_with_the_hub(self):
        pid = Path(self.enterContext(tempfile.TemporaryDirectory())) / "pid"
        hub = self.hub("sh", "-c", f"""
            echo $$ >{pid}
            echo '{{"track":{{"title":"One","artist":"Ünder"}}}}'
            echo garbage
            sleep 2
            echo '{{"track":{{"title":"Two"}}}}'
            exec sleep 60
            """, arguments=("--stdout", "line", "--min-interval", "0"))
        program.wait_until(lambda: any(b'"Two"' in line for line in hub.output))
        lines = [schemas.parse(line)["line"] for line in hub.output]
        self.assertEqual(lines, ["mine", "Ünder – One", "Two"])
        self.assertEqual(hub.stop(), 0)
        program.wait_until(lambda: not runs(pid.read_text().strip()), within=2)

    def test_a_program_that_cannot_be_run_is_told_by_name(self):
        with self.hub("/no/such/program").connect() as client:
            reason = client.state(
                "mine", lambda state: "reason" in state["connection"])["connection"]["reason"]
        self.assertEqual((reason["code"], reason["text"]), (
            "programNotStarted", "cannot start /no/such/program: No such file or directory"))

    def test_a_program_and_all_that_it_started_end_with_a_hub_that_is_killed(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        # The kernel ends the first by itself; the others it knows only by their group.
        script = f"""
            trap '' TERM HUP
            sleep 3600 &
            echo $$ $! >{folder}/pids.new
            sh -c 'echo $$ >>{folder}/pids.new; mv {folder}/pids.new {folder}/pids; sleep 3600'
            """
        hub = self.hub("sh", "-c", script)
        pids = program.wait_until(
            lambda: (folder / "pids").exists() and (folder / "pids").read_text().split())
        self.assertEqual(len(pids), 3)
        self.assertTrue(all(map(runs, pids)))
        hub.process.kill()
        program.wait_until(lambda: not any(map(runs, pids)), within=5)

    def test_what_the_example_writes_is_a_report(self):
        schemas.check("report", {"track": {"text": "Mara Ebb - Undertow"}})
