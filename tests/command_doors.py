"""Every way into the program that its list of commands has: which files and folders each reads.

The commands come from the tree that ``--help`` is printed from; a command, or an option that takes
a file, without a line in :data:`LINES` fails ``tests/test_command_doors.py``. What is tried at
every door (damaged files, pipes, planted programs, what docs/security.md promises) goes over these.

A word in capitals is something to be read, laid out by :func:`lay_out`, or ``OUT``, where nothing
is yet.
"""

from __future__ import annotations

import io
import os
import shlex
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import (
    ExitStack,
    chdir,
    redirect_stderr,
    redirect_stdout,
)
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import click

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.assistant.protocol import FILE_TOOLS, Conversation, file_call
from clubroute.rules.cli import cli, main
from clubroute.rules.cli_options import context_of
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.tables import example_text
from clubroute.rules.room.tapes import Tapes
from tests.conftest import ROOT
from tests.engine.handmade import zip_bytes
from tests.logs.samples import small_archive
from tests.rules.plain.test_own_logs import wild_log
from tests.sources.test_limits import geopackage_of

GAME = "mine"
OUT = "OUT"
CONTEXT = "--maps MAPS --owner OWNER"
"""What most commands that ask the rules take."""
FILE = f"--module VMOD --counters COUNTERS {CONTEXT}"
"""And those that read a log or save."""

