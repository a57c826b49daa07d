"""Questions in words: what a command asks, and what is said where it asks nothing."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.words.grammar import Here, parse, words_of
from clubroute.rules.words.shell import complete
from tests.cases import each

LEG = {"class": "leg", "ma": 8}
TWENTIETH = "1944-09-20"
ASKED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("los 75.129 78.127", "los.check", {"map": "wed", "from": "75.129", "to": "78.127"}),
    ("los Veghel 78.127", "los.check", {"map": "wed", "from": "77.127", "to": "78.127"}),
    ("los to Veghel from 78.127", "los.check", {"map": "wed", "from": "78.127", "to": "77.127"}),
    ("LOS veghel,78.127", "los.check", {"map": "wed", "from": "77.127", "to": "78.127"}),
    ("los.check 75.129 78.127", "los.check", {"map": "wed", "from": "75.129", "to": "78.127"}),
    (
        "los.check map=tdc from=38.67 to=38.66",
        "los.check",
        {"map": "tdc", "from": "38.67", "to": "38.66"},
    ),
    (
        "move A/1/501 from 75.129 to 76.127",
        "move.best",
        {"map": "wed", "unit": "A/1/501", "from": "75.129", "to": "76.127"},
    ),
    (
        "move leg 8mp 75.129 75.128 76.127",
        "move.check",
        {"map": "wed", "unit": LEG, "path": ["75.129", "75.128", "76.127"]},
    ),
    (
        "go A/1/501 column 75.129 Veghel",
        "move.best",
        {"map": "wed", "unit": {"name": "A/1/501", "column": True}, "from": "75.129"}
        | {"to": "77.127"},
    ),
    ("reach leg 8mp from Veghel", "move.reach", {"map": "wed", "unit": LEG, "from": "77.127"}),
    (
        "cost leg woods stream",
        "step.cost",
        {"unit": {"class": "leg"}, "to": {"terrain": "woods"}, "features": ["stream"]},
    ),
    (
        "cost A/1/506 from woods into clear over a stream",
        "step.cost",
        {"unit": "A/1/506", "from": {"terrain": "woods"}, "to": {"terrain": "clear"}}
        | {"features": ["stream"]},
    ),
    ("fan 66.151 6", "los.fan", {"map": "wed", "from": "66.151", "range": 6}),
    ("where Nijmegen", "hex.describe", {"map": "tdc", "hex": "38.67"}),
    ("bridge.control Son bridge", "bridge.control", {"map": "wed", "bridge": "66.156/66.157"}),
    ("weather.day 1944-09-18 6", "weather.day", {"map": "wed", "date": "1944-09-18", "die": 6}),
    ("turn.list night", "turn.list", {"map": "wed", "time": "Night"}),
    ("rule Son Bridge", "rule.find", {"about": "Son Bridge"}),
    (
        "reach ma=6 from E1.00",
        "move.reach",
        {"map": "ins", "unit": {"ma": 6}, "from": "E1.00", "begins": True},
    ),
    (
        "reach ma=6 from E1.00 begins=no",
        "move.reach",
        {"map": "ins", "unit": {"ma": 6}, "from": "E1.00", "begins": False},
    ),
    (
        "zones German Beek=A24.01 Beek.ma=4 Beek.dg=no",
        "hex.zones",
        {
            "map": "ins",
            "side": "German",
            "state": {"units": [{"name": "Beek", "hex": "A24.01", "ma": 4, "dg": False}]},
        },
    ),
    ("where Nijmegen ins", "hex.describe", {"map": "ins", "hex": "B19.33"}),
    ("score ins-5.3", "victory.score", {"map": "ins", "state": {"scenario": "ins-5.3"}}),
    ("setup 5.3 ins", "scenario.setup", {"map": "ins", "scenario": "5.3"}),
    ("rule 1.14 ins", "rule.find", {"map": "ins", "about": "1.14"}),
    ("score MG 20 September", "victory.score", {"map": "mg", "scenario": "MG", "date": TWENTIETH}),
    ("score TDC", "victory.score", {"map": "tdc", "scenario": "TDC"}),
    ("turn 1900 TDC", "turn.checklist", {"scenario": "TDC"}),
    ("turn 1900 Sept 20 mg", "turn.1900", {"scenario": "MG", "date": TWENTIETH}),
    (
        "bridge.declare 20 September 0900",
        "bridge.declare",
        {"map": "wed", "turn": {"date": TWENTIETH, "time": "0900"}},
    ),
    ("turn.next 1944-09-20 1900", "turn.next", {"turn": {"date": TWENTIETH, "time": "1900"}}),
    ("weather September 20 6", "weather.day", {"map": "wed", "date": TWENTIETH, "die": 6}),
    ("where St. Oedenrode", "hex.describe", {"map": "wed", "hex": "60.140"}),
    ("where St Oedenrode", "hex.describe", {"map": "wed", "hex": "60.140"}),
    (
        "cost leg river",
        "step.cost",
        {"unit": {"class": "leg"}, "features": ["river"]},
    ),
    (
        "reach leg 6mp 45.223 WED-1",
        "move.reach",
        {
            "map": "wed",
            "unit": {"class": "leg", "ma": 6},
            "from": "45.223",
            "state": {"scenario": "WED-1"},
        },
    ),
    ("where 1./I./Kerutt WED-CAMPAIGN", "hex.describe", {"map": "wed", "hex": "45.223"}),
    ("route WED-4", "clubroute.trace", {"map": "wed", "state": {"scenario": "WED-4"}}),
    ("status scenario=WED-4", "clubroute.status", {"map": "wed", "state": {"scenario": "WED-4"}}),
    (
        "strikes event 20 September 0900 clear",
        "air.strikes",
        {
            "map": "wed",
            "source": "event",
            "state": {"turn": {"date": TWENTIETH, "time": "0900", "weather": "clear"}},
        },
    ),
    ("where MG Nijmegen", "hex.describe", {"map": "mg", "hex": "38.67"}),
)


@each(("line", "method", "params"), ASKED, ids=[line for line, *_ in ASKED])
def test_a_command_asks(line: str, method: str, params: dict[str, Any], all_maps: Context) -> None:
    found = parse(line, Here(all_maps))
    assert (found.method, found.params) == (method, params)


REFUSED = (
    ("zones German Beek=A24.01 Beek.formatoin=4", "(did you mean formation?)"),
    ("los Vegel 78.127", "(did you mean Veghel?)"),
    ("los 75129 78.127", "(did you mean 75.129?)"),
    ("los A10.10 A12.11", "expected a hex of wed or tdc or mg"),
    ("reach", "as: reach leg 8mp from Veghel"),
    (
        "reach wheeled 6mp from E20.20 ins",
        "found 'wheeled', expected UNIT [from HEX], as: reach 21/1Abn",
    ),
    ("where A/1/501", "A/1/501=75.129"),
    ("lso 75.129 78.127", "(did you mean los?)"),
    ("los 75.129", "found nothing, expected the target Unit's hex"),
    ("los 75.129 78.127 banana", "'banana'"),
    ("move A/1/501 76.127", "found nothing, expected the unit's hex"),
    ("move A/1/51 75.129 76.127", "(did you mean A/1/501?)"),
    ("setup TDC-1", "found 'TDC-1', expected one of WED-1,"),
    ("where Son Bridge", "expected a hex: it lies at 66.156/66.157"),
    ("march 21/1Abn", "the unit's hex (from), as: march 21/1Abn from Nijmegen"),
    ("march E1.00", "found nothing, expected the unit"),
    ("march E5.03 E5.04", "found nothing, expected the unit"),
    ("march 21/1Abn to Nijmegen", "found nothing, expected the unit's hex (from)"),
    (
        "turn foo",
        "found 'foo', expected 1900 DATE or 1900 STATE or 1900 or [TIME] [DATE], as: turn",
    ),
    ("", "found nothing, expected a command"),
)


@each(("line", "said"), REFUSED, ids=[line or "nothing" for line, _ in REFUSED])
def test_a_mistake_is_one_line_with_the_nearest(line: str, said: str, all_maps: Context) -> None:
    with pytest.raises(InputError) as caught:
        parse(line, Here(all_maps))
    assert said in str(caught.value)


def test_a_guessed_map_is_said_so(all_maps: Context) -> None:
    assert parse("los 75.129 78.127", Here(all_maps)).said == ()  # no other map has the hexes
    told = ("read on the map wed, for the other say map=ins",)
    assert parse("where Veghel", Here(all_maps)).said == told
    assert parse("los 75.129 78.127", Here(all_maps, map="mg")).said == ()
    assert parse("los 75.129 78.127 map=mg", Here(all_maps)).params["map"] == "mg"


POSITION = {"units": [{"name": "A/1/501", "side": "Allied", "hex": "75.129"}]}


def test_who_stands_in_a_stack_is_named(all_maps: Context) -> None:
    stack = {"units": [{"name": name, "hex": "E5.03"} for name in ("21/1Abn", "C/1/501")]}
    with pytest.raises(InputError, match=r"; there stand 21/1Abn, C/1/501$"):
        parse("march E5.03", Here(all_maps, "ins", stack))


def test_a_unit_goes_from_its_hex_in_the_position(all_maps: Context) -> None:
    found = parse("move A/1/501 76.127", Here(all_maps, "wed", POSITION))
    assert found.params["from"] == "75.129"
    assert found.params["state"] == POSITION


def test_the_scenario_and_the_turn_are_those_of_the_position(all_maps: Context) -> None:
    played = {"scenario": "TDC", "turn": {"date": "1944-09-18", "time": "0900"}}
    here = Here(all_maps, "tdc", played)
    score = parse("score", here).params
    assert (score["scenario"], score["map"]) == ("TDC", "tdc")
    turn = parse("turn", here).params
    assert (turn["time"], turn["date"]) == ("0900", "1944-09-18")
    night = parse("turn night", here).params
    assert (night["time"], "date" in night) == ("Night", False)
    assert "time" not in parse("turn 1944-09-19", here).params  # that of another day


def test_a_unit_that_stands_nowhere_in_the_position_is_told(all_maps: Context) -> None:
    with pytest.raises(InputError, match="the position does not say where B/1/501 is"):
        parse("where B/1/501", Here(all_maps, "wed", POSITION))


def test_a_unit_stands_for_its_hex(all_maps: Context) -> None:
    found = parse("los A/1/501 78.127", Here(all_maps, "wed", POSITION))
    assert (found.params["from"], found.params["to"]) == ("75.129", "78.127")


def test_a_unit_stands_for_its_hex_where_no_position_is_asked_for(all_maps: Context) -> None:
    assert parse("where A/1/501", Here(all_maps, "wed", POSITION)).params["hex"] == "75.129"


@pytest.mark.parametrize("line", ["date=1944-09-18", "1900 1944-09-18", "map=wed 1944-09-18"])
def test_a_methods_own_name_needs_no_word_that_tells_it_from_others(
    line: str, all_maps: Context
) -> None:
    found = parse(f"turn.1900 {line}", Here(all_maps))
    assert (found.method, found.params) == ("turn.1900", {"date": "1944-09-18"})


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "turn map=web",
            r"map web, expected one of wed, tdc, mg, ins, .*\bombrey\b",
        ),
        ("los 75.129 78.127 map=ins", "los on map ins, expected it on wed, tdc, mg"),
    ],
)
def test_a_command_of_other_maps_says_of_which(line: str, expected: str, all_maps: Context) -> None:
    with pytest.raises(InputError, match=expected):
        parse(line, Here(all_maps))


def test_more_may_be_said_of_the_position(all_maps: Context) -> None:
    found = parse("los A/1/501 78.127 night", Here(all_maps, "wed", POSITION))
    assert found.params["state"] == {**POSITION, "turn": {"time": "Night"}}


def test_quotes_are_needed_for_nothing_and_may_stand() -> None:
    assert words_of('los "Son Bridge" Joe\'s') == ["los", "Son Bridge", "Joe's"]
    assert words_of("los “Son Bridge” 'St. Oedenrode'") == ["los", "Son Bridge", "St. Oedenrode"]


COMPLETED = (
    ("", "move"),
    ("mo", "move"),
    ("los Veg", "Veghel"),
    ("los Veghel 78.12", "78.127"),
    ("move A/1/50", "A/1/501"),
    ("move A/1/501 co", "column"),
    ("cost leg wo", "woods"),
    ("bridge.control Son b", "Son Bridge"),
    ("weather.day ", "date="),
)


@pytest.mark.parametrize(("line", "text"), COMPLETED)
def test_what_is_being_written_is_completed(line: str, text: str, all_maps: Context) -> None:
    assert text in [one.text for one in complete(line, Here(all_maps))]


def test_a_nameless_unit_is_the_only_one_in_the_hex_it_moves_from(all_maps: Context) -> None:
    """The answer says whom it took; a unit that is something else stays nameless."""
    told = {"units": [{"id": "504-a-1", "hex": "B7.30"}, {"id": "1para-a-2", "hex": "A49.06"}]}
    here = Here(all_maps, "ins", told)
    for line in ("march from B7.30", "march infantry from B7.30"):
        found = parse(line, here)
        assert found.params["unit"]["id"] == "504-a-1"
        assert found.said == ("unit A/1/504: it stands in B7.30",)
    other = parse("march armour from B7.30", here)
    assert (other.params["unit"], other.said) == ({"kind": "armour"}, ())
    crowd = Here(all_maps, "ins", {"units": [*told["units"], {"id": "504-b-1", "hex": "B7.30"}]})
    with pytest.raises(InputError, match="there stand A/1/504, B/1/504"):
        parse("reach from B7.30", crowd)


def test_a_parameter_that_one_game_lacks_tells_which_game_is_meant(all_maps: Context) -> None:
    found = parse("reach infantry ma=6 dg=no from Nijmegen", Here(all_maps))
    assert (found.params["map"], found.params["unit"]["dg"]) == ("ins", False)


@pytest.mark.parametrize("words", ["where = = =", "where =", "where .=1", "where ..="])
def test_a_value_of_no_name_is_refused(all_maps: Context, words: str) -> None:
    with pytest.raises(InputError):
        parse(words, Here(all_maps))
