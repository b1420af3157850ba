"""Prints nphub.yaml(5), made of the config's reference: config-manual.py docs/config.md"""

import re
import sys
from pathlib import Path

HEAD = """\
.TH NPHUB.YAML 5 "" nphub
.ad l
.nh
.SH NAME
nphub.yaml \\- the config of nphub(1)
.SH DESCRIPTION
"""
TAIL = """\
.SH FILES
.TP
.B /etc/nphub/stations.yaml
The config of the machine's hub.
.TP
.B ~/.config/nphub/stations.yaml
That of a user's.
.SH SEE ALSO
.BR nphub (1)
"""
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def plain(text):
    """A text as roff shows it."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return text.replace("^", "\\(ha").replace("~", "\\(ti")


def formatted(text):
    """Prose: code is bold, and links are their texts."""
    parts = LINK.sub(r"\1", text).split("`")
    words = [f"\\fB{plain(part)}\\fR" if place % 2 else plain(part)
             for place, part in enumerate(parts)]
    return "\\&" + "".join(words)


def cells(line):
    """The cells of a table's row."""
    return [cell.strip().replace("\\|", "|")
            for cell in re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))]


def row(line):
    """A key, and beneath it what it is."""
    name, *others = cells(line)
    words = [others[0]]
    if len(others) > 1:
        words += [others[1], others[2] and f"if left out: {others[2]}".replace(
            "if left out: required", "required")]
    return [".TP", formatted(name), formatted(" · ".join(word.rstrip(".") for word in words if word) + ".")]


def lines(page):
    """The page without its title, in the macros of man(7)."""
    is_code = False
    for line in re.sub(r"<!--.*?-->", "", page, flags=re.DOTALL).split("\n")[1:]:
        if line.startswith("```"):
            is_code = not is_code
            yield ".EX" if is_code else ".EE"
        elif is_code:
            yield "\\&" + plain(line)
        elif line.startswith("### "):
            yield f'.SS "{formatted(line[4:])}"'
        elif line.startswith("## "):
            yield f'.SH "{formatted(line[3:])}"'
        elif line.startswith("|"):
            if not line.startswith(("|---", "| key ", "| word ")) and "| what it means |" not in line:
                yield from row(line)
        elif line:
            yield from (".PP", formatted(line))


print(HEAD + "\n".join(lines(Path(sys.argv[1]).read_text())) + "\n" + TAIL, end="")
