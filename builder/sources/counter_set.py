"""The whole counter folder of a game, read and checked together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import (
    dataclass,
    field,
    fields,
    replace,
)
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.module.prototypes import Traits, read_traits
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_style import Printed, with_printed
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.joined_scenario import joined_scenario
from clubroute.builder.sources.markers import GamePieces, MarkerKind, read_pieces
from clubroute.builder.sources.mistakes import Mistakes, read_each
from clubroute.builder.sources.order_of_battle import read_order_of_battle
from clubroute.builder.sources.scenario_units import check_hexes
from clubroute.builder.sources.scenarios import Scenario, read_scenario
from clubroute.builder.sources.tables import rows_of
from clubroute.builder.sources.text import csv_records, read_text
from clubroute.builder.sources.toml_table import (
    GameFolder,
    TomlTable,
    game_folder,
    read_toml_table,
)
from clubroute.builder.sources.windows import Windows, division_rows, read_windows

# ``translations.csv``: the words of a module's menus and buttons in other languages.
#
# A row is a text as the sources have it, a column a language (``de``, ``nl``, ``pt_BR``). A game's
# own rows come before those of its series, and these before those every module has.

FILE = "translations.csv"
EVERY_MODULE = Path(__file__).parents[1] / "module" / FILE
LANGUAGE = re.compile(r"[a-z]{2}(?:_[A-Z]{2})?")

Translations = Mapping[str, Mapping[str, str]]
"""By language: a text and what it is there."""


def translations_of(game: GameFolder) -> Translations:
    """Read the tables of a game, of its series, and of every module.

    :raises InputError: an unknown column, a text twice in one table.
    """
    found: dict[str, dict[str, str]] = {}
    tables = [EVERY_MODULE, *(place / FILE for place in reversed(game.places))]
    for path in tables:
        if path.is_file():
            for language, words in read_translations(path).items():
                found.setdefault(language, {}).update(words)
    return dict(sorted(found.items()))


def read_translations(path: Path) -> Translations:
    """Read one table; a blank cell stays as it is. :raises InputError: as in
    :func:`translations_of`."""
    text = read_text(path)
    _, named = next(csv_records(text, path), (1, []))
    languages = [language for language in named if LANGUAGE.fullmatch(language)]
    rows = rows_of(text, path, {"text": True, **dict.fromkeys(languages, False)})
    translations: dict[str, dict[str, str]] = {language: {} for language in languages}
    seen: set[str] = set()
    for row in rows:
        text = row.text("text")
        if text in seen:
            raise row.error("text", f"{text!r} again", "each text once")
        seen.add(text)
        for language in languages:
            translated = row.optional(language)
            if translated is not None:
                translations[language][text] = translated
    return translations


# ``tutorial.toml``: guided steps through a scenario, which the Help menu of a module plays.

TUTORIAL_FILE = "tutorial.toml"
MOST_LEVELS = 20
"""Of a layer in a tutorial: more than any counter of ours has."""


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """A step of a tutorial.

    ``says`` are lines for the chat. A counter (id) goes ``to`` a hex or a box, None if it stays,
    and shows levels of its layers, 1 being nothing.
    """

    says: tuple[str, ...]
    counter: str | None
    to: str | None
    layers: tuple[tuple[str, int], ...]
    table: TomlTable = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial: its title in the Help menu, its first scenario (id), its steps."""

    title: str
    welcome: str
    scenario: str
    steps: tuple[TutorialStep, ...]
    table: TomlTable = field(compare=False)


def read_tutorial(folder: Path) -> Tutorial | None:
    """Read the tutorial of a game's own folder, None without a file.

    :raises InputError: a missing or unknown key, no step.
    """
    if not (folder / TUTORIAL_FILE).exists():
        return None
    top = read_toml_table(folder / TUTORIAL_FILE)
    top.only(("title", "welcome", "scenario", "step"))
    steps = tuple(read_step(entry) for entry in top.repeats("step"))
    if not steps:
        raise top.error("step", "no steps", "at least one [[step]]")
    return Tutorial(
        top.value("title", str),
        top.value("welcome", str),
        top.value("scenario", str),
        steps,
        top,
    )


def read_step(table: TomlTable) -> TutorialStep:
    """Read a ``[[step]]`` table."""
    table.only(("says", "counter", "to", "layers"))
    counter = table.optional("counter") or None
    if counter is None and ({"to", "layers"} & set(table.table)):
        raise table.error("counter", "no such key", "the id of the counter")
    layers = table.inner("layers") if "layers" in table.table else None
    return TutorialStep(
        table.texts("says"),
        counter,
        table.optional("to") or None,
        tuple((name, layers.number(name, 1, MOST_LEVELS)) for name in layers.table)
        if layers
        else (),
        table,
    )


