"""How much of a map is what, and how well each terrain is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubroute.builder.provenance import PROVENANCES, SOURCES, Provenance
from clubroute.builder.terrain.terrain_map import HexTerrain, TerrainMap


@dataclass(frozen=True, slots=True)
class TerrainShare:
    """The hexes of one terrain, by provenance."""

    terrain: str
    counts: Mapping[Provenance, int]

    @property
    def total(self) -> int:
        """Its hexes, whatever their provenance."""
        return sum(self.counts.values())


def terrain_shares(terrain: TerrainMap, window: str | None = None) -> tuple[TerrainShare, ...]:
    """The terrains of a map or of one of its windows, the commonest first."""
    shown = terrain.lattice.hexes(window) if window else tuple(terrain.hexes)
    counts = Counter(kind_of(terrain.hexes[h]) for h in shown)
    found = [
        TerrainShare(word, {p: counts[word, p] for p in PROVENANCES})
        for word in sorted({word for word, _ in counts})
    ]
    return tuple(sorted(found, key=lambda share: (-share.total, share.terrain)))


def kind_of(info: HexTerrain) -> tuple[str, Provenance]:
    """The terrain and provenance of a hex."""
    return info.terrain, info.basis.provenance


def assumed_share(shares: Iterable[TerrainShare], default: str) -> float:
    """The share (0..1) of hexes whose terrain is assumed and is not the default terrain."""
    counted = list(shares)
    guessed = sum(share.counts["assumed"] for share in counted if share.terrain != default)
    total = sum(share.total for share in counted)
    return guessed / total if total else 0.0


def share_lines(name: str, shares: Iterable[TerrainShare], default: str) -> list[str]:
    """The shares as a table for a terminal, with the assumed terrain other than the default."""
    counted = list(shares)
    total = max(1, sum(share.total for share in counted))
    told = [p for p in PROVENANCES if p in SOURCES or any(one.counts[p] for one in counted)]
    head = "".join(f"{word:>10}" for word in told)
    lines = [f"{name + ' hexes':<14}{head}{'all':>10}{'share':>8}"]
    for share in counted:
        cells = "".join(f"{share.counts[word]:>10}" for word in told)
        lines.append(f"{share.terrain:<14}{cells}{share.total:>10}{share.total / total:>8.1%}")
    text = f"assumed other than {default}: {assumed_share(counted, default):.1%} of {total} hexes"
    return [*lines, text]
