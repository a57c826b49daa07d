"""Chart windows and help pages: HTML of the kind Java's own editor shows, a tab or entry each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from clubroute.builder.art.legend import LEGEND_PICTURE
from clubroute.builder.module import parts as turn_pages
from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.module.parts import MODULE
from clubroute.builder.sources.text import filled_rows, read_text
from clubroute.builder.sources.windows import Chart, WindowPage, Windows
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.pieces import piece_definition

# The counter palette: side, then division, then formation; markers by kind; chits by side.

WIDGET = "VASSAL.build.widget"
COLUMNS = 5
"""Counters side by side on a shelf."""


def piece_slot(item: ModulePiece, size: int) -> Element:
    """The slot a counter is dragged from; ``size`` is its picture's side in px."""
    return element(
        f"{WIDGET}.PieceSlot",
        {"entryName": item.name, "gpid": item.gpid, "height": size, "width": size},
        text=piece_definition(item.definition),
    )


def palette(pieces: Sequence[ModulePiece], size: int) -> Element:
    """The palette window."""
    return element(
        "VASSAL.build.module.PieceWindow",
        {
            "defaultWidth": 0,
            "hidden": False,
            "hotkey": "",
            "icon": "/images/counter.gif",
            "name": "Counters",
            "scale": "1.0",
            "text": "Counters",
            "tooltip": "All counters by side, division and formation",
        },
        element(
            f"{WIDGET}.TabWidget",
            {"entryName": "Counters"},
            *tree(pieces, 0, size),
        ),
    )


def tree(pieces: Sequence[ModulePiece], depth: int, size: int) -> list[Element]:
    """One widget for each shelf name at ``depth``; the last level is a sheet of counters."""
    names = list(dict.fromkeys(item.shelf[depth] for item in pieces))
    found = []
    for name in names:
        inside = [item for item in pieces if item.shelf[depth] == name]
        if len(inside[0].shelf) == depth + 1:
            found.append(
                element(
                    f"{WIDGET}.PanelWidget",
                    {
                        "entryName": name,
                        "fixed": True,
                        "nColumns": COLUMNS,
                        "scale": "1.0",
                        "vert": False,
                    },
                    *(piece_slot(item, size) for item in inside),
                )
            )
        else:
            widget = "TabWidget" if depth else "BoxWidget"
            attributes = {"entryName": name}
            if widget == "BoxWidget":
                attributes |= {"height": "0", "width": "0"}
            found.append(element(f"{WIDGET}.{widget}", attributes, *tree(inside, depth + 1, size)))
    return found


@dataclass(frozen=True, slots=True)
class ChartSheet:
    """A page as the module holds it."""

    title: str
    file: str
    data: bytes


def sheets_of(chart: Chart) -> list[ChartSheet]:
    """The pages of a chart window."""
    if chart.turns is not None:
        return [
            ChartSheet(
                one.title,
                turn_pages.file_name(chart.turns, one),
                turn_pages.page(chart.turns, one).encode("utf-8"),
            )
            for one in chart.turns.lists
        ]
    return [sheet_of(page, f"chart-{slug(chart.title)}-") for page in chart.pages]


def sheet_of(page: WindowPage, start: str) -> ChartSheet:
    """A page from its file: HTML as it is, CSV as a table, other text as paragraphs."""
    if page.path.suffix in (".html", ".htm"):
        html = read_text(page.path)
    elif page.path.suffix == ".csv":
        html = whole(page.title, table(page.path))
    else:
        parts = read_text(page.path).split("\n\n")
        html = whole(page.title, "".join(f"<p>{escape(part)}</p>\n" for part in parts))
    return ChartSheet(page.title, f"{start}{slug(page.title)}.html", html.encode("utf-8"))


def whole(title: str, body: str) -> str:
    """An HTML page."""
    return f"<html>\n<body>\n<h2>{escape(title)}</h2>\n{body}</body>\n</html>\n"


def table(path: Path) -> str:
    """CSV as a table, its first row as the head."""
    rows = filled_rows(path)
    lines = [
        "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
        for number, row in enumerate(rows)
        for tag in ("th" if number == 0 else "td",)
    ]
    return '<table border="1" cellpadding="3">\n' + "\n".join(lines) + "\n</table>\n"


def slug(title: str) -> str:
    """A title as part of a file name."""
    return "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def chart_window(chart: Chart) -> Element:
    """The window of a chart with its tabs."""
    return element(
        f"{MODULE}.ChartWindow",
        {
            "hotkey": "",
            "icon": "",
            "name": chart.title,
            "text": chart.button,
            "tooltip": chart.tooltip,
        },
        element(
            f"{WIDGET}.TabWidget",
            {"entryName": chart.title},
            *(
                element(f"{WIDGET}.HtmlChart", {"chartName": sheet.title, "fileName": sheet.file})
                for sheet in sheets_of(chart)
            ),
        ),
    )


def legend_window() -> Element:
    """The window of the legend."""
    return element(
        f"{MODULE}.ChartWindow",
        {
            "hotkey": "",
            "icon": "",
            "name": "Legend",
            "text": "Legend",
            "tooltip": "What the signs of the map mean",
        },
        element(
            f"{WIDGET}.Chart",
            {"chartName": "Legend", "fileName": LEGEND_PICTURE},
        ),
    )


def help_entry(sheet: ChartSheet) -> Element:
    """An entry of the Help menu."""
    return element(
        f"{MODULE}.documentation.HelpFile",
        {"fileName": sheet.file, "fileType": "archive", "title": sheet.title},
    )


def help_sheets(windows: Windows) -> list[ChartSheet]:
    """The pages of the Help menu."""
    return [sheet_of(page, "help-") for page in windows.pages]
