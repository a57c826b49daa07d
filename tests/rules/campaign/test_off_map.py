"""The off-map display and the flanking corps, sentence by sentence (WED 5.0 to 5.2)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each
from tests.properties import examples
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

FLANK = """corps,from_box,to_box,number
VIII,start,east-1,6
VIII,east-1,east-2,5
VIII,east-2,east-3,4
XII,south,Oirschot,5
XII,Oirschot,Boxtel,4
"""
BOXES = """box,neighbours,hexes
south,Oirschot,37.140
Oirschot,south; Boxtel,37.136
Boxtel,Oirschot,37.120
start,east-1,
east-1,start; east-2,90.150
east-2,east-1; east-3,90.140
east-3,east-2,90.130
"""
EVENING = {"turn": september(18, "1900")}


@pytest.fixture
def display(owner: Path) -> Path:
    """An owner's off-map display."""
    (owner / "flank.csv").write_text(FLANK, encoding="utf-8")
    (owner / "boxes.csv").write_text(BOXES, encoding="utf-8")
    return owner


# ---------------------------------------------------------------- German moves


def moved(asked: Asking, to: str = "Boxtel", **more: Any) -> Any:
    """A Formation's move from Oirschot."""
    params = {"formation": "KG Rink", "division": "KG Chill", "from": "Oirschot", "state": EVENING}
    told = {"map": "wed", "to": to, "moved": False, **params, **more}
    return asked("off_map.move", **{name: one for name, one in told.items() if one is not None})


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({}, "legal"),
        ({"to": "east-1"}, "illegal"),  # not adjacent
        ({"division": "Eindhoven Regional Command"}, "legal"),
        ({"division": "KG Walther"}, "legal"),
        ({"division": "59th Infantry"}, "illegal"),
        ({"side": "Allied"}, "illegal"),
        ({"state": {"turn": september(18, "1700")}}, "illegal"),
        ({"state": {}}, "undetermined"),
        ({"moved": None}, "undetermined"),
        ({"moved": True}, "illegal"),  # one box, or to the map display, not both
        ({"from": ["Oirschot", "south"]}, "illegal"),  # all its Units in one box
        ({"from": ["Oirschot", "Oirschot"]}, "legal"),
        ({"from": "map_display"}, "illegal"),
    ],
)
def test_moves_on_the_display(asked: Asking, display: Path, more: Any, verdict: str) -> None:
    """WED 5.1."""
    assert moved(asked, **more)["verdict"] == verdict


def test_a_formation_whose_move_begins_has_not_moved(asked: Asking, display: Path) -> None:
    """WED 5.1. The answer says that this is taken for granted."""
    found = moved(asked, moved=None, begins=True)
    assert found["verdict"] == "legal"
    assert [
        one["provenance"] for one in found["steps"] if "has not moved this turn" in one["why"]
    ] == ["assumed"]
    assert moved(asked, moved=True, begins=True)["verdict"] == "illegal"


def test_from_the_box_to_the_map_display(asked: Asking) -> None:
    """It arrives on the 0700 turn of the next day; no owner data are needed for that. (WED 5.1)"""
    found = moved(asked, "map_display")
    assert (found["verdict"], found["arrives"]) == ("legal", september(19, "0700"))
    assert moved(asked, "map_display", moved=True)["verdict"] == "illegal"


def test_the_display_is_secret(asked: Asking, display: Path) -> None:
    assert "secret from the Allied player" in reasons(moved(asked))


def test_the_box_from_the_state(asked: Asking, display: Path) -> None:
    state = {**EVENING, "off_map": {"formations": {"KG Rink": "south"}}}
    params = {"formation": "KG Rink", "division": "KG Chill", "moved": False, "state": state}
    assert asked("off_map.move", map="wed", to="Oirschot", **params)["verdict"] == "legal"
    params["formation"] = "KG Huber"
    assert needed(asked("off_map.move", map="wed", to="Oirschot", **params))


def test_boxes_that_nobody_knows(asked: Asking, display: Path) -> None:
    with pytest.raises(InputError, match="Boxtel"):
        moved(asked, "Boxtl")
    (display / "boxes.csv").unlink()
    found = moved(asked)
    assert found["verdict"] == "undetermined"
    assert "owner/boxes.csv" in needed(found)[0]


# ---------------------------------------------------------------- the corps


