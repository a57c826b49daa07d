"""A position as a link: everything comes back; what is no link is refused in a line."""

from __future__ import annotations

import contextlib
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.project import shipped_project
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.room.addresses import (
    FORM,
    MOST_LINK,
    applied,
    base64url,
    checked,
    differences,
    drawn,
    opened,
    packed,
)
from clubroute.rules.room.answers import Answers
from clubroute.rules.room.positions import scenario_list
from clubroute.rules.series import all_games
from clubroute.rules.site.engine import NoFiles

ANSWERS = Answers(Context(Path("none")), shipped_project(), NoFiles(), print)
MAPS = ("wed", "tdc", "mg", "ins", "ombrey")
QUICK = (("wed", 5), ("ombrey", 5))
MOVED = [
    pytest.param(map_, many, marks=[pytest.mark.slow] * ((map_, many) not in QUICK))
    for many in (0, 5, 1000)
    for map_ in MAPS
]
"""How many units stand elsewhere than in the set-up, on each map."""
RECORDS = st.lists(
    st.dictionaries(st.sampled_from("khs"), st.one_of(st.text(max_size=3), st.booleans())),
    max_size=8,
)


def asked(method: str, path: str, told: Any = None) -> tuple[int, Any]:
    place, _, query = path.partition("?")
    found = ANSWERS.answer(method, place, query, b"" if told is None else json.dumps(told).encode())
    return found.status, json.loads(found.data)


def linked(tape: Any, state: Any, counters: Any, **more: Any) -> str:
    told = {"map": tape["map"], "state": state, "source": tape["source"], "title": tape["title"]}
    status, found = asked("POST", "/link", {**told, "counters": counters, **more})
    assert status == 200, found
    return str(found["link"])


def moved(tape: Any, many: int, chance: random.Random) -> tuple[Any, list[Any]]:
    """A tape's state and counters after some units went to hexes of others, or next to them."""
    state, counters = json.loads(json.dumps([tape["first"], tape["counters"]]))
    units = [one for one in counters if one["role"] == "unit" and "hex" in one]
    for one in chance.sample(units, min(many, len(units))):
        name = one.get("id") or one["name"]
        for unit in state["units"]:
            if (unit.get("id") or unit.get("name")) == name and unit.get("hex") == one["hex"]:
                break
        else:
            continue  # drawn from a pool: nobody knows which it is
        line, _, half = one["hex"].partition(".")
        unit["hex"] = one["hex"] = f"{line}.{int(half) + chance.randint(0, 3):0{len(half)}d}"
    return state, counters


@pytest.mark.parametrize(("map_", "many"), MOVED)
def test_every_unit_and_counter_comes_back(map_: str, many: int) -> None:
    scenarios = [one["id"] for one in scenario_list() if one["map"] == map_]
    assert scenarios
    for scenario in scenarios:
        comes_back(map_, scenario, many)


def test_every_map_with_scenarios_is_asked() -> None:
    shipped = {*all_games(), "ombrey"}
    assert {one["map"] for one in scenario_list()} & shipped == set(MAPS)


def comes_back(map_: str, scenario: str, many: int) -> None:
    """A scenario's position and some units elsewhere are a link, and come out of it again."""
    tape = asked("GET", f"/tape?map={map_}&scenario={scenario}")[1]
    state, counters = moved(tape, many, random.Random(34))
    counters.append({"piece": "x", "role": "marker", "name": "a marker", "hex": "75.129"})
    turns = {"ins": {"number": 2}, "ombrey": 2}
    state["turn"] = turns.get(map_, {"weather": "rain"})
    link = linked(tape, state, counters, done=["ours moved"])
    assert len(link) <= (400 if many <= 5 else 1000)
    status, back = asked("POST", "/linked", {"link": link})
    assert status == 200, back
    assert back["first"] == state
    assert back["counters"] == [drawn(one) for one in counters]
    assert (back["map"], back["done"]) == (map_, ["ours moved"])
    assert linked(back, back["first"], back["counters"], done=back["done"]) == link


def test_a_large_position_freely_changed_is_a_link_one_can_mail() -> None:
    tape = asked("GET", "/tape?map=ins&scenario=INS-5.4")[1]
    chance = random.Random(7)
    state = json.loads(json.dumps(tape["first"]))
    for unit in state["units"]:
        unit["hex"] = f"{chance.choice('AB')}{chance.randint(5, 40)}.{chance.randint(5, 20):02d}"
    counters = [
        {**one, "hex": unit["hex"]}
        for one, unit in zip(tape["counters"], state["units"], strict=False)
    ]
    assert len(state["units"]) == 402
    link = linked(tape, state, counters)
    assert len(link) <= 4500
    assert asked("POST", "/linked", {"link": link})[1]["first"] == state


