"""Defects planted in the compiled example map, one function a kind.

Each returns the spoiled subject; the table says which finding must then be there that was not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.lint.finding import Subject
from clubroute.builder.sources.facts import Reading
from clubroute.builder.terrain.terrain_map import Area, Basis, HexsideFeature, Link, Road

PLANTED = Basis("survey", "planted", "planted:1")


def changed(subject: Subject, **fields: Any) -> Subject:
    """The subject with fields of its map replaced."""
    return replace(subject, terrain=replace(subject.terrain, **fields))


def at(subject: Subject, number: str) -> Hex:
    """A hex by number."""
    return subject.terrain.lattice.parse(number)


def between(subject: Subject, number: str) -> Hexside:
    """A hexside by its two numbers."""
    return subject.terrain.lattice.parse_hexside(number)


def with_terrain(subject: Subject, kind: str, *numbers: str) -> Subject:
    """Some hexes as another terrain."""
    hexes = dict(subject.terrain.hexes)
    for number in numbers:
        h = at(subject, number)
        hexes[h] = replace(hexes[h], terrain=kind, name="", basis=PLANTED)
    return changed(subject, hexes=hexes)


def assumed(subject: Subject, kind: str, reason: str, *numbers: str) -> Subject:
    """Some hexes as another terrain, assumed for a reason."""
    found = with_terrain(subject, kind, *numbers)
    hexes = dict(found.terrain.hexes)
    for number in numbers:
        h = at(subject, number)
        hexes[h] = replace(hexes[h], basis=Basis("assumed", reason, "planted:1"))
    return changed(found, hexes=hexes)


def with_name(subject: Subject, number: str, name: str) -> Subject:
    """A hex lettered otherwise."""
    h = at(subject, number)
    info = replace(subject.terrain.hexes[h], name=name)
    return changed(subject, hexes={**subject.terrain.hexes, h: info})


def with_names(subject: Subject, name: str) -> Subject:
    """Every hex lettered, each otherwise: more than there is room for."""
    hexes = {
        h: replace(info, name=f"{name} {subject.terrain.lattice.format(h)}")
        for h, info in subject.terrain.hexes.items()
    }
    return changed(subject, hexes=hexes)


def with_feature(subject: Subject, kind: str, *numbers: str, name: str = "") -> Subject:
    """One more feature on some hexsides."""
    hexsides = dict(subject.terrain.hexsides)
    for number in numbers:
        side = between(subject, number)
        feature = HexsideFeature(side, kind, PLANTED, name)
        hexsides[side] = (*hexsides.get(side, ()), feature)
    return changed(subject, hexsides=hexsides)


def without_features(subject: Subject, number: str, *kinds: str) -> Subject:
    """A hexside without features of some kinds."""
    side = between(subject, number)
    left = tuple(f for f in subject.terrain.features(side) if f.kind not in kinds)
    return changed(subject, hexsides={**subject.terrain.hexsides, side: left})


def with_road(subject: Subject, road: str, *chains: str) -> Subject:
    """A Road (new, or more of an old one) along chains of hexes."""
    terrain = subject.terrain
    links: dict[Hexside, tuple[Link, ...]] = dict(terrain.links)
    for chain in chains:
        hexes = [at(subject, number) for number in chain.split()]
        for a, b in pairwise(hexes):
            side = Hexside(min(a, b), max(a, b))
            links[side] = (*links.get(side, ()), Link(side, road, PLANTED))
    roads = {**terrain.roads, road: terrain.roads.get(road, Road(road, "road"))}
    return changed(subject, links=links, roads=roads)


def without_link(subject: Subject, number: str) -> Subject:
    """A hexside that no Road passes any more."""
    side = between(subject, number)
    return changed(subject, links={s: m for s, m in subject.terrain.links.items() if s != side})


def with_area(
    subject: Subject, numbers: str, id: str = "planted", kind: str = "objective"
) -> Subject:
    """One more area."""
    hexes = tuple(at(subject, number) for number in numbers.split())
    area = Area(id, kind, hexes, PLANTED)
    return changed(subject, areas=(*subject.terrain.areas, area))


def far_side(subject: Subject) -> Subject:
    """A bridge between two hexes that are no neighbours."""
    side = Hexside(at(subject, "1.01"), at(subject, "1.03"))
    feature = HexsideFeature(side, "bridge", PLANTED)
    return changed(subject, hexsides={**subject.terrain.hexsides, side: (feature,)})


def turned_side(subject: Subject) -> Subject:
    """A hexside with its hexes in the wrong order, which no look-up would find."""
    a, b = between(subject, "1.01/1.02")
    side = Hexside(b, a)
    feature = HexsideFeature(side, "crest", PLANTED)
    return changed(subject, hexsides={**subject.terrain.hexsides, side: (feature,)})


def without_hex(subject: Subject, number: str) -> Subject:
    """A hex that is not on the map although something is said about it."""
    gone = at(subject, number)
    return changed(subject, hexes={h: v for h, v in subject.terrain.hexes.items() if h != gone})


def misfiled_road(subject: Subject) -> Subject:
    """A Road filed under another's id."""
    roads = dict(subject.terrain.roads)
    roads["dam"] = roads["north-road"]
    return changed(subject, roads=roads)


