"""The program against a real Icecast: `make test-streams`."""

import sys
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / name) for name in ("harness", "Streams")]
import test_icecast  # noqa: E402

suite = unittest.defaultTestLoader.loadTestsFromModule(test_icecast)
sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
