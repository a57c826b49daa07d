"""Rulebooks by somebody who had not seen the tables, with answers worked out by hand in them.

Each lies as a game folder in ``strangers/``, its rulebook beside it. A question that the tables
cannot answer rightly yet names what they lack; it must fail, so that nobody forgets it.
"""

from __future__ import annotations

import csv
import tomllib
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.ground import AsPrinted
from clubroute.rules.engine.keys import RuleSource
from clubroute.rules.engine.overlays import rules_told
from clubroute.rules.engine.sight import blocking
from clubroute.rules.ground.maps import map_of
from clubroute.rules.plain.book import facts_of, the_rules
from clubroute.rules.plain.game import game_of
from tests.cases import each
from tests.rules.needed import needed

HERE = Path(__file__).with_name("strangers")
QUESTIONS = [
    {"book": path.stem, **row}
    for path in sorted(HERE.glob("*.csv"))
    for row in csv.DictReader(path.open(encoding="utf-8", newline=""))
]
USUAL = {"hollin": "fair", "kestrel": "fair", "mills": None, "fen": None}
"""The weather of a question that says none, where it is not dry; None where there is no weather."""
LISTS = ("path", "hexes", "attackers", "first", "last", "lost")
OF_STATE = ("turn", "used")
MOST_LINES = 175
"""The lines of rules.toml that a page of rules takes."""
NUMBERS = ("hexes", "dice", "total", "stacking", "units", "range", *OF_STATE)


@pytest.fixture(scope="module")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Context]:
    """The surroundings of a question by rulebook."""
    out = tmp_path_factory.mktemp("strangers")
    return {
        book: Context(out, maps=CompiledMaps(Project(HERE / book), out))
        for book in {row["book"] for row in QUESTIONS}
    }


def said(text: str) -> dict[str, str]:
    """``from=1 path=2 3`` as names with what stands after each."""
    found: dict[str, str] = {}
    name = ""
    for word in text.split():
        if "=" in word:
            name, _, word = word.partition("=")
            found[name] = word
        else:
            found[name] += f" {word}"
    return found


def unit_of(text: str) -> dict[str, Any]:
    """``B1=03.03/N:march`` as a unit: its id, hex, facing and states."""
    call, _, states = text.partition(":")
    call, _, facing = call.partition("/")
    id_, _, hex_ = call.partition("=")
    unit = {"id": id_, "back": False, "state": states.split("+") if states else []}
    placed = {"hex": hex_, "facing": facing}
    return {**unit, **{name: value for name, value in placed.items() if value}}


def asked(row: dict[str, str]) -> dict[str, Any]:
    """The parameters of a question."""
    told = said(row["said"])
    units = [unit_of(one) for one in row["units"].split()]
    state: dict[str, Any] = {"units": units}
    usual = None if "turn" in told else USUAL.get(row["book"], "dry")
    if (weather := told.pop("weather", usual)) is not None:
        state["weather"] = weather
    state |= {name: int(told.pop(name)) for name in OF_STATE if name in told}
    params: dict[str, Any] = {"map": row["book"], "state": state}
    if row["ask"] == "victory.tally":
        params["lost"] = told.pop("lost", "").split()
    if (holds := told.pop("holds", None)) is not None:
        params["holds"] = dict(one.split(":") for one in holds.split() if one != "-")
    if row["unit"]:
        params["unit"] = unit_of(row["unit"])
    for name, text in told.items():
        if name == "hexes":
            params[name] = int(text)
        elif name == "dice":
            params[name] = [int(one) for one in text.split()]
        else:
            params[name] = text.split() if name in LISTS else text
    return params


