"""The Model Context Protocol over standard input and output: read, answered, a message a line.

Only what a server of tools, resources and prompts must answer is here: the protocol's own package
brings 27 others and 45 MB, of which a server over a pipe uses a few hundred lines.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from clubroute.builder import __version__
from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import JsonError, ask_text, read_json
from clubroute.rules.asking.schema import check_value
from clubroute.rules.assistant.tools import (
    ToolReply,
    call,
    fitted,
    refused,
    tool_table,
    ways_to_ask,
)
from clubroute.rules.logs.check.chain import ChainCheck
from clubroute.rules.rulings.asking import rule
from clubroute.rules.saves.at import allowed, read_at
from clubroute.rules.saves.reading import ToldOfFile
from clubroute.rules.saves.text import position_lines
from clubroute.rules.series import all_games, all_series, every_map, own_series_list
from clubroute.rules.service.faults import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
)
from clubroute.rules.words.names import counters_named
from clubroute.rules.words.plain import plain_lines
from clubroute.rules.words.shell import help_lines

# What an assistant can read besides asking: lists of names, receipts, and two prompts.

SCHEME = "clubroute://"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text for an assistant to begin with. ``asks`` is what the user fills in."""

    name: str
    says: str
    asks: str
    text: str

    def record(self) -> dict[str, Any]:
        """As the protocol has it."""
        argument = {"name": self.asks, "required": True}
        return {"name": self.name, "description": self.says, "arguments": [argument]}


PROMPTS: Mapping[str, Prompt] = {
    one.name: one
    for one in (
        Prompt(
            "judge_situation",
            "Judge a situation of a game by the rules",
            "situation",
            "A player describes a situation: {}\n\nFind out first, asking the player where he has "
            "not said it: which game and scenario, which turn, whether each Unit is in Column, "
            "where enemy Units stand and project Fire Zones, which bridges are gone. Then ask the "
            "tools, one question each. Answer with their verdicts and rule numbers, and pass on "
            "what they took for granted and did not look at. Add nothing from memory.",
        ),
        Prompt(
            "read_receipt",
            "Explain an answer of clubroute to a player",
            "receipt",
            "Explain this answer to a player in a few sentences: {}\n\nIts first line is the "
            "verdict. TELL ME is what the answer turns on: undetermined means that it has to be "
            "asked, never guessed. TAKEN AS was assumed. NOT LOOKED AT limits the verdict and "
            "has to be passed on. RESTS ON says how far to trust it: rulebook, then owner, survey "
            "(our map, not the printed one), assumed. Keep the rule numbers.",
        ),
    )
}


def prompt_text(prompt: Prompt, told: Mapping[str, Any]) -> str:
    """A prompt with what the user filled in."""
    return prompt.text.format(str(told.get(prompt.asks, ""))[:4000])


def games(_: Context) -> str:
    """The games, by the word the tools take."""
    lines = [f"{map_}: {series.title}" for series in all_series() for map_ in series.maps]
    own = [
        f"{map_}: {series.title} (of your own)"
        for series in own_series_list()
        for map_ in series.maps
    ]
    return "\n".join((*lines, *own))


def scenarios(context: Context) -> str:
    """The scenarios of every game with their titles."""
    lists = (ask(context, "scenario.list", {"map": map_}) for map_ in all_games())
    lines = (step["why"] for told in lists for step in told["steps"])
    return "\n".join(dict.fromkeys(lines))


def owners(context: Context) -> str:
    """The owner's tables: which are there, and which answers each decides."""
    return plain_lines(ask_text(context, "owner.tables", {}, "text"))


def series_rules(_: Context) -> str:
    """What the rulebooks only build on, and is therefore not held."""
    return tool_table().series


FIXED: Mapping[str, tuple[str, Callable[[Context], str]]] = {
    "games": ("The games and the words for them", games),
    "scenarios": ("The scenarios with their titles", scenarios),
    "owner": ("The owner's tables: which are missing, and what each decides", owners),
    "series": ("What the series rules say, which are not held", series_rules),
}


def units(context: Context, game: str) -> str:
    """The names of the counters of a game."""
    named = {text for text, kind, _ in counters_named(game) if kind == "unit"}
    return "\n".join(sorted(named))


