"""The faults that hit a cluster, and the rules that hold meanwhile and afterwards."""

import random
import signal
import statistics
import time
from contextlib import suppress

import hopping
import shared
from cluster import TAKEOVER
from members import subscribe, wait

# The time for which a station may have two links while a member hands it over, in seconds.
HANDOVER = 1.0


def figures(seconds):
    """The median, the 99th percentile and the most of some times, in words."""
    ranked = sorted(seconds)
    return (f"{len(ranked)} times, p50 {statistics.median(ranked):.2f} s, "
            f"p99 {ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))]:.2f} s, "
            f"at most {ranked[-1]:.2f} s")


def judge(cluster, report, name, told=""):
    """Waits until all agree, and tells that what clients saw was true."""
    cluster.hold()
    report.check("cluster", name, [], told)


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
        victim, orphans = choose(cluster)
        killed = time.monotonic()
        cluster.members[victim].send(signal.SIGKILL)
        took.append(taken_over(cluster, victim, orphans, killed))
        report.note(f"{turn + 1}: {victim} with {len(orphans)} stations, {took[-1]:.2f} s")
        cluster.hold()
        cluster.start(victim)
        cluster.hold()
    report.check("cluster", "owners are killed", [], figures(took))


def stop(cluster, report, times):
    """Owners that stand still for 20 s: another goes on, and the zombie hangs up."""
    took, woke = [], []
    for turn in range(times):
        victim, orphans = choose(cluster)
        stopped = time.monotonic()
        cluster.members[victim].send(signal.SIGSTOP)
        took.append(taken_over(cluster, victim, orphans, stopped))
        time.sleep(max(0, stopped + 20 - time.monotonic()))
        cluster.members[victim].send(signal.SIGCONT)
        woken = time.monotonic()
        wait(lambda: set(cluster.farm.links().values()) == {1}, 15,
             lambda: f"15 s after {victim} woke up: {cluster.farm.links()}")
        woke.append(time.monotonic() - woken)
        report.note(f"{turn + 1}: {victim} with {len(orphans)} stations, {took[-1]:.2f} s; "
                    f"when it woke up, one link each after {woke[-1]:.2f} s")
        cluster.hold()
    report.check("cluster", "owners stand still", [], figures(took))
    report.check("cluster", "they wake up", [], figures(woke))


def choose(cluster):
    """A member by chance, and the stations that it owns when the owners are at rest."""
    owners = cluster.rest()
    victim = random.choice(sorted(cluster.running))
    return victim, [name for name, owner in owners.items() if owner == victim]


def taken_over(cluster, victim, orphans, since):
    """Waits until the stations of a member are read anew; gives how long that took."""
    wait(lambda: all(cluster.farm.stations[name].is_read_since(since) for name in orphans),
         TAKEOVER, lambda: f"{TAKEOVER:.0f} s after {victim} was lost no member reads " + ", ".join(
             name for name in orphans if not cluster.farm.stations[name].is_read_since(since)))
    return time.monotonic() - since


def restart_store(cluster, report, times):
    """The store is killed and comes back, with what it kept and without."""
    took = []
    for turn in range(times):
        for forget in (False, True):
            cluster.store.kill(forget)
            time.sleep(random.uniform(0.5, 6))
            cluster.store.start()
            back = time.monotonic()
            cluster.hold(60)
            took.append(time.monotonic() - back)
        report.note(f"{turn + 1}: with and without its data; {took[-2]:.2f} and {took[-1]:.2f} s "
                    "until all agree")
    report.check("cluster", "the store is killed", [], figures(took))


def busy(new, report, times):
    """Members that come back while the bucket is written to take nothing of it for missing."""
    with new(stations=200, every=1.0) as cluster:
        cluster.store.start()
        cluster.start()
        cluster.settle()
        epoch = cluster.epoch()
        for name in sorted(cluster.running) * times:
            cluster.wires[name].hold()
            time.sleep(5)
            cluster.wires[name].mend()
            # It is back while states are written, and is judged when none are.
            time.sleep(3)
            cluster.settle()
        report.check("cluster", "members come back to a busy cluster", [
            f"the epoch {epoch} has become {now}" for now in [cluster.epoch()] if now != epoch])


