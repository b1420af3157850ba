"""Runs all contract tests, several classes at a time, for most of them wait most of the time.

    python3 Tests/Contract                               all of them
    python3 Tests/Contract test_tls test_exec.ExecTests  those alone

Each file runs alone, too.
"""

import os
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import program

FOLDER = Path(__file__).resolve().parent
# So few that each of them is still answered at once where there are two cores.
PROCESSES = 3 * (os.cpu_count() or 1)
# What takes longest begins first, or all the others would wait for it in the end.
LONGEST = (
    "test_bad_input.ClientTests", "test_recording.RecordingTests", "test_readme.CommandTests",
    "test_stdout.StdoutTests", "test_examples.ExampleTests", "test_config.ConfigTests",
    "test_reload.ConnectionTests", "test_watch.TemplateTests", "test_reload.CertificateTests")


class Part:
    """The tests of one class, run by a process of their own, and what became of them."""

    def __init__(self, name, count):
        self.name = name
        self.count = count

    def run(self):
        """Runs them to their end."""
        started = time.monotonic()
        process = subprocess.run(
            [sys.executable, "-m", "unittest", "--verbose", self.name], cwd=FOLDER,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", check=False)
        self.passed = process.returncode == 0
        self.output = process.stdout.strip()
        self.seconds = time.monotonic() - started
        return self

    def __str__(self):
        outcome = "passed" if self.passed else "FAILED"
        tests = "1 test" if self.count == 1 else f"{self.count} tests"
        # Skipped tests are among them: how many, unittest says in its last line.
        skipped = self.output.rpartition("\n")[2].removeprefix("OK").strip()
        return " ".join([f"{self.name:34}", outcome, tests, f"in {self.seconds:.0f} s",
                         *([skipped] if self.passed and skipped else [])])


def parts(suite):
    """The classes that a suite is made of, those that take longest first."""
    counts = {}

    def count(item):
        if isinstance(item, unittest.TestSuite):
            for part in item:
                count(part)
        else:
            name = f"{type(item).__module__}.{type(item).__qualname__}"
            # What cannot be imported became a test that fails and says why.
            name = item.id().rpartition(".")[2] if "_FailedTest" in name else name
            counts[name] = counts.get(name, 0) + 1

    count(suite)
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    names = sorted(counts, key=lambda name: ranks.get(name, len(ranks)))
    return [Part(name, counts[name]) for name in names]


def main():
    if not program.PATH.exists():
        sys.exit(f"There is no program at {program.PATH}: `swift build`, or say NPHUB=PATH.")
    loader = unittest.defaultTestLoader
    names = sys.argv[1:]
    suite = loader.loadTestsFromNames(names) if names else loader.discover(str(FOLDER))
    os.environ["NPHUB"] = str(program.PATH)
    failed = []
    count = 0
    with ThreadPoolExecutor(PROCESSES) as pool:
        for future in as_completed([pool.submit(part.run) for part in parts(suite)]):
            part = future.result()
            print(part, flush=True)
            count += part.count
            if not part.passed:
                failed.append(part)
    for part in failed:
        print(f"\n{part}:\n{part.output}")
    print(f"Contract: {count} tests, {len(failed)} of their classes failed"
          + "".join(f"\n    {part.name}" for part in failed))
    sys.exit(1 if failed else 0)


main()
