"""Acts of the Club Route and of supply: the Marker goes on, a drop is cut off, an entry closed."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rules.agreement.case import (
    Case,
    Said,
    Voice,
    verdict,
)
from tests.rules.agreement.moving import being
from tests.rules.agreement.naming import lone_names
from tests.rules.agreement.world import World, some

STOPS = ("41.230", "55.202", "61.141", "14.89")
NEIGHBOURS = ("Guards Armored", "43rd Infantry", "82nd Airborne")
SUPPLIED = ("101st Airborne", "82nd Airborne", "1st Airborne")
LATE = {"date": "1944-09-20", "time": "1900"}


def advanced(world: World, random: Random) -> Case | None:
    """The Marker goes to a hex: asked as that hex, as how far it goes, as part of the turn."""
    window = some(random, ("wed", "mg"))
    route = world.ask(
        "clubroute.trace", {"map": window, "state": {"club_route": {"marker": "41.230"}}}
    )
    places = [*STOPS, *route.get("potential", ())]
    marker = some(random, places[:3])
    to = some(random, places if random.random() < 0.3 else list(STOPS))
    bridges: dict[str, Any] = {}
    if world.bridges(window) and random.random() < 0.5:
        bridge = some(random, world.bridges(window))
        bridges = {bridge.hexside: some(random, bridge.states)}
    dice = {}
    for suspect in ("63.185/63.186", "76.127/77.127"):
        if random.random() < 0.8:
            dice[suspect] = random.randrange(10)
    hexes = [
        world.near(random, window, some(random, places), 1) for _ in range(random.randrange(3))
    ]
    units = [{"id": f"g{i}", "side": "German", "hex": one} for i, one in enumerate(hexes)]
    state = {
        "club_route": {"marker": marker},
        "bridges": bridges,
        "units": units,
        "fire_zones": {"Allied": [], "German": hexes if random.random() < 0.5 else []},
        "history": [],
        "turn": LATE,
        "markers": [],
    }
    asked = {"map": window, "state": state, "bridge_dice": dice}
    by = some(random, ("best", "son"))
    voices = [
        Voice("to", "clubroute.advance", {**asked, "to": to, "by": by}, verdict),
        Voice("how far", "clubroute.advance", {**asked, "by": by}, reaches(to)),
    ]
    return Case("advanced", f"{marker} to {to} on {window}, {bridges}", tuple(voices))


def reaches(to: str) -> Any:
    """Whether an advance says that the Marker may go to a hex."""

    def read(answer: Any) -> Said:
        if to in answer.get("reach", ()):
            return {"verdict": "legal"}
        # What is not known may still be among it.
        return {} if answer["verdict"] == "undetermined" else {"verdict": "illegal"}

    return read


def supplied(world: World, random: Random) -> Case | None:
    """A supply drop that Germans cut off: what the drop says, and what its Units then lose."""
    window = some(random, ("wed", "tdc", "mg"))
    division = some(random, SUPPLIED)
    zones = [name for name in world.areas(window) if name.startswith(("dz-", "lz-"))]
    if not zones:
        return None
    zone = some(random, sorted(zones))
    inside = world.areas(window)[zone]
    hexes = [some(random, inside)] if random.random() < 0.5 else [world.any_hex(random, window)]
    units = [{"id": "g", "side": some(random, ("German", "German", "Allied")), "hex": hexes[0]}]
    came = {"event": "sea_tail", "division": some(random, SUPPLIED)}
    history: list[dict[str, Any]] = [came] if random.random() < 0.4 else []
    asked = {"map": window, "division": division, "zone": zone}
    check = {**asked, "state": {"units": units, "history": history}}
    found = world.ask("supply.check", check)
    if found["verdict"] not in ("open", "closed"):
        return None
    drop = {
        "event": "supply_drop",
        "division": division,
        "interdicted": found["verdict"] == "closed",
    }
    unit = {"division": division, "side": "Allied", "class": "leg"}
    quality = {"map": window, "unit": unit}
    orders = [[*history, drop], [drop, *history]]
    voices = [Voice("drop", "supply.check", check, worth("troop_quality"))]
    voices += [
        Voice("quality", "supply.troop_quality", {**quality, "state": {"history": one}}, lost)
        for one in orders
    ]
    return Case("supplied", f"{division} in {zone} on {window}, {hexes}", tuple(voices))


def worth(name: str) -> Any:
    """A number of an answer."""

    def read(answer: Any) -> Said:
        known = answer["verdict"] != "undetermined"
        return {"quality": answer.get(name) if known else "undetermined"}

    return read


lost = worth("modifier")


def cut(world: World, random: Random) -> Case | None:
    """Club Route is Cut or not: as told, as the state has it, as its status is worked out."""
    window = some(random, ("wed", "mg"))
    status = some(random, ("open", "cut"))
    route: dict[str, Any] = {"marker": some(random, STOPS[:3]), "status": status}
    if random.random() < 0.5:
        route |= {"attacked": random.randrange(3), "closed": random.randrange(3)}
    bridges: dict[str, Any] = {}
    if random.random() < 0.4:
        bridge = some(random, world.bridges(window))
        bridges = {bridge.hexside: some(random, bridge.states)}
    state = {"club_route": route, "bridges": bridges, "history": [], "units": [], "turn": LATE}
    found = world.ask("clubroute.status", {"map": window, "state": state})
    if found["verdict"] not in ("open", "cut"):
        return None
    unit = {"division": "Guards Armored", "side": "Allied"}
    quality = {"map": window, "unit": unit, "state": state}
    voices = [
        Voice("worked out", "supply.troop_quality", quality, lost),
        Voice("told", "supply.troop_quality", {**quality, "club_route": found["verdict"]}, lost),
    ]
    return Case("cut", f"{status}, {bridges} on {window}", tuple(voices))


def entry_closed(world: World, random: Random) -> Case | None:
    """Guards or 43rd near a reinforcement hex: whether it is closed (TDC S5.8)."""
    hex_ = world.any_hex(random, "tdc")
    here = world.near(random, "tdc", hex_, random.randrange(4))
    division = some(random, NEIGHBOURS)
    unit = {"division": division, "side": "Allied", "hex": here}
    entry = {"map": "tdc", "hex": hex_}
    joined = {"map": "mg", "hex": hex_}
    told = {"units": [unit], "history": []}
    named = {"units": [{**unit, "id": "x"}], "history": []}
    lock = {"map": "tdc", "unit": {**unit, "hex": here}, "to": here}
    lock |= {"reinforcement_hexes": [hex_], "state": {"club_route": {"route": [here]}}}
    voices = [
        Voice("entry", "deploy.entry", {**entry, "state": told}, closed),
        Voice("named", "deploy.entry", {**entry, "state": named}, closed),
        Voice("joined", "deploy.entry", {**joined, "state": told}, closed),
    ]
    if division in NEIGHBOURS[:2]:
        voices.append(Voice("lock", "clubroute.lock", lock, closing(hex_)))
    return Case("entry closed", f"{division} in {here}, entry {hex_}", tuple(voices))


def closed(answer: Any) -> Said:
    """Whether an entry is closed, and for good."""
    shut = answer["verdict"] == "illegal"
    return {"closed": shut, "for good": bool(answer.get("for_good"))}


def closing(hex_: str) -> Any:
    """What a move along Club Route says of a reinforcement hex."""

    def read(answer: Any) -> Said:
        lines = [one["why"] for one in answer["steps"] if one.get("to") == hex_]
        said = " ".join(line for line in lines if "reinforcement hex" in line)
        return {"closed": bool(said), "for good": "for the rest" in said or "for good" in said}

    return read


def entered(world: World, random: Random) -> Case | None:
    """A reinforcement comes in where and when it is listed, or elsewhere: in the campaign and in
    both games joined, by its id and its name, and whether it may be there at all."""
    day, time = random.randrange(17, 25), some(random, ("0700", "0900", "1100", "1500", "1900"))
    turn = {"date": f"1944-09-{day}", "time": time}
    due = world.ask("scenario.reinforcements", {"scenario": "WED-CAMPAIGN", **turn})
    rows = [
        row
        for arrival in due["arrivals"]
        if arrival["trigger"] == "turn"
        for row in arrival.get("units", ())
        if row.get("unit") in lone_names("mg") and lone_names("mg")[row["unit"]]
    ]
    if not rows:
        return None
    row = some(random, rows)
    hex_ = row.get("hex") if random.random() < 0.7 else None
    hex_ = hex_ or world.any_hex(random, "wed")
    if random.random() < 0.3:  # on another day it is not due
        turn = {"date": f"1944-09-{random.randrange(17, 25)}", "time": time}
    names = {"id": {"id": row["unit"]}, "name": {"name": lone_names("mg")[row["unit"]][0]}}
    asked = {"hex": hex_, "act": "enter"}
    voices = []
    for scenario in ("WED-CAMPAIGN", "MG"):
        for name, unit in names.items():
            state = {"scenario": scenario, "turn": turn, "units": []}
            told = {**asked, "unit": unit, "state": state}
            voices.append(Voice(f"{scenario} by {name}", "scenario.limits", told, verdict))
    state = {"scenario": "WED-CAMPAIGN", "turn": turn, "units": []}
    be = {"map": "wed", "unit": names["id"], "hex": hex_, "act": "be", "state": state}
    voices.append(Voice("be", "deploy.check", be, being))
    return Case("entered", f"{row['unit']} in {hex_} on {turn}", tuple(voices))


TOPICS = (advanced, supplied, cut, entry_closed, entered)
