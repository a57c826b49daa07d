"""Ferries made, used and ended (WED 2.18, TDC 2.18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import (
    ENEMY,
    in_fire_zone,
    need_fire_zones,
    state_in,
    units_in,
)
from clubroute.rules.gts.campaign.bridges import told_of
from clubroute.rules.gts.campaign.demolition import checked
from clubroute.rules.gts.campaign.engineers import engineer_action, is_engineer, passes
from clubroute.rules.gts.campaign.history import events
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.movement_tables import movement_table
from clubroute.rules.mapfile import MapFile
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Crossing:
    """The ferry hex, the hex it points to (as printed), and the features between them."""

    hex: str
    to: str
    game: str
    kinds: frozenset[str]
    words: tuple[str, ...]

    @property
    def book(self) -> Section:
        """The rules about ferries there."""
        return book("ferry", self.game)


def crossing_at(map: MapFile, params: Mapping[str, Any]) -> Crossing:
    """The crossing a question is about. :raises InputError: two hexes that share no hexside."""
    start, end = map.id(params["hex"]), map.id(params["to"])
    if end not in [column[start] for column in map.beside]:
        raise InputError(Where("params", part="to"), repr(params["to"]), "a hex next to hex")
    features = map.sides.get(start * 6 + map.direction(start, end), ())
    kinds = frozenset(feature.kind for feature in features)
    ends = (map.number(start), map.number(end))
    words, _ = told_of(state_in(params), set(ends))
    return Crossing(*ends, map.game(start), kinds, words)


def on_site(work: Working, at: Crossing) -> None:
    """The condition on where a ferry can be."""
    rules = at.book["site"]
    if rules.text("kind") == "destroyed_bridge":
        work.check(
            "destroyed" in at.words and "bridge" in at.kinds,
            f"a bridge is destroyed between {at.hex} and {at.to}",
            f"no bridge is destroyed between {at.hex} and {at.to}",
            rules.cite,
        )
    elif "ferry" not in at.kinds:
        work.leave(f"that a ferry is printed there ({rules.cite})")


def clear_of_enemies(
    work: Working, at: Crossing, unit: Mapping[str, Any], state: Mapping[str, Any], cite: str
) -> None:
    """The condition that the ferry hex is in no enemy Fire Zone."""
    enemy = ENEMY.get(str(unit.get("side", "")), "")
    zone = in_fire_zone(state, enemy, (at.hex,)) if enemy else None
    work.check(
        None if zone is None else not zone,
        f"{at.hex} is in no enemy Fire Zone",
        f"{at.hex} is in an enemy Fire Zone",
        cite,
        need_fire_zones(enemy) if enemy else "unit.side: Allied or German",
    )


def create(context: Context, at: Crossing, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.create``."""
    work, unit = Working(), params["unit"]
    rules = at.book["create"]
    on_site(work, at)
    if rules.flag("free_of_fire_zones"):
        clear_of_enemies(work, at, unit, state_in(params), rules.cite)
    engineer_action(work, context, unit, (at.hex, at.to), rules.cite)
    result = None if work.forbidden else passes(work, context, params, unit, rules.cite)
    outcomes = {
        "passed": f"a ferry in {at.hex} that points to {at.to}, the engineer under it: it works "
        "from the end of this Action, does not count for stacking but for the mass modifier",
        "failed": "no ferry; the engineer is done and may try again in its next activation",
    }
    return checked(work, result, outcomes, "ferry", "none")


