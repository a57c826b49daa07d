"""The charts of the series' modules (:mod:`clubroute.rules.book.charts`).

``charts.toml`` has the words of single figures; nothing here knows a figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.book.charts import Row, csv_charts
from clubroute.rules.book.rulebook import record, rule_sets
from clubroute.rules.gts.games import SERIES, book

SIGHT = {"clear": "open", "orchard": "two block", "blocks": "blocks"}
SAYS = {"no": "no", "road": "along a Road"}
CLASS_HEADS = tuple(one.capitalize() for one in MOVE_CLASSES)
NONE = ""
"""A cell with nothing in it."""


def charts(game: str) -> dict[str, str]:
    """The charts of a game by the name of their file; one without rows is left out."""
    made: dict[str, tuple[Row, Iterable[Row]]] = {
        "terrain": (
            ("Terrain", *CLASS_HEADS, "Fire", "Line of Sight", "Remarks", "Rule"),
            terrain_rows(game),
        ),
        "ways": (("Way", *CLASS_HEADS, "Remarks", "Rule"), way_rows(game)),
        "fire": (("Fire at a Unit", "Fire Rating", "Rule"), fire_rows(game)),
        "club-route": (("Club Route", NONE, "Rule"), said(game, "club-route")),
        "points": (("Game", "Side", "Points", "For", "Rule"), point_rows(game)),
        "totals": (("Night turn of", "Allies win with", "Germans win with", "Rule"), totals(game)),
    }
    return csv_charts(made)


@cache
def words() -> Vocabulary:
    """What the map calls its kinds."""
    return read_vocabulary(SHIPPED / "map_sources" / SERIES.lattice / "terrain.toml")


FIRE_SAID: Mapping[tuple[str, ...], str] = MappingProxyType(
    {("mortar", "indirect_he", "direct_he"): "mortars and high explosive (HE)"}
)
"""What a chart calls kinds of fire, as the table lists them."""


def terrain_rows(game: str) -> Iterator[tuple[str, ...]]:
    """MP to enter, outside Column and in it; what is added to fire; what blocks sight."""
    fire, sight = book("fire", game)["terrain"], book("sight", game)["terrain"]
    for name, row in book("movement", game).rows("terrain").items():
        remarks = []
        if row.flag("keeps_column"):
            remarks.append("vehicles stay in Column")
        if row.flag("leave_by_road"):
            remarks.append("vehicles leave along a Road only")
        if ignored := fire.get(name).words("ignored_by"):
            remarks.append(f"fire not modified for {FIRE_SAID[tuple(ignored)]}")
        yield (
            words().hexes[name].title,
            *(" / ".join(mp(one) for one in row.value(c)) for c in MOVE_CLASSES),
            signed(fire.get(name).value("modifier")),
            SIGHT[sight.get(name).text("effect")],
            "; ".join(remarks),
            row.cite,
        )


def mp(value: Any) -> str:
    """A cost, or a word for why there is none."""
    return SAYS[value] if isinstance(value, str) else f"{value:g}"


def signed(value: Any) -> str:
    """A modifier: ``+2``, ``-1``, ``0``."""
    return f"{value:+d}" if value else "0"


def way_rows(game: str) -> Iterator[tuple[str, ...]]:
    """MP along Roads, through ways below, over hexsides, into Column and out of it."""
    rules = book("movement", game)
    for name, row in rules.rows("roads").items():
        costs = (mp(row.value(c)) for c in MOVE_CLASSES)
        yield (f"Along a {spoken(name)}", *costs, "in Column", row.cite)
    for name, row in rules.rows("passages").items():
        values = (row.value(c) for c in MOVE_CLASSES)
        costs = ("no" if one is None else f"+{mp(one)}" for one in values)
        yield (f"Through a {spoken(name)}", *costs, "in Column", row.cite)
    stream = rules["hexsides"]["stream"]
    extra = " / ".join(f"+{mp(one)}" for one in stream.value("leg"))
    yield ("Over a stream without a Road", extra, "no", "no", "on leaving", stream.cite)
    for told, figure, cite in figures(game, "movement"):
        costs = (figure * (c in told.get("classes", MOVE_CLASSES)) for c in MOVE_CLASSES)
        yield (told["say"], *costs, NONE, cite)


def spoken(name: str) -> str:
    """``raised_road`` as players say it."""
    return name.replace("_", " ")


def fire_rows(game: str) -> Iterator[tuple[str, ...]]:
    """What is added besides terrain."""
    rules = book("fire", game)
    yield from said(game, "fire")
    for title, rows in (("", rules.rows("moves")), ("If agreed: ", rules.rows("optional"))):
        for row in rows.values():
            what = title + row.text("words") + ("; only as it moves" * row.flag("on_the_move"))
            yield (what[0].upper() + what[1:], signed(row.number("modifier")), row.cite)


def point_rows(game: str) -> Iterator[tuple[str, ...]]:
    """Victory Points, in every game that counts them."""
    for lines, title in wording()["points"].items():
        for row in book("victory", game).rows(lines).values():
            points = signed(row.number("points"))
            by_day: Mapping[str, int] = row.value("by_day") or {}
            if by_day:
                points = ", ".join(f"{day[5:]}: {signed(one)}" for day, one in by_day.items())
            once = " (once at most)" if row.value("most") == 1 else ""
            yield (title, row.text("side"), points, row.text("why") + once, row.cite)


def totals(game: str) -> Iterator[tuple[str, ...]]:
    """The totals that win on a day."""
    row = book("victory", game)["totals"]
    for day in row.value("days") or () if row.holds else ():
        yield (day["date"], f"{day['allied']} or more", f"{day['german']} or less", row.cite)


def wording() -> Mapping[str, Any]:
    """What ``charts.toml`` says."""
    return record(SERIES.folder / "charts.toml")


def said(game: str, chart: str) -> Iterator[tuple[str, str, str]]:
    """The rows of ``charts.toml`` whose figures the game has."""
    return ((row["say"], figure, cite) for row, figure, cite in figures(game, chart))


def figures(game: str, chart: str) -> Iterator[tuple[Mapping[str, Any], str, str]]:
    """Rows with their figures and citations."""
    page = wording()[chart]
    for row in page["rows"]:
        topic = row.get("topic", page["topic"])
        sets = rule_sets(SERIES.id, topic)
        if sets and game not in sets:
            continue
        *path, name = row["of"].split(".")
        section = book(topic, game)
        for part in path:
            section = section.get(part)
        value, cite = section.value(name), section.text(row.get("by", "rule"))
        if value is not None and cite:
            yield row, str(value) if "count" in row else signed(value), cite
