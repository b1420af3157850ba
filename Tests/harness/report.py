"""The lines that are printed, and the count of them."""


class Report:
    """The checks that have passed, and those that have failed."""

    def __init__(self, name):
        self._name = name
        self.passed = 0
        self.failed = []
        self.skipped = []

    def heading(self, text):
        """Begins a group of checks."""
        print(f"\n{text}", flush=True)

    def note(self, text):
        """Tells something that is not a check."""
        print(f"        {text}", flush=True)

    def check(self, station, name, faults, told=""):
        """Tells of a check, which has passed when it has no faults."""
        outcome = "FAILED" if faults else "passed"
        if faults:
            self.failed.append(f"{station}: {name}")
        else:
            self.passed += 1
        print(f"{outcome}  {station:26} {name:26}  {told}".rstrip(), flush=True)
        for fault in faults:
            print(f"            {fault}", flush=True)

    def skip(self, name, reason):
        """Tells of a server that is not there."""
        self.skipped.append(name)
        print(f"\nskipped: {name}: {reason}", flush=True)

    def summary(self):
        """The last line, with what has failed."""
        skipped = f", skipped: {', '.join(self.skipped)}" if self.skipped else ""
        return "\n".join([
            f"\n{self._name}: {self.passed} passed, {len(self.failed)} failed{skipped}",
            *(f"    {name}" for name in self.failed)])
