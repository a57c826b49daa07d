"""The charts of a game of one's own, made from its rules.toml: what its module shows as tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from clubroute.builder.counting import is_whole, so_many
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.project import Project
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.rules.book.charts import Row, csv_charts
from clubroute.rules.engine.keys import OTHERS
from clubroute.rules.engine.tables import ChartRow, GameRules, RuleTables
from clubroute.rules.plain.book import the_rules
from clubroute.rules.plain.fight.engagement import told_when
from clubroute.rules.plain.game import PlainGame
from clubroute.rules.plain.page import (
    CHARTS,
    CITED,
    effect_words,
    fight_lines,
    fight_words,
    other_words,
    switch_lines,
    told_one,
)
from clubroute.rules.series import series_at

FOLDER = "charts"


def charts_of(game: PlainGame) -> dict[str, str]:
    """The charts of a game by the name of their file: Terrain Effects, Combat Results with its
    modifiers, turn track with weather, all else on a page; those that its rules have."""
    rules = the_rules(game)
    plain, titles = rules.plain, titles_of(game)
    classes = tuple(dict.fromkeys(plain.classes.values())) or ("MP",)
    combat = plain.combat
    columns = combat.columns if combat is not None else ()
    cells = sorted(combat.cells.items()) if combat is not None else []
    modifiers = combat.modifiers if combat is not None else ()
    return csv_charts(
        {
            "terrain-effects": (
                ("Terrain", *(one.capitalize() for one in classes), "Effects", "Rule"),
                effect_rows(rules, classes, titles),
            ),
            "combat-results": (
                ("Roll", *columns),
                ((str(roll), *(one.code for one in row)) for roll, row in cells),
            ),
            "combat-modifiers": (
                ("If", "Then", "Rule"),
                (
                    (
                        told_plainly(one.say or told_when(one.when), titles),
                        told_plainly("; ".join(effect_words(one)), titles),
                        one.rule,
                    )
                    for one in modifiers
                ),
            ),
            "turn-track": (("Turn", "When", "Weather"), turn_rows(plain, game)),
            "other-rules": (("About", "Rule", "No."), other_rows(plain, titles)),
        }
    )


def titles_of(game: PlainGame) -> Mapping[str, Mapping[str, str]]:
    """What players call the kinds of a game's map, by chart."""
    series = series_at(game.id)
    home = Project(series.counters.parent).map_folder(series.lattice)
    words = read_vocabulary(home / "terrain.toml")
    return {
        "terrain": {one.name: one.title for one in words.hexes.values()},
        "hexside": {one.name: one.title for one in words.hexsides.values()},
        "road": {one.name: one.title for one in words.roads.values()},
    }


def effect_rows(
    rules: GameRules, classes: tuple[str, ...], titles: Mapping[str, Mapping[str, str]]
) -> Iterator[Row]:
    """What each hex, hexside and Road costs by class, and what else it does; after it what a
    weather or a phase changes of that."""
    times = {when: tables for when, tables in rules.tables.items() if any(when)}
    for chart in CHARTS:
        rows: Mapping[str, ChartRow] = getattr(rules.plain, chart)
        for name, row in rows.items():
            title = titles[chart].get(name) or row.title.capitalize()
            yield terrain_row(row, title, chart, classes, titles)
            seen = [row]
            for when, tables in sorted(times.items(), key=lambda one: sum(map(bool, one[0]))):
                changed: ChartRow | None = getattr(tables, chart).get(name)
                if changed is not None and changed not in seen:
                    seen.append(changed)
                    said = f"{title} ({', '.join(filter(None, when))})"
                    yield terrain_row(changed, said, chart, classes, titles)


def terrain_row(
    row: ChartRow,
    title: str,
    chart: str,
    classes: tuple[str, ...],
    titles: Mapping[str, Mapping[str, str]],
) -> Row:
    """A row of the Terrain Effects Chart. :param title: with the weather or phase it holds in."""
    move = row.move
    costs = [
        "" if move is None else told_one(move.of(one if one != "MP" else OTHERS)) for one in classes
    ]
    if chart == "hexside":
        costs = ["" if one == "0 MP" else one for one in costs]
        costs = [f"+{one}" if is_whole(one[:1]) else one for one in costs]
    effects = "; ".join((*other_words(row), *fight_words(row)))
    if not effects and not any(costs):
        effects = NOTHING
    rule = row.rule if row.fight_rule == row.rule else f"{row.rule}, {row.fight_rule}"
    return (
        title,
        *(told_plainly(one, titles) for one in costs),
        told_plainly(effects, titles),
        rule,
    )


def other_rows(rules: RuleTables, titles: Mapping[str, Mapping[str, str]]) -> Iterator[Row]:
    """All other rules in short: what each is about, what it says, and its number."""
    combat = None if rules.combat is None else replace(rules.combat, modifiers=())
    for line in (*switch_lines(rules), *fight_lines(replace(rules, combat=combat))):
        about, _, rest = line.strip().partition(": ")
        numbers = [one for cited in CITED.findall(rest) for one in cited.split(", ")]
        if numbers and not about.startswith(("turn ", "phase ")):
            said = re.sub(r"\s+(?=;|$)", "", CITED.sub("", rest))
            told = told_plainly(said.strip(), titles)
            yield about[:1].upper() + about[1:], told, ", ".join(dict.fromkeys(numbers))


NOTHING = "adds nothing"
"""What a row says that changes no cost and no combat."""
SHIFTED = re.compile(r"\b(left|right) ([0-9]+)")
HALF = re.compile(r"\b([0-9]+)\.5\b")


def told_plainly(text: str, titles: Mapping[str, Mapping[str, str]]) -> str:
    """Words of a chart as printed: kinds by their titles, halves as ½, columns to the side."""
    for kinds in titles.values():
        for name, title in kinds.items():
            if "_" in name:
                text = re.sub(rf"\b{name}\b", title[:1].lower() + title[1:], text)
    text = text.replace("lifts hexside", "the hexside adds nothing")
    text = HALF.sub(lambda one: f"{int(one[1]) or ''}½", text)
    return SHIFTED.sub(lambda one: f"{so_many(int(one[2]), 'column')} to the {one[1]}", text)


def turn_rows(rules: RuleTables, game: PlainGame) -> Iterator[Row]:
    """The turns of the track, each with its weather."""
    weather = rules.turns.weather if rules.turns is not None else {}
    for number, (day, time) in enumerate(game.turns if weather else (), start=1):
        yield str(number), f"{day} {time}".strip(), weather.get(number, "")


def write_charts(game: PlainGame) -> list[str]:
    """Write the charts of a game into its folder, those that are not so already; their names."""
    written = []
    for name, text in charts_of(game).items():
        path = game.folder / FOLDER / name
        if not path.is_file() or path.read_bytes() != text.encode("utf-8"):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, text.encode("utf-8"))
            written.append(name)
    return written
