"""Runs all contract tests, several classes at a time, for most of them wait most of the time.

    python3 Tests/Contract                               all of them
    python3 Tests/Contract test_tls test_exec.ExecTests  those alone

Each file runs alone, too.
"""

import os
import sys
from pathlib import Path

import parts
import program

FOLDER = Path(__file__).resolve().parent
# So few that each of them is still answered at once where there are two cores.
PROCESSES = 3 * (os.cpu_count() or 1)
# What takes longest begins first, or all the others would wait for it in the end.
LONGEST = (
    "test_bad_input.ClientTests", "test_recording.RecordingTests", "test_readme.CommandTests",
    "test_stdout.StdoutTests", "test_examples.ExampleTests", "test_config.ConfigTests",
    "test_reload.ConnectionTests", "test_watch.TemplateTests", "test_reload.CertificateTests")

names = parts.chosen(__doc__, FOLDER)
if not program.PATH.exists():
    sys.exit(f"There is no program at {program.PATH}: `swift build`, or say NPHUB=PATH.")
os.environ["NPHUB"] = str(program.PATH)
sys.exit(parts.run("Contract", FOLDER, names, PROCESSES, LONGEST))
