"""Acts of movement: a step, a way, what is in reach, limits of where a Unit may go."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.rules.agreement.case import (
    Case,
    Read,
    Said,
    Voice,
    costs,
    verdict,
)
from tests.rules.agreement.world import (
    CLASSES,
    MAPS,
    SCENARIOS,
    Counter,
    World,
    counters_of,
    some,
)
from tests.rules.needed import needed

REACHES = (1, 2, 3, 4, 5)
"""Allowances in MP: small ones, so that thousands of reaches are affordable."""


def anybody(random: Random) -> dict[str, Any]:
    """A Unit of which only its class and formation are said."""
    return {"class": some(random, CLASSES), "column": random.random() < 0.5}


def counter_unit(random: Random, counter: Counter) -> dict[str, Any]:
    """A Unit called by its counter's id, of a class if the counter has none."""
    unit: dict[str, Any] = {"id": counter.id, "column": random.random() < 0.5}
    if not counter.move_class:
        unit["class"] = "leg"
    return unit


def position(random: Random, world: World, window: str, around: str) -> dict[str, Any]:
    """Something said of enemies, markers and bridges near a hex; often nothing."""
    state: dict[str, Any] = {}
    if random.random() < 0.4:
        hexes = [world.near(random, window, around, 2) for _ in range(random.randrange(3))]
        sides = ("Allied", "German")
        state["units"] = [
            {"id": f"u{index}", "side": some(random, sides), "hex": one}
            for index, one in enumerate(hexes)
        ]
    if random.random() < 0.4:
        kinds = ("road_block", "improved_position", "barrage", "rubble", "club_route", "minefield")
        hexes = [world.near(random, window, around, 2) for _ in range(random.randrange(3))]
        state["markers"] = [{"kind": some(random, kinds), "hex": one} for one in hexes]
    if random.random() < 0.3 and world.bridges(window):
        bridge = some(random, world.bridges(window))
        state["bridges"] = {bridge.hexside: some(random, bridge.states)}
    if random.random() < 0.3:
        day, time = random.randrange(17, 26), some(random, ("0700", "1300", "1900"))
        state["turn"] = {"date": f"1944-09-{day}", "time": time}
    return state


def start_of(random: Random, world: World, window: str) -> str:
    """A hex to begin in: anywhere, or beside a bridge or in a named area, where more happens."""
    where = random.random()
    if where < 0.3 and world.bridges(window):
        return some(random, some(random, world.bridges(window)).ends)
    areas = world.areas(window)
    if where < 0.6 and areas:
        return some(random, areas[some(random, sorted(areas))])
    return world.any_hex(random, window)


def way(world: World, random: Random) -> Case | None:
    """A way to a hex: the cheapest, that way as declared, and the reach of its cost."""
    window = some(random, MAPS)
    start, most = start_of(random, world, window), some(random, REACHES)
    unit = anybody(random)
    state = position(random, world, window, start)
    if random.random() < 0.5:
        unit = counter_unit(random, some(random, counters_of(window)))
        if random.random() < 0.6 and world.played_on(window):
            state = {**state, "scenario": some(random, world.played_on(window))}
    target = world.near(random, window, start, random.randrange(1, 5))
    if target == start:
        return None
    asked = {"map": window, "unit": unit, "state": state}
    best = {**asked, "from": start, "to": target}
    voices = [
        Voice("best", "move.best", best, within(most)),
        Voice("reach", "move.reach", {**asked, "from": start, "allowance": most}, reached(target)),
    ]
    found = world.ask("move.best", best)
    path = [
        {"hex": one["hex"], **{k: one[k] for k in ("column", "via", "action") if k in one}}
        for one in found.get("path", ())
    ]
    if found["verdict"] == "legal" and len(path) > 1:
        column = path[0].pop("column", unit["column"])
        if column == unit["column"]:
            voices.append(Voice("best way", "move.best", best, costs))
            voices.append(Voice("declared", "move.check", {**asked, "path": path}, costs))
    return Case("way", f"{start} to {target} on {window}", tuple(voices))


