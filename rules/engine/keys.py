"""The tables of ``rules.toml`` and the keys each may have: the only place that lists them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.sources.mistakes import InputErrors

# Values that may depend on the movement class of a unit.

OTHERS = "else"
"""In a value told by class: every class that has none of its own."""


@dataclass(frozen=True, slots=True)
class ByClass:
    """A value that may depend on the movement class."""

    values: Mapping[str, Any]

    @property
    def alike(self) -> Any:
        """The value of every class, None where classes differ."""
        return self.values[OTHERS] if self.values.keys() == {OTHERS} else None

    def of(self, class_: str | None) -> Any:
        """The value for a class; that of all others where it has none of its own."""
        return self.values.get(class_ or OTHERS, self.values.get(OTHERS))


ANYBODY, NEVER, NEXT = ByClass({OTHERS: True}), ByClass({OTHERS: False}), ByClass({OTHERS: 1})
"""What holds for every class, or for none; and one hex for every class."""


def told_by_class(value: ByClass) -> str:
    """A number by class, in words: ``2``, or ``riders 2, else 1``; ``any`` where there is none."""
    if value.alike is not None:
        return str(value.alike)
    return ", ".join(
        f"{name} {'any' if one is None else one}" for name, one in value.values.items()
    )


# What a rules file may name of its game.


@dataclass(frozen=True, slots=True)
class Facts:
    """What a rules file may name: the game's sides, kinds, states, columns of its counters; and
    where each kind first stands."""

    sides: tuple[str, ...]
    kinds: tuple[str, ...]
    states: tuple[str, ...]
    columns: tuple[str, ...]
    places: tuple[tuple[str, Where], ...] = ()


# Where the keys of a TOML file stand, which its reader does not tell; and mistakes at them.

KeyPath: TypeAlias = tuple[str, ...]
HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"\s*((?:\"[^\"]*\"|[\w-]+)(?:\s*\.\s*(?:\"[^\"]*\"|[\w-]+))*)\s*=")
PART = re.compile(r"\"([^\"]*)\"|([\w-]+)")


def parts_of(text: str) -> KeyPath:
    """The parts of a dotted key."""
    return tuple(quoted or bare for quoted, bare in PART.findall(text))


def key_rows(text: str) -> Iterator[tuple[KeyPath, int]]:
    """Every key of a file that begins a line, and every header, with its row; tables of a list
    by their numbers, from 1."""
    at: KeyPath = ()
    many: dict[KeyPath, int] = {}
    for row, line in enumerate(text.splitlines(), start=1):
        header = HEADER.match(line)
        if header:
            at = parts_of(header[1])
            if line.lstrip().startswith("[["):
                many[at] = many.get(at, 0) + 1
                at = (*at, str(many[at]))
            yield from ((at[:far], row) for far in range(len(at), 0, -1))
        elif key := KEY.match(line):
            yield (*at, *parts_of(key[1])), row


class RuleSource:
    """A rules file as it is read: it keeps all its mistakes.

    :param name: the file's path as messages have it.
    """

    def __init__(self, path: Path, text: str) -> None:
        self.path, self._lines = path, text.splitlines()
        self._rows: dict[KeyPath, int] = {}
        for key, row in key_rows(text):
            self._rows.setdefault(key, row)
        self._found: dict[str, InputError] = {}

    def where(self, key: KeyPath) -> Where:
        """The place of a key: its row and column, or those of the nearest table around it."""
        part = ".".join(key)
        for far in range(len(key), 0, -1):
            row = self._rows.get(key[:far])
            if row is not None:
                line = self._lines[row - 1]
                word = key[-1] if far < len(key) else key[far - 1]
                return Where(str(self.path), row, max(line.find(word), 0) + 1, part)
        return Where(str(self.path), 1, 1, part)

    def mistake(self, key: KeyPath, found: str, expected: str, nearest: str | None = None) -> None:
        """Keep a mistake at a key."""
        self.keep(InputError(self.where(key), found, expected, nearest))

    def keep(self, error: InputError) -> None:
        """Keep a mistake, of this file or of one that it is held against."""
        self._found.setdefault(str(error), error)

    def unknown(self, key: KeyPath, what: str, known: Iterable[str]) -> None:
        """Keep the mistake of a name that nothing has."""
        options = list(known)
        near = nearest_name(key[-1], options)
        self.mistake(key, f"no such {what} {key[-1]!r}", one_of(options), near)

    def settle(self) -> None:
        """Go on if there were no mistakes. :raises InputErrors: with all of them, by their rows."""
        found = sorted(self._found.values(), key=lambda one: (one.where.row or 0, str(one)))
        if len(found) == 1:
            raise found[0]
        if found:
            raise InputErrors(found)


WORDS = ("say", "no")
"""How a row is told where it is entered or crossed, and where it may not be."""
FIGHT_KEYS = ("shift", "die", "attack", "defence", "combat", "supply")
"""What a row of the Terrain Effects Chart may say of combat and supply."""
TABLE_KEYS = (
    "rule",
    "by",
    "round",
    "fractions",
    "columns",
    "below",
    "dice",
    "table",
    "result",
    "modifier",
    "none",
    "most_difference",
    "most_die",
    "most_shift",
    "order",
    "factors",
)
"""What a table of results may have: that of combat, and that of fire."""
SWITCHES: Mapping[str, tuple[str, ...]] = {
    "units": ("rule", "move", "attack", "defence", "stacking", "fire", "range"),
    "move": (
        "rule",
        "minimum",
        "round",
        "rounds",
        "order",
        "friends",
        "hexes",
        "allowance",
        "off_road",
    ),
    "stacking": ("rule", "most", "when", "free", "by", "terrain", "limit"),
    "zoc": (
        "rule",
        "enter",
        "leave",
        "zone_to_zone",
        "friend",
        "none",
        "over",
        "along",
        "most",
        "spared",
        "hexes",
    ),
    "facing": ("rule", "front", "turn", "free", "zoc", "faced", "back", "together"),
    "turns": ("rule", "weather", "phases", "quota"),
    "combat": TABLE_KEYS,
    "sight": ("rule", "most", "along", "as_high"),
    "fire": (*TABLE_KEYS, "range", "band"),
    "entry": ("rule", "hexes", "blocked", "pays", "within"),
    "victory": (
        "rule",
        "turn",
        "points",
        "begin",
        "lost",
        "unsupplied",
        "levels",
        "of",
    ),
    "retreat": ("rule", "hexes", "zoc", "away", "else", "not_over", "source", "beside"),
    "advance": ("rule", "units", "zoc", "class", "none", "not_over", "further"),
    "supply": ("rule", "source", "trace", "blocked", "ground", "relay", "class", "from", "range"),
}
"""The tables of switches."""
CHARTS: Mapping[str, tuple[str, ...]] = {
    "terrain": ("rule", "move", "stop", "zoc", "stack", "level", "height", *WORDS, *FIGHT_KEYS),
    "hexside": (
        "rule",
        "move",
        "stop",
        "zoc",
        "lifts",
        "all",
        "along",
        "into",
        "out_of",
        "for",
        "height",
        *WORDS,
        *FIGHT_KEYS,
    ),
    "road": ("rule", "move", "along", "lifts", *WORDS),
    "state": (
        "rule",
        "move",
        "attack",
        "defence",
        "fire",
        "stacking",
        "class",
        "zoc",
        "take",
        "drop",
        "over",
        "from",
    ),
}
"""The tables of rows, with the keys of a row."""
OVERLAYS = ("weather", "phase")
TEXTS = ("short", "title")
NAMES = (*TEXTS, "class", "unjudged", *SWITCHES, *CHARTS, *OVERLAYS)
"""Whatever may stand at the top of the file."""

FACING_EFFECTS = ("move", "zoc", "attack", "back", "together")
"""What facing bears on, each with a rule of its own."""
FROM_SIDES = ("front", "flank", "rear")
ZONE_EFFECTS = ("enter", "leave", "zone_to_zone", "most", "along")
"""What a zone does that may have a rule of its own."""
FURTHER_KEYS = ("rule", "class", "none", "not_over", "straight")
FAMILIES = ("move", "zoc", "combat", "supply", "sight", "fire", "arrival", "victory")
"""What something that no table says may bear on."""
UNJUDGED_KEYS = ("rule", "of", "decides")
LIMIT_KEYS = ("rule", "most", "of", "by", "apart")
STACKED_BY = ("units", "points")
PHASE_KEYS = ("name", "side", "does", "class")
QUOTA_KEYS = ("rule", "phase", "most", "of")
BAND_KEYS = ("rule", "range", "fire")
MOVE_EFFECTS = ("enemy",)
"""What of movement may have a rule of its own: who is not moved into."""
SIGHT_EFFECTS = ("most", "hex", "hexside", "along")
"""What hides something, each with a rule of its own."""
ENTRY_EFFECTS = ("turn", "blocked", "within")
"""What of reinforcements may have a rule of its own."""
VICTORY_EFFECTS = ("points", "held", "lost", "unsupplied", "levels")
"""What of victory may have a rule of its own."""
RESULT_KEYS = ("is", "say")
LEG_KEYS = ("most", "mp", "along")
CHANGE_KEYS = ("rule", "move", "of", "when", "zoc", "not_in")
"""What taking up or leaving a state may have."""
SPARED_KEYS = ("rule", "of", "whom", "unless")
MODIFIER_EFFECTS = ("shift", "die", "attack", "defence", "bars")
MODIFIER_KEYS = ("rule", "when", "say", *MODIFIER_EFFECTS)
NAMED_FACTS: Mapping[str, str] = {
    "side": "sides",
    "attackers": "ranks",
    "with": "all_ranks",
    "with_each": "all_ranks",
    "joined": "all_ranks",
    "defenders": "ranks",
    "against": "all_ranks",
    "not_against": "all_ranks",
    "state": "states",
    "defenders_state": "states",
    "terrain": "terrain",
    "not_terrain": "terrain",
    "on": "terrain",
    "not_on": "terrain",
    "from_side": "from_sides",
    "hexside": "hexside",
    "weather": "weathers",
    "phase": "phases",
}
"""The facts of a ``when`` that name things, with what each names."""
COUNTED_FACTS = ("hexes", "stack")
NEAR_FACTS = ("near", "near_enemy")
"""The facts of a ``when`` about units so many hexes away."""
NEAR_KEYS = ("of", "hexes")
SPANNED_FACTS = ("turn", "range")
"""The facts of a ``when`` that are numbers, ``1-3, 5``: the turn, and how far a fire goes."""
FACTS = (*NAMED_FACTS, *COUNTED_FACTS, *NEAR_FACTS, *SPANNED_FACTS)
"""The facts of a ``when``: a closed list."""
