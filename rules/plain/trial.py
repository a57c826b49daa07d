"""``clubroute try``: sample questions about a game of one's own, kept with their answers.

The author reads the answers once; ``checks.csv`` keeps them beside his counters, and each later
build asks the questions again, so that a changed table or map tells which answers it changed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.sources.text import csv_records, read_text
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.plain.game import (
    PlainGame,
    PlainUnit,
    completed,
    set_up,
)
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import series_at
from clubroute.rules.words.grammar import Here, in_own_files, parse

FILE = "checks.csv"
HEAD = ("question", "answer")
UNITS, MOST = 5, 20
"""Units of a set-up that are asked about, and questions in all."""


@dataclass(frozen=True, slots=True)
class TrialAnswer:
    """A question in words with the answer that is kept, and the answer now. ``row`` is that of
    ``checks.csv``, 0 for a new question."""

    question: str
    kept: str
    now: str
    row: int = 0

    @property
    def changed(self) -> bool:
        """Whether the answer is no longer the one that was kept."""
        return self.kept != self.now


def answered(context: Context, game: str, question: str) -> str:
    """The first line of the answer to a question in words, or why there is none.

    :raises InputError: a mistake in the game's own files, of which no question is to blame.
    """
    try:
        asked = parse(f"{question} map={game}", Here(context))
        found: Mapping[str, object] = ask(context, asked.method, asked.params)
    except ClubrouteError as error:
        if isinstance(error, InputError) and in_own_files(error, game):
            raise
        return f"refused: {error}"
    return str(found.get("summary") or found["verdict"])


def samples(context: Context, game: PlainGame) -> list[str]:
    """Questions about the game's own set-ups, of each kind that its tables answer: at most 20."""
    families = series_at(game.id).families
    country = map_of(context, game.id)
    found: list[str] = []
    for scenario in sorted(scenario_files(game.id)):
        units = [completed(game, one, scenario) for one in set_up(game, scenario)]
        for unit in one_of_each(game, units):
            found += about(country, unit, units, families, scenario)
    return list(dict.fromkeys(found))[:MOST]


def one_of_each(game: PlainGame, units: Sequence[PlainUnit]) -> list[PlainUnit]:
    """A unit on the map of each kind, the sides in turn."""
    found = []
    for index, kind in enumerate(game.kinds):
        side = game.sides[index % len(game.sides)] if game.sides else None
        there = [one for one in units if one.kind == kind and one.hex is not None]
        found += sorted(there, key=lambda one: one.side != side)[:1]
    return found[:UNITS]


def about(
    country: MapFile,
    unit: PlainUnit,
    units: Sequence[PlainUnit],
    families: Mapping[str, object],
    scenario: str,
) -> Iterator[str]:
    """The questions about one unit of a set-up, on its first turn."""
    end = f"scenario={scenario} turn=1"
    enemies = [one for one in units if one.side != unit.side and one.hex is not None]
    here = country.id(unit.hex or "")
    nearest = min(
        enemies, key=lambda one: country.between(here, country.id(one.hex or "")), default=None
    )
    near = None if nearest is None else country.number(beside(country, nearest, here))
    if "move" in families:
        yield f"reach {unit.id} {end}"
        if near is not None and near != unit.hex:
            yield f"move {unit.id} {unit.hex} {near} {end}"
    if "supply" in families:
        yield f"supply {unit.id} {end}"
    if "combat" in families and nearest is not None:
        attacks = f"{unit.id}={near} {nearest.id}={nearest.hex}"
        yield f"combat {nearest.hex} {unit.id} {attacks} turn=1"


def beside(country: MapFile, unit: PlainUnit, here: int) -> int:
    """The hex beside a unit that lies nearest to another."""
    return min(
        country.around(country.id(unit.hex or "")), key=lambda id_: country.between(here, id_)
    )


def kept(path: Path) -> list[tuple[int, str, str]]:
    """The rows of ``checks.csv``: row, question, answer; none without a file.

    :raises InputError: it has other columns, or a row other cells.
    """
    if not path.is_file():
        return []
    rows = [row for _, row in csv_records(read_text(path), path)]
    if not rows or tuple(rows[0]) != HEAD:
        found = ",".join(rows[0]) if rows else "nothing"
        raise InputError(Where(str(path), 1, 1), repr(found), ",".join(HEAD))
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(HEAD):
            raise InputError(
                Where(str(path), number, 1), f"{len(row)} cells", "a question and its answer"
            )
    return [(number, row[0], row[1]) for number, row in enumerate(rows[1:], 2)]


def tried(context: Context, game: PlainGame) -> list[TrialAnswer]:
    """The questions that are kept, asked again; without any, samples that are kept as answered
    now."""
    path = game.folder / FILE
    rows = kept(path)
    if rows:
        return [
            TrialAnswer(question, answer, answered(context, game.id, question), row)
            for row, question, answer in rows
        ]
    found = []
    for question in samples(context, game):
        now = answered(context, game.id, question)
        found.append(TrialAnswer(question, now, now))
    return found


def keep(game: PlainGame, answers: Sequence[TrialAnswer]) -> Path:
    """Write the questions with their answers as they are now; the file."""
    out = io.StringIO()
    rows = [HEAD, *((one.question, one.now) for one in answers)]
    csv.writer(out, lineterminator="\n").writerows(rows)
    path = game.folder / FILE
    write_bytes(path, out.getvalue().encode("utf-8"))
    return path


def changes(context: Context, game: PlainGame) -> list[str]:
    """A line for each answer that is no longer the one that was kept."""
    path = game.folder / FILE
    if not path.is_file():
        return []
    return [
        f"{path}:{one.row}: {one.question}: found {one.now!r}, kept {one.kept!r}"
        for one in tried(context, game)
        if one.changed
    ]
