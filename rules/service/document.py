"""docs/protocol.md and the reference of every method, made from the registry.

python -m clubroute.rules.service.document [--check] [FILE]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from clubroute.rules.asking.methods import STATE, Method, Registry
from clubroute.rules.asking.schema import type_text
from clubroute.rules.book.made import write_or_check
from clubroute.rules.series import all_series
from clubroute.rules.service.faults import MEANINGS, MESSAGES
from clubroute.rules.service.limits import DEFAULT
from clubroute.rules.service.places import DEFAULT_PORT, HOST

TARGET = Path("docs/protocol.md")

INTRODUCTION = f"""# Asking the rules

<!-- Made by `python -m clubroute.rules.service.document`; edit the methods. -->

Every method can be asked in three ways, with the same parameters and the same answer:

- on the command line: `clubroute ask rpc.ping`, `clubroute ask METHOD '{{"name": value}}'`, or
  `clubroute ask METHOD -` with the parameters on stdin; `--text` prints lines for people. The
  exit code is 0 whenever there is an answer, be it legal or illegal, and 2 for a mistake in the
  question;
- over a local socket, once `clubroute serve` runs;
- from Python, with `clubroute.rules.client`.

## The socket

JSON-RPC 2.0: a request, or a batch of them, is one line of UTF-8 JSON; so is the answer. Answers to
the messages of one connection come in the order of the messages. Notifications (requests without
`id`) are not answered. Parameters may be given by name or by position. A line that is empty is
ignored; a last line may lack its newline.

`clubroute serve` listens on a Unix socket, where the platform has them, and on port
{DEFAULT_PORT} of {HOST}, or any that is free where another program has that: two doors of one
service. `--port N` or `--unix PATH` alone gives that door, both give both. Once it can be reached
it prints one line on stdout: `{{"listening": "unix", "path": …}}`, or `{{"listening": "tcp",
"host": …, "port": …, "token_file": …}}`, or `{{"listening": "both", …}}` with all of these names;
`--port 0` takes a free port, and the line says which. Its log goes to stderr. A second service on
the same place says so and exits with 2. SIGINT (Ctrl-C) or SIGTERM stops it: running questions
may end, those that do not soon are answered with `Busy`, then it hangs up; there is no method
that stops it, so that no client can stop it for the others. A question whose asker has gone, or
whose time is up, is broken off. An answer to a client that has closed its sending side may begin
with blanks.

Only its user can open the Unix socket (mode 600). Over TCP the first message must be `hello` with
what stands in the token file, which only the user can read and which is new at every start:

```
{{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {{"token": "…"}}}}
```

Whoever sends anything else first is told `Refused` and hung up on.

| system | default place |
|---|---|
| Linux | `$XDG_RUNTIME_DIR/clubroute/service.sock`, else `~/.cache/clubroute/service.sock` |
| macOS | `~/Library/Caches/clubroute/service.sock` |
| Windows | port {DEFAULT_PORT}, token in `%LOCALAPPDATA%\\clubroute\\{DEFAULT_PORT}.token` |

On Linux and macOS the token file is `PORT.token` in the same folder as the socket, so that its
name tells the port. Beside it `PORT.json` tells who serves there (`pid`, `started` in seconds
since 1970, `version`). What services that are no more left there the next one clears away.

A program inside VASSAL ([adviser.md](adviser.md)) sends `hello` with its `module`, the game whole
by `state.open` with `vassal` (deflated: a message is 1 MB at most), then each command as it
comes, with its `number`. Where the game is not there any more, or a number is not the next, the
error is `Send it whole`.

A small client in another language: [examples/client.js](examples/client.js).

## Values

Movement points are numbers in steps of 0.5. Hexes are printed numbers (`"75.129"`), hexsides two
of them (`"55.202/56.201"`). A receipt is

```
{{verdict, total?, summary?, steps: [{{from?, to?, cost?, why, rule, provenance}}], needs?,
 unchecked?, provenance}}
```

`needs` names data the owner must supply before the question can be answered (then the verdict is
`undetermined`), `unchecked` what the answer did not look at, `provenance` the weakest fact it rests
on (`rulebook`, `owner`, `survey` or `assumed`).

`ground` in any question about a map names the ground it is asked about: `ours`, or a module its
owner has imported ([own-module.md](own-module.md)). Without it that of the module a position names
(`state.module`) holds, then the one its owner uses.

A method that takes a `state` takes the whole position or the handle that `state.open` gave for it.
In its place `at` names a file, `"turn3.vlog:22"`, on the command line and where the service was
started with `--files` for its folder ([position-file.md](position-file.md)); it tells the `map`,
too, and what `state` says goes before it.
"""

STATE_INTRODUCTION = """
## The state

What of a position matters depends on the question; everything may be absent.
[movement.md](movement.md) and [campaign.md](campaign.md) say what each part means.
"""

METHODS = """
## Methods

