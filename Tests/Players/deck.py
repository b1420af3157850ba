"""A player that exists only in a control script of Snapserver: it plays no sound, but keeps time.

Snapserver writes requests to its stdin and reads its stdout, one JSON-RPC message a line. What the
deck plays it writes into the file that DECK_STATE names, each time that it changes.
"""

import json
import os
import select
import sys
import time
from pathlib import Path

from sounds import TRACKS

STATE = Path(os.environ["DECK_STATE"])


class Deck:
    """The current track, and the position in it."""

    def __init__(self):
        self.state, self.index, self.rate = "stopped", 0, 1.0
        self._position, self._since = 0.0, time.time()

    @property
    def position(self):
        """The current position in the track."""
        rate = self.rate if self.state == "playing" else 0
        return self._position + rate * (time.time() - self._since)

    @property
    def rest(self):
        """The time until the track ends; `None` if no track plays."""
        if self.state != "playing":
            return None
        return max(0.0, (TRACKS[self.index].seconds - self.position) / self.rate)

    def move(self, position=None, state=None, rate=None, step=0):
        """Changes what is given, from this moment on."""
        if step or state == "stopped":
            position = 0.0
        now = self.position if position is None else position
        self.state, self.rate = state or self.state, rate or self.rate
        self.index = (self.index + step) % len(TRACKS)
        self._position, self._since = now, time.time()

    def control(self, command, parameters):
        """Does what a command of Snapcast's protocol asks for."""
        match command:
            case "play":
                self.move(state="playing")
            case "pause":
                self.move(state="paused")
            case "stop":
                self.move(state="stopped", step=-self.index)
            case "next":
                self.move(step=1)
            case "previous":
                self.move(step=-1)
            case "setPosition":
                self.move(position=float(parameters["position"]))
            case "seek":
                self.move(position=self.position + float(parameters["offset"]))

    def properties(self):
        """Returns the properties of a player, as Snapcast's protocol defines them."""
        track = TRACKS[self.index]
        able = ("canControl", "canGoNext", "canGoPrevious", "canPause", "canPlay", "canSeek")
        metadata = {"title": track.title, "album": track.album, "duration": float(track.seconds)}
        if track.artist:
            metadata["artist"] = [track.artist]
        return {
            **dict.fromkeys(able, True), "playbackStatus": self.state, "rate": self.rate,
            "position": self.position, "metadata": metadata}

    def save(self):
        """Tells the tests what plays."""
        new = STATE.with_suffix(".new")
        new.write_text(json.dumps({
            "state": self.state, "track": self.index, "rate": self.rate,
            "elapsed": self.position, "at": time.time()}))
        new.replace(STATE)


def send(**message):
    """Sends Snapserver a message."""
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def answer(deck, request):
    """Does what Snapserver asks for, and answers."""
    parameters, result = request.get("params", {}), "ok"
    match request["method"].rpartition(".")[2]:
        case "Control":
            deck.control(parameters["command"], parameters.get("params", {}))
        case "SetProperty":
            deck.move(rate=parameters.get("rate"))
        case "GetProperties":
            result = deck.properties()
    send(id=request["id"], result=result)


def main():
    deck = Deck()
    deck.save()
    send(method="Plugin.Stream.Ready")
    while True:
        is_asked, _, _ = select.select([sys.stdin], [], [], deck.rest)
        if is_asked:
            # Not by lines of sys.stdin, which would keep what comes at the same time.
            requests = os.read(0, 65_536).splitlines()
            if not requests:
                return
            for request in map(json.loads, requests):
                answer(deck, request)
        else:
            deck.move(step=1)
        deck.save()
        send(method="Plugin.Stream.Player.Properties", params=deck.properties())


main()
