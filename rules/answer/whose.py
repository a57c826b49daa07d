"""Whose the ground of an answer is: our map's, or that of a module the owner has."""

from __future__ import annotations

from collections.abc import Mapping

WHOSE: Mapping[str, str] = {"rulebook": "", "owner": "your module's"}
"""By provenance, whose the ground is; "" where it need not be said. Of all others it is ours."""


def ground_named(provenance: str) -> str:
    """What shows a fact of the ground: ``our map``, or ``your module's ground``."""
    return "your module's ground" if provenance == "owner" else "our map"


def whose_ground(provenance: str) -> str:
    """Whose the ground of an answer is, by the weakest it rests on: ``our map's``."""
    return WHOSE.get(provenance, "our map's")
