"""The Relief of Ombrey: answers worked out by hand from its page and the tables of its map."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.art.board import HexLabel, Thread
from clubroute.builder.errors import InputError
from clubroute.builder.project import SHIPPED, Project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.overlay import combat_marks, retreat_marks
from clubroute.rules.plain.book import the_rules
from clubroute.rules.plain.charts import charts_of
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.meaning import meaning_findings
from clubroute.rules.plain.trial import tried
from clubroute.rules.series import every_map
from clubroute.rules.words.grammar import Here, parse
from tests.cases import each

HERE = Path(__file__).parent
QUESTIONS = list(csv.DictReader((HERE / "ombrey.csv").open(encoding="utf-8", newline="")))


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """An empty folder: the game comes with clubroute."""
    root = tmp_path_factory.mktemp("empty")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        yield Context(root / "build", maps=CompiledMaps(Project(root), root / "build"))


@each("row", QUESTIONS, ids=lambda row: row["question"])
def test_an_answer_is_that_worked_out_by_hand(context: Context, row: dict[str, str]) -> None:
    asked = parse(f"{row['question']} map=ombrey", Here(context))
    found = ask(context, asked.method, asked.params)
    assert found["verdict"] == row["verdict"], found
    told = [found.get("summary", ""), *(one["why"] for one in found["steps"])]
    assert any(row["told"].casefold() in line.casefold() for line in told), found
    judged = found["verdict"] if found["verdict"] == "illegal" else None
    rules = [one["rule"] for one in found["steps"] if judged in (None, one.get("verdict"))]
    assert row["rule"] in rules, found


def test_its_tables_mean_something_on_its_map(context: Context) -> None:
    assert [one.line() for one in meaning_findings(context, "ombrey")] == []


def test_its_charts_are_those_of_its_tables() -> None:
    """What ships need not be made anew, where nobody may write."""
    game = game_of("ombrey")
    for name, text in charts_of(game).items():
        assert (game.folder / "charts" / name).read_text(encoding="utf-8") == text, name


def test_its_kept_answers_are_those_of_today(context: Context) -> None:
    answers = tried(context, game_of("ombrey"))
    assert [one.question for one in answers] == [row["question"] for row in QUESTIONS]
    assert [one for one in answers if one.changed] == []


def test_it_is_among_the_maps_of_an_empty_folder(context: Context) -> None:
    assert "ombrey" in every_map()


def test_a_value_for_all_other_classes_stands_alone_in_an_overlay(context: Context) -> None:
    rules = the_rules(game_of("ombrey"))
    for weather, horse in (("", 6), ("thaw", None)):
        marsh = rules.under(weather, "").terrain["marsh"]
        assert marsh.move is not None
        assert marsh.move.of("horse") == horse


def test_its_rules_and_its_page_have_the_same_numbers() -> None:
    """Every rule that the tables cite is a section, a paragraph or a row of the page."""
    page = (SHIPPED / "docs" / "ombrey.md").read_text(encoding="utf-8")
    tables = tomllib.loads((game_of("ombrey").folder / "rules.toml").read_text(encoding="utf-8"))
    cited = set(rules_in(tables))
    assert len(cited) > 30
    missing = [one for one in cited if f"**{one}**" not in page and f"## {one}. " not in page]
    assert missing == []


def rules_in(told: object) -> Iterator[str]:
    """The rule numbers in tables, at any depth."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name == "rule":
                yield from [value] if isinstance(value, str) else value
            yield from rules_in(value)
    elif isinstance(told, list):
        for one in told:
            yield from rules_in(one)


def test_no_question_is_guessed_to_be_about_its_map(context: Context) -> None:
    """Its places and counters are asked about only by who names the map."""
    assert parse("where Brame map=ombrey", Here(context)).params["map"] == "ombrey"
    with pytest.raises(InputError, match="found 'Brame'"):
        parse("where Brame", Here(context))


def test_attacks_and_retreats_are_drawn(context: Context) -> None:
    """From which hexes, in which column; and every hex a retreat may end in."""
    lattice = read_lattice(SHIPPED / "map_sources" / "ombrey" / "lattice.toml").lattice
    units = [{"id": "royal", "hex": "09.08"}, {"id": "verrick", "hex": "08.07"}]
    state = {"units": [*units, {"id": "oldwall", "hex": "09.07"}], "turn": 1}
    fight = {"hex": "09.07", "attackers": ["royal", "verrick"], "state": state}
    *threads, _, label = combat_marks(context, lattice, "ombrey", fight)
    ends = [lattice.parse(number, "ombrey") for number in ("09.08", "08.07")]
    assert [one.start for one in threads if isinstance(one, Thread)] == ends
    assert isinstance(label, HexLabel)
    assert (label.text, label.hex) == ("3:2", lattice.parse("09.07", "ombrey"))
    back = {"unit": "oldwall", "from": "09.07", "state": state}
    rings = retreat_marks(context, lattice, "ombrey", back)
    told = ("09.07", "08.05", "08.06", "09.05", "10.05", "10.06")
    assert [one.hex for one in rings] == [lattice.parse(number, "ombrey") for number in told]
    wet = {**fight, "hex": "08.06", "attackers": ["verrick"], "defenders": ["sorrel"]}
    with pytest.raises(InputError, match=r"--combat: found .*no attack over a river"):
        combat_marks(context, lattice, "ombrey", wet)
