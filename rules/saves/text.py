"""A position for people: the sides beside each other, by division; and what nobody has said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from clubroute.rules.asking.kinds import SIDES
from clubroute.rules.saves.at import At
from clubroute.rules.saves.position import FLAGS, FileCounter, FilePosition

WIDE = 46
"""Characters of a side's column."""


def hex_lines(at: At, number: str) -> Iterator[str]:
    """What stands in a hex, in lines."""
    there = [one for name in LISTS for one in counters(at, name) if one.hex == number]
    yield f"there: {'nothing in the position' if not there else ''}".rstrip()
    for one in there:
        yield f"  {one.side:<7} {unit_line(one).strip()}" if one.side else unit_line(one)


def counters(at: At, name: str) -> Sequence[FileCounter]:
    """The units or markers of a position: those of the file, else those of the state."""
    if at.found is None:
        return listed(at.state, name)
    return at.found.units if name == "units" else at.found.markers


LISTS = ("units", "markers")


def position_lines(at: At, name: str) -> Iterator[str]:
    """The lines of a position from a file of that name."""
    found = at.found
    units, markers = (counters(at, name) for name in LISTS)
    yield head(found) if found is not None else f"{name} (map {at.map or 'not said'})"
    yield from facts(at.state)
    yield ""
    sides = {one.side for one in units if one.side}
    # A game of one's own has sides of its own.
    shown = SIDES if sides <= set(SIDES) else sorted(sides)
    columns = [list(side_lines(units, side)) for side in shown]
    for first in range(0, len(columns), 2):  # two beside each other, more sides below
        if first:
            yield ""
        column, *beside = columns[first : first + 2]
        for left, right in zip_longest(column, *(beside or [[]]), fillvalue=""):
            yield f"{left[:WIDE]:<{WIDE}}  {right}".rstrip()
    nobodys = list(side_lines(units, ""))
    if len(nobodys) > 1:
        yield from ("", *nobodys)
    lying = sorted(f"{one.name or one.kind} {one.hex}" for one in markers if one.hex is not None)
    if lying:
        yield from ("", "Markers", *(f"  {one}" for one in lying))
    away = Counter(one.place for one in units if one.hex is None)
    if away:
        yield from ("", "Off the map")
        yield from (f"  {place or 'nobody says where'}: {n}" for place, n in sorted(away.items()))
    for source, heading in (
        ("scenario set-up", "From the scenario's set-up"),
        ("unknown", "Unknown: the file does not say it"),
    ):
        texts = [one.text for one in at.notes if one.source == source]
        if texts:
            yield from ("", heading, *(f"  {text}" for text in texts))


def listed(state: Mapping[str, Any], name: str) -> Sequence[FileCounter]:
    """The units or markers of a state as counters."""
    return [
        FileCounter(
            "",
            name.removesuffix("s"),
            str(one.get("name") or one.get("id") or ""),
            side=one.get("side") or "",
            division=one.get("division") or "",
            formation=one.get("formation") or "",
            kind=one.get("kind") or "",
            move_class=one.get("class"),
            hex=one.get("hex"),
            words=", ".join(word for word in FLAGS if one.get(word)),
        )
        for one in state.get(name) or ()
    ]


def head(found: FilePosition) -> str:
    """Which file, which moment, which game."""
    moment = f", {found.step} of {found.steps} steps played" if found.steps else ""
    scenario = f", {found.scenario}" if found.scenario else ""
    return f"{found.file}{moment}: {found.module} (map {found.map}){scenario}"


def facts(state: Mapping[str, Any]) -> Iterator[str]:
    """Turn, Club Route, bridges and the like, a line each."""
    for name, value in state.items():
        if name in ("units", "markers", "scenario", "under_way"):
            continue
        if isinstance(value, Mapping) and value:
            told = ", ".join(f"{key} {said(one)}" for key, one in value.items())
            yield f"{name.replace('_', ' ')}: {told}"


def said(value: Any) -> str:
    """A value of a state in words."""
    if isinstance(value, Mapping):
        return " ".join(said(one) for one in value.values())
    if isinstance(value, list):
        return ", ".join(map(said, value))
    return str(value).replace("_", " ")


def side_lines(units: Sequence[FileCounter], side: str) -> Iterator[str]:
    """The units of a side that stand in hexes, by division and formation."""
    own = [one for one in units if one.side == side and one.hex is not None]
    yield f"{side or 'No side'}: {len(own)}"
    own.sort(key=lambda one: (one.division, one.formation, one.name, one.hex or ""))
    for division, them in groupby(own, key=lambda one: one.division):
        yield division or "(no division)"
        for formation, several in groupby(them, key=lambda one: one.formation):
            if formation:
                yield f" {formation}"
            yield from (unit_line(one) for one in several)


def unit_line(one: FileCounter) -> str:
    """A unit: its name, hex, class, and how it stands."""
    words = [one.move_class or "", one.kind if one.kind == "leader" else "", one.words.strip("() ")]
    told = ", ".join(word for word in words if word)
    return f"  {one.name or one.kind:<17} {one.hex:<8} {told}".rstrip()
