"""Every unit the rulebook's lists name is exactly one counter, or a group that says who it is.

wed_names.csv holds the names as printed (misprints and all) with the scenario, side, division
and formation they are listed under.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.tables import Row, read_rows
from tests.counters.places import NAMES

COLUMNS = dict.fromkeys(("scenario", "side", "division", "formation", "printed"), True)
ROWS = read_rows(NAMES, COLUMNS)


def find_units(
    units: Iterable[UnitCounter],
    printed: str,
    *,
    side: str,
    scenario: str,
    division: str | None = None,
    formation: str | None = None,
) -> tuple[UnitCounter, ...]:
    """The units a set-up list means by ``printed``: name or alias, side and scenario agree.

    ``division`` and ``formation`` (canonical names) are asked only while several units remain:
    the lists themselves put one unit now under one formation, now under another.
    """
    found = tuple(
        unit
        for unit in units
        if unit.side == side
        and scenario in unit.scenarios
        and printed in (unit.name, *unit.aliases)
    )
    if len(found) > 1:
        found = tuple(u for u in found if u.posting(scenario)[0] == division)
    if len(found) > 1:
        found = tuple(u for u in found if u.posting(scenario)[1] == formation)
    return found


def found(wed: CounterSet, row: Row) -> tuple[str, ...]:
    """The unit ids a row of the facts file stands for by name."""
    division = wed.book.division(row.text("division"))
    assert division is not None, row
    formation = wed.book.formation(division.name, row.text("formation"))
    units = find_units(
        wed.units,
        row.text("printed"),
        side=row.text("side"),
        scenario=row.text("scenario"),
        division=division.name,
        formation=None if formation is None else formation.name,
    )
    return tuple(unit.id for unit in units)


def test_every_printed_name_is_one_counter_or_a_declared_group(wed: CounterSet) -> None:
    groups = {(g.scenario, g.side, g.division, g.printed) for g in wed.groups}
    for row in ROWS:
        division = wed.book.division(row.text("division"))
        assert division is not None
        key = (row.text("scenario"), row.text("side"), division.name, row.text("printed"))
        assert (len(found(wed, row)) == 1) != (key in groups), row


def test_the_facts_cover_all_five_lists(wed: CounterSet) -> None:
    listed = Counter(row.text("scenario") for row in ROWS)
    assert set(listed) == {scenario.id for scenario in wed.book.scenarios}
    assert listed["WED-1"] == 9
    assert sum(listed.values()) == 465


def test_every_unit_is_asked_for_by_a_list_a_group_or_a_rule(wed: CounterSet) -> None:
    named = {ident for row in ROWS for ident in found(wed, row)}
    named |= {ident for group in wed.groups for ident in group.members}
    by_rule = {unit.id for unit in wed.units} - named
    assert by_rule == {
        "101-divisional-jeep",
        "101-locust",
        "101-lost-82ab",
        "101-tetrarch",
        "43-128-bridge-re",
        "43-15-bridge-re",
        "chill-divisional-truck",
        "gds-11-bridge-re",
        "gds-bulldozer",
        "wal-divisional-truck",
    }


@pytest.mark.parametrize(
    ("printed", "scenario", "side", "ident"),
    [
        ("1./l/1036/59", "WED-3", "German", "59-1-i-1036-59"),
        ("1./159/59", "WED-3", "German", "59-i-159-59"),
        ("10SS/11/185", "WED-4", "German", "chill-18ss-ii-185"),
        ("Gr.W/1/H2 2FJ", "WED-4", "German", "chill-gr-w-h2-fj"),
        ("1.//559 PzJgr", "WED-4", "German", "chill-1-559-pzjgr"),
        ("KG 3./Richter", "WED-4", "German", "wal-3-kg-richter"),
        ("C/2/HHC", "WED-3", "Allied", "gds-c-2-hhc"),
        ("14 Fld Sqn, RE", "WED-2", "Allied", "gds-14-field-sqn-re"),
        ("2/FJ Regt.21", "WED-2", "German", "wal-2-i-fj-rgt-21"),
        ("B/15/19/ KRH", "WED-CAMPAIGN", "Allied", "101-b-15-19-krh"),
        ("PzErs", "WED-1", "German", "wed1-pzers"),
        ("PzErs", "WED-CAMPAIGN", "German", "chill-pzers"),
        ("Easy/2/506", "WED-2", "Allied", "101-easy-2-506"),
        ("E/2/506", "WED-CAMPAIGN", "Allied", "101-e-2-506"),
    ],
)
def test_damaged_and_doubled_names(
    wed: CounterSet, printed: str, scenario: str, side: str, ident: str
) -> None:
    units = find_units(wed.units, printed, side=side, scenario=scenario)
    assert [unit.id for unit in units] == [ident]


def test_units_change_formation_where_the_lists_say_so(wed: CounterSet) -> None:
    units = {unit.id: unit for unit in wed.units}
    richter = units["wal-1-kg-richter"]
    assert richter.posting("WED-CAMPAIGN") == ("KG Walther", "KG Heinke")
    assert richter.posting("WED-4") == ("KG Walther", "Pz-Brig. 107")
    assert units["gds-b-2-hhc"].posting("WED-3") == ("101st Airborne Division", "Independent")


def test_flak_garrisons_and_both_sets_of_huber(wed: CounterSet) -> None:
    flak = Counter(u.division for u in wed.units if u.kind == "flak" and u.back == "hidden")
    assert flak == {
        "Eindhoven Regional Command / KG Chill": 12,
        "KG Walther": 7,
        "59th Infantry Division": 7,
    }
    assert sum(unit.name.startswith("Garrison ") for unit in wed.units) == 6
    huber = Counter(u.division for u in wed.units if u.formation == "KG Huber")
    assert sorted(huber.values()) == [11, 11]


def test_groups_the_rulebook_does_not_name_stay_empty(wed: CounterSet) -> None:
    unnamed = {group.formation for group in wed.groups if not group.members}
    assert unnamed == {"Group Cold", "Group Hot", "231st Brigade", "KG Erdmann", "Artillery"}


def test_nothing_is_rated_that_the_rulebook_does_not_rate(wed: CounterSet) -> None:
    for unit in wed.units:
        assert not unit.front_ratings
        assert not unit.back_ratings


def test_every_row_is_cited_and_every_guess_owned(wed: CounterSet) -> None:
    for unit in wed.units:
        assert unit.cite.startswith("WED")
        assert unit.provenance == "rulebook"
        guessed = {"kind", "mounted"} & set(unit.assumed)
        assert unit.reason or not guessed, unit.id


def test_only_leaders_and_units_nobody_can_tell_have_no_class(wed: CounterSet) -> None:
    unknown = [unit for unit in wed.units if unit.move_class is None]
    assert len([unit for unit in unknown if unit.kind == "leader"]) == 18
    assert len(unknown) == 36


def test_a_unit_with_a_mounted_side_says_how_that_moves(wed: CounterSet) -> None:
    for unit in wed.units:
        assert unit.mounted is None or unit.back == "mounted", unit.id
    assert sum(unit.mounted is not None for unit in wed.units) == 31
