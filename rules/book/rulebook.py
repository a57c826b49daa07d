"""A series' rules as data: one reader, one way to inherit, one way to cite.

Numbers and citations stand in ``tables/`` of the series' folder, by topic. A topic is one of

- a file ``<topic>.toml``. A value holds for every game, or is told by game,
  ``{ wed = 2, tdc = 3 }``; a game without a value of its own takes that of the first of its bases
  that has one;
- a folder ``<topic>/`` with a file for each rule set. A rule set may build on others
  (``base = ["wed"]``): its tables replace single values, its rows with an ``id`` those of that id.

A value named ``rule`` or ``…_rule`` is a rule's number, or a list of them, and is read as cited:
``WED 2.11``. One that begins with the name of a rulebook stays as it is. A section or row without
a ``rule`` for a game, or with an empty one, does not hold in that game.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Mapping,
    Sequence,
)
from dataclasses import (
    Field,
    dataclass,
    field,
    fields,
    replace,
)
from functools import cache
from pathlib import Path
from typing import (
    Any,
    ClassVar,
    Self,
    TypeVar,
)

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.answer.answers import answer_of
from clubroute.rules.answer.model import REFEREE
from clubroute.rules.asking.methods import Answer, Premise, method
from clubroute.rules.series import Series, SeriesGame, series

# Readings a referee may have to choose between: options with a default, said when they matter.
#
# Each kind of question has a frozen dataclass of its readings. A field is declared with what each
# of its values means; the schema of ``options``, the sentence an answer says and the other
# readings to try come from that declaration.


def reading(**meanings: str) -> str:
    """A field of :class:`ChosenReadings`: by value what it means, the default first."""
    declared: str = field(default=next(iter(meanings)), metadata=meanings)
    return declared


def options_schema(meanings: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """JSON Schema of readings to choose, from the meaning of each value; the first is the default.

    :param meanings: by the name of each reading.
    """
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            name: {
                "type": "string",
                "enum": list(values),
                "default": next(iter(values)),
                "description": "; ".join(f"{k}: {v}" for k, v in values.items()),
            }
            for name, values in meanings.items()
        },
    }


class ChosenReadings:
    """The readings a question chose, a field each: what a dataclass of them can do.

    ``only`` names the maps on which a reading decides something; it is left out where all do.
    """

    __slots__ = ()
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def meanings(cls) -> dict[str, Mapping[str, str]]:
        """Return the meaning of each value of each reading; the first value is the default."""
        return {one.name: one.metadata for one in fields(cls)}

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """JSON Schema of the ``options`` parameter."""
        return options_schema(cls.meanings())

    def chosen(self, name: str) -> str:
        """Return the sentence in which an answer tells its reading."""
        return f"{REFEREE}{self._values(name)[getattr(self, name)]} ({name})"

    def others(self, name: str) -> list[Self]:
        """Return these readings with one of them changed, once for each of its other values."""
        now = getattr(self, name)
        return [replace(self, **{name: value}) for value in self._values(name) if value != now]

    def _values(self, name: str) -> Mapping[str, str]:
        """Return the meaning of each value of a reading."""
        meanings: Mapping[str, str] = self.__dataclass_fields__[name].metadata
        return meanings


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Section:
    """Rules as one game has them: a whole topic, one rule, or a row. ``where`` is their place."""

    values: Mapping[str, Any]
    where: Where

    @property
    def cite(self) -> str:
        """The rule as cited, ``WED 2.15.6``; "" if the game does not have it."""
        return self.text("rule")

    @property
    def holds(self) -> bool:
        """Whether the game has this rule."""
        return bool(self.cite)

    def __getitem__(self, name: str) -> Section:
        """Return a section, empty if only other games have it. :raises KeyError: no game has it."""
        return self._inner(name, self.values[name])

    def get(self, name: str) -> Section:
        """Return a section, empty if there is none."""
        return self._inner(name, self.values.get(name, {}))

    def rows(self, name: str) -> Mapping[str, Section]:
        """Return the sections below a section that hold in this game, by name."""
        found = {key: self._inner(f"{name}.{key}", row) for key, row in self.values[name].items()}
        return {key: row for key, row in found.items() if row.holds}

    def listed(self, name: str) -> tuple[Section, ...]:
        """Return the rows of a repeated table, ``[[name]]``, that hold in this game."""
        rows = enumerate(self.values.get(name, ()))
        found = (self._inner(f"{name}[{index}]", row) for index, row in rows)
        return tuple(row for row in found if row.holds)

    def value(self, name: str) -> Any:
        """Return a value, None if there is none."""
        return self.values.get(name)

    def number(self, name: str) -> int:
        """Return a whole number."""
        return int(self.values[name])

    def flag(self, name: str) -> bool:
        """Return a yes or no; a missing value is no."""
        return bool(self.value(name))

    def text(self, name: str) -> str:
        """Return a text or a citation, "" if there is none."""
        return str(self.value(name) or "")

    def words(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty if there is none."""
        return tuple(self.value(name) or ())

    def typed(self, kind: type[T], **given: Any) -> T:
        """Make a dataclass or named tuple from the values, by the names of its fields.

        :param given: fields that are not values of the section, or are made from them.
        :raises InputError: a value that is no field, or a field without a value.
        """
        fields = tuple(kind.__annotations__)
        told = {name: frozen(value) for name, value in self.values.items() if name not in given}
        for name in told:
            if name not in fields:
                expected = one_of(fields)
                raise InputError(self.where, repr(name), expected, nearest_name(name, fields))
        try:
            return kind(**told, **given)
        except TypeError as error:
            raise InputError(self.where, str(error), f"every value of {kind.__name__}") from None

    def _inner(self, name: str, values: Mapping[str, Any]) -> Section:
        part = f"{self.where.part}.{name}" if self.where.part else name
        return Section(values, Where(self.where.path, part=part))


