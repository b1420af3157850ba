"""Draws curves as SVG images: `plot.py CURVES.json FOLDER`, one image for each."""

import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
# The same data give the same file, and texts stay texts.
matplotlib.rcParams.update({"svg.hashsalt": "nphub", "svg.fonttype": "none",
                            "axes.spines.top": False, "axes.spines.right": False})
from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: E402

COLOURS = {"nphub": "#c2410c", "peer": "#475569"}


def draw(curve, folder):
    figure, axes = pyplot.subplots(figsize=(6, 3.4), layout="constrained")
    for name, values in curve["lines"].items():
        # Less than can be measured has no place where each step is a factor.
        values = [value or None for value in values]
        axes.plot(curve["at"], values, marker="o", markersize=4, color=COLOURS[name], label=name)
    if max(curve["at"]) >= 100 * min(curve["at"]):
        axes.set_xscale("log")
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
        axis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(curve["across"])
    axes.set_ylabel(curve["up"])
    axes.grid(alpha=0.25)
    axes.legend(frameon=False)
    figure.savefig(folder / f"curve-{curve['name']}.svg", metadata={"Date": None})
    pyplot.close(figure)


if __name__ == "__main__":
    for each in json.loads(Path(sys.argv[1]).read_text()):
        draw(each, Path(sys.argv[2]))
