"""What is said about the methods: the OpenRPC document, the reference and docs/protocol.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, Registry
from clubroute.rules.service.document import error_lines, limit_lines, reference_pages
from clubroute.rules.service.faults import DEFAULT
from clubroute.rules.service.places import DEFAULT_PORT, HOST
from tests.cases import each

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
METHODS, OTHERS = Registry().all(), Registry().others()


@pytest.mark.parametrize("rows", [error_lines, limit_lines])
def test_the_protocol_tells_every_error_and_limit(
    rows: Callable[[], Iterator[str]],
) -> None:
    assert "\n".join(rows()) in PROTOCOL.read_text(encoding="utf-8")


def test_the_protocol_tells_the_port() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    assert f"port {DEFAULT_PORT} of\n{HOST}" in text


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


def test_the_openrpc_document() -> None:
    context = Context(Path("nowhere"))
    document = context.registry.ask(context, "rpc.discover", {})
    assert document["openrpc"] == "1.3.2"
    assert set(document["info"]) >= {"title", "version"}
    assert [method["name"] for method in document["methods"]] == [m.name for m in METHODS]
    for method in document["methods"]:
        assert set(method) >= {"name", "params", "result"}
        assert set(method["result"]) == {"name", "schema"}
        for error in method["errors"]:
            code = error["$ref"].removeprefix("#/components/errors/")
            assert document["components"]["errors"][code]["code"] == int(code)
        for param in method["params"]:
            assert set(param) == {"name", "summary", "required", "schema"}
    assert document["x-limits"]["message"] == DEFAULT.message
