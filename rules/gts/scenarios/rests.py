"""What an answer rests on of a scenario's set-up: found by asking again without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.begun import Begun, Fact, begin
from clubroute.rules.model import Receipt, Step

Again = Callable[[Position], Any]


def rests_on(position: Position, answer: Any, again: Again) -> Any:
    """An answer with the facts of the set-up it turns on, each ``as set up`` in its scenario."""
    begun = position.begun
    if begun is None or same(answer, again, begun.said):
        return answer
    facts = deciding(begun, answer, again)
    name = begun.set_up.scenario
    steps = tuple(Step(told(fact, name), fact.cite, provenance=fact.provenance) for fact in facts)
    waiting = begun.set_up.to_place if any(fact.part == "units" for fact in facts) else ()
    if isinstance(answer, Receipt):
        more = (still_to_place(waiting, name),) if waiting else ()
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


def told(fact: Fact, scenario: str) -> str:
    """One fact as a line of an answer."""
    return f"as set up, {scenario}: {fact.text}"


def still_to_place(waiting: tuple[str, ...], scenario: str) -> str:
    """The line on Units that are in play, and of which nobody can say where they stand."""
    return (
        f"{len(waiting)} Units of {scenario} still to be placed, neither there nor absent: "
        + "; ".join(dict.fromkeys(waiting))
    )


def deciding(begun: Begun, answer: Any, again: Again) -> tuple[Fact, ...]:
    """The facts without which the answer is another: as few as will do."""
    gone: frozenset[str] = frozenset()

    def needed(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        nonlocal gone
        without = gone | {fact.part for fact in facts}
        if same(answer, again, begin(begun.said, begun.set_up, without)):
            gone = without
            return ()
        if len(facts) == 1:
            return facts
        middle = len(facts) // 2
        return (*needed(facts[:middle]), *needed(facts[middle:]))

    # A bridge that is named, and not said, would stand as all others do: these go first.
    return needed(tuple(sorted(begun.facts, key=lambda fact: fact.part != "")))


def same(answer: Any, again: Again, position: Position) -> bool:
    """Whether another position brings the same answer."""
    return bool(asked(again, position) == answer)


def asked(again: Again, position: Position) -> Any:
    """The answer in another position. A refusal is its text, and so another answer."""
    try:
        return again(position)
    except InputError as error:
        return str(error)
