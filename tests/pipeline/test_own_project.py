"""A folder with a game of one's own hides none of the games that come with clubroute."""

from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.cli import main
from clubroute.builder.module.outline import module_outline
from clubroute.builder.project import (
    SHIPPED,
    Project,
    plugin_folders,
    shipped_project,
)

OURS = ("ins", "mg", "tdc", "wed")


@pytest.fixture
def island(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """An author's folder, with one game."""
    list(new_game(tmp_path, "island"))
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


def test_it_has_its_own_game_and_ours(island: Project) -> None:
    assert set(OURS) < set(island.games())
    assert island.own_games() == ("island",)
    assert island.lattices()[0] == "island"
    assert {"gts", "ins"} < set(island.lattices())


def test_a_game_is_its_own_before_it_is_ours(island: Project) -> None:
    assert island.game("island").is_relative_to(island.root)
    assert island.with_game("island") is island
    assert island.game("wed") == SHIPPED / "counters" / "wed"
    assert island.map_folder("gts") == SHIPPED / "map_sources" / "gts"
    assert island.with_game("wed").build == island.build


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[pytest.mark.slow] * (one != "tdc")) for one in OURS]
)
def test_the_module_of_each_of_ours_is_laid_out_there(island: Project, game: str) -> None:
    assert module_outline(island, game).entries == module_outline(Project(SHIPPED), game).entries


@pytest.mark.slow
def test_commands_take_both(island: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "testland", "--quiet"]) == 0
    assert (island.build / "example.terrain").is_file()
    assert main(["build", "--quiet"]) == 0
    assert (island.build / "island.vmod").is_file()
    assert not (island.build / "where-eagles-dare.vmod").exists()
    assert main(["lint"]) == 0
    assert main(["build", "isle"]) == 2
    assert "one of the games ins, island, mg," in capsys.readouterr().err


def test_an_edit_of_our_map_is_not_written_into_ours(
    island: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "testland", "--out", "t.geojson"]) == 0
    assert main(["import", "t.geojson", "--cite", "a reason", "--append"]) == 2
    told = capsys.readouterr().err
    assert "found no such folder, expected example among the project's own map_sources" in told


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """An empty folder, where a package with a game is installed."""
    place = tmp_path / "site-packages"
    list(new_game(place / "atoll_game", "atoll"))
    told = place / "atoll_game-1.0.dist-info"
    told.mkdir()
    (told / "entry_points.txt").write_text(
        "[console_scripts]\natoll = atoll_game:run\n[clubroute.games]\natoll = atoll_game\n"
        "lost = not_there\n",
        encoding="utf-8",
    )
    (place / "other-1.0.dist-info").mkdir()
    (place / "other-1.0.dist-info" / "entry_points.txt").write_text("[clubroute.games", "utf-8")
    monkeypatch.syspath_prepend(place)
    plugin_folders.cache_clear()
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return Project(tmp_path / "empty")


def test_a_package_brings_a_game_and_its_map(
    packaged: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {"atoll", *OURS} < set(packaged.games())
    assert packaged.game("atoll").parts[-3:] == ("atoll_game", "counters", "atoll")
    assert packaged.map_folder("atoll").parts[-3:] == ("atoll_game", "map_sources", "atoll")
    assert packaged.own_games() == shipped_project().own_games()
    assert main(["build", "atoll", "--quiet"]) == 0
    assert (packaged.build / "atoll.vmod").is_file()
    assert main(["hex", "5.07", "--map", "atoll"]) == 0
    assert capsys.readouterr().out.startswith("5.07 (atoll)\n")
    plugin_folders.cache_clear()


def test_ours_stand_before_those_of_a_package(packaged: Project) -> None:
    (packaged.root.parent / "site-packages" / "atoll_game" / "counters" / "atoll").rename(
        packaged.root.parent / "site-packages" / "atoll_game" / "counters" / "wed"
    )
    assert packaged.game("wed") == SHIPPED / "counters" / "wed"
    plugin_folders.cache_clear()
