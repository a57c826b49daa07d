"""Reads single values of ``rules.toml``; what is wrong goes to the source."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
)
from fractions import Fraction
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import nearest_name, one_of
from clubroute.rules.engine.fight_tables import ROUNDED, RatingChange
from clubroute.rules.engine.keys import (
    FACING_EFFECTS,
    OTHERS,
    SPARED_KEYS,
    ZONE_EFFECTS,
    ByClass,
    Facts,
    KeyPath,
    RuleSource,
)
from clubroute.rules.engine.tables import (
    ALL,
    GROUND,
    FacingRow,
    SparedRow,
    ZocRow,
)


class ValueReader:
    """Reads values at keys of a rules file. ``short`` is the rulebook as cited, ``classes`` the
    class of each kind of counter, ``class_names`` all there are."""

    def __init__(self, source: RuleSource) -> None:
        self.source = source
        self.short = ""
        self.classes: dict[str, str] = {}
        self.class_names: tuple[str, ...] = ()
        self.terrain: tuple[str, ...] = ()

    def cite(self, key: KeyPath, row: Mapping[str, Any]) -> str:
        """The rule of a table or a row, as cited: the first of several is that of movement."""
        rule = row.get("rule")
        first = rule[0] if isinstance(rule, list) and rule else rule
        if not isinstance(first, str) or not first:
            self.source.mistake(key, "no rule", 'rule = "5.2", as your rulebook numbers it')
            return self.short
        return f"{self.short} {first}"

    def cite_at(self, row: Mapping[str, Any], index: int) -> str:
        """One of several rules of a row, the last where there are fewer.

        :param index: 1 for that of combat, 2 for that of who may attack.
        """
        rule = row.get("rule")
        one = rule[min(index, len(rule) - 1)] if isinstance(rule, list) and rule else rule
        return f"{self.short} {one}"

    def whole(self, key: KeyPath, value: Any) -> int:
        """A whole number with its sign."""
        if not isinstance(value, int) or isinstance(value, bool) or not -99 <= value <= 99:
            self.source.mistake(key, repr(value), "a whole number, -1 or 2")
            return 0
        return value

    def change(self, key: KeyPath, value: Any) -> RatingChange:
        """What is done to a rating: ``x1/2``, ``no``, or a number that is added."""
        if value == "no":
            return RatingChange(Fraction(0))
        if isinstance(value, int):
            return RatingChange(more=self.whole(key, value))
        return self.factor(key, value)

    def changes(self, key: KeyPath, row: Mapping[str, Any], name: str) -> ByClass | None:
        """What a row does to a rating, by class."""
        if name not in row:
            return None
        return self.by_class((*key, name), row[name], self.change)

    def by_class(self, key: KeyPath, value: Any, read: Callable[[KeyPath, Any], Any]) -> ByClass:
        """A value for all classes, or told by class."""
        if not isinstance(value, Mapping):
            return ByClass({OTHERS: read(key, value)})
        classes = self.class_names
        for name in value.keys() - {*classes, OTHERS}:
            self.source.unknown((*key, name), "class", (*classes, OTHERS))
        missing = [one for one in classes if one not in value]
        if missing and OTHERS not in value:
            self.source.mistake(key, f"nothing for {', '.join(missing)}", f"it, or {OTHERS} = …")
        return ByClass({name: read((*key, name), one) for name, one in value.items()})

    def road_cost(self, key: KeyPath, value: Any) -> int | None:
        """The cost of a step along a Road: ``GROUND`` for ``ground``, else a cost."""
        return GROUND if value == "ground" else self.cost(key, value)

    def text(self, key: KeyPath, value: Any) -> str:
        """A text."""
        return str(value)

    def ground_cost(self, key: KeyPath, value: Any) -> Any:
        """The cost of a hex; the name of another terrain for what that costs."""
        other = isinstance(value, str) and value in self.terrain and value != key[1]
        return value if other else self.cost(key, value)

    def cost(self, key: KeyPath, value: Any) -> int | None:
        """MP as half-MP, None for ``no``, ``ALL`` for ``all``."""
        if value == "no":
            return None
        if value == "all":
            return ALL
        return self.half_mp(key, value, 'MP, "no" or "all"')

    def half_mp(self, key: KeyPath, value: Any, expected: str = "MP") -> int:
        """MP as half-MP."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= 99 or value * 2 != int(value * 2):
            near = nearest_name(value, ("no", "all")) if isinstance(value, str) else None
            self.source.mistake(key, repr(value), expected, near)
            return 0
        return int(value * 2)

    def count(self, key: KeyPath, value: Any) -> int:
        """A whole number, from 0."""
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 999:
            self.source.mistake(key, repr(value), "a whole number")
            return 0
        return value

    def most(self, key: KeyPath, value: Any) -> int | None:
        """A whole number, None for ``any``."""
        return None if value == "any" else self.count(key, value)

    def flag(self, key: KeyPath, row: Mapping[str, Any], name: str, usual: bool) -> bool:
        """Yes or no."""
        value = row.get(name, usual)
        if not isinstance(value, bool):
            self.source.mistake((*key, name), repr(value), "true or false")
            return usual
        return value

    def yes(self, key: KeyPath, value: Any) -> bool:
        """Yes or no, in a value by class."""
        return self.flag(key[:-1], {key[-1]: value}, key[-1], True)

    def places(self, key: KeyPath, value: Any) -> tuple[str, ...]:
        """A list of areas or terrain, held against the map later."""
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            self.source.mistake(key, repr(value), "a list of areas or terrain in quotes")
            return ()
        return tuple(value)

    def words(self, key: KeyPath, value: Any, known: Iterable[str], what: str) -> tuple[str, ...]:
        """A list of words, each one of those known."""
        options = tuple(known)
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            self.source.mistake(key, repr(value), "a list of words in quotes")
            return ()
        for one in value:
            if one not in options:
                near = nearest_name(one, options)
                self.source.mistake(key, f"no such {what} {one!r}", one_of(options), near)
        return tuple(value)

    def choice(self, key: KeyPath, value: Any, options: Iterable[str]) -> str:
        """One of some words."""
        known = tuple(options)
        if value not in known:
            near = nearest_name(str(value), known)
            self.source.mistake(key, repr(value), one_of(known), near)
            return known[0] if known else ""
        return str(value)

    def factor(self, key: KeyPath, value: Any) -> RatingChange:
        """A factor, which may say how it is rounded: ``x1/2``, ``x2``, ``x1/2 up``."""
        told = value if isinstance(value, str) else ""
        text, _, way = told.removeprefix("x").partition(" ")
        try:
            if way in ("", *ROUNDED):
                return RatingChange(Fraction(text), round=way)
        except (ValueError, ZeroDivisionError):
            pass
        self.source.mistake(key, repr(value), 'a factor, "x1/2" or "x1/2 up"')
        return RatingChange()

    def turns(self, key: KeyPath, value: Any) -> Iterable[int]:
        """The turns of ``"1-3, 7"``."""
        for part in str(value).split(","):
            first, dash, last = (one.strip() for one in part.partition("-"))
            if not is_whole(first) or (dash and not is_whole(last)):
                self.source.mistake(key, repr(value), 'turns, "1-3" or "4"')
                return
            yield from range(int(first), int(last if dash else first) + 1)


