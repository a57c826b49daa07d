"""Key strokes as authors write them: ``Ctrl Shift K``, or any other words for a named command."""

from __future__ import annotations

from clubroute.builder.errors import nearest_name
from clubroute.builder.sources.toml_table import TomlTable
from clubroute.builder.vassal.buildfile import (
    ALT,
    CTRL,
    SHIFT,
    key,
    named_key,
)

MODIFIERS = {"Ctrl": CTRL, "Shift": SHIFT, "Alt": ALT}


def stroke(table: TomlTable, name: str) -> str:
    """Return the stroke under a key of a table, "" if absent. :raises InputError: no such key."""
    if name not in table.table:
        return ""
    return stroke_of(table, name, table.value(name, str))


def stroke_of(table: TomlTable, name: str, text: str) -> str:
    """Return a stroke's text as VASSAL writes it: with a modifier a key, without one a name.

    :raises InputError: no key, or words that are nearly one.
    """
    *modifiers, last = text.split() or [""]
    meant = [nearest_name(modifier.capitalize(), MODIFIERS) for modifier in modifiers]
    if len(last) == 1 and None not in meant:
        nearly = " ".join([*(str(modifier) for modifier in meant), last])
        if nearly != text:
            raise table.error(name, repr(text), "a key such as Ctrl Shift K, or a name", nearly)
    try:
        if not modifiers or modifiers[0] not in MODIFIERS:
            return named_key(text)
        return key(last, sum(MODIFIERS[modifier] for modifier in modifiers))
    except (KeyError, ValueError):
        raise table.error(name, repr(text), "a key such as Ctrl Shift K, or a name") from None
