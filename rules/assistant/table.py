"""The table of the tools that an assistant is offered (``tools.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("tools.toml")

GAME, QUESTION, SAY = "game", "question", "say"


@dataclass(frozen=True, slots=True)
class Tool:
    """What an assistant may call: ``asks`` names the methods by the word of its question,
    ``params`` their JSON Schemas by name, ``usual`` what is asked where nothing is said."""

    name: str
    says: str
    asks: Mapping[str, str]
    params: Mapping[str, Any]
    usual: Mapping[str, Any]
    sums: bool = False

    def schema(self, games: Sequence[str]) -> dict[str, Any]:
        """Make the JSON Schema of its arguments. Others are the method's own, or refused by it."""
        many = len(self.asks) > 1
        question = {QUESTION: {"type": "string", "enum": list(self.asks)}} if many else {}
        return {
            "type": "object",
            "properties": {
                GAME: {"type": "string", "enum": list(games)},
                **question,
                **self.params,
                SAY: {"type": "string"},
            },
            "required": [GAME, *question],
        }


@dataclass(frozen=True, slots=True)
class ToolTable:
    """The tools, what an assistant is told of them, and the families of methods left out."""

    tools: Mapping[str, Tool]
    instructions: str
    series: str
    left_out: Mapping[str, str]


@cache
def tool_table() -> ToolTable:
    """Read ``tools.toml``."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    tools = [
        Tool(
            one["name"],
            one["says"],
            one["asks"],
            one["params"],
            one.get("usual", {}),
            one.get("sums", False),
        )
        for one in read["tool"]
    ]
    texts = (read["instructions"].strip(), read["series"].strip())
    return ToolTable({one.name: one for one in tools}, *texts, read["left_out"])


def ways_to_ask(method: str) -> Iterator[str]:
    """Say how each tool that asks a method asks it: ``bridge question=demolish``."""
    for tool in tool_table().tools.values():
        for question, asked in tool.asks.items():
            if asked == method:
                yield f"{tool.name} {QUESTION}={question}" if len(tool.asks) > 1 else tool.name
