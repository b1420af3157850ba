"""Looks for what readers stumble on in a page: by the rules of WCAG, and by the sizes of its boxes."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent
RULES = (FOLDER / "audit.js").read_text()
MEASURES = (FOLDER / "measures.js").read_text()


def rules(page):
    """The faults of a page against the rules that a program can check, of the whole page."""
    return page.run(RULES)


def measures(page, selector="main"):
    """Texts below 12 px, and boxes that are cut off or stick out, in a part of a page.

    On a page with a coarse pointer, which `phone` opens, also targets below 44 px.
    """
    return page.run(f"{MEASURES.rstrip()}({json.dumps(selector)})")
