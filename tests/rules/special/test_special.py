"""Events, Heroes, special and optional rules, sentence by sentence.

WED S3.0, S3.1, S5.1.1, S5.2, S5.3, S5.4, S5.5, S6.3, S6.9, O3.0, O4.0, General Comments, campaign;
TDC S3.0, S4.5.2, S4.5.3, S4.5.4, S4.7, S4.8, S4.10, S4.11, S5.3, S5.10, S5.13, O1.0, O4.0, O7.0,
O8.2, O8.3, O9.0, O10.0, O11; WED MG 1.0, MG 1.2, MG 1.4, MG 2.2.2, MG 7.0, MG 9.0, MG set-up.
"""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.gts.special.check import facts_of, row_of, rows_of
from tests.cases import each
from tests.rules.campaign.conftest import (
    NOBODY,
    Asking,
    reasons,
    september,
)
from tests.rules.needed import needed

HERE = "75.129"
ENEMY = {"units": [{"side": "German", "hex": "77.130"}]}
"""A German Unit two hexes from Veghel Bridge."""


def turn(day: int, time: str, **more: Any) -> dict[str, Any]:
    return {"state": {"turn": september(day, time), **more}}


def check(asked: Asking, map: str, rule: str, **more: Any) -> Any:
    return asked("special.check", map=map, rule=rule, **more)


def facts(map: str, rule: str) -> dict[str, bool]:
    """The facts of a rule as they must be for it to apply."""
    row = row_of(map, rule)
    needed = dict.fromkeys(facts_of(row), True)
    return {**needed, **dict.fromkeys(row.get("unless").values, False)}


def applied(asked: Asking, map: str, rule: str, **more: Any) -> Any:
    """The answer where every fact is as it must be; the rule applies."""
    answer = check(asked, map, rule, **{"facts": facts(map, rule), **more})
    assert answer["verdict"] == "legal", answer
    return answer


ALLIED = {"unit": {"side": "Allied"}}

# rule, what else must be told, a word of each effect, numbers
WED_EVENTS: list[tuple[str, dict[str, Any], tuple[str, ...], dict[str, Any]]] = [
    ("Heroic", {}, ("Quality +1 and defense -1", "next event"), {"tq": 1, "defense": -1}),
    ("Intelligence", {}, ("6 Command", "back into the cup"), {"command": 6, "dispatch": 2}),
    ("Rally", {}, ("Fire Zones or not", "back into the cup"), {"steps": 4}),
    ("Lost", {}, ("full movement allowance", "not force march", "Suppressed"), {}),
    ("Explosion", {}, ("3 white, no modifiers", "heavy barrage"), {"fire": 3}),
    (
        "Minefield",
        {**ALLIED, "hex": HERE, "state": {"units": [{"side": "Allied", "hex": "75.132"}]}},
        ("passed Troop Quality Check", "Engineer Action", "Closed marker"),
        {},
    ),
    ("Reinf", {}, ("2 Step Losses", "one Step of Lost 82nd", "two Steps"), {"steps": 2}),
    ("Ambush", {**ALLIED, "hex": HERE, "state": ENEMY}, ("6 white, no modifiers",), {"fire": 6}),
]


@pytest.mark.parametrize(("rule", "more", "words", "values"), WED_EVENTS)
def test_the_events_of_where_eagles_dare(
    asked: Asking, rule: str, more: Any, words: tuple[str, ...], values: dict[str, Any]
) -> None:
    """WED S3.1."""
    answer = applied(asked, "wed", rule, **more)
    assert all(any(word in effect for effect in answer["effects"]) for word in words)
    assert values.items() <= answer.get("values", {}).items()
    assert {step["rule"] for step in answer["steps"]} == {"WED S3.1"}


