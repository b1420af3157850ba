"""The client library `nphub.js`: its pure parts by the examples of schemas/, and its life on a hub."""

import json

import cases
import service

SCHEMAS = service.REPOSITORY / "schemas"


def examples(name):
    """The examples of a schema."""
    return json.loads((SCHEMAS / name).read_text())["examples"]


class LibraryTests(cases.PageTests):
    def setUp(self):
        self.page = self.open(with_token=False)
        self.page.run("import('./nphub.js').then((module) => { globalThis.nphub = module; })")

    def call(self, name, *arguments):
        """Returns the result of a function of the library."""
        return self.page.run(f"nphub.{name}({', '.join(map(json.dumps, arguments))})")


class PatchTests(LibraryTests):
    def test_the_examples_of_the_rfc(self):
        # RFC 7396, appendix A.
        for target, patch, result in [
                ({"a": "b"}, {"a": "c"}, {"a": "c"}),
                ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
                ({"a": "b"}, {"a": None}, {}),
                ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
                ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
                ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
                ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
                ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
                (["a", "b"], ["c", "d"], ["c", "d"]),
                ({"a": "b"}, ["c"], ["c"]),
                ({"a": "foo"}, None, None),
                ({"a": "foo"}, "bar", "bar"),
                ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
                ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
                ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}})]:
            with self.subTest(target=target, patch=patch):
                self.assertEqual(self.call("mergePatch", target, patch), result)

    def test_a_patch_reaches_no_prototype(self):
        self.page.run("""nphub.mergePatch({}, JSON.parse('{"__proto__":{"isTaken":1}}'))""")
        self.assertFalse(self.page.run("'isTaken' in {}"))

    def test_a_patch_shares_what_stays(self):
        self.assertTrue(self.page.run("""(() => {
            const before = { station: { id: 'a' }, track: { title: 'x' } };
            const after = nphub.mergePatch(before, { track: { title: 'y' } });
            return after.station === before.station && before.track.title === 'x';
        })()"""))

    def test_equality_is_that_of_contents(self):
        for left, right, result in [
                ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, True), ({"a": 1}, {"a": 2}, False),
                ({"a": 1}, {"b": 1}, False), ([1], [1, 2], False), ([], {}, False), (None, {}, False)]:
            with self.subTest(left=left, right=right):
                self.assertEqual(self.call("isEqual", left, right), result)


class CarTests(LibraryTests):
    def test_rows_change_the_parts_that_they_name(self):
        car = examples("car-play.json")[0]
        rows = {"stations/kanalrand": {"isPlaying": None, "detailText": "Sluice"},
                "recent": {"showsTabBadge": None}, "nowPlaying": {"buttons": None}}
        changed = self.call("applyRows", car, rows)
        tabs = {tab["id"]: tab for tab in changed["root"]["templates"]}
        row = tabs["stations"]["sections"][0]["items"][0]
        self.assertEqual(row["detailText"], "Sluice")
        self.assertNotIn("isPlaying", row)
        self.assertEqual(row["playbackProgress"], 0.4)
        self.assertNotIn("showsTabBadge", tabs["recent"])
        self.assertNotIn("buttons", changed["nowPlaying"])
        self.assertEqual(changed["lists"], car["lists"])

    def test_templates_are_replaced_removed_and_added(self):
        car = examples("car-play.json")[0]
        recent = {**car["root"]["templates"][2], "title": "Played"}
        added = {**car["lists"][0], "id": "stations#more/2"}
        changed = self.call("applyTemplates", car, {
            "recent": recent, "streams/kanalrand": None, "stations#more/2": added, "no/such": None})
        self.assertEqual(changed["root"]["templates"][2], recent)
        before = [each["id"] for each in car["lists"]]
        self.assertEqual([each["id"] for each in changed["lists"]],
                         [each for each in before if each != "streams/kanalrand"] + ["stations#more/2"])

    def test_a_root_without_tabs_is_replaced_too(self):
        car = {"root": {"id": "stations", "type": "list", "title": "A"}, "lists": [], "alert": {}}
        other = {**car["root"], "title": "B"}
        self.assertEqual(self.call("applyTemplates", car, {"stations": other})["root"], other)

    def test_templates_are_found_by_their_ids(self):
        car = examples("car-play.json")
        self.assertEqual(self.call("findTemplate", car[0], "rewind")["title"], "Rewind")
        self.assertEqual(self.call("findTemplate", car[0], "recent")["title"], "Recent")
        self.assertEqual(self.call("findTemplate", car[0], "nowPlaying")["type"], "nowPlaying")
        self.assertEqual(
            self.call("findTemplate", car[1], "information/kanalrand")["title"], "Kanalrand FM")
        self.assertIsNone(self.call("findTemplate", car[0], "nothing"))


