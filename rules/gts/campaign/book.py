"""One topic of the campaign's rules as data: ``tables/campaign/<topic>.toml``.

Each section is a rule. A value is one for every game, or a table by game (``{wed = …, tdc = …}``);
``rule`` cites it. The combined game (mg) has its own value where it differs, else Where Eagles
Dare's, else The Devil's Cauldron's. A section without a ``rule`` for a game (or with "") does not
hold there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

FOLDER = Path(__file__).parent.parent / "tables" / "campaign"
GAMES = ("wed", "tdc", "mg")
ORDER: Mapping[str, tuple[str, ...]] = {
    "wed": ("wed",),
    "tdc": ("tdc",),
    "mg": ("mg", "wed", "tdc"),
}
"""Whose value a game takes: the first that is there."""
SHORT: Mapping[str, str] = {"wed": "WED", "tdc": "TDC", "mg": "WED"}
"""The rulebook that holds a game's rules, as cited."""


@dataclass(frozen=True, slots=True)
class Section:
    """One rule of a topic as a game has it."""

    game: str
    values: Mapping[str, Any]

    @property
    def holds(self) -> bool:
        """Whether the game has this rule."""
        return bool(self.cite)

    @property
    def cite(self) -> str:
        """The rule as cited, ``WED 2.15.6``; "" if the game does not have it."""
        return self.cited("rule")

    def cited(self, name: str) -> str:
        """A value that is a rule number (or several, comma between them), as cited."""
        told = self.values.get(name, {})
        for game in ORDER[self.game]:
            if game in told:
                rules = [rule.strip() for rule in told[game].split(",") if rule.strip()]
                return ", ".join(f"{SHORT[game]} {rule}" for rule in rules)
        return ""

    def value(self, name: str) -> Any:
        """A value as the game has it, None if it has none."""
        told = self.values.get(name)
        if isinstance(told, dict) and set(told) <= set(GAMES):
            return next((told[game] for game in ORDER[self.game] if game in told), None)
        return told

    def number(self, name: str) -> int:
        """A whole number."""
        return int(self.value(name))

    def flag(self, name: str) -> bool:
        """A yes or no; what is not said is no."""
        return bool(self.value(name))

    def text(self, name: str) -> str:
        """A text; "" where there is none."""
        return str(self.value(name) or "")

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(self.value(name) or ())


@dataclass(frozen=True, slots=True)
class Book:
    """A topic's rules as a game has them."""

    game: str
    record: Mapping[str, Any]

    def __getitem__(self, name: str) -> Section:
        return Section(self.game, self.record[name])

    def rows(self, name: str) -> Mapping[str, Section]:
        """The sections below a section, by name, those the game has."""
        found = {key: Section(self.game, row) for key, row in self.record[name].items()}
        return {key: section for key, section in found.items() if section.holds}


@cache
def record_of(topic: str) -> Mapping[str, Any]:
    """The values of a topic's file, read once."""
    with (FOLDER / f"{topic}.toml").open("rb") as stream:
        return MappingProxyType(tomllib.load(stream))


def book(topic: str, game: str) -> Book:
    """A topic's rules as a game (wed, tdc, mg) has them."""
    return Book(game, record_of(topic))
