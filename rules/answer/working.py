"""The working of an answer while it is made up: lines, needs, notes, outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.answer.unsaid import premised
from clubroute.rules.book.rulebook import Section

if TYPE_CHECKING:
    from clubroute.rules.ground.mapfile import MapFile


@dataclass(slots=True)
class Working:
    """Collects an answer's lines in order; :meth:`receipt` is the answer.

    A line that forbids makes the verdict ``illegal`` whatever else is unknown; otherwise a need
    makes it ``undetermined``.
    """

    steps: list[Step] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    conditions: dict[str, str] = field(default_factory=dict)
    then: str = ""
    """What the dice that were thrown bring, if what is still open allows it."""

    def say(self, why: str, rule: str, provenance: Provenance = "rulebook", hex_: str = "") -> None:
        """Add a line that states a fact."""
        self.steps.append(Step(why, rule, start=hex_, provenance=provenance))

    def forbid(
        self, why: str, rule: str, provenance: Provenance = "rulebook", hex_: str = ""
    ) -> None:
        """Add a line that makes the answer illegal."""
        self.steps.append(Step(why, rule, start=hex_, provenance=provenance, verdict="illegal"))

    def check(
        self,
        holds: bool | None,
        why: str,
        why_not: str,
        rule: str,
        need: str = "",
        provenance: Provenance = "rulebook",
    ) -> None:
        """Judge a condition: met, not met, or unknown (None); then ``need`` says what is
        missing."""
        if holds:
            self.say(why, rule, provenance)
        elif holds is None:
            self.need(need)
            if why and "None" not in why:  # a condition that names what nobody said is none
                self.conditions[need] = why
        else:
            self.forbid(why_not, rule, provenance)

    def shown(
        self,
        holds: bool,
        why: str,
        why_not: str,
        rule: str,
        country: MapFile,
        place: int,
        basis: Provenance = "rulebook",
    ) -> None:
        """Judge whether the map shows something in a hex, ``place``.

        A thing that is shown is as sure as ``basis``; its absence only as sure as the map there.
        """
        if holds:
            self.say(why, rule, basis, country.number(place))
        else:
            self.absent(why_not, rule, country, place, forbids=True)

    def absent(
        self, why: str, rule: str, country: MapFile, place: int, *, forbids: bool = False
    ) -> None:
        """Add a line that rests on the absence of a thing in a hex, ``place``."""
        add = self.forbid if forbids else self.say
        add(why, rule, country.silence_of(place), country.number(place))

    def judge(
        self,
        rules: Section,
        facts: Mapping[str, bool | None],
        provenance: Provenance = "rulebook",
        **words: object,
    ) -> None:
        """Judge conditions in order, as :meth:`check` does each.

        :param rules: by condition its sentences ``yes``, ``no`` and ``need``, and its rule.
        :param words: what the sentences have in braces.
        """
        for name, holds in facts.items():
            row = rules[name]
            yes, no, need = (row.text(key).format_map(words) for key in ("yes", "no", "need"))
            self.check(holds, yes, no, row.cite, need, provenance)

    def before(self, row: Section, told: bool | None, begins: bool | None, **words: object) -> None:
        """Judge a fact of the turn so far: as it is said, or by the premise that the move
        ``begins``.

        :param row: of ``tables/unsaid.toml``, with sentences ``yes``, ``no``, ``need``, ``begins``.
        :param words: what the sentences of the row have in braces.
        """
        good, lines = premised(told, begins, row)
        if lines:
            self.steps.extend(lines)
            return
        holds = None if good is None else good is row.flag("good")
        yes, no, need = (row.text(key).format_map(words) for key in ("yes", "no", "need"))
        self.check(holds, yes, no, row.cite, need)

    def need(self, what: str) -> None:
        """Name a fact that must be known first."""
        if what not in self.needs:
            self.needs.append(what)

    def note(self, text: str) -> None:
        """Add a remark, such as the reading an answer turned on."""
        if text not in self.notes:
            self.notes.append(text)

    def leave(self, *what: str) -> None:
        """Name what was not checked, each thing once."""
        self.unchecked[:] = dict.fromkeys((*self.unchecked, *what))

    @property
    def forbidden(self) -> bool:
        """Whether some line forbids."""
        return any(step.verdict == "illegal" for step in self.steps)

    @property
    def verdict(self) -> Verdict:
        """``illegal``, ``undetermined`` or ``legal``."""
        return "illegal" if self.forbidden else "undetermined" if self.needs else "legal"

    def lacking(self, what: str) -> Receipt:
        """Name a fact that must be known before anything else, and answer with that."""
        self.need(what)
        return self.receipt()

    def receipt(
        self,
        verdict: Verdict | None = None,
        summary: str = "",
        *,
        total: int | None = None,
        **extra: Any,
    ) -> Receipt:
        """Make the answer. ``extra`` are further results; those that are None are left out."""
        told = verdict or self.verdict
        return Receipt(
            told,
            tuple(self.steps),
            total,
            # What is needed is of no use to whoever has the answer without it.
            needs=tuple(self.needs) if told == "undetermined" else (),
            unchecked=tuple(self.unchecked),
            summary=summary,
            notes=tuple(self.notes),
            extra=extra,
            conditions=dict(self.conditions),
            then=self.then,
        )


def negated(value: bool | None) -> bool | None:
    """Return the contrary of a fact, None if it is not said."""
    return None if value is None else not value


def all_of(facts: Iterable[bool | None]) -> bool | None:
    """Tell whether all facts hold: False if one does not, else None if one is not said."""
    known = set(facts)
    return False if False in known else None if None in known else True


def any_of(facts: Iterable[bool | None]) -> bool | None:
    """Tell whether some fact holds: True if one does, else None if one is not said."""
    return negated(all_of(map(negated, facts)))
