"""What a module's boards say of the ground, hex by hex on our lattice, each with its line.

Nothing is left out without a word: what a board's text holds becomes a fact, or a remark that says
why it is none (:class:`Remark`), and what the engine reads otherwise than it looks is a slip.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from clubroute.builder.counting import so_many
from clubroute.builder.errors import one_of
from clubroute.builder.grid import (
    Hex,
    HexNumberError,
    Lattice,
    adjacent,
)
from clubroute.builder.sources.tables import Row, rows_of
from clubroute.builder.sources.text import read_text
from clubroute.builder.vassal.terrain_lines import (
    BoardTerrain,
    Definitions,
    Painted,
    Pair,
    board_of,
    read_terrain,
)
from clubroute.rules.owner.modules.boards import BoardHexes, HexBoard
from clubroute.rules.owner.modules.module_file import (
    NONE,
    RAISED,
    Words,
    vocabulary_of,
    words_for,
)

HEX, HEXSIDE, LINE, TAG = "hex", "hexside", "line", "tag"
FACTS = (HEX, HEXSIDE, LINE, TAG)
CLEAR = "Clear"
"""The word of a hex that has nothing in it."""


class GroundFact(NamedTuple):
    """One fact of a board. ``word`` is the module's, ``value`` that of a tag, ``ours`` our words
    for it: "" where nobody has said them. ``line`` is 0 for a hex the board shows unpainted."""

    kind: str
    hex: Hex
    beside: Hex | None
    word: str
    value: str
    ours: str
    board: str
    line: int

    @property
    def place(self) -> tuple[str, Hex, Hex | None, str]:
        """What the fact is of: there is one at most of each."""
        return self.kind, self.hex, self.beside, self.word if self.kind == TAG else ""

    @property
    def source(self) -> str:
        """Where it stands: ``Board:line``."""
        return f"{self.board}:{self.line}" if self.line else self.board


class Remark(NamedTuple):
    """Something of a board that is no fact, or is doubtful: ``what`` sort, and in words."""

    what: str
    text: str


@dataclass(slots=True)
class BoardReading:
    """What came of one board: its counts for the report."""

    name: str
    hexes: int = 0
    lines: int = 0
    used: int = 0
    why: str = ""


@dataclass(slots=True)
class ModuleGround:
    """The ground of a module as its boards have it; ``beyond`` are the places that only a board
    beside them tells, past the edge of its picture."""

    facts: dict[tuple[str, Hex, Hex | None, str], GroundFact] = field(default_factory=dict)
    beyond: set[tuple[str, Hex, Hex | None, str]] = field(default_factory=set)
    boards: list[BoardReading] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    lines: int = 0

    def remark(self, what: str, text: str) -> None:
        """Keep a remark."""
        self.remarks.append(Remark(what, text))


def texts_of(entries: Mapping[str, bytes]) -> dict[str, bytes]:
    """The boards with a text among a module's entries, and that text."""
    named = ((board_of(name), data) for name, data in entries.items())
    return {board: data for board, data in named if board is not None}


