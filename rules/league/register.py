"""The register of rulings: a text file each, with every state it was in, by whom and why."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where, one_of
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.league.folder import League, quoted

RULINGS = "rulings"
STATES = ("open", "upheld", "appealed", "overturned")
NEXT: Mapping[str, tuple[str, ...]] = {
    "": ("open", "upheld", "overturned"),
    "open": ("upheld", "overturned"),
    "upheld": ("appealed",),
    "overturned": ("appealed",),
    "appealed": ("upheld", "overturned"),
}
"""Which states may follow which."""
NUMBER = re.compile(r"(\d{4})\.toml")
ABOUT = ("log", "step", "unit", "check")


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A state a ruling came into."""

    state: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class LeagueRuling:
    """A ruling on a finding: its log (its place below the rounds), first step, Unit and check."""

    number: int
    log: str
    step: int
    unit: str
    check: str
    entries: tuple[RulingEntry, ...]

    @property
    def state(self) -> str:
        """Return the state it is in."""
        return self.entries[-1].state if self.entries else ""

    def about(self, log: str, finding: Mapping[str, Any]) -> bool:
        """Tell whether it is about a finding of a log."""
        return (self.log, self.step, self.unit, self.check) == (
            log,
            finding["steps"][0] if finding["steps"] else 0,
            finding.get("unit", ""),
            finding["check"],
        )

    def text(self) -> str:
        """Write its file."""
        lines = [
            f"log = {quoted(self.log)}",
            f"step = {self.step}",
            f"unit = {quoted(self.unit)}",
            f"check = {quoted(self.check)}",
        ]
        for one in self.entries:
            lines += [
                "",
                "[[entry]]",
                f"state = {quoted(one.state)}",
                f"by = {quoted(one.by)}",
                f"why = {quoted(one.why)}",
            ]
        return "\n".join(lines) + "\n"

    def next(self, entry: RulingEntry) -> LeagueRuling:
        """Bring it into another state. :raises InputError: that cannot follow."""
        allowed = NEXT[self.state]
        if entry.state not in allowed:
            found = f"{entry.state} after {self.state or 'nothing'}"
            raise InputError(Where(f"ruling {self.number}"), found, one_of(allowed))
        entries = (*self.entries, entry)
        return LeagueRuling(self.number, self.log, self.step, self.unit, self.check, entries)


def read_register(league: League) -> list[LeagueRuling]:
    """Read all rulings of a league, in order. :raises InputError: a file of one is wrong."""
    folder = league.folder / RULINGS
    return [read_ruling(path) for path in sorted(folder.glob("*.toml"))]


def read_ruling(path: Path) -> LeagueRuling:
    """Read a ruling's file. :raises InputError: something in it does not fit."""
    match, values = NUMBER.fullmatch(path.name), read_toml(path)
    if match is None:
        raise InputError(Where.of(path), path.name, "a name as 0001.toml")
    for name in ABOUT:
        kind = int if name == "step" else str
        if not isinstance(values.get(name), kind):
            expected = "a step" if name == "step" else "a text"
            raise InputError(Where(str(path), part=name), repr(values.get(name)), expected)
    log, step, unit, check = (values[name] for name in ABOUT)
    found = LeagueRuling(int(match[1]), log, step, unit, check, ())
    entries = values.get("entry", [])
    if not isinstance(entries, list) or not entries:
        raise InputError(Where(str(path), part="entry"), repr(entries), "an [[entry]] with a state")
    for entry in entries:
        for name in ("state", "by", "why"):
            if not isinstance(entry.get(name), str) or not entry[name].strip():
                raise InputError(Where(str(path), part=name), repr(entry.get(name)), "a text")
        if entry["state"] not in STATES:
            where = Where(str(path), part="state")
            raise InputError(where, repr(entry["state"]), one_of(STATES))
        found = found.next(RulingEntry(entry["state"], entry["by"], entry["why"]))
    return found


def write_ruling(league: League, ruling: LeagueRuling) -> Path:
    """Write a ruling's file. :raises InputError: it cannot be written."""
    path = league.folder / RULINGS / f"{ruling.number:04}.toml"
    write_bytes(path, ruling.text().encode("utf-8"))
    return path


def ruling_numbered(league: League, number: int) -> LeagueRuling:
    """Find a ruling by its number. :raises InputError: there is none."""
    found = {one.number: one for one in read_register(league)}
    if number not in found:
        raise InputError(Where("ruling"), str(number), one_of(map(str, found)) or "a ruling")
    return found[number]
