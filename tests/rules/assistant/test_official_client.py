"""The official client of the protocol speaks to the server, through every tool and resource.

The client is no part of the environment that tests run in: with it come 21 packages and 45 MB that
nothing else wants. It is installed for this test alone, and where it cannot be had that is said.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from clubroute.rules.assistant.protocol import FILE_TOOLS, FIXED, PROMPTS, VERSIONS
from clubroute.rules.assistant.tools import tool_table
from tests.installing import bare_environment

CLIENT = "mcp==2.3.0"
SPEAKS = """
import asyncio, json, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def speak(command, calls):
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        begun = await session.initialize()
        said = {"version": begun.protocol_version, "replies": [], "lists": {}}
        await session.send_ping()
        said["tools"] = [one.name for one in (await session.list_tools()).tools]
        for name, arguments in calls:
            reply = await session.call_tool(name, arguments)
            said["replies"].append([reply.is_error, reply.content[0].text])
        for one in (await session.list_resources()).resources:
            read = await session.read_resource(str(one.uri))
            said["lists"][str(one.uri)] = read.contents[0].text
        for one in (await session.list_prompts()).prompts:
            given = {argument.name: "x" for argument in one.arguments}
            await session.get_prompt(one.name, given)
        said["prompts"] = len((await session.list_prompts()).prompts)
        return said

command, calls = json.loads(sys.stdin.read())
print(json.dumps(asyncio.run(speak(command, calls))))
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the official client."""
    folder = tmp_path_factory.mktemp("client")
    venv.create(folder, with_pip=True)
    found = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    install = [str(found), "-m", "pip", "install", "--quiet", CLIENT]
    try:
        done = subprocess.run(
            install, env=bare_environment(), capture_output=True, text=True, timeout=300
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"{CLIENT} cannot be had here: pip takes above five minutes")
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["pip says nothing"])[-1]
        pytest.skip(f"{CLIENT} cannot be had here: {last}")
    return found


def test_the_official_client_speaks_to_it(python: Path, tmp_path: Path) -> None:
    tools = tool_table().tools
    calls = [
        (name, {"game": "wed", "question": question})
        for name, tool in tools.items()
        for question in tool.asks
    ]
    calls += [(name, {"file": "../../etc/passwd"}) for name in FILE_TOOLS]
    calls.append(("place", {"game": "wed", "question": "describe", "hex": "75.129"}))
    command = [sys.executable, "-m", "clubroute.rules", "mcp"]
    script = tmp_path / "speaks.py"
    script.write_text(SPEAKS, encoding="utf-8")
    done = subprocess.run(
        [str(python), str(script)],
        input=json.dumps([command, calls]),
        env=bare_environment(),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    assert said["version"] in VERSIONS
    assert said["tools"] == [*tools, *FILE_TOOLS]
    assert len(said["replies"]) == len(calls)
    for is_error, text in said["replies"]:
        assert text
        assert is_error == text.startswith("NOT UNDERSTOOD"), text
    assert not said["replies"][-1][0]
    assert len(said["lists"]) == len(FIXED)
    assert all(said["lists"].values())
    assert said["prompts"] == len(PROMPTS)
