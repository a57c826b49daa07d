"""The page in the module's Help menu that says what its map is drawn from, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from clubroute.builder.module.charts import ChartSheet, whole

SOURCES_FILE = "map-sources.html"
SOURCES_TITLE = "Sources of the map"
RESTS = {
    "rulebook": "a rule or scenario says so",
    "survey": "computed from the real country",
    "assumed": "our guess: look at your map",
}


def sources_sheet(credits_: Sequence[str], shares: Mapping[str, Mapping[str, float]]) -> ChartSheet:
    """The page. :param shares: of hexes, hexsides and links, how much rests on what, 0 to 1."""
    rows = "\n".join(f"<li>{escape(credit)}</li>" for credit in credits_)
    head = "".join(f"<th>{name}<br>{RESTS[name]}</th>" for name in RESTS)
    known = "\n".join(
        f"<tr><td>{group}</td>"
        + "".join(f'<td align="right">{of.get(name, 0):.1%}</td>' for name in RESTS)
        + "</tr>"
        for group, of in shares.items()
    )
    body = (
        "<p>The map is drawn from open data and general knowledge of 1944; no printed map was "
        "traced.</p>\n"
        f"<ul>\n{rows}\n</ul>\n"
        f'<table border="1" cellpadding="3">\n<tr><th></th>{head}</tr>\n{known}\n</table>\n'
        "<p>The buttons Rulebook, Survey and Assumed show which hex is which.</p>\n"
    )
    return ChartSheet(SOURCES_TITLE, SOURCES_FILE, whole(SOURCES_TITLE, body).encode("utf-8"))
