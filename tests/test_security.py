"""The page about security tells the limits as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clubroute.builder.art import drawn_svg
from clubroute.builder.files.picture_size import MOST_PIXELS
from clubroute.builder.module.pictures import MOST_PICTURE
from clubroute.builder.sources import (
    features,
    tables,
    text,
)
from clubroute.builder.sources import (
    features as geopackage,
)
from clubroute.builder.terrain.terrain_head import MOST_BYTES as MOST_MAP
from clubroute.builder.vassal import (
    archive,
    buildfile,
    commands,
    limits,
    metadata,
)
from clubroute.rules.asking import question
from clubroute.rules.logs import game
from clubroute.rules.logs.audit.season import SECONDS
from clubroute.rules.rulings import ruling
from clubroute.rules.service.faults import DEFAULT
from tests.parsed import imports_of

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?P<most>[^|]+) \| (?P<where>[^|]+) \|$", re.MULTILINE)
MB = 1 << 20
TOLD: dict[str, tuple[float, ...]] = {
    "a save or log, unpacked": (
        limits.SAVE_LIMITS.total / MB,
        limits.SAVE_LIMITS.ratio,
        limits.SAVE_LIMITS.ratio_from / MB,
    ),
    "its commands": (
        limits.MOST_COMMANDS,
        limits.MOST_TEXT / MB,
        limits.MOST_OF_ONE / MB,
        commands.MAX_DEPTH,
    ),
    "fields and traits of all its commands": (limits.MOST_FIELDS,),
    "work on its set-up, and on playing its steps": (game.MOST_SECONDS,),
    "a module, unpacked": (
        limits.MODULE_LIMITS.total / MB / 1024,
        limits.MODULE_LIMITS.ratio,
        limits.MODULE_LIMITS.ratio_from / MB,
    ),
    "a build file": (
        buildfile.MOST_BYTES / MB,
        buildfile.MOST_ELEMENTS,
        buildfile.MOST_ATTRIBUTES,
        buildfile.MOST_LETTERS / MB,
        buildfile.MAX_DEPTH,
    ),
    "metadata of a save or module": (metadata.MOST_METADATA / MB,),
    "the table of entries of a zip": (
        archive.MOST_TABLE / MB,
        limits.MODULE_LIMITS.entries,
        limits.SAVE_LIMITS.entries,
    ),
    "a log's audit": (SECONDS,),
    "a position or a question as JSON": (question.MOST_JSON / MB, DEFAULT.depth),
    "a file of ruling records": (ruling.MOST_BYTES / MB,),
    "a source as text": (text.MAX_SOURCE_BYTES / MB,),
    "a table (CSV)": (text.MOST_ROWS, text.MOST_CELLS),
    "a TOML file": (tables.MOST_LETTERS / MB, tables.MOST_STEPS),
    "GeoJSON": (features.MOST_PARTS,),
    "a GeoPackage": (geopackage.MOST_BYTES / MB, geopackage.MOST_FEATURES),
    "a picture of a counter": (MOST_PICTURE / MB, MOST_PIXELS // 1_000_000),
    "an SVG that room or site serve": (drawn_svg.MOST_LEVELS, drawn_svg.GROWTH / MB),
    "a compiled map": (MOST_MAP / MB,),
}
NETWORK = {"urllib", "http", "ftplib", "smtplib", "requests", "httpx", "aiohttp", "telnetlib"}


@pytest.mark.parametrize("what", TOLD)
def test_the_page_tells_a_limit_as_it_is(what: str) -> None:
    (row,) = (one for one in ROW.finditer(PAGE) if one["what"] == what)
    numbers = [float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*", row["most"])]
    assert numbers == list(TOLD[what])


def test_every_limit_of_the_page_is_held_to_the_code() -> None:
    files = PAGE.partition("## Files")[2].partition("## ")[0]
    told = {one["what"] for one in ROW.finditer(files)} - {"what"}
    assert {one for one in told if not one.startswith("-")} == set(TOLD)


def test_nothing_reaches_for_another_machine() -> None:
    reaching = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("builder", "rules")
        for path in (ROOT / folder).rglob("*.py")
        for name in imported(path)
        if name.partition(".")[0] in NETWORK
    }
    # Cutting up an address that somebody else sent reaches for nothing.
    assert {one for one in reaching if not one.endswith("urllib.parse")} == set()


def imported(path: Path) -> set[str]:
    """The modules a file imports."""
    return {name for one in imports_of(path) for name in one.modules()}