def misfiled_hex(subject: Subject) -> Subject:
    """A hex filed under another's place."""
    hexes = dict(subject.terrain.hexes)
    hexes[at(subject, "1.01")] = hexes[at(subject, "1.02")]
    return changed(subject, hexes=hexes)


def strange_link(subject: Subject) -> Subject:
    """A link of a Road that the map does not know."""
    found = with_road(subject, "ghost", "1.01 1.02")
    return changed(found, roads=subject.terrain.roads)


def keeping_apart(subject: Subject, number: str, a: str, b: str) -> Subject:
    """Two Roads said to keep apart in a hex."""
    apart = {**subject.terrain.apart, (at(subject, number), a, b): PLANTED}
    return changed(subject, apart=apart)


def idle_road(subject: Subject) -> Subject:
    """A Road without a link."""
    roads = {**subject.terrain.roads, "idle": Road("idle", "road")}
    return changed(subject, roads=roads)


def with_reading(subject: Subject, explains: str) -> Subject:
    """A slip of the rules about Bridgend."""
    reading = Reading("slip", "bridgend", (), "4.5 is printed", "4.05", explains, "Testland 3", "")
    return replace(subject, readings=(reading,))


RING = "2.02 2.03 3.02 3.04 4.02 4.03"
"""The six neighbours of 3.03."""

Defect = tuple[Callable[[Subject], Subject], str, str, str]

