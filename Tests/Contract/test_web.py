"""The web server: every path, every right, every error."""

import csv
import io
import json
import re
import subprocess
import unittest

import program
import radio
import schemas
import web

CONTROL = [("POST", "/api/v1/command", {"action": "play"}),
           ("POST", "/api/v1/report", {"session": "main", "state": "playing"})]


class WebTestCase(unittest.TestCase):
    """A hub that reads one station."""

    web = {}
    config = {}

    def setUp(self):
        self.radio = self.enterContext(radio.Radio())
        self.play("Undertow")
        self.hub = self.enterContext(web.WebHub(
            "--stdout", "none", web=self.web, stations=[
                program.azuracast("kanal", self.radio.server.url()),
                program.azuracast("other", "ws://127.0.0.1:1")], **self.config))
        with self.hub.connect() as client:
            client.state("kanal", lambda state: "track" in state)
            client.state("other", lambda state: state["connection"]["state"] != "connecting")

    def play(self, title, elapsed=20):
        self.row = getattr(self, "row", 0) + 1
        state = self.radio.state(self.radio.song(title), elapsed=elapsed, row=self.row)
        self.radio.states["kanal"] = state
        if hasattr(self, "hub"):
            self.radio.publish("kanal", state)

    def refused(self, answer, status, detail=None, code=None):
        """An answer is a problem of this status."""
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(answer.type, "application/problem+json")
        problem = answer.json
        self.assertEqual(problem["status"], status)
        if detail:
            self.assertIn(detail, problem["detail"])
        if code:
            self.assertEqual(problem["code"], code)
        return problem


class ReadingTests(WebTestCase):
    def test_stations_are_the_records_of_the_socket(self):
        answer = self.hub.ask("/api/v1/stations?history=5")
        self.assertEqual((answer.status, answer.type), (200, "application/json"))
        for record in answer.json["records"]:
            schemas.check("record", record)
        with self.hub.connect() as client:
            expected = client.call("get", view="nowPlaying", history=5)
        self.assertEqual(answer.json, expected)

    def test_a_station_is_its_record(self):
        answer = self.hub.ask("/api/v1/stations/kanal")
        schemas.check("record", answer.json)
        self.assertEqual(answer.json["nowPlaying"]["track"]["title"], "Undertow")

    def test_what_has_not_changed_is_not_sent_again(self):
        for path in "/api/v1/stations", "/api/v1/stations/kanal", "/", "/nphub.js":
            with self.subTest(path):
                first = self.hub.ask(path)
                tag = first.headers["ETag"]
                self.assertRegex(tag, r'^"[0-9a-f]{24}"$')
                self.assertEqual(first.headers["Cache-Control"], "no-cache")
                for held in tag, "W/" + tag, f'"x", {tag}', "*":
                    same = self.hub.ask(path, headers={"If-None-Match": held})
                    self.assertEqual((same.status, same.body), (304, b""))
                    self.assertEqual(same.headers["ETag"], tag)
                self.assertEqual(self.hub.ask(path, headers={"If-None-Match": '"x"'}).status, 200)
        tag = self.hub.ask("/api/v1/stations/kanal").headers["ETag"]
        self.play("Sluice")
        program.wait_until(
            lambda: self.hub.ask("/api/v1/stations/kanal").headers["ETag"] != tag)
        changed = self.hub.ask("/api/v1/stations/kanal", headers={"If-None-Match": tag})
        self.assertEqual(changed.status, 200)

    def test_head_has_the_headers_of_get_and_no_body(self):
        for path in "/", "/api/v1/stations", "/api/v1/rights", "/nope":
            with self.subTest(path):
                whole, head = self.hub.ask(path), self.hub.ask(path, "HEAD")
                self.assertEqual((head.status, head.body), (whole.status, b""))
                self.assertEqual(head.headers["Content-Length"], str(len(whole.body)))

    def test_what_was_played_is_there_as_json_and_csv(self):
        # Two that began in the same second would be one after a correction.
        self.play("Sluice", elapsed=5)

        def plays():
            answer = self.hub.ask("/api/v1/stations/kanal/history")
            self.assertEqual((answer.status, answer.json["station"]), (200, "kanal"))
            return answer.json["plays"]

        program.wait_until(lambda: len(plays()) == 2)
        self.assertEqual([play["title"] for play in plays()], ["Sluice", "Undertow"])
        for play in plays():
            schemas.check("history-entry", play)
        self.assertEqual(len(self.hub.ask("/api/v1/stations/kanal/history?limit=1").json["plays"]), 1)
        late = self.hub.ask("/api/v1/stations/kanal/history?since=4000000000")
        self.assertEqual(late.json["plays"], [])
        table = self.hub.ask("/api/v1/stations/kanal/history", headers={"Accept": "text/csv"})
        self.assertEqual(table.type, "text/csv")
        rows = list(csv.DictReader(io.StringIO(table.body.decode())))
        self.assertEqual([row["title"] for row in rows], ["Sluice", "Undertow"])
        self.refused(self.hub.ask("/api/v1/stations/kanal/history", headers={"Accept": "x/y"}), 406)
        self.refused(self.hub.ask("/api/v1/stations/nope/history"), 404, code=-32001)

    def test_curl_reads_it_too(self):
        host, port = self.hub.address
        output = subprocess.run(
            ["curl", "-sS", "--fail", "--compressed", "-m", "20",
             f"http://{host}:{port}/api/v1/stations/kanal"],
            check=True, capture_output=True).stdout
        self.assertEqual(json.loads(output)["station"], "kanal")


