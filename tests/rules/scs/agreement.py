"""One act put to every method that judges it: their answers may not differ.

A game is drawn from a seed: a scenario and turn (or none), a place that matters (a bridge, a Ferry,
an entry hex, the edge of a playing area, Entry Area A, any other hex), units around it, a unit that
acts. Each act yields what two methods say differently of it; nothing, if they agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from tests.rules.scs.scenario_facts import (
    BLOWN,
    FIRST_TURNS,
    MARKERS,
    PLAYING_AREAS,
    PREPARED,
)

Answer = Mapping[str, Any]
CALM = {"dg": False, "oos": False, "ferried": False, "landed": False, "dukw": False, "oval": False}
CALM |= {"entering": False, "emplaced": True}
FOE = {"kind": "infantry", "ma": 5, "dg": False, "oos": False, "defence": 2, "attack": 2}
FERRY = "A44.10/A44.11"
OUTSIDE, STACKED = "outside the playing area", "overstacked"
OTHER = {"Allied": "German", "German": "Allied"}


@dataclass
class Game:
    """A drawn position on the map of It Never Snows, and a unit that acts in it at a hex."""

    context: Context
    chance: Random
    scenario: str | None
    here: str
    beside: str
    unit: dict[str, Any]
    units: list[dict[str, Any]]
    state: dict[str, Any] = field(default_factory=dict)
    asked: int = 0

    @cached_property
    def map(self) -> MapFile:
        """The compiled map."""
        return map_of(self.context, "ins")

    @property
    def side(self) -> str:
        """Whose unit acts."""
        return str(self.unit["side"])

    def ask(self, method: str, **params: Any) -> Answer:
        """The answer of a method about the position."""
        self.asked += 1
        told: Answer = ask(self.context, method, {"map": "ins", "state": self.state, **params})
        return told

    def tell(self, method: str, **params: Any) -> Answer:
        """The answer of a method that no position is told."""
        self.asked += 1
        told: Answer = ask(self.context, method, {"map": "ins", **params})
        return told

    def check(self, *path: Any, **unit: Any) -> Answer:
        """What ``move.check`` says of a path."""
        return self.ask("move.check", unit={**self.unit, **unit}, path=list(path))

    def full(self, hex_: str) -> bool:
        """Whether ``stacking.check`` says that a hex with the unit, too, holds too many."""
        stands = [*self.units, {**self.unit, "hex": hex_}]
        answer = self.ask("stacking.check", hex=hex_, side=self.side, state=self.with_(stands))
        return any("more than" in one["why"] for one in answer["steps"])

    def with_(self, units: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """The state with other units."""
        return {**self.state, "units": [*units]}

    def foe(self, hex_: str, **more: Any) -> dict[str, Any]:
        """An enemy unit in a hex."""
        return {**FOE, "name": f"foe {hex_}", "side": OTHER[self.side], "hex": hex_, **more}


def why(answer: Answer) -> str:
    """The lines of an answer that forbid."""
    return "; ".join(one["why"] for one in answer["steps"] if one.get("verdict") == "illegal")


def legal(answer: Answer) -> bool:
    """Whether an answer allows the act."""
    return bool(answer["verdict"] == "legal")


def places(country: MapFile) -> list[str]:
    """The hexes where exceptions meet."""
    found = [hex_ for hexes in (*PREPARED.values(), *BLOWN.values()) for hex_ in hexes]
    kinds = ("entry_area", "entry_hex", "drop_zone", "supply_source")
    found += [country.number(id_) for a in country.areas if a.kind in kinds for id_ in a.hexes]
    return [*dict.fromkeys([*found, *FERRY.split("/"), "A48.05", "A49.07"])]


def edges(area: Sequence[str], chance: Random, country: MapFile) -> str:
    """A hex at an edge of a playing area told by its corners."""
    at, end = (country.id(one) for one in chance.sample(list(area), 2))
    for _ in range(chance.randrange(country.between(at, end))):
        at = min(country.around(at), key=lambda b: (country.between(b, end), chance.random()))
    return country.number(at)


def draw(context: Context, seed: int) -> Game:
    """A game drawn from a seed."""
    chance = Random(seed)
    country = map_of(context, "ins")
    scenario = chance.choice([None, *FIRST_TURNS])
    here = chance.choice(places(country))
    if scenario in PLAYING_AREAS and chance.random() < 0.7:
        here = edges(PLAYING_AREAS[scenario], chance, country)
    elif chance.random() < 0.2:
        here = country.number(chance.randrange(len(country)))
    beside = country.number(chance.choice(country.around(country.id(here))))
    if chance.random() < 0.3 and here in FERRY:
        beside = next(one for one in FERRY.split("/") if one != here)
    if chance.random() < 0.4:
        here, beside = beside, here
    # A hex of two maps has two numbers; answers are compared by the one they tell it by.
    here, beside = (country.number(country.id(one)) for one in (here, beside))
    side = chance.choice(["Allied", "German"])
    unit = {**FOE, **CALM, "name": "it", "side": side, "corps": chance.random() < 0.3}
    unit |= {"corps": False} if side == "German" else {}
    unit |= {"ma": chance.choice([0, 4, 8, 14, "Na"]), "exploit": True, "hex": here}
    for odd in ("dg", "oos", "landed", "ferried", "oval", "dukw"):
        unit[odd] = chance.random() < 0.12
    units = [
        {**FOE, "name": f"own {hex_} {n}", "side": side, "hex": hex_}
        for hex_ in (here, beside)
        for n in range(chance.choice([0, 0, 0, 1, 3, 4, 5]))
    ]
    game = Game(context, chance, scenario, here, beside, unit, units)
    for id_ in chance.sample(country.around(country.id(beside)), chance.choice([0, 0, 1, 2])):
        hex_ = country.number(id_)
        if hex_ != here and not any(one["hex"] == hex_ for one in units):
            units.append(game.foe(hex_, ma=chance.choice([0, 5]), dg=chance.random() < 0.2))
    game.state = state_of(game)
    return game


def state_of(game: Game) -> dict[str, Any]:
    """The drawn position as JSON: bridges by the scenario's set-up; drawn where there is none."""
    chance, side = game.chance, game.side
    whose: Mapping[str, str] = chance.choice([{}, {"side": side}, {"side": OTHER[side]}])
    state: dict[str, Any] = {"units": [*game.units, game.unit], "linked": []}
    state["ferries"] = {FERRY: {"used": chance.choice([0, 3, 4]), **whose}}
    state["turn"] = {"player": side, "phase": "movement"}
    if game.scenario:
        state["scenario"] = game.scenario
        state["turn"]["number"] = FIRST_TURNS[game.scenario]
    else:
        words, some = (
            ("stands", "prepared", "blown", "built"),
            chance.sample([*MARKERS.values()], 8),
        )
        state["bridges"] = {at: chance.choice(words) for at in some}
    return state


