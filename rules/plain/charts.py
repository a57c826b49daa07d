"""The charts of a game of one's own, made from its rules.toml: what its module shows as tables."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.atomic import write_bytes
from clubroute.rules.book.charts import Row, csv_charts
from clubroute.rules.plain.book.by_class import OTHERS
from clubroute.rules.plain.book.reading import the_rules
from clubroute.rules.plain.book.tables import RuleTables
from clubroute.rules.plain.fight.wording import told_when
from clubroute.rules.plain.fight_page import effect_words, fight_words
from clubroute.rules.plain.game import PlainGame
from clubroute.rules.plain.page import CHARTS, chart_rows, other_words, told_one

FOLDER = "charts"


def charts_of(game: PlainGame) -> dict[str, str]:
    """The charts of a game by the name of their file: Terrain Effects, Combat Results with its
    modifiers, turn track with weather; those that its rules have."""
    rules = the_rules(game).plain
    classes = tuple(dict.fromkeys(rules.classes.values())) or ("MP",)
    combat = rules.combat
    columns = combat.columns if combat is not None else ()
    cells = sorted(combat.cells.items()) if combat is not None else []
    modifiers = combat.modifiers if combat is not None else ()
    return csv_charts(
        {
            "terrain-effects": (
                ("Terrain", *(one.capitalize() for one in classes), "Effects", "Rule"),
                terrain_rows(rules, classes),
            ),
            "combat-results": (
                ("Roll", *columns),
                ((str(roll), *(one.code for one in row)) for roll, row in cells),
            ),
            "combat-modifiers": (
                ("If", "Then", "Rule"),
                (
                    (one.say or told_when(one.when), "; ".join(effect_words(one)), one.rule)
                    for one in modifiers
                ),
            ),
            "turn-track": (("Turn", "When", "Weather"), turn_rows(rules, game)),
        }
    )


def terrain_rows(rules: RuleTables, classes: tuple[str, ...]) -> Iterator[Row]:
    """What each hex, hexside and Road costs by class, and what else it does."""
    for chart in CHARTS:
        for row in chart_rows(rules, chart):
            move = row.move
            costs = [
                "" if move is None else told_one(move.of(one if rules.classes else OTHERS))
                for one in classes
            ]
            if chart == "hexside":
                costs = ["" if one == "0 MP" else one for one in costs]
                costs = [f"+{one}" if one[:1].isdigit() else one for one in costs]
            rule = row.rule if row.fight_rule == row.rule else f"{row.rule}, {row.fight_rule}"
            yield (
                row.title.capitalize(),
                *costs,
                "; ".join((*other_words(row), *fight_words(row))),
                rule,
            )


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
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, text.encode("utf-8"))
            written.append(name)
    return written
