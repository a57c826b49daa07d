"""The legend's window, in a module whose boards have no room for the legend."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from clubroute.builder.cli import main
from clubroute.builder.vassal.buildfile import Element, read

pytestmark = pytest.mark.slow


def built(folder: Path) -> tuple[Element, dict[str, bytes]]:
    """The build file and the pictures of the module in a folder."""
    assert main(["build", "island", "--jobs", "1", "--quiet"]) == 0
    with zipfile.ZipFile(folder / "build" / "island.vmod") as module:
        files = {one: module.read(one) for one in module.namelist() if one.startswith("images/")}
        return read(module.read("buildFile.xml")), files


def legends(root: Element) -> list[str]:
    """The pictures of the windows that are called Legend."""
    return [
        chart.get("fileName")
        for window in root.walk()
        if window.tag.endswith("ChartWindow") and window.get("name") == "Legend"
        for chart in window.children
    ]


def test_a_small_map_has_its_legend_in_a_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "island"]) == 0
    root, files = built(tmp_path)
    assert legends(root) == ["legend.png"]
    picture = Image.open(io.BytesIO(files["images/legend.png"]))
    assert picture.size == (738, 860)
    again, kept = built(tmp_path)
    assert (again, kept) == (root, files), "from the cache"
    table = tmp_path / "map_sources" / "island" / "hexes.csv"
    rows = table.read_text(encoding="utf-8")
    table.write_text(rows.replace("6.10,impassable", "6.10,woods"), encoding="utf-8")
    _, changed = built(tmp_path)
    assert changed["images/legend.png"] != files["images/legend.png"], "lists what is there"


def test_an_authors_own_board_has_his_own_legend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "island"]) == 0
    folder = tmp_path / "map_sources" / "island"
    Image.new("RGB", (836, 479), "#aabbcc").save(folder / "map.png")
    with (folder / "lattice.toml").open("a", encoding="utf-8") as lattice:
        lattice.write('picture = "map.png"\n')
    root, files = built(tmp_path)
    assert legends(root) == []
    assert "images/legend.png" not in files
