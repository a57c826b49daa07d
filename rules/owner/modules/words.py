"""What a module's words of terrain are in ours: as known, as its owner says, or unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary

KINDS = ("hex", "hexside", "line", "tag")
NONE = "none"
"""What stands for nothing here."""
RAISED = ("road", "railroad")
"""What a tag may raise."""
WORDS_FILE = Path(__file__).parent / "terrain_words.toml"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a module by kind, with ours. A hexside's may be several, blanks between."""

    hex: Mapping[str, str]
    hexside: Mapping[str, str]
    line: Mapping[str, str]
    tag: Mapping[str, str]

    def of(self, kind: str) -> Mapping[str, str]:
        """The words of a kind."""
        found: Mapping[str, str] = getattr(self, kind)
        return found

    def ours(self, kind: str, word: str) -> str:
        """Our word, "" for one that nobody has said it of."""
        return self.of(kind).get(word, "")


@cache
def known_words() -> Mapping[str, Mapping[str, str]]:
    """The words that modules of the series usually have."""
    told = read_toml(WORDS_FILE)
    return {kind: dict(told[kind]) for kind in KINDS}


def words_for(kind: str, defined: frozenset[str]) -> dict[str, str]:
    """A module's own words of a kind in order, with ours where they are known, else ""."""
    known = known_words()[kind]
    return {word: known.get(word, "") for word in sorted(defined)}


def check_words(words: Mapping[str, Mapping[str, str]], path: Path, lattice: str) -> Words:
    """The words of a module's file. :raises InputError: one of ours is no word of the map's."""
    vocabulary = vocabulary_of(lattice)
    roads = tuple(vocabulary.roads)
    allowed: Mapping[str, tuple[str, ...]] = {
        "hex": tuple(vocabulary.hexes),
        "hexside": tuple(vocabulary.hexsides),
        "line": roads,
        "tag": RAISED,
    }
    for kind, told in words.items():
        for word, ours in told.items():
            options = (*allowed[kind], NONE)
            for one in ours.split() if kind == "hexside" else [ours] if ours else []:
                if one not in options:
                    where = Where(str(path), part=f"words.{kind}.{word}")
                    near = nearest_name(one, options)
                    raise InputError(where, repr(one), one_of(options), near)
    return Words(**{kind: words.get(kind, {}) for kind in KINDS})


@cache
def vocabulary_of(lattice: str) -> Vocabulary:
    """The words our map of a lattice is described in."""
    return read_vocabulary(shipped_project().map_sources / lattice / "terrain.toml")
