"""Puts acts to every method that judges them, from seeds, and collects where two differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from tests.rules.agreement import (
    crossing,
    doors,
    moving,
    naming,
    riding,
    routing,
    ruling,
)
from tests.rules.agreement.allowances import allowed
from tests.rules.agreement.case import (
    Case,
    Difference,
    differences,
    hear,
)
from tests.rules.agreement.world import World

Topic: TypeAlias = Callable[[World, Random], Case | None]
"""Makes an act at random; None where the dice fell so that there is none."""

TOPICS: Mapping[str, Topic] = {
    topic.__name__: topic
    for room in (moving, naming, crossing, ruling, riding, routing, doors)
    for topic in room.TOPICS
}
"""Every kind of act, by name."""


@dataclass(slots=True)
class Found:
    """What came of a run: acts judged, questions asked, and where two answers differ."""

    acts: int = 0
    questions: int = 0
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Take in what another run found."""
        self.acts += other.acts
        self.questions += other.questions
        self.differences += other.differences

    def kinds(self) -> Mapping[tuple[str, ...], list[Difference]]:
        """The differences by what they are about and who differs."""
        found: dict[tuple[str, ...], list[Difference]] = {}
        for one in self.differences:
            found.setdefault(one.kind, []).append(one)
        return found


def judged(world: World, case: Case) -> Iterator[Difference]:
    """The pairs of voices that differ about an act."""
    heard = tuple(
        hear(voice, world.through(voice.door, voice.method, voice.params)) for voice in case.voices
    )
    yield from differences(case, heard, allowed)


def run(world: World, topic: str, first: int, acts: int) -> Found:
    """Judge so many acts of a topic, those of the seeds from ``first`` on."""
    found, seed = Found(), first
    while found.acts < acts:
        case = TOPICS[topic](world, Random(f"{topic} {seed}"))
        seed += 1
        if seed - first > 20 * acts:
            raise AssertionError(f"{topic}: the dice hardly ever make an act")
        if case is None or len(case.voices) < 2:
            continue
        found.acts += 1
        found.questions += len(case.voices)
        found.differences += judged(world, case)
    return found
