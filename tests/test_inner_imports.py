"""Imports stand at the top of a file; inside a function only where a start would pay for them.

Each group of those has its reason in :data:`GROUPS`. What a start may load is counted in files, in
``tests/rules/test_cli.py`` and below; ``tests/bench/bench_start.py`` times it.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

import pytest

from tests.cases import each
from tests.parsed import ImportStatement, imports_in, imports_of
from tests.test_house import ROOT, files_of, module_name


@dataclass(frozen=True, slots=True)
class Group:
    """Imports inside functions: of what, in which files, and why they stand there."""

    importers: tuple[str, ...]
    imported: tuple[str, ...]
    why: str


COMMANDS = (
    *(
        "builder.cli",
        "builder.authoring.author_commands",
        "rules.author_commands",
        "rules.cli",
        "rules.cli_options",
        "rules.words.cli",
    ),
    "rules.words.cli",
    *(
        "rules.logs.commands",
        "rules.logs.opened",
        "rules.saves.commands",
        "rules.room.command",
        "rules.site.command",
    ),
    *("rules.league.commands", "rules.owner.commands"),
)
GROUPS = (
    Group(
        ("rules.library",),
        ("builder", "builder.*", "rules.asking.library"),
        "whatever imports clubroute.rules imports clubroute first, which must load none of it",
    ),
    Group(
        COMMANDS,
        ("builder.*", "rules.*", "json", "csv", "sys", "webbrowser", "platformdirs"),
        "a command loads what it does itself: -h takes 15 files of ours, a log's audit 120",
    ),
    Group(
        ("rules.service.places",),
        ("builder.terrain.compiled",),
        "only who has no home needs it, and it loads what compiles a map",
    ),
    Group(
        ("builder.art.*", "builder.survey.*", "builder.sources.features"),
        ("numpy", "shapely", "shapely.geometry"),
        "a build, a lint and the facts of a hex load these files where nothing is drawn or "
        "surveyed anew; numpy takes 100 to 270 ms, shapely as much again",
    ),
    Group(
        ("builder.terrain.views", "builder.lint.ground"),
        ("networkx",),
        "asked for by two commands of many; it takes some 100 ms",
    ),
    Group(
        ("builder.module.pictures", "builder.passes.counters", "builder.files.picture_size"),
        ("builder.art.*", "PIL"),
        "a position file is read by the outline of its module, which draws none of its pictures",
    ),
    Group(
        ("builder.lint.ground",),
        ("builder.art.legend", "builder.art.naming.lettering_plan", "builder.passes.plan"),
        "a hex's facts and a lint of kept maps need none of the 47 files that place names",
    ),
    Group(
        ("builder.pipeline", "builder.passes.terrain"),
        (
            "builder.assemble",
            "builder.lint.source_check",
            "builder.passes.survey",
            "builder.survey.*",
        ),
        "what is kept by its digest is looked up without the files that make it (34 to 160)",
    ),
    Group(
        (
            "builder.files.atomic",
            "builder.files.staging",
            "rules.service.server",
            "rules.service.sockets",
        ),
        ("fcntl", "msvcrt", "ctypes", "resource"),
        "Windows or the others lack it",
    ),
    Group(
        ("builder.files.deflating",),
        ("deflate",),
        "a browser has none; zlib does its work there",
    ),
    Group(
        ("builder.own_code", "builder.terrain.compiled", "rules.asking.context"),
        ("importlib", "platformdirs", "tempfile", "hashlib"),
        "they take 4 to 25 ms and few runs need them: a map to compile, a position to keep open",
    ),
    Group(
        ("rules.asking.methods", "rules.asking.context"),
        ("rules.series",),
        "the frame's own questions (rpc.ping, hello) need no series, whose files are TOML",
    ),
    Group(
        ("rules.series",),
        ("builder.sources.*",),
        "a start knows the series that come with clubroute; a game of one's own takes 4 files more",
    ),
    Group(
        ("rules.clauses.methods", "rules.words.bare"),
        ("rules.plain.*",),
        "few questions are about a game of one's own; its tables are read by some 40 files",
    ),
    Group(
        ("rules.asking.ask",),
        ("rules.saves.at",),
        "few questions name a file; reading one takes 80 files of ours",
    ),
    Group(
        (
            *("rules.logs.methods", "rules.service.state_methods", "rules.logs.check.series"),
            *("rules.service.faults", "rules.adviser.show"),
        ),
        ("rules.logs.*", "rules.saves.live", "rules.adviser.*", "rules.words.plain"),
        "all methods are listed by rules and documents without judging or reading a log (57 to 90)",
    ),
    Group(
        ("rules.gts.logcheck.series", "rules.scs.logcheck.series", "rules.plain.logs"),
        ("rules.gts.logcheck.*", "rules.scs.logcheck.*", "rules.plain.logcheck.*"),
        "which series a log is of is told without its judge (53 to 87 files), so that the log of "
        "one loads no judge of the other",
    ),
    Group(
        ("rules.logs.check.series", "rules.ground.boards"),
        ("builder.module.*",),
        "a module of ours that is built is opened; only one that is not is laid out (12 to 47)",
    ),
    Group(
        (
            *("rules.gts.asked", "rules.gts.position.position", "rules.gts.roster"),
            *("rules.gts.scenarios.rests", "rules.scenarios.book"),
        ),
        (
            *("rules.gts.scenarios.*", "builder.sources.*", "rules.owner.tables"),
            "rules.position.beside",
        ),
        "few questions name a scenario or a Unit by its name; the readers take 6 to 16 files",
    ),
    Group(
        ("rules.gts.asked", "rules.scs.asked"),
        ("rules.gts.fire_zones", "rules.scs.scenarios"),
        "they import each other: what a parameter opens asks what has such parameters itself",
    ),
    Group(
        (
            *("rules.room.answers", "rules.room.app", "rules.room.art", "rules.room.addresses"),
            *("rules.site.build", "rules.words.shell"),
        ),
        (
            *("builder.module.*", "builder.passes.*", "rules.room.*", "rules.words.*"),
            *("rules.rulings.*", "rules.service.openrpc"),
            *("rules.owner.catalogue", "rules.owner.tables", "builder.vassal.archive"),
            *(
                "urllib.parse",
                "PIL",
                "importlib",
                "concurrent.futures",
                "prompt_toolkit",
                "prompt_toolkit.*",
            ),
        ),
        "the room is open before its boards are drawn and words are read; a site is made without a "
        "room, and its first answer waits for what is loaded; a script of words needs no terminal",
    ),
    Group(
        ("rules.owner.modules.known", "rules.owner.modules.overlay"),
        ("rules.asking.context", "rules.owner.modules.*", "builder.terrain.terrain_file"),
        "few owners have read a module of somebody else's into their folder",
    ),
    Group(
        ("builder.errors",),
        ("difflib",),
        "few questions have a mistake; the names like a wrong one are looked for in no other",
    ),
    Group(
        ("rules.logs.audit.command",),
        ("rules.room.addresses",),
        "few audits lead to a site, and it reads positions (90 files)",
    ),
    Group(
        ("rules.logs.audit.chance",),
        ("numpy",),
        "an audit whose dice are few never works out exact tails",
    ),
)


def inner_imports(imports: Iterable[ImportStatement]) -> Iterator[str]:
    """The modules that are imported inside functions."""
    for node in (one.node for one in imports if one.inner):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield from modules_of(node)


def modules_of(node: ast.ImportFrom) -> Iterator[str]:
    """The modules that ``from … import …`` names: folders hold files, others what is in them."""
    base = str(node.module)
    folder = ROOT.joinpath(*base.split(".")[1:])
    for alias in node.names:
        is_file = base.startswith("clubroute.") and (folder / f"{alias.name}.py").is_file()
        yield f"{base}.{alias.name}" if is_file else base


@cache
def all_inner() -> tuple[tuple[str, str], ...]:
    """Each file of ours that has such imports, with each of them."""
    found = {
        (module_name(path).removeprefix("clubroute."), name.removeprefix("clubroute."))
        for folder in ("builder", "rules")
        for path in files_of(folder)
        for name in inner_imports(imports_of(path))
    }
    return tuple(sorted(found))


def fits(name: str, patterns: tuple[str, ...]) -> bool:
    """Whether a name is one of those, or of such a form."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def test_they_are_seen() -> None:
    source = "import a\ndef f():\n    import b\n    def g():\n        from a.c import d\n"
    assert set(inner_imports(imports_in(ast.parse(source).body))) == {"b", "a.c"}
    assert ("rules.author_commands", "rules.overlay") in all_inner()
    assert len(all_inner()) > 100


