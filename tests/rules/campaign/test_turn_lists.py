"""The 1900 turn as an ordered list (WED, The 1900 Turn), and its command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.sources.turn_lists import TurnLists, read_turn_lists
from clubroute.rules.asking.methods import Registry
from clubroute.rules.cli import main
from clubroute.rules.gts.campaign.turn_lists import CONDITIONS, WORDS
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import EVENTS
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.position.record import record_schema
from tests.rules.campaign.conftest import Asking, september

SOURCE = Path(__file__).parents[3] / "counters" / "gts" / "turn_1900.toml"
RULEBOOK = [
    "Advance the Club Route Marker",
    "Roll for XXX Corps release",
    "Set the Club Route Status to Open",
    "Move German Formations off-map",
    "Roll for the Allied flank corps' advance",
    "Spend Dispatch Points to buy Formation Activation Chits",
    "Place reinforcements",
    "Put eligible chits into the mug",
    "Perform the Activation Phase",
    "Remove all barrage markers",
    "Move the turn marker on to Night",
]
"""The eleven steps of the rulebook's list, in its order."""


@pytest.fixture(scope="module")
def lists() -> TurnLists:
    """The lists as the repository has them."""
    return read_turn_lists(SOURCE)


def gone_through(asked: Asking, day: int = 20, **more: Any) -> Any:
    """The 1900 turn of a day of September."""
    return asked("turn.1900", date=f"1944-09-{day}", **more)


def step(answer: Any, id: str) -> Any:
    """One step of an answer."""
    return next(row for row in answer["list"] if row["id"] == id)


def decided(answer: Any) -> list[str]:
    """What an answer says is decided already, of all steps."""
    return [text for row in answer["list"] for text in row.get("decided", ())]


# ---------------------------------------------------------------- the lists


@pytest.mark.parametrize("scenario", ["campaign", "combined"])
def test_the_eleven_steps_in_the_rulebooks_order(asked: Asking, scenario: str) -> None:
    rows = asked("turn.checklist", scenario=scenario)["list"]
    numbered = [(row["number"], row["title"]) for row in rows if "number" in row]
    assert numbered == [(str(n), title) for n, title in enumerate(RULEBOOK, start=1)]
    listed = gone_through(asked, scenario=scenario)["list"]
    assert [row["id"] for row in listed] == [row["id"] for row in rows]


def test_what_a_list_names_is_there(lists: TurnLists) -> None:
    methods = {method.name for method in Registry().all()}
    tables = {table.name for table in TABLES}
    assert set(CONDITIONS) == set(WORDS)
    for one in lists.lists:
        for found in one.steps:
            assert set(found.methods) <= methods, found.id
            assert set(found.owner) <= tables, found.id
            assert set(found.done) <= set(EVENTS), found.id
            for path in found.state:
                schema = record_schema(Position)
                for name in path.split("."):
                    assert name in schema["properties"], path
                    schema = schema["properties"][name]


def test_the_club_route_comes_before_the_release_and_the_status_after(asked: Asking) -> None:
    """German off-map moves come before the flank corps' roll; the status is reset in step 3.

    WED 4.2.
    """
    ids = [row["id"] for row in asked("turn.checklist")["list"]]
    order = ["score-status", "advance", "release", "open", "off-map", "flank", "place", "barrages"]
    assert [id for id in ids if id in order] == order
    assert ids[-1] == "next"


@pytest.mark.parametrize("scenario", ["WED-1", "WED-2", "Campaign Game 2"])
def test_scenarios_without_a_1900_turn(asked: Asking, scenario: str) -> None:
    for method in ("turn.checklist", "turn.1900"):
        with pytest.raises(InputError, match="one with a 1900 turn"):
            asked(method, scenario=scenario)


@pytest.mark.parametrize(
    ("scenario", "first", "last"),
    [("campaign", 17, 24), ("combined", 17, 24), ("WED-3", 18, 19), ("WED-4", 22, 23)],
)
def test_the_days_of_each(asked: Asking, scenario: str, first: int, last: int) -> None:
    for day in range(first, last + 1):
        assert gone_through(asked, day, scenario=scenario)["turn"] == september(day, "1900")
    for day in (first - 1, last + 1):
        with pytest.raises(InputError, match="a day from"):
            gone_through(asked, day, scenario=scenario)


