"""Command, sentence by sentence (WED S6.2, S6.4–S6.8, S6.10; TDC S4.6, S5.2–S5.18; MG 2.3, 3.0)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.gts.asked import is_called
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import roster_of
from tests.cases import each
from tests.rules.campaign.conftest import Asking, reasons
from tests.rules.needed import needed

TOWN = "77.128"
UNIT = {
    "name": "A/1/501",
    "side": "Allied",
    "division": "101st Airborne Division",
    "formation": "501 PIR",
    "hex": "75.129",
}


def leader(name: str, formation: str, hex: str, **more: Any) -> dict[str, Any]:
    """A Leader of the 101st with a Command Range of 5 hexes."""
    return {
        "kind": "leader",
        "side": "Allied",
        "name": name,
        "division": "101st Airborne",
        "formation": formation,
        "hex": hex,
        "command_range": 5,
        "telephone": False,
        **more,
    }


OWN = leader("Leader/501", "501 PIR", "75.134")
OTHER = leader("Leader/502", "502 PIR", "75.124")


def check(asked: Asking, *leaders: Any, map: str = "wed", unit: Any = None, **more: Any) -> Any:
    """Whether a Unit is In Command with these Leaders on the map."""
    state = {"units": list(leaders), **more.pop("state", {})}
    told = {name: value for name, value in {**UNIT, **(unit or {})}.items() if value is not None}
    return asked("command.check", map=map, unit=told, state=state, **more)


def test_its_formation_leader_commands_it_within_his_range(asked: Asking) -> None:
    found = check(asked, OWN)
    assert (found["verdict"], found["points"]) == ("legal", 1)
    far = check(asked, {**OWN, "hex": "75.135"})
    assert (far["verdict"], far["ways"]) == ("illegal", [])
    assert "beyond the Command Range of 5" in reasons(far)


@pytest.mark.parametrize(
    ("map", "division", "points"),
    [
        ("wed", "101st Airborne", 2),
        ("tdc", "1st Airborne", 2),
        ("tdc", "82nd Airborne", 2),
        ("mg", "101st Airborne", 2),
        ("wed", "Guards Armored", None),
        ("tdc", "43rd Infantry", None),
    ],
)
def test_another_leader_of_an_airborne_division_costs_two_points(
    asked: Asking, map: str, division: str, points: int | None
) -> None:
    """WED S6.6, TDC S5.9."""
    hexes = ("75.129", "75.124") if map != "tdc" else ("41.64", "41.60")
    other = {**OTHER, "name": "Leader", "division": division, "hex": hexes[1]}
    unit = {"name": "x", "division": division, "hex": hexes[0]}
    found = check(asked, other, map=map, unit=unit)
    assert found.get("points") == points
    assert found["verdict"] == ("legal" if points else "illegal")


def test_the_cheaper_leader_comes_first(asked: Asking) -> None:
    found = check(asked, OTHER, OWN)
    assert found["ways"] == [
        {"by": "Leader/501", "points": 1},
        {"by": "Leader/502", "points": 2},
    ]


@pytest.mark.parametrize(
    ("leaders", "chit", "active"),
    [
        ([OWN], "501 PIR", True),
        ([OTHER], "501 PIR", False),  # out of its Formation Leader's range
        ([OTHER], "502 PIR", False),  # in range of another Leader: not active on his chit
        ([OWN, OTHER], "502 PIR", False),
        ([OWN, OTHER], "501 PIR", True),
    ],
)
def test_which_chit_makes_a_unit_active(
    asked: Asking, leaders: Any, chit: str, active: bool
) -> None:
    """WED S6.6, TDC S5.9."""
    assert check(asked, *leaders, chit=chit)["active"] is active


def test_without_a_chit_nothing_is_said_of_it(asked: Asking) -> None:
    assert "active" not in check(asked, OWN)


def test_what_another_leader_costs_by_telephone_is_a_reading(asked: Asking) -> None:
    """WED S6.6 against WED S6.7, TDC S5.9 against TDC S5.12."""
    far = {**OTHER, "hex": "51.158", "telephone": True}
    posts = [{"kind": "strongpoint", "hex": "51.158"}, {"kind": "OP", "hex": "75.129"}]
    for value, points in (("as_other", 2), ("usual", 1)):
        options = {"telephone_points": value}
        found = check(asked, far, state={"markers": posts}, options=options)
        assert found["ways"][0]["points"] == points
        assert any("(telephone_points)" in note for note in found["notes"])


def test_american_telephones_reach_anywhere(asked: Asking) -> None:
    """Town, city, fortified hex, strongpoint or observation post, and the telephone symbol."""
    far = {**OWN, "hex": "51.158", "telephone": True}
    posts = [{"kind": "strongpoint", "hex": "51.158"}, {"kind": "OP", "hex": "75.129"}]
    found = check(asked, far, state={"markers": posts})
    assert found["ways"] == [{"by": "Leader/501 by telephone", "points": 1}]
    assert "[WED S6.7]" in reasons(found)
    in_town = check(asked, far, unit={"hex": TOWN}, state={"markers": posts[:1]})
    assert in_town["verdict"] == "legal"
    for markers in (posts[:1], posts[1:], []):
        assert check(asked, far, state={"markers": markers})["verdict"] == "illegal"
    silent = {**far, "telephone": False}
    assert check(asked, silent, state={"markers": posts})["verdict"] == "illegal"
    british = {"division": "1st Airborne", "hex": "41.64"}
    chief = {**far, "division": "1st Airborne", "hex": "12.12"}
    there = [{"kind": "op", "hex": "41.64"}, {"kind": "op", "hex": "12.12"}]
    found = check(asked, chief, map="tdc", unit=british, state={"markers": there})
    assert found["verdict"] == "illegal"
    american = {**british, "division": "82nd Airborne"}
    found = check(
        asked,
        {**chief, "division": "82nd Airborne"},
        map="tdc",
        unit=american,
        state={"markers": there},
    )
    assert "[TDC S5.12]" in reasons(found)
    assert found["verdict"] == "legal"


@pytest.mark.parametrize(
    ("map", "name", "verdict"),
    [
        ("wed", "A/2 HHC", "legal"),
        ("wed", "B/2HHC", "legal"),
        ("wed", "C/2 HHC", "legal"),
        ("wed", "D/2 HHC", "legal"),
        ("wed", "101 Recon", "legal"),
        ("wed", "A/1/501", "illegal"),
        ("tdc", "Team Claude", "legal"),
        ("tdc", "Team Clarence", "legal"),
        ("tdc", "1 AB Recce Sqn", "legal"),
        ("tdc", "82 Recon", "legal"),
        ("tdc", "A/2 HHC", "illegal"),  # S5.18: by Leaders of two Divisions, not by itself
        ("mg", "A/2 HHC", "legal"),
        ("mg", "82 Recon", "legal"),
    ],
)
def test_self_command(asked: Asking, map: str, name: str, verdict: str) -> None:
    """TDC S5.17, WED MG 3.0."""
    found = check(asked, map=map, unit={"name": name, "division": None, "formation": None})
    assert found["verdict"] == verdict
    if verdict == "legal":
        assert found["ways"] == [{"by": "itself", "points": 1}]


@pytest.mark.parametrize(
    ("map", "name", "division", "by", "verdict"),
    [
        ("tdc", "A/2 HHC", "Guards Armored", "43rd Infantry", "legal"),
        ("tdc", "A/2 HHC", "Guards Armored", "Guards Armored", "legal"),
        ("tdc", "A/2 HHC", "Guards Armored", "82nd Airborne", "illegal"),
        ("tdc", "1./SS-Pz.A.A. 9", "Hohenstaufen", "Frundsberg", "legal"),
        ("tdc", "5./SS-Pz. A.A. 10", "Frundsberg", "Hohenstaufen", "legal"),
        ("tdc", "2./SS-Pz. A.A. 9", "Hohenstaufen", "Frundsberg", "illegal"),
        ("wed", "A/44 RTR", "", "101st Airborne", "legal"),
        ("wed", "Recce/15/19 KRH", "", "101st Airborne", "legal"),
        ("wed", "A/44 RTR", "", "Guards Armored", "illegal"),
    ],
)
def test_units_other_divisions_may_command(
    asked: Asking, map: str, name: str, division: str, by: str, verdict: str
) -> None:
    """WED S6.5."""
    hex = "41.64" if map == "tdc" else "75.129"
    unit = {"name": name, "division": division or None, "hex": hex}
    unit |= {"formation": None, "side": None}
    side = "German" if "SS" in name else "Allied"
    chief = leader("Leader", "Other", hex, division=by, side=side)
    assert check(asked, chief, map=map, unit=unit)["verdict"] == verdict


IRENE = "Princess Irene Artillery"


@pytest.mark.parametrize(
    ("unit", "formation", "verdict"),
    [
        ({"name": IRENE}, "43rd Artillery", "legal"),
        ({"name": IRENE}, "129th", "illegal"),
        ({"name": "I/Princess Irene"}, "Princess Irene Brigade", "legal"),
        ({"name": "I/Princess Irene"}, "129th", "illegal"),
    ],
)
def test_the_princess_irene_units_are_of_the_43rd(
    asked: Asking, unit: Any, formation: str, verdict: str
) -> None:
    """TDC S5.14, TDC S5.15."""
    given = {"division": None, "formation": None, "hex": "41.64", **unit}
    chief = leader("Leader", formation, "41.64", division="43rd Infantry")
    assert check(asked, chief, map="tdc", unit=given)["verdict"] == verdict


def test_independent_units_are_a_reading(asked: Asking) -> None:
    unit = {"name": "x", "formation": "Independent", "division": "Guards Armored"}
    chief = {
        **OWN,
        "name": "Leader/Group Hot",
        "division": "Guards Armored",
        "formation": "Group Hot",
    }
    found = check(asked, chief, unit=unit)
    assert (found["verdict"], found["points"]) == ("legal", 1)
    assert "(independents)" in found["notes"][0]
    options = {"independents": "own"}
    assert check(asked, chief, unit=unit, options=options)["verdict"] == "illegal"


def test_the_pale_blue_stripe_costs_two_under_any_german_leader(asked: Asking) -> None:
    """WED scenario 4."""
    unit = {"name": "1./2 FJ", "side": "German", "division": None, "formation": None}
    chief = leader("Leader", "KG Huber", "75.130", side="German", division="KG Chill")
    assert check(asked, chief, unit=unit, scenario="WED-4")["points"] == 2
    assert check(asked, chief, unit=unit, scenario="WED-3")["verdict"] == "illegal"
    unsaid = check(asked, chief, unit=unit)
    assert needed(unsaid) == ["scenario: in WED-4 any German Leader commands it"]
    allied = {**chief, "side": "Allied"}
    assert check(asked, allied, unit=unit, scenario="WED-4")["verdict"] == "illegal"


def test_what_must_be_known(asked: Asking, owner: Path) -> None:
    bare = {key: value for key, value in OWN.items() if key not in ("command_range", "telephone")}
    found = check(asked, bare)
    assert found["verdict"] == "undetermined"
    assert any("the Command Range of Leader/501" in need for need in needed(found))
    assert any("whether Leader/501 has a telephone" in need for need in needed(found))
    stranger = {key: value for key, value in OWN.items() if key not in ("division", "formation")}
    assert needed(check(asked, {**stranger, "name": "A Leader"})) == [
        "division of A Leader: whether it is the same as of the Unit",
        "formation of A Leader: whether it is the same as of the Unit",
    ]
    grouped = ("side", "division", "formation")
    unsided = {key: value for key, value in OWN.items() if key not in grouped}
    assert "of one side" in needed(check(asked, {**unsided, "name": "A Leader"}))[0]
    (owner / "ratings.csv").write_text(
        "unit,face,command_range,telephone\nLeader/501,front,5,no\n", encoding="utf-8"
    )
    assert check(asked, bare)["verdict"] == "legal"
    no_hex = {key: value for key, value in UNIT.items() if key != "hex"}
    found = asked("command.check", map="wed", unit=no_hex, state={"units": [OWN]})
    assert found["verdict"] == "undetermined"


# ---------------------------------------------------------------- chits and points


@pytest.mark.parametrize(
    ("game", "division", "chits", "free"),
    [
        ("wed", "101st Airborne", ["501 PIR", "502 PIR"], True),
        ("wed", "101st Airborne", ["501 PIR"], False),
        ("wed", "101st Airborne", ["501 PIR", "501 PIR"], False),
        ("wed", "101st Airborne", ["501 PIR", "Independent"], False),
        ("wed", "Guards Armored", ["Group Hot", "Group Cold"], True),
        ("wed", "Guards Armored Division", ["Group Hot", "Artillery"], False),
        ("wed", "43rd Infantry", ["129th", "130th"], False),
        ("tdc", "43rd Infantry", ["129th", "130th"], True),
        ("tdc", "1st Airborne", ["1 Para", "4 Para"], True),
        ("tdc", "82nd Airborne", ["504 PIR", "505 PIR"], True),
        ("tdc", "Guards Armored", ["Group Hot", "Group Cold"], True),
        ("mg", "43rd Infantry", ["129th", "130th"], True),
        ("wed", "KG Walther", ["KG Heinke", "Pz-Brig. 107"], False),
    ],
)
def test_two_formation_chits_bring_independents_and_artillery(
    asked: Asking, game: str, division: str, chits: list[str], free: bool
) -> None:
    found = asked("command.discount", map=game, division=division, chits=chits)
    assert found["free"] == (["Independent", "Artillery"] if free else [])


@pytest.mark.parametrize(
    ("division", "time", "last", "verdict"),
    [
        ("Guards Armored", "Night", False, "illegal"),
        ("43rd Infantry Division", "Night", False, "illegal"),
        ("101st Airborne", "Night", False, "legal"),
        ("Guards Armored", "0900", False, "legal"),
        ("Guards Armored", "1900", True, "illegal"),  # wasted
        ("Guards Armored", "1900", False, "legal"),
        ("101st Airborne", "1900", True, "legal"),
    ],
)
@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_no_guards_or_43rd_chits_at_night(
    asked: Asking, game: str, division: str, time: str, last: bool, verdict: str
) -> None:
    """TDC S5.4."""
    found = asked("command.night", map=game, division=division, time=time, last_chit=last)
    assert found["verdict"] == verdict
    if last and verdict == "illegal":
        assert "the first drawn from the mug" in reasons(found)


@pytest.mark.parametrize(
    ("game", "formation", "division", "payers"),
    [
        ("wed", "231st Brigade", "43rd Infantry", ["43rd Infantry", "Guards Armored"]),
        ("mg", "231st Brigade", "43rd Infantry", ["43rd Infantry"]),
        ("wed", "Group Hot", "Guards Armored", ["Guards Armored"]),
        ("tdc", "129th Brigade", "43rd Infantry", ["43rd Infantry"]),
    ],
)
def test_who_pays(
    asked: Asking, game: str, formation: str, division: str, payers: list[str]
) -> None:
    """WED MG 2.3.1."""
    found = asked("command.payers", map=game, formation=formation, division=division)
    assert found["payers"] == payers


# ---------------------------------------------------------------- scenarios and names

EVERYBODY = ("Easy/2/506", "1./Pz 2107", "B/15/19 KRH", "King's/1 GG", "D(-)/2HHC", "1./PG 2107")
STRIPE = ("chill-1-i-2-fj", "chill-2-i-2-fj", "chill-3-i-2-fj", "chill-gr-w-h2-fj")


@each("scenario", ["WED-1", "WED-2"])
@each("name", EVERYBODY)
@each("state", [{}, {"units": []}, None])
def test_in_the_introductory_scenarios_every_unit_is_in_command(
    asked: Asking, scenario: str, name: str, state: Any
) -> None:
    """WED scenarios 1 and 2: by the question's scenario, or the state's."""
    told = {"scenario": scenario} if state is None else {"scenario": scenario, **state}
    found = asked("command.check", map="wed", unit=name, state=told)
    assert (found["verdict"], found["points"]) == ("legal", 1)
    assert f"[WED scenario {scenario[-1]}]" in reasons(found)
    if state is not None:
        again = asked("command.check", map="wed", unit=name, state=state, scenario=scenario)
        assert again["verdict"] == "legal"


def test_in_other_scenarios_a_unit_needs_its_leader(asked: Asking) -> None:
    for scenario in ("WED-3", "WED-4", "campaign"):
        unit = {"name": "A/1/501", "hex": "75.129"}
        found = asked("command.check", map="wed", unit=unit, state={"units": []}, scenario=scenario)
        assert (found["verdict"], "unchecked" in found) == ("illegal", False)
    unsaid = asked("command.check", map="wed", unit=unit, state={"units": []})
    assert unsaid["unchecked"] == [
        "whether WED-1 or WED-2 is played, where every Unit is In Command"
    ]


def stripes() -> list[tuple[str, str]]:
    """The four counters with the pale blue stripe, each by its id, its name and every alias."""
    called = roster_of("wed").ids
    return [(id_, name) for id_ in STRIPE for name in (id_, called[id_].name, *called[id_].aliases)]


@pytest.mark.parametrize(("id_", "name"), stripes())
def test_the_stripe_is_known_by_every_name_of_its_counter(
    asked: Asking, id_: str, name: str
) -> None:
    """WED scenario 4: any German Leader commands it, for two Command Points."""
    chief = leader("Leader/KG Huber", "KG Huber", "53.113", side="German", division="KG Chill")
    unit = {"id" if name == id_ else "name": name, "hex": "53.114"}
    found = asked("command.check", map="wed", unit=unit, state={"units": [chief]}, scenario="WED-4")
    assert found["verdict"] == "legal"
    assert {"by": "Leader/KG Huber", "points": 2} in found["ways"]
    other = asked(
        "command.check", map="wed", unit=unit, state={"units": [chief]}, scenario="campaign"
    )
    assert other["verdict"] == "illegal"


def test_every_name_of_a_counter_is_the_unit_a_table_means() -> None:
    """All counters of the tables about command, by every name they have."""
    for map in ("wed", "tdc", "mg"):
        rules, roster = book("command", map), roster_of(map)
        sections = [rules["self"], rules["stripe"]]
        sections += [*rules.rows("lent").values(), *rules.rows("counts_as").values()]
        for names in (section.words("units") for section in sections):
            for counter in [one for name in names for one in roster.called(Unit(name=name))]:
                for name in (counter.id, counter.name, *counter.aliases):
                    assert is_called(Unit(name=name), names), name
                    assert is_called(Unit(id=counter.id), names)
    assert not is_called(Unit(name="4./I/2 FJ"), ["1./2 FJ"])
    assert not is_called(Unit(name="A/1/501"), ["1./2 FJ"])


def test_a_leader_with_an_unknown_telephone_leaves_open_only_what_turns_on_him(
    asked: Asking,
) -> None:
    """WED S6.6: another Formation's chit does not make it active, whatever telephones there are."""
    far = {**OWN, "hex": "51.158", "telephone": None}
    far = {name: value for name, value in far.items() if value is not None}
    there = {"markers": [{"kind": "op", "hex": "75.129"}, {"kind": "op", "hex": "51.158"}]}
    found = check(asked, far, OTHER, state=there, chit="502 PIR")
    assert (found["verdict"], found["active"]) == ("legal", False)
    assert "points" not in found
    assert found["summary"] == "In Command: at most 2 Command Points"
    own = check(asked, far, OTHER, state=there, chit="501 PIR")
    assert "active" not in own
    assert any("his chit makes it active" in what for what in own["unchecked"])


