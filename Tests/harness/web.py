"""The hub's web server, asked as browsers and other programs ask it."""

import http.client
import json
import socket
import ssl
import time

import program

TOKENS = {
    "all": "a" * 64, "read": "b" * 64, "main": "c" * 64, "status": "d" * 64, "kitchen": "e" * 64,
}
RIGHTS = {
    "all": "read session:* status", "read": "read", "main": "read session:main",
    "status": "status", "kitchen": "session:kitchen",
}


class Answer:
    """An answer: status, headers, body."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def type(self):
        return self.headers.get_content_type()


class WebHub(program.Hub):
    """`nphub run` on simulated stations, or with a config, and its web server."""

    def __init__(self, *arguments, stations=None, web=None, tokens=True, **config):
        self.web = {"listen": "127.0.0.1:0", **(web or {})}
        if tokens and "tokens" not in self.web:
            self.web["tokens"] = "tokens"
        self.whole = {"stations": stations or [], "web": self.web, **config}
        self.tokens_wanted = tokens
        super().__init__(*arguments, config=self.whole)

    def start(self, waits=True):
        if self.tokens_wanted is True:
            self.write_tokens()
        super().start(waits)
        program.wait_until(lambda: self.address)

    def write_tokens(self, tokens=None):
        """Puts tokens where the hub reads them."""
        path = self.folder / "tokens"
        path.touch(0o600)
        tokens = TOKENS if tokens is None else tokens
        path.write_text("".join(f"{text} {RIGHTS[name]}\n" for name, text in tokens.items()))

    def ask(self, path, method="GET", token=None, headers=None, body=None, tls=None):
        """Sends a request on a connection of its own."""
        host, port = self.address
        if tls is None:
            connection = http.client.HTTPConnection(host, port, timeout=30)
        else:
            connection = http.client.HTTPSConnection(host, port, timeout=30, context=tls)
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = "Bearer " + TOKENS.get(token, token)
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def post(self, path, body, token=None, **headers):
        return self.ask(path, "POST", token, headers, body)

    def ticket(self, token="all"):
        return self.ask("/api/v1/ticket", "POST", token, body=b"").json["ticket"]

    def dial(self):
        """A bare connection."""
        return socket.create_connection(self.address, timeout=30)

    def say(self, text, within=30):
        """Sends bytes on a connection of their own; gives all that comes back until its end."""
        with self.dial() as connection:
            connection.settimeout(within)
            try:
                connection.sendall(text)
            except OSError:
                pass
            return drain(connection)

    def events(self, query="", token=None, **headers):
        return EventStream(self, query, token, headers)


def drain(connection):
    """All that comes until the end."""
    received = b""
    while True:
        try:
            part = connection.recv(65536)
        except ConnectionResetError:
            return received
        if not part:
            return received
        received += part


class EventStream:
    """A stream of server-sent events, read as browsers read them."""

    def __init__(self, hub, query, token, headers):
        host, port = hub.address
        self._connection = http.client.HTTPConnection(host, port, timeout=30)
        if token:
            headers["Authorization"] = "Bearer " + TOKENS[token]
        path = "/api/v1/events" + ("?" + query if query else "")
        self._connection.request("GET", path, None, headers)
        self.response = self._connection.getresponse()
        self.comments = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.response.close()
        self._connection.close()

    def event(self):
        """The next event: its name, its data, its id; `None` at the end."""
        fields = {}
        while True:
            line = self.response.readline()
            if not line:
                return None
            line = line.rstrip(b"\n").decode()
            if line == "":
                if "data" in fields:
                    return fields["event"], json.loads(fields["data"]), fields.get("id")
                fields = {}
            elif line.startswith(":"):
                self.comments += 1
            else:
                name, _, value = line.partition(": ")
                fields[name] = value

    def until(self, name):
        """All events up to the next one of a name."""
        events = []
        while True:
            event = self.event()
            assert event, f"the stream ended before {name}: {events}"
            events.append(event)
            if event[0] == name:
                return events


def trusting(path):
    """A TLS client that trusts a certificate."""
    return ssl.create_default_context(cafile=str(path))


def settle(seconds):
    """Lets the hub go on for a while."""
    time.sleep(seconds)
