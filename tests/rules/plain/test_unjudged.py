"""What no table of a game says is named where it belongs, and an answer it decides waits for it;
and what once had to be left so: units near a fight."""

from __future__ import annotations

import re
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.mistakes import each_of
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.page import rule_lines
from tests.cases import each
from tests.rules.needed import needed

GOOD = (SHIPPED / "counters" / "testland" / "rules.toml").read_text(encoding="utf-8")
RAFTS = '"rafts" = "8"\n'
MUST = '"must attack" = { rule = "9.9", of = ["combat"], decides = true }\n'
STEP = {
    "map": "island",
    "unit": {"id": "blue-1", "state": [], "back": False},
    "from": "1.05",
    "to": "1.04",
    "state": {"weather": "clear", "units": []},
}
FIGHT: dict[str, Any] = {
    "map": "island",
    "hex": "4.05",
    "attackers": [
        {"id": id_, "hex": "3.05", "back": False, "state": []} for id_ in ("blue-1", "blue-2")
    ],
    "state": {
        "units": [{"id": "red-1", "hex": "4.05", "back": False, "state": []}],
        "weather": "clear",
    },
}


def write(more: str) -> None:
    assert GOOD.count(RAFTS) == 1
    text = GOOD.replace(RAFTS, RAFTS + more)
    (game_of("island").folder / "rules.toml").write_text(text, encoding="utf-8")


def test_it_is_named_only_where_it_belongs(island: Context) -> None:
    write('"must attack" = { rule = "9.9", of = ["combat"] }\n')
    assert ask(island, "step.cost", STEP)["unchecked"] == ["rafts (TL 8)"]
    fought = ask(island, "combat.resolve", FIGHT)
    assert fought["unchecked"] == ["rafts (TL 8)", "must attack (TL 9.9)"]
    assert fought["verdict"] == "legal"


def test_what_it_decides_is_undetermined_without_it(island: Context) -> None:
    write(MUST)
    assert ask(island, "step.cost", STEP)["verdict"] == "legal"
    fought = ask(island, "combat.resolve", FIGHT)
    assert fought["verdict"] == "undetermined"
    assert needed(fought) == ["must attack (TL 9.9)"]
    page = "\n".join(rule_lines(island, "island"))
    assert "not judged: must attack, of combat, without which they are not decided [TL 9.9]" in page


# A headquarters so near counts in a fight.

NEAR = """[[combat.modifier]]
rule = "9.8"
when = { near = { of = ["hq"], hexes = 2 } }
shift = 1

[[combat.modifier]]
rule = "9.9"
when = { near_enemy = { of = ["cavalry"], hexes = 1 } }
shift = -1

[retreat]"""


@each(
    ("units", "rules"),
    [
        ([{"id": "blue-hq", "hex": "1.04"}], {"TL 9.8"}),  # two hexes from 3.05
        ([{"id": "blue-hq", "hex": "1.02"}], set()),
        ([{"id": "red-hq", "hex": "3.04"}], set()),
        ([{"id": "red-horse", "hex": "4.04"}], {"TL 9.9"}),
        ([{"id": "red-horse", "hex": "4.02"}, {"id": "blue-hq", "hex": "2.05"}], {"TL 9.8"}),
    ],
)
def test_units_near_a_fight_count_in_it(
    island: Context, units: list[dict[str, Any]], rules: set[str]
) -> None:
    text = GOOD.replace("[retreat]", NEAR, 1)
    (game_of("island").folder / "rules.toml").write_text(text, encoding="utf-8")
    more = [{**one, "back": False, "state": []} for one in units]
    state = {**FIGHT["state"], "units": [*FIGHT["state"]["units"], *more]}
    found = ask(island, "combat.resolve", {**FIGHT, "state": state})
    assert {step["rule"] for step in found["steps"]} & {"TL 9.8", "TL 9.9"} == rules, found


def test_a_unit_of_which_nobody_says_where_it_is_is_asked_for(island: Context) -> None:
    text = GOOD.replace("[retreat]", NEAR, 1)
    (game_of("island").folder / "rules.toml").write_text(text, encoding="utf-8")
    here = {"id": "blue-hq", "back": False, "state": []}
    state = {**FIGHT["state"], "units": [*FIGHT["state"]["units"], here]}
    found = ask(island, "combat.resolve", {**FIGHT, "state": state})
    assert found["verdict"] == "undetermined"
    assert "state.units: what units there are, and where" in "; ".join(needed(found))


