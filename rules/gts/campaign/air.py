"""Air strikes: how many, and where they may go (WED S3.1; TDC S4.3, S5.16; MG 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import distance
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.areas import named_area
from clubroute.rules.gts.campaign.ask import ENEMY, same_name, state_in, units_in
from clubroute.rules.gts.campaign.turns import TIMES, first_turn, turn_or_none
from clubroute.rules.gts.campaign.working import DIE_FACES, Working, by_face
from clubroute.rules.gts.games import MAPS, book
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.tables import need
from clubroute.rules.rulebook import Section

SOURCES: tuple[str, ...] = tuple(book("air", MAPS[0])["strikes"].values)
"""What grants air strikes."""


def source_of(work: Working, game: str, name: str) -> Section | None:
    """The rule that grants strikes; None, with a line, where the game does not have it."""
    rules = book("air", game)
    rows = rules.rows("strikes")
    if name in rows:
        return rows[name]
    off = rules["strikes"][name].text("off_rule")
    if off:
        work.forbid("these strikes are not used in this game", off)
        return None
    near = nearest_name(name, rows)
    expected = f"one of {game}'s: " + ", ".join(rows)
    raise InputError(Where("params", part="source"), repr(name), expected, near)


def is_void(work: Working, rules: Section, params: Mapping[str, Any]) -> bool:
    """Whether turn or weather makes the strikes void; what is not told is left unchecked."""
    turn = state_in(params).get("turn") or {}
    weather, time = turn.get("weather"), str(turn.get("time", "")).casefold()
    barred = rules.words("void_in")
    clear_only = rules.flag("clear_only")
    if time in [what.casefold() for what in rules.words("void_at")]:
        work.say(f"at {time}: no strikes", rules.cite)
        return True
    if weather in barred or (clear_only and weather not in (None, "clear")):
        work.say(f"in {weather}: no strikes", rules.cite)
        return True
    if (barred or clear_only) and weather is None:
        work.leave("the weather (state.turn.weather is not given)")
    if rules.words("void_at") and not time:
        work.leave("the turn (state.turn.time is not given)")
    return False


def strikes(params: Mapping[str, Any]) -> Any:
    """Answer ``air.strikes``: how many strikes a source grants."""
    work = Working()
    rules = source_of(work, params["game"], params["source"])
    if rules is None:
        return work.record()
    how = rules.text("how")
    extra: dict[str, Any] = {
        "strength": rules.text("strength") or None,
        "side": rules.text("side"),
    }
    if how != "by_dice" and is_void(work, rules, params):
        if rules.flag("back_in_cup"):
            work.say("the event goes back into the cup", rules.cite)
        return work.record("decided", count=0, **extra)
    if rules.flag("placed_first"):
        work.say("all are placed before any is resolved; no modifiers apply", rules.cite)
    if how == "by_dice":
        return by_dice(work, rules, params)
    if how == "by_drop":
        return by_drop(work, rules, params)
    if how == "fixed":
        count = rules.number("count")
        work.say(f"{count} strikes", rules.cite)
        return work.record("decided", count=count, **extra)
    counts = {face: face // rules.number("divide") for face in DIE_FACES}
    die = params.get("die")
    if die is None:
        told = {face: str(count) for face, count in counts.items()}
        return work.record("legal", outcomes=by_face(told), **extra)
    work.say(f"the die is {die}: half of it, rounded down, is {counts[die]}", rules.cite)
    return work.record("decided", count=counts[die], **extra)


def by_drop(work: Working, rules: Section, params: Mapping[str, Any]) -> Any:
    """Strikes by the number of the drop and the bank of the Waal."""
    if "drop" not in params:
        work.need("drop: the number of the drop that takes place this turn")
        return work.record()
    counts: list[list[int]] = rules.value("counts")
    found = counts[min(params["drop"], len(counts)) - 1]
    banks = dict(zip(rules.words("banks"), found, strict=True))
    for bank, count in banks.items():
        work.say(f"drop {params['drop']}: {count} strikes {bank}", rules.cite)
    return work.record("decided", count=sum(found), banks=banks, side=rules.text("side"))


def by_dice(work: Working, rules: Section, params: Mapping[str, Any]) -> Any:
    """The turns on which air Units come, a die each."""
    turns = rules.words("turns")
    dice = params.get("dice")
    if dice is None:
        faces = {f: turns[f] if f < len(turns) else "no air Unit" for f in DIE_FACES}
        work.say(f"{rules.number('dice')} dice on the {rules.text('rolled')} turn", rules.cite)
        return work.record("legal", outcomes=by_face(faces))
    if len(dice) != rules.number("dice"):
        where = Where("params", part="dice")
        raise InputError(where, f"{len(dice)} dice", f"{rules.number('dice')} dice")
    now = turn_or_none(state_in(params).get("turn"), "state.turn")
    first = first_turn()
    found: list[str] = []
    for die in dice:
        if die >= len(turns):
            work.say(f"{die}: no air Unit", rules.cite)
        elif now is not None and now.day == first.day and TIMES.index(turns[die]) < first.slot:
            work.say(f"{die}: {turns[die]} is over on the first day", rules.cite)
        else:
            work.say(f"{die}: an air Unit at {turns[die]}", rules.cite)
            found.append(turns[die])
    work.say("on clear weather turns only", rules.cite)
    return work.record("decided", count=len(found), turns=sorted(found, key=TIMES.index))


def target(context: Context, map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``air.target``: whether a strike may go on a hex."""
    work, state = Working(), state_in(params)
    rules = source_of(work, params["map"], params["source"])
    if rules is None:
        return work.record()
    hex = map.id(params["hex"])
    number = map.number(hex)
    if is_void(work, rules, params):
        work.forbid("no strikes this turn", rules.cite)
    in_reach(work, map, rules, hex, params)
    on_bank(work, context, map, rules, hex)
    kind = rules.text("targets")
    enemies = units_in(state, (number,), ENEMY[rules.text("side")])
    if kind == "enemy":
        work.check(
            bool(enemies),
            f"enemy Units are in {number}",
            f"no enemy Unit is in {number}",
            rules.cite,
        )
    elif kind:
        work.check(
            any(is_open(unit) for unit in enemies),
            f"flak or a Vehicle in Column is in {number}",
            f"neither flak nor a Vehicle in Column is in {number}",
            rules.cite,
        )
    if rules.flag("seen"):
        seen = params.get("seen")
        what = f"an Allied Unit sees {number}"
        work.check(seen, what, f"no Allied Unit sees {number}", rules.cite, f"seen: whether {what}")
    if rules.flag("no_cover"):
        told = params.get("terrain_modifier")
        work.check(
            None if told is None else told >= 0,
            "the terrain gives no negative modifier",
            "the terrain gives a negative modifier",
            rules.cite,
            "terrain_modifier: what the hex's terrain and what is in it adds to fire",
        )
    return work.record(strength=rules.text("strength") or None)


