"""Declarations that the campaign's methods share: parameters, the result, readings of a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.methods import Param
from rules.states import STATE_SCHEMA

MAPS = ("wed", "tdc", "mg")
ALLIED, GERMAN = "Allied", "German"
SIDES = (ALLIED, GERMAN)
ENEMY: Mapping[str, str] = {ALLIED: GERMAN, GERMAN: ALLIED}

HEX: Mapping[str, Any] = {"type": "string", "maxLength": 12}
HEXSIDE: Mapping[str, Any] = {"type": "string", "maxLength": 24}
NAME: Mapping[str, Any] = {"type": "string", "maxLength": 100}
DIE: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": 9}
COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": 999}
YES: Mapping[str, Any] = {"type": "boolean"}
SIDE: Mapping[str, Any] = {"type": "string", "enum": list(SIDES)}
TEXTS: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}

MAP_PARAM = Param("map", {"type": "string", "enum": list(MAPS)}, "the map: wed, tdc or mg", True)
GAME_PARAM = Param(
    "game",
    {"type": "string", "enum": list(MAPS)},
    "whose rules: wed, tdc, or mg for both games joined",
    True,
)
STATE_PARAM = Param(
    "state", STATE_SCHEMA, "the position and its history (docs/campaign.md); or a handle"
)
DIE_PARAM = Param("die", DIE, "the die, 0 to 9; without it every face's result is listed")

UNIT: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "id": NAME,
        "name": NAME,
        "side": SIDE,
        "hex": HEX,
        "class": {"type": "string", "enum": ["leg", "wheeled", "tracked"]},
        "column": YES,
        "engineer": YES,
        "division": NAME,
        "formation": NAME,
        "tq": {"type": "integer", "minimum": -9, "maximum": 19},
        "back": {"type": "boolean", "description": "whether its back is up"},
        "range": {"type": "integer", "minimum": 0, "maximum": 999},
        "minimum": {"type": "integer", "minimum": 0, "maximum": 999},
    },
}
"""A Unit asked about; docs/campaign.md lists what else it may say."""


def answer_schema(*verdicts: str, **extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """JSON Schema of an answer: its verdicts, and further results by name."""
    return {
        "type": "object",
        "required": ["verdict", "steps", "provenance"],
        "properties": {
            "verdict": {"enum": list(verdicts)},
            "summary": {"type": "string"},
            "steps": {"type": "array", "items": {"type": "object"}},
            "needs": TEXTS,
            "unchecked": TEXTS,
            "notes": TEXTS,
            "provenance": {"enum": ["rulebook", "survey", "assumed"]},
            **extra,
        },
    }


LEGALITY = answer_schema("legal", "illegal", "undetermined")
OUTCOMES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}


def state_in(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """The state of a question, empty if there is none."""
    found: Mapping[str, Any] = params.get("state") or {}
    return found


def units_in(state: Mapping[str, Any], hexes: Iterable[str], side: str) -> list[Mapping[str, Any]]:
    """The side's Units in some hexes (printed numbers)."""
    where = set(hexes)
    return [u for u in state.get("units", ()) if u.get("side") == side and u.get("hex") in where]


def fire_zones(state: Mapping[str, Any], side: str) -> frozenset[str] | None:
    """The hexes (as printed) in which a side projects Fire Zones, None if it is not told."""
    told = state.get("fire_zones", {})
    return frozenset(told[side]) if side in told else None


def in_fire_zone(state: Mapping[str, Any], side: str, hexes: Sequence[str]) -> bool | None:
    """Whether a side projects a Fire Zone into one of the hexes, None if it is not told."""
    zones = fire_zones(state, side)
    return None if zones is None else any(hex in zones for hex in hexes)


def need_fire_zones(side: str) -> str:
    """What an answer needs when Fire Zones are not told."""
    return f"state.fire_zones.{side}: the hexes in which it projects Fire Zones (series rules)"


def same_name(a: str, b: str) -> bool:
    """Whether two names mean the same Division or Formation: one may have more words."""
    one, other = set(a.casefold().split()), set(b.casefold().split())
    return bool(one and other) and (one <= other or other <= one)
