"""Where a Unit or a group begins in the scenarios of a game, and when it comes, asked in words."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli_options import context_of
from clubroute.rules.words.items import Here
from clubroute.rules.words.plain import answered
from clubroute.rules.words.sentence import parse
from tests.cases import each


@pytest.fixture(scope="module")
def context() -> Context:
    return context_of(None, None)


@each(
    ("line", "says"),
    [
        ("begins KG Roestel", "WED-4 at the start, 93.148: KG Roestel [WED-4 set-up]"),
        ("where is Roestel at the start", "WED-CAMPAIGN at the start, 59.199: KG Roestel"),
        ("where does Roestel set up in WED-4", "KG Roestel: WED-4 at the start, 93.148"),
        ("where is A/1/501", "WED-4 at the start, within 5 of Leader/501: A/1/501"),
        ("where is A/1/501 at the start of WED-1", "not in the lists of WED-1"),
        ("drop zone of 2/506", "WED-CAMPAIGN Drop 1, stick 9 by parachute, on DZ B: D/2/506, E/2"),
        ("landing zone of the 327th", "Drop 2, 1 day after the first, stick 1 by glider, on LZ W"),
        ("when does 214 Brigade arrive", "INS-5.1 at PM, September 20, Entry Area A"),
        ("ins when does 214 Brigade arrive", "INS-5.1 at PM, September 20, Entry Area A"),
        ("when does KG Huber enter", "WED-4 event German Reinf, draw 1, 41.131: 1./KG Huber"),
        ("when does 107 panzer brigade arrive", "WED-2 at the start, 87.155: 1./Pz 2107"),
        ("when does 506 pz bn come", "INS-5.1 at AM, September 24, Entry Area I"),
        ("where do garrisons set up in the campaign", "WED-CAMPAIGN at the start, 90.115"),
        ("ins where do garrisons set up", "INS-5.1 at the start, within 2 of A61.17"),
        ("where is 1/2 Irish Gds", "WED-CAMPAIGN at the start, 45.224: 1/2 IrishGds"),
        ("tdc where do the Irish Guards start", "which are not in this text: all Units of Irish"),
        ("setup Roestel", "WED-4 at the start, 93.148"),
        ("setup easy WED-2", "WED-2 at the start, 77.165: Easy/2/506"),
        ("setup 2/506 WED-1", "not in the lists of WED-1"),
        ("where starts kg krafft ins", "INS-5.1 at the start, A47.14: 9/16/Krafft [INS 5.1]"),
        ("where does easy company start in son with the wind", "WED-2 at the start, 77.165"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("gts_map", "ins_map")
def test_the_lists_tell_where_a_unit_begins(line: str, says: str, context: Context) -> None:
    here = Here(context)
    asked = parse(line, here)
    assert asked.method == "scenario.whereabouts"
    assert says in answered(asked, here)


def test_all_units_of_a_formation_are_those_that_no_list_names(context: Context) -> None:
    answer = ask(context, "scenario.whereabouts", {"map": "wed", "about": "1/2 IrishGds"})
    assert [(one["when"], one["where"]) for one in answer["places"]] == [("at the start", "45.224")]
    company = ask(context, "scenario.whereabouts", {"map": "tdc", "about": "G/3/504"})
    assert [unit["formation"] for one in company["places"] for unit in one["units"]] == ["504 PIR"]


@pytest.mark.parametrize(("window", "about"), [("wed", "KG Roestl"), ("ins", "9/1Abnn")])
def test_what_is_called_so_by_nobody_is_refused(window: str, about: str, context: Context) -> None:
    with pytest.raises(InputError, match="a Unit, battalion, Formation or Division"):
        ask(context, "scenario.whereabouts", {"map": window, "about": about})


@pytest.mark.usefixtures("gts_map")
def test_a_set_up_that_is_named_is_told_as_before(context: Context) -> None:
    asked = parse("setup 101st scenario=WED-4", Here(context))
    assert (asked.method, asked.params["division"]) == ("scenario.setup", "101st")
