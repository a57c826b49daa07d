"""The OpenRPC document: the registry as other programs read it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from clubroute.builder import __version__
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import (
    STATE,
    Method,
    Nothing,
    Registry,
    method,
)
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import Part
from clubroute.rules.service.faults import DEFAULT, MEANINGS, MESSAGES

OPENRPC = "1.3.2"

SHARED = 100
"""Characters from which a schema that stands in several places is written once."""

INNER = ("items", "additionalProperties")
LISTS = ("oneOf", "anyOf")
"""Keys of a schema under which others stand."""


def document(registry: Registry) -> dict[str, Any]:
    """Describe every method of a registry, as JSON values.

    A name that several series answer, each with parameters of its own, is one Method Object: that
    of the first series, with the others' by map under ``x-on``. Any method may answer any of the
    errors.
    """
    every, others = registry.all(), registry.others()
    methods = {one.name: method_record(one) for one in every}
    for series in registry.series:
        for one in others.get(series.id, ()):
            if one not in every:
                other = {**method_record(one), "x-maps": list(series.maps)}
                del other["name"]
                methods[one.name].setdefault("x-on", []).append(other)
    schemas = SharedSchemas()
    for record in methods.values():
        schemas.count_record(record)
    return {
        "openrpc": OPENRPC,
        "info": {
            "title": "clubroute",
            "version": __version__,
            "description": "Rules questions about Operation Market-Garden games. "
            "JSON-RPC 2.0, one UTF-8 JSON object a line.",
            "license": {"name": "MIT"},
        },
        "methods": [schemas.record(record) for record in methods.values()],
        "components": {
            "schemas": schemas.written,
            "errors": {
                str(code): {"code": code, "message": message, "data": MEANINGS[code]}
                for code, message in MESSAGES.items()
            },
        },
        "x-limits": asdict(DEFAULT),
    }


def method_record(method: Method) -> dict[str, Any]:
    """Make a Method Object."""
    record: dict[str, Any] = {
        "name": method.name,
        "summary": method.summary,
        "params": [param_record(param) for param in method.params],
        "result": {"name": "result", "schema": dict(method.result)},
        "paramStructure": "either",
    }
    if method.cites:
        record["x-cites"] = list(method.cites)
    return record


def param_record(param: Part) -> dict[str, Any]:
    """Make a Content Descriptor Object. A state may also be the handle of an open one."""
    schema = dict(param.kind.schema())
    if param.name == STATE and schema.get("type") != "string":
        schema = {"oneOf": [schema, {"type": "string", "description": "handle, see state.open"}]}
    return {
        "name": param.name,
        "summary": param.summary,
        "required": param.required,
        "schema": schema,
    }


@dataclass(slots=True)
class SharedSchemas:
    """The schemas that stand in several places: each is written once, and referred to.

    ``times`` counts a schema by what it says without its description; what stands inside one that
    was met before is not counted again.
    """

    times: Counter[str] = field(default_factory=Counter)
    names: dict[str, str] = field(default_factory=dict)
    written: dict[str, Any] = field(default_factory=dict)

    def count_record(self, record: Mapping[str, Any]) -> None:
        """Count the schemas of a Method Object."""
        for one in (record, *record.get("x-on", ())):
            for param in one["params"]:
                self.count(param["schema"])
            self.count(one["result"]["schema"])

    def count(self, schema: Schema) -> None:
        """Count a schema and those inside it."""
        key = key_of(schema)
        self.times[key] += 1
        if self.times[key] == 1:
            for _, inner in parts(schema):
                self.count(inner)

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Copy a Method Object with what it shares referred to."""
        params = [
            {**param, "schema": self.shared(param["schema"], param["name"])}
            for param in record["params"]
        ]
        result = {**record["result"], "schema": self.shared(record["result"]["schema"], "result")}
        copied = {**record, "params": params, "result": result}
        if "x-on" in record:
            copied["x-on"] = [self.record(one) for one in record["x-on"]]
        return copied

    def shared(self, schema: Schema, name: str) -> dict[str, Any]:
        """Write a schema, or the reference to where it is written. :param name: what it is of."""
        key = key_of(schema)
        if self.times[key] < 2 or len(key) < SHARED:
            return self.inside(schema, name)
        if key not in self.names:
            self.names[key] = self.free(name)
            bare = {part: one for part, one in schema.items() if part != "description"}
            self.written[self.names[key]] = self.inside(bare, name)
        found = {"$ref": f"#/components/schemas/{self.names[key]}"}
        return found | {part: one for part, one in schema.items() if part == "description"}

    def inside(self, schema: Schema, name: str) -> dict[str, Any]:
        """Copy a schema with what it shares referred to."""
        copied = dict(schema)
        for part in INNER:
            if isinstance(schema.get(part), Mapping):
                copied[part] = self.shared(schema[part], f"{name}-item")
        for part in LISTS:
            if part in schema:
                copied[part] = [self.shared(one, name) for one in schema[part]]
        if "properties" in schema:
            copied["properties"] = {
                part: self.shared(one, part) for part, one in schema["properties"].items()
            }
        return copied

    def free(self, name: str) -> str:
        """Find a name that no schema has yet: ``state``, ``state-2`` …"""
        taken, number = set(self.names.values()), 1
        while (found := name if number == 1 else f"{name}-{number}") in taken:
            number += 1
        return found


def key_of(schema: Schema) -> str:
    """Write what a schema says, but for its description, in one way."""
    bare = {name: one for name, one in schema.items() if name != "description"}
    return json.dumps(bare, sort_keys=True, separators=(",", ":"), default=list)


def parts(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """The schemas that stand in one, each with the key it stands under."""
    for name in INNER:
        if isinstance(schema.get(name), Mapping):
            yield name, schema[name]
    for name in LISTS:
        yield from ((name, one) for one in schema.get(name, ()))
    yield from schema.get("properties", {}).items()


def document_text(answer: Mapping[str, Any]) -> Sequence[str]:
    """An OpenRPC document is read by programs, whoever asks for it."""
    return (json.dumps(answer, ensure_ascii=False, separators=(",", ":")),)


@method("rpc.discover", answers={"type": "object"}, text=document_text)
def discover(context: Context, asked: Nothing) -> Any:
    """Describe every method, as an OpenRPC document."""
    return document(context.registry)
