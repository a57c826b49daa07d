"""The rules of Line of Sight (2.1–2.16) for one line: what each thing it meets does to it.

They stand here and nowhere else. :mod:`clubroute.rules.gts.los.trace` puts the findings into words,
:mod:`clubroute.rules.gts.los.sight` asks only for the outcome, and only where it must.

Hexes are offsets from the first hex, as in :mod:`clubroute.rules.kit.lines`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import (
    Final,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
)

from clubroute.builder.errors import InputError, Where
from clubroute.rules.book.rulebook import ChosenReadings, reading
from clubroute.rules.gts.games import GAMES, book
from clubroute.rules.kit.lines import (
    Along,
    Centre,
    Corner,
    Crossing,
    Inside,
    LinkAlong,
    LinkCrossing,
    Meeting,
    Offset,
    Pair,
    pair,
)

# What blocks in which game, from ``tables/sight.toml``.

CLEAR: Final = 0
ORCHARD: Final = 1
UNKNOWN: Final = 2
BLOCKS: Final = 3
EFFECTS: Mapping[str, int] = {"clear": CLEAR, "orchard": ORCHARD, "blocks": BLOCKS}
"""What a hex does to a line through it. UNKNOWN is a hex off the map."""


@dataclass(frozen=True, slots=True)
class Blocking:
    """One game's blocking: terrain → effect, and the rules by terrain, hexside, drawn line
    and what may be crossed freely."""

    terrain: Mapping[str, int]
    terrain_rule: Mapping[str, str]
    hexside_rule: Mapping[str, str]
    line_rule: Mapping[str, str]
    harmless_rule: Mapping[str, str]


@cache
def blocking_table(game: str) -> Blocking:
    """The table of a game, the name of its sheet (``wed``, ``tdc``).

    :raises InputError: a game without one.
    """
    if game not in GAMES:
        raise InputError(
            Where("params", part="map"),
            f"a sheet of {game!r}",
            "a map of a game with rules for Line of Sight: " + ", ".join(sorted(GAMES)),
        )
    rules = book("sight", game)
    terrain = rules.rows("terrain")
    return Blocking(
        terrain={name: EFFECTS[row.text("effect")] for name, row in terrain.items()},
        terrain_rule={name: row.cite for name, row in terrain.items()},
        hexside_rule={name: row.cite for name, row in rules.rows("hexside").items()},
        line_rule={name: row.cite for name, row in rules.rows("line").items()},
        harmless_rule={name: row.cite for name, row in rules.rows("harmless").items()},
    )


# SightReadings of the line-of-sight rules that a referee may have to choose between.
#
# Each is an option with a default. An answer that turns on one says so: ``referee: …``.


@dataclass(frozen=True, slots=True)
class SightReadings(ChosenReadings):
    """The chosen readings, by name."""

    vertex_touch: str = reading(
        clear="a hex the line meets at one vertex only does not count",
        blocks="a hex the line meets at one vertex only counts as passed through",
    )
    orchard_side: str = reading(
        better="along a hexside the better of the two hexes counts, an orchard as an orchard",
        counts="along a hexside an orchard on either side counts as one passed through",
    )
    crest_along: str = reading(
        blocks="a crest hexside the line runs along blocks",
        clear="a crest hexside the line runs along does not block",
    )
    crest_touch: str = reading(
        clear="a crest met at a vertex blocks only if it goes on to the line's other side",
        blocks="a crest hexside met at one vertex only blocks",
    )
    raised_along: str = reading(
        clear="running along a raised Road is not crossing it",
        blocks="running along a raised Road outside the end hexes blocks",
    )
    raised_touch: str = reading(
        clear="a raised Road met where it bends or ends blocks only if it goes on to the "
        "line's other side",
        blocks="a raised Road met where it bends or ends blocks",
    )
    barrage: str = reading(
        blocks="a barrage marker makes its hex block (series rule)",
        clear="a barrage marker does not block",
    )
    rubble: str = reading(
        terrain="a City or Fortified hex in rubble blocks as before (WED 2.9, 2.10 change "
        "only its defence)",
        clear="a hex in rubble does not block",
    )
    destroyed_bridge: str = reading(
        clear="a destroyed bridge no longer blocks",
        blocks="a destroyed bridge blocks as before",
    )
    overlap: str = reading(
        first="a hex on two maps has the rules of the first (WED before TDC)",
        last="a hex on two maps has the rules of the last (TDC after WED)",
    )


NOTHING: Final = 0
STANDS: Final = 1
GONE: Final = 2
"""What is drawn from a hex to an adjacent one: nothing, a line, or a destroyed bridge."""

LEFT: Final = 1
RIGHT: Final = 2
BOTH: Final = LEFT | RIGHT
"""The hands of a walker along the line, to which drawn lines and crests go off."""

How: TypeAlias = Literal[
    "passed",
    "beside",
    "touched",
    "crest crossed",
    "crest followed",
    "crest reached",
    "line crossed",
    "line followed",
    "line reached",
]
"""How a line meets something. ``reached``: at a vertex or centre, where it may end or bend."""


class FirstHex(Protocol):
    """What stands around the first hex of a line."""

    def effect(self, h: Offset) -> int:
        """CLEAR, ORCHARD, UNKNOWN or BLOCKS: what a hex does to a line through it."""

    def crest(self, side: Pair) -> bool:
        """Whether a hexside is a crest."""

    def line(self, link: Pair) -> int:
        """NOTHING, STANDS or GONE: the line drawn between the centres of two adjacent hexes."""


class LineEffect(NamedTuple):
    """What one thing does to the line.

    ``effect`` is CLEAR, UNKNOWN or BLOCKS. ``seen`` is the effect of the hex met, before orchards
    are counted. ``drawn`` are the hexsides or links reached, ``across`` says that they cross.
    """

    how: How
    meeting: Meeting
    effect: int
    seen: int = CLEAR
    drawn: tuple[Pair, ...] = ()
    across: bool = False


@dataclass(slots=True)
class LineJudge:
    """Follows one line from the first hex to the target's, meeting by meeting.

    ``orchards`` are those met so far. ``crest_hands`` are the hands to which crests went off at the
    last vertex; they count at the next one only if a crest leads there (``crest_runs``). The same
    for drawn lines, from centre to centre.
    """

    there: FirstHex
    readings: SightReadings
    target: Offset
    orchards: int = 0
    crest_hands: int = 0
    crest_runs: bool = False
    line_hands: int = 0
    line_runs: bool = False

    def follow(self, meeting: Meeting) -> Iterable[LineEffect]:
        """Judge the next meeting."""
        match meeting:
            case Inside():
                seen = self.there.effect(meeting.hex)
                return (LineEffect("passed", meeting, self.counted(seen), seen),)
            case Along():
                return self.along(meeting)
            case Crossing():
                return self.crossing(meeting)
            case Corner():
                return self.corner(meeting)
            case LinkCrossing():
                return self.link_crossing(meeting)
            case Centre():
                return self.centre(meeting)
            case LinkAlong():
                return self.link_along(meeting)

    def counted(self, seen: int) -> int:
        """What a hex does after those before it: one orchard passes, the second blocks (2.3)."""
        if seen != ORCHARD:
            return seen
        self.orchards += 1
        return BLOCKS if self.orchards > 1 else CLEAR

    def own(self, side: Pair) -> bool:
        """Whether a hexside belongs to the firing or the target hex: crests on it do not count."""
        return (0, 0) in side or self.target in side

    def along(self, meeting: Along) -> Iterator[LineEffect]:
        """Judge a hexside the line runs along: the hexes to either hand, then a crest on it."""
        there, readings = self.there, self.readings
        left, right = there.effect(meeting.left), there.effect(meeting.right)
        seen = better_side(left, right, readings.orchard_side)
        yield LineEffect("beside", meeting, self.counted(seen), seen)
        self.crest_runs = there.crest(pair(meeting.left, meeting.right))
        if self.crest_runs:
            yield LineEffect("crest followed", meeting, blocks_if(readings.crest_along == "blocks"))

    def crossing(self, meeting: Crossing) -> Iterator[LineEffect]:
        """Judge a hexside crossed: a crest blocks unless an end hex has it (2.13)."""
        if self.there.crest(meeting.side):
            yield LineEffect("crest crossed", meeting, blocks_if(not self.own(meeting.side)))

    def corner(self, meeting: Corner) -> Iterator[LineEffect]:
        """Judge a vertex: a hex touched there, and crests that end, bend or cross there."""
        there, readings = self.there, self.readings
        if meeting.touched is not None:
            seen = there.effect(meeting.touched)
            effect = self.counted(seen) if readings.vertex_touch == "blocks" else CLEAR
            yield LineEffect("touched", meeting, effect, seen)
        hands = self.crest_hands if self.crest_runs else 0
        self.crest_runs = False
        met: list[Pair] = []
        for hand, sides in ((LEFT, meeting.left), (RIGHT, meeting.right)):
            for side in sides:
                if there.crest(side) and not self.own(side):
                    hands |= hand
                    met.append(side)
        self.crest_hands = hands
        if met:
            yield reached("crest reached", meeting, met, hands, readings.crest_touch)

    def link_crossing(self, meeting: LinkCrossing) -> Iterator[LineEffect]:
        """Judge a drawn line crossed between two centres (2.16)."""
        line = self.there.line(meeting.link)
        if line != NOTHING:
            yield LineEffect("line crossed", meeting, blocks_if(line == STANDS))

    def centre(self, meeting: Centre) -> Iterator[LineEffect]:
        """Judge the centre of a hex, where drawn lines bend, end or cross."""
        hands = self.line_hands if self.line_runs else 0
        self.line_runs = False
        met: list[Pair] = []
        for hand, hexes in ((LEFT, meeting.left), (RIGHT, meeting.right)):
            for other in hexes:
                link = pair(meeting.hex, other)
                if self.there.line(link) == STANDS:
                    hands |= hand
                    met.append(link)
        self.line_hands = hands
        if met:
            yield reached("line reached", meeting, met, hands, self.readings.raised_touch)

    def link_along(self, meeting: LinkAlong) -> Iterator[LineEffect]:
        """Judge a drawn line the line of sight runs along."""
        line = self.there.line(meeting.link)
        self.line_runs = line == STANDS
        if line != NOTHING:
            blocks = self.line_runs and self.readings.raised_along == "blocks"
            yield LineEffect("line followed", meeting, blocks_if(blocks))


def outcome(
    meetings: Iterable[Meeting], there: FirstHex, target: Offset, readings: SightReadings
) -> int:
    """CLEAR, UNKNOWN or BLOCKS: what everything met does to the line, the worst of it."""
    judge, worst = LineJudge(there, readings, target), CLEAR
    for meeting in meetings:
        for finding in judge.follow(meeting):
            if finding.effect == BLOCKS:
                return BLOCKS
            worst = max(worst, finding.effect)
    return worst


def better_side(left: int, right: int, orchard_side: str) -> int:
    """The effect of the two hexes a line runs between.

    It is blocked only if both sides block (GTS series rule): the better side counts.
    """
    low, high = min(left, right), max(left, right)
    if low == CLEAR and high == ORCHARD and orchard_side == "counts":
        return ORCHARD
    # An orchard beside a hex off the map: if that hex is clear, no orchard is passed.
    return UNKNOWN if (low, high) == (ORCHARD, UNKNOWN) else low


def reached(
    how: How, meeting: Corner | Centre, met: list[Pair], hands: int, touch: str
) -> LineEffect:
    """Judge what is drawn from a point of the line: across it, or only up to it."""
    across = hands == BOTH
    effect = blocks_if(across or touch == "blocks")
    return LineEffect(how, meeting, effect, drawn=tuple(met), across=across)


def blocks_if(blocked: bool) -> int:
    """BLOCKS or CLEAR."""
    return BLOCKS if blocked else CLEAR
