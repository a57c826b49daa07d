"""Obstacles in a hex or on a hexside of the route: enemy Units, their Fire Zones, bridges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Step, Verdict
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.clubroute.network import RouteNetwork
from clubroute.rules.gts.clubroute.ruleset import RouteReadings
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.situation.crossings import crossings_of, hex_of, places_of
from clubroute.rules.gts.situation.zones import NEED, ZoneVerdict

GONE = ("destroyed", "out")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The effect of a hex or a hexside on a trace: ``open``, ``closed`` or ``undetermined``.

    ``need`` is what must be known where it is undetermined. ``clause`` names the reading it
    turned on, "" for none. ``everywhere``: it is the same in every hex, or on every hexside.
    """

    verdict: Verdict
    why: str
    rule: str
    provenance: Provenance = "rulebook"
    need: str = ""
    clause: str = ""
    everywhere: bool = False

    def step(self, start: str, end: str) -> Step:
        """As a line of a receipt."""
        return Step(self.why, self.rule, None, start, end, self.provenance, self.verdict)


Line: TypeAlias = tuple[tuple[int, int, Obstacle], ...]
"""Findings with the hexes they lie between; twice the same hex for one in it."""


@dataclass(frozen=True, slots=True)
class Obstacles:
    """The obstacles on the route in a state.

    ``units`` are the enemy's by hex, as messages call them; ``zones`` tells of each hex of the
    route whether it is in an enemy Fire Zone; ``barrages`` hexes with a barrage
    marker; ``crossings`` and ``control`` what the state says of bridges, by place; ``rolls`` the
    dice of checks of suspect bridges, by place. ``sideless``: Units whose side is not given, by
    hex, 0 where that is not given either; ``unsaid`` what must be known of the enemy's Units.
    ``bridges_told`` and ``markers_told``: whether the state tells of any.
    """

    network: RouteNetwork
    readings: RouteReadings
    units: Mapping[int, tuple[str, ...]]
    zones: Mapping[int, ZoneVerdict]
    crossings: Mapping[int, str]
    control: Mapping[int, str]
    rolls: Mapping[int, int]
    barrages: frozenset[int] = frozenset()
    sideless: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    unsaid: tuple[str, ...] = ()
    bridges_told: bool = True
    markers_told: bool = True
    judged: dict[tuple[int, int, bool], Line] = field(default_factory=dict, compare=False)

    def step(self, a: int, b: int, settled: bool) -> Line:
        """What a step north meets, on the hexside and then in the hex it enters; nothing if it is
        clear. Ways share most of their steps, so each is judged once."""
        key = (a, b, settled)
        found = self.judged.get(key)
        if found is None:
            sides = [(a, b, finding) for finding in self.side(a, b, settled)]
            found = tuple(sides + [(b, b, finding) for finding in self.hex(b)])
            self.judged[key] = found
        return found

    def hex(self, hex_: int) -> Iterator[Obstacle]:
        """Judge enemy Units and Fire Zones in a hex; nothing if there are none."""
        rule = self.network.rules["spoil"].cite
        here = self.units.get(hex_)
        if here:
            called = [one for one in here if not one.startswith("state")]
            named = f": {', '.join(called)}" if called else ""
            yield Obstacle("closed", f"an enemy Unit is there{named}", rule)
        else:
            yield from self.doubts(hex_)
        zone = self.zones[hex_]
        if zone.verdict == "closed":
            yield Obstacle("closed", zone.why, rule, zone.provenance)
        elif zone.verdict == "undetermined" and not here:
            unlisted = zone.need == NEED
            yield Obstacle(
                "undetermined", zone.why, rule, zone.provenance, zone.need, everywhere=unlisted
            )

    def doubts(self, hex_: int) -> Iterator[Obstacle]:
        """Judge what the state leaves open about enemy Units in a hex."""
        rule = self.network.rules["spoil"].cite
        names = ", ".join(self.sideless.get(hex_, ()))
        if names:
            why, need = f"whose Unit {names} is", f"state.units: the side of {names}"
            yield Obstacle("undetermined", why, rule, need=need)
        for need in self.unsaid:
            why = "whether an enemy Unit is there is not told"
            yield Obstacle("undetermined", why, rule, need=need, everywhere=True)

    def side(self, a: int, b: int, settled: bool = False) -> Iterator[Obstacle]:
        """Judge the bridge between two hexes; nothing if there is none.

        ``settled``: the route has been traced over it before.
        """
        network = self.network
        kind, name, suspect = network.bridge(a, b)
        if not kind:
            return
        rules, place = network.rules, network.place(a, b)
        said = self.crossings.get(place, "")
        number = network.map.hexside_number(place)
        what = f"{name} {number}" if name else f"bridge {number}"
        if kind == "pontoon" and said != "bridge":
            yield Obstacle("closed", f"{what}: not assembled", rules["spoil"].cite)
        elif said in GONE:
            text = "destroyed" if said == "destroyed" else "its Bailey Bridge does not act"
            key = "rule" if said == "destroyed" else "repair_rule"
            yield Obstacle("closed", f"{what}: {text}", rules["spoil"].text(key))
        elif not said and not self.bridges_told:
            need = "state.bridges: whether a bridge on Club Route is destroyed ({})"
            cite = rules["spoil"].text("rule")
            why = "whether its bridges stand is not told"
            yield Obstacle("undetermined", why, cite, need=need.format(cite), everywhere=True)
        elif suspect:
            yield self.suspect(place, number, what, said, settled)

    def suspect(self, place: int, number: str, what: str, said: str, settled: bool) -> Obstacle:
        """Judge a suspect bridge over a stream (WED 2.11)."""
        suspect = book("movement", self.network.map.window)["suspect"]
        rule = suspect.cite
        if said in ("stable", "unstable"):
            return Obstacle("open" if said == "stable" else "closed", f"{what}: {said}", rule)
        if number == suspect.text("first"):
            cite = suspect.text("first_rule")
            if not said and self.readings.first_bridge == "stable":
                return Obstacle("open", f"{what}: stable", cite, clause="first_bridge")
            need = f"state.bridges: whether {number} is stable, the result of scenario 1 ({cite})"
            return Obstacle("undetermined", f"{what}: scenario 1 decides", rule, need=need)
        if settled:
            return Obstacle("open", f"{what}: held when the route was traced over it", rule)
        die, fails = self.rolls.get(place), suspect.number("fails_on")
        if die is None:
            need = f"bridge_dice: the die for {number}, unstable on {fails} ({rule})"
            return Obstacle("undetermined", f"{what}: checked when traced over", rule, need=need)
        if die == fails:
            return Obstacle("closed", f"{what}: unstable, rolled {die}", rule)
        return Obstacle("open", f"{what}: stable, rolled {die}", rule)


