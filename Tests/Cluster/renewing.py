"""Members that come again: NATS sends each what it has missed, and not all that there is."""

import json
import signal
import time

from members import wait

# Many stations, so that their states weigh more than heartbeats.
STATIONS, EVERY = 200, 40.0
# The times for which a wire is cut, shorter than the lease and longer, and the time that any message
# takes at most, in seconds.
BLINK, AWAY, REST = 4.0, 10.0, 3.0
# The stations of one member. It writes them anew when it was alone; others do it when it was dead.
SHARE = STATIONS / 3
# A state and a play, with NATS' own headers, in bytes: the most that one change costs a member.
CHANGE = 2_000
# Heartbeats and all else that is not a change, in bytes a second.
STEADY = 3_000


def renewing(new, report, _):
    """Counts the bytes that NATS sends a member at its start, a reload and a reconnect."""
    with new(stations=STATIONS, every=EVERY) as cluster:
        cluster.store.start()
        cluster.start()
        cluster.settle()
        # So that there are more plays than states.
        time.sleep(1.5 * EVERY)
        whole, _ = told(cluster, lambda: restart(cluster, forget=True))
        report.note(f"a start of a member that knows nothing: {whole:,} bytes")
        compare(cluster, report, "a start with the history's file", lambda: restart(cluster), whole,
                STATIONS + SHARE)
        compare(cluster, report, "a reload with one station more", lambda: reload(cluster), whole, 1)
        for away, shares in ((BLINK, 1), (AWAY, 2)):
            compare(cluster, report, f"a reconnect after {away:.0f} s",
                    lambda: reconnect(cluster, away), whole,
                    STATIONS * away / EVERY + shares * SHARE)


def compare(cluster, report, name, action, whole, changes):
    """Tells the bytes of an action, of which there are at most so many changes to tell."""
    cost, took = told(cluster, action)
    limit = int(changes * CHANGE + STEADY * took)
    report.check("cluster", name, [f"{cost:,} bytes: at most {limit:,}"] if cost > limit else [],
                 f"{cost:,} bytes, {cost / whole:.0%} of a first start, {took:.1f} s")


def told(cluster, action):
    """The bytes that NATS has sent member `b` by an action until all agree, and the seconds of that."""
    cluster.farm.pause()
    wire = cluster.wires["b"]
    time.sleep(REST)
    before, began = len(wire.told), time.monotonic()
    action()
    cluster.settle()
    cluster.farm.pause()
    time.sleep(REST)
    count, took = len(wire.told) - before, time.monotonic() - began
    cluster.farm.go_on()
    return count, took


def restart(cluster, forget=False):
    """Ends the member in good order, and starts it again, with its history's file or without."""
    member = cluster.members["b"]
    member.send(signal.SIGTERM)
    if forget:
        for file in member.folder.glob("history.sqlite*"):
            file.unlink()
    cluster.start("b")
    cluster.rest()


def reload(cluster):
    """Tells the member of one station less, which no other then reads, and of it again."""
    member = cluster.members["b"]
    config = json.loads(member.config_path.read_text())
    fewer = {**config, "stations": config["stations"][1:]}
    member.reload(fewer)
    name = config["stations"][0]["id"]
    wait(lambda: name not in member.states(), 10, "the station is still there")
    member.reload(config)
    wait(lambda: name in member.states(), 10, "the station does not come")


def reconnect(cluster, away):
    """Cuts the member's wire while stations go on, and mends it."""
    cluster.wires["b"].cut()
    cluster.farm.go_on()
    time.sleep(away)
    cluster.farm.pause()
    cluster.wires["b"].mend()
