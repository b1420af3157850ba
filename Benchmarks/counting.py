"""Counts the instructions of the hub's parts by callgrind, and compares them with the baseline.

Each part is run twice, the second time with twice as many passes: the difference is what that many
passes cost, without the program's start. Swift's hashing is made deterministic, so that the same
program counts the same.
"""

import json
import os
import platform
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
BUILT = ".build/release/Benchmarks"
# The same without its symbols: valgrind 3.19 gives up on those that Swift's linker writes.
PROGRAM = ".build/release/Benchmarks.stripped"
BASELINE = Path(__file__).with_name("baseline.json")
# A greater loss is told. It is a failure if failures are asked for.
TOLERANCE = 0.05
# Nothing of the caller's environment: its size moves the stack, and with it alignments.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1"}


def run(names, is_check, is_writing):
    """Counts the parts whose names begin so, and gives the exit code."""
    parts = chosen(names)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(pool.map(lambda part: (part[0], instructions(*part)), parts))
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    if is_writing:
        # Parts that were not chosen stay what they were.
        kept = baseline.get("instructions", {}) if names else {}
        written = {**surroundings(), "instructions": {**kept, **counts}}
        BASELINE.write_text(json.dumps(written, indent=2) + "\n")
        print(f"Wrote {BASELINE.relative_to(REPOSITORY)}.")
        return 0
    worse = compare(counts, baseline)
    return 1 if is_check and worse else 0


def chosen(names):
    """The parts whose names begin with one of these, each with its number of passes."""
    subprocess.run(["strip", "-o", PROGRAM, BUILT], cwd=REPOSITORY, check=True)
    listing = subprocess.run([PROGRAM], cwd=REPOSITORY, capture_output=True, text=True)
    if listing.returncode:
        sys.exit(listing.stderr)
    parts = [line.split("\t") for line in listing.stdout.splitlines()]
    found = [(name, int(passes)) for name, passes in parts
             if not names or name.startswith(tuple(names))]
    return found or sys.exit(f"There is no benchmark {' or '.join(names)}.")


def instructions(name, passes):
    """Returns the number of instructions that a pass takes."""
    return round((collected(name, 2 * passes) - collected(name, passes)) / passes)


def collected(name, passes):
    """Returns the number of instructions that the program takes for so many passes."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
               PROGRAM, name, str(passes)]
    run = subprocess.run(command, cwd=REPOSITORY, env=ENVIRONMENT, capture_output=True, text=True)
    count = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not count:
        sys.exit(f"{name}: {run.stderr}")
    return int(count[1])


def surroundings():
    """Returns the conditions that counts depend on, besides the sources."""
    swift = said("swift", "--version").splitlines()
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return {
        "toolchain": next((line for line in swift if "Swift version" in line), ""),
        "valgrind": said("valgrind", "--version").strip(),
        "libc": " ".join(platform.libc_ver()),
        "architecture": platform.machine(),
        "processor": processor[1] if processor else platform.machine(),
    }


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_comparable():
    """Returns true if counts from here are comparable with the baseline; otherwise says why.

    Another processor of the same kind is no hindrance: valgrind counts by its own, and libraries that
    choose their code by the processor differ by less than 1 %.
    """
    others = differences(json.loads(BASELINE.read_text()))
    if {what for what, _ in others} - {"processor"}:
        print(*(words for _, words in others), "Nothing is counted.", sep="\n")
        return False
    return True


def differences(baseline):
    """Returns the differences from the conditions of the baseline, each with a sentence."""
    return [(what, f"The baseline is of another {what}: {there}. Here it is {here}.")
            for what, here in surroundings().items()
            if (there := baseline.get(what)) not in (None, here)]


def compare(counts, baseline):
    """Prints what parts cost beside what they did cost; gives those that got worse."""
    for _, difference in differences(baseline):
        print(difference)
    before = baseline.get("instructions", {})
    print(f"{'instructions of a pass':<36}{'now':>14}{'baseline':>14}{'change':>9}")
    for name, now in counts.items():
        old = before.get(name)
        change = f"{old:>14,}{now / old - 1:>+9.1%}" if old else f"{'':>14}{'new':>9}"
        print(f"{name:<36}{now:>14,}{change}")
    worse = [name for name, now in counts.items() if now > before.get(name, now) * (1 + TOLERANCE)]
    print(f"\nWorse by more than {TOLERANCE:.0%}: {', '.join(worse) or 'nothing'}.")
    return worse