def obstacles_of(
    network: RouteNetwork,
    state: Position,
    rolls: Mapping[str, int],
    zones: Mapping[int, ZoneVerdict],
    readings: RouteReadings,
) -> Obstacles:
    """The obstacles of a state. :raises InputError: wrong hexes, hexsides or bridge states."""
    map_ = network.map
    units, sideless, unsaid = enemies_of(network, state)
    control: dict[int, str] = {}
    for text, bridge in (state.bridges or {}).items():
        if bridge.control:
            for place in places_of(map_, text, f"state.bridges.{text}"):
                control[place] = bridge.control
    dice: dict[int, int] = {}
    for text, die in rolls.items():
        dice |= dict.fromkeys(places_of(map_, text, f"bridge_dice.{text}"), die)
    return Obstacles(
        network=network,
        readings=readings,
        units=units,
        zones=zones,
        crossings=crossings_of(map_, state.bridges or {}),
        control=control,
        rolls=dice,
        barrages=barrages_of(map_, state),
        sideless=sideless,
        unsaid=unsaid,
        bridges_told=state.bridges is not None,
        markers_told=state.markers is not None,
    )


def enemies_of(
    network: RouteNetwork, state: Position
) -> tuple[Mapping[int, tuple[str, ...]], Mapping[int, tuple[str, ...]], tuple[str, ...]]:
    """The enemy's Units by hex, those whose side the state does not give, and what must be known
    of Units besides."""
    found: dict[int, tuple[str, ...]] = {}
    sideless: dict[int, tuple[str, ...]] = {}
    if state.units is None:
        return found, sideless, (f"state.units: the {network.rules.enemy} Units on the map",)
    unsaid = []
    for index, unit in enumerate(state.units or ()):
        hex_ = hex_of(network.map, unit.hex, f"state.units[{index}].hex")
        name = unit.id or f"units[{index}]"
        if unit.side == network.rules.enemy and unit.hex is None:
            unsaid.append(f"state.units: the hex of {name}")
        elif unit.side is None:
            sideless[hex_ or 0] = (*sideless.get(hex_ or 0, ()), name)
        elif unit.side == network.rules.enemy and hex_ is not None:
            found[hex_] = (*found.get(hex_, ()), name)
    return found, sideless, tuple(unsaid)


def barrages_of(map_: MapFile, state: Position) -> frozenset[int]:
    """The hexes with a barrage marker."""
    found = set()
    for index, marker in enumerate(state.markers or ()):
        if marker.barrage:
            hex_ = hex_of(map_, marker.hex, f"state.markers[{index}].hex")
            found |= set() if hex_ is None else {hex_}
    return frozenset(found)
