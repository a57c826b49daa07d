"""Chart windows and help pages: HTML of the kind Java's own editor shows, a tab or entry each."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from clubroute.builder.art.legend import LEGEND_PICTURE
from clubroute.builder.module import parts as turn_pages
from clubroute.builder.module.adviser import PAGES, SHELF
from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.module.icons import COUNTERS, LEGEND, file_of
from clubroute.builder.module.parts import MODULE
from clubroute.builder.sources.text import filled_rows, read_text
from clubroute.builder.sources.windows import Chart, WindowPage, Windows
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.pieces import piece_definition

# The counter palette: side, then division, then formation; markers by kind; chits by side.

WIDGET = "VASSAL.build.widget"
COLUMNS = 8
"""Counters side by side on a shelf."""
LETTERS, TAB = 7, 26
"""Px of a letter of a shelf's name, about, and of a tab around it."""


def piece_slot(item: ModulePiece, size: int) -> Element:
    """The slot a counter is dragged from; ``size`` is its picture's side in px."""
    return element(
        f"{WIDGET}.PieceSlot",
        {"entryName": item.name, "gpid": item.gpid, "height": size, "width": size},
        text=piece_definition(item.definition),
    )


def palettes(pieces: Sequence[ModulePiece], size: int) -> list[Element]:
    """The palette, after a hidden one: VASSAL puts the first beside the chat, where it has room for
    one row of counters; another is a window of its own."""
    shelves = element(f"{WIDGET}.TabWidget", {"entryName": "Counters"}, *tree(pieces, 0, size))
    return [
        piece_window("Beside the chat", hidden=True),
        piece_window("Counters", shelves, hidden=False),
    ]


def piece_window(name: str, *inside: Element, hidden: bool) -> Element:
    """A window of counters."""
    return element(
        f"{MODULE}.PieceWindow",
        {
            "defaultWidth": 0,
            "hidden": hidden,
            "hotkey": "",
            "icon": COUNTERS,
            "name": name,
            "scale": "1.0",
            "text": "",
            "tooltip": "All counters by side, division and formation",
        },
        *inside,
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
                    SHELF,
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
            inner = tree(inside, depth + 1, size)
            tabs = depth and fits_tabs([one.get("entryName") for one in inner], COLUMNS * size)
            attributes = {"entryName": name, **({} if tabs else {"height": "0", "width": "0"})}
            found.append(
                element(f"{WIDGET}.{'TabWidget' if tabs else 'BoxWidget'}", attributes, *inner)
            )
    return found


def fits_tabs(names: Sequence[str], wide: int) -> bool:
    """Whether names have room as tabs in one row; more are a list."""
    return sum(TAB + LETTERS * len(name) for name in names) <= wide


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
        html = whole(page.title, table(filled_rows(page.path)))
    else:
        parts = read_text(page.path).split("\n\n")
        html = whole(page.title, "".join(f"<p>{escape(part)}</p>\n" for part in parts))
    return ChartSheet(page.title, f"{start}{slug(page.title)}.html", html.encode("utf-8"))


def whole(title: str, body: str) -> str:
    """An HTML page."""
    return f"<html>\n<body>\n<h2>{escape(title)}</h2>\n{body}</body>\n</html>\n"


def table(rows: Iterable[Sequence[str]], *, head: bool = True) -> str:
    """Rows as a table, the first as its head."""
    lines = [
        "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
        for number, row in enumerate(rows)
        for tag in ("th" if head and number == 0 else "td",)
    ]
    return PLAIN_TABLE + "\n" + "\n".join(lines) + "\n</table>\n"


# How pages look: one typeface at a size that is read, tables ruled once as on a printed card.
#
# Java's own editor knows HTML 3.2 and a little CSS: a table on a darker ground shows it between its
# cells, which is a thin line.

PLAIN_TABLE = '<table border="1" cellpadding="3">'
"""How our pages begin a table; one that an author begins so is dressed, too."""
RULE, PAPER, SHADE, HEAD = "#8d8672", "#fbf8ec", "#f0ead8", "#4d4a42"
DRESSED = f'<table cellspacing="1" cellpadding="4" bgcolor="{RULE}">'
LOOK = """<head><style type="text/css">
body, td, th, p, li { font-family: SansSerif; font-size: 12pt }
h2 { font-family: SansSerif; font-size: 16pt; margin-bottom: 4px }
h3 { font-family: SansSerif; font-size: 13pt; margin-bottom: 2px }
td { vertical-align: top }
</style></head>
"""
TABLES = re.compile(f"{re.escape(PLAIN_TABLE)}(.*?)</table>", re.DOTALL)
CELLS = re.compile(r"<(th|td)([^>]*)>(.*?)</\1>", re.DOTALL)
LINE = 44
"""Letters of a line of a cell at most."""
SHORT = 18
"""Letters of the widest cell of a column whose cells stand in the middle."""


def dressed(data: bytes) -> bytes:
    """A page in the look of all others; one that brings a style of its own stays as it is."""
    html = data.decode("utf-8")
    if "<style" in html.lower() or "<body" not in html:
        return data
    head, body, rest = html.partition("<body>")
    paper = f'<body bgcolor="{PAPER}">' if body else ""
    return (head + LOOK + paper + TABLES.sub(ruled, rest)).encode("utf-8") if body else data


def ruled(found: re.Match[str]) -> str:
    """A table with thin lines, its head dark, every second row shaded and its first column bold."""
    rows = [CELLS.findall(row) for row in found[1].split("<tr>")[1:]]
    columns = max(map(len, rows), default=0)
    widths = [
        max((len(row[k][2]) for row in rows if k < len(row) and row[k][0] == "td"), default=0)
        for k in range(columns)
    ]
    lines, shade = [], False
    for cells in rows:
        head = any(tag == "th" for tag, _, _ in cells)
        ground = HEAD if head else SHADE if shade else PAPER
        shade = not (head or shade)
        told = (
            head_cell(more, text) if tag == "th" else set_cell(more, text, k, widths[k])
            for k, (tag, more, text) in enumerate(cells)
        )
        lines.append(f'<tr bgcolor="{ground}">{"".join(told)}</tr>')
    return "\n".join((DRESSED, *lines, "</table>"))


def head_cell(attributes: str, text: str) -> str:
    """A cell of a table's head: light on dark."""
    return f'<th{attributes}><font color="{PAPER}">{text}</font></th>'


def set_cell(attributes: str, text: str, column: int, widest: int) -> str:
    """A cell: in a narrow column it stands in the middle."""
    text = "<br>".join(textwrap.wrap(text, LINE)) if "<" not in text else text
    if column == 0:
        return f"<td{attributes}><b>{text}</b></td>"
    middle = ' align="center"' if widest <= SHORT and "align" not in attributes else ""
    return f"<td{attributes}{middle}>{text}</td>"


def slug(title: str) -> str:
    """A title as part of a file name."""
    return "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def chart_window(chart: Chart) -> Element:
    """The window of a chart with its tabs."""
    return element(
        f"{MODULE}.ChartWindow",
        {
            "hotkey": "",
            "icon": file_of(chart.icon),
            "name": chart.title,
            "text": "",
            "tooltip": chart.tooltip,
        },
        element(
            PAGES,
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
            "icon": LEGEND,
            "name": "Legend",
            "text": "",
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
