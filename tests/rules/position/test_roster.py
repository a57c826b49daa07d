"""Units known by their counters, sentence by sentence (counters/wed, owner/ratings.csv)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit, read_unit
from clubroute.rules.gts.roster import known_position, known_unit
from clubroute.rules.gts.situation.mover import mover_of

WED = {"map": "wed"}


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context(tmp_path, owner_folder=tmp_path)


def known(context: Context, value: Any, **told: Any) -> Unit:
    unit = value if isinstance(value, str) else read_unit(value)
    return known_unit(context, unit, {**WED, **told})


@pytest.mark.parametrize(
    "named",
    [
        "101-a-1-501",
        "A/1/501",
        "a / 1 / 501",
        {"id": "101-a-1-501"},
        {"name": "A/1/501", "column": True},
    ],
)
def test_a_counter_is_known_by_its_id_or_printed_name(context: Context, named: Any) -> None:
    unit = known(context, named)
    assert (unit.id, unit.side, unit.kind, unit.move_class) == (
        "101-a-1-501",
        "Allied",
        "parachute",
        "leg",
    )
    assert (unit.division, unit.formation) == ("101st Airborne Division", "501 PIR")


def test_the_receipt_says_what_was_taken_and_what_is_assumed(context: Context) -> None:
    (line,) = known(context, {"name": "A/1/501", "class": "leg", "kind": "parachute"}).sources
    assert (line.provenance, line.rule) == ("rulebook", "WED campaign Drop One; WED-4 set-up")
    (line,) = known(context, "A/1/501").sources
    assert line.provenance == "assumed"
    assert line.why.startswith("A/1/501: parachute, leg, 501 PIR, 101st Airborne Division, Allied")
    assert "its counter 101-a-1-501" in line.why


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"class": "tracked"}, r"unit\.class: found 'tracked', expected leg, as A/1/501's counter"),
        ({"side": "German"}, r"unit\.side: found 'German', expected Allied"),
        ({"division": "Guards"}, r"unit\.division: found 'Guards', expected 101st Airborne"),
        ({"formation": "502 PIR"}, r"unit\.formation: found '502 PIR', expected 501 PIR"),
        ({"kind": "armour"}, r"unit\.kind: found 'armour', expected parachute"),
    ],
)
def test_what_contradicts_the_counter_is_refused(
    context: Context, told: Any, complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        known(context, {"name": "A/1/501", **told})


def test_a_name_of_several_counters_lists_them(context: Context) -> None:
    with pytest.raises(InputError, match="one of chill-flak-1, wal-flak-1, 59-flak-1"):
        known(context, "Flak 1")
    assert known(context, {"name": "Flak 1", "division": "59th"}).id == "59-flak-1"


def test_a_misspelt_name_is_refused_with_the_nearest(context: Context) -> None:
    with pytest.raises(InputError, match=r"did you mean King's/1 GG\?"):
        known(context, "Kings/1 GG")


def test_a_unit_of_a_game_whose_counters_are_not_all_listed_keeps_what_is_said(
    context: Context,
) -> None:
    unit = {"name": "B/2/505", "side": "Allied"}
    assert known(context, unit, map="tdc") == Unit(name="B/2/505", side="Allied")
    assert known(context, "Team Claude", map="tdc").id == "1ab-team-claude"


@pytest.mark.parametrize("game", ["wed", "tdc", "mg"])
def test_a_counter_of_both_games_is_one(context: Context, game: str) -> None:
    assert known(context, "A/2 HHC", map=game).id == "gds-a-2-hhc"


def test_a_scenario_has_its_own_version_of_a_unit(context: Context) -> None:
    assert known(context, "PzErs", scenario="WED-1").id == "wed1-pzers"
    assert known(context, "PzErs", scenario="WED-4").id != "wed1-pzers"
    no_division = {"name": "PzErs", "division": "German (division not printed)"}
    assert known(context, no_division, scenario="WED-4").id == "wed1-pzers"


def test_the_positions_unit_comes_before_its_counter(context: Context) -> None:
    position = Position(units=(Unit(name="A/1/501", hex="75.129", steps=1, column=True),))
    state = known_position(context, position, WED)
    assert [one.id for one in state.units or ()] == ["101-a-1-501"]
    unit = known(context, "101-a-1-501", state=state)
    assert (unit.hex, unit.steps, unit.column, unit.move_class) == ("75.129", 1, True, "leg")


def test_a_unit_of_the_position_that_contradicts_its_counter_is_refused(context: Context) -> None:
    position = Position(units=(Unit(hex="75.129"), Unit(name="A/1/501", side="German")))
    with pytest.raises(InputError, match=r"state\.units\[1\]\.side: found 'German'"):
        known_position(context, position, WED)


def test_the_owners_ratings_give_movement_and_overrule_class_and_kind(
    context: Context, tmp_path: Path
) -> None:
    header = "unit,face,move,class,kind\n"
    rows = "A/1/501,front,7,wheeled,recce\nA/1/501,back,5,,\n"
    (tmp_path / "ratings.csv").write_text(header + rows, encoding="utf-8")
    unit = known(context, "A/1/501")
    assert (unit.ma, unit.move_class, unit.kind) == (14, "wheeled", "recce")
    assert unit.sources[-1].rule == "owner/ratings.csv"
    assert known(context, {"name": "A/1/501", "back": True}).ma == 10
    with pytest.raises(InputError, match="found 'leg', expected wheeled"):
        known(context, {"name": "A/1/501", "class": "leg"})


def test_a_unit_that_is_not_named_is_what_is_said_of_it(context: Context) -> None:
    unit = Unit(side="Allied", move_class="leg")
    assert known_unit(context, unit, WED) is unit


def test_a_gun_is_immobile_and_moves_as_its_transport_does(context: Context) -> None:
    gun = known(context, "101-b-81-ab-aa-at")
    assert (gun.move_class, gun.immobile, gun.organic) == (None, True, "wheeled")
    with pytest.raises(InputError, match="found an immobile Unit, expected one that may move, or"):
        mover_of(gun)
    assert mover_of(replace(gun, mounted=True)).move_class == "wheeled"