class PositionTests(LibraryTests):
    def test_a_position_is_that_of_the_anchor(self):
        anchor = {"state": "playing", "rate": 1, "elapsed": 12.5, "asOf": 100, "duration": 20}
        for time, position in [(100, 12.5), (103, 15.5), (120, 20), (80, 0)]:
            with self.subTest(time):
                self.assertEqual(self.call("positionAt", anchor, time), position)
        self.assertEqual(self.call("positionAt", {**anchor, "rate": 0}, 150), 12.5)
        self.assertEqual(self.call("positionAt", {**anchor, "rate": 1.5}, 104), 18.5)
        self.assertIsNone(self.call("positionAt", {"state": "playing", "rate": 1}, 100))
        self.assertIsNone(self.page.run("nphub.positionAt(undefined, 1) ?? null"))

    def test_a_lock_screen_tells_its_position_in_the_same_words(self):
        for card in examples("lock-screen.json"):
            playback = self.call("playbackOfCard", card)
            self.assertEqual(self.call("positionAt", playback, card["asOf"]),
                             card["MPNowPlayingInfoPropertyElapsedPlaybackTime"])


class HoldingTests(LibraryTests):
    def holding(self, *steps):
        """Returns the result of each step on one holding."""
        script = "; ".join(f"results.push({step} ?? null)" for step in steps)
        return self.page.run(f"""(() => {{
            const holding = new nphub.Holding(); const results = []; {script};
            return results;
        }})()""")

    def test_the_examples_of_records_are_applied(self):
        records = [each for each in examples("record.json") if each["view"] == "nowPlaying"]
        whole, patched, removed = records
        results = self.holding(
            "holding.begin('e', false)", f"holding.apply({json.dumps(whole)})",
            f"holding.apply({json.dumps(patched)})", f"holding.apply({json.dumps(removed)})",
            "holding.documents.size")
        self.assertEqual(results[1]["document"], whole["nowPlaying"])
        track = results[2]["document"]["track"]
        self.assertEqual(track["title"], "Sluice")
        self.assertNotIn("album", track)
        self.assertNotIn("duration", results[2]["document"]["playback"])
        self.assertNotIn("document", results[3])
        self.assertEqual(results[4], 0)

    def test_a_cars_records_change_its_document(self):
        car, rows, templates = [each for each in examples("record.json") if each["view"] == "carPlay"]
        results = self.holding(*(f"holding.apply({json.dumps(each)})" for each in (car, rows, templates)))
        row = results[2]["document"]["root"]["templates"][0]["sections"][0]["items"][0]
        self.assertEqual(row["detailText"], "Lock & Weir – Sluice")
        self.assertTrue(row["isPlaying"])
        self.assertNotIn("playbackProgress", row)
        self.assertEqual(results[2]["document"]["lists"], [])

    def test_it_says_from_where_to_resume(self):
        self.assertEqual(self.holding(
            "holding.since", "holding.begin('e', false)", "holding.resumeAt(7)", "holding.since",
            "holding.begin('e', true)", "holding.since", "holding.forget()", "holding.since"), [
                None, None, None, {"epoch": "e", "revision": 7}, None,
                {"epoch": "e", "revision": 7}, None, None])

    def record(self, station, title, revision=1):
        """A whole record, as JSON."""
        return json.dumps({
            "view": "nowPlaying", "epoch": "e", "revision": revision, "station": station,
            "changed": ["track"], "nowPlaying": {"track": {"title": title}}})

    def test_what_does_not_come_again_after_a_restart_is_gone_and_the_same_is_no_news(self):
        results = self.holding(
            "holding.begin('e', false)", f"holding.apply({self.record('a', 'x')})",
            f"holding.apply({self.record('b', 'y')})", "holding.synced()",
            "holding.begin('f', false)", "[...holding.documents.keys()]",
            f"holding.apply({self.record('b', 'y')})", "holding.synced()",
            "[...holding.documents.keys()]")
        self.assertEqual(results[3], [])
        self.assertEqual(results[5], ["a", "b"])
        self.assertIsNone(results[6])
        self.assertEqual(results[7:], [["a"], ["b"]])

    def test_the_order_is_the_hubs(self):
        results = self.holding(
            "holding.begin('e', false)", f"holding.apply({self.record('a', 'x')})",
            f"holding.apply({self.record('b', 'y')})", "holding.synced()",
            "holding.begin('f', false)", f"holding.apply({self.record('b', 'y')})",
            f"holding.apply({self.record('a', 'x')})", "holding.synced()",
            "[...holding.documents.keys()]")
        self.assertEqual(results[-1], ["b", "a"])

    def test_a_patch_for_something_else_is_refused(self):
        patch = json.dumps({"view": "nowPlaying", "epoch": "e", "revision": 3, "station": "a",
                            "changed": ["track"], "base": 2, "patch": {"track": None}})
        text = "(() => {{ try {{ holding.apply({}); }} catch (error) {{ return error.message; }} }})()"
        results = self.holding(
            text.format(patch), f"holding.apply({self.record('a', 'x')})", text.format(patch))
        self.assertEqual([results[0], results[2]], ["the patch has another base"] * 2)

    def test_the_delay_of_an_attempt_grows_to_twenty_seconds(self):
        delays = [self.page.run(f"nphub.retryDelay({attempt}, () => 1)") for attempt in (0, 1, 5, 6, 99)]
        self.assertEqual(delays, [0.7, 1.2, 16.2, 20.2, 20.2])
        self.assertEqual(self.page.run("nphub.retryDelay(9, () => 0)"), 0.2)


