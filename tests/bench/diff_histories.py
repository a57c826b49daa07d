"""Diff and merge tried on the histories of modules kept in git: ``python -m
tests.bench.diff_histories [REPOSITORY...]``, of all in the cache folder without one.

Of every commit that changed a build file: whether the first version with its diff is the second,
whether what is left out as noise is noise, how many lines are shown, and how many git shows. Of
every true merge: what is left to decide, and how far the result is from what was committed, told
apart from merges in which one side was dropped whole. The repositories are other people's: they are
read where they lie and nothing of them is kept.
"""

from __future__ import annotations

import itertools
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

from clubroute.builder.compare.changes import apply, changes_of, read_change
from clubroute.builder.compare.gpids import double_gpids
from clubroute.builder.compare.lines import shown_lines
from clubroute.builder.compare.matching import match
from clubroute.builder.compare.merge import merge_build_files
from clubroute.builder.compare.noise import sift
from clubroute.builder.compare.tree import Tree, shape, tree_of
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import read
from tests.fetching.modules import prepare, repositories

NAMES = ("buildFile", "buildFile.xml")
NOTHING = "0" * 40


class Tried(NamedTuple):
    """One commit: whether the diff is exact, whether it says all that is no noise, the lines it
    shows and git's, and the seconds."""

    exact: bool
    whole: bool
    lines: int
    git: int
    seconds: float


def git(repository: Path, *words: str) -> bytes:
    """What git prints."""
    return subprocess.run(
        ("git", "-C", str(repository), *words), capture_output=True, check=True
    ).stdout


def versions(repository: Path) -> Iterator[tuple[str, str]]:
    """The blobs before and after each commit of the main line that changed a build file."""
    log = git(
        repository,
        *("log", "--first-parent", "--diff-merges=first-parent", "--format=", "--raw"),
        *("--no-abbrev", "-M", "--", "*buildFile*"),
    )
    for line in log.decode("utf-8", "replace").splitlines():
        found = re.match(r":\S+ \S+ (\w{40}) (\w{40}) \S+\t(.*)", line)
        if found and NOTHING not in found.groups()[:2] and Path(found[3]).name in NAMES:
            yield found[1], found[2]


def read_blob(repository: Path, blob: str) -> Tree:
    """The tree of a blob."""
    return tree_of(read(git(repository, "cat-file", "blob", blob)))


def tried(repository: Path, old: str, new: str) -> Tried:
    """Diff two blobs."""
    first, second = read_blob(repository, old), read_blob(repository, new)
    begun = time.perf_counter()
    pairs = match(first, second)
    made = changes_of(pairs)
    sifted = sift(pairs, made)
    lines = shown_lines(pairs, sifted)
    seconds = time.perf_counter() - begun
    text = json.dumps([change.as_json() for change in made])
    exact = shape(apply(first, map(read_change, json.loads(text)))) == shape(second)
    whole = facts(apply(first, sifted.real)) == facts(second)
    numbers = git(repository, "diff", "--numstat", old, new).split()[:2]
    return Tried(
        exact, whole, len(lines), sum(int(one) for one in numbers if one.isdigit()), seconds
    )


KEY = re.compile(r"(?<![0-9])(?:5[7-9]|6[0-3])[0-9]{3}(\\*,0\\*,[^\\,;:|\t]+)")
"""A named key: the number is the editor's own."""
PLACED = re.compile(r"(^|[\t/])null;-?[0-9]+;-?[0-9]+;")
"""Where a counter's definition stands in the editor's window."""
NEVER_SAID = {"nextPieceSlotId", "divider", "width", "height", "scale"}
UNSET = {"", "false", "(none)"}


def facts(tree: Tree) -> list[tuple[str, tuple[tuple[str, str], ...], str]]:
    """All that a tree says but what the editor writes by itself, told apart by other means than
    those of the diff."""
    found = []
    for part in tree:
        palette = part.tag.startswith("VASSAL.build.widget.")
        attributes = sorted(
            (name, KEY.sub(r"\1", value))
            for name, value in part.attributes
            if value not in UNSET and not (name in NEVER_SAID and (palette or "next" in name))
        )
        text = PLACED.sub(r"\1null;", KEY.sub(r"\1", part.text))
        found.append((part.tag, tuple(attributes), text))
    return found


