"""What the adviser shows in VASSAL, and its pictures in docs/adviser.md.

``python -m tests.engine.adviser_tour BUILD`` writes them into docs/pictures, from the folder of a
built Where Eagles Dare. The test walks the same stops.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from PIL import Image

from clubroute.rules.adviser.show import QUESTIONS
from tests.engine.advised import (
    COLUMN,
    MAIN,
    PATIENCE,
    ROW,
    turned_on,
    waited,
)
from tests.engine.adviser_table import GRENADIERS, SETUP, unit
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.listening import listening
from tests.engine.prepare import prepare

Size: TypeAlias = tuple[int, int]
"""Px of a picture."""
SIZE = (900, 580)
CHAT = (900, 180)
LAST_LINES = (900, 62)
WINDOW = (900, 440)
SCALE = 0.5
HIGHEST = 320_000
"""Bytes of a picture."""
WOODED = (-693, -324)
"""Px from the unit to a hex behind a wood, 83.144."""
AFAR = (-4 * COLUMN, 0)
VEGHEL = (2224, 3532)
"""Px of the Club Route."""
ABOVE = 2 * ROW
"""Px by which a map lies higher in its window, so that there is room for a menu."""
ITEMS = ("Open in the map room", "Publish the last answer to all", "Clear the marks")


def marked(engine: Engine, ask: str) -> None:
    """Ask about the unit, and wait for what is drawn."""
    engine.adviser("clear")
    waited(engine, lambda state: state["marks"] == 0)
    engine.adviser("ask", id=unit(engine, GRENADIERS).id, ask=ask)
    waited(engine, lambda state: state["marks"] == 1)


def said(engine: Engine, words: str, before: int = 0) -> str:
    """Wait for a line of the chat with such words, after so many lines."""
    until = time.monotonic() + PATIENCE
    while True:
        for line in engine.chat()[before:]:
            if words in line:
                return line
        assert time.monotonic() < until, engine.chat()[before:]
        time.sleep(0.05)


def drag(engine: Engine) -> None:
    """The line under the pointer, and the reach as it was asked before."""
    marked(engine, "reach")
    piece = unit(engine, GRENADIERS)
    x, y = piece.x - 4 * COLUMN, piece.y
    engine.adviser("hover", id=piece.id, map=MAIN, x=x, y=y)
    waited(engine, lambda state: " MP" in state["label"])


def sees(engine: Engine) -> None:
    """What the unit sees, and what may be seen."""
    engine.adviser("leave")
    marked(engine, "sees")


def opened(engine: Engine) -> Sequence[str]:
    """The lines of the adviser's menu on the unit, after a right click."""
    engine.adviser("leave")
    piece = unit(engine, GRENADIERS)
    engine.adviser("centre", map=MAIN, x=piece.x, y=piece.y + ABOVE)
    engine.adviser("popup", map=MAIN, x=piece.x, y=piece.y)
    until = time.monotonic() + PATIENCE
    while len(lines := engine.adviser("open")) <= len(ITEMS):
        assert time.monotonic() < until, lines
        time.sleep(0.05)
    return list(lines)


def clicked(engine: Engine, ask: str, off: tuple[int, int]) -> None:
    """Choose a question of the menu by the mouse, and click on the other hex."""
    opened(engine)
    engine.adviser("clear")
    engine.adviser("choose", label=f"{QUESTIONS[ask].label}…")
    piece = unit(engine, GRENADIERS)
    engine.adviser("click", map=MAIN, x=piece.x + off[0], y=piece.y + off[1])
    waited(engine, lambda state: state["marks"] == 1)


def sight(engine: Engine) -> None:
    """The line of sight into a hex behind a wood, with the hexes that block it."""
    before = len(engine.chat())
    clicked(engine, "sight", WOODED)
    said(engine, "No: ", before)


def cost(engine: Engine) -> None:
    """The cheapest way to a hex, with what it has cost in each."""
    before = len(engine.chat())
    clicked(engine, "cost", AFAR)
    said(engine, " MP", before)


