"""The hub's records, each with the moment at which it came."""

import threading
import time

from playing import Playing
from processes import GUARD  # which makes what comes from the contract tests known
import program


def hub(players, *options):
    """A hub that reads these players."""
    stations = [{"id": player.station, "feed": player.feed} for player in players]
    return program.Hub(
        "--stdout", "none", *options, config={"stations": stations}, before=GUARD)


class Watch:
    """A client of the hub that keeps all records."""

    def __init__(self, hub):
        self.hub = hub
        self._records = {}
        self._failure = None
        self._questions, self._client = hub.connect(), hub.connect()
        self._client.call("subscribe", view="nowPlaying", minInterval=0)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for record in self._client.records(within=86_400):
                records = self._records.setdefault(record["station"], [])
                records.append((time.time(), record["nowPlaying"]))
        except AssertionError as error:
            # A record that is not as its schema says.
            self._failure = error

    def records(self, station, since=0.0):
        """A station's records since a moment, each with the moment at which it came."""
        if self._failure or self.hub.process.poll() is not None:
            raise AssertionError(f"the hub failed: {self._failure or self.hub.errors[-2_000:]}")
        return [(at, state) for at, state in list(self._records.get(station, []))
                if at >= since]

    def state(self, station):
        """The newest record of a station."""
        return program.wait_until(lambda: self.records(station))[-1][1]

    def connection(self, station):
        """Returns the connection of a station."""
        return self.state(station)["connection"]

    def sample(self, player):
        """Returns the hub's state and the player's state at a moment, with that moment."""
        while True:
            state = self.state(player.station)
            said = player.said()
            # A record that came while the player was asked makes the two incomparable.
            if state is self.state(player.station):
                return Playing.of_record(state), said, time.time()

    def openings(self, station):
        """Returns the number of times that the hub has reached a station's server."""
        return next(link["opened"] for link in self._questions.call("status")["links"]
                    if any(served["id"] == station for served in link["stations"]))
