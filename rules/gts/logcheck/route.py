"""Judges the Club Route's book-keeping: the Marker's moves and the markers a turn earns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.clubroute.question import rule_set_of
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.refusal import line_of, refusal

VERDICTS: Mapping[str, Verdict] = {
    "legal": "legal",
    "illegal": "illegal",
    "undetermined": "unchecked",
}
LABELS = {"attacked": "Attacked", "closed": "Closed"}


def marker_moved(
    context: Context,
    mapfile: MapFile,
    start: int,
    end: int,
    state: Mapping[str, Any],
    turn: Mapping[str, str] | None,
    counted: bool,
    bare: LogFinding,
) -> LogFinding:
    """Judge a move of the Club Route Marker from one hex to another.

    ``counted``: the players keep the turn tracker, so that it proves which turn it is. ``bare`` is
    the finding without a verdict.
    """
    whole = {**state, "club_route": {"marker": mapfile.number(start)}}
    if turn is not None and counted:
        whole["turn"] = dict(turn)
    else:
        whole.pop("turn", None)
    asked = {"map": mapfile.window, "state": whole, "to": mapfile.number(end)}
    try:
        receipt: Mapping[str, Any] = context.registry.ask(context, "clubroute.advance", asked)
    except InputError as error:
        why = "the advance cannot be judged"
        return replace(bare, verdict="unchecked", why=why, needs=(str(error),))
    verdict = VERDICTS.get(receipt["verdict"], "unchecked")
    refusing = [s for s in receipt["steps"] if s.get("verdict") == "illegal"]
    needs = tuple(receipt.get("needs", ()))
    why = refusing[-1]["why"] if refusing else str(receipt["summary"])
    rule = refusing[-1]["rule"] if refusing else rule_of(context, mapfile, "advance")
    return replace(
        bare,
        verdict=verdict,
        why=why,
        rule=rule,
        needs=needs,
        receipt=receipt,
        method="clubroute.advance",
        asked=asked,
        provenance=receipt["provenance"],
    )


def rule_of(context: Context, mapfile: MapFile, part: str) -> str:
    """The citation of a part of the map's Club Route rules."""
    rules = rule_set_of(context, mapfile.window, "printed")
    return rules[part].cite


def marker_earned(
    context: Context,
    mapfile: MapFile,
    kind: str,
    steps: Sequence[int],
    counted: bool,
    raid: bool,
    bare: LogFinding,
) -> LogFinding:
    """Judge an Attacked or Closed marker that came into the box; a turn earns few of each (4.3.3).

    ``steps`` are those of the markers of its kind that came in this turn, its own last.
    ``counted``: the players keep the turn tracker. ``raid``: the air raid's markers are in the
    game; its Closed markers do not count for the turn (S5.2).
    """
    if mapfile.window == "tdc":
        why = "these rules have no such markers"
        return replace(bare, verdict="unchecked", why=why, needs=("the Club Route rule in play",))
    rules = rule_set_of(context, mapfile.window, "printed")
    most = rules["attack"].number(f"most_{kind}")
    label = LABELS[kind]
    rule = rule_of(context, mapfile, "attack")
    if len(steps) <= most:
        why = f"{label} marker {len(steps)} of at most {most} this turn"
        return replace(bare, verdict="legal", why=why, rule=rule)
    why = f"{label} marker {len(steps)} this turn: at most {most} is earned"
    found = replace(bare, steps=tuple(steps), why=why, rule=rule)
    if kind == "closed" and raid:
        needs = ("whether the air raid earned it",)
        return replace(found, verdict="possible", why=why + ", unless by the air raid", needs=needs)
    if not counted:
        needs = ("the turn: the log never moves the turn tracker",)
        return replace(found, verdict="unchecked", needs=needs)
    steps_seen = [line_of(f"{label} marker at step {at}", rule) for at in steps]
    receipt = refusal(why, steps_seen)
    return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")
