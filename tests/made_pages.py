"""The pages of the documentation that are made of the code: what stands there as a table.

They lie nowhere in the repository. A page that is written by hand leads to the file that declares
the table, and the site (``tests/docs_site.py``) leads that link to the page made of it.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from clubroute.builder.lint.run import RULES
from clubroute.builder.lint.scenario_checks import SCENARIO_RULES
from clubroute.builder.sources.order_of_battle import KINDS
from clubroute.builder.sources.style import (
    MARKS,
    TEXTURES,
    default_style_path,
    named_styles,
    read_board_style,
)
from clubroute.rules.asking.methods import Registry
from clubroute.rules.gts.logcheck import excuses as gts_excuses
from clubroute.rules.logs.audit.command import TABLES as SEASON_TABLES
from clubroute.rules.logs.audit.command import VERSION
from clubroute.rules.logs.check import excuses as turn_excuses
from clubroute.rules.logs.check.finding import Excuse
from clubroute.rules.owner.catalogue import TABLES as OWNER_TABLES
from clubroute.rules.owner.tables import column_text, example_text
from clubroute.rules.scs.logcheck import board as scs_excuses
from clubroute.rules.service.document import cell, error_lines, limit_lines
from tests.limits import LIMITS
from tests.rules.clauses.coverage import coverage_text

ROOT = Path(__file__).resolve().parents[1]
KEYS = ROOT / "builder" / "sources" / "keys"
RULES_KEYS = ROOT / "rules" / "engine" / "keys.toml"


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page that is made of the code: how it is made, and the files whose links lead to it."""

    text: Callable[[], str]
    of: Sequence[str]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Give the lines of a table."""
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(cell(one) for one in row)} |"
    yield ""


def coded(key: str) -> str:
    """Give a key as code, if it is not words already."""
    return key if "`" in key or " " in key else f"`{key}`"


# What excuses a move.


def excuse_rows(judge: ModuleType) -> Iterator[Sequence[str]]:
    """Give the rows of a judge's table, those of one reason together."""
    found = [one for one in vars(judge).values() if isinstance(one, Excuse)]
    for name in dict.fromkeys(one.name for one in found):
        called = name
        for one in dict.fromkeys(one for one in found if one.name == name):
            yield called, one.evidence, f"`{one.verdict}`", "; ".join(one.needs)
            called = ""


def excuses() -> str:
    """Make the page of excuses, of the tables of the log judges."""
    lines = [
        "# Excuses\n",
        "What looks illegal is excused only if the log shows the evidence of one row. See "
        "[Check a log](check.md#what-can-excuse-a-move).\n",
    ]
    games = {
        "Where Eagles Dare and The Devil's Cauldron": gts_excuses,
        "It Never Snows and games of your own": turn_excuses,
        "It Never Snows alone": scs_excuses,
    }
    for game, judge in games.items():
        head = ("reason", "evidence in the log", "verdict", "what would settle it")
        lines += [f"## {game}\n", *table(head, excuse_rows(judge))]
    return "\n".join(lines)


# Tables that owners supply.


def owner_tables() -> str:
    """Make the page of the tables that the owner of a game supplies, of their declarations."""
    lines = [
        "# Tables you supply\n",
        "[Your own module and tables](own-module.md#tables-of-your-own) says how to fill them in. "
        "A table read by a die has columns `low` and `high`, the results a row stands for; every "
        "result must have one row. A column `game` says which game a row is for (`mg` is both "
        "joined); rows without it hold for every game that has no row of its own.\n",
    ]
    for spec in OWNER_TABLES:
        lines += [
            f"## {spec.file}\n",
            f"{spec.summary} Printed: {spec.printed}. Used by {', '.join(spec.cites)}.\n",
            "Unlocks " + ", ".join(f"`{name}`" for name in spec.unlocks) + ".\n",
            *table(
                ("column", "what it holds"), ((f"`{c.name}`", column_text(c)) for c in spec.columns)
            ),
            "The shape, with made-up numbers:\n",
            f"```csv\n{example_text(spec)}```\n",
        ]
    return "\n".join(lines)


# Readings of the rules.


