"""Starts, kills and restarts a server, and holds what the hub shows meanwhile against the design.

A station whose server was never there is `failing`. A connection that is lost stays `live` for ten
seconds, so that a server that is back by then was never away; then it is `stale`, and after sixty
more seconds `failing`. What was played last is shown until the server's next answer, with which the
connection is `live` again.
"""

import time
from itertools import groupby

from playing import Playing, differences, flicker
from watching import program

STALE_AFTER = 10.0
FAILING_AFTER = 70.0
# The tolerance of these moments on a busy machine.
PUNCTUALITY = 1.5
# The deadline for the hub to find a server that is back: the hub pauses for 20 s at most.
REDIAL = 25.0


class Outages:
    """The checks of a server that is not there, for each of its players."""

    def __init__(self, server, watch, report):
        self.server = server
        self.watch = watch
        self.report = report

    def start(self):
        """Starts a server that the hub has looked for already."""
        for player in self.server.players:
            program.wait_until(lambda: self.state(player) != "connecting")
            connection = self.watch.connection(player.station)
            faults = [] if connection["state"] == "failing" else [f"connection is {connection}"]
            self.report.check(player.station, "absent", faults, reason(connection))
        self.server.start()
        self.report.note(f"version {self.server.wait_until_up()}")
        up = time.time()
        # The server may have made a token, which the config names by its file.
        self.watch.hub.reload()
        for player in self.server.players:
            faults = self.wait_until_right(player)
            self.report.check(player.station, "found", faults, f"after {time.time() - up:.1f} s")

    def restart(self, name, outage):
        """Kills the server while it plays, and starts it again after a while."""
        for player in self.server.players:
            player.play()
        # By now all positions are right.
        time.sleep(5)
        before = [player.said() for player in self.server.players]
        openings = [self.watch.openings(player.station) for player in self.server.players]
        killed = time.time()
        self.server.kill()
        time.sleep(outage)
        restarted = time.time()
        self.server.restart()
        self.server.wait_until_up()
        up = time.time()
        for player, played, opened in zip(self.server.players, before, openings):
            program.wait_until(lambda: self.watch.openings(player.station) > opened, REDIAL)
            faults = self.wait_until_right(player)
            found = time.time()
            records = self.watch.records(player.station, since=killed)
            shown = [(at, Playing.of_record(record)) for at, record in records]
            faults += [f"flicker after {at - killed:.2f} s: {wrong.told(at)}" for at, wrong in
                       flicker(shown, played, player.said(), player.passing_tolerance)]
            faults += connection_faults(records, killed, restarted)
            self.report.check(player.station, name, faults, ", ".join([
                player.said().told(found), f"{len(records)} records",
                f"up after {up - killed:.1f} s, right {found - up:.1f} s later",
                " → ".join(["live", *(f"{state} at {at - killed:.1f} s"
                                      for at, state in changes(records, killed))])]))

    def state(self, player):
        """The state of a player's connection."""
        return self.watch.connection(player.station)["state"]

    def wait_until_right(self, player):
        """Waits until the hub shows what the player says; gives what is wrong until the end."""
        deadline = time.monotonic() + REDIAL
        while True:
            shown, said, now = self.watch.sample(player)
            wrong = differences(shown, said, now, player.tolerance)
            if self.state(player) != "live":
                wrong = [f"connection is {self.watch.connection(player.station)}"]
            if not wrong or time.monotonic() > deadline:
                return wrong
            time.sleep(0.1)


def changes(records, lost):
    """Returns the changes of the connection, with their times, after it was lost while it was
    live."""
    states = [(lost, "live"), *((at, record["connection"]["state"]) for at, record in records)]
    return [next(group) for _, group in groupby(states, key=lambda change: change[1])][1:]


def reason(connection):
    """Returns the reason why a connection is not live, in the hub's words."""
    return connection.get("reason", {}).get("text", "")


def connection_faults(records, lost, restarted):
    """Returns the faults in the changes of a connection that was lost at a moment.

    The moment at which the hub finds the server again is chance. Until the server is started again,
    the connection must be down.
    """
    due = {"stale": lost + STALE_AFTER, "failing": lost + FAILING_AFTER}
    changed = changes(records, lost)
    states = [state for _, state in changed]
    expected = [*list(due)[:len(changed) - 1], "live"] if changed else []
    faults = [] if states == expected else [f"connection became {', '.join(states)}"]
    faults += [f"connection was never {state}" for state, at in due.items()
               if at + PUNCTUALITY < restarted and state not in states]
    faults += [f"{state} after {at - lost:.1f} s, not {due[state] - lost:.0f} s"
               for at, state in changed if state in due and abs(at - due[state]) > PUNCTUALITY]
    faults += [f"connection is {connection}" for _, record in records
               if ("reason" in (connection := record["connection"]))
               != (connection["state"] != "live")]
    return faults
