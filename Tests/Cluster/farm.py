"""Stations that count: each title is a number, and the farm knows when it was published."""

import asyncio
import json
import re
import time
from dataclasses import dataclass

from websockets.legacy.protocol import broadcast

import radio


@dataclass(frozen=True)
class Play:
    """A title: the how manyeth of its station, and since when it plays (Unix seconds)."""

    number: int
    start: float


@dataclass
class Link:
    """A connection of a hub to a station: when it was opened and closed (monotonic seconds)."""

    opened: float
    closed: float | None = None

    def is_open(self, at):
        """Returns true if it was open at a time."""
        return self.opened <= at and (self.closed is None or at < self.closed)


class Station:
    """The plays that a station has published, and its connections."""

    def __init__(self, name):
        self.name = name
        self.plays = [Play(0, time.time())]
        self.links = []
        self.sockets = set()

    @property
    def message(self):
        """The message to each new client, and to all clients at each change."""
        play = self.plays[-1]
        return json.dumps({"key": f"{self.name}-{play.number}", "title": title(play.number),
                           "artist": self.name, "start": play.start})

    @property
    def open_links(self):
        """The number of open connections."""
        return sum(link.closed is None for link in self.links)

    def is_read_since(self, since):
        """Returns true if an open connection was opened after a time."""
        return any(link.opened > since and link.closed is None for link in self.links)

    def overlap(self, since):
        """Returns the longest time with more than one connection after a time, in seconds."""
        longest = 0.0
        times = sorted({link.opened for link in self.links if link.opened >= since})
        for time_ in times:
            others = [link for link in self.links if link.is_open(time_)]
            if len(others) > 1:
                ends = [link.closed or time.monotonic() for link in others]
                longest = max(longest, sorted(ends)[-2] - time_)
        return longest


def title(number):
    """The title with that number."""
    return f"Title {number}"


def number(text):
    """The number of a title; None if it is not one of a farm's."""
    found = re.fullmatch(r"Title (\d+)", text or "")
    return int(found[1]) if found else None


class Farm:
    """A server of stations, each of which begins another title every few seconds."""

    def __init__(self, count, every=3.0):
        self.stations = {f"s{index}": Station(f"s{index}") for index in range(count)}
        self.every = every
        self._is_paused = False
        self.server = radio.Server(
            self._connected, compression=None, ping_interval=5, ping_timeout=60)
        self.server.begin(self._publish())

    def config(self):
        """The stations of a hub's config."""
        return [{"id": name, "feed": {
            "type": "json", "url": f"ws://127.0.0.1:{self.server.port}/{name}",
            "track": {"key": "/key", "title": "/title", "artist": "/artist", "start": "/start"},
        }} for name in self.stations]

    def pause(self):
        """Has no station begin another title until the next call of `go_on`."""
        self._is_paused = True

    def go_on(self):
        """Ends a pause."""
        self._is_paused = False

    def links(self):
        """Returns the number of connections of each station."""
        return {name: station.open_links for name, station in self.stations.items()}

    async def _connected(self, socket):
        station = self.stations[socket.path.strip("/")]
        link = Link(time.monotonic())
        station.links.append(link)
        station.sockets.add(socket)
        try:
            await socket.send(station.message)
            await socket.wait_closed()
        finally:
            link.closed = time.monotonic()
            station.sockets.discard(socket)

    async def _publish(self):
        stations = list(self.stations.values())
        due = time.monotonic()
        while True:
            for station in stations:
                due += self.every / len(stations)
                await asyncio.sleep(max(0, due - time.monotonic()))
                if not self._is_paused:
                    station.plays.append(Play(station.plays[-1].number + 1, time.time()))
                    broadcast(station.sockets, station.message)