@pytest.mark.parametrize(
    ("fact", "value"), [("nine", False), ("assault", True), ("complete", False)]
)
def test_a_nine_in_fire_draws_an_event_once_the_fire_is_resolved(
    asked: Asking, fact: str, value: bool
) -> None:
    """WED S3.0: no roll of an Assault does; MG 1.0: in both games joined."""
    answer = applied(asked, "wed", "Drawing an event")
    assert any("Friendly Player" in effect for effect in answer["effects"])
    told = {**facts("wed", "Drawing an event"), fact: value}
    assert check(asked, "wed", "Drawing an event", facts=told)["verdict"] == "illegal"
    silent = {name: one for name, one in told.items() if name != fact}
    answer = check(asked, "wed", "Drawing an event", facts=silent)
    assert answer["verdict"] == "undetermined"
    assert f"facts.{fact}" in needed(answer)[0]
    joined = dict(rows_of("mg"))
    assert "draw" in joined
    assert joined["draw"].cite == "WED S3.0, WED MG 1.0"


@pytest.mark.parametrize(
    ("scenario", "words"), [("WED-2", "does not go back"), ("WED-CAMPAIGN", "goes back as")]
)
def test_drawn_events_go_back_in_the_campaign_alone(
    asked: Asking, scenario: str, words: str
) -> None:
    """WED S3.0."""
    told = {"state": {"scenario": scenario}, "facts": facts("wed", "draw")}
    effects = check(asked, "wed", "draw", **told)["effects"]
    assert words in effects[-1]
    assert sum("go back" in one or "goes back" in one for one in effects) == 1


def test_the_dutch_stay_until_a_die_of_one_or_lower(asked: Asking) -> None:
    """WED S3.1: a city or town hex, each Men at Work marker takes one off the die."""
    town = "47.156"
    men = [{"kind": "men_at_work", "hex": town}] * 2
    outcomes = check(asked, "wed", "Dutch", hex=town, state={"markers": []})["outcomes"]
    assert outcomes[0]["die"] == [0, 1]
    assert check(asked, "wed", "Dutch", hex=town, state={"markers": men})["outcomes"][0]["die"] == [
        *range(4)
    ]
    gone = check(asked, "wed", "Dutch", hex=town, die=3, state={"markers": men})["result"]
    assert "back into the cup" in gone
    assert check(asked, "wed", "Dutch", hex=HERE)["verdict"] == "illegal"
    assert "hex" in needed(check(asked, "wed", "Dutch"))[0]


@pytest.mark.parametrize(
    ("hex", "verdict"), [("77.131", "legal"), ("77.133", "legal"), ("77.134", "illegal")]
)
def test_an_ambush_reaches_three_hexes(asked: Asking, hex: str, verdict: str) -> None:
    """WED S3.1, MG 1.2: there terrain modifies it."""
    answer = check(asked, "wed", "Ambush", **ALLIED, hex=hex, state=ENEMY)
    assert answer["verdict"] == verdict
    assert "state.units" in needed(check(asked, "wed", "Ambush", **ALLIED, hex=hex))[0]
    allied = {"state": {"units": [{"side": "Allied", "hex": "77.130"}]}}
    target = {"unit": {"side": "German"}}
    joined = check(asked, "mg", "Ambush, Allied", hex=hex, **allied, **target)
    assert joined["verdict"] == verdict
    assert verdict == "illegal" or "terrain modifies" in joined["effects"][0]


@pytest.mark.parametrize(
    ("rule", "more", "words"),
    [
        ("No Event", {}, ("nothing happens",)),
        ("Ambush at a marker", {}, ("6 on the white box", "negative modifiers")),
        (
            "Tank Scare",
            {"unit": {"column": True, "hex": "45.60"}, "hex": "45.61"},
            ("leaves Column and takes a Cohesion Hit", "Cohesion Hit alone"),
        ),
        ("Lost", {}, ("full movement allowance", "activation is over")),
        ("POW", {}, ("taken off the map", "two turns later")),
        ("KG Runge!", {}, ("five Units", "outside the Fire Zone")),
        ("A Unit appears", {}, ("rest of the scenario", "rest of the turn", "Column")),
        (
            "Triggering an event marker",
            {"hex": "45.61", "state": {"units": [{"side": "Allied", "hex": "45.60"}]}},
            ("without having looked",),
        ),
        ("Red event markers", turn(17, "Night"), ("red markers",)),
        ("Green event markers", turn(18, "Night"), ("green markers",)),
    ],
)
def test_the_event_markers_of_the_devils_cauldron(
    asked: Asking, rule: str, more: Any, words: tuple[str, ...]
) -> None:
    """TDC S3.0."""
    answer = applied(asked, "tdc", rule, **more)
    assert all(any(word in effect for effect in answer["effects"]) for word in words)
    assert {step["rule"] for step in answer["steps"]} == {"TDC S3.0"}


