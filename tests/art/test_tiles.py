"""Tiles: what one depends on is near it, whichever game and however much was edited elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from clubroute.builder.art.beyond import beyond
from clubroute.builder.art.board import (
    TILE,
    TILE_HIGH,
    draw_tile,
    tiles_of,
)
from clubroute.builder.art.courses import courses_of
from clubroute.builder.art.layers.furniture import near_furniture
from clubroute.builder.art.legend import furnish
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.exchange.geojson import Whereabouts
from clubroute.builder.files.atomic import Cache
from clubroute.builder.grid import Hex
from clubroute.builder.passes import boards
from clubroute.builder.passes.boards import boards_pass
from clubroute.builder.passes.map_words import MapWords, map_words
from clubroute.builder.passes.tiles import Spot, TileJob, tile_jobs
from clubroute.builder.pixels import BoardView, board_views
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.terrain.terrain_map import Basis, HexTerrain, TerrainMap

from . import every_kind
from .conftest import GTS, Planned

pytestmark = pytest.mark.slow

MOST_REDRAWN = {"hex": 6, "link": 20}
"""Tiles that one hex or one link may bear on: a Road bends some eight hexes on, and fields lie
along it; what a hex is of shows no farther than a picture's own hexes and those beside them."""

Jobs = dict[Spot, TileJob]


def views_of(game: str) -> tuple[BoardView, ...]:
    source = read_lattice(GTS / "lattice.toml")
    return board_views(source.lattice, source.boards_of(game))


def jobs_of(terrain: TerrainMap, plan: BoardPlan, game: str) -> Jobs:
    return tile_jobs(terrain, plan, views_of(game), read_board_style(GTS / "style.toml"), b"")


@pytest.fixture(scope="module")
def plan(wed: TerrainMap, style: BoardStyle, planned: Callable[[str], Planned]) -> BoardPlan:
    titles, where, thanks, country = map_words(GTS, wed.lattice)
    made = furnish(wed, views_of("wed"), style, "Where Eagles Dare", titles, where, thanks)
    outlying = beyond(country, wed.lattice, made.sheet)
    return BoardPlan(planned("wed").labels, made, planned("wed").courses, outlying)


@pytest.fixture(scope="module")
def jobs(wed: TerrainMap, plan: BoardPlan) -> Jobs:
    return jobs_of(wed, plan, "wed")


@pytest.fixture(scope="module")
def middle(jobs: Jobs) -> Spot:
    """A tile amid the map."""
    return max(jobs, key=lambda at: (len(jobs[at].part.hexes), at))


def test_what_is_near_a_tile_is_all_it_shows(
    wed: TerrainMap, plan: BoardPlan, style: BoardStyle, jobs: Jobs, middle: Spot
) -> None:
    edge = next(at for at, job in jobs.items() if job.plan.beyond.lines and job.part.hexes)
    assert not jobs[middle].plan.beyond.lines
    for job in (jobs[middle], jobs[edge]):
        whole = draw_tile(wed, job.view, style, plan=plan)
        alone = draw_tile(job.part, job.view, style, plan=job.plan)
        assert len(job.part.hexes) < len(wed.hexes)
        assert ImageChops.difference(whole, alone).getbbox() is None


