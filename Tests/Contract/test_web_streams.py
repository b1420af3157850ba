"""Server-sent events and WebSockets: what comes, how it goes on, and what rights cover."""

import asyncio
import json
import time

import websockets
from websockets.legacy.client import connect

import program
import schemas
import test_web
import web


class EventTests(test_web.WebTestCase):
    def test_the_present_state_comes_first_and_then_what_changes(self):
        with self.hub.events("station=kanal&minInterval=0") as stream:
            self.assertEqual(stream.response.headers.get_content_type(), "text/event-stream")
            self.assertEqual(stream.response.headers["Cache-Control"], "no-store")
            told = time.time()
            clock, first, synced = stream.until("synced")
            self.assertEqual((clock[0], clock[2]), ("clock", None))
            self.assertAlmostEqual(clock[1]["time"], told, delta=10)
            schemas.check("record", first[1])
            self.assertEqual(first[0], "update")
            self.assertEqual(synced[1], {})
            epoch = first[1]["epoch"]
            self.assertRegex(synced[2], rf"^{epoch}\.\d+$")
            self.play("Sluice")
            while True:
                name, record, _ = stream.event()
                if record["nowPlaying"]["track"]["title"] == "Sluice":
                    break
            self.assertEqual(name, "update")

    def test_patches_listeners_and_other_views_come_as_on_the_socket(self):
        with self.hub.events("station=kanal&patch=true&history=2&listeners=true&minInterval=0") as stream:
            stream.until("synced")
            self.play("Sluice")
            self.assertIn("patch", stream.event()[1])
        for stations in "station=kanal&station=other", "station=kanal,other", "station=other,kanal":
            with self.hub.events("view=line&" + stations) as stream:
                records = [event[1] for event in stream.until("synced")[1:-1]]
                self.assertEqual({record["station"] for record in records}, {"kanal", "other"})
                lines = {record["station"]: record["line"] for record in records}
                self.assertEqual(lines["kanal"], "Mara Ebb – Sluice")
        with self.hub.events("view=lockScreen&style=light", token="main") as stream:
            self.assertEqual(stream.until("update")[-1][1]["session"], "main")

    def test_head_has_the_headers_of_a_stream_and_holds_none(self):
        head = b"HEAD /api/v1/events%s HTTP/1.1\r\nHost: localhost\r\n"
        with self.hub.events() as stream:
            fields = set(stream.response.headers) - {"Date"}
        # More than the streams that an address may have where one is told.
        for _ in range(300):
            answer = self.hub.say(head % b"" + b"\r\n", 5).decode()
            top, _, body = answer.partition("\r\n\r\n")
            status, *lines = top.split("\r\n")
            self.assertEqual((status, body), ("HTTP/1.1 200 OK", ""))
            self.assertEqual({line.split(":")[0] for line in lines} - {"Date"}, fields)
        with self.hub.connect() as client:
            program.wait_until(lambda: client.call("status")["sums"]["clients"]
                               .get("events", {"present": 0})["present"] == 0, 10)
        for query, status in (b"?station=nope", b"404"), (b"?view=x", b"400"), (b"?x=1", b"400"):
            answer = self.hub.say(head % query + b"Connection: close\r\n\r\n", 5)
            self.assertEqual((answer[9:12], answer.partition(b"\r\n\r\n")[2]), (status, b""))

    def test_a_client_that_comes_back_gets_only_what_has_changed(self):
        with self.hub.events() as stream:
            events = stream.until("synced")
            self.assertEqual([event[0] for event in events], ["clock", "update", "update", "synced"])
            last = events[-1][2]
        with self.hub.events(**{"Last-Event-ID": last}) as stream:
            self.assertEqual([event[0] for event in stream.until("synced")], ["clock", "synced"])
        self.play("Sluice")
        program.wait_until(lambda: b"Sluice" in self.hub.ask("/api/v1/stations/kanal").body)
        with self.hub.events(**{"Last-Event-ID": last}) as stream:
            events = stream.until("synced")
            self.assertEqual([event[0] for event in events], ["clock", "update", "synced"])
            self.assertEqual(events[1][1]["station"], "kanal")

    def test_a_client_that_comes_back_too_late_is_told_to_drop_what_it_held(self):
        for held in "0000000000000000.7", "nonsense", "x.y.z", "é.1":
            with self.subTest(held):
                headers = {"Last-Event-ID": held.encode().decode("latin-1")}
                with self.hub.events(**headers) as stream:
                    events = stream.until("synced")
                    self.assertEqual([event[0] for event in events],
                                     ["clock", "reset", "update", "update", "synced"])
                    self.assertEqual(events[1][1], {})

    def test_a_stream_lives_on_beside_others_and_ends_with_the_hub(self):
        with self.hub.events() as first, self.hub.events() as second:
            first.until("synced")
            second.until("synced")
            self.hub.stop()
            self.assertIsNone(second.event())