def partition(cluster, report, times):
    """Each member in turn loses the store, and finds it again."""
    took = []
    for turn in range(times):
        for victim in sorted(cluster.running):
            orphans = [name for name, owner in cluster.rest().items() if owner == victim]
            cut = time.monotonic()
            cluster.wires[victim].hold()
            took.append(taken_over(cluster, victim, orphans, cut))
            time.sleep(max(0, cut + 15 - time.monotonic()))
            cluster.wires[victim].mend()
            cluster.hold(60)
            report.note(f"{turn + 1}: {victim} with {len(orphans)} stations was cut off for 15 s; "
                        f"{took[-1]:.2f} s")
    report.check("cluster", "members are cut off", [], figures(took))


def join(cluster, report, _):
    """One more member takes its share, and only that moves."""
    before, since = cluster.rest(), time.monotonic()
    cluster.add("d")
    cluster.start("d")
    wait(lambda: "d" in cluster.owners().values(), 20, "the new member owns nothing")
    after = cluster.rest()
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
    """A client goes on at another member with what it has changed since, and no more; a member that
    is started again takes those that come at once, each in the epoch that it has."""
    cluster.settle()
    first, second = sorted(cluster.running)[:2]
    since = dict(cluster.clients[first].since)
    with cluster.members[second].connect() as connection:
        count, faults = come_back(connection, since)
    if count > len(cluster.farm.stations) / 2:
        faults.append(f"{count} of {len(cluster.farm.stations)} stations were sent again")
    report.check("cluster", "a client changes member", faults, f"{count} updates")
    restarted = cluster.members[second]
    restarted.send(signal.SIGTERM)
    restarted.start(waits=False)
    with wait(lambda: connected(restarted), 20, f"{second} does not listen") as connection:
        count, faults = come_back(connection, since)
    report.check("cluster", "a client comes to a member that starts", faults, f"{count} updates")
    judge(cluster, report, "a member was restarted")


def connected(member):
    """A client, once the socket is there."""
    with suppress(OSError):
        return member.connect()


def come_back(connection, since):
    """Subscribes with what a client has; gives how many updates it is sent, and what is wrong."""
    result = subscribe(connection, since)
    count = 0
    while connection.line().get("method") != "synced":
        count += 1
    return count, [] if result["recovered"] else [f"not recovered: {result}, since {since}"]


def serve_only(cluster, report, _):
    """A member that owns nothing serves all."""
    cluster.add("server", own=False)
    cluster.start("server")
    judge(cluster, report, "a member that owns nothing")
    report.check("cluster", "it owns nothing", [
        f"it owns {name}" for name, owner in cluster.owners().items() if owner == "server"])


def late_store(new, report, _):
    """Members that start without the store serve their own, and join when it is there."""
    with new(names=("a", "b")) as cluster:
        cluster.start()
        wait(lambda: all(count for count in cluster.farm.links().values()), 20,
             lambda: f"without a store not all stations are read: {cluster.farm.links()}")
        wait(lambda: all("NATS" in member.errors for member in cluster.members.values()), 10,
             "a member does not say that there is no store")
        report.check("cluster", "starts without a store", [])
        cluster.store.start()
        judge(cluster, report, "the store comes later")


# Those that follow each other on the same three members.
SCENARIOS = {"rest": rest, "resume": resume, "kill": kill, "stop": stop,
             "store": restart_store, "partition": partition, "join": join,
             "serve-only": serve_only, "sessions": shared.sessions,
             "favourites": shared.favourites, "cut-off": shared.cut_off,
             "plays": shared.plays, "hop": hopping.hop}
