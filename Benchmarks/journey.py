"""Counts the functions that one pass of a benchmark executes, by coverage.

A debug build inlines nothing. What a pass executes is what twice as many passes execute more often.
"""

import collections
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
PROGRAM = REPOSITORY / ".build-journey/debug/Benchmarks"
SOURCES = f"{REPOSITORY}/Sources/"
TOOLS = Path(os.path.realpath(shutil.which("swift"))).parent
PASSES = 10


def run(case):
    """Prints how many functions, calls and files of each target a pass of a benchmark takes."""
    before, after = executions(case, PASSES), executions(case, 2 * PASSES)
    calls = {place: (count - before.get(place, 0)) / PASSES for place, count in after.items()
             if place[1].startswith(SOURCES) and count - before.get(place, 0) >= PASSES}
    kinds = dict(zip(calls, map(kind, demangled(name for name, _ in calls))))
    rows = collections.defaultdict(lambda: {"function": 0, "accessor": 0, "closure": 0,
                                            "calls": 0, "files": set()})
    for (name, file), count in calls.items():
        for target in (file.removeprefix(SOURCES).split("/")[0], "all"):
            rows[target][kinds[name, file]] += 1
            rows[target]["calls"] += count
            rows[target]["files"].add(file)
    print(f"{case}: a pass executes")
    print(f"{'target':<16}{'functions':>10}{'accessors':>10}{'closures':>10}{'calls':>8}{'files':>7}")
    for target, row in sorted(rows.items(), key=lambda item: item[1]["calls"]):
        print(f"{target:<16}{row['function']:>10}{row['accessor']:>10}{row['closure']:>10}"
              f"{round(row['calls']):>8}{len(row['files']):>7}")
    return 0


def executions(case, passes):
    """Returns the executions of each function in so many passes, by its name and its file."""
    with tempfile.TemporaryDirectory() as folder:
        raw, profile = f"{folder}/raw", f"{folder}/profile"
        said([PROGRAM, case, str(passes)],
             env={**os.environ, "LLVM_PROFILE_FILE": raw, "SWIFT_DETERMINISTIC_HASHING": "1"})
        said([TOOLS / "llvm-profdata", "merge", "-o", profile, raw])
        export = said([TOOLS / "llvm-cov", "export", PROGRAM, f"-instr-profile={profile}"])
    functions = json.loads(export)["data"][0]["functions"]
    return {(item["name"], item["filenames"][0]): item["count"] for item in functions}


def demangled(names):
    """The names as Swift has them. Private ones have their file before them."""
    text = "\n".join(name.rpartition(":")[2] for name in names)
    return said([TOOLS / "swift", "demangle", "--simplified"], text=text).splitlines()


def kind(name):
    """Returns the kind of a function."""
    if "closure #" in name:
        return "closure"
    return "accessor" if re.search(r"\.(getter|setter|modify|read)\b", name) else "function"


def said(command, text=None, env=None):
    return subprocess.run(command, input=text, env=env, cwd=REPOSITORY, check=True, text=True,
                          stdout=subprocess.PIPE).stdout
