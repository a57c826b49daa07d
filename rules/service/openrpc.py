"""The OpenRPC document: the registry as other programs read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from clubroute.builder import __version__
from clubroute.rules.asking.methods import STATE, Method
from clubroute.rules.position.record import Part
from clubroute.rules.service.faults import MEANINGS, MESSAGES
from clubroute.rules.service.limits import DEFAULT

OPENRPC = "1.3.2"


def document(methods: Iterable[Method]) -> dict[str, Any]:
    """The OpenRPC document of some methods, as JSON values."""
    return {
        "openrpc": OPENRPC,
        "info": {
            "title": "clubroute",
            "version": __version__,
            "description": "Rules questions about Operation Market-Garden games. "
            "JSON-RPC 2.0, one UTF-8 JSON object a line.",
            "license": {"name": "MIT"},
        },
        "methods": [method_record(method) for method in methods],
        "components": {
            "errors": {
                str(code): {"code": code, "message": message, "data": MEANINGS[code]}
                for code, message in MESSAGES.items()
            }
        },
        "x-limits": asdict(DEFAULT),
    }


def method_record(method: Method) -> dict[str, Any]:
    """A Method Object."""
    record: dict[str, Any] = {
        "name": method.name,
        "summary": method.summary,
        "params": [param_record(param) for param in method.params],
        "result": {"name": "result", "schema": dict(method.result)},
        "errors": [{"$ref": f"#/components/errors/{code}"} for code in MESSAGES],
        "paramStructure": "either",
    }
    if method.cites:
        record["x-cites"] = list(method.cites)
    return record


def param_record(param: Part) -> dict[str, Any]:
    """A Content Descriptor Object. A state may also be the handle of an open one."""
    schema = dict(param.kind.schema())
    if param.name == STATE and schema.get("type") != "string":
        schema = {"oneOf": [schema, {"type": "string", "description": "handle, see state.open"}]}
    return {
        "name": param.name,
        "summary": param.summary,
        "required": param.required,
        "schema": schema,
    }
