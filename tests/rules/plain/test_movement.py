"""Moves by three small rulebooks: each answer was worked out by hand before it was asked."""

from __future__ import annotations

import csv
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx
import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import InputError
from clubroute.builder.project import SHIPPED, Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.ground import AsPrinted, step_price
from clubroute.rules.ground.maps import map_of
from clubroute.rules.kit.search import cheapest
from clubroute.rules.plain.book import held_rules
from clubroute.rules.plain.game import game_of
from tests.cases import each
from tests.rules.needed import needed

HERE = Path(__file__).parent
BOOKS = tomllib.loads((HERE / "books.toml").read_text(encoding="utf-8"))
QUESTIONS = list(csv.DictReader((HERE / "questions.csv").open(encoding="utf-8", newline="")))


def rules_text(book: str) -> str:
    """A book's rules as a file of its own."""
    text = (HERE / "books.toml").read_text(encoding="utf-8")
    return text.split(f"[{book}.rules]", 1)[1].partition("\n[")[0].partition("\n")[2]


@pytest.fixture(scope="module")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """A project with a game for each book, on the same map."""
    root = tmp_path_factory.mktemp("books")
    for book in BOOKS:
        new_game(root, book, rules=book == "stops")
        if book != "stops":
            path = root / "counters" / book / "rules.toml"
            path.write_text(rules_text(book), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        yield Context(root / "build", maps=CompiledMaps(Project(root), root / "build"))


def asked(row: dict[str, str]) -> dict[str, Any]:
    """The parameters of a question."""
    call, *said = (
        row["unit"]
        .replace("phase=Red ", "phase=Red_")
        .replace("phase=Blue ", "phase=Blue_")
        .split()
    )
    unit: dict[str, Any] = {"id": call, "state": [], "back": "back" in said}
    params: dict[str, Any] = {"map": row["book"], "unit": unit, "path": row["path"].split()}
    state: dict[str, Any] = {"units": []}
    for one in said:
        name, _, value = one.partition("=")
        if name == "move":
            unit["move"] = float(value)
        elif name == "state":
            unit["state"] = [value]
        elif name == "phase":
            params["phase"] = value.replace("_", " ")
        elif name == "turn":
            state["turn"] = int(value)
    if row["weather"]:
        state["weather"] = row["weather"]
    for one in row["state"].split():
        id_, _, hex_ = one.partition("=")
        state["units"].append({"id": id_, "hex": hex_, "back": False, "state": []})
    return {**params, "state": state}


@each("row", QUESTIONS, ids=lambda row: f"{row['book']} {row['unit']}: {row['why']}")
def test_an_answer_is_that_worked_out_by_hand(contexts: Context, row: dict[str, str]) -> None:
    found = ask(contexts, "move.check", asked(row))
    assert found["verdict"] == row["verdict"], found
    assert found.get("total") == (float(row["total"]) if row["total"] else None)
    if row["rule"]:
        assert row["rule"] in {step["rule"] for step in found["steps"]}
    if row["verdict"] == "illegal":
        refused = [step["rule"] for step in found["steps"] if step.get("verdict") == "illegal"]
        assert row["rule"] in refused


@each("row", QUESTIONS[::3], ids=lambda row: row["why"])
def test_the_best_way_and_the_reach_agree_with_the_path(
    contexts: Context, row: dict[str, str]
) -> None:
    params = asked(row)
    start, *_, goal = params.pop("path")
    told = ask(contexts, "move.check", {**params, "path": row["path"].split()})
    best = ask(contexts, "move.best", {**params, "from": start, "to": goal})
    reach = ask(contexts, "move.reach", {**params, "from": start})
    if told["verdict"] == "legal":
        assert best["verdict"] == "legal"
        assert best["total"] <= told["total"]
        assert reach["hexes"][goal] == best["total"]
    if best["verdict"] == "legal":
        again = [one["hex"] for one in best["path"]]
        checked = ask(contexts, "move.check", {**params, "path": again})
        assert (checked["verdict"], checked["total"]) == ("legal", best["total"])
    elif best["verdict"] == "illegal":
        assert goal not in reach.get("hexes", {})


@pytest.mark.parametrize(
    "book", [pytest.param(one, marks=[pytest.mark.slow] * (one != "stops")) for one in BOOKS]
)
def test_reach_is_what_moves_allow(contexts: Context, book: str) -> None:
    """Every hex is reached if and only if the best way there is legal, at its cost."""
    rng = random.Random(book)
    country = map_of(contexts, book)
    weathers = {"stops": "mud", "points": "rain", "wholes": "dry", "fords": "dry", "wells": "night"}
    numbers = list(country.all_numbers())
    for _ in range(6):
        here, *others = rng.sample(numbers[:59], 4)
        units = [
            {"id": id_, "hex": hex_, "back": False, "state": []}
            for id_, hex_ in zip(("red-1", "red-horse", "blue-2"), others, strict=True)
        ]
        unit = {"id": rng.choice(["blue-1", "blue-horse"]), "state": [], "back": False}
        weather = {"weather": weathers[book]} if book in weathers else {}
        state = {"units": units, **weather}
        params = {"map": book, "unit": unit, "state": state, "from": here}
        hexes = ask(contexts, "move.reach", params)["hexes"]
        for goal in numbers:
            best = ask(contexts, "move.best", {**params, "to": goal})
            assert hexes.get(goal) == (best["total"] if best["verdict"] == "legal" else None), goal


def test_the_kernel_finds_what_networkx_finds(contexts: Context) -> None:
    country = map_of(contexts, "stops")
    rules = held_rules(contexts, game_of("stops"), country).plain
    graph = networkx.DiGraph()
    ways = []
    for a in range(len(country)):
        onward: dict[int, list[int]] = {}
        for place, b in country.exits(a):
            price = step_price(rules, AsPrinted(country), place, "foot").half_mp
            if price is not None:
                graph.add_edge(a, b, weight=price)
                onward.setdefault(price, []).append(b)
        ways.append(sorted(onward.items()))
    for start in range(0, len(country), 7):
        if start in graph:
            expected = networkx.single_source_dijkstra_path_length(graph, start, cutoff=8)
            assert cheapest(ways, start, 8) == expected


def test_what_is_not_judged_or_said_is_named(contexts: Context) -> None:
    unit = {"map": "stops", "unit": "blue-1", "path": ["2.05", "3.05"]}
    found = ask(contexts, "move.check", unit)
    assert found["unchecked"] == [
        "state.units: enemies, Zones of Control and stacks (a scenario sets them up)",
        "rafts (TL 8)",
    ]
    assert needed(found) == ["unit.state: whether it is dug-in"]
    assert found["summary"] == "Yes, 0.5 of 4 MP, unless it is dug-in"
    unplaced = {**unit, "state": {"units": [{"id": "red-1"}], "weather": "clear"}}
    assert ask(contexts, "move.check", unplaced)["verdict"] == "undetermined"


def test_a_weather_that_the_rules_have_not_is_refused(contexts: Context) -> None:
    unit = {"map": "stops", "unit": "blue-1", "path": ["2.05", "3.05"]}
    with pytest.raises(InputError, match=r"weather: found 'mdu'.*did you mean mud"):
        ask(contexts, "move.check", {**unit, "state": {"weather": "mdu"}})


def test_a_unit_of_unknown_kind_is_asked_for_where_its_kind_counts(contexts: Context) -> None:
    """It may be an HQ, which exerts no zone, or infantry, whose zone ends the move."""
    unit = {"id": "blue-1", "state": [], "back": False}
    unknown = {"name": "A stranger", "side": "Red", "hex": "3.03"}
    params = {"map": "stops", "unit": unit, "path": ["3.01", "3.02", "2.02"]}
    state = {"units": [unknown], "weather": "clear"}
    found = ask(contexts, "move.check", {**params, "state": state})
    assert found["verdict"] == "undetermined"
    asked = "state.units[0].kind: the kind of each unit; hq: Yes, 2 of 4 MP; "
    assert needed(found)[0].startswith(asked)
    assert "infantry: illegal: stops: ZOC" in needed(found)[0]
    known = {"units": [{**unknown, "kind": "hq"}], "weather": "clear"}
    assert ask(contexts, "move.check", {**params, "state": known})["verdict"] == "legal"
    far = {"units": [{**unknown, "hex": "6.07"}], "weather": "clear"}
    assert ask(contexts, "move.check", {**params, "state": far})["verdict"] == "legal"
    zones = ask(contexts, "hex.zones", {"map": "stops", "side": "Red", "state": state})
    assert zones["verdict"] == "undetermined"
    whose = {"name": "A stranger", "side": "Blue", "hex": "3.02"}
    full = [{"id": "blue-2", "hex": "3.02"}, {"id": "blue-hq", "hex": "3.02"}, whose]
    stack = {"map": "stops", "side": "Blue", "hex": "3.02", "state": {"units": full}}
    assert (
        ask(contexts, "stacking.check", {**stack, "state": {"units": full, "turn": 1}})["verdict"]
        == "illegal"
    )  # every kind counts here


def test_a_turn_without_weather_is_calm(contexts: Context) -> None:
    """The island's track has six turns: with weather told of turn 3 alone the others are calm."""
    game = game_of("wholes")
    path = game.folder / "rules.toml"
    text = path.read_text(encoding="utf-8")
    track = 'weather = { dry = "1-2", mud = "3" }'
    assert track in text
    unit = {"id": "blue-1", "state": [], "back": False}
    params = {"map": "wholes", "unit": unit, "path": ["3.01", "3.02", "3.03"]}
    try:
        path.write_text(text.replace(track, 'weather = { mud = "3" }'), encoding="utf-8")

        def said(**told: int) -> dict[str, Any]:
            return ask(contexts, "move.check", {**params, "state": {"units": [], **told}})

        assert said(turn=1)["verdict"] == "legal"
        assert said(turn=3)["verdict"] == "illegal"
        assert said()["verdict"] == "undetermined"
        assert "no weather: Yes" in needed(said())[0]
    finally:
        path.write_text(text, encoding="utf-8")


def test_zones_stacks_and_phases(contexts: Context) -> None:
    def state(*units: str, **more: Any) -> dict[str, Any]:
        told = (one.split("=") for one in units)
        return {"units": [{"id": id_, "hex": hex_} for id_, hex_ in told], **more}

    def zones(book: str, **said: Any) -> list[str]:
        params = {"map": book, "side": "red", "state": said}
        found: list[str] = ask(contexts, "hex.zones", params)["hexes"]
        return found

    behind = ["4.01", "4.03", "5.02", "5.03"]
    dry = {"stops": "clear", "points": "fair", "wholes": "dry"}
    assert zones("stops", **state("red-1=4.02", weather=dry["stops"])) == behind
    assert zones("points", **state("red-horse=4.02", weather=dry["points"])) == behind
    across = ["3.02", "3.03", *behind]
    assert zones("points", **state("red-1=4.02", weather=dry["points"])) == across
    assert zones("stops", **state("red-hq=4.02", weather=dry["stops"])) == []
    bridged = ["1.07", "2.06", "2.08", "3.07"]
    assert zones("wholes", **state("red-1=2.07", weather="dry")) == bridged
    full = {"map": "stops", "side": "Blue", "state": state("blue-1=3.02", "blue-2=3.02")}
    assert ask(contexts, "stacking.check", {**full, "hex": "3.02"})["verdict"] == "legal"
    over = state("blue-1=3.02", "blue-2=3.02", "blue-hq=3.02")
    found = ask(contexts, "stacking.check", {**full, "hex": "3.02", "state": over})
    assert (found["verdict"], found["stacking"]) == ("illegal", 3)
    phases = ask(contexts, "turn.phases", {"map": "stops", "side": "Red", "state": {"turn": 5}})
    assert phases["summary"] == "2 phases, mud"


def test_a_question_whose_table_is_absent_is_not_offered(contexts: Context) -> None:
    with pytest.raises(InputError, match=r"stacking\.check on map wholes"):
        ask(contexts, "stacking.check", {"map": "wholes", "hex": "3.02", "side": "Blue"})


def test_every_book_is_shorter_than_a_hundred_lines() -> None:
    shipped = SHIPPED / "counters" / "testland" / "rules.toml"
    books = [rules_text(book) for book in BOOKS if book != "stops"]
    for text in (shipped.read_text(encoding="utf-8"), *books):
        assert len([line for line in text.splitlines() if line.strip()]) <= 100
