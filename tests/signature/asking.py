"""Asking the fixed questions, each in surroundings that are the same on every machine.

``questions.jsonl`` has a question a line: the game whose project it is asked in, whether the
owner's tables in ``owner/`` are at hand, the method and its parameters. ``talks.txt`` has lines as
players type them, a conversation a paragraph. Both are fixed: a new question goes to the end.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import ClubrouteError
from clubroute.builder.files.atomic import Cache
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.project import Project, project_named
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.words.items import Here
from clubroute.rules.words.shell import Talk

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
QUESTIONS, TALKS, OWNER = HERE / "questions.jsonl", HERE / "talks.txt", HERE / "owner"
STRANGERS = ROOT / "tests" / "rules" / "plain" / "strangers"
"""Games of others, a project each."""
NEW = "lorne"
"""A game as ``clubroute new`` makes it."""
SHIPPED = ("example", "gts", "ins", "ombrey")
"""The lattices of this repository."""
WORDS = "words"
"""The families of what players type, by the map a conversation begins on."""


@dataclass(frozen=True, slots=True)
class Question:
    """A line of ``questions.jsonl``. ``game`` is a series here, or a game of one's own."""

    line: int
    game: str
    owner: bool
    method: str
    params: Mapping[str, Any]

    @property
    def family(self) -> str:
        """The series or game, and the first part of the method's name."""
        return f"{self.game} {self.method.partition('.')[0]}"


@dataclass(frozen=True, slots=True)
class Record:
    """What was answered to a question, whole. ``place`` is its file and line."""

    family: str
    place: str
    asked: str
    text: str


def read_questions(path: Path = QUESTIONS) -> tuple[Question, ...]:
    """The questions of a file, in order."""
    lines = path.read_text(encoding="utf-8").split("\n")
    rows = ((number, json.loads(line)) for number, line in enumerate(lines, 1) if line)
    return tuple(Question(number, **row) for number, row in rows)


def canonical(value: Any) -> str:
    """A JSON value as text that is the same whatever order its names were made in."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def portable(text: str) -> str:
    """A text without the folder this repository lies in, written as on every system."""
    escaped = str(ROOT).replace("\\", "\\\\")
    return text.replace(escaped, "").replace(str(ROOT), "")


def homes(maps: Path) -> dict[str, Path]:
    """The folder of the project of each game that has one of its own."""
    found = {home.name: home for home in sorted(STRANGERS.iterdir()) if home.is_dir()}
    return {**found, NEW: maps / NEW / "project"}


def contexts(maps: Path) -> dict[str, Context]:
    """The surroundings of a question by game; "" those of this repository's.

    :param maps: where compiled maps are kept from one run to the next.
    """
    found = {"": compiled(maps / "shipped", Project(ROOT), SHIPPED)}
    project = homes(maps)[NEW]
    shutil.rmtree(project, ignore_errors=True)
    new_game(project, NEW, rules=True)
    for game, home in homes(maps).items():
        found[game] = compiled(maps / game, Project(home), (game,))
    return found


def compiled(folder: Path, project: Project, lattices: tuple[str, ...]) -> Context:
    """Surroundings with a project's maps, which no cache of the user's is asked for."""
    cache = Cache(folder)
    for lattice in lattices:
        data, _ = terrain_pass(project.with_lattice(lattice), lattice, cache)
        (folder / f"{lattice}.terrain").write_bytes(data)
    return Context(folder, owner_folder=folder / "none")


def answer(context: Context, question: Question) -> str:
    """The record of an answer, or of why there is none."""
    try:
        return portable(canonical(ask(context, question.method, question.params)))
    except ClubrouteError as error:
        return portable(canonical({"refused": str(error)}))


def question_records(maps: Path) -> Iterator[Record]:
    """The record of each question, in order."""
    surroundings, projects = contexts(maps), homes(maps)
    with_owner = {
        game: Context(context.folder, owner_folder=OWNER) for game, context in surroundings.items()
    }
    for question in read_questions():
        game = question.game if question.game in surroundings else ""
        with project_named(projects.get(game, ROOT)):
            context = (with_owner if question.owner else surroundings)[game]
            text = answer(context, question)
        asked = f"{question.method} {canonical(question.params)}"
        yield Record(question.family, f"{QUESTIONS.name}:{question.line}", asked, text)


def talk_records(maps: Path) -> Iterator[Record]:
    """What is answered to each line of each conversation, in order."""
    context = compiled(maps / "shipped", Project(ROOT), SHIPPED)
    with ExitStack() as stack:
        stack.enter_context(project_named(ROOT))
        talk, family = Talk(Here(context), lambda _: Here(context)), WORDS
        for number, line in enumerate(TALKS.read_text(encoding="utf-8").split("\n"), 1):
            if not line:
                talk, family = Talk(Here(context), lambda _: Here(context)), WORDS
                continue
            if line.startswith("map "):
                family = f"{WORDS} {line[4:]}"
            try:
                text = talk.answer(line)
            except ClubrouteError as error:
                text = talk.refusal(error)
            yield Record(family, f"{TALKS.name}:{number}", line, portable(text))


def every_record(maps: Path) -> Iterator[Record]:
    """All records, in order."""
    yield from question_records(maps)
    yield from talk_records(maps)
