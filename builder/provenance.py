"""What a fact rests on: a rulebook, the owner's own map, a survey of sources, or an assumption."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

Provenance: TypeAlias = Literal["rulebook", "owner", "survey", "assumed"]

PROVENANCES: tuple[Provenance, ...] = ("rulebook", "owner", "survey", "assumed")
"""From the strongest to the weakest. ``owner``: the map on the owner's own table, by his module."""

SOURCES: tuple[Provenance, ...] = ("rulebook", "survey", "assumed")
"""Those that our own map sources have."""


def weakest(values: Iterable[Provenance]) -> Provenance:
    """The weakest of several provenances (``rulebook`` for none): what an answer rests on.

    >>> weakest(["rulebook", "assumed", "survey"])
    'assumed'
    """
    return max(values, key=PROVENANCES.index, default="rulebook")
