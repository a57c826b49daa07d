"""The limits of files from outside, each with its numbers as the code has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.builder.art import drawn_svg
from clubroute.builder.files.picture_size import MOST_PIXELS
from clubroute.builder.module.pictures import MOST_PICTURE
from clubroute.builder.sources import features, tables, text
from clubroute.builder.terrain.terrain_head import MOST_BYTES as MOST_MAP
from clubroute.builder.vassal import archive, buildfile, commands, limits, metadata
from clubroute.rules.asking import question
from clubroute.rules.logs import game
from clubroute.rules.logs.audit.season import SECONDS
from clubroute.rules.rulings import ruling
from clubroute.rules.service.faults import DEFAULT

MB = 1 << 20


@dataclass(frozen=True, slots=True)
class FileLimit:
    """What is taken of a kind of file at most: words with the numbers in them, and the place."""

    words: str
    numbers: tuple[float, ...]
    where: str

    @property
    def text(self) -> str:
        """The words with the numbers in them."""
        return self.words.format(*(f"{number:,.0f}" for number in self.numbers))


LIMITS: Mapping[str, FileLimit] = {
    "a save or log, unpacked": FileLimit(
        "{} MB, and {} times its size beyond {} MB",
        (
            limits.SAVE_LIMITS.total / MB,
            limits.SAVE_LIMITS.ratio,
            limits.SAVE_LIMITS.ratio_from / MB,
        ),
        "builder/vassal/limits.py",
    ),
    "its commands": FileLimit(
        "{}; {} MB of text; one of {} MB; {} deep",
        (
            limits.MOST_COMMANDS,
            limits.MOST_TEXT / MB,
            limits.MOST_OF_ONE / MB,
            commands.MAX_DEPTH,
        ),
        "builder/vassal/limits.py",
    ),
    "fields and traits of all its commands": FileLimit(
        "{}", (limits.MOST_FIELDS,), "builder/vassal/limits.py"
    ),
    "work on its set-up, and on playing its steps": FileLimit(
        "{} seconds of CPU time", (game.MOST_SECONDS,), "rules/logs/game.py"
    ),
    "a module, unpacked": FileLimit(
        "{} GB, and {} times its size beyond {} MB",
        (
            limits.MODULE_LIMITS.total / MB / 1024,
            limits.MODULE_LIMITS.ratio,
            limits.MODULE_LIMITS.ratio_from / MB,
        ),
        "builder/vassal/limits.py",
    ),
    "a build file": FileLimit(
        "{} MB; {} elements, {} attributes; a tag or text of {} MB; {} deep",
        (
            buildfile.MOST_BYTES / MB,
            buildfile.MOST_ELEMENTS,
            buildfile.MOST_ATTRIBUTES,
            buildfile.MOST_LETTERS / MB,
            buildfile.MAX_DEPTH,
        ),
        "builder/vassal/buildfile.py",
    ),
    "metadata of a save or module": FileLimit(
        "{} MB", (metadata.MOST_METADATA / MB,), "builder/vassal/metadata.py"
    ),
    "the table of entries of a zip": FileLimit(
        "{} MB; {} entries, {} of a save",
        (archive.MOST_TABLE / MB, limits.MODULE_LIMITS.entries, limits.SAVE_LIMITS.entries),
        "builder/vassal/archive.py",
    ),
    "a log's audit": FileLimit("{} seconds", (SECONDS,), "clubroute audit --timeout"),
    "a position or a question as JSON": FileLimit(
        "{} MB, {} levels", (question.MOST_JSON / MB, DEFAULT.depth), "rules/asking/question.py"
    ),
    "a file of ruling records": FileLimit(
        "{} MB", (ruling.MOST_BYTES / MB,), "rules/rulings/ruling.py"
    ),
    "a source as text": FileLimit(
        "{} MB", (text.MAX_SOURCE_BYTES / MB,), "builder/sources/text.py"
    ),
    "a table (CSV)": FileLimit(
        "{} rows, {} cells", (text.MOST_ROWS, text.MOST_CELLS), "builder/sources/text.py"
    ),
    "a TOML file": FileLimit(
        "{} MB, {} dots in a line",
        (tables.MOST_LETTERS / MB, tables.MOST_STEPS),
        "builder/sources/tables.py",
    ),
    "GeoJSON": FileLimit(
        "{} numbers and properties", (features.MOST_PARTS,), "builder/sources/features.py"
    ),
    "a GeoPackage": FileLimit(
        "{} MB, {} features, some seconds of SQLite's work",
        (features.MOST_BYTES / MB, features.MOST_FEATURES),
        "builder/sources/features.py",
    ),
    "a picture of a counter": FileLimit(
        "{} MB, {} million pixels",
        (MOST_PICTURE / MB, MOST_PIXELS // 1_000_000),
        "builder/module/pictures.py",
    ),
    "an SVG that room or site serve": FileLimit(
        "what draws, {} levels, {} MB more than it was",
        (drawn_svg.MOST_LEVELS, drawn_svg.GROWTH / MB),
        "builder/art/drawn_svg.py",
    ),
    "a compiled map": FileLimit("{} MB", (MOST_MAP / MB,), "builder/terrain/terrain_head.py"),
}
"""The limits by what they hold for."""
