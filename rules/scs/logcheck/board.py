"""Keeps the board as the rules see it, step by step through a log."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, GERMAN
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.check.finding import Excuse
from clubroute.rules.logs.check.tracks import LogBoard, Snapshot
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.mapping import (
    CounterRow,
    MappingForm,
    PieceMap,
    PieceReader,
    Shown,
    Told,
    allowance,
    read_mapping,
    texts_of,
    wrong,
)
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.position.record import given
from clubroute.rules.scs.games import MAPS, book
from clubroute.rules.scs.movement.costs import FERRY as FERRY_SIDE
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import KIND_OF, LAST_TURN, NA, Bridge
from clubroute.rules.scs.roster import enlisted, roster

# Says what a mapping file of the Standard Combat Series may hold (:mod:`rules.logs.mapping`).
#
# ``mappings/clubroute.toml`` is the one for clubroute's own module; docs/mapping.md describes it.

SIDES = (ALLIED, GERMAN)
BRIDGE_KINDS = ("prepared", "blown", "built")
MARKER_KINDS = ("", *BRIDGE_KINDS, "zone", "ferry")
"""The kinds of markers; "" is one the checks need not know. ``zone``: a DZ."""
STATES = ("reduced", "dg", "oos", "exploited", "fired", "emplaced")
"""What a unit may show."""
FORM = MappingForm(
    maps=MAPS,
    tables={"units": "unit", "markers": "marker"},
    texts={
        "unit": ("id", "side", "division", "formation", "kind", "allowance"),
        "marker": ("id", "kind"),
    },
    words={"unit": {"side": SIDES}, "marker": {"kind": MARKER_KINDS}},
    shown=STATES,
    top={"turn": dict},
    inner={"turn": ("first",)},
)
HALF_DAY = re.compile(r".*?(?P<day>[0-9]{1,2})\D*?(?P<half>AM|PM)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterMap(PieceMap):
    """A mapping file. ``first`` is the half day of turn 1, as the turn tracker names it."""

    first: int | None = None

    def turn(self, text: str) -> int | None:
        """Read the number of a turn of the tracker, None if it names no half day of the game."""
        told = half_day(text)
        if told is None or self.first is None:
            return None
        number = told - self.first + 1
        return number if 1 <= number <= LAST_TURN else None


def half_day(text: str) -> int | None:
    """Count the half days of a month up to ``September 17 PM``; None if the text names none."""
    found = HALF_DAY.fullmatch(text.strip())
    return None if found is None else 2 * int(found["day"]) + (found["half"].upper() == "PM")


def mapping_of(data: Mapping[str, Any], path: Path) -> CounterMap:
    """Make a mapping of a file's values. :raises InputError: a name or value does not fit."""
    told = read_mapping(data, path, FORM)
    turn = texts_of(data.get("turn", {}), path, "turn")
    first = half_day(turn["first"]) if "first" in turn else None
    if "first" in turn and first is None:
        raise wrong(path, "turn.first", turn["first"], "a half day, as September 17 PM")
    return CounterMap(**told, first=first)


# Describes a piece of a log as the rules of the series see it: a unit or a marker.


