"""Acts judged by the campaign's methods: limits of a route or garrison, command, sight, fire."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rules.agreement.case import (
    Case,
    Read,
    Said,
    Voice,
    verdict,
)
from tests.rules.agreement.moving import counter_unit, in_reach, start_of
from tests.rules.agreement.naming import outcome
from tests.rules.agreement.world import (
    CLASSES,
    MAPS,
    SCENARIOS,
    World,
    counters_of,
    some,
)

LATE = {"turn": {"date": "1944-09-25", "time": "0700"}}
"""A turn after which no limit of a date holds."""


def stays_open(world: World, window: str, start: str, to: str, unit: dict[str, Any]) -> bool:
    """Whether nothing of the ground forbids a step."""
    ground = {key: unit[key] for key in ("class", "column", "mounted") if key in unit}
    asked = {"map": window, "unit": ground, "path": [start, to], "state": LATE}
    return bool(world.ask("move.check", asked)["verdict"] == "legal")


def lock(world: World, random: Random) -> Case | None:
    """A Unit held to the declared Club Route enters a hex (TDC S5.8)."""
    country = world.country("tdc")
    roads = [place for place, links in sorted(country.links.items()) if links]
    here = some(random, roads) // 6
    route = [here]
    for _ in range(random.randrange(2, 9)):
        onward = [
            country.beside[side][route[-1]]
            for side in range(6)
            if route[-1] * 6 + side in country.links
            and country.beside[side][route[-1]] not in (-1, *route)
        ]
        if not onward:
            break
        route.append(some(random, [one for one in onward if one >= 0] or [route[-1]]))
    numbers = [country.number(one) for one in dict.fromkeys(route)]
    start = some(random, numbers)
    to = some(random, world.beside("tdc", start))
    division = some(random, ("Guards Armored", "43rd Infantry"))
    unit: dict[str, Any] = {
        "class": some(random, CLASSES),
        "column": random.random() < 0.6,
        "mounted": False,
        "side": "Allied",
        "division": division,
        "hex": start,
        "airborne": False,
    }
    if not stays_open(world, "tdc", start, to, unit):
        return None
    unit |= {"reached_end": random.random() < 0.2} if random.random() < 0.9 else {}
    unit |= {"relieving": random.random() < 0.3} if random.random() < 0.8 else {}
    unit |= {"crossed": random.random() < 0.5} if random.random() < 0.5 else {}
    if random.random() < 0.2:
        unit |= {"division": "XXX Corps", "reinforcement": True}
    state = {**LATE, "club_route": {"route": numbers}, "units": []}
    moved = {"map": "tdc", "unit": unit, "state": state}
    voices = [
        Voice("lock", "clubroute.lock", {**moved, "to": to}, may_enter),
        Voice("check", "move.check", {**moved, "path": [start, to]}, verdict),
        Voice("deploy", "deploy.check", {**moved, "hex": to, "act": "move"}, verdict),
    ]
    return Case("lock", f"{division} {start} to {to}, route {'-'.join(numbers)}", tuple(voices))


def may_enter(answer: Any) -> Said:
    """What a lock says: open or not."""
    words = {"open": "legal", "free": "legal", "locked": "illegal", "closed": "illegal"}
    return {"verdict": words.get(answer["verdict"], answer["verdict"])}


def garrison(world: World, random: Random) -> Case | None:
    """A Unit of a garrison moves (TDC S5.5)."""
    town, near = some(random, (("Mook", "42.90"), ("Grave", "15.86")))
    start = world.near(random, "tdc", near, random.randrange(3, 9))
    to = some(random, world.beside("tdc", start))
    unit: dict[str, Any] = {"class": "leg", "column": False, "mounted": False, "side": "Allied"}
    if not stays_open(world, "tdc", start, to, unit):
        return None
    # Not the 82nd: the green line is its, and our map does not know it (S5.7).
    unit |= {"hex": start, "garrison": town, "id": "x", "division": "Guards Armored"}
    unit |= {"reached_end": True}
    state = {**LATE, "units": [], "club_route": {"route": []}}
    moved = {"map": "tdc", "unit": unit, "state": state}
    garrisons = {"map": "tdc", "town": town, "from": start, "to": to}
    voices = [
        Voice("garrison", "garrison.move", garrisons, verdict),
        Voice("check", "move.check", {**moved, "path": [start, to]}, verdict),
        Voice("deploy", "deploy.check", {**moved, "hex": to, "act": "move"}, verdict),
    ]
    if random.random() < 0.2:  # it is dear
        reach = {**moved, "from": start, "allowance": 8}
        voices.append(Voice("reach", "move.reach", reach, in_reach(to)))
    return Case("garrison", f"{town}: {start} to {to}", tuple(voices))


def commanded(world: World, random: Random) -> Case | None:
    """A Unit of a scenario with Leaders: its Formation as set up, looked up, or said."""
    scenario = some(random, [name for name in SCENARIOS if name not in ("TDC", "MG")])
    window = some(random, SCENARIOS[scenario])
    known = counters_of(window, scenario)
    leaders = [one for one in known if one.kind == "leader"]
    unit = some(random, [one for one in known if one.kind != "leader"])
    # Where the scenario gives a Unit to another Formation more can go wrong.
    given = [one for one in known if scenario in one.attached and one.kind != "leader"]
    if given and random.random() < 0.5:
        unit = some(random, given)
    division, _, formation = unit.attached.get(
        scenario, f"{unit.division}:{unit.formation}"
    ).partition(":")
    here = start_of(random, world, window)
    there = world.near(random, window, here, random.randrange(4))
    own = [one for one in leaders if one.formation == formation and one.division == division]
    leader = some(random, own) if own and random.random() < 0.7 else None
    leader = leader or (some(random, leaders) if leaders else None)
    units = []
    if leader is not None:
        units = [{"id": leader.id, "hex": there, "command_range": 3, "telephone": False}]
    state: dict[str, Any] = {"scenario": scenario, "units": units}
    called = {"id": unit.id, "hex": here}
    said = {**called, "division": division, **({"formation": formation} if formation else {})}
    asked = {"map": window, "unit": called, "state": state}
    voices = [
        Voice("looked up", "command.check", asked, outcome),
        Voice("said", "command.check", {**asked, "unit": said}, outcome),
        Voice("by name", "command.check", {**asked, "unit": {"name": unit.name, **said}}, outcome),
        Voice(
            "in the state",
            "command.check",
            {**asked, "state": {**state, "units": [*units, called]}},
            outcome,
        ),
    ]
    texts = {"scenario": scenario}
    voices.append(Voice("values", "scenario.values", texts, all_commanded))
    return Case("commanded", f"{unit.name} ({formation}) in {scenario}", tuple(voices))


def all_commanded(answer: Any) -> Said:
    """Where a scenario says that all Units are In Command nobody is out of it."""
    lines = " ".join(step["why"] for step in answer["steps"]).casefold()
    return {"verdict": "legal"} if "all units are in command" in lines else {}


def sight(world: World, random: Random) -> Case | None:
    """A line of sight both ways, and in the fan of either end."""
    window = some(random, MAPS)
    start = start_of(random, world, window)
    to = world.near(random, window, start, random.randrange(1, 9))
    if to == start:
        return None
    state: dict[str, Any] = {}
    if random.random() < 0.5:
        kinds = ("barrage", "light_barrage", "heavy_barrage", "rubble")
        hexes = [world.near(random, window, start, 3) for _ in range(random.randrange(4))]
        state["markers"] = [{"kind": some(random, kinds), "hex": one} for one in hexes]
    if random.random() < 0.3 and world.bridges(window):
        bridge = some(random, world.bridges(window))
        state["bridges"] = {bridge.hexside: some(random, bridge.states)}
    if random.random() < 0.3:
        weather = some(random, ("clear", "overcast", "rain", "fog"))
        time = some(random, ("0700", "1300", "Night"))
        state["turn"] = {"date": "1944-09-20", "time": time, "weather": weather}
    asked = {"map": window, "state": state}
    far = world.ask("hex.distance", {"map": window, "from": start, "to": to})["distance"]
    voices = [
        Voice("there", "los.check", {**asked, "from": start, "to": to}, seen),
        Voice("back", "los.check", {**asked, "from": to, "to": start}, seen),
        Voice("fan", "los.fan", {**asked, "from": start, "range": far}, in_fan(to)),
        Voice("fan back", "los.fan", {**asked, "from": to, "range": far}, in_fan(start)),
    ]
    return Case("sight", f"{start} to {to} on {window}", tuple(voices))


def seen(answer: Any) -> Said:
    """Whether a line is clear."""
    return {"seen": answer["verdict"]}


def in_fan(hex_: str) -> Read:
    """Whether a fan has a hex."""

    def read(answer: Any) -> Said:
        found = [name for name in ("clear", "blocked", "undetermined") if hex_ in answer[name]]
        return {"seen": found[0] if found else "not in the fan"}

    return read


def fired_at(world: World, random: Random) -> Case | None:
    """Fire at a Unit: the ground as the hex describes it, a bridge as its own method has it."""
    window = some(random, MAPS)
    here = start_of(random, world, window)
    column = random.random() < 0.5
    side = some(random, ("Allied", "German"))
    unit = {"class": some(random, CLASSES), "column": column, "side": side, "mounted": False}
    state = {"bridges": {}, "markers": [], "units": []}
    asked = {"map": window, "hex": here, "state": state}
    voices = [
        Voice("fire", "fire.modifiers", {**asked, "unit": unit, "weapon": "other"}, at_bridge)
    ]
    near = any(here in one.ends for one in world.bridges(window))
    if near:
        bridge = {**asked, "column": column, "side": side}
        voices.append(Voice("bridge", "bridge.modifier", bridge, of_bridge))
    key = "column" if column else "not_column"
    describe = {"map": window, "hex": here}
    voices.append(Voice("described", "hex.describe", describe, told_fire(key)))
    return Case("fired at", f"{here} on {window}, column {column}", tuple(voices))


def at_bridge(answer: Any) -> Said:
    """What is added in all, and for a bridge hexside in Column."""
    if answer["verdict"] == "undetermined":
        return {"in all": "undetermined", "bridge": "undetermined"}
    parts = answer["modifiers"]
    bridge = [one["modifier"] for one in parts if one["what"].startswith("in Column at ")]
    return {"in all": answer["modifier"], "bridge": sum(bridge)}


def of_bridge(answer: Any) -> Said:
    """What a bridge hexside adds."""
    if answer["verdict"] == "undetermined":
        return {"bridge": "undetermined"}
    return {"bridge": answer["modifier"]}


def told_fire(formation: str) -> Read:
    """What a hex's description says fire at a Unit in it is worth."""

    def read(answer: Any) -> Said:
        fire = answer.get("fire")
        return {} if not isinstance(fire, dict) else {"in all": fire[formation]}

    return read


