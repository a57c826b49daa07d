"""The working of a line says what the fast answers say, and says why."""

from __future__ import annotations

import random
from dataclasses import asdict, replace

import pytest

from clubroute.builder.grid import Hex, distance
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    CLEAR,
    SightReadings,
    blocking_table,
)
from clubroute.rules.gts.los.scene import Scene, lay_out
from clubroute.rules.gts.los.sight import sight_on
from clubroute.rules.gts.los.trace import Trace, trace
from tests.cases import each
from tests.rules.los import oracle
from tests.rules.los.grounds import random_readings
from tests.rules.los.small_maps import (
    LATTICE,
    opened,
    random_map,
    terrain_map,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(10))
def test_agrees_with_the_fast_answer_and_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    map = opened(random_map(seed), ("mg", "wed", "tdc")[seed % 3])
    ids = range(len(map))
    scene = Scene(
        map,
        random_readings(seed) if seed > 2 else SightReadings(),
        barraged=frozenset(rng.sample(ids, 8)),
        rubble=frozenset(rng.sample(ids, 8)),
        bridges=dict.fromkeys(rng.sample(sorted(map.sides), min(9, len(map.sides))), "destroyed"),
    )
    features = scene.features()
    sight = sight_on(lay_out(features), scene.readings)
    outcomes = set()
    for _ in range(150):
        a, b = map.hex(rng.choice(ids)), map.hex(rng.choice(ids))
        found = trace(scene, a, b)
        expected = oracle.outcome(
            a, b, features.effects, features.crests, features.lines, asdict(scene.readings)
        )
        assert found.outcome == sight.look(a, b) == expected
        assert trace(scene, b, a).outcome == expected
        first = trace(scene, a, b, until_blocked=True)
        assert (first.outcome == BLOCKS) == (expected == BLOCKS)
        assert (found.blocker is None) == (expected != BLOCKS)
        if first.blocker is not None:
            assert first.blocker == found.blocker
        outcomes.add(expected)
    assert {CLEAR, BLOCKS} <= outcomes


def line(scene: Scene, start: str, end: str, **readings: str) -> Trace:
    scene = scene.with_readings(replace(scene.readings, **readings))
    return trace(scene, LATTICE.parse(start), LATTICE.parse(end))


SENTENCES = [
    ("wed", "clear", CLEAR, "WED 2.1"),
    ("wed", "polder", CLEAR, "WED 2.2"),
    ("wed", "orchard", CLEAR, "WED 2.3"),
    ("wed", "woods", BLOCKS, "WED 2.4"),
    ("wed", "village", CLEAR, "WED 2.7"),
    ("wed", "town", BLOCKS, "WED 2.8"),
    ("wed", "city", BLOCKS, "WED 2.9"),
    ("wed", "fortified", BLOCKS, "WED 2.10"),
    ("wed", "impassable", CLEAR, "WED 2.14"),
    ("wed", "sand_dunes", CLEAR, "WED 2.19"),
    ("wed", "swamp", CLEAR, "WED 2.20"),
    ("tdc", "clear", CLEAR, "TDC 2.1"),
    ("tdc", "polder", CLEAR, "TDC 2.2"),
    ("tdc", "orchard", CLEAR, "TDC 2.3"),
    ("tdc", "woods", BLOCKS, "TDC 2.4"),
    ("tdc", "village", BLOCKS, "TDC 2.7"),
    ("tdc", "town", BLOCKS, "TDC 2.8"),
    ("tdc", "city", BLOCKS, "TDC 2.9"),
    ("tdc", "fortified", BLOCKS, "TDC 2.10"),
    ("tdc", "impassable", CLEAR, "TDC 2.14"),
]


@each(("game", "terrain", "outcome", "rule"), SENTENCES)
def test_each_terrain(game: str, terrain: str, outcome: int, rule: str) -> None:
    """WED 2.5, TDC 2.5, WED 2.6, TDC 2.6."""
    column = "03" if game == "wed" else "20"
    scene = Scene(opened(terrain_map({f"{column}.{row}": terrain for row in (5, 6, 8)})))
    passed = line(scene, f"{column}.5", f"{column}.7")  # out of one, through one
    assert passed.outcome == outcome
    assert [step.rule for step in passed.steps] == [rule]
    assert line(scene, f"{column}.7", f"{column}.8").outcome == CLEAR  # into the next hex
    assert line(scene, f"{column}.9", f"{column}.8").outcome == CLEAR


def test_every_terrain_of_the_tables_is_in_the_sentences() -> None:
    told = {(game, terrain) for game, terrain, *_ in SENTENCES}
    for game in ("wed", "tdc"):
        own = blocking_table(game)
        known = {(game, t) for t, rule in own.terrain_rule.items() if rule.startswith(game.upper())}
        assert known == {pair for pair in told if pair[0] == game}


def test_orchards() -> None:
    """One passes, two block, through one into a second is clear, adjacent or not."""
    scene = Scene(opened(terrain_map({"03.4": "orchard", "03.6": "orchard"})))
    assert line(scene, "03.3", "03.5").outcome == CLEAR
    assert line(scene, "03.3", "03.6").outcome == CLEAR
    assert line(scene, "03.4", "03.6").outcome == CLEAR
    blocked = line(scene, "03.2", "03.8")
    assert blocked.outcome == BLOCKS
    assert blocked.blocker is not None
    assert blocked.blocker.start == "03.6"
    assert blocked.blocker.rule == "WED 2.3"


