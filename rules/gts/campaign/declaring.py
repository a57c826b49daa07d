"""Declaring Bridge Units after a demolition (WED 2.15.7, TDC 2.15.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section, reading
from clubroute.rules.gts.asked import the_game, the_options, the_state
from clubroute.rules.gts.campaign.bulldozer import PlacingReadings
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import GERMAN, NAME
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import (
    TURN,
    Event,
    Turn,
    read_turn,
)
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import (
    list_of,
    needed,
    of,
    said,
)


@dataclass(frozen=True, slots=True)
class RepairReadings(PlacingReadings):
    """Readings about repair."""

    following: str = reading(
        any_later="a Bridge Unit may be declared at the start of any turn after a demolition",
        next_turn="it may be declared only at the start of the turn next after a demolition",
    )
    bailey_time: str = reading(
        either="a Bailey Bridge Unit may be declared at the start of a turn or, as in the "
        "example, during the Division's Impulse",
        start_of_turn="a Bailey Bridge Unit must have been declared at the start of the turn",
    )
    next_unit: str = reading(
        same="the next Bridge Unit may be declared at the start of the turn in which the one "
        "before arrives",
        later="the next Bridge Unit may be declared from the turn after that in which the one "
        "before arrives: that comes in its Reinforcement Phase, a declaration at a turn's start",
    )
    combined_bailey: str = reading(
        by_name="in the combined game Bailey Bridge Units are used by name (WED 2.15.7)",
        declared="in the combined game Bridge Units are declared and arrive later (TDC 2.15.6)",
    )


@dataclass(frozen=True, slots=True)
class Due:
    """A reinforcement still to come: its turn, and its row as it was sent."""

    turn: Turn
    row: Mapping[str, Any]

    def delayed(self, now: Turn, delay: int) -> dict[str, Any]:
        """Its row, with its new turn if it is due now or later."""
        due = self.turn.later(delay) if self.turn >= now else self.turn
        return {**self.row, "turn": due.record()}


def read_due(value: Mapping[str, Any], path: str) -> Due:
    """Read a reinforcement: its turn; whatever else its row says is kept as it is."""
    return Due(TURN.read(value["turn"], f"{path}.turn"), value)


SCHEDULE = list_of(
    of({"type": "object", "required": ["turn"], "properties": {"turn": TURN.schema()}}, read_due),
    500,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeDeclareQuestion:
    """The parameters of ``bridge.declare``."""

    game: str = the_game()
    turn: Turn = needed(TURN, "the turn at whose start it is declared")
    unit: str | None = said(NAME, "the Bailey Bridge Unit wanted")
    schedule: tuple[Due, ...] | None = said(
        SCHEDULE, "reinforcements of XXX Corps still to come, with turns"
    )
    state: Position = the_state()
    readings: RepairReadings = the_options(RepairReadings)


@answers(
    "bridge.declare",
    *LEGALITY,
    units={"type": "array", "items": {"type": "object"}},
    unit={"type": "string"},
    arrives=TURN.schema(),
    delay={"type": "integer", "description": "turns"},
    schedule=SCHEDULE.schema(),
)
def declare(context: Context, asked: BridgeDeclareQuestion) -> Receipt:
    """Which Bridge Units the Allies may bring in after a demolition; in The Devil's Cauldron when
    the Unit arrives and how later XXX Corps reinforcements are delayed.
    """
    rules, work = book("bridge", asked.game), Working()
    by_name, by_turn = rules["bailey"].holds, rules["declared"].holds
    if by_name and by_turn:
        # Where both games' rules are in play nothing says which of them holds.
        work.note(asked.readings.chosen("combined_bailey"))
    if by_name and not (by_turn and asked.readings.combined_bailey == "declared"):
        return eligible(work, rules, asked)
    return declared(work, rules["declared"], asked)


def eligible(work: Working, rules: Section, asked: BridgeDeclareQuestion) -> Receipt:
    """List the Bailey Bridge Units the Allies may use (WED 2.15.7)."""
    cite = rules["bailey"].cite
    after_demolition(work, asked.state, asked.turn, cite, asked.readings)
    units: list[dict[str, str]] = []
    maybe: list[str] = []
    for division, row in rules["bailey"].rows("units").items():
        free, why = available(row, division, asked.state)
        if free is None:
            work.need(f"state.history: whether a Formation of {division} has been released")
            maybe += row.words("units")
        else:
            work.say(why, row.cite)
        if free:
            units += [{"unit": name, "division": division} for name in row.words("units")]
    wanted = asked.unit
    known = [*(one["unit"] for one in units), *maybe]
    if wanted is not None and not any(same_group(wanted, one) for one in known):
        work.forbid(f"{wanted} is not among them", cite)
    work.note(asked.readings.chosen("bailey_time"))
    free_now = " or ".join([wanted] if wanted is not None else [one["unit"] for one in units])
    said = f"Yes: {free_now}" if work.verdict == "legal" else ""
    return work.receipt(None, said, units=units)


def available(row: Section, division: str, position: Position) -> tuple[bool | None, str]:
    """Tell whether a Division's Bailey Bridge Units may be used, and why; None if the history
    does not say whether one of its Formations has been released."""
    names = " and ".join(row.words("units"))
    if not row.flag("after_release"):
        return True, f"{names} may be used at any time"
    queue = None if position.club_route is None else position.club_route.released
    released = [event.division for event in position.events("released")]
    if position.history is None and queue is not None:
        released = [roster_of(None).division_of(name) for name in queue]
    if any(same_group(one or "", division) for one in released):
        return True, f"{names} may be used: a Formation of {division} has been released"
    unsaid = (position.history is None and queue is None) or None in released
    return (
        None if unsaid else False,
        f"{names} may not be used before a Formation of {division} is released",
    )


def declared(work: Working, rules: Section, asked: BridgeDeclareQuestion) -> Receipt:
    """Answer for The Devil's Cauldron: when a Bridge Unit comes, and what that delays."""
    now, position, cite = asked.turn, asked.state, rules.cite
    earliest = read_turn(rules.value("earliest"), "earliest")
    work.check(
        now >= earliest,
        f"it is {earliest} or later",
        f"no Bridge Unit may be declared before {earliest}",
        cite,
    )
    after_demolition(work, position, now, cite, asked.readings)
    before = position.events("declared_bridge")
    number = len(before) + 1
    first = number == 1
    most = rules.number("most")
    unit = rules.text("first") if first else rules.text("further")
    turns = rules.number("first_turns" if first else "further_turns")
    delay = rules.number("first_delay" if first else "further_delay")
    work.check(
        number <= most, f"{unit}: number {number} of {most}", f"all {most} have been declared", cite
    )
    if not first:
        further(work, rules, position, now, before, asked.readings)
    arrival = now.later(turns)
    work.say(
        f"{unit} arrives at {rules.text('at')} on {arrival}, {so_many(turns, 'turn')} later", cite
    )
    who = " and ".join(rules.words("delays"))
    work.say(
        f"all further reinforcements of {who} come {so_many(delay, 'turn')} later, from {now}", cite
    )
    if work.forbidden:
        return work.receipt()
    later = None
    if asked.schedule is not None:
        later = [due.delayed(now, delay) for due in asked.schedule]
    said = f"Yes: {unit} arrives on {arrival}; XXX Corps comes {so_many(delay, 'turn')} later"
    said = said if work.verdict == "legal" else ""
    return work.receipt(
        None, said, unit=unit, arrives=arrival.record(), delay=delay, schedule=later
    )


