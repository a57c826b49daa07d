"""Commands for what players decide beside moving: garrisons, limits, parks, special rules."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.words.grammar import Here, parse

ASKED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("garrison Mook 2/504", "garrison.check", {"town": "Mook", "battalion": "2/504"}),
    ("garrison Grave from 34.60 to 33.61", "garrison.move", {"from": "34.60", "to": "33.61"}),
    ("garrison Grave by 43rd 34.60", "garrison.relief", {"by": "43rd", "hexes": ["34.60"]}),
    ("deploy A/1/501 74.129", "deploy.check", {"unit": "A/1/501", "hex": "74.129"}),
    ("lock A/1/501 to 66.158", "clubroute.lock", {"unit": "A/1/501", "to": "66.158"}),
    ("park 45.124 45.124 Allied 4", "artillery.place", {"park": "45.124", "number": 4}),
    ("park C/64 Medium 75.129", "artillery.join", {"unit": "C/64 Medium", "hex": "75.129"}),
    ("piggyback direct", "fire.riders", {"by": "direct"}),
    ("special mount limit", "special.check", {"rule": "mount_limit"}),
    ("special PVT John Towle", "special.check", {"map": "mg", "rule": "towle"}),
    (
        'special radio Frundsberg spotter="Korps Feldt"',
        "special.check",
        {"map": "tdc", "rule": "radio", "spotter": "Korps Feldt"}
        | {"unit": {"division": "Frundsberg Division"}},
    ),
    (
        'special.check radio Frundsberg spotter="Korps Feldt"',
        "special.check",
        {"map": "tdc", "rule": "radio", "unit": {"division": "Frundsberg Division"}},
    ),
    ("events cafe WED-1", "scenario.events", {"scenario": "WED-1", "event": "cafe"}),
    ("rout Chill", "rout.check", {"division": "Chill"}),
    ("rout A/1/501", "rout.voluntary", {"unit": "A/1/501"}),
    (
        "offmap Rink Chill to map_display",
        "off_map.move",
        {"formation": "Rink", "division": "Chill"},
    ),
    ("area DZ B", "area.hexes", {"area": "dz-b"}),
    ("areas drop_zone", "area.list", {"kind": "drop_zone"}),
)


@pytest.mark.parametrize(("line", "method", "params"), ASKED, ids=[line for line, *_ in ASKED])
def test_a_command_asks(line: str, method: str, params: dict[str, Any], all_maps: Context) -> None:
    found = parse(line, Here(all_maps))
    assert found.method == method
    assert {name: found.params[name] for name in params} == params


def test_german_radio_contact_forbids_another_divisions_spotter(all_maps: Context) -> None:
    """TDC S4.10, asked without a map: only that game has the rule."""
    found = parse('special radio Frundsberg spotter="Korps Feldt"', Here(all_maps))
    assert ask(all_maps, found.method, found.params)["verdict"] == "illegal"


SAME_WORDS = (
    ("status status=closed", "status status=cut"),
    ("supply division=Guards status=closed", "supply division=Guards status=cut"),
    ("route marker=55.202 Son=blown", "route marker=55.202 Son=destroyed"),
    ("control Son Son=demolished", "control Son Son=destroyed"),
    ("cost foot forest", "cost leg woods"),
    ("cost tanks column highway clear", "cost tracked column main_road clear"),
    ("move trucks 8mp 75.129 76.127", "move wheeled 8mp 75.129 76.127"),
    ("stack 75.129 british", "stack 75.129 Allied"),
    ("reach ma=6 E54.23 Son=destroyed ins", "reach ma=6 E54.23 Son=blown ins"),
)


@pytest.mark.parametrize(("said", "meant"), SAME_WORDS)
def test_what_people_say_is_the_word_of_the_rules(said: str, meant: str, all_maps: Context) -> None:
    one, other = (parse(line, Here(all_maps)) for line in (said, meant))
    assert (one.method, one.params) == (other.method, other.params)


@pytest.mark.parametrize(
    ("line", "division"),
    [
        ("supply Guards Armored", "Guards Armored Division"),
        ("supply Frundsberg", "Frundsberg Division"),
        ("reach 101st leg 8mp 75.129", "101st Airborne Division"),
        ("supply 82nd Airborne tdc", "82nd Airborne Division"),
    ],
)
def test_a_division_is_said_by_its_name(line: str, division: str, all_maps: Context) -> None:
    assert parse(line, Here(all_maps)).params["unit"]["division"] == division


def test_a_rule_that_no_game_has_is_refused_in_the_command(all_maps: Context) -> None:
    with pytest.raises(InputError, match="expected RULE"):
        parse("special unheard of", Here(all_maps))