def test_what_keeps_an_event_marker_from_working(asked: Asking) -> None:
    """TDC S3.0."""
    far = {"unit": {"column": True, "hex": "45.63"}, "hex": "45.61"}
    assert check(asked, "tdc", "Tank Scare", **far)["verdict"] == "illegal"
    open_ = {"unit": {"column": False, "hex": "45.60"}, "hex": "45.61"}
    assert check(asked, "tdc", "Tank Scare", **open_)["verdict"] == "illegal"
    assert check(asked, "tdc", "Red event markers", **turn(18, "Night"))["verdict"] == "illegal"
    assert "state.turn" in needed(check(asked, "tdc", "Red event markers"))[0]


# map, rule, what must be told, a word of its effects, numbers, its rule
SPECIAL: list[tuple[str, str, dict[str, Any], str, dict[str, Any], str]] = [
    (
        *("wed", "Eindhoven Air Raid markers", turn(19, "Night"), "two are decoys"),
        *({"markers": 3, "real": 1, "dispatch": 4}, "WED S5.2"),
    ),
    ("wed", "Immobile flak", {}, "step 5 of the first turn", {}, "WED S5.4"),
    ("tdc", "Immobile flak", {}, "face down, at random", {}, "TDC S4.7"),
    ("wed", "KG Huber", turn(17, "Night"), "Night turn of September 21", {}, "WED S5.5"),
    (
        *("wed", "PFC Joe Mann"),
        {"unit": {"formation": "502 PIR"}, "state": {"scenario": "WED-CAMPAIGN"}},
        *("Suppressions in the hex fired upon go", {}, "WED S6.9"),
    ),
    (
        *("wed", "Trucks and jeeps", {"unit": "A/1/501"}, "cannot be exceeded"),
        *({}, "WED S5.3, WED S6.3"),
    ),
    (
        *("tdc", "KG Krafft and KG Bruhn", turn(18, "1900"), "same Unit of KG Bruhn"),
        *({}, "TDC S4.5.1"),
    ),
    (
        *("wed", "US Airborne at night"),
        {
            "unit": {"name": "A/1/501", "division": "101st Airborne"},
            **turn(22, "Night", scenario="WED-4"),
        },
        *("Assault values", {"assault": 1}, "WED scenario 4"),
    ),
    (
        *("wed", "Rations", {"unit": {"side": "Allied"}, "state": {"scenario": "WED-4"}}),
        *("no Unit of the Formation takes a Movement Action", {"dispatch": 3}, "WED scenario 4"),
    ),
    ("wed", "The last chit", {}, "first of the next", {}, "WED General Comments"),
    ("wed", "Overstacked arrivals", {}, "overstacked hex", {}, "WED General Comments"),
    ("wed", "Units at the start", {}, "full strength", {}, "WED General Comments"),
    ("wed", "Reinforcement hexes", {}, "comes with the first Unit", {}, "WED General Comments"),
    (
        *("wed", "A Sea Tail that has come", {"hex": HERE, "state": NOBODY}, "six Steps"),
        *({"steps": 6}, "WED campaign"),
    ),
    ("wed", "Glider Pilots", turn(18, "1500"), "66.157", {"pilots": 5}, "WED campaign"),
    (
        *("wed", "KG Chill", {"unit": {"side": "German"}, **turn(20, "0700")}, "white Assault"),
        *({"tq": 1, "white_assault": 1}, "WED S5.1.1"),
    ),
    (
        *("wed", "Planned artillery strike", turn(17, "1500"), "orange box"),
        *({"strikes": 10}, "WED campaign"),
    ),
    ("tdc", "Hohenstaufen reorganises", turn(20, "Night"), "Spindler", {}, "TDC S4.5.2"),
    ("tdc", "Frundsberg reorganises", turn(20, "Night"), "KG Frundsberg", {}, "TDC S4.5.3"),
    ("tdc", "Hartung and Henke", turn(18, "0900"), "Oberst Henke", {}, "TDC S4.5.4"),
    ("tdc", "Reinforcement hex A", {}, "not before", {}, "TDC S4.8"),
    ("tdc", "SS artillery", {"unit": "hoh-2-arko-191"}, "Frundsberg", {}, "TDC S4.11"),
    (
        *(
            "tdc",
            "Polish fire",
            {"unit": {"division": "Polish Brigade"}},
            "nearest Unit not Polish",
        ),
        *({}, "TDC S5.3"),
    ),
    (
        *("tdc", "Group Hot and Group Cold", turn(23, "0900"), "Group Cold chit leaves"),
        *({"formations": 2}, "TDC S5.10"),
    ),
    (
        *("tdc", "Oranje-Bon", turn(20, "0700", units=[]), "within the city limits"),
        *({"units": 2}, "TDC S5.13"),
    ),
    ("mg", "Setting both games up", {}, "nine maps", {"command_43": 4}, "WED MG set-up"),
    ("mg", "Reinf in the other half", {}, "Lost 1AB", {"steps": 2}, "WED MG 1.4"),
    (
        *("mg", "sea_tail", {"hex": HERE, "state": NOBODY}, "in supply for the rest"),
        *({"steps": 6}, "WED MG 2.2.2"),
    ),
    ("mg", "Lost counters", {}, "3 Lost 82AB", {"lost_82_wed": 3, "lost_1_tdc": 2}, "WED MG 9.0"),
]


