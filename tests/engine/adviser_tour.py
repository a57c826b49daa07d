"""What the adviser shows in VASSAL, and its pictures in docs/adviser.md.

``python -m tests.engine.adviser_tour BUILD`` writes them into docs/pictures, from the folder of a
built Where Eagles Dare. The test walks the same stops.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.engine.advised import COLUMN, MAIN, turned_on, waited
from tests.engine.adviser_table import GRENADIERS, SETUP, unit
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.listening import listening
from tests.engine.prepare import prepare

SIZE = (900, 580)
SCALE = 0.5
HIGHEST = 320_000
"""Bytes of a picture."""


def marked(engine: Engine, ask: str) -> None:
    """Ask about the unit, and wait for what is drawn."""
    engine.adviser("clear")
    waited(engine, lambda state: state["marks"] == 0)
    engine.adviser("ask", id=unit(engine, GRENADIERS).id, ask=ask)
    waited(engine, lambda state: state["marks"] == 1)


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


STOPS: Mapping[str, Callable[[Engine], None]] = {
    "adviser": drag,
    "adviser-sees": sees,
}


def picture(engine: Engine, path: Path) -> None:
    """Paint the map around the unit, as the player sees it."""
    piece = unit(engine, GRENADIERS)
    wide, high = (int(side / SCALE) for side in SIZE)
    region = (max(0, piece.x - wide // 2), max(0, piece.y - high // 2), wide, high)
    engine.screenshot(MAIN, path, scale=SCALE, region=region)


def begin(engine: Engine) -> None:
    """Start the game of the pictures, with the adviser on."""
    engine.start_setup(SETUP)
    turned_on(engine)


def main(build: Path) -> None:
    """Write the pictures."""
    from PIL import Image

    from tests.art.pictures import keep

    (module,) = build.glob("*.vmod")
    files = prepare()
    with (
        tempfile.TemporaryDirectory() as scratch,
        listening(Path(scratch)) as service,
        virtual_display(files.display) as display,
        Engine(files, display, module, environment=service.environment) as engine,
    ):
        begin(engine)
        for name, go in STOPS.items():
            go(engine)
            path = Path(scratch) / f"{name}.png"
            picture(engine, path)
            with Image.open(path) as image:
                keep(image.convert("RGB"), name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
