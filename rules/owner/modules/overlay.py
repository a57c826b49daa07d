"""The ground of a module laid over our map: what it says counts, what it cannot say stays ours.

Of a hex, hexside or line that the module's boards tell, their word counts over what we surveyed or
assumed. Where a rulebook names the place, the rulebook's counts. The boards cannot tell bridges, a
second line or terrain in one place, places, zones and the like: these stay ours where they agree
with the boards. A line over water is a bridge, assumed. A hex that no board shows is off the map.
"""

from __future__ import annotations

from collections.abc import (
    Collection,
    Iterable,
    Iterator,
    Mapping,
)
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.files.atomic import (
    Cache,
    digest,
    files_digest,
    newest_only,
)
from clubroute.builder.files.regular import opened_file, read_file
from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.map_rows import read_hexsides
from clubroute.builder.sources.text import MAX_SOURCE_BYTES
from clubroute.builder.sources.vocabulary import DRY, Vocabulary
from clubroute.builder.terrain.compiled import cache_folder, cache_folders
from clubroute.builder.terrain.terrain_head import MOST_BYTES, is_whole
from clubroute.builder.terrain.terrain_map import (
    HIGH_GROUND,
    Area,
    Basis,
    HexsideFeature,
    HexTerrain,
    TerrainMap,
)
from clubroute.rules.owner.modules.facts import (
    HEX,
    HEXSIDE,
    LINE,
    TAG,
    GroundFact,
)
from clubroute.rules.owner.modules.known import TERRAIN
from clubroute.rules.owner.modules.laid_lines import LaidLines
from clubroute.rules.owner.modules.module_file import (
    FILE,
    NONE,
    ModuleFile,
    vocabulary_of,
)

# The ground of a known module as a compiled map, kept in the user's cache.
#
# It is kept by the digests of our map, of the module's files and of what lays one over the other,
# so that what is found is never stale.

KIND = "own-terrain"
MOST_KEPT = 8
"""Compiled grounds in the user's cache."""
FIRST_LINE = 200
"""Bytes in which the first line of a compiled map ends, which has its digest."""


@dataclass(frozen=True, slots=True)
class OwnGround:
    """The ground of a module's boards. ``told`` is what its file says, ``key`` tells it from what
    it was before its files were changed."""

    folder: Path
    told: ModuleFile = field(repr=False)
    key: str

    @property
    def name(self) -> str:
        """The module's name."""
        return self.told.name

    @property
    def window(self) -> str:
        """The rules' map it is for."""
        return self.told.rules

    def path(self, base: Path, ours: TerrainMap | None = None) -> Path:
        """Its compiled map, made if need be.

        :param ours: what is in ``base``, where it is loaded already.
        :raises InputError: the module's files are wrong, or there is no place to keep the map.
        """
        key = digest(*self._parts(base))
        for folder in cache_folders():
            kept = Cache(folder)
            data = kept.read_file(KIND, key)
            if data is not None and is_whole(data):
                return kept.path(KIND, key)
        place = cache_folder()
        Cache(place).write_file(KIND, key, self._compiled(base, ours))
        newest_only(place, f"{KIND}-*", MOST_KEPT)
        return Cache(place).path(KIND, key)

    def _parts(self, base: Path) -> list[bytes | str]:
        """What a compiled ground is made of."""
        parts: list[bytes | str] = [first_line(base), laying_digest()]
        for name in (FILE, TERRAIN):
            path = self.folder / name
            parts.append(read_file(path, Where.of(path), "a file", MAX_SOURCE_BYTES))
        return parts

    def _compiled(self, base: Path, loaded: TerrainMap | None) -> bytes:
        # What is compiled already is asked about without all that compiles.
        from clubroute.builder.terrain.terrain_file import encode_terrain, load_terrain
        from clubroute.rules.owner.modules.facts import read_facts

        ours = load_terrain(base) if loaded is None else loaded
        facts = read_facts(self.folder / TERRAIN, ours.lattice, self.told.rules)
        return encode_terrain(lay(ours, facts, self.told).terrain, [self.told.rules])


def ground_of(folder: Path, told: ModuleFile, stamps: tuple[str, ...]) -> OwnGround:
    """The ground of a module in a folder as it is now."""
    return OwnGround(folder, told, digest(*stamps))


