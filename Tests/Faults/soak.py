"""Runs the program under a mixed load for hours, and fails when something grows.

    python3 Tests/Faults/soak.py --hours 1 --csv FILE --chart FILE

Samples memory, heap, descriptors, threads and the time that an answer takes. After a time to warm
up, a straight line is laid through the means of equal parts of the rest; their number, and not that
of the samples, which depend on each other, makes the confidence interval. A slope fails that is
beyond its limit, and surely positive.
"""

import argparse
import csv
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import load

# The limits of growth in an hour, with their units. Timelines are no leak: for each station they
# hold the plays of 5 hours.
LIMITS = {
    "memory": (2.0, "MiB"), "heap": (2.0, "MiB"), "descriptors": (1.0, ""), "threads": (0.2, ""),
    "answer": (0.5, "ms"),
}
PARTS = 20
# Student's t for 95 % on both sides, with as many degrees of freedom as parts but two.
STUDENT = 2.101
# For warming up, while caches, pools and the allocator fill: a quarter of the time, and of a short
# run as much of so many seconds as leaves half of it.
WARM_UP, WARM_UP_MIN = 0.25, 900


class Sample:
    """The hub's use of resources at a moment."""

    FIELDS = ("seconds", *LIMITS, "longest", "clients", "drops", "reloads")

    def __init__(self, began, hub, probe, work):
        self.seconds = time.monotonic() - began
        self.memory, self.heap = hub.memory, hub.heap
        self.descriptors, self.threads = hub.descriptors, hub.threads
        took = [_answer(probe) for _ in range(20)]
        self.answer, self.longest = statistics.median(took), max(took)
        self.clients, self.drops, self.reloads = work.clients, work.drops, work.reloads

    @property
    def row(self):
        return [f"{getattr(self, name):.2f}" for name in self.FIELDS]


def _answer(probe):
    """Returns the milliseconds that an answer takes."""
    began = time.perf_counter()
    probe.call("hello")
    return (time.perf_counter() - began) * 1000


class Slope:
    """The change of a value in an hour, and its margin of error."""

    def __init__(self, samples, name):
        parts = _parts(samples)
        hours = [statistics.fmean(each.seconds for each in part) / 3600 for part in parts]
        means = [statistics.fmean(getattr(each, name) for each in part) for part in parts]
        self.value, intercept = statistics.linear_regression(hours, means)
        rest = sum((mean - intercept - self.value * hour) ** 2
                   for hour, mean in zip(hours, means))
        spread = sum((hour - statistics.fmean(hours)) ** 2 for hour in hours)
        self.margin = STUDENT * (rest / (PARTS - 2) / spread) ** 0.5
        self.limit, self.unit = LIMITS[name]
        self.name = name
        self.first, self.last = means[0], means[-1]

    @property
    def grows(self):
        return self.value > self.limit and self.value - self.margin > 0

    def __str__(self):
        return (f"{self.name:12} {self.first:9.2f} → {self.last:9.2f} {self.unit:3}  "
                f"{self.value:+8.2f} ± {self.margin:6.2f} an hour, limit {self.limit}"
                f"{'  GROWS' if self.grows else ''}")


def _parts(samples):
    """The samples after the warm-up, in equal parts."""
    share = max(WARM_UP, min(0.5, WARM_UP_MIN / samples[-1].seconds))
    rest = samples[int(len(samples) * share):]
    return [rest[len(rest) * part // PARTS:len(rest) * (part + 1) // PARTS]
            for part in range(PARTS)]


def soak(arguments, folder, note):
    """Runs the load; gives the samples, and what went wrong."""
    work, hub = load.start(folder, *(["--stdout", "nowPlaying"] if arguments.stdout else []))
    samples = []
    with hub:
        work.begin(hub)
        began = time.monotonic()
        deadline = began + arguments.hours * 3600
        interval = max(arguments.hours * 3600 / 360, 0.5)
        with hub.connect(60) as probe:
            while (now := time.monotonic()) < deadline:
                if now - began > (work.reloads + 1) * arguments.reload:
                    work.reload()
                samples.append(Sample(began, hub, probe, work))
                note(samples[-1])
                time.sleep(interval)
                if not hub.is_alive:
                    return samples, [f"the hub ended: {hub.errors[-2_000:]}"]
        work.end()
        code, took = hub.stop(60)
        print(f"{work.clients} clients, {work.drops} drops, {work.reloads} reloads; "
              f"ended with {code} after {took:.1f} s")
        return samples, [*work.failures, *([f"exit code {code}"] if code else [])]


def chart(samples):
    """The samples as lines over time, in an SVG."""
    height, width = 110, 900
    rows = []
    for place, name in enumerate(LIMITS):
        values = [getattr(sample, name) for sample in samples]
        low, high = min(values), max(values)
        points = " ".join(
            f"{60 + (width - 80) * sample.seconds / samples[-1].seconds:.1f},"
            f"{place * height + 95 - 70 * (value - low) / ((high - low) or 1):.1f}"
            for sample, value in zip(samples, values))
        rows.append(
            f'<text x="60" y="{place * height + 17}">{name}: {low:.1f} to {high:.1f} '
            f'{LIMITS[name][1]}</text><polyline points="{points}" fill="none" stroke="#26c"/>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} '
            f'{height * len(LIMITS)}" font-family="sans-serif" font-size="13">'
            f'<rect width="100%" height="100%" fill="#fff"/>{"".join(rows)}</svg>\n')


def main():
    parser = argparse.ArgumentParser(prog="python3 Tests/Faults/soak.py")
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--reload", type=float, default=60, help="seconds between reloads")
    parser.add_argument("--stdout", action="store_true", help="records also go to stdout")
    parser.add_argument("--csv", type=Path, default="soak.csv")
    parser.add_argument("--chart", type=Path)
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="nphub-soak-"))
    try:
        with open(arguments.csv, "w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(Sample.FIELDS)

            def note(sample):
                rows.writerow(sample.row)
                file.flush()

            samples, failures = soak(arguments, folder, note)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    judge(arguments, samples, failures)


def judge(arguments, samples, failures):
    """Prints the slopes; the exit code is 1 when something grows or went wrong."""
    if arguments.chart:
        arguments.chart.write_text(chart(samples))
    print(f"{len(samples)} samples in {samples[-1].seconds / 3600:.2f} hours, in "
          f"{arguments.csv}; the longest answer took {max(each.longest for each in samples):.0f} ms")
    slopes = [Slope(samples, name) for name in LIMITS] if len(samples) > 3 * PARTS else []
    for line in slopes or ["too few samples for slopes"]:
        print(line)
    for failure in failures[:20]:
        print(failure)
    sys.exit(1 if failures or any(slope.grows for slope in slopes) else 0)


if __name__ == "__main__":
    main()
