"""What a fact rests on: a rulebook, a survey of sources, or an assumption."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

Provenance: TypeAlias = Literal["rulebook", "survey", "assumed"]

PROVENANCES: tuple[Provenance, ...] = ("rulebook", "survey", "assumed")
"""From the strongest to the weakest."""


def weakest(values: Iterable[Provenance]) -> Provenance:
    """The weakest of several provenances (``rulebook`` for none): what an answer rests on.

    >>> weakest(["rulebook", "assumed", "survey"])
    'assumed'
    """
    return max(values, key=PROVENANCES.index, default="rulebook")
