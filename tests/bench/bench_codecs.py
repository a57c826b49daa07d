"""Our VASSAL codecs against pywargame 0.8.0, in one run on one machine.

    python tests/bench/bench_codecs.py [--venv .cache/bench] [--python python3.12] [--pieces 5000]

pywargame imports on Python 3.12 and later only, so the script makes a virtual environment with
such a Python, installs pywargame there, and runs itself inside; our codecs need nothing but the
standard library. It prints a Markdown table of medians and the ratios the project promises, and
exits with 1 if one of them is missed.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PEER = "pywargame==0.8.0"
PYTHONS = ("python3.14", "python3.13", "python3.12")
MOVES = 500
"""Moves of the log."""
SLOW = 5.0
"""Seconds: a peer's run as long as this is measured once, not ``--repeats`` times."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: median seconds of both, and how many times faster we must be."""

    name: str
    ours: float
    peer: float
    at_least: float

    @property
    def ratio(self) -> float:
        return self.peer / self.ours

    def line(self) -> str:
        verdict = "met" if self.ratio >= self.at_least else "MISSED"
        return (
            f"| {self.name} | {self.ours * 1000:,.1f} ms | {self.peer * 1000:,.1f} ms "
            f"| {self.ratio:,.1f}x | {self.at_least:g}x | {verdict} |"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="our VASSAL codecs against pywargame")
    parser.add_argument("--venv", type=Path, default=Path(".cache/bench"))
    parser.add_argument("--python", default="", help="a Python 3.12 or later")
    parser.add_argument("--pieces", type=int, default=5000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        return run_inside(options)
    sys.path.insert(0, str(ROOT))
    rows = measure(options.pieces, options.repeats)
    version = ".".join(map(str, sys.version_info[:3]))
    lines = [
        f"{options.pieces} pieces, Python {version}, medians of up to {options.repeats} runs "
        f"(a run over {SLOW:g} s is made once)",
        "",
        "| | clubroute | pywargame 0.8.0 | faster | bar | |",
        "|---|---|---|---|---|---|",
        *(row.line() for row in rows),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(row.ratio >= row.at_least for row in rows) else 1


def run_inside(options: argparse.Namespace) -> int:
    """Makes the environment if it is not there, and runs this script in it."""
    scripts = options.venv / ("Scripts" if os.name == "nt" else "bin")
    inside = scripts / ("python.exe" if os.name == "nt" else "python")
    if not inside.exists():
        subprocess.run([find_python(options.python), "-m", "venv", options.venv], check=True)
    install = [inside, "-m", "pip", "install", "--quiet", "--no-deps", PEER]
    subprocess.run([*install, "--disable-pip-version-check"], check=True)
    numbers = ["--pieces", str(options.pieces), "--repeats", str(options.repeats)]
    return subprocess.run([inside, __file__, "--inside", *numbers], check=False).returncode


def find_python(wanted: str) -> str:
    if wanted:
        return wanted
    if sys.version_info >= (3, 12):
        return sys.executable
    found = next(filter(None, map(shutil.which, PYTHONS)), None)
    if found is None:
        sys.exit("pywargame needs Python 3.12 or later: give one with --python")
    return found


def measure(pieces: int, repeats: int) -> list[Row]:
    peer = Peer(pieces)
    ours = Ours(pieces)
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder) / "setup.vsav"
        module = Path(folder) / "module.vmod"
        log = Path(folder) / "game.vlog"
        save.write_bytes(as_vassal_saves(ours.write_setup()))
        log.write_bytes(as_vassal_saves(a_log(pieces, MOVES)))
        check_same_save(peer, save)
        check_same_save(peer, log)
        return [
            compare(
                f".vlog decode ({MOVES} moves)",
                lambda: ours.read_save(log),
                lambda: peer.read_save(log),
                50,
                repeats,
            ),
            compare(
                "the same, to typed commands without passwords",
                lambda: ours.read_log(log),
                lambda: peer.read_save(log),
                1,
                repeats,
            ),
            compare(
                "the same, replayed to its end",
                lambda: ours.replay(log),
                lambda: peer.read_save(log),
                1,
                repeats,
            ),
            compare(
                f".vsav decode ({len(ours.read_text(save)) / 1e6:.1f} M characters)",
                lambda: ours.read_save(save),
                lambda: peer.read_save(save),
                50,
                repeats,
            ),
            compare(
                "the same, to the tree of commands",
                lambda: ours.read_tree(save),
                lambda: peer.read_save(save),
                1,
                repeats,
            ),
            compare(
                "setup write (prototypes expanded, .vsav on disk)",
                lambda: save.write_bytes(ours.write_setup()),
                lambda: peer.write_setup(save),
                20,
                repeats,
            ),
            compare(
                "module: pieces with traits to XML",
                ours.module_xml,
                peer.module_xml,
                1,
                repeats,
            ),
            compare(
                "module: XML into the zip",
                lambda: ours.module_zip(module),
                lambda: peer.module_zip(module),
                1,
                repeats,
            ),
        ]


def a_log(pieces: int, moves: int) -> bytes:
    """A log of the benchmark's pieces, each move with its change, its stack and its report."""
    from clubroute.builder.vassal import commands, obfuscation
    from clubroute.builder.vassal.archive import SAVED_GAME, Entry, write_archive
    from clubroute.builder.vassal.atoms import AddPiece, ChangePiece, read_atom
    from clubroute.builder.vassal.commands import Command

    save = Ours(pieces).write_setup()
    with zipfile.ZipFile(io.BytesIO(save)) as source:
        entries = {name: source.read(name) for name in source.namelist()}
    tree = commands.decode(obfuscation.read_text(entries[SAVED_GAME]))
    atoms = (read_atom(child.text) for child in tree.children)
    states = {atom.id: atom.state for atom in atoms if isinstance(atom, AddPiece)}
    logged = []
    for number in range(moves):
        id_ = 1 + number * 7 % pieces
        x, y = place(id_ - 1)
        state = states[str(id_)]
        texts = (
            "null",
            ChangePiece(str(id_), state.replace("\tfalse", "\ttrue"), state).text(),
            f"M/{id_}/Main/{x + 50}/{y}/null/Main/{x}/{y}/null/not-a-password",
            f"+/s{number}/stack/Main;{x + 50};{y};{id_};@@-1",
            f"CHAT* Unit {id_ - 1} moves {x},{y} -> {x + 50},{y}",
        )
        first, *rest = (Command("LOG\t" + text) for text in texts)
        logged.append(Command(first.text, tuple(rest)))
    whole = Command(tree.text, (*tree.children, *logged))
    entries[SAVED_GAME] = obfuscation.write_text(commands.encode(whole))
    return write_archive(Entry(name, data) for name, data in entries.items())


def compare(
    name: str,
    ours: Callable[[], object],
    peer: Callable[[], object],
    at_least: float,
    repeats: int,
) -> Row:
    """Both in turn, so that whatever else the machine does slows both."""
    mine: list[float] = []
    theirs: list[float] = []
    for _ in range(repeats):
        mine.append(seconds(ours))
        if not (theirs and theirs[0] > SLOW):
            theirs.append(seconds(peer))
    return Row(name, statistics.median(mine), statistics.median(theirs), at_least)


def seconds(run: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def as_vassal_saves(ours: bytes) -> bytes:
    """The same save deflated and with a key, as VASSAL writes its own (ours has neither)."""
    from clubroute.builder.vassal.obfuscation import obfuscate, reveal

    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(ours)) as source,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, obfuscate(reveal(data), 0x5A) if name == "savedGame" else data)
    return buffer.getvalue()


