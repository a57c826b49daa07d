"""What VASSAL's editor calls components, traits and their fields (``words.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.sources.tables import read_toml


@dataclass(frozen=True, slots=True)
class Palettes:
    """Parts of palettes, by their class, and their attributes that say how large they are."""

    kinds: frozenset[str]
    sizes: frozenset[str]


@dataclass(frozen=True, slots=True)
class TraitWords:
    """A kind of trait: its title, which of its fields is its name, and what its fields are."""

    title: str
    name: int | None
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditorWords:
    """All of the editor's words."""

    components: Mapping[str, str]
    palettes: Palettes
    traits: Mapping[str, TraitWords]

    def component(self, kind: str) -> str:
        """The title of a class of components."""
        return self.components.get(kind, kind)


def read_words(path: Path) -> EditorWords:
    """The words in a file of ours."""
    table = read_toml(path)
    sizes = table["palettes"]
    traits = {
        prefix: TraitWords(title, int(name) if name else None, tuple(fields))
        for prefix, (title, name, *fields) in table["traits"].items()
    }
    palettes = Palettes(frozenset(sizes["kinds"]), frozenset(sizes["sizes"]))
    return EditorWords(table["components"], palettes, traits)


WORDS = read_words(Path(__file__).with_suffix(".toml"))
