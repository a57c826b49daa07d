"""Answers in every case of the facts that nobody said.

A rule is a plain function of a :class:`Case`, through which it reads each fact
(:class:`~.facts.GameFact`); the rule gets values only. A fact that is not said is taken every way
it could be (:func:`in_every_case`). If all answers agree, that is the answer; else it is
``undetermined`` and names the facts on which it turns, each with the answer it would decide. A fact
that no rule reads is never asked for.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.facts import GameFact, yes_or_no
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.working import Working

T = TypeVar("T")
MOST = 256
"""Answers that are made of one question; beyond, a fact is needed without what it decides."""


class OpenFact(Exception):  # noqa: N818
    """The signal that a fact is read and not said: the question is answered again for each case."""

    def __init__(self, fact: GameFact[Any]) -> None:
        super().__init__(fact.name)
        self.fact = fact


@dataclass(slots=True)
class Case(Working):
    """One way to take the facts that are not said. A line rests on the facts read since the line
    before."""

    taken: Mapping[str, Any] = field(default_factory=dict)
    read: list[Provenance] = field(default_factory=list)

    def __call__(self, fact: GameFact[T]) -> T:
        """Read a fact."""
        if fact.value is not None:
            self.read.append(fact.basis)
            return fact.value
        if fact.name in self.taken:
            found: T = self.taken[fact.name]
            return found
        raise OpenFact(fact)

    def holds(self, fact: GameFact[T], test: Callable[[T], bool], label: str = "") -> bool:
        """Tell whether something holds of a fact, as of an amount, without reading the fact itself.

        :param label: distinguishes several tests of a fact.
        """
        if fact.value is not None:
            return test(self(fact))
        return self(yes_or_no(f"{fact.name} {label}".strip(), None, fact.need))

    def granted(self, fact: GameFact[T], value: T, unchecked: str) -> T:
        """Read a fact that players take for granted; if it is not said, the answer says that it was
        not checked.
        """
        if fact.value is not None:
            return self(fact)
        self.leave(unchecked)
        return value

    def saw(self, *bases: Provenance) -> None:
        """Note a fact of the map or of a table, on which the next line rests."""
        self.read.extend(bases)

    def say(
        self, why: str, rule: str, provenance: Provenance | None = None, hex_: str = ""
    ) -> None:
        """Add a line, which rests on the weakest of the facts read and ``provenance``."""
        self.steps.append(Step(why, rule, start=hex_, provenance=self.rests(provenance)))

    def forbid(
        self, why: str, rule: str, provenance: Provenance | None = None, hex_: str = ""
    ) -> None:
        """Add a line that makes the answer illegal."""
        rests = self.rests(provenance)
        self.steps.append(Step(why, rule, start=hex_, provenance=rests, verdict="illegal"))

    def close(self, why: str, rule: str, hex_: str = "") -> None:
        """Add a line that closes a route."""
        self.steps.append(Step(why, rule, end=hex_, provenance=self.rests(None), verdict="closed"))

    @property
    def closed(self) -> bool:
        """Whether some line closes a route."""
        return any(step.verdict == "closed" for step in self.steps)

    def rests(self, provenance: Provenance | None) -> Provenance:
        """Return the provenance of a line that would be added now."""
        basis = weakest([*self.read, *([] if provenance is None else [provenance])])
        self.read.clear()
        return basis


@dataclass(frozen=True)
class Leaf:
    """An answer with the case in which it was given."""

    taken: Mapping[str, Any]
    receipt: Receipt

    @cached_property
    def outcome(self) -> Hashable:
        """The part of an answer that must agree in all cases; refusals agree whatever their
        reason."""
        told = self.receipt
        if told.verdict == "illegal":
            return told.verdict
        if told.verdict == "undetermined":
            # What is missing besides hides what it would be: what it says tells whether it differs.
            return told.verdict, tuple(step.why for step in told.steps)
        extra = {name: value for name, value in told.extra.items() if value is not None}
        return told.verdict, told.total, repr(sorted(extra.items()))


Facts: TypeAlias = dict[str, GameFact[Any]]
"""The facts that were read and not said, by name, in the order they were first read."""


def in_every_case(answer: Callable[[Case], Receipt]) -> Receipt:
    """Answer in every case of the facts that are not said."""
    case = Case()
    try:
        return answer(case)
    except OpenFact as found:
        facts: Facts = {}
        leaves: list[Leaf] = []
        follow(answer, facts, leaves, case, found.fact)
    first = leaves[0].receipt
    if first.verdict != "undetermined" and len({leaf.outcome for leaf in leaves}) == 1:
        return agreed([leaf.receipt for leaf in leaves])
    return undecided(facts, leaves)


def follow(
    answer: Callable[[Case], Receipt],
    facts: Facts,
    leaves: list[Leaf],
    case: Case,
    fact: GameFact[Any],
) -> None:
    """Answer for each case of a fact that was read, depth first, and add to the leaves.

    :param case: the facts taken so far.
    """
    facts.setdefault(fact.name, fact)
    if not fact.cases or len(leaves) >= MOST:
        needs = (*case.needs, fact.need)
        leaves.append(Leaf(case.taken, replace(case.receipt("undetermined"), needs=needs)))
        return
    for value in fact.cases:
        now = Case(taken={**case.taken, fact.name: value})
        try:
            leaves.append(Leaf(now.taken, answer(now)))
        except OpenFact as found:
            follow(answer, facts, leaves, now, found.fact)


def agreed(answers: Sequence[Receipt]) -> Receipt:
    """Return the answer on which all cases agree, with the lines that all have."""
    first, *others = answers
    steps = [step for step in first.steps if all(step in other.steps for other in others)]
    if first.verdict == "illegal" and not any(step.verdict == "illegal" for step in steps):
        steps.append(either(answers))
    summary = first.summary if all(other.summary == first.summary for other in others) else ""
    return replace(
        first,
        steps=tuple(steps),
        summary=summary,
        unchecked=together(answer.unchecked for answer in answers),
        notes=together(answer.notes for answer in answers),
    )


def either(answers: Iterable[Receipt]) -> Step:
    """Make one line of refusals that differ from case to case."""
    steps = [next(step for step in answer.steps if step.verdict == "illegal") for answer in answers]
    why = " or ".join(dict.fromkeys(step.why for step in steps))
    return replace(steps[0], why=why, provenance=weakest(step.provenance for step in steps))


def undecided(facts: Facts, leaves: Sequence[Leaf]) -> Receipt:
    """Return the undetermined answer: the facts on which it turns, and what all cases share."""
    answers = [leaf.receipt for leaf in leaves]
    # What no case can do without is asked for before the cases are told apart.
    first = [need for need in answers[0].needs if all(need in one.needs for one in answers)]
    turned = {} if first else told(facts, leaves)
    asked = {facts[name].need for name in turned}
    others = (need for answer in answers for need in answer.needs if need not in asked)
    needs = [*turned.values(), *others]
    extra = answers[0].extra
    return Receipt(
        "undetermined",
        tuple(shared([answer.steps for answer in answers])),
        needs=tuple(dict.fromkeys(needs)),
        unchecked=together(answer.unchecked for answer in answers),
        notes=together(answer.notes for answer in answers),
        extra={
            name: value
            for name, value in extra.items()
            if all(name in answer.extra and answer.extra[name] == value for answer in answers)
        },
    )


def together(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Join lists of sentences, each sentence once."""
    return tuple(dict.fromkeys(text for texts in lists for text in texts))