def test_each_has_its_reason() -> None:
    bare = [
        f"{importer} -> {name}"
        for importer, name in all_inner()
        if not any(fits(importer, one.importers) and fits(name, one.imported) for one in GROUPS)
    ]
    assert bare == [], "move them to the top of the file, or say what start they would cost"


@each("group", GROUPS, ids=lambda group: group.why[:40])
def test_no_reason_outlives_its_imports(group: Group) -> None:
    found = [pair for pair in all_inner() if fits(pair[0], group.importers)]
    for pattern in group.importers:
        assert any(fits(importer, (pattern,)) for importer, _ in found), pattern
    for pattern in group.imported:
        assert any(fits(name, (pattern,)) for _, name in found), pattern


STARTS = {
    ("-h",): 27,
    ("ask", "rpc.ping"): 66,
    ("ask", "step.cost", '{"unit": {"class": "leg"}}'): 156,
}
"""Files of ours that a command may load at most; it takes 0.3 to 0.6 ms to load one."""


@pytest.mark.parametrize("arguments", STARTS, ids=" ".join)
def test_a_start_loads_few_files(arguments: tuple[str, ...]) -> None:
    program = (
        "import json, sys; from clubroute.rules.cli import main; "
        f"main({list(arguments)!r}); sys.stderr.write(json.dumps(list(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=ROOT,
    )
    loaded = set(json.loads(done.stderr))
    assert sum(name.startswith("clubroute.") for name in loaded) <= STARTS[arguments]
    assert not loaded & {"numpy", "shapely", "networkx", "PIL", "prompt_toolkit"}
