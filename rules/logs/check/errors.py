"""Reads what a round agreed to do about an error, ``[errors]`` of round.toml: what seals it, what
is done before and after that, and what lifts a seal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)

SEALS: Mapping[str, str] = {
    "die": "a die",
    "opponent's die": "a die that the other side threw",
    "chit": "a chit that was drawn",
    "next move": "the next move of another piece",
    "opponent moves": "a move of the other side",
    "turn": "the turn tracker",
    "mail": "the end of the log",
}
"""What may seal an error: play went on, and nobody had objected."""
MAIL = "mail"
STANDS, GM = "stands", "gm"
REDO_MOVEMENT, REDO_PHASE, REDO_MAIL = "redo movement", "redo phase", "redo mail"
DEEDS = (STANDS, GM, REDO_MOVEMENT, REDO_PHASE, REDO_MAIL)
AS_FOUND = "as found"
NEXT_TURN, SWAP, REROLL_ALL, REROLL_ONE = "next turn", "swap", "reroll all", "reroll one"
CHOICES: Mapping[str, Sequence[str]] = {
    "unsealed": DEEDS,
    "sealed": DEEDS,
    "reinforcements": (NEXT_TURN, *DEEDS),
    "equal_units": (SWAP, "no"),
    "dice": (REROLL_ALL, REROLL_ONE, STANDS, GM),
    "upheld": ("illegal", AS_FOUND),
}
"""By name what may be agreed."""
LISTS = ("sealed_by", "gm")
TEXTS = ("accept",)
NAMES = (*LISTS, *CHOICES, *TEXTS)


@dataclass(frozen=True, slots=True)
class ErrorRules:
    """What a round does about an error.

    ``sealed_by`` are the seals, of which the first that comes counts; ``unsealed`` and ``sealed``
    say what is done before and after it. ``accept`` are words of chat by which the other side lifts
    a seal. ``reinforcements``: of some that came late; ``equal_units``: whether a unit may be
    swapped for its like; ``dice``: of dice that were thrown wrongly; "" where nothing is agreed.
    ``upheld``: what a doubted finding counts as whose ruling is upheld. ``gm`` decides what is left
    to him.
    """

    sealed_by: tuple[str, ...] = ("die", "chit", "opponent moves", "mail")
    unsealed: str = ""
    sealed: str = ""
    accept: tuple[str, ...] = ()
    reinforcements: str = ""
    equal_units: str = ""
    dice: str = ""
    upheld: str = ""
    gm: tuple[str, ...] = ()

    @classmethod
    def of(cls, lines: Iterable[str] | None, where: str = "errors") -> ErrorRules:
        """Read rules, each NAME=VALUE with | between several values.

        :raises InputError: a name or a value means nothing.
        """
        found: dict[str, Any] = {}
        for line in lines or ():
            name, equals, value = (part.strip() for part in line.partition("="))
            place = Where("params", part=f"{where}.{name}" if equals else where)
            if not equals or name not in NAMES:
                near = nearest_name(name, NAMES)
                raise InputError(place, repr(line), f"NAME=VALUE with one of {one_of(NAMES)}", near)
            found[name] = value_of(name, value, place)
        return cls(**found)

    @property
    def agreed(self) -> bool:
        """Tell whether the round says what is done."""
        return self != ErrorRules()

    def accepts(self, line: str) -> bool:
        """Tell whether a line of chat lifts a seal."""
        said = line.casefold()
        return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", said) for one in self.accept)


def value_of(name: str, value: str, where: Where) -> Any:
    """Read a value of a rule. :raises InputError: it is none of those there are."""
    many = tuple(word for one in value.split("|") if (word := one.strip()))
    if name in TEXTS:
        return tuple(one.casefold() for one in many)
    if name in CHOICES and value not in CHOICES[name]:
        raise InputError(
            where, repr(value), one_of(CHOICES[name]), nearest_name(value, CHOICES[name])
        )
    for one in many if name == "sealed_by" else ():
        if one not in SEALS:
            raise InputError(where, repr(one), one_of(SEALS), nearest_name(one, SEALS))
    return many if name in LISTS else value


def lines_of(values: Mapping[str, Any], where: Where) -> list[str]:
    """Write the table of a file as lines. :raises InputError: a value is no text or list."""
    found = []
    for name, value in values.items():
        many = value if isinstance(value, list) else [value]
        if not all(isinstance(one, str) for one in many):
            raise InputError(where, f"{name} = {value!r}", "a text or a list of texts")
        found.append(f"{name}={'|'.join(many)}")
    return found


# What follows an error, in words.

ACCEPTS: Mapping[str, str] = {
    "die": "if you roll now you accept {them}",
    "opponent's die": "if the other side rolls now it accepts {them}",
    "chit": "if you draw a chit now you accept {them}",
    "next move": "if you move another unit now you accept {them}",
    "opponent moves": "if the other side moves now it accepts {them}",
    "turn": "if you move the turn tracker now you accept {them}",
    MAIL: "if you send the log now you accept {them}",
}
"""What goes over an error that nothing has sealed yet, by the seal."""


def acceptance(many: int, rules: ErrorRules) -> str:
    """Say what accepts errors that nothing has sealed yet, "" if there are none."""
    if not many or not rules.sealed_by:
        return ""
    them = "it" if many == 1 else "them"
    return f"{so_many(many, 'finding')}: {ACCEPTS[rules.sealed_by[0]].format(them=them)}"


WORDS: Mapping[str, str] = {
    STANDS: "it stands",
    GM: "the game master decides",
    REDO_MOVEMENT: "the movement is made anew",
    REDO_PHASE: "the phase is played anew",
    REDO_MAIL: "the whole log is played anew",
    SWAP: "the units are swapped",
    NEXT_TURN: "what was forgotten comes in the next turn",
    REROLL_ALL: "all dice of the phase are thrown anew",
    REROLL_ONE: "the dice are thrown anew",
}
"""What a round does, in words."""


def remedy_lines(remedy: Mapping[str, Any]) -> list[str]:
    """Tell people a remedy, as :mod:`clubroute.rules.logs.check.remedy` makes it."""
    if not remedy:
        return []
    breach, sealed = remedy["breach"], remedy.get("sealed")
    told = f"broken by step {breach['step']}"
    if sealed is None:
        told += ", not sealed"
    elif sealed["by"] == "mail":
        told += ", sealed by the end of the log"
    else:
        who = f", {sealed['who']}" if sealed.get("who") else ""
        told += f", sealed by {sealed['what']} (step {sealed['step']}{who})"
    lines = [told]
    accepted = remedy.get("accepted")
    if accepted is not None:
        lines.append(
            f"the seal is lifted by {accepted.get('who', 'somebody')} in step {accepted['step']}: "
            f"{accepted['what']}"
        )
    does = remedy.get("does", "")
    if does:
        more = f": {' or '.join(remedy['gm'])}" if remedy.get("gm") else ""
        twin = remedy.get("twin")
        more += f": {twin['name']} may be taken instead" if twin else ""
        lines.append(f"by the round: {WORDS[does]}{more}")
    lost = remedy["lost"]
    dice = "1 die" if lost["dice"] == 1 else f"{lost['dice']} dice"
    steps = so_many(lost["steps"], "step")
    lines.append(f"back to it ({steps} and {dice} are lost): {remedy['again']}")
    if remedy.get("redone_by"):
        lines.append(f"redone by {remedy['redone_by']}")
    return lines
