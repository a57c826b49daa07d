"""One line of sight with its working: everything it meets, in order, and what that does.

The rules are those of :mod:`clubroute.rules.gts.los.line_rules`; here are the words.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from clubroute.builder.grid import Hex, Hexside, hexside
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.model import Step, Verdict
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    CLEAR,
    GONE,
    NOTHING,
    ORCHARD,
    STANDS,
    UNKNOWN,
    LineEffect,
    LineJudge,
)
from clubroute.rules.gts.los.scene import Cover, Drawn, Scene
from clubroute.rules.kit.lines import (
    Along,
    Centre,
    Corner,
    Crossing,
    Inside,
    LinkAlong,
    LinkCrossing,
    Offset,
    Pair,
    meetings,
)

VERDICTS: dict[int, Verdict | None] = {
    CLEAR: None,
    UNKNOWN: "undetermined",
    BLOCKS: "blocked",
}


@dataclass(slots=True)
class Trace:
    """What a line met so far.

    ``outcome`` is CLEAR, UNKNOWN or BLOCKS; ``readings`` the options that were looked at;
    ``unknown`` the hexes off the map; ``ground`` the weakest that the ground it met rests on. It is
    also what the rules of a line ask what stands where.
    """

    scene: Scene
    start: Hex
    end: Hex
    steps: list[Step] = field(default_factory=list)
    outcome: int = CLEAR
    readings: set[str] = field(default_factory=set)
    unknown: list[str] = field(default_factory=list)
    ground: Provenance = "rulebook"

    @property
    def blocker(self) -> Step | None:
        """The first thing that blocks."""
        return next((step for step in self.steps if step.verdict == "blocked"), None)

    def at(self, offset: Offset) -> Hex:
        """The hex of the map at an offset from the first."""
        return Hex(self.start.line + offset[0], self.start.half + offset[1])

    def side(self, sides: Pair) -> Hexside:
        """The hexside of the map between two hexes given as offsets."""
        return Hexside(self.at(sides[0]), self.at(sides[1]))

    def cover(self, h: Offset) -> Cover:
        """What a hex does to a line through it; the options that rests on count as looked at."""
        cover = self.scene.cover(self.at(h))
        self.readings.update(cover.readings)
        return cover

    def effect(self, h: Offset) -> int:
        """The effect of a hex."""
        return self.cover(h).effect

    def crest(self, side: Pair) -> bool:
        """Whether a hexside is a crest."""
        return self.scene.crest(self.side(side)) is not None

    def line(self, link: Pair) -> int:
        """NOTHING, STANDS or GONE between the centres of two adjacent hexes."""
        line = self.scene.line(self.side(link))
        if line is None:
            return NOTHING
        self.readings.update(line.readings)
        return STANDS if self.scene.stands(line) else GONE


def trace(scene: Scene, start: Hex, end: Hex, *, until_blocked: bool = False) -> Trace:
    """Follow the line between two hexes of the map, to its end or to the first thing that blocks.

    The first hex is the firing Unit's, the last the target's; the verdict is the same either way.
    """
    found = Trace(scene, start, end)
    if start == end:
        return found
    target = (end.line - start.line, end.half - start.half)
    judge = LineJudge(found, scene.readings, target)
    own_lines(found, start, "firing")
    for meeting in meetings(target):
        for finding in judge.follow(meeting):
            tell(found, finding)
        if until_blocked and found.outcome == BLOCKS:
            return found
    own_lines(found, end, "target")
    return found


def tell(found: Trace, finding: LineEffect) -> None:
    """Write down what a meeting does."""
    match finding.meeting:
        case Inside(hex=h):
            cover = found.cover(h)
            hex_told(found, finding, found.scene.number(found.at(h)), cover, cover.what)
        case Along() as meeting if finding.how == "beside":
            beside(found, finding, meeting)
        case Along() as meeting:
            crest_followed(found, finding, meeting)
        case Crossing() as meeting:
            crest_crossed(found, finding, meeting)
        case Corner(touched=h) if finding.how == "touched" and h is not None:
            touched(found, finding, h)
        case Corner() | Centre():
            reached(found, finding)
        case LinkCrossing(link=link):
            line_crossed(found, finding, link)
        case LinkAlong(link=link):
            line_followed(found, finding, link)


def note(
    found: Trace, where: str, effect: int, why: str, drawn: Cover | Drawn, rule: str = ""
) -> None:
    """Write a step down and count its effect. No rulebook here has what only the series rules."""
    rests = "assumed" if rule == SERIES.cite else drawn.provenance
    found.ground = weakest((found.ground, drawn.provenance))
    if effect == UNKNOWN:
        found.unknown.append(where)
    found.outcome = max(found.outcome, effect)
    found.steps.append(
        Step(
            why,
            rule or drawn.rule,
            start=where,
            provenance=rests,
            verdict=VERDICTS[effect],
        )
    )


def hex_told(found: Trace, finding: LineEffect, where: str, cover: Cover, what: str) -> None:
    """Tell the effect of a hex, or of the better hex along a hexside."""
    effect = finding.effect
    if finding.seen == ORCHARD:
        if effect == BLOCKS:
            why = "the second orchard on the line blocks"
        else:
            why = "one orchard does not block"
    elif effect == BLOCKS:
        why = "Blocking Terrain"
    elif effect == UNKNOWN:
        why = "what stands here is not known"
    else:
        why = "not Blocking Terrain"
    note(found, where, effect, f"{what}: {why}", cover)


def beside(found: Trace, finding: LineEffect, meeting: Along) -> None:
    """Tell the better of the two hexes the line runs between."""
    left, right = found.cover(meeting.left), found.cover(meeting.right)
    where = found.scene.side_number(found.at(meeting.left), found.at(meeting.right))
    decides = left if left.effect <= right.effect else right
    if ORCHARD in (left.effect, right.effect) and left.effect != right.effect:
        found.readings.add("orchard_side")
    what = f"along the hexside between {left.what} and {right.what}"
    if finding.seen == BLOCKS:
        note(found, where, BLOCKS, f"{what}: both sides block", decides, SERIES.cite)
    elif finding.seen == CLEAR and max(left.effect, right.effect) != CLEAR:
        note(found, where, CLEAR, f"{what}: one side is clear", decides, SERIES.cite)
    else:
        hex_told(found, finding, where, decides, what)


def touched(found: Trace, finding: LineEffect, h: Offset) -> None:
    """Tell of a hex met at one vertex only, where anything stands in it."""
    cover = found.cover(h)
    if cover.effect == CLEAR and not cover.readings:
        return
    found.readings.add("vertex_touch")
    where = found.scene.number(found.at(h))
    what = f"{cover.what}, touched at one vertex"
    if found.scene.readings.vertex_touch == "blocks":
        hex_told(found, finding, where, cover, what)
    else:
        note(found, where, CLEAR, f"{what} only: does not block", cover, SERIES.cite)


def crest_followed(found: Trace, finding: LineEffect, meeting: Along) -> None:
    """Tell of a crest the line runs along."""
    side = hexside(found.at(meeting.left), found.at(meeting.right))
    crest = drawn_on(found.scene.crest(side))
    found.readings.add("crest_along")
    why = f"runs along the {crest.what}" + ("" if finding.effect else ": does not block")
    note(found, found.scene.side_number(*side), finding.effect, why, crest)


def crest_crossed(found: Trace, finding: LineEffect, meeting: Crossing) -> None:
    """Tell of a crest crossed between its two vertices."""
    side = found.side(meeting.side)
    crest = drawn_on(found.scene.crest(side))
    if finding.effect == BLOCKS:
        why = f"crosses the {crest.what}"
    else:
        whose = "firing" if found.start in side else "target"
        why = f"{crest.what} of the {whose} hex: does not block"
    note(found, found.scene.side_number(*side), finding.effect, why, crest)


def reached(found: Trace, finding: LineEffect) -> None:
    """Tell what is drawn from a point of the line to its hands: across, or only up to it."""
    scene = found.scene
    sides = [found.side(drawn) for drawn in finding.drawn]
    if isinstance(finding.meeting, Centre):
        where, reading = scene.number(found.at(finding.meeting.hex)), "raised_touch"
        met = [drawn_on(scene.line(side)) for side in sides]
    else:
        where = ", ".join(sorted(scene.side_number(*side) for side in sides))
        reading = "crest_touch"
        met = [drawn_on(scene.crest(side)) for side in sides]
    weak = weakest(one.provenance for one in met)
    one = next(one for one in met if one.provenance == weak)
    if finding.across:
        note(found, where, BLOCKS, f"crosses the {one.what}", one)
        return
    found.readings.add(reading)
    why = f"touches the {one.what}" + ("" if finding.effect else ", does not cross it")
    note(found, where, finding.effect, why, one)


def line_crossed(found: Trace, finding: LineEffect, link: Pair) -> None:
    """Tell of a drawn line crossed between two centres."""
    side = found.side(link)
    line = drawn_on(found.scene.line(side))
    why = f"crosses the {line.what}" + ("" if finding.effect else ": does not block")
    note(found, found.scene.side_number(*side), finding.effect, why, line)


def line_followed(found: Trace, finding: LineEffect, link: Pair) -> None:
    """Tell of a drawn line the line of sight runs along."""
    side = found.side(link)
    line = drawn_on(found.scene.line(side))
    why = f"runs along the {line.what}"
    if not found.scene.stands(line):
        why += ": does not block"
    else:
        found.readings.add("raised_along")
        why += "" if finding.effect else ", does not cross it"
    note(found, found.scene.side_number(*side), finding.effect, why, line)


def drawn_on(drawn: Drawn | None) -> Drawn:
    """What the rules found drawn."""
    assert drawn is not None
    return drawn


def own_lines(found: Trace, h: Hex, whose: str) -> None:
    """Say that a drawn line in an end hex does not block."""
    scene = found.scene
    here = scene.map.find(h)
    if here < 0:
        return
    lines = (
        scene.line(hexside(h, scene.map.hex(other)))
        for column in scene.map.beside
        if (other := column[here]) >= 0
    )
    line = next((line for line in lines if line is not None), None)
    if line is not None:
        why = f"{line.what} in the {whose} hex: never blocks"
        note(found, scene.number(h), CLEAR, why, line)
