"""A new game without one of its files, columns or keys: it builds, or one line says what lacks."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from clubroute.builder.art.canvas import Colour, PillowCanvas
from clubroute.builder.cli import main
from clubroute.builder.passes import boards

pytestmark = pytest.mark.slow

NAME = "island"
FOLDERS = ("map_sources", "counters")
NEEDED = frozenset(
    ("module.toml", "style.toml", "units.csv", "bridge.csv", "lattice.toml", "terrain.toml")
)
"""Files without which no other says what is meant."""
MISTAKE = r"clubroute: (.+: found .+, expected .+|and \d+ mistakes more)"


@pytest.fixture(scope="module", autouse=True)
def coarse() -> Iterator[None]:
    """Pictures of one dot a pixel, in the first colours that come: whether they are drawn at all is
    what is asked here."""

    def quickly(picture: Image.Image, keep: Iterable[Colour]) -> Image.Image:
        assert all(keep)
        return picture.convert("P")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PillowCanvas.__init__, "__defaults__", (1,))
        patch.setattr(boards, "indexed", quickly)
        yield


@pytest.fixture(scope="module")
def island(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, built once: what follows finds the rest of its parts in the cache."""
    folder = tmp_path_factory.mktemp("missing")
    assert main(["new", NAME, "--project", str(folder)]) == 0
    assert main(["build", NAME, "--quiet", "--jobs", "1", "--project", str(folder)]) == 0
    return folder


def sources(folder: Path, suffix: str = "") -> list[Path]:
    """The files of the game, by their path in its folder."""
    found = (path for name in FOLDERS for path in sorted((folder / name).rglob(f"*{suffix}")))
    return [path.relative_to(folder) for path in found if path.is_file()]


def built(folder: Path) -> dict[str, bytes]:
    """What lies in the folder of results."""
    found = (folder / "build").iterdir()
    return {path.name: path.read_bytes() for path in found if path.is_file()}


def outcome(folder: Path, name: Path, text: str | None, capsys: pytest.CaptureFixture[str]) -> str:
    """What a build says with another text for one file, None for no such file; "" for nothing."""
    path = folder / name
    whole = path.read_text(encoding="utf-8")
    if text is None:
        path.unlink()
    else:
        path.write_text(text, encoding="utf-8", newline="")
    before = built(folder)
    try:
        code = main(["build", NAME, "--quiet", "--jobs", "1", "--project", str(folder)])
    finally:
        path.write_text(whole, encoding="utf-8", newline="")
    said = capsys.readouterr().err
    assert code in (0, 2), (name, said)
    assert bool(said) == (code == 2), (name, said)
    if code:
        for line in said.splitlines():
            assert re.fullmatch(MISTAKE, line), (name, line)
        assert built(folder) == before, "a build that failed left something"
    return said


def test_without_a_file(island: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = {name.name: outcome(island, name, None, capsys) for name in sources(island)}
    assert {name for name, text in said.items() if "found no such file" in text} == NEEDED
    assert said["tutorial.toml"] == said["hexes.csv"] == said["areas.csv"] == ""
    assert "markers.csv" in said
    assert "found 'held', expected one of (none)" in said["markers.csv"]


def without_columns(text: str) -> Iterator[tuple[str, str]]:
    """A table's columns, each with the table without it."""
    rows = list(csv.reader(io.StringIO(text)))
    head = next(index for index, row in enumerate(rows) if row and not row[0].startswith("#"))
    for column, name in enumerate(rows[head]):
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        for index, row in enumerate(rows):
            writer.writerow([*row[:column], *row[column + 1 :]] if index >= head else row)
        yield name, out.getvalue()


def test_without_a_column(island: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = {
        (name.name, column): outcome(island, name, text, capsys)
        for name in sources(island, ".csv")
        for column, text in without_columns((island / name).read_text(encoding="utf-8"))
    }
    assert len(told) > 60
    missing = {key for key, said in told.items() if f"expected column {key[1]!r}" in said}
    assert {("units.csv", "kind"), ("hexes.csv", "terrain"), ("links.csv", "hexes")} <= missing
    assert all(f"{name}:1: found a header without it" in told[name, one] for name, one in missing)
    assert told["units.csv", "back_move"] == told["bridge.csv", "state"] == ""


def without_keys(text: str) -> Iterator[tuple[str, str]]:
    """The keys and tables of a TOML file, each with the file without its lines."""
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        key, end = re.match(r"[\w-]+(?= *=)", line), index + 1
        if key is not None:
            while depth("".join(lines[index:end])) > 0:
                end += 1
        elif line.startswith("["):
            while end < len(lines) and not lines[end].startswith("["):
                end += 1
        else:
            continue
        yield key[0] if key else line.split("#")[0].strip(), "".join(lines[:index] + lines[end:])


def depth(text: str) -> int:
    """How many brackets are open at the end."""
    bare = re.sub(r"'[^']*'|\"[^\"\n]*\"|#.*", "", text)
    return sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))


def test_without_a_key_or_table(island: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = [
        (name.name, key, outcome(island, name, text, capsys))
        for name in sources(island, ".toml")
        for key, text in without_keys((island / name).read_text(encoding="utf-8"))
    ]
    assert len(told) > 140
    refused = [(name, key) for name, key, said in told if f"expected {key} = …" in said]
    assert {("module.toml", "window"), ("layout.toml", "initial"), ("style.toml", "fill")} <= {
        *refused
    }
    assert ("style.toml", "chit", "") in told, "a game without chits need not say their size"


def test_the_game_is_whole_again(island: Path, tmp_path: Path) -> None:
    shutil.copytree(island / "counters", tmp_path / "counters")
    shutil.copytree(island / "map_sources", tmp_path / "map_sources")
    for folder in (island, tmp_path):
        assert main(["build", NAME, "--quiet", "--jobs", "1", "--project", str(folder)]) == 0
    module = f"{NAME}.vmod"
    assert (tmp_path / "build" / module).read_bytes() == (island / "build" / module).read_bytes()
