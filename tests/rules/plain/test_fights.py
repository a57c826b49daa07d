"""Fights, what follows them, and supply by rulebooks of one page (``rulebooks/``): each answer
was worked out by hand from the page and the sketch of the map before it was asked."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import InputError
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each
from tests.rules.needed import needed
from tests.rules.plain.test_movement import rules_text

HERE = Path(__file__).parent
QUESTIONS = list(csv.DictReader((HERE / "fights.csv").open(encoding="utf-8", newline="")))
METHODS = {
    "combat": "combat.resolve",
    "retreat": "combat.retreat",
    "advance": "combat.advance",
    "supply": "supply.trace",
    "move": "move.check",
}
STRANGER = {"name": "A stranger", "side": "Red", "defence": 3}


@pytest.fixture(scope="module")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """A project with a game for each of the three rulebooks, and one without rules of combat."""
    root = tmp_path_factory.mktemp("books")
    for book in ("fords", "marches", "points", "wells"):
        new_game(root, book)
        path = root / "counters" / book / "rules.toml"
        path.write_text(rules_text(book), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        yield Context(root / "build", maps=CompiledMaps(Project(root), root / "build"))


def placed(text: str) -> list[dict[str, Any]]:
    """The units of ``red-1=3.05:dug-in``."""
    units = []
    for one in text.split():
        id_, _, rest = one.partition("=")
        hex_, *states = rest.split(":")
        back = "back" in states
        shown = [state for state in states if state != "back"]
        named = STRANGER if id_ == "stranger" else {"id": id_}
        units.append({**named, "hex": hex_, "back": back, "state": shown})
    return units


def asked(row: dict[str, str]) -> dict[str, Any]:
    """The parameters of a question."""
    params: dict[str, Any] = {"map": row["book"]}
    state: dict[str, Any] = {} if row["state"] == "none" else {"units": placed(row["state"])}
    for one in row["said"].split():
        name, _, value = one.partition("=")
        if name == "turn":
            state["turn"] = int(value)
        elif name == "dice":
            params["dice"] = [int(die) for die in value.split("+")]
        elif name == "hexes":
            params["hexes"] = int(value)
        else:
            params["phase"] = value.replace("_", " ")
    who, *more = row["who"].split()
    if row["ask"] == "combat":
        return {**params, "attackers": [who, *more], "hex": row["at"], "state": state}
    params["unit"] = who
    if row["ask"] == "move":
        params["unit"] = {"id": who, "back": False, "state": []}
        for one in more:
            params["unit"]["move"] = float(one.removeprefix("move="))
        params["path"] = row["at"].split()
    elif row["at"]:
        params |= dict(zip(("from", "to"), row["at"].split(), strict=False))
    return {**params, "state": state}


def told(found: dict[str, Any], name: str) -> str:
    """A part of an answer as the table of questions has it."""
    if name == "far":
        return str(len(found["path"]) - 1)
    if name == "hexes":
        return "+".join(found["hexes"])
    if name == "lost":
        return "+".join(f"{hex_}:{many}" for hex_, many in found["steps_lost"].items())
    return str(found[name])


@each("row", QUESTIONS, ids=lambda row: f"{row['book']} {row['ask']} {row['who']}: {row['why']}")
def test_an_answer_is_that_worked_out_by_hand(contexts: Context, row: dict[str, str]) -> None:
    found = ask(contexts, METHODS[row["ask"]], asked(row))
    assert found["verdict"] == row["verdict"], found
    for one in row["answer"].split():
        name, _, value = one.partition("=")
        assert told(found, name) == value, found
    if row["rule"]:
        assert row["rule"] in {step["rule"] for step in found["steps"]}, found
    if row["verdict"] == "illegal":
        refused = [step["rule"] for step in found["steps"] if step.get("verdict") == "illegal"]
        assert row["rule"] in refused


def test_every_roll_has_its_result(contexts: Context) -> None:
    fight = asked(QUESTIONS[1])
    chances = {
        one["result"]: one["chance"] for one in ask(contexts, "combat.resolve", fight)["outcomes"]
    }
    assert chances["DR: the defender retreats 2 hexes"] == "1/4"  # nine of 36: an eight or nine
    with pytest.raises(InputError, match="found 1 dice, expected 2, as the table has it"):
        ask(contexts, "combat.resolve", {**fight, "dice": [4]})


def test_what_is_not_said_of_a_fight_is_named(contexts: Context) -> None:
    alone = {"map": "marches", "hex": "3.05", "attackers": ["blue-1"]}
    found = ask(contexts, "combat.resolve", alone)
    assert found["verdict"] == "undetermined"
    assert needed(found) == [
        "defenders or state.units: the units in 3.05",
        "attackers.hex: the hex 1st Blue attacks from",
    ]


def test_what_has_no_table_is_not_offered(contexts: Context) -> None:
    for method in ("combat.resolve", "combat.retreat", "combat.advance", "supply.trace"):
        with pytest.raises(InputError, match=rf"{method.replace('.', '[.]')} on map points"):
            ask(contexts, method, {"map": "points", "hex": "3.05", "attackers": ["blue-1"]})