@pytest.mark.parametrize("scenario", ["WED-3", "WED-4"])
def test_scenarios_without_marker_release_and_flanks(asked: Asking, scenario: str) -> None:
    """WED scenario 3."""
    ids = {row["id"] for row in asked("turn.checklist", scenario=scenario)["list"]}
    assert not ids & {"advance", "release", "off-map", "flank"}
    assert ("open" in ids) == (scenario == "WED-4")


# ---------------------------------------------------------------- a day


@pytest.mark.parametrize(("day", "applies"), [(17, "no"), (18, "yes"), (24, "yes")])
def test_no_release_on_the_first_day(asked: Asking, day: int, applies: str) -> None:
    found = step(gone_through(asked, day), "release")
    assert found["applies"] == applies
    assert ("why" in found) == (applies == "no")
    assert ("ask" in found) == (applies == "yes")


def test_steps_1_and_3_on_the_first_day(asked: Asking) -> None:
    found = gone_through(asked, 17)
    assert step(found, "open")["applies"] == "yes"
    assert any(note.startswith("referee:") for note in found["notes"])
    other = gone_through(asked, 17, options={"first_day": "this_list"})
    for id in ("advance", "open"):
        assert step(other, id)["applies"] == "no"
    assert step(other, "flank")["applies"] == "yes"
    later = gone_through(asked, 18, options={"first_day": "this_list"})
    assert step(later, "open")["applies"] == "yes"
    assert not any(note.startswith("referee:") for note in later["notes"])


@pytest.mark.parametrize(
    ("route", "applies"),
    [
        ({"marker": "42.229"}, "yes"),
        ({"marker": "off_map"}, "no"),
        ({"removed": "1944-09-19"}, "no"),
        ({"attacked": 1}, "unknown"),
        (None, "unknown"),
    ],
)
def test_the_marker_advances_while_it_is_on_the_map(
    asked: Asking, route: Any, applies: str
) -> None:
    state = {} if route is None else {"club_route": route}
    assert step(gone_through(asked, state=state), "advance")["applies"] == applies


def test_what_is_decided_and_what_is_missing(asked: Asking, owner: Path) -> None:
    state = {
        "turn": september(20, "1900"),
        "club_route": {"marker": "61.141", "status": "cut", "queue": ["a", "b", "c", "d", "e"]},
        "off_map": {"corps": {"XII": "Oirschot"}},
    }
    found = asked("turn.1900", state=state)
    assert found["turn"] == september(20, "1900")
    advance = step(found, "advance")
    assert advance["decided"] == ["club_route.marker: 61.141"]
    assert advance["missing"] == ["state.fire_zones.German", "state.bridges", "owner/stops.csv"]
    assert advance["ask"] == ["clubroute.trace", "clubroute.advance"]
    assert step(found, "open")["decided"] == ["club_route.status: cut"]
    release = step(found, "release")
    assert "club_route.queue: 5 of them" in release["decided"]
    assert step(found, "flank")["decided"] == ["off_map.corps: XII Oirschot"]
    assert "owner/stops.csv" in found["unchecked"]
    (owner / "stops.csv").write_text("hex,name,game\n61.141,,\n", encoding="utf-8")
    again = step(asked("turn.1900", state=state), "advance")
    assert "owner/stops.csv" not in again["missing"]


def test_units_and_bridges_of_the_state_in_few_words(asked: Asking) -> None:
    unit = {"id": "4/RTR", "class": "tracked", "ma": 6.5, "hex": "75.129"}
    bridges = {
        "74.129/75.129": "destroyed",
        "55.202/56.201": {"state": "wired", "control": "German"},
    }
    state = {"units": [unit], "bridges": bridges, "fire_zones": {"German": []}}
    told = decided(gone_through(asked, state=state))
    assert "fire_zones.German: none" in told
    assert "bridges: 55.202/56.201 control German, state wired, 74.129/75.129 destroyed" in told
    told = decided(gone_through(asked, 17, scenario="tdc", state=state))
    assert "units: class tracked, hex 75.129, id 4/RTR, ma 6.5" in told


