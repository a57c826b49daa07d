"""The rulebook as data: what a game inherits, how a rule is cited, what a mistake looks like."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.rules.book.rulebook import (
    Section,
    cited,
    inherited,
    merged,
    resolved,
)
from clubroute.rules.gts.games import (
    GAMES,
    MAPS,
    SERIES,
    book,
)
from clubroute.rules.owner.read import game_column
from clubroute.rules.series import (
    all_games,
    all_series,
    read_series,
    series,
)
from tests.cases import each

TABLES = SERIES.folder / "tables"
TOPICS = sorted(path.stem for path in TABLES.glob("*.toml") if path.stem != "taken")
"""The tables of rules; what answers take for granted is no rule."""


def told(game: str, **values: Any) -> Section:
    """A section as a game has it."""
    return Section(resolved(values, SERIES, SERIES.order(game)), Where("(test)"))


def test_the_games_of_the_series_are_declared_once() -> None:
    assert (MAPS, GAMES) == (("wed", "tdc", "mg"), ("wed", "tdc"))
    assert [game.id for game in SERIES.order("mg")] == ["mg", "wed", "tdc"]
    assert (SERIES.map_file, SERIES.cite) == ("gts.terrain", "GTS series")
    assert series("gts") == SERIES
    assert game_column().choices == all_games() == (*MAPS, "ins")


def test_a_further_series_is_one_more_folder(tmp_path: Path) -> None:
    path = tmp_path / "scs" / "series.toml"
    path.parent.mkdir()
    path.write_text(
        'title = "Standard Combat Series"\nshort = "SCS"\nlattice = "ins"\n'
        '[[games]]\nid = "ins"\ntitle = "It Never Snows"\nshort = "INS"\n'
    )
    found = read_series(path)
    assert (found.id, found.maps, found.printed) == ("scs", ("ins",), ("ins",))
    assert (found.map_file, found.folder) == ("ins.terrain", path.parent)
    assert len({game for one in all_series() for game in one.maps}) == len(all_games())


@pytest.mark.parametrize(
    ("game", "cite", "number"),
    [("wed", "WED 2.1, WED S3.0", 1), ("tdc", "TDC 2.2", 2), ("mg", "WED 2.1, WED S3.0", 1)],
)
def test_a_game_has_its_own_value_else_that_of_its_bases(game: str, cite: str, number: int) -> None:
    section = told(game, rule={"wed": ["2.1", "S3.0"], "tdc": "2.2"}, n={"wed": 1, "tdc": 2}, all=3)
    assert (section.cite, section.number("n"), section.number("all")) == (cite, number, 3)


def test_a_joined_game_takes_a_rule_only_one_of_its_bases_has() -> None:
    values = {"rule": {"tdc": "S4.1"}, "n": {"mg": 4, "tdc": 2}}
    assert [told(game, **values).holds for game in MAPS] == [False, True, True]
    assert (told("mg", **values).number("n"), told("mg", **values).cite) == (4, "TDC S4.1")
    assert told("wed", **values).value("n") is None


def test_an_empty_rule_switches_a_section_off() -> None:
    values = {"rule": {"tdc": "S4.3", "mg": ""}, "off_rule": {"mg": "MG 4.0"}}
    assert not told("mg", **values).holds
    assert told("mg", **values).text("off_rule") == "WED MG 4.0"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("2.11", "TDC 2.11"),
        ("WED 2.19", "WED 2.19"),
        ("WED-3", "TDC WED-3"),
        ("MG 2.1", "TDC MG 2.1"),
        ("GTS series", "GTS series"),
        (["S1.0", "WED S2.0"], "TDC S1.0, WED S2.0"),
        ("", ""),
        ([], ""),
    ],
)
def test_a_rule_is_cited_with_its_rulebook(rule: Any, expected: str) -> None:
    assert cited(rule, "TDC", SERIES.shorts) == expected


def test_sections_and_rows_that_do_not_hold_are_left_out() -> None:
    rules = told(
        "tdc",
        a={"x": {"rule": {"wed": "1"}}, "y": {"rule": "2"}},
        b=[{"rule": {"wed": "3"}, "n": 1}, {"rule": "4", "n": {"wed": 1, "tdc": 2}}],
    )
    assert {name: row.cite for name, row in rules.rows("a").items()} == {"y": "TDC 2"}
    assert [(row.cite, row.number("n")) for row in rules.listed("b")] == [("TDC 4", 2)]
    assert not rules["a"]["x"].holds
    assert rules.listed("c") == ()


def test_a_rule_set_builds_on_others(tmp_path: Path) -> None:
    (tmp_path / "wed.toml").write_text(
        'a = { rule = "1", n = 1 }\nrows = [{ id = "x", n = 1 }, { id = "y", n = 2 }]\n'
    )
    (tmp_path / "tdc.toml").write_text('a = { rule = "7", n = 7, m = 7 }\n')
    (tmp_path / "mg.toml").write_text(
        'base = ["wed", "tdc"]\na = { n = 3 }\nrows = [{ id = "y", n = 5 }, { id = "z", n = 6 }]\n'
    )
    (tmp_path / "mg_other.toml").write_text('base = ["mg"]\na = { m_rule = "MG 9" }\n')
    joined = inherited(SERIES, tmp_path, "mg")
    assert joined["a"] == {"rule": "WED 1", "n": 3, "m": 7}
    assert joined["rows"] == [{"id": "x", "n": 1}, {"id": "y", "n": 5}, {"id": "z", "n": 6}]
    assert inherited(SERIES, tmp_path, "mg_other")["a"]["m_rule"] == "WED MG 9"
    with pytest.raises(KeyError):
        inherited(SERIES, tmp_path, "ins")


def test_what_builds_on_values_leaves_them_as_they_are() -> None:
    base = {"a": {"n": 1}, "rows": [{"id": "x", "n": 1}]}
    merged(base, {"a": {"n": 2}, "rows": [{"id": "x", "n": 2}]})
    assert base == {"a": {"n": 1}, "rows": [{"id": "x", "n": 1}]}


@dataclass(frozen=True, slots=True)
class Row:
    """A typed row."""

    rule: str
    names: tuple[tuple[str, ...], ...] = ()


def test_a_typed_row_has_the_values_of_its_section() -> None:
    assert told("wed", rule="1", names=[["a"], ["b", "c"]]).typed(Row) == Row(
        "WED 1", (("a",), ("b", "c"))
    )


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"rule": "1", "name": []},
            "(test): found 'name', expected one of rule, names (did you mean names?)",
        ),
        ({"names": []}, "expected every value of Row"),
    ],
)
def test_a_row_that_does_not_fit_its_type_is_one_line(values: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        told("wed", **values).typed(Row)
    assert message in str(caught.value)


@each("topic", TOPICS)
def test_every_section_of_every_topic_cites_a_rule(topic: str) -> None:
    """A section has a rule of its own, or all its sections have."""

    def cites(values: Any) -> bool:
        if any(name == "rule" or name.endswith("_rule") for name in values):
            return True
        inner = [part for part in values.values() if isinstance(part, dict)]
        return bool(inner) and all(cites(part) for part in inner)

    found = {game: book(topic, game).values for game in MAPS}
    for name in found["mg"]:
        sections = [part[name] for part in found.values() if isinstance(part.get(name), dict)]
        rows = [
            row for part in found.values() if isinstance(part[name], list) for row in part[name]
        ]
        assert sections or rows, name
        assert any(cites(section) for section in sections) or any("rule" in row for row in rows)


def test_no_citation_is_without_its_rulebook() -> None:
    def rules(values: Any) -> list[str]:
        if isinstance(values, list):
            return [rule for row in values if isinstance(row, dict) for rule in rules(row)]
        own = [text for name, text in values.items() if name == "rule" or name.endswith("_rule")]
        inner = [part for part in values.values() if isinstance(part, (dict, list))]
        return [text for text in own if text] + [rule for part in inner for rule in rules(part)]

    found = [rule for topic in TOPICS for game in MAPS for rule in rules(book(topic, game).values)]
    assert len(found) > 500
    assert {rule.split()[0] for rule in found} == {"WED", "TDC"}


READ = """
import sys
from pathlib import Path
opened = []
sys.addaudithook(lambda what, args: opened.append(str(args[0])) if what == "open" else None)
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.ask import ask
ask(Context(Path(sys.argv[1])), sys.argv[2], {arguments})
tables = [Path(path) for path in opened if "tables" in Path(path).parts]
print(*sorted("/".join(path.parts[path.parts.index("tables") + 1 :]) for path in tables))
"""


@pytest.mark.parametrize(
    ("method", "arguments", "tables"),
    [
        ("step.cost", {"unit": {"class": "leg"}}, "movement.toml turns.toml"),
        ("los.check", {"map": "wed", "from": "58.150", "to": "60.150"}, "sight.toml turns.toml"),
        ("clubroute.trace", {"map": "mg"}, "clubroute/mg.toml clubroute/wed.toml turns.toml"),
        ("weather.fog", {"map": "tdc", "time": "0900"}, "turns.toml weather.toml"),
    ],
)
def test_a_question_reads_the_tables_it_needs_and_no_others(
    map_folder: Path, method: str, arguments: dict[str, Any], tables: str
) -> None:
    code = READ.replace("{arguments}", repr(arguments))
    command = [sys.executable, "-c", code, str(map_folder), method]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    assert found.stdout.split() == tables.split()