def read_ground(
    hexes: BoardHexes,
    texts: Mapping[str, bytes],
    defined: Definitions,
    words: Words,
    lattice: Lattice,
) -> ModuleGround:
    """Read the texts of a module's boards."""
    found = ModuleGround()
    for name in texts:
        if name not in hexes.boards:
            found.remark("text of no board", f"{name}: the module has no board of that name")
    for name, board in hexes.boards.items():
        told = BoardReading(name, len(board.shown), why=board.why)
        found.boards.append(told)
        BoardFacts(found, told, board, hexes, words, lattice).read(texts.get(name), defined)
    return found


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """Makes facts of what one board shows and its text says."""

    found: ModuleGround
    told: BoardReading
    board: HexBoard
    hexes: BoardHexes
    words: Words
    lattice: Lattice

    def read(self, data: bytes | None, defined: Definitions) -> None:
        """Read the board. :param data: its text, None if it has none."""
        found, told, board, name = self.found, self.told, self.board, self.board.name
        if data is None:
            if board.shown:
                told.why = "no terrain file: the ground is our map's there"
                for here in board.shown.values():
                    self._add(GroundFact(HEX, here, None, "", "", "", name, 0))
            return
        terrain = read_terrain(data, defined)
        told.lines = terrain.count
        found.lines += terrain.count
        found.slips += [slip.text(name) for slip in terrain.slips]
        if board.why:
            what = f"{name}: {board.why}; {so_many(terrain.count, 'line')} not used"
            found.remark("board without place", what)
            return
        told.used += self._hexes(terrain)
        told.hexes = len(board.shown)
        told.used += self._pairs(HEXSIDE, terrain.sides)
        told.used += self._pairs(LINE, terrain.lines)
        told.used += self._tags(terrain)

    def _hexes(self, terrain: BoardTerrain) -> int:
        """The terrain of the hexes, painted or not; how many lines have become facts."""
        used = 0
        painted: dict[Hex, tuple[bool, int, str]] = {}
        for cell, (word, line) in terrain.hexes.items():
            here = self.hexes.hex_of(self.board, cell)
            if here is None:
                self._beyond(line, f"{word} in {cell.column},{cell.row}")
                continue
            used += 1
            within = cell in self.board.shown
            painted[here] = max((within, line, word), painted.get(here, (False, 0, "")))
        within_board = frozenset(self.board.shown.values())
        for cell in terrain.hexes:
            if (edge := self.hexes.hex_of(self.board, cell)) is not None:
                self.board.shown.setdefault(cell, edge)
        clear = any(word == CLEAR for _, _, word in painted.values())
        unpainted = "" if clear else self.words.ours(HEX, CLEAR) or "clear"
        for here in self.board.shown.values():
            _, line, word = painted.get(here, (False, 0, ""))
            ours = self.words.ours(HEX, word) if word else unpainted
            fact = GroundFact(HEX, here, None, word, "", ours, self.board.name, line)
            self._add(fact, here in within_board)
        return used

    def _pairs(self, kind: str, painted: Mapping[Pair, Painted]) -> int:
        """The hexsides or the lines; how many lines of the text have become facts."""
        used = 0
        for cells, (word, line) in painted.items():
            ends = self.hexes.pair_of(self.board, *cells)
            if ends is None:
                between = "–".join(f"{cell.column},{cell.row}" for cell in cells)
                self._beyond(line, f"{word} between {between}")
                continue
            used += 1
            ours = self.words.ours(kind, word)
            self._add(GroundFact(kind, *ends, word, "", ours, self.board.name, line))
        return used

    def _tags(self, terrain: BoardTerrain) -> int:
        """The tags of the hexes; how many lines have become facts."""
        used = 0
        for (cell, word), (value, line) in terrain.tags.items():
            here = self.hexes.hex_of(self.board, cell)
            if here is None:
                self._beyond(line, f"{word} in {cell.column},{cell.row}")
                continue
            used += 1
            ours = self.words.ours(TAG, word)
            self._add(GroundFact(TAG, here, None, word, value, ours, self.board.name, line))
        return used

    def _beyond(self, line: int, what: str) -> None:
        """Remark a line whose hex is none of our map's, or whose two are not beside each other."""
        place = f"{self.board.name}:{line}: {what}"
        self.found.remark(
            "off our map", f"{place}: no hex of our map, or two not beside each other"
        )

    def _add(self, fact: GroundFact, within: bool = True) -> None:
        add(self.found, self.lattice, fact, within)


def add(found: ModuleGround, lattice: Lattice, fact: GroundFact, within: bool = True) -> None:
    """Add a fact; which counts of two that differ is remarked.

    The engine asks the board that shows a hex (``within``), whatever the board beside it says past
    its edge; on one board what it reads last counts. Of a hexside on a seam, and of a hex that two
    boards show alike, the first board's word counts for us.
    """
    before = found.facts.get(fact.place)
    if before is None or (before.kind == HEX and not before.word and fact.word):
        put(found, fact, within)
        return
    second = within and fact.place in found.beyond and bool(fact.ours)
    if before.board != fact.board and (fact.word or second) and told_of(before) != told_of(fact):
        text = (
            f"{number_of(lattice, fact)}: {told_of(before)} by {before.source}, "
            f"{told_of(fact)} by {fact.source}: the {'second' if second else 'first'} counts"
        )
        found.remark("boards that differ", text)
        if second:
            put(found, fact, within)
    elif before.board == fact.board and fact.line and before.line:
        last = max(before, fact, key=lambda one: one.line)
        text = f"{number_of(lattice, fact)}: {before.source}, {fact.source}: {last.source} counts"
        found.remark("told twice", text)
        put(found, last, within)


def put(found: ModuleGround, fact: GroundFact, within: bool) -> None:
    """Let a fact be the one of its place."""
    found.facts[fact.place] = fact
    if within:
        found.beyond.discard(fact.place)
    else:
        found.beyond.add(fact.place)


def told_of(fact: GroundFact) -> str:
    """What a fact says, in the module's words."""
    return f"{fact.word} = {fact.value}" if fact.kind == TAG else fact.word or "nothing"


def number_of(lattice: Lattice, fact: GroundFact) -> str:
    """The hex or the pair of a fact as printed."""
    ends = [fact.hex] if fact.beside is None else [fact.hex, fact.beside]
    return "/".join(lattice.format(one) for one in ends)


def defined_words(defined: Definitions) -> dict[str, dict[str, str]]:
    """A module's words by kind, with ours where they are known."""
    kinds = {
        HEX: defined.hexes,
        HEXSIDE: defined.sides,
        LINE: defined.lines,
        TAG: defined.tags,
    }
    return {kind: words_for(kind, frozenset(words)) for kind, words in kinds.items()}