def is_open(unit: Mapping[str, Any]) -> bool:
    """Whether a Unit is flak or a Vehicle in Column."""
    if "flak" in str(unit.get("kind", "")).lower():
        return True
    return unit.get("class") in ("wheeled", "tracked") and bool(unit.get("column"))


def in_reach(
    work: Working, map: MapFile, rules: Section, hex: int, params: Mapping[str, Any]
) -> None:
    """The condition on the distance to a Leader, or to a Unit of XXX Corps."""
    most = rules.value("range")
    if most is None:
        return
    if rules.text("from") == "leader":
        told = [params["leader"]] if "leader" in params else []
        whom, missing = "the chosen Formation's Leader", "leader: the Leader's hex"
    else:
        corps = rules.words("corps")
        told = [
            unit["hex"]
            for unit in state_in(params).get("units", ())
            if unit.get("hex") and any(same_name(c, str(unit.get("division", ""))) for c in corps)
        ]
        whom, missing = "a XXX Corps Unit", "state.units: the Units of XXX Corps, with division"
    ends = [map.hex(map.id(number)) for number in told]
    least = min((distance(map.hex(hex), end) for end in ends), default=None)
    work.check(
        None if least is None else least <= most,
        f"{least} hexes from {whom}, at most {most}",
        f"{least} hexes from {whom}: more than {most}",
        rules.cite,
        missing,
    )


def on_bank(work: Working, context: Context, map: MapFile, rules: Section, hex: int) -> None:
    """Which bank the hex is on: said, or a condition where strikes go to one bank only."""
    area = rules.text("area")
    if not area:
        return
    hexes = named_area(context, map, area)
    if hexes is None:
        work.need(need("areas", area))
        return
    inside = hex in hexes
    if rules.flag("outside"):
        work.check(not inside, f"not {area}", f"{area}: not there", rules.cite, provenance="survey")
    else:
        bank = rules.words("banks")[0 if inside else 1]
        work.say(f"the hex is {bank}", rules.cite, "survey")
