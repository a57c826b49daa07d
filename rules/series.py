"""The series of games the rules know, and where each one's questions are answered.

Lists of games and maps stand here and nowhere else. A module is imported when one of its questions
is first asked, so that a question pays only for its own kind.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

STATE = "state"

Families: TypeAlias = Mapping[str, tuple[str, ...]]
"""The first part of a method's name → the modules that answer such methods."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series: its ``maps`` (each names its games' rules, too), and who answers its questions.

    ``position`` is the module that reads a state (``read_position``).
    """

    name: str
    maps: tuple[str, ...]
    lattice: str
    families: Families
    position: str

    def read_state(self, value: Mapping[str, Any], handle: str = "") -> Any:
        """Parse a state, told its handle if it is to be open. :raises InputError: it is wrong."""
        found = importlib.import_module(self.position).read_position(value, STATE)
        return replace(found, handle=handle)

    def state_schema(self) -> Mapping[str, Any]:
        """The JSON Schema of a state."""
        from clubroute.rules.position.record import record_schema

        return record_schema(importlib.import_module(self.position).Position)


FRAME: Families = {
    "owner": ("clubroute.rules.owner.methods",),
    "log": ("clubroute.rules.logs.methods",),
    "state": ("clubroute.rules.service.state_methods",),
    "hello": ("clubroute.rules.service.rpc_methods",),
    "rpc": ("clubroute.rules.service.rpc_methods",),
}
"""Families that belong to no series."""

GTS = "clubroute.rules.gts"
SERIES: tuple[Series, ...] = (
    Series(
        "gts",
        ("wed", "tdc", "mg"),
        "gts",
        {
            "step": (f"{GTS}.move_methods",),
            "move": (f"{GTS}.move_methods",),
            "hex": (f"{GTS}.move_methods",),
            "los": (f"{GTS}.los_methods",),
            "clubroute": (f"{GTS}.clubroute_methods",),
            "bridge": (
                f"{GTS}.campaign.demolition",
                f"{GTS}.campaign.bridging",
                f"{GTS}.campaign.declaring",
                f"{GTS}.campaign.modifiers",
            ),
            "ferry": (f"{GTS}.campaign.ferrying", f"{GTS}.campaign.ferry_fates"),
            "weather": (f"{GTS}.campaign.weather",),
            "drop": (
                f"{GTS}.campaign.drops",
                f"{GTS}.campaign.drop_plan",
                f"{GTS}.campaign.landing",
            ),
            "supply": (f"{GTS}.campaign.supply",),
            "air": (f"{GTS}.campaign.air",),
            "artillery": (f"{GTS}.campaign.parks",),
            "command": (f"{GTS}.campaign.command", f"{GTS}.campaign.chits"),
            "victory": (f"{GTS}.victory_methods",),
            "offmap": (f"{GTS}.offmap_methods",),
            "flank": (f"{GTS}.offmap_methods",),
            "rout": (f"{GTS}.rout_methods",),
            "turn": (f"{GTS}.turn_methods",),
            "garrison": (f"{GTS}.garrison_methods",),
            "deploy": (f"{GTS}.garrison_methods", f"{GTS}.campaign.arrivals"),
        },
        f"{GTS}.position.position",
    ),
)
"""Every series; the first one answers where a question names no map."""

CHOOSERS = ("map", "game")
"""The parameters whose value tells which series a question is about."""


def series_of(params: Mapping[str, Any]) -> Series | None:
    """The series a question's map or game belongs to, None if it names none that is known."""
    for name in CHOOSERS:
        told = params.get(name)
        for series in SERIES:
            if isinstance(told, str) and told in series.maps:
                return series
    return None
