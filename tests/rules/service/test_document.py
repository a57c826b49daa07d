"""What is said about the methods: the OpenRPC document, the reference and docs/protocol.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, Registry
from clubroute.rules.series import all_series
from clubroute.rules.service.document import reference_pages
from clubroute.rules.service.faults import DEFAULT
from clubroute.rules.service.openrpc import document_text, method_record
from clubroute.rules.service.places import DEFAULT_PORT, HOST
from tests.cases import each

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
METHODS, OTHERS = Registry().all(), Registry().others()


def test_the_protocol_tells_the_port() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    assert f"port {DEFAULT_PORT} of {HOST}" in text


@pytest.fixture(scope="module")
def text() -> str:
    """All pages."""
    return "".join(reference_pages(METHODS, OTHERS).values())


@each("method", METHODS, ids=lambda method: method.name)
def test_every_method_says_what_it_is(method: Method, text: str) -> None:
    assert method.summary
    assert method.summary.endswith(".")
    names = [param.name for param in method.params]
    assert len(set(names)) == len(names)
    assert all(param.summary for param in method.params)
    assert f"| `{method.name}` | " in text
    assert f"## {method.name}\n" in text


def test_methods_of_a_series_stand_beside_those_of_their_name(text: str) -> None:
    assert [f"## {one.name} (ins)" in text for one in OTHERS["scs"]] == [True] * len(OTHERS["scs"])


def test_no_page_is_too_long_to_read(text: str) -> None:
    pages = reference_pages(METHODS, OTHERS).values()
    assert max(len(page.encode()) for page in pages) < 60_000


def test_the_parts_of_a_position_stand_by_series() -> None:
    page = reference_pages(METHODS, OTHERS)["positions"]
    assert page.count("\n## ") == 2
    assert "| `state.units[].hex` |" in page


@pytest.fixture(scope="module")
def discovered() -> Mapping[str, Any]:
    """The OpenRPC document."""
    context = Context(Path("nowhere"))
    answer: Mapping[str, Any] = context.registry.ask(context, "rpc.discover", {})
    return answer


def expanded(value: Any, document: Mapping[str, Any]) -> Any:
    """A part of the document with every reference replaced by what it refers to."""
    if isinstance(value, list):
        return [expanded(one, document) for one in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        *_, kind, name = value["$ref"].split("/")
        beside = {part: one for part, one in value.items() if part != "$ref"}
        return {**expanded(document["components"][kind][name], document), **beside}
    return {part: expanded(one, document) for part, one in value.items()}


def plain_json(value: Any) -> Any:
    """A value as JSON has it, with lists for tuples."""
    return json.loads(json.dumps(value))


def test_the_openrpc_document(discovered: Mapping[str, Any]) -> None:
    assert discovered["openrpc"] == "1.3.2"
    assert set(discovered["info"]) >= {"title", "version"}
    assert [method["name"] for method in discovered["methods"]] == [m.name for m in METHODS]
    for method in discovered["methods"]:
        assert set(method) >= {"name", "params", "result"}
        assert set(method["result"]) == {"name", "schema"}
        for param in method["params"]:
            assert set(param) == {"name", "summary", "required", "schema"}
    assert discovered["x-limits"]["message"] == DEFAULT.message


def test_the_openrpc_document_says_everything_of_every_series(
    discovered: Mapping[str, Any],
) -> None:
    said = {method["name"]: expanded(method, discovered) for method in discovered["methods"]}
    assert all(
        said[method.name] == plain_json(method_record(method)) | extra(said[method.name])
        for method in METHODS
    )
    on_map = {
        (name, map_): other
        for name, method in said.items()
        for other in method.get("x-on", ())
        for map_ in other["x-maps"]
    }
    for series in all_series():
        for method in OTHERS.get(series.id, ()):
            if method in METHODS:
                continue
            whole = {**plain_json(method_record(method)), "x-maps": list(series.maps)}
            del whole["name"]
            for map_ in series.maps:
                assert on_map[method.name, map_] == whole
    assert "dukw" in str(on_map["step.cost", "ins"])


def extra(record: Mapping[str, Any]) -> dict[str, Any]:
    """What other series answer by a method's name."""
    return {"x-on": record["x-on"]} if "x-on" in record else {}


def test_the_openrpc_document_is_short_enough_to_read(discovered: Mapping[str, Any]) -> None:
    (line,) = document_text(discovered)
    assert len(line.encode()) <= 300_000