# Reads the tables of Zones of Control and of facing.


def table(source: RuleSource, key: KeyPath, value: Any) -> Mapping[str, Any]:
    """A table, empty where something else stands in its place."""
    if isinstance(value, Mapping):
        return value
    source.mistake(key, repr(value), "a table")
    return {}


class ZoneReader(ValueReader):
    """Reads what units do to the hexes about them; mistakes go to the source.

    ``roads``, ``terrain`` and ``hexsides`` are the names of the charts' rows.
    """

    def __init__(self, source: RuleSource, facts: Facts) -> None:
        super().__init__(source)
        self.facts = facts
        self.roads: tuple[str, ...] = ()
        self.hexsides: tuple[str, ...] = ()

    @property
    def ranks(self) -> tuple[str, ...]:
        """What a unit may be among: kinds, classes, states."""
        return (*self.facts.kinds, *self.class_names, *self.facts.states)

    def read_zoc(self, row: Mapping[str, Any]) -> ZocRow:
        """``[zoc]``."""

        def one_of_these(*words: str) -> Callable[[KeyPath, Any], Any]:
            def read(key: KeyPath, value: Any) -> Any:
                if isinstance(value, str | bool):
                    if value not in words:
                        near = nearest_name(str(value), words)
                        self.source.mistake(key, repr(value), f"{one_of(words)}, or MP", near)
                    return value
                return self.half_mp(key, value)

            return read

        def told(name: str, usual: str, *words: str) -> ByClass:
            return self.by_class(("zoc", name), row.get(name, usual), one_of_these(*words))

        uses = ("move", "zone_to_zone", "retreat", "supply")
        ranks = (*self.facts.kinds, *self.class_names)
        rule, effects = self.effect_rules("zoc", row, ZONE_EFFECTS)
        return ZocRow(
            rule,
            told("enter", "free", "free", "stop", "no"),
            told("leave", "free", "free", "no"),
            told("zone_to_zone", "yes", "yes", "no", "first"),
            self.words(("zoc", "friend"), row.get("friend", ()), uses, "use"),
            self.words(("zoc", "none"), row.get("none", ()), ranks, "kind or class"),
            self.flag(("zoc",), row, "over", True),
            self.words(("zoc", "along"), row.get("along", ()), self.roads, "Road"),
            self.count(("zoc", "most"), row["most"]) if "most" in row else None,
            tuple(self.read_spared(row.get("spared", ()))),
            effects,
            self.by_class(("zoc", "hexes"), row.get("hexes", 1), self.count),
        )

    def read_spared(self, rows: Any) -> Iterator[SparedRow]:
        """``spared`` of ``[zoc]``: whom some zones do not affect."""
        for index, one in enumerate(rows if isinstance(rows, list | tuple) else [rows], start=1):
            key = ("zoc", "spared", str(index))
            row = table(self.source, key, one)
            for name in row.keys() - set(SPARED_KEYS):
                self.source.unknown((*key, name), "key", SPARED_KEYS)
            of, whom, unless = (
                self.words((*key, name), row.get(name, ()), self.ranks, "kind, class or state")
                for name in SPARED_KEYS[1:]
            )
            if not of or not whom:
                self.source.mistake(key, "no of or whom", 'of = ["foot"], whom = ["tank"]')
            yield SparedRow(self.cite(key, row), of, whom, unless)

    def effect_rules(
        self, name: str, row: Mapping[str, Any], known: tuple[str, ...]
    ) -> tuple[str, dict[str, str]]:
        """The rule of a table, and those of single effects of it: ``{ enter = "4.4", … }``."""
        rules = row.get("rule")
        if not isinstance(rules, Mapping):
            return self.cite((name,), row), {}
        for one in rules.keys() - {*known, OTHERS}:
            self.source.unknown((name, "rule", one), "effect", (*known, OTHERS))
        usual = rules.get(OTHERS, next(iter(rules.values()), ""))
        rule = self.cite((name,), {**row, "rule": usual})
        return rule, {one: f"{self.short} {number}" for one, number in rules.items()}

    def read_facing(self, row: Mapping[str, Any]) -> FacingRow:
        """``[facing]``."""
        key = ("facing",)
        rule, effects = self.effect_rules("facing", row, FACING_EFFECTS)
        front = row.get("front", 3)
        if front not in (1, 3, 5):  # as many hexsides to the left of the one faced as to the right
            self.source.mistake((*key, "front"), repr(front), "1, 3 or 5 hexsides")
            front = 3
        faced = {"rule": rule.removeprefix(f"{self.short} "), **self.sub_table(row, "faced")}
        for name in faced.keys() - {"rule", "of"}:
            self.source.unknown((*key, "faced", name), "key", ("rule", "of"))
        own = {
            name: self.cite((*key, name), {"rule": effects.get(name), **self.sub_table(row, name)})
            for name in ("back", "together")
            if name in row
        }
        zoc = self.choice((*key, "zoc"), row.get("zoc", "front"), ("front", "faced"))
        return FacingRow(
            rule,
            front,
            self.half_mp((*key, "turn"), row.get("turn", 0)),
            self.count((*key, "free"), row.get("free", 0)),
            zoc == "faced",
            self.words((*key, "faced", "of"), faced.get("of", ()), self.ranks, "kind or class"),
            self.cite((*key, "faced"), faced),
            own.get("back", ""),
            own.get("together", ""),
            effects,
        )

    def sub_table(self, row: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """A table within ``[facing]``, empty if it is not there."""
        return table(self.source, ("facing", name), row.get(name, {}))
