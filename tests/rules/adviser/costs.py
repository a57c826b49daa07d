"""What ``move.check`` says that a drag costs, to hold ``adviser.drag`` to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.adviser.questions import LiveTable

CLASSES = ("leg", "wheeled", "tracked")
PRICED = ("legal", "undetermined")


@dataclass(frozen=True, slots=True)
class PricedDrag:
    """A drag, with the answer of ``adviser.drag`` and the cost by ``move.check``, None where that
    has none; ``less``: the whole activation can be had for less."""

    unit: str
    answer: Mapping[str, Any]
    cost: float | None
    less: bool

    @property
    def apart(self) -> bool:
        """Whether both prices differ."""
        return not self.less and self.answer.get("cost") != self.cost


def priced(table: LiveTable, piece: str, answer: Mapping[str, Any]) -> PricedDrag | None:
    """What ``move.check`` says of a drag that was answered and is not made yet; None if it is
    nothing to judge."""
    unit = table.unit(piece)
    if unit is None or unit.hex is None or answer.get("verdict") in (None, "none"):
        return None
    record, ends = table.record(unit), (answer["from"], answer["to"])
    leads = "spent" in answer  # else nothing leads there, and no way is looked for
    costs = [checked(table, record, ends, leads)]
    if costs == [None]:  # a leader, of whom nobody says how he moves: at least
        costs = [checked(table, {**record, "class": one}, ends, leads=False) for one in CLASSES]
    cost = min((one for one in costs if one is not None), default=None)
    less = cost is not None and answer.get("spent", cost) < cost
    return PricedDrag(unit.id, answer, cost, less)


def checked(
    table: LiveTable, record: Mapping[str, Any], ends: tuple[str, str], leads: bool
) -> float | None:
    """The cost of the step from hex to hex; where it is refused, of the cheapest way, each step of
    which is checked."""
    found = asked(table, "move.check", unit=record, path=list(ends))
    if found.get("verdict") not in PRICED and leads:
        way = asked(table, "move.best", unit=record, to=ends[1], **{"from": ends[0]}).get("path")
        path = [{"hex": one["hex"], "column": one["column"]} for one in way or ()]
        found = asked(table, "move.check", unit=record, path=path) if path else {}
    cost: float | None = found["total"] if found.get("verdict") in PRICED else None
    return cost


def asked(table: LiveTable, name: str, **told: Any) -> Mapping[str, Any]:
    """The answer to a question, empty where it cannot be asked."""
    try:
        found: Mapping[str, Any] = table.ask(name, told)
    except InputError:
        return {}
    return found
