"""Acts at water and on ground: ferries, bridges in each state, a step in the abstract, retreats."""

from __future__ import annotations

from random import Random
from typing import Any

from clubroute.rules.ground.mapfile import MapFile
from tests.rules.agreement.case import (
    Case,
    Read,
    Said,
    Voice,
    verdict,
)
from tests.rules.agreement.moving import in_reach, position, start_of
from tests.rules.agreement.naming import any_bridge, outcome
from tests.rules.agreement.world import (
    CLASSES,
    MAPS,
    World,
    counters_of,
    some,
)

FERRIES = ("ferry", "improved_ferry", "assault_ferry")
SIDES = ("Allied", "German")
GUARDS = {"division": "Guards Armored", "reached_end": True}
"""A Division, so that no limit of another may matter, and one that no limit holds any more."""
ENEMY = {"Allied": "German", "German": "Allied"}


def ferry_site(world: World, random: Random) -> tuple[str, str, str]:
    """A map and the two hexes of a ferry: at a bridge, over a river, or nowhere sensible."""
    window = some(random, MAPS)
    country, where = world.country(window), random.random()
    if where < 0.6 and world.bridges(window):
        ends = list(some(random, world.bridges(window)).ends)
    elif where < 0.95 and (wet := wet_places(country)):
        ends = country.hexside_number(some(random, wet)).split("/")
    else:
        start = world.any_hex(random, window)
        ends = [start, some(random, world.beside(window, start))]
    random.shuffle(ends)
    return window, ends[0], ends[1]


def wet_places(country: MapFile) -> list[int]:
    """The hexsides of rivers and canals."""
    return [
        place
        for place, features in sorted(country.sides.items())
        if any(one.kind in ("river", "canal") for one in features)
    ]


def ferried(world: World, random: Random) -> Case | None:
    """A Unit crosses by a ferry marker."""
    window, start, to = ferry_site(world, random)
    bridged = any(
        {start, to} == set(one.ends) and "destroyed" in one.states for one in world.bridges(window)
    )
    kind, side = some(random, FERRIES), some(random, SIDES)
    points = to if random.random() < 0.7 else start
    marker = {
        "kind": kind,
        "hex": start if points == to else to,
        "to": points,
        "suppressed": random.random() < 0.2,
        "cohesion_hit": random.random() < 0.2,
    }
    unit = {"class": some(random, CLASSES), "column": random.random() < 0.7, "side": side}
    unit |= {"hex": start, "mounted": False, **GUARDS}
    if unit["class"] == "leg" and random.random() < 0.3:
        unit |= {"organic": some(random, CLASSES[1:]), "mounted": random.random() < 0.6}
    enemies = random.random() < 0.3
    there = [{"id": "e", "side": ENEMY[side], "hex": to}] if enemies else []
    state = {
        "units": [{"id": "o", "side": side, "hex": start}, *there],
        "markers": [marker],
        "bridges": {f"{start}/{to}": "destroyed"} if bridged and random.random() < 0.8 else {},
        "turn": {"date": "1944-09-23", "time": "0900"},
        "club_route": {"route": []},
        "fire_zones": {"Allied": [], "German": []},
    }
    use = {"map": window, "unit": unit, "hex": start, "to": to, "state": state}
    # Whether a Troop Quality Check is passed only ferry.use can be told.
    use |= {"second_action": False, "begins": True}
    moved = {"map": window, "unit": unit, "state": state}
    by_ferry = {**moved, "path": [start, {"hex": to, "via": "ferry"}]}
    # A marker may be called by its kind, or as a ferry that is improved or an assault ferry.
    word = kind.partition("_")[0] if kind != "ferry" else ""
    other = {**marker, "kind": "ferry", **({word: True} if word else {})}
    otherwise = {**use, "state": {**state, "markers": [other]}}
    voices = [
        Voice("use", "ferry.use", use, verdict),
        Voice("use, said otherwise", "ferry.use", otherwise, verdict),
        Voice("check", "move.check", by_ferry, verdict),
    ]
    if random.random() < 0.05:  # a search for a detour is dear
        best = {**moved, "from": start, "to": to}
        voices.append(Voice("best", "move.best", best, at_least))
    return Case("ferried", f"{kind} {start} to {to} on {window}", tuple(voices))


