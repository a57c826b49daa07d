"""Acts of riders, and at markers and parks: piggyback, a park's hex, hexes that hold a Unit."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rules.agreement.case import (
    Case,
    Said,
    Voice,
    verdict,
)
from tests.rules.agreement.crossing import GUARDS
from tests.rules.agreement.moving import in_reach, one_step, start_of
from tests.rules.agreement.world import (
    CLASSES,
    MAPS,
    World,
    some,
)

GROUPS = ("Irish Guards", "Welsh Guards", "Scots Guards")
LATE = {"turn": {"date": "1944-09-25", "time": "0700"}, "club_route": {"route": []}}
"""A turn after which no limit of a date holds, and no Club Route that holds anybody."""


def step(
    window: str, unit: dict[str, Any], state: dict[str, Any], start: str, to: str
) -> list[Voice]:
    """A step put to all that judge where a Unit moves."""
    moved = {"map": window, "unit": {**unit, "hex": start}, "state": state}
    return [
        Voice("check", "move.check", {**moved, "path": [start, to]}, verdict),
        Voice("best", "move.best", {**moved, "from": start, "to": to}, one_step(to)),
        Voice("reach", "move.reach", {**moved, "from": start, "allowance": 20}, in_reach(to)),
    ]


def piggybacked(world: World, random: Random) -> Case | None:
    """A Unit that carries another one moves, is left by it, is got on to (WED S4; TDC S5.11)."""
    window = some(random, MAPS)
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    rider: dict[str, Any] = {"class": some(random, ("leg", "leg", "leg", "wheeled"))}
    rider |= {"organic": random.random() < 0.2, "steps": random.randrange(1, 4)}
    rider["formation"] = some(random, GROUPS)
    unit: dict[str, Any] = {"class": some(random, ("leg", *CLASSES[1:])), "column": True}
    unit |= {"side": "Allied", "steps": random.randrange(1, 4), "mounted": False, **GUARDS}
    unit |= {"formation": rider["formation"] if random.random() < 0.7 else some(random, GROUPS)}
    ground = {key: unit[key] for key in ("class", "column", "mounted")}
    open_ = {"map": window, "unit": {**ground, **GUARDS}, "path": [start, to], "state": LATE}
    if world.ask("move.check", open_)["verdict"] != "legal":
        return None
    carrying = {**unit, "piggyback": True, "rider": rider, "ma": 10}
    voices = step(window, carrying, LATE, start, to)
    off = {"map": window, "unit": carrying, "state": LATE}
    off["path"] = [{"hex": start, "action": "dismount_riders"}]
    voices.append(Voice("off", "move.check", off, verdict))
    if window != "tdc":  # where they ride only as they arrive nobody gets on
        boards = {**off, "unit": {**unit, "rider": rider}}
        boards["path"] = [{"hex": start, "action": "mount_riders"}]
        voices.append(Voice("on", "move.check", boards, verdict))
    if random.random() < 0.9:
        del voices[2]  # it is dear
    return Case("piggybacked", f"{unit['class']} {start} to {to} on {window}", tuple(voices))


def ridden(world: World, random: Random) -> Case | None:
    """A stack with riders: told with them as one Unit, or by the number of those that count."""
    window = some(random, MAPS)
    hex_ = start_of(random, world, window)
    carriers = random.randrange(1, 3)
    units = [
        {"id": f"v{index}", "side": "Allied", "hex": hex_, "class": "tracked", "piggyback": True}
        for index in range(carriers)
    ]
    plain = [{key: one[key] for key in ("id", "side", "hex", "class")} for one in units]
    more = [
        {"id": f"x{index}", "side": "Allied", "hex": hex_, "class": "leg"}
        for index in range(random.randrange(3))
    ]
    asked = {"map": window, "hex": hex_, "side": "Allied", "limit": some(random, (2, 3))}
    voices = [
        Voice(name, "stacking.check", {**asked, "state": {"units": those, "markers": []}}, verdict)
        for name, those in (
            ("carrying", [*units, *more]),
            ("the other way round", [*more, *units]),
            ("as if alone", [*plain, *more]),
        )
    ]
    return Case("ridden", f"{carriers} carriers, {len(more)} more in {hex_}", tuple(voices))


def marked(world: World, random: Random) -> Case | None:
    """A Unit leaves a hex with a Dutch or minefield marker, by ferry, too (WED S3.1)."""
    window = some(random, MAPS)
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    unit: dict[str, Any] = {"class": some(random, CLASSES), "column": random.random() < 0.7}
    unit |= {"side": "Allied", "mounted": False, **GUARDS}
    open_ = {"map": window, "unit": unit, "path": [start, to], "state": LATE}
    if world.ask("move.check", open_)["verdict"] != "legal":
        return None
    kinds = [some(random, ("dutch", "minefield", "road_block")) for _ in range(2)]
    places = [(kinds[0], start), (kinds[1], some(random, world.beside(window, start)))]
    held = [{"kind": kind, "hex": hex_} for kind, hex_ in places if kind != "road_block"]
    state = {**LATE, "units": [], "markers": held}
    moved = {"map": window, "unit": {**unit, "hex": start}, "state": state, "hex": to}
    voices = step(window, unit, state, start, to)
    voices.append(Voice("deploy", "deploy.check", {**moved, "act": "move"}, verdict))
    if window == "mg":
        limits = {"unit": moved["unit"], "hex": to, "act": "move"}
        limits["state"] = {**state, "scenario": "MG"}
        voices.append(Voice("limits", "scenario.limits", limits, verdict))
    if random.random() < 0.9:
        del voices[2]  # it is dear
    return Case("marked", f"{start} to {to} on {window}, {held}", tuple(voices))


def ferried_from(world: World, random: Random) -> Case | None:
    """A ferry takes a Unit out of a hex with a marker: as ferry.use and as a move."""
    window = some(random, ("wed", "tdc"))
    known = [one for one in world.bridges(window) if "destroyed" in one.states]
    if not known:
        return None
    bridge = some(random, known)
    start, to = bridge.ends if random.random() < 0.5 else (bridge.ends[1], bridge.ends[0])
    ferry = {"kind": "ferry", "hex": start, "to": to, "suppressed": False, "cohesion_hit": False}
    held = {"kind": some(random, ("dutch", "minefield")), "hex": some(random, bridge.ends)}
    unit = {"class": "leg", "column": True, "side": "Allied", "hex": start, "mounted": False}
    unit |= GUARDS
    state = {
        **LATE,
        "units": [],
        "markers": [ferry, held],
        "bridges": {bridge.hexside: "destroyed"},
    }
    use = {"map": window, "unit": unit, "hex": start, "to": to, "state": state}
    use |= {"second_action": False, "begins": True}
    path = {"map": window, "unit": unit, "path": [start, {"hex": to, "via": "ferry"}]}
    voices = [
        Voice("use", "ferry.use", use, verdict),
        Voice("check", "move.check", {**path, "state": state}, verdict),
    ]
    return Case("ferried from", f"{start} to {to} on {window}, {held}", tuple(voices))


def parked(world: World, random: Random) -> Case | None:
    """Allied Units keep off the German Artillery Park of scenario 4 (WED scenario 4)."""
    start = start_of(random, world, "wed")
    park = world.near(random, "wed", start, random.randrange(1, 7))
    to = some(random, world.beside("wed", start))
    side = some(random, ("Allied", "Allied", "German"))
    unit: dict[str, Any] = {"class": some(random, CLASSES), "column": True, "side": side}
    unit |= {"mounted": False, "id": "x", "division": "Guards Armored" if side == "Allied" else ""}
    unit |= {"reached_end": True}
    unit = {key: value for key, value in unit.items() if value != ""}
    if side == "German":
        unit["division"] = "KG Walther"
    open_ = {"map": "wed", "unit": unit, "path": [start, to], "state": LATE}
    if world.ask("move.check", open_)["verdict"] != "legal":
        return None
    state = {"scenario": "WED-4", "units": [], "turn": {"date": "1944-09-23", "time": "0700"}}
    state["markers"] = [{"kind": "artillery_park", "side": "German", "hex": park}]
    voices = step("wed", unit, state, start, to)
    deploy = {"map": "wed", "unit": {**unit, "hex": start}, "state": state, "hex": to}
    voices.append(Voice("deploy", "deploy.check", {**deploy, "act": "move"}, verdict))
    limits = {key: deploy[key] for key in ("unit", "hex", "state")}
    voices.append(Voice("limits", "scenario.limits", {**limits, "act": "move"}, verdict))
    if random.random() < 0.9:
        del voices[2]  # it is dear
    return Case("parked", f"{side} {start} to {to}, park in {park}", tuple(voices))


def overrun(world: World, random: Random) -> Case | None:
    """A Unit enters a hex of enemies: as a move, as a retreat, with a park alone there."""
    window = some(random, MAPS)
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    unit: dict[str, Any] = {"class": some(random, CLASSES), "column": random.random() < 0.5}
    unit |= {"side": "Allied", "mounted": False, **GUARDS}
    open_ = {"map": window, "unit": unit, "path": [start, to], "state": LATE}
    if world.ask("move.check", open_)["verdict"] != "legal":
        return None
    foe = {"id": "e", "side": some(random, ("German", "German", "Allied")), "hex": to}
    state = {**LATE, "units": [foe], "markers": []}
    voices = step(window, unit, state, start, to)
    retreat = {"map": window, "unit": {**unit, "hex": start}, "state": state, "hex": to}
    voices.append(Voice("retreat", "deploy.check", {**retreat, "act": "retreat"}, refused_alone))
    if random.random() < 0.9:
        del voices[1:3]  # they are dear
    return Case("overrun", f"{start} to {to} on {window}, {foe['side']} there", tuple(voices))


def park_overrun(world: World, random: Random) -> Case | None:
    """A Unit enters the hex of a park, by a step or a ferry: whose Units are lost (S1.0)."""
    window = some(random, MAPS)
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    ferry: list[dict[str, Any]] = []
    known = [one for one in world.bridges(window) if "destroyed" in one.states]
    bridges: dict[str, str] = {}
    if known and window != "mg" and random.random() < 0.3:
        bridge = some(random, known)
        start, to = bridge.ends
        ferry = [{"kind": "ferry", "hex": start, "to": to}]
        ferry = [{**one, "suppressed": False, "cohesion_hit": False} for one in ferry]
        bridges = {bridge.hexside: "destroyed"}
    unit: dict[str, Any] = {"class": "leg" if ferry else some(random, CLASSES), "column": True}
    unit |= {"side": "Allied", "mounted": False, "hex": start, **GUARDS}
    side, place = some(random, ("German", "German", "Allied")), some(random, (to, to, start))
    park = {"kind": "artillery_park", "side": side, "hex": place}
    state = {**LATE, "units": [], "markers": [*ferry, park], "bridges": bridges}
    moved = {"map": window, "unit": unit, "state": state}
    path = [start, {"hex": to, "via": "ferry"} if ferry else to]
    check = {**moved, "path": path}
    if world.ask("move.check", check)["verdict"] != "legal":
        return None
    deploy = {**moved, "hex": to, "act": "move"}
    voices = [
        Voice("check", "move.check", check, park_lost),
        Voice("deploy", "deploy.check", deploy, park_lost),
    ]
    if place == to:
        entered = {"map": window, "side": side, "entering": "Allied"}
        voices.append(Voice("entered", "artillery.entered", entered, lost_by_entry))
    if ferry:
        use = {**moved, "hex": start, "to": to, "second_action": False, "begins": True}
        voices.append(Voice("use", "ferry.use", use, park_lost))
    else:
        best = {**moved, "from": start, "to": to}
        voices.append(Voice("best", "move.best", best, park_lost))
    act = f"{start} to {to} on {window}, {side} park in {place}"
    return Case("park overrun", act, tuple(voices))


def park_lost(answer: Any) -> Said:
    """Whether a step costs a park its Units."""
    lost = any("Artillery Park Box" in one["why"] for one in answer["steps"])
    return {"lost": lost} if answer["verdict"] in ("legal", "decided") else {}


def lost_by_entry(answer: Any) -> Said:
    """Whether the Units of an entered park are eliminated."""
    return {"lost": answer["eliminated"]}


def refused_alone(answer: Any) -> Said:
    """A retreat that enemies bar; where it is open the ground may still cost it more."""
    return {"verdict": "illegal"} if answer["verdict"] == "illegal" else {}


TOPICS = (piggybacked, ridden, marked, ferried_from, parked, park_overrun, overrun)