def check_same_save(peer: Peer, save: Path) -> None:
    """Both readers must have read the same, or the times compare nothing."""
    from clubroute.builder.vassal.archive import read_save

    theirs = peer.read_save(save)
    if theirs != read_save(save).text().split("\x1b"):
        sys.exit("pywargame and clubroute read different texts")


class Ours:
    """The benchmark's pieces, made and written with our codecs."""

    def __init__(self, pieces: int) -> None:
        from clubroute.builder.vassal.buildfile import key
        from clubroute.builder.vassal.metadata import Metadata
        from clubroute.builder.vassal.pieces import Piece, piece
        from clubroute.builder.vassal.setup import PlacedPiece, Setup
        from clubroute.builder.vassal.traits import (
            BasicPiece,
            Clone,
            Delete,
            MovedMark,
            Report,
            Rotate,
        )

        self._count = pieces
        self._module = Metadata("1.0", "3.6.0", 315532800000, name="Bench")
        common: list[Any] = [
            Delete("Delete", key("D")),
            Clone("Clone", key("C")),
            Report((key("F"),), "$location$: $newPieceName$ $menuCommand$ *"),
            MovedMark(icon="moved.gif", x_offset=36, y_offset=-38, key=key("M")),
            Rotate(6, ("Rotate CW", key("]")), ("Rotate CCW", key("["))),
        ]
        self._prototypes: dict[str, Piece] = {"Common": piece(BasicPiece(""), common)}
        placed = [PlacedPiece(self._piece(n), "Main", *place(n)) for n in range(pieces)]
        self._setup = Setup(placed, (), prototypes=self._prototypes)
        self._xml = self.module_xml()

    def _piece(self, number: int) -> Any:
        from clubroute.builder.vassal.buildfile import key
        from clubroute.builder.vassal.pieces import piece
        from clubroute.builder.vassal.traits import (
            BasicPiece,
            Layer,
            Marks,
            UsePrototype,
        )

        return piece(
            BasicPiece(f"Unit {number}", f"unit{number}.png", str(number + 1)),
            [
                UsePrototype("Common"),
                Layer(
                    "Step",
                    (f"unit{number}.png", f"unit{number}b.png"),
                    increase=("Increase", key("[")),
                    decrease=("Decrease", key("]")),
                ),
                Marks((("Side", "Allied"),)),
                Marks((("Strength", str(number % 9)),)),
            ],
        )

    def write_setup(self) -> bytes:
        from clubroute.builder.vassal.setup import setup_archive

        return setup_archive(self._setup, self._module)

    def read_save(self, path: Path) -> list[str]:
        from clubroute.builder.vassal.archive import read_save

        return read_save(path).text().split("\x1b")

    def read_text(self, path: Path) -> str:
        return "\x1b".join(self.read_save(path))

    def read_tree(self, path: Path) -> object:
        from clubroute.builder.vassal.archive import read_save

        return read_save(path).command()

    def read_log(self, path: Path) -> object:
        from clubroute.rules.logs.read import read_log

        return read_log(path)

    def replay(self, path: Path) -> object:
        from clubroute.rules.logs.read import read_log
        from clubroute.rules.logs.replay import final

        return final(read_log(path))

    def module_xml(self) -> bytes:
        from clubroute.builder.vassal.buildfile import element, write
        from clubroute.builder.vassal.pieces import piece_definition

        slots = [
            element(
                "VASSAL.build.widget.PieceSlot",
                {"entryName": f"Unit {n}", "gpid": n + 1, "height": 72, "width": 72, "icon": ""},
                text=piece_definition(self._piece(n)),
            )
            for n in range(self._count)
        ]
        prototype = element(
            "VASSAL.build.module.PrototypeDefinition",
            {"name": "Common"},
            text=piece_definition(self._prototypes["Common"]),
        )
        container = element("VASSAL.build.module.PrototypesContainer", None, prototype)
        widget = element("VASSAL.build.widget.ListWidget", {"entryName": "All"}, *slots)
        window = element("VASSAL.build.module.PieceWindow", {"name": "Counters"}, widget)
        return write(element("VASSAL.build.GameModule", {"name": "Bench"}, container, window))

    def module_zip(self, path: Path) -> None:
        from clubroute.builder.files.atomic import write_bytes
        from clubroute.builder.vassal.archive import Entry, write_archive

        entries = [Entry("buildFile.xml", self._xml), Entry("moduledata", self._module.write())]
        write_bytes(path, write_archive(entries))


