"""Drops: when they come and what becomes of those who drop (WED 3.0, TDC 3.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import GERMAN, state_in
from clubroute.rules.gts.campaign.turns import TIMES, Turn, day_of, first_turn
from clubroute.rules.gts.campaign.working import DIE_FACES, Working, by_face
from clubroute.rules.gts.campaign.zones import Zone, in_zone
from clubroute.rules.gts.games import book
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import by_die, game_rows, need
from clubroute.rules.rulebook import Section


def timing(params: Mapping[str, Any]) -> Any:
    """Answer ``drop.timing``: the turns on which a day's drop may come."""
    game, work = params["game"], Working()
    rules = book("drop", game)
    day = day_of(params["date"], "date")
    cite = rules["timing"].cite
    if params.get("drop") == 1:
        turn = first_turn()
        work.say("Drop One always comes on the first turn of the game", rules["one"].cite)
        return work.record("decided", drop=True, turns=[turn.record()])
    weather = params["weather"]
    none = weather in rules["timing"].words("no_drop")
    never = weather == "fog" and params.get("cleared") == "never"
    if none or never:
        why = f"no drop in {weather}" if none else "the fog does not clear: no drop"
        days = rules["timing"].number("later_days")
        work.say(f"{why}; all drops come {days} day later", cite)
        return work.record("decided", drop=False, turns=[], days_later=days)
    work.say("at most one drop a day", rules["one"].cite)
    if params.get("replanned"):
        slots = [TIMES.index(time) for time in rules["changed"].words("turns")]
        work.say("planned anew this day", rules["changed"].cite)
    elif weather == "fog":
        if "cleared" not in params:
            work.need("cleared: the turn on which the fog cleared, 0900 or 1100, or never")
            return work.record()
        start = TIMES.index(params["cleared"])
        slots = [start + n for n in rules["timing"].value("fog")]
        work.say(f"two or three turns after the fog cleared on {params['cleared']}", cite)
    else:
        begins = rules["timing"].text("day_begins")
        slots = [TIMES.index(begins) + n for n in rules["timing"].value("clear")]
        work.say(f"the second or third turn, counting {begins}, the first clear turn", cite)
    turns = [Turn(day, slot).record() for slot in slots]
    phase = rules["timing"].text("phase")
    work.say(f"in the {phase} of one of them, which the Allied player chooses secretly", cite)
    return work.record("decided", drop=True, turns=turns)


@dataclass(frozen=True, slots=True)
class Flak:
    """How many German flak Units project Fire Zones into a zone; None if that is not known."""

    others: int | None
    eighty_eights: int | None


def flak_over(zone: Zone, params: Mapping[str, Any]) -> Flak:
    """The flak over a zone: as told, else from the state's flak Units with their Fire Zones."""
    counts: dict[bool, int | None] = {False: 0, True: 0}
    for unit in state_in(params).get("units", ()):
        kind = str(unit.get("kind", "")).lower()
        if "flak" not in kind or unit.get("side") != GERMAN:
            continue
        known = counts["88" in kind]
        if "fire_zone" not in unit:
            counts["88" in kind] = None
        elif known is not None and set(unit["fire_zone"]) & set(zone.hexes):
            counts["88" in kind] = known + 1
    return Flak(params.get("flak", counts[False]), params.get("flak_88", counts[True]))


def modifiers_of(
    work: Working, rules: Section, zone: Zone, params: Mapping[str, Any]
) -> int | None:
    """The modifiers of a Unit's roll on the Drop Table, as lines; None if some are not known."""
    unit = params["unit"]
    flak = flak_over(zone, params)
    rows = rules.rows("modifiers")
    germans = len(in_zone(state_in(params).get("units", ()), zone, GERMAN))
    glider = unit["arrival"] == "glider"
    times: dict[str, int | None] = {
        "glider_in_dz": int(glider and not zone.suits_gliders),
        "glider_in_starred": int(glider and zone.starred),
        "german": params.get("germans", germans),
        "flak": flak.others,
        "flak_88": flak.eighty_eights,
        "ox_and_bucks": int(bool(unit.get("ox_and_bucks"))),
    }
    total = 0
    for name, row in rows.items():
        count = times[name]
        if count is None:
            work.need(f"{name}, or the fire_zone of all flak Units: {row.text('why')}")
        elif count:
            value = row.number("value")
            by = f" × {count}" if count > 1 else ""
            work.say(f"{row.text('why')}: {value:+d}{by}", row.cite, zone.provenance)
            total += value * count
    if not state_in(params).get("units") and "germans" not in params:
        work.leave("German Units and flak (no units in the state)")
    return None if work.needs else total