def first_line(path: Path) -> bytes:
    """The line of a compiled map that has its digest. :raises InputError: it cannot be read."""
    where = Where.of(path)
    with opened_file(path, where, "a compiled .terrain file", MOST_BYTES) as (stream, _):
        return stream.read(FIRST_LINE).partition(b"\n")[0]


@cache
def laying_digest() -> str:
    """Of the code that lays a ground over ours, and its data."""
    package = Path(__file__).parent
    kept = [path for path in package.iterdir() if path.suffix in (".py", ".toml")]
    return files_digest(package, kept)


HIGH_SIDE = "high side"
"""The sort of thing that tells a crest's higher hex."""
RAISES = "true"
"""The value of a tag that raises the lines of its hex."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a module's ground is not our map's: ``sort`` of thing, place as printed, both words,
    and which ``counts``."""

    sort: str
    place: str
    ours: str
    theirs: str
    counts: str = "owner"

    def text(self) -> str:
        """One line."""
        why = "" if self.counts == "owner" else f" ({self.counts} counts)"
        return f"{self.place}: {self.theirs or 'nothing'}, our map {self.ours or 'nothing'}{why}"


@dataclass(slots=True)
class LaidGround:
    """A map with a module's ground over it, and what is worth telling of that."""

    terrain: TerrainMap
    differences: list[Difference] = field(default_factory=list)
    open: list[Difference] = field(default_factory=list)
    bridges: list[Difference] = field(default_factory=list)
    off: int = 0
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Sayable:
    """What a module's words for hexsides can say together, and of which kinds they can at all."""

    sets: frozenset[frozenset[str]]

    def can(self, kinds: Collection[str]) -> bool:
        """Whether one word of the module says just these kinds."""
        return frozenset(kinds) in self.sets


def sayable_of(words: Mapping[str, str]) -> Sayable:
    """What the words of a module's hexsides can say."""
    return Sayable(frozenset(frozenset(ours.split()) for ours in words.values() if ours))