class HubTests(LibraryTests):
    def setUp(self):
        super().setUp()
        self.page.run(f"""globalThis.hub = new nphub.Hub({{
            token: {json.dumps(service.TOKEN)}, sender: 'tests' }}); 0""")
        self.page.wait("hub.isOpen")

    def test_it_follows_stations_and_knows_the_clock(self):
        self.page.run("""globalThis.titles = []; hub.subscribe({ view: 'nowPlaying', patch: true,
            stations: ['kanalrand'], minInterval: 0 }, {
            update: (id, state) => titles.push(state.track.title) }); 0""")
        self.page.wait("titles.length === 1")
        self.hub["kanalrand"].play("Sluice", ago=10)
        self.page.wait("titles.at(-1) === 'Sluice'")
        self.page.wait("Math.abs(hub.now() - Date.now() / 1000) < 0.5")
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")

    def test_commands_are_answered_or_refused(self):
        result = self.page.run("hub.command({ action: 'select', station: 'kanalrand' })")
        self.assertEqual(result["then"], "present:nowPlaying")
        error = self.page.run("""hub.command({ action: 'select', station: 'nowhere' })
            .catch(({ message, code, data }) => ({ message, code, data }))""")
        self.assertEqual((error["code"], error["data"]), (-32001, {"station": "nowhere"}))
        self.assertIn("nowhere", error["message"])

    def test_its_rights_are_known_and_a_subscription_is_refused_by_words(self):
        self.assertTrue(self.page.run("hub.may('session:main')"))
        self.assertFalse(self.page.run("hub.may('session:nowhere')"))
        self.page.run("""globalThis.refusal = null; hub.subscribe({ view: 'nowhere' },
            { error: (error) => { refusal = error.message; } }); 0""")
        self.assertIn("nowhere", self.page.wait("refusal"))

    def test_a_report_makes_it_the_player_that_is_asked(self):
        self.page.run("""globalThis.events = [];
            hub.addEventListener('event', ({ detail }) => events.push(detail)); 0""")
        self.page.run("hub.report({ state: 'stopped' })")
        self.hub.command(action="select", station="nachtschicht")
        self.page.wait("events.some(({ requested }) => requested?.station === 'nachtschicht')")
        self.page.run("hub.close()")

    def test_a_subscription_that_was_closed_is_told_nothing(self):
        self.page.run("""globalThis.count = 0; globalThis.subscription = hub.subscribe({
            view: 'nowPlaying', minInterval: 0 }, { update: () => { count += 1; } });
            subscription.close(); globalThis.other = 0; hub.subscribe({
            view: 'nowPlaying', minInterval: 0 }, { update: () => { other += 1; } }); 0""")
        self.page.wait("other >= 2")
        self.assertEqual(self.page.run("count"), 0)

    def test_a_reader_of_events_follows_without_a_token(self):
        self.page.run("""globalThis.lines = []; globalThis.reader = new nphub.EventReader(
            { view: 'line' }, { update: (id, line) => lines.push(line) }); 0""")
        self.page.wait("lines.length >= 2")
        self.hub["nachtschicht"].play("Night Bus")
        self.page.wait("lines.at(-1) === 'Night Bus'")
        self.page.run("reader.close()")
        self.hub["nachtschicht"].play("Requests until dawn")
