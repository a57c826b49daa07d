"""Reads the tables of Zones of Control and of facing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from clubroute.builder.errors import nearest_name, one_of
from clubroute.rules.plain.book.by_class import OTHERS, ByClass
from clubroute.rules.plain.book.facts import Facts
from clubroute.rules.plain.book.keys import FACING_EFFECTS, SPARED_KEYS, ZONE_EFFECTS
from clubroute.rules.plain.book.source import KeyPath, RuleSource
from clubroute.rules.plain.book.tables import FacingRow, SparedRow, ZocRow
from clubroute.rules.plain.book.values import ValueReader


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
        self.terrain: tuple[str, ...] = ()
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
