"""The thread of a module and the rulebook, line by line on the module's own ground."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from clubroute.builder.grid import Hex, Lattice, distance
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.los.geometry import hexes_met
from clubroute.rules.owner.modules.words import known_words
from clubroute.rules.owner.sight.reading import ModuleSight
from clubroute.rules.owner.sight.thread import BARRAGE, ThreadObject

REASONS = Path(__file__).parent / "reasons.toml"
FARTHEST = 10
"""Hexes a sampled line is long at most."""
SEED = 1
"""The same module gives the same sample."""
MOST_BARRAGES = 300
"""Lines on which a barrage is laid and lifted."""


@dataclass(frozen=True, slots=True)
class PaintedObject:
    """Something the thread paints: its hex, or the two of a hexside, and the module's words."""

    hexes: tuple[Hex, ...]
    words: tuple[str, ...]
    possible: bool

    @property
    def hexside(self) -> bool:
        """Whether it is a hexside."""
        return len(self.hexes) > 1

    def text(self, lattice: Lattice) -> str:
        """In words: ``31.20 Woods``."""
        place = "/".join(map(lattice.format, self.hexes)) or "off our map"
        return f"{place} {', '.join(self.words)}" + (" (possible)" if self.possible else "")


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line as both have it. ``thread`` is blocked, possible or clear; ``reason`` is "" where they
    agree."""

    start: Hex
    end: Hex
    painted: tuple[PaintedObject, ...]
    thread: str
    rulebook: str
    answer: Mapping[str, Any]
    reason: str

    def record(self, lattice: Lattice) -> dict[str, Any]:
        """As JSON."""
        return {
            "from": lattice.format(self.start),
            "to": lattice.format(self.end),
            "thread": self.thread,
            "painted": [one.text(lattice) for one in self.painted],
            "rulebook": self.rulebook,
            "summary": self.answer.get("summary", ""),
            **({"reason": self.reason} if self.reason else {}),
        }


@dataclass(frozen=True, slots=True)
class LeftBarrage:
    """A line that stays blocked after a barrage was laid on a hex and lifted again."""

    start: Hex
    end: Hex
    hex: Hex


@dataclass(frozen=True, slots=True)
class WhyOtherwise:
    """Why both differ, in words, and the rule by the rules' map."""

    title: str
    text: str
    rule: Mapping[str, str]


@cache
def reasons() -> Mapping[str, WhyOtherwise]:
    """All reasons by name, in the order in which they are looked for."""
    return {name: WhyOtherwise(**told) for name, told in read_toml(REASONS).items()}


class ThreadComparison:
    """Compares lines of a module.

    :param context: on the module's ground. :param country: the rules' map there.
    """

    def __init__(self, context: Context, country: MapFile, window: str, sight: ModuleSight) -> None:
        self._context, self._window, self._sight = context, window, sight
        self.country = country

    def line(self, start: Hex, end: Hex) -> ComparedLine:
        """Compare one line. Both hexes are on a board."""
        places = self._sight.places
        found = self._sight.thread.look(places[start], places[end])
        painted = tuple(sorted(map(self._painted, found), key=lambda one: (one.hexes, one.words)))
        number = self.country.lattice.format
        params = {"map": self._window, "from": number(start), "to": number(end)}
        answer = ask(self._context, "los.check", params)
        thread = thread_verdict(found)
        verdict = str(answer["verdict"])
        same = (thread, verdict) in (("blocked", "blocked"), ("clear", "clear"))
        reason = "" if same else self._reason(start, end, painted, thread, answer)
        return ComparedLine(start, end, painted, thread, verdict, answer, reason)

    def _painted(self, one: ThreadObject) -> PaintedObject:
        return PaintedObject(self._sight.hexes_of(one), tuple(sorted(one.reasons)), one.possible)

    def _reason(
        self,
        start: Hex,
        end: Hex,
        painted: Sequence[PaintedObject],
        thread: str,
        answer: Mapping[str, Any],
    ) -> str:
        """Why both differ: the first reason that holds for something in the way."""
        if answer["verdict"] == "undetermined":
            return "unknown"
        if thread == "clear":
            along = self._sight.thread.runs_along
            places = self._sight.places
            runs = bool(hexes_met(offset(start, end))[1])
            return "flank" if runs and not along(places[start], places[end]) else "unpainted"
        blocked = {step.get("from") for step in answer["steps"] if step.get("verdict") == "blocked"}
        number = self.country.lattice.format
        beside = [
            one
            for one in painted
            if one.possible == (thread == "possible")
            and not any(number(h) in blocked for h in one.hexes)
        ]
        touched = {Hex(start.line + a, start.half + b) for a, b in hexes_met(offset(start, end))[1]}
        looked = beside or list(painted)
        holding = {why for one in looked for why in reasons_of(one, touched)}
        return next((name for name in reasons() if name in holding), "other")

    def left_barrages(self, lines: Iterable[ComparedLine]) -> list[LeftBarrage]:
        """Lay a barrage on a hex that may block, lift it, and look again: what stays blocked.

        The thread is changed by it for good.
        """
        found = []
        thread, places = self._sight.thread, self._sight.places
        for line in [one for one in lines if one.thread == "possible"][:MOST_BARRAGES]:
            here = next((p.hexes[0] for p in line.painted if len(p.hexes) == 1), None)
            if here is None or here not in places:
                continue
            ends = places[line.start], places[line.end]
            before = thread_verdict(thread.look(*ends))
            thread.lay_barrages([places[here]])
            thread.look(*ends)
            thread.lay_barrages([])
            if before == "possible" and thread_verdict(thread.look(*ends)) == "blocked":
                found.append(LeftBarrage(line.start, line.end, here))
        return found


def thread_verdict(found: Sequence[ThreadObject]) -> str:
    """What a reader of the thread's colours takes from them."""
    if any(not one.possible for one in found):
        return "blocked"
    return "possible" if found else "clear"


def reasons_of(one: PaintedObject, touched: set[Hex]) -> Iterator[str]:
    """Why something the thread paints may count otherwise by the rulebook."""
    ours = known_words()
    if BARRAGE in one.words:
        yield "barrage"
    if one.hexside:
        yield "crest"
        return
    if set(one.hexes) & touched:
        yield "vertex"
    kinds = {ours["hex"].get(word, "") for word in one.words}
    if "village" in kinds:
        yield "village"
    if "orchard" in kinds:
        yield "orchard"
    if any(word in ours["tag"] for word in one.words):
        yield "raised"


def offset(start: Hex, end: Hex) -> tuple[int, int]:
    """Lines and halves from one hex to another."""
    return end.line - start.line, end.half - start.half


def sample(places: Iterable[Hex], many: int) -> list[tuple[Hex, Hex]]:
    """So many lines between hexes of the boards, of ranges 1 to 10, the same ones every time."""
    there = sorted(places)
    known, chance = set(there), random.Random(SEED)
    found: list[tuple[Hex, Hex]] = []
    for _ in range(4 * many):
        if len(found) == many or len(there) < 2:
            break
        start, far = chance.choice(there), chance.randint(1, FARTHEST)
        ring = [h for h in ring_of(start, far) if h in known]
        if ring:
            found.append((start, chance.choice(ring)))
    return found


def ring_of(start: Hex, far: int) -> list[Hex]:
    """The hexes of a distance from another, sorted."""
    near = (
        Hex(start.line + lines, start.half + halves)
        for lines in range(-far, far + 1)
        for halves in range(abs(lines) - 2 * far, 2 * far - abs(lines) + 1, 2)
    )
    return [h for h in near if distance(start, h) == far]