@each(
    ("near", "told"),
    [
        ('{ of = ["hqs"], hexes = 2 }', r"near.of: found no such rank 'hqs', .*mean hq"),
        ('{ of = ["hq"] }', r"near: found .*, expected { of = \[\"hq\"\], hexes = 2 }"),
        ('"hq"', r"near: found 'hq', expected { of"),
        ('{ of = ["hq"], hex = 2 }', r"no such key 'hex', expected one of of, hexes"),
    ],
)
def test_what_is_wrong_with_near_is_told(island: Context, near: str, told: str) -> None:
    text = GOOD.replace("[retreat]", NEAR.replace('{ of = ["hq"], hexes = 2 }', near), 1)
    (game_of("island").folder / "rules.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        ask(island, "combat.resolve", FIGHT)
    assert re.search(told, "\n".join(map(str, each_of(caught.value))))


# A bridge that carries those who move, and is no help in an attack: "bridged or not".

RIVER = (
    'river = { rule = ["2.5", "9.4"], move = "no", zoc = false, combat = false, supply = false }'
)
OPEN = 'river = { rule = ["2.5", "9.4"], move = "no", zoc = false, shift = -1, all = true }'
BRIDGE = 'bridge = { rule = "2.8", move = 0, lifts = ["river"] }'


@each(
    ("bridge", "counts"),
    [
        (BRIDGE, False),
        (BRIDGE.replace("move = 0", 'for = ["move", "road", "zoc", "supply"]'), True),
    ],
)
def test_a_river_counts_bridged_or_not_where_the_bridge_is_not_for_combat(
    island: Context, bridge: str, counts: bool
) -> None:
    assert RIVER in GOOD
    assert BRIDGE in GOOD
    text = GOOD.replace(RIVER, OPEN).replace(BRIDGE, bridge)
    (game_of("island").folder / "rules.toml").write_text(text, encoding="utf-8")
    over = [{**FIGHT["attackers"][0]}, {**FIGHT["attackers"][1], "hex": "3.06"}]
    found = ask(island, "combat.resolve", {**FIGHT, "attackers": over})
    told = [step["why"] for step in found["steps"] if step["rule"] == "TL 9.4"]
    assert told == ["over a river: left 1"] * counts
    step = {**STEP, "from": "3.05", "to": "4.05"}
    assert ask(island, "step.cost", step)["verdict"] == "legal"


ENTRY = """
[entry]
rule = { turn = "11.1", blocked = "11.3", within = "11.4", else = "11.2" }
hexes = { Blue = ["1.05"], Red = ["6.05"] }
blocked = ["enemy", "zoc"]
within = 2
"""
FOE = {"id": "red-1", "back": False, "state": []}
ENTRIES = (
    # the hex, where an enemy stands; the verdict, the cost and the rule
    ("1.05", None, "legal", 1, "TL 2.3"),
    ("1.06", None, "illegal", None, "TL 11.4"),
    ("1.09", None, "illegal", None, "TL 11.2"),
    ("2.05", None, "illegal", None, "TL 11.2"),
    ("1.05", "1.05", "illegal", None, "TL 11.3"),
    ("1.05", "2.05", "illegal", None, "TL 11.3"),
    ("1.07", "1.05", "legal", 1, "TL 2.1"),
)
"""Who comes in where: its own hex, and if that is barred the edge within two hexes of it."""


@each("hex_, foe, verdict, cost, rule", ENTRIES)
def test_a_reinforcement_comes_in_where_the_tables_let_it(
    island: Context, hex_: str, foe: str | None, verdict: str, cost: float | None, rule: str
) -> None:
    (game_of("island").folder / "rules.toml").write_text(GOOD + ENTRY, encoding="utf-8")
    units = [] if foe is None else [{**FOE, "hex": foe}]
    unit = {"id": "blue-1", "state": [], "back": False}
    asked = {"map": "island", "unit": unit, "hex": hex_}
    told = ask(island, "arrival.check", {**asked, "state": {"weather": "clear", "units": units}})
    assert (told["verdict"], told.get("total")) == (verdict, cost), told
    assert rule in {step["rule"] for step in told["steps"]}, told


def test_a_reinforcement_comes_in_no_earlier_than_its_scenario_says(island: Context) -> None:
    folder = game_of("island").folder
    (folder / "rules.toml").write_text(GOOD + ENTRY, encoding="utf-8")
    lists = folder / "scenarios" / "bridge.csv"
    head, *rows = lists.read_text(encoding="utf-8").split()
    came = [f"{'guns' if row.startswith('blue-guns') else ''},{row}" for row in rows]
    lists.write_text("\n".join([f"arrival,{head}", *came]) + "\n", encoding="utf-8")
    told = (folder / "scenarios" / "bridge.toml").read_text(encoding="utf-8")
    comes = '\n[[arrival]]\nid = "guns"\nturn = "evening, Monday"\ncite = "TL 12"\n\n[[marker]]'
    told = told.replace("\n[[marker]]", comes, 1)
    (folder / "scenarios" / "bridge.toml").write_text(told, encoding="utf-8")
    state = {"scenario": "BRIDGE", "weather": "clear", "units": []}
    unit = {"id": "blue-guns", "state": [], "back": False}
    asked = {"map": "island", "unit": unit, "hex": "1.04"}
    verdicts = [
        ask(island, "arrival.check", {**asked, "state": {**state, **turn}})["verdict"]
        for turn in ({"turn": 1}, {"turn": 3}, {})
    ]
    assert verdicts == ["illegal", "legal", "undetermined"]
