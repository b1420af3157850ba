"""A member behind a leaf node of NATS, as docs/cluster.md sets one up: a server on the member's own
machine that keeps nothing, and has one connection to the others."""

import time

from members import wait
from processes import free_port
from relay import Relay
from rejecting import PATIENCE, REST, lies
from scenarios import judge, taken_over
from store import Store

# The time for which the connection between the servers carries nothing.
LENGTH = 10.0


def leaf(new, report, _):
    """Two members at the servers themselves, and one behind a leaf node, which loses them."""
    port = free_port()
    with new(names=("a", "b"), store=lambda folder: above(folder, port)) as cluster:
        wire = Relay(("127.0.0.1", port))
        edge = Store(cluster.folder, "edge")
        edge.configure('default_js_domain: { "$G": radio }\nleafnodes { remotes: '
                       f"[{{ url: nats://127.0.0.1:{wire.port} }}] }}", jetstream=False)
        cluster.store.start()
        edge.start()
        try:
            cluster.add("c", nats=edge.addresses)
            cluster.start()
            judge(cluster, report, "a member joins through a leaf node")
            lose(cluster, report, wire)
        finally:
            edge.end()


def above(folder, port):
    """The server that keeps the state, with a port for leaf nodes that it does not advertise."""
    store = Store(folder)
    store.configure(f"leafnodes {{ listen: 127.0.0.1:{port}, no_advertise: true }}",
                    domain="radio")
    return store


def lose(cluster, report, wire):
    """The wire above the leaf node carries nothing: the member goes on alone, and comes back."""
    orphans = [name for name, owner in cluster.rest().items() if owner == "c"]
    cut = time.monotonic()
    wire.hold()
    wait(lambda: state(cluster) == "alone", PATIENCE[1] + REST, "c does not go on alone")
    took = taken_over(cluster, "c", orphans, cut)
    faults = [] if orphans else ["c owned nothing"]
    while time.monotonic() - cut < LENGTH:
        faults += lies(cluster, PATIENCE[1])
        time.sleep(0.5)
    report.check("cluster", "a leaf node is cut off", faults[:5],
                 f"{len(orphans)} stations are read by others after {took:.1f} s")
    wire.mend()
    wait(lambda: state(cluster) == "joined", 60, "c does not come back")
    judge(cluster, report, "it is back")


def state(cluster):
    """The state of the member behind the leaf node."""
    return (cluster.members["c"].ask("status") or {}).get("cluster", {}).get("state")