DEFECTS: Mapping[str, Defect] = {
    # name: what is done, and level, rule and place of what must be found
    "unknown terrain": (
        lambda s: with_terrain(s, "wods", "1.01"),
        "error", "unknown-word", "1.01",
    ),
    "unknown hexside kind": (
        lambda s: with_feature(s, "rivver", "1.01/1.02"),
        "error", "unknown-word", "1.01/1.02",
    ),
    "unknown Road kind": (
        lambda s: changed(s, roads={**s.terrain.roads, "dam": Road("dam", "path")}),
        "error", "unknown-word", "dam",
    ),
    "unknown area kind": (
        lambda s: with_area(s, "1.01", kind="zone"),
        "error", "unknown-word", "planted",
    ),
    "terrain without a look": (
        lambda s: replace(s, style=replace(s.style, assumed={"hex.woods": ""})),
        "warning", "no-look", "hex.woods",
    ),
    "area id twice": (
        lambda s: with_area(s, "1.01", id="bridgend"),
        "error", "duplicate-id", "bridgend",
    ),
    "Road under another id": (misfiled_road, "error", "duplicate-id", "dam"),
    "hex under another place": (misfiled_hex, "error", "duplicate-id", "1.01"),
    "feature twice": (
        lambda s: with_feature(s, "river", "3.01/4.01"),
        "error", "duplicate-id", "3.01/4.01",
    ),
    "link twice": (
        lambda s: with_road(s, "dam", "5.05 5.06"),
        "error", "duplicate-id", "5.05/5.06",
    ),
    "hexside of no neighbours": (far_side, "error", "not-neighbours", "1.01/1.03"),
    "hexside turned": (turned_side, "error", "not-neighbours", "1.02/1.01"),
    "link of no neighbours": (
        lambda s: with_road(s, "leap", "1.01 1.04"),
        "error", "not-neighbours", "1.01/1.04",
    ),
    "feature off the map": (
        lambda s: without_hex(s, "3.01"),
        "error", "off-map", "3.01/4.01",
    ),
    "area off the map": (lambda s: without_hex(s, "4.05"), "error", "off-map", "bridgend"),
    "link of no Road": (strange_link, "error", "unknown-road", "1.01/1.02"),
    "Road ends in nowhere": (
        lambda s: with_road(s, "lost", "1.01 2.01 2.02 3.03"),
        "warning", "road-end", "3.03",
    ),
    "Road forks": (
        lambda s: with_road(s, "dam", "5.06 4.06"),
        "warning", "road-chain", "dam",
    ),
    "Road in two parts": (
        lambda s: without_link(without_link(s, "2.05/2.06"), "2.07/2.08"),
        "warning", "road-chain", "brook-road",
    ),
    "Road is a ring": (
        lambda s: with_road(s, "ring", "2.02 2.03 3.03 2.02"),
        "warning", "road-chain", "ring",
    ),
    "Road without links": (idle_road, "warning", "road-chain", "idle"),
    "apart where one does not pass": (
        lambda s: keeping_apart(s, "1.05", "dam", "north-road"),
        "error", "apart-stray", "1.05",
    ),
    "apart in wrong order": (
        lambda s: keeping_apart(s, "5.05", "north-road", "dam"),
        "error", "apart-stray", "5.05",
    ),
    "river is broken": (
        lambda s: without_features(s, "3.02/4.02", "river"),
        "warning", "water-end", "3.02/4.01",
    ),
    "river in two parts": (
        lambda s: without_features(s, "3.02/4.02", "river"),
        "warning", "water-line", "Testa",
    ),
    "river forks": (
        lambda s: with_feature(s, "river", "3.02/3.03", name="Testa"),
        "warning", "water-line", "Testa",
    ),
    "stream ends at both ends": (
        lambda s: with_feature(s, "stream", "5.08/5.09", name="Sike"),
        "warning", "water-end", "5.08/5.09",
    ),
    "canal without a name ends": (
        lambda s: with_feature(s, "river", "5.08/5.09"),
        "warning", "water-end", "5.08/5.09",
    ),
    "Road that meets none": (
        lambda s: with_road(s, "lane", "3.07 3.08"),
        "warning", "road-island", "3.07",
    ),
    "river without bridge": (
        lambda s: without_features(s, "3.05/4.05", "bridge"),
        "error", "unbridged", "3.05/4.05",
    ),
    "stream without bridge": (
        lambda s: without_features(s, "2.07/2.08", "stream_bridge"),
        "warning", "unbridged", "2.07/2.08",
    ),
    "bridge over nothing": (
        lambda s: with_feature(s, "bridge", "1.05/2.05"),
        "warning", "bridge-no-water", "1.05/2.05",
    ),
    "bridge without Road": (
        lambda s: with_feature(s, "bridge", "3.01/4.01"),
        "warning", "bridge-no-road", "3.01/4.01",
    ),
    "orphan hex": (
        lambda s: with_terrain(s, "impassable", "1.02", "2.01"),
        "warning", "orphan-hex", "1.01",
    ),
    "walled-in hex": (
        lambda s: with_feature(s, "river", "1.01/1.02", "1.01/2.01"),
        "warning", "orphan-hex", "1.01",
    ),
    "lone hex": (lambda s: with_terrain(s, "woods", "5.08"), "warning", "lone-hex", "5.08"),
    "hole in the woods": (
        lambda s: with_terrain(s, "woods", *RING.split()),
        "warning", "lone-hex", "3.03",
    ),
    "area with a hole": (lambda s: with_area(s, RING), "warning", "area-hole", "planted"),
    "area without hexes": (lambda s: with_area(s, ""), "error", "area-hole", "planted"),
    "area in parts": (
        lambda s: with_area(s, "1.01 1.02 1.08 1.09"),
        "warning", "area-parts", "planted",
    ),
    "assumed without a reason": (
        lambda s: assumed(s, "woods", "", "5.08"),
        "error", "no-reason", "5.08",
    ),
    "much is assumed": (
        lambda s: assumed(s, "woods", "a guess", *RING.split()),
        "warning", "much-assumed", "testland",
    ),
    "stated fact contradicted": (
        lambda s: with_terrain(s, "clear", "4.05"),
        "error", "fact", "4.05",
    ),
    "inferred fact contradicted": (
        lambda s: without_features(s, "2.07/2.08", "stream_bridge"),
        "warning", "fact", "2.07/2.08",
    ),
    "names collide": (
        lambda s: with_names(s, "Bridgend-under-the-Hill-and-over-the-Water"),
        "warning", "lettering", "3.04",
    ),
    "stale reading": (
        lambda s: with_reading(s, "area-hole"),
        "warning", "reading", "bridgend",
    ),
    "slip of the rules": (lambda s: with_reading(s, ""), "note", "reading", "bridgend"),
    "odd survey": (
        lambda s: replace(s, warnings=("geography/roads.geojson:3: lane crosses water",)),
        "warning", "survey", "lane",
    ),
}  # fmt: skip