class PageTests(WebTestCase):
    def test_pages_are_from_the_program_and_run_only_its_own_scripts(self):
        for path, type in [("/", "text/html"), ("/overlay/kanal", "text/html"),
                           ("/nphub.js", "text/javascript"), ("/widget.js", "text/javascript"),
                           ("/nphub.d.ts", "text/plain"),
                           ("/assets/dashboard.js", "text/javascript"),
                           ("/assets/base.css", "text/css"), ("/assets/icon.svg", "image/svg+xml")]:
            with self.subTest(path):
                answer = self.hub.ask(path)
                self.assertEqual((answer.status, answer.type), (200, type))
                self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
                self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")
                policy = answer.headers["Content-Security-Policy"]
                if type == "text/html":
                    self.assertIn("default-src 'none'; script-src 'self'", policy)
                    self.assertEqual("frame-ancestors 'none'" in policy, path == "/")
                    self.assertEqual("style-src 'self';" in policy, path == "/")
                    self.assertNotRegex(answer.body.decode(), r"<script(?![^>]*\ssrc=)|\sstyle=")
                else:
                    self.assertIsNone(policy)

    def test_what_pages_ask_for_is_there(self):
        for page in "/", "/overlay/kanal":
            for name in re.findall(r'(?:src|href)="(/[^"]+)"', self.hub.ask(page).body.decode()):
                with self.subTest(page=page, name=name):
                    self.assertEqual(self.hub.ask(name).status, 200)

    def test_no_other_file_is_there(self):
        for path in ["/assets/nope.js", "/assets/", "/assets/../index.html", "/assets/..%2findex.html",
                     "/assets/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd", "/overlay", "/index.html",
                     "//etc/passwd", "/%2e%2e%5c", "/assets/dashboard.js/x"]:
            with self.subTest(path):
                answer = self.hub.ask(path)
                self.assertIn(answer.status, (403, 404) if "etc" not in path else (404,))
                self.assertNotIn(b"root:", answer.body)

    def test_a_path_with_a_null_character_gives_no_file(self):
        answer = self.hub.say(b"GET /assets/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        # libwebsockets 4.3 ends the connection without an answer.
        self.assertIn(answer[:13], (b"HTTP/1.1 400 ", b"HTTP/1.1 403 ", b"HTTP/1.1 404 ", b""))


class NoDashboardTests(WebTestCase):
    web = {"dashboard": False, "anonymous": False}

    def test_the_dashboard_can_be_left_out(self):
        self.refused(self.hub.ask("/"), 404)
        self.assertEqual(self.hub.ask("/widget.js").status, 200)

    def test_reading_can_need_a_token(self):
        for path in "/api/v1/stations", "/api/v1/stations/kanal", "/api/v1/events":
            self.refused(self.hub.ask(path), 401, "a token with the right read")
            self.refused(self.hub.ask(path, token="status"), 403, "the right read")
        self.assertEqual(self.hub.ask("/api/v1/stations", token="read").status, 200)
        self.assertEqual(self.hub.ask("/api/v1/rights").json, {"rights": []})


class RightsTests(WebTestCase):
    def test_clients_learn_what_they_may_do(self):
        for token, rights in [(None, ["read"]), ("all", ["read", "session:main", "status"]),
                              ("main", ["read", "session:main"]), ("status", ["status"]),
                              ("kitchen", ["session:kitchen"])]:
            self.assertEqual(self.hub.ask("/api/v1/rights", token=token).json, {"rights": rights})

    def test_control_needs_a_token_and_its_right(self):
        for method, path, body in CONTROL:
            with self.subTest(path):
                answer = self.hub.post(path, body)
                self.refused(answer, 401, "session:main")
                self.assertEqual(answer.headers["WWW-Authenticate"], "Bearer")
                for token in "read", "status", "kitchen":
                    problem = self.refused(self.hub.post(path, body, token), 403, "session:main")
                    self.assertEqual(problem["data"], {"right": "session:main"})

    def test_a_command_and_a_report_have_their_results(self):
        answer = self.hub.post("/api/v1/command", {"action": "select", "station": "kanal"}, "main")
        self.assertEqual(answer.status, 200)
        self.assertIn("revision", answer.json)
        schemas.check("response", answer.json, "command")
        answer = self.hub.post(
            "/api/v1/report", {"session": "main", "state": "playing", "station": "kanal"}, "all")
        self.assertEqual(answer.status, 200)
        schemas.check("response", answer.json, "report")

    def test_the_status_needs_its_right(self):
        self.refused(self.hub.ask("/api/v1/status"), 401, "status")
        self.refused(self.hub.ask("/api/v1/status", token="main"), 403, "status")
        answer = self.hub.ask("/api/v1/status", token="status")
        schemas.check("response", answer.json, "status")

    def test_a_wrong_token_is_refused_even_where_none_is_needed(self):
        for header in ["Bearer " + "x" * 64, "Bearer", "Basic YTpi", "bearer", web.TOKENS["all"],
                       "Bearer " + web.TOKENS["all"][:-1]]:
            with self.subTest(header):
                answer = self.hub.ask("/api/v1/stations", headers={"Authorization": header})
                self.refused(answer, 401, "no such token")
        lower = {"Authorization": "bearer " + web.TOKENS["status"]}
        self.assertEqual(self.hub.ask("/api/v1/status", headers=lower).status, 200)

    def test_a_token_in_an_address_or_in_a_cookie_is_none(self):
        token = web.TOKENS["all"]
        self.refused(self.hub.ask("/api/v1/status?token=" + token), 400, "Authorization")
        self.refused(self.hub.ask("/api/v1/events?token=" + token), 400, "Authorization")
        self.refused(self.hub.ask("/api/v1/status?ticket=" + self.hub.ticket()), 400)
        self.refused(self.hub.ask("/api/v1/status", headers={"Cookie": "token=" + token}), 401)

    def test_a_ticket_is_for_tokens_and_good_once(self):
        self.refused(self.hub.ask("/api/v1/ticket", "POST", body=b""), 401)
        answer = self.hub.ask("/api/v1/ticket", "POST", "main", body=b"")
        self.assertEqual(answer.json["expiresIn"], 60)
        self.assertEqual(answer.headers["Cache-Control"], "no-store")
        query = "view=lockScreen&ticket=" + answer.json["ticket"]
        with self.hub.events(query) as stream:
            self.assertIn("update", [stream.event()[0] for _ in range(2)])
        self.refused(self.hub.ask("/api/v1/events?" + query), 401, "the ticket was used")
        ticket = self.hub.ticket("read")
        self.refused(self.hub.ask("/api/v1/events?view=carPlay&ticket=" + ticket), 403)

    def test_tokens_are_read_again_on_reload(self):
        self.assertEqual(self.hub.ask("/api/v1/status", token="status").status, 200)
        self.hub.write_tokens({"read": web.TOKENS["read"]})
        self.hub.reload()
        program.wait_until(lambda: self.hub.ask("/api/v1/status", token="status").status == 401)
        self.assertEqual(self.hub.ask("/api/v1/rights", token="read").status, 200)
        (self.hub.folder / "tokens").write_text("nonsense\n")
        self.hub.reload()
        program.wait_until(lambda: "the web server goes on as before" in self.hub.errors)
        self.assertEqual(self.hub.ask("/api/v1/rights", token="read").status, 200)

    def test_a_session_that_a_reload_adds_is_among_the_rights(self):
        for sessions in ["car"], ["car", "kitchen"]:
            self.hub.reload({**self.hub.whole, "sessions": {name: {} for name in sessions}})
            self.assertEqual(
                self.hub.ask("/api/v1/rights", token="all").json["rights"],
                ["read", *(f"session:{name}" for name in [*sessions, "main"]), "status"])


class ErrorTests(WebTestCase):
    def test_wrong_paths_and_methods_are_told(self):
        self.refused(self.hub.ask("/api/v1/nope"), 404, "there is nothing at /api/v1/nope")
        for method, path, allow in [
                ("POST", "/api/v1/stations", "GET, HEAD"), ("DELETE", "/", "GET, HEAD"),
                ("GET", "/api/v1/command", "POST"), ("PUT", "/api/v1/command", "POST"),
                ("PATCH", "/api/v1/events", "GET, HEAD"), ("OPTIONS", "/api/v1/ticket", "POST")]:
            with self.subTest(method=method, path=path):
                answer = self.hub.ask(path, method, "all", body=b"")
                self.refused(answer, 405)
                self.assertEqual(answer.headers["Allow"], allow)
        self.assertEqual(self.hub.ask("/api/v1/socket").status, 426)

    def test_wrong_parameters_are_told(self):
        for path, detail in [
                ("/api/v1/stations?history=x", "history must be a whole number"),
                ("/api/v1/stations?histroy=1", "no parameter histroy: known are"),
                ("/api/v1/stations?history=1&history=2", "history is there twice"),
                ("/api/v1/events?view=nope", "no view nope"),
                ("/api/v1/events?minInterval=-1", "minInterval must be"),
                ("/api/v1/events?view=line&patch=true", "patch must be left out"),
                ("/api/v1/stations/kanal/history?limit=0", "limit must be")]:
            with self.subTest(path):
                self.refused(self.hub.ask(path), 400, detail)
        for path in ["/api/v1/stations/nope", "/api/v1/events?station=nope",
                     "/api/v1/stations?after=nope"]:
            self.refused(self.hub.ask(path), 404, "no station nope", -32001)

    def test_wrong_bodies_are_told(self):
        path = "/api/v1/command"
        for body, status, detail in [
                (b"", 400, "not JSON"), (b"{", 400, "not JSON"), (b"[]", 400, "must be a JSON object"),
                (b'{"action":"fly"}', 400, "action must be one of"),
                (b'{},"method":"status"', 400, "not JSON"), (b"\xff{}", 400, "not JSON"),
                (b'{"action":"select","station":"nope"}', 404, "no station nope")]:
            with self.subTest(body):
                answer = self.hub.post(path, body, "all", **{"Content-Type": "application/json"})
                self.refused(answer, status, detail)
        for type in "text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data":
            self.refused(
                self.hub.post(path, b'{"action":"play"}', "all", **{"Content-Type": type}), 415)
        play = self.hub.post(path, b'{"action":"select","station":"kanal"}', "all",
                             **{"Content-Type": "application/json; charset=utf-8"})
        self.assertEqual(play.status, 200)
        late = self.hub.post(path, {"action": "seek", "element": "nope"}, "all")
        self.refused(late, 409, code=-32005)

    def test_other_names_of_the_server_are_refused(self):
        for host, status in [("evil.example", 421), ("localhost.evil.example:8420", 421), ("", 400),
                             ("localhost", 200), ("127.0.0.1:1", 200), ("[::1]:8420", 200),
                             ("LOCALHOST:99", 200)]:
            with self.subTest(host):
                answer = self.hub.ask("/api/v1/stations", headers={"Host": host})
                self.assertEqual(answer.status, status)
        bare = self.hub.say(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        self.assertIn(b" 400 ", bare.split(b"\r\n")[0])
        self.assertEqual(self.hub.ask("/", headers={"Host": "evil.example"}).status, 421)

    def test_pages_of_other_sites_may_not_even_ask(self):
        for origin in "https://evil.example", "null", "http://localhost:1":
            with self.subTest(origin):
                read = self.hub.ask("/api/v1/stations", headers={"Origin": origin})
                self.assertEqual(read.status, 200)
                self.assertIsNone(read.headers["Access-Control-Allow-Origin"])
                for method, path, body in CONTROL:
                    self.refused(self.hub.post(path, body, "all", Origin=origin), 403, origin)
                self.refused(self.hub.ask("/api/v1/rights", headers={"Origin": origin}), 403)
                asks = {"Origin": origin, "Access-Control-Request-Method": "GET"}
                self.assertEqual(self.hub.ask("/api/v1/stations", "OPTIONS", headers=asks).status, 405)
        host, port = self.hub.address
        own = self.hub.post("/api/v1/command", {"action": "select", "station": "kanal"}, "all",
                            Origin=f"http://{host}:{port}")
        self.assertEqual(own.status, 200)


class SharingTests(WebTestCase):
    web = {"origins": ["https://radio.example"], "hosts": ["hub.example"]}

    def test_pages_of_listed_sites_may_read_and_nothing_else(self):
        headers = {"Origin": "https://radio.example", "Host": "hub.example"}
        answer = self.hub.ask("/api/v1/stations", headers=headers)
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "https://radio.example")
        self.assertEqual(answer.headers["Vary"], "Origin")
        self.assertIsNone(answer.headers["Access-Control-Allow-Credentials"])
        asked = self.hub.ask("/api/v1/events", "OPTIONS", headers={
            **headers, "Access-Control-Request-Method": "GET"})
        self.assertEqual(asked.status, 204)
        self.assertEqual(asked.headers["Access-Control-Allow-Methods"], "GET, HEAD")
        self.assertNotIn("Authorization", asked.headers["Access-Control-Allow-Headers"])
        for method, path, body in CONTROL:
            self.refused(self.hub.post(path, body, "all", **headers), 403)
        other = self.hub.ask("/api/v1/stations", headers={"Origin": "https://radio.example.org"})
        self.assertIsNone(other.headers["Access-Control-Allow-Origin"])