def at_least(answer: Any) -> Said:
    """Where there is no way at all no ferry goes; another way says nothing of the ferry."""
    return {"verdict": "illegal"} if answer["verdict"] == "illegal" else {}


EVENTS = {"suppressed": "suppressed", "cohesion_hit": "cohesion_hit"}


def ferry_hit(world: World, random: Random) -> Case | None:
    """A ferry that is hit: what becomes of it, and whether it is used."""
    window = some(random, ("wed", "tdc"))
    kinds = FERRIES if window == "tdc" else FERRIES[:1]
    kind, event = some(random, kinds), some(random, sorted(EVENTS))
    known = [one for one in world.bridges(window) if "destroyed" in one.states]
    if not known:
        return None
    bridge = some(random, known)
    start, to = bridge.ends
    marker = {"kind": kind, "hex": start, "to": to, "suppressed": False, "cohesion_hit": False}
    unit = {"class": "leg", "column": True, "side": "Allied", "hex": start}
    state = {
        "units": [],
        "markers": [{**marker, EVENTS[event]: True}],
        "bridges": {bridge.hexside: "destroyed"},
    }
    use = {"map": window, "unit": unit, "hex": start, "to": to, "state": state}
    use |= {"second_action": False, "begins": True, "check": "passed"}
    moved = {**unit, **GUARDS}
    turn = {"turn": {"date": "1944-09-23", "time": "0900"}, "club_route": {"route": []}}
    path = {"map": window, "unit": moved, "path": [start, {"hex": to, "via": "ferry"}]}
    voices = [
        Voice("after", "ferry.after", {"map": window, "kind": kind, "event": event}, stopped),
        Voice("use", "ferry.use", use, works),
        Voice("check", "move.check", {**path, "state": {**state, **turn}}, works),
    ]
    return Case("ferry hit", f"{kind}, {event} on {window}", tuple(voices))


def stopped(answer: Any) -> Said:
    """Whether a ferry still ferries after an event."""
    if answer["verdict"] == "undetermined":
        return {"ferries": "undetermined"}
    return {"ferries": answer["result"] not in ("stopped", "removed")}


def works(answer: Any) -> Said:
    """Whether a Unit is ferried."""
    if answer["verdict"] == "undetermined":
        return {"ferries": "undetermined"}
    return {"ferries": answer["verdict"] in ("legal", "decided")}


def bridge_crossed(world: World, random: Random) -> Case | None:
    """A step over a bridge in some state, or as a scenario sets it up."""
    bridge = any_bridge(world, random)
    if bridge is None:
        return None
    window = bridge.map
    start, to = bridge.ends if random.random() < 0.5 else (bridge.ends[1], bridge.ends[0])
    unit = {"class": some(random, CLASSES), "column": random.random() < 0.7, "mounted": False}
    unit |= {"side": "Allied", **GUARDS}
    state: dict[str, Any] = {
        "bridges": {bridge.hexside: some(random, bridge.states)} if random.random() < 0.8 else {},
        "turn": {"date": "1944-09-23", "time": "0900"},
        "units": [],
        "club_route": {"route": []},
    }
    if random.random() < 0.3 and world.played_on(window):
        state["scenario"] = some(random, world.played_on(window))
    moved = {"map": window, "unit": unit, "state": state}
    voices = [
        Voice("check", "move.check", {**moved, "path": [start, to]}, verdict),
        Voice("best", "move.best", {**moved, "from": start, "to": to}, only_step),
    ]
    if random.random() < 0.15:
        reach = {**moved, "from": start, "allowance": 12}
        voices.append(Voice("reach", "move.reach", reach, in_reach_by_step(to)))
    return Case("bridge crossed", f"{bridge.hexside} on {window}", tuple(voices))


def only_step(answer: Any) -> Said:
    """A cheapest way's verdict where it is the step itself, or where there is none."""
    if answer["verdict"] != "illegal" and len(answer.get("path", ())) != 2:
        return {}
    return {"verdict": answer["verdict"]}