LINES: Mapping[str, tuple[str, ...]] = {
    "adopt": ("VMOD --name other --project PROJECT", "SMALL --name other --project PROJECT"),
    "adviser": (),
    "ask": (
        f"move.reach blue-1 map=mine --at STATE {FILE} --project PROJECT",
        f"move.reach blue-1 map=mine --at POSITION {CONTEXT} --project PROJECT",
        f"position.get --at VLOG:2 {FILE} --project PROJECT",
        f"position.get --at VSAV --module VMOD {CONTEXT} --project PROJECT",
    ),
    "audit": (
        f"VLOG --jobs 1 --quiet --json --cache OUT --round ROUND {FILE}",
        "FOLDER --jobs 1 --quiet --out OUT/page.html --cache OUT/kept --standing OUT/all.csv "
        "--table OUT/all.sqlite",
    ),
    "build": ("mine --quiet --jobs 1 --out OUT --project PROJECT --owner OWNER",),
    "check": (
        f"VLOG --round ROUND {FILE} --project PROJECT",
        f"VLOG --json --module VMOD {CONTEXT} --project PROJECT",
    ),
    "compare los": (f"small --lines 2 {CONTEXT}",),
    "completion": (),
    "draw": (
        "mine --out OUT/a.png --project PROJECT --owner OWNER --at POSITION",
        "mine --out OUT/a.png --project PROJECT --at VSAV --module VMOD --mapping COUNTERS",
        "mine --counters --out OUT/a.pdf --project PROJECT --owner OWNER",
    ),
    "diff": ("SMALL VMOD", "VSAV VSAV --json", "VLOG VLOG"),
    "dump": ("VMOD", "VSAV", "VLOG"),
    "export": ("mine --out OUT/a.geojson --project PROJECT --graph OUT/a.json",),
    "help": (),
    "hex": ("2.05 --map mine --project PROJECT",),
    "impact": (f"VLOG --with OWNER --cache OUT --jobs 1 --round ROUND {FILE} --project PROJECT",),
    "import": ("GEOJSON --cite atlas --project PROJECT", "GPKG --cite atlas --project PROJECT"),
    "league add": ("LEAGUE r2 VLOG --table 1 --rules ROUND",),
    "league appeal": ("LEAGUE 1 --by Ann --why because",),
    "league new": ("OUT --title Autumn",),
    "league rule": (
        "LEAGUE --log r1/wild.vlog --step 2 --by Ann --why so --module VMOD --counters COUNTERS "
        f"{CONTEXT}",
    ),
    "league site": (f"LEAGUE --out OUT --module VMOD --counters COUNTERS {CONTEXT}",),
    "league standings": (f"LEAGUE --module VMOD --counters COUNTERS {CONTEXT}",),
    "link": (
        "POSITION --site https://example.org/ --maps MAPS --project PROJECT",
        "VSAV --site https://example.org/ --maps MAPS --project PROJECT",
        "RECORD --site https://example.org/ --maps MAPS --project PROJECT",
    ),
    "lint": ("mine --project PROJECT", "VMOD", "SMALL --fix --out OUT/a.vmod"),
    "mcp": (f"--folder FOLDER {CONTEXT} --project PROJECT",),
    "merge": (
        "VMOD VMOD VMOD --out OUT/a.vmod",
        "SMALL SMALL SMALL --out OUT/a.vmod --answers ROUND",
        "--git OUT VMOD SMALL VMOD",
    ),
    "new": ("other --project PROJECT",),
    "owner": ("--owner OWNER",),
    "owner import": ("SMALL --owner OWNER", "VMOD --owner OWNER"),
    "owner ratings": ("mine --out OUT/a.vmdx --owner OWNER",),
    "owner use": ("small --owner OWNER",),
    "position": (
        f"VSAV {FILE} --out OUT/a.clubroute --project PROJECT",
        f"VLOG --step 2 --module VMOD {CONTEXT} --project PROJECT",
        f"POSITION {CONTEXT} --project PROJECT",
    ),
    "publish": ("mine --date 2026-11-24 --out OUT --project PROJECT",),
    "refresh": ("VSAV VMOD --out OUT/a.vsav", "SMALL --out OUT/a.vmod"),
    "room": (
        f"VLOG --round ROUND --port 0 --no-browser {FILE} --project PROJECT",
        f"POSITION --port 0 --no-browser {CONTEXT} --project PROJECT",
        f"FOLDER --port 0 --no-browser --module VMOD {CONTEXT} --project PROJECT",
    ),
    "rules": ("mine --maps MAPS --project PROJECT",),
    "scenario from": ("VSAV --game mine --out OUT/bridge.csv --project PROJECT",),
    "serve": (
        f"--port 0 --files FOLDER --token-file OUT/token {FILE} --project PROJECT",
        f"--port 0 --files FOLDER --module VMOD {CONTEXT} --project PROJECT",
    ),
    "shell": (
        f"--at VLOG:2 {FILE} --project PROJECT",
        f"--at POSITION {CONTEXT} --project PROJECT",
    ),
    "site": ("mine --runtime RUNTIME --out OUT --maps MAPS",),
    "template": ("--out OUT",),
    "prove": ("mine --maps MAPS --project PROJECT",),
    "try": ("mine --maps MAPS --project PROJECT",),
    "verify": (
        f"RECORD --log VLOG {FILE} --out OUT/a.txt --project PROJECT",
        f"RECORDS {CONTEXT} --project PROJECT",
        f"POSITION --log VSAV {FILE} --project PROJECT",
    ),
    "reach": (
        f"blue-1 scenario=bridge map=mine {CONTEXT} --project PROJECT",
        f"blue-1 map=mine --at POSITION {FILE} --project PROJECT",
    ),
    "los": (f"75.129 78.127 {CONTEXT} --project PROJECT",),
}
"""By command: its lines. Behind those of the tree come some in words, each with a command of its
own, of which :data:`IN_WORDS` has the names."""
MAPPING = ROOT / "rules" / "gts" / "logcheck" / "mappings" / "clubroute.toml"
"""What the counters of a module are."""
IN_WORDS = frozenset(("reach", "los"))
WRITTEN = frozenset(("out", "token_file", "unix", "graph", "cache", "standing"))
"""Options that take a file or folder that is written, not read, whatever the command;
:data:`WRITTEN_BY` has those of one command."""
WRITTEN_BY = frozenset(
    (
        *(("ask", "record"), ("audit", "records"), ("audit", "table"), ("check", "records")),
        *(("owner", "init"), ("league new", "home")),
    )
)


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command that does something by itself, by its words."""
    yield from below(cli, "")


def below(group: click.Group, words: str) -> Iterator[tuple[str, click.Command]]:
    """The commands of a group, and the group where it is one."""
    context = click.Context(group)
    if words and group.invoke_without_command:
        yield words, group
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        called = f"{words} {name}".strip()
        if isinstance(command, click.Group):
            yield from below(command, called)
        else:
            yield called, command


def takes_files(command: click.Command) -> Iterator[click.Parameter]:
    """The parameters of a command that are files or folders."""
    return (one for one in command.params if isinstance(one.type, click.Path))


@dataclass(frozen=True, slots=True)
class DoorLine:
    """A line of a command, as the words of :data:`LINES` and in :data:`LINES`' order."""

    command: str
    words: tuple[str, ...]

    @property
    def title(self) -> str:
        """The line as it is typed."""
        return shlex.join((*self.command.split(), *self.words))

    def things(self) -> tuple[str, ...]:
        """The words for what is read, each once."""
        return tuple(dict.fromkeys(one for word in self.words if (one := thing_of(word))))

    def put(self, places: Mapping[str, Path]) -> list[str]:
        """The words with places for the things."""
        return [*self.command.split(), *(placed(word, places) for word in self.words)]


