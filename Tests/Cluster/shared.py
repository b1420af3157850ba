"""Sessions, favourites and plays: what all members of a cluster have, whichever is asked."""

import random
import signal
import threading
import time
from contextlib import suppress
from functools import partial

from members import FAILURES, wait

# The deadline for all members to agree on a session or a favourite, in seconds.
AGREEMENT = 2.0
# The deadline for a member to write plays to its disk, in seconds.
WRITTEN = 15.0
# The session of which these tests speak.
NAME = "kitchen"


def sessions(cluster, report, times):
    """Clients of all members share a session, and a member that dies takes nothing with it."""
    names = sorted(cluster.running)
    faults = []
    for turn, name in enumerate(names):
        station = f"s{turn}"
        command(cluster, name, "select", station=station)
        faults += disagreement(cluster, station, "playing")
    command(cluster, names[1], "pause")
    faults += disagreement(cluster, station, "paused")
    report.check("cluster", "a session is one at all members", faults)
    faults = []
    for _ in range(times):
        victim = random.choice(names)
        command(cluster, victim, "play")
        cluster.members[victim].send(signal.SIGKILL)
        faults += disagreement(cluster, station, "playing")
        time.sleep(8)
        cluster.start(victim)
        cluster.settle()
        faults += disagreement(cluster, station, "playing")
    report.check("cluster", "a member that dies pauses nothing", faults)
    report.check("cluster", "commands at once are all done", at_once(cluster))


def favourites(cluster, report, _):
    """A favourite that is set at one member is one at all, also when all were started anew."""
    names = sorted(cluster.running)
    wanted = set()
    for number, name in enumerate(names):
        station = f"s{number + 5}"
        command(cluster, name, "favourite", station=station, on=True)
        wanted.add(station)
    report.check("cluster", "favourites are those of all members", unlike(cluster, wanted))
    for name in names:
        cluster.members[name].send(signal.SIGKILL)
        # The store has them, and not only the file of each.
        for file in cluster.members[name].folder.glob("history.sqlite*"):
            file.unlink()
    cluster.start(*names)
    cluster.settle()
    report.check("cluster", "favourites survive a restart of all", unlike(cluster, wanted))


def cut_off(cluster, report, _):
    """A member without the store goes on, and has the store's sessions when that is back."""
    cluster.settle()
    first, second = sorted(cluster.running)[:2]
    command(cluster, second, "select", station="s1")
    cluster.wires[first].hold()
    # First it waits for the store, then it goes on alone.
    time.sleep(15)
    command(cluster, first, "select", station="s2")
    command(cluster, second, "select", station="s3")
    faults = [] if state(cluster.members[first])[0] == "s2" else ["it does not do it alone"]
    cluster.wires[first].mend()
    cluster.settle(60)
    report.check("cluster", "sessions of a member that was cut off",
                 faults + disagreement(cluster, "s3", "playing"))


def plays(cluster, report, times):
    """A member that was away knows what was played meanwhile, and nothing twice."""
    cluster.farm.every, pace = 0.8, cluster.farm.every
    faults, began = [], time.time()
    try:
        for turn in range(times):
            victim = random.choice(sorted(cluster.running))
            cluster.members[victim].send(signal.SIGKILL)
            if turn % 2 == 0:
                for file in cluster.members[victim].folder.glob("history.sqlite*"):
                    file.unlink()
            # More plays than a state tells.
            time.sleep(45)
            cluster.start(victim)
            cluster.settle()
            faults += lasting(partial(unlike_plays, cluster, victim, began), WRITTEN)
    finally:
        cluster.farm.every = pace
    report.check("cluster", "plays of a member that was away", faults[:10])


def unlike_plays(cluster, victim, since):
    """Returns the differences between two members' plays on disk, since a time within the last
    minutes. Of the time before, one that was cut off may have plays that no other has heard."""
    others = [name for name in sorted(cluster.running) if name != victim]
    want = cluster.members[others[0]].plays(90)
    have = cluster.members[victim].plays(95)
    written = time.time() - WRITTEN
    found = []
    for station in cluster.farm.stations:
        mine, theirs = have.get(station, []), want.get(station, [])
        if len(theirs) < 50:
            found.append(f"{others[0]} knows {len(theirs)} plays of {station}")
        missing = [play for play in theirs if since < play[1] < written and play not in mine]
        if missing:
            found.append(f"{victim} misses {len(missing)} of {station}: {missing[0]}")
        titles = [play[0] for play in mine]
        found += [f"{victim} has {title} of {station} twice"
                  for title in {title for title in titles if titles.count(title) > 1}]
    return found


def command(cluster, name, action, **parameters):
    """Asks something of the session at a member; gives the answer."""
    with cluster.members[name].connect() as connection:
        return connection.call("command", session=NAME, action=action, **parameters)


def state(member, name=NAME):
    """The station and the state of a member's session."""
    for session in (member.ask("status") or {}).get("sessions", []):
        if session["id"] == name:
            return session.get("station"), session["state"]
    return None, None


def disagreement(cluster, station, expected):
    """The members that do not have the session like that, after a while."""
    return lasting(lambda: [
        f"not {expected} at {station}: {name} has {seen}"
        for name, member in cluster.running.items()
        if (seen := state(member)) != (station, expected)])


def at_once(cluster):
    """Has clients of all members set favourites at the same time: none is lost."""
    stations = [f"s{number}" for number in range(20)]
    failures = []

    def ask(name, mine):
        for station in mine:
            try:
                wait(lambda: is_done(name, station), 20, f"{name}, {station}: not done")
            except AssertionError as error:
                failures.append(str(error))

    def is_done(name, station):
        # A machine with much to do can take too long: then the hub says to repeat it.
        with suppress(*FAILURES):
            return command(cluster, name, "favourite", station=station, on=True)
        return None

    names = sorted(cluster.running)
    threads = [threading.Thread(target=ask, args=(name, stations[place::len(names)]))
               for place, name in enumerate(names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    faults = failures + unlike(cluster, set(stations))
    for station in stations:
        command(cluster, names[0], "favourite", station=station, on=False)
    return faults


def unlike(cluster, wanted):
    """The members that have other favourites, after a while."""
    return lasting(lambda: [
        f"not {sorted(wanted)}: {name} has {sorted(seen)}"
        for name, member in cluster.running.items() if (seen := chosen(member)) != wanted])


def lasting(faults, limit=AGREEMENT):
    """Returns the faults that remain after a while; nothing as soon as there are none."""
    with suppress(AssertionError):
        wait(lambda: not faults(), limit, "")
        return []
    return faults()


def chosen(member):
    """The favourites of a member, as a car is shown them."""
    with member.connect() as connection:
        connection.call("subscribe", view="carPlay", session="main",
                        options={"limits": {"listItems": 100}})
        answer = connection.call("get", view="carPlay", session="main",
                                 options={"limits": {"listItems": 100}})
    found = set()
    collect(answer["records"][0]["carPlay"], found)
    return found


def collect(part, found):
    """The stations of all rows of favourites in a document."""
    if isinstance(part, dict):
        name = part.get("id", "")
        if isinstance(name, str) and name.startswith("favourites/"):
            found.add(name.split("/")[1])
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            collect(each, found)
