"""What a map's legend says, and what stands beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.art.charts import ChartPicture
from clubroute.builder.exchange.geojson import Whereabouts, whereabouts
from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.grid import Lattice
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.window import WindowGround, ground_of
from clubroute.builder.own_code import code_digest
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.checks import read_controls
from clubroute.builder.sources.credits import read_credits
from clubroute.builder.sources.features import read_geography
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary
from clubroute.builder.survey.inputs import CountryStretch, country_of
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element, read, write

# Pass ``module``, its dear part: what the map window tells of every hex, as it was last time.

GROUND = "ground"
"""What a cache calls it."""


def kept_ground(
    game: GameSource,
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    words: Vocabulary,
    cache: Cache,
    name: str,
    made_of: str,
) -> WindowGround:
    """What a game's map window tells of its hexes, made anew only for another map.

    :param made_of: :func:`clubroute.builder.passes.game_boards.map_digest`.
    """
    key = digest(
        made_of, game.map, game.window, game.chooser, repr(game.without), repr(views), code_digest()
    )
    kept = cache.read(f"{name}-{GROUND}", key)
    if kept is not None:
        return WindowGround(*map(bare, read(kept).children))
    ground = ground_of(game, terrain, views, words)
    cache.write(f"{name}-{GROUND}", key, write(element("kept", None, ground.boards, ground.viewer)))
    return ground


def bare(kept: Element) -> Element:
    """An element that was written, without the line breaks between those in it."""
    nodes = (bare(node) if isinstance(node, Element) else node for node in kept.content)
    content = tuple(node for node in nodes if not isinstance(node, str) or node.strip())
    return Element(kept.tag, kept.attributes, content)


@dataclass(frozen=True, slots=True)
class MapWords:
    """What stands in a map's legend: its title, what its kinds are called, where on earth it is,
    and whom its geography is owed to; the country that lies around the map, and the charts to set
    beside it."""

    title: str
    titles: Mapping[str, str]
    where: Whereabouts
    credits: tuple[str, ...] = ()
    country: tuple[CountryStretch, ...] = ()
    charts: tuple[ChartPicture, ...] = ()


def map_words(
    folder: Path, lattice: Lattice
) -> tuple[dict[str, str], Whereabouts, tuple[str, ...], tuple[CountryStretch, ...]]:
    """Read what stands around a lattice's map.

    That is what its kinds are called (``"hex.woods": "Woods"``), where on earth it lies, whom its
    geography is owed to, and the country itself.

    :raises InputError: a mistake in ``terrain.toml``, ``controls.csv`` or the geography.
    """
    words = read_vocabulary(folder / "terrain.toml")
    drawn = words.drawn_as()
    titles: dict[str, str] = {}
    for group, kinds in (
        ("hex", words.hexes),
        ("hexside", words.hexsides),
        ("road", words.roads),
        ("area", words.areas),
    ):
        for name, kind in kinds.items():
            titles.setdefault(f"{group}.{drawn.get(name, name)}", kind.title)
    path = folder / "controls.csv"
    if not path.is_file():
        return titles, whereabouts(lattice, (), str(path)), (), ()
    geography = folder.parent / "geography"
    features = read_geography(geography, words)
    thanks = read_credits(geography, features)
    where = whereabouts(lattice, read_controls(path, lattice), str(path))
    return titles, where, thanks, country_of(folder, lattice, words, features)