`clubroute ask METHOD --help` tells the parameters of one and what it answers, `clubroute ask
rpc.discover` those of all as an OpenRPC document. `make docs` writes them as pages.
"""


def protocol_text(
    methods: Sequence[Method], others: Mapping[str, Sequence[Method]] | None = None
) -> str:
    """The document, as Markdown: the methods, and by series those asked about its own maps."""
    lines = [INTRODUCTION, "## Errors\n", *error_lines(), "\n## Limits\n", *limit_lines()]
    lines += [STATE_INTRODUCTION, "| part | required | type | meaning |", "|---|---|---|---|"]
    states = [series for series in all_series() if series.position]
    for series in states:
        if series is not states[0]:
            lines.append(f"\n{series.title} (`{', '.join(series.maps)}`):\n")
            lines += ["| part | required | type | meaning |", "|---|---|---|---|"]
        lines += part_lines(STATE, series.state_schema())
    lines += [METHODS, "| method | what it answers |", "|---|---|"]
    lines += [f"| `{method.name}` | {cell(method.summary)} |" for method in methods]
    for series in all_series():
        theirs = [one for one in (others or {}).get(series.id, ()) if one not in methods]
        maps = ", ".join(f"`{one}`" for one in series.maps)
        lines += [f"\nAsked about {maps}, these answer by its rules:\n"] if theirs else []
        lines += [", ".join(f"`{method.name}`" for method in theirs) + "."] if theirs else []
    return "\n".join(lines) + "\n"


def reference_pages(
    methods: Sequence[Method], others: Mapping[str, Sequence[Method]]
) -> Mapping[str, str]:
    """Every method with its parameters and answer, as Markdown: a page a family, by its name."""
    families = sorted({method.name.partition(".")[0] for method in methods})
    return {family: "".join(reference_page(family, methods, others)) for family in families}


def reference_page(
    family: str, methods: Sequence[Method], others: Mapping[str, Sequence[Method]]
) -> Iterator[str]:
    """The lines of a family's page: its methods, then those a series answers about its maps."""
    yield f"# {family}.*\n"
    for method in methods:
        if method.name.partition(".")[0] == family:
            yield "\n".join(method_lines(method)).replace("\n### ", "\n## ") + "\n"
    for series in all_series():
        for method in others.get(series.id, ()):
            if method.name.partition(".")[0] == family:
                about = f" ({', '.join(series.maps)})"
                yield "\n".join(method_lines(method, about)).replace("\n### ", "\n## ") + "\n"


def error_lines() -> Iterator[str]:
    """The codes and what they mean."""
    yield "An error carries `data: {where, found, expected, nearest}`; `nearest` may be null.\n"
    yield "| code | message | meaning |"
    yield "|---|---|---|"
    for code, message in MESSAGES.items():
        yield f"| {code} | {message} | {MEANINGS[code]} |"


LIMIT_TEXTS: Mapping[str, str] = {
    "message": "bytes of a message",
    "greeting": "bytes of a message before the token has been shown",
    "depth": "levels of arrays and objects in a message",
    "batch": "requests in a batch",
    "answer": "bytes of an answer, or of all answers of a batch",
    "unsent": "bytes of answers a client has not read, before no more is read from it",
    "clients": "connections at once",
    "strangers": "connections beside them before `hello`; the oldest makes room for a new one",
    "workers": "short questions worked on at once, beside those that are answered on the spot",
    "long_workers": "longer questions worked on at once",
    "answer_seconds": "from a message's last byte to its answer",
    "hello_seconds": "from connecting to showing the token",
    "message_seconds": "from a message's first byte to its last",
    "read_seconds": "for a client to read what it was sent, before the service hangs up",
}


def limit_lines() -> Iterator[str]:
    """What the service grants a client."""
    yield "| limit | value | meaning |"
    yield "|---|---|---|"
    for limit in fields(DEFAULT):
        if limit.name in LIMIT_TEXTS:
            value = getattr(DEFAULT, limit.name)
            unit = " s" if limit.name.endswith("_seconds") else ""
            yield f"| `{limit.name}` | {value:,.0f}{unit} | {LIMIT_TEXTS[limit.name]} |"


def method_lines(method: Method, about: str = "") -> Iterator[str]:
    """A method's section, headed by its name and what it is about."""
    yield f"\n### {method.name}{about}\n"
    yield method.summary
    if method.cites:
        yield "\nRules: " + ", ".join(method.cites) + "."
    if method.params:
        yield "\n| parameter | required | type | meaning |"
        yield "|---|---|---|---|"
        for param in method.params:
            need = "required" if param.required else ""
            schema = param.kind.schema()
            kind = type_text(schema) + (" or handle" if is_state(param.name, method) else "")
            yield f"| `{param.name}` | {need} | {kind} | {cell(param.summary)} |"
            if not is_state(param.name, method):
                yield from part_lines(param.name, schema)
    yield f"\nAnswers: {type_text(method.result)}{names_text(method.result)}"


def part_lines(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """A row for each named part of a parameter that is an object or an array of objects."""
    if "items" in schema:
        name, schema = name + "[]", schema["items"]
    for part, inner in schema.get("properties", {}).items():
        need = "required" if part in schema.get("required", ()) else ""
        text = cell(inner.get("description", ""))
        yield f"| `{name}.{part}` | {need} | {type_text(inner)} | {text} |"
        yield from part_lines(f"{name}.{part}", inner)


def is_state(name: str, method: Method) -> bool:
    """Whether a parameter may be the handle of an open state."""
    return name == STATE and method.takes_state


def names_text(schema: Mapping[str, Any]) -> str:
    """The names an object holds; those that may be absent with a question mark."""
    required = schema.get("required", schema.get("properties", ()))
    names = [name if name in required else f"{name}?" for name in schema.get("properties", ())]
    return " `{" + ", ".join(names) + "}`" if names else ""


def cell(text: str) -> str:
    """Text in a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def main(arguments: Sequence[str]) -> int:
    """Write the document, or with ``--check`` say whether it is what would be written."""
    return write_or_check(
        arguments,
        TARGET,
        protocol_text(Registry().all(), Registry().others()),
        "clubroute.rules.service.document",
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
