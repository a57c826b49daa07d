"""Damage done to text that people write: tables, TOML, JSON."""

from __future__ import annotations

import random
from collections.abc import Callable

SPICE = (
    *(b",", b"\n", b'"', b"'", b"\r\n", b"\t", b";", b"=", b"#", b"[", b"]", b"{", b"}", b"."),
    *(b"\\", b"\x00", b"\xff", b"\xc2\xbd", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xed\xa0\x80"),
    *(b"-1", b"0", b"1e999", b"NaN", b"-Infinity", b"9" * 400, b"9" * 5000, b"1_000", b"0x1f"),
    *(b"null", b"true", b"nan", b"inf", b"1979-05-27", b'""', b"''", b'"""', b"[[a]]", b"[a.b]"),
    *(
        b"75.129",
        b"A44.10",
        b"99.999",
        b"75.129/75.130",
        b"../x",
        b"/etc/passwd",
        b"%s",
        b"a" * 300,
    ),
)


def damaged_text(data: bytes, chance: random.Random) -> bytes:
    """A damaged copy of a text, in one to six places: mostly in one, so that it gets far."""
    for _ in range(chance.choice((1, 1, 1, 1, 2, 6))):
        data = chance.choice(WAYS)(data, chance)
    return data


def _spiced(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(SPICE) + data[at:]


def _flipped(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:start] + data[min(end, start + 200) :]


def _lines(data: bytes, chance: random.Random) -> bytes:
    """A line lost, doubled or elsewhere."""
    lines = data.split(b"\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    line = lines.pop(at) if chance.random() < 0.6 else lines[at]
    if chance.random() < 0.7:
        lines.insert(to, line)
    return b"\n".join(lines)


def _cells(data: bytes, chance: random.Random) -> bytes:
    """A cell, word or value replaced by one from elsewhere, or by spice."""
    lines = data.split(b"\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    mark = chance.choice((b",", b" ", b"=", b":"))
    cells, others = lines[at].split(mark), lines[other].split(mark)
    new = chance.choice(SPICE) if chance.random() < 0.4 else chance.choice(others)
    cells[chance.randrange(len(cells))] = new
    lines[at] = mark.join(cells)
    return b"\n".join(lines)


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_spiced, _flipped, _cut, _lines, _lines),
    *(_cells, _cells, _cells),
)
