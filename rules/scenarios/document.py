"""A page for each scenario, made from its rows: for the documentation, and for the Help of
its module, which is kept beside the rows.

python -m clubroute.rules.scenarios.document [--check] [FOLDER]
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from clubroute.rules.book.charts import write_or_check
from clubroute.rules.scenarios.book import (
    ToldScenario,
    event_text,
    find_scenario,
    place_of,
    points_text,
    scenario_files,
    sticks_of,
    stock_text,
    trigger_text,
    zone_names,
)
from clubroute.rules.scenarios.set_up import (
    coming_with,
    elsewhere,
    name_of,
    names_of,
    row_record,
    to_place,
)
from clubroute.rules.series import all_series, series_at

MODULE = "clubroute.rules.scenarios.document"
MADE = f"<!-- Made by `python -m {MODULE}`; edit counters/*/scenarios/. -->"


def pages() -> Mapping[str, str]:
    """Every page as Markdown, by the name of its file."""
    told = [find_scenario(one.id, id_) for one in all_series() for id_ in scenario_files(one.id)]
    found = {f"{one.scenario.id.lower()}.md": page(one) for one in told}
    return {"README.md": contents(told), **found}


def sheets() -> Mapping[Path, str]:
    """Every page as HTML for the Help menu of its game's module, by its file."""
    found = {}
    for one in all_series():
        for id_, path in scenario_files(one.id).items():
            folder = path.parent.parent / "pages"
            found[folder / f"{id_.lower()}.html"] = as_html(page(find_scenario(one.id, id_)))
    return found


def as_html(text: str) -> str:
    """A page as the HTML that Java's own viewer shows: headings, tables, lists, paragraphs."""
    lines, kind = ["<html>", "<body>"], ""
    for line in text.splitlines():
        now = {"|": "table", "-": "ul"}.get(line[:1], "")
        if line.startswith("|---"):
            continue
        if now != kind:
            lines += [f"</{kind}>"] * bool(kind)
            lines += [
                '<table border="1" cellpadding="3">' if now == "table" else f"<{now}>"
            ] * bool(now)
        if now == "table":
            tag = "td" if kind == now else "th"
            cells = line[2:-2].split(" | ")
            lines.append("<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>")
        elif now:
            lines.append(f"<li>{escape(line[2:])}</li>")
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#")) + 1
            lines.append(f"<h{level}>{escape(line.lstrip('# '))}</h{level}>")
        elif line.startswith("<!--"):
            lines.append(line)
        elif line:
            lines.append(f"<p>{escape(line)}</p>")
        kind = now
    lines += [f"</{kind}>"] * bool(kind)
    return "\n".join([*lines, "</body>", "</html>"]) + "\n"


def contents(told: Sequence[ToldScenario]) -> str:
    """The page that lists the others."""
    lines = ["# Scenarios", "", MADE, ""]
    lines += [
        "What stands where, what comes when and what each scenario changes, in our own words:"
    ]
    lines += ["the rows of `counters/*/scenarios/`, which the modules and the rules use too.", ""]
    lines += ["| | | turns |", "|---|---|---|"]
    for one in (told_one.scenario for told_one in told):
        name = f"[{one.title}]({one.id.lower()}.md)"
        lines.append(f"| {one.id} | {name} | {one.turns.first} to {one.turns.last} |")
    return "\n".join(lines) + "\n"


def page(told: ToldScenario) -> str:
    """The page of one scenario."""
    parts = (frame, standing, placing, ground, own, values, events, arrivals, drops, notes)
    return "\n".join(text for part in parts for text in part(told)) + "\n"


def frame(told: ToldScenario) -> Iterator[str]:
    """Title, maps, turns, playing area."""
    one, turns = told.scenario, told.scenario.turns
    yield from (f"# {one.title}", "", MADE, "", f"{one.id}, on {', '.join(one.maps)} [{one.cite}].")
    for text in elsewhere(told):
        yield f"Not here: {text}."
    until = f" until {turns.weather_until}" if turns.weather_until else ""
    yield f"From {turns.first} to {turns.last}: {counted(turns.count, 'turn')}."
    if turns.weather:
        yield f"The weather is {turns.weather}{until} [{turns.cite}]."
    if turns.first_side:
        yield f"The first turn has a {turns.first_side} player turn alone [{turns.cite}]."
    steps = [f"begins with step {turns.begins_with}"] if turns.begins_with else []
    steps += [f"only steps {listed(turns.steps)}"] if turns.steps else []
    steps += [f"never steps {listed(turns.never)}"] if turns.never else []
    steps += [f"no steps {listed(turns.not_first_day)} on the first day"] * bool(
        turns.not_first_day
    )
    if steps:
        yield f"Sequence of play: {'; '.join(steps)}."
    if one.sets_up_first:
        yield f"The {one.sets_up_first} side sets up first."
    if one.playing_area is not None:
        area = one.playing_area
        shape = "a band between" if area.shape == "band" else "between"
        yield f"The playing area lies {shape} {', '.join(area.corners)} [{area.cite}]."


def counted(count: int, word: str) -> str:
    """A number of things."""
    return f"{count} {word}" + ("" if count == 1 else "s")


