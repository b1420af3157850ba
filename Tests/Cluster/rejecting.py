"""A store that answers and stores nothing, and two fleets with one name of a cluster."""

import json
import re
import signal
import socket
import time

import farm
from cluster import AGREEMENT
from farm import Farm
from members import Member, wait
from scenarios import judge
from store import Stores

# The hub's deadline for NATS before it goes on alone, and the time for the consequences.
PATIENCE, REST = {1: 2.0, 3: 12.0}, 5.0
# The time for which a store is left so.
LENGTH = 25.0
# Configs that differ are told after a minute.
DIFFERENCE = 75.0


def request(port, subject, body=None):
    """Asks a NATS server for something; gives its answer."""
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        stream = connection.makefile("rwb")
        payload = json.dumps(body).encode() if body is not None else b""
        stream.write(b'CONNECT {"verbose":false}\r\nSUB answer 1\r\n')
        stream.write(f"PUB {subject} answer {len(payload)}\r\n".encode() + payload + b"\r\n")
        stream.flush()
        while line := stream.readline():
            if found := re.fullmatch(rb"MSG \S+ \S+ (\d+)\r\n", line):
                return json.loads(stream.read(int(found[1])))
    raise AssertionError(f"no answer to {subject}")


def limit_bucket(cluster, limit):
    """Gives the bucket of the states so much room, as a share of what it has, or all there is."""
    port = cluster.store.port
    info = request(port, "$JS.API.STREAM.INFO.KV_nphub-test-2")
    size = int(info["state"]["bytes"] * limit) if limit else -1
    answer = request(port, "$JS.API.STREAM.UPDATE.KV_nphub-test-2", {
        **info["config"], "max_bytes": size})
    assert "error" not in answer, answer


def lies(cluster, patience):
    """Stations that are told as live with a title that ended too long ago."""
    found = []
    for name, member in cluster.running.items():
        for station, state in member.states().items():
            number = farm.number(state.get("track", {}).get("title"))
            plays = cluster.farm.stations[station].plays
            if number is None or state["connection"]["state"] != "live" or number + 1 >= len(plays):
                continue
            age = time.time() - plays[number + 1].start
            if age > patience + REST:
                found.append(f"{name} tells {station} as live with {number}, "
                             f"which ended {age:.1f} s ago")
    return found


def suffer(cluster, report, name, spoil, heal, patience):
    """Spoils the store and heals it: meanwhile no member tells what no write confirms."""
    spoil()
    spoilt, found = time.monotonic(), []
    while not found and time.monotonic() - spoilt < LENGTH:
        time.sleep(0.5)
        found = lies(cluster, patience)
    states = {member: (cluster.members[member].ask("status") or {}).get("cluster", {})
              for member in cluster.running}
    found += [f"{member} is {state.get('state')}" for member, state in states.items()
              if state.get("state") != "alone"]
    found += [f"{member} does not say why" for member, state in states.items()
              if not state.get("reason")]
    heal()
    healed = time.monotonic()
    cluster.settle(60)
    # Members come back one after the other: one that leaves a station to another shows for a moment
    # what the store had of it.
    cluster.seen[:] = []
    report.check("cluster", name, found[:5], f"{time.monotonic() - healed:.1f} s until all agree")


def rejecting(new, report, _):
    """A bucket that is full, and three servers of which two are gone."""
    with new("room", every=1.0) as cluster:
        cluster.store.start()
        cluster.start()
        cluster.settle()
        suffer(cluster, report, "the bucket is full", lambda: limit_bucket(cluster, 0.9),
               lambda: limit_bucket(cluster, None), PATIENCE[1])
    with new("quorum", every=1.0, store=lambda folder: Stores(folder, 3), replicas=3) as cluster:
        cluster.store.start()
        cluster.start()
        cluster.settle(60)
        others = cluster.store.servers[1:]
        suffer(cluster, report, "two of three servers are gone",
               lambda: [server.kill() for server in others],
               lambda: [server.start() for server in others], PATIENCE[3])


def fleets(new, report, _):
    """Two fleets whose stations have the same ids, with one cluster's name."""
    with new(names=("a", "b")) as cluster:
        cluster.store.start()
        cluster.start()
        judge(cluster, report, "one fleet")
        other = Member("x", cluster.folder, Farm(len(cluster.farm.stations)).config(),
                       {"nats": cluster.store.addresses})
        other.start()
        told = {}
        try:
            wait(lambda: told.update({
                member.name: difference for member in (cluster.members["a"], other)
                if (difference := (member.ask("status") or {})["cluster"].get("difference"))
            }) or len(told) == 2, DIFFERENCE, lambda: f"only {told} are told of the other fleet")
            report.check("cluster", "two fleets with one name are told of each other", [
                f"the log of {member.name} does not say so"
                for member in (cluster.members["a"], other) if "are of two clusters" not in member.errors])
        finally:
            other.send(signal.SIGTERM)
        wait(lambda: not cluster.unsettled(), AGREEMENT, lambda: "; ".join(cluster.unsettled()[:5]))