class Peer:
    """The same pieces, made and written with pywargame."""

    def __init__(self, pieces: int) -> None:
        self._count = pieces
        self._v = importlib.import_module("pywargame.vassal")
        self._t = importlib.import_module("pywargame.vassal.traits")
        self._save = importlib.import_module("pywargame.vassal.save")
        self._build, self._game, self._slots = self._module()
        self._xml = self._build.encode()

    def _module(self) -> tuple[Any, Any, list[Any]]:
        v, t = self._v, self._t
        build = v.BuildFile()
        game = build.addGame(name="Bench", version="1.0", description="")
        common = [
            t.DeleteTrait(),
            t.CloneTrait(command="Clone", key="67,130"),
            t.ReportTrait("70,130"),
            t.MovedTrait(),
            t.RotateTrait(),
            t.BasicTrait(),
        ]
        game.addPrototypes().addPrototype(name="Common", description="", traits=common)
        window = game.addPieceWindow(name="Counters")
        widget = window.addList(entryName="All")
        slots = [
            widget.addPieceSlot(entryName=f"Unit {n}", gpid=n + 1, traits=self._traits(n))
            for n in range(self._count)
        ]
        return build, game, slots

    def _traits(self, number: int) -> list[Any]:
        t = self._t
        return [
            t.PrototypeTrait(name="Common"),
            t.LayerTrait(
                images=[f"unit{number}.png", f"unit{number}b.png"],
                activateName="",
                activateKey="",
                decreaseName="Decrease",
                name="Step",
            ),
            t.MarkTrait("Side", "Allied"),
            t.MarkTrait("Strength", number % 9),
            t.BasicTrait(f"Unit {number}", f"unit{number}.png", gpid=number + 1),
        ]

    def read_save(self, path: Path) -> list[str]:
        _, lines = self._save.SaveIO.readSave(str(path))
        return list(lines)

    def write_setup(self, path: Path) -> None:
        save = self._save.SaveFile(self._game, firstid=1)
        spots: dict[tuple[int, int], list[Any]] = {}
        for number, slot in enumerate(self._slots):
            spots.setdefault(place(number), []).append(slot)
        grid = PixelGrid()
        save.add(grid, "Main", **{f"{x},{y}": found for (x, y), found in spots.items()})
        lines = save.getLines()
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zip_file:
            self._save.SaveIO.writeInZip(zip_file, 0xAA, lines, vobs=False)

    def module_xml(self) -> object:
        return self._module()[0].encode()

    def module_zip(self, path: Path) -> None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zip_file:
            zip_file.writestr("buildFile.xml", self._xml)
        path.write_bytes(buffer.getvalue())


class PixelGrid:
    """A grid for pywargame whose locations are pixels already."""

    def getLocation(self, location: str) -> tuple[int, int]:  # noqa: N802 - pywargame's name
        x, y = location.split(",")
        return int(x), int(y)


def place(number: int) -> tuple[int, int]:
    """A spot for each pair of pieces, in pixels."""
    return 50 * (number // 2 % 60), 50 * (number // 120)


if __name__ == "__main__":
    raise SystemExit(main())
