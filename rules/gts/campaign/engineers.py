"""Engineer Actions and the Troop Quality Check they take (WED and TDC 2.15.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import distance
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.chances import OUTCOMES
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.needs import listed
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import (
    ASKED_UNIT,
    AboutMap,
    AboutState,
    names_of,
    the_game,
    the_unit,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    COUNT,
    ENEMY,
    HEX,
    NAME,
    SIDE,
    choice,
)
from clubroute.rules.gts.position import Position, need_fire_zones
from clubroute.rules.gts.position.turns import TURN, Turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import DIVISION
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows, rated_faces
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, said

ACTION_VERDICTS = (*LEGALITY, "decided")
ACTION: Mapping[str, Any] = {"result": {"type": "string"}, "outcomes": OUTCOMES}
"""The results of an Action with a Troop Quality Check."""
ACTION_WITH_FIRE: Mapping[str, Any] = {**ACTION, "fire_modifiers": {"type": "object"}}
"""The same, and the modifiers of fire at whoever takes it."""


class Attempt(Protocol):
    """A question about an Action that a Troop Quality Check decides."""

    @property
    def unit(self) -> Unit:
        """The Unit that takes it."""

    @property
    def check(self) -> str | None:
        """The result of the check."""

    @property
    def die(self) -> int | None:
        """The die of the check."""


def the_check() -> Any:
    """Declare how a Troop Quality Check went."""
    return said(
        choice("passed", "failed"),
        "how its Troop Quality Check went; or give the die and unit.tq; else both results are "
        "listed",
    )


def rating_of(context: Context, unit: Unit) -> OwnerRow | None:
    """Find the owner's row of ratings for a Unit, by any name, its front unless ``back`` is said.

    None if there is none.
    """
    face = "back" if unit.back else "front"
    return rated_faces(context, "ratings", names_of(unit)).get(face)


def is_engineer(context: Context, unit: Unit) -> bool | None:
    """Tell whether a Unit has the engineer symbol, None if neither question nor owner says."""
    if unit.engineer is not None:
        return unit.engineer
    row = rating_of(context, unit)
    if row is not None:
        return row.yes("engineer")
    return True if unit.kind == "engineer" else None


def passes(
    work: Working,
    context: Context,
    unit: Unit,
    cite: str,
    check: str | None,
    die: int | None,
) -> bool | None:
    """Tell how a Troop Quality Check went: as told, or by the die; None if neither is there.

    With a die the Unit's Troop Quality (``unit.tq``, as it is after all modifiers, or the owner's
    table) and the series' way of reading it (owner/series.csv) must be known.
    """
    if check is not None:
        return check == "passed"
    if die is None:
        return None
    quality = unit.tq
    if quality is None and (row := rating_of(context, unit)) is not None:
        quality = row.number("tq")
        work.leave("modifiers of its Troop Quality (supply.troop_quality tells them)")
    if quality is None:
        work.need(f"unit.tq, or {need('ratings', 'its Troop Quality')}")
        return None
    way = next((row.text("value") for row in owner_rows(context, "series") or ()), "")
    if not way:
        work.need(need("series", "tq_check, whether a die equal to the Troop Quality passes"))
        return None
    passed = die <= quality if way == "at_most" else die < quality
    text = "passed" if passed else "failed"
    work.say(f"Troop Quality Check: {die} against {quality}, {text}", cite)
    return passed


def engineer_action(
    work: Working,
    context: Context,
    unit: Unit,
    hexes: Sequence[str],
    cite: str,
    *,
    engineer: bool = True,
    again: bool = True,
) -> None:
    """Add the conditions of an Engineer Action in one of some hexes as lines.

    :param engineer: whether the Unit must have the engineer symbol.
    :param again: whether it may be tried again: only then a Men at Work marker counts for anything.
    """
    name = unit.call or "the Unit"
    where = " or ".join(hexes)
    if engineer:
        work.check(
            is_engineer(context, unit),
            f"{name} is an engineer",
            f"{name} has no engineer symbol",
            cite,
            f"unit.engineer, or {need('ratings', 'whether it has the engineer symbol')}",
        )
    work.check(
        unit.hex in hexes if unit.hex else None,
        f"it is in {where} as its Action begins",
        f"it must begin its Action in {where}" + (f", not in {unit.hex}" if unit.hex else ""),
        cite,
        "unit.hex: where it begins its Action",
    )
    work.check(
        None if unit.column is None else not unit.column,
        "it is not in Column",
        "a Unit in Column may not take an Engineer Action",
        cite,
        "unit.column: whether it is in Column",
    )
    work.say(
        "an Engineer Action: no Command Point may be spent on it, it triggers Opportunity Fire"
        + (", a Men at Work marker may be placed if the check fails" if again else ""),
        cite,
    )


def attempted(
    work: Working,
    context: Context,
    asked: Attempt,
    hexes: Sequence[str],
    cite: str,
    *,
    engineer: bool = True,
    again: bool = True,
) -> bool | None:
    """Add an Engineer Action's conditions, and tell how its check went, None if it is not said.

    See :func:`engineer_action` and :func:`passes`.
    """
    engineer_action(work, context, asked.unit, hexes, cite, engineer=engineer, again=again)
    if work.forbidden:
        return None
    return passes(work, context, asked.unit, cite, asked.check, asked.die)


# Leaders in a position, and how far they command.


def leaders_of(position: Position, division: str) -> list[tuple[Unit, str]]:
    """List the Leaders on the map of a Division ("" for all), each with its hex."""
    return [
        (unit, unit.hex)
        for unit in position.units or ()
        if unit.kind == "leader"
        and unit.hex
        and (not division or same_group(unit.division or "", division))
    ]


def leaders_unsaid(position: Position, division: str) -> bool:
    """Whether there may be a Leader of a Division ("" for all) besides :func:`leaders_of`."""
    if position.units is None:
        return True
    return any(
        unit.kind in (None, "leader")
        and None in (unit.kind, unit.hex, unit.division if division else "")
        and (not division or unit.division is None or same_group(unit.division, division))
        for unit in position.units
    )


def reach_of(context: Context, leader: Unit) -> int | None:
    """Find a Leader's Command Range in hexes: as told, or the owner's; None if neither."""
    if leader.command_range is not None:
        return leader.command_range
    row = rating_of(context, leader)
    return None if row is None else row.number("command_range")


def has_telephone(context: Context, leader: Unit) -> bool | None:
    """Tell whether a Leader has the telephone symbol, None if neither position nor owner says."""
    if leader.telephone is not None:
        return leader.telephone
    row = rating_of(context, leader)
    return None if row is None else row.yes("telephone")


# Artillery parks: placing, joining, range, loss, moving (WED S1.0, TDC S1.0).

THE_PARK, THE_HEX = "the park, as in owner/parks.csv", "the park marker's hex"
THE_NUMBER = "the number on its marker, if the owner's table lacks it"
WHOSE = "whose park it is"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkPlacing(AboutState):
    """The parameters of ``artillery.place``."""

    park: str = needed(NAME, THE_PARK)
    hex: str = needed(HEX, THE_HEX)
    side: str = needed(SIDE, WHOSE)
    division: str | None = said(DIVISION, "its Division; any Leader counts if absent")
    number: int | None = said(COUNT, THE_NUMBER)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkJoining:
    """The parameters of ``artillery.join``."""

    game: str = the_game()
    hex: str = needed(HEX, THE_HEX)
    unit: Unit = the_unit("it")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkRange(AboutMap):
    """The parameters of ``artillery.range``."""

    park: str = needed(NAME, THE_PARK)
    hex: str = needed(HEX, THE_HEX)
    target: str = needed(HEX, "the target hex")
    number: int | None = said(COUNT, THE_NUMBER)
    unit: Unit | None = said(ASKED_UNIT, "the Unit that fires: range and minimum in hexes, name")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkEntered:
    """The parameters of ``artillery.entered``."""

    game: str = the_game()
    side: str = needed(SIDE, WHOSE)
    entering: str = needed(SIDE, "whose Unit enters")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkMove:
    """The parameters of ``artillery.move``."""

    game: str = the_game()
    turn: Turn = needed(TURN, "the turn in whose reinforcement phase it is done")
    points: int | None = said(COUNT, "Dispatch Points paid for it")


def park_row(context: Context, name: str) -> OwnerRow | None:
    """Find the owner's row of a park, None if there is none."""
    for row in owner_rows(context, "parks") or ():
        if same_group(row.text("park"), name):
            return row
    return None


