"""Operates a player step by step, and holds what the hub shows against what the player says."""

import time

from playing import Playing, differences, drift, flicker

# The deadline for a player's command: some players look every 10 s only.
OBEDIENCE = 30.0
# The time for which the hub must be right without a break.
WATCHED = 2.5
# The interval between two questions to player and hub.
INTERVAL = 0.25


class Disobedience(Exception):
    """A player did not do what it was told, so that there is nothing to judge."""


class Steps:
    """The steps of one player, each of which is a check."""

    def __init__(self, player, watch, report):
        self.player = player
        self.watch = watch
        self.report = report
        # The time at which the present title came; unknown at first.
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
        passing = [(at, one) for at, one in shown if one.title in step.passing]
        faults += [f"{one.title} after {at - began:.2f} s: {one.told(at)}" for at, one in passing
                   if one.elapsed or one.duration is not None]
        shown = [(at, one) for at, one in shown if one.title not in step.passing]
        faults += [f"flicker after {at - began:.2f} s: {wrong.told(at)}" for at, wrong in flicker(
            shown, before, after, self.player.passing_tolerance)]
        if step.is_silent and records:
            faults.append("records came though nothing has changed")
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
        """Looks until the hub has been right for some time, or is not right in time.

        Gives the moment from which on it was right, what is wrong at the end, and the drifts from
        that moment on.
        """
        settled, drifts = None, []
        deadline = time.time() + self.player.settling
        while True:
            shown, said, now = self.watch.sample(self.player)
            wrong = self.differences(shown, said, now)
            if wrong or settled is None:
                settled, drifts = None if wrong else now, []
            if (off := drift(shown, said, now)) is not None:
                drifts.append(off)
            if wrong and now > deadline or settled and now > settled + WATCHED:
                return settled, wrong, drifts
            time.sleep(INTERVAL)

    def differences(self, shown, said, now):
        """Returns the faults in the state that is shown."""
        wrong = differences(shown, said, now, self.player.tolerance)
        position = shown.position(now)
        # Without a position from the player, it can be at most the time since the title came.
        if said.elapsed is None and position is not None and position > (
                now - self.title_since + self.player.tolerance):
            wrong.append(f"position is {position:.2f}, but the title came "
                         f"{now - self.title_since:.2f} s ago")
        return wrong
