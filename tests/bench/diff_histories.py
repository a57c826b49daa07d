"""Diff and merge tried on the histories of modules kept in git: ``python -m
tests.bench.diff_histories REPOSITORY...``

Of every commit that changed a build file: whether the first version with its diff is the second,
how many lines are shown, and how many git shows. Of every true merge: what is left to decide, and
how far the result is from what was committed. The repositories are other people's: they are read
where they lie and nothing of them is kept.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from clubroute.builder.compare.changes import apply, changes_of, read_change
from clubroute.builder.compare.lines import shown_lines
from clubroute.builder.compare.matching import match
from clubroute.builder.compare.merge import merge_build_files
from clubroute.builder.compare.noise import sift
from clubroute.builder.compare.tree import Tree, shape, tree_of
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import read

NAMES = ("buildFile", "buildFile.xml")
NOTHING = "0" * 40


class Tried(NamedTuple):
    """One commit: whether the diff is exact, the lines it shows and git's, and the seconds."""

    exact: bool
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
    lines = shown_lines(pairs, sift(pairs, made))
    seconds = time.perf_counter() - begun
    text = json.dumps([change.as_json() for change in made])
    exact = shape(apply(first, map(read_change, json.loads(text)))) == shape(second)
    numbers = git(repository, "diff", "--numstat", old, new).split()[:2]
    return Tried(exact, len(lines), sum(int(one) for one in numbers if one.isdigit()), seconds)


def build_blob(repository: Path, commit: str) -> str | None:
    """The build file of a commit."""
    rows = git(repository, "ls-tree", "-r", commit).decode("utf-8", "replace").splitlines()
    found = [row for row in rows if Path(row.partition("\t")[2]).name in NAMES]
    return found[0].split()[2] if found else None


def merges(repository: Path) -> Iterator[str]:
    """Every merge of two lines that both changed the build file, merged again, as a line."""
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
        pairs = match(tree_of(read(made.data)), tree_of(read(human)))
        apart = len(sift(pairs, changes_of(pairs)).real)
        yield f"  {commit[:8]}: {len(made.open)} to decide, {len(made.notes)} notes, {apart} apart"


def main(repositories: list[str]) -> int:
    """Print a line a repository and one for all; fail where a diff is not exact."""
    everything: list[Tried] = []
    for name in repositories:
        rows: list[Tried] = []
        for old, new in versions(Path(name)):
            try:
                rows.append(tried(Path(name), old, new))
            except InputError as error:
                click.echo(f"  {new[:8]}: {error}")
        click.echo("\n".join((f"{name}: {summary(rows)}", *merges(Path(name)))))
        everything += rows
    click.echo(f"all: {summary(everything)}")
    return int(not all(one.exact for one in everything))


def summary(rows: list[Tried]) -> str:
    """The figures of some commits."""
    if not rows:
        return "no commit"
    exact = sum(one.exact for one in rows)
    shown, of_git = (statistics.median(column) for column in list(zip(*rows, strict=True))[1:3])
    slowest = max(one.seconds for one in rows)
    return f"{exact} of {len(rows)} exact, median {shown} lines (git {of_git}), max {slowest:.1f} s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
