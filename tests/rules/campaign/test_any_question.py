"""Whatever is asked, the campaign's methods answer or refuse in one line, and always alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, Registry
from clubroute.rules.gts.position.turns import EVENTS, TIMES
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.tables import example_text
from tests.rules.needed import needed

FAMILIES = (
    "bridge",
    "ferry",
    "weather",
    "drop",
    "supply",
    "air",
    "artillery",
    "command",
    "victory",
    "off_map",
    "flank",
    "rout",
    "garrison",
    "deploy",
    "scenario",
    "turn",
)
LISTS = {"bridge.list"}
"""What lists things of the map, and has no verdict."""
METHODS = [
    m for m in Registry().all() if m.name.partition(".")[0] in FAMILIES and m.name not in LISTS
]

HEXES = [
    "75.129",
    "74.129",
    "66.157",
    "66.156",
    "57.149",
    "49.29",
    "49.30",
    "48.28",
    "34.60",
    "33.61",
]
WORDS: Mapping[str, list[str]] = {
    "hex": [*HEXES, "75.130", "nowhere"],
    "to": [*HEXES, "75.130", "map_display", "west-2"],
    "target": HEXES,
    "leader": HEXES,
    "bridge": [
        "74.129/75.129",
        "66.157/66.156",
        "49.29/49.30",
        "47.29/48.28",
        "49.159/49.160",
        "x",
    ],
    "hexside": ["74.129/75.129", "66.156/66.157"],
    "side": ["Allied", "German", "both"],
    "division": [
        "101st Airborne",
        "Guards Armored",
        "43rd Infantry",
        "Hohenstaufen",
        "KG Chill",
        "59th",
    ],
    "formation": ["501 PIR", "Independent", "231st Brigade"],
    "zone": ["dz-b", "LZ W", "DZ N", "dz-a"],
    "kind": ["leader", "flak", "88 flak", "ferry", "assault_ferry", "club_route", "op"],
    "event": [*EVENTS, "enterd"],
    "time": [*TIMES, "0800"],
    "date": ["1944-09-17", "1944-09-20", "1944-09-31"],
    "weather": ["clear", "fog", "rain", "overcast"],
    "scenario": ["campaign", "combined", "WED-3", "WED-4", "tdc"],
    "box": ["start", "east-1", "west-1", "nowhere"],
    "from": ["start", "west-1", "75.129", "14.86"],
    "battalion": ["2/504", "1/501"],
    "status": ["open", "cut"],
    "marker": ["61.141", "off_map"],
    "removed": ["1944-09-19", "1944-09-23"],
    "name": ["A/2 HHC", "11 Bridge, RE", "1./2 FJ", "Leader/501"],
}
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 12),
    st.sampled_from(HEXES),
    st.lists(st.text(max_size=2)),
)


def values(name: str, schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """JSON values that fit a schema, in the words of the game."""
    if "enum" in schema:
        return st.sampled_from(list(schema["enum"]))
    kind = schema.get("type")
    if name == "bridges":
        told = st.sampled_from(["wired", "destroyed", {"state": "wired", "wired_by": "German"}, 5])
        return st.dictionaries(st.sampled_from(WORDS["bridge"]), told, max_size=2)
    if name == "turn" and not schema.get("properties"):
        return objects({"properties": {"date": {"type": "string"}, "time": {"type": "string"}}})
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "object":
        return objects(schema)
    if kind == "array":
        few = max(schema.get("minItems", 0), 2)
        inner = values(name, schema.get("items", {}))
        return st.lists(inner, min_size=schema.get("minItems", 0), max_size=few)
    if kind == "string":
        return st.sampled_from(WORDS.get(name, HEXES))
    if kind == "boolean":
        return st.booleans()
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 20)
        return st.integers(int(low), min(int(high), int(low) + 20))
    return ANYTHING


def objects(schema: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of a schema; those of free names have Formations' names."""
    free = schema.get("additionalProperties")
    if isinstance(free, Mapping):
        return st.dictionaries(st.sampled_from(WORDS["formation"]), values("box", free), max_size=2)
    parts = {name: values(name, part) for name, part in schema.get("properties", {}).items()}
    required = {name: parts.pop(name) for name in schema.get("required", ()) if name in parts}
    return st.fixed_dictionaries(required, optional=parts)


def questions(method: Method) -> st.SearchStrategy[dict[str, Any]]:
    """Questions to a method."""
    required = {p.name: values(p.name, p.schema()) for p in method.params if p.required}
    rest = {p.name: values(p.name, p.schema()) for p in method.params if not p.required}
    return st.fixed_dictionaries(required, optional=rest)


@pytest.fixture(scope="module")
def supplied(
    real_context: Context, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Context, ...]:
    """A context without an owner's tables, and one with the examples of all of them."""
    folder: Path = tmp_path_factory.mktemp("owner")
    for spec in TABLES:
        (folder / spec.file).write_text(example_text(spec), encoding="utf-8")
    bare = Context(real_context.folder, real_context.loaded, owner_folder=folder / "none")
    return bare, Context(real_context.folder, real_context.loaded, owner_folder=folder)


def asked(context: Context, method: Method, question: Mapping[str, Any]) -> tuple[Any, str]:
    """The answer, or why the question was refused."""
    try:
        return ask(context, method.name, question), ""
    except InputError as error:
        return None, str(error)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_question_is_answered_or_refused_in_one_line(
    supplied: tuple[Context, ...], method: Method, data: st.DataObject
) -> None:
    question = data.draw(questions(method))
    before = json.dumps(question)
    for context in supplied:
        answer, refused = asked(context, method, question)
        if refused:
            assert "\n" not in refused
            continue
        told = json.dumps(answer, allow_nan=False)
        assert answer["verdict"] in method.result["properties"]["verdict"]["enum"]
        assert set(answer) <= set(method.result["properties"])
        assert (answer["verdict"] == "undetermined") <= bool(needed(answer))
        assert all(step["why"] and step["rule"] for step in answer["steps"])
        assert json.dumps(ask(context, method.name, question)) == told
    assert json.dumps(question) == before
