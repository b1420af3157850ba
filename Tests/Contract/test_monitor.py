"""Metrics, read by Prometheus' own parsers, and the health check."""

import json
import re
import shutil
import subprocess
import time
import unittest
import urllib.parse
import urllib.request

import yaml
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as classic

import program
import test_web
import web

DEPLOY = program.REPOSITORY / "deploy"
PAGE = (program.REPOSITORY / "docs/monitor.md").read_text()
SOURCES = sorted((program.REPOSITORY / "Sources/Shell/Sinks/Web/Metrics").glob("Metric*.swift"))


def names():
    """The metrics that the program has."""
    return {name for source in SOURCES
            for name in re.findall(r'Metric\(\s*"(\w+)"', source.read_text())}


def expressions():
    """Every query of the dashboard, with its variables replaced by what stands for all."""
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], re.sub(r"\$(instance|station)", ".*", target["expr"])


class MetricsTests(test_web.WebTestCase):
    def scrape(self, query="", token=None, **headers):
        answer = self.hub.ask("/metrics" + query, token=token, headers=headers)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.body.decode()

    def samples(self, text):
        return {
            (sample.name, *sorted(sample.labels.items())): sample.value
            for family in classic(text) for sample in family.samples}

    def test_both_formats_say_the_same(self):
        accept = "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"
        answer = self.hub.ask("/metrics", headers={"Accept": accept})
        self.assertEqual(answer.type, "application/openmetrics-text")
        other = self.hub.ask("/metrics")
        self.assertEqual(other.headers["Content-Type"], "text/plain; version=0.0.4; charset=utf-8")
        opened = {
            (sample.name, *sorted(sample.labels.items()))
            for family in open_metrics(answer.body.decode()) for sample in family.samples}
        self.assertEqual(opened, set(self.samples(other.body.decode())))

    def test_values_are_those_of_the_status(self):
        samples = self.samples(self.scrape())
        with self.hub.connect() as client:
            status = client.call("status")
        link = next(link for link in status["links"] if link["stations"][0]["id"] == "kanal")
        self.assertEqual(samples["nphub_stations", ("state", "live")], 1)
        self.assertEqual(samples["nphub_stations", ("state", "failing")], 1)
        self.assertEqual(samples["nphub_station_state", ("state", "live"), ("station", "kanal")], 1)
        self.assertEqual(
            samples["nphub_link_opened_total", ("station", "kanal")], link["opened"])
        self.assertEqual(
            samples["nphub_station_track_change_timestamp_seconds", ("station", "kanal")],
            link["stations"][0]["trackSince"])
        self.assertEqual(samples["process_start_time_seconds",], status["process"]["startedAt"])
        self.assertGreater(samples["process_resident_memory_bytes",], 1 << 20)
        descriptors = len(list(program.Path(f"/proc/{self.hub.process.pid}/fd").iterdir()))
        self.assertAlmostEqual(samples["process_open_fds",], descriptors, delta=8)
        self.assertLess(abs(samples["process_start_time_seconds",] - time.time()), 600)
        self.assertGreater(samples["nphub_loop_turn_duration_seconds_count",], 0)
        self.assertGreater(samples["nphub_link_losses_total", ("reason", "refused")], 0)

    def test_a_new_track_is_seen(self):
        key = "nphub_station_track_change_timestamp_seconds", ("station", "kanal")
        before = self.samples(self.scrape())
        self.play("Sluice", elapsed=5)
        program.wait_until(lambda: self.samples(self.scrape())[key] > before[key])
        self.assertLess(abs(self.samples(self.scrape())[key] - time.time()), 60)

    def test_no_title_and_no_address_is_in_it(self):
        text = self.scrape()
        self.assertNotIn("Undertow", text)
        self.assertNotIn("ws://", text)
        for token in web.TOKENS.values():
            self.assertNotIn(token, text)

    def test_stations_can_be_chosen_or_left_out(self):
        self.assertIn('station="other"', self.scrape())
        chosen = self.scrape("?station=kanal&station=nope")
        self.assertIn('station="kanal"', chosen)
        self.assertNotIn('station="other"', chosen)
        self.assertNotIn("station=", self.scrape("?stations=false"))
        self.refused(self.hub.ask("/metrics?stations=maybe"), 400, "true or false")

    def test_the_page_and_the_rules_name_what_is_there(self):
        table = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.M)) & names() | set(
            re.findall(r"^\| `((?:nphub|process)_\w+)` \|", PAGE, re.M))
        self.assertEqual(table, names())
        used = (DEPLOY / "alerts.yaml").read_text() + (DEPLOY / "grafana.json").read_text()
        found = set(re.findall(r"\b(?:nphub|process)_[a-z_]+", used))
        known = names() | {name + "_bucket" for name in names()}
        self.assertEqual({name for name in found if name not in known}, set())
        shown = {family.name for family in classic(self.scrape())}
        # The parser leaves the suffix out, and what has not happened yet has no sample.
        absent = {name for name in names() if name.removesuffix("_total") not in shown} - shown
        optional = {name for name in names() if name.startswith((
            "nphub_cluster_", "nphub_mqtt_", "nphub_hook_"))}
        self.assertLessEqual(optional, absent)
        self.assertLessEqual(absent - optional, {
            "nphub_clients_cut_total", "nphub_rejections_total", "nphub_link_rejections_total"})

    def test_the_page_lists_the_alerts(self):
        rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
        self.assertEqual(
            [rule["alert"] for rule in rules], re.findall(r"^\| `(Nphub\w+)`", PAGE, re.M))

    def test_a_title_is_stuck_after_the_same_time_everywhere(self):
        source = (program.REPOSITORY / "Sources/NowPlaying/NowPlaying.swift").read_text()
        seconds = re.search(r"stuckAfter = Interval\.seconds\(([\d_]+)\)", source)[1].replace("_", "")
        rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
        (stuck,) = [rule["expr"] for rule in rules if rule["alert"] == "NphubStationStuck"]
        self.assertIn(f"> {seconds}\n", stuck.replace(" and", "\nand"))
        self.assertIn(f"for {int(seconds) // 60} minutes", PAGE)

    def test_each_alert_has_a_case_in_which_it_comes(self):
        rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
        cases = yaml.safe_load((DEPLOY / "alerts-test.yaml").read_text())["tests"]
        self.assertEqual(
            {rule["alert"] for rule in rules},
            {case["alertname"] for test in cases for case in test["alert_rule_test"]
             if case["exp_alerts"]})

    def test_who_may_read_them(self):
        self.scrape()
        self.scrape(token="status")
        self.refused(self.hub.ask("/metrics", token="read"), 403, "the right status")
        self.refused(self.hub.ask("/metrics", headers={"Origin": "https://evil.example"}), 403)
        for settings in {"anonymous": False}, {"behindProxy": True, "anonymous": True}:
            stations = [program.azuracast("other", "ws://127.0.0.1:1")]
            with self.subTest(settings), web.WebHub(stations=stations, web=settings) as hub:
                self.refused(hub.ask("/metrics"), 401, "the right status")
                self.assertEqual(hub.ask("/metrics", token="status").status, 200)
                self.assertIn(hub.ask("/healthz").status, (200, 503))

    def test_a_scrape_ends_with_its_answer_and_makes_room_for_others(self):
        for _ in range(20):
            self.scrape()