def step(game: Game) -> Iterator[str]:
    """One step: move.check, move.best and what it may not enter."""
    a, b = game.here, game.beside
    checked = game.check(a, b)
    best = game.ask("move.best", unit=game.unit, **{"from": a, "to": b})
    if legal(checked) and (not legal(best) or best["total"] > checked["total"]):
        yield f"move.check {a} {b} legal, move.best {best['verdict']} {best.get('total')}"
    if legal(best):
        again = game.check(*best["path"])
        if not legal(again) or again["total"] != best["total"]:
            total = again.get("total")
            yield f"move.best {best['path']} {best['total']}, move.check {why(again)} {total}"
        if decisions(again) != decisions(best):
            yield f"move.check notes {decisions(again)}, move.best {decisions(best)}"


def decisions(answer: Answer) -> set[str]:
    """The notes on Prepared Bridges that the German decides on."""
    return {one for one in answer.get("notes", ()) if "Prepared" in one}


def reach(game: Game) -> Iterator[str]:
    """All hexes in reach: those of move.best, one of them."""
    a = game.here
    if game.unit["ma"] not in (4, "Na"):
        return
    found = game.ask("move.reach", unit=game.unit, **{"from": a})
    hexes = found.get("hexes", {})
    best = game.ask("move.best", unit=game.unit, **{"from": a, "to": game.beside})
    got = hexes.get(game.beside)
    if legal(best) != (got is not None) or (got is not None and got != best["total"]):
        yield f"move.reach {game.beside} {got}, move.best {best['verdict']} {best.get('total')}"


def ferry(game: Game) -> Iterator[str]:
    """A crossing by Ferry: ferry.use and move.check."""
    a, b = game.here, game.beside
    if {a, b} != set(FERRY.split("/")):
        a, b = game.chance.sample(FERRY.split("/"), 2)
    unit = {**game.unit, "hex": a}
    used = game.ask("ferry.use", unit=unit, between=f"{a}/{b}")
    moved = game.ask("move.check", unit=unit, path=[a, {"hex": b, "via": "ferry"}])
    if used["verdict"] != moved["verdict"]:
        yield f"ferry.use {used['summary']}, move.check {moved['summary']}"
    if game.full(b) and legal(used):
        yield f"ferry.use legal, stacking.check: {b} is full"


