"""Runs clusters of hubs on a real store, and compares what clients see with what stations say.

    python3 Tests/Cluster                  every scenario, with few repetitions
    python3 Tests/Cluster kill store       those alone
    python3 Tests/Cluster --times 50 kill  with that many repetitions

A line tells of each check, and the last ones count them. The exit code is 0 when all have passed.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import members  # noqa: F401, which knows where the modules of other tests are
import discovery
import scenarios
from cluster import Cluster
from report import Report
from store import Store

# Each of these has a cluster of its own.
ALONE = {"late-store": scenarios.late_store, "discover": discovery.discover}
NAMES = (*scenarios.SCENARIOS, *ALONE)


def main():
    parser = argparse.ArgumentParser(prog="python3 Tests/Cluster")
    parser.add_argument("--times", type=int, default=2, help="how often a fault is repeated")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(NAMES))
    arguments = parser.parse_args()
    if unknown := set(arguments.scenarios) - set(NAMES):
        parser.error(f"there is no scenario {unknown.pop()}: it is one of {', '.join(NAMES)}")
    if missing := Store.missing():
        sys.exit(f"There is no {', '.join(missing)}: make setup-cluster")
    report = Report("Cluster")
    chosen = arguments.scenarios or NAMES
    with tempfile.TemporaryDirectory(prefix="nphub-cluster-") as folder:
        on_one_cluster(Path(folder), chosen, arguments.times, report)
    for name, scenario in ALONE.items():
        if name in chosen:
            with tempfile.TemporaryDirectory(prefix="nphub-cluster-") as folder:
                attempt(report, name, scenario, Path(folder), report)
    print(report.summary())
    sys.exit(1 if report.failed or not report.passed else 0)


def on_one_cluster(folder, chosen, times, report):
    """Runs scenarios one after the other on the same three members."""
    chosen = [name for name in scenarios.SCENARIOS if name in chosen]
    if not chosen:
        return
    with Cluster(folder, scenarios.STATIONS) as cluster:
        cluster.store.start()
        if chosen[0] != "rest":
            cluster.start()
            cluster.settle()
        for name in chosen:
            report.heading(name)
            attempt(report, name, scenarios.SCENARIOS[name], cluster, report, times)


def attempt(report, name, scenario, *arguments):
    """Runs a scenario; what ends it early is a failure of its own."""
    try:
        scenario(*arguments)
    except (AssertionError, OSError) as error:
        report.check("cluster", f"{name} to the end", [str(error)])


if __name__ == "__main__":
    main()
