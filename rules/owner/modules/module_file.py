"""``module.toml``: what a known module is, and how its words and numbers are to be read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary
from clubroute.rules.series import all_games, series_at

if TYPE_CHECKING:
    from clubroute.builder.vassal.metadata import Metadata


# What a module's words of terrain are in ours: as known, as its owner says, or unknown.

KINDS = ("hex", "hexside", "line", "tag")
NONE = "none"
"""What stands for nothing here."""
RAISED = ("road", "railroad")
"""What a tag may raise."""
WORDS_FILE = Path(__file__).parent / "terrain_words.toml"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a module by kind, with ours. A hexside's may be several, blanks between."""

    hex: Mapping[str, str]
    hexside: Mapping[str, str]
    line: Mapping[str, str]
    tag: Mapping[str, str]

    def of(self, kind: str) -> Mapping[str, str]:
        """The words of a kind."""
        found: Mapping[str, str] = getattr(self, kind)
        return found

    def ours(self, kind: str, word: str) -> str:
        """Our word, "" for one that nobody has said it of."""
        return self.of(kind).get(word, "")


@cache
def known_words() -> Mapping[str, Mapping[str, str]]:
    """The words that modules of the series usually have."""
    told = read_toml(WORDS_FILE)
    return {kind: dict(told[kind]) for kind in KINDS}


def words_for(kind: str, defined: frozenset[str]) -> dict[str, str]:
    """A module's own words of a kind in order, with ours where they are known, else ""."""
    known = known_words()[kind]
    return {word: known.get(word, "") for word in sorted(defined)}


def check_words(words: Mapping[str, Mapping[str, str]], path: Path, lattice: str) -> Words:
    """The words of a module's file. :raises InputError: one of ours is no word of the map's."""
    vocabulary = vocabulary_of(lattice)
    roads = tuple(vocabulary.roads)
    allowed: Mapping[str, tuple[str, ...]] = {
        "hex": tuple(vocabulary.hexes),
        "hexside": tuple(vocabulary.hexsides),
        "line": roads,
        "tag": RAISED,
    }
    for kind, told in words.items():
        for word, ours in told.items():
            options = (*allowed[kind], NONE)
            for one in ours.split() if kind == "hexside" else [ours] if ours else []:
                if one not in options:
                    where = Where(str(path), part=f"words.{kind}.{word}")
                    near = nearest_name(one, options)
                    raise InputError(where, repr(one), one_of(options), near)
    return Words(**{kind: words.get(kind, {}) for kind in KINDS})


@cache
def vocabulary_of(lattice: str) -> Vocabulary:
    """The words our map of a lattice is described in."""
    return read_vocabulary(shipped_project().map_sources / lattice / "terrain.toml")


FILE = "module.toml"
TEXTS = ("name", "version", "file", "digest", "rules", "window", "mug")
METADATA = "metadata"
MOST_SHIFT = 1000
"""What may be added to a board's columns or rows."""
HEAD = """\
# A module of somebody else's, as `clubroute owner import` has read it. You may change rules,
# window, mug, boards and words; import it again then: what you changed is kept.
"""
NOTES: Mapping[str, str] = {
    "file": "where the module is",
    METADATA: "of its moduledata, which its logs repeat",
    "rules": "the rules' map it is played on",
    "window": "the map window Units move on",
    "mug": 'the deck activation chits are drawn from, "" for none',
}


