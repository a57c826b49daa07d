"""One line of sight with its working: everything it meets, in order, and what that does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clubroute.builder.grid import Hex, Hexside, hexside
from clubroute.builder.provenance import weakest
from clubroute.rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN, side_effects
from clubroute.rules.gts.los.geometry import (
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
    meetings,
)
from clubroute.rules.gts.los.scene import SERIES, Cover, Drawn, Scene
from clubroute.rules.model import Step, Verdict


@dataclass(slots=True)
class Trace:
    """What a line met so far.

    ``outcome`` is CLEAR, UNKNOWN or BLOCKS; ``readings`` the options that were looked at;
    ``unknown`` the hexes off the map.
    """

    scene: Scene
    start: Hex
    end: Hex
    steps: list[Step] = field(default_factory=list)
    outcome: int = CLEAR
    readings: set[str] = field(default_factory=set)
    unknown: list[str] = field(default_factory=list)
    orchards: int = 0
    crest_hands: set[str] = field(default_factory=set)
    crest_runs: bool = False
    line_hands: set[str] = field(default_factory=set)
    line_runs: bool = False

    @property
    def blocker(self) -> Step | None:
        """The first thing that blocks."""
        return next((step for step in self.steps if step.verdict == "blocked"), None)


def trace(scene: Scene, start: Hex, end: Hex, *, until_blocked: bool = False) -> Trace:
    """Follow the line between two hexes of the map, to its end or to the first thing that blocks.

    The first hex is the firing Unit's, the last the target's; the verdict is the same either way.
    """
    found = Trace(scene, start, end)
    if start == end:
        return found
    own_lines(found, start, "firing")
    for meeting in meetings((end.line - start.line, end.half - start.half)):
        follow(found, meeting)
        if until_blocked and found.outcome == BLOCKS:
            return found
    own_lines(found, end, "target")
    return found


def follow(found: Trace, meeting: Meeting) -> None:
    """Write down what a meeting does."""
    match meeting:
        case Inside():
            inside(found, meeting)
        case Along():
            along(found, meeting)
        case Crossing():
            crossing(found, meeting)
        case Corner():
            corner(found, meeting)
        case LinkCrossing():
            link_crossing(found, meeting)
        case Centre():
            centre(found, meeting)
        case LinkAlong():
            link_along(found, meeting)


def note(
    found: Trace, where: str, effect: int, why: str, drawn: Cover | Drawn, rule: str = ""
) -> None:
    """Write a line down and count its effect."""
    verdict: Verdict | None = None
    if effect == BLOCKS:
        found.outcome, verdict = BLOCKS, "blocked"
    elif effect == UNKNOWN:
        verdict = "undetermined"
        found.unknown.append(where)
        found.outcome = max(found.outcome, UNKNOWN)
    found.readings.update(drawn.readings)
    found.steps.append(
        Step(
            why,
            rule or drawn.rule,
            start=where,
            provenance=drawn.provenance,
            verdict=verdict,
        )
    )


def at(found: Trace, offset: Offset) -> Hex:
    """The hex of the map at an offset from the first."""
    return Hex(found.start.line + offset[0], found.start.half + offset[1])


def side_at(found: Trace, pair: Pair) -> Hexside:
    """The hexside of the map between two hexes given as offsets."""
    return Hexside(at(found, pair[0]), at(found, pair[1]))


def inside(found: Trace, meeting: Inside) -> None:
    """A hex passed through."""
    h = at(found, meeting.hex)
    cover = found.scene.cover(h)
    hex_effect(found, found.scene.number(h), cover, cover.effect, cover.what)


def hex_effect(found: Trace, where: str, cover: Cover, effect: int, what: str) -> None:
    """The effect of a hex, or of the better hex along a hexside."""
    if effect == ORCHARD:
        found.orchards += 1
        if found.orchards > 1:
            note(found, where, BLOCKS, f"{what}: the second orchard on the line blocks", cover)
        else:
            note(found, where, CLEAR, f"{what}: one orchard does not block", cover)
    elif effect == BLOCKS:
        note(found, where, BLOCKS, f"{what}: Blocking Terrain", cover)
    elif effect == UNKNOWN:
        note(found, where, UNKNOWN, f"{what}: nobody can say what stands here", cover)
    else:
        note(found, where, CLEAR, f"{what}: not Blocking Terrain", cover)


def along(found: Trace, meeting: Along) -> None:
    """A hexside the line runs along: two hexes, and perhaps a crest."""
    scene = found.scene
    left, right = at(found, meeting.left), at(found, meeting.right)
    covers = scene.cover(left), scene.cover(right)
    where = scene.side_number(left, right)
    effects = covers[0].effect, covers[1].effect
    effect = side_effects(scene.readings.orchard_side)[effects[0] * 4 + effects[1]]
    decides = covers[0] if effects[0] <= effects[1] else covers[1]
    if ORCHARD in effects and effects[0] != effects[1]:
        found.readings.add("orchard_side")
    for cover in covers:
        found.readings.update(cover.readings)
    what = f"along the hexside between {covers[0].what} and {covers[1].what}"
    if effect == BLOCKS:
        note(found, where, BLOCKS, f"{what}: both sides block", decides)
    elif effect == CLEAR and max(effects) != CLEAR:
        note(found, where, CLEAR, f"{what}: one side is clear", decides, SERIES)
    else:
        hex_effect(found, where, decides, effect, what)
    crest = scene.crest(hexside(left, right))
    found.crest_runs = crest is not None
    if crest is not None:
        found.readings.add("crest_along")
        blocks = scene.readings.crest_along == "blocks"
        why = f"runs along the {crest.what}" + ("" if blocks else ": does not block")
        note(found, where, BLOCKS if blocks else CLEAR, why, crest)


def crossing(found: Trace, meeting: Crossing) -> None:
    """A hexside crossed: it matters if it is a crest."""
    side = side_at(found, meeting.side)
    crest = found.scene.crest(side)
    if crest is None:
        return
    where = found.scene.side_number(*side)
    if own(found, side):
        why = f"{crest.what} of the {own(found, side)} hex: does not block"
        note(found, where, CLEAR, why, crest)
    else:
        note(found, where, BLOCKS, f"crosses the {crest.what}", crest)


def own(found: Trace, side: Hexside) -> str:
    """Which end hex a hexside belongs to, if any."""
    if found.start in side:
        return "firing"
    return "target" if found.end in side else ""


def corner(found: Trace, meeting: Corner) -> None:
    """A vertex: a hex touched there, and crests that end, bend or go across there."""
    scene = found.scene
    if meeting.touched is not None:
        h = at(found, meeting.touched)
        cover = scene.cover(h)
        if cover.effect != CLEAR or cover.readings:
            found.readings.add("vertex_touch")
            what = f"{cover.what}, touched at one vertex"
            if scene.readings.vertex_touch == "blocks":
                hex_effect(found, scene.number(h), cover, cover.effect, what)
            else:
                why = f"{what} only: does not block"
                note(found, scene.number(h), CLEAR, why, cover, SERIES)
    if not found.crest_runs:
        found.crest_hands.clear()
    found.crest_runs = False
    names: list[str] = []
    met: list[Drawn] = []
    for hand, sides in (("left", meeting.left), ("right", meeting.right)):
        for pair in sides:
            side = side_at(found, pair)
            crest = scene.crest(side)
            if crest is not None and not own(found, side):
                found.crest_hands.add(hand)
                names.append(scene.side_number(*side))
                met.append(crest)
    if met:
        touch(found, ", ".join(sorted(names)), met, found.crest_hands, "crest_touch")


def touch(found: Trace, where: str, met: Sequence[Drawn], hands: set[str], reading: str) -> None:
    """What is drawn from a point of the line to its hands: across, or only up to it."""
    weak = weakest(one.provenance for one in met)
    one = next(one for one in met if one.provenance == weak)
    if len(hands) == 2:
        note(found, where, BLOCKS, f"crosses the {one.what}", one)
        return
    found.readings.add(reading)
    if getattr(found.scene.readings, reading) == "blocks":
        note(found, where, BLOCKS, f"touches the {one.what}", one)
    else:
        note(found, where, CLEAR, f"touches the {one.what}, does not cross it", one)


def link_crossing(found: Trace, meeting: LinkCrossing) -> None:
    """A drawn line crossed between two centres."""
    side = side_at(found, meeting.link)
    line = found.scene.line(side)
    if line is None:
        return
    where = found.scene.side_number(*side)
    if found.scene.stands(line):
        note(found, where, BLOCKS, f"crosses the {line.what}", line)
    else:
        note(found, where, CLEAR, f"crosses the {line.what}: does not block", line)


def centre(found: Trace, meeting: Centre) -> None:
    """The centre of a hex, where drawn lines bend, end or go across."""
    scene = found.scene
    if not found.line_runs:
        found.line_hands.clear()
    found.line_runs = False
    h = at(found, meeting.hex)
    met: list[Drawn] = []
    for hand, hexes in (("left", meeting.left), ("right", meeting.right)):
        for offset in hexes:
            line = scene.line(hexside(h, at(found, offset)))
            if line is None:
                continue
            found.readings.update(line.readings)
            if scene.stands(line):
                found.line_hands.add(hand)
                met.append(line)
    if met:
        touch(found, scene.number(h), met, found.line_hands, "raised_touch")


def link_along(found: Trace, meeting: LinkAlong) -> None:
    """A drawn line the line of sight runs along."""
    side = side_at(found, meeting.link)
    line = found.scene.line(side)
    found.line_runs = found.scene.stands(line)
    if line is None or {found.start, found.end} == {*side}:
        return
    where = found.scene.side_number(*side)
    if not found.line_runs:
        note(found, where, CLEAR, f"runs along the {line.what}: does not block", line)
        return
    found.readings.add("raised_along")
    blocks = found.scene.readings.raised_along == "blocks"
    why = f"runs along the {line.what}" + ("" if blocks else ", does not cross it")
    note(found, where, BLOCKS if blocks else CLEAR, why, line)


def own_lines(found: Trace, h: Hex, whose: str) -> None:
    """Say that a drawn line in an end hex does not block."""
    scene = found.scene
    id = scene.map.find(h)
    if id < 0:
        return
    lines = (
        scene.line(hexside(h, scene.map.hex(other)))
        for column in scene.map.beside
        if (other := column[id]) >= 0
    )
    line = next((line for line in lines if line is not None), None)
    if line is not None:
        why = f"{line.what} in the {whose} hex: never blocks"
        note(found, scene.number(h), CLEAR, why, line._replace(readings=()))
