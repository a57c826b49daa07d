"""Each limit of files from outside (tests/limits.py) is tried at each door of the list of commands
that reads such a thing: it is refused in a line, or left unread."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from clubroute.builder.module.pictures import MOST_PICTURE
from clubroute.builder.sources.features import MOST_BYTES as MOST_GEOPACKAGE
from clubroute.builder.sources.features import MOST_PARTS
from clubroute.builder.sources.tables import MOST_LETTERS, MOST_UTF8
from clubroute.builder.sources.text import MAX_SOURCE_BYTES, MOST_ROWS
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_head import MOST_BYTES as MOST_MAP
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.archive import MOST_TABLE
from clubroute.builder.vassal.limits import (
    MODULE_LIMITS,
    MOST_COMMANDS,
    MOST_FIELDS,
    SAVE_LIMITS,
)
from clubroute.builder.vassal.metadata import MODULE_DATA, MOST_METADATA
from clubroute.rules.asking.question import MOST_JSON
from clubroute.rules.rulings.ruling import MOST_BYTES as MOST_RECORDS
from tests.command_doors import (
    DoorLine,
    Scratch,
    files_below,
    lay_out,
    lines,
)
from tests.damage import entries_in, rewritten, zipped
from tests.limits import LIMITS
from tests.logs.bombs import COMMANDS, ZEROS, bomb
from tests.test_command_doors import no_waiting

REFUSED = 2
FEWER_ELEMENTS = 4_000
"""Elements of a build file that are taken here: to read as many as are taken takes a second a door
(tests/vassal/test_xml_budgets.py does)."""
Breaking = Callable[[Path], None]


@pytest.fixture(scope="module")
def scratch(gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """A good thing of every kind. The map is asked for so that it is at hand."""
    assert gts_map.terrain.hexes
    folder = tmp_path_factory.mktemp("limits")
    return Scratch(lay_out(folder / "things"), folder / "scratch")


def once(breaks: Breaking) -> Breaking:
    """Break files that are the same but once: what is packed takes as long as a door takes."""
    made: dict[bytes, bytes] = {}

    def breaking(path: Path) -> None:
        data = path.read_bytes()
        if data not in made:
            breaks(path)
            made[data] = path.read_bytes()
        path.write_bytes(made[data])

    return breaking


def long(size: int) -> Breaking:
    """Make a file so long without writing it."""
    return lambda path: os.truncate(path, size)


def text(line: bytes, many: int, head: bytes = b"") -> Breaking:
    """Write a text of one line over and over."""
    return lambda path: bytes_in(path, head + line * many)


def bytes_in(path: Path, data: bytes) -> None:
    """Write bytes."""
    path.write_bytes(data)


@once
def with_elements(path: Path) -> None:
    """Give a module more elements than are taken here."""
    rewritten(path, b"<a>" + b"<b/>" * FEWER_ELEMENTS + b"</a>")


@once
def with_zeros(path: Path) -> None:
    """Give a module a picture that unpacks to more than it may."""
    path.write_bytes(zipped(entries_in(path) | {"images/a": bytes(4 * MODULE_LIMITS.ratio_from)}))


@once
def with_metadata(path: Path) -> None:
    """Give a zip metadata longer than any."""
    long_ = b"<data>" + b" " * MOST_METADATA + b"</data>"
    path.write_bytes(zipped(entries_in(path) | {MODULE_DATA: long_}))


@once
def with_table(path: Path) -> None:
    """Give a zip a table longer than any."""
    entry = b"PK\x01\x02" + bytes(42)
    many = MOST_TABLE // len(entry) + 1
    end = b"PK\x05\x06" + bytes(8) + (len(entry) * many).to_bytes(4, "little") + bytes(6)
    path.write_bytes(entry * many + end)


LOGS, MODULES = ("VLOG", "VSAV", "FOLDER", "LEAGUE"), ("VMOD", "SMALL")
TABLES, TOMLS = ("PROJECT", "OWNER"), ("ROUND", "COUNTERS", "PROJECT")
BROKEN: Mapping[str, tuple[tuple[str, ...], str, Breaking]] = {
    "a save or log, unpacked": (
        LOGS,
        "*.v*",
        once(lambda path: bytes_in(path, bomb(ZEROS, SAVE_LIMITS.total + 1))),
    ),
    "its commands": (
        LOGS,
        "*.v*",
        lambda path: bytes_in(path, bomb(COMMANDS, (MOST_COMMANDS + 9) * len(COMMANDS))),
    ),
    "fields and traits of all its commands": (
        LOGS,
        "*.v*",
        lambda path: bytes_in(path, bomb(b"begin_save\x1b" + b";" * 1000, MOST_FIELDS + 100_000)),
    ),
    "a module, unpacked": (MODULES, "*.vmod", with_zeros),
    "a build file": (MODULES, "*.vmod", with_elements),
    "metadata of a save or module": (MODULES, "*.vmod", with_metadata),
    "the table of entries of a zip": ((*MODULES, *LOGS), "*.v*", with_table),
    "a position or a question as JSON": (
        ("POSITION", "STATE"),
        "*",
        text(b" ", MOST_JSON + 1, b"{"),
    ),
    "a file of ruling records": (("RECORD", "RECORDS"), "*.txt", long(MOST_RECORDS + 1)),
    "a source as text": (TABLES, "[ru]*s.csv", long(MAX_SOURCE_BYTES + 1)),
    "a table (CSV)": (TABLES, "[ru]*s.csv", text(b"\n", MOST_ROWS + 1, b"id,name\n")),
    "a TOML file": (TOMLS, "*.toml", text(b"#", MOST_UTF8 * MOST_LETTERS + 1)),
    "GeoJSON": (("GEOJSON",), "*", text(b",", MOST_PARTS + 1, b"[")),
    "a GeoPackage": (("GPKG",), "*", long(MOST_GEOPACKAGE + 1)),
    "a picture of a counter": (("PROJECT",), "*.png", long(MOST_PICTURE + 1)),
    "a compiled map": (("MAPS",), "*.terrain", long(MOST_MAP + 1)),
}
"""By row of the table: the things that have such files, which files, and what breaks the limit."""
ELSEWHERE = frozenset(
    (
        *("work on its set-up, and on playing its steps", "a log's audit"),
        "an SVG that room or site serve",
    )
)
"""Rows about how long something may take (tests/logs/test_clock.py, the audit's --timeout), and of
pictures that no command reads but a page shows (tests/site/test_hostile_pictures.py)."""
SLOW = frozenset(("build", "publish"))


def doors_of(row: str) -> list[tuple[DoorLine, str]]:
    """The lines that read a thing with such files, one of each command."""
    things, _, _ = BROKEN[row]
    found = {
        (line.command, thing): (line, thing)
        for line in lines()
        for thing in line.things()
        if thing in things and line.command not in SLOW
    }
    return list(found.values())


def test_every_row_of_the_table_is_tried() -> None:
    assert BROKEN.keys() | ELSEWHERE == LIMITS.keys()


CHEAP = frozenset(
    (
        *("its commands", "a position or a question as JSON", "a table (CSV)", "a TOML file"),
        *("a picture of a counter", "a compiled map"),
    )
)
"""Rows that are tried in half a second."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=[pytest.mark.smoke] if row in CHEAP else []) for row in BROKEN],
)
def test_a_limit_holds_at_every_door(
    row: str, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert FEWER_ELEMENTS < buildfile.MOST_ELEMENTS
    if row == "a build file":
        monkeypatch.setattr(buildfile, "MOST_ELEMENTS", FEWER_ELEMENTS)
    _, pattern, breaks = BROKEN[row]
    refused = 0
    for line, thing in doors_of(row):
        places = scratch.copies(line, thing)
        files = [one for one in files_below(places[thing]) if one.match(pattern)]
        for path in files[:2]:
            breaks(path)
        with no_waiting():
            code, said, printed = scratch.run(line, places)
        assert code in (0, 1, REFUSED), line.title
        assert "Traceback" not in said, (line.title, said)
        # Who does not read what the limit is about has no use for it.
        refused += code == REFUSED or bool(re.search(r"at most \d|too long", said + printed))
    assert refused, "no door refuses it: nothing was tried"
