"""Reports of hubs in a cluster: status, its text, metrics and health, on a real nats-server."""

import sys
import tempfile
import unittest
from pathlib import Path

import program
import radio
import schemas
import web

sys.path.append(str(program.REPOSITORY / "Tests/Cluster"))
import store  # noqa: E402


@unittest.skipIf(store.Store.missing(), "nats-server is not installed")
class ClusterTests(unittest.TestCase):
    """Two members: one with a web server, and one that is killed."""

    def setUp(self):
        self.radio = self.enterContext(radio.Radio())
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="nphub-nats-"))
        self.store = store.Store(Path(folder))
        self.store.start()
        self.addCleanup(self.store.end)
        # Each address is a server of its own; of so many no member is left without by chance.
        self.stations = [
            program.azuracast(f"s{number}", f"{self.radio.server.url()}?{number}")
            for number in range(24)]
        self.hub = self.enterContext(web.WebHub(
            "--stdout", "none", stations=self.stations, cluster=self.cluster("one")))
        self.other = self.enterContext(program.Hub("--stdout", "none", config={
            "stations": self.stations, "cluster": self.cluster("two")}))

    def cluster(self, member):
        return {"nats": [f"nats://127.0.0.1:{self.store.port}"], "member": member}

    @property
    def status(self):
        # On a connection of its own: those to the socket are cut when the epoch changes.
        status = self.hub.ask("/api/v1/status", token="all").json
        schemas.check("status", status)
        return status

    def become(self, holds):
        """Waits until the status of the cluster is so; gives the whole status."""
        def look():
            status = self.status
            return holds(status["cluster"]) and status
        return program.wait_until(look)

    def metrics(self):
        lines = self.hub.ask("/metrics").body.decode().splitlines()
        return {name: float(value) for name, value in (
            line.rsplit(" ", 1) for line in lines if line.startswith("nphub_cluster_"))}

    def test_members_owners_and_faults_are_told(self):
        status = self.become(lambda cluster: cluster["owners"]["none"] == 0 and all(
            member["upstreams"] for member in cluster["members"]) and len(cluster["members"]) == 2)
        cluster = status["cluster"]
        self.assertEqual(cluster["epoch"], status["epoch"])
        self.assertEqual(
            [(member["name"], member["state"]) for member in cluster["members"]],
            [("one", "alive"), ("two", "alive")])
        self.assertEqual(len(cluster["upstreams"]), len(self.stations))
        # The health is measured every few seconds.
        program.wait_until(lambda: self.hub.ask("/healthz").json["checks"]["cluster"]
                           == [{"status": "pass"}])
        self.assertEqual(self.metrics()['nphub_cluster_members{state="alive"}'], 2)
        self.assertEqual(self.metrics()["nphub_cluster_joined"], 1)

        self.other.process.kill()
        cluster = self.become(lambda cluster: cluster["owners"]["self"] == len(self.stations))["cluster"]
        two = cluster["members"][1]
        self.assertEqual((two["name"], two["state"], two["upstreams"]), ("two", "dead", 0))
        self.assertGreater(cluster["heardAt"] - two["heardAt"], 5)
        self.assertGreater(cluster["takeovers"], 0)
        self.assertEqual(self.metrics()['nphub_cluster_members{state="dead"}'], 1)
        text = program.run(
            "status", "--failing", "--socket", self.hub.socket_path, code=1).decode()
        self.assertRegex(text, r"(?m)^cluster nphub: one is joined · .*members: 1 alive, 1 dead · 24 upstreams$")
        self.assertRegex(text, r"(?m)^two +dead")

        self.store.kill()
        status = self.become(lambda cluster: cluster["state"] == "alone")
        self.assertNotEqual(status["epoch"], cluster["epoch"])
        self.assertNotIn("epoch", status["cluster"])
        answer = self.hub.ask("/healthz")
        self.assertEqual((answer.status, answer.json["checks"]["cluster"]), (200, [{"status": "warn"}]))
        # It is open to all, and reasons name servers.
        self.assertNotIn("nats://", answer.json["output"])
        self.assertIn("nats://", status["cluster"]["reason"])
        self.assertEqual(self.metrics()["nphub_cluster_joined"], 0)


class StartTests(unittest.TestCase):
    def test_no_client_is_accepted_before_the_hub_has_joined_or_goes_on_alone(self):
        nothing = {"nats": ["nats://127.0.0.1:1"], "member": "one"}
        hub = self.enterContext(program.Hub("--stdout", "none", config={
            "stations": [program.azuracast("s0", "ws://127.0.0.1:1/")], "cluster": nothing}))
        with hub.connect() as client:
            status = client.call("status")
        self.assertEqual(status["cluster"]["state"], "alone")