@each(("map", "rule", "more", "word", "values", "cite"), SPECIAL)
def test_special_rules(
    asked: Asking,
    map: str,
    rule: str,
    more: Any,
    word: str,
    values: dict[str, Any],
    cite: str,
) -> None:
    answer = applied(asked, map, rule, **more)
    assert any(word in effect for effect in answer["effects"])
    assert values.items() <= answer.get("values", {}).items()
    assert cite in {step["rule"] for step in answer["steps"]}


@pytest.mark.parametrize(
    ("map", "rule", "more", "why"),
    [
        ("wed", "KG Huber", turn(18, "Night"), "only on 1944-09-17"),
        ("wed", "Planned artillery strike", turn(18, "0700"), "only at 1500 or 1700 or 1900"),
        ("wed", "KG Chill", {"unit": {"side": "Allied"}, **turn(21, "0700")}, "only German Units"),
        ("wed", "KG Chill", {"unit": {"side": "German"}, **turn(19, "Night")}, "not before"),
        ("wed", "PFC Joe Mann", {"unit": {"formation": "501 PIR"}}, "only Units of 502 PIR"),
        ("wed", "PFC Joe Mann", {"state": {"scenario": "WED-2"}}, "only in WED-3 or WED-CAMPAIGN"),
        ("wed", "Glider Pilots", turn(17, "1500"), "not before 1944-09-18 0700"),
        ("tdc", "Hartung and Henke", turn(18, "1100"), "only at 0900"),
        ("tdc", "SS artillery", {"unit": "1ab-d-10-4"}, "only 1./ARKO 191"),
        ("tdc", "Polish fire", {"unit": {"division": "43rd Infantry"}}, "only Units of Polish"),
        (
            *("tdc", "Oranje-Bon"),
            turn(20, "0700", units=[{"side": "German", "hex": "41.65"}]),
            "German Units are in city-limits-nijmegen",
        ),
        (
            *("wed", "A Sea Tail that has come"),
            {"hex": HERE, "state": {"fire_zones": {"German": [HERE]}}},
            "a German Fire Zone lies on 75.129",
        ),
    ],
)
def test_what_keeps_a_special_rule_from_applying(
    asked: Asking, map: str, rule: str, more: Any, why: str
) -> None:
    answer = check(asked, map, rule, **{"facts": facts(map, rule), **more})
    assert answer["verdict"] == "illegal"
    assert why in reasons(answer, "illegal")