@dataclass(frozen=True, slots=True)
class BoardNote:
    """How a board is read: what is added to its grid's columns and rows, and whether its ground
    counts. Where it does not, our map's stands there. ``sheet`` is the letter before our numbers of
    the map it shows, "" where there is but one map."""

    column: int = 0
    row: int = 0
    ground: bool = True
    sheet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleFile:
    """What is known of a module. ``rules`` is the rules' map, ``window`` its own map window."""

    name: str
    version: str
    file: str
    digest: str
    rules: str
    window: str
    mug: str = ""
    metadata: str = ""
    boards: Mapping[str, BoardNote] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def lattice(self) -> str:
        """The lattice of the rules' map."""
        return series_at(self.rules).lattice

    @property
    def called(self) -> str:
        """Its name and version, as people say them."""
        return f"{self.name} {self.version}".strip()

    def checked_words(self, path: Path) -> Words:
        """Its words with ours. :raises InputError: one of ours is no word of the map's."""
        return check_words(self.words, path, self.lattice)

    def text(self) -> str:
        """The file."""
        lines = [HEAD]
        texts = [*TEXTS, METADATA] if self.metadata else TEXTS
        for name in texts:
            note = f"    # {NOTES[name]}" if name in NOTES else ""
            lines.append(f"{name} = {quoted(getattr(self, name))}{note}")
        lines += ["", "# column, row: what is added to a board's numbers to have those printed"]
        lines += ["# on it; ground = false: the ground is our map's there. sheet: the letter of"]
        lines += ["# the map it shows, where a game has several.", ""]
        for name, board in self.boards.items():
            lines += [f"[boards.{quoted(name)}]", f"column = {board.column}", f"row = {board.row}"]
            lines += [f"ground = {str(board.ground).lower()}"]
            lines += [f"sheet = {quoted(board.sheet)}"] if board.sheet else []
            lines.append("")
        lines.append('# The module\'s words, and what they are in ours; "": nobody has said it')
        lines.append('# yet, so that our map stands there; "none": nothing.')
        for kind in KINDS:
            lines += ["", f"[words.{kind}]"]
            told = self.words.get(kind, {})
            lines += [f"{quoted(word)} = {quoted(ours)}" for word, ours in told.items()]
        return "\n".join(lines) + "\n"

    def merged(self, base: ModuleFile, mine: ModuleFile) -> tuple[ModuleFile, list[str]]:
        """This newly read file with what the owner has changed since ``base``; and what that is."""
        kept: list[str] = []
        texts: dict[str, str] = {}
        for name in ("rules", "window", "mug"):
            if getattr(mine, name) != getattr(base, name):
                texts[name] = getattr(mine, name)
                kept.append(f"{FILE}: {name} = {texts[name]!r}")
        boards = dict(self.boards)
        for name, board in mine.boards.items():
            if board != base.boards.get(name, BoardNote()) and name in boards:
                boards[name] = board
                kept.append(f"{FILE}: board {name!r}")
        words = {kind: dict(self.words.get(kind, {})) for kind in KINDS}
        for kind in KINDS:
            for word, ours in mine.words.get(kind, {}).items():
                if ours != base.words.get(kind, {}).get(word) and word in words[kind]:
                    words[kind][word] = ours
                    kept.append(f"{FILE}: {kind} {word!r} = {ours!r}")
        return replace(self, boards=boards, words=words, **texts), kept


STAMP = 16
"""Hex digits that tell the metadata of one module from those of another."""


def stamp_of(module: Metadata) -> str:
    """Tell a module by the metadata that each of its logs and saves repeats."""
    return hashlib.sha256(module.write()).hexdigest()[:STAMP]


def quoted(text: str) -> str:
    """A text as TOML has it: JSON's way of writing one is TOML's, too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_module_file(path: Path) -> ModuleFile:
    """The file of a known module. :raises InputError: ``path:name``, at the first wrong value."""
    return module_file_of(read_toml(path), path)


def module_file_of(told: Mapping[str, Any], path: Path) -> ModuleFile:
    """Read as :func:`read_module_file` does, from the values of a file there."""
    known = (*TEXTS, METADATA, "boards", "words")

    def wrong(part: str, found: object, expected: str, near: str | None = None) -> InputError:
        return InputError(Where(str(path), part=part), repr(found), expected, near)

    for name in told:
        if name not in known:
            raise wrong(name, name, one_of(known), nearest_name(name, known))
    texts = {METADATA: "", **{name: told[name] for name in (*TEXTS, METADATA) if name in told}}
    for name in (*TEXTS, METADATA):
        if not isinstance(texts.get(name), str):
            raise wrong(name, texts.get(name), "a text")
    if told["rules"] not in all_games():
        near = nearest_name(told["rules"], all_games())
        raise wrong("rules", told["rules"], one_of(all_games()), near)
    boards = {}
    for name, values in table(told, "boards", wrong).items():
        boards[name] = board_note(values, f"boards.{name}", wrong)
    words: dict[str, dict[str, str]] = {}
    for kind, values in table(told, "words", wrong).items():
        if kind not in KINDS:
            raise wrong(f"words.{kind}", kind, one_of(KINDS), nearest_name(kind, KINDS))
        words[kind] = {}
        for word, ours in table({kind: values}, kind, wrong).items():
            if not isinstance(ours, str):
                raise wrong(f"words.{kind}.{word}", ours, "a text")
            words[kind][word] = ours
    return ModuleFile(**texts, boards=boards, words=words)


def table(told: Mapping[str, Any], name: str, wrong: Any) -> Mapping[str, Any]:
    """A table of a file, empty where there is none. :raises InputError: it is none."""
    found = told.get(name, {})
    if not isinstance(found, dict):
        raise wrong(name, found, "a table")
    return found


KINDS_OF_NOTE: Mapping[str, type] = {"ground": bool, "sheet": str}
EXPECTED_OF_NOTE = {"ground": "true or false", "sheet": "the letter of a map"}
"""What the values of a board's note are that are no numbers."""


def board_note(values: Any, part: str, wrong: Any) -> BoardNote:
    """How a board is read. :raises InputError: at a wrong value."""
    names = ("column", "row", "ground", "sheet")
    if not isinstance(values, dict):
        raise wrong(part, values, "a table")
    for name, value in values.items():
        if name not in names:
            raise wrong(f"{part}.{name}", name, one_of(names), nearest_name(name, names))
        right = type(value) is KINDS_OF_NOTE.get(name, int)
        if not right or (type(value) is int and abs(value) > MOST_SHIFT):
            expected = EXPECTED_OF_NOTE.get(name, "a whole number")
            raise wrong(f"{part}.{name}", value, expected)
    return BoardNote(**values)