def number_of(work: Working, context: Context, asked: ParkPlacing | ParkRange) -> int | None:
    """Find the number on a park's marker: as told, or the owner's; else it is needed.

    :raises InputError: it is told otherwise than the owner's table has it.
    """
    row = park_row(context, asked.park)
    number = None if row is None else row.number("number")
    if asked.number is not None:
        if number not in (None, asked.number):
            where = Where("params", part="number")
            raise InputError(
                where, str(asked.number), f"{number}, which {asked.park} has in owner/parks.csv"
            )
        return asked.number
    if number is None:
        work.need(f"number, or {need('parks', 'the number on the park marker')}")
    return number


@answers("artillery.place", *LEGALITY, number=INTEGER)
def place(context: Context, asked: ParkPlacing) -> Receipt:
    """Whether an artillery park may be placed in a hex."""
    work, country = Working(), asked.country
    rules = book("artillery", country.window)["place"]
    here = country.id(asked.hex)
    work.say(f"in a {rules.text('phase')}", rules.cite)
    number = number_of(work, context, asked)
    if number is None:
        return work.receipt()
    if number:
        row = park_row(context, asked.park)
        hexes = row.many("hexes") if row is not None else ()
        work.check(
            country.number(here) in hexes if hexes else None,
            f"{asked.hex} is a reinforcement hex of its Division",
            f"a park with a number is placed in a reinforcement hex: {' '.join(hexes)}",
            rules.cite,
            need("parks", "its Division's reinforcement hexes"),
        )
        return work.receipt(number=number)
    near, unknown = [], leaders_unsaid(asked.state, asked.division or "")
    for leader, where in leaders_of(asked.state, asked.division or ""):
        reach = reach_of(context, leader)
        if reach is None:
            unknown = True
        elif distance(country.hex(here), country.hex(country.id(where))) <= reach:
            near.append(leader.call or "a Leader")
    work.check(
        True if near else None if unknown else False,
        f"within Command Range of {', '.join(near)}",
        f"not within Command Range of a Leader of {asked.division or 'its Division'}",
        rules.cite,
        f"state.units: the Leaders, with division and hex; their command_range, or "
        f"{need('ratings', 'their Command Range')}",
    )
    enemy = ENEMY[asked.side]
    zone = asked.state.in_zone(enemy, (country.number(here),))
    work.check(
        None if zone is None else not zone,
        "in no enemy Fire Zone",
        "in an enemy Fire Zone",
        rules.cite,
        need_fire_zones(enemy),
    )
    can = f"{asked.park} may be placed in {asked.hex}" if work.verdict == "legal" else ""
    return work.receipt(summary=can, number=number)