def within(most: float) -> Read:
    """What a cheapest way says of a hex's being in reach."""

    def read(answer: Any) -> Said:
        total = answer.get("total")
        if answer["verdict"] == "undetermined" and (total is None or total <= most):
            return {"in reach": "undetermined"}
        far = answer["verdict"] == "illegal" or total is None or total > most
        if far and any("which turns on" in note for note in answer.get("notes", ())):
            return {}  # the cheaper way may be short enough
        return {"in reach": "no" if far else total}

    return read


def reached(target: str) -> Read:
    """What a reach says of a hex."""

    def read(answer: Any) -> Said:
        if target in answer.get("hexes", {}) and not turns_on_check(answer):
            return {"in reach": answer["hexes"][target]}
        if turns_on_check(answer) and target not in answer["hexes"]:
            return {"in reach": "no"}
        if answer["verdict"] == "undetermined" or target in answer.get("by_check", {}):
            return {"in reach": "undetermined"}
        return {"in reach": "no"}

    return read


def turns_on_check(answer: Any) -> bool:
    """Whether all that a reach lists turns on a check before the first step (WED S3.1)."""
    needs = needed(answer)
    return bool(needs) and all(one.startswith("the Troop Quality Check") for one in needs)


def limit(world: World, random: Random) -> Case | None:
    """A step where the ground is open: what limits of deployment and scenarios say of it."""
    scenario = some(random, sorted(SCENARIOS))
    window = some(random, SCENARIOS[scenario])
    known = counters_of(window, scenario) if random.random() < 0.8 else counters_of(window)
    if random.random() < 0.1:
        known = [one for one in counters_of(window) if "not said" in one.division]
    counter = some(random, known or counters_of(window))
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    step = {"map": window, "path": [start, to]}
    unit = counter_unit(random, counter)
    ground = {"class": unit.get("class", counter.move_class), "column": unit["column"]}
    # What has no movement of its own is not moved by these acts.
    if ground["class"] not in CLASSES:
        return None
    called = dict(unit)
    if random.random() < 0.5:
        del called["id"]
        called["name"] = some(random, (counter.name, *counter.aliases))
        called["division"], called["side"] = counter.division, counter.side
    polder = {"turn": {"date": "1944-09-25", "time": "0700"}}
    # Nobody's limits: the ground alone.
    if world.ask("move.check", {**step, "unit": ground, "state": polder})["verdict"] != "legal":
        return None
    state: dict[str, Any] = {"scenario": scenario, "units": []}
    if random.random() < 0.7:
        day, time = random.randrange(17, 25), some(random, ("0700", "1300", "1900"))
        state["turn"] = {"date": f"1944-09-{day}", "time": time}
    if random.random() < 0.2:
        held = {"kind": some(random, ("minefield", "dutch")), "hex": some(random, (start, to))}
        state["markers"] = [held]
    called |= {"hex": start, "mounted": False}
    moved = {"map": window, "unit": called, "state": state}
    voices = [
        Voice("check", "move.check", {**moved, "path": [start, to]}, verdict),
        Voice("best", "move.best", {**moved, "from": start, "to": to}, one_step(to)),
        Voice("reach", "move.reach", {**moved, "from": start, "allowance": 20}, in_reach(to)),
        Voice("deploy", "deploy.check", {**moved, "hex": to, "act": "move"}, verdict),
        Voice("be", "deploy.check", {**moved, "hex": to, "act": "be"}, being),
    ]
    if random.random() < 0.9:
        del voices[2]  # it is dear
    if scenario.startswith("WED") or scenario == "MG":
        limits = {"unit": called, "hex": to, "act": "move", "state": state}
        voices.append(Voice("limits", "scenario.limits", limits, verdict))
        area = {"scenario": scenario, "hex": to}
        voices.append(Voice("area", "scenario.area", area, outside))
    return Case("limit", f"{counter.name} {start} to {to} in {scenario}", tuple(voices))


