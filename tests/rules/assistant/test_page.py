"""The page about assistants: its exchange is what the tools say, its names are theirs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from clubroute.rules.asking.context import Context
from clubroute.rules.assistant.protocol import FILE_TOOLS
from clubroute.rules.assistant.tools import call, tool_table

PAGE = Path(__file__).parents[3] / "docs" / "mcp.md"
EXCHANGE = re.compile(r'```json\n(\{"name".*)\n```\n\n```text\n((?:.*\n)*?)```')


def test_the_exchange_of_the_page_is_answered_so(both_maps: Context) -> None:
    (found,) = EXCHANGE.findall(PAGE.read_text(encoding="utf-8"))
    sent = json.loads(found[0])
    reply = call(both_maps, tool_table().tools[sent["name"]], sent["arguments"])
    assert found[1] == reply.text + "\n"


def test_the_page_names_every_tool() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in (*tool_table().tools, *FILE_TOOLS))
