"""Who may carry whom: Infantry riding piggyback, Divisional Trucks and Jeeps."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.model import Step
from clubroute.rules.gts.movement_tables import MovementTable
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.position.names import same_group


@dataclass(frozen=True, slots=True)
class Carriage:
    """The verdict on carrying: refusals as lines of a receipt, what was not checked, remarks."""

    refusals: tuple[Step, ...] = ()
    unchecked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


CARRIES_NONE = Carriage()
"""The verdict on a unit that carries nobody."""


def carriage(table: MovementTable, window: str, mover: Mover, number: str) -> Carriage:
    """Whether a unit in a hex may carry the Infantry it is said to carry."""
    rules, rider = table.piggyback, mover.rider
    scope, strict = rules.scope_rule, rules.restrictions_rule
    limited = rules.limits(window)
    refused: list[tuple[str, str]] = []
    unchecked: list[str] = []

    def judge(known: bool, fits: bool, why: str, condition: str, rule: str) -> None:
        if not known:
            unchecked.append(f"{condition} ({rule})")
        elif not fits:
            refused.append((why, rule))

    judge(
        True,
        mover.move_class != "leg",
        "only a vehicle carries Infantry in piggyback mode",
        "",
        scope,
    )
    judge(
        bool(rider.move_class),
        rider.move_class == "leg",
        "only Infantry rides in piggyback mode",
        "that the rider is Infantry",
        scope,
    )
    judge(
        bool(rider.formation and rider.vehicle_formation),
        same_group(rider.formation, rider.vehicle_formation),
        "Infantry rides on vehicles of its own Formation only",
        "that the rider is of the vehicle's Formation",
        scope,
    )
    judge(
        rider.organic is not None,
        not rider.organic,
        "Infantry with Organic Transport never rides in piggyback mode",
        "that the rider has no Organic Transport",
        strict,
    )
    judge(
        rider.steps is not None and rider.vehicle_steps is not None,
        (rider.steps or 0) <= (rider.vehicle_steps or 0),
        "the vehicle has fewer Steps than the Infantry it carries",
        "that the vehicle has at least as many Steps as the rider",
        strict,
    )
    if limited:
        names = " and ".join(rules.who)
        judge(
            bool(mover.groups),
            any(same_group(who, group) for who in rules.who for group in mover.groups),
            f"only {names} ride in piggyback mode",
            f"that the Units are {names}",
            scope,
        )
        unchecked.append(f"that the Units arrived or were set up so ({scope})")
    unchecked.append(f"that the vehicle is activated: both move as one ({rules.together_rule})")
    lines = tuple(Step(why, rule, None, number, verdict="illegal") for why, rule in refused)
    free = f"in the combined game all may ride in piggyback mode ({rules.freed_rule})"
    notes = (free,) if rules.who and not limited else ()
    return Carriage(lines, tuple(unchecked), notes)
