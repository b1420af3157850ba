"""Measures what the hub costs against how much it has to do, beside the peer, and draws it.

Points of hub and peer are runs of their own that follow each other, so that both have the same machine.
That a program starts is not in what is measured of its processor.
"""

import json
import resource
import statistics
import subprocess
import time
from pathlib import Path

from end_to_end import (BUILT, PYTHON, REPOSITORY, TOOLS, WARMING, Hub, Peer, Stage, processor_time,
                        require)

STATIONS = (10, 100, 1_000, 5_000, 20_000)
SUBSCRIBERS = (1, 10, 100, 1_000, 5_000)
# Each station has a title so often, in seconds.
EVERY = 15
# The load of subscribers: the number of stations, and of titles a second in all.
HEARD = 10
# Titles a second of the one station that knows more and more, its titles, and the number of runs.
TITLES, KNOWN, RUNS = 100, 300, 5
# So many titles are one point of that curve.
WINDOW = 25
FOLDER = REPOSITORY / "docs/images"
MEASURED = Path(__file__).with_name("curves.json")


def run(is_measured_anew):
    """All curves: measured, kept in `curves.json`, and drawn as images of the docs."""
    require(*BUILT)
    if is_measured_anew:
        # Thousands of connections: the programs that are started inherit this.
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        curves = [*against_titles(), *against_subscribers(), *against_stations()]
        MEASURED.write_text(json.dumps(curves, indent=1) + "\n")
    subprocess.run([PYTHON, TOOLS / "plot.py", MEASURED, FOLDER], check=True)
    for curve in json.loads(MEASURED.read_text()):
        for name, values in curve["lines"].items():
            points = ", ".join(f"{x:,}: {y:,g}" for x, y in zip(curve["at"], values))
            print(f"{curve['name']}, {name}: {points}")
    return 0


def curve(name, across, up, at, lines):
    return {"name": name, "across": across, "up": up, "at": list(at), "lines": lines}


def against_stations():
    """Processor and memory, where each station has a title every 15 s."""
    busy, memory = measured(dict(rate=count / EVERY, stations=count) for count in STATIONS)
    title = f"a title every {EVERY} s each"
    yield curve("processor-stations", f"stations, {title}", "% of a processor", STATIONS, busy)
    yield curve("memory-stations", f"stations, {title}", "MiB", STATIONS, memory)


def against_subscribers():
    busy, _ = measured(dict(rate=HEARD, stations=HEARD, subscribers=count)
                       for count in SUBSCRIBERS)
    yield curve("processor-subscribers", f"subscribers to {HEARD} titles a second",
                "% of a processor", SUBSCRIBERS, busy)


def measured(loads):
    """Percent of a processor and MiB of both under each load, in their order."""
    busy, memory = {}, {}
    for load in loads:
        for contestant in (Hub, Peer):
            with Stage(contestant, **load) as stage:
                # All stations have been told of by then.
                result = stage.measure(warming=WARMING + load["stations"] / 1_000)
            busy.setdefault(contestant.name, []).append(round(100 * result["busy"], 2))
            memory.setdefault(contestant.name, []).append(round(result["memory"], 1))
    return busy, memory


def against_titles():
    """Measures the cost of a title that comes after others of the same station."""
    at = range(WINDOW, KNOWN + 1, WINDOW)
    runs = {contestant.name: [] for contestant in (Hub, Peer)}
    for _ in range(RUNS):
        for contestant in (Hub, Peer):
            runs[contestant.name].append(costs(contestant, len(at)))
    lines = {name: [round(statistics.median(point), 1) for point in zip(*each)]
             for name, each in runs.items()}
    yield curve("title-titles", "titles of the station before", "µs of processor for a title",
                at, lines)


def costs(contestant, count):
    """Microseconds that each title of a window took, window by window."""
    with Stage(contestant, rate=TITLES) as stage:
        stage.listen()
        times = [processor_time(stage.hub.pid)]
        began = time.monotonic()
        for number in range(1, count + 1):
            time.sleep(max(0, began + number * WINDOW / TITLES - time.monotonic()))
            times.append(processor_time(stage.hub.pid))
    return [(after - before) * 1e6 / WINDOW for before, after in zip(times, times[1:])]