def leaves(world: World, random: Random) -> Case | None:
    """A Unit leaves the map by 14.89 (WED S7.2.0)."""
    window = some(random, MAPS)
    if "14.89" not in set(world.country(window).all_numbers()):
        return None
    start = some(random, ("14.89", *world.beside(window, "14.89")))
    known = [one for one in counters_of(window) if one.move_class in CLASSES]
    guards = [one for one in known if one.division.startswith("Guards")]
    counter = some(random, guards if random.random() < 0.7 else known)
    unit = counter_unit(random, counter)
    unit |= {"hex": start, "mounted": False, "column": True, "emergency": random.random() < 0.3}
    marker = some(random, ("off_map", "41.230", "south"))
    state: dict[str, Any] = {"units": [], **LATE, "club_route": {"marker": marker}}
    if window == "tdc":
        state["club_route"] = {"route": []}
    moved = {"map": window, "unit": unit, "state": state}
    best = {**moved, "from": start, "to": "14.89", "exit": True}
    way = [
        {"hex": one["hex"], "column": one["column"]}
        for one in world.ask("move.best", best).get("path", ())
        if "column" in one
    ]
    # Where there is no way the next hex is told: that is refused as well.
    path = (
        way or [start, "14.89" if start != "14.89" else "14.88", "14.89"][: 2 + (start == "14.89")]
    )
    voices = [
        Voice("check", "move.check", {**moved, "path": [*path, "exit"]}, verdict),
        Voice("best", "move.best", best, verdict),
        Voice("reach", "move.reach", {**moved, "from": start, "allowance": 14}, exits),
    ]
    return Case("leaves", f"{counter.id} from {start} on {window}", tuple(voices))


def exits(answer: Any) -> Said:
    """Whether a reach has the exit."""
    if answer["verdict"] == "undetermined":
        return {"verdict": "undetermined"}
    return {"verdict": "legal" if answer.get("exits") else "illegal"}


TOPICS = (lock, garrison, commanded, sight, fired_at, leaves)