def thing_of(word: str) -> str:
    """What of the things a word stands for; "" if it stands for itself."""
    head = word.partition(":")[0]
    return head if head.isupper() and head != OUT else ""


def placed(word: str, places: Mapping[str, Path]) -> str:
    """A word with the place of the thing in it."""
    for mark in (":", "/"):
        head, found, rest = word.partition(mark)
        if head in places:
            return f"{places[head]}{found}{rest}"
    return word


def lines() -> tuple[DoorLine, ...]:
    """Every line of every command."""
    return tuple(
        DoorLine(command, tuple(shlex.split(text)))
        for command, texts in LINES.items()
        for text in texts
    )


def lay_out(folder: Path) -> dict[str, Path]:
    """Lay out a good thing of every kind; where each is."""
    project, owner, out = folder / "project", folder / "owner", folder / "made"
    new_game(project, GAME, rules=True)
    owner.mkdir()
    for spec in TABLES:
        (owner / spec.file).write_text(example_text(spec), encoding="utf-8")
    small = folder / "small.vmod"
    small.write_bytes(archive_bytes(small_archive()))
    with chdir(project):
        wild_log(project, GAME, "BRIDGE")
        done("build", GAME, "--quiet", "--jobs", "1")
    log, module = project / "wild.vlog", project / "build" / f"{GAME}.vmod"
    done("owner", "import", str(small), "--owner", str(owner))
    out.mkdir()
    for name in ("folder", "records", "runtime", "maps"):
        (out / name).mkdir()
    shutil.move(log, out / "folder" / "wild.vlog")
    for path in (module, project / "build" / f"{GAME}.terrain"):
        shutil.copy(path, out / "maps")
    shutil.copy(context_of(None, None).terrain("gts"), out / "maps" / "gts.terrain")
    log = out / "folder" / "wild.vlog"
    texts = {
        "round.toml": 'title = "Round 1"\n',
        "state.json": '{"map": "mine", "state": {"units": [{"name": "blue-1", "hex": "2.05"}]}}',
        "runtime/package.json": '{"name": "pyodide", "version": "0"}',
    }
    for name, text in texts.items():
        (out / name).write_text(text, encoding="utf-8")
    shutil.copy(MAPPING, out / "counters.toml")
    geopackage_of(out / "a.gpkg", "SELECT 1 AS fid, NULL AS geom")
    with chdir(project):
        position, save = out / "a.clubroute", out / "a.vsav"
        question = ("move.reach", "blue-1", "2.05", "map=mine")
        done("position", str(log), "--out", str(position))
        done("position", str(log), "--out", str(save))
        done("ask", *question, "--record", str(out / "records" / "a.txt"))
        done("export", GAME, "--out", str(out / "a.geojson"))
        done("league", "new", str(out / "league"), "--title", "Autumn")
        done("league", "add", str(out / "league"), "r1", str(log))
    return {
        "PROJECT": project,
        "OWNER": owner,
        "SMALL": small,
        "VMOD": module,
        "VLOG": log,
        "VSAV": save,
        "POSITION": position,
        "FOLDER": out / "folder",
        "MAPS": out / "maps",
        "RUNTIME": out / "runtime",
        "LEAGUE": out / "league",
        "RECORDS": out / "records",
        "RECORD": out / "records" / "a.txt",
        "ROUND": out / "round.toml",
        "COUNTERS": out / "counters.toml",
        "STATE": out / "state.json",
        "GEOJSON": out / "a.geojson",
        "GPKG": out / "a.gpkg",
    }


def archive_bytes(archive: ModuleArchive) -> bytes:
    """A module as its file."""
    return zip_bytes({entry.name: entry.data for entry in archive.entries})


def done(*words: str) -> None:
    """Run a command that must succeed, of which nothing is heard."""
    code, said, _ = heard(list(words))
    assert code == 0, (words, said)


