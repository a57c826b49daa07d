"""Questions as people put them: a command among the words, another order, a name alone."""

from __future__ import annotations

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.cli_options import context_of
from clubroute.rules.words.items import AmbiguousError, Here
from clubroute.rules.words.sentence import parse
from tests.cases import each


@pytest.fixture(scope="module")
def context() -> Context:
    return context_of(None, None)


@pytest.mark.slow
@each(
    ("line", "method", "said"),
    [
        ("how far 75.129 78.127", "hex.distance", {"from": "75.129", "to": "78.127"}),
        # The ground that somebody fires, attacks or comes out of is not that of the other hex.
        ("fire from town at orchard", "fire.ground", {"terrain": "orchard", "raised": None}),
        ("fire from a raised road into a town", "fire.ground", {"terrain": "town", "raised": None}),
        ("fire from a bridge into woods", "fire.ground", {"terrain": "woods", "at_bridge": None}),
        ("fire at woods from the bridge", "fire.ground", {"terrain": "woods", "at_bridge": None}),
        ("12 vs 4 into a full hex bridge, dice 7 ins", "combat.table",
         {"terrain": ["full_hex_bridge"], "across": None}),
        ("12 vs 4 from a city into the open, dice 9 ins", "combat.table",
         {"odds": "12:4", "terrain": ["clear"], "across": None}),
        ("12 vs 4, attackers in a city, defenders in the open, dice 9 ins", "combat.table",
         {"terrain": ["clear"], "across": None}),
        ("barrage 4 from a city at woods, die 5 ins", "barrage.table", {"terrain": ["woods"]}),
        ("12 vs 4 out of a full hex bridge dice 8 ins", "combat.table",
         {"across": "out_of_span", "terrain": None}),
        ("12 vs 4 across a Sea Line by a bridge, dice 9 ins", "combat.table", {"across": "bridge"}),
        ("A 6mp unit in woods enters clear, cost ins", "step.cost", {"to": ["clear"]}),
        ("cost leg not column from raised_road to clear", "step.cost",
         {"from": {"raised": True}, "to": {"terrain": "clear"}, "via": None}),
        ("A leg unit on a raised road not in column enters clear, cost?", "step.cost",
         {"from": {"raised": True}, "to": {"terrain": "clear"}}),
        ("cost leg column from clear via raised_road to woods", "step.cost",
         {"via": "raised_road", "from": {"terrain": "clear"}}),
        # What changes the numbers and cannot be said is not left out: the rule is shown.
        ("combat 12:4 clear dice 9 dg ins", "rule.find", {}),
        ("combat 12:4 woods out of supply dice 9 ins", "rule.find", {}),
        ("what does a leg unit pay for woods and stream", "step.cost",
         {"to": {"terrain": "woods"}, "features": ["stream"]}),
        ("What does a tracked unit pay to enter woods?", "step.cost",
         {"to": {"terrain": "woods"}, "unit": {"class": "tracked"}}),
        ("who wins WED-3", "victory.score", {"scenario": "WED-3"}),
        ("who controls Veghel", "bridge.control", {"bridge": "74.129/75.129"}),
        ("status closed", "clubroute.status", {}),
        ("turn campaign", "turn.list", {"scenario": "campaign"}),
        ("turn WED-2", "turn.list", {"scenario": "WED-2"}),
        ("cost leg woods ins", "step.cost", {"map": "ins", "to": ["woods"]}),
        ("supply 21/1Abn B19.33", "supply.trace", {"unit": {"name": "21/1Abn", "hex": "B19.33"}}),
        ("limits 21/1Abn A47.05 5.1", "scenario.limits", {"hex": "A47.05"}),
        ("Son", "hex.describe", {"hex": "66.155"}),
        ("get Shermans out of column in an orchard", "step.cost",
         {"act": "leave_column", "unit": {"class": "tracked"}}),
        ("put the lorries into column in a town", "step.cost",
         {"act": "enter_column", "unit": {"class": "wheeled"}}),
        ("the germans want to blow the Son bridge", "bridge.demolish",
         {"side": "German", "entering": None}),
        ("blow Son bridge, germans rolled 6", "bridge.demolish", {"die": 6, "entering": None}),
        ("blow the bridge at A48.05, german rolls 4", "bridge.blow", {"die": 4, "unit": {}}),
        ("4 attacked, 1 closed, die 7: is the route cut", "clubroute.status",
         {"state": {"club_route": {"attacked": 4, "closed": 1}}, "die": 7}),
        ("504th to Arnhem allowed?", "deploy.check", {"unit": {"formation": "504 PIR"}}),
        ("points turn 6 rolled 5 ins", "airdrop.points", {"die": 5}),
        ("MA 10 tanks into polder ins cost", "step.cost", {"unit": {"oval": True, "ma": 10}}),
        ("best way for trucks 66.163 to 66.156", "move.best", {"from": "66.163", "to": "66.156"}),
        ("quickest route for trucks 66.163 to 66.156", "move.best", {"from": "66.163"}),
        ("way for trucks from Best to 66.156", "move.best", {"to": "66.156"}),
        ("what is the order of the 1900 turn", "turn.checklist", {}),
        ("where is Wzbwski set up in WED-3", "scenario.whereabouts", {"about": "Wzbwski"}),
        ("where is Easy/2/506 set up in Hell's Highway", "scenario.whereabouts",
         {"about": "Easy/2/506", "scenario": "WED-4"}),
        ("setup wed Hell's Highway", "scenario.setup", {"scenario": "WED-4"}),
        ("is A/2 HHC in command in Market-Garden", "command.check", {"map": "mg"}),
        ("reach A/2/1Para ma 5 INS-5.3", "move.reach", {"from": "A49.06"}),
        ("which bridges are prepared in 5.3", "scenario.setup", {"bridges": True}),
        ("is the Son bridge blown in the Foothold campaign", "scenario.setup",
         {"bridge": "E54.24/E55.25", "scenario": "INS-5.3"}),
        ("how many markers are in the Hell's Highway box", "rule.find", {}),
        ("ins crt 3:1 dice 9", "combat.table", {"odds": "3:1", "dice": [4, 5]}),
        ("ins attack 13 against 4, dice 6", "combat.table", {"odds": "13:4", "dice": [3, 3]}),
        ("ins 2:1 against a city, dice 8", "combat.table", {"odds": "2:1", "terrain": ["city"]}),
        ("ins allied air strikes, dice 11", "air.strikes", {"dice": [5, 6]}),
        ("ins german air strikes, die 4", "air.strikes", {"dice": [4]}),
        ("ins german artillery ammo, dice 9", "ammo.arrival", {"dice": [4, 5]}),
    ],
)  # fmt: skip
def test_a_question_is_taken_as_one_says_it(
    context: Context, line: str, method: str, said: dict[str, object]
) -> None:
    asked = parse(line, Here(context))
    assert asked.method == method
    assert {name: asked.params.get(name) for name in said} == said


