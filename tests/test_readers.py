"""What comes from outside is parsed by the guarded readers alone: these know how large, how deep
and in what encoding a file may be, and say file, row and column of a mistake."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache

from tests.cases import each
from tests.parsed import imports_of, tree_of
from tests.test_house import ROOT, files_of

BARE = re.compile(
    r"tomllib\.loads?|json\.(?:loads?|JSONDecoder)|csv\.(?:reader|DictReader)"
    r"|expat\.ParserCreate|etree\.(?:parse|fromstring|XML|HTML|iterparse|XMLParser|HTMLParser)"
    r"|zipfile\.ZipFile|ElementTree\.\w+|minidom\.\w+|configparser\.\w+|sqlite3\.connect"
)
"""Calls that parse bytes or text without asking how many."""
NEVER = re.compile(
    r"(?:pickle|marshal|shelve|dill)\.\w+|eval|exec|compile|runpy\.\w+|os\.(?:system|popen|exec\w*"
    r"|spawn\w*)|yaml\.\w+"
)
"""Calls that would run what they are given."""
GUARDED: Mapping[str, str] = {
    "toml_of": "TOML",
    "csv_records": "CSV",
    "json_of": "JSON in a file",
    "feature_items": "GeoJSON, which knows the row of each feature",
    "__init__": "XML, by budgets of bytes, elements, attributes and letters",
    "opened": "zips, by what they unpack to",
    "copy_of": "SVG, of which a copy is drawn within its size and depth",
    "read_plan": "what is staged in a folder, no larger than a plan is",
    "geopackage_items": "GeoPackages, by SQLite's work",
    "": "the decoder of JSON that is a question, which counts its levels first",
    "(?:last|read)_record": "a release's record, which is refused unless it has its form",
}
"""The readers, by the names of their functions, as a pattern."""
OUR_OWN: Mapping[str, str] = {
    "read_series": "a series is a part of an installed package",
    "records_in": "so are its words",
    **dict.fromkeys(("tool_table", "layout"), "and its tools for assistants, and its help"),
    "note": "beside a map that comes with clubroute",
    "decode_survey": "kept by its digest in our own cache",
    **dict.fromkeys(("kept_findings", "kept_boards", "read_pictures", "terrain_pass"), "the same"),
    **dict.fromkeys(("decode_lines", "decode_costs", "decode_labels"), "the same"),
    "geometry_of": "made by shapely a moment ago",
    "rule": "written a moment ago",
    "told_at_once": "our own answer",
    "_receive": "the answer of our own service",
    "write_archive": "a zip that is written",
    "table_bytes": "a database in memory that is written",
}
"""Functions that parse what no one but clubroute writes."""


def calls_in(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, str, int]]:
    """The calls of a file by a name: in which function, of what, and the row."""
    for node in ast.iter_child_nodes(tree):
        own = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        where = node.name if own else inside  # type: ignore[union-attr]
        if isinstance(node, ast.Call) and (called := dotted(node.func)):
            yield where, called, node.lineno
        yield from calls_in(node, where)


def dotted(node: ast.expr) -> str:
    """A name with dots, ``json.loads``; nothing if it is anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


@cache
def all_calls() -> list[tuple[str, str, str]]:
    """The calls in what is shipped: the function each stands in, what it calls, and its place."""
    return [
        (function, called, f"{path.relative_to(ROOT)}:{row}: {called} in {function or 'the file'}")
        for folder in ("builder", "rules")
        for path in files_of(folder)
        for function, called, row in calls_in(tree_of(path))
    ]


def bare_calls(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Those of a kind: the function and the place."""
    return [(function, at) for function, called, at in all_calls() if pattern.fullmatch(called)]


def test_a_bare_call_is_seen_wherever_it_stands() -> None:
    source = "import json\ndef f():\n    def g():\n        return [json.loads(x) for x in y]\n"
    assert [one for one in calls_in(ast.parse(source)) if BARE.fullmatch(one[1])] == [
        ("g", "json.loads", 4)
    ]


def test_what_comes_from_outside_is_parsed_by_the_guarded_readers() -> None:
    known = re.compile("|".join((*GUARDED, *OUR_OWN)))
    assert [place for function, place in bare_calls(BARE) if not known.fullmatch(function)] == []


@each("name", [*GUARDED, *OUR_OWN])
def test_every_reader_of_the_list_is_there(name: str) -> None:
    assert any(re.fullmatch(name, function) for function, _ in bare_calls(BARE))


def test_no_parser_is_taken_out_of_its_module() -> None:
    """``from json import loads`` would be seen by nobody."""
    taken = re.compile(r"(?:json|csv|tomllib|zipfile|xml[\w.]*|lxml[\w.]*)")
    names = re.compile(r"loads?|reader|DictReader|ZipFile|JSONDecoder|ParserCreate|parse\w*")
    assert [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("builder", "rules")
        for path in files_of(folder)
        for node in (statement.node for statement in imports_of(path))
        if isinstance(node, ast.ImportFrom) and taken.fullmatch(node.module or "")
        if any(names.fullmatch(alias.name) for alias in node.names)
    ] == []


def test_nothing_is_called_that_runs_what_it_is_given() -> None:
    assert [place for _, place in bare_calls(NEVER)] == []
