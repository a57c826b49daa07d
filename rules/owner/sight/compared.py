"""The work of ``clubroute compare los``: a module read once, and its lines compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, HexNumberError, Lattice
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.owner.modules.importing import read_module_at
from clubroute.rules.owner.modules.known import OwnModule
from clubroute.rules.owner.sight.compare import (
    ComparedLine,
    LeftBarrage,
    ThreadComparison,
    page_text,
    reasons,
    sample,
)
from clubroute.rules.owner.sight.thread import ModuleSight, read_sight


@dataclass(frozen=True, slots=True)
class CompareWork:
    """A module and the rules on its ground, ready to be compared."""

    own: OwnModule
    sight: ModuleSight
    comparison: ThreadComparison

    @classmethod
    def of(cls, context: Context, own: OwnModule) -> CompareWork:
        """Read a module. :raises InputError: its file is gone or damaged, or has no boards."""
        here = context.on(own.ground)
        window = own.told.rules
        country = map_of(here, window)
        sight = read_sight(read_module_at(Path(own.told.file)), own.told, country.lattice)
        return cls(own, sight, ThreadComparison(here, country, window, sight))

    @property
    def lattice(self) -> Lattice:
        """The lattice its hexes are on."""
        return self.comparison.country.lattice

    def between(self, first: str, second: str) -> ComparedLine:
        """Compare the line between two hexes by their numbers.

        :raises InputError: one is none, or on no board of the module.
        """
        start, end = self._hex("from", first), self._hex("to", second)
        return self.comparison.line(start, end)

    def _hex(self, part: str, number: str) -> Hex:
        where = Where("params", part=part)
        try:
            found = self.lattice.parse(number, self.own.told.rules)
        except HexNumberError as error:
            raise InputError(where, repr(number), f"a hex ({error})") from None
        if found not in self.sight.places:
            raise InputError(where, repr(number), "a hex on a board of the module")
        return found

    def sampled(self, many: int) -> list[ComparedLine]:
        """Compare a sample of lines, the same one every time."""
        pairs = sample(self.sight.places, many)
        return [self.comparison.line(start, end) for start, end in pairs]

    def left(self, lines: Sequence[ComparedLine]) -> list[LeftBarrage]:
        """What barrages leave behind; the last thing asked, for it changes the thread."""
        return self.comparison.left_barrages(lines)

    def text(self, lines: Sequence[ComparedLine], left: Sequence[LeftBarrage]) -> Iterator[str]:
        """What came of it, for people."""
        if len(lines) == 1:
            yield from self._one(lines[0])
            return
        same = sum(not one.reason for one in lines)
        yield f"{self.own.told.called}: {so_many(len(lines), 'line')}, {same} as the rulebook"
        counted = Counter((one.reason, one.thread, one.rulebook) for one in lines if one.reason)
        for (name, thread, rulebook), many in counted.most_common():
            reason = reasons()[name]
            rule = reason.rule.get(self.own.told.rules, "")
            cited = f" [{rule}]" if rule else ""
            yield f"{many:6} {thread}, rulebook {rulebook}: {reason.title}{cited}"
        if left:
            yield f"{len(left):6} possible, and blocked for good once a barrage was laid and lifted"

    def _one(self, line: ComparedLine) -> Iterator[str]:
        yield f"thread: {line.thread}"
        yield from (f"  {one.text(self.lattice)}" for one in line.painted)
        yield f"rulebook: {line.answer.get('summary') or line.rulebook}"
        if line.reason:
            reason = reasons()[line.reason]
            yield f"they differ: {reason.title}. {reason.text}"

    def page(self, lines: Sequence[ComparedLine], left: Sequence[LeftBarrage]) -> str:
        """The page with pictures."""
        country, window = self.comparison.country, self.own.told.rules
        return page_text(self.own.told.called, window, country, lines, list(left))
