"""Reads pieces of a log by a mapping file of the Grand Tactical Series (:mod:`rules.logs.mapping`):
which Unit, marker or chit each one is, and how it stands.

``mappings/clubroute.toml`` is the one for clubroute's own modules; docs/mapping.md describes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.kinds import SIDES
from clubroute.rules.gts.position.markers import FERRIES
from clubroute.rules.gts.roster import read_roster
from clubroute.rules.kit.log_frame import LogCounter
from clubroute.rules.logs.mapping import (
    CounterRow,
    MappingForm,
    PieceMap,
    PieceReader,
    Shown,
    Told,
    allowance,
    check_word,
    pattern_of,
    read_mapping,
    texts_of,
    wrong,
)
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.owner.modules.ratings_csv import read_ratings
from clubroute.rules.position.names import same_group

MARKER_KINDS = (
    "",
    "bridge_destroyed",
    "stream_unstable",
    "road_block",
    *FERRIES,
    "suppressed",
    "column",
    "club_route",
    "attacked",
    "closed",
    "air_raid",
    "drop",
    "event",
    "bridge_improved",
    "bridge_wired",
    "bridge_not_wired",
    "bridge_allied",
    "bridge_german",
    "stream_stable",
    "status_open",
    "status_cut",
    "weather",
    "pontoon",
    "light_barrage",
    "heavy_barrage",
    "rubble",
    "minefield",
    "strongpoint",
    "op",
    "artillery_park",
    "improved_position",
    "men_at_work",
    "abandoned_transport",
)
"""The kinds of markers; "" is one nothing here need know. From bridge_improved on they only tell
what stands in a position."""
CHIT_KINDS = ("Division", "Formation", "Artillery", "Independent", "Direct Command")
"""The kinds of activation chits; "" is one nobody knows."""
WORDS = {"side": SIDES, "class": MOVE_CLASSES}
FORM = MappingForm(
    maps=MAPS,
    # The first row that fits says what a piece is: the last row of markers may take any Type.
    tables={"units": "unit", "chits": "chit", "markers": "marker"},
    texts={
        "unit": (
            *("id", "side", "division", "formation", "kind", "class", "allowance"),
            *("mounted_class", "mounted_allowance", "back_class", "back_allowance"),
        ),
        "marker": ("id", "kind"),
        "chit": ("id", "side", "division", "formation", "kind"),
    },
    words={"unit": WORDS, "marker": {**WORDS, "kind": MARKER_KINDS}, "chit": WORDS},
    shown=("column", "reduced", "mounted"),
    top={
        "mug": str,
        "ratings": str,
        "chit_kinds": dict,
        "own_backs": bool,
        "passive": list,
        "turn": dict,
        "boxes": dict,
        "stacking": dict,
    },
    inner={
        "turn": ("year",),
        "boxes": ("map", "earned", "used"),
        "stacking": ("units",),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterMap(PieceMap):
    """A mapping file. ``windows`` gives wed, tdc or mg by the module's name; ``most`` is how many
    Units of a side may be in a hex, None if it is not said. ``chit_kinds`` are patterns of chits'
    names with their kinds, the first that fits counts. ``own_backs``: ids are those of our
    counters, which tell what a back shows."""

    mug: str
    passive: frozenset[str] = frozenset()
    year: int | None = None
    box_map: str = ""
    earned: str = ""
    used: str = ""
    most: int | None = None
    chit_kinds: tuple[tuple[re.Pattern[str], str], ...] = ()
    own_backs: bool = False


def mapping_of(data: Mapping[str, Any], path: Path) -> CounterMap:
    """Make a mapping of a file's values. :raises InputError: a name or value does not fit."""
    told = read_mapping(data, path, FORM)
    turn, boxes, stacking = (data.get(name, {}) for name in ("turn", "boxes", "stacking"))
    year, most = turn.get("year"), stacking.get("units")
    for part, number in (("turn.year", year), ("stacking.units", most)):
        if number is not None and (type(number) is not int or number < 1):
            raise wrong(path, part, number, "a whole number")
    rated = data.get("ratings", "")
    named = texts_of(boxes, path, "boxes")
    return CounterMap(
        **told,
        mug=data.get("mug", ""),
        passive=frozenset(str(kind) for kind in data.get("passive", [])),
        year=year,
        box_map=named.get("map", ""),
        earned=named.get("earned", ""),
        used=named.get("used", ""),
        most=most,
        chit_kinds=chit_kinds_of(data.get("chit_kinds", {}), path),
        own_backs=data.get("own_backs", False),
        slots=slots_of(path.parent / rated) if rated else {},
    )


def chit_kinds_of(told: Mapping[str, Any], path: Path) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Read patterns of chits' names. :raises InputError: a pattern or kind that is none."""
    kinds = texts_of(told, path, "chit_kinds")
    for text, kind in kinds.items():
        check_word(kind, CHIT_KINDS, path, f"chit_kinds.{text}")
    patterns = pattern_of({text: text for text in kinds}, path, "chit_kinds")
    return tuple((pattern, kinds[text]) for text, pattern in patterns)


