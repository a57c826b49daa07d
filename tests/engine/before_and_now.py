"""The pictures of docs/before-and-now.md: on the left a game as it once was, on the right now.

``python -m tests.engine.before_and_now`` draws every right half anew, from games that ``clubroute
new`` makes and from our maps; the left half is kept from the picture that is there.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path

from PIL import Image

from clubroute.rules.cli import main
from tests.art.pictures import BETWEEN, GROUND, PICTURES
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.prepare import prepare

COLOURS = 96
"""Of a picture: so it is small."""
MOST = 120_000
"""Bytes of a picture."""
SCREEN = "1600x900"
PAINTED = 5
"""Seconds after which VASSAL has painted what is on the screen."""
PART = ("--hexes", "1.04,6.10")
DRAWN: Mapping[str, tuple[str, ...]] = {
    "own-kinds": ("kinds", *PART),
    "scenario": ("plain", "--scenario", "BRIDGE", *PART),
    "style": ("plain", "--style", "print", *PART),
    "dike": ("tdc", "--hexes", "20.54,28.58", "--scale", "0.6"),
    "names": ("ins", "--hexes", "E55.05,E60.09", "--scale", "0.9"),
}
"""What ``clubroute draw`` is told of each picture."""
SHOWN: Mapping[str, tuple[str, tuple[int, int, int, int]]] = {
    "toolbar": ("", (0, 20, 1330, 62)),
    "counters": ("", (245, 248, 545, 548)),
    "terrain-chart": ("Terrain Effects", (90, 90, 825, 473)),
    "results": ("Combat Results", (90, 90, 420, 360)),
}
"""The tab of the chart window that each picture of a screen shows, and the part of the screen."""
OPENING = "opening"
NAMES = (*DRAWN, *SHOWN, OPENING)
KINDS = """
[hexside.great_river]
title = "Great river"
cite = "Kinds 2.5"
water = true
bars = true

[hexside.dike]
title = "Dike"
cite = "Kinds 2.5"

[hex.swamp]
title = "Swamp"
cite = "Kinds 2.4"
"""
DIKE = ("5.08/6.07", "5.08/6.08", "5.09/6.08", "5.09/6.09", "5.10/6.09", "5.10/6.10")
SWAMP = ("1.09", "1.10", "2.09", "2.10", "3.09")
AREA = '\n[[area]]\nid = "home"\ntext = "Red home"\nhexes = ["6.05"]\ncite = "Placing 4"\n'


def games(folder: Path) -> None:
    """Lay out the games that are drawn: one with kinds of its own, one with units to place."""
    for name in ("plain", "kinds", "placing"):
        assert main(["new", name, *(["--rules"] if name == "plain" else [])]) == 0
    ground = folder / "map_sources" / "kinds"
    edit(ground / "terrain.toml", 'crosses = ["river"]', 'crosses = ["river", "great_river"]')
    edit(ground / "hexsides.csv", ",river,Testa", ",great_river,Testa")
    for file, text in (
        ("terrain.toml", KINDS),
        ("hexsides.csv", "".join(f"{one},dike,,,rulebook,Kinds 2.5\n" for one in DIKE)),
        ("hexes.csv", "".join(f"{one},swamp,,rulebook,Kinds 2.4\n" for one in SWAMP)),
    ):
        with (ground / file).open("a", encoding="utf-8") as stream:
            stream.write(text)
    scenarios = folder / "counters" / "placing" / "scenarios"
    rows = (scenarios / "bridge.csv").read_text(encoding="utf-8").splitlines()
    placed = ["red-horse,,,home" if row.startswith("red-horse") else f"{row}," for row in rows[1:]]
    text = "\n".join(["unit,hex,state,area", *placed]) + "\n"
    (scenarios / "bridge.csv").write_text(text, encoding="utf-8")
    with (scenarios / "bridge.toml").open("a", encoding="utf-8") as stream:
        stream.write(AREA)
    for name in ("plain", "placing"):
        assert main(["build", name, "--quiet"]) == 0


def edit(file: Path, old: str, new: str) -> None:
    """Change words of a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def screens(folder: Path) -> dict[str, Image.Image]:
    """The parts of screens in the real engine, by the names of their pictures."""
    found: dict[str, Image.Image] = {}
    out, files = folder / "screen.png", prepare()
    with virtual_display(files.display, SCREEN) as display:
        with Engine(files, display, folder / "build" / "plain.vmod") as engine:
            engine.start_setup("The Bridge")
            for name, (tab, part) in SHOWN.items():
                if tab:
                    texts = [one.text for one in engine.buttons()]
                    if not any(title == "" for title in engine.windows()):
                        engine.click(texts.index("Charts"))
                    engine.tab(tab)
                engine.screen(out)
                found[name] = Image.open(out).convert("RGB").crop(part)
        with Engine(files, display, folder / "build" / "placing.vmod") as engine:
            engine.start_setup("The Bridge")
            time.sleep(PAINTED)
            engine.screen(out)
            found[OPENING] = Image.open(out).convert("RGB").reduce(2)
    return found


def now(folder: Path) -> dict[str, Image.Image]:
    """Every right half, by the name of its picture."""
    found = {}
    out = folder / "drawn.png"
    with chdir(folder):
        games(folder)
        for name, words in DRAWN.items():
            assert main(["draw", *words, "--out", str(out)]) == 0
            found[name] = Image.open(out).convert("RGB")
    return found | screens(folder)


def joined(first: Image.Image, second: Image.Image) -> Image.Image:
    """Two halves beside one another, a strip below the other, in few colours."""
    wide, high = max(first.width, second.width), max(first.height, second.height)
    below = wide > 10 * high
    size = (wide, 2 * high + BETWEEN) if below else (2 * wide + BETWEEN, high)
    both = Image.new("RGB", size, GROUND)
    both.paste(first, (0, 0))
    both.paste(second, (0, high + BETWEEN) if below else (wide + BETWEEN, 0))
    return both.quantize(COLOURS, dither=Image.Dither.NONE)


def halves(picture: Image.Image) -> tuple[Image.Image, Image.Image]:
    """The two halves of a picture."""
    wide, high = picture.size
    if (below := (high - BETWEEN) // 2) * 10 < wide and wide > 10 * below:
        return picture.crop((0, 0, wide, below)), picture.crop((0, high - below, wide, high))
    half = (wide - BETWEEN) // 2
    return picture.crop((0, 0, half, high)), picture.crop((wide - half, 0, wide, high))


def file_of(name: str) -> Path:
    """The file of a picture."""
    return PICTURES / f"now-{name}.png"


def make() -> None:
    """Draw them all."""
    with tempfile.TemporaryDirectory() as scratch:
        for name, second in now(Path(scratch)).items():
            with Image.open(file_of(name)) as kept:
                first, _ = halves(kept.convert("RGB"))
            joined(first, second).save(file_of(name), optimize=True)


if __name__ == "__main__":
    make()
