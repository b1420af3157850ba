"""Measures what a designer looks at: boxes, targets, sizes of texts, contrast, shifts."""

import base64
import json
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
BOXES = (FOLDER / "design.js").read_text()
CONTRAST = (FOLDER / "contrast.js").read_text()
# Collects the shifts of the page's layout into `shifts`; runs before the page's own scripts.
SHIFTS = """
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // What was played grows by a row; a second line below a title goes where the title ends.
      const nodes = sources.map(({ node }) => node?.parentElement && node)
        .filter((node) => node && !node.closest('.columns, .groups, .hero-detail'));
      if (nodes.length) shifts.push(`${value.toFixed(4)} ${nodes.map(({ className }) => className).join()}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
"""
# What a finger hits.
FINGER = 44


def boxes(page, **measures):
    """The faults of boxes, texts and targets: a list of sentences."""
    return page.run(BOXES.replace("MEASURES", json.dumps(measures)))


def contrast(page):
    """The texts with too little contrast to what lies behind them; it hides the texts for good."""
    page.run(CONTRAST + "; contrast.hide()")
    time.sleep(0.2)
    return page.run(f"contrast.measure('{base64.b64encode(page.picture()).decode()}')")
