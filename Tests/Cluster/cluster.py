"""A farm of stations, a store, members and their clients: what every scenario has."""

import json
import time
from contextlib import contextmanager, suppress

import checker
from farm import Farm
from members import Client, Member, wait
from relay import Relay
from store import Store

# Time for a takeover, as it is promised, and for all to agree afterwards.
TAKEOVER = 10.0
AGREEMENT = 30.0
# Owners are at rest when none is another for so long.
REST = 3.5
# So many plays of each station are written down with a fault, and a hundred times as many records.
WRITTEN_DOWN = 100


@contextmanager
def misled(new, relay):
    """A cluster at rest of which `true` meets the store itself, and `told` by a wire of its own."""
    with new(names=("true",)) as cluster:
        cluster.store.start()
        with relay(("127.0.0.1", cluster.store.port)) as wire:
            member = cluster.add("told", nats=[f"nats://127.0.0.1:{wire.port}"])
            cluster.start()
            cluster.settle()
            yield cluster, member, wire


class Cluster:
    """Members on one store, with a client each. Each station changes `every` so many seconds."""

    def __init__(self, folder, stations, names=("a", "b", "c"), store=None, every=3.0, **settings):
        self.folder = folder
        self.farm = Farm(stations, every)
        self.store = (store or Store)(folder)
        # A wire leads to one server.
        self.settings = {"nats": self.store.addresses, **settings} if store else settings
        self.seen, self.members, self.clients, self.wires = [], {}, {}, {}
        # The records that the clients saw up to the last call of `faults`.
        self.judged = []
        for name in names:
            self.add(name)

    def __enter__(self):
        return self

    def __exit__(self, fault, *_):
        if fault:
            self.write_down(self.folder / "fault.json")
        for client in self.clients.values():
            client.end()
        for member in self.members.values():
            with suppress(OSError):
                member.end()
        self.store.end()

    def add(self, name, sections=None, environment=None, **settings):
        """Another member, which is not started yet. It has a wire of its own to the store, unless
        its settings say where that is."""
        settings = {**self.settings, **settings}
        if "nats" not in settings:
            self.wires[name] = Relay(("127.0.0.1", self.store.port))
            settings["nats"] = [f"nats://127.0.0.1:{self.wires[name].port}"]
        self.members[name] = Member(
            name, self.folder, self.farm.config(), settings, sections, environment)
        return self.members[name]

    def start(self, *names):
        """Starts members, all if none is named, each with a client."""
        for name in names or self.members:
            self.members[name].start()
            if name not in self.clients:
                self.clients[name] = Client(self.members[name], self.seen)

    @property
    def running(self):
        """The members that run."""
        return {name: member for name, member in self.members.items() if member.is_alive}

    def owners(self, of=None):
        """The owner of each station, as a member says."""
        member = of or next(iter(self.running.values()))
        status = member.ask("status") or {}
        return {upstream["url"].rsplit("/", 1)[-1]: upstream["owner"]
                for upstream in status.get("cluster", {}).get("upstreams", [])
                if "owner" in upstream}

    def epoch(self):
        """The epoch of all members."""
        epochs = {(member.ask("status") or {}).get("epoch") for member in self.running.values()}
        assert len(epochs) == 1, f"the members have the epochs {epochs}"
        return epochs.pop()

    def rest(self, within=AGREEMENT):
        """Waits until every station has an owner, and none has had another for a while; gives the
        owners. A member that has just come claims its share after 2.5 s."""
        deadline, owners, since = time.monotonic() + within, {}, time.monotonic()
        while len(owners) < len(self.farm.stations) or time.monotonic() - since < REST:
            if time.monotonic() > deadline:
                raise AssertionError(f"the owners do not come to rest: {owners}")
            time.sleep(0.1)
            if (now := self.owners()) != owners:
                owners, since = now, time.monotonic()
        return owners

    def settle(self, within=AGREEMENT):
        """Waits until every station has one link and all members say what the stations say."""
        self.farm.pause()
        try:
            wait(lambda: not self.unsettled(), within, lambda: "; ".join(self.unsettled()[:5]))
        finally:
            self.farm.go_on()

    def unsettled(self):
        """Returns everything that is not yet as it is at rest."""
        found = [f"{name} has {count} links" for name, count in self.farm.links().items()
                 if count != 1]
        for name, member in self.running.items():
            found += [f"{name}: {difference}" for difference in checker.differences(
                member.titles(), self.farm.stations)]
        return found

    def hold(self, within=AGREEMENT):
        """Waits until all agree, and fails if clients saw what was not true until then."""
        self.settle(within)
        if faults := self.faults():
            raise AssertionError("\n".join(faults))

    def faults(self):
        """Returns the false records that clients saw since the last call, and repeated plays."""
        self.judged, self.seen[:] = list(self.seen), []
        found = checker.faults(self.judged, self.farm.stations)
        for name, member in self.running.items():
            for station, titles in member.histories().items():
                found += [f"{name}, {station}: {title} was played twice"
                          for title in checker.repeated(titles)]
        return found[:10]

    def write_down(self, file):
        """Writes down what a fault can be understood by, beside the logs in the same folder."""
        file.write_text(json.dumps({
            "now": {"unix": time.time(), "monotonic": time.monotonic()},
            "status": {name: member.ask("status") for name, member in self.running.items()},
            "plays": {name: list(map(vars, station.plays[-WRITTEN_DOWN:]))
                      for name, station in self.farm.stations.items()},
            "links": {name: list(map(vars, station.links))
                      for name, station in self.farm.stations.items()},
            "seen": list(map(vars, [*self.judged, *self.seen][-WRITTEN_DOWN * 100:])),
        }, indent=1))
