"""What holds at every door of the list of commands: none is without a guard, and nothing that is
read is ever run."""

from __future__ import annotations

import itertools
import os
import random
import re
import shutil
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click
import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.words.helping import first_screen, topic, topics
from tests.command_doors import (
    IN_WORDS,
    LINES,
    WRITTEN,
    WRITTEN_BY,
    DoorLine,
    Scratch,
    commands,
    files_below,
    lay_out,
    lines,
    takes_files,
    thing_of,
)
from tests.damage import SPECIALS, damage

REFUSED = 2
HANGS = 120


@pytest.fixture(scope="module")
def scratch(gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """A good thing of every kind. The map is asked for so that it is at hand."""
    assert gts_map.terrain.hexes
    folder = tmp_path_factory.mktemp("doors")
    return Scratch(lay_out(folder / "things"), folder / "scratch")


@contextmanager
def no_waiting() -> Iterator[None]:
    """Interrupt what goes on for ever, where the system can."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"not done after {HANGS} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_every_command_has_its_lines() -> None:
    assert {name for name, _ in commands()} | IN_WORDS == set(LINES)


def test_every_file_that_a_command_takes_stands_in_one_of_its_lines() -> None:
    missing = {
        f"{name}: {parameter.opts[-1]}"
        for name, command in commands()
        for parameter in takes_files(command)
        if parameter.name not in WRITTEN
        and (name, parameter.name) not in WRITTEN_BY
        and not any(given(command, line, parameter) for line in lines() if line.command == name)
    }
    assert missing == set(), "add a line to LINES in tests/command_doors.py"


def given(command: click.Command, line: DoorLine, parameter: click.Parameter) -> bool:
    """Whether a line of a command gives a parameter a thing to read."""
    if isinstance(parameter, click.Option):
        pairs = zip(line.words, line.words[1:], strict=False)
        return any(one in parameter.opts and thing_of(other) for one, other in pairs)
    context = command.make_context(line.command, list(line.words), resilient_parsing=True)
    told = context.params.get(str(parameter.name))
    values = told if isinstance(told, tuple) else (told,)
    return any(thing_of(str(one)) for one in values)


def test_every_line_is_answered_when_all_is_well(scratch: Scratch) -> None:
    refused = set()
    for line in lines():
        with no_waiting():
            code, said, _ = scratch.run(line, scratch.copies(line))
        if code == REFUSED:
            refused.add((line.command, re.sub(r"^.*: found", "found", said)))
    # What only a far larger thing would be answered for comes as far as its kind is read.
    assert {command for command, _ in refused} <= set(FAR_ENOUGH), refused


FAR_ENOUGH = {
    "ask": "a file of counters that is about other modules",
    "check": "the same",
    "compare los": "the small module has no terrain",
    "draw": "a file of counters that is about other modules",
    "import": "a GeoPackage without a shape",
    "league appeal": "no ruling to appeal against",
    "link": "a save of a module that is not built beside the maps",
    "merge": "answers without a question",
    "owner ratings": "the small game has no blank rating",
    "position": "a file of counters that is about other modules",
    "room": "the same",
    "serve": "the same",
    "shell": "the same, or nobody types",
    "site": "no Python for browsers",
}
"""Commands that refuse good things, and why."""


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_file_at_any_door_is_read_or_refused(seed: int, scratch: Scratch) -> None:
    """A sample of what tests/bench/fuzz_commands.py does at length."""
    for line in sampled(seed):
        chance = random.Random(f"{seed} {line.title}")
        thing = chance.choice(line.things())
        places = scratch.copies(line, thing)
        damage(chance.choice(files_below(places[thing])), chance)
        with no_waiting():
            code, said, _ = scratch.run(line, places)
        assert code in (0, 1, REFUSED), line.title
        assert "Traceback" not in said, (line.title, said)


def sampled(seed: int) -> list[DoorLine]:
    """A third of the lines that read something, without those that take a second."""
    fast = [line for line in lines() if line.things() and line.command not in SLOW]
    return fast[seed::3]


SLOW = frozenset(("build", "publish"))


@pytest.mark.parametrize("special", SPECIALS, ids=lambda one: one.__name__)
def test_what_is_no_file_or_too_much_is_one_line_at_every_door(
    special: Callable[[Path], None], scratch: Scratch
) -> None:
    """Of each kind of thing, at one of its doors; those of a game tell all mistakes at once, each
    in a line."""
    for thing, line in one_line_each(special.__name__).items():
        places = scratch.copies(line, thing)
        path = first_file(places[thing])
        special(path)
        with no_waiting():
            code, said, _ = scratch.run(line, places)
        assert code in (0, 1, REFUSED), (line.title, thing)
        if code == REFUSED:
            # A league tells of each game that cannot be judged besides.
            rows = said.splitlines()[-1 if line.command.startswith("league") else 0 :]
            assert all(row.startswith("clubroute: ") for row in rows), (line.title, thing, said)


def one_line_each(salt: str) -> Mapping[str, DoorLine]:
    """Each kind of thing with one of the lines that read it."""
    chance = random.Random(salt)
    reading: dict[str, list[DoorLine]] = {}
    for line in lines():
        for thing in line.things() if line.command not in SLOW else ():
            reading.setdefault(thing, []).append(line)
    return {thing: chance.choice(found) for thing, found in sorted(reading.items())}


def first_file(path: Path) -> Path:
    """The file itself, or the first table of a folder."""
    files = files_below(path)
    return next((one for one in files if one.name in ("units.csv", "ratings.csv")), files[0])


# What is read is never run.

PROGRAMS = (
    *("bin/python", "bin/python3", "Scripts/python.exe", "bin/clubroute", "clubroute", "python"),
    *("round.txt", "Round.TOML", "run.sh", "java", "git"),
)
MODULES = (
    *("sitecustomize.py", "usercustomize.py", "conftest.py", "setup.py", "__init__.py"),
    *("__main__.py", "json.py", "tomllib.py", "click/__init__.py", "a.pth"),
)


def plant(folder: Path, marker: Path) -> list[Path]:
    """Put programs and modules into a folder that leave a mark when they are run."""
    program = f"#!/bin/sh\necho $0 >> '{marker}'\n"
    module = f"import os; open({str(marker)!r}, 'a').write(__name__)\n"
    planted = []
    for names, text in ((PROGRAMS, program), (MODULES, module)):
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_text(text, encoding="utf-8")
                path.chmod(path.stat().st_mode | stat.S_IXUSR)
                planted.append(path)
    return planted


@pytest.mark.skipif(os.name != "posix", reason="the planted programs are for a shell")
def test_what_is_planted_leaves_its_mark_when_it_is_run(tmp_path: Path) -> None:
    plant(tmp_path, marker := tmp_path / "mark")
    os.system(f"'{tmp_path / 'bin' / 'python'}'")
    assert marker.read_text(encoding="utf-8").endswith("bin/python\n")


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.title)
def test_nothing_that_is_read_is_ever_run(
    line: DoorLine, scratch: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every folder that a line names, and every file as a program, in the folder it is run in."""
    marker = tmp_path / "mark"
    places = scratch.copies(line, *line.things())
    for name in line.things():
        path = places[name]
        plant(path if path.is_dir() else path.parent, marker)
        if path.is_file() and path.suffix in (".txt", ".toml", ".csv", ".json"):
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
    plant(places["PROJECT"], marker)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with no_waiting():
        scratch.run(line, places)
    assert not marker.exists(), f"{line.title} ran {marker.read_text('utf-8')}"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the planted programs are for a shell")
def test_no_text_that_names_a_program_runs_it(scratch: Scratch, tmp_path: Path) -> None:
    """In place of every word of every line."""
    marker, programs = tmp_path / "mark", itertools.cycle(PROGRAMS)
    plant(tmp_path / "evil", marker)
    for line in lines():
        for number, word in enumerate(line.words):
            if word.startswith("-") or line.command in SLOW:
                continue
            words = list(line.words)
            words[number] = str(tmp_path / "evil" / next(programs))
            changed = DoorLine(line.command, tuple(words))
            with no_waiting():
                scratch.run(changed, scratch.copies(line))
            assert not marker.exists(), changed.title


def test_the_tree_is_that_of_the_help() -> None:
    pages = (first_screen(), *(topic(name) or "" for name in topics()))
    shown = "\n".join(pages)
    tops = {name.split()[0] for name, _ in commands()} - {"help"}
    assert {name for name in tops if not re.search(rf"\b{name}\b", shown)} == set()


def test_what_a_test_has_planted_goes_away(scratch: Scratch) -> None:
    """Things are laid out once for all tests of this file: no line may have written into them."""
    kept = {name: len(files_below(path)) for name, path in scratch.things.items()}
    shutil.rmtree(scratch.folder, ignore_errors=True)
    assert all(kept.values())
    assert kept["OWNER"] < 60
