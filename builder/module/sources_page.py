"""The page in the module's Help menu that says what its map is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from clubroute.builder.vassal.buildfile import Element, element

FILE = "map-sources.html"
TITLE = "Sources of the map"


def help_page() -> Element:
    """The entry in the Help menu."""
    return element(
        "VASSAL.build.module.documentation.HelpFile",
        {"fileName": FILE, "fileType": "archive", "title": TITLE},
    )


def page(credits_: Sequence[str]) -> bytes:
    """The page as HTML of the kind Java's own editor shows."""
    rows = "\n".join(f"<li>{escape(credit)}</li>" for credit in credits_)
    return (
        "<html>\n<body>\n"
        f"<h2>{TITLE}</h2>\n"
        "<p>The map is drawn from open data and general knowledge of 1944; no printed map was "
        "traced.</p>\n"
        f"<ul>\n{rows}\n</ul>\n"
        "</body>\n</html>\n"
    ).encode()
