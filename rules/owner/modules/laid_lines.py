"""The lines of a module's boards as Roads of our map, which keep their identity where they can."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import product

from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_head import LEVEL
from clubroute.builder.terrain.terrain_map import (
    Basis,
    Link,
    Road,
    TerrainMap,
)
from clubroute.rules.owner.modules.facts import GroundFact
from clubroute.rules.owner.modules.module_file import NONE

OWN = "owner"
"""How the ids of Roads begin that our map has nothing of."""
Change = tuple[Hexside, str, str, str]
"""A hexside, the kinds of our Roads there, those of the boards, and which count."""


class LaidLines:
    """Lays the boards' lines over our Roads, a hexside at a time."""

    def __init__(
        self,
        base: TerrainMap,
        lines: Mapping[Hexside, GroundFact],
        raised: Collection[tuple[Hex, str]],
        vocabulary: Vocabulary,
        basis: Callable[[GroundFact, str], Basis],
    ) -> None:
        self._base, self._lines, self._raised = base, lines, raised
        self._vocabulary, self._basis = vocabulary, basis
        self._links: dict[Hexside, tuple[Link, ...]] = {}
        self._roads: dict[str, Road] = {}
        self._variants: dict[str, set[str]] = {}
        self._new: dict[Hexside, str] = {}
        self.changed: list[Change] = []
        self.open: list[Change] = []

    def has(self, side: Hexside) -> bool:
        """Whether any line crosses a hexside."""
        return side in self._links or side in self._new

    def only_rails(self, side: Hexside) -> bool:
        """Whether only trains cross there."""
        kinds = [self._roads[link.road].kind for link in self._links.get(side, ())]
        kinds += [self._new[side]] if side in self._new else []
        return all(self._rail(kind) for kind in kinds)

    def keep(self, side: Hexside) -> None:
        """Leave a hexside as our map has it."""
        for link in self._base.links.get(side, ()):
            self._put(side, link)

    def tell(self, side: Hexside) -> None:
        """Lay what the boards tell of a hexside over what our map has there."""
        fact, ours = self._lines.get(side), self._base.links.get(side, ())
        kinds = [self._base.roads[link.road].kind for link in ours]
        if fact is not None and not fact.ours:
            self.open.append((side, " ".join(kinds), fact.word, "ours"))
            self.keep(side)
            return
        kind = "" if fact is None or fact.ours == NONE else self._kind(side, fact.ours)
        if fact is None or not kind:
            for link, was in zip(ours, kinds, strict=True):
                counts = "rulebook" if link.basis.provenance == "rulebook" else "owner"
                self.changed.append((side, was, "", counts))
                if counts == "rulebook":
                    self._put(side, link)
            return
        self._tell(side, kind, fact, dict(zip(ours, kinds, strict=True)))

    def _tell(self, side: Hexside, kind: str, fact: GroundFact, ours: Mapping[Link, str]) -> None:
        same = [link for link, was in ours.items() if was == kind]
        family = [link for link, was in ours.items() if self._rail(was) == self._rail(kind)]
        if same:
            self._put(side, self._owned(same[0], same[0].road, fact))
        elif family:
            link, was = family[0], ours[family[0]]
            if link.basis.provenance == "rulebook":
                self.changed.append((side, was, kind, "rulebook"))
                self._put(side, link)
            else:
                self.changed.append((side, was, kind, "owner"))
                self._put(side, self._owned(link, self._variant(link.road, kind), fact, was))
        else:
            self.changed.append((side, "", kind, "owner"))
            self._new[side] = kind
        taken = (same or family)[:1]
        for link, was in ours.items():
            if link in taken:
                continue
            if taken or link.basis.provenance == "rulebook":
                # One pair has one line there: a second one may be meant, too.
                self.open.append((side, was, kind, "ours"))
                self._put(side, link)
            else:
                self.changed.append((side, was, "", "owner"))

    def _kind(self, side: Hexside, kind: str) -> str:
        """The kind of a line, raised if both its hexes are tagged so."""
        family = "railroad" if self._rail(kind) else "road"
        if all((end, family) in self._raised for end in side):
            return f"raised_{family}"
        return kind

    def _rail(self, kind: str) -> bool:
        return self._vocabulary.roads[kind].rail

    def _owned(self, link: Link, road: str, fact: GroundFact, was: str = "") -> Link:
        if link.basis.provenance == "rulebook":
            return Link(link.side, road, link.basis)
        replaced = f"{was} ({link.basis.provenance})" if was else ""
        return Link(link.side, road, self._basis(fact, replaced))

    def _variant(self, road: str, kind: str) -> str:
        """A Road of another kind that goes on from one of ours: where that is raised and lies level
        with the ground, our map has a Road for it perhaps."""
        base, roads = self._base.roads[road], self._base.roads
        plain = road.removesuffix(LEVEL)
        other = plain if road != plain else plain + LEVEL
        if other in roads and roads[other].kind == kind:
            return other
        raised = self._vocabulary.roads[base.kind].raised
        level = raised and not self._vocabulary.roads[kind].raised
        id_ = road + LEVEL if level and road + LEVEL not in roads else f"{road}-{kind}"
        found = self._roads.setdefault(id_, Road(id_, kind, base.name))
        if found.kind != kind:
            id_ = f"{road}-{kind}"
            self._roads[id_] = Road(id_, kind, base.name)
        self._variants.setdefault(road, set()).add(id_)
        return id_

    def _put(self, side: Hexside, link: Link) -> None:
        if link.road not in self._roads:
            self._roads[link.road] = self._base.roads[link.road]
        links = self._links.get(side, ())
        if all(one.road != link.road for one in links):
            self._links[side] = (*links, link)

    def made(
        self,
    ) -> tuple[dict[str, Road], dict[Hexside, tuple[Link, ...]], dict[tuple[Hex, str, str], Basis]]:
        """The Roads, their links and where two of them do not meet."""
        self._name_new()
        links = {
            side: tuple(sorted(self._links[side], key=lambda one: one.road))
            for side in sorted(self._links)
        }
        used = {link.road for many in links.values() for link in many}
        roads = {id_: self._roads[id_] for id_ in sorted(used)}
        return roads, links, self._apart(used)

    def _name_new(self) -> None:
        """Make Roads of the lines our map has nothing of: what hangs together is one, by kind."""
        ends: dict[tuple[Hex, bool], list[Hexside]] = {}
        for side, kind in self._new.items():
            for end in side:
                ends.setdefault((end, self._rail(kind)), []).append(side)
        named: dict[Hexside, str] = {}
        for first in sorted(self._new):
            if first in named:
                continue
            id_ = f"{OWN}-{self._base.lattice.format(first.a)}"
            id_ += "-rail" if self._rail(self._new[first]) else ""
            whole = [first]
            named[first] = id_
            for side in whole:
                for end in side:
                    for other in ends[end, self._rail(self._new[side])]:
                        if other not in named:
                            named[other] = id_
                            whole.append(other)
            self._make(id_, whole)

    def _make(self, id_: str, sides: list[Hexside]) -> None:
        kinds = {self._new[side] for side in sides}
        raised = {kind for kind in kinds if self._vocabulary.roads[kind].raised}
        level = min(kinds - raised, default="")
        for side in sides:
            kind = self._new[side]
            own = id_ if kind in raised or len(kinds) == 1 else f"{id_}-{kind}"
            own = id_ + LEVEL if raised and kind == level else own
            self._roads.setdefault(own, Road(own, kind))
            fact = self._lines[side]
            self._put(side, Link(side, own, self._basis(fact, "")))

    def _apart(self, used: Collection[str]) -> dict[tuple[Hex, str, str], Basis]:
        found = {}
        for (h, a, b), basis in self._base.apart.items():
            firsts = [one for one in (a, *sorted(self._variants.get(a, ()))) if one in used]
            seconds = [one for one in (b, *sorted(self._variants.get(b, ()))) if one in used]
            for first, second in product(firsts, seconds):
                found[h, min(first, second), max(first, second)] = basis
        return found
