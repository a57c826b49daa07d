"""The pages of a turn's ordered lists of steps, one for each game or scenario."""

from __future__ import annotations

from html import escape

from clubroute.builder.sources.turn_lists import TurnList, TurnLists, TurnStep


def file_name(lists: TurnLists, one: TurnList) -> str:
    """The name of a list's page in the module."""
    return f"turn-{lists.time}-{one.id.lower()}.html"


def pages(lists: TurnLists) -> dict[str, bytes]:
    """The pages by their names in the module."""
    return {file_name(lists, one): page(lists, one).encode("utf-8") for one in lists.lists}


def page(lists: TurnLists, one: TurnList) -> str:
    """A list as HTML of the kind Java's own editor shows: no CSS, one row for each step."""
    rows = "\n".join(row(number, step) for number, step in zip(one.numbers, one.steps, strict=True))
    return (
        "<html>\n<body>\n"
        f"<h2>{escape(lists.title)}: {escape(one.title)}</h2>\n"
        f"<p>{escape(one.note)} <i>{escape(one.cite)}</i></p>\n"
        f'<table cellpadding="4" width="560">\n{rows}\n</table>\n'
        "</body>\n</html>\n"
    )


def row(number: str, step: TurnStep) -> str:
    """One step: its number, what to do, on which days, and the rule."""
    title = f"<i>{escape(step.title)}</i>" if step.reminder else f"<b>{escape(step.title)}</b>"
    days = ""
    if step.on:
        days = f"Only on {', '.join(map(spoken, step.on))}. "
    return (
        f'<tr><td valign="top" align="right">{number}</td>'
        f"<td>{title}<br>{escape(days + step.text)} <i>{escape(step.cite)}</i></td></tr>"
    )


def spoken(day: str) -> str:
    """``1944-09-17`` as players say it: September 17."""
    year_month, _, number = day.rpartition("-")
    month = MONTHS[int(year_month.rpartition("-")[2]) - 1]
    return f"{month} {int(number)}"


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
