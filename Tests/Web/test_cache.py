"""The cache of docs/one-hub-for-an-app.md before a hub."""

import json
import unittest
import urllib.error
import urllib.request

import proxies
import service


class CacheTests(unittest.TestCase):
    def setUp(self):
        self.hub = service.Service("kanalrand", web={
            "behindProxy": True, "anonymous": True, "hosts": [proxies.NAME, "127.0.0.1"]})
        self.addCleanup(self.hub.close)
        self.play("Undertow")

    def play(self, title):
        """The station plays it, and the hub knows."""
        self.hub["kanalrand"].play(title)
        service.wait_until(lambda: self.hub.ask("stations/kanalrand")
                           ["nowPlaying"].get("track", {}).get("title") == title)

    def through(self, kind):
        """Begins a proxy."""
        self.proxy = kind(self.hub, speaks_tls=False)
        self.addCleanup(self.proxy.close)

    def ask(self, **headers):
        """Status, ETag and title of the station, through the proxy."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.proxy.port}/api/v1/stations/kanalrand",
            headers={"Host": proxies.NAME, **headers})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                state = json.load(answer)["nowPlaying"]
                return answer.status, answer.headers["ETag"], state["track"]["title"]
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers["ETag"], None

    def test_the_config_that_is_shown_is_right(self):
        config = proxies.FOR_APPS.split("```yaml\n", 1)[1].split("```", 1)[0]
        path = self.hub.folder / "shown.yaml"
        path.write_text(config)
        self.assertIn(b"OK, 1 station", service.program.run("check", path))

    def test_an_answer_is_kept_for_all_but_those_with_a_token(self):
        self.through(proxies.KeepingNginx)
        status, tag, title = self.ask()
        self.assertEqual((200, "Undertow"), (status, title))
        self.play("Sluice")
        self.assertEqual((200, tag, "Undertow"), self.ask())
        self.assertEqual((304, tag, None), self.ask(**{"If-None-Match": tag}))
        token = {"Authorization": f"Bearer {service.TOKEN}"}
        self.assertEqual("Sluice", self.ask(**token)[2])
        self.assertEqual("Undertow", self.ask()[2])

    def test_a_new_title_comes_through_when_its_time_is_over(self):
        self.through(proxies.CachingNginx)
        self.assertEqual("Undertow", self.ask()[2])
        self.play("Sluice")
        service.wait_until(lambda: self.ask()[2] == "Sluice", within=20)
