"""Engineer Actions and the Troop Quality Check they take (WED and TDC 2.15.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import same_name
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.methods import Param
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows

CHECK_PARAM = Param(
    "check",
    {"type": "string", "enum": ["passed", "failed"]},
    "how its Troop Quality Check went; or give the die and unit.tq; else both results are listed",
)


def rating_of(context: Context, unit: Mapping[str, Any]) -> OwnerRow | None:
    """The owner's row of ratings for a Unit, by id or name, its front unless ``back`` is said."""
    face = "back" if unit.get("back") else "front"
    for row in owner_rows(context, "ratings") or ():
        if row.text("face") == face and row.text("unit") in (unit.get("id"), unit.get("name")):
            return row
    return None


def is_engineer(context: Context, unit: Mapping[str, Any]) -> bool | None:
    """Whether a Unit has the engineer symbol, None if nobody says."""
    if "engineer" in unit:
        return bool(unit["engineer"])
    row = rating_of(context, unit)
    if row is not None:
        return row.yes("engineer")
    return True if unit.get("kind") == "engineer" else None


def passes(
    work: Working, context: Context, params: Mapping[str, Any], unit: Mapping[str, Any], cite: str
) -> bool | None:
    """How a Troop Quality Check went: as told, or by the die; None if neither is there.

    With a die the Unit's Troop Quality (``unit.tq``, as it is after all modifiers, or the owner's
    table) and the series' way of reading it (owner/series.csv) must be known.
    """
    if "check" in params:
        return bool(params["check"] == "passed")
    die = params.get("die")
    if die is None:
        return None
    quality = unit.get("tq")
    if quality is None and (row := rating_of(context, unit)) is not None:
        quality = row.number("tq")
        work.leave("modifiers of its Troop Quality (supply.troop_quality tells them)")
    if quality is None:
        work.need(f"unit.tq, or {need('ratings', 'its Troop Quality')}")
        return None
    way = next((r.text("value") for r in owner_rows(context, "series") or ()), "")
    if not way:
        work.need(need("series", "tq_check, whether a die equal to the Troop Quality passes"))
        return None
    passed = bool(die <= quality if way == "at_most" else die < quality)
    work.say(f"Troop Quality Check: {die} against {quality}, {told(passed)}", cite)
    return passed


def told(passed: bool) -> str:
    """A check's result in a word."""
    return "passed" if passed else "failed"


def engineer_action(
    work: Working,
    context: Context,
    unit: Mapping[str, Any],
    hexes: Sequence[str],
    cite: str,
    engineer: bool = True,
) -> None:
    """The conditions of an Engineer Action in one of some hexes, as lines.

    :param engineer: whether the Unit must have the engineer symbol.
    """
    name = unit.get("name") or unit.get("id") or "the Unit"
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
        unit["hex"] in hexes if unit.get("hex") else None,
        f"it begins its Action in {where}",
        f"it must begin its Action in {where}, not in {unit.get('hex')}",
        cite,
        "unit.hex: where it begins its Action",
    )
    work.check(
        not unit.get("column", False),
        "it is not in Column",
        "a Unit in Column may not take an Engineer Action",
        cite,
    )
    work.say(
        "an Engineer Action: no Command Point may be spent on it, it triggers Opportunity Fire, a "
        "Men at Work marker may be placed if the check fails",
        cite,
    )


def is_of(unit: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Whether a Unit is one of some, by name or id."""
    given = [str(unit.get(key, "")) for key in ("name", "id")]
    return any(same_name(one, name) for one in given for name in names)