ASSUMED = "assumed"


class AnyId(frozenset[str]):
    """The ids of counters that cannot be read: any id is among them."""

    def __contains__(self, one: object) -> bool:
        """Tell whether there may be a counter with an id."""
        return True


ANY = AnyId()
"""The ids of any counters."""


@dataclass(frozen=True, slots=True)
class CounterSet(GamePieces):
    """Everything under ``counters/<game>/``; each tuple is in source order."""

    scenarios: tuple[Scenario, ...]
    traits: Traits
    windows: Windows
    tutorial: Tutorial | None = None
    translations: Translations = field(default_factory=dict)

    def without_assumed(self) -> CounterSet:
        """Return the set without assumed counters, which no rulebook names."""
        return replace(
            self,
            units=tuple(unit for unit in self.units if unit.provenance != ASSUMED),
            markers=tuple(marker for marker in self.markers if marker.provenance != ASSUMED),
            chits=tuple(chit for chit in self.chits if chit.provenance != ASSUMED),
        )

    def printed(self, printed: Printed) -> CounterSet:
        """Return the set with the ratings of an owner's table. :raises InputError: no rating."""
        faces = printed.of(self.units)
        return replace(self, units=with_printed(self.units, faces, self.book.layout))

    @property
    def setups(self) -> tuple[Scenario, ...]:
        """The scenarios the module offers as predefined setups."""
        return tuple(scenario for scenario in self.scenarios if scenario.setup)


def read_counter_set(folder: Path, hex_numbers: HexNumbers | None = None) -> CounterSet:
    """Read a game's counter folder; its scenarios in the order of their file names.

    :param hex_numbers: see :func:`clubroute.builder.sources.scenarios.read_scenario`.
    :raises InputError: every mistake in the sources; an id that stands for two pieces.
    """
    game, mistakes = game_folder(folder), Mistakes()
    pieces = mistakes.attempt(lambda: read_pieces(folder))
    traits = mistakes.attempt(lambda: read_traits(game))
    tutorial = mistakes.attempt(lambda: read_tutorial(folder))
    translations = mistakes.attempt(lambda: translations_of(game))
    if pieces is None:
        # Of the lists of units their hexes can be checked without knowing any unit.
        for path in sorted(not_staged((folder / "scenarios").glob("*.csv"), folder)):
            mistakes.attempt(lambda path=path: check_hexes(path, hex_numbers))  # type: ignore[misc]
        book = mistakes.attempt(lambda: read_order_of_battle(folder))
        if book is not None:
            mistakes.attempt(lambda: read_windows(game, ANY, division_rows(book, ()), ANY))
        mistakes.settle()
    assert pieces is not None
    others = [
        scenario
        for base in game.bases
        for scenario in read_counter_set(base, hex_numbers).scenarios
    ]
    scenarios = mistakes.attempt(
        lambda: read_each(
            lambda path: joined_scenario(
                read_scenario(path, pieces, hex_numbers), others, pieces.book.form.tables
            ),
            sorted(not_staged((folder / "scenarios").glob("*.toml"), folder)),
        )
    )
    ids = {marker.id for marker in pieces.markers}
    placed = [piece.id for many in (pieces.units, pieces.markers, pieces.chits) for piece in many]
    windows = mistakes.attempt(
        lambda: read_windows(game, ids, division_rows(pieces.book, pieces.chits), placed)
    )
    mistakes.settle()
    assert scenarios is not None
    assert traits is not None
    own: tuple[UnitCounter | MarkerKind, ...] = (*pieces.units, *pieces.markers)
    read_each(lambda one: check_prototype(one, traits), own)
    assert windows is not None
    return CounterSet(
        **{part.name: getattr(pieces, part.name) for part in fields(pieces)},
        scenarios=scenarios,
        traits=traits,
        windows=windows,
        tutorial=tutorial,
        translations=translations or {},
    )


def check_prototype(one: UnitCounter | MarkerKind, traits: Traits) -> None:
    """Check a counter's own prototype. :raises InputError: traits.toml does not have it."""
    if one.prototype and one.prototype not in traits.prototypes:
        place = Where(one.where.path, one.where.row, "prototype")
        nearest = nearest_name(one.prototype, traits.prototypes)
        expected = "a [[prototype]] of traits.toml"
        raise InputError(place, repr(one.prototype), expected, nearest)