def areas(context: Context, game: str) -> str:
    """The named areas of a map."""
    return ask_text(context, "area.list", {"map": game}, "text")


def bridges(context: Context, game: str) -> str:
    """The bridges of a map that have a name."""
    return ask_text(context, "bridge.list", {"map": game}, "text")


OF_A_GAME: Mapping[str, tuple[str, Callable[[Context, str], str]]] = {
    "units": ("The names of a game's counters", units),
    "areas": ("The named areas of a game's map", areas),
    "bridges": ("The named bridges of a game's map", bridges),
}
RECEIPT, METHOD = "receipt", "method"


def listed() -> list[dict[str, Any]]:
    """List the resources that have an address of their own."""
    return [
        {"uri": f"{SCHEME}{name}", "name": name, "description": says, "mimeType": "text/plain"}
        for name, (says, _) in FIXED.items()
    ]


def templates() -> list[dict[str, Any]]:
    """List the forms of the other addresses."""
    forms = [(f"{name}/{{game}}", says) for name, (says, _) in OF_A_GAME.items()]
    forms.append((f"{RECEIPT}/{{id}}", "The whole of an answer, as a ruling record"))
    forms.append((f"{METHOD}/{{name}}", "Every parameter of a method"))
    return [
        {"uriTemplate": f"{SCHEME}{form}", "name": form.partition("/")[0], "description": says}
        for form, says in forms
    ]


def read_resource(
    context: Context, receipts: Mapping[str, tuple[str, Mapping[str, Any]]], address: str
) -> str | None:
    """Read a resource by its address; None if there is none of it."""
    if not address.startswith(SCHEME):
        return None
    kind, _, name = address.removeprefix(SCHEME).partition("/")
    try:
        if kind in FIXED and not name:
            return FIXED[kind][1](context)
        if kind in OF_A_GAME and name in every_map():
            return OF_A_GAME[kind][1](context, name)
        if kind == RECEIPT and name in receipts:
            return rule(context, *receipts[name]).text()
        if kind == METHOD:
            return method_text(context, name)
    except ClubrouteError as error:
        return str(error)
    return None


def method_text(context: Context, name: str) -> str:
    """The parameters of a method, and the tools that ask it."""
    lines = help_lines(context, name)
    return "\n".join((*lines, f"tools: {', '.join(ways_to_ask(name)) or 'none'}"))


# The files an assistant may have read: logs and saves under folders the user named.

FILE, STEP = "file", "step"
LOG = "check_log"
POSITION = "position"
SUFFIXES = (".vlog", ".vsav", ".clubroute")

FILE_TOOLS: Mapping[str, Mapping[str, Any]] = {
    LOG: {
        "says": "What a VASSAL log (.vlog) shows that the rules forbid, and what was not checked. "
        "Only files under the folders the user named.",
        "params": {FILE: {"type": "string", "description": "its name, or its path"}},
    },
    POSITION: {
        "says": "Which units stand where in a VASSAL save or log, before a step of it.",
        "params": {
            FILE: {"type": "string", "description": "its name, or its path"},
            STEP: {"type": "integer", "minimum": 1},
        },
    },
}


def file_schema(name: str) -> dict[str, Any]:
    """Make the JSON Schema of the arguments of a tool that reads a file."""
    params = FILE_TOOLS[name]["params"]
    return {"type": "object", "properties": dict(params), "required": [FILE]}


def file_call(context: Context, name: str, told: Mapping[str, Any]) -> ToolReply:
    """Answer a call about a file. What is wrong with it is a reply, too."""
    try:
        path = file_in(context.files or (), told.get(FILE))
        allowed(context, path, Where(FILE))
        lines = log_lines(context, path) if name == LOG else standing(context, path, told)
    except ClubrouteError as error:
        return refused(str(error))
    return ToolReply(fitted(lines[0], lines[1:], (), "ask about one unit or step"))


def log_lines(context: Context, path: Path) -> Sequence[str]:
    """What a log shows, as ``clubroute check`` says it. :raises InputError: it cannot be read."""
    chain = ChainCheck(context, lambda report, _: report, None, None, {})
    found = chain.check((path,))
    if path in chain.errors:
        raise chain.errors[path]
    lines: Sequence[str] = found[path].text(False)
    return lines


