"""Kinds of a game's own that no look says how to draw are drawn all the same, and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clubroute.builder.authoring.picture import draw_map
from clubroute.builder.cli import main
from clubroute.builder.project import Project
from clubroute.builder.sources.style import named_styles, read_board_style

GROUND = "map_sources/volga"
KINDS = {
    # what its table says, the file of its row, the row, hexes that show it, how it is told
    "hex.desert": ("", "hexes.csv", "5.09,desert,,assumed,x", "5.09", "like sand_dunes"),
    "hex.steppe": ("", "hexes.csv", "5.10,steppe,,assumed,x", "5.10", "in a plain colour"),
    "hexside.great_river": (
        "water = true\nbars = true",
        "hexsides.csv",
        "1.02/2.02,great_river,Big,,assumed,x",
        "1.02,2.02",
        "like river",
    ),
    "hexside.ditch": (
        "water = true",
        "hexsides.csv",
        "2.09/3.09,ditch,,,assumed,x",
        "2.09",
        "like stream",
    ),
    "hexside.ford": (
        'crosses = ["river"]',
        "hexsides.csv",
        "3.07/4.06,ford,,,assumed,x",
        "3.07,4.06",
        "like ferry",
    ),
    "hexside.ridge": ("", "hexsides.csv", "5.03/6.03,ridge,,,assumed,x", "5.03", "as a line"),
    "road.trail": ("", "links.csv", "tr,trail,Trail,6.09 6.08,assumed,x", "6.08", "as a thin line"),
    "area.level": (
        "",
        "areas.csv",
        "lvl,level,,volga,1.02,,assumed,x",
        "1.02",
        "as a dashed outline",
    ),
}


def seen(project: Project, hexes: str) -> bytes:
    """What a part of the map looks like."""
    out = project.root / "part.png"
    draw_map(project, "volga", hexes, None, out)
    return out.read_bytes()


@pytest.mark.slow
def test_a_kind_without_a_look_is_drawn_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "volga"]) == 0
    project = Project(tmp_path)
    before = {word: seen(project, hexes) for word, (*_, hexes, _) in KINDS.items()}
    for word, (says, file, row, _, _) in KINDS.items():
        with (tmp_path / GROUND / "terrain.toml").open("a", encoding="utf-8") as words:
            words.write(f'\n[{word}]\ntitle = "Own"\ncite = "x"\n{says}\n')
        with (tmp_path / GROUND / file).open("a", encoding="utf-8") as rows:
            rows.write(f"{row}\n")
    for word, (*_, hexes, _) in KINDS.items():
        assert seen(project, hexes) != before[word], word
    assert main(["build", "volga", "--quiet", "--jobs", "1"]) == 0
    report = json.loads((tmp_path / "build/volga.report.json").read_text(encoding="utf-8"))
    for word, (*_, how) in KINDS.items():
        line = f"no [{word}], which the map has: drawn {how}"
        assert any(line in one for one in report["warnings"]), word
    # With looks of their own nothing is told, and a look of nothing is.
    with (tmp_path / GROUND / "style.toml").open("a", encoding="utf-8") as style:
        for word in KINDS:
            if word.startswith(("hexside", "road")):
                style.write(f'\n[{word}]\nfill = "#123456"\nedge = "#ffffff"\nwidth = 9\nrim = 1\n')
        style.write('\n[hexside.rigde]\nfill = "#123456"\nedge = "#ffffff"\nwidth = 9\nrim = 1\n')
    assert main(["build", "volga", "--quiet", "--jobs", "1"]) == 0
    report = json.loads((tmp_path / "build/volga.report.json").read_text(encoding="utf-8"))
    told = [one for one in report["warnings"] if "style.toml" in one]
    assert sum("which the map has" in one for one in told) == 3
    assert sum("rigde is no such word (did you mean ridge?)" in one for one in told) == 1


def test_named_looks_change_the_board_and_read_over_any_map(tmp_path: Path) -> None:
    names = tuple(named_styles().table)
    assert {"print", "colour-blind"} < set(names)
    assert len(names) == 3
    for lattice in ("gts", "ins", "ombrey", "example"):
        path = Path(__file__).parents[2] / "map_sources" / lattice / "style.toml"
        looks = [read_board_style(path, name).hexes for name in ("", *names)]
        assert all(look.keys() == looks[0].keys() for look in looks)
        assert len({str(look) for look in looks}) == 4
    own = tmp_path / "style.toml"
    own.write_text('style = "print"\n', encoding="utf-8")
    assert read_board_style(own).hexes == read_board_style(None, "print").hexes
