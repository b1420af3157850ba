"""The web server's limits: what is refused by which, how it is told, and how it is counted."""

import contextlib
import ipaddress
import re
import subprocess
import unittest

import program
import test_web
import test_web_abuse
import web

STATION = program.azuracast("other", "ws://127.0.0.1:1")
# More than a burst of requests of one address: it may make 500, and 50 a second more.
BURST = 1_000


class ProxyTests(unittest.TestCase):
    """Clients of a proxy: told apart by its header where the config names one, and not otherwise."""

    def start(self, **settings):
        settings = {"behindProxy": True, "anonymous": True, **settings}
        return self.enterContext(web.WebHub("--stdout", "none", stations=[STATION], web=settings))

    def burst(self, hub, fields):
        """Answers to many requests, a hundred at a time: each has headers by its number."""
        answers = []
        for start in range(0, BURST, 100):
            with contextlib.ExitStack() as stack:
                connections = [stack.enter_context(hub.dial()) for _ in range(100)]
                for number, connection in enumerate(connections):
                    connection.sendall(self.head(fields(start + number)))
                answers += map(web.drain, connections)
        return answers

    def head(self, fields):
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields)
        return f"GET /api/v1/rights HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode()

    def statuses(self, answers):
        return [int(answer[9:12]) for answer in answers]

    def counts(self, hub):
        text = hub.ask("/metrics?stations=false", token="status").body.decode()
        found = re.findall(r'^nphub_web_refusals_total\{reason="(\w+)"\} (\d+)$', text, re.M)
        return {reason: int(count) for reason, count in found}

    def test_a_client_of_a_proxy_has_a_share_of_its_own_by_the_header_that_the_config_names(self):
        hub = self.start(addressHeader="X-Forwarded-For")
        self.assertEqual(set(self.counts(hub).values()), {0})

        # A client may say what it wants before what the proxy adds.
        told = [f"203.0.113.{number % 200}, 192.0.2.1" for number in range(BURST)]
        answers = self.burst(hub, lambda number: [("X-Forwarded-For", told[number])])
        found = self.statuses(answers)
        self.assertEqual(found[:500], [200] * 500)
        self.assertEqual(set(found), {200, 429})
        answer = answers[found.index(429)]
        self.assertIn(b"\r\nRetry-After: 1\r\n", answer)
        self.assertIn(b"too many requests from your address", answer)
        # The scrape itself comes from another address.
        self.assertEqual(
            {reason: count for reason, count in self.counts(hub).items() if count},
            {"addressRequests": found.count(429)})
        # All the others still have their bursts.
        for lines in ["192.0.2.1, 192.0.2.2"], ["192.0.2.1", "192.0.2.3"]:
            answers = self.burst(hub, lambda _, lines=lines: [
                ("X-Forwarded-For", line) for line in lines])
            self.assertEqual(self.statuses(answers)[:500], [200] * 500)

    def test_without_it_what_a_client_says_is_not_looked_at(self):
        hub = self.start()
        answers = self.burst(hub, lambda _: [("X-Forwarded-For", "192.0.2.1")])
        self.assertEqual(set(self.statuses(answers)), {200})
        self.assertEqual(set(self.counts(hub).values()), {0})

    def test_check_refuses_a_header_that_is_none_or_that_any_client_could_send(self):
        for settings, words in [
                ({"addressHeader": "X-Forwarded-For"}, "any client could send this header"),
                ({"addressHeader": "X Y", "behindProxy": True}, "it must be the name of a header"),
                ({"addressHeader": "Forwarded", "behindProxy": True}, "X-Forwarded-For")]:
            with self.subTest(settings), contextlib.ExitStack() as stack:
                hub = stack.enter_context(web.WebHub("--stdout", "none", stations=[STATION]))
                hub.write_config({"stations": [STATION], "web": settings})
                told = program.run("check", hub.config_path, code=78)
                self.assertIn(words, str(told))