class HealthTests(test_web.WebTestCase):
    def health(self, hub):
        answer = hub.ask("/healthz")
        self.assertEqual(answer.type, "application/health+json")
        return answer.status, answer.json["status"]

    def test_a_hub_with_a_live_station_passes(self):
        self.assertEqual(self.health(self.hub), (200, "pass"))
        self.assertEqual(self.hub.ask("/healthz", token="wrong").status, 200)
        self.assertEqual(self.hub.ask("/healthz", "HEAD").body, b"")
        text = self.hub.ask("/healthz").body.decode()
        self.assertEqual(set(re.findall(r'"(\w+)"', text)), {
            "status", "pass", "checks", "loop", "stations", "config", "history"})

    def test_a_hub_without_a_live_station_fails(self):
        with web.WebHub(stations=[program.azuracast("gone", "ws://127.0.0.1:1")]) as hub:
            program.wait_until(lambda: self.health(hub) == (503, "fail"))
            self.assertEqual(hub.ask("/healthz").json["output"], "no station is live")

    def test_a_config_with_mistakes_is_worth_a_look(self):
        good = self.hub.whole
        self.hub.reload("stations: nonsense")
        self.assertEqual(self.health(self.hub), (200, "warn"))
        self.assertIn("nphub_config_last_reload_successful 0",
                      self.hub.ask("/metrics").body.decode())
        self.hub.reload(good)
        self.assertEqual(self.health(self.hub), (200, "pass"))


@unittest.skipUnless(shutil.which("promtool"), "Prometheus is not installed")
class RuleTests(unittest.TestCase):
    def test_the_rules_are_right_and_do_what_they_are_for(self):
        for command in (["check", "rules", "alerts.yaml"], ["test", "rules", "alerts-test.yaml"]):
            done = subprocess.run(
                ["promtool", *command], cwd=DEPLOY, capture_output=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


@unittest.skipUnless(shutil.which("prometheus"), "Prometheus is not installed")
class PrometheusTests(test_web.WebTestCase):
    """Prometheus itself reads a hub, and answers every query of the dashboard and the rules."""

    def setUp(self):
        super().setUp()
        self.port = program.free_port()
        host, port = self.hub.address
        folder = self.hub.folder / "prometheus"
        folder.mkdir()
        (folder / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(DEPLOY / "alerts.yaml")],
            "scrape_configs": [{
                "job_name": "nphub", "static_configs": [{"targets": [f"{host}:{port}"]}]}]}))
        prometheus = subprocess.Popen(
            ["prometheus", f"--config.file={folder}/prometheus.yml",
             f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{self.port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(prometheus.wait)
        self.addCleanup(prometheus.kill)

    def ask(self, path, **parameters):
        query = urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}/api/v1/{path}?{query}", timeout=10) as answer:
            return json.load(answer)["data"]

    def query(self, expression):
        return self.ask("query", query=expression)["result"]

    def test_it_answers_every_query(self):
        def scraped():
            try:
                found = self.query("count_over_time(up{job='nphub'}[1m])")
            except OSError:
                return False
            return found and int(found[0]["value"][1]) >= 3

        program.wait_until(scraped)
        self.assertEqual(self.query("up")[0]["value"][1], "1")
        # An event that has not happened has no series.
        quiet = {"Clients cut, by reason", "Rejected messages, by reason"}
        for title, expression in expressions():
            with self.subTest(title):
                is_quiet = title in quiet or "nphub_cluster_" in expression
                self.assertTrue(self.query(expression) or is_quiet, expression)
        rules = self.ask("rules")["groups"][0]["rules"]
        self.assertEqual({rule["health"] for rule in rules} - {"unknown"}, {"ok"})