def standing(context: Context, path: Path, told: Mapping[str, Any]) -> Sequence[str]:
    """The position in a file. :raises InputError: it cannot be read, or has no such step."""
    step = told.get(STEP)
    check_value(step, {"type": ["integer", "null"], "minimum": 1}, STEP)
    name = str(path) if step is None else f"{path}:{step}"
    return list(position_lines(read_at(context, name, ToldOfFile()), path.name))


def file_in(folders: Sequence[Path], said: Any) -> Path:
    """Find a file under the folders the user named, by its path or by its bare name.

    A link that leads out of them is not followed.

    :raises InputError: none is named, or it is not under them; with the nearest name.
    """
    check_value(said, {"type": "string", "maxLength": 1000}, FILE)
    if not folders:
        how = "clubroute mcp --folder FOLDER, by the user, for files to be read"
        raise InputError(Where(FILE), repr(said), how)
    roots = [folder.resolve() for folder in folders]
    inside = [*files_under(roots)]
    try:
        wanted = {(root / said).resolve() for root in roots}
    except (OSError, ValueError):
        wanted = set()
    for path in inside:
        if path in wanted or path.name == said:
            return path
    names = [path.name for path in inside]
    expected = "a save or log under " + ", ".join(map(str, folders))
    raise InputError(Where(FILE), repr(said), expected, nearest_name(Path(said).name, names))


MOST_FILES = 10_000
"""Files looked at under the folders."""


def files_under(roots: Sequence[Path]) -> Sequence[Path]:
    """List the saves and logs under some folders, links that lead out of them left out."""
    found: list[Path] = []
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.suffix.lower() in SUFFIXES and path.is_file():
                real = path.resolve()
                if real.is_relative_to(root):
                    found.append(real)
            if len(found) >= MOST_FILES:
                return found
    return found


VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
"""The versions of the protocol that are spoken, the newest first."""
MOST_BYTES = 1 << 20
"""Bytes of a message."""
KEPT = 200
"""Receipts that are kept, those given last."""

NOT_FOUND = -32002
"""No resource of that address."""


class ProtocolError(ClubrouteError):
    """A message that cannot be answered: a code of the standard's, and why."""

    def __init__(self, code: int, found: str, expected: str) -> None:
        super().__init__(f"found {found}, expected {expected}")
        self.code = code

    def record(self) -> dict[str, Any]:
        """The error as the standard has it."""
        return {"error": {"code": self.code, "message": str(self)}}


