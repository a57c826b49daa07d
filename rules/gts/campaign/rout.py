"""Rout: who is checked, the check, what becomes of each Unit, and when it returns.

(WED S3.1, S7.4.0, scenarios 2 to 4; TDC S4.4; WED MG 1.3.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import GERMAN, same_name, state_in
from clubroute.rules.gts.campaign.fates import fates_of
from clubroute.rules.gts.campaign.turns import Turn, day_of, slot_of, turn_or_none
from clubroute.rules.gts.campaign.working import DIE_FACES, Working, by_face
from clubroute.rules.gts.games import book
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.rulebook import Section


def returning(rules: Section, now: Turn) -> Turn:
    """The 0700 turn on which what routs now may come back."""
    section = rules["return"]
    late = now.time in section.words("late")
    days = section.number("late_days" if late else "days")
    return Turn(now.day + days, slot_of({"time": section.text("time")}, "return"))


def say_return(work: Working, rules: Section, now: Turn | None) -> dict[str, str] | None:
    """The line about the return; the turn must be known."""
    section = rules["return"]
    if now is None:
        work.need("state.turn")
        return None
    back = returning(rules, now)
    late = "the second 0700 turn to come" if now.time in section.words("late") else "the next 0700"
    work.say(f"routed on {now}: it may return on {back} ({late})", section.cite)
    return back.record()


# ---------------------------------------------------------------- voluntary rout


def voluntary(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``rout.voluntary``."""
    rules, work = book("rout", params["game"]), Working()
    section, unit = rules["voluntary"], params["unit"]
    if params.get("scenario", "campaign") != "campaign":
        work.forbid("voluntary rout is a rule of the campaign game", section.cite)
    side = unit.get("side", GERMAN)
    if side != section.text("side"):
        work.forbid("only German Units may rout voluntarily", section.cite)
    moves = can_move(context, unit)
    work.check(
        moves,
        "it has a Movement Allowance on a side of its counter",
        "it has no Movement Allowance on either side of its counter",
        section.cite,
        need("ratings", f"the Movement Allowance of {unit.get('id') or 'the Unit'}, or unit.ma"),
    )
    if work.forbidden:
        return work.record()
    back = say_return(work, rules, turn_or_none(state_in(params).get("turn"), "state.turn"))
    if work.needs:
        return work.record()
    work.say("it goes in an off-map space that applies", section.cite)
    return work.record("legal", returns=back)


def can_move(context: Context, unit: Mapping[str, Any]) -> bool | None:
    """Whether a counter has a Movement Allowance on either side, None if nobody says."""
    if "ma" in unit:
        return bool(unit["ma"])
    names = (unit.get("id"), unit.get("name"))
    rows = [row for row in owner_rows(context, "ratings") or () if row.text("unit") in names]
    if any(row.number("move") for row in rows):
        return True
    return False if len(rows) == 2 else None


# ---------------------------------------------------------------- the check


def rule_for(rules: Section, params: Mapping[str, Any]) -> Section | None:
    """The rule for a Formation in a scenario, None if none has it rout."""
    scenario, side = params.get("scenario", "campaign"), params.get("side", GERMAN)
    for section in rules.rows("checks").values():
        if scenario not in section.words("scenarios"):
            continue
        divisions = section.words("divisions")
        if divisions:
            if any(same_name(params["division"], one) for one in divisions):
                return section
        elif section.text("side") == side:
            return section
    return None


