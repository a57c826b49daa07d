"""Every bridge of every map has a name or is called by its hexside, and every name leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method
from clubroute.rules.ground.bridge_names import named_sides, spellings
from clubroute.rules.ground.maps import map_of
from clubroute.rules.position.names import squeezed
from clubroute.rules.position.record import parts_of
from clubroute.rules.series import series_at
from clubroute.rules.words.grammar import (
    Here,
    has_method,
    method_of,
    parse,
)
from tests.cases import each
from tests.rules.needed import needed

MAPS = ("wed", "tdc", "mg")
BUILT = ("bridge", "pontoon")
"""Bridges of 2.15, all named; roads over streams are none (2.11)."""
EIGHT = {
    "Mook Railroad Bridge": "40.89/40.90",
    "Heumen Bridge": "36.85/36.86",
    "Malden Bridge": "34.82/35.83",
    "Hatert Bridge": "29.77/30.76",
    "Honinghutje Road Bridge": "28.70/29.70",
    "Honinghutje Railroad Bridge": "28.71/29.71",
    "Westervoort Road Bridge": "57.32/57.33",
    "Westervoort Railroad Bridge": "58.30/58.31",
}


def bridges_of(context: Context, window: str) -> Iterator[tuple[str, str]]:
    """The hexside and the name of each bridge of a map."""
    country = map_of(context, window)
    for place, features in country.sides.items():
        for feature in features:
            if feature.kind in BUILT:
                side = "/".join(sorted(country.hexside_number(place).split("/")))
                yield side, feature.name


@pytest.mark.parametrize("window", ["tdc", "mg"])
def test_every_bridge_of_the_devils_cauldron_has_a_name(window: str, all_maps: Context) -> None:
    country = map_of(all_maps, window)
    found = dict(bridges_of(all_maps, window))
    ours = {side: name for side, name in found.items() if in_tdc(country, side)}
    assert len(ours) == (15 if window == "tdc" else 14)  # Grave Bridge is of WED on both
    assert all(ours.values())
    assert {side: ours[side] for side in EIGHT.values()} == {v: k for k, v in EIGHT.items()}


def in_tdc(country: Any, side: str) -> bool:
    """Whether both ends of a hexside are of the map of The Devil's Cauldron."""
    return all(country.game(country.id(end)) == "tdc" for end in side.split("/"))


@pytest.mark.parametrize("window", MAPS)
def test_no_answer_calls_a_bridge_by_nothing(window: str, all_maps: Context) -> None:
    for side, name in set(bridges_of(all_maps, window)):
        summary = ask(all_maps, "bridge.control", {"map": window, "bridge": side})["summary"]
        called = name or f"the bridge {side}"
        ends = f"the bridge {'/'.join(reversed(side.split('/')))}"
        assert called in summary or ends in summary
        assert "  " not in summary


MOOK = (
    "Mook",
    "Mook Bridge",
    "Mook Rail Bridge",
    "Mook rail",
    "Mook Railroad",
    "mook railroad bridge",
    "Mook Railway Bridge",
    "Mook RR Bridge",
    "MOOK RR",
)


@pytest.mark.parametrize("name", MOOK)
def test_mook_is_found_by_what_people_call_it(name: str, all_maps: Context) -> None:
    here = Here(all_maps, "tdc")
    assert parse(f"control {name}", here).params["bridge"] == "40.89/40.90"
    told = {"map": "tdc", "bridge": name}
    assert "Mook Railroad Bridge" in ask(all_maps, "bridge.control", told)["summary"]


def with_bridge(context: Context) -> Iterator[Method]:
    """The methods of the Grand Tactical Series that take a bridge."""
    series = series_at("wed")
    for name in sorted({method.name for method in context.registry.all()}):
        if has_method(context, name, series):
            method = method_of(context, name, "mg")
            if "bridge" in parts_of(method.asks):
                yield method


METHODS = list(with_bridge(Context(Path())))


