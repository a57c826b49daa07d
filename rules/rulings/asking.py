"""Rulings given and verified: a question asked for the record, and a record's asked again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import on_ground
from clubroute.rules.owner.modules.known import on_sealed
from clubroute.rules.rulings.ruling import (
    MOST_TOLD,
    Ruling,
    asked_map,
    canonical,
    differences,
    versions_of,
)


@dataclass(frozen=True, slots=True)
class Verified:
    """A ruling asked again: ``here`` is what it comes to here. ``differs`` has a line for each part
    of the answer that is not the same, ``versions`` one for each thing it rests on that is not.
    ``asked`` is False where the question cannot be asked here; ``differs`` says why."""

    there: Ruling
    here: Ruling
    differs: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    asked: bool = True

    @property
    def same(self) -> bool:
        """Whether the answer is the same."""
        return not self.differs

    def lines(self) -> list[str]:
        """The outcome for people."""
        ruling = f"{self.there.method}, ruling {self.there.seal}"
        if self.same and not self.versions:
            return [f"the same, byte for byte: {ruling}"]
        if not self.asked:
            told = "not asked again"
        elif self.same:
            told = "the same answer, though not all is the same version"
        else:
            told = "not the same"
        return [f"{told}: {ruling}", *(f"  {line}" for line in (*self.differs, *self.versions))]


def rule(context: Context, method: str, params: Mapping[str, Any]) -> Ruling:
    """A question answered here. :raises InputError: unknown method, or parameters that do not fit.

    The answer is what comes back from JSON, so that it compares with one that was read.
    """
    params = json.loads(canonical(params))
    answer = json.loads(canonical(ask(context, method, params)))
    context, _ = on_ground(context, params)
    if isinstance(answer, dict):
        context = on_sealed(context, answer.get("module"))
    return Ruling(method, params, answer, versions_of(context, asked_map(params)))


def verify(context: Context, ruling: Ruling) -> Verified:
    """Ask a ruling's question again and compare."""
    try:
        here = rule(context, ruling.method, ruling.params)
    except InputError as error:
        found = versions_of(context, asked_map(ruling.params))
        here = Ruling(ruling.method, ruling.params, None, found)
        why = f"the question cannot be asked here: {error}"
        versions = ruling.versions.differences(here.versions)
        return Verified(ruling, here, (why,), versions, asked=False)
    told = differences(ruling.answer, here.answer)
    versions = ruling.versions.differences(here.versions)
    return Verified(ruling, here, (*told[:MOST_TOLD], *rest(told)), versions)


def rest(told: Sequence[str]) -> tuple[str, ...]:
    """A line for the differences that are too many to list."""
    more = len(told) - MOST_TOLD
    return (f"and {more} more",) if more > 0 else ()
