"""Looks for what readers stumble on in a page: by the rules of WCAG, and by the sizes of its boxes."""

import base64
import json
import time
from pathlib import Path

FOLDER = Path(__file__).parent
RULES = (FOLDER / "audit.js").read_text()
MEASURES = (FOLDER / "measures.js").read_text()
CONTRAST = (FOLDER / "contrast.js").read_text()
# Collects the shifts of the page's layout into `shifts`; runs before the page's own scripts.
SHIFTS = """
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // Lists of plays grow by a row; a second line below a title goes where the title ends.
      const nodes = sources.map(({ node }) => node?.parentElement && node)
        .filter((node) => node && !node.closest('.columns, .groups, .hero-detail, .now-artist'));
      if (nodes.length) shifts.push(`${value.toFixed(4)} ${nodes.map(({ className }) => className).join()}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
"""


def rules(page):
    """The faults of a page against the rules that a program can check, of the whole page."""
    return page.run(RULES)


def measures(page, selector="main"):
    """Texts below 12 px, and boxes that are cut off or stick out, in a part of a page.

    On a page with a coarse pointer, which `phone` opens, also targets below 44 px.
    """
    return page.run(f"{MEASURES.rstrip()}({json.dumps(selector)})")


def contrast(page):
    """The texts with too little contrast to what lies behind them; it hides the texts for good."""
    page.run(CONTRAST + "; contrast.hide()")
    time.sleep(0.2)
    return page.run(f"contrast.measure('{base64.b64encode(page.picture()).decode()}')")