def slots_of(path: Path) -> dict[str, dict[str, str]]:
    """What a file of ratings says of counters, as texts of a row by gpid.

    :raises InputError: the file is wrong.
    """
    found: dict[str, dict[str, str]] = {}
    for (gpid, face), one in read_ratings(path).items():
        before = "" if face == "front" else f"{face}_"
        told = {"class": one.move_class, "allowance": "" if one.move is None else f"{one.move:g}"}
        texts = found.setdefault(gpid, {})
        texts |= {f"{before}{name}": text for name, text in told.items() if text}
        texts |= {"id": one.unit} if one.unit else {}
    return found


@dataclass(frozen=True, slots=True)
class Counter(LogCounter):
    """A piece as the rules see it.

    ``column`` is None where the module shows no formation; ``ma`` half-MP, None if the piece does
    not show its allowance. ``hidden``: some player hid it or turned it face down.
    ``immobile``: the face it shows has no movement. ``mounted``: it shows its mounted face, None
    where the module has none; ``move_class`` is that of the face shown, ``own_class`` on foot,
    ``organic`` mounted. ``class_assumed``: no rulebook says the class of that face.
    """

    move_class: MoveClass | None = None
    column: bool | None = None
    reduced: bool = False
    ma: int | None = None
    hidden: bool = False
    immobile: bool = False
    mounted: bool | None = None
    own_class: MoveClass | None = None
    organic: MoveClass | None = None
    class_assumed: bool = False

    def heir(self, first: str) -> Counter:
        """Copy the counter as that of a Unit which another piece was at first."""
        return replace(self, piece=first, id=first if self.id == self.piece else self.id)


IMMOBILE = "immobile"
"""The class of counters that have no movement but on transport."""


class CounterReader(PieceReader[Counter]):
    """Reads the pieces of a log by a mapping."""

    def __init__(self, mapping: CounterMap) -> None:
        super().__init__(mapping, self._made)
        self.mapping = mapping

    def _made(self, piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> Counter:
        """Make the counter of a piece, with what its name or our counters tell besides its row."""
        made = counter_of(piece, row, told, shown)
        if row.role == "chit" and not made.kind:
            return replace(made, kind=kind_of_chit(self.mapping, made, told.get("formation", "")))
        return our_face(made) if row.role == "unit" and self.mapping.own_backs else made


def counter_of(piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> Counter:
    """Make the counter of a piece that a row fits."""
    unit, flipped = row.role == "unit", shown.get("reduced", False)
    mounted = shown.get("mounted")
    face = faced(told, "mounted" if mounted else "back" if flipped else "")
    return Counter(
        row.role,
        "",
        told.get("id", ""),
        piece.name,
        # A side nobody knows is none: two names of one would be enemies.
        side if (side := told.get("side", "")) in SIDES else "",
        told.get("division", ""),
        # Chits name what they activate.
        told.get("formation", "") or (piece.name if row.role == "chit" else ""),
        told.get("kind", ""),
        class_of(face.get("class")) if unit else None,
        shown.get("column"),
        flipped,
        allowance(piece, row, face) if unit else None,
        unit and (piece.hidden_by is not None or piece.masked_by is not None),
        unit and not flipped and told.get("class") == IMMOBILE,
        mounted,
        class_of(told.get("class")) if unit else None,
        class_of(told.get("mounted_class")) if unit else None,
    )


def kind_of_chit(mapping: CounterMap, chit: Counter, formation: str) -> str:
    """Tell the kind of a chit whose row does not, by its name and the Formation it is marked with;
    "" if neither does, or they contradict each other."""
    fits = (kind for pattern, kind in mapping.chit_kinds if pattern.fullmatch(chit.name))
    kind = next(fits, "Formation" if formation and mapping.chit_kinds else "")
    other = formation and not same_group(formation, chit.division)
    return "" if other and kind in ("Division", "Direct Command") else kind


def our_face(unit: Counter) -> Counter:
    """Add to a Unit of ours what its back shows: its class mounted where that is its mounted
    side."""
    known = read_roster(MAPS).ids.get(unit.id)
    if known is None or known.back != "mounted":
        return unit
    organic = class_of(known.mounted)
    unit = replace(unit, mounted=unit.reduced, organic=organic)
    assumed = "mounted" in known.assumed
    return replace(unit, move_class=organic, class_assumed=assumed) if unit.reduced else unit


def faced(told: Told, face: str) -> Told:
    """What a row tells of a counter that shows a face: what it says of that face goes first."""
    if not face:
        return told
    before = f"{face}_"
    own = [(name, text) for name, text in told.items() if name.startswith(before)]
    return {**told, **{name.removeprefix(before): text for name, text in own}}


def class_of(word: str | None) -> MoveClass | None:
    """The movement class of a word, None for any other."""
    return next((known for known in MOVE_CLASSES if known == word), None)