def test_crests() -> None:
    """They block except on the firing or target hex (2.13)."""
    scene = Scene(opened(terrain_map(crests=["03.5/03.6"])))
    assert line(scene, "03.4", "03.7").outcome == BLOCKS
    assert line(scene, "03.5", "03.9").outcome == CLEAR
    assert line(scene, "03.2", "03.6").outcome == CLEAR
    assert "firing hex" in line(scene, "03.5", "03.9").steps[0].why
    along = Scene(opened(terrain_map(crests=["04.5/04.6"])))
    assert line(along, "03.6", "05.6").outcome == BLOCKS
    assert line(along, "03.6", "05.6", crest_along="clear").outcome == CLEAR


@pytest.mark.parametrize(
    ("crests", "outcome"),
    [
        (
            ["05.6/06.5", "06.5/06.6", "06.6/07.6"],
            BLOCKS,
        ),  # comes from one side, leaves to the other
        (["05.6/06.6", "06.5/06.6", "06.5/07.6"], BLOCKS),
        (["05.6/06.5", "06.5/06.6", "06.5/07.6"], CLEAR),  # leaves to the side it came from
        (["05.6/06.5", "06.6/07.6"], CLEAR),  # two crests, neither crosses
        (["05.6/06.5", "05.6/06.6"], BLOCKS),  # across at the vertex
    ],
)
def test_crests_that_follow_the_line(crests: list[str], outcome: int) -> None:
    scene = Scene(opened(terrain_map(crests=crests)), SightReadings(crest_along="clear"))
    sight = sight_on(lay_out(scene.features()), scene.readings)
    a, b = LATTICE.parse("03.6"), LATTICE.parse("09.6")
    assert trace(scene, a, b).outcome == trace(scene, b, a).outcome == outcome
    assert sight.look(a, b) == sight.look(b, a) == outcome


def test_bridges_block_like_raised_roads_in_wed_only() -> None:
    """WED 2.15.4."""
    for column, outcome in ((3, BLOCKS), (20, CLEAR)):
        left, right = f"{column:02}.6", f"{column + 2:02}.6"
        middle = f"{column + 1:02}"
        scene = Scene(opened(terrain_map(bridges=[f"{middle}.5/{middle}.6"])))
        assert line(scene, left, right).outcome == outcome
    scene = Scene(opened(terrain_map(bridges=["04.5/04.6"])))
    place = next(iter(scene.map.sides))
    gone = replace(
        scene, bridges={place: "destroyed", **dict.fromkeys(scene.map.sides, "destroyed")}
    )
    assert line(gone, "03.6", "05.6").outcome == CLEAR
    assert line(gone, "03.6", "05.6", destroyed_bridge="blocks").outcome == BLOCKS


def test_raised_road_in_an_end_hex_or_not_crossed() -> None:
    """WED 2.16, TDC 2.16."""
    scene = Scene(opened(terrain_map(roads={"dike": ["02.6", "03.7", "04.6"]})))
    assert line(scene, "03.3", "03.7").outcome == CLEAR
    assert line(scene, "03.3", "03.8").outcome == BLOCKS
    assert line(scene, "03.7", "03.9").outcome == CLEAR
    bend = Scene(opened(terrain_map(roads={"dike": ["02.6", "03.7", "02.7"]})))
    assert line(bend, "03.3", "03.9").outcome == CLEAR
    assert line(bend, "03.3", "03.9", raised_touch="blocks").outcome == BLOCKS
    shifted = Scene(opened(terrain_map(roads={"d": ["02.5", "03.6", "03.7", "03.8", "04.8"]})))
    assert line(shifted, "03.3", "03.12").outcome == BLOCKS
    straight = Scene(opened(terrain_map(roads={"d": ["03.5", "03.6", "03.7"]})))
    assert line(straight, "03.3", "03.9").outcome == CLEAR
    assert line(straight, "03.3", "03.9", raised_along="blocks").outcome == BLOCKS
    plain = terrain_map(roads={"r": ["02.6", "03.7", "04.6"]}, kinds={"r": "main_road"})
    assert line(Scene(opened(plain)), "03.3", "03.9").outcome == CLEAR


def test_a_hexside_blocks_only_with_both_sides() -> None:
    one = Scene(opened(terrain_map({"04.5": "woods"})))
    assert line(one, "03.6", "05.6").outcome == CLEAR
    both = Scene(opened(terrain_map({"04.5": "woods", "04.6": "town"})))
    assert line(both, "03.6", "05.6").outcome == BLOCKS
    assert distance(LATTICE.parse("03.6"), LATTICE.parse("05.6")) == 2


def test_the_overlap_has_the_rules_of_the_first_map_or_the_last() -> None:
    scene = Scene(opened(terrain_map({"13.6": "village"})))
    assert line(scene, "13.5", "13.7").outcome == CLEAR
    assert line(scene, "13.5", "13.7", overlap="last").outcome == BLOCKS
    alone = Scene(opened(terrain_map({"13.6": "village"}), "tdc"))
    assert line(alone, "13.5", "13.7").outcome == BLOCKS


def test_nothing_between_a_hex_and_itself() -> None:
    scene = Scene(opened(terrain_map({"03.5": "woods"})))
    assert trace(scene, Hex(3, 10), Hex(3, 10)).steps == []
