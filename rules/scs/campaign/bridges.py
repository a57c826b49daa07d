"""Bridging units, the Arnhem Pontoon Bridge, Prepared Bridges (INS 1.13, 1.15, 3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from clubroute.builder.provenance import weakest
from clubroute.rules.answer.answers import INTEGER, TEXTS
from clubroute.rules.answer.chances import FACES, OUTCOMES, thrown
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, ENEMY, HEX, YES
from clubroute.rules.book.rulebook import Section
from clubroute.rules.engine.trip import outcome
from clubroute.rules.position.record import list_of, needed, of, said, settled, word
from clubroute.rules.scs.asked import AboutMove, AboutState, the_die, the_unit
from clubroute.rules.scs.games import Guess, answers, as_it_begins, book, decided, phase_begins
from clubroute.rules.scs.movement.costs import ENCLOSED, FULL_HEX_BRIDGE, SEA_LINE
from clubroute.rules.scs.movement.paths import STRIDE, Stride
from clubroute.rules.scs.movement.questions import Asking, walk_of
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import CROSSING, crossed
from clubroute.rules.scs.situation.ground import (
    Span,
    bridge_named,
    crossing_places,
    ends_of_bridge,
    middle_of,
)
from clubroute.rules.scs.situation.situation import Situation, boundary, is_same, surroundings_of

WAYS = (*book("bridges")["blow"].words("ways"), *book("bridges")["blow"].words("never"))
BETWEEN = of({"type": "string", "maxLength": 40}, crossed)
WORKS: Mapping[str, Any] = {
    "built": {"type": "boolean"},
    "blown": {"type": "boolean"},
    "banks": {**TEXTS, "description": "where the unit may be put down"},
    "left": {**INTEGER, "description": "units the Ferry may still carry this turn"},
    "outcomes": OUTCOMES,
    "total": {"type": "number", "description": "the MP it spends moving on"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkQuestion(AboutMove):
    """The parameters of ``ferry.create`` and ``ferry.remove``, and those that others share."""

    unit: Unit = the_unit(summary="the Bridging unit or engineer; or its id or name")
    between: str = needed(
        BETWEEN, "the hexes it joins: E54.24/E55.25, or both banks and the water hex between"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildQuestion(WorkQuestion):
    """The parameters of ``bridge.build``."""

    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeUpQuestion(Asking):
    """The parameters of ``bridge.take_up``."""

    unit: Unit = the_unit(summary="the Bridging unit, or its id or name")
    between: str = needed(BETWEEN, "the hexes the bridge joins: E54.24/E55.25")
    path: tuple[Stride, ...] = said(
        list_of(STRIDE, 200, 2),
        "the hexes it moves on by in the same phase, from the bank it is put down on",
        default=(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PontoonQuestion(AboutMove):
    """The parameters of ``bridge.pontoon``."""

    unit: Unit = the_unit(summary="the engineer, or its id or name in the state")
    road: bool | None = said(YES, "whether its hex has the road that leads into the pontoon's hex")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowQuestion(AboutState):
    """The parameters of ``bridge.blow``."""

    bridge: str = needed(CROSSING, "its hex or hexes: A48.05, E54.24/E55.25")
    unit: Unit = the_unit(summary="the unit that comes to the bridge")
    way: str | None = said(
        word(*WAYS), "how it comes; start: it is there as its Movement Phase begins"
    )
    hex: str | None = said(HEX, "the hex it enters or is in")
    attempt: bool | None = said(YES, "whether the German player decides to blow the bridge")
    die: int | None = the_die()


def ends_of(board: Situation, work: Working, name: str, spans: bool = False) -> tuple[str, ...]:
    """The banks a crossing joins, judged: one Sea Line, or two straight across a hex, all in play.

    :param spans: a bridge is to be built: a hex between must be Enclosed, with no bridge in it.
    """
    country = board.map
    ids = [country.id(one) for one in name.split("/")]
    hexes = [country.number(one) for one in ids]
    places = [country.place(a, b, "between") for a, b in pairwise(ids)]
    facts: dict[str, bool | None] = {
        "water": all(SEA_LINE in country.features(place) for place in places),
        "across": len({place % 6 for place in places}) == 1,
    }
    if board.outside.intersection(ids):
        facts["play"] = False
    if spans and len(ids) > 2:
        now = board.country.terrain(ids[1])
        spanned = now == FULL_HEX_BRIDGE and now == country.terrain_of(ids[1])
        facts["enclosed"] = None if spanned and board.unsure_in(ids[1]) else now != FULL_HEX_BRIDGE
    told = weakest(map(country.provenance_of, ids))
    words = {"ends": " and ".join(hexes), "middle": hexes[1]}
    work.judge(book("bridges")["checks"], facts, told, **words)
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
    board = asked.board
    ends = ends_of(board, work, asked.between, spans=True)
    check_emplaced(work, asked, ends, rule)
    least = rule.number("least")
    faces = {face: rule.text("done" if face >= least else "again") for face in FACES}
    if work.verdict != "legal":
        if asked.die is None or work.forbidden or asked.die >= least:
            work.then = faces.get(asked.die or 0, "")
            return work.receipt()
        return work.receipt(summary=f"With {asked.die} {faces[asked.die]}")
    return thrown(work, faces, asked.die, rule.cite, lambda die: {"built": die >= least})


@answers("bridge.take_up", "legal", "illegal", "decided", "undetermined", **WORKS)
def bridge_take_up(context: Context, asked: TakeUpQuestion) -> Receipt:
    """Whether a bridge of a Bridging unit may be taken up, and where the unit is put down and may
    move on to from there.
    """
    board = asked.board
    built = bridge_named(board.country, asked.between)
    off = not_built(context, asked, built)
    start = asked.country.id(asked.path[0].hex) if asked.path else None

    def answer(guess: Guess) -> Receipt:
        work = Working()
        ends = ends_of(board, work, asked.between)
        check_kind(work, asked.unit, book("bridges")["build"])
        told = None if built is None else built.bridge.word
        holds = (False if board.bridges_told else None) if told is None else told == "built"
        work.judge(book("bridges")["checks"], {"built": holds}, ends=" and ".join(ends))
        check_phase(work, asked, ALLIED)
        work.leave("that the bridge was built in an earlier phase")
        here = surroundings_of(context, board, off.unit, ALLIED, asked.readings, guess)
        shut = {*here.enemies, *here.outside, *here.barred}
        banks = [one for one in ends if asked.country.id(one) not in shut]
        if not banks:
            no_bank(work, ends)
        if start is None or work.forbidden:
            crowded(work, board, off.unit, banks)
            return work.receipt(banks=banks if work.verdict == "legal" else None)
        if asked.country.number(start) not in banks:
            why = f"{asked.path[0].hex} is no bank it may be put down on: {' or '.join(banks)}"
            work.forbid(why, book("bridges")["build"].cite)
            return work.receipt()
        spent = follow(context, off, asked.path, guess, work)
        return work.receipt(banks=banks, total=spent)

    return decided(answer, outcome, asked.begins, compared=asked.readings.compared)


def no_bank(work: Working, ends: Sequence[str]) -> None:
    """Say that a unit can be put down on neither bank."""
    work.forbid(f"neither {' nor '.join(ends)} is free to put it down", "SCS series", "assumed")


def crowded(work: Working, board: Situation, unit: Unit, banks: Sequence[str]) -> None:
    """Note the banks that a unit which ends its move there overstacks (1.5)."""
    for one in banks:
        if board.room_for(unit, board.map.id(one)) is False:
            why = f"with it {one} is overstacked: one unit more than it holds is destroyed"
            work.note(f"{why} at the end of the phase ({book('bridges')['stacking'].cite})")


def not_built(context: Context, asked: TakeUpQuestion, built: Span | None) -> TakeUpQuestion:
    """The question once the bridge is taken up: it is gone, by whatever names the position tells
    it, and its unit off the board.
    """
    unit, state = replace(asked.unit, back=None), asked.state
    bridges = dict(state.bridges or {})
    # A position may tell it twice: by both its hexes, and by one that stands for all in it.
    if built is not None:
        for span in asked.board.country.spans:
            if span.new and span.places & built.places:
                bridges.pop(span.name, None)
    units = None
    if state.units is not None:
        units = tuple(one for one in state.units if not is_same(asked.unit, one))
    told = None if state.bridges is None else bridges
    off = replace(state, bridges=told, units=units, bridging=())
    taken_up: TakeUpQuestion = settled(context, replace(asked, unit=unit, state=off))
    return taken_up


def follow(
    context: Context, asked: TakeUpQuestion, path: Sequence[Stride], guess: Guess, work: Working
) -> int | None:
    """Judge how a unit moves on, and return the half-MP it spends."""
    ids = [asked.country.id(one.hex) for one in path]
    walk = walk_of(context, asked, ids[0], guess)
    walk.follow(path, ids)
    work.steps += walk.work.steps
    for many, add in ((walk.work.needs, work.need), (walk.work.notes, work.note)):
        for one in many:
            add(one)
    work.leave(*walk.work.unchecked)
    return None if walk.work.forbidden else walk.spent


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
    board = asked.board
    span = bridge_named(board.country, asked.bridge)
    hex_ = asked.hex or asked.unit.hex
    told = None if span is None else span.bridge.word
    facts = {
        "prepared": may_be_prepared(board, asked.bridge) if told is None else told == "prepared",
        "allied": asked.unit.of_side(rule.text("side")),
        "way": None if asked.way is None else asked.way in rule.words("ways"),
    }
    who, way = asked.unit.call, (asked.way or rule.text("other_way")).replace("_", " ")
    work.judge(rule, facts, way=way, bridge=asked.bridge, who=who)
    if hex_ is None:
        work.need("hex: the hex the unit enters or is in, an end of the bridge")
    else:
        here = asked.country.id(hex_)
        told_end = {"end": at_bridge(board, asked.bridge, here)}
        rests = asked.country.drawn_by((here,))
        work.judge(rule, told_end, rests, bridge=asked.bridge, hex=hex_)
    blow = None if span is None else span.bridge.blow
    if work.verdict != "legal":
        if asked.attempt is False:
            work.then = rule.text("stands")
        elif asked.die is not None and blow is None and not work.forbidden:
            work.then = rule.text("on_die").format(die=asked.die)
            work.say(work.then, rule.cite)
        return work.receipt()
    fills = span is not None and span.middle in board.country.spanned
    return attempted(asked, work, rule, blow, fills)


def at_bridge(board: Situation, name: str, here: int) -> bool | None:
    """Whether a hex is an end of a bridge, or the bridge's own where it fills one; None if it is
    not said whether it does.
    """
    ends = ends_of_bridge(board.country, name)
    middle = middle_of(board.map, name)
    if here != middle or board.country.terrain(here) not in (FULL_HEX_BRIDGE, ENCLOSED):
        return here in ends
    return None if board.unsure_in(here) else board.country.terrain(here) == FULL_HEX_BRIDGE


def may_be_prepared(board: Situation, name: str) -> bool | None:
    """Whether a bridge of which the position does not say how it stands is Prepared: None if it
    may be.
    """
    places = crossing_places(board.country.ground, name, False)
    return False if board.unsure.isdisjoint(places) else None


def attempted(
    asked: BlowQuestion, work: Working, rule: Section, blow: int | None, fills: bool
) -> Receipt:
    """What comes of the German's decision. :param fills: the bridge is a Full Hex Bridge."""
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
        if die <= blow and fills:
            work.say(rule.text("units"), rule.cite)
        return {"blown": die <= blow}

    return thrown(work, faces, asked.die, rule.cite, after)