def reading_rows() -> Iterator[Sequence[str]]:
    """Give each reading with the meaning of its values and the families that take it."""
    registry = Registry()
    others = (method for many in registry.others().values() for method in many)
    taken: dict[tuple[str, str], set[str]] = defaultdict(set)
    for method in (*registry.all(), *others):
        for part in method.params:
            if part.name == "options":
                for name, schema in part.kind.schema()["properties"].items():
                    taken[name, schema["description"]].add(method.name.partition(".")[0])
    for (name, meaning), families in sorted(taken.items()):
        yield f"`{name}`", meaning, ", ".join(f"`{one}.*`" for one in sorted(families))


def readings() -> str:
    """Make the page of readings, of the options that the methods declare."""
    lines = [
        "# Readings\n",
        "Where a rule can be read in several ways, the first is the default; `options.NAME=VALUE` "
        "chooses another. [What an answer rests on](what-answers-rest-on.md#readings).\n",
        *table(("reading", "its values", "asked by"), reading_rows()),
    ]
    return "\n".join(lines)


# Checks of maps.


def level_of(rule: str) -> str:
    """Give the levels at which a check reports, as its code has them."""
    call = re.compile(rf'(\w+|"\w+"), ?\s*"{rule}"')
    sources = [*(ROOT / "builder" / "lint").glob("*.py"), *(ROOT / "rules").glob("*/unreached.py")]
    found = {at[1].strip('"') for path in sources for at in call.finditer(path.read_text("utf-8"))}
    levels = [one for one in ("error", "warning", "note") if one in found]
    return ", ".join(levels) if levels else "error or warning"


def checks() -> str:
    """Make the page of the checks of a map and of its scenarios."""
    rows = (
        (f"`{rule}`", text, level_of(rule)) for rule, text in {**RULES, **SCENARIO_RULES}.items()
    )
    lines = [
        "# The checks of a map\n",
        "What `clubroute lint` looks for. See [Check a map](lint.md).\n",
        *table(("check", "finds", "level"), rows),
    ]
    return "\n".join(lines)


# Limits, errors, columns and keys.


def limits() -> str:
    """Make the page of the limits of files from outside, and of those of the service."""
    files = ((what, one.text, f"`{one.where}`") for what, one in LIMITS.items())
    lines = [
        "# Limits\n",
        "## Files from outside\n",
        *table(("what", "at most", "where it stands"), files),
        "## Questions over a socket\n",
        *limit_lines(),
        "",
        "## Errors of the socket\n",
        *error_lines(),
    ]
    return "\n".join(lines) + "\n"


def season_columns() -> str:
    """Make the page of the columns of a season's tables."""
    lines = [
        "# Columns of a season's tables\n",
        f"Version {VERSION} of the schema. [Ask a season](season-tables.md) shows what to ask.\n",
    ]
    for one in SEASON_TABLES:
        rows = ((f"`{name}`", kind, what) for name, (kind, what) in one.columns.items())
        lines += [f"## {one.name}\n", *table(("column", "type", "what it holds"), rows)]
    return "\n".join(lines)


def key_page(title: str, path: Path, about: str) -> Callable[[], str]:
    """Give what makes a page of keys, of a file that has a table for each file or table, and for
    those that a rulebook prints where it does."""

    def made() -> str:
        lines = [f"# {title}\n", about + "\n"]
        found: dict[str, Mapping[str, Any]] = tomllib.loads(path.read_text("utf-8"))
        printed = found.pop("printed", {})
        for name, keys in found.items():
            rows = ((coded(key), meaning) for key, meaning in keys.items())
            where = [f"Printed as: {printed[name]}.\n"] if name in printed else []
            lines += [f"## {name}\n", *where, *table(("key or column", "what it holds"), rows)]
        return "\n".join(lines)

    return made


def counter_keys() -> str:
    """Make the page of keys of counters and set-ups, with the kinds of a declared column."""
    about = "See [Counters and set-ups](counters.md)."
    made = key_page("Columns and keys of counters and set-ups", KEYS / "counters.toml", about)()
    rows = ((f"`{kind}`", text) for kind, text in KINDS.items())
    return "\n".join([made, "## A column of scenario.toml\n", *table(("`is`", "a cell"), rows)])


