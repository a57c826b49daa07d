"""Releasing Formations (WED 4.3.1, 4.3.2, 3.5, MG 2.2–2.4), sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.clubroute.asking import state, words
from tests.rules.needed import needed

LINE: list[dict[str, Any]] = [
    {"formation": "Guards Art.", "division": "Guards Armored", "number": 5},
    {"formation": "44 RTR"},
    {"formation": "Sherwood Foresters"},
    {"formation": "Royal Dragoons"},
    {"formation": "101st Sea Tail", "number": 6},
    {"formation": "Guards X", "division": "Guards Armored", "number": 5},
]
TANKS: dict[str, Any] = {"formation": "44 RTR"}
EXAMPLE_DAY = {"date": "1944-09-20", "time": "1900"}


def release(
    context: Context,
    line: Sequence[dict[str, Any]],
    rolls: list[int],
    marker: str = "61.141",
    map: str = "wed",
    dispatch: dict[str, int] | None = None,
    options: dict[str, str] | None = None,
    **told: Any,
) -> dict[str, Any]:
    """``clubroute.release``; the numbers on the markers are made up here."""
    told = {"spur": "son", "turn": EXAMPLE_DAY, **told}
    params: dict[str, Any] = {
        "map": map,
        "state": state(marker, **told),
        "formations": list(line),
        "dice": rolls,
        "dispatch": dispatch or {},
        "options": options or {},
    }
    found: dict[str, Any] = ask(context, "clubroute.release", params)
    return found


def came(answer: dict[str, Any]) -> list[str]:
    """The Formations that came."""
    return [place["formation"] for place in answer["released"]]


def three(*numbers: int) -> list[dict[str, Any]]:
    """Guards Formations with these numbers, the first in line first."""
    return [
        {"formation": f"F{i}", "division": "Guards Armored", "number": n}
        for i, n in enumerate(numbers)
    ]


def test_the_first_in_line_is_automatic(real_context: Context) -> None:
    answer = release(real_context, three(0, 0), [9])
    assert came(answer) == ["F0"]
    assert len(answer["rolls"]) == 1
    assert answer["club_route"]["queue"] == ["F1"]


def test_september_18(real_context: Context) -> None:
    """The remainder of Group Hot is released and Group Cold is rolled for."""
    line: list[dict[str, Any]] = [
        {"formation": "Group Hot", "division": "Guards Armored", "number": 5},
        {"formation": "Group Cold", "division": "Guards Armored", "number": 5},
    ]
    day = {"date": "1944-09-18", "time": "1900"}
    assert came(release(real_context, line, [4], turn=day)) == ["Group Hot", "Group Cold"]
    assert came(release(real_context, line, [5], turn=day)) == ["Group Hot"]  # 5 + 1 is more


def test_none_on_september_17_nor_at_another_time(real_context: Context) -> None:
    for day in (
        {"date": "1944-09-17", "time": "1900"},
        {"date": "1944-09-18", "time": "1700"},
        {"date": "1944-09-18", "time": "Night"},
    ):
        answer = release(real_context, three(9), [0], turn=day)
        assert answer["verdict"] == "closed"
        assert came(answer) == []


def test_rolling_goes_on_until_a_failure(real_context: Context) -> None:
    answer = release(real_context, three(5, 9, 9, 9, 9), [0, 0, 9, 0])
    assert came(answer) == ["F0", "F1", "F2"]
    assert [roll["released"] for roll in answer["rolls"]] == [True, True, False]
    assert answer["club_route"]["queue"] == ["F3", "F4"]


def test_all_its_units_come_in_column_to_the_markers_hex(real_context: Context) -> None:
    """WED 4.0."""
    answer = release(real_context, three(5), [])
    assert answer["released"][0]["hex"] == "61.141"
    text = words(answer)
    assert "in Column" in text
    assert "stacking is suspended" in text
    assert "mass modifiers" in text


@pytest.mark.parametrize(
    ("told", "dispatch", "modifier"),
    [
        ({}, {}, 1),
        ({"placed": {"bailey": 1, "bulldozer": 0}}, {}, 3),
        ({"placed": {"bailey": 2, "bulldozer": 0}}, {}, 5),
        ({"placed": {"bailey": 0, "bulldozer": 1}}, {}, 2),
        ({"placed": {"bailey": 0, "bulldozer": 3}}, {}, 4),
        ({"status": "cut"}, {}, 3),
        ({"cut_by": ["66.156/66.157"]}, {}, 3),
        ({}, {"F1": 1}, 0),
        ({}, {"F1": 4}, -3),
        ({}, {"F1": 9}, -3),  # four at most
        ({}, {"F0": 4}, 1),  # points count for the roll they are paid for
        ({"placed": {"bailey": 1, "bulldozer": 1}, "status": "cut"}, {"f1": 2}, 4),  # cumulative
    ],
)
def test_every_modifier(
    real_context: Context, told: dict[str, Any], dispatch: dict[str, int], modifier: int
) -> None:
    answer = release(real_context, three(5, 9), [0], dispatch=dispatch, **told)
    assert answer["rolls"][0]["modifier"] == modifier
    assert answer["rolls"][0]["total"] == modifier


@pytest.mark.parametrize("unsaid", ["status", "cut_by", "placed"])
def test_what_changes_the_roll_must_be_told(real_context: Context, unsaid: str) -> None:
    told = state("61.141", spur="son")
    del told["club_route"][unsaid]
    params = {"map": "wed", "state": told, "formations": three(5, 9), "dice": [0]}
    answer = ask(real_context, "clubroute.release", params)
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith(f"state.club_route.{unsaid}: ")


@pytest.mark.parametrize("die", range(10))
def test_equal_or_less_succeeds(real_context: Context, die: int) -> None:
    answer = release(real_context, three(5, 6), [die])
    assert answer["rolls"][0]["released"] is (die + 1 <= 6)


def test_earlier_entries_add_up(real_context: Context) -> None:
    answer = release(real_context, three(5, 9, 9, 9), [0, 0, 0])
    assert [roll["modifier"] for roll in answer["rolls"]] == [1, 2, 3]


def test_the_example_and_both_its_sums(real_context: Context) -> None:
    """Guards Art. is automatic, three are Auto, then the 101st Sea Tail: the rule makes it +4, the
    example -4."""
    answer = release(real_context, LINE, [3, 9], marker="off_map")
    assert came(answer) == ["Guards Art.", "44 RTR", "Sherwood Foresters", "Royal Dragoons"]
    (roll,) = answer["rolls"]
    assert roll["formation"] == "101st Sea Tail"
    assert (roll["by_rule"], roll["by_example"]) == (4, -4)
    assert (roll["total_by_rule"], roll["total_by_example"]) == (7, -1)
    assert roll["released"] is False
    other = release(real_context, LINE, [3, 9], marker="off_map", options={"entries": "example"})
    assert other["rolls"][0]["released"] is True
    assert (other["rolls"][0]["by_rule"], other["rolls"][0]["by_example"]) == (4, -4)
    assert any("referee: earlier entries are subtracted" in note for note in other["notes"])


def test_the_example_with_the_marker_on_the_map(real_context: Context) -> None:
    """Nothing else releases until the Auto ones can come: the Foresters wait."""
    answer = release(real_context, LINE, [0])
    assert came(answer) == ["Guards Art.", "44 RTR"]
    assert "Sherwood Foresters waits: the Club Route Marker is still on the map" in words(answer)
    assert answer["club_route"]["queue"][0] == "Sherwood Foresters"


def test_auto_units_enter_in_their_own_hex(real_context: Context) -> None:
    """WED campaign."""
    answer = release(real_context, LINE, [0])
    assert answer["released"][1] == {"formation": "44 RTR", "kind": "auto", "hex": "66.157"}


@pytest.mark.parametrize(
    ("marker", "spur", "comes"),
    [("42.229", "son", False), ("61.141", "son", True), ("61.141", "best", True)],
)
def test_auto_units_wait_for_the_marker(
    real_context: Context, marker: str, spur: str, comes: bool
) -> None:
    line: list[dict[str, Any]] = [*three(5), {"formation": "15/19 KRH"}, *three(9)]
    answer = release(real_context, line, [0], marker=marker, spur=spur)
    assert ("15/19 KRH" in came(answer)) is comes
    always = release(
        real_context, line, [0], marker=marker, spur=spur, options={"auto_units": "always"}
    )
    assert "15/19 KRH" in came(always)


def test_auto_units_count_as_entries_but_not_for_victory(real_context: Context) -> None:
    line: list[dict[str, Any]] = [
        *three(5),
        {"formation": "44 RTR"},
        {"formation": "F9", "division": "Guards Armored", "number": 9},
    ]
    answer = release(real_context, line, [0])
    assert answer["rolls"][0]["modifier"] == 2
    assert answer["club_route"]["released"] == ["F0", "F9"]


def test_off_the_map_formations_are_only_tracked(real_context: Context) -> None:
    answer = release(real_context, [*three(5), TANKS], [], marker="off_map")
    assert [place.get("hex", "") for place in answer["released"]] == ["", "66.157"]
    assert answer["club_route"]["released"] == ["F0"]
    tracked = release(
        real_context,
        [*three(5), TANKS],
        [],
        marker="off_map",
        options={"auto_off_map": "tracked"},
    )
    assert all("hex" not in place for place in tracked["released"])


@pytest.mark.parametrize(
    "one",
    [
        {"formation": "129 Brigade", "division": "43rd Infantry", "number": 9},
        {"formation": "Sherwood Foresters"},
        {"formation": "The Royal Dragoons"},
        {"formation": "82nd Sea Tail", "number": 9},
    ],
)
def test_who_waits_until_the_marker_has_left(real_context: Context, one: dict[str, Any]) -> None:
    line: list[dict[str, Any]] = [
        *three(5),
        one,
        {"formation": "F9", "division": "Guards Armored", "number": 9},
    ]
    answer = release(real_context, line, [0, 0])
    assert came(answer) == ["F0"]
    assert answer["rolls"] == []
    gone = release(real_context, line, [0, 0], marker="off_map")
    assert came(gone) == ["F0", one["formation"], "F9"]
    assert all("hex" not in place for place in gone["released"])  # never on this map


def test_even_the_first_in_line_waits(real_context: Context) -> None:
    line: list[dict[str, Any]] = [
        {"formation": "129 Brigade", "division": "43rd Infantry", "number": 9},
        *three(9),
    ]
    assert came(release(real_context, line, [0])) == []


def test_the_43rd_always_has_minus_four(real_context: Context) -> None:
    line: list[dict[str, Any]] = [
        *three(5),
        {"formation": "129 Brigade", "division": "43rd Infantry", "number": 5},
    ]
    answer = release(real_context, line, [8], marker="off_map", dispatch={"129 Brigade": 4})
    assert answer["rolls"][0]["modifier"] == 1 - 4  # no points of its own in this game
    assert answer["rolls"][0]["released"] is True


def test_the_first_airborne_sea_tail_is_bypassed(real_context: Context) -> None:
    line: list[dict[str, Any]] = [
        *three(5),
        {"formation": "1st AB Sea Tail", "number": 0},
        {"formation": "F9", "division": "Guards Armored", "number": 9},
    ]
    answer = release(real_context, line, [0])
    assert came(answer) == ["F0", "F9"]
    assert answer["rolls"][0]["modifier"] == 1


@pytest.mark.parametrize(("marker", "comes"), [("42.229", False), ("61.141", True)])
def test_the_101st_sea_tail_and_its_hex(real_context: Context, marker: str, comes: bool) -> None:
    """Released too early it is ignored for ever, and the next Formation is rolled for."""
    line: list[dict[str, Any]] = [
        *three(5),
        {"formation": "101st Sea Tail", "number": 9},
        {"formation": "F9", "division": "Guards Armored", "number": 9},
    ]
    answer = release(real_context, line, [0, 0], marker=marker)
    assert ("101st Sea Tail" in came(answer)) is comes
    assert "F9" in came(answer)
    assert answer["club_route"].get("missed", []) == ([] if comes else ["101st Sea Tail"])
    assert answer["rolls"][1]["modifier"] == (2 if comes else 1)
    counted = release(
        real_context, line, [0, 0], marker=marker, options={"missed_sea_tail": "counted"}
    )
    assert counted["rolls"][1]["modifier"] == 2
    assert ("up to 6 steps" in words(answer)) is comes


def mg(context: Context, name: str, marker: str, rolls: list[int], **rest: Any) -> dict[str, Any]:
    """A release in the combined game, a Formation behind the first in line."""
    division = rest.pop("division", "")
    line: list[dict[str, Any]] = [
        *three(5),
        {"formation": name, "division": division, "number": 9}
        if name[0].isdigit()
        else {"formation": name},
        {"formation": "F9", "division": "Guards Armored", "number": 9},
    ]
    return release(context, line, rolls, marker=marker, map="mg", **rest)


@pytest.mark.parametrize(
    ("name", "marker", "comes"),
    [
        ("82nd Sea Tail", "28.70", False),
        ("82nd Sea Tail", "41.64", True),
        ("82nd Sea Tail", "38.63", True),
        ("82nd Sea Tail", "38.43", True),
        ("1st AB Sea Tail", "38.43", False),
        ("1st AB Sea Tail", "49.30", True),
        ("1st AB Sea Tail", "38.31", True),
        ("1st AB Sea Tail", "47.29", True),
    ],
)
def test_sea_tails_in_the_combined_game(
    real_context: Context, name: str, marker: str, comes: bool
) -> None:
    """MG 2.2.1: either bridge or farther north; else set aside, and the next is rolled for."""
    answer = mg(real_context, name, marker, [0, 0])
    assert (name in came(answer)) is comes
    assert "F9" in came(answer)


@pytest.mark.parametrize("name", ["Royal Dragoons", "Sherwood Foresters"])
@pytest.mark.parametrize(("marker", "comes"), [("13.87", False), ("28.70", True)])
def test_14_86(real_context: Context, name: str, marker: str, comes: bool) -> None:
    """MG 2.4: placed on 14.86 once the Marker has reached it; until then nobody is released."""
    answer = mg(real_context, name, marker, [0, 0])
    assert came(answer) == (["F0", name, "F9"] if comes else ["F0"])
    if comes:
        assert answer["released"][1]["hex"] == "14.86"


@pytest.mark.parametrize(("marker", "comes"), [("61.141", False), ("13.87", True), ("41.64", True)])
def test_the_43rd_on_the_other_map(real_context: Context, marker: str, comes: bool) -> None:
    """MG 2.1: no 43rd Formation before the Marker is on The Devil's Cauldron map."""
    answer = mg(real_context, "129 Brigade", marker, [0, 0], division="43rd Infantry")
    assert ("129 Brigade" in came(answer)) is comes
    if comes:
        assert answer["released"][1]["hex"] == marker


