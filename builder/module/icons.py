"""Icons of toolbar buttons: small SVG pictures, what a button is for by its form, which by letters.

An icon's name says all that is on it, so that a module has those its build file names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from clubroute.builder.counting import is_whole
from clubroute.builder.vassal.buildfile import Element

SHOWN, HIDDEN, SOURCES = "icon-counters.svg", "icon-no-counters.svg", "icon-sources.svg"
LEGEND, TURN, RETIRE = "icon-legend.svg", "icon-turn.svg", "icon-retire.svg"
FIND, TRAYS = "icon-find.svg", "icon-trays.svg"

COUNTERS = (
    '<rect x="2.5" y="2.5" width="11" height="11" fill="#c8b98a" stroke="#333333"/>'
    '<rect x="6.5" y="6.5" width="11" height="11" fill="#9bb0c4" stroke="#333333"/>'
)
CROSS = '<path d="M3 17 17 3" stroke="#b3261e" stroke-width="2.5" fill="none"/>'
HEX = (
    '<path d="M1.5 10 5.7 2.7H14.3L18.5 10 14.3 17.3H5.7Z" fill="#ffffff" stroke="#333333"/>'
    '<path d="M4.5 12.5 12.5 4.5M6 15.5 15 6.5M10.5 15.5 16.5 9.5" stroke="#2f6fa5" fill="none"/>'
)
KEY = (
    '<path d="M1.5 5.5 3.2 2.5H6.8L8.5 5.5 6.8 8.5H3.2Z" fill="#8fae74" stroke="#333333"/>'
    '<path d="M1.5 14.5 3.2 11.5H6.8L8.5 14.5 6.8 17.5H3.2Z" fill="#84bde0" stroke="#333333"/>'
    '<path d="M11 5.5H18.5M11 14.5H18.5" stroke="#333333" stroke-width="1.6" fill="none"/>'
)
CLOCK = (
    '<circle cx="10" cy="10" r="8" fill="#ffffff" stroke="#333333" stroke-width="1.4"/>'
    '<path d="M10 5V10L13.5 12" stroke="#b3261e" stroke-width="1.6" fill="none"/>'
)
ARROWS = (
    '<path d="M3 7H15M11.5 3.5 15.5 7 11.5 10.5" stroke="#2f6fa5" stroke-width="1.8" fill="none"/>'
    '<path d="M17 14H5M8.5 10.5 4.5 14 8.5 17.5" stroke="#b3261e" stroke-width="1.8" fill="none"/>'
)
GLASS = (
    '<circle cx="8.5" cy="8.5" r="5.8" fill="#ffffff" stroke="#333333" stroke-width="1.6"/>'
    '<path d="M12.8 12.8 18 18" stroke="#6b5a2e" stroke-width="3" fill="none"/>'
)
TRAY = (
    '<path d="M1.5 9.5V17.5H18.5V9.5" fill="#fbf8ec" stroke="#4d4a42" stroke-width="1.6"/>'
    '<rect x="3.5" y="8" width="6" height="6" fill="#c8b98a" stroke="#333333"/>'
    '<rect x="10.5" y="8" width="6" height="6" fill="#9bb0c4" stroke="#333333"/>'
    '<path d="M10 1V5.5M7.6 3.6 10 6 12.4 3.6" stroke="#b3261e" stroke-width="1.6" fill="none"/>'
)
FORMS: Mapping[str, str] = MappingProxyType(
    {
        "window": '<rect x="1" y="3" width="18" height="14" rx="2" fill="#f1e4bd" '
        'stroke="#6b5a2e"/>'
        '<path d="M1.5 6H18.5" stroke="#6b5a2e" stroke-width="1.4"/>',
        "chart": '<path d="M2.5 1.5H17.5V18.5H2.5Z" fill="#ffffff" stroke="#4d4a42"/>'
        '<path d="M3 4H17" stroke="#4d4a42" stroke-width="3"/>',
        "dice": '<rect x="2" y="2" width="16" height="16" rx="3.5" fill="#ffffff" '
        'stroke="#333333"/>',
        "send": '<circle cx="10" cy="10" r="8.5" fill="#d9e8d2" stroke="#3f6b34"/>',
    }
)
"""By what a button is for: a window, a chart, dice, a key that it sends to counters."""

NAME = re.compile(r"icon-([a-z]+)-([0-9A-Za-z]+)\.svg")


def icon(form: str, words: str) -> str:
    """The name of a button's icon: its form, and two letters of its words; of a number all
    digits up to two."""
    parts = re.findall(r"[0-9A-Za-z]+", words) or ["x"]
    two = parts[0][:2] if len(parts) == 1 or is_whole(parts[0]) else parts[0][0] + parts[1][0]
    return f"icon-{form}-{two}.svg"


def svg(drawn: str) -> bytes:
    """A picture of 20 × 20 px."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20">'
    return f"{head}{drawn}</svg>\n".encode("ascii")


FIXED: Mapping[str, bytes] = MappingProxyType(
    {
        SHOWN: svg(COUNTERS),
        HIDDEN: svg(COUNTERS + CROSS),
        SOURCES: svg(HEX),
        LEGEND: svg(KEY),
        TURN: svg(CLOCK),
        RETIRE: svg(ARROWS),
        FIND: svg(GLASS),
        TRAYS: svg(TRAY),
    }
)


def drawn_icon(name: str) -> bytes | None:
    """The picture of an icon by its name, None for one that is not ours."""
    found = NAME.fullmatch(name)
    if found is None or found[1] not in FORMS:
        return FIXED.get(name)
    form, letters = found[1], found[2]
    low = 14.6 if form in ("window", "chart") else 13.2
    text = (
        f'<text x="10" y="{low}" font-family="SansSerif" font-size="9" font-weight="bold" '
        f'text-anchor="middle" fill="#1d1b17">{letters}</text>'
    )
    return svg(FORMS[form] + text)


def icons_in(root: Element) -> Iterator[tuple[str, bytes]]:
    """The icons that a build file names, by their names, each once."""
    named = {value for part in root.walk() for _, value in part.attributes if "icon-" in value}
    for name in sorted(named):
        drawn = drawn_icon(name)
        if drawn is not None:
            yield name, drawn