def build_blob(repository: Path, commit: str) -> str | None:
    """The build file of a commit."""
    rows = git(repository, "ls-tree", "-r", commit).decode("utf-8", "replace").splitlines()
    found = [row for row in rows if Path(row.partition("\t")[2]).name in NAMES]
    return found[0].split()[2] if found else None


class Merged(NamedTuple):
    """One true merge, merged again: what is to decide, how many notes, how far it is from what was
    committed, and why nobody can hold it to that: one side is dropped, numbers are given twice."""

    commit: str
    questions: int
    notes: int
    apart: int
    unlike: str

    def line(self) -> str:
        """What is printed of it."""
        human = f"{self.apart} apart{self.unlike and f' ({self.unlike})'}"
        return f"  {self.commit[:8]}: {self.questions} to decide, {self.notes} notes, {human}"


def real_changes(old: bytes, new: bytes) -> int:
    """How many changes between two build files are no noise."""
    pairs = match(tree_of(read(old)), tree_of(read(new)))
    return len(sift(pairs, changes_of(pairs)).real)


def merges(repository: Path) -> Iterator[Merged]:
    """Every merge of two lines that both changed the build file, merged again."""
    for row in git(repository, "log", "--all", "--merges", "--format=%H %P").decode().splitlines():
        commit, *parents = row.split()
        if len(parents) != 2:
            continue
        try:
            base = git(repository, "merge-base", *parents).decode().split()[0]
        except subprocess.CalledProcessError:
            continue
        blobs = [build_blob(repository, one) for one in (base, *parents, commit)]
        known = [one for one in blobs if one is not None]
        if len(known) < 4 or len(set(known[:3])) < 3:
            continue
        base_file, ours, theirs, human = (git(repository, "cat-file", "blob", b) for b in known)
        made = merge_build_files(base_file, ours, theirs, Where(commit), {})
        unlike = ""
        if any(real_changes(one, human) == 0 for one in (ours, theirs)):
            unlike = "by hand one side was dropped"
        elif double_gpids(tree_of(read(human))):
            unlike = "by hand a number was given twice"
        apart = real_changes(made.data, human)
        yield Merged(commit, len(made.open), len(made.notes), apart, unlike)


class Histories(NamedTuple):
    """What was tried of some repositories."""

    commits: list[Tried]
    merges: list[Merged]

    def lines(self) -> Iterator[str]:
        """The figures of all."""
        yield f"all: {summary(self.commits)}"
        clear = [one for one in self.merges if one.questions == 0]
        yield f"merges: {len(clear)} of {len(self.merges)} without a question"
        own = [one for one in clear if not one.unlike]
        yield f"  {sum(one.apart == 0 for one in own)} of {len(own)} as they were made by hand"


def look(repository: Path, most: int, say: Callable[[str], object]) -> Histories:
    """Try the newest commits of a repository, so many at most, and all its merges."""
    rows: list[Tried] = []
    for old, new in itertools.islice(versions(repository), most):
        try:
            rows.append(tried(repository, old, new))
        except InputError as error:
            say(f"  {new[:8]}: {error}")
            continue
        if not (rows[-1].exact and rows[-1].whole):
            say(f"  {old[:8]} {new[:8]}: {rows[-1]}")
    again = [*merges(repository)]
    say(f"{repository}: {summary(rows)}")
    for one in again:
        say(one.line())
    return Histories(rows, again)


def look_at_all(places: Iterable[Path], most: int, say: Callable[[str], object]) -> Histories:
    """Try several repositories."""
    every = Histories([], [])
    for repository in places:
        found = look(repository, most, say)
        every.commits.extend(found.commits)
        every.merges.extend(found.merges)
    for line in every.lines():
        say(line)
    return every


def summary(rows: list[Tried]) -> str:
    """The figures of some commits."""
    if not rows:
        return "no commit"
    exact, whole = sum(one.exact for one in rows), sum(one.whole for one in rows)
    shown, of_git = (statistics.median(column) for column in list(zip(*rows, strict=True))[2:4])
    slowest = max(one.seconds for one in rows)
    return (
        f"{exact} of {len(rows)} exact, {whole} whole, median {shown} lines (git {of_git}), "
        f"max {slowest:.1f} s"
    )


def main(names: list[str]) -> int:
    """Print a line a repository and one for all; fail where a diff is not exact or whole."""
    places = [Path(one) for one in names] or repositories(prepare())
    found = look_at_all(places, sys.maxsize, click.echo)
    return int(not all(one.exact and one.whole for one in found.commits))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