@pytest.mark.parametrize(
    ("division", "spotter", "verdict"),
    [
        ("Hohenstaufen", "Korps Feldt", "illegal"),
        ("Frundsberg", "Division von Tettau", "illegal"),
        ("Korps Feldt", "Hohenstaufen Division", "illegal"),
        ("Korps Feldt", "Division von Tettau", "legal"),
        ("Hohenstaufen", "Frundsberg", "legal"),
    ],
)
def test_german_radio_contact(asked: Asking, division: str, spotter: str, verdict: str) -> None:
    """TDC S4.10."""
    told = {"unit": {"division": division}, "spotter": spotter}
    answer = check(asked, "tdc", "German radio contact", facts={"indirect": True}, **told)
    assert answer["verdict"] == verdict
    if verdict == "illegal":
        assert answer["summary"].startswith("No: German radio contact forbids it: ")
        assert f"may not use a spotter of {spotter}" in answer["summary"]
    assert "spotter" in needed(check(asked, "tdc", "radio", unit={"division": division}))[0]


@pytest.mark.parametrize(
    ("rule", "unit"),
    [
        ("PVT John Towle", {}),
        ("LSgt Baskeyfield", {}),
        ("Major Robert Cain", {"formation": "2nd South Staffordshire"}),
        ("Cpt John Grayburn", {"formation": "1st Parachute Brigade"}),
        ("Cpt Lionel Queripel", {}),
    ],
)
def test_heroes_are_used_once(asked: Asking, rule: str, unit: dict[str, str]) -> None:
    """MG 7.0."""
    told = {"unit": unit} if unit else {}
    answer = applied(asked, "mg", rule, **told)
    assert {step["rule"] for step in answer["steps"]} == {"WED MG 7.0"}
    used = {**facts("mg", rule), "used": True}
    assert check(asked, "mg", rule, facts=used, **told)["verdict"] == "illegal"
    with pytest.raises(InputError):
        check(asked, "wed", rule)


@pytest.mark.parametrize(
    ("map", "rule", "more", "word", "cite"),
    [
        ("wed", "Airborne tanks", {}, "two tank companies", "WED O4.0"),
        ("tdc", "Airborne tanks", {}, "delay marker", "TDC O8.2"),
        ("wed", "German Lost", {}, "Troop Quality Check", "WED O3.0"),
        ("tdc", "German Lost", {}, "Troop Quality Check", "TDC O7.0"),
        (
            *("tdc", "American Glider Pilots"),
            {
                "hex": "41.64",
                **turn(20, "1100", units=[{"side": "German", "hex": "41.62"}]),
            },
            *("three and two", "TDC O1.0"),
        ),
        ("tdc", "Jan van Hoof", turn(18, "1100"), "not wired any more", "TDC O4.0"),
        (
            *("tdc", "52nd Air Landing Division", {}),
            *("third clear daylight turn", "TDC O8.3"),
        ),
        (
            *("tdc", "Allied replacements", {"hex": "41.64", **turn(19, "Night", **NOBODY)}),
            *("has two again", "TDC O10.0"),
        ),
        ("tdc", "Jedburgh Teams", {"unit": {"name": "Team Claude"}}, "ambush marker", "TDC O11"),
    ],
)
def test_optional_rules_hold_where_both_have_agreed(
    asked: Asking, map: str, rule: str, more: Any, word: str, cite: str
) -> None:
    answer = applied(asked, map, rule, **more)
    assert any(word in effect for effect in answer["effects"])
    assert cite in {step["rule"] for step in answer["steps"]}
    known = facts(map, rule)
    refused = check(asked, map, rule, facts={**known, "agreed": False}, **more)
    assert refused["verdict"] == "illegal"
    del known["agreed"]
    silent = check(asked, map, rule, facts=known, **more)
    assert silent["verdict"] == "undetermined"
    assert "facts.agreed" in needed(silent)[0]


