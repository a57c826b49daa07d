"""An author's own picture of a board stands for the drawn one."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from clubroute.builder.cli import main

pytestmark = pytest.mark.slow

SIZE = (836, 479)
"""Px of the board of the example, as a build prints them."""


@pytest.fixture
def island(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The map of a new game, whose one board has a picture of its own in ``art``."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "island"]) == 0
    folder = tmp_path / "map_sources" / "island"
    (folder / "art").mkdir()
    return folder


def with_picture(folder: Path, name: str, data: bytes) -> int:
    """The exit code of a build with that picture."""
    (folder / "art" / name).write_bytes(data)
    lattice = folder / "lattice.toml"
    lattice.write_text(lattice.read_text() + f'picture = "art/{name}"\n')
    return main(["build", "island", "--jobs", "1", "--quiet"])


def png(size: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "#aabbcc").save(out, "PNG")
    return out.getvalue()


def svg(size: tuple[int, int]) -> bytes:
    told = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}"/>'
    return told.encode("ascii")


@pytest.mark.parametrize(("name", "data"), [("map.png", png(SIZE)), ("map.svg", svg(SIZE))])
def test_the_module_shows_it(island: Path, name: str, data: bytes) -> None:
    assert with_picture(island, name, data) == 0
    with zipfile.ZipFile("build/island.vmod") as module:
        file = f"board-island{Path(name).suffix}"
        assert module.read(f"images/{file}") == data
        assert f'image="{file}"' in module.read("buildFile.xml").decode()
        assert "images/board-island.png" not in {*module.namelist()} - {f"images/{file}"}


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("map.png", png((100, 90)), f"map.png: found 100 × 90 px, expected {SIZE[0]} × {SIZE[1]}"),
        ("map.svg", svg((100, 90)), f"map.svg: found 100 × 90 px, expected {SIZE[0]} × {SIZE[1]}"),
        ("map.png", b"no picture", f"map.png: found no picture, expected {SIZE[0]} × {SIZE[1]}"),
        ("map.svg", b"<svg/>", f"map.svg: found no picture, expected {SIZE[0]} × {SIZE[1]}"),
        (
            "map.bmp",
            b"BM",
            "picture: found 'art/map.bmp', expected a .png, .svg, .jpg or .gif file",
        ),
    ],
)
def test_one_that_does_not_fit_is_refused(
    island: Path, name: str, data: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert with_picture(island, name, data) == 2
    assert told in capsys.readouterr().err
    assert not Path("build/island.vmod").exists()


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("own.png", png((60, 60)), ""),
        ("own.svg", svg((60, 60)), ""),
        ("own.png", b"no picture", "art/own.png: found no picture, expected a PNG, or an SVG"),
        (
            "own.svg",
            b"<svg/>",
            "art/own.svg: found no width and height in px, expected <svg width=",
        ),
        ("own.bmp", b"BM", "units.csv:12:picture: found 'art/own.bmp', expected a .png, .svg,"),
        ("own.svg", None, "units.csv:12:picture: found 'art/own.svg', expected a .png, .svg,"),
    ],
)
def test_a_counters_own_picture(
    island: Path, name: str, data: bytes | None, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = island.parents[1] / "counters" / "island"
    if data is not None:
        (game / "art").mkdir()
        (game / "art" / name).write_bytes(data)
    head, *rows = (game / "units.csv").read_text(encoding="utf-8").splitlines()
    ninth = f"blue-9,Blue,9th Blue,infantry,II,reduced,4,5,4,2,3,4,art/{name}"
    lines = [f"{head},picture", *(f"{row}," for row in rows), ninth]
    (game / "units.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["build", "island", "--jobs", "1", "--quiet"]) == (2 if told else 0)
    assert told in capsys.readouterr().err
    if data is not None and not told:
        with zipfile.ZipFile("build/island.vmod") as module:
            assert module.read(f"images/blue-9{Path(name).suffix}") == data