@answers("artillery.join", *LEGALITY)
def join(context: Context, asked: ParkJoining) -> Receipt:
    """Whether a Unit may enter the Artillery Park Box."""
    work, unit = Working(), asked.unit
    cite = book("artillery", asked.game)["join"].cite
    indirect = unit.indirect
    if indirect is None and (row := rating_of(context, unit)) is not None:
        indirect = row.yes("indirect")
    work.check(
        indirect,
        "it has Indirect HE fire",
        "only Indirect HE Units may enter",
        cite,
        f"unit.indirect, or {need('ratings', 'whether it has Indirect HE fire')}",
    )
    work.check(
        unit.hex == asked.hex if unit.hex else None,
        f"it is in {asked.hex}, the park's hex",
        f"it must be in {asked.hex}, the park's hex",
        cite,
        "unit.hex: the hex it is in",
    )
    if not work.forbidden:
        work.say("it goes to the Artillery Park Box and can never leave it", cite)
        work.say("it is always In Command; from its next activation it may fire indirectly", cite)
        work.say("it may never Direct Fire", cite)
    can = f"{unit.call or 'it'} may enter the Artillery Park Box"
    return work.receipt(summary=can if work.verdict == "legal" else "")


@answers("artillery.range", *LEGALITY, range=INTEGER)
def park_range(context: Context, asked: ParkRange) -> Receipt:
    """The range from an artillery park to a target: hexes from the marker plus its number."""
    work, country, unit = Working(), asked.country, asked.unit or Unit()
    cite = book("artillery", country.window)["range"].cite
    number = number_of(work, context, asked)
    start, end = country.id(asked.hex), country.id(asked.target)
    hexes = distance(country.hex(start), country.hex(end))
    work.say(f"{so_many(hexes, 'hex')} from the marker in {asked.hex} to {asked.target}", cite)
    if number is None:
        return work.receipt()
    total = hexes + number
    work.say(f"and the {number} printed on it: range {total}, for maximum and minimum alike", cite)
    row = rating_of(context, unit)
    longest, shortest = unit.range, unit.minimum
    if row is not None:
        longest = row.number("range") if longest is None else longest
        shortest = row.number("minimum") if shortest is None else shortest
    if longest is None:
        work.need(
            f"unit.range, or {need('ratings', 'its longest range')}: {total} or more reach there"
        )
    else:
        far = f"beyond its range of {longest}"
        work.check(total <= longest, f"within its range of {longest}", far, cite)
    if shortest is None:
        work.need(
            f"unit.minimum, or {need('ratings', 'its minimum range')}: with {total} or less it "
            "may fire there"
        )
    else:
        near = f"nearer than its minimum range of {shortest}"
        work.check(total >= shortest, f"at its minimum range of {shortest} or more", near, cite)
    if work.forbidden:
        return work.receipt(range=total)
    unsaid = [f"its range is {total} or more"] if longest is None else []
    unsaid += [f"its minimum is {total} or less"] if shortest is None else []
    may = f"in reach, if {listed(unsaid)}" if unsaid else "in reach"
    return work.receipt(summary=f"Range {total}: {may} [{cite}]", range=total)


