"""Which readings an answer turns on: those whose other value gives another verdict or cost.

An answer is asked again by the other value of every reading that could touch it: one that says
something of a hex the answer looked at. What a reading does not touch is shared with the first
graph, and the other graph is kept with it, so that asking again costs little. What is reached is
not even searched again where nothing can have changed (:mod:`rules.gts.movement.reach_again`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from rules.gts.movement.network import Network, Steps, Waves
from rules.gts.movement.position import Position
from rules.gts.movement.reach_again import Searched, reaches_otherwise
from rules.gts.movement.readings import Readings
from rules.gts.movement.step import Rules, leave_column, total
from rules.mapfile import MapFile
from rules.model import Receipt

ANYWHERE = "leave_column"
"""The reading that says something of every hex."""

HARDER: Mapping[str, str] = {
    "raised_ends": "closed",
    "stream_on_foot": "pays",
    "leave_column": "mp",
    "leave_raised": "mp",
    "swamp_column": "kept",
    "missing_terrain": "closed",
    "unchecked_bridge": "avoid",
}
"""The value of a reading by which no step costs less than by the other: who has a cheapest way
already can lose it by that value, but gain nothing."""

NAMES = tuple(field.name for field in fields(Readings))


def touched_by(map: MapFile, rules: Rules) -> dict[str, frozenset[int]]:
    """By reading, the hexes from which steps may cost something else by its other value."""
    raised_kinds = frozenset().union(*(table.raised for table in rules.tables.values()))
    raised = [road.kind in raised_kinds for road in map.roads]
    by_hex: dict[int, set[bool]] = {}
    for place, links in map.links.items():
        by_hex.setdefault(place // 6, set()).update(raised[link.road] for link in links)
    on_raised = frozenset(hex for hex, kinds in by_hex.items() if True in kinds)
    pontoons = {
        place // 6
        for place, several in map.sides.items()
        if any(feature.kind == "pontoon" for feature in several)
    }
    mixed = frozenset(h for h, kinds in by_hex.items() if len(kinds) == 2) | pontoons
    terrains = {hex: map.terrain_of(hex) for hex in range(len(map))}
    missing = {h for h, t in terrains.items() if t not in rules.tables[map.game(h)].terrain}
    suspect = {
        p // 6 for p, several in map.sides.items() if any("unstable" in f.note for f in several)
    }
    streams = {
        place // 6
        for place, several in map.sides.items()
        if place in map.links and any(feature.kind == "stream" for feature in several)
    }
    return {
        "change_road": frozenset(hex for hex, _, _ in map.apart),
        "raised_ends": leading_to(map, mixed),
        "stream_on_foot": frozenset(streams),
        "leave_raised": on_raised,
        "swamp_column": frozenset(h for h, terrain in terrains.items() if terrain == "swamp"),
        "missing_terrain": leading_to(map, missing),
        "unchecked_bridge": frozenset(suspect),
    }


def leading_to(map: MapFile, hexes: Iterable[int]) -> frozenset[int]:
    """The hexes and all within two of them: no step, not even below a Road, leads further."""
    near = set(hexes)
    for _ in range(2):
        near |= {column[hex] for column in map.beside for hex in near if column[hex] >= 0}
    return frozenset(near)


class Reread(Network):
    """A graph by the other value of a reading; where it touches nothing, that of the first."""

    _base: Network
    _near: frozenset[int] | None

    @classmethod
    def of(cls, base: Network, rules: Rules, near: frozenset[int] | None) -> Network:
        """The graph by other rules; ``near`` has the hexes touched, None for leaving Column.

        It is kept with the first graph: the next question finds it unfolded.
        """
        found = base.rereads.get(rules.readings)
        if found is None:
            fresh = cls.__new__(cls)
            fresh.__dict__.update(base.__dict__)
            fresh.rules = rules
            fresh.steps, fresh.waves, fresh.rereads, fresh.changes_by_node = {}, {}, {}, {}
            fresh._outs, fresh._gates, fresh._judged, fresh._plain = {}, {}, {}, None
            fresh._base, fresh._near = base, near
            found = base.rereads[rules.readings] = fresh
        return found.noted(base.position)

    def steps_of(self, node: int) -> Steps:
        """The steps allowed from a node with their costs."""
        found = self.steps.get(node)
        if found is not None:
            return found
        if self._near is None:
            found = self.steps[node] = self._leaving(node)
        elif node // self.per_hex in self._near:
            found = super().steps_of(node)
        else:
            found = self.steps[node] = self._base.steps_of(node)
        return found

    def waves_of(self, node: int) -> Waves:
        """The steps allowed from a node, by cost."""
        found = self.waves.get(node)
        if found is None:
            if self._near is None or node // self.per_hex in self._near:
                found = super().waves_of(node)
            else:
                found = self.waves[node] = self._base.waves_of(node)
        return found

    def _leaving(self, node: int) -> Steps:
        """The first graph's steps, with what leaving Column costs by the other reading."""
        steps = self._base.steps_of(node)
        hex, column, _ = self.place(node)
        if not column:
            return steps
        on_foot = self.node(hex, False)
        cost = total(leave_column(self.rules, self.move_class, self.ground(hex)))
        if cost is None or (on_foot, cost) in ((step[0], step[1]) for step in steps):
            return steps
        changed = [(s[0], cost, *s[2:]) if s[0] == on_foot else s for s in steps]
        return tuple(sorted(changed, key=lambda step: (step[1], step[0])))


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, the hexes it looked at, and those its ways lead through (None: all of them).

    ``searched`` is given where nothing of the answer turns on a reading but what is reached.
    """

    receipt: Receipt
    hexes: Collection[int]
    ways: Collection[int] | None = None
    searched: Searched | None = None


def said(receipt: Receipt) -> tuple[Any, ...]:
    """What of an answer a reading may change: verdict, cost, and what is reached for how much."""
    extra = receipt.extra
    return receipt.verdict, receipt.total, extra.get("hexes"), extra.get("exits")


def turns_on(
    network: Network,
    touched: Mapping[str, frozenset[int]],
    first: Answered,
    again: Callable[[Callable[[Network], Network]], Receipt],
    *,
    forms: bool = True,
) -> list[str]:
    """The readings an answer turns on, by name.

    ``again`` answers with every graph replaced as it is told; ``forms`` says whether the unit
    might change its formation.
    """
    rules, position = network.rules, network.position
    ways = first.hexes if first.ways is None else first.ways
    found = []
    for name in NAMES:
        near = None if name == ANYWHERE else touched[name] | unchecked_bridges(name, position)
        if near is None and not forms:
            continue
        for readings in rules.readings.others(name):
            harder = HARDER.get(name) == getattr(readings, name)
            looked = ways if harder else first.hexes
            if not looked or (near is not None and near.isdisjoint(looked)):
                continue
            other = replace(rules, readings=readings)

            def reread(
                base: Network, other: Rules = other, near: frozenset[int] | None = near
            ) -> Network:
                return Reread.of(base, other, near)

            if first.searched is not None:
                turns = reaches_otherwise(network, reread(network), near, first.searched)
            else:
                turns = said(again(reread)) != said(first.receipt)
            if turns:
                found.append(name)
                break
    return found


def unchecked_bridges(name: str, position: Position) -> frozenset[int]:
    """The hexes beside bridges a state says nobody has checked."""
    if name != "unchecked_bridge":
        return frozenset()
    return frozenset(
        p // 6 for p, crossing in position.crossings.items() if crossing == "unchecked"
    )


def with_notes(receipt: Receipt, readings: Readings, names: Iterable[str]) -> Receipt:
    """The receipt with the readings it turns on among its notes, in the order of their names."""
    notes = {*receipt.extra.get("notes", ()), *(readings.chosen(name) for name in names)}
    if not notes:
        return receipt
    ordered = sorted(notes, key=lambda note: str(note).rsplit("(", 1)[-1])
    return replace(receipt, extra={**receipt.extra, "notes": ordered})
