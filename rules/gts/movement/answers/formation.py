"""Answers for a unit of which nobody said whether it is in Column, or mounted: both, and what that
decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import Receipt
from clubroute.rules.gts.movement.answers.assumed import open_line
from clubroute.rules.gts.movement.answers.saying import amount
from clubroute.rules.gts.movement.answers.turning import said
from clubroute.rules.gts.situation.mover import Mover


@dataclass(frozen=True, slots=True)
class InOrNot:
    """What a unit may be in or not, in words: the part of a question that says it, no, yes."""

    asked: str
    out: str
    within: str


COLUMN = InOrNot("unit.column: whether it is in Column", "not in Column", "in Column")
MOUNTED = InOrNot("unit.mounted: whether it is on its Organic Transport", "on foot", "mounted")


Judge = Callable[[Mover], Receipt]
ASSUMED_GROUND = ", assumed: the terrain it enters is not said"
"""How the line of a step's terrain ends where nobody told it."""


def in_either(mover: Mover, judge: Judge, compare: Judge | None = None) -> Receipt:
    """Judge a unit as it is; in Column and not, mounted and on foot, where that is not said.

    ``compare`` judges it in every form but the first, of which no notes are shown; ``judge`` does
    if it is not given.
    """
    other = compare or judge
    if mover.unformed:
        known = replace(mover, unformed=False, column=False)
        out = in_either(known, judge, compare)
        return by_form(COLUMN, out, in_either(replace(known, column=True), other))
    if mover.unmounted and mover.organic:
        known = replace(mover, unmounted=False)
        riding = replace(known, mounted=True, move_class=mover.organic)
        return by_form(MOUNTED, judge(known), other(riding))
    return judge(mover)


def by_form(form: InOrNot, out: Receipt, within: Receipt) -> Receipt:
    """The answer for a unit that is in a form or not.

    Where both agree in verdict and cost, it is the answer. Where only the cost differs, it is that
    of a unit that is not, and says so. Where the verdict differs it is undetermined.
    """
    if said(out) == said(within) or (out.verdict == "undetermined" and not out.needs):
        return out
    if out.verdict == within.verdict:
        price = outcome(within) if within.total is None else price_of(within)
        words = f"{out.summary}; {form.out} assumed, {form.within} {price}"
        needs = dict.fromkeys((*out.needs, *within.needs))
        return replace(out, summary=words, needs=tuple(needs))
    need = f"{form.asked}; if so: {outcome(within)}; if not: {outcome(out)}"
    return Receipt(
        "undetermined",
        tuple(open_line(step) for step in out.steps),
        None,
        (need,),
        tuple(dict.fromkeys((*out.unchecked, *within.unchecked))),
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
        return f"{so_many(receipt.extra['counts']['hexes'], 'hex')}"
    return receipt.verdict if receipt.total is None else price_of(receipt)


def price_of(receipt: Receipt) -> str:
    """What a step or way costs, with the ground it is assumed to be on."""
    price = f"{amount(receipt.total or 0)} MP"
    ground = next((one for one in receipt.steps if one.why.endswith(ASSUMED_GROUND)), None)
    if ground is None:
        return price
    of_it = f", of which the terrain is {amount(ground.cost or 0)} MP"
    return f"{price} into clear{of_it if ground.cost != receipt.total else ''}"
