"""Three versions of a file become one, with the questions that are left in a file beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.compare.contents import ComparedFile, read_contents
from clubroute.builder.compare.gpids import double_gpids
from clubroute.builder.compare.line_merging import merge_lines
from clubroute.builder.compare.merging import MergeQuestion, double_names, merge_trees
from clubroute.builder.compare.trait_merging import Side
from clubroute.builder.compare.tree import Tree, shape, tree_of
from clubroute.builder.compare.writing import Source, merged_bytes
from clubroute.builder.errors import InputError, Where, one_line
from clubroute.builder.files.staging import staging
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    OLD_BUILD_FILE,
    Entry,
    read_entries,
    write_archive,
)

Answers = Mapping[tuple[str, str, str, str], Side]
QUESTIONS = ".questions.toml"
"""Ends the name of the file with the questions about another."""
FEW = 8
"""Places that a question lists; of the others the number is said."""
HEAD = """\
# What both sides changed. The file it is about is whole; it has "ours" where nobody has answered.
# Write take = "ours" or take = "theirs" below each question, then merge the same three files again
# with --answers and this file.
"""


@dataclass(frozen=True, slots=True)
class MergedFile:
    """The bytes of a merged file, the questions that are open, and what is to be known."""

    data: bytes
    questions: tuple[MergeQuestion, ...]
    open: tuple[MergeQuestion, ...]
    notes: tuple[str, ...]


def merge_build_files(
    base: bytes, ours: bytes, theirs: bytes, where: Where, answers: Answers
) -> MergedFile:
    """Merge build files: by lines where that is clean and no number or name is given twice, else by
    component.

    :raises InputError: one cannot be read.
    """
    first, second, third = (tree_of(buildfile.read(one, where)) for one in (base, ours, theirs))
    if not answers and (by_lines := merge_lines(base, ours, theirs)) is not None:
        tree = readable(by_lines, where)
        if tree is not None and is_sound(tree, second, third):
            return MergedFile(by_lines, (), (), ())
    made = merge_trees(first, second, third, answers)
    own = Source.of(ours, second, made.own_numbers)
    data = merged_bytes(made.growing, own, Source.of(theirs, third, made.their_numbers))
    written = readable(data, where)
    if written is None or shape(written) != shape(made.tree()):
        raise InputError(where, "XML whose form cannot be kept", "a build file as VASSAL saves it")
    return MergedFile(data, made.questions, made.open, made.notes)


def readable(data: bytes, where: Where) -> Tree | None:
    """The tree of a build file, None if it is none."""
    try:
        return tree_of(buildfile.read(data, where))
    except InputError:
        return None


def is_sound(merged: Tree, ours: Tree, theirs: Tree) -> bool:
    """Whether no number and no name is given more than once that was not so on one side."""
    gpids = double_gpids(merged) - (double_gpids(ours) | double_gpids(theirs))
    names = double_names(merged) - (double_names(ours) | double_names(theirs))
    return not gpids and not names


def merge_files(base: Path, ours: Path, theirs: Path, answers: Answers) -> MergedFile:
    """Merge three files of one kind: build files, modules or extensions.

    :raises InputError: they are of other kinds, or cannot be read.
    """
    three = [read_contents(path) for path in (base, ours, theirs)]
    kinds = {one.kind for one in three}
    if kinds == {"build file"}:
        first, second, third = (one.build for one in three)
        return merge_build_files(first, second, third, three[1].where, answers)
    if kinds != {"module"}:
        found = " and ".join(f"a {kind}" for kind in sorted(kinds))
        raise InputError(three[1].where, found, "three build files or three modules")
    return merge_modules(three, ours, theirs, answers)


def merge_modules(
    three: Sequence[ComparedFile], own: Path, other: Path, answers: Answers
) -> MergedFile:
    """Merge modules: the build file by component, all other files whole."""
    base, ours, theirs = three
    built = merge_build_files(base.build, ours.build, theirs.build, ours.where, answers)
    questions: list[MergeQuestion] = list(built.questions)
    taken: dict[str, str] = {}
    for name in sorted({*base.files, *ours.files, *theirs.files}):
        before, here, there = (one.files.get(name) for one in (base, ours, theirs))
        if here == there or there == before:
            continue
        if here == before:
            taken[name] = "theirs"
            continue
        sizes = size_of(before), size_of(here), size_of(there)
        question = MergeQuestion(f"file {name}", *sizes, places=(name,))
        questions.append(question)
        taken[name] = answers.get(question.key, "ours")
    entries = merged_entries(own, other, taken, built.data)
    still = tuple(one for one in questions if one.key not in answers)
    return MergedFile(write_archive(entries), tuple(questions), still, built.notes)


def size_of(data: bytes | None) -> str:
    """How large a file is, for a question."""
    return "(none)" if data is None else f"{len(data)} bytes"


def merged_entries(
    own: Path, other: Path, taken: Mapping[str, str], build: bytes
) -> Iterable[Entry]:
    """The entries of a merged module, in the order of ours."""
    ours, theirs = read_entries(own), {one.name: one for one in read_entries(other)}
    for entry in ours:
        if entry.name in (BUILD_FILE, OLD_BUILD_FILE):
            yield Entry(entry.name, build, entry.method, entry.date)
        elif taken.get(entry.name) != "theirs":
            yield entry
        elif entry.name in theirs:
            yield theirs[entry.name]
    names = {entry.name for entry in ours}
    for name, side in taken.items():
        if side == "theirs" and name in theirs and name not in names:
            yield theirs[name]


# The questions, in a file that is edited and given back.


def questions_text(questions: Iterable[MergeQuestion], answers: Answers) -> str:
    """The questions as TOML."""
    rows = [HEAD]
    for one in questions:
        places = list(dict.fromkeys(one.places))
        more = [f"and {len(places) - FEW} more"] if len(places) > FEW else []
        listed = ", ".join(map(toml_text, (*places[:FEW], *more)))
        rows.append(
            f"[[question]]\nplaces = [{listed}]\nwhat = {toml_text(one.what)}\n"
            f"base = {toml_text(one.base)}\nours = {toml_text(one.ours)}\n"
            f"theirs = {toml_text(one.theirs)}\ntake = {toml_text(answers.get(one.key, ''))}\n"
        )
    return "\n".join(rows)


def toml_text(text: str) -> str:
    """A text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m.group()):04x}", escaped) + '"'


