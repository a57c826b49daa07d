"""One Unit or bridge under every name it has: a question about it has one answer."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from clubroute.rules.position.names import squeezed
from tests.rules.agreement.case import (
    Case,
    Read,
    Said,
    Voice,
)
from tests.rules.agreement.moving import start_of
from tests.rules.agreement.world import (
    MAPS,
    Bridge,
    Counter,
    World,
    counters_of,
    some,
)
from tests.rules.needed import needed

EVENTS = ("0700", "1300", "1900", "Night")


@cache
def lone_names(window: str) -> Mapping[str, tuple[str, ...]]:
    """By counter's id, the names that no other counter of a map has."""
    known = counters_of(window)
    tally = Tally(name for one in known for name in {squeezed(n) for n in (one.name, *one.aliases)})
    return {
        one.id: tuple(n for n in (one.name, *one.aliases) if tally[squeezed(n)] == 1)
        for one in known
    }


def calls(counter: Counter, window: str) -> Iterator[tuple[str, Any]]:
    """How a question may call a Unit: its id or a name, alone or in an object, however written."""
    yield "id", {"id": counter.id}
    yield "bare id", counter.id
    for name in lone_names(window)[counter.id]:
        yield "name", {"name": name}
        yield "bare name", name
        yield "shouted", {"name": name.upper()}
        yield "name and side", {"name": name, "side": counter.side}
        yield "name and division", {"name": name, "division": counter.division}
        yield "id and name", {"id": counter.id, "name": name}


def outcome(answer: Any) -> Said:
    """What an answer decides: its verdict, cost, rules that forbid, and how much it needs."""
    forbids = {step["rule"] for step in answer.get("steps", ()) if step.get("verdict") == "illegal"}
    values = {
        key: value
        for key, value in answer.items()
        if key not in ("summary", "steps", "provenance", "needs", "unchecked", "notes")
    }
    return {
        "verdict": answer.get("verdict"),
        "forbidden by": tuple(sorted(forbids)),
        "needs": len(needed(answer)),
        # A Leader without an id is told as he was called.
        "values": repr(sorted(values.items())).casefold(),
    }


def outcome_of(counter: Counter) -> Read:
    """Read an outcome in which a Unit is told as it was called, by whichever of its names."""

    def read(answer: Any) -> Said:
        said = outcome(answer)
        values = said["values"]
        for name in counter.aliases:
            values = values.replace(name.casefold(), counter.name.casefold())
        return {**said, "values": values}

    return read


def about_units(world: World, random: Random) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Questions about a Unit, without it; whether they take a scenario's area alone (no map)."""
    window = some(random, MAPS)
    scenario = some(random, world.played_on(window) or ("",))
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    state: dict[str, Any] = {"scenario": scenario} if scenario and random.random() < 0.6 else {}
    if random.random() < 0.5:
        state["units"] = []
    if random.random() < 0.5:
        state["turn"] = {
            "date": f"1944-09-{random.randrange(17, 25)}",
            "time": some(random, EVENTS),
        }
    on = {"map": window, "state": state}
    yield "move.check", {**on, "path": [start, to]}, False
    yield "move.best", {**on, "from": start, "to": to}, False
    acts = ("setup", "be", "move", "retreat")
    yield "deploy.check", {**on, "hex": to, "act": some(random, acts)}, False
    yield "command.check", on, False
    yield "supply.troop_quality", on, False
    yield "clubroute.lock", {**on, "to": to}, False
    yield "fire.modifiers", {**on, "hex": to}, False
    if world.bridges(window):
        engineer = {**on, "bridge": some(random, world.bridges(window)).hexside}
        yield "bridge.wire", engineer, False
        yield "bridge.improve", engineer, False
    ends = {**on, "hex": start, "to": to}
    yield "ferry.use", ends, False
    yield "ferry.create", ends, False
    yield "artillery.join", {"map": window, "hex": to}, False
    if window != "tdc":
        yield "rout.voluntary", on, False
    if window != "tdc" and scenario:
        acts = ("setup", "enter", "move")
        limits = {"state": {**state, "scenario": scenario}, "hex": to, "act": some(random, acts)}
        yield "scenario.limits", limits, True
    zones = [name for name in world.areas(window) if name.startswith(("dz-", "lz-"))]
    if zones:
        zone = some(random, sorted(zones))
        yield "drop.modifiers", {**on, "zone": zone}, False


def unit_named(world: World, random: Random) -> Case | None:
    """A question about a Unit, under each of its names."""
    method, params, _ = some(random, list(about_units(world, random)))
    window = params.get("map") or world.scenarios[params["state"]["scenario"]][0]
    counter = some(random, counters_of(window))
    found: dict[str, Voice] = {}
    for label, call in calls(counter, window):
        key = label if label not in found else f"{label} again"
        found[key] = Voice(label, method, {**params, "unit": call}, outcome)
    return Case("unit named", f"{method} of {counter.id}", tuple(found.values()))