def test_whose_points_kg_klemm_spends_turns_on_the_scenario(asked: Asking) -> None:
    """WED scenario 2."""
    params = {"map": "wed", "division": "59th Infantry", "formation": "KG Klemm"}
    for told in ({"scenario": "WED-2"}, {"state": {"scenario": "WED-2"}}):
        found = asked("command.payers", **params, **told)
        assert found["payers"] == ["59th Infantry", "KG Walther"]
        assert "Command Points of" in reasons(found)
    assert asked("command.payers", **params, scenario="WED-3")["payers"] == ["59th Infantry"]
    unsaid = asked("command.payers", **params)
    assert unsaid["payers"] == ["59th Infantry"]
    assert "KG Walther may pay" in unsaid["unchecked"][0]


def test_a_division_tells_its_side(asked: Asking) -> None:
    """A Division is of one side (Counter Symbols): it is not asked."""
    sides = {"KG Walther": "legal", "82nd": "illegal", "Guards Armored": "illegal"}
    for division, verdict in sides.items():
        unit = {"division": division, "ma": 4}
        turn = {"turn": {"date": "1944-09-21", "time": "0700"}}
        found = asked("rout.voluntary", map="mg", unit=unit, state=turn)
        assert found["verdict"] == verdict
    with pytest.raises(InputError, match="expected a Division or Formation by its name"):
        asked("rout.voluntary", map="mg", unit={"division": "Nobody's", "ma": 4}, state=turn)
