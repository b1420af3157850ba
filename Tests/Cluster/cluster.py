"""A farm of stations, a store, members and their clients: what every scenario has."""

import time
from contextlib import suppress

import checker
from farm import Farm
from members import Client, Member, wait
from store import Store, Wire

# Time for a takeover, as it is promised, and for all to agree afterwards.
TAKEOVER = 10.0
AGREEMENT = 30.0


class Cluster:
    """Members on one store, with a client each."""

    def __init__(self, folder, stations, names=("a", "b", "c"), **settings):
        self.folder = folder
        self.farm = Farm(stations)
        self.store = Store(folder)
        self.settings = settings
        self.seen, self.members, self.clients, self.wires = [], {}, {}, {}
        self._since = time.monotonic()
        for name in names:
            self.add(name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for client in self.clients.values():
            client.end()
        for member in self.members.values():
            with suppress(OSError):
                member.end()
        self.store.end()

    def add(self, name, **settings):
        """Another member, which is not started yet."""
        self.wires[name] = Wire(self.store)
        address = f"nats://127.0.0.1:{self.wires[name].port}"
        self.members[name] = Member(
            name, self.folder, self.farm.config(),
            {"nats": [address], **self.settings, **settings})
        return self.members[name]

    def start(self, *names):
        """Starts members, all if none is named, each with a client."""
        for name in names or self.members:
            self.members[name].start()
            self.clients.setdefault(name, Client(self.members[name], self.seen))

    @property
    def running(self):
        """The members that run."""
        return {name: member for name, member in self.members.items() if member.is_running}

    def owners(self, of=None):
        """The owner of each station, as a member says."""
        member = of or next(iter(self.running.values()))
        status = member.ask("status") or {}
        return {upstream["url"].rsplit("/", 1)[-1]: upstream["owner"]
                for upstream in status.get("cluster", {}).get("upstreams", [])
                if "owner" in upstream}

    def settle(self, within=AGREEMENT):
        """Waits until every station has one link and all members say what the stations say."""
        self.farm.pause()
        try:
            wait(lambda: not self.unsettled(), within, lambda: "; ".join(self.unsettled()[:5]))
        finally:
            self.farm.go_on()

    def unsettled(self):
        """What is not yet as it is at rest."""
        found = [f"{name} has {count} links" for name, count in self.farm.links().items()
                 if count != 1]
        for name, member in self.running.items():
            found += [f"{name}: {difference}" for difference in checker.differences(
                member.titles(), self.farm.stations)]
        return found

    def faults(self):
        """What clients saw that was not true, since the last call, and what histories repeat."""
        seen, self.seen[:] = list(self.seen), []
        found = checker.faults(seen, self.farm.stations)
        for name, member in self.running.items():
            for station, titles in member.histories().items():
                found += [f"{name}, {station}: {title} was played twice"
                          for title in checker.repeated(titles)]
        return found[:10]