def test_only_tiles_at_the_edge_or_under_the_panel_have_furniture(
    plan: BoardPlan, jobs: Jobs
) -> None:
    assert plan.furniture is not None
    bare = [at for at, job in jobs.items() if job.plan.furniture is None]
    assert len(bare) > len(jobs) / 4
    left, top, right, bottom = plan.furniture.sheet
    for x, y in bare:
        assert left < x < x + TILE < right
        assert top < y < y + TILE_HIGH < bottom
    assert plan.furniture.panel is not None
    x, y = int(plan.furniture.panel.left), int(plan.furniture.panel.top)
    assert near_furniture(plan.furniture, jobs[x // TILE * TILE, y // TILE_HIGH * TILE_HIGH].view)


def hex_amid(terrain: TerrainMap, tile: BoardView) -> Hex:
    """A hex in the middle of a tile."""
    return next(h for h in sorted(terrain.hexes) if abs(tile.centre(h)[0] - TILE // 2) < 63
                and abs(tile.centre(h)[1] - TILE_HIGH // 2) < 72)  # fmt: skip


@pytest.mark.parametrize("edit", ["hex", "link"])
def test_an_edit_redraws_few_tiles(
    edit: str, wed: TerrainMap, plan: BoardPlan, style: BoardStyle, jobs: Jobs, middle: Spot
) -> None:
    tile = jobs[middle].view
    if edit == "hex":
        h = hex_amid(wed, tile)
        kind = "town" if wed.hexes[h].terrain != "town" else "woods"
        basis = Basis("assumed", "a test")
        edited = replace(wed, hexes={**wed.hexes, h: HexTerrain(h, kind, basis)})
    else:
        side = next(s for s in sorted(wed.links) if tile.holds(s.a) and tile.holds(s.b))
        edited = replace(wed, links={s: many for s, many in wed.links.items() if s != side})
    courses = courses_of(edited, style)
    after = jobs_of(edited, replace(plan, courses=courses), "wed")
    changed = [at for at in jobs if jobs[at].key != after[at].key]
    assert middle in changed
    assert len(changed) <= MOST_REDRAWN[edit] < len(jobs) / 5


def test_games_on_one_lattice_share_the_tiles_of_the_country(
    plan: BoardPlan, jobs: Jobs, planned: Callable[[str], Planned]
) -> None:
    whole = planned("mg")
    other = BoardPlan(plan.labels, None, whole.courses, plan.beyond)
    shared = {job.key for job in jobs.values()} & {
        job.key for job in jobs_of(whole.terrain, other, "mg").values()
    }
    assert len(shared) > len(jobs) / 6


def test_a_board_is_the_same_from_the_cache_and_cold(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    terrain, views = every_kind.every_kind(), every_kind.boards((10, 16), (17, 23))
    words = MapWords("Test", {}, Whereabouts(every_kind.LATTICE, None))
    style = GTS / "style.toml"
    kept = Cache(tmp_path_factory.mktemp("kept"))
    drawn: list[str] = []
    draw = boards.draw_tile_bytes

    def counted(part: bytes, tile: BoardView, plan: BoardPlan, look: str) -> bytes:
        drawn.append(tile.name)
        return draw(part, tile, plan, look)

    monkeypatch.setattr(boards, "draw_tile_bytes", counted)

    def made(of: TerrainMap, cache: Cache, stamp: str) -> dict[str, bytes]:
        with boards_pass(of, views, style, words, cache, "test", 1, stamp) as found:
            return dict(found())

    first = made(terrain, kept, "1")
    cold = len(drawn)
    h = every_kind.at(106, 11)
    edited = replace(
        terrain, hexes={**terrain.hexes, h: HexTerrain(h, "town", Basis("assumed", "a test"))}
    )
    after = made(edited, kept, "2")
    again = len(drawn) - cold
    assert again <= cold
    assert after == made(edited, Cache(tmp_path_factory.mktemp("cold")), "2")
    assert after != first
    drawn.clear()
    assert made(terrain, kept, "3") == first
    assert drawn == []


def test_tiles_are_fixed_on_the_map() -> None:
    (view,) = every_kind.boards((10, 23))
    found = list(tiles_of(view))
    assert all(tile.left % TILE == tile.top % TILE_HIGH == 0 for tile in found)
    picture = Image.new("1", (view.width, view.height))
    for tile in found:
        square = Image.new("1", (TILE, TILE_HIGH), 1)
        picture.paste(square, (tile.left - view.left, tile.top - view.top))
    assert picture.getextrema() == (1, 1) or picture.getextrema() == (255, 255)