def marker_at(place: str) -> dict[str, Any]:
    """1900, with the Club Route Marker in a place."""
    return {**EVENING, "club_route": {"marker": place}}


def rolled(asked: Asking, corps: str = "XII", **more: Any) -> Any:
    """A corps' roll at 1900, from its start box; nothing modifies it."""
    usual = {
        "rolled": False,
        "germans_moved": True,
        "box": {"VIII": "start", "XII": "south"}[corps],
    }
    none = {"failures": 0, "formations_in_box": 0}
    told = {"map": "wed", "corps": corps, "state": marker_at("61.141"), **usual, **none, **more}
    return asked("flank.advance", **{name: one for name, one in told.items() if one is not None})


@each("die", range(10))
@each("failures", [0, 1, 3])
@each("germans", [0, 2])
@each("gone", [False, True])
def test_the_die_and_its_modifiers(
    asked: Asking, display: Path, die: int, failures: int, germans: int, gone: bool
) -> None:
    """-1 for each failure, +1 for each German Formation, -4 if the Marker is off the map."""
    state = marker_at("off_map" if gone else "61.141")
    found = rolled(asked, die=die, failures=failures, formations_in_box=germans, state=state)
    modifier = -failures + germans - 4 * gone
    assert (found["number"], found["modifier"]) == (5, modifier)
    assert found["advances"] == (die + modifier <= 5)
    assert found["box"] == ("Oirschot" if found["advances"] else "south")


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({"state": {"turn": september(18, "1700")}}, "illegal"),
        ({"state": {}}, "undetermined"),
        ({"scenario": "WED-4"}, "illegal"),  # of the Campaign Game
        ({"germans_moved": False}, "illegal"),  # after the German moves
        ({"rolled": True}, "illegal"),  # one box per 1900 roll
        ({"box": "Boxtel"}, "illegal"),  # the last
        ({"box": None}, "undetermined"),
        ({"rolled": None}, "undetermined"),
        ({"germans_moved": None}, "undetermined"),
        ({"failures": None}, "undetermined"),
        ({"formations_in_box": None}, "undetermined"),
        ({"state": EVENING}, "undetermined"),
        ({"box": "Oirschot"}, "legal"),
        ({}, "legal"),
    ],
)
def test_when_a_corps_may_roll(asked: Asking, display: Path, more: Any, verdict: str) -> None:
    """WED The 1900 Turn."""
    found = rolled(asked, **more)
    assert found["verdict"] == verdict
    if verdict == "legal":
        assert [row["result"] for row in found["outcomes"]][-1] == "stays"


def test_a_corps_whose_box_is_not_said_may_be_in_its_start_box(
    asked: Asking, display: Path
) -> None:
    need = "box or state.off_map.corps: the box VIII Corps is in; start at first"
    assert needed(rolled(asked, "VIII", box=None)) == [need]
    assert rolled(asked, "VIII")["target"] == "east-1"
    assert rolled(asked, "XII")["target"] == "Oirschot"


OF_STATE = dict.fromkeys(("box", "failures", "formations_in_box"))
"""What is left for the state to say."""


def test_modifiers_from_the_state(asked: Asking, display: Path) -> None:
    failed = {"event": "corps_failed", "corps": "XII", "turn": september(18, "1900")}
    state: dict[str, Any] = {
        "turn": september(20, "1900"),
        "off_map": {
            "corps": {"XII": "Oirschot"},
            "formations": {"KG Rink": "Boxtel", "KG Huber": "south"},
        },
        "history": [failed, {**failed, "corps": "VIII"}],
        "club_route": {"marker": "off_map"},
    }
    assert rolled(asked, state=state, **OF_STATE)["modifier"] == -1 + 1 - 4
    history = [failed, {**failed, "event": "corps_advanced"}, failed]
    state["history"] = history
    found = rolled(asked, state=state, **OF_STATE)
    assert found["modifier"] == -2 + 1 - 4
    assert any("referee" in note for note in found["notes"])
    found = rolled(asked, state=state, **OF_STATE, options={"failures": "since_advance"})
    assert found["modifier"] == -1 + 1 - 4


@pytest.mark.parametrize(
    ("game", "route", "modifier"),
    [
        ("wed", {"marker": "61.141"}, 0),
        ("wed", {"marker": "off_map"}, -4),
        ("wed", {"removed": "1944-09-19"}, -4),
        ("mg", {"marker": "61.141"}, 0),
        ("mg", {"marker": "41.64"}, -4),  # advanced north onto the other game's map
    ],
)
def test_the_marker_off_the_map(
    asked: Asking, display: Path, game: str, route: Any, modifier: int
) -> None:
    state = {**EVENING, "club_route": route}
    found = rolled(asked, map=game, state=state)
    assert found["modifier"] == modifier


