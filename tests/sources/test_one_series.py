"""The builder knows no game: what one series alone has stands in its data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.game_folder import GameFolder, game_folder
from clubroute.builder.sources.scenario_form import KINDS, ScenarioForm, read_form
from clubroute.rules.gts.scenarios import tables

ROOT = Path(__file__).parents[2]
WORDS = re.compile(
    r"mug|cohesion|suppress|club|dispatch|bailey|rear.?guard|road.?block|jeep|leader|step.?loss"
    r"|garrison|barrage|park|sea.?tail|typhoon|flak|activation|allied|german|guards|arnhem|release"
    r"|nijmegen|eindhoven|\bwed|tdc|\bmg\b|\bins\b|\bgts\b|market.?garden|\bdg\b|overrun|panther",
    re.IGNORECASE,
)
ALLOWED = {
    r"[Cc]lubroute": "the name of this project",
    r"draw_barrage": "a figure any marker may be drawn with",
    r"no_suppress|suppress": "words of VASSAL and of Python for keeping quiet",
}
"""Names that hold such a word, and why they may."""
FIGURES = {
    "builder/art/mark_names.py": "names of figures that layout.toml and style.toml choose from",
    "builder/art/markers.py": "the figures of markers, by the names that style.toml chooses from",
    "builder/art/symbols.py": "the symbols of units, by the names that layout.toml chooses from",
}
"""Files that may name what a figure shows: which counter has it is told by data."""
LINES = {
    ("builder/cli.py", "wed"): "the example of a map in a line of help",
    ("builder/sources/controls.py", "gts"): "how a control point was found, a word of controls.csv",
    ("builder/module/setups.py", "mug"): "the table of a scenario on the cup that chits lie in",
    ("builder/sources/scenarios.py", "mug"): "the same table",
    ("builder/sources/joined_scenario.py", "mug"): "the same table",
}
"""Where one of the words may stand elsewhere, and why."""


def said(tree: ast.AST) -> Iterator[str]:
    """Every name and text of a file, but for what its docstrings say."""
    bodies = [body for node in ast.walk(tree) if isinstance(body := getattr(node, "body", 0), list)]
    told = [one.value for body in bodies for one in body if isinstance(one, ast.Expr)]
    docs = {id(value) for value in told if isinstance(value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value
        for name in ("id", "attr", "arg", "name"):
            if isinstance(found := getattr(node, name, None), str):
                yield found


def found_in(source: str) -> list[str]:
    """The words of one game in a file's names and texts."""
    texts = [re.sub("|".join(ALLOWED), "", text) for text in said(ast.parse(source))]
    return [word.lower() for text in texts for word in WORDS.findall(text)]


def test_no_word_of_one_game_is_in_the_builder() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), word)
        for path in sorted((ROOT / "builder").rglob("*.py"))
        for word in found_in(path.read_text(encoding="utf-8"))
    }
    beyond = {one for one in found if one[0] not in FIGURES}
    assert beyond == set(LINES)


def test_the_search_finds_such_a_word() -> None:
    source = '"""Of the mug."""\nbridge_states = ["Bailey"]\nclub_route = 1'
    assert sorted(found_in(source)) == ["bailey", "club"]


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        ("bridge", tables.BridgeRow),
        ("club_route", tables.RouteRow),
        ("building", tables.BuildingRow),
        ("command", tables.CommandRow),
        ("strike", tables.StrikeRow),
    ],
)
def test_the_declared_columns_are_the_fields_of_the_rules_records(table: str, kind: type) -> None:
    form = read_form(game_folder(SHIPPED / "counters" / "wed"))
    columns = [column.name for column in form.tables[table].columns]
    assert [*columns, "where"] == [one.name for one in fields(kind)]


def test_a_game_of_ones_own_has_no_such_tables() -> None:
    assert read_form(game_folder(SHIPPED / "counters" / "testland")) == ScenarioForm()


def test_every_kind_of_column_is_documented() -> None:
    page = (ROOT / "docs" / "counters.md").read_text(encoding="utf-8")
    assert [kind for kind, text in KINDS.items() if f"| `{kind}` | {text} |" not in page] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pionts = []", "found an unknown key"),
        ("[table.wind]\nmany = true", r"table\.wind\.column: found no such key"),
        ('[table.wind.column]\nfrom = { is = "compass" }', "found 'compass', expected one of text"),
        ('[table.wind]\none_of = ["x"]\n[table.wind.column]\ny = { is = "text" }', "found 'x'"),
        ('[table.wind.column]\nfrom = { is = "text", must = true }', "found an unknown key"),
    ],
)
def test_a_form_that_cannot_be_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "scenario.toml").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=rf"scenario\.toml:\d*:?.*{said}"):
        read_form(GameFolder(tmp_path))
