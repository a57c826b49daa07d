"""What came of the import of a module: counts, slips, what differs from our map, who is who."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.owner.modules.facts import BoardReading, ModuleGround
from clubroute.rules.owner.modules.names import Matches
from clubroute.rules.owner.modules.overlay import Difference, LaidGround

SHOWN = 8
"""Lines of a kind that the summary on the screen has."""


@dataclass(slots=True)
class ImportReport:
    """The report of one import."""

    name: str
    folder: str
    version: str
    digest: str
    rules: str
    window: str
    boards: list[BoardReading] = field(default_factory=list)
    lines: int = 0
    used: int = 0
    slips: list[str] = field(default_factory=list)
    remarks: dict[str, list[str]] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    open: list[Difference] = field(default_factory=list)
    bridges: list[Difference] = field(default_factory=list)
    shown: int = 0
    off: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    names: list[dict[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def take_ground(self, ground: ModuleGround, unknown: Mapping[tuple[str, str], int]) -> None:
        """Take what the boards say."""
        self.boards, self.lines = ground.boards, ground.lines
        self.used = sum(one.used for one in ground.boards)
        self.slips = ground.slips
        for one in ground.remarks:
            self.remarks.setdefault(one.what, []).append(one.text)
        self.unknown = {f"{kind} {word}": many for (kind, word), many in sorted(unknown.items())}

    def take_laid(self, laid: LaidGround) -> None:
        """Take how that differs from our map."""
        self.differences, self.open, self.bridges = laid.differences, laid.open, laid.bridges
        self.off, self.shown = laid.off, laid.shown

    def take_names(self, matches: Matches) -> None:
        """Take who is who."""
        self.counters = {how: matches.count(how) for how in ("matched", "doubtful", "none")}
        self.names = [
            {
                "gpid": one.slot.gpid,
                "name": one.slot.name,
                "match": one.how,
                "unit": "; ".join(one.ids),
            }
            for one in matches.units
        ]

    @property
    def is_stranger(self) -> bool:
        """Whether nothing in a module is of a game we know: no unit, no line of terrain, and hexes
        of ours on half of its boards at most: a few numbers are the same by chance."""
        units = sum(many for how, many in self.counters.items() if how != "none")
        numbered = sum(one.hexes > 0 for one in self.boards)
        return not (units or self.lines) and 2 * numbered <= len(self.boards)

    def record(self) -> dict[str, Any]:
        """JSON values."""
        return asdict(self)

    def json(self) -> str:
        """The file ``report.json``."""
        return json.dumps(self.record(), ensure_ascii=False, indent=1) + "\n"

    def summary(self) -> list[str]:
        """The lines for a screen: what was read, and the first of each list."""
        return list(self._lines(SHOWN))

    def text(self) -> str:
        """The file ``report.txt``: all of every list."""
        return "\n".join(self._lines(None)) + "\n"

    def _lines(self, most: int | None) -> Iterable[str]:
        called = f"{self.name} {self.version}".strip()
        if self.is_stranger:
            yield f"{called}: of no game with rules here, in {self.folder}"
            yield "its saves and logs are shown and not judged: clubroute position FILE"
            return
        yield f"{called}: map {self.rules}, its window {self.window or '(none)'}, in {self.folder}"
        ground = sum(one.used > 0 for one in self.boards)
        yield (
            f"terrain: {so_many(self.lines, 'line')} on {so_many(ground, 'board')}, "
            f"{so_many(self.used, 'fact')}, {so_many(len(self.slips), 'slip')}; "
            f"{so_many(self.shown, 'hex')} on the boards, {self.off} of our map not"
        )
        if not self.lines:
            yield "no terrain files: the ground is our map's"
        for one in self.boards:
            why = f" ({one.why})" if one.why else ""
            hexes, lines = so_many(one.hexes, "hex"), so_many(one.lines, "line")
            yield f"  {one.name}: {hexes}, {lines}, {so_many(one.used, 'fact')}{why}"
        counted = ", ".join(f"{many} {how}" for how, many in self.counters.items())
        yield f"units: {counted or 'none'} by name (ratings.csv)"
        lists: Sequence[tuple[str, Sequence[str]]] = (
            ("words nobody has said ours of (module.toml; our map stands there)", self._unknown()),
            ("slips: what the engine reads otherwise than it looks", self.slips),
            *((what, texts) for what, texts in self.remarks.items()),
            ("where it differs from our map", [one.text() for one in self.differences]),
            ("lines over water, taken for bridges (assumed)", [one.place for one in self.bridges]),
            ("what its boards cannot say, answered from our map", self._open()),
            ("counters that could not be read", self.faults),
            ("names that may be several of ours", self._named("doubtful")),
            ("names that are none of ours", self._named("none")),
            ("changed since the last import", self.changed),
            ("kept of what you changed", self.kept),
            ("notes", self.notes),
        )
        for title, texts in lists:
            if texts:
                yield f"{title}: {len(texts)}"
                yield from (f"  {text}" for text in texts[:most])
                if most is not None and len(texts) > most:
                    yield f"  … and {len(texts) - most} more in report.txt"

    def _unknown(self) -> list[str]:
        return [f"{word} ({many})" for word, many in self.unknown.items()]

    def _open(self) -> list[str]:
        return [f"{one.place}: {one.sort} {one.ours or one.theirs}" for one in self.open]

    def _named(self, how: str) -> list[str]:
        return [
            one["name"] + (f": {one['unit']}" if one["unit"] else "")
            for one in self.names
            if one["match"] == how
        ]
