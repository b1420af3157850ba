"""Runs the classes of a suite in processes of their own, several at a time."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path


class Part:
    """The tests of one class, run by a process of their own, and what became of them."""

    def __init__(self, name, count, folder):
        self.name = name
        self.count = count
        self._folder = folder

    def run(self, scratch):
        """Runs them to their end; what they write into temporary folders goes below `scratch`."""
        started = time.monotonic()
        process = subprocess.run(
            [sys.executable, "-m", "unittest", "--verbose", self.name], cwd=self._folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", check=False, env={
                **os.environ, "TMPDIR": scratch, "PYTHONPATH": str(Path(__file__).parent)})
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


def divide(suite, folder, longest):
    """The classes that a suite is made of, those that take longest first."""
    counts = {}

    def count(item):
        if isinstance(item, unittest.TestSuite):
            for part in item:
                count(part)
        else:
            name = f"{type(item).__module__}.{type(item).__qualname__}"
            # A module that cannot be imported became a test that fails and says why.
            name = item.id().rpartition(".")[2] if "_FailedTest" in name else name
            counts[name] = counts.get(name, 0) + 1

    count(suite)
    ranks = {name: rank for rank, name in enumerate(longest)}
    names = sorted(counts, key=lambda name: ranks.get(name, len(ranks)))
    return [Part(name, counts[name], folder) for name in names]


@contextlib.contextmanager
def scratch_folder():
    """A folder for temporary files, removed with what tests that were killed have left in it."""
    with tempfile.TemporaryDirectory(prefix="nphub-tests-", ignore_cleanup_errors=True) as folder:
        # Some tests run the program as another user.
        os.chmod(folder, 0o755)
        yield folder


def chosen(text, folder):
    """The tests that the command line names; ends the program after `--help` or a wrong name."""
    names = sys.argv[1:]
    if "-h" in names or "--help" in names:
        print(text.strip())
        sys.exit()
    known = sorted(path.stem for path in folder.glob("test_*.py"))
    for name in names:
        if name.partition(".")[0] not in known:
            sys.exit(f"There is no test module {name}: it is one of {', '.join(known)}")
    return names


def run(title, folder, names, processes, longest=()):
    """Runs the tests of a folder, or those that are named; gives the exit code."""
    loader = unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(names) if names else loader.discover(str(folder))
    failed = []
    count = 0
    with scratch_folder() as scratch, ThreadPoolExecutor(processes) as pool:
        whole = divide(suite, folder, longest)
        for future in as_completed([pool.submit(part.run, scratch) for part in whole]):
            part = future.result()
            print(part, flush=True)
            count += part.count
            if not part.passed:
                failed.append(part)
    for part in failed:
        print(f"\n{part}:\n{part.output}")
    print(f"{title}: {count} tests, {len(failed)} of their classes failed"
          + "".join(f"\n    {part.name}" for part in failed))
    return 0 if count and not failed else 1
