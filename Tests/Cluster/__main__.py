"""Runs clusters of hubs on a real store, and compares what clients see with what stations say.

    python3 Tests/Cluster                  every scenario, with few repetitions
    python3 Tests/Cluster kill store       those alone
    python3 Tests/Cluster --times 50 kill  with that many repetitions

A line tells of each check, and the last ones count them. It ends with the first fault, and keeps
the folder with the logs of members and servers, and what clients saw and stations said. The exit
code is 0 when all checks have passed.
"""

import argparse
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

import members  # noqa: F401, which knows where the modules of other tests are
import discovery
import leaf
import rejecting
import renewing
import replicas
import scenarios
import secure
import split
import versions
from cluster import Cluster
from report import Report
from store import Store

# Those that make clusters of their own.
OWN = {"late-store": scenarios.late_store, "busy": scenarios.busy,
       "discover": discovery.discover, "replicas": replicas.replicas,
       "minority": replicas.minority, "secure": secure.secure,
       "rejecting": rejecting.rejecting, "fleets": rejecting.fleets,
       "renewing": renewing.renewing, "versions": versions.versions,
       "split": split.split, "leaf": leaf.leaf}
NAMES = (*scenarios.SCENARIOS, *OWN)


class Failed(Exception):
    """A check has failed, which was told."""


def main():
    parser = argparse.ArgumentParser(prog="python3 Tests/Cluster")
    parser.add_argument("--times", type=int, default=2, help="how often a fault is repeated")
    parser.add_argument("--stations", type=int, default=24, help="how many stations there are")
    parser.add_argument("--every", type=float, default=3.0,
                        help="how often each of them begins another title, in seconds")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(NAMES))
    arguments = parser.parse_args()
    if unknown := set(arguments.scenarios) - set(NAMES):
        parser.error(f"there is no scenario {unknown.pop()}: it is one of {', '.join(NAMES)}")
    if missing := Store.missing():
        sys.exit(f"There is no {', '.join(missing)}: make setup-cluster")
    report = Report("Cluster")
    folder = Path(tempfile.mkdtemp(prefix="nphub-cluster-"))
    try:
        run(arguments, folder, report)
    except Failed:
        pass
    except (AssertionError, OSError) as error:
        report.check("cluster", "to the end", str(error).splitlines())
    finally:
        print(report.summary())
        if report.failed or not report.passed:
            sys.exit(f"What the members logged, and what clients saw: {folder}")
        shutil.rmtree(folder)


def run(arguments, folder, report):
    """Runs the scenarios that were asked for, until one fails."""
    def new(name, part="", stations=arguments.stations, every=arguments.every, **settings):
        place = folder / name / part
        place.mkdir(parents=True)
        return Cluster(place, stations, every=every, **settings)

    chosen = arguments.scenarios or NAMES
    if shared := [name for name in scenarios.SCENARIOS if name in chosen]:
        with new("members") as cluster:
            on_one_cluster(cluster, shared, arguments.times, report)
    for name in [name for name in OWN if name in chosen]:
        report.heading(name)
        OWN[name](partial(new, name), report, arguments.times)
        stop_if_failed(report)


def on_one_cluster(cluster, chosen, times, report):
    """Runs scenarios one after the other on the same three members."""
    cluster.store.start()
    if chosen[0] != "rest":
        cluster.start()
        cluster.settle()
    for name in chosen:
        report.heading(name)
        scenarios.SCENARIOS[name](cluster, report, times)
        stop_if_failed(report)


def stop_if_failed(report):
    """Ends the run with the first check that has failed."""
    if report.failed:
        raise Failed


if __name__ == "__main__":
    main()
