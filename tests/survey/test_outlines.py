"""Outlines to terrain: coverage, priority, small villages, open ground."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.grid import Hex, Lattice, Sheet
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.fit import Similarity, Warp, to_degrees
from clubroute.builder.survey.outlines import survey_outlines
from clubroute.builder.survey.plane import Spot, centre_spot
from clubroute.builder.survey.survey import sprawling

ROOT = Path(__file__).resolve().parents[2]
WORDS = read_vocabulary(ROOT / "map_sources" / "gts" / "terrain.toml")
LATTICE = Lattice("test", "flat", (Sheet("s", (0, 12), (0, 12)),))
SHOWN = frozenset(LATTICE.hexes())
# A map of the country around Eindhoven, 400 m a hex, north up.
WARP = Warp(Similarity(complex(1 / 400, 0), complex(-160_000 / 400, -380_000 / 400)), ())
CENTRE = Hex(5, 10)


def square(centre: Spot, half: float, kind: str, identity: str = "x") -> Feature:
    """A square outline of ``2·half`` hexes' width."""
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    ring = tuple(
        to_degrees(WARP.similarity.metres(Spot(centre.x + x * half, centre.y + y * half)))
        for x, y in corners
    )
    return Feature(identity, kind, identity.title(), (), ((ring,),), 100, "test", "", "t", 1)


def terrain(*features: Feature, open_ground: frozenset[Hex] = frozenset()) -> dict[Hex, str]:
    """Hexes that are not left as they are."""
    found = survey_outlines(LATTICE, WORDS, WARP, features, SHOWN, open_ground)
    return {h: covered.terrain for h, covered in found.terrain.items()}


def test_a_wood_takes_the_hexes_it_covers_half_of() -> None:
    middle = centre_spot(LATTICE, CENTRE)
    assert terrain(square(middle, 0.6, "woods")) == {CENTRE: "woods"}
    assert terrain(square(middle, 0.2, "woods")) == {}
    assert len(terrain(square(middle, 1.4, "woods"))) == 7


def test_a_hamlet_takes_the_hex_of_its_middle() -> None:
    middle = centre_spot(LATTICE, CENTRE)
    assert terrain(square(middle, 0.05, "village")) == {CENTRE: "village"}


def test_the_higher_priority_wins_whatever_the_order() -> None:
    middle = centre_spot(LATTICE, CENTRE)
    wood, town = square(middle, 2, "woods", "wood"), square(middle, 0.6, "town", "town")
    assert terrain(wood, town) == terrain(town, wood)
    assert terrain(wood, town)[CENTRE] == "town"
    assert sorted(set(terrain(wood, town).values())) == ["town", "woods"]


def test_no_wood_reaches_into_open_ground_but_a_village_may() -> None:
    middle = centre_spot(LATTICE, CENTRE)
    open_ground = frozenset({CENTRE})
    assert CENTRE not in terrain(square(middle, 2, "woods"), open_ground=open_ground)
    assert terrain(square(middle, 0.3, "village"), open_ground=open_ground) == {CENTRE: "village"}


def test_an_outline_that_crosses_itself_is_mended() -> None:
    middle = centre_spot(LATTICE, CENTRE)
    ring = [
        to_degrees(WARP.similarity.metres(Spot(middle.x + x, middle.y + y)))
        for x, y in [(-2, -2), (2, 2), (2, -2), (-2, 2), (-2, -2)]
    ]
    bow_tie = Feature("b", "woods", "B", (), ((tuple(ring),),), 100, "test", "", "t", 1)
    assert set(terrain(bow_tie).values()) == {"woods"}


def test_a_mistyped_position_is_warned_of() -> None:
    good = Feature("a", "river", "A", (((5.4, 51.3), (5.5, 51.4)),), (), 100, "t", "", "g/r", 2)
    bad = Feature("b", "river", "B", (((5.4, 51.3), (54.5, 51.4)),), (), 100, "t", "", "g/r", 3)
    assert sprawling([good, bad]) == [
        "g/r:3: b runs from longitude 5.4 to 54.5: is a position mistyped?"
    ]
