"""The acts that are put to every method that judges them, with those of works, fire, drops,
arrivals and what is due; ``agreement`` has the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from clubroute.rules.asking.context import Context
from clubroute.rules.scenarios.book import ToldScenario, find_scenario
from clubroute.rules.scs.movement.costs import BRIDGES, SEA_LINE
from tests.rules.scs import agreement
from tests.rules.scs.agreement import (
    OTHER,
    Game,
    draw,
    legal,
    why,
)
from tests.rules.scs.scenario_facts import FIRST_TURNS, MARKERS

NEAR, FAR = 1, 4
FREE = {"ma": 14, "dg": False, "oos": False, "ferried": False, "landed": False, "dukw": False}
"""What keeps no unit from moving or crossing."""


def water(game: Game) -> tuple[str, str]:
    """A hexside with a Sea Line and no bridge, near the game's hexes or anywhere."""
    country = game.map
    near = [country.id(game.here), country.id(game.beside)]
    wet = [place for a in near for place, _ in country.exits(a) if bare(game, place)]
    place = game.chance.choice(wet or [one for one in country.sides if bare(game, one)])
    return country.number(place // 6), country.number(country.beside[place % 6][place // 6])


def bare(game: Game, place: int) -> bool:
    """Whether a hexside has a Sea Line and no bridge."""
    features = set(game.map.features(place))
    return SEA_LINE in features and not features & BRIDGES


def ferries(game: Game) -> Iterator[str]:
    """An engineer's Ferry: made where a bridge might be built, for its own side alone, taken down
    on a bank that no enemy holds.
    """
    a, b = water(game)
    name, side = f"{a}/{b}", game.side
    engineer = {**game.unit, "kind": "engineer", "hex": a}
    made = game.ask("ferry.create", unit=engineer, between=name)
    built = game.ask("bridge.build", unit={**engineer, "kind": "bridging"}, between=name)
    if legal(made) != legal(built):
        yield f"ferry.create {made['summary']}, bridge.build {built['summary']}"
    state = {**game.state, "ferries": {name: {"used": 0, "side": side}}, "units": []}
    for whose in (side, OTHER[side]):
        turn = {**state["turn"], "player": whose}
        unit = {**game.unit, **FREE, "side": whose, "hex": a, "corps": False}
        used = game.ask("ferry.use", unit=unit, between=name, state={**state, "turn": turn})
        if whose != side and legal(used):
            yield f"the {side} engineer's Ferry {name} carries a {whose} unit"
        barred = any(why in used["summary"] for why in (OUT, ENCLOSED))
        if whose == side and legal(used) == barred:
            yield f"ferry.use of the own Ferry {name}: {used['summary']}"
    foe = game.foe(b)
    off = game.ask("ferry.remove", unit=engineer, between=name, state={**state, "units": [foe]})
    if b in off.get("banks", ()):
        yield f"ferry.remove puts {engineer['name']} down on {foe['name']}"


OUT, ENCLOSED = "outside the playing area", "an Enclosed hex"
"""Why even one's own Ferry cannot be used (1.14: none stops inside an Enclosed hex)."""


def spans(game: Game) -> Iterator[str]:
    """A bridge that a Bridging unit has built: it carries all, zones reach over it, combat is not
    barred; once it is taken up, nothing leads over.
    """
    a, b = water(game)
    if game.map.terrain_of(game.map.id(a)) == "enclosed" or "ferry" in sides(game, a, b):
        return
    if game.map.terrain_of(game.map.id(b)) == "enclosed":
        return
    name = f"{a}/{b}"
    bridges = {**game.state.get("bridges", {}), name: "built"}
    state = {**game.state, "units": [], "bridges": bridges}
    for side in (game.side, OTHER[game.side]):
        unit = {**game.unit, **FREE, "side": side, "hex": a, "oval": True, "corps": False}
        moved = game.ask("move.check", unit=unit, path=[a, b], state=state)
        if not legal(moved) and OUT not in moved["summary"] and "Full Hex" not in why(moved):
            yield f"a built bridge {name} carries no {side} unit: {moved['summary']}"
    foe = game.foe(b)
    held = {**state, "units": [foe, {**game.unit, "hex": a}]}
    zones = game.ask("hex.zones", side=OTHER[game.side], state=held)
    attack = game.ask("combat.resolve", hex=b, attackers=[{**game.unit, "hex": a}], state=held)
    over = a in zones.get("hexes", ())
    if not over or "no combat from" in why(attack):
        yield f"over the built {name}: zone {over}, combat.resolve {attack['summary']}"
    bridging = {**game.unit, **FREE, "kind": "bridging", "side": "Allied", "hex": a}
    bridging |= {"corps": False}
    turn = {**state["turn"], "player": "Allied"}
    told = {"unit": bridging, "between": name, "state": {**state, "turn": turn}}
    taken = game.ask("bridge.take_up", **told)
    on = game.ask("bridge.take_up", path=[a, b], **told)
    if legal(taken) and legal(on):
        yield f"bridge.take_up of {name} goes on over it"


def sides(game: Game, a: str, b: str) -> Sequence[str]:
    """What is on a hexside of the map."""
    return [*game.map.features(game.map.place(game.map.id(a), game.map.id(b)))]


def barrage(game: Game) -> Iterator[str]:
    """A barrage: barrage.check, barrage.declare, ammo.spend; and the zones it is fired in."""
    country, chance = game.map, game.chance
    at = country.id(game.here)
    near = {at}
    for _ in range(chance.randrange(NEAR, FAR)):
        near |= {b for a in near for b in country.around(a)}
    target = country.number(chance.choice(sorted(near - {at})))
    gun = {key: told for key, told in game.unit.items() if key != "attack"}
    gun |= {"kind": "artillery", "barrage": 3, "range": chance.choice([2, 9])}
    gun |= {"yellow": chance.random() < 0.5}
    spotter = {**game.unit, "name": "spotter", "hex": country.number(country.around(at)[0])}
    turn = {"number": 2, "player": game.side, "phase": "barrage"}
    state = {**game.with_([*game.units, gun, spotter]), "turn": turn}
    state |= {"scenario": game.scenario or "5.1", "linked": []}
    ammo = chance.choice([0, 3])
    told = {"hex": target, "state": state, "ammo": ammo}
    checked = game.ask("barrage.check", unit=gun, fired=False, **told)
    declared = game.ask("barrage.declare", units=[gun], fired=[], terrain=["clear"], **told)
    if checked["verdict"] != declared["verdict"]:
        yield f"barrage.check {checked['summary']}, barrage.declare {declared['summary']}"
    spent = game.ask("ammo.spend", unit=gun, points=ammo, state=state)
    if spent["verdict"] == "illegal" and checked["verdict"] != "illegal":
        yield f"ammo.spend {spent['summary']}, barrage.check {checked['summary']}"
    zones = game.ask("hex.zones", side=OTHER[game.side], state=state)
    zoned = game.here in zones.get("hexes", ())
    far = country.between(at, country.id(target)) > 1
    if zones["verdict"] == "decided" and (zoned and far) != ("ZOC" in why(checked)):
        yield f"hex.zones has {game.here} {zoned}, barrage.check of {target} {checked['summary']}"


def strikes(game: Game) -> Iterator[str]:
    """An Air Strike: air.target and barrage.resolve."""
    for side in OTHER:
        target = game.tell("air.target", side=side, hex=game.here)
        solved = game.ask("barrage.resolve", air=side, hex=game.here, terrain=["clear"])
        if (target["verdict"] == "illegal") != (solved["verdict"] == "illegal"):
            yield f"{side} {game.here}: air.target {target['summary']}, {solved['summary']}"


def arrivals(game: Game) -> Iterator[str]:
    """A unit that comes or is set up: where it comes, scenario.limits lets it; and every choice of
    arrival.shift.
    """
    shift = {"due": game.chance.choice("BCDEFGHIJKL"), "shifts": []}
    for _ in range(game.chance.randrange(3)):
        further = game.tell("arrival.shift", **shift).get("choices", ())[1:]
        shift["shifts"] += [game.chance.choice(further)] if further else []
    choices = game.tell("arrival.shift", **shift).get("choices", ())
    for area in "ABCDEFGHIJKL":
        if legal(game.tell("arrival.shift", to=area, **shift)) != (area in choices):
            yield f"arrival.shift {shift} to {area}, of {choices}"
    scenario = game.scenario or "5.1"
    told = find_scenario("scs", scenario)
    for row in game.chance.sample(told.scenario.units, 3):
        if row.hex is None or row.unit is None or listed_twice(told, row.unit):
            continue
        here = game.ask("scenario.limits", unit=row.unit, hex=row.hex, scenario=scenario)
        if here["verdict"] == "illegal":
            yield f"{row.unit} of {scenario} not in {row.hex}: {here['summary']}"


def listed_twice(told: ToldScenario, unit: str) -> bool:
    """Whether a unit stands in several rows of a scenario."""
    return sum(one.unit == unit for one in told.scenario.units) > 1


def due(game: Game) -> Iterator[str]:
    """What is due: turn.list, stacking.check and bridge.blow as the Movement Phase begins."""
    state = {**game.state, "turn": {**game.state["turn"], "number": FIRST_TURNS["5.1"]}}
    if game.scenario:
        state["turn"]["number"] = FIRST_TURNS[game.scenario]
    name = game.chance.choice(list(MARKERS))
    at = game.map.number(game.map.id(MARKERS[name]))
    guard = {**game.foe(at), "name": "guard", "side": "Allied"}
    state["units"] = [*state["units"], guard]
    side = game.side
    found = game.ask("turn.list", side=side, state={**state, "scenario": game.scenario or "5.1"})
    listed = {(one["what"], one["hex"]) for one in found.get("due", ())}
    for hex_ in {game.here, game.beside}:
        stack = game.ask("stacking.check", hex=hex_, side=side, state=state)
        full = "more than" in why(stack)
        if found["phases"] and full != (("stacking", hex_) in listed):
            yield f"stacking.check {hex_} {stack['summary']}, turn.list {listed}"
    if side != "Allied" or not found["phases"]:
        return
    told = {"way": "start", "attempt": False, "hex": guard["hex"], "unit": {"side": "Allied"}}
    state["scenario"] = game.scenario or "5.1"
    blow = game.ask("bridge.blow", bridge=name, state=state, **told)
    if (blow["verdict"] == "decided") != (("bridge", guard["hex"]) in listed):
        yield f"bridge.blow of {name} {blow['summary']}, turn.list {listed}"


def landing(game: Game) -> Iterator[str]:
    """A landing: airdrop.losses, the zones and units of the enemy."""
    state = {
        **game.state,
        "units": [*game.units, game.foe(game.here, ma=game.chance.choice([0, 5]))],
    }
    hex_ = game.beside
    foes = [one for one in state["units"] if one["side"] == "German"]
    unit = {**game.unit, "name": "P", "side": "Allied", "steps": 3, "hex": hex_}
    told = {"unit": unit, "hex": hex_, "terrain": ["clear"], "die": 6, "state": state}
    lost = game.ask("airdrop.losses", **told)
    zones = game.ask("hex.zones", side="German", state=state)
    if zones["verdict"] != "decided" or lost["verdict"] != "decided":
        return
    dead = any(one["hex"] == hex_ for one in foes)
    if dead != (lost.get("destroyed") is True):
        yield f"Germans in {hex_} {dead}, airdrop.losses {lost['summary']}"
    if not dead and (hex_ in zones["hexes"]) != (lost["lost"] == 1):
        yield f"hex.zones has {hex_}, airdrop.losses {lost['summary']}"


def markers(game: Game) -> Iterator[str]:
    """The Supply Phase: supply.markers and supply.trace of each unit."""
    if game.scenario is None and "bridges" not in game.state:
        return
    units = [{**one, "division": "101", "corps": False} for one in game.state["units"]]
    state = {**game.state, "units": units, "drop_zones": {"101": "E59.30"}}
    found = game.ask("supply.markers", side=game.side, state=state)
    told = {name: kind for kind in ("set", "off", "stays") for name in found.get(kind, ())}
    for one in units:
        if one["side"] != game.side or sum(u["name"] == one["name"] for u in units) > 1:
            continue
        trace = game.ask("supply.trace", unit=one, state=state)
        marker = trace.get("marker")
        if marker is not None and told.get(one["name"], "none") != marker:
            yield f"supply.trace of {one['name']} {marker}, supply.markers {told}"


def retreat(game: Game) -> Iterator[str]:
    """A retreat of one hex: it goes where a step is not prohibited, and nowhere else."""
    a = game.here
    unit = {**game.unit, **FREE, "corps": False, "hex": a}
    alone = game.with_([])
    back = game.ask("combat.retreat", unit=unit, hexes=1, state=alone, **{"from": a})
    for b in map(game.map.number, game.map.around(game.map.id(a))):
        step = game.ask("move.check", unit=unit, path=[a, b], state=alone)
        if legal(step) != (b in back.get("hexes", ())):
            yield f"combat.retreat from {a} to {back.get('hexes')}, move.check {step['summary']}"


ACTS: Sequence[Callable[[Game], Iterator[str]]] = (
    *(agreement.step, agreement.ferry, agreement.room, agreement.overrun, agreement.play),
    *(agreement.march, agreement.supply, agreement.fight, agreement.blown, agreement.reach),
    *(ferries, spans, barrage, strikes, arrivals, due, landing, markers, retreat),
)


def disagreements(context: Context, seed: int) -> tuple[list[str], int]:
    """What methods say differently of a game drawn from a seed, and how many questions it took."""
    game = draw(context, seed)
    act = ACTS[seed % len(ACTS)] if seed % 7 else agreement.step
    found = [f"{seed} {act.__name__}: {line}" for line in act(game)]
    return found, game.asked
