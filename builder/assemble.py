"""Run the passes of a build and gather what they make."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.lint.scenario_checks import check_scenarios
from clubroute.builder.module.counters import module_pieces
from clubroute.builder.module.extension import charts_beside
from clubroute.builder.module.game import GameSource, game_views
from clubroute.builder.module.oddities import oddities
from clubroute.builder.module.setups import Shelf, setup_commands
from clubroute.builder.module.tutorial import tutorial_log
from clubroute.builder.passes.boards import game_boards, game_legend, map_digest, own_boards
from clubroute.builder.passes.counters import counters_pass
from clubroute.builder.passes.map_words import MapWords, map_words
from clubroute.builder.passes.module import (
    Packing,
    expect,
    kept_ground,
    module_archive,
    module_entries,
    own_entries,
)
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.pipeline import BuildReport
from clubroute.builder.pixels import image_name
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.counter_style import Printed
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import looks_assumed, looks_unused, read_board_style
from clubroute.builder.sources.toml_table import game_folder
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.stopwatch import Stopwatch
from clubroute.builder.terrain.compiled import cache_folders
from clubroute.builder.terrain.shipped_maps import SURVEY, TERRAIN, WARNINGS
from clubroute.builder.terrain.terrain_file import decode_terrain
from clubroute.builder.vassal.archive import epoch_date

MOST_MAPS = 3
"""Compiled maps of a lattice, and surveys, in the cache of a build: edits are often undone."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Everything a build writes, by file name, with the report about it."""

    files: Mapping[str, bytes]
    report: BuildReport

    @property
    def digests(self) -> dict[str, str]:
        """Digest of each file."""
        return {name: digest(data) for name, data in self.files.items()}


def make_outputs(
    project: Project,
    name: str,
    game: GameSource,
    cache: Cache,
    watch: Stopwatch,
    jobs: int,
    printed: Printed | None = None,
) -> Outputs:
    """Run the passes of one game. :param printed: what an owner says stands on the counters."""
    with watch.measure("read"):
        date = epoch_date(os.environ)
        maps = project.with_lattice(game.lattice)
        lattice_folder = maps.map_folder(game.lattice)
        source = read_lattice(lattice_folder / "lattice.toml")
        views = game_views(game, source, project.game(name) / MODULE_FILE)
        vocabulary = read_vocabulary(lattice_folder / "terrain.toml")
        window = name if name in source.lattice.windows else None
        counters = read_counter_set(project.game(name), HexNumbers(source.lattice, window))
        check_scenarios(counters, project.game(name), game, source.lattice, lattice_folder)
        if not game.assumed_counters:
            counters = counters.without_assumed()
        if printed is not None:
            counters = counters.printed(printed)
        shelf = Shelf(game, views, counters, {one.id: one for one in module_pieces(counters)})
        # Everything that can be wrong in a source is found before anything dear is made.
        expectation = expect(shelf)
        saved = setup_commands(shelf)
        begun = tutorial_log(shelf, saved)
        odd = tuple(oddities(counters, game_folder(project.game(name))))
        style = lattice_folder / "style.toml"
        odd += tuple(looks_unused(style))
        own = own_boards(views)
        charts = charts_beside(game, game_folder(project.game(name)))
    with watch.measure("terrain"):
        kept = (Cache(folder) for folder in cache_folders())
        terrain_data, warnings = terrain_pass(maps, game.lattice, cache, *kept)
        for part in (TERRAIN, WARNINGS, SURVEY):
            cache.keep_newest(f"{game.lattice}-{part}", MOST_MAPS)
        terrain = decode_terrain(terrain_data, f"{game.lattice}.terrain")
    made_of = map_digest(lattice_folder, terrain_data)
    with ExitStack() as open_boards:
        with watch.measure("plan"):
            told = map_words(lattice_folder, source.lattice)
            words = MapWords(game.name, *told, charts)
            drawn = open_boards.enter_context(
                game_boards(
                    *(lattice_folder, name, views, own, words, terrain, made_of, cache, jobs),
                    watch.counted,
                )
            )
        # While others draw.
        with watch.measure("counters"):
            legend = (
                game_legend(lattice_folder, name, views, words, terrain, made_of, cache)
                if game.has("Legend")
                else {}
            )
            pictures = counters_pass(counters, game_folder(project.game(name)), cache, name)
        with watch.measure("module"):
            ground = kept_ground(game, terrain, views, vocabulary, cache, name, made_of)
            entries = module_entries(
                shelf, ground, terrain, saved, begun, date, words.credits, legend=bool(legend)
            )
        with watch.measure("boards"):
            boards = {**drawn(), **legend}
    with watch.measure("archive"):
        packing = Packing(cache, name)
        taken = {one.name: one.data for one in entries}
        images = {**boards, **pictures} if game.has("Map") else pictures
        taken |= {f"images/{one}": data for one, data in images.items()}
        entries += own_entries(game_folder(project.game(name)), taken, date)
        module = module_archive(entries, images, date, packing.pack)
        packing.keep()
    shown = terrain.window(game.window)
    if any(view.picture is None for view in views):
        look, where = read_board_style(style), f"map_sources/{game.lattice}/style.toml"
        odd += tuple(f"{where}: {line}" for _, line in looks_assumed(look, shown))
    report = BuildReport(
        game=name,
        module=game.name,
        map={
            "hexes": len(shown.hexes),
            "hexside features": sum(len(many) for many in shown.hexsides.values()),
            "Roads": len(shown.roads),
            "links": sum(len(many) for many in shown.links.values()),
            "areas": len(shown.areas),
        },
        boards={view.name: (view.width, view.height) for view in views},
        counters={
            "units": len(counters.units),
            "markers": len(counters.markers),
            "chits": len(counters.chits),
            "pictures": len(pictures),
        },
        setups=tuple(scenario.title for scenario in counters.setups),
        warnings=(*warnings, *odd),
        shares=shown.provenance_shares(),
        terrain_digest=terrain_data.split(b"\n", 1)[0].rsplit(b":", 1)[1].decode("ascii"),
        files={},
    )
    files = {f"{game.lattice}.terrain": terrain_data}
    for view in views:
        files[f"{game.file}-{image_name(view).removeprefix('board-')}"] = boards[image_name(view)]
    files[f"{game.file}.report.json"] = report.json(timings=False).encode("utf-8")
    files[f"{game.file}.expect.json"] = json.dumps(expectation, ensure_ascii=False).encode("utf-8")
    files[f"{game.file}.vmod"] = module
    return Outputs(files, report)
