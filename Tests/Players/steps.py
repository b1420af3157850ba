"""Operates a player step by step, and holds what the hub shows against what the player says."""

import time

from playing import Playing, differences, drift, flicker

# How long a player may take to do what it is told: some only look every 10 s what is played.
OBEDIENCE = 30.0
# How long the hub may take from then on to be right, and how long it is watched afterwards.
SETTLING = 5.0
WATCHED = 2.5
# How often player and hub are asked.
INTERVAL = 0.25


class Disobedience(Exception):
    """A player did not do what it was told, so that there is nothing to judge."""


class Steps:
    """The steps of one player, each of which is a check."""

    def __init__(self, player, watch, report):
        self.player = player
        self.watch = watch
        self.report = report
        # When the present title came; unknown at first.
        self.title_since = 0.0

    def run(self):
        """Takes all steps."""
        for step in self.player.steps():
            self.take(step)

    def take(self, step):
        """Has the player do something, and judges what the hub shows of it."""
        before = self.player.said()
        began = time.time()
        step.act()
        said = self.wait_until_done(step)
        if said.title != before.title:
            self.title_since = began
        settled, faults, drifts = self.watch_settling()
        records = self.watch.records(self.player.station, since=began)
        shown = [(at, Playing.of_record(record)) for at, record in records]
        after = self.player.said()
        faults += [f"flicker after {at - began:.2f} s: {wrong.told(at)}" for at, wrong in flicker(
            shown, before, after, self.player.passing_tolerance)]
        faults += [f"connection is {state}" for _, record in records
                   if (state := record["connection"]["state"]) != "live"]
        self.report.check(self.player.station, step.name, faults, ", ".join([
            after.told(time.time()), f"{len(records)} records",
            *([f"right after {settled - began:.2f} s"] if settled else []),
            *([f"drift {min(drifts):+.2f} … {max(drifts):+.2f} s"] if drifts else [])]))

    def wait_until_done(self, step):
        """Waits until the player itself says that it has done what it was told."""
        deadline = time.monotonic() + OBEDIENCE
        while not step.is_done(said := self.player.said()):
            if time.monotonic() > deadline:
                raise Disobedience(f"{step.name}: it says: {said.told(time.time())}")
            time.sleep(INTERVAL)
        return said

    def watch_settling(self):
        """Looks until the hub is right, and some time longer.

        Gives the moment at which it became right, what was wrong then or later, and the drifts.
        """
        settled, drifts, wrong = None, [], []
        deadline = time.monotonic() + SETTLING
        while time.monotonic() < deadline and not (settled and wrong):
            shown, said, now = self.watch.sample(self.player)
            wrong = self.differences(shown, said, now)
            if settled is None and not wrong:
                settled = now
                deadline = time.monotonic() + WATCHED
            off = drift(shown, said, now)
            if off is not None and (settled or time.monotonic() > deadline - 2 * INTERVAL):
                drifts.append(off)
            time.sleep(INTERVAL)
        return settled, wrong, drifts

    def differences(self, shown, said, now):
        """What is wrong with what is shown."""
        wrong = differences(shown, said, now, self.player.tolerance)
        position = shown.position(now)
        # Of a player that tells no position, that is only known of which it is not older than.
        if said.elapsed is None and position is not None and position > (
                now - self.title_since + self.player.tolerance):
            wrong.append(f"position is {position:.2f}, but the title came "
                         f"{now - self.title_since:.2f} s ago")
        return wrong