def one_step(to: str) -> Read:
    """A cheapest way's verdict, unless it is a longer one: that may be legal where no step is."""

    def read(answer: Any) -> Said:
        if answer["verdict"] == "legal" and len(answer.get("path", ())) > 2:
            return {}
        return {"verdict": answer["verdict"]}

    return read


def in_reach(to: str) -> Read:
    """A reach's verdict on a hex next to where it begins."""

    def read(answer: Any) -> Said:
        if to in answer.get("by_check", {}):
            return {"verdict": "undetermined"}
        if turns_on_check(answer) and to not in answer["hexes"]:
            return {"verdict": "illegal"}
        if answer["verdict"] == "legal":
            return {"verdict": "legal" if to in answer["hexes"] else "illegal"}
        return {"verdict": answer["verdict"]}

    return read


def being(answer: Any) -> Said:
    """Where a Unit may not be it cannot move; the other way round says nothing."""
    return {"verdict": "illegal"} if answer["verdict"] == "illegal" else {}


def outside(answer: Any) -> Said:
    """Outside the playing area nobody moves; inside it other limits may hold."""
    return {"verdict": "illegal"} if answer["verdict"] == "illegal" else {}


def position_said(world: World, random: Random) -> Case | None:
    """A move in a scenario: its set-up named, told in full, told with the mover, open."""
    scenario = some(random, [name for name in SCENARIOS if name != "TDC"])
    window = some(random, SCENARIOS[scenario])
    units, markers, bridges = told_in_full(world.set_up(scenario))
    placed = [one for one in units if "id" in one]
    # Of a Unit that is still to be placed a list of those that stand says nothing.
    later = {one["unit"] for one in world.set_up(scenario)["to_place"] if "unit" in one}
    stands = {one["id"]: one for one in placed}
    if placed and random.random() < 0.7:
        unit = dict(some(random, placed))
        start = unit["hex"]
    else:
        counter = some(random, counters_of(window, scenario) or counters_of(window))
        start = start_of(random, world, window)
        if counter.id in later or sum(one["id"] == counter.id for one in placed) > 1:
            return None  # of several copies one in another hex is none of them
        # As it is set up, but in another hex.
        unit = {**counter_unit(random, counter), **stands.get(counter.id, {}), "hex": start}
    unit.setdefault("column", random.random() < 0.5)
    to = some(random, world.beside(window, start))
    moved = {"map": window, "unit": unit, "path": [start, to]}
    others = [one for one in units if one.get("id") != unit["id"]]
    named = {"scenario": scenario}
    full = {**named, "units": units, "markers": markers, "bridges": bridges}
    lone = {**named, "units": others, "markers": markers, "bridges": bridges}
    states = {"named": named, "in full": full, "without the mover": lone}
    voices = [
        Voice(name, "move.check", {**moved, "state": state}, costs)
        for name, state in states.items()
    ]
    return Case("position", f"{unit['id']} {start} to {to} in {scenario}", tuple(voices))


STATES: Mapping[str, Mapping[str, Any]] = {
    "column": {"column": True},
    "mounted": {"mounted": True},
}
"""What the words of a set-up mean in a position."""
MARKERS = {"KG Chill Artillery Park": ("artillery_park", "German")}


def told_in_full(
    set_up: Any,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]:
    """A set-up as the units, markers and bridges of a position."""
    units = []
    for one in set_up["units"]:
        said = {key: one[key] for key in ("side", "hex") if key in one}
        said |= {"id": one["unit"]} if "unit" in one else {"name": "hidden flak"}
        for word in one.get("state", ()):
            said |= STATES.get(word, {})
        units.append(said)
    markers = [
        {"kind": MARKERS[one["marker"]][0], "side": MARKERS[one["marker"]][1], "hex": one["hex"]}
        for one in set_up["markers"]
        if one["marker"] in MARKERS and "hex" in one
    ]
    bridges = {
        one["hexside"]: {"state": [word for word in one["state"] if word != "never_wired"]}
        for one in set_up["bridges"]
        if one.get("state") and "hexside" in one
    }
    return units, markers, bridges


TOPICS = (way, limit, position_said)
