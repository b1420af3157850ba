"""Writes a copy of Swift's ICU library with less data: trim-icu.py LIBRARY COPY

Foundation, which GRDB imports, brings ICU, and ICU brings 34 MB of data: months, currencies and
sort orders of 700 locales, character sets of mainframes. The program formats and sorts nothing by
locale. The copy has the root locale and English, time zones and the rules of Unicode, as ICU has
them in every program; what is asked in another locale is answered as in the root locale.

The data is one object of the library, in ICU's common format: a header, a table of contents whose
entries are sorted by name, the names, and the items, each at a multiple of 16.
"""

import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

OBJECT = "icu_packaged_data.cpp.o"
ASSEMBLY = """\
    .section .rodata
    .balign 16
    .globl {symbol}
    .type {symbol}, @object
{symbol}:
    .incbin "data"
    .size {symbol}, . - {symbol}
    .section .note.GNU-stack, "", @progbits
"""
# Character sets, dictionaries of Asian words, names of characters, look-alikes; transliterations
# and spelt-out numbers; the finer styles of breaking lines.
DROPPED = re.compile(r".*\.(cnv|dict)|unames\.icu|confusables\.cfu|(translit|rbnf)/.*|"
                     r"brkitr/.*(_cj|_loose|_normal|_phrase).*")
LOCALE = re.compile(r"(?:\w+/)?([a-z]{2,3})(?:_\w+)?\.res")


def is_kept(name):
    """Whether an item stays; its name begins with that of the package."""
    name = name.partition("/")[2]
    locale = LOCALE.fullmatch(name)
    return not DROPPED.fullmatch(name) and (locale is None or locale[1] == "en")


def unpack(data):
    """The header, and the items by their names."""
    header, magic = struct.unpack_from("<H2x4x", data)[0], data[12:16]
    if magic != b"CmnD" or data[2:4] != b"\xda\x27":
        sys.exit("this is not ICU's common data")
    count, = struct.unpack_from("<I", data, header)
    entries = [struct.unpack_from("<II", data, header + 4 + 8 * place) for place in range(count)]
    ends = [offset for _, offset in entries[1:]] + [len(data) - header]
    names = [data[header + name:data.index(b"\0", header + name)].decode() for name, _ in entries]
    return data[:header], {name: data[header + begin:header + end]
                           for name, (_, begin), end in zip(names, entries, ends)}


def pack(header, items):
    """The same, in one piece."""
    names, starts = b"", []
    for name in items:
        starts.append(4 + 8 * len(items) + len(names))
        names += name.encode() + b"\0"
    begin = -(-(4 + 8 * len(items) + len(names)) // 16) * 16
    table, body = struct.pack("<I", len(items)), b""
    for start, item in zip(starts, items.values()):
        table += struct.pack("<II", start, begin + len(body))
        body += item + bytes(-len(item) % 16)
    return header + (table + names).ljust(begin, b"\0") + body


def main(library, copy):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def run(*command):
            return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE).stdout

        run("ar", "x", library, OBJECT)
        symbol, = re.findall(r" R (icudt\d+_dat)\n", run("nm", OBJECT).decode())
        run("objcopy", "-O", "binary", "--only-section=.rodata", OBJECT, "all")
        header, items = unpack((folder / "all").read_bytes())
        kept = {name: item for name, item in items.items() if is_kept(name)}
        (folder / "data").write_bytes(pack(header, kept))
        (folder / "data.s").write_text(ASSEMBLY.format(symbol=symbol))
        run("cc", "-c", "data.s", "-o", OBJECT)
        shutil.copy(library, folder / "copy.a")
        run("ar", "r", "copy.a", OBJECT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / "copy.a", copy)


main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