def ins_counter(piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> SeenCounter:
    """Make the counter of a piece that a row fits."""
    unit = row.role == "unit"
    half = allowance(piece, row, told) if unit else None
    return SeenCounter(
        row.role,
        "",
        told.get("id", ""),
        piece.name,
        side if (side := told.get("side", "")) in SIDES else "",
        told.get("division", ""),
        told.get("formation", ""),
        told.get("kind", ""),
        tuple(sorted(shown.items())) if unit else (),
        None if half is None else half // 2,
        unit and (piece.hidden_by is not None or piece.masked_by is not None),
    )


def bare_unit(counter: SeenCounter) -> Unit:
    """Make a unit of the rules of what a counter shows; one of ours is known by its id."""
    own = roster().counter(Unit(id=counter.id))
    known = own is not None and own.side == (counter.side or own.side)
    return Unit(
        id=counter.id if own is None else own.id,
        name=None if known else counter.name or None,
        side=counter.side or None,
        division=None if known else counter.division or None,
        formation=None if known else counter.formation or None,
        kind=None if known else KIND_OF.get(counter.kind),
        back=counter.is_("reduced"),
        dg=counter.is_("dg"),
        oos=counter.is_("oos"),
        ma=counter.ma,
    )


class Battlefield(LogBoard):
    """Knows which counters stand in which hexes of the main map. ``scenario`` is what is played, by
    the name that rules use, None if the game does not say it. ``own``: the players see our map, so
    that there are the Ferries it draws, and those that engineers may have made."""

    def __init__(
        self,
        mapfile: MapFile,
        layout: MapLayout,
        reader: PieceReader[SeenCounter],
        context: Context,
        piles: Collection[str] = (),
        scenario: str | None = None,
        own: bool = True,
    ) -> None:
        super().__init__(mapfile, layout, reader, piles)
        self.scenario, self.own = scenario, own
        sides = mapfile.sides.items() if own else ()
        self._drawn = frozenset(
            place for place, many in sides if any(one.kind == FERRY_SIDE for one in many)
        )
        self._context = context
        self._known: dict[SeenCounter, tuple[Unit, Unit]] = {}

    def unit(self, counter: SeenCounter, hex_: int = NOWHERE, bare: bool = False) -> Unit:
        """Make the rules' unit of a counter; ``bare``: of what the counter itself shows."""
        key = counter.on("")
        if key not in self._known:
            told = bare_unit(counter)
            self._known[key] = told, enlisted(self._context, told, "unit")
        found = self._known[key][not bare]
        return found if hex_ == NOWHERE else replace(found, hex=self.map.number(hex_))

    def position(self, snapshot: Snapshot, turn: int | None = None) -> Position:
        """Make a position of a snapshot, of all that is seen by both sides."""
        units = tuple(self.unit(one.counter, one.hex) for one in snapshot.seen())
        bridges = {name: Bridge(word=word) for name, word in self.bridges(snapshot).items()}
        return Position(scenario=self.scenario, units=units, bridges=bridges)

    def bridges(self, snapshot: Snapshot) -> dict[str, str]:
        """Tell which bridges the markers on the board are for, by the hex they lie in."""
        return {
            self.map.number(one.hex): one.counter.kind
            for _, one in sorted(snapshot.markers.items())
            if one.counter.kind in BRIDGE_KINDS
        }

    def engineers(self, snapshot: Snapshot, side: str) -> frozenset[int]:
        """Find the hexes of a side's engineers, each of which may be a Ferry (INS 1.15b)."""
        kinds = book("bridges")["engineer_ferry"].words("kinds")
        return frozenset(
            one.hex
            for one in snapshot.seen()
            if one.counter.side == side and self.unit(one.counter).kind in kinds
        )

    def draws_ferry(self, hexes: Sequence[int]) -> bool:
        """Tell whether the players' board, which is ours, draws a Ferry from bank to bank."""
        return self.own and any(
            a * 6 + self.map.direction(a, b) in self._drawn
            for ends in pairwise(hexes)
            for a, b in (ends, ends[::-1])
        )

    def may_ferry(self, snapshot: Snapshot, side: str, hexes: Sequence[int]) -> bool:
        """Tell whether a Ferry may join hexes, from bank to bank: one is drawn there, or an
        engineer of the side is at it. On another map than ours one may be printed anywhere."""
        if not self.own or self.draws_ferry(hexes):
            return True
        return not self.engineers(snapshot, side).isdisjoint(hexes)

    def ferries(self) -> dict[str, Any]:
        """List the Ferries that the map draws, as JSON values by the hexes they join."""
        ends = (sorted((at // 6, self.map.beside[at % 6][at // 6])) for at in self._drawn)
        return {f"{self.map.number(a)}/{self.map.number(b)}": {} for a, b in ends}

    def state(self, snapshot: Snapshot) -> dict[str, Any]:
        """Make a state for the rules' methods, as JSON values."""
        units = [record_of(self.unit(one.counter, one.hex, bare=True)) for one in snapshot.seen()]
        scenario = {"scenario": self.scenario} if self.scenario else {}
        ferries = {"ferries": self.ferries()} if self.own else {}
        return {"units": units, "bridges": self.bridges(snapshot), **ferries, **scenario}


def record_of(unit: Unit) -> dict[str, Any]:
    """Put a unit into the form that the rules' methods take."""
    told = {name: value for name, value in given(unit).items() if value not in ((), None)}
    return told | ({"ma": "Na"} if unit.ma == NA else {})


# Lists what alone explains in a log of the series what would be illegal, beside what does in any
# (:mod:`clubroute.rules.logs.check.excuses`). The phases of a unit's turn (INS 1.1) are no excuses
# but the rules; that a log does not show where one ends is. What is not known of a unit itself
# stands in ``tables/unsaid.toml``.

# Phases that one drag may hold.
MARCH_AND_MOVE = Excuse(
    "a Road March, then movement", "one drag, of a unit that may Road March", "possible"
)
ADVANCE_AND_EXPLOIT = Excuse(
    "an advance, then exploitation",
    "one drag after a die, of a unit beside a hex that enemies held in the turn",
    "possible",
)
MOVE_AND_EXPLOIT = Excuse(
    "movement, then exploitation", "one drag, of a unit that may exploit", "possible"
)

# Crossings.
FERRY = Excuse(
    "a Ferry",
    "its last hex lies over a Sea Line from one it reaches; one of its side's engineers at it, or "
    "a board that is not ours",
    "unchecked",
    ("whether a Ferry joins {} and {}: a printed one, or an engineer's (INS 1.14, 1.15b)",),
)
SPANNED = Excuse(
    "a Bridging unit's bridge",
    "such a unit that is emplaced, within a dozen hexes of the way",
    "unchecked",
    ("which Sea Line {} in {} spans, if it stands as a bridge (INS 1.15c)",),
)

# States and markers.
MARKED_BY_MISTAKE = Excuse(
    "put on by mistake", "the state is taken off again in the same turn", "legal"
)
TURNED_BY_MISTAKE = Excuse(
    "turned over by mistake", "the marker is turned back in the same turn", "legal"
)
BUILT = Excuse(
    "a Bridging unit's bridge",
    "such a unit at the bridge",
    "unchecked",
    ("whether the bridge of {} stands there: no rule mends a blown one (INS 1.15c)",),
)
BLOWN_BY_MISTAKE = Excuse(
    "blown by mistake",
    "the log shows that it was blown",
    "unchecked",
    ("whether it was blown by mistake: nobody can unsee it",),
)
BLOWN_EARLIER = Excuse(
    "blown by mistake",
    "the log begins within the turn",
    "unchecked",
    ("how a blown bridge came to stand again",),
)
DIE_ELSEWHERE = Excuse(
    "a die that is not shown",
    "an Allied unit at the bridge",
    "unchecked",
    ("the die that blew it",),
)

# The log itself.
OTHER_GROUND = Excuse(
    "other ground",
    "not a module of ours, and what the answer rests on is surveyed",
    "unchecked",
    ("the printed map: what rests on surveyed ground proves nothing",),
)
OTHER_READING = Excuse(
    "another reading",
    "a reading of the series' rules that the players did not choose, and by which it is legal",
    "unchecked",
    ("how the series' rules are read: {}",),
)