@answers("artillery.entered", "decided", eliminated={"type": "boolean"})
def overrun(context: Context, asked: ParkEntered) -> Receipt:
    """What a Unit that enters the park's hex does to the Units in its box."""
    work = Working()
    cite = book("artillery", asked.game)["overrun"].cite
    if asked.entering != ENEMY[asked.side]:
        work.say("a friendly Unit changes nothing", cite)
        summary = "nothing happens to the Units in the Artillery Park Box"
        return work.receipt("decided", summary, eliminated=False)
    work.say(
        "an enemy Unit is in the hex: all Units in the Artillery Park Box are eliminated", cite
    )
    work.say("the park is no Unit and is never a target of fire", cite)
    summary = "all Units in the Artillery Park Box are eliminated"
    return work.receipt("decided", summary, eliminated=True)


@answers("artillery.move", *LEGALITY, returns=TURN.schema(), points=INTEGER)
def move(context: Context, asked: ParkMove) -> Receipt:
    """Whether a park may be taken off the map, and when it may come back."""
    work = Working()
    rules = book("artillery", asked.game)["move"]
    if rules.flag("never"):
        work.forbid("once placed an artillery park never moves", rules.cite)
        return work.receipt()
    points, turns = rules.number("points"), rules.number("turns")
    work.check(
        None if asked.points is None else asked.points >= points,
        f"its Division pays {so_many(points, 'Dispatch Point')}",
        f"it takes {so_many(points, 'Dispatch Point')} of its Division",
        rules.cite,
        "points: the Dispatch Points paid for it",
    )
    if work.forbidden:
        return work.receipt()
    back = asked.turn.later(turns)
    work.say(
        f"it may come back with all its Units on {back}, {so_many(turns, 'turn')} later", rules.cite
    )
    return work.receipt(returns=back.record(), points=points)
