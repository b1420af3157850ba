"""Measures the hub: what its parts cost, and what all of it does beside a peer.

    python3 Benchmarks count                    instructions of all parts, compared
    python3 Benchmarks count feed/ view/line    of those alone
    python3 Benchmarks count --check            exit code 1 where something got worse
    python3 Benchmarks count --write            writes what later counts are compared with
    python3 Benchmarks peer                     the whole program beside a peer
    python3 Benchmarks web                      its web server beside peers

By `make bench-count`, `make bench-check`, `make bench-baseline`, `make bench-peer` and
`make bench-web`, which build what is measured.
"""

import argparse
import sys

import counting
import end_to_end
import web


def main():
    parser = argparse.ArgumentParser(prog="python3 Benchmarks")
    commands = parser.add_subparsers(dest="command", required=True)
    count = commands.add_parser("count", help="count the instructions of the hub's parts")
    count.add_argument("--check", action="store_true", help="fail where something got worse")
    count.add_argument("--write", action="store_true", help="write what counts are compared with")
    count.add_argument("cases", nargs="*", metavar="CASE", help="the beginning of a name")
    commands.add_parser("peer", help="run the whole program beside a peer")
    commands.add_parser("web", help="run the web server beside peers")
    arguments = parser.parse_args()
    if arguments.command == "peer":
        sys.exit(end_to_end.run())
    if arguments.command == "web":
        sys.exit(web.run())
    sys.exit(counting.run(arguments.cases, arguments.check, arguments.write))


if __name__ == "__main__":
    main()
