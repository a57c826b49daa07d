"""Engineer Actions and the Troop Quality Check they take (WED and TDC 2.15.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.chances import OUTCOMES
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.called import names_of
from clubroute.rules.gts.kinds import choice
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows, rated_faces
from clubroute.rules.position.record import said

ACTION_VERDICTS = (*LEGALITY, "decided")
ACTION: Mapping[str, Any] = {"result": {"type": "string"}, "outcomes": OUTCOMES}
"""The results of an Action with a Troop Quality Check."""
ACTION_WITH_FIRE: Mapping[str, Any] = {**ACTION, "fire_modifiers": {"type": "object"}}
"""The same, and the modifiers of fire at whoever takes it."""


class Attempt(Protocol):
    """A question about an Action that a Troop Quality Check decides."""

    @property
    def unit(self) -> Unit:
        """The Unit that takes it."""

    @property
    def check(self) -> str | None:
        """The result of the check."""

    @property
    def die(self) -> int | None:
        """The die of the check."""


def the_check() -> Any:
    """Declare how a Troop Quality Check went."""
    return said(
        choice("passed", "failed"),
        "how its Troop Quality Check went; or give the die and unit.tq; else both results are "
        "listed",
    )


def rating_of(context: Context, unit: Unit) -> OwnerRow | None:
    """Find the owner's row of ratings for a Unit, by any name, its front unless ``back`` is said.

    None if there is none.
    """
    face = "back" if unit.back else "front"
    return rated_faces(context, "ratings", names_of(unit)).get(face)


def is_engineer(context: Context, unit: Unit) -> bool | None:
    """Tell whether a Unit has the engineer symbol, None if neither question nor owner says."""
    if unit.engineer is not None:
        return unit.engineer
    row = rating_of(context, unit)
    if row is not None:
        return row.yes("engineer")
    return True if unit.kind == "engineer" else None


def passes(
    work: Working,
    context: Context,
    unit: Unit,
    cite: str,
    check: str | None,
    die: int | None,
) -> bool | None:
    """Tell how a Troop Quality Check went: as told, or by the die; None if neither is there.

    With a die the Unit's Troop Quality (``unit.tq``, as it is after all modifiers, or the owner's
    table) and the series' way of reading it (owner/series.csv) must be known.
    """
    if check is not None:
        return check == "passed"
    if die is None:
        return None
    quality = unit.tq
    if quality is None and (row := rating_of(context, unit)) is not None:
        quality = row.number("tq")
        work.leave("modifiers of its Troop Quality (supply.troop_quality tells them)")
    if quality is None:
        work.need(f"unit.tq, or {need('ratings', 'its Troop Quality')}")
        return None
    way = next((row.text("value") for row in owner_rows(context, "series") or ()), "")
    if not way:
        work.need(need("series", "tq_check, whether a die equal to the Troop Quality passes"))
        return None
    passed = die <= quality if way == "at_most" else die < quality
    text = "passed" if passed else "failed"
    work.say(f"Troop Quality Check: {die} against {quality}, {text}", cite)
    return passed


def engineer_action(
    work: Working,
    context: Context,
    unit: Unit,
    hexes: Sequence[str],
    cite: str,
    *,
    engineer: bool = True,
    again: bool = True,
) -> None:
    """Add the conditions of an Engineer Action in one of some hexes as lines.

    :param engineer: whether the Unit must have the engineer symbol.
    :param again: whether it may be tried again: only then a Men at Work marker counts for anything.
    """
    name = unit.call or "the Unit"
    where = " or ".join(hexes)
    if engineer:
        work.check(
            is_engineer(context, unit),
            f"{name} is an engineer",
            f"{name} has no engineer symbol",
            cite,
            f"unit.engineer, or {need('ratings', 'whether it has the engineer symbol')}",
        )
    work.check(
        unit.hex in hexes if unit.hex else None,
        f"it begins its Action in {where}",
        f"it must begin its Action in {where}" + (f", not in {unit.hex}" if unit.hex else ""),
        cite,
        "unit.hex: where it begins its Action",
    )
    work.check(
        None if unit.column is None else not unit.column,
        "it is not in Column",
        "a Unit in Column may not take an Engineer Action",
        cite,
        "unit.column: whether it is in Column",
    )
    work.say(
        "an Engineer Action: no Command Point may be spent on it, it triggers Opportunity Fire"
        + (", a Men at Work marker may be placed if the check fails" if again else ""),
        cite,
    )


def attempted(
    work: Working,
    context: Context,
    asked: Attempt,
    hexes: Sequence[str],
    cite: str,
    *,
    engineer: bool = True,
    again: bool = True,
) -> bool | None:
    """Add an Engineer Action's conditions, and tell how its check went, None if it is not said.

    See :func:`engineer_action` and :func:`passes`.
    """
    engineer_action(work, context, asked.unit, hexes, cite, engineer=engineer, again=again)
    if work.forbidden:
        return None
    return passes(work, context, asked.unit, cite, asked.check, asked.die)
