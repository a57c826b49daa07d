"""Every hex and number of the rulebooks, as the tables and the map have it."""

from __future__ import annotations

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.clubroute.network import RouteNetwork, network_of
from clubroute.rules.gts.clubroute.ruleset import rule_set, rule_sets
from tests.cases import each

TWELVE = (
    *("13.87", "36.86", "34.82", "30.76", "28.70", "28.71"),
    *("41.64", "38.63", "38.43", "49.30", "38.31", "47.29"),
)
"""The Stop hexes of the combined game's set-up, as the rulebook lists them."""


def network(context: Context, window: str, rules: str) -> RouteNetwork:
    """A route of the real map."""
    return network_of(map_of(context, window), rule_set(rules))


@pytest.mark.parametrize(
    ("window", "rules", "part", "hex"),
    [
        ("wed", "wed", "start", "41.232"),  # WED 4.0
        ("wed", "wed", "marker", "42.229"),  # WED 4.0
        ("wed", "wed", "exit", "14.89"),  # WED 4.3.1
        ("mg", "mg", "start", "41.232"),
        ("mg", "mg", "marker", "42.229"),
    ],
)
def test_ends_of_the_route(
    real_context: Context, window: str, rules: str, part: str, hex: str
) -> None:
    found = network(real_context, window, rules)
    assert found.number(getattr(found, part)) == hex


def test_in_the_combined_game_the_marker_leaves_no_map(real_context: Context) -> None:
    assert network(real_context, "mg", "mg").exit == NOWHERE


def test_the_twelve_further_stop_hexes(real_context: Context) -> None:
    found = network(real_context, "mg", "mg")
    numbers = {found.number(hex): stop.rule for hex, stop in found.stops.items()}
    assert {n for n, rule in numbers.items() if rule == "WED MG set-up"} == set(TWELVE)
    assert {"42.229", "61.141"} <= set(numbers)
    wed = network(real_context, "wed", "wed")
    assert {wed.number(hex) for hex in wed.stops} == {"42.229", "61.141"}


def test_every_stop_hex_can_be_reached(real_context: Context) -> None:
    for window in ("wed", "mg"):
        found = network(real_context, window, window)
        assert set(found.stops) <= found.graph.beyond(found.start), window


def test_the_spurs_part_and_meet(real_context: Context) -> None:
    found = network(real_context, "wed", "wed")
    assert sorted(found.spurs) == ["best", "son"]
    assert not found.spurs["best"] & found.spurs["son"]
    ids = {number: found.map.id(number) for number in ("66.157", "52.158", "61.141")}
    assert ids["66.157"] in found.spurs["son"]
    assert ids["52.158"] in found.spurs["best"]
    assert not {ids["61.141"]} & (found.spurs["son"] | found.spurs["best"])


@each(
    ("rules", "table", "key", "value"),
    [
        ("wed", "advance", "time", "1900"),  # WED 4.2
        ("wed", "attack", "miss", 9),  # WED 4.3.3
        ("wed", "attack", "most_attacked", 1),
        ("wed", "attack", "most_closed", 1),
        ("wed", "raid", "stopped_by", 4),  # WED S5.2
        ("wed", "check", "attacked", 1),  # WED 4.3.3
        ("wed", "check", "closed", 2),
        ("wed", "effect", "quality", -2),  # WED S6.1.2
        ("tdc", "effect", "quality", -2),  # TDC S5.1.2
        ("wed", "release", "bailey", 2),  # WED 4.3.2
        ("wed", "release", "bulldozer", 1),
        ("wed", "release", "cut", 2),
        ("wed", "release", "entry", 1),
        ("wed", "release", "dispatch", -1),
        ("wed", "release", "most_dispatch", 4),
        ("wed", "release", "not_on", "1944-09-17"),  # WED The 1900 Turn
        ("wed", "sea_tail", "steps", 6),  # WED campaign
        ("tdc", "declare", "date", "1944-09-19"),  # TDC 4.2
        ("tdc", "declare", "time", "1100"),
        ("tdc_marker", "advance", "first", "1944-09-19"),  # MG 2.5
    ],
)
def test_numbers(rules: str, table: str, key: str, value: object) -> None:
    assert rule_set(rules)[table].value(key) == value


def test_the_43rd_has_its_own_modifier_everywhere() -> None:
    for rules in ("wed", "mg", "tdc_marker"):
        (row,) = rule_set(rules).release.divisions
        assert (row.division, row.modifier) == ("43rd Infantry", -4)
        assert row.more_dispatch is (rules != "wed")


def test_mg_2_5_arrivals() -> None:
    rows = rule_set("tdc_marker").rows("arrivals")
    assert [(r.text("time"), r.text("who").split(",")[0]) for r in rows] == [
        ("1100", "HHC"),
        ("1300", "Group Cold"),
        ("1500", "Group Hot"),
    ]


@pytest.mark.parametrize(
    ("rules", "name", "at", "otherwise"),
    [
        ("wed", "101st Sea Tail", ("stop-61.141",), "lost"),  # WED 3.5
        ("mg", "101st Sea Tail", ("stop-61.141",), "lost"),
        ("wed", "82nd Sea Tail", (), "wait"),  # WED 4.3.1
        ("mg", "82nd Sea Tail", ("stop-41.64", "stop-38.63"), "lost"),  # MG 2.2.1
        ("wed", "1st AB Sea Tail", (), "skip"),
        ("mg", "1st AB Sea Tail", ("stop-49.30", "stop-47.29", "stop-38.31"), "lost"),
        ("wed", "44 RTR", ("66.157",), "wait"),
        ("wed", "15/19 KRH", ("66.157",), "wait"),
        ("mg", "Royal Dragoons", ("entry-grave",), "wait"),  # MG 2.4
        ("mg", "Sherwood Foresters", ("entry-grave",), "wait"),
    ],
)
def test_where_formations_need_the_marker(
    rules: str, name: str, at: tuple[str, ...], otherwise: str
) -> None:
    (row,) = [row for row in rule_set(rules).formations if name in row.names]
    assert (row.at, row.otherwise) == (at, otherwise)


def test_every_rule_set_cites_its_rules() -> None:
    for name in rule_sets():
        rules = rule_set(name)
        for table, values in rules.book.values.items():
            if isinstance(values, dict) and table != "sides":
                assert any("rule" in key for key in values), (name, table)


def test_an_unknown_rule_set() -> None:
    with pytest.raises(KeyError):
        rule_set("ins")
