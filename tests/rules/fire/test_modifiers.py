"""What terrain and the move add to fire, sentence by sentence (WED 2.1–2.20, TDC 2.1–2.17)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.los.small_maps import terrain_map
from tests.rules.needed import needed

WED, TDC = "05.5", "20.5"
"""A hex of each small map."""


def small(folder: Path, terrain: TerrainMap) -> Context:
    (folder / "gts.terrain").write_bytes(encode_terrain(terrain))
    return Context(folder)


def fire(context: Context, hex: str, column: bool | None = False, **more: Any) -> Any:
    game = "wed" if hex < "14" else "tdc"
    unit = {**({} if column is None else {"column": column}), **more.pop("unit", {})}
    state = {"bridges": {}, **more.pop("state", {})}
    told = {"map": more.pop("map", game), "hex": hex, "unit": unit, "state": state, **more}
    return ask(context, "fire.modifiers", told)


def cites(answer: Any) -> list[str]:
    return [step["rule"] for step in answer["steps"]]


@pytest.mark.parametrize(
    ("terrain", "rule", "modifier"),
    [
        ("clear", "2.1", 0),
        ("polder", "2.2", 0),
        ("orchard", "2.3", -1),
        ("woods", "2.4", -2),
        ("village", "2.7", -1),
        ("town", "2.8", -2),
        ("city", "2.9", -3),
        ("fortified", "2.10", -4),
        ("impassable", "2.14", 0),
        ("sand_dunes", "2.19", -1),
        ("swamp", "2.20", 1),
    ],
)
def test_the_terrain_of_the_hex_fired_into(
    tmp_path: Path, terrain: str, rule: str, modifier: int
) -> None:
    context = small(tmp_path, terrain_map({WED: terrain, TDC: terrain}))
    games = [(WED, "WED")] + ([(TDC, "TDC")] if rule not in ("2.19", "2.20") else [])
    for hex, short in games:
        answer = fire(context, hex, weapon="other")
        assert (answer["verdict"], answer["modifier"]) == ("decided", modifier)
        assert cites(answer)[0] == f"{short} {rule}"
        assert fire(context, hex, True, weapon="other")["modifier"] == modifier + 2


@pytest.mark.parametrize("weapon", ["mortar", "indirect_he", "direct_he"])
def test_woods_do_not_help_against_mortars_and_he(tmp_path: Path, weapon: str) -> None:
    """WED 2.4, TDC 2.4."""
    context = small(tmp_path, terrain_map({WED: "woods", TDC: "woods", "05.7": "town"}))
    for hex in (WED, TDC):
        assert fire(context, hex, weapon=weapon)["modifier"] == 0
        assert fire(context, hex, weapon="other")["modifier"] == -2
        open_ = fire(context, hex)
        assert open_["verdict"] == "undetermined"
        assert "another Weapon Class -2" in needed(open_)[0]
    assert fire(context, "05.7", weapon=weapon)["modifier"] == -2


def test_column_must_be_said_and_both_answers_are_told(tmp_path: Path) -> None:
    context = small(tmp_path, terrain_map({WED: "village"}))
    answer = fire(context, WED, None)
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["unit.column: whether it is in Column; if so +1; else -1"]


def test_rubble_makes_a_city_hex_better_by_one_in_wed(tmp_path: Path) -> None:
    """WED 2.9, WED 2.10; TDC has no such rule."""
    hexes = {WED: "city", "05.7": "fortified", TDC: "city"}
    context = small(tmp_path, terrain_map(hexes))
    for hex, worth in ((WED, -4), ("05.7", -5), (TDC, -3)):
        state = {"markers": [{"kind": "rubble", "hex": hex}]}
        assert fire(context, hex, state=state)["modifier"] == worth
    assert any("rubble" in what for what in fire(context, WED)["unchecked"])
    assert not any("rubble" in what for what in fire(context, TDC)["unchecked"])


def test_a_raised_road_adds_two_in_column_or_not(tmp_path: Path) -> None:
    """WED 2.16, TDC 2.16: beside the +2 for Column; not in Column beside the terrain."""
    roads = {"wed": ["04.5", WED, "06.5"], "tdc": ["19.5", TDC, "21.5"]}
    context = small(tmp_path, terrain_map(roads=roads))
    woods = {WED: "village", TDC: "village"}
    for hex in (WED, TDC):
        assert fire(context, hex, True)["modifier"] == 4
        assert fire(context, hex, False)["modifier"] == 2
    context = small(tmp_path / "..", terrain_map(woods, roads=roads))
    assert fire(context, WED, False)["modifier"] == 1
    assert fire(context, WED, True)["modifier"] == 3
    other = fire(context, WED, True, options={"raised_column": "ignored"})
    assert other["modifier"] == 4
    assert any("raised_column" in note for note in other["notes"])


def test_the_example_of_the_raised_road_makes_five_into_twelve(real_context: Context) -> None:
    """WED 2.16 example 2: +3 Fire Zone to Fire Zone, +2 raised Road, +2 Column."""
    answer = fire(real_context, "37.58", True, moves=["between_fire_zones"])
    assert 5 + answer["modifier"] == 12
    assert sorted(step["why"][-2:] for step in answer["steps"]) == [" 0", "+2", "+2", "+3"]


def test_in_column_at_a_bridge_the_hexs_own_terrain_does_not_count(tmp_path: Path) -> None:
    """WED 2.15, TDC 2.15."""
    terrain = terrain_map({WED: "town"}, bridges=["05.5/05.6"])
    context = small(tmp_path, terrain)
    assert fire(context, WED, True)["modifier"] == 4
    assert fire(context, WED, False)["modifier"] == -2
    dike = terrain_map({WED: "town"}, bridges=["05.5/05.6"], roads={"d": ["05.4", WED, "05.6"]})
    context = small(tmp_path, dike)
    assert fire(context, WED, True)["modifier"] == 4
    assert fire(context, WED, True, options={"raised_bridge": "both"})["modifier"] == 6


def test_the_pontoon_bridge_weighs_on_allied_units_once_it_is_assembled(
    real_context: Context,
) -> None:
    """TDC 2.15.7."""
    unit = {"column": True}
    asked = {"map": "tdc", "hex": "48.28", "unit": unit, "weapon": "other"}
    unsaid = ask(real_context, "fire.modifiers", {**asked, "state": {"units": []}})
    assert unsaid["verdict"] == "undetermined"
    assert "assembled or not" in needed(unsaid)[0]
    # Where the bridges are told it is as printed, and there is none once an attempt has failed.
    failed = {"history": [{"event": "pontoon_failed"}], "units": []}
    for state in ({"bridges": {}}, failed):
        assert (
            ask(real_context, "fire.modifiers", {**asked, "state": state})["verdict"] == "decided"
        )
    up = {"bridges": {"47.29/48.28": "assembled"}}
    assert "unit.side" in needed(fire(real_context, "48.28", True, state=up))[0]
    allied = fire(real_context, "48.28", True, state=up, unit={"side": "Allied"})
    german = fire(real_context, "48.28", True, state=up, unit={"side": "German"})
    assert allied["modifier"] - german["modifier"] == 2


@pytest.mark.parametrize(
    ("hex", "move", "modifier", "rule"),
    [
        (WED, "between_fire_zones", 3, "WED 2.16"),
        (WED, "culvert", 3, "WED 2.17"),
        (WED, "ferry", 2, "WED 2.18.4"),
        (TDC, "viaduct", 3, "TDC 2.17"),
        (TDC, "ferry", 2, "TDC 2.18.5"),
        (TDC, "assault_ferry", 2, "TDC 2.18.6"),
    ],
)
def test_the_move_that_draws_opportunity_fire(
    tmp_path: Path, hex: str, move: str, modifier: int, rule: str
) -> None:
    context = small(tmp_path, terrain_map())
    assert fire(context, hex, True, moves=[])["modifier"] == 2
    answer = fire(context, hex, True, moves=[move])
    assert answer["modifier"] == 2 + modifier
    assert rule in cites(answer)
    assert any("(moves)" in what for what in fire(context, hex, True)["unchecked"])


def test_fire_at_a_viaduct_is_resolved_in_the_hex_it_starts_from(tmp_path: Path) -> None:
    """TDC 2.17."""
    answer = fire(small(tmp_path, terrain_map()), TDC, True, moves=["viaduct"])
    assert any("in the hex it starts from" in step["why"] for step in answer["steps"])


@pytest.mark.parametrize(
    ("hex", "name"), [(WED, "viaduct"), (WED, "assault_ferry"), (TDC, "culvert")]
)
def test_a_move_the_game_does_not_have_is_refused(tmp_path: Path, hex: str, name: str) -> None:
    with pytest.raises(InputError, match="moves"):
        fire(small(tmp_path, terrain_map()), hex, True, moves=[name])


def test_in_scenario_1_zone_to_zone_adds_nothing_to_german_fire_before_55_202(
    real_context: Context,
) -> None:
    """WED scenario 1."""
    told = {"unit": {"side": "Allied"}, "moves": ["between_fire_zones"], "map": "wed"}
    entered = {"event": "entered", "side": "Allied", "hex": "55.202"}
    before = fire(real_context, "53.208", True, state=scenario([]), **told)
    after = fire(real_context, "53.208", True, state=scenario([entered]), **told)
    assert after["modifier"] - before["modifier"] == 3
    german = {**told, "unit": {"side": "German"}}
    allied_fire = fire(real_context, "53.208", True, state=scenario([]), **german)
    assert allied_fire["modifier"] == after["modifier"]
    silent = fire(real_context, "53.208", True, state={"scenario": "WED-1"}, **told)
    assert silent["modifier"] == before["modifier"]


def scenario(history: list[dict[str, str]]) -> dict[str, Any]:
    return {"scenario": "WED-1", "history": history}


@pytest.mark.parametrize(
    ("hex", "rule"), [(WED, "WED O1.0"), (TDC, "TDC O5.0")], ids=["wed", "tdc"]
)
def test_covering_fire_takes_one_off_opportunity_fire(tmp_path: Path, hex: str, rule: str) -> None:
    """WED O1.0, TDC O5.0."""
    context = small(tmp_path, terrain_map())
    answer = fire(context, hex, True, moves=[], optional=["covered"])
    assert answer["modifier"] == 1
    assert rule in cites(answer)
    assert fire(context, hex, True, optional=["covered"])["modifier"] == 2


def test_boresighting_and_assault_engineers(tmp_path: Path) -> None:
    """TDC O2.0, TDC O3.0."""
    context = small(tmp_path, terrain_map({TDC: "city", "20.7": "fortified", "20.9": "town"}))
    assert fire(context, TDC, False, optional=["boresighted"])["modifier"] == -1
    for hex, worth in ((TDC, -1), ("20.7", -2), ("20.9", -2)):
        assert fire(context, hex, False, optional=["assault_engineers"])["modifier"] == worth
    with pytest.raises(InputError, match="optional"):
        fire(context, WED, False, optional=["boresighted"])


def test_a_hex_is_described_with_the_fire_into_it(real_context: Context) -> None:
    raised = ask(real_context, "hex.describe", {"map": "tdc", "hex": "37.58"})["fire"]
    assert raised == {"not_column": 2, "column": 4}
    bridge = ask(real_context, "hex.describe", {"map": "wed", "hex": "75.129"})["fire"]
    assert bridge == {"not_column": 0, "column": 4}


def test_a_crest_changes_sight_alone(tmp_path: Path) -> None:
    """WED 2.13, TDC 2.13: neither fire nor movement."""
    context = small(tmp_path, terrain_map(crests=["05.5/05.6", "20.5/20.6"]))
    for hex, game in ((WED, "wed"), (TDC, "tdc")):
        assert fire(context, hex, True)["modifier"] == 2
        for column in (False, True):
            unit = {"class": "tracked", "column": column}
            over, flat = (
                ask(context, "step.cost", {"map": game, "unit": unit, "features": features})
                for features in (["crest"], [])
            )
            assert over["total"] == flat["total"]


SON, BAILEY = "66.156/66.157", ["destroyed", "bailey"]


@pytest.mark.parametrize(
    ("bridge", "options", "modifier", "named"),
    [
        ("intact", {}, 4, False),
        (BAILEY, {}, 4, False),
        ("destroyed", {}, 2, True),
        ("destroyed", {"ruined_bridge": "counts"}, 4, True),
    ],
)
def test_what_a_destroyed_bridge_adds_is_a_reading(
    real_context: Context, bridge: Any, options: dict[str, str], modifier: int, named: bool
) -> None:
    """WED 2.15: +2 at a bridge hexside; the example of 2.18 adds none at a destroyed bridge."""
    told = {"state": {"bridges": {SON: bridge}}, "options": options, "weapon": "other"}
    for hex in SON.split("/"):
        answer = fire(real_context, hex, True, map="wed", **told)
        terrain = fire(real_context, hex, False, map="wed", **told)["modifier"]
        stands = modifier == 4
        assert answer["modifier"] == modifier + (0 if stands else terrain)
        assert any("(ruined_bridge)" in note for note in answer.get("notes", ())) is named
        other = {"map": "wed", "hex": hex, "column": True, "options": options}
        alone = ask(real_context, "bridge.modifier", {**other, "state": told["state"]})
        assert (alone["modifier"], alone["terrain"]) == ((2, False) if stands else (0, True))


def test_fire_at_who_is_ferried_over_a_destroyed_bridge_adds_up_as_the_example(
    real_context: Context,
) -> None:
    """WED 2.18: Column +2, ferry +2, Fire Zone to Fire Zone +3, and nothing of a bridge."""
    told = {"state": {"bridges": {SON: "destroyed"}}, "moves": ["ferry", "between_fire_zones"]}
    answer = fire(real_context, "66.157", True, map="wed", weapon="other", **told)
    terrain = fire(real_context, "66.157", False, map="wed", weapon="other", state=told["state"])
    assert answer["modifier"] == 2 + 2 + 3 + terrain["modifier"]


def test_whether_the_bridge_stands_must_be_said(real_context: Context) -> None:
    asked = {"map": "wed", "hex": "66.157", "unit": {"column": True}, "weapon": "other"}
    answer = ask(real_context, "fire.modifiers", asked)
    assert "state.bridges.66.156/66.157: whether Son Bridge is destroyed" in needed(answer)[0]
    alone = ask(real_context, "bridge.modifier", {"map": "wed", "hex": "66.157", "column": True})
    assert "whether Son Bridge is destroyed" in needed(alone)[0]


def test_a_bulldozer_may_not_be_attacked(tmp_path: Path) -> None:
    context = small(tmp_path, terrain_map({WED: "clear"}))
    unit = {"kind": "bulldozer", "side": "Allied"}
    described = ask(context, "fire.ground", {"map": "wed", "terrain": "clear", "unit": unit})
    for answer in (fire(context, WED, unit=unit), fire(context, WED, None, unit=unit), described):
        assert answer["verdict"] == "illegal"
        assert cites(answer) == ["WED 2.11"]
    assert fire(context, WED, unit={"kind": "infantry", "side": "Allied"})["verdict"] == "decided"
