"""Members that ask a server for its stations at different times, and are told different things."""

import http
import json
import signal
import time

import radio
from members import Member, wait

# Members ask when they start and when they are told to reload; by themselves, not before the end.
NEVER = 86_400


class Listing:
    """A server of AzuraCast's that lists its stations, or does not answer."""

    def __init__(self, *names):
        self.names = list(names)
        self.is_up = True
        self.radio = radio.Radio(refuse=self._answer)
        self.radio.usual = self.radio.state(self.radio.song("Weir"))

    def __enter__(self):
        self.radio.__enter__()
        return self

    def __exit__(self, *_):
        self.radio.__exit__()

    async def _answer(self, path, _):
        if path == radio.PATH:
            return None
        if not self.is_up:
            return http.HTTPStatus.SERVICE_UNAVAILABLE, [], b""
        body = [{"station": {"shortcode": name, "name": name}} for name in self.names]
        return http.HTTPStatus.OK, [], json.dumps(body).encode()

    @property
    def discover(self):
        """The section of a config that reads all of it."""
        return {"azuracast": self.radio.server.url("", ).replace("ws:", "http:"), "every": NEVER}

    @property
    def link_count(self):
        """The number of open connections to it."""
        return sum(connection.state.name == "OPEN" for connection in self.radio.server.connections)


def live(member):
    """The stations that a member shows as live."""
    return sorted(name for name, state in member.states().items()
                  if state["connection"]["state"] == "live")


def owner(members):
    """The name of the member that reads the server; None if there is none."""
    for member in members.values():
        upstreams = (member.ask("status") or {}).get("cluster", {}).get("upstreams", [])
        if upstreams:
            return upstreams[0].get("owner")
    return None


def discover(new, report, _):
    """All stations that the reader of a server knows are served; who knows none is passed over."""
    with new(names=()) as cluster, Listing("one", "two") as listing:
        cluster.store.start()
        members = {name: Member(
            name, cluster.folder, [], {"nats": cluster.store.addresses},
            {"discover": listing.discover}) for name in "abc"}
        try:
            for member in members.values():
                member.start()
            come_to(listing, report, members)
            pass_over(listing, report, members)
        finally:
            for member in members.values():
                member.end()


def come_to(listing, report, members):
    """A new station is served where it is known, once the reader of its server knows it."""
    def all_live(names, *which):
        return all(live(members[name]) == sorted(names) for name in which or members)
    wait(lambda: owner(members) in members and all_live(["one", "two"]), 20,
         "not all members serve the stations")
    reader = owner(members)
    other, third = sorted(set(members) - {reader})
    listing.names.append("three")
    members[other].send(signal.SIGHUP)
    wait(lambda: "three" in members[other].states(), 10, "a member does not list a new station")
    time.sleep(3)
    report.check("cluster", "a station that its reader does not know waits", [
        "it is live" for _ in [0] if "three" in live(members[other])])
    members[reader].send(signal.SIGHUP)
    wait(lambda: all_live(["one", "two", "three"], reader, other), 20, "it is not live in the end")
    report.check("cluster", "it is live when its reader knows it", [
        "a member serves what it was not told of" for _ in [0]
        if not all_live(["one", "two"], third)])
    members[third].send(signal.SIGHUP)
    wait(lambda: all_live(["one", "two", "three"]), 20, "not all members serve it")


def pass_over(listing, report, members):
    """A member that starts while the server lists nothing leaves the stations to others."""
    names = list(listing.names)
    reader = owner(members)
    members[reader].send(signal.SIGTERM)
    others = {name: member for name, member in members.items() if name != reader}
    wait(lambda: owner(others) in others, 20, "no other reads the server")
    listing.is_up = False
    members[reader].start()
    time.sleep(4)
    started = time.monotonic()
    wait(lambda: owner(others) in others and listing.link_count == 1
         and all(live(member) == sorted(names) for member in others.values()), 30,
         lambda: f"no other reads the server: {owner(others)}, {listing.link_count} links")
    took = time.monotonic() - started + 4
    report.check("cluster", "who knows no stations is passed over", [
        "it took too long" for _ in [0] if took > 20], f"{took:.1f} s after its start")
    listing.is_up = True
    dialled = len(listing.radio.server.connections)
    wait(lambda: live(members[reader]) == sorted(names), 60, "it does not serve what it finds late")
    report.check("cluster", "it serves what it finds late, and nothing is dialled for that", [
        "the server was dialled" for _ in [0]
        if len(listing.radio.server.connections) != dialled])