def further(
    work: Working,
    rules: Section,
    position: Position,
    now: Turn,
    before: Sequence[Event],
    readings: RepairReadings,
) -> None:
    """Add the conditions of a second and third Bridge Unit."""
    cite = rules.cite
    gone = demolitions(position)
    if gone:
        work.check(
            len(gone) > len(before),
            f"{len(gone)} bridges have been demolished",
            f"{len(gone)} bridges have been demolished: no more Bridge Units than that",
            cite,
        )
    latest = before[-1].turn
    if latest is None:
        work.need("state.history: the turn of the last declaration")
        return
    due = latest.later(rules.number("first_turns" if len(before) == 1 else "further_turns"))
    if now == due:
        work.note(readings.chosen("next_unit"))
    work.check(
        now > due or (now == due and readings.next_unit == "same"),
        f"the one before arrived on {due}",
        f"the one before does not arrive until {due}",
        cite,
    )


def demolitions(position: Position) -> tuple[Event, ...]:
    """List the demolitions by the German side, and those by a side nobody has named."""
    return tuple(e for e in position.events("demolished") if e.side in (None, GERMAN))


def after_demolition(
    work: Working, position: Position, now: Turn | None, cite: str, readings: RepairReadings
) -> None:
    """Add the condition that a bridge was demolished in an earlier turn."""
    if now is None:
        work.need("state.turn: the present turn, which must come after that of a demolition")
        return
    gone = demolitions(position)
    if position.history is None:
        work.need(
            "state.history: whether and when the German side demolished a bridge; without a "
            "demolition in an earlier turn no Bridge Unit comes"
        )
        return
    turns = [event.turn for event in gone if event.side is not None]
    earlier = [turn for turn in turns if turn is not None and turn < now]
    if readings.following == "next_turn":
        earlier = [turn for turn in earlier if turn.later(1) == now]
    if not earlier and (None in turns or len(turns) < len(gone)):
        work.need("state.history: side and turn of the demolition: German, in an earlier turn")
        return
    work.check(
        bool(earlier),
        f"a bridge was demolished on {earlier[-1]}" if earlier else "",
        "no bridge was demolished by the German side in a turn before this one",
        cite,
    )
    work.note(readings.chosen("following"))