def test_without_the_arrows(asked: Asking) -> None:
    assert needed(rolled(asked)) == ["supply owner/flank.csv: the arrows of XII Corps"]


def test_arrows_that_run_in_a_circle(asked: Asking, display: Path) -> None:
    circle = "corps,from_box,to_box,number\nXII,a,b,5\nXII,b,a,5\n"
    (display / "flank.csv").write_text(circle, encoding="utf-8")
    with pytest.raises(InputError, match=r"flank\.csv"):
        rolled(asked)
    (display / "flank.csv").write_text(FLANK, encoding="utf-8")
    with pytest.raises(InputError, match="a box of XII Corps"):
        rolled(asked, box="Oirshot")


@pytest.mark.parametrize(
    ("box", "closed"),
    [
        ("south", []),
        ("Oirschot", ["37.140", "37.136"]),
        ("Boxtel", ["37.140", "37.136", "37.120"]),
    ],
)
def test_no_reinforcements_behind_the_advance(
    asked: Asking, display: Path, box: str, closed: list[str]
) -> None:
    """The example: with the marker in the Oirschot box, hex B is behind it."""
    for hex in ("37.140", "37.136", "37.120", "90.150"):
        state = {"off_map": {"corps": {"VIII": "start", "XII": box}}}
        found = asked("flank.behind", map="wed", hex=hex, state=state)
        assert found["verdict"] == ("illegal" if hex in closed else "legal")
    if closed:
        state = {"off_map": {"corps": {"XII": box}}}
        question = {"map": "wed", "hex": closed[-1], "state": state}
        assert any("referee" in note for note in asked("flank.behind", **question)["notes"])
        found = asked("flank.behind", **question, options={"behind": "passed"})
        assert found["verdict"] == "legal"


def test_a_hex_without_a_box_and_a_display_without_data(asked: Asking, display: Path) -> None:
    assert asked("flank.behind", map="wed", hex="75.129")["verdict"] == "legal"
    unsaid = asked("flank.behind", map="wed", hex="37.136")
    assert needed(unsaid) == ["state.off_map.corps.XII: its box; once past Oirschot none arrive"]
    (display / "flank.csv").unlink()
    assert asked("flank.behind", map="wed", hex="37.136")["verdict"] == "undetermined"
    (display / "boxes.csv").unlink()
    assert asked("flank.behind", map="wed", hex="37.136")["verdict"] == "undetermined"


# ---------------------------------------------------------------- a campaign of rolls


@examples(40)
@given(
    dice=st.lists(st.tuples(st.sampled_from(["VIII", "XII"]), st.integers(0, 9)), max_size=20),
    failures=st.sampled_from(["all", "since_advance"]),
)
def test_corps_markers_never_go_back_nor_leap(
    real_context: Context, tmp_path_factory: pytest.TempPathFactory, dice: Any, failures: str
) -> None:
    owner = tmp_path_factory.mktemp("display")
    (owner / "flank.csv").write_text(FLANK, encoding="utf-8")
    context = replace(real_context, owner_folder=owner)
    orders = {
        "VIII": ["start", "east-1", "east-2", "east-3"],
        "XII": ["south", "Oirschot", "Boxtel"],
    }
    places = {"VIII": "start", "XII": "south"}
    history: list[dict[str, Any]] = []
    for corps, die in dice:
        state = {
            **EVENING,
            "off_map": {"corps": dict(places), "formations": {}},
            "club_route": {"marker": "61.141"},
            "history": list(history),
        }
        params = {
            "rolled": False,
            "germans_moved": True,
            "map": "wed",
            "corps": corps,
            "die": die,
            "state": state,
            "options": {"failures": failures},
        }
        found = ask(context, "flank.advance", params)
        order = orders[corps]
        before = order.index(places[corps])
        if found["verdict"] == "illegal":
            assert before == len(order) - 1
            continue
        after = order.index(found["box"])
        assert after - before == int(found["advances"])
        assert found["modifier"] <= 0
        places[corps] = found["box"]
        event = "corps_advanced" if found["advances"] else "corps_failed"
        history.append({"event": event, "corps": corps})
