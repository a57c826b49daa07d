"""What a command is said about, what is understood of it, and the words it is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context

# What words of a question were understood as, told back as people say it.
#
# A name without a dot is said as it is, ``from=75.129``; of one with dots, ``unit.class=leg``,
# what a player would say is left. All of it may be typed again.

DOTTED = re.compile(r"(?P<record>[a-z_0-9.]+)\.(?P<name>[A-Za-z_]+)=(?P<value>.*)")
"""A parameter inside another, and its value; a hexside's or a Unit's name is none."""
DESCRIBED = {"from.terrain": "from", "to.terrain": "to"}
"""Parameters that are said with the word for the hex they describe."""
SPOKEN = ("class", "kind", "side", "terrain")
"""Parameters whose value says by itself what it is of, and the names of what moves."""
NAMES = ("name", "id")


def told_back(word: str) -> str:
    """A parameter and its value as a player says them.

    >>> told_back("unit.class=leg"), told_back("unit.column=no"), told_back("unit.ma=8")
    ('leg', 'not column', '8mp')
    >>> told_back("to.terrain=sand_dunes"), told_back("turn.time=Night"), told_back("to=75.129")
    ('to sand dunes', 'time=Night', 'to=75.129')
    >>> told_back("unit.name=A/1/501"), told_back("75.129/76.129=destroyed")
    ('unit=A/1/501', '75.129/76.129=destroyed')
    """
    found = DOTTED.fullmatch(word)
    if found is None or is_whole(found["record"][0]):
        return word
    record, name, value = found.groups()
    plain, path = value.replace("_", " "), f"{record}.{name}"
    if path in DESCRIBED:
        return f"{DESCRIBED[path]} {plain}"
    if record == "unit" and name in NAMES:
        return f"unit={value}"
    if path == "unit.ma":
        return f"{value}mp"
    if record == "unit" and name in SPOKEN:
        return plain
    if record == "unit" and value in ("yes", "no"):
        return f"{'not ' if value == 'no' else ''}{name.replace('_', ' ')}"
    return f"{name}={value}" if record in ("turn", "club_route", "unit") else word


PART = "words"
WIDTH = 110
"""Characters of the line in which what was understood and taken for granted stand together."""


@dataclass(frozen=True, slots=True)
class Here:
    """What a command is said about: the map, if it is known, and the position, or its handle."""

    context: Context
    map: str | None = None
    state: Mapping[str, Any] | str | None = None


@dataclass(frozen=True, slots=True)
class AskedWords:
    """A command understood: the method, its parameters, and what was taken for granted.

    ``spelled`` is what its words say, each by its name: ``to.terrain=woods``; ``window`` the map
    they were read on.
    """

    method: str
    params: dict[str, Any]
    said: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()
    window: str = ""
    rules: tuple[str, ...] = ()
    """The words of a sentence, to look up in the rules if its question cannot be decided."""
    is_look_up: bool = False
    """Whether no command fits, and the words are looked up in the rules."""
    near: bool = False
    """Whether they are looked up in the rules and no rule has them all."""
    clause: str = ""
    """The text of the rule whose method is asked, where the words themselves named no command."""
    guessed: bool = False
    """Whether nobody said which map is meant, and another may be."""
    exact: bool = False
    """Whether the words are a command as it is written, and none was guessed."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The lines under an answer: how the words were understood, what was taken for granted."""
        read = " ".join(map(told_back, self.spelled))
        lines = (*((f"understood: {read}",) if read else ()), *self.said)
        line = "; ".join(lines)
        return (line,) if line and len(line) <= WIDTH else lines

    @property
    def told(self) -> tuple[str, ...]:
        """The lines under an answer, without its own words where they are a command as written."""
        return self.said if self.exact else self.notes


@dataclass(frozen=True, slots=True)
class Item:
    """A word or some words together: what they may be, and the parameter a lead word names."""

    text: str
    may: Mapping[str, Any] = field(default_factory=dict)
    lead: str = ""


class AmbiguousError(InputError):
    """A word that could mean several things."""


class MisfitError(Exception):
    """A command does not fit on a map: ``far`` is how much of it did."""

    def __init__(self, far: int, error: InputError) -> None:
        super().__init__(far, error)
        self.far = far
        self.error = error
