"""Answers for a unit of which nobody said whether it is in Column: both, and what that decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clubroute.rules.gts.movement.answers.assumed import open_line
from clubroute.rules.gts.movement.answers.saying import amount
from clubroute.rules.gts.movement.answers.turning import said
from clubroute.rules.gts.movement.mover import Mover
from clubroute.rules.model import Receipt

ASKED = "unit.column: whether it is in Column"


def in_either(mover: Mover, judge: Callable[[Mover], Receipt]) -> Receipt:
    """Judge a unit by its formation; by both, if that is not said.

    Where they agree in verdict and cost, it is the answer. Where only the cost differs, it is that
    of a unit not in Column, and says so. Where the verdict differs it is undetermined.
    """
    if not mover.unformed:
        return judge(mover)
    out = judge(replace(mover, column=False))
    if out.verdict == "undetermined" and not out.needs:
        return out
    formed = judge(replace(mover, column=True))
    if said(out) == said(formed):
        return out
    if out.verdict == formed.verdict:
        price = outcome(formed) if formed.total is None else f"{amount(formed.total)} MP"
        words = f"{out.summary}; not in Column assumed, in Column {price}"
        needs = dict.fromkeys((*out.needs, *formed.needs))
        return replace(out, summary=words, needs=tuple(needs))
    need = f"{ASKED}; if so: {outcome(formed)}; if not: {outcome(out)}"
    return Receipt(
        "undetermined",
        tuple(open_line(step) for step in out.steps),
        None,
        (need,),
        tuple(dict.fromkeys((*out.unchecked, *formed.unchecked))),
        f"undetermined: turns on {need}",
        {name: value for name, value in out.extra.items() if name == "notes"},
    )


def outcome(receipt: Receipt) -> str:
    """An answer in a few words: what it costs, why not, or what it needs."""
    if receipt.verdict == "undetermined":
        first, *_ = (*receipt.needs, "")
        return f"undetermined: {first.partition('. ')[0]}"
    refusal = next((step for step in receipt.steps if step.verdict == "illegal"), None)
    if refusal is not None:
        return f"illegal: {refusal.why} [{refusal.rule}]"
    if "counts" in receipt.extra:
        return f"{receipt.extra['counts']['hexes']} hexes"
    return receipt.verdict if receipt.total is None else f"{amount(receipt.total)} MP"
