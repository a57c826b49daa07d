"""How far one sees at all: night, fog and day, as far as the owner of the game has said so.

The distances are in the series rules, which are not part of either game's rules: they are
the owner's data. Without them a line that is clear at night is undetermined.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.gts.position.turns import NIGHT, Now
from clubroute.rules.position.record import given, plain, said

CONDITIONS: tuple[str, ...] = ("night", "fog", "day")

HEXES_SEEN = plain({"type": "integer", "minimum": 0, "maximum": 1000})


@dataclass(frozen=True, slots=True, kw_only=True)
class SightLimits:
    """The longest range at which one sees, in hexes; None where it is not said."""

    night: int | None = said(HEXES_SEEN)
    fog: int | None = said(HEXES_SEEN)
    day: int | None = said(HEXES_SEEN)


@dataclass(frozen=True, slots=True)
class SightLimit:
    """The longest range one sees, in hexes (None: no limit known), and what is missing."""

    hexes: int | None = None
    why: str = ""
    needs: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def limit_of(now: Now | None, limits: SightLimits) -> SightLimit:
    """The limit in a state's turn (or none), by the owner's distances."""
    known = given(limits)
    if now is None:
        return SightLimit(known.get("day"), "by day", unchecked=("night and fog (no turn given)",))
    unchecked = []
    if now.time is None:
        unchecked.append("night (the turn's time is not given)")
    if now.weather is None:
        unchecked.append("fog (the turn's weather is not given)")
    holds = {"night": now.time == NIGHT, "fog": now.weather == "fog"}
    conditions = [name for name in CONDITIONS[:2] if holds[name]]
    needs = tuple(
        f"how many hexes one sees {phrase(name)} (series rules): give sight.{name}"
        for name in conditions
        if name not in known
    )
    told = [(known[name], phrase(name)) for name in conditions or ["day"] if name in known]
    hexes, why = min(told, default=(None, ""))
    return SightLimit(hexes, why, needs, tuple(unchecked))


def phrase(condition: str) -> str:
    """A condition in words."""
    return {"night": "at night", "fog": "in fog", "day": "by day"}[condition]
