"""Every cost sentence of both games' chapter 2, asked as ``step.cost``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each
from tests.rules.needed import needed

NO = None
CLASSES = ("leg", "wheeled", "tracked")

# terrain, rule, then (not in Column, in Column) for leg, wheeled and tracked
ENTER: list[tuple[str, str, Any, Any, Any]] = [
    ("clear", "2.1", (2, 1), (3, 2), (2, 1)),
    ("polder", "2.2", (2, 1), (5, 3), (3, 2)),
    ("orchard", "2.3", (2, 1), (8, 2), (4, 1)),
    ("woods", "2.4", (3, 2), (NO, NO), (NO, NO)),
    ("village", "2.7", (2, 1), (6, 1), (4, 1)),
    ("town", "2.8", (2, 1), (NO, 1), (NO, 1)),
    ("city", "2.9", (2, 1), (NO, 1), (NO, 1)),
    ("fortified", "2.10", (2, 1), (NO, 3), (NO, 2)),
    ("impassable", "2.14", (NO, NO), (NO, NO), (NO, NO)),
]
WED_ONLY: list[tuple[str, str, Any, Any, Any]] = [
    ("sand_dunes", "2.19", (2, 1), (4, 3), (3, 2)),
    ("swamp", "2.20", (4, 3), (NO, NO), (NO, NO)),
]
CELLS = [
    (game, terrain, rule, move_class, bool(column), prices[column])
    for game in ("wed", "tdc")
    for terrain, rule, *by_class in [*ENTER, *(WED_ONLY if game == "wed" else [])]
    for move_class, prices in zip(CLASSES, by_class, strict=True)
    for column in (0, 1)
]


def cost(move_class: str, column: bool, game: str = "wed", /, **params: Any) -> dict[str, Any]:
    unit = {"class": move_class, "column": column, **params.pop("unit", {})}
    found: dict[str, Any] = ask(
        Context(Path("nowhere")), "step.cost", {"map": game, "unit": unit, **params}
    )
    return found


def rules_of(answer: dict[str, Any]) -> list[str]:
    """The rules that the lines of an answer cite, in their order."""
    return [step["rule"] for step in answer["steps"]]


def mp(answer: dict[str, Any]) -> Any:
    assert (answer["verdict"] == "illegal") == ("total" not in answer)
    return answer.get("total")


@each(("game", "terrain", "rule", "move_class", "column", "price"), CELLS)
def test_entering_a_hex(
    game: str, terrain: str, rule: str, move_class: str, column: bool, price: int | None
) -> None:
    answer = cost(move_class, column, game, to={"terrain": terrain})
    assert mp(answer) == price
    assert answer["steps"][0]["rule"] == f"{game.upper()} {rule}"


@pytest.mark.parametrize("game", ["wed", "tdc"])
@pytest.mark.parametrize(
    ("via", "rule", "prices"),
    [
        ("road", "2.5", (0.5, 0.5, 0.5)),
        ("main_road", "2.5", (0.5, 0.5, 0.5)),
        ("railroad", "2.6", (0.5, 2, 1)),
        ("raised_road", "2.16", (0.5, 0.5, 0.5)),
        ("raised_railroad", "2.6", (0.5, 2, 1)),
    ],
)
def test_along_roads(game: str, via: str, rule: str, prices: tuple[float, ...]) -> None:
    for move_class, price in zip(CLASSES, prices, strict=True):
        for terrain in ("clear", "polder", "woods", "town", "city", "fortified", "village"):
            answer = cost(move_class, True, game, to={"terrain": terrain}, via=via)
            assert mp(answer) == price
            assert answer["steps"][0]["rule"] == f"{game.upper()} {rule}"
        # Not in Column the Road changes nothing (2.5).
        for terrain, _, *by_class in ENTER:
            on_foot = by_class[CLASSES.index(move_class)][0]
            assert mp(cost(move_class, False, game, to={"terrain": terrain}, via=via)) == on_foot
        assert mp(cost(move_class, True, game, to={"terrain": "impassable"}, via=via)) is None


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_streams(game: str) -> None:
    stream = {"features": ["stream"]}
    assert mp(cost("leg", False, game, **stream)) == 2 + 2
    assert mp(cost("leg", True, game, **stream)) == 1 + 1
    assert mp(cost("leg", True, game, via="road", **stream)) == 0.5
    assert mp(cost("leg", False, game, via="road", **stream)) == 4
    on_road = cost("leg", False, game, via="road", options={"stream_on_foot": "road"}, **stream)
    assert mp(on_road) == 2
    for vehicle in ("wheeled", "tracked"):
        for column in (False, True):
            refused = cost(vehicle, column, game, **stream)
            assert mp(refused) is None
            assert refused["steps"][0]["rule"] == f"{game.upper()} 2.11"
        assert mp(cost(vehicle, True, game, via="road", **stream)) == 0.5
        assert mp(cost(vehicle, False, game, via="road", **stream)) is None


def test_suspect_bridges() -> None:
    for word, leg, tracked in (
        ("stable_bridge", 0.5, 0.5),
        ("unstable_bridge", 0.5, None),
        ("unchecked_bridge", 0.5, 0.5),
    ):
        assert mp(cost("leg", True, features=[word], via="road")) == leg
        assert mp(cost("tracked", True, features=[word], via="road")) == tracked
    open_question = cost("wheeled", True, features=["unchecked_bridge"], via="road")
    assert open_question["verdict"] == "undetermined"
    assert needed(open_question) == [
        "the die for the suspect bridge: on 9 it is not crossed (WED 2.11)"
    ]
    avoid = {"options": {"unchecked_bridge": "avoid"}}
    assert mp(cost("wheeled", True, features=["unchecked_bridge"], via="road", **avoid)) is None


@pytest.mark.parametrize("game", ["wed", "tdc"])
@pytest.mark.parametrize("water", ["river", "canal"])
def test_rivers_and_bridges(game: str, water: str) -> None:
    for move_class in CLASSES:
        for column in (False, True):
            for via in (None, "road"):
                refused = cost(move_class, column, game, features=[water], via=via)
                assert (mp(refused), refused["steps"][0]["rule"]) == (
                    None,
                    f"{game.upper()} 2.12",
                )
        over = {"features": [water, "bridge"], "via": "road"}
        assert mp(cost(move_class, True, game, **over)) == 0.5
        on_foot = cost(move_class, False, game, **over)
        assert mp(on_foot) is None
        assert on_foot["steps"][0]["rule"] == f"{game.upper()} 2.15.1"
        for word in ("destroyed_bridge", "bailey_out", "pontoon_site"):
            assert mp(cost(move_class, True, game, features=[water, word], via="road")) is None
        for word in ("bailey_bridge", "pontoon_bridge"):
            assert mp(cost(move_class, True, game, features=[water, word], via="road")) == 0.5


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_railroad_bridges(game: str) -> None:
    over = {"features": ["river", "railroad_bridge"], "via": "railroad"}
    assert mp(cost("leg", True, game, **over)) == 0.5
    for vehicle, price in (("wheeled", 2), ("tracked", 1)):
        refused = cost(vehicle, True, game, **over)
        assert mp(refused) is None
        assert refused["steps"][0]["rule"] == f"{game.upper()} 2.15.3"
        improved = {"features": ["river", "improved_bridge"], "via": "railroad"}
        assert mp(cost(vehicle, True, game, **improved)) == price
    lost = cost("leg", True, game, unit={"organic": "wheeled", "mounted": False}, **over)
    assert mp(lost) == 0.5
    assert "transport is lost" in lost["steps"][1]["why"]
    kept = {"features": ["river", "improved_bridge"], "via": "railroad"}
    assert (
        len(cost("leg", True, game, unit={"organic": "wheeled", "mounted": False}, **kept)["steps"])
        == 1
    )
    mounted = {"organic": "wheeled", "mounted": True}
    left = cost("leg", True, game, unit=mounted, **over)
    assert mp(left) == 0.5
    assert "transport is lost" in left["steps"][1]["why"]
    assert any("(railroad_transport)" in note for note in left["notes"])
    vehicle = {"options": {"railroad_transport": "dismounts"}}
    assert mp(cost("leg", True, game, unit=mounted, **over, **vehicle)) is None


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_impassable_portions(game: str) -> None:
    for move_class in CLASSES:
        grey = {"features": ["impassable"]}
        for column in (False, True):
            assert mp(cost(move_class, column, game, **grey)) is None
        assert mp(cost(move_class, True, game, via="road", **grey)) == 0.5
        assert mp(cost(move_class, False, game, via="road", **grey)) is None
    assert mp(cost("leg", False, game, features=["crest"])) == 2


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_raised_roads(game: str) -> None:
    for terrain, _, *by_class in ENTER:
        if terrain != "impassable":
            raised = {"terrain": terrain, "raised": True}
            doubled = cost("leg", False, game, to=raised)
            assert mp(doubled) == 2 * by_class[0][0]
            assert doubled["steps"][1]["rule"] == f"{game.upper()} 2.16"
    raised = {"raised": True}
    blocked = {"raised": True, "road_block": True}
    assert mp(cost("leg", False, game, to=blocked)) == 4
    assert mp(cost("leg", False, game, **{"from": raised})) == 2
    for move_class in CLASSES:
        assert mp(cost(move_class, True, game, to=raised, via="raised_road")) == 0.5
        assert mp(cost(move_class, True, game, to=blocked, via="raised_road")) is None
        assert mp(cost(move_class, True, game, to=raised)) is None
        assert mp(cost(move_class, True, game, to=raised, via="road")) is None
        assert mp(cost(move_class, True, game, to={**raised, "along": True}, via="road")) == 0.5
        assert mp(cost(move_class, True, game, **{"from": raised})) is None
        assert mp(cost(move_class, True, game, via="raised_road", **{"from": raised})) == 0.5
    for vehicle in ("wheeled", "tracked"):
        assert mp(cost(vehicle, False, game, to=raised)) is None
        assert mp(cost(vehicle, False, game, act="leave_column", **{"from": raised})) is None
    assert mp(cost("leg", True, game, act="leave_column", **{"from": raised})) == 1
    hit: dict[str, Any] = {"options": {"leave_raised": "hit"}, "from": raised}
    answer = cost("leg", True, game, act="leave_column", **hit)
    assert mp(answer) == 0
    assert "Cohesion Hit" in answer["summary"]
    assert mp(cost("leg", False, game, act="enter_column", **{"from": raised})) == 1


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_leaving_column(game: str) -> None:
    for terrain in ("woods", "town", "city", "fortified"):
        here = {"from": {"terrain": terrain}, "act": "leave_column"}
        assert mp(cost("wheeled", True, game, **here)) is None
        assert mp(cost("tracked", True, game, **here)) is None
        assert mp(cost("leg", True, game, **here)) == 1
    for terrain in ("clear", "polder", "orchard", "village"):
        here = {"from": {"terrain": terrain}, "act": "leave_column"}
        answer = cost("tracked", True, game, **here)
        assert mp(answer) == 1
        assert answer["notes"][0].startswith("referee:")
        assert mp(cost("tracked", True, game, options={"leave_column": "free"}, **here)) == 0


def test_swamp_and_the_other_games_terrain() -> None:
    swamp = {"terrain": "swamp"}
    assert mp(cost("tracked", True, via="road", to=swamp)) == 0.5
    assert mp(cost("tracked", True, act="leave_column", **{"from": swamp})) is None
    free = {"options": {"swamp_column": "free"}}
    assert mp(cost("tracked", True, act="leave_column", **{"from": swamp}, **free)) == 1
    borrowed = cost("leg", False, "tdc", to=swamp)
    assert (mp(borrowed), borrowed["steps"][0]["rule"]) == (4, "WED 2.20")
    closed = {"options": {"missing_terrain": "closed"}}
    assert mp(cost("leg", False, "tdc", to=swamp, **closed)) is None


def test_woods_are_left_by_road_in_one_game_only() -> None:
    out = {"from": {"terrain": "woods"}, "to": {"terrain": "clear"}}
    assert mp(cost("tracked", True, "wed", **out)) == 1
    refused = cost("tracked", True, "tdc", **out)
    assert (mp(refused), refused["steps"][0]["rule"]) == (None, "TDC 2.4")
    assert mp(cost("tracked", True, "tdc", via="road", **out)) == 0.5
    assert mp(cost("leg", True, "tdc", **out)) == 1


@pytest.mark.parametrize(
    ("game", "passage", "extra", "rule"),
    [
        ("wed", "culvert", (2, 6, 4), "WED 2.17"),
        ("tdc", "viaduct", (2, 6, 4), "TDC 2.17"),
        ("tdc", "para_culvert", (2, None, None), "TDC 2.17.1"),
    ],
)
def test_culverts_and_viaducts(
    game: str, passage: str, extra: tuple[int | None, ...], rule: str
) -> None:
    through = {"features": ["canal", passage], "via": passage}
    for move_class, more in zip(CLASSES, extra, strict=True):
        for terrain, _, *by_class in ENTER:
            base = by_class[CLASSES.index(move_class)][1]
            wanted = None if base is None or more is None else base + more
            answer = cost(move_class, True, game, to={"terrain": terrain}, **through)
            assert mp(answer) == wanted
            assert mp(cost(move_class, False, game, to={"terrain": terrain}, **through)) is None
        answer = cost(move_class, True, game, **through)
        assert rule in [step["rule"] for step in answer["steps"]]


def test_changing_between_roads_that_do_not_meet() -> None:
    for terrain, price in (("clear", 2), ("polder", 3), ("woods", None)):
        here = {"from": {"terrain": terrain}, "act": "change_road"}
        assert mp(cost("wheeled", True, **here)) == price
    assert mp(cost("leg", False, act="enter_column")) == 1
    assert mp(cost("leg", True, to={"enemy": True})) is None


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_one_unit_assaults_over_a_bridge_and_none_runs_over_it_on_foot(game: str) -> None:
    """2.15.1, last sentence: both follow from being in Column on a bridge."""
    rule = f"{game.upper()} 2.15.1"
    over = {"to": {"enemy": True}, "features": ["river", "bridge"], "via": "main_road"}
    assaults = cost("leg", True, game, **over)
    assert (assaults["verdict"], rules_of(assaults)[:1]) == ("illegal", [rule])
    assert "one Unit only" in assaults["summary"]
    assert "one Unit only" not in cost("leg", True, game, to={"enemy": True})["summary"]

    def runs(column: bool, *features: str) -> dict[str, Any]:
        return cost("leg", column, game, act="run_away", features=[*features])

    held = runs(False, "river", "bridge")
    assert (held["verdict"], rules_of(held)[:1]) == ("illegal", [rule])
    assert runs(True, "river", "bridge")["verdict"] == runs(False, "stream")["verdict"] == "legal"
    assert "run" in runs(True, "canal", "bridge")["unchecked"][0]
    assert runs(True, "river")["verdict"] == runs(True, "canal", "destroyed_bridge")["verdict"]
    assert runs(True, "river")["verdict"] == "illegal"


def test_notes_and_total_are_the_sum_of_the_steps() -> None:
    answer = cost("leg", False, to={"terrain": "woods", "raised": True}, features=["stream"])
    assert [step["cost"] for step in answer["steps"]] == [3, 3, 2]
    assert answer["total"] == 8
    assert answer["summary"].startswith("8 MP: woods hex 3, ")


ALONG = [
    ({"class": "wheeled", "column": True}, "woods", ("undetermined", None)),
    ({"class": "leg", "column": True}, "polder", ("legal", 0.5)),
    ({"class": "leg", "column": False}, "clear", ("legal", 2)),
]


@pytest.mark.parametrize(("unit", "terrain", "answer"), ALONG)
def test_along_a_road_whose_kind_is_not_told_is_no_step_off_road(
    real_context: Context, unit: dict[str, Any], terrain: str, answer: tuple[str, Any]
) -> None:
    """WED 2.5, 2.6: decided where every kind of Road costs alike."""
    told = {"map": "wed", "unit": unit, "to": {"terrain": terrain, "along": True}}
    found = ask(real_context, "step.cost", told)
    assert (found["verdict"], found.get("total")) == answer
    kinds = "road, main road, raised road: ½ MP; railroad, raised railroad: 2 MP"
    assert answer[0] == "legal" or kinds in needed(found)[0]
    assert ask(real_context, "step.cost", {**told, "via": "road"})["verdict"] == "legal"
