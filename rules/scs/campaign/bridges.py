"""Bridging units, the Arnhem Pontoon Bridge, Prepared Bridges; Ferries (INS 1.14, 1.15, 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from clubroute.rules.answers import INTEGER, TEXTS
from clubroute.rules.chances import FACES, OUTCOMES, thrown
from clubroute.rules.context import Context
from clubroute.rules.kinds import ALLIED, HEX, YES
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed, of, said, word
from clubroute.rules.rulebook import Section
from clubroute.rules.scs.asked import AboutMove, AboutState, the_die, the_unit
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.movement.costs import ENCLOSED, FULL_HEX_BRIDGE, SEA_LINE
from clubroute.rules.scs.movement.ferries import crossing_facts
from clubroute.rules.scs.movement.ground import country_as
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.crossings import crossed, crossing_key
from clubroute.rules.scs.unsaid import as_it_begins, phase_begins
from clubroute.rules.working import Working, negated

WAYS = (*book("bridges")["blow"].words("ways"), *book("bridges")["blow"].words("never"))
CROSSING = of({"type": "string", "maxLength": 40}, crossing_key)
BETWEEN = of({"type": "string", "maxLength": 40}, crossed)
WORKS: Mapping[str, Any] = {
    "built": {"type": "boolean"},
    "blown": {"type": "boolean"},
    "banks": {**TEXTS, "description": "where the unit may be put down"},
    "left": {**INTEGER, "description": "units the Ferry may still carry this turn"},
    "outcomes": OUTCOMES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkQuestion(AboutMove):
    """The parameters of ``bridge.take_up``, ``ferry.create``, ``ferry.remove``, ``ferry.use``."""

    unit: Unit = the_unit("the Bridging unit, engineer or who crosses; or its id or name")
    between: str = needed(
        BETWEEN, "the hexes it joins: E54.24/E55.25, or both banks and the water hex between"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildQuestion(WorkQuestion):
    """The parameters of ``bridge.build``."""

    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class PontoonQuestion(AboutMove):
    """The parameters of ``bridge.pontoon``."""

    unit: Unit = the_unit("the engineer, or its id or name in the state")
    road: bool | None = said(YES, "whether its hex has the road that leads into the pontoon's hex")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowQuestion(AboutState):
    """The parameters of ``bridge.blow``."""

    bridge: str = needed(CROSSING, "its hex or hexes: A48.05, E54.24/E55.25")
    unit: Unit = the_unit("the unit that comes to the bridge")
    way: str = needed(word(*WAYS), "how it comes; start: it is there as its Movement Phase begins")
    hex: str = needed(HEX, "the hex it enters or is in")
    attempt: bool | None = said(YES, "whether the German player decides to blow the bridge")
    die: int | None = the_die()


def ends_of(country: MapFile, work: Working, name: str) -> tuple[str, ...]:
    """The banks a crossing joins, judged: one Sea Line, or two straight across an Enclosed hex."""
    hexes = [country.number(country.id(one)) for one in name.split("/")]
    ids = [country.id(one) for one in hexes]
    places = [country.place(a, b, "between") for a, b in pairwise(ids)]
    facts = {
        "water": all(SEA_LINE in country.features(place) for place in places),
        "across": len({place % 6 for place in places}) == 1,
    }
    told = country.provenance_of(ids[0])
    work.judge(book("bridges")["checks"], facts, told, ends=" and ".join(hexes))
    return hexes[0], hexes[-1]


def check_phase(work: Working, asked: AboutMove, side: str | None) -> None:
    """Judge whether it is the side's Movement Phase."""
    rules = book("bridges")
    told = asked.state.in_phase(rules["emplaced"].text("phase"), side)
    told, premise = phase_begins(told, asked.begins)
    work.steps += premise
    work.judge(rules["checks"], {"phase": told})


def check_kind(work: Working, unit: Unit, rule: Section) -> None:
    """Judge whether a unit is of a kind that a rule is for: a Bridging unit, an engineer."""
    kinds = rule.words("kinds")
    fact = {"kind": None if unit.kind is None else unit.kind in kinds}
    work.judge(book("bridges")["checks"], fact, who=unit.call, kinds=", ".join(kinds))