@each(
    "row",
    [
        pytest.param(
            row,
            id=f"{row['book']} {row['q']}",
            marks=[pytest.mark.xfail(strict=True, reason=row.get("lacks", ""))]
            * bool(row.get("lacks")),
        )
        for row in QUESTIONS
    ],
)
def test_an_answer_is_that_of_the_rulebook(
    contexts: dict[str, Context], row: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE / row["book"])
    found = ask(contexts[row["book"]], row["ask"], asked(row))
    assert found["verdict"] == row["verdict"], found
    for name, text in said(row["answer"]).items():
        told = found[name]
        if isinstance(told, dict) and ":" in text:
            assert told == {one: int(n) for one, n in (each.split(":") for each in text.split())}
        elif isinstance(told, list | dict):
            assert sorted(told) == sorted(text.split()), found
        else:
            assert told == (float(text) if name in NUMBERS else text), found
    if row["rule"]:
        assert row["rule"] in {step["rule"] for step in found["steps"]}, found


@each("book", ("kestrel", "mills", "fen"))
def test_a_page_of_rules_is_as_many_lines_of_tables(book: str) -> None:
    lines = (HERE / book / "counters" / book / "rules.toml").read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES


def test_who_is_seen_sees(contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE / "kestrel")
    country = map_of(contexts["kestrel"], "kestrel")
    ground, tables = AsPrinted(country), the_rules(game_of("kestrel")).under("fair", "")
    ways = [
        [any(blocking(tables, ground, *ends)) for ends in ((a, b), (b, a))]
        for a, b in combinations(range(len(country)), 2)
    ]
    assert [way for way in ways if way[0] != way[1]] == []
    assert 100 < sum(way[0] for way in ways) < len(ways) - 100