@pytest.mark.parametrize("die", range(10))
def test_a_nine_ends_the_ambush_of_a_jedburgh_team(asked: Asking, die: int) -> None:
    """TDC O11."""
    told = {"unit": {"name": "Team Clarence"}, "facts": {"agreed": True}}
    result = check(asked, "tdc", "Jedburgh Teams", die=die, **told)["result"]
    assert ("removed" in result) == (die == 9)


def test_a_german_lost_is_moved_by_his_enemy_once_the_check_fails(asked: Asking) -> None:
    """WED O3.0, TDC O7.0."""
    outcomes = applied(asked, "tdc", "German Lost")["outcomes"]
    assert "the Allied player moves it" in outcomes[1]["result"]


@pytest.mark.parametrize("game", ["wed", "tdc", "mg"])
def test_nothing_a_rule_asks_for_is_taken_as_said(asked: Asking, game: str) -> None:
    """With nothing said a rule that has a condition is undetermined, each missing fact named."""
    for key, row in rows_of(game):
        answer = check(asked, game, key)
        asks = [*facts_of(row), *row.get("unless").values]
        told = " ".join(needed(answer))
        assert all(f"facts.{name}" in told for name in asks), key
        conditions = ("on", "times", "after", "who", "side", "units", "column", "terrain", "within")
        if asks or any(name in row.values for name in (*conditions, "free_of", "clear_area")):
            assert answer["verdict"] == "undetermined", key


@pytest.mark.parametrize("game", ["wed", "tdc", "mg"])
def test_each_fact_against_a_rule_is_enough(asked: Asking, game: str) -> None:
    for key, row in rows_of(game):
        for name in facts_of(row):
            assert check(asked, game, key, facts={name: False})["verdict"] == "illegal", key
        for name in row.get("unless").values:
            assert check(asked, game, key, facts={name: True})["verdict"] == "illegal", key


def test_the_rules_of_a_game_are_listed_with_the_facts_they_ask_for(asked: Asking) -> None:
    listed = {one["id"]: one for one in asked("special.list", map="tdc")["rules"]}
    assert listed["poles"]["facts"].keys() == {"failed", "able"}
    assert listed["jedburgh"]["optional"]
    assert "dutch" not in listed
    with pytest.raises(InputError, match="did you mean Oranje-Bon"):
        check(asked, "tdc", "Oranjebom")
    with pytest.raises(InputError, match="one of failed, able"):
        check(asked, "tdc", "poles", facts={"fail": True})


@pytest.mark.parametrize("name", ["2./559 PzJgr", "A/44 RTR"])
def test_a_vehicle_mounts_no_truck_or_jeep(asked: Asking, name: str) -> None:
    """WED S5.3, S6.3: the Leg Unit may mount; TDC O9.0: the Unit may."""
    told = {"facts": facts("wed", "mount_limit")}
    answer = check(asked, "wed", "mount_limit", unit=name, **told)
    assert answer["verdict"] == "illegal"
    assert answer["summary"] == "No: it may not mount trucks or jeeps: only Leg Units"
    tank = {"class": "tracked"}
    other = check(asked, "tdc", "mount_limit", unit=tank, facts=facts("tdc", "mount_limit"))
    assert other["verdict"] == "legal"
    unsaid = check(asked, "wed", "mount_limit", **told)
    assert "unit.class" in needed(unsaid)[0]


