"""One question asked in process, about a position that may stand in a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import AT


def ask(context: Context, name: str, params: Mapping[str, Any]) -> Any:
    """Answer a question. :raises InputError: unknown method, or parameters that do not fit."""
    return context.registry.ask(context, name, with_position(context, name, params))


def with_position(context: Context, name: str, params: Any) -> Any:
    """Put the position of the file that a question names (``at``) into its parameters.

    :raises InputError: the file may not be read here, or holds no position.
    """
    if type(params) is not dict or AT not in params:
        return params
    from clubroute.rules.saves.at import with_at  # few questions name a file

    return with_at(context, name, params)
