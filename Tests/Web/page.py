"""The page of a test, in any browser that can run a script in it; and what all browsers have."""

import json
import os
import shutil
import signal
import time
from pathlib import Path

# The deadline for a page to become what a test waits for.
WAIT_LIMIT = 60


class BrowserError(Exception):
    """A request that the browser refused, or an exception of a script."""


def installed(names):
    """Returns the path of the first of some programs that there is; None if there is none."""
    return next(filter(None, map(shutil.which, names)), None)


def end_group(process):
    """Ends a browser and all of its processes, which are a group of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


class SeenPage:
    """A page, as its user and its scripts see it: `run`, `picture` and `close` are its browser's."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def wait(self, expression, within=WAIT_LIMIT):
        """Looks again and again until an expression is true; gives its value."""
        deadline = time.monotonic() + within
        while True:
            try:
                value = self.run(expression)
            except BrowserError as error:
                # The page is just being left, or what is looked at is not there yet.
                value = None
                if time.monotonic() > deadline:
                    raise AssertionError(f"{expression}: {error}") from error
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"did not come true within {within} s: {expression}")
            time.sleep(0.05)

    def text(self, selector):
        """The text of an element, as it is seen; None if there is none."""
        return self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")

    def click(self, selector):
        """Clicks on an element."""
        self.wait(f"document.querySelector({json.dumps(selector)})?.checkVisibility()")
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def screenshot(self, path, full=False):
        """Takes a picture of what is seen, or of the whole page."""
        Path(path).write_bytes(self.picture(full))