@cache
def topic(series_id: str, name: str, rule_set: str) -> Section:
    """Open a topic as a game or rule set has it. Its file is read once.

    :raises KeyError: no such game or rule set.
    """
    of = series(series_id)
    path = of.folder / "tables" / name
    if path.is_dir():
        return Section(inherited(of, path, rule_set), Where.of(path / f"{rule_set}.toml"))
    path = path.with_suffix(".toml")
    return Section(resolved(record(path), of, of.order(rule_set)), Where.of(path))


def rule_sets(series_id: str, name: str) -> tuple[str, ...]:
    """List the rule sets of a topic that is a folder, sorted."""
    folder = series(series_id).folder / "tables" / name
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


@cache
def record(path: Path) -> Mapping[str, Any]:
    """Read the values of a file, once, as they stand there."""
    return read_toml(path)


def resolved(values: Mapping[str, Any], of: Series, order: Sequence[SeriesGame]) -> dict[str, Any]:
    """Pick the values that hold for the first game of ``order``, and complete its citations."""
    return _resolved(values, order, frozenset(of.maps), of.shorts)


def _resolved(
    values: Mapping[str, Any],
    order: Sequence[SeriesGame],
    games: frozenset[str],
    shorts: frozenset[str],
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        teller = order[0]
        # A table with games alone for keys is one value told by game; any other is a section.
        if isinstance(value, dict) and value and value.keys() <= games:
            tellers = [game for game in order if game.id in value]
            if not tellers:
                continue
            teller = tellers[0]
            value = value[teller.id]
        if isinstance(value, dict):
            value = _resolved(value, order, games, shorts)
        elif name == "rule" or name.endswith("_rule"):
            value = cited(value, teller.short, shorts)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            value = [_resolved(row, order, games, shorts) for row in value]
        found[name] = value
    return found


def cited(rule: str | Sequence[str], short: str, shorts: Collection[str]) -> str:
    """Cite a rule's number, ``WED 2.11``; several with commas between them; "" stays ""."""
    if not isinstance(rule, str):
        return ", ".join(cited(one, short, shorts) for one in rule)
    if not rule or rule.partition(" ")[0] in shorts:
        return rule
    return f"{short} {rule}"


def inherited(of: Series, folder: Path, rule_set: str) -> dict[str, Any]:
    """Lay a rule set's values over those of its bases, of which the first takes precedence.

    :raises KeyError: no such rule set.
    """
    path = folder / f"{rule_set}.toml"
    if not path.is_file():
        raise KeyError(rule_set)
    own = dict(record(path))
    bases: list[str] = own.pop("base", [])
    # A rule set that is no game of its own is cited as what it builds on.
    game = next(of.game(id_) for id_ in (rule_set, *bases) if id_ in of.maps)
    found: dict[str, Any] = {}
    for base in reversed(bases):
        found = merged(found, inherited(of, folder, base))
    return merged(found, resolved(own, of, (game,)))


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Lay ``own`` over ``base``: tables value by value, rows with an ``id`` by that id."""
    found = dict(base)
    for key, value in own.items():
        old = base.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            found[key] = merged(old, value)
        elif is_rows(value) and is_rows(old):
            # Rows that change keep their place; new ones come after them.
            changes = {row["id"]: row for row in value}
            rows = [{**row, **changes.pop(row["id"], {})} for row in old or ()]
            found[key] = rows + list(changes.values())
        else:
            found[key] = value
    return found


def is_rows(value: Any) -> bool:
    """Whether a value is a list of rows with ids."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, dict) and "id" in row for row in value)
    )


def frozen(value: Any) -> Any:
    """A value with its lists as tuples."""
    return tuple(frozen(one) for one in value) if isinstance(value, list) else value


# Methods that answer with a receipt; the rules they apply stand in a table of their series.


@cache
def applied(series_id: str) -> Mapping[str, str]:
    """The rules that each method of a series applies, as cited (``tables/applies.toml``)."""
    rows = topic(series_id, "applies", series(series_id).maps[0]).listed("rules")
    return {method: row.cite for row in rows for method in row.words("methods")}


def rules_of(series_id: str, name: str) -> Callable[[], tuple[str, ...]]:
    """What looks up the rules a method of a series applies: few who ask it want to know them."""
    return lambda: tuple(applied(series_id)[name].split(", "))


@cache
def taken(series_id: str) -> Mapping[str, tuple[Premise, ...]]:
    """What the answers of each method of a series take for granted (``tables/taken.toml``)."""
    found: dict[str, list[Premise]] = {}
    for row in record(series(series_id).folder / "tables" / "taken.toml")["taken"]:
        for name in row["methods"]:
            maps, unseen = tuple(row.get("maps", ())), bool(row.get("unseen"))
            unless = row.get("unless", "")
            one = Premise(row["field"], row["holds"], row["say"], maps, unseen, unless)
            found.setdefault(name, []).append(one)
    return {name: tuple(rows) for name, rows in found.items()}


def answers_of(
    series_id: str,
    name: str,
    *verdicts: str,
    text: Callable[[Any], Sequence[str]] | None = None,
    quick: bool = False,
    **results: Any,
) -> Callable[[Answer], Answer]:
    """Declare the function that answers a method with a receipt; its rules are those of the table.

    :param verdicts: those it may have. :param results: its further values by name, JSON Schemas.
    """
    return method(
        name,
        answers=answer_of(*verdicts, **results),
        cites=rules_of(series_id, name),
        takes=lambda: taken(series_id).get(name, ()),
        text=text,
        quick=quick,
    )