def test_nine_methods_take_a_bridge() -> None:
    assert len(METHODS) >= 9


OTHERS = {
    "unit": {"name": "9 Fld Coy, RE", "side": "Allied"},
    "entering": {"side": "Allied", "hex": "75.129"},
    "act": "place",
}
"""What the methods ask for besides."""


def outcome(context: Context, method: Method, params: dict[str, Any]) -> str:
    """The answer, or the line that refuses the question."""
    try:
        return str(ask(context, method.name, params))
    except InputError as error:
        return str(error)


@each("method", METHODS, ids=[method.name for method in METHODS])
@each("window", MAPS)
def test_every_way_to_write_a_name_leads_to_the_hexside(
    method: Method, window: str, all_maps: Context
) -> None:
    """It is answered as the hexside is; one of several bridges shows each with its hexside."""
    country = map_of(all_maps, window)
    other = {name: value for name, value in OTHERS.items() if name in parts_of(method.asks)}
    kinds = ("stream_bridge",) if method.name == "bridge.bulldozer" else BUILT
    sides = named_sides(country, kinds)
    others = {squeezed(name) for name in named_sides(country).keys() - sides.keys()}
    for way, names in spellings(sides).items():
        if squeezed(way) in others:  # "Veghel Bridge" is no stream bridge
            refused = outcome(all_maps, method, {"map": window, **other, "bridge": way})
            assert refused.startswith("params:bridge: found"), way
            continue
        meant = [side for name in names for side in sides[name]]
        told = {"map": window, **other}
        by_name = outcome(all_maps, method, {**told, "bridge": way})
        if len(meant) > 1:
            assert all(side in by_name for side in meant), way
        else:
            assert by_name == outcome(all_maps, method, {**told, "bridge": meant[0]}), way


@pytest.mark.parametrize("window", MAPS)
def test_words_take_every_way_to_write_a_name(window: str, all_maps: Context) -> None:
    sides = named_sides(map_of(all_maps, window))
    for way, names in spellings(sides).items():
        meant = [side for name in names for side in sides[name]]
        found = parse(f"control {way}", Here(all_maps, window)).params["bridge"]
        assert found == (meant[0] if len(meant) == 1 else way)


@pytest.mark.parametrize(
    ("town", "sides"),
    [
        ("Honinghutje", ("28.70/29.70", "28.71/29.71")),
        ("Westervoort", ("57.32/57.33", "58.30/58.31")),
        ("Nijmegen", ("38.62/38.63", "41.63/41.64")),
        ("Arnhem Bridge", ("38.30/38.31", "47.29/48.28", "49.29/49.30")),
    ],
)
def test_a_town_with_several_bridges_is_asked_for_which(
    town: str, sides: tuple[str, ...], all_maps: Context
) -> None:
    asked = parse(f"control {town}", Here(all_maps, "tdc"))
    with pytest.raises(InputError) as caught:
        ask(all_maps, asked.method, asked.params)
    assert all(side in str(caught.value) for side in sides)


@pytest.mark.parametrize(("town", "bridge"), [("Mook", "Mook"), ("Grave", "Grave Bridge")])
@pytest.mark.parametrize(("how", "verdict"), [("destroyed", "legal"), ("intact", "illegal")])
def test_a_garrison_follows_from_its_bridge(
    town: str, bridge: str, how: str, verdict: str, all_maps: Context
) -> None:
    """A demolished bridge lifts the garrison (TDC S5.5); else somebody must be near the town."""
    far = [{"name": "A/2/504", "side": "Allied", "hex": "16.93"}] if town == "Mook" else []
    state = {
        "bridges": {bridge: how},
        "units": far,
        "turn": {"date": "1944-09-17", "time": "Night"},
    }
    found = ask(all_maps, "garrison.check", {"map": "tdc", "town": town, "state": state})
    assert found["required"] == (how != "destroyed")
    assert not any("bridge" in need for need in needed(found))
    if how == "destroyed":
        assert found["verdict"] == verdict
