"""Clients that go from member to member with what they were told up to."""

import random
import threading
import time
from contextlib import suppress

from members import FAILURES, subscribe, wait

# The number of hoppers.
COUNT = 4
# The deadline for hoppers to be right once all members agree, in seconds.
RETURN = 15.0


class Hopper:
    """A client that holds the last title of each station, and believes what it is told of that."""

    def __init__(self, cluster):
        self._cluster = cluster
        self.titles, self.since = {}, {"epoch": "", "revision": 0}
        self.hops = self.recovered = 0
        self._has_ended = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self):
        """Hangs up."""
        self._has_ended = True
        self._thread.join(5)

    def _run(self):
        while not self._has_ended:
            member = random.choice(list(self._cluster.members.values()))
            with suppress(*FAILURES), member.connect() as connection:
                self._visit(connection)
            time.sleep(0.02)

    def _visit(self, connection):
        result = subscribe(connection, self.since)
        self.hops += 1
        if result["recovered"]:
            self.recovered += 1
        else:
            self.titles = {}
            self.since["revision"] = 0
        self.since["epoch"] = result["epoch"]
        end, is_synced = time.monotonic() + random.uniform(0.05, 0.5), False
        while time.monotonic() < end or not is_synced:
            line = connection.line()
            if line.get("method") not in ("update", "synced"):
                continue
            is_synced = is_synced or line["method"] == "synced"
            self.since["revision"] = line["params"]["resume"]
            if record := line["params"].get("record"):
                self.titles[record["station"]] = (
                    record["nowPlaying"].get("track", {}).get("title"),
                    record["nowPlaying"]["connection"]["state"])


def hop(cluster, report, times):
    """The store is away for longer than patience, and comes back with its data."""
    hoppers = [Hopper(cluster) for _ in range(COUNT)]
    try:
        for _ in range(times):
            cluster.store.kill()
            time.sleep(random.uniform(2.2, 5))
            cluster.store.start()
            cluster.hold(60)
            cluster.farm.pause()
            try:
                cluster.settle()
                cluster.farm.pause()
                wait(lambda: not wrong(cluster, hoppers), RETURN,
                     lambda: "; ".join(wrong(cluster, hoppers)[:5]))
            finally:
                cluster.farm.go_on()
    finally:
        for hopper in hoppers:
            hopper.end()
    hops = sum(hopper.hops for hopper in hoppers)
    report.check("cluster", "clients go from member to member", [],
                 f"{hops} times, {sum(hopper.recovered for hopper in hoppers)} recovered")


def wrong(cluster, hoppers):
    """Returns the differences between the titles of clients and those of stations."""
    found = []
    for number, hopper in enumerate(hoppers):
        held = dict(hopper.titles)
        for name, station in cluster.farm.stations.items():
            expected = (f"Title {station.plays[-1].number}", "live")
            if held.get(name) != expected:
                found.append(f"client {number} has {held.get(name)} of {name}, not {expected}")
    return found
