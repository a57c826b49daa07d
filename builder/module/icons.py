"""Icons of toolbar buttons for which VASSAL has none: SVG, by their names in a module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SHOWN, HIDDEN, SOURCES = "icon-counters.svg", "icon-no-counters.svg", "icon-sources.svg"

COUNTERS = (
    '<rect x="2.5" y="2.5" width="11" height="11" fill="#c8b98a" stroke="#333333"/>'
    '<rect x="6.5" y="6.5" width="11" height="11" fill="#9bb0c4" stroke="#333333"/>'
)
CROSS = '<path d="M3 17 17 3" stroke="#b3261e" stroke-width="2.5" fill="none"/>'
HEX = (
    '<path d="M1.5 10 5.7 2.7H14.3L18.5 10 14.3 17.3H5.7Z" fill="#ffffff" stroke="#333333"/>'
    '<path d="M4.5 12.5 12.5 4.5M6 15.5 15 6.5M10.5 15.5 16.5 9.5" stroke="#2f6fa5" fill="none"/>'
)


def svg(drawn: str) -> bytes:
    """A picture of 20 × 20 px."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20">'
    return f"{head}{drawn}</svg>\n".encode("ascii")


ICONS: Mapping[str, bytes] = MappingProxyType(
    {SHOWN: svg(COUNTERS), HIDDEN: svg(COUNTERS + CROSS), SOURCES: svg(HEX)}
)
"""Every icon."""