# Looks of boards.


def swatch(*colours: tuple[int, int, int] | None) -> str:
    """Give colours as small squares and as text."""
    told = ["#{:02x}{:02x}{:02x}".format(*one) for one in colours if one is not None]
    squares = (f'<span style="background:{one}; padding:0 .8em"></span>' for one in told)
    return f"{''.join(squares)} {' '.join(f'`{one}`' for one in told)}"


def looks() -> str:
    """Make the page of the looks of boards, with their colours."""
    style, named = read_board_style(), named_styles()
    words = default_style_path().read_text("utf-8")
    like = tomllib.loads(words)["like"]
    hexes = (
        (f"`{name}`", swatch(one.fill, one.ink, one.second), f"`{one.texture}`", swatch(one.dot))
        for name, one in style.hexes.items()
    )
    lines = {"Hexsides": style.hexsides, "Roads": style.roads}
    areas = (
        (f"`{name}`", f"`{one.mark}`", swatch(one.ink, one.fill))
        for name, one in style.areas.items()
    )
    return "\n".join(
        [
            "# Looks of boards\n",
            "What a map has before its own `style.toml`. See [A module in an afternoon]"
            "(authoring.md#how-terrain-looks).\n",
            f"Textures: {', '.join(f'`{one}`' for one in TEXTURES)}. Marks of areas: "
            f"{', '.join(f'`{one}`' for one in MARKS)}. Looks by name: "
            f"{', '.join(f'`{one}`' for one in named.table)}.\n",
            "## Terrain\n",
            *table(("`[hex.…]`", "`fill`, `ink`, `second`", "`texture`", "`dot`"), hexes),
            *(
                line
                for title, paints in lines.items()
                for line in (
                    f"## {title}\n",
                    *table(
                        ("", "`fill`, `edge`", "`width`, `rim`, px"),
                        (
                            (f"`{name}`", swatch(one.fill, one.edge), f"{one.width:g}, {one.rim:g}")
                            for name, one in paints.items()
                        ),
                    ),
                )
            ),
            "## Areas\n",
            *table(("`[area.…]`", "`mark`", "`ink`, `fill`"), areas),
            "## A terrain without a look\n",
            *table(
                ("a part of its name", "is drawn like"),
                ((", ".join(parts), f"`{name}`") for name, parts in like.items()),
            ),
        ]
    )


MADE: Mapping[str, MadePage] = {
    "looks.md": MadePage(looks, ("builder/art/board_style.toml",)),
    "excuses.md": MadePage(excuses, ("rules/gts/logcheck/excuses.py",)),
    "owner-tables.md": MadePage(owner_tables, ("rules/owner/catalogue.py",)),
    "readings.md": MadePage(
        readings, ("rules/gts/movement/readings.py", "rules/gts/clubroute/ruleset.py")
    ),
    "checks.md": MadePage(checks, ("builder/lint/run.py",)),
    "limits.md": MadePage(limits, ("builder/vassal/limits.py", "rules/service/faults.py")),
    "coverage.md": MadePage(coverage_text, ("tests/rules/clauses/clauses.csv",)),
    "season-columns.md": MadePage(season_columns, ("rules/logs/audit/command.py",)),
    "map-keys.md": MadePage(
        key_page(
            "Columns and keys of a map", KEYS / "map.toml", "See [Map sources](map-sources.md)."
        ),
        ("builder/sources/keys/map.toml",),
    ),
    "counter-keys.md": MadePage(counter_keys, ("builder/sources/keys/counters.toml",)),
    "module-keys.md": MadePage(
        key_page("Keys of a module", KEYS / "module.toml", "See [The module as data](module.md)."),
        ("builder/sources/keys/module.toml",),
    ),
    "rules-keys.md": MadePage(
        key_page("Keys of rules.toml", RULES_KEYS, "See [Your rules as tables](rules-toml.md)."),
        ("rules/engine/keys.toml",),
    ),
}
"""The pages that are made, by their names on the site."""