def test_a_position_of_a_log_is_sent_whole() -> None:
    tape = asked("GET", "/tape?map=wed&scenario=WED-4")[1]
    log = {**tape, "source": {"kind": "log", "name": "game.vlog", "digest": "x"}}
    link = linked(log, tape["first"], tape["counters"])
    back = asked("POST", "/linked", {"link": link})[1]
    assert (back["first"], len(back["counters"])) == (tape["first"], len(tape["counters"]))
    assert back["source"] == {"kind": "position"}


@pytest.mark.parametrize(
    ("map_", "scenario", "table", "row", "rated"),
    [
        ("wed", "WED-2", "ratings", {"move": "9", "tq": "6"}, {"ma": 9}),
        ("ins", "INS-5.1", "ins_ratings", {"move": "7", "attack": "5"}, {"ma": 7, "attack": 5}),
    ],
)
def test_the_owners_ratings_travel_when_the_owner_says_so_alone(
    map_: str, scenario: str, table: str, row: dict[str, str], rated: Any, tmp_path: Path
) -> None:
    context = Context(Path("none"), owner_folder=tmp_path)
    here = Answers(context, shipped_project(), NoFiles(), print)
    tape = asked("GET", f"/tape?map={map_}&scenario={scenario}")[1]
    units = tape["first"]["units"]
    one = next(unit for unit in units if unit.get("id") and unit.get("hex"))
    one.setdefault("back", False)
    spec = table_spec(table)
    face = "back" if one.get("back") else "front"
    cells = {"unit": one["id"], "face": face, **row}
    lines = (",".join(cells), ",".join(cells.values()))
    (tmp_path / spec.file).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def sent(**more: bool) -> Any:
        told = {"map": map_, "state": tape["first"], "source": tape["source"], **more}
        body = json.dumps({**told, "counters": tape["counters"]}).encode()
        link = json.loads(here.answer("POST", "/link", "", body).data)["link"]
        (unit,) = (it for it in opened(context, link)["first"]["units"] if it == {**it, **one})
        return {key: value for key, value in unit.items() if key not in one}

    assert sent() == {}
    assert sent(ratings=False) == {}
    assert sent(ratings=True) == rated


def test_a_question_that_no_words_mean_stays_behind() -> None:
    question = {"method": "no.method", "params": {}}
    told = asked("POST", "/link", {"map": "wed", "state": {}, "question": question})[1]
    assert told["words"] is None
    assert asked("POST", "/linked", {"link": told["link"]})[0] == 200


def forged(text: str, map_: str = "wed") -> str:
    """A link whose digest fits, of any text."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = pack.compress(text.encode()) + pack.flush()
    return f"{FORM}{map_}.{base64url(checked(map_, data) + data)}"


GOOD = packed("wed", {"s": "WED-2"})
BROKEN: dict[str, tuple[str, str]] = {
    "nothing": ("", "form 1"),
    "a newer form": ("2wed.xyz", "found form '2', expected form 1"),
    "no map": ("1xyz.abc", "a damaged one"),
    "no base64": ("1wed.€", "a damaged one"),
    "cut short": (GOOD[:-3], "a damaged one"),
    "another letter": (GOOD[:-1] + ("A" if GOOD[-1] != "A" else "B"), "a damaged one"),
    "another map": (GOOD.replace("wed", "ins"), "a damaged one"),
    "no JSON": (forged("{"), "a damaged one"),
    "a list": (forged("[]"), "a damaged one"),
    "huge": ("1wed." + "A" * MOST_LINK, f"at most {MOST_LINK} characters"),
    "huge when unpacked": (forged('{"t":"' + "a" * 3_000_000 + '"}'), "more when unpacked"),
    "deep": (forged('{"o":' * 5000 + "1" + "}" * 5000), "a damaged one"),
    "no rows": (forged('{"c":{"-":[99]},"s":"WED-2"}'), "a damaged one"),
    "rows of text": (forged('{"c":{"~":{"hex":[["a"],[1]]}},"s":"WED-2"}'), "a damaged one"),
    "many rows": (forged('{"c":{"+":[[9999999],[{}]]}}'), "a damaged one"),
    "another scenario": (forged('{"s":"WED-2","d":"x"}'), "the WED-2 that it was made of"),
    "no scenario": (forged('{"s":"WED-99"}'), "WED-99"),
    "a list for a scenario": (forged('{"s":[]}'), "a damaged one"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_link_is_refused_in_a_line(name: str) -> None:
    link, expected = BROKEN[name]
    status, told = asked("POST", "/linked", {"link": link})
    assert (status, "\n" in told["error"], expected in told["error"]) == (400, False, True), told


@given(RECORDS, RECORDS)
def test_differences_make_the_one_list_of_the_other(old: list[Any], new: list[Any]) -> None:
    def key(one: Any) -> str:
        return str(one.get("k"))

    assert applied(old, json.loads(json.dumps(differences(old, new, key)))) == new
    assert not differences(new, new, key)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.sampled_from(["-", "+", "~", "!", "h"]), x),
    )
)
def test_no_difference_breaks_more_than_itself(found: Any) -> None:
    with contextlib.suppress(ValueError):
        applied([{"h": "1"}], found if isinstance(found, dict) else {"~": found})
