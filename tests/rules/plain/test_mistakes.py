"""Mistakes of an author in rules.toml: each is found at its row, all of them at once."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import InputError
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.mistakes import each_of
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.engine import keys
from clubroute.rules.ground.maps import map_of
from clubroute.rules.plain.book import held_rules
from clubroute.rules.plain.fight import engagement
from clubroute.rules.plain.game import game_of
from tests.cases import each

PLANTED = list(
    csv.DictReader(Path(__file__).with_name("mistakes.csv").open(encoding="utf-8", newline=""))
)
GOOD = (SHIPPED / "counters" / "testland" / "rules.toml").read_text(encoding="utf-8")
OF_THE_MAP = "the map"


def found(island: Context, text: str) -> list[InputError]:
    """The mistakes in a rules file of the island, each once."""
    game = game_of("island")
    (game.folder / "rules.toml").write_text(text, encoding="utf-8")
    try:
        held_rules(island, game, map_of(island, "island"))
    except InputError as error:
        return list(each_of(error))
    return []


def test_the_example_has_none(island: Context) -> None:
    assert found(island, GOOD) == []


@each("row", PLANTED, ids=lambda row: row["instead"][:40])
def test_a_mistake_is_told_at_its_row(island: Context, row: dict[str, str]) -> None:
    assert GOOD.count(row["found"]) >= 1
    told = found(island, GOOD.replace(row["found"], row["instead"], 1))
    there = [one for one in told if re.search(row["told"], str(one))]
    assert there, [str(one) for one in told]
    assert there[0].where.row == int(row["row"]), there[0]
    assert there[0].where.column is not None


def test_all_are_found_in_two_builds(island: Context) -> None:
    """Those of the file itself by the first, those that only the map can tell by the second."""
    own = [row for row in PLANTED if OF_THE_MAP not in row["told"]]
    text, planted = GOOD, []
    for row in own:
        if row["found"] in text:
            text = text.replace(row["found"], row["instead"], 1)
            planted.append(row)
    told = "\n".join(map(str, found(island, text)))
    # Of two mistakes at one place only one can be planted; a table that is misspelt hides its own.
    assert len(planted) >= 15
    # What another mistake takes away is no longer near: the first half of each line stands.
    firsts = {row["instead"]: row["told"].partition(", ")[0] for row in planted}
    hidden = [instead for instead, first in firsts.items() if not re.search(first, told)]
    assert hidden == []
    others = [row for row in PLANTED if OF_THE_MAP in row["told"]]
    text = GOOD
    for row in others:
        text = text.replace(row["found"], row["instead"], 1)
    told = "\n".join(map(str, found(island, text)))
    assert all(re.search(row["told"], told) for row in others)


def test_nothing_is_built_and_all_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    new_game(tmp_path, "lorne", rules=True)
    assert main(["rules", "lorne"]) == 0
    page = capsys.readouterr().out
    assert "\n  woods            foot 2 MP, horse 3 MP, guns no [TL 2.2]; left 1 [TL 9.3]\n" in page
    assert "\n     4  AR     -      DR     D1 DR  D1 DR\n" in page
    path = tmp_path / "counters" / "lorne" / "rules.toml"
    text = GOOD.replace('"stop"', '"halt"').replace("move = 1 }", "muve = 1 }", 1)
    path.write_text(text, encoding="utf-8")
    assert main(["build", "lorne"]) == 2
    told = capsys.readouterr().err
    assert "rules.toml:61:" in told
    assert "found no such key 'muve'" in told
    assert not (tmp_path / "build" / "lorne.vmod").exists()
    assert main(["rules", "wed"]) == 2
    assert "expected a game of your own" in capsys.readouterr().err


def test_a_file_that_is_no_toml_is_told_so(island: Context) -> None:
    (one,) = found(island, "short = ")
    assert "rules.toml:1: found Invalid value" in str(one)


def test_the_page_names_every_table_and_key() -> None:
    """docs/rules-toml.md tells whatever may stand in the file, and combat knows each fact."""
    page = (SHIPPED / "docs" / "rules-toml.md").read_text(encoding="utf-8")
    tables = {**keys.SWITCHES, **keys.CHARTS}
    known = {*keys.NAMES, *keys.FACTS, *keys.MODIFIER_KEYS, *keys.PHASE_KEYS, *keys.LEG_KEYS}
    known |= {*keys.LIMIT_KEYS, *keys.FURTHER_KEYS}
    known |= {key for many in tables.values() for key in many} | {*keys.RESULT_KEYS}
    marked = " ".join(re.findall(r"`+[^`]+`+", page))
    told = set(re.findall(r"[a-z][a-z_]+", marked))
    assert known - told == set()
    assert set(engagement.FACTS) == set(keys.FACTS)
