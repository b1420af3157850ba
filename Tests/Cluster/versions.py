"""A version of NATS that can lose data: members that use it warn, and others do not."""

import re

from cluster import misled
from members import wait
from relay import Relay

WARNING = "this version of NATS is not to be used"
# The words of the reason and of the remedy.
WORDS = ("NATS 2.10.21 can lose a whole stream", "upgrade it to 2.10.23 or later")


class Disguise(Relay):
    """A wire on which a server greets as one of another version."""

    def carry(self, part, target, kept):
        if part.startswith(b"INFO "):
            part = re.sub(rb'"version":"[^"]*"', b'"version":"2.10.21"', part)
        super().carry(part, target, kept)


def versions(new, report, _):
    """One member meets the server by its true version, and one by another."""
    with misled(new, Disguise) as (cluster, member, wire):
        report.check("cluster", "a version that can lose data is warned of", [
            *faults(member, 1),
            *(f"`true` warns: {line}" for line in warnings(cluster.members["true"]))])
        wire.cut()
        wire.mend()
        wait(lambda: is_back(member), 20, lambda: f"not joined again: {member.errors}")
        report.check("cluster", "and not again after a reconnect", faults(member, 1))


def is_back(member):
    """Says whether a member has joined after a loss of the store."""
    told = member.ask("status")["cluster"]
    return told["losses"] > 0 and told["state"] == "joined"


def faults(member, count):
    """Returns all that is wrong with the warnings of a member."""
    lines, reason = warnings(member), member.ask("status")["cluster"].get("reason", "")
    found = [] if len(lines) == count else [f"it warned {len(lines)} times, not {count}: {lines}"]
    return found + [f"{word} is not in {text!r}" for word in WORDS
                    for text in (*lines, reason) if word not in text]


def warnings(member):
    """Returns the lines of the log that warn of the version."""
    return [line for line in member.errors.splitlines() if WARNING in line]