@pytest.mark.parametrize("game", ["wed", "tdc", "mg"])
def test_a_refusal_says_first_what_is_refused_and_why(asked: Asking, game: str) -> None:
    for key, row in rows_of(game):
        for name, text in facts_of(row).items():
            answer = check(asked, game, key, facts={name: False})
            assert f"not: {text}" in str([answer["summary"], *answer.get("notes", ())]), key
            if row.text("forbids"):
                assert "does not apply" not in answer["summary"]
                assert answer["summary"].startswith(f"No: {row.text('forbids')}")


@pytest.mark.parametrize(
    ("rule", "kind", "hex"), [("Dutch", "dutch", "47.156"), ("Minefield", "minefield", "70.150")]
)
def test_a_marker_that_lies_in_the_hex_has_its_effect(
    asked: Asking, rule: str, kind: str, hex: str
) -> None:
    """WED S3.1: where it may be placed is past once it lies there."""
    lies = {"markers": [{"kind": kind, "hex": hex}]}
    answer = check(asked, "wed", rule, hex=hex, state=lies)
    assert answer["verdict"] == "legal"
    assert f"marker lies in {hex}" in reasons(answer)
    placed = check(asked, "wed", rule, hex=HERE, state=lies)
    assert "lies in" not in reasons(placed)


def test_tanks_lent_to_the_101st_are_no_us_airborne(asked: Asking) -> None:
    """WED scenario 4."""
    for name, verdict in (("A/1/501", "legal"), ("A/44 RTR", "illegal"), ("A/2 HHC", "illegal")):
        unit = {"name": name, "division": "101st Airborne"}
        if name == "A/2 HHC":
            unit["division"] = "Guards Armored"
        told = {"unit": unit, **turn(22, "Night", scenario="WED-4")}
        assert check(asked, "wed", "night_assault", **told)["verdict"] == verdict
    day = {"unit": "A/1/501", **turn(22, "1500", scenario="WED-4")}
    assert check(asked, "wed", "night_assault", **day)["verdict"] == "illegal"


@pytest.mark.parametrize("die", range(10))
def test_the_dutch_stay_by_a_die_only_where_the_men_at_work_are_told(
    asked: Asking, die: int
) -> None:
    """WED S3.1."""
    town = {"hex": "47.156", "die": die}
    verdict = check(asked, "wed", "Dutch", **town)["verdict"]
    assert verdict == ("legal" if die <= 1 else "undetermined")
    assert check(asked, "wed", "Dutch", **town, state={"markers": []})["verdict"] == "legal"


@pytest.mark.parametrize(
    ("rule", "scenario", "why"),
    [
        ("Rally", "WED-2", "its own Events are Reinf! (US infantry)"),
        ("Heroic", "WED-3", "its own Events are Lost"),
        ("Intelligence", "WED-2", "its own Events are Reinf! (US infantry)"),
        ("Ambush", "WED-4", "its own Events are German Reinf"),
        ("Lost", "WED-4", "its own Events are German Reinf"),
        ("Dutch", "WED-4", "its own Events are German Reinf"),
        ("Lost", "WED-3", ""),
        ("Dutch", "WED-1", ""),
    ],
)
def test_a_scenario_has_its_own_events_and_none_of_the_campaign_s(
    asked: Asking, rule: str, scenario: str, why: str
) -> None:
    """WED S3.0, S3.1, scenarios 1 to 4."""
    found = check(asked, "wed", rule, hex="47.156", state={"scenario": scenario})
    assert found["verdict"] == ("illegal" if why else "legal")
    assert why in reasons(found, "illegal")
    if not why:
        assert found["effects"][-1] == "the chit does not go back into the cup"
        assert {step["rule"] for step in found["steps"]} == {f"{scenario} Events"}


@pytest.mark.parametrize("scenario", ["WED-CAMPAIGN", "MG"])
def test_the_campaign_s_events_are_those_of_the_campaign(asked: Asking, scenario: str) -> None:
    window = "mg" if scenario == "MG" else "wed"
    found = check(asked, window, "Rally", state={"scenario": scenario})
    assert "back into the cup" in found["effects"][-1]
