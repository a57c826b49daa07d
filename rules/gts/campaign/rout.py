"""Rout: who is checked, the check, what becomes of each Unit, and when it returns.

(WED S3.1, S7.4.0, scenarios 2 to 4; TDC S4.4; WED MG 1.3.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.facts import GameFact
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, any_of
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import (
    JOINED,
    names_of,
    played_in,
    the_die,
    the_game,
    the_state,
    the_unit,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    COUNT,
    DIE_FACES,
    GERMAN,
    HEX,
    NAME,
    SIDE,
    YES,
    day,
    one_scenario,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TURN, Turn, slot_of
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import DIVISION, roster_of
from clubroute.rules.owner.tables import need, rated_faces
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import (
    fact,
    given,
    list_of,
    needed,
    record,
    said,
)

# The fate of each Unit in a rout (WED S3.1, scenarios 2 to 4; TDC S4.4; WED MG 1.3).


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """A Unit of the Formation, or an Independent one near it; None where it is not said."""

    id: str = needed(NAME)
    in_fire_zones: bool | None = said(YES)
    can_leave: bool | None = said(
        YES, "whether one hex's move takes it out of all enemy Fire Zones"
    )
    immobile: bool | None = said(YES, "whether it has no movement, as a gun out of its transport")
    independent: bool | None = said(YES)
    stacked: bool | None = said(YES, "with a Unit of the Formation")
    in_range: bool | None = said(YES, "of the Formation's Leader")
    other_leader: bool | None = said(YES, "in range of another Leader who could command it")


WORDS: Mapping[str, str] = {
    "stays": "stays where it is, nothing happens to it",
    "moves": "moves one hex, out of all enemy Fire Zones; no Opportunity Fire at it",
    "entrenched": "cannot leave the Fire Zone: it stays and is Entrenched; no Opportunity Fire",
    "off_map": "moves one hex out of Fire Zones, then is taken off the map with its losses, "
    "without Cohesion Hits and Suppression; no Opportunity Fire",
    "eliminated": "cannot leave the Fire Zone by one hex's move: eliminated for good",
    "gone": "removed, it never returns",
    "leave": "removed at once",
    "not_affected": "not affected",
}


def fates_of(
    work: Working, section: Section, units: Iterable[Routing], position: Position
) -> dict[str, str] | None:
    """By Unit what becomes of it, None if no Units are told."""
    found: dict[str, str] = {}
    for unit in units:
        shares = shares_fate(work, section, unit)
        if shares is None:
            continue
        fate = fate_of(work, section, unit, position) if shares else "not_affected"
        if fate is not None:
            found[unit.id] = fate
            work.say(f"{unit.id}: {WORDS[fate]}", section.cite)
    return found or None


def shares_fate(work: Working, section: Section, unit: Routing) -> bool | None:
    """Whether a Unit routs with the Formation; an Independent one only where the rule says."""
    if unit.independent is False:
        return True
    ways, told = section.words("independents"), given(unit)
    shares = any_of(told.get(way) for way in ways)
    unknown = [way for way in ways if way not in told]
    if shares is not False and section.flag("no_other_leader") and unit.other_leader is not False:
        shares = None if unit.other_leader is None else False
        unknown += [] if unit.other_leader else ["other_leader"]
    if unit.independent is None:
        if not shares:
            work.need(f"units: independent of {unit.id}: whether it is an Independent Unit")
        return shares or None
    if shares is None:
        work.need(f"units: {' or '.join(unknown)} of {unit.id}, an Independent Unit")
    return shares


def fate_of(work: Working, section: Section, unit: Routing, position: Position) -> str | None:
    """Return the fate of a Unit that routs, None if it is not known."""
    fate = section.text("fate")
    if fate not in ("stand", "off_map"):
        return fate
    if unit.in_fire_zones is None:
        work.need(f"units: in_fire_zones of {unit.id}")
        return None
    if not unit.in_fire_zones:
        return "stays" if fate == "stand" else "off_map"
    fast = stands_fast(unit, position)
    if fast:
        return "eliminated"
    if unit.can_leave is None:
        work.need(f"units: can_leave of {unit.id}, which is in an enemy Fire Zone")
        return None
    if unit.can_leave:
        return "moves" if fate == "stand" else "off_map"
    if fate == "stand" and fast is None:
        doubt = f"immobile of {unit.id}: whether it has no movement: then it is eliminated"
        (work.need if is_gun(unit, position) else work.leave)(f"units: {doubt}")
    return "entrenched" if fate == "stand" else "eliminated"


def stands_fast(unit: Routing, position: Position) -> bool | None:
    """Whether a Unit has no movement, None if neither it nor its place in the state says."""
    there = position.unit(unit.id)
    if unit.immobile is not None or there is None:
        return unit.immobile
    if there.ma is not None:
        return there.ma == 0
    return None if there.mounted is None else bool(there.immobile) and not there.mounted


def is_gun(unit: Routing, position: Position) -> bool:
    """Whether a Unit is known to be a gun that moves only on its transport."""
    there, counter = position.unit(unit.id), roster_of(None).ids.get(unit.id)
    return bool(there and there.immobile) or (
        counter is not None and counter.move_class == "immobile"
    )


CAMPAIGN = "campaign"


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutRout:
    """A question about a rout in a scenario, or the campaign."""

    scenario: str | None = said(
        one_scenario("campaign", "WED-1", "WED-2", "WED-3", "WED-4"),
        "what is played; else state.scenario, else the campaign",
    )
    state: Position = the_state()

    @property
    def played(self) -> str:
        """What is played: a scenario, or the campaign, of which the combined game is one."""
        name = played_in(self.scenario, self.state) or CAMPAIGN
        return name if name.startswith("WED-") else CAMPAIGN


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutQuestion(AboutRout):
    """The parameters of ``rout.check``."""

    game: str = the_game()
    formation: str | None = said(NAME, "the Formation")
    division: str = needed(DIVISION, "its Division")
    side: str = said(SIDE, "whose it is; German if absent", default=GERMAN)
    step_losses: GameFact[int] = fact(COUNT, "the Steps the Formation has lost")
    in_fire_zones: GameFact[bool] = fact(
        YES, "whether a Unit of the Formation is in an enemy Fire Zone"
    )
    step_loss: GameFact[bool] = fact(YES, "whether a Unit of it has just taken a Step Loss")
    independent: GameFact[bool] = fact(YES, "whether the Unit that took it is Independent")
    hex: GameFact[str] = fact(HEX, "scenario 2: where its Units are")
    points: GameFact[int] = fact(COUNT, "Command or Dispatch Points spent on the die")
    die: int | None = the_die()
    units: tuple[Routing, ...] | None = said(
        list_of(record(Routing), 400),
        "its Units and the Independent ones near it, to tell what becomes of each",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class VoluntaryQuestion(AboutRout):
    """The parameters of ``rout.voluntary``."""

    game: str = the_game(JOINED)
    unit: Unit = the_unit(
        "the Unit; ma is its Movement Allowance on the better side, else owner/ratings.csv"
    )


def returning(rules: Section, now: Turn) -> Turn:
    """The 0700 turn on which what routs now may come back."""
    section = rules["return"]
    late = now.time in section.words("late")
    days = section.number("late_days" if late else "days")
    return Turn(now.day + days, slot_of(section.text("time"), "return"))


def say_return(
    work: Working, rules: Section, now: Turn | None, rule: str = ""
) -> dict[str, str] | None:
    """The line about the return, by a rule of its own if it has one: from a turn nobody said, both
    ways."""
    section = rules["return"]
    late_turns = section.words("late")
    if now is None:
        *some, last = late_turns
        late = f"routed on {', '.join(some)} or {last} the second to come"
        work.say(f"it may return on the next 0700 turn, {late}", rule or section.cite)
        return None
    back = returning(rules, now)
    late = "the second 0700 turn to come" if now.time in late_turns else "the next 0700"
    work.say(f"routed on {now}: it may return on {back} ({late})", rule or section.cite)
    return back.record()


# ---------------------------------------------------------------- voluntary rout


@answers("rout.voluntary", *LEGALITY, returns=TURN.schema())
def voluntary(context: Context, asked: VoluntaryQuestion) -> Receipt:
    """Whether a German Unit may rout voluntarily, and when it returns."""
    rules, work = book("rout", asked.game), Working()
    section, unit = rules["voluntary"], asked.unit
    if asked.played != CAMPAIGN:
        work.forbid("voluntary rout is a rule of the campaign game", section.cite)
    work.check(
        None if unit.side is None else unit.side == section.text("side"),
        "a German Unit",
        "only German Units may rout voluntarily",
        section.cite,
        "unit.side: Allied or German",
    )
    moves = can_move(context, unit)
    work.check(
        moves,
        "it has a Movement Allowance on a side of its counter",
        "it has no Movement Allowance on either side of its counter",
        section.cite,
        "unit.ma, or " + need("ratings", f"the Movement Allowance of {unit.call or 'the Unit'}"),
    )
    if work.forbidden:
        return work.receipt()
    back = say_return(work, rules, asked.state.turn, section.cite)
    if work.needs:
        return work.receipt()
    work.say("it goes in an off-map space that applies", section.cite)
    summary = f"{unit.call or 'it'} may rout voluntarily"
    return work.receipt("legal", summary, returns=back)


def can_move(context: Context, unit: Unit) -> bool | None:
    """Whether a counter has a Movement Allowance on either side, None if it is not said."""
    if unit.ma is not None:
        return unit.ma > 0
    rows = rated_faces(context, "ratings", names_of(unit)).values()
    if any(row.number("move") for row in rows):
        return True
    return False if len(rows) == 2 else None


# ---------------------------------------------------------------- the check


def rule_for(rules: Section, asked: RoutQuestion) -> Section | None:
    """The rule for a Formation in a scenario, None if none has it rout."""
    for section in rules.rows("checks").values():
        if asked.played not in section.words("scenarios"):
            continue
        divisions = section.words("divisions")
        if divisions:
            if any(same_group(asked.division, one) for one in divisions):
                return section
        elif section.text("side") == asked.side:
            return section
    return None


@answers(
    "rout.check",
    *("legal", "illegal", "decided", "undetermined"),
    outcomes=OUTCOMES,
    routs=YES.schema(),
    returns=TURN.schema(),
    units={"type": "object", "description": "by Unit: " + ", ".join(WORDS)},
)
def check(context: Context, asked: RoutQuestion) -> Receipt:
    """Whether a Formation routs, what becomes of each Unit, and when they return."""
    answer = in_every_case(lambda case: checked(case, asked))
    routs = answer.extra.get("routs") and not answer.summary  # whatever is spent on the die
    return replace(answer, summary=f"{asked.formation or 'It'} routs") if routs else answer


def checked(case: Case, asked: RoutQuestion) -> Receipt:
    """The check in one case."""
    rules = book("rout", asked.game)
    section = rule_for(rules, asked)
    if section is None:
        case.forbid(f"no rule routs a Formation of {asked.division} here", rules["none"].cite)
        return case.receipt()
    off = rules["off"]
    if off.holds and any(same_group(asked.division, one) for one in off.words("divisions")):
        case.say(off.text("why"), off.cite)
    may_be_checked(case, section, asked)
    if case.forbidden:
        return case.receipt()
    if section.flag("joined_reading"):
        reading = rules["joined_reading"]
        case.say(reading.text("why"), reading.cite, "assumed")
    routs = roll(case, section, asked)
    if len(set(routs.values())) > 1:
        who = asked.formation or "it"
        faces = {face: f"{who} {'routs' if one else 'holds'}" for face, one in routs.items()}
        return case.receipt(outcomes=by_face(faces))
    if not all(routs.values()):
        return case.receipt("decided", routs=False)
    return routed(case, rules, section, asked)


def routed(case: Case, rules: Section, section: Section, asked: RoutQuestion) -> Receipt:
    """What becomes of a Formation that routs."""
    extra: dict[str, Any] = {"routs": True}
    said, fate = case.steps[-1].why, section.text("fate")
    units = fates_of(case, section, asked.units or (), asked.state)
    if fate == "off_map":
        extra["returns"] = say_return(case, rules, asked.state.turn, section.cite)
        place = section.text("place")
        case.say(place or rules["return"].text("place"), section.cite)
    elif fate == "leave":
        days = case(the_day(asked)) + section.number("leave_days")
        back = Turn(days, slot_of(rules["return"].text("time"), "return"))
        case.say(f"they return on {back}; reduced Units stay reduced", section.cite)
        case.say("eliminated Units do not return", section.cite)
        case.say("its reinforcements due before then come with them", section.cite)
        extra["returns"] = back.record()
    if case.needs:
        return case.receipt()
    return case.receipt("decided", said, units=units, **extra)


def may_be_checked(case: Case, section: Section, asked: RoutQuestion) -> None:
    """The conditions for a Formation to be chosen, or to be checked."""
    cite = section.cite
    if section.flag("chosen"):
        if case(asked.in_fire_zones):
            case.say("a Unit of it is in an enemy Fire Zone", cite)
        else:
            case.forbid("no Unit of it is in an enemy Fire Zone: it may not be chosen", cite)
        whose = "" if section.flag("independent_losses") else " (Independent Units not counted)"
        losses = asked.step_losses.named(f"step_losses: the Steps the Formation has lost{whose}")
        if case.holds(losses, lambda lost: lost > 0, "some"):
            case.say(f"it has lost {losses.value or 'some'} Steps{whose}", cite)
        else:
            case.forbid(f"it has lost no Step{whose}: it may not be chosen", cite)
    if section.flag("step_loss"):
        if case(asked.step_loss):
            case.say("a Unit of it has just taken a Step Loss", cite)
        else:
            case.forbid("nobody has taken a Step Loss", cite)
    if section.flag("not_independent"):
        if case(asked.independent):
            case.forbid("a Step Loss of an Independent Unit calls for no check", cite)
        else:
            case.say("a Unit that is not Independent took it", cite)
    if place := section.text("hex"):
        if case.holds(asked.hex.named("hex: where its Units are"), lambda hex_: hex_ == place):
            case.say(f"its Units are in {place}", cite)
        else:
            case.forbid(f"only the Units in {place} rout so", cite)


def roll(case: Case, section: Section, asked: RoutQuestion) -> dict[int, bool]:
    """By face of the die that may be thrown, whether it routs."""
    kind, cite = section.text("check"), section.cite
    faces = DIE_FACES if asked.die is None else (asked.die,)
    if kind == "none":
        case.say("no die is rolled: it routs", cite)
        return dict.fromkeys(faces, True)
    if kind == "table":
        number = number_for(case, section, asked)
        if number is None:
            return dict.fromkeys(faces, False)
        case.say(f"it routs on {number} or less", cite)
    else:
        losses = case(asked.step_losses)
        number = losses if kind == "at_most" else losses - 1
        words = f"{losses} or less" if kind == "at_most" else f"less than {losses}"
        case.say(f"it routs on {words}, the number of Steps it has lost", cite)
    bonus = bonus_of(case, section, asked)
    routs = {face: face + bonus <= number for face in faces}
    if asked.die is not None:
        more = f", {asked.die + bonus} in all" if bonus else ""
        how = "routs" if routs[asked.die] else "holds"
        case.say(f"the die is {asked.die}{more}: it {how}", cite)
    return routs


def the_day(asked: RoutQuestion) -> GameFact[int]:
    """The day; the time does not matter."""
    now = asked.state.now
    need = "state.turn: the date, which gives the number to roll"
    return GameFact("state.turn.date", None if now is None else now.day, need=need)


def number_for(case: Case, section: Section, asked: RoutQuestion) -> int | None:
    """The number of a date's row, None before the first of them and after the last."""
    today, numbers = case(the_day(asked)), {}
    for date, number in section.value("numbers").items():
        numbers[day(date, "numbers")] = date, number
    if today in numbers:
        return int(numbers[today][1])
    late = today > max(numbers)
    last, _ = numbers[max(numbers) if late else min(numbers)]
    case.say(f"no rout {'after' if late else 'before'} {last}", section.cite)
    return None


def bonus_of(case: Case, section: Section, asked: RoutQuestion) -> int:
    """The modifier bought with points.

    :raises InputError: another number of points than the rule lets be spent.
    """
    added: Mapping[str, int] = section.value("added") or {}
    what, told = section.text("points"), asked.points
    if asked.die is None and added:
        spent = case.granted(told, 0, f"{what} spent on the die (points)")
    else:
        need = f"points: the {what} spent on the die"
        spent = case(replace(told, cases=(0, *map(int, added)), need=need))
    if not spent:
        return 0
    if str(spent) not in added:
        expected = "0 or " + " or ".join(added) if added else "0: this rule lets none be spent"
        raise InputError(Where("params", part="points"), str(spent), expected)
    value = added[str(spent)]
    case.say(f"{so_many(spent, what.removesuffix('s'))} spent: {value:+d}", section.cite)
    return value