def unknown_words(facts: Iterator[GroundFact]) -> dict[tuple[str, str], int]:
    """The words that stand on the ground and that nobody has said ours of, and how often."""
    found: dict[tuple[str, str], int] = {}
    for fact in facts:
        if fact.word and not fact.ours and fact.kind != TAG:
            found[fact.kind, fact.word] = found.get((fact.kind, fact.word), 0) + 1
    return found


# ``terrain.csv``: the ground of a module, a fact a row, for people to read and to mend.
#
# A row without ``word`` is a hex the board shows unpainted; one without ``ours`` is answered from
# our map. The owner may change ``ours``, and add or take rows: that is kept when he imports again.

COLUMNS = ("fact", "hex", "beside", "word", "value", "ours", "board", "line")
NEEDED = ("fact", "hex", "ours")
REMARK = (
    "# What stands on the module's boards. ours: our word for it; none: nothing; "
    "blank: our map stands there."
)


def facts_text(facts: Iterable[GroundFact], lattice: Lattice) -> str:
    """The file."""
    out = io.StringIO(newline="")
    out.write(REMARK + "\n")
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    for one in sorted(facts, key=in_order):
        beside = "" if one.beside is None else lattice.format(one.beside)
        told = (one.word, one.value, one.ours, one.board, str(one.line) if one.line else "")
        write.writerow((one.kind, lattice.format(one.hex), beside, *told))
    return out.getvalue()


def in_order(one: GroundFact) -> tuple[int, Hex, Hex, str]:
    """Where a fact stands in the file."""
    return FACTS.index(one.kind), one.hex, one.beside or one.hex, one.word


def read_facts(path: Path, lattice: Lattice, window: str) -> tuple[GroundFact, ...]:
    """The facts in a file. :raises InputError: ``path:row:column``, at the first wrong cell."""
    return facts_of(read_text(path), path, lattice, window)


def facts_of(text: str, path: Path, lattice: Lattice, window: str) -> tuple[GroundFact, ...]:
    """Read as :func:`read_facts` does, from the text of a file there."""
    found: dict[tuple[str, Hex, Hex | None, str], int] = {}
    facts = []
    places: dict[str, Hex] = {}
    options = ours_of(lattice.name)
    for row in rows_of(text, path, {name: name in NEEDED for name in COLUMNS}):
        fact = fact_of(row, lattice, window, places, options)
        if fact.place in found:
            raise row.error("hex", "the same fact again", f"once (row {found[fact.place]})")
        found[fact.place] = row.row
        facts.append(fact)
    return tuple(facts)


def ours_of(lattice: str) -> dict[str, frozenset[str]]:
    """Our words for each kind of fact."""
    vocabulary = vocabulary_of(lattice)
    kinds = {
        HEX: frozenset(vocabulary.hexes),
        HEXSIDE: frozenset(vocabulary.hexsides),
        LINE: frozenset(vocabulary.roads),
        TAG: frozenset(RAISED),
    }
    return {kind: words | {NONE} for kind, words in kinds.items()}


def fact_of(
    row: Row,
    lattice: Lattice,
    window: str,
    places: dict[str, Hex],
    options: dict[str, frozenset[str]],
) -> GroundFact:
    """The fact of a row. :raises InputError: at a wrong cell."""
    cells = row.cells
    kind = cells["fact"].strip()
    if kind not in options:
        row.choice("fact", FACTS)
    here = hex_of(row, "hex", lattice, window, places)
    beside = None
    if kind in (HEXSIDE, LINE):
        beside = hex_of(row, "beside", lattice, window, places)
        if not adjacent(here, beside):
            raise row.error("beside", repr(row.text("beside")), f"a hex next to {row.text('hex')}")
        here, beside = min(here, beside), max(here, beside)
    ours = cells["ours"].strip()
    for word in ours.split():
        if word not in options[kind] or (kind != HEXSIDE and word != ours):
            raise row.error("ours", repr(ours), one_of(sorted(options[kind])))
    if kind == HEX and ours == NONE:
        raise row.error("ours", repr(ours), "a terrain, or a blank cell for our map's")
    line = cells.get("line", "").strip()
    return GroundFact(
        kind,
        here,
        beside,
        cells.get("word", "").strip(),
        cells.get("value", ""),
        ours,
        cells.get("board", ""),
        row.integer("line", low=0) if line else 0,
    )


def hex_of(row: Row, column: str, lattice: Lattice, window: str, places: dict[str, Hex]) -> Hex:
    """A printed number of a cell. :raises InputError: it is none of the map's."""
    text = row.text(column)
    found = places.get(text)
    if found is None:
        try:
            found = places[text] = lattice.parse(text, window)
        except HexNumberError:
            raise row.error(column, repr(text), f"a hex of {window}") from None
    return found
