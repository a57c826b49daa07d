"""Mistakes of an author in rules.toml: each is found at its row, all of them at once."""

from __future__ import annotations

import csv
import re
import tomllib
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
from tests.made_pages import RULES_KEYS

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


def test_every_key_has_its_meaning_and_no_other_has_one() -> None:
    told = tomllib.loads(RULES_KEYS.read_text(encoding="utf-8"))
    fight = {*keys.FIGHT_KEYS}
    assert told["combat-keys"].keys() == fight
    for name, many in {**keys.SWITCHES, **keys.CHARTS}.items():
        own = {*many} - {"rule"} - (fight if name in ("terrain", "hexside") else set())
        own -= {*keys.TABLE_KEYS} if name == "fire" else set()  # told of [combat]
        assert told[name].keys() == own, name
    assert told["top"].keys() == {*keys.NAMES} - {*keys.SWITCHES, *keys.CHARTS}
    assert told["when"].keys() == {*keys.FACTS} == {*engagement.FACTS}
    assert told.pop("printed").keys() == told.keys()


def test_the_keys_of_smaller_tables_are_told_where_they_stand() -> None:
    told = set(re.findall(r"[a-z][a-z_]+", RULES_KEYS.read_text(encoding="utf-8")))
    small = (keys.MODIFIER_KEYS, keys.PHASE_KEYS, keys.LEG_KEYS, keys.LIMIT_KEYS, keys.FURTHER_KEYS)
    more = (keys.RESULT_KEYS, keys.CHANGE_KEYS, keys.SPARED_KEYS, keys.QUOTA_KEYS, keys.BAND_KEYS)
    assert {key for many in (*small, *more) for key in many} - told == set()