def shared(many: Sequence[Sequence[Step]]) -> Iterator[Step]:
    """Yield the lines with which all answers begin, without those that decide one of them."""
    for lines in zip(*many, strict=False):
        if lines[0].verdict is not None or any(line != lines[0] for line in lines):
            return
        yield lines[0]


def told(facts: Facts, leaves: Sequence[Leaf]) -> Mapping[str, str]:
    """List the facts on which an answer turns, by name, each as a need with its outcomes."""
    found = {}
    for name, fact in facts.items():
        turned = turning(name, leaves)
        if not turned:
            continue
        each = {
            value: decided([leaf.receipt for leaf in turned if leaf.taken[name] == value])
            for value in fact.cases
        }
        if set(each) == {True, False}:
            found[name] = fact.need + both(each[True], each[False])
        else:
            texts = (f"{shown(value)}: {text}" for value, text in each.items() if text)
            found[name] = "; ".join([fact.need, *texts])
    return found


def shown(value: object) -> str:
    """Return a case as a player writes it."""
    return str(value).replace("_", " ")


def both(yes: str, no: str) -> str:
    """Return a need with what yes and no would decide."""
    if not yes:
        return f"; else {no}" if no else ""
    return f"; if so {yes}" + (f"; else {no}" if no else "")


def turning(name: str, leaves: Sequence[Leaf]) -> list[Leaf]:
    """Return the answers that change if only this fact is taken differently."""
    having = [leaf for leaf in leaves if name in leaf.taken]
    return [one for one in having if any(turns(name, one, other) for other in having)]


def turns(name: str, one: Leaf, other: Leaf) -> bool:
    """Tell whether two answers differ by this fact only."""
    return (
        one.taken[name] != other.taken[name]
        and one.outcome != other.outcome
        and all(
            other.taken[key] == value
            for key, value in one.taken.items()
            if key != name and key in other.taken
        )
    )


def decided(answers: Sequence[Receipt]) -> str:
    """Return the outcome on which some answers agree, or None."""
    first = answers[0].verdict if answers else "undetermined"
    if first == "undetermined" or (first == "legal" and not answers[0].summary):
        return ""
    texts = {outcome_text(answer) for answer in answers}
    return next(iter(texts)) if len(texts) == 1 else ""


def outcome_text(told: Receipt) -> str:
    """Return an answer's outcome as it stands after a need."""
    if told.verdict == "illegal":
        return f"illegal: {next(step.why for step in told.steps if step.verdict == 'illegal')}"
    return told.summary or told.gist


def any_holds(case: Case, facts: Iterable[GameFact[bool]]) -> bool:
    """Tell whether some fact holds; facts that are said are read first."""
    return any(case(fact) for fact in sorted(facts, key=lambda one: one.value is None))