def check_emplaced(
    work: Working, asked: WorkQuestion | PontoonQuestion, hexes: tuple[str, ...], rule: Section
) -> None:
    """Judge whether a unit of the right kind is emplaced at some hexes (1.15a)."""
    rules = book("bridges")
    unit, premise = as_it_begins(asked.unit, asked.begins, "emplaced")
    work.steps += premise
    check_kind(work, unit, rule)
    facts = {
        "dg": negated(unit.dg),
        "place": None if unit.hex is None else unit.hex in hexes,
        "emplaced": unit.emplaced,
    }
    work.judge(rules["checks"], facts, who=unit.call, hexes=" or ".join(hexes))
    check_phase(work, asked, unit.side)


@answers("bridge.build", "legal", "illegal", "decided", "undetermined", **WORKS)
def bridge_build(context: Context, asked: BuildQuestion) -> Receipt:
    """Whether a Bridging unit may try to build a bridge, and what its die brings."""
    work, rule = Working(), book("bridges")["build"]
    ends = ends_of(asked.country, work, asked.between)
    check_emplaced(work, asked, ends, rule)
    if work.verdict != "legal":
        return work.receipt()
    least = rule.number("least")
    faces = {face: rule.text("done" if face >= least else "again") for face in FACES}
    return thrown(work, faces, asked.die, rule.cite, lambda die: {"built": die >= least})