class AddressTests(test_web.WebTestCase):
    def test_several_stations_are_one_parameter(self):
        for query in "station=kanal,other", "station=kanal&station=other":
            answer = self.hub.ask("/api/v1/stations?" + query)
            records = answer.json["records"]
            self.assertEqual([record["station"] for record in records], ["kanal", "other"])
        one = self.hub.ask("/api/v1/stations?station=kanal").json["records"]
        self.assertEqual([record["station"] for record in one], ["kanal"])
        for wrong in "kanal,nope", "kanal,", ",kanal":
            self.refused(self.hub.ask("/api/v1/stations?station=" + wrong), 404, "no station")
        text = self.hub.ask("/metrics?station=kanal,other").body.decode()
        self.assertIn('station="kanal"', text)
        self.assertIn('station="other"', text)

    def test_a_thousand_stations_stand_in_one_parameter_and_eighty_in_their_own(self):
        many = ["kanal"] * 1_000
        self.assertEqual(self.hub.ask("/api/v1/stations?station=" + ",".join(many)).status, 200)
        some = "&".join(f"station={name}" for name in many[:75])
        self.assertEqual(self.hub.ask("/api/v1/stations?" + some).status, 200)
        # The library below has no room for them, and ends the connection.
        most = "&".join(f"station={name}" for name in many[:100])
        head = f"GET /api/v1/stations?{most} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.assertEqual(self.hub.say(head.encode()), b"")
        self.assertEqual(self.hub.ask("/api/v1/stations").status, 200)

    def test_a_list_of_tags_that_is_too_long_is_as_none(self):
        first = self.hub.ask("/nphub.js")
        tag = first.headers["ETag"]
        for held, status in [(f'{tag} , "x"', 304), (f'"a,b",\t{tag}', 304), ('"*"', 200),
                             (", ".join(['"xxxxxx"'] * 200 + [tag]), 200)]:
            answer = self.hub.ask("/nphub.js", headers={"If-None-Match": held})
            self.assertEqual(answer.status, status, held)
            self.assertEqual(answer.body, first.body if status == 200 else b"")


def private_address():
    """A private address of this machine; 0.0.0.0 where it has none."""
    told = subprocess.run(["hostname", "-I"], stdout=subprocess.PIPE, check=False, text=True)
    private = [ipaddress.ip_network(text) for text in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")]
    for address in map(ipaddress.ip_address, told.stdout.split()):
        if any(address in network for network in private):
            return f"[{address}]" if address.version == 6 else str(address)
    return "0.0.0.0"


class HomeNetworkTests(test_web.WebTestCase):
    """A server without TLS at an address of a home network: all clients read, and none controls."""

    config = {"tokens": False}

    def setUp(self):
        self.host = private_address()
        self.web = {"listen": f"{self.host}:0", "insecure": True, "hosts": ["radio.local"]}
        super().setUp()

    def test_all_clients_read(self):
        self.assertEqual(self.hub.ask("/api/v1/stations/kanal").status, 200)
        self.assertEqual(self.hub.ask("/").status, 200)
        self.assertEqual(self.hub.ask("/api/v1/rights").json["rights"], ["read"])
        with self.hub.events("view=line") as events:
            self.assertEqual(events.response.status, 200)

    def test_the_log_says_so_at_the_start(self):
        self.assertEqual(self.hub.errors.count("the web server has no TLS"), 1)
        self.assertIn("no token is taken", self.hub.errors)

    def test_a_token_is_refused_in_words(self):
        for path, method in [("/api/v1/stations", "GET"), ("/api/v1/ticket", "POST"),
                             ("/api/v1/command", "POST"), ("/api/v1/events", "GET")]:
            with self.subTest(path):
                self.refused(self.hub.ask(path, method, "all", body={}), 403, "takes no token")
        self.refused(self.hub.ask("/api/v1/events?ticket=a"), 403, "gives no tickets")
        self.refused(self.hub.ask("/api/v1/ticket", "POST", body=b""), 403, "gives no tickets")

    def test_control_sessions_and_status_are_refused_in_words(self):
        for method, path, body in test_web.CONTROL:
            self.refused(self.hub.ask(path, method, body=body), 403, "replace web.insecure by web.tls")
        for path in "/api/v1/status", "/metrics", "/api/v1/events?view=lockScreen&session=main":
            self.refused(self.hub.ask(path), 403, "no client has the right")

    def test_a_websocket_opens_without_a_token_alone(self):
        for header, status in (b"", b" 101 "), (b"Authorization: Bearer x\r\n", b" 403 "):
            with self.subTest(header), self.hub.dial() as connection:
                connection.sendall(test_web_abuse.UPGRADE.removesuffix(b"\r\n") + header + b"\r\n")
                self.assertIn(status, connection.recv(4096).split(b"\r\n")[0])

    def test_names_are_checked_as_ever(self):
        for host, status in ("radio.local:8420", 200), (self.host, 200), ("evil.example", 421):
            with self.subTest(host):
                answer = self.hub.ask("/api/v1/stations", headers={"Host": host})
                self.assertEqual(answer.status, status)
