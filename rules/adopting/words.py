"""``known.toml``: what VASSAL itself has, and what every build makes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class KnownClasses:
    """The traits of VASSAL; the parts of a module and of a map window that every build makes, by
    class, with what is lost of them, "" for nothing."""

    traits: frozenset[str]
    module: Mapping[str, str]
    map: Mapping[str, str]


@cache
def read_words() -> KnownClasses:
    """The words."""
    told = tomllib.loads((Path(__file__).parent / "known.toml").read_text(encoding="utf-8"))
    return KnownClasses(frozenset(told["traits"]), told["module"], told["map"])