class WebSocketTests(test_web.WebTestCase):
    def talk(self, conversation, query="", **options):
        """Runs a conversation on a WebSocket."""
        host, port = self.hub.address

        async def run():
            uri = f"ws://{host}:{port}/api/v1/socket{query}"
            options.setdefault("subprotocols", ["nphub.v1"])
            async with connect(uri, compression=None, **options) as connection:
                await conversation(connection)

        asyncio.run(asyncio.wait_for(run(), 60))

    def refused_at_once(self, status, query="", **options):
        async def nothing(_):
            self.fail("it was let in")

        with self.assertRaises(websockets.InvalidStatusCode) as caught:
            self.talk(nothing, query, **options)
        self.assertEqual(caught.exception.status_code, status)

    async def call(self, connection, method, **parameters):
        await connection.send(json.dumps(
            {"jsonrpc": "2.0", "id": 7, "method": method, "params": parameters}))
        while True:
            message = json.loads(await connection.recv())
            schemas.check("notification" if "method" in message else "response", message)
            if message.get("id") == 7:
                return message

    def test_the_token_of_the_dashboard_is_for_the_unix_socket_alone(self):
        async def conversation(connection):
            error = (await self.call(connection, "dashboard"))["error"]
            self.assertEqual((error["code"], error["data"]), (-32007, {"method": "dashboard"}))

        self.talk(conversation, f"?ticket={self.hub.ticket()}")

    def test_it_speaks_json_rpc_an_object_a_message(self):
        async def conversation(connection):
            self.assertEqual(connection.subprotocol, "nphub.v1")
            await connection.send('{"jsonrpc":"2.0","id":1,\n"method":"hello"}')
            message = await connection.recv()
            self.assertFalse(message.endswith("\n"))
            self.assertEqual(json.loads(message)["result"]["protocol"], 1)
            self.assertIn("result", await self.call(connection, "subscribe", view="line"))
            names = [json.loads(await connection.recv())["method"] for _ in range(3)]
            self.assertEqual(names, ["update", "update", "synced"])
        self.talk(conversation)
        self.talk(conversation=self.greets, subprotocols=None)

    async def greets(self, connection):
        self.assertIn("result", await self.call(connection, "hello"))

    def test_without_a_right_a_request_is_refused_and_the_connection_lives(self):
        async def conversation(connection):
            for method, parameters, right in [
                    ("command", {"action": "play"}, "session:main"),
                    ("report", {"session": "main", "state": "paused"}, "session:main"),
                    ("subscribe", {"view": "carPlay"}, "session:main"),
                    ("get", {"view": "line", "session": "kitchen"}, "session:kitchen"),
                    ("status", {}, "status")]:
                error = (await self.call(connection, method, **parameters))["error"]
                self.assertEqual((error["code"], error["data"]), (-32007, {"right": right}))
            await self.greets(connection)
        self.talk(conversation)

    def test_a_ticket_brings_its_rights_and_a_token_does_too(self):
        async def conversation(connection):
            answer = await self.call(connection, "command", action="select", station="kanal")
            self.assertIn("result", answer)
            self.assertIn("error", await self.call(connection, "status"))
        self.talk(conversation, "?ticket=" + self.hub.ticket("main"))
        header = {"Authorization": "Bearer " + web.TOKENS["main"]}
        self.talk(conversation, extra_headers=header)

    def test_who_may_not_is_refused_before_the_upgrade(self):
        ticket = self.hub.ticket()
        self.talk(self.greets, "?ticket=" + ticket)
        self.refused_at_once(401, "?ticket=" + ticket)
        self.refused_at_once(401, "?ticket=x")
        self.refused_at_once(400, "?token=" + web.TOKENS["all"])
        self.refused_at_once(401, extra_headers={"Authorization": "Bearer x"})
        self.refused_at_once(403, origin="https://evil.example")
        self.refused_at_once(403, origin="null")
        self.refused_at_once(421, extra_headers={"Host": "evil.example"})
        host, port = self.hub.address
        self.talk(self.greets, origin=f"http://{host}:{port}")

    def test_nonsense_is_answered_and_too_much_is_cut(self):
        async def conversation(connection):
            for sent, code in [("nonsense", -32700), ("[]", -32600), ('{"id":1}', -32600)]:
                await connection.send(sent)
                self.assertEqual(json.loads(await connection.recv())["error"]["code"], code)
            await connection.send("x" * 70_000)
            with self.assertRaises(websockets.ConnectionClosed) as caught:
                while True:
                    await connection.recv()
            self.assertEqual(caught.exception.code, 1009)
        self.talk(conversation)

    def test_a_flood_is_cut_with_the_reason(self):
        async def conversation(connection):
            told = []
            try:
                for number in range(3000):
                    await connection.send(
                        json.dumps({"jsonrpc": "2.0", "id": number, "method": "hello"}))
                while True:
                    told.append(json.loads(await connection.recv()))
            except websockets.ConnectionClosed:
                pass
            if told and told[-1]["id"] is None:
                self.assertEqual(told[-1]["error"]["data"], {"limit": "flood"})
        self.talk(conversation)
        self.talk(self.greets)
        with self.hub.connect() as client:
            self.assertEqual(client.call("status")["counters"]["cuts"].get("flood"), 1)
