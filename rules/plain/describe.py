"""``hex.describe`` of a game of one's own: what its map shows in a hex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.hex_facts import around, hex_facts
from clubroute.rules.plain.asked import AboutOwnState
from clubroute.rules.plain.compass import towards
from clubroute.rules.position.record import needed


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHexAsked(AboutOwnState):
    """The parameters of ``hex.describe``."""

    hex: str = needed(HEX, "a printed hex number")


@method("hex.describe", answers={"type": "object"})
def describe(context: Context, asked: OwnHexAsked) -> Any:
    """A hex: terrain, hexsides, Roads, areas, who stands there, and what each fact rests on."""
    country = asked.country
    here = country.id(asked.hex)
    record = hex_facts(country, here)
    units = [one.call for one in asked.state.in_hex({record["hex"]})]
    name = f" {record['name']}" if "name" in record else ""
    told = [record["terrain"].replace("_", " ")]
    beyond = around(country, here, towards(country.lattice))
    for side in beyond["hexsides"]:
        lines = [one["kind"].replace("_", " ") for one in side.get("features", ())]
        lines += [one["name"] or one["kind"] for one in side.get("roads", ())]
        if lines:
            told.append(f"{side['direction']} {', '.join(lines)}")
    if units:
        told.append(f"there {'stands' if len(units) == 1 else 'stand'} {', '.join(units)}")
    summary = f"{record['hex']}{name}: {'; '.join(told)}"
    more = {"units": units} if units else {}
    return {"hex": record["hex"], "summary": summary, **record, **more, **beyond}