def test_the_route_is_cut_or_open_in_words(context: Context) -> None:
    for word, status in (("cut", "cut"), ("closed", "cut"), ("open", "open")):
        state = parse(f"status {word}", Here(context)).params["state"]
        assert state == {"club_route": {"status": status}}


@pytest.mark.usefixtures("gts_map")
def test_a_unit_alone_is_told_to_be_nowhere_and_not_to_be_a_wrong_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["14", "Field"]) == 2
    assert "found '14 Field Sqn, RE', expected a hex, or where it is" in capsys.readouterr().err


@pytest.mark.usefixtures("gts_map")
def test_a_question_needs_no_command_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["Can", "75.129", "see", "78.127", "--text"]) == 0
    assert capsys.readouterr().out.startswith("No: 77.128: town: Blocking Terrain")
    assert main(["lso", "75.129", "78.127"]) == 2  # a command that is mistyped stays one
    assert "did you mean los?" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("zoc ins German German=E5.03", marks=pytest.mark.slow),
        pytest.param("scenario WED-4", marks=pytest.mark.slow),
        *("rule rout", "check gone.vlog"),
    ],
)
def test_the_capitals_of_a_command_do_not_matter(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *rest = line.split()
    # The first time a map may be compiled, and said to be.
    asked = (first, first, first.upper())
    said = [(main([word, *rest]), capsys.readouterr()) for word in asked]
    assert said[1] == said[2]
    assert "expected a command" not in said[1][1].err


def test_the_first_lines_of_help_lead_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    first = capsys.readouterr().out
    for command in ("move", "los", "rule"):
        assert f"  clubroute {command} " in first


@pytest.mark.usefixtures("gts_map", "ins_map")
@pytest.mark.parametrize("line", ["who wins Hell's Highway", "setup Hell's Highway"])
def test_a_title_of_two_games_is_asked_about(context: Context, line: str) -> None:
    with pytest.raises(AmbiguousError) as refused:
        parse(line, Here(context))
    assert "WED-4 or INS-5.8" in refused.value.expected