@answers("bridge.take_up", "legal", "illegal", "decided", "undetermined", **WORKS)
def bridge_take_up(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether a bridge of a Bridging unit may be taken up, and where the unit is put down."""
    work = Working()
    ends = ends_of(asked.country, work, asked.between)
    check_kind(work, asked.unit, book("bridges")["build"])
    bridge = asked.state.bridge(*asked.between.split("/")[:2])
    holds = None if bridge is None or bridge.word is None else bridge.word == "built"
    work.judge(book("bridges")["checks"], {"built": holds}, ends=" and ".join(ends))
    check_phase(work, asked, ALLIED)
    work.leave("that the bridge was built in an earlier phase")
    return work.receipt(banks=list(ends) if work.verdict == "legal" else None)


@answers("bridge.pontoon", "legal", "illegal", "decided", "undetermined", **WORKS)
def bridge_pontoon(context: Context, asked: PontoonQuestion) -> Receipt:
    """Whether an engineer may complete the Arnhem Pontoon Bridge; it needs no die."""
    work, rule = Working(), book("bridges")["pontoon"]
    country, middle = asked.country, asked.country.id(rule.text("hex"))
    near = tuple(map(country.number, country.around(middle)))
    check_emplaced(work, asked, near, rule)
    work.judge(book("bridges")["checks"], {"road": asked.road}, hex=rule.text("hex"))
    if work.verdict != "legal":
        return work.receipt()
    work.say("the bridge stands for good; its hex is a Full Hex Bridge", rule.cite)
    return work.receipt("decided", built=True)


@answers("bridge.blow", "legal", "illegal", "decided", "undetermined", **WORKS)
def bridge_blow(context: Context, asked: BlowQuestion) -> Receipt:
    """Whether the German player must decide on a Prepared Bridge now, and what his die brings."""
    work, rule = Working(), book("bridges")["blow"]
    hexes = asked.bridge.split("/")
    bridge = asked.state.bridge(hexes[0], hexes[-1] if len(hexes) > 1 else asked.hex)
    told = None if bridge is None else bridge.word
    facts = {
        "prepared": None if told is None else told == "prepared",
        "allied": asked.unit.of_side(rule.text("side")),
        "way": asked.way in rule.words("ways"),
        "end": at_bridge(context, asked),
    }
    who, way = asked.unit.call, asked.way.replace("_", " ")
    work.judge(rule, facts, way=way, bridge=asked.bridge, who=who, hex=asked.hex)
    if work.verdict != "legal":
        return work.receipt()
    return attempted(asked, work, rule, None if bridge is None else bridge.blow)


def at_bridge(context: Context, asked: BlowQuestion) -> bool | None:
    """Whether a hex is an end of a bridge, or the bridge's own where it fills one."""
    country, hexes = asked.country, [asked.country.id(one) for one in asked.bridge.split("/")]
    here, middle = asked.country.id(asked.hex), hexes[0]
    if len(hexes) > 1:
        return here in hexes
    if here != middle:
        beside = here in country.around(middle)
        return beside and country.place(middle, here) in country.links
    now = country_as(context, country, asked.state).terrain(middle)
    wet = now in (FULL_HEX_BRIDGE, ENCLOSED)
    return None if wet and asked.state.bridges is None else now == FULL_HEX_BRIDGE


def attempted(asked: BlowQuestion, work: Working, rule: Section, blow: int | None) -> Receipt:
    """What comes of the German's decision."""
    if asked.attempt is None:
        work.say("the German player must decide now: to blow it, or never", rule.cite)
        return work.lacking("attempt: whether the German player decides to blow the bridge")
    if not asked.attempt:
        work.say(f"he declines: {rule.text('stands')}", rule.cite)
        return work.receipt("decided", blown=False)
    if blow is None:
        return work.lacking(
            "state.bridges.blow: the highest die that blows it, printed on its counter"
        )
    faces = {face: rule.text("blown" if face <= blow else "stands") for face in FACES}

    def after(die: int) -> dict[str, bool]:
        if die <= blow:
            work.say(rule.text("units"), rule.cite)
        return {"blown": die <= blow}

    return thrown(work, faces, asked.die, rule.cite, after)


@answers("ferry.create", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_create(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether an engineer may make a Ferry, for its own side, over a Sea Line or a water hex."""
    work, rule = Working(), book("bridges")["engineer_ferry"]
    ends = ends_of(asked.country, work, asked.between)
    check_emplaced(work, asked, ends, rule)
    if asked.between.count("/") > 1:
        work.say(f"the engineer is placed in {asked.between.split('/')[1]}", rule.cite)
    return work.receipt()


@answers("ferry.remove", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_remove(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether an engineer's Ferry may be taken down; the engineer moves no further in the phase."""
    work = Working()
    ends = ends_of(asked.country, work, asked.between)
    check_kind(work, asked.unit, book("bridges")["engineer_ferry"])
    ferry = asked.state.ferry(*asked.between.split("/")[:2])
    side = asked.unit.side
    told = None if ferry is None or side is None else ferry.side == side
    holds = None if asked.state.ferries is None else bool(told) if ferry is None else told
    work.judge(book("bridges")["checks"], {"ferry": holds})
    check_phase(work, asked, side)
    return work.receipt(banks=list(ends) if work.verdict == "legal" else None)


@answers("ferry.use", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_use(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether a unit may cross by a Ferry: phase, capacity, whose it is, room on the far bank."""
    work, rule, state = Working(), book("bridges")["ferry"], asked.state
    unit, premise = as_it_begins(asked.unit, asked.begins, "ferried")
    work.steps += premise
    start, *_, end = asked.between.split("/")
    ferry, most = state.ferry(start, asked.between.split("/")[1]), rule.number("units")
    used, phase = ferry.used if ferry else None, state.now.phase if state.now else None
    facts = crossing_facts(phase, used, has_room(state, unit, end))
    facts["phase"], premise = phase_begins(facts["phase"], asked.begins)
    work.steps += premise
    if ferry is not None and ferry.side is not None:
        facts["own"] = unit.of_side(ferry.side)
    facts["ferried"] = negated(unit.ferried)
    words: dict[str, Any] = {"who": unit.call, "bank": end, "most": most}
    work.judge(book("bridges")["crossing"], facts, **words)
    if ferry is None:
        return work.lacking(
            f"state.ferries: the Ferry between {start} and {end}, and what it has carried"
        )
    work.say("crossing costs no MP and ends the move; any MA may be spent to come here", rule.cite)
    left = None if used is None else most - used - 1
    return work.receipt(left=left if work.verdict == "legal" else None)


def has_room(state: Position, unit: Unit, bank: str) -> bool | None:
    """Whether a unit may end on a bank without overstacking it; None if that is not known."""
    most = book("bridges")["stacking"].number("most")
    if state.units is None or unit.side is None:
        return None
    sure, maybe = state.units_in((bank,), unit.side), state.perhaps_in((bank,), unit.side)
    return False if len(sure) >= most else None if len(maybe) >= most else True
