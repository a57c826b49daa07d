"""Pass ``module``, its dear part: what the map window tells of every hex, as it was last time."""

from __future__ import annotations

from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.window import WindowGround, ground_of
from clubroute.builder.own_code import code_digest
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element, read, write

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
