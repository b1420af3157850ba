"""A state that three NATS servers keep: the cluster goes on when one of them is lost."""

import random
import signal
import time

import farm
from members import wait
from rejecting import request
from scenarios import figures, judge
from store import Stores

# The time in which the other servers notice that one is gone, and elect new leaders.
RETURN = 30.0
# The stream of the states.
STATES = "KV_nphub-test-2"
# The signals that end servers: a kill, and the stop of the unit in Debian's package.
ENDS = {"killed": signal.SIGKILL, "stopped": signal.SIGINT}


def replicas(new, report, times):
    """Each member knows all three servers."""
    with new(store=lambda folder: Stores(folder, 3), replicas=3) as cluster:
        cluster.store.start()
        cluster.start()
        judge(cluster, report, "starts on three servers")
        epoch = cluster.epoch()
        # A follower that has not answered for a moment counts as behind.
        wait(lambda: set(copies(cluster.store).values()) == {3}, 10,
             lambda: f"the buckets are on so many servers: {copies(cluster.store)}")
        report.check("cluster", "three servers have the state", [])
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


def minority(new, report, times):
    """The server that leads is cut off from the others, with a member that knows no other one."""
    with new(names=("a", "b"), store=lambda folder: Stores(folder, 3), replicas=3) as cluster:
        cluster.store.start()
        cluster.start()
        cluster.settle()
        server = leader(cluster.store)
        lonely = cluster.add("c", nats=server.addresses)
        cluster.start("c")
        judge(cluster, report, "a member knows one server")
        took = [cut_off(cluster, report, turn, server, lonely) for turn in range(times)]
        for name, seconds in zip(("the member is alone", "the others hear of their stations",
                                  "they read the member's"), zip(*took)):
            report.check("cluster", name, [], figures(seconds))
        report.check("cluster", "only the member that is cut off goes alone", [
            f"{name} went alone {count} times" for name in ("a", "b")
            if (count := went_alone(cluster.members[name]))])


def cut_off(cluster, report, turn, server, lonely):
    """Cuts a server off together with the member at it; gives how long it takes until the member
    says that it is alone, until all others hear of their own stations, and until they do of all."""
    make_leader(cluster.store, server)
    cluster.hold(60)
    owners, before = cluster.rest(), went_alone(lonely)
    theirs = {name for name, owner in owners.items() if owner == lonely.name}
    since = time.time()
    for wire in cluster.store.wires(server):
        wire.hold()

    def left(of):
        return [text for text in waiting(cluster, since)
                if not text.startswith(lonely.name) and text.split()[-1] in of]

    conditions = [lambda: went_alone(lonely) > before,
                  lambda: not left(owners.keys() - theirs), lambda: not left(theirs)]
    took = [None] * len(conditions)
    while None in took:
        assert time.time() < since + RETURN, f"{RETURN:.0f} s after the cut: {took}, {left(owners)}"
        took = [seconds or (time.time() - since if is_so() else None)
                for seconds, is_so in zip(took, conditions)]
        time.sleep(0.1)
    report.note(f"{turn + 1}: {len(theirs)} stations were the member's; after {took[0]:.2f} s it "
                f"is alone, {took[1]:.2f} s the others go on, {took[2]:.2f} s with its stations")
    for wire in cluster.store.wires(server):
        wire.mend()
    cluster.hold(60)
    return took


def leader(store):
    """Returns the server that leads the bucket of the states; None while there is none."""
    name = store.leaders().get(STATES)
    return next((server for server in store.servers if server.name == name), None)


def make_leader(store, server):
    """Has the others leave the lead of the bucket of the states to a server."""
    def leads():
        if (now := leader(store)) not in (None, server):
            request(server.port, f"$JS.API.STREAM.LEADER.STEPDOWN.{STATES}")
            time.sleep(1)
        return now is server

    wait(leads, RETURN * 2, lambda: f"{server.name} does not lead: {store.leaders()}")


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
    return sum(map(went_alone, cluster.running.values()))


def went_alone(member):
    """Returns the number of times that a member went on alone, after it had joined."""
    return member.errors.partition("joined the cluster")[2].count("without NATS")


def copies(store):
    """Returns the number of servers that have an up-to-date copy of each bucket."""
    return {stream["name"]: 1 + sum(
        replica["current"] and not replica.get("offline")
        for replica in stream["cluster"].get("replicas", []))
        for stream in store.streams()}