def route(engine: Engine) -> None:
    """The ribbon of the Club Route."""
    before = len(engine.chat())
    marked(engine, "route")
    said(engine, "Club Route", before)


def menu(engine: Engine) -> None:
    """The questions about the unit."""
    lines = opened(engine)
    asked = [one.label + ("…" if one.to else "") for one in QUESTIONS.values()]
    assert lines == [*asked, *ITEMS]


def turn(engine: Engine) -> None:
    """The checklist of the turn, in the chat."""
    before = len(engine.chat())
    engine.adviser("ask", id=unit(engine, GRENADIERS).id, ask="turn")
    said(engine, "things due", before)


def publish(engine: Engine) -> None:
    """An answer in the chat for all, with the id of its ruling."""
    clicked(engine, "sight", WOODED)
    before = len(engine.chat())
    engine.adviser("publish")
    assert said(engine, "[ruling ", before).startswith("* No: ")


def around(engine: Engine, path: Path, size: Size, centre: tuple[int, int]) -> None:
    """Paint the map around a place, as the player sees it."""
    wide, high = (int(side / SCALE) for side in size)
    region = (max(0, centre[0] - wide // 2), max(0, centre[1] - high // 2), wide, high)
    engine.screenshot(MAIN, path, scale=SCALE, region=region)


def around_unit(engine: Engine, path: Path, size: Size) -> None:
    """Paint the map around the unit."""
    piece = unit(engine, GRENADIERS)
    around(engine, path, size, (piece.x, piece.y))


def around_veghel(engine: Engine, path: Path, size: Size) -> None:
    """Paint the map where the Club Route passes Veghel."""
    around(engine, path, size, VEGHEL)


def window(engine: Engine, path: Path, size: Size) -> None:
    """Paint the window of the map, and the menus over it."""
    engine.adviser("window", map=MAIN, file=str(path))
    lowest(path, size)


def chat(engine: Engine, path: Path, size: Size) -> None:
    """Paint the last lines of the chat."""
    engine.adviser("window", file=str(path), width=size[0])
    lowest(path, size)


def lowest(path: Path, size: Size) -> None:
    """Keep the lowest part of a picture."""
    with Image.open(path) as image:
        wide, high = size
        kept = image.convert("RGB").crop((0, image.height - high, wide, image.height))
    kept.save(path)


@dataclass(frozen=True, slots=True)
class Stop:
    """A picture: what is done before it is taken, how, and its size in px."""

    go: Callable[[Engine], None]
    paint: Callable[[Engine, Path, Size], None] = around_unit
    size: Size = SIZE


STOPS: Mapping[str, Stop] = {
    "adviser": Stop(drag),
    "adviser-menu": Stop(menu, window, WINDOW),
    "adviser-sees": Stop(sees),
    "adviser-cost": Stop(cost),
    "adviser-sight": Stop(sight),
    "adviser-route": Stop(route, around_veghel),
    "adviser-turn": Stop(turn, chat, CHAT),
    "adviser-published": Stop(publish, chat, LAST_LINES),
}


def begin(engine: Engine) -> None:
    """Start the game of the pictures, with the adviser on."""
    engine.start_setup(SETUP)
    engine.adviser("show", map=MAIN)
    turned_on(engine)


def leave(engine: Engine) -> None:
    """Close the menu and take the marks away."""
    engine.adviser("close")
    engine.adviser("leave")
    engine.adviser("clear")


def main(build: Path) -> None:
    """Write the pictures."""
    from tests.art.pictures import keep

    (module,) = build.glob("*.vmod")
    files = prepare()
    with (
        tempfile.TemporaryDirectory() as scratch,
        listening(Path(scratch)) as service,
        virtual_display(files.display) as display,
        Engine(files, display, module, environment=service.environment) as engine,
    ):
        for name, stop in STOPS.items():
            begin(engine)
            stop.go(engine)
            path = Path(scratch) / f"{name}.png"
            stop.paint(engine, path, stop.size)
            leave(engine)
            with Image.open(path) as image:
                keep(image.convert("RGB"), name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
