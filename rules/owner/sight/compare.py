"""The thread of a module and the rulebook, line by line on the module's own ground."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, HexNumberError, Lattice, distance
from clubroute.builder.pixels import Scale, axis_scales
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.kit.lines import hexes_met
from clubroute.rules.owner.modules.importing import read_module_at
from clubroute.rules.owner.modules.known import OwnModule
from clubroute.rules.owner.modules.module_file import known_words
from clubroute.rules.owner.sight.thread import BARRAGE, ModuleSight, ThreadObject, read_sight

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


# What a thread and the rulebook say of a module's lines, as a page that opens from disk.
#
# The pictures are drawn here from facts: nothing of the module's boards is on it.

SCALE = Scale(7, 12)
EXAMPLES = 3
"""Pictures of each reason."""
MARGIN = 30
GROUND: Mapping[str, str] = {
    "woods": "#9dc08b",
    "orchard": "#cfe3a6",
    "village": "#e9c9a0",
    "town": "#d9a878",
    "city": "#c98e6b",
    "fortified": "#b57c74",
    "swamp": "#b9d6cf",
    "polder": "#e3ecc8",
}
CLEAR = "#f6f1de"
STYLE = """
body{font:16px/1.45 system-ui,sans-serif;max-width:64rem;margin:1.5rem auto;padding:0 1rem;
color:#1d2328;background:#fffdf7}
table{border-collapse:collapse}
td,th{text-align:left;padding:.2rem .7rem;border-top:1px solid #d9d2c0}
section{border-top:2px solid #17293a;margin-top:1.5rem}
figure{display:inline-block;margin:.5rem 1rem .5rem 0;vertical-align:top;max-width:22rem}
figcaption{font-size:.9rem}
.rule,.hint{color:#59626a}
svg{border:1px solid #b8b09a;max-width:100%}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
LEGEND = (
    "Red: painted as blocking by the thread. Pink: painted as possible. Ring: the first thing that "
    "blocks by the rulebook. Line: from the first hex to the second."
)


def page_text(
    called: str,
    window: str,
    country: MapFile,
    lines: Sequence[ComparedLine],
    left: list[LeftBarrage],
) -> str:
    """The page. :param called: the module and its version."""
    title = f"Lines of sight: {called} and the rulebook"
    body = [f"<h1>{escape(title)}</h1>", *summary(lines), f"<p class=hint>{escape(LEGEND)}</p>"]
    for name, reason in reasons().items():
        many = [one for one in lines if one.reason == name]
        if many:
            rule = reason.rule.get(window, "")
            cited = f" <span class=rule>[{escape(rule)}]</span>" if rule else ""
            head = f"<h2>{escape(reason.title)}: {len(many)}</h2>"
            pictures = [figure(one, country) for one in many[:EXAMPLES]]
            body.append(
                f"<section>{head}<p>{escape(reason.text)}{cited}</p>{''.join(pictures)}</section>"
            )
    body.append(left_text(left, country.lattice))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>"
        + "\n".join(body)
        + "</main></body></html>\n"
    )


def summary(lines: Sequence[ComparedLine]) -> Iterator[str]:
    """How often both agree, and a table of the verdicts."""
    same = sum(not one.reason for one in lines)
    yield f"<p>{so_many(len(lines), 'line')}: {same} the same, {len(lines) - same} otherwise.</p>"
    counted = Counter((one.thread, one.rulebook) for one in lines)
    rows = "".join(
        f"<tr><td>{thread}</td><td>{escape(rulebook)}</td><td>{many}</td></tr>"
        for (thread, rulebook), many in sorted(counted.items())
    )
    yield f"<table><tr><th>thread</th><th>rulebook</th><th>lines</th></tr>{rows}</table>"


def left_text(left: Sequence[LeftBarrage], lattice: Lattice) -> str:
    """What barrages leave behind."""
    if not left:
        return ""
    shown = ", ".join(
        f"{lattice.format(one.start)}–{lattice.format(one.end)} after one in "
        f"{lattice.format(one.hex)}"
        for one in left[:EXAMPLES]
    )
    text = (
        f"{len(left)} of the lines that were possible stay blocked after a barrage was laid in a "
        f"hex of theirs and lifted again, until the game is opened anew: {shown}."
    )
    return f"<section><h2>left-over barrages: {len(left)}</h2><p>{escape(text)}</p></section>"


def figure(line: ComparedLine, country: MapFile) -> str:
    """The picture of a line, with what both say."""
    lattice = country.lattice
    painted = "; ".join(one.text(lattice) for one in line.painted) or "nothing"
    told = str(line.answer.get("summary", "")) or line.rulebook
    return (
        f"<figure>{picture(line, country)}<figcaption>Thread: {line.thread} ({escape(painted)})."
        f"<br>Rulebook: {escape(told)}</figcaption></figure>"
    )


def picture(line: ComparedLine, country: MapFile) -> str:
    """The hexes around a line."""
    lattice = country.lattice
    sx, sy = axis_scales(lattice, SCALE)
    ends = [spot(lattice, h, sx, sy) for h in (line.start, line.end)]
    left, right = min(x for x, _ in ends) - MARGIN, max(x for x, _ in ends) + MARGIN
    top, bottom = min(y for _, y in ends) - MARGIN, max(y for _, y in ends) + MARGIN
    parts = []
    for h in around(line, country):
        x, y = spot(lattice, h, sx, sy)
        if left - MARGIN < x < right + MARGIN and top - MARGIN < y < bottom + MARGIN:
            ground = country.terrain_of(country.find(h))
            fill = GROUND.get(ground, CLEAR)
            shape = points(lattice, h, sx, sy)
            parts.append(f'<polygon points="{shape}" fill="{fill}" stroke="#b8b09a"/>')
    parts += [drawn(one, lattice, sx, sy) for one in line.painted]
    (ax, ay), (bx, by) = ends
    parts.append(f'<path d="M{ax} {ay}L{bx} {by}" stroke="#17293a" stroke-width="2"/>')
    first = next((s for s in line.answer["steps"] if s.get("verdict") == "blocked"), None)
    if first is not None and (id_ := country.known(str(first.get("from")).split("/", 1)[0])) >= 0:
        x, y = spot(lattice, country.hex(id_), sx, sy)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="#000" stroke-width="2"/>'
        )
    box = f"{left} {top} {right - left} {bottom - top}"
    wide, high = 2 * (right - left), 2 * (bottom - top)
    words = f"{lattice.format(line.start)} to {lattice.format(line.end)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'
    )


def around(line: ComparedLine, country: MapFile) -> Iterable[Hex]:
    """The hexes of the map in the box around a line, and two beyond."""
    lines = sorted((line.start.line, line.end.line))
    halves = sorted((line.start.half, line.end.half))
    for column in range(lines[0] - 2, lines[1] + 3):
        for half in range(halves[0] - 4, halves[1] + 5):  # a hex is two halves high
            h = Hex(column, half)
            if (column + half) % 2 and country.find(h) >= 0:
                yield h


def drawn(one: PaintedObject, lattice: Lattice, sx: int, sy: int) -> str:
    """Something painted by the thread."""
    ink = "#e58fb1" if one.possible else "#c4122f"
    if len(one.hexes) == 2:
        first, second = (set(lattice.vertices(h)) for h in one.hexes)
        ends = sorted((v.x * sx, v.y * sy) for v in first & second)
        if len(ends) == 2:
            (ax, ay), (bx, by) = ends
            return f'<path d="M{ax} {ay}L{bx} {by}" stroke="{ink}" stroke-width="4"/>'
        return ""
    if not one.hexes:
        return ""
    shape = points(lattice, one.hexes[0], sx, sy)
    return f'<polygon points="{shape}" fill="none" stroke="{ink}" stroke-width="3"/>'


def spot(lattice: Lattice, h: Hex, sx: int, sy: int) -> tuple[int, int]:
    """The centre of a hex in a picture."""
    centre = lattice.centre(h)
    return centre.x * sx, centre.y * sy


def points(lattice: Lattice, h: Hex, sx: int, sy: int) -> str:
    """The corners of a hex in a picture."""
    return " ".join(f"{v.x * sx},{v.y * sy}" for v in lattice.vertices(h))


# The work of ``clubroute compare los``: a module read once, and its lines compared.


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