def test_what_has_been_done_this_turn(asked: Asking) -> None:
    failed = {"event": "corps_failed", "corps": "XII"}
    history = [
        {**failed, "turn": september(19, "1900")},
        {"event": "marker", "turn": september(20, "1900"), "hex": "61.141"},
        {"event": "status", "turn": september(20, "1900"), "status": "cut"},
    ]
    found = gone_through(asked, state={"history": history})
    done = step(found, "advance")
    assert done["done"]
    assert done["decided"] == ["marker: hex 61.141"]
    assert step(found, "score-status")["decided"] == ["status: status cut"]
    assert "done" not in step(found, "flank")  # it failed the day before
    history.append({**failed, "turn": september(20, "1900")})
    assert step(gone_through(asked, state={"history": history}), "flank")["done"]


def test_another_turn_than_the_states(asked: Asking) -> None:
    found = asked("turn.1900", state={"turn": september(20, "1100")})
    assert any("1944-09-20 1100" in note for note in found["notes"])
    with pytest.raises(InputError, match="a date"):
        asked("turn.1900")


def test_days_of_single_steps(asked: Asking) -> None:
    """WED MG 2.5, TDC S4.5.1."""
    for day, applies in ((17, "yes"), (18, "no")):
        found = gone_through(asked, day, scenario="tdc")
        assert step(found, "garrisons")["applies"] == applies
        assert step(found, "marker-option")["applies"] == "no"
    assert step(gone_through(asked, 18, scenario="tdc"), "bruhn")["applies"] == "yes"
    assert step(gone_through(asked, 19, scenario="tdc"), "marker-option")["applies"] == "yes"
    assert step(gone_through(asked, 17), "artillery")["applies"] == "yes"
    assert step(gone_through(asked, 18), "artillery")["applies"] == "no"
    declared = {"club_route": {"route": ["14.86"]}}
    found = gone_through(asked, 20, scenario="tdc", state=declared)
    assert step(found, "route-status")["applies"] == "yes"
    assert step(gone_through(asked, 20, scenario="tdc"), "route-status")["applies"] == "unknown"


# ---------------------------------------------------------------- the command


def command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """``clubroute turn 1900 …``: exit code, output, complaint."""
    code = main(["turn", "1900", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.usefixtures("gts_map")
def test_the_command_prints_every_step(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lists: TurnLists
) -> None:
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"turn": september(18, "1900")}), encoding="utf-8")
    for words in ((), ("--state", str(state))):
        code, out, err = command(capsys, "--text", *words)
        assert (code, err) == (0, "")
        for found in lists.lists[0].steps:
            assert found.title in out
    assert "[not today]" in out
    assert "missing: " in out
    assert " 1. Advance" in out


@pytest.mark.usefixtures("gts_map")
def test_the_command_prints_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"turn": september(22, "1900")}), encoding="utf-8")
    code, out, _ = command(capsys, "--state", str(state), "--json", "--scenario", "WED-4")
    assert code == 0
    assert json.loads(out)["scenario"] == "WED-4"


@pytest.mark.usefixtures("gts_map")
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, ()),
        (b"{", ()),
        (b"[]", ()),
        (b"\xff", ()),
        (b"3", ()),
        (b'{"a": 1}', ()),
        (b'{"turn": {"date": "1944-13-01", "time": "1900"}}', ()),
        (b'{"turn": {"date": 3}}', ()),
        (b'{"history": [{"event": "x"}]}', ("1944-09-18",)),
        (b"{}", ()),
        (b"{}", ("yesterday",)),
        (b"{}", ("1944-09-18", "--scenario", "WED-2")),
        (b"{}", ("1944-10-18",)),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: Any, words: tuple[str, ...]
) -> None:
    state = tmp_path / "state.json"
    if content is not None:
        state.write_bytes(content)
    code, out, err = command(capsys, "--state", str(state), *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.usefixtures("gts_map")
def test_another_time_of_the_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["turn", "0800"]) == 2
    assert "1900" in capsys.readouterr().err


def test_the_devils_cauldron_alone_has_no_step_of_the_other_game(asked: Asking) -> None:
    """It knows no flank corps, no display off the map and no Steps off Club Route."""
    found = gone_through(asked, 18, scenario="tdc")
    methods = {method for one in found["list"] for method in one.get("ask", ())}
    assert methods.isdisjoint(
        {"flank.behind", "flank.advance", "off_map.move", "victory.activation"}
    )
    text = " ".join(one["text"] for one in found["list"])
    assert "flank corps" not in text
    assert "Steps off" not in text
