"""Servers of NATS with different states under the same numbers: members leave the one they listen to."""

import re

from cluster import misled
from members import wait
from relay import Relay

WARNING = "the servers of NATS have different states"


class Shift(Relay):
    """A wire on which the server stores writes under other numbers than it tells."""

    isShifting = False

    def carry(self, part, target, kept):
        if self.isShifting:
            part = re.sub(rb'("stream":"KV_[^"]*", ?"seq": ?\d*)(\d)', shifted, part)
        super().carry(part, target, kept)


def shifted(found):
    return found[1] + b"%d" % ((int(found[2]) + 1) % 10)


def split(new, report, _):
    """One member is confirmed other numbers than it is told, for a while."""
    with misled(new, Shift) as (cluster, member, wire):
        wire.isShifting = True
        wait(lambda: WARNING in member.errors, 20, lambda: f"no warning: {member.errors}")
        wire.isShifting = False
        wire.cut()
        wire.mend()
        cluster.settle()
        report.check("cluster", "servers with different states are left and warned of", [
            f"`true` warns: {line}" for line in cluster.members["true"].errors.splitlines()
            if WARNING in line])