def test_the_43rd_may_pay_on_top(real_context: Context) -> None:
    """MG 2.3: it keeps its -4 and may pay Dispatch Points as well."""
    answer = mg(
        real_context,
        "129 Brigade",
        "41.64",
        [0, 0],
        division="43rd Infantry",
        dispatch={"129 Brigade": 3},
    )
    assert answer["rolls"][0]["modifier"] == 1 - 4 - 3
    within = mg(
        real_context,
        "129 Brigade",
        "41.64",
        [0, 0],
        division="43rd Infantry",
        dispatch={"129 Brigade": 3},
        options={"dispatch_43rd": "within"},
    )
    assert within["rolls"][0]["modifier"] == 1 - 4


def test_an_auto_formation_first_in_line(real_context: Context) -> None:
    line: list[dict[str, Any]] = [
        {"formation": "44 RTR"},
        {"formation": "F9", "division": "Guards Armored", "number": 5},
    ]
    assert came(release(real_context, line, [9])) == ["44 RTR"]
    numbered = release(real_context, line, [9], options={"first_in_line": "numbered"})
    assert came(numbered) == ["44 RTR", "F9"]


def test_what_is_missing_is_named(real_context: Context) -> None:
    answer = release(
        real_context, [*three(5), {"formation": "F9", "division": "Guards Armored"}], [0]
    )
    assert needed(answer) == ["supply owner/formations.csv: the number on the marker of F9"]
    answer = release(real_context, three(5, 6), [])
    assert needed(answer) == ["dice: the die for F1, released on 5 or less"]
    told = {"map": "wed", "state": state("61.141", spur="son", turn=EXAMPLE_DAY)}
    answer = ask(real_context, "clubroute.release", told)
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith("supply owner/formations.csv")


