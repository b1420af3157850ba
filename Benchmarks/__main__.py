"""Measures the hub: what its parts cost, and what all of it does beside a peer.

    python3 Benchmarks count                    instructions of all parts, compared
    python3 Benchmarks count feed/ view/line    of those alone
    python3 Benchmarks count --check            exit code 1 where something got worse
    python3 Benchmarks count --write            writes what later counts are compared with
    python3 Benchmarks comparable               exit code 1 where those are of another machine
    python3 Benchmarks journey                  functions that a publication passes, by coverage
    python3 Benchmarks peer                     the whole program beside a peer
    python3 Benchmarks curves                   costs against load, beside the peer, as images
    python3 Benchmarks curves --drawn           the images alone, of what was measured last
    python3 Benchmarks web                      its web server beside peers
    python3 Benchmarks cluster                  members of clusters beside a hub alone

By `make bench-count`, `make bench-check`, `make bench-baseline`, `make bench-peer`,
`make bench-curves`, `make bench-web`, `make bench-journey` and `make bench-cluster`, which build what
is measured.
"""

import argparse
import sys

import cluster
import counting
import curves
import end_to_end
import journey
import web


def main():
    parser = argparse.ArgumentParser(prog="python3 Benchmarks")
    commands = parser.add_subparsers(dest="command", required=True)
    count = commands.add_parser("count", help="count the instructions of the hub's parts")
    count.add_argument("--check", action="store_true", help="fail where something got worse")
    count.add_argument("--write", action="store_true", help="write what counts are compared with")
    count.add_argument("cases", nargs="*", metavar="CASE", help="the beginning of a name")
    commands.add_parser("comparable", help="tell whether counts made here can be compared")
    way = commands.add_parser("journey", help="count the functions that a pass executes")
    way.add_argument("case", nargs="?", default="publication/new title", metavar="CASE")
    commands.add_parser("peer", help="run the whole program beside a peer")
    drawn = commands.add_parser("curves", help="measure costs against load, and draw them")
    drawn.add_argument("--drawn", action="store_true", help="draw what was measured last")
    commands.add_parser("web", help="run the web server beside peers")
    many = commands.add_parser("cluster", help="run a cluster beside a hub alone")
    many.add_argument("--stations", type=int, default=cluster.Load.stations)
    many.add_argument("--upstreams", type=int, default=cluster.Load.upstreams,
                      help="how many servers the stations are on")
    many.add_argument("--rates", type=int, nargs="+", default=cluster.Load.rates,
                      help="changes a second of all stations together")
    many.add_argument("--replicas", type=int, nargs="*", default=[1, 3],
                      help="on how many NATS servers the state is, one cluster after another")
    many.add_argument("--members", type=int, nargs="+", default=[3],
                      help="how many members there are, three of which read stations, one cluster "
                      "after another")
    arguments = parser.parse_args()
    if arguments.command == "comparable":
        sys.exit(0 if counting.is_comparable() else 1)
    if arguments.command == "journey":
        sys.exit(journey.run(arguments.case))
    if arguments.command == "peer":
        sys.exit(end_to_end.run())
    if arguments.command == "curves":
        sys.exit(curves.run(is_measured_anew=not arguments.drawn))
    if arguments.command == "web":
        sys.exit(web.run())
    if arguments.command == "cluster":
        load = cluster.Load(arguments.stations, arguments.upstreams, tuple(arguments.rates))
        sys.exit(cluster.run(load, arguments.replicas, arguments.members))
    sys.exit(counting.run(arguments.cases, arguments.check, arguments.write))


if __name__ == "__main__":
    main()
