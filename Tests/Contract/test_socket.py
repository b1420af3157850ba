"""The Unix socket, on the embedded stations."""

import itertools
import json
import socket
import unittest

import program
import schemas


def merged(document, patch):
    """A document after a merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(document) if isinstance(document, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


class SocketTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none"))
        with cls.hub.connect() as client:
            stations = [record["station"] for record in
                        client.call("get", view="line")["records"]]
            for station in stations:
                client.state(station, lambda state: state["connection"]["state"] == "live")
        cls.stations = stations

    def setUp(self):
        self.client = self.enterContext(self.hub.connect())

    # Requests

    def test_it_says_who_it_is(self):
        self.assertEqual(self.client.call("hello")["protocol"], 1)

    def test_there_are_at_least_four_embedded_stations(self):
        self.assertGreaterEqual(len(self.stations), 4)

    def test_get_gives_every_station_in_either_view(self):
        for view in ("nowPlaying", "line"):
            result = self.client.call("get", view=view)
            self.assertEqual([record["station"] for record in result["records"]], self.stations)

    def test_get_goes_on_after_a_station(self):
        result = self.client.call("get", view="line", after=self.stations[1])
        self.assertEqual([record["station"] for record in result["records"]], self.stations[2:])

    def test_get_with_its_records_alone_is_a_dump(self):
        result = self.client.call("get", view="nowPlaying", history=50, listeners=True)
        schemas.check("dump", result)

    def test_history_and_listeners_are_there_only_where_they_are_asked_for(self):
        plain = self.client.call("get", view="nowPlaying")["records"]
        full = self.client.call("get", view="nowPlaying", history=3, listeners=True)["records"]
        for record in plain:
            self.assertFalse({"history", "listeners"} & set(record["nowPlaying"]))
            self.assertFalse({"history", "listeners"} & set(record["changed"]))
        self.assertTrue(any("listeners" in record["nowPlaying"] for record in full))
        lengths = [len(record["nowPlaying"].get("history", [])) for record in full]
        self.assertEqual(max(lengths), 3)

    def test_a_session_without_a_station_has_no_records(self):
        result = self.client.call("get", view="nowPlaying", session="main")
        self.assertEqual(result["records"], [])

    def test_the_status_shows_links_clients_and_counters(self):
        self.client.call("subscribe", view="line")
        status = self.client.call("status")
        schemas.check("status", status)
        self.assertEqual(status["stations"], len(self.stations))
        served = [station["id"] for link in status["links"] for station in link["stations"]]
        self.assertEqual(sorted(served), sorted(self.stations))
        self.assertIn(1, [client["subscriptions"] for client in status["clients"]])
        self.assertGreater(status["counters"]["reports"], 0)

    def test_a_page_of_the_status_after_all_is_empty(self):
        status = self.client.call("status", after=1_000_000)
        self.assertEqual((status["links"], status["clients"]), ([], []))

    # Notifications

    def test_a_subscription_tells_all_that_is_there_and_then_synced(self):
        number = self.client.call("subscribe", view="nowPlaying")["subscription"]
        told = [self.client.notification() for _ in range(len(self.stations) + 1)]
        self.assertEqual([line["method"] for line in told[:-1]], ["update"] * len(self.stations))
        self.assertEqual(told[-1]["method"], "synced")
        self.assertTrue(all(line["params"]["subscription"] == number for line in told))
        sequences = [line["params"]["sequence"] for line in told[:-1]]
        self.assertEqual(sequences, list(range(1, len(self.stations) + 1)))
        self.assertEqual([line["params"]["record"]["station"] for line in told[:-1]], self.stations)

    def test_patches_turn_what_was_told_into_what_is_there(self):
        self.client.call(
            "subscribe", view="nowPlaying", patch=True, history=5, listeners=True, minInterval=0)
        held, patches = {}, 0
        for record in self.client.records(within=25):
            station = record["station"]
            if "patch" in record:
                patches += 1
                revision, document = held[station]
                self.assertEqual(record["base"], revision)
                document = merged(document, record["patch"])
                schemas.check("now-playing", document)
                self.assertNotEqual(document, held[station][1], "a patch that changes nothing")
            else:
                self.assertNotIn(station, held, "a whole document where a patch would do")
                document = record["nowPlaying"]
            held[station] = record["revision"], document
            if patches == 2:
                break
        self.assertEqual(patches, 2, "the stations changed too little")
        present = self.client.call("get", view="nowPlaying", history=5, listeners=True)
        for record in present["records"]:
            if record["revision"] == held[record["station"]][0]:
                shown, known = record["nowPlaying"], held[record["station"]][1]
                # Listener counts alone advance no revision.
                self.assertEqual({**shown, "listeners": 0}, {**known, "listeners": 0})

    def test_what_is_unsubscribed_is_told_no_more(self):
        number = self.client.call("subscribe", view="nowPlaying", minInterval=0)["subscription"]
        self.client.call("unsubscribe", subscription=number)
        while self.client.notification(0.05) is not None:
            pass
        self.assertIsNone(self.client.notification(1))

    # Coming back

    def test_who_comes_back_with_resume_is_told_only_what_changed(self):
        subscription = self.client.call("subscribe", view="line")
        while (line := self.client.notification())["method"] != "synced":
            pass
        since = {"epoch": subscription["epoch"], "revision": line["params"]["resume"]}
        with self.hub.connect() as again:
            self.assertTrue(again.call("subscribe", view="line", since=since)["recovered"])
            told = []
            while (line := again.notification())["method"] != "synced":
                told.append(line["params"]["record"])
            self.assertLess(len(told), len(self.stations))
            self.assertTrue(all(record["revision"] > since["revision"] for record in told))

    def test_who_was_cut_off_in_the_first_updates_is_told_the_others(self):
        subscription = self.client.call("subscribe", view="nowPlaying", minInterval=3600)
        first = self.client.notification()["params"]
        since = {"epoch": subscription["epoch"], "revision": first["resume"]}
        with self.hub.connect() as again:
            again.call("subscribe", view="nowPlaying", minInterval=3600, since=since)
            told = {first["record"]["station"]}
            while (line := again.notification())["method"] != "synced":
                told.add(line["params"]["record"]["station"])
        self.assertEqual(told, set(self.stations))

    def test_who_comes_back_from_another_life_is_told_everything(self):
        since = {"epoch": "another", "revision": 1}
        self.assertFalse(self.client.call("subscribe", view="line", since=since)["recovered"])
        told = [self.client.notification()["method"] for _ in range(len(self.stations) + 1)]
        self.assertEqual(told, ["update"] * len(self.stations) + ["synced"])


class CrowdTests(unittest.TestCase):
    """Hundreds of clients that ask for everything and do not read."""

    def setUp(self):
        self.hub = self.enterContext(program.Hub("--stdout", "none"))
        self.client = self.enterContext(self.hub.connect())
        get = {"jsonrpc": "2.0", "id": 1, "method": "get", "params": {"view": "nowPlaying"}}
        requests = (json.dumps(get) + "\n").encode() * 200
        self.crowd = [socket.socket(socket.AF_UNIX) for _ in range(400)]
        self.addCleanup(self.leave)
        for member in self.crowd:
            member.connect(str(self.hub.socket_path))
            member.sendall(requests)

    def leave(self):
        for member in self.crowd:
            member.close()

    def blocked_count(self):
        return sum(client["blocked"] for client in self.client.call("status")["clients"])

    def test_memory_of_clients_that_have_left_is_given_back(self):
        program.wait_until(lambda: self.blocked_count() == len(self.crowd))
        peak = self.hub.memory
        self.leave()
        program.wait_until(lambda: self.hub.memory < peak - 15)


class RefusalTests(unittest.TestCase):
    """The schema of requests and the program must be of one mind."""

    ENVELOPES = [
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "1.0", "id": 1, "method": "hello"},
        {"id": 1, "method": "hello"},
        {"jsonrpc": "2.0", "id": 1, "method": 1},
        {"jsonrpc": "2.0", "id": {}, "method": "hello"},
        {"jsonrpc": "2.0", "id": [1], "method": "hello"},
        {"jsonrpc": "2.0", "id": True, "method": "hello"},
        {"jsonrpc": "2.0", "id": 1, "method": "play"},
        {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": []},
        {"jsonrpc": "2.0", "id": 1, "method": "status", "params": None},
        {"jsonrpc": "2.0", "id": 1, "method": "subscribe"},
        {"jsonrpc": "2.0", "id": 1, "method": "unsubscribe"},
        {"jsonrpc": "2.0", "id": 1, "method": "get"},
        [], [{"jsonrpc": "2.0", "id": 1, "method": "hello"}], "hello", 1, None, True,
    ]
    WRONG = [
        ("hello", {"name": "me"}),
        ("subscribe", {}),
        ("subscribe", {"view": "everything"}),
        ("subscribe", {"view": 1}),
        ("subscribe", {"view": None}),
        ("subscribe", {"view": "line", "stations": "kanalrand"}),
        ("subscribe", {"view": "line", "stations": [1]}),
        ("subscribe", {"view": "line", "stations": [], "session": "main"}),
        ("subscribe", {"view": "line", "session": 1}),
        ("subscribe", {"view": "line", "minInterval": -1}),
        ("subscribe", {"view": "line", "minInterval": 3600.5}),
        ("subscribe", {"view": "line", "minInterval": "1"}),
        ("subscribe", {"view": "line", "patch": True}),
        ("subscribe", {"view": "line", "history": 1}),
        ("subscribe", {"view": "line", "listeners": True}),
        ("subscribe", {"view": "nowPlaying", "patch": 1}),
        ("subscribe", {"view": "nowPlaying", "history": 51}),
        ("subscribe", {"view": "nowPlaying", "history": -1}),
        ("subscribe", {"view": "nowPlaying", "history": 1.5}),
        ("subscribe", {"view": "nowPlaying", "listeners": "yes"}),
        ("subscribe", {"view": "nowPlaying", "options": {"locale": "de"}}),
        ("subscribe", {"view": "line", "options": {"local": "de"}}),
        ("subscribe", {"view": "line", "options": "de"}),
        ("subscribe", {"view": "line", "options": {"locale": 1}}),
        ("subscribe", {"view": "line", "since": 4}),
        ("subscribe", {"view": "line", "since": {"epoch": "x"}}),
        ("subscribe", {"view": "line", "since": {"revision": 1}}),
        ("subscribe", {"view": "line", "since": {"epoch": "x", "revision": -1}}),
        ("subscribe", {"view": "line", "since": {"epoch": "x", "revision": 1, "offset": 1}}),
        ("subscribe", {"view": "line", "after": "kanalrand"}),
        ("configure", {"options": {}}),
        ("configure", {"subscription": "1", "options": {}}),
        ("configure", {"subscription": 1, "options": [], "view": "line"}),
        ("unsubscribe", {}),
        ("unsubscribe", {"subscription": -1}),
        ("unsubscribe", {"subscription": 1.5}),
        ("get", {"view": "nowPlaying", "patch": True}),
        ("get", {"view": "nowPlaying", "minInterval": 1}),
        ("get", {"view": "nowPlaying", "after": 1}),
        ("status", {"after": "1"}),
        ("status", {"after": -1}),
        ("status", {"after": 2**31}),
        ("status", {"before": 1}),
    ]
    RIGHT = [
        ("hello", {}),
        ("get", {"view": "line", "session": "main"}),
        ("get", {"view": "line", "options": {}}),
        ("get", {"view": "line", "options": {"locale": "pt-BR"}}),
        ("get", {"view": "line", "history": 0, "listeners": False}),
        ("get", {"view": "lockScreen", "options": {"style": "dark"}}),
        ("get", {"view": "nowPlaying", "options": {}}),
        ("get", {"view": "nowPlaying", "stations": []}),
        ("get", {"view": "nowPlaying", "history": 50, "listeners": True}),
        ("subscribe", {"view": "line", "minInterval": 0, "patch": False, "stations": []}),
        ("subscribe", {"view": "nowPlaying", "minInterval": 3600, "patch": True, "stations": []}),
        ("subscribe", {"view": "nowPlaying", "minInterval": 0.001, "stations": []}),
        ("status", {"after": 0}),
    ]

    @classmethod
    def setUpClass(cls):
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none"))

    def setUp(self):
        self.client = self.enterContext(self.hub.connect())

    def test_what_the_schema_refuses_the_program_refuses(self):
        wrong = self.ENVELOPES + [self.request(*call) for call in self.WRONG]
        for request in wrong:
            with self.subTest(request=request):
                self.assertFalse(schemas.is_valid("request", request), "by the schema")
                answer = self.client.ask(request)
                self.assertIn("error", answer)
                self.assertIn(answer["error"]["code"], (-32600, -32601, -32602, -32003))

    def test_what_the_schema_accepts_the_program_accepts(self):
        for call in self.RIGHT:
            with self.subTest(call=call):
                schemas.check("request", self.request(*call))
                self.assertIn("result", self.client.ask(self.request(*call)))

    def test_each_view_takes_the_options_that_the_schema_gives_it(self):
        values = {"category": "audio", "locale": "de", "style": "dark", "limits": {},
                  "region": {"latitude": 0, "longitude": 0}, "favourites": "grid"}
        definitions = schemas.DOCUMENTS["request.json"]["$defs"]
        self.assertEqual(set(values), set(definitions["options"]["properties"]))
        for view, (option, value) in itertools.product(definitions["view"]["enum"], values.items()):
            request = self.request("get", {"view": view, "options": {option: value}})
            with self.subTest(request=request):
                self.assertEqual(
                    schemas.is_valid("request", request), "result" in self.client.ask(request))

    def request(self, method, parameters):
        return {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}

    def test_an_error_names_what_it_is_about(self):
        for method, parameters, code, data in [
            ("get", {"view": "line", "stations": ["nowhere"]}, -32001, {"station": "nowhere"}),
            ("get", {"view": "line", "session": "attic"}, -32002, {"session": "attic"}),
            ("get", {"view": "smell"}, -32003, {"view": "smell"}),
            ("unsubscribe", {"subscription": 99}, -32006, {"subscription": "99"}),
            ("get", {"view": "line", "histroy": 1}, -32602, {"parameter": "histroy"}),
            ("play", {}, -32601, {"method": "play"}),
        ]:
            with self.subTest(method, parameters=parameters):
                error = self.client.ask(self.request(method, parameters))["error"]
                self.assertEqual((error["code"], error["data"]), (code, data))

    def test_a_line_that_is_not_json_is_answered_and_the_connection_lives(self):
        for line in [b"{", b'{"jsonrpc":"2.0"', b"\xff\xfe", b'{"a":1} {"b":2}', b"nul",
                     b'"\xed\xa0\x80"', b"[" * 5000]:
            with self.subTest(line=line[:20]):
                self.client.send(line)
                self.assertIn(self.client.read()["error"]["code"], (-32700, -32600))
        self.client.call("hello")

    def test_the_id_comes_back_as_it_was(self):
        for name in ["", "ä\n\"", 0, -1, 1.5, None]:
            answer = self.client.ask({"jsonrpc": "2.0", "id": name, "method": "hello"})
            self.assertEqual(answer["id"], name)

    def test_a_request_without_an_id_is_not_answered(self):
        self.client.send(b'{"jsonrpc":"2.0","method":"hello"}')
        self.client.send(b'{"jsonrpc":"2.0","method":"nothing"}')
        self.assertEqual(self.client.call("hello")["protocol"], 1)

    def test_blank_lines_and_carriage_returns_do_not_matter(self):
        self.client.send(b"\r\n  \n" + json.dumps(self.request("hello", {})).encode() + b"\r")
        self.assertIn("result", self.client.read())

    def test_a_client_has_at_most_64_subscriptions(self):
        for _ in range(64):
            self.client.call("subscribe", view="line", stations=[])
        answer = self.client.ask(self.request("subscribe", {"view": "line", "stations": []}))
        self.assertEqual(answer["error"]["code"], -32004)

    def test_a_line_over_64_kib_is_told_why_and_cut(self):
        self.client.send(b" " * 65_536 + b"{}")
        self.assertEqual(self.client.read()["error"]["data"], {"limit": "lineTooLong"})
        self.assertIsNone(self.client.read())

    def test_a_flood_is_told_why_and_cut_and_others_notice_nothing(self):
        with self.hub.connect() as other:
            self.client.send(b'{"jsonrpc":"2.0","method":"hello"}\n' * 3000)
            self.assertEqual(self.client.read()["error"]["data"], {"limit": "flood"})
            self.assertIsNone(self.client.read())
            self.assertEqual(other.call("hello")["protocol"], 1)
            cuts = other.call("status")["counters"]["cuts"]
            self.assertEqual(cuts["flood"], 1)
