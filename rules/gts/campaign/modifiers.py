"""Fire modifiers of Units at bridges (WED 2.15; TDC 2.15, 2.15.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.campaign.ask import state_in
from clubroute.rules.gts.campaign.bridges import KINDS, told_of
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.mapfile import MapFile


def bridge_modifier(map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.modifier``: a Unit in Column in a hex with a bridge hexside."""
    work, state = Working(), state_in(params)
    hex = map.id(params["hex"])
    rules = book("bridge", map.game(hex))
    plain, pontoon = rules["modifier"], rules["pontoon"]
    cite = plain.cite
    if not params["column"]:
        work.say("not in Column: no modifier for a bridge", cite)
        return work.record("decided", modifier=0, terrain=True)
    for place in range(hex * 6, hex * 6 + 6):
        for feature in map.sides.get(place, ()):
            if feature.kind not in KINDS:
                continue
            number = map.hexside_number(place)
            basis = map.bases[feature.basis].provenance
            if feature.kind == "bridge":
                work.say(f"in Column in a hex with {feature.name} ({number})", cite, basis)
                work.leave("a raised Road in the same hex (not both: the bridge's rule says so)")
                return work.record("decided", modifier=plain.number("column"), terrain=False)
            words, _ = told_of(state, set(number.split("/")))
            if "assembled" not in words:
                continue
            if not params.get("side"):
                work.need("side: only Allied Units take the pontoon bridge's modifier")
                return work.record("undetermined")
            if params["side"] == pontoon.text("side"):
                work.say(f"Allied and in Column at {feature.name} ({number})", pontoon.cite, basis)
                return work.record("decided", modifier=pontoon.number("column"), terrain=True)
    work.say("no bridge hexside: no modifier", cite, map.provenance_of(hex))
    return work.record("decided", modifier=0, terrain=True)