def check(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``rout.check``."""
    rules, work = book("rout", params["game"]), Working()
    section = rule_for(rules, params)
    if section is None:
        work.forbid(f"no rule routs a Formation of {params['division']} here", rules["none"].cite)
        return work.record()
    now = turn_or_none(state_in(params).get("turn"), "state.turn")
    may_be_checked(work, section, params)
    if work.verdict != "legal":
        return work.record()
    passed = roll(work, section, params, now)
    if isinstance(passed, dict):
        return work.record(None, **passed)
    if passed is None:
        return work.record()
    if not passed:
        return work.record("decided", routs=False)
    extra: dict[str, Any] = {"routs": True}
    fate = section.text("fate")
    units = fates_of(work, section, params.get("units", ()))
    if fate == "off_map":
        extra["returns"] = say_return(work, rules, now)
        work.say(rules["return"].text("place"), rules["return"].cite)
    elif fate == "leave":
        assert now is not None  # its check needs the date
        back = Turn(now.day + section.number("leave_days"), slot_of({"time": "0700"}, "return"))
        work.say(f"they return on {back}; reduced Units stay reduced", section.cite)
        work.say("eliminated Units do not return", section.cite)
        work.say("its reinforcements due before then come with them", section.cite)
        extra["returns"] = back.record()
    if work.needs:
        return work.record()
    return work.record("decided", units=units, **extra)


def may_be_checked(work: Working, section: Section, params: Mapping[str, Any]) -> None:
    """The conditions for a Formation to be chosen, or to be checked."""
    cite = section.cite
    if section.flag("chosen"):
        work.check(
            params.get("in_fire_zone"),
            "a Unit of it is in an enemy Fire Zone",
            "no Unit of it is in an enemy Fire Zone: it may not be chosen",
            cite,
            "in_fire_zone: whether a Unit of the Formation is in an enemy Fire Zone",
        )
        losses = params.get("losses")
        independents = not section.flag("independent_losses")
        whose = " (Independent Units not counted)" if independents else ""
        work.check(
            None if losses is None else losses > 0,
            f"it has lost {losses} Steps{whose}",
            f"it has lost no Step{whose}: it may not be chosen",
            cite,
            f"losses: the Steps the Formation has lost{whose}",
        )
    if section.flag("step_lost"):
        work.check(
            params.get("step_lost", True),
            "a Unit of it has just taken a Step Loss",
            "nobody has taken a Step Loss",
            cite,
        )
    if section.flag("not_independent") and params.get("independent"):
        work.forbid("a Step Loss of an Independent Unit calls for no check", cite)
    hex = section.text("hex")
    if hex:
        work.check(
            None if "hex" not in params else params["hex"] == hex,
            f"its Units are in {hex}",
            f"only the Units in {hex} rout so",
            cite,
            "hex: where its Units are",
        )


Roll = bool | dict[str, Any] | None


def roll(work: Working, section: Section, params: Mapping[str, Any], now: Turn | None) -> Roll:
    """Whether it routs; every face's result where no die is told; None if that is not known."""
    kind, cite = section.text("check"), section.cite
    if kind == "none":
        work.say("no die is rolled: it routs", cite)
        return True
    bonus = bonus_of(work, section, params)
    if kind == "table":
        number = number_for(work, section, now)
        if number is None:
            return False if not work.needs else None
        work.say(f"it routs on {number} or less", cite)
    else:
        losses = params.get("losses")
        if losses is None:
            work.need("losses: the Steps the Formation has lost")
            return None
        number = losses if kind == "at_most" else losses - 1
        words = f"{losses} or less" if kind == "at_most" else f"less than {losses}"
        work.say(f"it routs on {words}, the number of Steps it has lost", cite)
    if "die" not in params:
        faces = {face: "it routs" if face + bonus <= number else "it holds" for face in DIE_FACES}
        return {"outcomes": by_face(faces)}
    die = params["die"]
    routs = bool(die + bonus <= number)
    more = f", {die + bonus} in all" if bonus else ""
    work.say(f"the die is {die}{more}: it {'routs' if routs else 'holds'}", cite)
    return routs


def number_for(work: Working, section: Section, now: Turn | None) -> int | None:
    """The number of a date's row, None after the last of them or if the turn is not known."""
    if now is None:
        work.need("state.turn")
        return None
    numbers: Mapping[str, int] = section.value("numbers")
    if now.date in numbers:
        return numbers[now.date]
    when = "after" if now.day > day_of(max(numbers), "numbers") else "before"
    last = max(numbers) if when == "after" else min(numbers)
    work.say(f"no rout {when} {last}", section.cite)
    return None


def bonus_of(work: Working, section: Section, params: Mapping[str, Any]) -> int:
    """What points spent add to the die.

    :raises InputError: another number of points than the rule lets be spent.
    """
    spent = params.get("points", 0)
    if not spent:
        return 0
    added: Mapping[str, int] = section.value("added") or {}
    if str(spent) not in added:
        expected = "0 or " + " or ".join(added) if added else "0: this rule lets none be spent"
        raise InputError(Where("params", part="points"), str(spent), expected)
    value = added[str(spent)]
    work.say(f"{spent} {section.text('points')} spent: {value:+d}", section.cite)
    return value