# Ferries: making them, taking them down, crossing by them (INS 1.14, 1.15b).


@answers("ferry.create", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_create(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether an engineer may make a Ferry, for its own side, over a Sea Line or a water hex."""
    work, rule = Working(), book("bridges")["engineer_ferry"]
    board = asked.board
    ends = ends_of(board, work, asked.between)
    check_emplaced(work, asked, ends, rule)
    if asked.between.count("/") > 1:
        work.say(f"the engineer is placed in {asked.between.split('/')[1]}", rule.cite)
    return work.receipt()


@answers("ferry.remove", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_remove(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether an engineer's Ferry may be taken down; the engineer moves no further in the phase."""
    work = Working()
    board = asked.board
    ends = ends_of(board, work, asked.between)
    check_kind(work, asked.unit, book("bridges")["engineer_ferry"])
    ferry = board.ferry(*map(asked.country.id, ends))
    side = asked.unit.side
    told = None if ferry is None or side is None else ferry.side == side
    holds = None if asked.state.ferries is None else bool(told) if ferry is None else told
    work.judge(book("bridges")["checks"], {"ferry": holds})
    check_phase(work, asked, side)
    banks = free_banks(context, board, asked.unit, ends)
    if not banks:
        no_bank(work, ends)
    if asked.state.units is None:
        work.leave("state.units: whether enemy units are on a bank")
    crowded(work, board, asked.unit, banks)
    return work.receipt(banks=banks if work.verdict == "legal" else None)


def free_banks(context: Context, board: Situation, unit: Unit, ends: Sequence[str]) -> list[str]:
    """The banks that an engineer may be put down on: none the enemy holds, that is not in play, or
    that its Boundary shuts.
    """
    side = unit.side or ALLIED
    barred, _ = boundary(context, board.map, unit, side, Guess())
    shut = board.outside | barred
    held = {at for at, units in board.placed.items() if any(u.side == ENEMY[side] for u in units)}
    return [one for one in ends if board.map.id(one) not in shut | held]


@dataclass(frozen=True, slots=True, kw_only=True)
class FerryQuestion(Asking):
    """The parameters of ``ferry.use``."""

    unit: Unit = the_unit(summary="who crosses, or its id or name")
    between: str = needed(
        BETWEEN,
        "the hexes the Ferry joins, the unit's first: A44.10/A44.11, or with one between",
    )


@answers("ferry.use", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_use(context: Context, asked: FerryQuestion) -> Receipt:
    """Whether a unit may cross by a Ferry: all that ``move.check`` judges of such a step."""
    country, rule = asked.country, book("bridges")["ferry"]
    start, *_, end = map(country.id, asked.between.split("/"))
    if asked.unit.hex is not None and country.id(asked.unit.hex) == end:
        start, end = end, start
    near = frozenset((start, end, *country.around(start), *country.around(end)))
    said = asked.phase or (asked.state.now.phase if asked.state.now else None)

    def answer(guess: Guess) -> Receipt:
        walk = walk_of(context, asked, start, guess, near)
        work = walk.work
        if said is None:
            holds, premise = phase_begins(None, asked.begins)
            work.steps += premise
            work.judge(book("bridges")["crossing"], {"phase": holds})
        if not work.forbidden:
            walk.cross(end)
        if work.forbidden:
            return work.receipt()
        walk.stop()
        why = "crossing costs no MP and ends the move; any MA may be spent to come here"
        work.say(why, rule.cite)
        ferry = walk.situation.board.ferry(start, end)
        if ferry is None or ferry.used is None or work.needs:
            return work.receipt()
        left, most = rule.number("units") - ferry.used - 1, rule.number("units")
        told = "the last" if left == 0 else f"number {most - left}"
        return work.receipt(summary=f"Yes, as {told} of {most} this turn [{rule.cite}]", left=left)

    return decided(answer, outcome, asked.begins, compared=asked.readings.compared)