def modifiers(zone: Zone, game: str, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.modifiers``."""
    work, rules = Working(), book("drop", game)
    total = modifiers_of(work, rules, zone, params)
    if total is None:
        return work.record()
    work.say(f"all added up: {total:+d}", rules["table"].cite)
    return work.record("decided", modifier=total)


def roll(context: Context, zone: Zone, game: str, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.roll``: the Drop Table with its modifiers."""
    work, rules, die = Working(), book("drop", game), params.get("die")
    cite = rules["table"].cite
    if "drop" in params:
        at_once = "it rolls as soon as it has dropped"
        later = "it rolls the first time it activates after the drop"
        work.say(at_once if params["drop"] == 1 else later, cite)
    total = modifiers_of(work, rules, zone, params)
    rows = table_rows(context, game, params["unit"]["arrival"])
    if not rows:
        work.need(need("drop"))
    if total is None or not rows:
        return work.record(modifier=total)
    if die is None:
        faces = {face: fate(by_die(rows, face + total)) for face in DIE_FACES}
        return work.record("legal", modifier=total, outcomes=by_face(faces))
    row = by_die(rows, die + total)
    assert row is not None  # the table goes on both ways
    work.say(f"the die is {die}, modified {die + total}: {fate(row)}", cite)
    return work.record(
        "decided",
        modifier=total,
        delays=row.number("delays"),
        step_losses=row.number("steps"),
        eliminated=row.yes("eliminated"),
    )


def table_rows(context: Context, game: str, arrival: str) -> tuple[OwnerRow, ...]:
    """The owner's Drop Table for a way of landing: its own rows, else those for both."""
    rows = game_rows(context, "drop", game) or ()
    own = tuple(row for row in rows if row.text("arrival") == arrival)
    return own or tuple(row for row in rows if not row.text("arrival"))


def fate(row: OwnerRow | None) -> str:
    """A row of the Drop Table in words."""
    assert row is not None
    if row.yes("eliminated"):
        return "eliminated"
    steps, delays = row.number("steps"), row.number("delays")
    bits = [f"{steps} Step(s) lost"] if steps else []
    bits += [f"{delays} delay(s)"] if delays else []
    return ", ".join(bits) or "no effect"


def place(zone: Zone, game: str, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.place``: where a Unit may be put down, and its markers."""
    work, rules, unit = Working(), book("drop", game), params["unit"]
    cite = rules["place"].cite
    hex = params["hex"]
    work.check(
        hex in zone.hexes,
        f"{hex} is in {zone.name}",
        f"{hex} is not in {zone.name}",
        cite,
        provenance=zone.provenance,
    )
    if unit.get("drop", params["drop"]) != params["drop"]:
        text = f"it is of drop {unit['drop']} and comes with no other"
        work.forbid(text, rules["one"].cite)
    work.check(not unit.get("column", False), "not in Column", "Units cannot drop in Column", cite)
    if unit.get("mounted"):
        work.say("it may drop mounted", cite)
    work.say("no stacking limit; the drop triggers no Opportunity Fire", cite)
    if work.forbidden:
        return work.record()
    count = markers(rules, params["drop"], params.get("delays", 0))
    work.say(f"{count} glider/paradrop marker{'s' if count != 1 else ''}", rules["markers"].cite)
    return work.record(markers=count)


def markers(rules: Section, drop: int, delays: int) -> int:
    """How many glider/paradrop markers a dropped Unit gets."""
    section = rules["markers"]
    base = section.number("in_drop_one" if drop == 1 else "each")
    return base + delays * section.number("each_delay")


def act(game: str, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.act``: what a Unit with glider/paradrop markers may do."""
    work, rules = Working(), book("drop", game)["act"]
    count, removing = params["markers"], params["action"] == "remove_marker"
    if removing:
        work.check(count > 0, "an Action takes a marker off", "it has no marker", rules.cite)
        work.say("it triggers no Opportunity Fire", rules.cite)
        return work.record(markers=max(count - rules.number("actions_a_marker"), 0))
    if rules.flag("bars_others"):
        work.check(
            count == 0,
            "it has no marker",
            "no other Action until all markers are gone",
            rules.cite,
        )
    elif count:
        work.note("referee: the rule does not say that a marked Unit can take no other Action")
    return work.record(markers=count)


def sticks(game: str, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.sticks``: the sticks of the Historical Drop."""
    work, rules = Working(), book("drop", game)["historical"]
    if not rules.holds:
        work.need("the reinforcement schedule of the scenario (it is not in the rulebook)")
        return work.record()
    found: list[dict[str, Any]] = []
    rows: Sequence[Mapping[str, Any]] = rules.value("sticks")
    for row in rows:
        if row["drop"] != params["drop"]:
            continue
        chosen = dict(row)
        if len(row["zones"]) > 1:
            work.say(f"stick {row['stick']}: {rules.text('decided_by_die')}", rules.cite)
            if "die" in params:
                chosen["zones"] = [row["zones"][params["die"] % 2]]
        found.append(chosen)
    work.say("every stick in one hex of its zone", rules.cite)
    return work.record("decided", sticks=found)


def change(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.change``: the roll to plan a Division's drops anew."""
    game, work, die = params["game"], Working(), params.get("die")
    rules = book("drop", game)["changed"]
    time = rules.text("time")
    work.check(
        params["time"] == time,
        f"in the reinforcement phase of a {time} turn",
        f"only in the reinforcement phase of a {time} turn",
        rules.cite,
    )
    rows = game_rows(context, "zone_change", game) or ()
    if not rows:
        work.need(need("zone_change"))
    if work.forbidden or not rows:
        return work.record()
    again = " or ".join(rules.words("turns"))
    meanings = {
        "success": "all remaining drops and the supply drop zone may be planned anew; drops of "
        f"this day that are come on {again}, later ones at the normal time",
        "abort": f"nothing changes and all the Division's drops come {rules.number('abort_hours')} "
        "hours later",
        "no_effect": "nothing changes",
    }
    results = {face: row.text("result") for face in DIE_FACES if (row := by_die(rows, face))}
    if die is None:
        return work.record(outcomes=by_face(results), meanings=meanings)
    result = results[die]
    work.say(f"the die is {die}: {meanings[result]}", rules.cite)
    later = rules.number("abort_days") if result == "abort" else None
    return work.record("decided", result=result, days_later=later)
