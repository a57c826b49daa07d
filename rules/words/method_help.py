"""The help for one method: what it answers, its parameters, and what to say in words."""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import type_text
from clubroute.rules.words.commands import shown_examples
from clubroute.rules.words.grammar import has_method, series_with
from clubroute.rules.words.scope import MAP

PROTOCOL = "`clubroute ask rpc.discover` tells every parameter of every question."


def help_lines(context: Context, name: str, window: str | None = None) -> Sequence[str]:
    """Tell people what a method answers, and its parameters.

    :param window: the map it is asked about; if None, or one that it is not asked about, another.
    :raises InputError: unknown method.
    """
    having = [one for one in series_with(window) if has_method(context, name, one)]
    own = next((one for one in having if window in one.maps), having[0] if having else None)
    method = context.registry.find(name, {MAP: own.maps[0]} if own else None)
    lines = [f"{method.name}: {method.summary}", ""]
    lines += [f"Rules: {', '.join(method.cites)}", ""] if method.cites else []
    for part in method.params:
        need = "" if part.required else ", may be left out"
        kind = type_text(part.schema()).replace("`", "").replace('"', "")
        short = kind.partition("{")[0].strip()
        lines.append(f"  {part.name} ({short}{need})")
        lines += [f"      {part.summary}"] if part.summary else []
    lines += [
        "",
        *(f"clubroute {line}" for line in shown_examples(name, own.kind if own else None)),
    ]
    for other in having:
        if context.registry.find(name, {MAP: other.maps[0]}) is not method:
            lines.append(f"On the map {other.maps[0]}: clubroute ask {name} {other.maps[0]} --help")
    return [*lines, PROTOCOL]