def test_whose_unit_it_is_is_asked_where_sides_differ(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To enter a zone costs Blue 1 MP more, Red 2; where there is none it is all the same."""
    monkeypatch.chdir(HERE / "fen")
    foe = {"id": "RF1", "hex": "05.03", "back": False, "state": []}
    unit = {"kind": "foot", "move": 4, "points": 2, "back": False, "state": []}
    asked = {"map": "fen", "unit": unit, "path": ["03.03", "04.03"]}
    told = ask(contexts["fen"], "move.check", {**asked, "state": {"units": [foe]}})
    assert told["verdict"] == "undetermined"
    (need,) = (one for one in needed(told) if one.startswith("unit.side"))
    assert "Blue: Yes, 2 of 4 MP" in need
    assert ask(contexts["fen"], "move.check", {**asked, "state": {"units": []}})["total"] == 1


def test_a_limit_told_for_one_side_alone_is_a_mistake(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = (HERE / "fen" / "counters" / "fen" / "rules.toml").read_text("utf-8")
    wrong = told.replace("enter = { Blue = 1, Red = 2 }", "enter = { Blue = 1 }", 1)
    monkeypatch.chdir(HERE / "fen")
    facts = facts_of(game_of("fen"))
    assert rules_told(RuleSource(Path("rules.toml"), told), tomllib.loads(told), facts).sided
    with pytest.raises(InputError, match="nothing for Red, expected it, or else = "):
        rules_told(RuleSource(Path("rules.toml"), wrong), tomllib.loads(wrong), facts)


def test_what_nobody_says_of_a_unit_is_named(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stack, a zone and a limit may hang on a stranger's points, states and kind."""
    monkeypatch.chdir(HERE / "lauter")
    context = contexts["lauter"]
    stranger = {"name": "A stranger", "side": "Republic", "hex": "02.02"}
    state = {"weather": "dry", "units": [{**stranger, "kind": "infantry"}]}
    asked = {"map": "lauter", "state": state}
    stack = ask(context, "stacking.check", {**asked, "hex": "02.02", "side": "Republic"})
    assert needed(stack) == ["state.units[0].points: the stacking points of A stranger"]
    move = {"unit": unit_of("B1"), "path": ["01.02", "02.02"]}
    assert ask(context, "move.check", {**asked, **move})["verdict"] == "undetermined"
    zones = ask(context, "hex.zones", {**asked, "side": "Republic"})
    assert "state.units: whether A stranger is disrupted (LA 2.5)" in zones["unchecked"]
    assert "changing formation (LA 2.2)" in zones["unchecked"]
    wagon = unit_of("BW=02.02")
    state = {"weather": "dry", "units": [wagon, {**stranger, "points": 0, "state": []}]}
    told = ask(
        context,
        "stacking.check",
        {"map": "lauter", "state": state, "hex": "02.02", "side": "Republic"},
    )
    assert told["verdict"] == "undetermined"  # it may be a second wagon


def about_amra(unit: str, units: str = "", **more: Any) -> dict[str, Any]:
    """A question about Fort Amra, by day and in clear weather."""
    state = {"units": [unit_of(one) for one in units.split()], "weather": "dry"}
    return {"map": "amra", "unit": unit_of(unit), "state": state, **more}


@pytest.mark.parametrize(
    ("unit", "units", "more"),
    [
        ("C1", "G1=05.03 G4=04.04", {}),
        ("C5", "G1=05.03 GG=06.05", {}),
        ("C3", "G1=05.03", {"first": ["mounted"], "last": ["mounted"]}),
        ("C3:mounted", "G1=05.03", {"last": ["mounted"]}),
        ("CG", "", {"first": ["dug_in"], "from": "03.03"}),
    ],
)
def test_the_best_way_and_the_reach_know_what_the_path_knows(
    contexts: dict[str, Context],
    monkeypatch: pytest.MonkeyPatch,
    unit: str,
    units: str,
    more: dict[str, Any],
) -> None:
    """Limits on zones, slopes, zones that spare a unit and changes of state hold in each method."""
    monkeypatch.chdir(HERE / "amra")
    context = contexts["amra"]
    asked = about_amra(unit, units, **{"from": "03.02", **more})
    reach = ask(context, "move.reach", asked)["hexes"]
    assert len(reach) > 1 or more.get("first") == ["dug_in"]
    for goal in map_of(context, "amra").all_numbers():
        best = ask(context, "move.best", {**asked, "to": goal})
        told = best["total"] if best["verdict"] == "legal" else None
        if goal == asked["from"]:
            continue
        assert reach.get(goal) == told, (goal, best)
        if told is not None:
            path = [one["hex"] for one in best["path"]]
            params = {name: value for name, value in asked.items() if name != "from"}
            checked = ask(context, "move.check", {**params, "path": path})
            assert (checked["verdict"], checked["total"]) == ("legal", told)


@pytest.mark.parametrize(
    ("unit", "units", "more", "rule"),
    [
        ("C3", "", {"path": ["03.02", "03.03"], "last": ["mounted"]}, "FA 2.2"),
        ("C3", "G1=04.03", {"path": ["03.03", "03.02"], "first": ["mounted"]}, "FA 2.2"),
        ("C4", "", {"path": ["03.02", "03.03"], "first": ["mounted"]}, "FA 2.2"),
        ("C4", "", {"path": ["03.03", "03.04"], "first": ["dug_in"]}, "FA 2.4"),
        ("C4", "", {"path": ["03.02", "03.03"], "first": ["weak"]}, None),
        ("C4:dug_in", "", {"path": ["03.02", "03.03"], "first": ["dug_in"]}, "FA 2.4"),
    ],
)
def test_a_state_is_changed_only_as_the_rules_have_it(
    contexts: dict[str, Context],
    monkeypatch: pytest.MonkeyPatch,
    unit: str,
    units: str,
    more: dict[str, Any],
    rule: str | None,
) -> None:
    monkeypatch.chdir(HERE / "amra")
    found = ask(contexts["amra"], "move.check", about_amra(unit, units, **more))
    assert found["verdict"] == ("illegal" if rule else "undetermined"), found
    if rule is None:
        assert needed(found) == ["[state.weak] take or drop: what it costs to become weak"]
    else:
        refused = [one["rule"] for one in found["steps"] if one.get("verdict") == "illegal"]
        assert refused == [rule]


def test_zones_tell_whom_they_affect(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE / "amra")
    asked = about_amra("C1", "G4=04.04", side="League")
    any_unit = {name: value for name, value in asked.items() if name != "unit"}
    assert ask(contexts["amra"], "hex.zones", asked)["hexes"] == []
    told = ask(contexts["amra"], "hex.zones", any_unit)
    assert "03.04" in told["hexes"]
    assert "FA 4.3" in {step["rule"] for step in told["steps"]}


@pytest.mark.parametrize(
    ("attack", "rule"),
    [
        ("C1=03.03 G4=03.04:dug_in", None),
        ("C1=04.03 G4=03.04", "FA 7.1"),
        ("G1=03.04 C4=04.03", None),
        ("GG=03.04 C4=04.03", "FA 7.1"),
        ("C4=04.03 G4=03.04", None),
    ],
)
def test_attacks_over_a_slope_go_by_class_and_direction(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch, attack: str, rule: str | None
) -> None:
    monkeypatch.chdir(HERE / "amra")
    first, second = (unit_of(one) for one in attack.split())
    state = {"units": [first, second], "weather": "dry"}
    asked = {"map": "amra", "state": state, "attackers": [first["id"]], "hex": second["hex"]}
    found = ask(contexts["amra"], "combat.resolve", {**asked, "dice": [3]})
    assert found["verdict"] == ("illegal" if rule else "decided"), found
    if rule:
        assert rule in {step["rule"] for step in found["steps"] if step.get("verdict")}


slow = partial(pytest.param, marks=pytest.mark.slow)
"""A row like one before it, which a quick run does without."""


@pytest.mark.parametrize("book", ["amra", "hollin", "lauter", "saltmarch"])
def test_a_rulebook_of_one_page_takes_a_hundred_lines(book: str) -> None:
    text = (HERE / book / "counters" / book / "rules.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert len(lines) <= 100


def about_hollin(unit: str, units: str = "", **more: Any) -> dict[str, Any]:
    """A question about Hollin Ford in fair weather."""
    state = {"units": [unit_of(one) for one in units.split()], "weather": "fair"}
    return {"map": "hollin", "unit": unit_of(unit), "state": state, **more}


@pytest.mark.parametrize(
    ("unit", "units", "more"),
    [
        ("H1=03.03/N", "", {}),
        slow("HK=03.03/S", "R1=05.03/NW", {"facing": "N"}),
        slow("R1=04.02/S", "H1=03.03/NE", {}),
        slow("RK=04.02/S", "H1=03.03/NE R3=05.02/S", {}),
        slow("HK=04.02/NE", "H1=04.01/S H2=05.03/N", {"last": ["dismounted"]}),
    ],
)
def test_facing_holds_in_each_method(
    contexts: dict[str, Context],
    monkeypatch: pytest.MonkeyPatch,
    unit: str,
    units: str,
    more: dict[str, Any],
) -> None:
    """Reach, best way and path turn alike, and no way costs less than the best one."""
    monkeypatch.chdir(HERE / "hollin")
    context = contexts["hollin"]
    here = unit_of(unit)["hex"]
    asked = about_hollin(unit, units, **more, **{"from": here})
    reach = ask(context, "move.reach", asked)["hexes"]
    assert len(reach) > 1
    params = {name: value for name, value in asked.items() if name != "from"}
    country = map_of(context, "hollin")
    for goal in country.all_numbers():
        best = ask(context, "move.best", {**asked, "to": goal})
        if goal == here:
            continue
        told = best["total"] if best["verdict"] == "legal" else None
        assert reach.get(goal) == told, (goal, best)
        if told is not None:
            path = [one["hex"] for one in best["path"]]
            checked = ask(context, "move.check", {**params, "path": path})
            assert (checked["verdict"], checked["total"]) == ("legal", told)
        if country.between(country.id(here), country.id(goal)) == 1:
            checked = ask(context, "move.check", {**params, "path": [here, goal]})
            if checked["verdict"] == "legal":
                assert reach[goal] <= checked["total"]


@pytest.mark.parametrize(
    ("method", "unit", "units", "more", "needs"),
    [
        ("move.check", "H1", "", {"path": ["03.03", "03.02"]}, "unit.facing"),
        ("move.reach", "H1/N", "R1=05.03", {"from": "03.03"}, "state.units[0].facing"),
        ("hex.zones", "H1/N", "R1=05.03", {"side": "Raiders"}, "state.units[0].facing"),
        ("combat.retreat", "H1/N", "R1=03.02", {"from": "03.03"}, "state.units[0].facing"),
        ("supply.trace", "H1=03.03", "HC=03.01 R1=03.02", {}, "state.units[1].facing"),
        ("combat.retreat", "H1/N", "R1=03.02/S", {"from": "03.03"}, "attackers"),
        (
            "combat.resolve",
            "",
            "H1=03.03 R1=03.02/S",
            {"hex": "03.02", "attackers": ["H1"]},
            "attackers.facing",
        ),
        (
            "combat.resolve",
            "",
            "H1=03.03/N R1=03.02",
            {"hex": "03.02", "attackers": ["H1"]},
            "defenders.facing",
        ),
        (
            "combat.advance",
            "HK",
            "H1=01.01/N",
            {"from": "05.05", "to": "04.04", "on": "03.04"},
            "unit.facing",
        ),
    ],
)
def test_a_facing_that_nobody_says_is_needed(
    contexts: dict[str, Context],
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    unit: str,
    units: str,
    more: dict[str, Any],
    needs: str,
) -> None:
    monkeypatch.chdir(HERE / "hollin")
    asked = about_hollin(unit or "H1", units, **more)
    if not unit or method == "hex.zones":
        del asked["unit"]
    found = ask(contexts["hollin"], method, asked)
    assert found["verdict"] == "undetermined", found
    assert any(one.startswith(needs) for one in needed(found)), needed(found)


def test_a_facing_the_map_has_not_is_refused(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE / "hollin")
    asked = about_hollin("H1/E", path=["03.03", "03.02"])
    with pytest.raises(InputError, match=r"facing: found 'E', expected one of N, NE, SE"):
        ask(contexts["hollin"], "move.check", asked)


@pytest.mark.parametrize(
    ("unit", "units", "path", "rule"),
    [
        ("H2/S", "", "03.03 03.02 03.01", "HF 3.1"),
        ("H2/N:shield_wall", "", "03.03 03.02", "HF 2.4"),
        ("H1/S", "R1=03.01/S", "03.02 03.03", "HF 4.5"),
        ("H1/S", "R1=04.01/SW", "04.02 03.02", "HF 4.6"),
    ],
)
def test_what_facing_bars_is_refused(
    contexts: dict[str, Context],
    monkeypatch: pytest.MonkeyPatch,
    unit: str,
    units: str,
    path: str,
    rule: str,
) -> None:
    """Turning takes MP; a step back is of one hex, and not from zone to zone."""
    monkeypatch.chdir(HERE / "hollin")
    found = ask(contexts["hollin"], "move.check", about_hollin(unit, units, path=path.split()))
    assert rule in {step["rule"] for step in found["steps"]}, found
    assert found["verdict"] == "illegal"


def test_what_every_weather_needs_is_asked_for_first(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No weather is said, and in each it turns on whether the unit is mounted."""
    monkeypatch.chdir(HERE / "amra")
    asked = {"map": "amra", "unit": "C3", "path": ["03.02", "03.03"], "first": ["mounted"]}
    found = ask(contexts["amra"], "move.check", asked)
    assert needed(found) == ["unit.state: whether it is mounted"]


def test_a_stranger_may_be_mounted_whose_zone_enters_no_wood(
    contexts: dict[str, Context], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE / "hollin")
    stranger = {"name": "A stranger", "side": "Raiders", "hex": "03.03", "facing": "N", "state": []}
    state = {"units": [stranger], "weather": "fair"}
    asked = {"map": "hollin", "side": "Raiders", "state": state}
    found = ask(contexts["hollin"], "hex.zones", asked)
    assert found["verdict"] == "undetermined"
    known = {**asked, "state": {**state, "units": [{**stranger, "kind": "knights"}]}}
    assert ask(contexts["hollin"], "hex.zones", known)["hexes"] == ["04.02"]