def room(game: Game) -> Iterator[str]:
    """A hex that is full: for stacking, a move, an advance, a retreat, and out of it an overrun."""
    a, b = game.here, game.beside
    full = game.full(b)
    checked = game.check(a, b)
    if legal(checked) and full != any(STACKED in one for one in checked.get("notes", ())):
        yield f"stacking.check full={full}, move.check {checked.get('notes')}"
    advanced = game.ask("combat.advance", unit=game.unit, **{"from": a, "to": b})
    if full != (f"{b} is full" in why(advanced)):
        yield f"stacking.check {b} full={full}, combat.advance {why(advanced)}"
    back = game.ask("combat.retreat", unit=game.unit, **{"from": a, "hexes": 1})
    if legal(back) and b in back["hexes"] and full != (b in back["dg"]):
        yield f"stacking.check {b} full={full}, combat.retreat dg={back['dg']}"


def overrun(game: Game) -> Iterator[str]:
    """An overrun: move.check and overrun.resolve, and stacking where it begins."""
    a, b = game.here, game.beside
    units = [one for one in game.units if one["hex"] != b] + [game.foe(b)]
    state = game.with_([*units, game.unit])
    unit = {**game.unit, "hex": a}
    moved = game.ask("move.check", unit=unit, path=[a, {"hex": b, "overrun": True}], state=state)
    paid = "MP are spent" in why(moved)
    left = 1 if paid else 5
    solved = game.ask("overrun.resolve", hex=b, attackers=[unit], mp_left=left, state=state)
    if bool(why(moved)) != bool(why(solved)):
        yield f"move.check overrun {moved['summary']}, overrun.resolve {solved['summary']}"


def play(game: Game) -> Iterator[str]:
    """A hex that is not in play: scenario.area and all that enters, stands in or fires at it."""
    if game.scenario is None:
        return
    a, b = game.here, game.beside
    out = game.ask("scenario.area", scenario=game.scenario, hex=b)["verdict"] == "illegal"
    gun = {**game.unit, "kind": "artillery", "barrage": 3, "range": 9, "yellow": False, "hex": a}
    gun = {name: told for name, told in gun.items() if name != "attack"}
    foe = game.with_([*(one for one in game.units if one["hex"] != b), game.foe(b), game.unit])
    said: Mapping[str, Answer] = {
        "stacking.check": game.ask("stacking.check", hex=b, side=game.side),
        "barrage.check": game.ask("barrage.check", unit=gun, hex=b, fired=False),
        "combat.resolve": game.ask("combat.resolve", hex=b, attackers=[game.unit], state=foe),
    }
    for method, answer in said.items():
        if out != (OUTSIDE in why(answer)):
            yield f"scenario.area {b} out={out}, {method} {answer['summary']}"
    checked = game.check(a, b)
    if out and legal(checked):
        yield f"scenario.area {b} out, move.check legal"
    back = game.ask("combat.retreat", unit=game.unit, **{"from": a, "hexes": 1})
    if out and b in back.get("hexes", ()):
        yield f"scenario.area {b} out, combat.retreat leads there"
    advanced = game.ask("combat.advance", unit=game.unit, **{"from": a, "to": b})
    if out and legal(advanced):
        yield f"scenario.area {b} out, combat.advance legal"
    march = game.ask("roadmarch.check", unit=game.unit, path=[a, b])
    if out and legal(march):
        yield f"scenario.area {b} out, roadmarch.check legal"


def march(game: Game) -> Iterator[str]:
    """A Road March of one step: roadmarch.check and roadmarch.reach; and a move along that road."""
    a, b = game.here, game.beside
    checked = game.ask("roadmarch.check", unit=game.unit, path=[a, b])
    reached = game.ask("roadmarch.reach", unit=game.unit, **{"from": a, "to": b})
    if legal(checked) and not legal(reached):
        yield f"roadmarch.check {a} {b} legal, roadmarch.reach {reached['summary']}"
    moved = game.check(a, b, ma=14, dg=False, oos=False, ferried=False)
    if legal(checked) and not legal(moved):
        yield f"roadmarch.check {a} {b} legal, move.check {moved['summary']}"


