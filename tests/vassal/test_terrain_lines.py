"""Terrain of modules of the Grand Tactical Series, as their engine reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.vassal.terrain_lines import (
    Definitions,
    GridCell,
    lines_of,
    pair,
    read_terrain,
)

DEFINED = Definitions(
    hexes=("Clear", "Woods"),
    sides=("River",),
    lines=("Road",),
    tags=("OP", "Sector"),
    values={"OP": ("true", "false")},
)


def number(text: str) -> int:
    """Integer.parseInt, or the 0 that the decoder gives for what is none."""
    found = int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else 0
    return found if -(2**31) <= found < 2**31 else 0


def engine(text: str) -> dict[tuple[object, ...], str]:
    """What stands where, by the engine's own way told anew: lines in turn, each over the last."""
    found: dict[tuple[object, ...], str] = {}
    for line in re.split(r"\r\n|\n|\r", text):
        kind, *fields = line.split(",") if line else [""]
        kind = kind[:1]
        if kind not in ("h", "e", "l", "a"):
            continue
        many = 4 if kind in ("e", "l") else 2
        numbers = [number(one) for one in fields[:many]]
        numbers += [0] * (many - len(numbers))
        word, value = (*fields[many:], "", "")[:2]
        ends = frozenset({tuple(numbers[:2]), tuple(numbers[2:] or numbers[:2])})
        words = {"h": DEFINED.hexes, "e": DEFINED.sides, "l": DEFINED.lines, "a": DEFINED.tags}
        key = (kind, ends, word if kind == "a" else "")
        if kind == "a" and word not in words["a"]:
            continue
        kept = value if kind == "a" else word
        if word in words[kind] and kept:
            found[key] = kept
        else:
            found.pop(key, None)
    return found


WORDS = ("Clear", "Woods", "River", "Road", "OP", "Sector", "woods", "", "true", "x y")
FIELD = st.one_of(st.integers(-2, 3).map(str), st.sampled_from((*WORDS, " 1", "99999999999", "+1")))
LINE = st.builds(
    lambda kind, fields: ",".join((kind, *fields)),
    st.sampled_from(("h", "e", "l", "a", "hello", "#", "", "\ufeffh")),
    st.lists(FIELD, max_size=7),
)


@given(st.lists(LINE, max_size=30), st.sampled_from(("\n", "\r\n", "\r")))
def test_any_lines_are_read_as_the_engine_reads_them(lines: list[str], end: str) -> None:
    text = end.join(lines)
    read = read_terrain(text.encode(), DEFINED)
    found: dict[tuple[object, ...], str] = {}
    for cell, one in read.hexes.items():
        found["h", frozenset({tuple(cell)}), ""] = one.word
    for kind, painted in (("e", read.sides), ("l", read.lines)):
        for cells, one in painted.items():
            found[kind, frozenset(map(tuple, cells)), ""] = one.word
    for (cell, name), one in read.tags.items():
        found["a", frozenset({tuple(cell)}), name] = one.word
    assert found == engine(text)


@given(st.lists(LINE, max_size=30))
def test_what_is_read_otherwise_than_it_looks_is_named(lines: list[str]) -> None:
    read = read_terrain("\n".join(lines).encode(), DEFINED)
    standing = {one.line for many in (read.hexes, read.sides, read.lines) for one in many.values()}
    standing |= {one.line for one in read.tags.values()}
    named = {slip.line for slip in read.slips}
    for at, line in enumerate(lines_of("\n".join(lines).encode()), start=1):
        # What stands nowhere was overwritten by a line that says so, is blank, or is named.
        assert at in standing or at in named or not line or overwritten(read.slips, at)


def overwritten(slips: Sequence[object], line: int) -> bool:
    return any(f"line {line} has" in str(slip) or "takes" in str(slip) for slip in slips)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello,3,3,Woods", "B:1: found 'hello', read as a line h"),
        ("h, 1,2,Woods", "B:1: found ' 1', read as 0"),
        ("h,1,2,woods", "B:1: found 'woods', read as nothing there"),
        ("h,1,2", "B:1: found no terrain, read as nothing there"),
        ("e,1,2,3", "B:1: found 3 numbers of 4, read as 0 for the others"),
        ("# remark", "B:1: found '# remark', read as nothing"),
        ("\ufeffh,1,2,Woods", "B:1: found a byte order mark before the line, read as nothing"),
        ("a,1,1,Sector,A,1", "B:1: found 6 fields, read as 5"),
        ("a,1,1,OP,maybe", "B:1: found OP 'maybe', no value of its list, read as 'maybe'"),
        ("a,1,1,OP", "B:1: found OP without a value, read as no OP"),
        ("a,1,1,Hut,true", "B:1: found the tag 'Hut', read as nothing"),
    ],
)
def test_a_slip_is_one_line(line: str, said: str) -> None:
    read = read_terrain(line.encode(), DEFINED)
    assert said in [slip.text("B") for slip in read.slips]


def test_a_comma_may_be_quoted() -> None:
    read = read_terrain(b"a,0,0,Sector,A\\,1", DEFINED)
    assert read.tags[GridCell(0, 0), "Sector"].word == "A,1"
    assert read.slips == []


def test_a_later_line_counts_and_is_named() -> None:
    read = read_terrain(b"e,1,1,2,1,River\ne,2,1,1,1,Lake", DEFINED)
    assert pair(GridCell(1, 1), GridCell(2, 1)) not in read.sides
    (slip,) = read.slips
    assert slip.text("B") == "B:2: found 'Lake', read as nothing there (it takes River away)"
