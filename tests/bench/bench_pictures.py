"""How well pictures of boards find what is wrong on our map: our own drawing, our map made wrong.

``python -m tests.bench.bench_pictures tdc MODULE.vmod [BOARD] [--share 0.15] [--scan]``

Of each kind of fact a share is put elsewhere at random; the picture is right. ``--scan`` blurs the
picture, lights it unevenly, adds noise and saves it as a poor JPEG first.
"""

from __future__ import annotations

import argparse
import io
import time
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

import click
import numpy as np
from PIL import Image, ImageFilter

from clubroute.builder.grid import hexsides
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.project import shipped_project
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.terrain_file import load_terrain
from clubroute.rules.cli_options import context_of
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.owner.modules.words import vocabulary_of
from clubroute.rules.owner.pictures.figures import (
    PictureFigures,
    SidePlace,
    hex_figures,
    side_figures,
)
from clubroute.rules.owner.pictures.objections import Objection, hex_objections, side_objections

Label = TypeVar("Label")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("map")
    ask.add_argument("module", type=Path)
    ask.add_argument("board", nargs="?", default="")
    ask.add_argument("--share", type=float, default=0.15)
    ask.add_argument("--scan", action="store_true")
    told = ask.parse_args()
    boards = boards_of(shipped_project(), told.map)
    base = load_terrain(context_of(None, None).terrain(boards.game.lattice))
    with zipfile.ZipFile(told.module) as module:
        for view in boards.views:
            if not view.blank and told.board in view.name:
                data = module.read(f"images/{image_name(view)}")
                with Image.open(io.BytesIO(data)) as picture:
                    drawn = picture.convert("RGB")
                looked = scanned(drawn) if told.scan else drawn
                board(view, looked, base.window(told.map), told.share)


def scanned(picture: Image.Image) -> Image.Image:
    """A picture as from a poor scanner."""
    light = np.asarray(picture.filter(ImageFilter.GaussianBlur(1.2))).astype(np.float32)
    light += np.random.default_rng(1).normal(0, 8, light.shape)
    light *= np.linspace(0.85, 1.1, light.shape[1])[None, :, None]
    out = io.BytesIO()
    Image.fromarray(np.clip(light, 0, 255).astype(np.uint8)).save(out, "JPEG", quality=60)
    return Image.open(out)


def board(view: BoardView, picture: Image.Image, base: TerrainMap, share: float) -> None:
    """Try one board."""
    hexes = [h for h in base.hexes if view.holds(h)]
    own = set(hexes)
    sides = sorted({s for h in hexes for s in hexsides(h) if s.a in own and s.b in own})
    words = vocabulary_of(base.lattice.name).hexsides.values()
    crossing = {kind.name for kind in words if kind.crosses}
    features = [
        frozenset(f.kind for f in base.hexsides.get(s, ()) if f.kind not in crossing) for s in sides
    ]
    lines = [frozenset(base.roads[one.road].kind for one in base.links.get(s, ())) for s in sides]
    x, y = view.centre(hexes[0])
    vertices = [(a - x, b - y) for a, b in view.polygon(hexes[0])]
    looked = PictureFigures.of(picture)
    of_hexes = hex_figures(looked, [view.centre(h) for h in hexes], vertices)
    places = [
        SidePlace(
            (view.centre(s.a), view.centre(s.b)),
            (view.pixel(ends[0]), view.pixel(ends[1])),
        )
        for s in sides
        for ends in (view.lattice.hexside_ends(s),)
    ]
    of_sides = side_figures(looked, places)
    terrain = [base.hexes[h].terrain for h in hexes]
    none: frozenset[str] = frozenset()
    trial(view.name, "hexes", terrain, "clear", share, lambda many: hex_objections(of_hexes, many))
    for what, labels in (("hexsides", features), ("lines", lines)):
        trial(view.name, what, labels, none, share, lambda many: side_objections(of_sides, many))


def trial(
    name: str,
    what: str,
    right: Sequence[Label],
    none: Label,
    share: float,
    ask: Callable[[Sequence[Label]], Iterable[Objection]],
) -> None:
    """Put a share of the labels elsewhere, and count what is found."""
    told = misplaced(right, none, share)
    wrong = {i for i, (a, b) in enumerate(zip(told, right, strict=True)) if a != b}
    begun = time.process_time()
    found = sorted(ask(told), key=lambda one: -one.sure)
    spent = time.process_time() - begun
    hits = [one for one in found if one.index in wrong]
    first = found[: len(wrong) // 2]
    head = share_of(first, wrong)
    click.echo(
        f"{name}: {len(right)} {what}, {len(wrong)} wrong: {len(found)} objections, "
        f"found {len(hits) / max(1, len(wrong)):.0%}, right {share_of(found, wrong):.0%} "
        f"(the surest {len(first)}: {head:.0%}), {spent:.1f} s"
    )


def share_of(found: Sequence[Objection], wrong: set[int]) -> float:
    """The share of objections that are right."""
    return sum(one.index in wrong for one in found) / max(1, len(found))


def misplaced(right: Sequence[Label], none: Label, share: float) -> list[Label]:
    """Labels of which a share, of those that are something, has changed place with another."""
    chance, told = Random(4), list(right)
    some = [i for i, one in enumerate(right) if one != none]
    for i in chance.sample(some, int(share * len(some))):
        other = chance.randrange(len(told))
        told[i], told[other] = told[other], told[i]
    return told


if __name__ == "__main__":
    main()