class Heard(NamedTuple):
    """What came of a command: its exit code, what it said on stderr, what it printed."""

    code: int
    said: str
    printed: str


def heard(words: list[str]) -> Heard:
    """Run a command as its users do, but that nothing stays.

    :raises Exception: what a user would see as a traceback.
    """
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with ExitStack() as stack:
        for name, instead in STAYING.items():
            stack.enter_context(mock.patch(name, instead))
        stack.enter_context(mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        code = main(words)
    told = [line for line in err.getvalue().splitlines() if line and not line.startswith("…")]
    out.flush()
    printed = out.buffer.getvalue()  # type: ignore[attr-defined]
    return Heard(code, "\n".join(told), printed.decode("utf-8", "replace"))


def opened_in_room(context: Context, _: object, path: Path | None, *__: object) -> None:
    """What a room does with a file or a folder before a page asks."""
    for one in files_below(path) if path is not None else ():
        Tapes(context).read(one)


def asked_of_service(context: Context, *_: object, **__: object) -> None:
    """What a service does with the files it may read, once it is asked about them."""
    for folder in context.files:
        for path in files_below(folder):
            ask(context, "position.get", {"at": f"{path}:1"})


def asked_by_assistant(session: Conversation, *_: object) -> None:
    """What an assistant may have read of the files in the folders that the user named."""
    for folder in session.context.files or ():
        for path in files_below(folder):
            for name in FILE_TOOLS:
                click.echo(file_call(session.context, name, {"file": str(path)}).text)


STAYING = {
    "clubroute.rules.assistant.protocol.serve": asked_by_assistant,
    "clubroute.rules.service.server.serve_here": asked_of_service,
    "clubroute.rules.room.serve.serve_room": opened_in_room,
}
"""What goes on until somebody ends it, and what it does with a file in its place."""


WRITTEN_INTO = ("PROJECT", "OWNER", "LEAGUE")
"""Folders of which every line has copies, for a command may write into them."""


@dataclass(frozen=True, slots=True)
class Scratch:
    """A place to try a line in: the things that are laid out, and what is copied of them."""

    things: Mapping[str, Path]
    folder: Path

    def copies(self, line: DoorLine, *wanted: str) -> dict[str, Path]:
        """Where each thing of a line is: a copy of those wanted, and of those a command writes
        into, the others where they are laid out."""
        whole = {name for name in WRITTEN_INTO if self.is_whole(name)} - {*wanted}
        for there in self.folder.iterdir() if self.folder.is_dir() else ():
            if there.name not in whole:
                removed(there)
        places = {}
        for name in {*line.things(), "PROJECT"}:
            path = self.things[name]
            if name in (*wanted, *WRITTEN_INTO):
                target = self.folder / name / path.name
                if name not in whole:
                    copied(path, target)
                path = target
            places[name] = path
        places[OUT] = self.folder / "out"
        return places

    def is_whole(self, name: str) -> bool:
        """Whether a folder is still as it was copied, so that it need not be copied again."""
        return marks(self.folder / name / self.things[name].name) == marks(self.things[name])

    def run(self, line: DoorLine, places: Mapping[str, Path]) -> Heard:
        """Run a line in the copied project. :raises Exception: a traceback."""
        with chdir(places["PROJECT"]):
            return heard(line.put(places))


def marks(folder: Path) -> Mapping[str, tuple[int, int, int]]:
    """When all in a folder was last written, how large it is and who may do what with it: a copy
    has the marks of what it was copied from, until somebody touches it."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in (".", *folders, *files):
            path = Path(place, name)
            told = path.lstat()
            size = 0 if stat.S_ISDIR(told.st_mode) else told.st_size
            found[path.relative_to(folder).as_posix()] = told.st_mtime_ns, size, told.st_mode
    return found


def removed(path: Path) -> None:
    """Remove a file or a folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()


def copied(path: Path, target: Path) -> None:
    """Copy a file or a folder."""
    if path.is_dir():
        shutil.copytree(path, target)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def files_below(path: Path) -> list[Path]:
    """The file itself, or those of a folder that are no program's own."""
    if path.is_file():
        return [path]
    return sorted(
        one
        for one in path.rglob("*")
        if one.is_file() and not any(part.startswith(".") for part in one.relative_to(path).parts)
    )


def no_pipes() -> bool:
    """Whether this system has no named pipes."""
    return not hasattr(os, "mkfifo")
