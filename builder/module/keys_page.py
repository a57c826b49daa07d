"""The page of the Help menu with every key and button: made from what the module has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from clubroute.builder.module.charts import ChartSheet, whole
from clubroute.builder.module.prototypes import Traits
from clubroute.builder.sources.windows import Windows

KEYS_FILE = "keys.html"
KEYS_TITLE = "Keys and buttons"
FIXED = (("LOS thread", "Alt L"), ("Overview", "Alt O"), ("Hide the counters", "Alt H"))
"""Keys of the map window."""


def keys_sheet(traits: Traits, windows: Windows) -> ChartSheet:
    """The page."""
    said = [(one.title, one.tooltip) for one in windows.windows]
    said += [(one.text, one.tooltip) for one in windows.buttons]
    said += [(one.title, one.tooltip) for one in windows.charts]
    body = f"<h3>Counters</h3>\n{table(traits.keys)}<h3>The map</h3>\n{table(FIXED)}"
    more = f"<h3>Buttons</h3>\n{table(said)}" if said else ""
    return ChartSheet(KEYS_TITLE, KEYS_FILE, whole(KEYS_TITLE, body + more).encode("utf-8"))


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as a table."""
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    inside = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table border="1" cellpadding="3">\n{inside}\n</table>\n'
