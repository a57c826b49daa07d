"""What an answer rests on of a scenario's set-up: found by asking again without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.methods import AnotherAnswerError
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.position import (
    IN_HEX,
    UNITS,
    Begun,
    SetUpFact,
)

Again = Callable[[Position], Any]


def rests_on(position: Position, answer: Any, again: Again) -> Any:
    """An answer with the facts of the set-up it turns on, each ``as set up`` in its scenario."""
    begun = position.begun
    if begun is None:
        return answer
    found = answer if same(answer, again, begun.alone()) else with_facts(begun, answer, again)
    if not isinstance(found, Receipt) or not leaves_units(begun, answer, again):
        return found
    more = f"the Units that {begun.set_up.scenario} sets up: its text leaves them to another book"
    return replace(found, unchecked=(*found.unchecked, more))


def leaves_units(begun: Begun, answer: Any, again: Again) -> bool:
    """Whether an answer rests on Units said beside a set-up that does not tell its own."""
    said = begun.said
    if not (said.beside_set_up and said.units) or begun.set_up.units is not None:
        return False
    return not same(answer, again, begun.complete(replace(said, units=None)))


def with_facts(begun: Begun, answer: Any, again: Again) -> Any:
    """An answer with the facts of the set-up it turns on."""
    facts = deciding(begun, answer, again)
    name = begun.set_up.scenario
    steps = tuple(Step(told(fact, name), fact.cite, provenance=fact.provenance) for fact in facts)
    waiting = begun.set_up.to_place if any(on_units(fact) for fact in facts) else ()
    if isinstance(answer, Receipt):
        from clubroute.rules.position.beside import still_to_place

        more = (still_to_place(waiting, name, "Unit"),) if waiting else ()
        # An answer that has no words of its own tells its deciding line: not one of these.
        words = answer.summary or answer.gist
        return replace(
            answer,
            summary=words,
            steps=(*steps, *answer.steps),
            unchecked=(*answer.unchecked, *more),
        )
    if isinstance(answer, Mapping):
        return {**answer, "as_set_up": [step.record() for step in steps]}
    return answer


def on_units(fact: SetUpFact) -> bool:
    """Whether a fact is about Units."""
    return fact.part == UNITS or fact.part.startswith(IN_HEX)


def told(fact: SetUpFact, scenario: str) -> str:
    """One fact as a line of an answer."""
    return f"as set up, {scenario}: {fact.text}"


def deciding(begun: Begun, answer: Any, again: Again) -> tuple[SetUpFact, ...]:
    """The facts without which the answer is another: as few as will do."""
    gone: frozenset[str] = frozenset()

    def needed(facts: tuple[SetUpFact, ...]) -> tuple[SetUpFact, ...]:
        nonlocal gone
        without = gone | {fact.part for fact in facts}
        if same(answer, again, begun.without(without)):
            gone = without
            return ()
        if len(facts) < 2:
            return facts
        middle = len(facts) // 2
        return (*needed(facts[:middle]), *needed(facts[middle:]))

    # A bridge that is named, and not said, would stand as all others do: these go first.
    found = needed(tuple(sorted(begun.facts, key=lambda fact: fact.part != "")))
    units = next((fact for fact in found if fact.part == "units"), None)
    there = () if units is None else needed(stood(begun, units))
    # That nobody stands anywhere else decides, too; then the whole list is the fact.
    return tuple(fact for fact in found if fact is not units or not there) + there


def stood(begun: Begun, units: SetUpFact) -> tuple[SetUpFact, ...]:
    """The Units of a set-up as one fact for each hex."""
    by_hex: dict[str, list[str]] = {}
    for unit in begun.set_up.units or begun.set_up.listed:
        if unit.hex is not None:
            by_hex.setdefault(unit.hex, []).append(unit.call or "a Unit")
    return tuple(
        replace(units, part=f"{IN_HEX}{hex_}", text=f"{' and '.join(names)} in {hex_}")
        for hex_, names in by_hex.items()
    )


def same(answer: Any, again: Again, position: Position) -> bool:
    """Whether another position brings the same answer."""
    return bool(asked(again, position) == answer)


def asked(again: Again, position: Position) -> Any:
    """The answer in another position. A refusal is its text, and so another answer."""
    try:
        return again(position)
    except (InputError, AnotherAnswerError) as error:
        return str(error)
