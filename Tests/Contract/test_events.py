"""Server-sent events as a feed: `layer: sse` of a feed of type `json`."""

import json
import queue
import unittest

import program
import schemas
from website import Website

MAPPING = {"layer": "sse", "track": {"title": "/title", "artist": "/artist"}}


class Events(Website):
    """A server whose connections a test gets, one after another, once their heads are sent."""

    def __init__(self):
        self.connections = queue.Queue()
        self.requests, self.status, self.kind = [], 200, "text/event-stream"
        super().__init__(self._answer)

    def _answer(self, request):
        self.requests.append(dict(request.headers.items()))
        request.begin(self.status, **{"Content-Type": self.kind, "Connection": "close"})
        request.close_connection = True
        ended = queue.Queue()
        self.connections.put((request.wfile, ended))
        try:
            ended.get(timeout=60)
        except queue.Empty:
            pass

    def next(self):
        return self.connections.get(timeout=20)


def say(output, title, identifier=None, event=None):
    text = (f"id: {identifier}\n" if identifier else "") + (f"event: {event}\n" if event else "")
    output.write((text + f"data: {json.dumps({'title': title})}\n\n").encode())
    output.flush()


class EventTests(unittest.TestCase):
    def follow(self, url, **settings):
        feed = {"type": "json", "url": url, **MAPPING, **settings}
        config = {"stations": [{"id": "mine", "feed": feed}], "history": {"enabled": False}}
        schemas.check("config", config)
        self.hub = self.enterContext(program.Hub("--stdout", "none", config=config))
        return self.enterContext(self.hub.connect())

    def title(self, client, title):
        return client.state(
            "mine", lambda state: state.get("track", {}).get("title") == title
            and state["connection"]["state"] == "live", within=20)

    def test_events_are_read_and_gone_on_with(self):
        server = self.enterContext(Events())
        client = self.follow(server.url + "/events")
        output, ended = server.next()
        output.write(b"\xef\xbb\xbf: hello\nretry: 600\n\n")
        say(output, "Undertow", identifier="7")
        self.title(client, "Undertow")
        say(output, "Sluice", identifier="8")
        self.title(client, "Sluice")
        ended.put(True)
        output, ended = server.next()
        self.assertEqual(server.requests[0]["Accept"], "text/event-stream")
        self.assertNotIn("Last-Event-ID", server.requests[0])
        self.assertEqual(server.requests[1]["Last-Event-ID"], "8")
        say(output, "Ebb", identifier="9")
        self.title(client, "Ebb")
        ended.put(True)

    def test_events_of_other_names_are_left_alone(self):
        server = self.enterContext(Events())
        rules = [{"event": "now"}, {"do": "ignore"}]
        client = self.follow(server.url, messages=rules)
        output, ended = server.next()
        say(output, "Undertow", event="now")
        say(output, "Chatter", event="chat")
        say(output, "Chatter")
        self.title(client, "Undertow")
        say(output, "Sluice", event="now")
        self.title(client, "Sluice")
        ended.put(True)

    def test_what_is_no_stream_of_events_is_told(self):
        for status, kind, code in ((200, "application/json", "notEvents"), (404, "", "notFound"),
                                   (204, "text/event-stream", "closed")):
            with self.subTest(code), Events() as server:
                server.status, server.kind = status, kind
                client = self.follow(server.url)
                _, ended = server.next()
                client.state(
                    "mine", lambda state: state["connection"].get("reason", {}).get("code") == code,
                    within=20)
                ended.put(True)
