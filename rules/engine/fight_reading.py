"""Reads the tables of combat, retreat, advance and supply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from clubroute.rules.engine.fight_tables import (
    BY_CLASS,
    DIFFERENCE,
    ODDS,
    STRENGTH,
    SUM,
    AdvanceRow,
    CombatModifier,
    CombatRow,
    Fate,
    FireBand,
    FireRow,
    Near,
    RetreatRow,
    SupplyLeg,
    SupplyRow,
    TableResult,
)
from clubroute.rules.engine.keys import (
    BAND_KEYS,
    COUNTED_FACTS,
    FACTS,
    FROM_SIDES,
    FURTHER_KEYS,
    LEG_KEYS,
    MODIFIER_EFFECTS,
    MODIFIER_KEYS,
    NAMED_FACTS,
    NEAR_FACTS,
    NEAR_KEYS,
    RESULT_KEYS,
    SPANNED_FACTS,
    KeyPath,
)

if TYPE_CHECKING:
    from clubroute.rules.engine.reading import RuleReader

PART = re.compile(
    r"(?P<side>[AD])(?:(?P<gone>E)|(?P<steps>[0-9]+)|(?P<retreat>R)(?P<hexes>[0-9]*))"
)
NOTHING = ("-", "NE", "•")
DIE_SIDES = 6
MEASURES = (ODDS, DIFFERENCE, STRENGTH, SUM)
ANY = "any"


def row_names(told: Mapping[str, Any], chart: str) -> tuple[str, ...]:
    """The names of a chart's rows, without the rule that all of them share."""
    return tuple(one for one in told.get(chart, ()) if one != "rule")


