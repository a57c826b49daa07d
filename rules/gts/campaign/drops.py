"""Drops: when they come and how they are planned (WED 3.1–3.3, 3.6; TDC 3.1–3.3, 3.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import INTEGER
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.facts import GameFact
from clubroute.rules.answer.first_line import runs
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import the_die, the_game
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    DATE,
    DIE_FACES,
    DROP,
    WEATHER,
    YES,
    choice,
)
from clubroute.rules.gts.position.turns import (
    TIME,
    TIMES,
    TURN,
    Turn,
    first_turn,
)
from clubroute.rules.owner.tables import by_die, game_rows, need
from clubroute.rules.position.record import fact, needed, said

DROP_NUMBER = "the number of the drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingQuestion:
    """The parameters of ``drop.timing``."""

    game: str = the_game()
    day: int = needed(DATE, "the day, as 1944-09-18", name="date")
    weather: str = needed(WEATHER, "the weather of the day as it was at 0700")
    cleared: GameFact[str] = fact(
        choice("0900", "1100", "never"), "in fog: the turn on which it cleared"
    )
    replanned: GameFact[bool] = fact(
        YES, "whether the drop was planned anew on this day's 0700 turn"
    )
    drop: int | None = said(DROP, DROP_NUMBER)


@dataclass(frozen=True, slots=True, kw_only=True)
class SticksQuestion:
    """The parameters of ``drop.sticks``."""

    game: str = the_game()
    drop: int = needed(DROP, DROP_NUMBER)
    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeQuestion:
    """The parameters of ``drop.change``."""

    game: str = the_game()
    slot: int = needed(TIME, "the turn of the day", name="time")
    die: int | None = the_die()


@answers(
    "drop.timing",
    "decided",
    "undetermined",
    drop={"type": "boolean"},
    turns={"type": "array", "items": TURN.schema()},
    days_later=INTEGER,
)
def timing(context: Context, asked: TimingQuestion) -> Receipt:
    """The turns on which a day's drop may come, by the weather."""
    return in_every_case(lambda case: timed(case, asked))


CLEARED = "cleared: the turn on which the fog cleared, 0900 or 1100, or never"
REPLANNED = "whether it was planned anew on this day's 0700 turn (replanned)"


def timed(case: Case, asked: TimingQuestion) -> Receipt:
    """The turns in one case."""
    rules, weather, first = book("drop", asked.game), asked.weather, first_turn()
    when = rules["timing"]
    cite = when.cite
    if asked.day < first.day or (asked.day == first.day and asked.drop not in (None, 1)):
        why = f"the game begins on {first}, with Drop One: no other drop that day, and none before"
        case.say(why, rules["one"].cite)
        return case.receipt("decided", drop=False, turns=[])
    if asked.day == first.day or asked.drop == 1:
        case.say("Drop One always comes on the first turn of the game", rules["one"].cite)
        return case.receipt("decided", drop=True, turns=[first.record()])
    none = weather in when.words("no_drop")
    cleared = case(asked.cleared.named(CLEARED)) if weather == "fog" else ""
    if none or cleared == "never":
        why = f"no drop in {weather}" if none else "the fog does not clear: no drop"
        days = when.number("later_days")
        case.say(f"{why}; all drops come {days} day later", cite)
        return case.receipt("decided", drop=False, turns=[], days_later=days)
    case.say("at most one drop a day", rules["one"].cite)
    if case.granted(asked.replanned, False, REPLANNED):
        slots = [TIMES.index(time) for time in rules["changed"].words("turns")]
        case.say("planned anew this day", rules["changed"].cite)
    elif cleared:
        slots = [TIMES.index(cleared) + turns for turns in when.value("fog")]
        case.say(f"two or three turns after the fog cleared on {cleared}", cite)
    else:
        begins = when.text("day_begins")
        slots = [TIMES.index(begins) + turns for turns in when.value("clear")]
        case.say(f"the second or third turn, counting {begins}, the first clear turn", cite)
    phase = when.text("phase")
    case.say(f"in the {phase} of one of them, which the Allied player chooses secretly", cite)
    turns = [Turn(asked.day, slot).record() for slot in slots]
    choice = " or ".join(TIMES[slot] for slot in slots)
    anew = ", unless it was planned anew this day" if REPLANNED in case.unchecked else ""
    said = f"the drop comes at {choice}{anew}; the Allied player chooses in secret"
    return case.receipt("decided", said, drop=True, turns=turns)


@answers("drop.sticks", "decided", "undetermined", sticks={"type": "array"})
def sticks(context: Context, asked: SticksQuestion) -> Receipt:
    """The sticks of the Historical Drop: units, how they arrive, zones."""
    work, rules = Working(), book("drop", asked.game)["historical"]
    if not rules.holds:
        return work.lacking(
            "the reinforcement schedule of the scenario (it is not in the rulebook)"
        )
    found: list[dict[str, Any]] = []
    told: list[str] = []
    zones: dict[str, list[int]] = {}
    rows: Sequence[Mapping[str, Any]] = rules.value("sticks")
    for row in rows:
        if row["drop"] != asked.drop:
            continue
        chosen = dict(row)
        if len(row["zones"]) > 1:
            work.say(f"stick {row['stick']}: {rules.text('decided_by_die')}", rules.cite)
            if asked.die is not None:
                chosen["zones"] = [row["zones"][asked.die % 2]]
                told.append(f"stick {row['stick']}: {chosen['zones'][0]} by {asked.die}")
        zones.setdefault(" or ".join(chosen["zones"]), []).append(row["stick"])
        found.append(chosen)
    work.say("every stick in one hex of its zone", rules.cite)
    each = ", ".join(f"{zone} {runs(numbers)}" for zone, numbers in zones.items())
    told.append(f"{so_many(len(found), 'stick')}: {each}")
    return work.receipt("decided", "; ".join(told), sticks=found)


@answers(
    "drop.change",
    *("legal", "illegal", "decided", "undetermined"),
    result={"enum": ["success", "abort", "no_effect"]},
    days_later=INTEGER,
    outcomes=OUTCOMES,
    meanings={"type": "object"},
)
def change(context: Context, asked: ChangeQuestion) -> Receipt:
    """Whether a Division's drop locations may be planned anew, from the owner's Drop Zone/Landing
    Zone Changing Table.
    """
    work, rules = Working(), book("drop", asked.game)["changed"]
    time = rules.text("time")
    work.check(
        TIMES[asked.slot] == time,
        f"in the reinforcement phase of a {time} turn",
        f"only in the reinforcement phase of a {time} turn",
        rules.cite,
    )
    rows = game_rows(context, "zone_change", asked.game) or ()
    if not rows:
        work.need(need("zone_change"))
    if work.forbidden or not rows:
        return work.receipt()
    again = " or ".join(rules.words("turns"))
    meanings = {
        "success": "all remaining drops and the supply drop zone may be planned anew; drops of "
        f"this day that are come on {again}, later ones at the normal time",
        "abort": f"nothing changes and all the Division's drops come {rules.number('abort_hours')} "
        "hours later",
        "no_effect": "nothing changes",
    }
    results = {face: row.text("result") for face in DIE_FACES if (row := by_die(rows, face))}
    if asked.die is None:
        return work.receipt(outcomes=by_face(results), meanings=meanings)
    result = results[asked.die]
    work.say(f"the die is {asked.die}: {meanings[result]}", rules.cite)
    later = rules.number("abort_days") if result == "abort" else None
    return work.receipt("decided", result=result, days_later=later)
