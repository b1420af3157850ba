"""Hooks: what a program or a web server is told, in which order, and what never waits for it."""

import hashlib
import hmac
import json
import os
import queue
import re
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

import yaml

import certificates
import program
import schemas
from radio import Radio
from running import Running
from test_exec import runs
from website import Website


class Receiver(Website):
    """A web server that keeps what it is told; `behave(request, body)` answers."""

    def __init__(self, behave=None, tls=None):
        self.told = []
        self.behave = behave or (lambda request, body: request.reply(204))
        super().__init__(self._answer, tls)

    def _answer(self, request):
        body = request.body
        self.told.append((request.command, request.path, dict(request.headers.items()), body))
        self.behave(request, body)

    @property
    def texts(self):
        """The contents that came, as texts."""
        return [body.decode() for *_, body in self.told]


class HookCase(unittest.TestCase):
    def setUp(self):
        self.radio = self.enterContext(Radio())
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.row = 100

    def hub(self, *hooks, stations=("kanalrand",), first="First", **state):
        for station in stations:
            self.play(first, station, **state)
        url = self.radio.server.url()
        config = {"stations": [program.azuracast(station, url) for station in stations],
                  "history": {"enabled": False}, "mpris": {"enabled": False},
                  "hooks": list(hooks)}
        schemas.check("config", config)
        hub = self.enterContext(program.Hub("--stdout", "none", config=config))
        self.client = self.enterContext(hub.connect())
        for station in stations:
            self.await_title(first, station)
        return hub

    def play(self, title, station="kanalrand", **more):
        self.row += 1
        self.radio.play(station, title, row=self.row, **more)

    def await_title(self, title, station="kanalrand"):
        return self.client.state(
            station, lambda state: state.get("track", {}).get("title") == title)

    def script(self, text, name="hook"):
        """A program in the shell's language; `$FOLDER` is the test's folder."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\nFOLDER={self.folder}\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def lines(self, name="out"):
        path = self.folder / name
        return path.read_text().splitlines() if path.exists() else []

    def status(self, hub, place=0):
        status = hub.call("status")
        schemas.check("status", status)
        return status["hooks"][place]

    def receiver(self, behave=None, tls=None):
        return self.enterContext(Receiver(behave, tls))


class ProgramTests(HookCase):
    def test_values_are_arguments_and_the_record_is_the_input(self):
        hook = self.script('printf "%s|" "$@" >$FOLDER/new; cat >$FOLDER/input; '
                           "env >$FOLDER/env; mv $FOLDER/new $FOLDER/out")
        os.environ["NPHUB_TEST_SECRET"] = "secret"
        self.addCleanup(os.environ.pop, "NPHUB_TEST_SECRET")
        hub = self.hub({"on": ["track"], "run": [
            hook, "{station.name}", "{artist} – {title}", "", "-n", "[{album}]"]})
        title = "$(touch x); `id` \"q\" 'q' \\ 	 tab"
        self.play(title)
        program.wait_until(lambda: self.lines())
        cleaned = title.replace("\t", " ").replace("   tab", " tab")
        self.assertEqual(self.lines(), [f"Kanalrand FM|Mara Ebb – {cleaned}||-n||"])
        record = json.loads((self.folder / "input").read_text())
        self.assertEqual((record["event"], record["station"], record["view"]),
                         ("track", "kanalrand", "nowPlaying"))
        schemas.check("hook", record)
        told = dict(line.split("=", 1) for line in self.lines("env"))
        self.assertEqual(
            (told["NPHUB_EVENT"], told["NPHUB_STATION"], told["NPHUB_TITLE"]),
            ("track", "kanalrand", cleaned))
        self.assertNotIn("NPHUB_TEST_SECRET", told)
        program.wait_until(lambda: self.status(hub)["running"] == 0)
        self.assertEqual(self.status(hub)["failures"], 0)

    def test_a_program_that_hangs_is_ended_with_all_that_it_started(self):
        hook = self.script("trap '' TERM; sleep 600 & echo $$ $! >>$FOLDER/pids; sleep 600; wait")
        quick = self.script('echo "$1" >>$FOLDER/out', "quick")
        hub = self.hub({"on": ["track"], "run": [hook], "timeout": "1s", "attempts": 1},
                       {"on": ["track"], "run": [quick, "{title}"]})
        began = time.monotonic()
        for number in range(3):
            self.play(f"Title {number}")
            self.await_title(f"Title {number}")
            program.wait_until(lambda: f"Title {number}" in self.lines())
        self.assertLess(time.monotonic() - began, 30)
        program.wait_until(lambda: self.status(hub)["failures"] >= 1)
        self.assertIn("longer than 1s", self.status(hub)["reason"])
        pids = self.lines("pids")[0].split()
        program.wait_until(lambda: not any(map(runs, pids)), within=10)
        # Of the titles that came meanwhile only the newest was run next.
        self.assertLessEqual(len(self.lines("pids")), 2)
        self.assertGreaterEqual(self.status(hub)["replaced"], 1)
        self.assertEqual(hub.errors.count("hook fails"), 1)

    def test_what_it_leaves_behind_ends_with_it(self):
        hook = self.script("sleep 600 & echo $! >$FOLDER/new; mv $FOLDER/new $FOLDER/pids")
        hub = self.hub({"on": ["track"], "run": [hook]})
        self.play("Next")
        program.wait_until(lambda: self.lines("pids"))
        program.wait_until(lambda: self.status(hub)["running"] == 0)
        program.wait_until(lambda: not runs(self.lines("pids")[0]), within=5)
        self.assertEqual(self.status(hub)["failures"], 0)

    def test_a_program_that_writes_without_end_is_ended_and_stays_out_of_the_log(self):
        hook = self.script("yes flood & yes flood >&2")
        hub = self.hub({"on": ["track"], "run": [hook], "attempts": 1})
        self.play("Next")
        program.wait_until(lambda: self.status(hub)["failures"] == 1)
        self.assertIn("more than 1 MiB", self.status(hub)["reason"])
        self.assertNotIn("flood", hub.errors)

    def test_a_program_that_fails_is_tried_again_and_says_why(self):
        hook = self.script("echo x >>$FOLDER/out; [ $(wc -l <$FOLDER/out) -ge 3 ] && exit 0\n"
                           "echo no bus >&2; exit 3")
        hub = self.hub({"on": ["track"], "run": [hook], "name": "mine"})
        self.play("Next")
        program.wait_until(lambda: "reason" in self.status(hub))
        self.assertEqual(self.status(hub)["reason"], "it ended with status 3: no bus")
        program.wait_until(lambda: self.status(hub)["runs"] == 3 and self.status(hub)["running"] == 0)
        self.assertNotIn("reason", self.status(hub))
        self.assertRegex(hub.errors, "hook fails hub-hook=mine .*no bus")
        self.assertRegex(hub.errors, "hook works again hub-failures=2 hub-hook=mine")
        text = program.run("status", "--socket", hub.socket_path).decode()
        self.assertRegex(text, r"(?m)^mine +track +3 +2 +0 +works$")

    def test_a_run_has_a_moment_at_the_end_and_no_more(self):
        short = self.script("echo $$ >$FOLDER/begun; sleep 0.5; echo done >$FOLDER/out", "short")
        endless = self.script("trap '' TERM; sleep 600", "endless")
        hub = self.hub({"on": ["track"], "run": [short]}, {"on": ["track"], "run": [endless]})
        self.play("Next")
        program.wait_until(lambda: self.lines("begun"))
        began = time.monotonic()
        self.assertEqual(hub.stop(), 0)
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(self.lines(), ["done"])


class RequestTests(HookCase):
    def test_a_server_is_told_the_record_or_a_text_with_a_signature(self):
        server = self.receiver()
        (self.folder / "key").write_text("topsecret\n")
        (self.folder / "token").write_text("Bearer abc\n")
        hub = self.hub(
            {"on": ["track"], "post": server.url + "/record", "hmac": f"file:{self.folder}/key"},
            {"on": ["track"], "post": server.url + "/text?song={artist}%20{title}",
             "method": "PUT", "body": "{title}",
             "headers": {"Authorization": f"file:{self.folder}/token"}},
            {"on": ["track"], "post": server.url + "/get/{id}", "method": "GET"})
        self.play("Ü&x=1 \"/\"")
        program.wait_until(lambda: len(server.told) == 3)
        told = {path.split("?")[0]: (method, path, headers, body)
                for method, path, headers, body in server.told}
        method, _, headers, body = told["/record"]
        self.assertEqual((method, headers["Content-Type"]), ("POST", "application/json"))
        record = json.loads(body)
        self.assertEqual(headers["Idempotency-Key"],
                         f"{record['epoch']}-{record['revision']}-track")
        self.assertEqual(json.loads(body)["nowPlaying"]["track"]["title"], "Ü&x=1 \"/\"")
        self.assertEqual(headers["X-Nphub-Signature"],
                         "sha256=" + hmac.new(b"topsecret", body, hashlib.sha256).hexdigest())
        method, path, headers, body = told["/text"]
        self.assertEqual((method, body.decode()), ("PUT", "Ü&x=1 \"/\""))
        self.assertEqual(path, "/text?song=Mara%20Ebb%20%C3%9C%26x%3D1%20%22%2F%22")
        self.assertEqual(headers["Authorization"], "Bearer abc")
        self.assertEqual(told["/get/kanalrand"][0], "GET")
        self.assertEqual(told["/get/kanalrand"][3], b"")
        program.wait_until(lambda: self.status(hub)["running"] == 0)
        text = json.dumps(hub.call("status")) + hub.errors
        self.assertNotRegex(text, "abc|topsecret")

    def test_a_slow_server_gets_the_newest_and_holds_up_nothing(self):
        gate = queue.Queue()
        slow = self.receiver(lambda request, body: (gate.get(timeout=60), request.reply(200)))
        quick = self.receiver()
        hub = self.hub({"on": ["track"], "post": slow.url, "body": "{title}"},
                       {"on": ["track"], "post": quick.url, "body": "{title}"})
        titles = [f"Title {number}" for number in range(5)]
        for title in titles:
            began = time.monotonic()
            self.play(title)
            self.await_title(title)
            program.wait_until(lambda: title in quick.texts)
            self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(quick.texts, titles)
        self.assertEqual(slow.texts, titles[:1])
        gate.put(None)
        program.wait_until(lambda: len(slow.texts) == 2)
        gate.put(None)
        self.assertEqual(slow.texts, [titles[0], titles[-1]])
        program.wait_until(lambda: self.status(hub)["running"] == 0)
        self.assertEqual(self.status(hub)["replaced"], 3)

    def test_a_server_that_is_not_there_is_tried_again_with_the_newest(self):
        port = program.free_port()
        hub = self.hub({"on": ["track"], "post": f"http://127.0.0.1:{port}/", "body": "{title}"})
        self.play("Lost")
        program.wait_until(lambda: self.status(hub).get("failingSince"))
        self.play("Kept")
        self.await_title("Kept")
        told = []
        self.enterContext(Website(
            lambda request: (told.append(request.body), request.reply(200)), port=port))
        program.wait_until(lambda: told)
        self.assertEqual(told, [b"Kept"])
        program.wait_until(lambda: "hook works again" in hub.errors)

    def test_a_redirect_is_told_and_not_followed(self):
        target = self.receiver()
        server = self.receiver(
            lambda request, body: request.reply(302, Location=target.url + "/new?key=secret"))
        hub = self.hub({"on": ["track"], "post": server.url})
        self.play("Next")
        program.wait_until(lambda: self.status(hub)["failures"] == 1)
        status = self.status(hub)
        self.assertIn(f"redirects to {target.url}/new,", status["reason"])
        self.assertNotIn("secret", hub.errors)
        self.assertEqual((status["abandoned"], status["waiting"]), (1, 0))
        self.assertEqual(target.told, [])

    def test_refusals_stay_and_trouble_passes(self):
        answers = [503, 429, 200]
        busy = self.receiver(
            lambda request, body: request.reply(answers.pop(0), **{"Retry-After": "1"}))
        closed = self.receiver(lambda request, body: request.reply(401))
        hub = self.hub({"on": ["track"], "post": busy.url}, {"on": ["track"], "post": closed.url})
        self.play("Next")
        program.wait_until(lambda: not answers and self.status(hub)["running"] == 0)
        self.assertNotIn("reason", self.status(hub))
        self.assertIn("status 401", self.status(hub, 1)["reason"])
        self.assertEqual(len(closed.told), 1)

    def test_a_server_that_closes_or_floods_is_a_failure(self):
        def close(request, body):
            request.close_connection = True
            request.connection.shutdown(2)

        closing = self.receiver(close)
        long = self.receiver(lambda request, body: request.reply(200, b"x" * (2 << 20)))
        hub = self.hub({"on": ["track"], "post": closing.url, "attempts": 1},
                       {"on": ["track"], "post": long.url, "attempts": 1})
        self.play("Next")
        for place, reason in enumerate(("reply|closed|Empty|reset", "more than 1048576 bytes")):
            program.wait_until(lambda: self.status(hub, place)["failures"] >= 1)
            self.assertRegex(self.status(hub, place)["reason"], reason)

    def test_certificates_are_verified(self):
        authority = certificates.Authority(self.folder)
        server = self.receiver(tls=authority.issue("vouched"))
        liar = self.receiver(tls=authority.issue("liar", "subjectAltName=DNS:other.example"))
        trust = {"ca": str(authority.path)}
        hub = self.hub({"on": ["track"], "post": server.url, "tls": trust},
                       {"on": ["track"], "post": liar.url, "tls": trust},
                       {"on": ["track"], "post": server.url + "/strange"})
        self.play("Next")
        program.wait_until(lambda: len(server.told) == 1)
        for place in (1, 2):
            program.wait_until(lambda: self.status(hub, place)["failures"] >= 1)
            self.assertRegex(self.status(hub, place)["reason"], "(?i)certificate|SSL|subject")
        self.assertEqual(([], "/"), (liar.told, server.told[0][1]))

    def test_a_time_limit_ends_a_request(self):
        silent = self.receiver(lambda request, body: time.sleep(20))
        hub = self.hub({"on": ["track"], "post": silent.url, "timeout": "1s", "attempts": 1})
        self.play("Next")
        program.wait_until(lambda: self.status(hub)["failures"] == 1, within=15)
        self.assertRegex(self.status(hub)["reason"], "longer than 1s|timed out")


class RecipeTests(HookCase):
    """The recipes of the page, against a server in place of theirs."""

    PAGE = (program.REPOSITORY / "docs/hooks.md").read_text()
    # The path and the query of a request, a part of its headers, and its content.
    TOLD = {
        "ntfy": ("POST", "/radio", "Bearer tk", "Mara Ebb – Next & \"last\""),
        "discord": ("PATCH", "/api/webhooks/1/abc/messages/2", None, {
            "content": "♪ Mara Ebb – Next & \"last\"", "allowed_mentions": {"parse": []}}),
        "mastodon": ("POST", "/api/v1/statuses", "Bearer tk", {
            "status": "Now on Kanalrand FM: Mara Ebb – Next & \"last\"",
            "visibility": "unlisted"}),
        "listenbrainz": ("POST", "/1/submit-listens", "Bearer tk", {
            "listen_type": "single", "payload": [{"listened_at": 0, "track_metadata": {
                "artist_name": "Mara Ebb", "track_name": "Next & \"last\""}}]}),
        "icecast": ("GET", "/admin/metadata?mode=updinfo&mount=/relay&charset=UTF-8&song="
                    "Mara%20Ebb%20-%20Next%20%26%20%22last%22", "Bearer tk", ""),
    }

    def test_each_does_what_it_is_for(self):
        recipes = self.PAGE.partition("## Recipes")[2]
        # To this reader of YAML 1.1, `on` is the word for true.
        hooks = [{"on" if key is True else key: value for key, value in hook.items()}
                 for block in re.findall(r"```yaml\n(.*?)```", recipes, re.DOTALL)
                 for hook in yaml.safe_load(block)["hooks"]]
        self.assertEqual(len(hooks), len(self.TOLD))
        server = self.receiver()
        (self.folder / "token").write_text("Bearer tk\n")
        (self.folder / "address").write_text(server.url + "/api/webhooks/1/abc/messages/2\n")
        for hook in hooks:
            schemas.check("config", {
                "stations": [program.azuracast("kanalrand", "wss://a.example")], "hooks": [hook]})
            hook["post"] = (f"file:{self.folder}/address" if hook["post"].startswith("file:")
                            else re.sub(r"^https?://[^/]+", server.url, hook["post"]))
            if "Authorization" in hook.get("headers", {}):
                hook["headers"]["Authorization"] = f"file:{self.folder}/token"
            # The other states are those of changes.
            hook.pop("atStart", None)
        self.hub(*hooks)
        self.play("Next & \"last\"")
        program.wait_until(lambda: len(server.told) == len(hooks))
        told = {path: (method, headers, body) for method, path, headers, body in server.told}
        for name, (method, path, token, expected) in self.TOLD.items():
            with self.subTest(name):
                self.assertIn(path, told)
                self.assertEqual(told[path][0], method)
                self.assertEqual(told[path][1].get("Authorization"), token)
                body = told[path][2].decode()
                if isinstance(expected, dict):
                    self.assertEqual(told[path][1]["Content-Type"], "application/json")
                    body = json.loads(body)
                if name == "listenbrainz":
                    listened = body["payload"][0]["listened_at"]
                    self.assertAlmostEqual(listened, time.time() - 40, delta=60)
                    body["payload"][0]["listened_at"] = 0
                self.assertEqual(body, expected)


class CheckTests(HookCase):
    def test_a_program_that_cannot_be_run_is_told_with_its_place(self):
        plain = self.folder / "plain"
        plain.write_text("#!/bin/sh\n")
        path = self.folder / "stations.yaml"
        path.write_text(
            "stations: [{id: a, feed: {type: exec, command: [\"true\"]}}]\nhooks:\n"
            "- {on: track, run: [/no/such/program]}\n- {on: track, run: [./plain]}\n"
            "- {on: track, run: [no-such-program]}\n- {on: track, run: [/tmp]}\n"
            "- {on: track, run: [sh, -c, \"echo $1\", sh, \"{title}\"]}\n")
        errors = program.run("check", path, code=78).splitlines()
        for line, (error, problem) in enumerate(zip(errors, (
                "`/no/such/program` is not there", "`./plain` is not executable",
                "`no-such-program` is not there", "`/tmp` is no file"), strict=True), 3):
            self.assertRegex(error, rf"stations\.yaml:{line}:21: the program {problem}; ")


class EventTests(HookCase):
    def test_a_connection_and_a_failure_are_told_and_their_end(self):
        server = self.receiver()
        plain = self.receiver()
        # Its announced end is over, so that it counts as stuck soon.
        hub = self.hub({"on": ["connection", "failing", "stuck"], "for": "1s",
                        "post": server.url, "body": "{state}"},
                       {"on": ["stuck", "track"], "for": "1s", "post": plain.url}, elapsed=500)
        program.wait_until(lambda: "stuck" in server.texts)
        self.play("Next")
        program.wait_until(lambda: "playing" in server.texts)
        self.assertEqual(server.texts[:2], ["stuck", "playing"])
        self.radio.publish("kanalrand", {**self.radio.states["kanalrand"], "is_online": False})
        program.wait_until(lambda: "offline" in server.texts)
        for body in plain.texts:
            schemas.check("hook", json.loads(body))
        self.assertIn("stuck", [json.loads(body)["state"] for body in plain.texts])
        self.assertEqual(self.status(hub)["on"], ["connection", "stuck", "failing"])

    def test_metrics_name_the_hooks(self):
        server = self.receiver()
        port = program.free_port()
        self.play("First")
        config = {"stations": [program.azuracast("kanalrand", self.radio.server.url())],
                  "history": {"enabled": False}, "mpris": {"enabled": False},
                  "web": {"listen": f"127.0.0.1:{port}"},
                  "hooks": [{"on": "track", "post": server.url, "name": "mine"}]}
        hub = self.enterContext(program.Hub("--stdout", "none", config=config))
        with hub.connect() as self.client:
            self.await_title("First")
            self.play("Next")
            program.wait_until(lambda: server.told)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
        self.assertIn('nphub_hook_runs_total{hook="mine"} 1\n', text)
        self.assertIn('nphub_hook_ok{hook="mine"} 1\n', text)


class WatchTests(HookCase):
    def watch(self, hub, *arguments):
        """A watch to which the present state was told."""
        watch = self.enterContext(Running("watch", "--socket", hub.socket_path, *arguments))
        program.wait_until(lambda: any(
            client["transport"] == "socket" and client["subscriptions"] == 1
            for client in hub.call("status")["clients"]))
        time.sleep(0.5)
        return watch

    def test_a_program_is_run_on_changes_with_values_or_the_record(self):
        hub = self.hub()
        out = self.script('echo "$@" >>$FOLDER/out; cat >>$FOLDER/records')
        watch = self.watch(hub, "--exec", out, "{id}", "{artist} – {title}", "--once")
        for title in ("Second", "Third"):
            self.play(title)
            program.wait_until(lambda: any(title in line for line in self.lines()))
        self.assertEqual(self.lines(), [f"kanalrand Mara Ebb – {title} --once"
                                        for title in ("Second", "Third")])
        for line in self.lines("records"):
            schemas.check("record", json.loads(line))
        self.assertEqual(watch.stop(), 0)
        self.assertEqual(watch.lines, [])

    def test_the_present_state_is_run_once_where_that_is_wanted(self):
        hub = self.hub()
        out = self.script("sleep 0.3; cat >>$FOLDER/records")
        program.run("watch", "--socket", hub.socket_path, "--once", "--exec", out)
        records = [json.loads(line) for line in self.lines("records")]
        self.assertEqual([record["station"] for record in records], ["kanalrand"])

    def test_a_slow_program_gets_the_newest_next(self):
        hub = self.hub()
        out = self.script('echo "$1" >>$FOLDER/out; while [ ! -e $FOLDER/go ]; do sleep 0.1; done')
        self.watch(hub, "--min-interval", "0", "--exec", out, "{title}")
        for title in ("A", "B", "C", "D"):
            self.play(title)
            self.await_title(title)
        program.wait_until(lambda: self.lines())
        (self.folder / "go").touch()
        program.wait_until(lambda: "D" in self.lines())
        self.assertEqual(self.lines(), ["A", "D"])

    def test_a_bad_template_or_format_is_refused(self):
        self.assertIn("there is no field `{titel}`", program.run(
            "watch", "--exec", "true", "{titel}", code=64))
        self.assertIn("leave --format out", program.run(
            "watch", "--format", "plain", "--exec", "true", code=64))