@dataclass(slots=True)
class Conversation:
    """One client's conversation. The context says in which folders files may be read."""

    context: Context
    receipts: OrderedDict[str, tuple[str, Mapping[str, Any]]] = field(default_factory=OrderedDict)

    def answer(self, line: bytes) -> str | None:
        """Answer a message; None for a notification, which is not answered."""
        try:
            message = self.read(line)
        except ProtocolError as error:
            return written({"id": None, **error.record()})
        id_ = message.get("id")
        try:
            result = self.result(message["method"], message.get("params") or {})
        except ProtocolError as error:
            found = error.record()
        except Exception as error:  # whatever a question brings up, the next one is answered
            told = {
                "code": INTERNAL_ERROR,
                "message": f"a mistake in clubroute: {type(error).__name__}",
            }
            found = {"error": told}
        else:
            found = {"result": result}
        return None if "id" not in message else written({"id": id_, **found})

    def read(self, line: bytes) -> Mapping[str, Any]:
        """Read a message. :raises ProtocolError: it is none."""
        if len(line) > MOST_BYTES:
            raise ProtocolError(INVALID_REQUEST, "a longer message", f"{MOST_BYTES} bytes")
        try:
            message = read_json(line)
        except JsonError as error:
            raise ProtocolError(PARSE_ERROR, error.found, error.expected) from None
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            raise ProtocolError(INVALID_REQUEST, "no request", "an object with a method")
        if not isinstance(message.get("params", {}), dict):
            raise ProtocolError(INVALID_REQUEST, "params", "an object")
        if isinstance(message.get("id"), (dict, list, bool)):
            raise ProtocolError(INVALID_REQUEST, "an id", "a number or a text")
        return message

    def result(self, method: str, params: Mapping[str, Any]) -> Any:
        """Make the result of a request.

        :raises ProtocolError: no such method, tool, resource or prompt.
        """
        if method.startswith("notifications/"):
            return {}
        answers: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
            "initialize": self.initialize,
            "ping": lambda _: {},
            "tools/list": lambda _: {"tools": tools_listed()},
            "tools/call": self.called,
            "resources/list": lambda _: {"resources": listed()},
            "resources/templates/list": lambda _: {"resourceTemplates": templates()},
            "resources/read": self.resource,
            "prompts/list": lambda _: {"prompts": [prompt.record() for prompt in PROMPTS.values()]},
            "prompts/get": self.prompt,
        }
        if method not in answers:
            raise ProtocolError(METHOD_NOT_FOUND, repr(method), one_of(answers))
        return answers[method](params)

    def initialize(self, params: Mapping[str, Any]) -> Any:
        """Agree on a version of the protocol, and say what there is."""
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
            "serverInfo": {"name": "clubroute", "version": __version__},
            "instructions": tool_table().instructions,
        }

    def called(self, params: Mapping[str, Any]) -> Any:
        """Call a tool. :raises ProtocolError: there is none of that name."""
        name, told = params.get("name"), params.get("arguments") or {}
        tools = tool_table().tools
        if not isinstance(told, dict):
            raise ProtocolError(INVALID_PARAMS, "arguments", "an object")
        if name in FILE_TOOLS:
            reply = file_call(self.context, str(name), told)
        elif name in tools:
            reply = call(self.context, tools[str(name)], told)
        else:
            raise ProtocolError(INVALID_PARAMS, repr(name), one_of((*tools, *FILE_TOOLS)))
        self.keep(reply)
        return {"content": [{"type": "text", "text": reply.text}], "isError": reply.wrong}

    def keep(self, reply: ToolReply) -> None:
        """Keep what a receipt was asked with, so that the whole of it can be had."""
        if reply.receipt:
            self.receipts[reply.receipt] = reply.asked
            self.receipts.move_to_end(reply.receipt)
            while len(self.receipts) > KEPT:
                self.receipts.popitem(last=False)

    def resource(self, params: Mapping[str, Any]) -> Any:
        """Read a resource. :raises ProtocolError: there is none of that address."""
        address = params.get("uri")
        text = read_resource(self.context, self.receipts, str(address))
        if text is None:
            raise ProtocolError(NOT_FOUND, repr(address), "a resource of resources/list")
        return {"contents": [{"uri": address, "mimeType": "text/plain", "text": text}]}

    def prompt(self, params: Mapping[str, Any]) -> Any:
        """Give a prompt. :raises ProtocolError: there is none of that name."""
        found = PROMPTS.get(str(params.get("name")))
        if found is None:
            raise ProtocolError(INVALID_PARAMS, repr(params.get("name")), one_of(PROMPTS))
        text = prompt_text(found, params.get("arguments") or {})
        message = {"role": "user", "content": {"type": "text", "text": text}}
        return {"description": found.says, "messages": [message]}


def tools_listed() -> list[dict[str, Any]]:
    """List the tools as the protocol has them; each reads only."""
    games = every_map()
    hints = {"readOnlyHint": True}
    own = [
        {"name": tool.name, "description": tool.says, "inputSchema": tool.schema(games)}
        for tool in tool_table().tools.values()
    ]
    files = [
        {"name": name, "description": told["says"], "inputSchema": file_schema(name)}
        for name, told in FILE_TOOLS.items()
    ]
    return [{**one, "annotations": hints} for one in (*own, *files)]


def written(message: Mapping[str, Any]) -> str:
    """Write a message as one line."""
    return json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"))


def lines_of(stream: BinaryIO) -> Iterable[bytes]:
    """The lines of a stream; of one that is too long its beginning, which is refused."""
    while line := stream.readline(MOST_BYTES + 2):
        whole = line.endswith(b"\n")
        while line and not whole:
            rest = stream.readline(MOST_BYTES)
            whole = not rest or rest.endswith(b"\n")
        if line.strip():
            yield line.rstrip(b"\r\n")


def serve(session: Conversation, read: BinaryIO, write: BinaryIO) -> None:
    """Answer a client until it hangs up."""
    for line in lines_of(read):
        answer = session.answer(line)
        if answer is not None:
            try:
                write.write(answer.encode("utf-8", "surrogatepass") + b"\n")
                write.flush()
            except (BrokenPipeError, ValueError):
                return