def test_the_owners_line(real_context: Context, tmp_path: Path) -> None:
    (tmp_path / "formations.csv").write_text(
        "game,order,formation,division,kind,number\n"
        ",2,Group Cold,Guards Armored,numbered,6\n"
        ",1,Group Hot,Guards Armored,numbered,5\n"
        ",3,44 RTR,101st Airborne,auto,\n",
        encoding="utf-8",
    )
    context = Context(real_context.folder, real_context.loaded, owner_folder=tmp_path)
    told = state("61.141", spur="son", turn=EXAMPLE_DAY)
    answer = ask(context, "clubroute.release", {"map": "wed", "state": told, "dice": [5]})
    assert came(answer) == ["Group Hot", "Group Cold", "44 RTR"]
    told["club_route"]["queue"] = ["group cold", "44 RTR"]
    answer = ask(context, "clubroute.release", {"map": "wed", "state": told})
    assert came(answer) == ["group cold", "44 RTR"]
    told["club_route"]["queue"] = ["Group Tepid"]
    with pytest.raises(InputError, match="Group Hot, Group Cold, 44 RTR"):
        ask(context, "clubroute.release", {"map": "wed", "state": told})


def test_a_line_in_another_order_is_noted(real_context: Context) -> None:
    line: list[dict[str, Any]] = [
        {"formation": "Group Cold", "division": "Guards Armored", "number": 5},
        {"formation": "Group Hot", "division": "Guards Armored", "number": 5},
    ]
    answer = release(real_context, line, [9])
    assert "the text has Group Hot before Group Cold (WED 4.3.1)" in answer["notes"]


def test_bad_dispatch_points(real_context: Context) -> None:
    with pytest.raises(InputError, match="dispatch"):
        release(real_context, three(5, 5), [0], dispatch={"F1": -1})