def supply(game: Game) -> Iterator[str]:
    """A trace: no step of it leads where no unit of the side could go."""
    bridges = game.state.get("bridges")
    if bridges is None and game.scenario is None:
        return
    division = {} if game.side == "German" or game.unit["corps"] else {"division": "82"}
    zones = {"drop_zones": {"82": "B2.32"}} if game.scenario in (None, "5.1") else {}
    unit = {**game.unit, **division, "hex": game.here}
    trace = game.ask("supply.trace", unit=unit, state={**game.state, **zones})
    path = trace.get("path", ())
    freely = {"dg": False, "oos": False, "ferried": False, "landed": False, "oval": False, "ma": 40}
    options = {"zoc_stops": "pass"}
    corps = game.unit["corps"] and game.side == "Allied"
    for a, b in list(pairwise(path))[:6]:
        if corps or {a, b} == set(FERRY.split("/")):
            continue
        one = {**unit, **freely, "hex": a, "corps": False}
        moved = game.ask("move.check", unit=one, path=[a, b], options=options)
        if moved["verdict"] == "illegal" and "Full Hex Bridge" not in why(moved):
            yield f"supply.trace leads from {a} to {b}, move.check {moved['summary']}"
    area = path if game.scenario in PLAYING_AREAS else ()
    stacks = {one: game.ask("stacking.check", hex=one, side=game.side) for one in area}
    shut = [one for one, answer in stacks.items() if OUTSIDE in why(answer)]
    if shut:
        yield f"supply.trace leads over {shut}, not in play"


def fight(game: Game) -> Iterator[str]:
    """What lies between two hexes: barred to combat where no unit and no zone gets over."""
    a, b = game.here, game.beside
    foe = game.foe(b)
    units = [one for one in game.units if one["hex"] != b]
    state = game.with_([*units, foe, game.unit])
    attack = game.ask("combat.resolve", hex=b, attackers=[game.unit], state=state)
    barred = "no combat from" in why(attack)
    zones = game.ask("hex.zones", side=OTHER[game.side], state=game.with_([foe]))
    over = a in zones.get("hexes", ())
    if barred and over:
        yield f"combat.resolve bars {a} to {b}, hex.zones reaches over"
    quiet = {"ma": 14, "dg": False, "oos": False, "dukw": False, "oval": False, "ferried": False}
    unit = {**game.unit, **quiet, "landed": False}
    moved = game.ask("move.check", unit=unit, path=[a, b], state=game.with_([]))
    dry = "Sea Line" not in why(moved) and "Enclosed" not in why(moved)
    if dry and barred and game.scenario is None and "Full Hex" not in why(moved):
        yield f"move.check leads from {a} to {b}, combat.resolve {attack['summary']}"


def blown(game: Game) -> Iterator[str]:
    """A Prepared Bridge by any name: bridge.blow, and the note of move.check."""
    name = game.chance.choice(list(MARKERS))
    at = MARKERS[name]
    ends = [at, *(game.map.number(b) for b in game.map.around(game.map.id(at)))]
    game.chance.shuffle(ends)
    state = {**game.state, "units": []}
    hex_ = ends[0]
    said = {"unit": {"side": "Allied"}, "way": "movement", "hex": hex_, "attempt": False}
    told = {
        game.ask("bridge.blow", bridge=called, state=state, **said)["verdict"]
        for called in names_of(name, at, game)
    }
    if len(told) > 1:
        yield f"bridge.blow of {name} at {hex_}: {sorted(told)}"
    before = game.map.number(game.map.around(game.map.id(hex_))[0])
    unit = {**FOE, **CALM, "ma": 40, "side": "Allied", "dukw": True, "corps": False, "name": "it"}
    moved = game.ask("move.check", unit=unit, path=[before, hex_], state=state)
    noted = any(f"Bridge, {at}:" in one for one in moved.get("notes", ()))
    if legal(moved) and noted != (told == {"decided"}):
        yield f"bridge.blow of {name} at {hex_} {sorted(told)}, move.check {moved.get('notes')}"


def names_of(name: str, at: str, game: Game) -> Iterator[str]:
    """A bridge by its marker, its hex, and its hexsides either way."""
    yield from (name, at, name.removesuffix(" bridge"))
    here = game.map.id(at)
    for place, b in game.map.exits(here):
        if {"bridge", "light_bridge"} & set(game.map.features(place)):
            other = game.map.number(b)
            yield from (f"{at}/{other}", f"{other}/{at}")
