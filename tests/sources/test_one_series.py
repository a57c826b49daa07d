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
from clubroute.builder.sources.order_of_battle import KINDS, ScenarioForm, read_form
from clubroute.builder.sources.toml_table import GameFolder, game_folder
from clubroute.rules.gts.scenarios import tables
from tests.made_pages import counter_keys
from tests.parsed import tree_of

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
    "builder/module/icons.py": "the pictograms of buttons, by the names that titles choose from",
    "builder/art/mark_names.py": "names of figures that layout.toml and style.toml choose from",
    "builder/art/sheets.py": "the figures of markers, by the names that style.toml chooses from",
    "builder/art/symbols.py": "the symbols of units, by the names that layout.toml chooses from",
}
"""Files that may name what a figure shows: which counter has it is told by data."""
LINES = {
    ("builder/cli.py", "wed"): "the example of a map in a line of help",
    ("builder/sources/checks.py", "gts"): "how a control point was found, a word of controls.csv",
    ("builder/module/setups.py", "mug"): "the table of a scenario on the cup that chits lie in",
    ("builder/sources/scenarios.py", "mug"): "the same table",
    ("builder/sources/joined_scenario.py", "mug"): "the same table",
    ("builder/module/oddities.py", "mug"): "the same table",
    (
        "builder/authoring/publishing.py",
        "release",
    ): "a version of a module that its author gives out",
    ("builder/authoring/author_commands.py", "release"): "the same",
}
"""Where one of the words may stand elsewhere, and why."""

SHARED_WORDS = re.compile(r"chit|stick|supply|division|formation|bridge", re.IGNORECASE)
SHARED = {
    "bridge": ("map-sources.md", "[hexside.bridge]", "art exchange lint sources survey"),
    "chit": ("counters.md", "| `chits.csv` |", ". art authoring module passes sources"),
    "division": ("counters.md", "| `divisions.csv` |", "art lint module sources"),
    "formation": ("counters.md", "| `formations.csv` |", "art lint module sources"),
    "stick": ("counters.md", "`[[stick]]`", "lint module sources"),
    "supply": ("counters.md", "`[[supply]]`", "art sources"),
}
"""What the frame itself has: words of a table that any game's author may write and none must.

By word the page and the words there that offer the table to him, and the folders that read it.
Country of any kind has bridges; what is drawn from a cup is a chit, whoever it activates; an order
of battle has two levels, with names of the author's own; units that come by air do so in sticks; a
side may have to trace supply.
"""


def said(tree: ast.AST) -> Iterator[str]:
    """Every name and text of a file, but for what its docstrings say."""
    nodes = list(ast.walk(tree))
    bodies = [body for node in nodes if isinstance(body := getattr(node, "body", 0), list)]
    told = [one.value for body in bodies for one in body if isinstance(one, ast.Expr)]
    docs = {id(value) for value in told if isinstance(value, ast.Constant)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value
        for name in ("id", "attr", "arg", "name"):
            if isinstance(found := getattr(node, name, None), str):
                yield found


def texts_of(tree: ast.Module) -> list[str]:
    """The names and texts of a file, but for what may hold a word of one game."""
    return [re.sub("|".join(ALLOWED), "", text) for text in set(said(tree))]


def words_in(texts: list[str], words: re.Pattern[str]) -> list[str]:
    """The words of a pattern in some texts."""
    return [word.lower() for text in texts for word in words.findall(text)]


@pytest.fixture(scope="module")
def texts() -> dict[str, list[str]]:
    """The names and texts of every file of the builder, by its path."""
    files = sorted((ROOT / "builder").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): texts_of(tree_of(path)) for path in files}


def test_no_word_of_one_game_is_in_the_builder(texts: dict[str, list[str]]) -> None:
    found = {(path, word) for path, said in texts.items() for word in words_in(said, WORDS)}
    beyond = {one for one in found if one[0] not in FIGURES}
    assert beyond == set(LINES)


def test_words_that_games_share_stand_only_where_their_table_is_read(
    texts: dict[str, list[str]],
) -> None:
    found: dict[str, set[str]] = {}
    for path, said in texts.items():
        _, room, *inside = path.split("/")
        for word in words_in(said, SHARED_WORDS):
            found.setdefault(word, set()).add(room if inside else ".")
    assert {word: " ".join(sorted(rooms)) for word, rooms in found.items()} == {
        word: rooms for word, (_, _, rooms) in SHARED.items()
    }


@pytest.mark.parametrize("word", SHARED)
def test_the_table_of_a_shared_word_is_offered_to_every_author(word: str) -> None:
    page, offer, _ = SHARED[word]
    assert offer in (ROOT / "docs" / page).read_text(encoding="utf-8")


def test_a_game_of_ones_own_needs_none_of_these_tables() -> None:
    folder = ROOT / "counters" / "testland"
    files = {"chits.csv", "divisions.csv", "formations.csv"}
    assert not files & {path.name for path in folder.iterdir()}
    told = "".join(path.read_text(encoding="utf-8") for path in folder.glob("scenarios/*.toml"))
    assert not re.search("stick|supply", told)


def test_the_search_finds_such_a_word() -> None:
    source = '"""Of the mug."""\nbridge_states = ["Bailey"]\nclub_route = 1'
    assert sorted(words_in(texts_of(ast.parse(source)), WORDS)) == ["bailey", "club"]
    assert words_in(texts_of(ast.parse(source)), SHARED_WORDS) == ["bridge"]


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
    page = counter_keys()
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