class FightReader:
    """Reads tables about fights with a reader of rules, which keeps the mistakes."""

    def __init__(self, reader: RuleReader, told: Mapping[str, Any]) -> None:
        self.reader, self.source = reader, reader.source
        facts = reader.facts
        charts = {name: row_names(told, name) for name in ("terrain", "hexside", "road")}
        self.known: Mapping[str, tuple[str, ...]] = {
            **charts,
            "from_sides": FROM_SIDES,
            "sides": facts.sides,
            "states": facts.states,
            "ranks": tuple(dict.fromkeys((*reader.classes.values(), *facts.kinds))),
            "all_ranks": reader.ranks,
            "weathers": reader.weathers,
            "phases": reader.phases,
        }
        retreat = told.get("retreat", {})
        hexes = retreat.get("hexes", 1) if isinstance(retreat, Mapping) else 1
        self.has_supply = "supply" in told
        self.usual_retreat = hexes if isinstance(hexes, int) else BY_CLASS

    def read_fire(self, row: Mapping[str, Any]) -> FireRow:
        """``[fire]``: a table as ``[combat]`` is one, with ranges."""
        reader, bands = self.reader, []
        told = row.get("band", [])
        for index, one in enumerate(told if isinstance(told, list) else [told], start=1):
            key = ("fire", "band", str(index))
            band = one if isinstance(one, Mapping) else {}
            for name in band.keys() - set(BAND_KEYS):
                self.source.unknown((*key, name), "key", BAND_KEYS)
            if not {"range", "fire"} <= band.keys():
                self.source.mistake(key, repr(one), '{ rule = "5.2", range = "4-9", fire = "x2" }')
                continue
            hexes = frozenset(reader.turns((*key, "range"), band["range"]))
            change = reader.change((*key, "fire"), band["fire"])
            bands.append(FireBand(reader.cite(key, band), hexes, change))
        far = None
        if "range" in row:
            far = reader.by_class(("fire", "range"), row["range"], reader.count)
        rule, effects = reader.effect_rules("fire", row, ("range",))
        usual = {"by": STRENGTH, **row, "rule": rule.removeprefix(f"{reader.short} ")}
        return FireRow(self.read_combat(usual, "fire"), far, tuple(bands), effects)

    def read_combat(self, row: Mapping[str, Any], table: str = "combat") -> CombatRow:
        """``[combat]``, or the table of another name."""
        reader = self.reader
        by = reader.choice((table, "by"), row.get("by", ODDS), MEASURES)
        # A sum has one column: how the sides stand to each other is in the roll.
        one = (SUM,), (Fraction(0),)
        names, least = one if by == SUM else self.read_columns(table, row.get("columns"), by)
        dice = reader.count((table, "dice"), row.get("dice", 1))
        if dice not in (1, 2):
            self.source.mistake((table, "dice"), repr(row["dice"]), "1 or 2, with six sides")
            dice = 1
        rounding = reader.choice(
            (table, "round"), row.get("round", "defender"), ("defender", "nearest")
        )
        keep = reader.choice(
            (table, "fractions"), row.get("fractions", "keep"), ("keep", "up", "down", "round")
        )
        below = reader.choice((table, "below"), row.get("below", "no"), ("no", "first"))
        return CombatRow(
            reader.cite((table,), row),
            by,
            rounding,
            keep,
            names,
            least,
            below == "first",
            dice,
            self.read_cells(table, row, names, dice),
            self.read_modifiers(table, row.get("modifier", ())),
            reader.words((table, "none"), row.get("none", ()), reader.facts.kinds, "kind"),
            self.limit(table, row, "most_die"),
            self.limit(table, row, "most_shift"),
            self.limit(table, row, "most_difference"),
            reader.order(table, row),
            self.once(table, row),
        )

    def once(self, table: str, row: Mapping[str, Any]) -> bool:
        """Whether of factors that are the same one alone counts."""
        known = ("all", "once")
        return self.reader.choice((table, "factors"), row.get("factors", "all"), known) == "once"

    def limit(self, table: str, row: Mapping[str, Any], name: str) -> int | None:
        """A limit of a table of results, None where there is none."""
        return self.reader.count((table, name), row[name]) if name in row else None

    def read_columns(
        self, table: str, value: Any, by: str
    ) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
        """The names of the columns and where each begins."""
        key = (table, "columns")
        if not isinstance(value, list) or not value:
            told = "nothing" if value is None else repr(value)
            self.source.mistake(key, told, 'columns = ["1:2", "1:1", …], the lowest first')
            return (), ()
        names = tuple(map(str, value))
        least: list[Fraction] = []
        for name in names:
            begins = begin_of(name, by)
            if begins is None:
                expected = 'odds, "3:1"' if by == ODDS else "where the column begins, -2 or 3"
                self.source.mistake(key, repr(name), expected)
            elif least and begins <= least[-1]:
                self.source.mistake(key, repr(name), "the columns in order, the lowest first")
            else:
                least.append(begins)
        return names, tuple(least)

    def read_cells(
        self, table: str, row: Mapping[str, Any], names: tuple[str, ...], dice: int
    ) -> Mapping[int, tuple[TableResult, ...]]:
        """The rows of the table by the sum of the dice."""
        own = self.read_results(table, row.get("result", {}))
        found: dict[int, tuple[TableResult, ...]] = {}
        rows = row.get("table", {})
        for roll, cells in rows.items() if isinstance(rows, Mapping) else ():
            key = (table, "table", str(roll))
            if not re.fullmatch(r"-?[0-9]+", str(roll)):
                self.source.mistake(key, repr(roll), "a sum of the dice")
                continue
            if not isinstance(cells, list) or len(cells) != len(names):
                many = len(cells) if isinstance(cells, list) else 0
                self.source.mistake(
                    key, f"{many} results", f"{len(names)}, one for each of {', '.join(names)}"
                )
            if not isinstance(cells, list):
                continue
            found[int(roll)] = tuple(self.outcome(key, str(cell), own) for cell in cells)
        needed = set(range(dice, DIE_SIDES * dice + 1))
        if found:
            needed |= set(range(min(found), max(found) + 1))
        if missing := sorted(needed - found.keys() - self.misread(rows)):
            told = f"no row for {', '.join(map(str, missing))}"
            self.source.mistake((table, "table"), told, "one for each sum of the dice")
        return found

    def read_results(self, table: str, told: Any) -> Mapping[str, TableResult]:
        """The codes of the game's own: their words, or what they are and what is said of it."""
        found: dict[str, TableResult] = {}
        for code, value in told.items() if isinstance(told, Mapping) else ():
            key = (table, "result", str(code))
            if not isinstance(value, Mapping):
                found[str(code)] = TableResult(str(code), words=str(value))
                continue
            for name in value.keys() - set(RESULT_KEYS):
                self.source.unknown((*key, name), "key", RESULT_KEYS)
            meant = self.outcome(key, str(value.get("is", "")), {})
            said = str(value.get("say", ""))
            found[str(code)] = TableResult(str(code), meant.attacker, meant.defender, said)
        return found

    def misread(self, rows: Any) -> set[int]:
        """The rows that are there, though something in them is wrong."""
        many = rows if isinstance(rows, Mapping) else {}
        return {int(roll) for roll in many if re.fullmatch(r"-?[0-9]+", str(roll))}

    def outcome(self, key: KeyPath, text: str, own: Mapping[str, TableResult]) -> TableResult:
        """The result of a cell: ``-``, ``DR2``, ``A1 D1``, or a code of the game's own."""
        if text in own:
            return own[text]
        found = TableResult(text)
        for part in () if text in NOTHING else text.split() or ("",):
            if part in own:
                found = found.and_(own[part])
                continue
            told = PART.fullmatch(part)
            if told is None:
                expected = f"-, AE, DE, A1, D1, AR, DR2, or its words under [{key[0]}.result]"
                self.source.mistake(key, repr(text), expected)
                return TableResult(text)
            hexes = int(told["hexes"] or self.usual_retreat) if told["retreat"] else 0
            fate = Fate(int(told["steps"] or 0), hexes, bool(told["gone"]))
            attacks = told["side"] == "A"
            both = (fate, Fate()) if attacks else (Fate(), fate)
            found = found.and_(TableResult(text, *both))
        return found

    def read_modifiers(self, table: str, rows: Any) -> tuple[CombatModifier, ...]:
        """``[[combat.modifier]]``, or that of fire."""
        found = []
        for index, row in enumerate(rows if isinstance(rows, list) else (), start=1):
            key = (table, "modifier", str(index))
            if not isinstance(row, Mapping):
                self.source.mistake(key, repr(row), "a table")
                continue
            for name in row.keys() - set(MODIFIER_KEYS):
                self.source.unknown((*key, name), "key", MODIFIER_KEYS)
            if not row.keys() & set(MODIFIER_EFFECTS):
                self.source.mistake(key, "no effect", f"one of {', '.join(MODIFIER_EFFECTS)}")
            reader = self.reader
            attack, defence = (
                reader.change((*key, name), row[name]) if name in row else None
                for name in ("attack", "defence")
            )
            found.append(
                CombatModifier(
                    reader.cite(key, row),
                    self.read_when(key, row.get("when", {})),
                    reader.whole((*key, "shift"), row.get("shift", 0)),
                    reader.whole((*key, "die"), row.get("die", 0)),
                    attack,
                    defence,
                    str(row.get("bars", "")),
                    str(row.get("say", "")),
                )
            )
        return tuple(found)

    def read_when(self, key: KeyPath, told: Any) -> Mapping[str, Any]:
        """The facts that must all hold; of a list one is enough."""
        if not isinstance(told, Mapping) or not told:
            self.source.mistake((*key, "when"), repr(told) if told else "nothing", "facts")
            return {}
        found: dict[str, Any] = {}
        for name, value in told.items():
            at = (*key, "when", name)
            if name in COUNTED_FACTS:
                found[name] = self.reader.count(at, value)
            elif name in NEAR_FACTS:
                found[name] = self.read_near(at, value)
            elif name in SPANNED_FACTS:
                found[name] = frozenset(self.reader.turns(at, value))
            elif name in NAMED_FACTS:
                listed = [value] if isinstance(value, str) else value
                known = self.known[NAMED_FACTS[name]]
                found[name] = self.reader.words(at, listed, known, name.replace("_", " "))
            else:
                self.source.unknown(at, "fact", FACTS)
        return found

    def read_near(self, key: KeyPath, told: Any) -> Near:
        """``near`` of a ``when``: whose units, and how many hexes away at most."""
        row = told if isinstance(told, Mapping) else {}
        for name in row.keys() - set(NEAR_KEYS):
            self.source.unknown((*key, name), "key", NEAR_KEYS)
        if row.keys() < set(NEAR_KEYS):
            self.source.mistake(key, repr(told), '{ of = ["hq"], hexes = 2 }')
        of = self.reader.words((*key, "of"), row.get("of", ()), self.known["all_ranks"], "rank")
        return Near(of, self.reader.count((*key, "hexes"), row.get("hexes", 0)))

    def read_retreat(self, row: Mapping[str, Any]) -> RetreatRow:
        """``[retreat]``."""
        reader = self.reader
        source = reader.choice(
            ("retreat", "source"), row.get("source", "any"), ("any", "no_farther", "nearer")
        )
        if source != "any" and not self.has_supply:
            self.source.mistake(("retreat", "source"), "no [supply]", "its source for each side")
        zoc = reader.choice(("retreat", "zoc"), row.get("zoc", "no"), ("no", "free", "lose"))
        return RetreatRow(
            reader.cite(("retreat",), row),
            reader.by_class(("retreat", "hexes"), row.get("hexes", 1), reader.count),
            zoc,
            reader.flag(("retreat",), row, "away", False),
            str(row.get("else", "it is eliminated")),
            reader.words(
                ("retreat", "not_over"), row.get("not_over", ()), self.known["hexside"], "hexside"
            ),
            source,
            self.own_rule(row, "beside"),
        )

    def own_rule(self, row: Mapping[str, Any], name: str) -> str:
        """The rule of a switch of ``[retreat]`` that has one: true, or ``{ rule = "8.3" }``."""
        told, key = row.get(name, False), ("retreat", name)
        if isinstance(told, Mapping):
            return self.reader.cite(key, told)
        has = self.reader.flag(key[:1], row, name, False)
        return self.reader.cite(key[:1], row) if has else ""

    def read_advance(self, row: Mapping[str, Any]) -> AdvanceRow:
        """``[advance]``."""
        key, further = ("advance",), None
        if "further" in row:
            more = row["further"] if isinstance(row["further"], Mapping) else {}
            for name in more.keys() - set(FURTHER_KEYS):
                self.source.unknown((*key, "further", name), "key", FURTHER_KEYS)
            further = self.advances((*key, "further"), more)
        return replace(self.advances(key, row), further=further)

    def advances(self, key: KeyPath, row: Mapping[str, Any]) -> AdvanceRow:
        """An advance of one hex."""
        reader, sides = self.reader, self.known["hexside"]
        return AdvanceRow(
            reader.cite(key, row),
            reader.count((*key, "units"), row["units"]) if "units" in row else None,
            reader.choice((*key, "zoc"), row.get("zoc", "free"), ("free", "no")) == "free",
            reader.words((*key, "class"), row.get("class", ()), reader.class_names, "class"),
            reader.words((*key, "not_over"), row.get("not_over", ()), sides, "hexside"),
            reader.words((*key, "none"), row.get("none", ()), reader.ranks, "kind, class or state"),
            reader.flag(key, row, "straight", False),
        )

    def read_supply(self, row: Mapping[str, Any]) -> SupplyRow:
        """``[supply]``."""
        reader = self.reader
        source = row.get("source", {})
        if not isinstance(source, Mapping) or not source:
            self.source.mistake(("supply",), "no source", 'source = { SIDE = ["area or hex"] }')
            source = {}
        found: dict[str, tuple[str, ...]] = {}
        for side, places in source.items():
            reader.choice(("supply", "source", side), side, self.known["sides"])
            if not isinstance(places, list) or not all(isinstance(one, str) for one in places):
                self.source.mistake(("supply", "source", side), repr(places), "a list in quotes")
                continue
            found[side] = tuple(places)
        blocked = row.get("blocked", ["enemy"])
        bars = reader.words(("supply", "blocked"), blocked, ("enemy", "zoc"), "bar")
        legs = tuple(self.read_legs(row.get("trace", [{}])))
        if len(legs) > 1 and any(leg.mp is not None for leg in legs):
            found_legs = f"{len(legs)} legs"
            self.source.mistake(("supply", "trace"), found_legs, "one, where it is counted in MP")
        ranges = row.get("range", {})
        in_mp = bool(legs) and legs[0].mp is not None
        measure = reader.half_mp if in_mp else reader.count
        named = {place for places in found.values() for place in places}
        for place in ranges.keys() - named if isinstance(ranges, Mapping) else ():
            self.source.unknown(("supply", "range", place), "source", sorted(named))
        class_ = row.get("class", "")
        begin = reader.choice(("supply", "from"), row.get("from", "unit"), ("unit", "source"))
        if not in_mp:
            for name in ("class", "from"):
                if name in row:
                    self.source.mistake(("supply", name), "no mp", "trace = [{ mp = 12 }]")
        ground = reader.choice(("supply", "ground"), row.get("ground", "any"), ("any", "move"))
        return SupplyRow(
            reader.cite(("supply",), row),
            found,
            legs,
            "enemy" in bars,
            "zoc" in bars,
            ground == "move",
            reader.words(("supply", "relay"), row.get("relay", ()), reader.facts.kinds, "kind"),
            reader.choice(("supply", "class"), class_, reader.class_names) if class_ else "",
            begin == "source",
            {
                str(place): reader.by_class(("supply", "range", place), far, measure)
                for place, far in (ranges.items() if isinstance(ranges, Mapping) else ())
            },
        )

    def read_legs(self, rows: Any) -> Iterable[SupplyLeg]:
        """The legs of a supply path, from the unit on."""
        for index, row in enumerate(rows if isinstance(rows, list) else (), start=1):
            key = ("supply", "trace", str(index))
            if not isinstance(row, Mapping):
                self.source.mistake(key, repr(row), "{ most = 5, along = … }")
                continue
            for name in row.keys() - set(LEG_KEYS):
                self.source.unknown((*key, name), "key", LEG_KEYS)
            along = row.get("along", ANY)
            listed = [along] if isinstance(along, str) else along
            roads = (
                ()
                if listed == [ANY]
                else self.reader.words((*key, "along"), listed, self.known["road"], "Road")
            )
            most = None
            if "most" in row:
                most = self.reader.by_class((*key, "most"), row["most"], self.reader.count)
            cost = None
            if "mp" in row:
                cost = self.reader.by_class((*key, "mp"), row["mp"], self.reader.half_mp)
                if most is not None:
                    self.source.mistake(key, "most and mp", "one of them")
            yield SupplyLeg(most, cost, roads)


def begin_of(name: str, by: str) -> Fraction | None:
    """Where a column begins: ``3:1`` and ``3-1`` are odds, ``+2`` a number; None if it is none."""
    if by == ODDS:
        told = re.fullmatch(r"([0-9]+)\s*[:-]\s*([0-9]+)", name)
        if told is None or not int(told[1]) or not int(told[2]):
            return None
        return Fraction(int(told[1]), int(told[2]))
    text = name.replace("\N{MINUS SIGN}", "-")
    return Fraction(int(text)) if re.fullmatch(r"[+-]?[0-9]+", text) else None