def read_answers(path: Path) -> dict[tuple[str, str, str, str], Side]:
    """The answers in a file of questions. :raises InputError: it is none."""
    where = Where.of(path)
    rows: Any = read_toml(path).get("question")
    if not isinstance(rows, list):
        raise InputError(where, "no [[question]]", f"a file NAME{QUESTIONS} that merge wrote")
    answers: dict[tuple[str, str, str, str], Side] = {}
    for number, row in enumerate(rows, start=1):
        values = [row.get(key) if isinstance(row, dict) else None for key in KEYS]
        if not all(isinstance(value, str) for value in values):
            part = f"question[{number}]"
            raise InputError(Where(str(path), part=part), "a key missing", ", ".join(KEYS))
        *key, take = map(str, values)
        if take not in ("", "ours", "theirs"):
            part = f"question[{number}].take"
            raise InputError(Where(str(path), part=part), repr(take), '"ours" or "theirs"')
        if take:
            answers[key[0], key[1], key[2], key[3]] = "ours" if take == "ours" else "theirs"
    return answers


KEYS = ("what", "base", "ours", "theirs", "take")


def report_lines(merged: MergedFile, name: str) -> list[str]:
    """What is said of a merge: the notes, and each question on a line."""
    rows = [f"{name}: {len(merged.open)} to decide" if merged.open else f"{name}: merged"]
    rows += [f"  note: {note}" for note in merged.notes]
    for one in merged.open:
        places = list(dict.fromkeys(one.places))
        many = f" ({len(places)} places)" if len(places) > 1 else ""
        values = f"ours {one_line(one.ours, 60)}, theirs {one_line(one.theirs, 60)}"
        rows.append(f"  {places[0]}{many}: {one.what}: {values}")
    return rows


def write_merged(merged: MergedFile, out: Path, questions: Path, answers: Answers) -> None:
    """Write a merged file, and the questions about it beside it while there are any."""
    files = {out: merged.data}
    if merged.open:
        files[questions] = questions_text(merged.questions, answers).encode("utf-8")
    with staging(out.parent, out.name) as stage:
        stage.put(files)


def failed_text(error: Exception, path: str) -> str:
    """What stands beside a file that could not be merged, so that nobody takes it for merged."""
    return (
        f"# {path} could not be merged: {one_line(str(error))}\n"
        f"# The file has ours only. Theirs is to be had by: git show ':3:{path}'\n"
        "# Merge by hand, then delete this file.\n"
    )