class Overlay:
    """Lays a module's facts over our map.

    :param cite: what a fact of the module cites. :param dry: hexsides that a rulebook says no water
        runs along.
    """

    def __init__(
        self,
        base: TerrainMap,
        facts: Iterable[GroundFact],
        vocabulary: Vocabulary,
        sayable: Sayable,
        cite: str,
        dry: Collection[Hexside] = (),
    ) -> None:
        self._base, self._vocabulary, self._sayable = base, vocabulary, sayable
        self._cite, self._dry = cite, dry
        self._hexes: dict[Hex, GroundFact] = {}
        self._sides: dict[Hexside, GroundFact] = {}
        self._lines: dict[Hexside, GroundFact] = {}
        self._raised: set[tuple[Hex, str]] = set()
        self._told_sides: set[Hex] = set()
        for fact in facts:
            self._sort(fact)
        self.laid = LaidGround(base)

    def _sort(self, fact: GroundFact) -> None:
        if fact.kind == HEX:
            self._hexes[fact.hex] = fact
            # A board without a text shows its hexes and tells nothing of them.
            if fact.word or fact.ours:
                self._told_sides.add(fact.hex)
        elif fact.kind == TAG:
            if fact.value == RAISES and fact.ours:
                self._raised.add((fact.hex, fact.ours))
        elif fact.beside is not None:
            sides = self._sides if fact.kind == HEXSIDE else self._lines
            sides[Hexside(fact.hex, fact.beside)] = fact

    def lay(self) -> LaidGround:
        """The map with the module's ground over ours."""
        base, laid = self._base, self.laid
        shown = self._hexes.keys() & base.hexes.keys()
        if not shown:
            return laid
        laid.off, laid.shown = len(base.hexes) - len(shown), len(shown)
        hexes = {h: self._hex(h, info) for h, info in base.hexes.items() if h in shown}
        lines = LaidLines(base, self._lines, self._raised, self._vocabulary, self._basis)
        sides = [s for s in self._all_sides() if s.a in shown and s.b in shown]
        features: dict[Hexside, tuple[HexsideFeature, ...]] = {}
        for side in sides:
            told = side.a in self._told_sides or side.b in self._told_sides
            if told:
                lines.tell(side)
            else:
                lines.keep(side)
            many = tuple(self._features(side, lines) if told else self._base.hexsides.get(side, ()))
            if many:
                features[side] = many
        laid.differences += [self._line_difference(one) for one in lines.changed]
        laid.open += [self._line_difference(one) for one in lines.open]
        roads, links, apart = lines.made()
        laid.terrain = replace(
            base,
            hexes=hexes,
            hexsides=features,
            roads=roads,
            links=links,
            areas=tuple(self._area(area, shown) for area in base.areas),
            apart={key: basis for key, basis in apart.items() if key[0] in shown},
        )
        return laid

    def _all_sides(self) -> Iterator[Hexside]:
        base = self._base
        yield from sorted({*base.hexsides, *base.links, *self._sides, *self._lines})

    def _area(self, area: Area, shown: Collection[Hex]) -> Area:
        return replace(area, hexes=tuple(h for h in area.hexes if h in shown))

    def _basis(self, fact: GroundFact, replaced: str = "") -> Basis:
        return Basis("owner", self._cite, fact.source, replaced)

    def _hex(self, h: Hex, info: HexTerrain) -> HexTerrain:
        fact, was = self._hexes[h], info.basis.provenance
        number = self._base.lattice.format(h)
        if not fact.ours:
            if fact.word:
                self.laid.open.append(Difference(HEX, number, info.terrain, fact.word, "ours"))
            return info
        if was == "rulebook":
            if fact.ours != info.terrain:
                self._differ(HEX, number, info.terrain, fact.ours, was)
            return info
        if fact.ours == info.terrain:
            return replace(info, basis=self._basis(fact))
        self._differ(HEX, number, info.terrain, fact.ours)
        return replace(info, terrain=fact.ours, basis=self._basis(fact, f"{info.terrain} ({was})"))

    def _differ(self, sort: str, place: str, ours: str, theirs: str, counts: str = "owner") -> None:
        self.laid.differences.append(Difference(sort, place, ours, theirs, counts))

    def _line_difference(self, one: tuple[Hexside, str, str, str]) -> Difference:
        side, ours, theirs, counts = one
        return Difference(LINE, self._base.lattice.format_hexside(side), ours, theirs, counts)

    def _features(self, side: Hexside, lines: LaidLines) -> list[HexsideFeature]:
        """What is on a hexside that the boards tell of."""
        base, fact = self._base.hexsides.get(side, ()), self._sides.get(side)
        number = self._base.lattice.format_hexside(side)
        if fact is not None and not fact.ours:
            ours = " ".join(one.kind for one in base)
            self.laid.open.append(Difference(HEXSIDE, number, ours, fact.word, "ours"))
            return list(base)
        kinds = [] if fact is None else [one for one in fact.ours.split() if one != NONE]
        kinds = self._agreed(kinds, base, number, side)
        old = {one.kind: one for one in base}
        found = [self._told(side, kind, fact, old.get(kind)) for kind in kinds]
        bridging = [one for one in base if self._bridges(one.kind)]
        for one in base:
            if one.kind in kinds or one in bridging:
                continue
            spared = self._spared(one, kinds, bridging, side)
            if spared == "rulebook":
                self._differ(HEXSIDE, number, one.kind, "", "rulebook")
                found.append(one)
            elif spared:
                self.laid.open.append(Difference(HEXSIDE, number, one.kind, "", "ours"))
                found.append(one)
            else:
                self._differ(HEXSIDE, number, one.kind, "")
        water = {one.kind for one in found} & self._vocabulary.water
        found += [one for one in bridging if self._stands(one, water, side, lines, number)]
        found += self._new_bridge(side, water, found, lines, number)
        return found

    def _agreed(
        self, kinds: list[str], base: Iterable[HexsideFeature], number: str, side: Hexside
    ) -> list[str]:
        """The kinds the boards tell, in our words: what they call a River may be a Canal of ours,
        where they have no word for that; and no water runs where a rulebook says so."""
        water = self._vocabulary.water
        if side in self._dry and water & set(kinds):
            told = next(kind for kind in kinds if kind in water)
            self._differ(HEXSIDE, number, "dry", told, "rulebook")
            kinds = [kind for kind in kinds if kind not in water]
        alike = {one.kind for one in base if one.kind in self._vocabulary.barring & water}
        said = {kind for one in self._sayable.sets for kind in one}
        found = []
        for kind in kinds:
            other = alike - said
            swapped = kind in self._vocabulary.barring & water and kind not in alike and other
            found.append(min(other) if swapped else kind)
        return found

    def _told(
        self, side: Hexside, kind: str, fact: GroundFact | None, old: HexsideFeature | None
    ) -> HexsideFeature:
        assert fact is not None
        if old is None:
            number = self._base.lattice.format_hexside(side)
            self._differ(HEXSIDE, number, "", kind)
            return HexsideFeature(side, kind, self._basis(fact))
        if old.basis.provenance == "rulebook":
            return old
        basis = self._basis(fact)
        if old.high_hex(self._base.lattice) is not None:
            # Boards tell a crest and not which of its hexes is the high one.
            high = old.note.removeprefix(HIGH_GROUND)
            number = self._base.lattice.format_hexside(side)
            self.laid.open.append(Difference(HIGH_SIDE, number, high, "", "ours"))
            basis = replace(basis, cite=f"{basis.cite}; its high side from our map")
        return replace(old, basis=basis)

    def _bridges(self, kind: str) -> bool:
        known = self._vocabulary.hexsides.get(kind)
        return known is not None and (bool(known.crosses) or not self._speaks_of(kind))

    def _speaks_of(self, kind: str) -> bool:
        """Whether any word of the module says a kind of feature."""
        return any(kind in one for one in self._sayable.sets)

    def _spared(
        self,
        one: HexsideFeature,
        kinds: list[str],
        bridging: list[HexsideFeature],
        side: Hexside,
    ) -> str:
        """Why a feature that the boards do not tell stays: a rulebook tells it or a bridge over
        it, or no word of theirs could; "" if it does not stay."""
        if one.basis.provenance == "rulebook":
            return "rulebook"
        over = [
            each
            for each in bridging
            if one.kind in self._vocabulary.hexsides[each.kind].crosses
            and each.basis.provenance == "rulebook"
        ]
        if over:
            return "rulebook"
        return "" if self._sayable.can((*kinds, one.kind)) else "unsayable"

    def _stands(
        self,
        one: HexsideFeature,
        water: Collection[str],
        side: Hexside,
        lines: LaidLines,
        number: str,
    ) -> bool:
        """Whether a bridge or the like of our map stands on the boards' ground, too."""
        kind = self._vocabulary.hexsides[one.kind]
        over = not kind.crosses or bool(set(kind.crosses) & set(water))
        carried = not kind.carries or lines.has(side)
        if over and carried:
            self.laid.open.append(Difference("bridge", number, one.kind, "", "ours"))
            return True
        if one.basis.provenance == "rulebook":
            self._differ("bridge", number, one.kind, "", "rulebook")
            return True
        self._differ("bridge", number, one.kind, "")
        return False

    def _new_bridge(
        self,
        side: Hexside,
        water: Collection[str],
        found: list[HexsideFeature],
        lines: LaidLines,
        number: str,
    ) -> list[HexsideFeature]:
        """The bridges that carry a line over water where our map has none."""
        if not lines.has(side):
            return []
        made = []
        for kind in self._vocabulary.hexsides.values():
            crossed = set(kind.crosses) & set(water)
            there = any(
                self._vocabulary.hexsides[one.kind].carries
                and crossed & set(self._vocabulary.hexsides[one.kind].crosses)
                for one in found
            )
            if kind.carries and crossed and not there:
                note = "railroad" if lines.only_rails(side) else ""
                cite = f"a line over water is taken for a bridge; {self._cite}"
                made.append(HexsideFeature(side, kind.name, Basis("assumed", cite), "", note))
                self.laid.bridges.append(Difference("bridge", number, "", kind.name, "assumed"))
        return made


# Lays the ground of a known module over our map.


def lay(base: TerrainMap, facts: Iterable[GroundFact], told: ModuleFile) -> LaidGround:
    """Our map's window of the module with the module's ground over it."""
    off = {name for name, board in told.boards.items() if not board.ground}
    kept = [one if one.board not in off else one._replace(word="", ours="") for one in facts]
    own = [one for one in kept if one.board not in off or one.kind == "hex"]
    sayable = sayable_of(told.words.get("hexside", {}))
    window = base.window(told.rules)
    vocabulary = vocabulary_of(told.lattice)
    return Overlay(window, own, vocabulary, sayable, told.called, dry_sides(told.lattice)).lay()


@cache
def dry_sides(lattice: str) -> frozenset[Hexside]:
    """The hexsides that a rulebook says no water runs along."""
    folder = shipped_project().map_sources / lattice
    source = read_lattice(folder / "lattice.toml")
    rows = read_hexsides(folder / "hexsides.csv", source.lattice, vocabulary_of(lattice))
    return frozenset(
        row.side for row in rows if row.kind == DRY and row.basis.provenance == "rulebook"
    )