def improve(context: Context, at: Crossing, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.improve``."""
    work, unit = Working(), params["unit"]
    rules = at.book["improve"]
    if not rules.holds:
        work.forbid("there are no improved ferries in this game", rules.text("none_rule"))
        return work.record()
    kind = ferry_kind(state_in(params), at)
    if kind is None:
        work.leave("that there is a ferry (no ferry marker in the state)")
    else:
        work.check(
            kind == "ferry", "there is a ferry to improve", f"it is an {kind} already", rules.cite
        )
    clear_of_enemies(work, at, unit, state_in(params), rules.cite)
    engineer_action(work, context, unit, (at.hex,), rules.cite)
    result = None if work.forbidden else passes(work, context, params, unit, rules.cite)
    outcomes = {
        "passed": "an improved ferry, both engineers under it: neither counts for stacking, both "
        "for the mass modifier, and combat results hit both",
        "failed": "the ferry stays as it is; a Men at Work marker may be placed",
    }
    return checked(work, result, outcomes, "improved_ferry", "ferry")


def assault_ferry(context: Context, at: Crossing, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.assault``: making the one assault ferry of a game."""
    work, units, state = Working(), params["units"], state_in(params)
    rules = at.book["assault"]
    if not rules.holds:
        work.forbid(
            "there are no assault ferries in this game", at.book["improve"].text("none_rule")
        )
        return work.record()
    cite = rules.cite
    work.check(
        bool(at.kinds & set(rules.words("waters"))),
        f"a full river hexside lies between {at.hex} and {at.to}",
        f"no river hexside lies between {at.hex} and {at.to}",
        cite,
    )
    work.leave("that the whole hexside is river")
    made = len(events(state, "assault_ferry"))
    work.check(
        made < rules.number("most"),
        "none has been made in this game",
        "only one may be made in a game",
        cite,
    )
    enough = rules.number("engineers")
    good = [u for u in units if u.get("hex", at.hex) == at.hex and is_engineer(context, u)]
    work.check(
        len(good) >= enough,
        f"{enough} engineer Units in {at.hex}",
        f"it takes {enough} engineer Units in {at.hex}",
        cite,
    )
    if any(u.get("side", rules.text("side")) != rules.text("side") for u in units):
        work.forbid("only the Allied side may make one", cite)
    engineer_action(work, context, {**units[0], "hex": at.hex}, (at.hex,), cite)
    result = None if work.forbidden else passes(work, context, params, units[0], cite)
    outcomes = {
        "passed": f"an assault ferry points to {at.to} until the end of the turn: its engineers "
        "count not for stacking but, with all their Steps, for the mass modifier",
        "failed": "no assault ferry; any engineers may try again",
    }
    return checked(work, result, outcomes, "assault_ferry", "none")


def ferry_kind(state: Mapping[str, Any], at: Crossing) -> str | None:
    """The ferry marker between two hexes: ferry, improved_ferry, assault_ferry; None if none."""
    found = ferry_marker(state, at)
    return None if found is None else str(found["kind"]).lower().replace(" ", "_")


def ferry_marker(state: Mapping[str, Any], at: Crossing) -> Mapping[str, Any] | None:
    """The state's ferry marker between two hexes."""
    for marker in state.get("markers", ()):
        ends = {marker.get("hex"), marker.get("to")}
        if "ferry" in str(marker.get("kind", "")).lower() and ends == {at.hex, at.to}:
            return dict(marker)
    return None


def use(context: Context, at: Crossing, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.use``: a Unit that wants to be ferried from ``hex`` to ``to``."""
    work, unit, state = Working(), params["unit"], state_in(params)
    marker = ferry_marker(state, at)
    if marker is None:
        work.forbid(f"no ferry between {at.hex} and {at.to}", at.book["use"].cite)
        return work.record()
    kind = ferry_kind(state, at)
    assault = kind == "assault_ferry"
    cite = at.book["assault"].cite if assault else at.book["use"].cite
    if not assault:
        on_site(work, at)
    riders(work, at, unit, kind == "improved_ferry", assault, cite)
    work.check(
        not marker.get("suppressed"), "the ferry is not Suppressed", "it is Suppressed", cite
    )
    if not assault:
        hit = marker.get("cohesion_hit")
        work.check(not hit, "the ferry has no Cohesion Hit", "a Cohesion Hit stops it", cite)
    work.check(
        unit.get("hex", at.hex) == at.hex,
        f"it begins its activation in {at.hex}",
        f"it must begin its activation in {at.hex}",
        cite,
    )
    if assault and marker.get("to") != at.to:
        work.forbid(f"an assault ferry goes only to {marker.get('to')}", cite)
    enemies = units_in(state, (at.to,), ENEMY.get(str(unit.get("side", "")), ""))
    if assault:
        return assault_use(work, context, at, params, bool(enemies), cite)
    work.check(not enemies, f"no enemy Unit is in {at.to}", f"enemy Units are in {at.to}", cite)
    work.check(
        not params.get("second_action", False),
        "no Second Action is used",
        "no Command Point or Second Action may be used to ferry a Unit",
        cite,
    )
    fire = at.book["fire"]
    if work.forbidden:
        return work.record()
    work.say("its whole activation, a Movement Action; no activation of the ferry", cite)
    work.say("Opportunity Fire at it does not affect the ferry", fire.cite)
    modifiers = {"ferried": fire.number("ferried"), "column": fire.number("column")}
    return work.record(fire_modifiers=modifiers)


def riders(
    work: Working, at: Crossing, unit: Mapping[str, Any], improved: bool, assault: bool, cite: str
) -> None:
    """Who may use a ferry, and what becomes of its transport."""
    ferry = movement_table(at.game).ferry
    classes = ferry.improved if improved else ferry.classes
    move_class = unit.get("class", "leg")
    if improved and not classes:
        work.forbid("there are no improved ferries in this game", cite)
        return
    work.check(
        move_class in classes,
        f"a {move_class.capitalize()} Unit may use it",
        "only Leg Units may use it",
        cite,
    )
    if not assault:
        work.check(unit.get("column", False), "it is in Column", "it must be in Column", cite)
    if unit.get("organic") in ("wheeled", "tracked") and not improved:
        work.say("it abandons its Organic Transport for ever", cite)


def assault_use(
    work: Working,
    context: Context,
    at: Crossing,
    params: Mapping[str, Any],
    enemies: bool,
    cite: str,
) -> Any:
    """Using the assault ferry: a Troop Quality Check, and an Assault where enemies are."""
    unit = params["unit"]
    work.say("its whole Action, in Column or not; a Second Action is allowed", cite)
    work.say("it triggers Opportunity Fire, whose results affect only this Unit", cite)
    if enemies:
        work.say(
            f"enemy Units are in {at.to}: it must Assault, after a Bravery Check as if against an "
            "Armored or entrenched Unit; those assaulted fire once, other enemies too",
            cite,
        )
    passed = None if work.forbidden else passes(work, context, params, unit, cite)
    outcomes = {
        "passed": f"it Assaults {at.to}" if enemies else f"it is in {at.to}",
        "failed": f"it stays in {at.hex}",
    }
    record = checked(work, passed, outcomes, "crossed", "stays")
    if not work.forbidden:
        record["fire_modifiers"] = {"ferried": at.book["assault"].number("ferried")}
    return record


EVENTS: Mapping[str, str] = {
    "engineer_moves": "an engineer moves away",
    "suppressed": "it is Suppressed",
    "cohesion_hit": "it takes a Cohesion Hit",
    "step_lost": "it takes a Step Loss",
    "eliminated": "it is eliminated",
    "assaulted": "it is Assaulted",
    "bailey_placed": "a Bailey Bridge replaces the destroyed bridge",
    "turn_ends": "the turn ends",
}
"""What may befall a ferry."""


KIND_RULES: Mapping[str, str] = {"improved_ferry": "improve", "assault_ferry": "assault"}
"""The rule a game must have for there to be such ferries."""


def after(game: str, kind: str, event: str) -> Any:
    """Answer ``ferry.after``: what an event does to a ferry and its engineers."""
    rules, work = book("ferry", game), Working()
    if kind in KIND_RULES and not rules[KIND_RULES[kind]].holds:
        word = kind.replace("_ferry", "")
        cite = rules["improve"].text("none_rule")
        work.forbid(f"there are no {word} ferries in this game", cite)
        return work.record()
    cite = rules["assault" if kind == "assault_ferry" else "end"].cite
    result, lines = effect(rules, kind, event)
    for line in lines:
        work.say(line, cite)
    return work.record("decided", result=result)


def effect(rules: Section, kind: str, event: str) -> tuple[str, Sequence[str]]:
    """What becomes of the ferry, and the lines that say so."""
    both = kind != "ferry"
    engineers = "both engineers" if both else "the engineer"
    match event:
        case "engineer_moves" if both:
            return "removed", (
                "the ferry is removed and does not become a ferry again",
                "the other engineer may try to build one the next time it activates",
            )
        case "engineer_moves":
            return "removed", ("the ferry is removed; a Cohesion Hit on it goes to the engineer",)
        case "suppressed":
            return "stopped", ("it stays in place but ferries nobody until it Rallies",)
        case "cohesion_hit":
            return "stopped", (
                "it is marked on the ferry, which ferries nobody until it Rallies",
                f"if the engineer moves away, {engineers} take it",
            )
        case "step_lost":
            return "removed", (f"the ferry is removed, {engineers} take the Step Loss",)
        case "eliminated":
            return "removed", (f"the ferry is removed, {engineers} are eliminated",)
        case "assaulted":
            return "removed", (
                f"the ferry and {engineers} are eliminated when zero-step Units are",
            )
        case "turn_ends" if kind == "assault_ferry":
            return "removed", (
                "it is removed with the barrage markers",
                "if a Unit crossed, one engineer goes across (losing Organic Transport), the other "
                "stays; overstacking eliminates an engineer",
                "combat result markers stay with both engineers",
            )
        case "bailey_placed" if rules["end"].flag("bailey"):
            return "removed", ("the ferry is removed at once",)
        case _:
            return "stays", ("that does not end the ferry",)
