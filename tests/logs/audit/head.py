"""The picture of docs/audit.md, taken anew from a build of Where Eagles Dare.

``python -m tests.logs.audit.head build`` writes it into docs/pictures.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

from clubroute.builder.vassal.atoms import PlayerEntry
from clubroute.rules.cli import main
from tests.fetching.chromium import prepare
from tests.logs.audit.browser import one_page
from tests.logs.audit.scripted import (
    MAP,
    MODULE,
    PASSWORD,
    SETUP,
    draw,
    of_side,
    opened,
    up,
)
from tests.logs.recorder import Recorder

PICTURE = Path(__file__).parents[3] / "docs" / "pictures" / "audit.png"
SIZE = (900, 960)
COLOURS = 128


def played(build: Path) -> bytes:
    """A log of a Unit that goes a hex and then into an enemy's, and of the next chit."""
    module, maps = opened(build / MODULE)
    players = (PlayerEntry(PASSWORD, "Ann", "Allied"), PlayerEntry("hunter2", "Bob", "German"))
    game = Recorder(module.read(SETUP), maps, password=PASSWORD, players=players, version="3.6.19")
    draw(game)
    unit, enemy = (of_side(game, side) for side in ("Allied", "German"))
    up(game, unit)
    game.move(unit.id, MAP, enemy.x, enemy.y)
    draw(game)
    return game.log_bytes()


def take(build: Path) -> None:
    """Audit the log and take a picture of the page's head."""
    with tempfile.TemporaryDirectory() as folder, one_page(prepare()) as browser:
        log, out = Path(folder) / "turn-3.vlog", Path(folder) / "audit.html"
        log.write_bytes(played(build))
        assert main(["audit", str(log), "--out", str(out), "--module", str(build / MODULE)]) == 1
        browser.resize(*SIZE)
        browser.open(out)
        browser.value("document.querySelector('.finding details').open = true")
        with Image.open(io.BytesIO(browser.page.screenshot())) as picture:
            small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            small.save(PICTURE, optimize=True)


if __name__ == "__main__":
    take(Path(sys.argv[1]))
