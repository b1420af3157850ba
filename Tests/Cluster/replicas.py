"""A state that three NATS servers keep: the cluster goes on when one of them is killed."""

import random
import signal
import time

import farm
from members import wait
from scenarios import figures, judge
from store import Stores

# The time in which the other servers notice that one is gone, and elect new leaders.
RETURN = 30.0
# The signals that end servers: a kill, and the stop of the unit in Debian's package.
ENDS = {"killed": signal.SIGKILL, "stopped": signal.SIGINT}


def replicas(new, report, times):
    """Each member knows all three servers."""
    with new(store=lambda folder: Stores(folder, 3), replicas=3) as cluster:
        cluster.store.start()
        cluster.start()
        judge(cluster, report, "starts on three servers")
        epoch = cluster.epoch()
        report.check("cluster", "three servers have the state", [
            f"{name} is on {count}" for name, count in copies(cluster.store).items() if count != 3])
        for name, number in ENDS.items():
            took = [lose_one(cluster, report, turn, number) for turn in range(times)]
            report.check("cluster", f"servers are {name}", [
                f"the epoch {epoch} has become {now}" for now in [cluster.epoch()] if now != epoch]
                + [f"{count} members went alone" for count in [count_alone(cluster)] if count],
                figures(took))


def lose_one(cluster, report, turn, number):
    """Ends a server, and starts it when all goes on without it; gives how long that took."""
    cluster.rest()
    victim = random.choice(cluster.store.servers)
    leads = [name for name, leader in cluster.store.leaders().items() if leader == victim.name]
    killed = time.time()
    victim.kill(number=number)
    wait(lambda: not waiting(cluster, killed), RETURN, lambda: "; ".join(
        [f"{RETURN:.0f} s after the end of {victim.name}", *waiting(cluster, killed)[:5]]))
    took = time.time() - killed
    report.note(f"{turn + 1}: {victim.name}, which led {', '.join(leads) or 'nothing'}: "
                f"{took:.2f} s until every client heard something new of every station")
    cluster.hold(60)
    victim.start()
    cluster.hold(60)
    wait(lambda: set(copies(cluster.store).values()) == {3}, 60,
         lambda: f"{victim.name} does not catch up: {copies(cluster.store)}")
    return took


def waiting(cluster, since):
    """The clients that were not told yet what a station has begun after a time."""
    told = {(record.client, record.station) for record in list(cluster.seen)
            if record.at > since and began(cluster, record) > since and record.state == "live"}
    return [f"{name} hears nothing of {station}" for name in cluster.running
            for station in cluster.farm.stations if (name, station) not in told]


def began(cluster, record):
    """Returns the start of a record's title; 0 if it has none."""
    number = farm.number(record.title)
    return 0 if number is None else cluster.farm.stations[record.station].plays[number].start


def count_alone(cluster):
    """Returns the number of times that members went on alone up to now."""
    return sum(member.errors.count("without NATS") for member in cluster.running.values())


def copies(store):
    """Returns the number of servers that have an up-to-date copy of each bucket."""
    return {stream["name"]: 1 + sum(
        replica["current"] and not replica.get("offline")
        for replica in stream["cluster"].get("replicas", []))
        for stream in store.streams()}