def of_units(world: World, random: Random) -> Case | None:
    """A Unit of the position, under each of its names: the answer to who commands, what stacks."""
    window = some(random, MAPS)
    known = [one for one in counters_of(window) if lone_names(window)[one.id]]
    counter, other = some(random, known), some(random, known)
    here = start_of(random, world, window)
    there = world.near(random, window, here, random.randrange(3))
    played = world.played_on(window)
    said = {"scenario": some(random, played)} if played and random.random() < 0.5 else {}
    asks: list[tuple[str, dict[str, Any]]] = [
        ("stacking.check", {"hex": here, "side": counter.side, "limit": 3}),
        ("command.check", {"unit": {"id": other.id, "hex": there}}),
        ("move.check", {"unit": {"id": other.id, "column": False}, "path": [there, here]}),
        ("deploy.check", {"unit": {"id": other.id}, "hex": here, "act": "move"}),
        ("move.check", {"unit": {"id": counter.id}, "path": [here, there]}),
    ]
    if there == here:
        return None
    method, params = some(random, asks)
    more = {"hex": here, "column": False, "command_range": 4, "telephone": False}
    voices = []
    for label, call in calls(counter, window):
        if isinstance(call, dict):
            state = {**said, "units": [{**call, **more}]}
            asked = {"map": window, **params, "state": state}
            voices.append(Voice(label, method, asked, outcome_of(counter)))
    return Case("of units", f"{method} with {counter.id} in {here}", tuple(voices))


def any_bridge(world: World, random: Random) -> Bridge | None:
    """A bridge of some map, None if that has none."""
    known = world.bridges(some(random, MAPS))
    return some(random, known) if known else None


def about_bridges(
    world: World, random: Random, bridge: Bridge
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Questions about a bridge, without its name."""
    state: dict[str, Any] = {"bridges": {bridge.hexside: some(random, bridge.states)}}
    played = world.played_on(bridge.map)
    if played and random.random() < 0.4:
        state = {**state, "scenario": some(random, played)}
    if random.random() < 0.4:
        state["fire_zones"] = {"Allied": [], "German": []}
        sides = ("Allied", "German")
        state["history"] = [
            {"event": "entered", "side": some(random, sides), "hex": hex_}
            for hex_ in bridge.ends
            if random.random() < 0.8
        ]
    on = {"map": bridge.map, "state": state}
    unit = {"side": some(random, ("Allied", "German")), "class": "leg", "engineer": True}
    unit |= {"hex": some(random, bridge.ends), "column": False}
    yield "bridge.control", on
    for method in ("bridge.wire", "bridge.improve", "bridge.repair", "bridge.pontoon"):
        yield method, {**on, "unit": unit}
    yield "bridge.bailey", {**on, "unit": unit}
    yield "bridge.bulldozer", {**on, "act": some(random, ("place", "repair", "entered", "move"))}
    entering = {"side": unit["side"], "hex": unit["hex"]}
    yield "bridge.demolish", {**on, "entering": entering}
    yield "bridge.works", {"map": bridge.map}


def bridge_named(world: World, random: Random) -> Case | None:
    """A question about a bridge, under its name and both ways of its hexside."""
    bridge = any_bridge(world, random)
    if bridge is None:
        return None
    method, params = some(random, list(about_bridges(world, random, bridge)))
    voices = [
        Voice(f"name {index}", method, {**params, "bridge": name}, outcome)
        for index, name in enumerate(bridge.names)
    ]
    return Case("bridge named", f"{method} at {bridge.names[-1]}", tuple(voices))


def bridge_said(world: World, random: Random) -> Case | None:
    """A bridge's state said under its name and both ways of its hexside, and moves over it."""
    bridge = any_bridge(world, random)
    if bridge is None:
        return None
    said = some(random, bridge.states)
    start, to = bridge.ends if random.random() < 0.5 else reversed(bridge.ends)
    unit = {"class": some(random, ("leg", "wheeled", "tracked")), "column": random.random() < 0.7}
    asks: list[tuple[str, dict[str, Any]]] = [
        ("move.check", {"unit": unit, "path": [start, to]}),
        ("move.check", {"unit": unit, "path": [start, to]}),
        ("move.best", {"unit": unit, "from": start, "to": to}),
        ("bridge.control", {"bridge": bridge.hexside}),
        ("bridge.modifier", {"hex": start, "column": True}),
        ("ferry.create", {"hex": start, "to": to, "unit": {**unit, "engineer": True}}),
        ("fire.modifiers", {"hex": start, "unit": unit}),
        ("los.check", {"from": start, "to": to}),
        ("deploy.check", {"unit": {**unit, "hex": start}, "hex": to, "act": "retreat"}),
    ]
    if bridge.map != "tdc":
        asks.append(("clubroute.trace", {}))
    method, params = some(random, asks)
    turn = {"turn": {"date": "1944-09-23", "time": "0900"}} if random.random() < 0.5 else {}
    voices = []
    for index, name in enumerate(bridge.names):
        for form, value in (("word", said), ("list", [said]), ("object", {"state": [said]})):
            state = {**turn, "bridges": {name: value}}
            label = f"name {index}, {form}"
            voices.append(
                Voice(label, method, {"map": bridge.map, **params, "state": state}, outcome)
            )
    return Case("bridge said", f"{method} with {bridge.names[-1]} {said}", tuple(voices))


TOPICS = (unit_named, of_units, bridge_named, bridge_said)
