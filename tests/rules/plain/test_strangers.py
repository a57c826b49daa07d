"""Rulebooks by somebody who had not seen the tables, with answers worked out by hand in them.

Each lies as a game folder in ``strangers/``, its rulebook beside it. A question that the tables
cannot answer rightly yet names what they lack; it must fail, so that nobody forgets it.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.compiled import CompiledMaps
from clubroute.builder.project import Project
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

HERE = Path(__file__).with_name("strangers")
QUESTIONS = [
    {"book": path.stem, **row}
    for path in sorted(HERE.glob("*.csv"))
    for row in csv.DictReader(path.open(encoding="utf-8", newline=""))
]
LISTS = ("path", "hexes", "attackers")
NUMBERS = ("hexes", "dice", "total", "stacking")


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
    """``B1=03.03:march`` as a unit: its id, hex and states."""
    call, _, states = text.partition(":")
    id_, _, hex_ = call.partition("=")
    unit = {"id": id_, "back": False, "state": states.split("+") if states else []}
    return {**unit, "hex": hex_} if hex_ else unit


def asked(row: dict[str, str]) -> dict[str, Any]:
    """The parameters of a question."""
    told = said(row["said"])
    units = [unit_of(one) for one in row["units"].split()]
    state = {"units": units, "weather": told.pop("weather", "dry")}
    params: dict[str, Any] = {"map": row["book"], "state": state}
    if row["unit"]:
        params["unit"] = unit_of(row["unit"])
    for name, text in told.items():
        if name == "hexes":
            params[name] = int(text)
        elif name == "dice":
            params[name] = [int(text)]
        else:
            params[name] = text.split() if name in LISTS else text
    return params


@pytest.mark.parametrize(
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
        if isinstance(told, list):
            assert sorted(told) == sorted(text.split()), found
        else:
            assert told == (float(text) if name in NUMBERS else text), found
    if row["rule"]:
        assert row["rule"] in {step["rule"] for step in found["steps"]}, found


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
    assert stack["needs"] == ["state.units[0].points: the stacking points of A stranger"]
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
