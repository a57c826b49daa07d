"""Three versions of a file, or of a text by its lines, become one; questions stand beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from clubroute.builder.compare.contents import ComparedFile, read_contents
from clubroute.builder.compare.gpids import double_gpids
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

# Three versions of a text merged by lines, where both sides changed lines that are apart.
#
# What is merged so keeps every byte. Sides that changed neighbouring lines are not merged here.

MOST_EDITS = 1_500
"""Lines that differ from the base, of one side; beyond, it takes too long."""


class Hunk(NamedTuple):
    """Lines of the base from ``start`` to ``end``, and those that a side has instead."""

    start: int
    end: int
    lines: tuple[bytes, ...]


def merge_lines(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """The text with both sides' changes; None where they meet, or differ too much."""
    rows = base.splitlines(keepends=True)
    own = hunks(rows, ours.splitlines(keepends=True))
    other = hunks(rows, theirs.splitlines(keepends=True))
    if own is None or other is None:
        return None
    merged: list[bytes] = []
    at = 0
    waiting = [sorted(own), sorted(other)]
    while waiting[0] or waiting[1]:
        first, second = (side[0] if side else None for side in waiting)
        if first is not None and second is not None and meet(first, second):
            if first != second:
                return None
            waiting[1].pop(0)
        ours_next = second is None or (first is not None and first <= second)
        hunk = waiting[0 if ours_next else 1].pop(0)
        merged += rows[at : hunk.start]
        merged += hunk.lines
        at = hunk.end
    return b"".join((*merged, *rows[at:]))


def meet(one: Hunk, other: Hunk) -> bool:
    """Whether no line that both sides left alone stands between two hunks."""
    return one.start <= other.end and other.start <= one.end


def hunks(base: Sequence[bytes], new: Sequence[bytes]) -> list[Hunk] | None:
    """What makes one list of lines of another; None if too much differs."""
    start = 0
    while start < min(len(base), len(new)) and base[start] == new[start]:
        start += 1
    behind = 0
    most = min(len(base), len(new)) - start
    while behind < most and base[-1 - behind] == new[-1 - behind]:
        behind += 1
    middle = shortest(base[start : len(base) - behind], new[start : len(new) - behind])
    if middle is None:
        return None
    return [Hunk(a + start, b + start, tuple(new[c + start : d + start])) for a, b, c, d in middle]


def shortest(base: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int, int, int]] | None:
    """The fewest changes between two lists, each as a range of both (Myers' way)."""
    reach = {1: 0}
    trail: list[dict[int, int]] = []
    width, height = len(base), len(new)
    for edits in range(min(width + height, MOST_EDITS) + 1):
        trail.append(dict(reach))
        for line in range(-edits, edits + 1, 2):
            down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
            x = reach[line + 1] if down else reach[line - 1] + 1
            y = x - line
            while x < width and y < height and base[x] == new[y]:
                x, y = x + 1, y + 1
            reach[line] = x
            if x >= width and y >= height:
                return ranges(trail, width, height)
    return None


def ranges(
    trail: Sequence[dict[int, int]], width: int, height: int
) -> list[tuple[int, int, int, int]]:
    """The changes on the way that was found, neighbouring ones joined."""
    steps: list[tuple[int, int, int, int]] = []
    x, y = width, height
    for edits in range(len(trail) - 1, 0, -1):
        reach = trail[edits]
        line = x - y
        down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
        before = line + 1 if down else line - 1
        from_x = reach[before]
        from_y = from_x - before
        to_x, to_y = (from_x, from_y + 1) if down else (from_x + 1, from_y)
        if steps and steps[-1][0] == to_x and steps[-1][2] == to_y:
            _, end_x, _, end_y = steps.pop()
            steps.append((from_x, end_x, from_y, end_y))
        else:
            steps.append((from_x, to_x, from_y, to_y))
        x, y = from_x, from_y
    return steps[::-1]


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
