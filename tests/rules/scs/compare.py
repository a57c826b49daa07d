"""Compares the answers about a drawn map and position with the second opinion."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.rules.asking.ask import ask
from tests.rules.scs.oracle import (
    marches,
    reach,
    traced,
    world,
)


def differences(seed: int) -> Iterator[str]:
    """What the rules and the second opinion say differently of a seed's map and position."""
    made = world(seed)
    context, state = made.context(), made.record()
    asked = {"map": "ins", "unit": made.unit, "from": made.start, "state": state}
    found = ask(context, "move.reach", asked).get("hexes", {})
    wanted = reach(made)
    if found != wanted:
        yield f"{seed}: move.reach {sorted(set(found.items()) ^ set(wanted.items()))}"
    answer = ask(context, "roadmarch.reach", asked)
    may = marches(made)
    if (answer["verdict"] == "legal") != (may is not None) or (may or {}) != answer.get(
        "hexes", {}
    ):
        other = sorted(set((may or {}).items()) ^ set(answer.get("hexes", {}).items()))
        yield f"{seed}: roadmarch.reach {answer['verdict']}, {other}"
    here = {"name": "mover", "hex": made.start, "oos": False}
    kinds = {
        "german": {"side": "German"},
        "airborne": {"side": "Allied", "division": "82"},
        "corps": {"side": "Allied", "division": "XXX Corps"},
    }
    for kind, unit in kinds.items():
        if kind == "german":
            sides = {"German": "Allied", "Allied": "German"}
            units = [{**one, "side": sides[one["side"]]} for one in state["units"]]
            told = {**state, "units": units}
        else:
            told = state
        trace = ask(
            context, "supply.trace", {"map": "ins", "unit": {**here, **unit}, "state": told}
        )
        steps = traced(made, kind)
        if (trace["verdict"] == "open") != (steps is not None):
            yield f"{seed}: supply.trace {kind} {trace['verdict']}, {steps}"
        elif steps is not None and kind != "corps" and len(trace["path"]) - 1 != steps:
            yield f"{seed}: supply.trace {kind} {trace['path']}, {steps}"