def in_reach_by_step(to: str) -> Read:
    """A reach's verdict on the next hex where it says there is no way."""
    read = in_reach(to)

    def said(answer: Any) -> Said:
        found = read(answer)
        return found if found["verdict"] == "illegal" else {}

    return said


def ground(world: World, random: Random) -> Case | None:
    """A step off the Roads between two hexes: on the map, and in the abstract."""
    window = some(random, ("wed", "tdc"))
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    left = world.ask("hex.describe", {"map": window, "hex": start})
    entered = world.ask("hex.describe", {"map": window, "hex": to})
    side = next(one for one in left["hexsides"] if one["to"] == to)
    kinds = {one["kind"] for one in side.get("features", ())}
    if kinds - {"stream", "river", "canal", "crest", "impassable", "dry"}:
        return None
    if side.get("roads") and random.random() < 0.9:
        return None
    column = random.random() < 0.6
    unit = {"class": some(random, CLASSES), "column": column, "mounted": False}
    unit |= {"side": "Allied", **GUARDS}
    state = {"turn": {"date": "1944-09-23", "time": "0900"}, "club_route": {"route": []}}
    path = {"map": window, "unit": unit, "state": state}
    step = {
        "map": window,
        "unit": {"class": unit["class"], "column": column},
        "from": seen(left),
        "to": seen(entered),
        "features": sorted(kinds & {"stream", "river", "canal", "impassable"}),
    }
    voices = [
        Voice("map", "move.check", {**path, "path": [start, {"hex": to, "via": "none"}]}, bare),
        Voice("abstract", "step.cost", {**step, "via": None}, bare),
    ]
    plain = not (kinds & {"stream", "river", "canal", "impassable"})
    raised = "raised" in left or "raised" in entered
    # What a hex costs to enter is not all where the hex that is left holds vehicles (2.4).
    if plain and not raised and "woods" not in left["terrain"]:
        key = "column" if column else "not_column"
        describe = {"map": window, "hex": to}
        voices.append(Voice("described", "hex.describe", describe, said_cost(unit["class"], key)))
    return Case("ground", f"{start} to {to} on {window}", tuple(voices))


def seen(described: Any) -> dict[str, Any]:
    """A hex of the map as one of the abstract."""
    found: dict[str, Any] = {"terrain": described["terrain"]}
    if "raised" in described:
        found["raised"] = True
    return found


def bare(answer: Any) -> Said:
    """The cost, None where the step is not allowed."""
    if answer["verdict"] == "undetermined":
        return {"cost": "undetermined"}
    return {"cost": answer.get("total") if answer["verdict"] == "legal" else None}


def said_cost(move_class: str, formation: str) -> Read:
    """What a hex's description says it costs to enter off the Roads."""

    def read(answer: Any) -> Said:
        cost = answer["costs"][move_class][formation]
        return {"cost": None if cost in (None, "road") else cost}

    return read


def retreat(world: World, random: Random) -> Case | None:
    """A Unit is driven to the next hex: on the map, and in the abstract."""
    window = some(random, ("wed", "tdc"))
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    left = world.ask("hex.describe", {"map": window, "hex": start})
    entered = world.ask("hex.describe", {"map": window, "hex": to})
    side = next(one for one in left["hexsides"] if one["to"] == to)
    kinds = {one["kind"] for one in side.get("features", ())}
    if kinds - {"stream", "river", "canal", "crest", "impassable", "dry"} or side.get("roads"):
        return None
    column = random.random() < 0.6
    unit = {"class": some(random, CLASSES), "column": column, "side": "Allied"}
    unit |= {**GUARDS, "hex": start, "mounted": False}
    state = {"turn": {"date": "1944-09-23", "time": "0900"}, "club_route": {"route": []}}
    deploy = {"map": window, "unit": unit, "state": state, "hex": to, "act": "retreat"}
    step = {
        "map": window,
        "unit": {"class": unit["class"], "column": column},
        "act": "retreat",
        "from": seen(left),
        "to": seen(entered),
        "features": sorted(kinds & {"stream", "river", "canal", "impassable"}),
    }
    voices = [
        Voice("deploy", "deploy.check", deploy, fate),
        Voice("abstract", "step.cost", step, fate),
    ]
    return Case("retreat", f"{start} to {to} on {window}", tuple(voices))


