"""Plays games of habits and holds the check to them: nobody is accused, every fault is named."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.finding import (
    VERDICTS,
    CheckReport,
    LogFinding,
    Verdict,
)
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.series import open_referee
from clubroute.rules.logs.read import log_of
from tests.logs.check.generated import OPTIONS
from tests.logs.check.habits import (
    MISDEEDS,
    TRICKS,
    Misdeed,
    Person,
)
from tests.logs.check.player import UnluckyError
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import Recorded
from tests.logs.check.tables import Table as Place
from tests.logs.check.varied import (
    KINDS,
    cut,
    split,
    varied,
)

SPLIT = "drags split"
ODD = ("off_map", "marker", "flip", "undo")
DECEITS = {**MISDEEDS, **TRICKS}


@dataclass(frozen=True, slots=True)
class Table:
    """Where games of habits are played (by ``opened``, else on our recorder) and checked."""

    scenario: Scenario
    module: Module
    context: Context
    opened: Callable[[int], Place] | None = None

    def check(self, game: Place, before: Record | None = None, **told: bool) -> CheckReport:
        """What the check says of a game. ``before`` is what the log before it left."""
        log = log_of(game.data(), Where("game.vlog"))
        referee = open_referee(self.context, self.module.name, None)
        return check_log(
            log,
            self.module,
            referee,
            {**OPTIONS, "piles": [self.scenario.stage.named], **told},
            None,
            before,
        )

    def legal(self, seed: int) -> Person:
        """A game by the rules."""
        person = self._person(seed, seed)
        person.play(1 + person.chance.randrange(3))
        return person

    def faulty(self, seed: int, kind: str) -> tuple[Person, Misdeed]:
        """A game with a fault of a kind in the middle of legal play."""
        for again in range(80):
            person = self._person(seed + 1000 * again, seed + 100_000 * again)
            try:
                person.begin()
                if person.chance.random() < 0.4:
                    person.activation()
                unit = DECEITS[kind](person)
                person.go_on(unit.piece)
            except UnluckyError:
                continue
            return person, Misdeed(kind, unit.id)
        raise AssertionError(f"game {seed}: nobody is ever lucky with {kind}")

    def _person(self, choose: int, seed: int) -> Person:
        opened = self.opened or (lambda seed: Recorded(self.scenario, self.module.maps, seed))
        person = Person(opened(choose), self.scenario, self.context, random.Random(seed))
        person.heap = person.stage.named if choose % 2 else person.stage.pile
        return person

    def forms(
        self, person: Person, seed: int, kinds: Sequence[str] = KINDS
    ) -> Iterator[tuple[str, list[LogFinding]]]:
        """The findings about a game in other forms: with things put in, its drags split, and cut
        in two."""
        game, chance = person.recorded, random.Random(seed)
        for kind in kinds:
            yield kind, list(self.check(varied(game, self.scenario, kind, chance)).findings)
        if any(between for _, between in person.ways.values()):
            halves = split(game, self.scenario, person.ways, chance)
            yield SPLIT, list(self.check(halves).findings)
        steps = len(game.recorder.steps)
        at = chance.randrange(1, steps) if steps > 1 else 0
        module = log_of(game.data(), Where("game.vlog")).module
        assert module is not None
        first, second = cut(game, self.scenario, at, module.write())
        report = self.check(first)
        yield f"cut at {at}, first", list(report.findings)
        yield f"cut at {at}, second alone", list(self.check(second).findings)
        yield f"cut at {at}, second", list(self.check(second, report.leaves).findings)


def worse(whole: Sequence[LogFinding], form: str, found: Sequence[LogFinding]) -> list[str]:
    """What another form of a log makes worse: nobody is accused who was not, and splitting a drag
    gives no Unit a worse verdict than it had."""
    before: dict[str, int] = {}
    for one in whole:
        before[one.unit] = min(before.get(one.unit, len(VERDICTS)), VERDICTS.index(one.verdict))
    bad = []
    for one in found:
        rank = VERDICTS.index(one.verdict)
        if rank < before.get(one.unit, len(VERDICTS)) and (form == SPLIT or not rank):
            bad.append(f"{form}: {one.line()}")
    return bad


def accusations(findings: list[LogFinding] | tuple[LogFinding, ...]) -> list[str]:
    """The lines of those that accuse somebody."""
    return [one.line() for one in findings if one.verdict == "illegal"]


def named(report: CheckReport, misdeed: Misdeed) -> Verdict | None:
    """The worst verdict on a fault that is named as one, None if it is passed over."""
    found = [one for one in report.findings if one.unit == misdeed.piece]
    if misdeed.kind in TRICKS:
        found = [one for one in found if one.check in (*ODD, "chit")]
    verdicts = {one.verdict for one in found}
    return "illegal" if "illegal" in verdicts else "unchecked" if "unchecked" in verdicts else None