def listed(numbers: Sequence[int]) -> str:
    """Numbers in a row."""
    return ", ".join(map(str, numbers))


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table under a heading, nothing without rows."""
    if rows:
        yield from ("", f"## {title}", "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|")
        for row in rows:
            yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"


def section(title: str, texts: Sequence[str]) -> Iterator[str]:
    """A list under a heading, nothing without texts."""
    if texts:
        yield from ("", f"## {title}", "")
        yield from (f"- {text}" for text in texts)


def standing(told: ToldScenario) -> Iterator[str]:
    """What stands in a hex."""
    rows = []
    for row in told.scenario.units:
        if row.arrival is not None or row.hex is None or row.again:
            continue
        record = row_record(told, row)
        how = [*row.state, *(f"on {record['on']}" for _ in row.carrier or "" if "on" in record)]
        name = f"{row.count} {name_of(told, row)}" if row.count > 1 else name_of(told, row)
        side = record.get("side", "")
        group = record.get("formation") or record.get("division", "")
        rows.append((row.hex, name, side, group, ", ".join(dict.fromkeys(how)), row.unsure))
    heads = ("hex", "Unit", "side", "of", "state", "open")
    yield from table("What stands where", heads, sorted(rows, key=lambda row: row[2]))


def placing(told: ToldScenario) -> Iterator[str]:
    """What is to be placed."""
    rows = [
        (
            name_of(told, row),
            place_of(told, row),
            ", ".join([*row.state, *(f"may be {m}" for m in row.may)]),
        )
        for row in told.scenario.units
        if row.arrival is None and to_place(row) and not row.again
    ]
    yield from table("Still to be placed", ("Unit", "where", "state"), rows)


def ground(told: ToldScenario) -> Iterator[str]:
    """Markers, and what is at hand."""
    one = told.scenario
    areas = {area.id: area.text for area in one.areas}
    rows = [
        (told.name(laid.marker), laid.hex or areas.get(laid.area or "", ""), laid.cite)
        for laid in one.laid
    ]
    yield from table("Markers", ("marker", "where", "rule"), rows)
    at_hand = []
    for available in one.available:
        names = ", ".join(dict.fromkeys(names_of(told, available.pieces)))
        at_hand.append(f"{names}: {available.text} [{available.cite}]")
    yield from section("At hand", at_hand)


def own(told: ToldScenario) -> Iterator[str]:
    """What the scenarios of its series have beside those of others."""
    module = series_at(told.game).pages
    return importlib.import_module(module).own_sections(told) if module else iter(())


def values(told: ToldScenario) -> Iterator[str]:
    """Stocks and supply, and the mug."""
    one = told.scenario
    stocks = [(row.what, row.division or row.side, stock_text(row), row.cite) for row in one.stock]
    yield from table("Stocks", ("of", "who", "how many", "rule"), stocks)
    supply = [(row.side, row.text, row.cite) for row in one.supply]
    yield from table("Sources of supply", ("who", "where", "rule"), supply)
    mug = one.mug
    if mug.cite:
        chits = ", ".join(names_of(told, mug.chits)) or "not told"
        lines = [f"In the mug: {chits} [{mug.cite}]"]
        lines += [f"First: {mug.first}", f"The last chit: {mug.last}"]
        lines += [f"Open: {mug.unsure}"] * bool(mug.unsure)
        yield from section("Chits", lines)


def events(told: ToldScenario) -> Iterator[str]:
    """The cup and every event."""
    one = told.scenario
    if not one.events:
        return
    yield from ("", "## Events", "")
    if one.cup is not None:
        back = "goes back" if one.cup.goes_back else "does not go back"
        yield from (f"{one.cup.trigger}; it {back} [{one.cup.cite}].", "")
        if one.cup.order:
            yield from (f"In history: {', '.join(names_of(told, one.cup.order))}.", "")
    yield from (f"- {event_text(event)} [{event.cite}]" for event in one.events)


def arrivals(told: ToldScenario) -> Iterator[str]:
    """What comes later but by drop."""
    rows = []
    for arrival in told.scenario.arrivals:
        units = [
            (f"{row.count} " if row.count > 1 else "")
            + name_of(told, row)
            + (f" {row.hex}" if row.hex else f" ({place_of(told, row)})" if to_place(row) else "")
            for row in coming_with(told, arrival.id)
        ]
        more = [*names_of(told, arrival.chits)]
        more += [points_text(one.division, one.figures) for one in arrival.points]
        cells = (trigger_text(told, arrival), ", ".join(units), "; ".join(more), arrival.text)
        rows.append((*cells, arrival.cite))
    heads = ("when", "Units", "chits and points", "", "rule")
    yield from table("What comes later", heads, rows)


def drops(told: ToldScenario) -> Iterator[str]:
    """The drops, stick by stick."""
    rows = []
    for drop in told.scenario.drops:
        for stick in sticks_of(told, drop):
            names = ", ".join(name_of(told, row) for row in coming_with(told, stick.id))
            zones = " or ".join(zone_names(told, stick))
            number = f"{drop.number}/{stick.number}"
            rows.append((number, stick.by or "", str(stick.delay), zones, names))
    yield from table("Drops", ("drop/stick", "by", "DELAY", "zone", "Units"), rows)


def notes(told: ToldScenario) -> Iterator[str]:
    """Special rules, victory, and what is known or open."""
    one = told.scenario
    for title, texts in (
        ("Special rules", [f"{note.text} [{note.cite}]" for note in one.rules]),
        ("Victory", [f"{note.name}: {note.text} [{note.cite}]" for note in one.victory]),
        ("Known at the start", [f"{n.what}: {n.text} [{n.cite}]" for n in one.known]),
        ("Open", [f"{note.text} [{note.cite}]" for note in one.unsettled]),
    ):
        yield from section(title, texts)


def main(arguments: Sequence[str]) -> int:
    """Write the pages of the modules, or those of the site into a FOLDER; with ``--check`` say
    whether they are what would be written."""
    check = [one for one in arguments if one == "--check"]
    folder = next((Path(one) for one in arguments if one != "--check"), None)
    made: dict[Path, str] = dict(sheets())
    if folder is not None:
        made = {folder / name: text for name, text in pages().items()}
    for path in made:
        path.parent.mkdir(parents=True, exist_ok=True)
    return max(write_or_check(check, path, text, MODULE) for path, text in made.items())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