def fate(answer: Any) -> Said:
    """Whether a retreat is open."""
    return {"verdict": answer["verdict"]}


def driven(world: World, random: Random) -> Case | None:
    """A Unit is driven where it could move: over a bridge in any state, into enemies, mounted."""
    window = some(random, MAPS)
    start = start_of(random, world, window)
    if random.random() < 0.6 and world.bridges(window):
        start = some(random, some(random, world.bridges(window)).ends)
    to = some(random, world.beside(window, start))
    unit: dict[str, Any] = {"class": some(random, CLASSES), "column": random.random() < 0.7}
    unit |= {**GUARDS, "side": "Allied", "hex": start, "mounted": False}
    if unit["class"] == "leg" and random.random() < 0.3:
        unit |= {"organic": some(random, CLASSES[1:]), "mounted": random.random() < 0.6}
    state = {**position(random, world, window, start), "club_route": {"route": []}}
    state["turn"] = {"date": "1944-09-25", "time": "0700"}
    if random.random() < 0.2:
        state["units"] = [{"id": "e", "side": "German", "hex": to}]
    near = [one for one in world.bridges(window) if start in one.ends]
    if near:
        bridge = some(random, near)
        to = next(one for one in bridge.ends if one != start) if random.random() < 0.8 else to
        state["bridges"] = {bridge.hexside: some(random, bridge.states)}
    moved = {"map": window, "unit": unit, "state": state}
    voices = [
        Voice("check", "move.check", {**moved, "path": [start, to]}, verdict),
        Voice("deploy", "deploy.check", {**moved, "hex": to, "act": "retreat"}, verdict),
    ]
    return Case("driven", f"{start} to {to} on {window}", tuple(voices))


def mounts(world: World, random: Random) -> Case | None:
    """A Unit mounts Divisional Trucks or Jeeps (WED S5.3, S6.3; TDC O9.0)."""
    window = some(random, ("wed", "tdc"))
    hex_ = start_of(random, world, window)
    own = {"class": some(random, CLASSES), "side": "Allied", **GUARDS}
    if window == "wed" and random.random() < 0.7:
        known = [one for one in counters_of(window) if one.move_class in CLASSES]
        own = {"id": some(random, [one for one in known if not one.mounted]).id}
    unit = {**own, "column": True, "divisional": True, "mounted": False, "organic": "wheeled"}
    moved = {"map": window, "unit": unit, "path": [{"hex": hex_, "action": "mount"}]}
    moved |= {
        "state": {"turn": {"date": "1944-09-23", "time": "0900"}, "club_route": {"route": []}}
    }
    facts = {"counter": True, "in_command": True, **({"agreed": True} if window == "tdc" else {})}
    rule = {"map": window, "rule": "mount_limit", "unit": own, "facts": facts, "hex": hex_}
    voices = [
        Voice("check", "move.check", {**moved, "costs": {"mount": 1}}, verdict),
        Voice("special", "special.check", rule, verdict),
    ]
    return Case("mounts", f"{own} in {hex_} on {window}", tuple(voices))


def ferry_told(world: World, random: Random) -> Case | None:
    """A ferry marker called by its kind, or as a ferry that is improved: stacking, who uses it."""
    window, start, to = ferry_site(world, random)
    kind = some(random, FERRIES)
    marker = {"kind": kind, "hex": start, "to": to, "suppressed": False, "cohesion_hit": False}
    word = kind.partition("_")[0] if kind != "ferry" else ""
    other = {**marker, "kind": "ferry", **({word: True} if word else {})}
    units = [
        {"id": f"e{index}", "side": "Allied", "hex": start, "engineer": index < 2, "class": "leg"}
        for index in range(random.randrange(4))
    ]
    asked = {"map": window, "hex": start, "side": "Allied", "limit": 3}
    voices = [
        Voice(
            name, "stacking.check", {**asked, "state": {"units": units, "markers": [one]}}, outcome
        )
        for name, one in (("by kind", marker), ("by word", other))
    ]
    return Case("ferry told", f"{kind} in {start} on {window}", tuple(voices))


TOPICS = (ferried, ferry_hit, bridge_crossed, ground, retreat, driven, mounts, ferry_told)
