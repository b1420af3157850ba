"""What happens to a cluster, and what has to hold meanwhile and afterwards."""

import random
import signal
import statistics
import time

from cluster import TAKEOVER, Cluster
from members import subscribe, wait

# How many stations the scenarios have.
STATIONS = 24
# For how long there may be two links to a station while one member hands it to another, in seconds.
HANDOVER = 1.0


def figures(seconds):
    """The median, the 99th percentile and the most of some times, in words."""
    ranked = sorted(seconds)
    return (f"{len(ranked)} times, p50 {statistics.median(ranked):.2f} s, "
            f"p99 {ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))]:.2f} s, "
            f"at most {ranked[-1]:.2f} s")


def judge(cluster, report, name, told=""):
    """Waits until all agree, and tells what was wrong with what clients saw."""
    try:
        cluster.settle()
        faults = cluster.faults()
    except AssertionError as error:
        faults = [f"no agreement: {error}", *cluster.faults()]
    report.check("cluster", name, faults, told)


def rest(cluster, report, _):
    """At rest every station has one link, and every member has its share."""
    cluster.start()
    judge(cluster, report, "starts")
    started = time.monotonic()
    time.sleep(5)
    shares = list(cluster.owners().values())
    counts = {name: shares.count(name) for name in cluster.running}
    report.check("cluster", "every member has a share", [
        f"{name} owns nothing" for name, count in counts.items() if count == 0], str(counts))
    report.check("cluster", "no link comes or goes at rest", [
        f"{name} was dialled" for name, station in cluster.farm.stations.items()
        if any(link.opened > started for link in station.links)])
    judge(cluster, report, "rests")


def kill(cluster, report, times):
    """Owners that are killed: their stations are read by another within ten seconds."""
    took = []
    for turn in range(times):
        victim = random.choice(sorted(cluster.running))
        orphans = [name for name, owner in cluster.owners().items() if owner == victim]
        killed = time.monotonic()
        cluster.members[victim].send(signal.SIGKILL)
        wait(lambda: all(cluster.farm.stations[name].is_read_since(killed) for name in orphans), 30,
             f"stations of {victim} have no link 30 s after its end")
        took.append(time.monotonic() - killed)
        report.note(f"{turn + 1}: {victim} with {len(orphans)} stations, {took[-1]:.2f} s")
        cluster.settle()
        cluster.start(victim)
        cluster.settle()
    report.check("cluster", "owners are killed", [
        f"a takeover of {seconds:.2f} s" for seconds in took if seconds > TAKEOVER], figures(took))
    judge(cluster, report, "after kills")


def stop(cluster, report, times):
    """Owners that stand still for 20 s: another goes on, and the zombie hangs up."""
    for _ in range(times):
        victim = random.choice(sorted(cluster.running))
        cluster.members[victim].send(signal.SIGSTOP)
        time.sleep(20)
        cluster.members[victim].send(signal.SIGCONT)
        woken = time.monotonic()
        wait(lambda: set(cluster.farm.links().values()) == {1}, 15,
             lambda: f"15 s after {victim} woke up: {cluster.farm.links()}")
        report.note(f"{victim} woke up; one link each after {time.monotonic() - woken:.2f} s")
    judge(cluster, report, "owners stand still")


def restart_store(cluster, report, times):
    """The store is killed and comes back, with what it kept and without."""
    for turn in range(times):
        for forget in (False, True):
            cluster.store.kill(forget)
            time.sleep(random.uniform(0.5, 6))
            cluster.store.start()
            cluster.settle(60)
        report.note(f"{turn + 1}: with and without its data")
    judge(cluster, report, "the store is killed")


def partition(cluster, report, times):
    """Each member in turn loses the store, and finds it again."""
    for _ in range(times):
        for name in sorted(cluster.running):
            cluster.wires[name].cut()
            time.sleep(15)
            cluster.wires[name].mend()
            cluster.settle(60)
            report.note(f"{name} was cut off for 15 s")
    judge(cluster, report, "members are cut off")


def join(cluster, report, _):
    """One more member takes its share, and only that moves."""
    wait(lambda: len(cluster.owners()) == STATIONS, 20, "not every station has an owner")
    before, since = cluster.owners(), time.monotonic()
    cluster.add("d")
    cluster.start("d")
    wait(lambda: "d" in cluster.owners().values(), 20, "the new member owns nothing")
    time.sleep(5)
    after = cluster.owners()
    moved = {name for name in after if after[name] != before.get(name)}
    share = f"{len(moved)} of {len(after)} stations moved"
    report.check("cluster", "one more member", [
        f"{name} moved to {after[name]}" for name in moved if after[name] != "d"], share)
    dialled = {name for name, station in cluster.farm.stations.items()
               if any(link.opened > since for link in station.links)}
    overlaps = {name: overlap for name in moved
                if (overlap := cluster.farm.stations[name].overlap(since)) > HANDOVER}
    report.check("cluster", "only what moves is dialled", [
        *(f"{name} was dialled" for name in dialled - moved),
        *(f"{name} had two links for {seconds:.2f} s" for name, seconds in overlaps.items())])
    judge(cluster, report, "with one more")


def resume(cluster, report, _):
    """A client goes on at another member with what it has changed since, and no more."""
    cluster.settle()
    first, second = sorted(cluster.running)[:2]
    since = dict(cluster.clients[first].since)
    with cluster.members[second].connect() as connection:
        result = subscribe(connection, since)
        count = 0
        while connection.line().get("method") != "synced":
            count += 1
    faults = [] if result["recovered"] else [f"not recovered: {result}, since {since}"]
    if count > STATIONS / 2:
        faults.append(f"{count} of {STATIONS} stations were sent again")
    report.check("cluster", "a client changes member", faults, f"{count} updates")


def serve_only(cluster, report, _):
    """A member that owns nothing serves all."""
    cluster.add("server", own=False)
    cluster.start("server")
    judge(cluster, report, "a member that owns nothing")
    report.check("cluster", "it owns nothing", [
        f"it owns {name}" for name, owner in cluster.owners().items() if owner == "server"])


def late_store(folder, report):
    """Members that start without the store serve their own, and join when it is there."""
    with Cluster(folder, STATIONS, names=("a", "b")) as cluster:
        cluster.start()
        wait(lambda: all(count for count in cluster.farm.links().values()), 20,
             lambda: f"without a store not all stations are read: {cluster.farm.links()}")
        wait(lambda: all("NATS" in member.log for member in cluster.members.values()), 10,
             "a member does not say that there is no store")
        report.check("cluster", "starts without a store", [])
        cluster.store.start()
        judge(cluster, report, "the store comes later")


SCENARIOS = {"rest": rest, "resume": resume, "kill": kill, "stop": stop,
             "store": restart_store, "partition": partition, "join": join,
             "serve-only": serve_only}
