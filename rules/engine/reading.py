"""Reads the tables of ``rules.toml`` strictly: every mistake at once, each at its row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError, nearest_name
from clubroute.rules.engine.fight_reading import FightReader, row_names
from clubroute.rules.engine.fight_tables import ROUNDED
from clubroute.rules.engine.ground import USES
from clubroute.rules.engine.keys import (
    CHANGE_KEYS,
    CHARTS,
    ENTRY_EFFECTS,
    FAMILIES,
    LIMIT_KEYS,
    MOVE_EFFECTS,
    OTHERS,
    PHASE_KEYS,
    QUOTA_KEYS,
    SIGHT_EFFECTS,
    STACKED_BY,
    SWITCHES,
    UNJUDGED_KEYS,
    VICTORY_EFFECTS,
    ByClass,
    Facts,
    KeyPath,
    RuleSource,
)
from clubroute.rules.engine.laws import ORDERS
from clubroute.rules.engine.tables import (
    ChangeRow,
    ChartRow,
    EntryRow,
    MoveRow,
    PhaseRow,
    QuotaRow,
    RuleTables,
    SightRow,
    StackingRow,
    StackLimit,
    StateRow,
    TurnsRow,
    UnjudgedRow,
    VictoryRow,
)
from clubroute.rules.engine.values import ZoneReader, table

DOES = ("move", "combat", "fire", "rail", "supply", "other")
LIFTS_HEXSIDE = ("hexside",)
HIGH = ("seen_over", "blocks")


def along_of(title: str, row: Any) -> str:
    """The kind of what lies on the map that a row is about: its title, if it says no other."""
    return str(row.get("along", title)) if isinstance(row, Mapping) else title


class RuleReader(ZoneReader):
    """Reads tables; mistakes go to the source.

    ``under`` is the key of the overlay that is being read, whose keys are looked for first.
    """

    def __init__(self, source: RuleSource, facts: Facts) -> None:
        super().__init__(source, facts)
        self.phases: tuple[str, ...] = ()
        self.weathers: tuple[str, ...] = ()

    def tables(self, told: Mapping[str, Any], under: KeyPath) -> RuleTables:
        """The tables of a file, or of it with an overlay."""
        self.short = str(told.get("short", ""))
        if not self.short:
            self.source.mistake(("short",), "nothing", 'short = "…", your rulebook as cited')
        self.classes = self.read_classes(told.get("class", {}))
        timed = told.get("turns", {})
        self.phases, self.weathers = self.named_times(timed if isinstance(timed, Mapping) else {})
        self.roads, self.terrain, self.hexsides = (
            row_names(told, one) for one in ("road", "terrain", "hexside")
        )
        fight = FightReader(self, told)
        switch = {name: self.switches(name, told[name]) for name in SWITCHES if name in told}
        charts = {name: self.rows(name, told.get(name, {})) for name in CHARTS}
        units = switch.get("units", {})
        return RuleTables(
            self.short,
            self.columns(units),
            self.cite(("units",), units) if units else "",
            dict(self.classes),
            charts["terrain"],
            charts["hexside"],
            charts["road"],
            self.read_move(switch["move"]) if "move" in switch else None,
            self.read_stacking(switch["stacking"]) if "stacking" in switch else None,
            self.read_zoc(switch["zoc"]) if "zoc" in switch else None,
            self.read_turns(switch["turns"]) if "turns" in switch else None,
            self.read_states(told.get("state", {})),
            self.read_unjudged(told.get("unjudged", {})),
            fight.read_combat(switch["combat"]) if "combat" in switch else None,
            fight.read_retreat(switch["retreat"]) if "retreat" in switch else None,
            fight.read_advance(switch["advance"]) if "advance" in switch else None,
            fight.read_supply(switch["supply"]) if "supply" in switch else None,
            self.read_facing(switch["facing"]) if "facing" in switch else None,
            self.read_sight(switch["sight"]) if "sight" in switch else None,
            fight.read_fire(switch["fire"]) if "fire" in switch else None,
            self.read_victory(switch["victory"]) if "victory" in switch else None,
            self.read_entry(switch["entry"]) if "entry" in switch else None,
        )

    def read_unjudged(self, told: Any) -> dict[str, UnjudgedRow]:
        """``[unjudged]``: a rule alone, or with what it bears on and whether it decides."""
        found = {}
        for name, value in table(self.source, ("unjudged",), told).items():
            key = ("unjudged", name)
            row = {"rule": value} if isinstance(value, str) else table(self.source, key, value)
            for one in row.keys() - set(UNJUDGED_KEYS):
                self.source.unknown((*key, one), "key", UNJUDGED_KEYS)
            of = self.words((*key, "of"), row.get("of", ()), FAMILIES, "family")
            found[name] = UnjudgedRow(
                self.cite(key, row), of, self.flag(key, row, "decides", False)
            )
        return found

    def named_times(self, told: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the phases and of the weathers, as far as they can be read."""
        phases, weather = told.get("phases", ()), told.get("weather", {})
        rows = [one for one in phases if isinstance(one, Mapping)]
        names = tuple(dict.fromkeys(str(one.get("name", "")) for one in rows))
        return names, tuple(weather) if isinstance(weather, Mapping) else ()

    def read_classes(self, told: Any) -> dict[str, str]:
        """The class of each kind. A kind in no class, or in two, is a mistake."""
        found: dict[str, str] = {}
        tables = table(self.source, ("class",), told)
        self.class_names = tuple(tables)
        for name, kinds in tables.items():
            for kind in self.words(("class", name), kinds, self.facts.kinds, "kind of counter"):
                if kind in found:
                    self.source.mistake(("class", name), kind, f"it once: {found[kind]} has it")
                found[kind] = name
        places = dict(self.facts.places)
        for kind in self.facts.kinds if tables else ():
            if kind in found:
                continue
            place, near = places.get(kind), nearest_name(kind, found)
            if place is not None and near is not None:
                expected = f"a kind that [class] of {self.source.path.name} has"
                self.source.keep(InputError(place, repr(kind), expected, near))
            else:
                expected = f"it under {' or '.join(tables)}"
                self.source.mistake(("class",), f"{kind} of units.csv in no class", expected)
        return found

    def switches(self, name: str, told: Any) -> Mapping[str, Any]:
        """A table of switches, held against its keys."""
        values = table(self.source, (name,), told)
        for key in values.keys() - set(SWITCHES[name]):
            self.source.unknown((name, key), "key", SWITCHES[name])
        return values

    def rows(self, name: str, told: Any) -> dict[str, ChartRow]:
        """The rows of a chart."""
        if name == "state":
            return {}
        found: dict[str, ChartRow] = {}
        rows = dict(table(self.source, (name,), told))
        usual = {"rule": rows.pop("rule")} if "rule" in rows else {}
        alongs = dict.fromkeys((*rows, *(along_of(title, row) for title, row in rows.items())))
        for title, value in rows.items():
            key = (name, title)
            row = {**usual, **table(self.source, key, value)}
            for one in row.keys() - set(CHARTS[name]):
                self.source.unknown((*key, one), "key", CHARTS[name])
            lifts = row.get("lifts", LIFTS_HEXSIDE if name == "road" else ())
            known = (*LIFTS_HEXSIDE, *self.hexsides) if name == "road" else alongs
            by_class = isinstance(lifts, Mapping)

            def lifted(at: KeyPath, one: Any, known: Iterable[str] = known) -> tuple[str, ...]:
                return self.words(at, one, known, "hexside")

            cost = {"road": self.road_cost, "terrain": self.ground_cost}.get(name, self.cost)
            found[title] = ChartRow(
                title,
                self.cite(key, row),
                self.by_class((*key, "move"), row["move"], cost) if "move" in row else None,
                self.flag(key, row, "stop", False),
                self.by_class((*key, "zoc"), row.get("zoc", True), self.yes),
                self.count((*key, "stack"), row["stack"]) if "stack" in row else None,
                () if by_class else self.words((*key, "lifts"), lifts, known, "hexside"),
                along_of(title, row),
                self.cite_at(row, 1),
                self.whole((*key, "shift"), row.get("shift", 0)),
                self.whole((*key, "die"), row.get("die", 0)),
                self.changes(key, row, "attack"),
                self.changes(key, row, "defence"),
                self.by_class((*key, "combat"), row.get("combat", True), self.yes),
                self.flag(key, row, "all", False),
                self.flag(key, row, "supply", True),
                self.places((*key, "into"), row.get("into", ())),
                self.places((*key, "out_of"), row.get("out_of", ())),
                self.cite_at(row, 2),
                self.by_class((*key, "lifts"), lifts, lifted) if by_class else None,
                self.by_class((*key, "say"), row["say"], self.text) if "say" in row else None,
                str(row.get("no", "")),
                self.words((*key, "for"), row.get("for", ()), USES, "use"),
                self.whole((*key, "level"), row.get("level", 0)),
                self.count((*key, "height"), row.get("height", 0)),
            )
            if name == "terrain" and "move" not in row:
                self.source.mistake(key, "no move", 'move = MP, "no" or "all"')
        return found

    def columns(self, units: Mapping[str, Any]) -> dict[str, str]:
        """The columns of ``units.csv`` with the movement allowance and the ratings."""
        named = [name for name in SWITCHES["units"] if name != "rule" and name in units]
        return {
            name: self.choice(("units", name), units[name], self.facts.columns) for name in named
        }

    def read_move(self, row: Mapping[str, Any]) -> MoveRow:
        """``[move]``."""
        cite, effects = self.effect_rules("move", row, MOVE_EFFECTS)
        least = row.get("minimum")
        minimum = ""
        if isinstance(least, Mapping):
            minimum = self.cite(("move", "minimum"), least)
        elif least is True:
            minimum = cite
        elif least not in (None, False):
            self.source.mistake(("move", "minimum"), repr(least), "true, false or { rule = … }")
        return MoveRow(
            cite,
            minimum,
            self.by_class(("move", "hexes"), row["hexes"], self.most) if "hexes" in row else None,
            self.factor(("move", "allowance"), row.get("allowance", "x1")),
            self.choice(("move", "round"), row.get("round", "down"), ROUNDED),
            self.choice(("move", "friends"), row.get("friends", "pass"), ("pass", "no")) == "pass",
            self.by_class(("move", "off_road"), row["off_road"], self.half_mp)
            if "off_road" in row
            else None,
            self.choice(("move", "rounds"), row.get("rounds", "once"), ("once", "each")) == "each",
            self.order("move", row),
            effects.get("enemy", ""),
        )

    def order(self, name: str, row: Mapping[str, Any]) -> str:
        """Whether values are multiplied or added to first; "" if a table does not say."""
        return self.choice((name, "order"), row["order"], ORDERS) if "order" in row else ""

    def read_stacking(self, row: Mapping[str, Any]) -> StackingRow:
        """``[stacking]``."""
        if "most" not in row:
            self.source.mistake(("stacking",), "no most", "most = 2, units in a hex")
        return StackingRow(
            self.cite(("stacking",), row),
            self.count(("stacking", "most"), row.get("most", 0)),
            self.read_always(row.get("when", "end")),
            self.words(("stacking", "free"), row.get("free", ()), self.facts.kinds, "kind"),
            self.choice(("stacking", "by"), row.get("by", "units"), STACKED_BY) == "points",
            tuple(self.read_limits(row.get("limit", []))),
            self.read_stacking_terrain(row),
        )

    def of_ranks(self, key: KeyPath, row: Mapping[str, Any]) -> tuple[str, ...]:
        """A list of kinds, classes or states at a key of a row."""
        return self.words(key, row.get(key[-1], ()), self.ranks, "kind, class or state")

    def read_always(self, told: Any) -> ByClass:
        """``when`` of ``[stacking]``: whether limits hold also while units move, by terrain."""
        key, whens = ("stacking", "when"), ("end", "always")
        rows = told if isinstance(told, Mapping) else {OTHERS: told}
        for name in rows.keys() - {*self.terrain, OTHERS}:
            self.source.unknown((*key, name), "terrain", (*self.terrain, OTHERS))
        found = {name: self.choice(key, one, whens) == "always" for name, one in rows.items()}
        return ByClass({OTHERS: False, **found})

    def read_stacking_terrain(self, row: Mapping[str, Any]) -> Mapping[str, int]:
        """``terrain`` of ``[stacking]``: limits in hexes of some terrain."""
        key = ("stacking", "terrain")
        told = table(self.source, key, row.get("terrain", {}))
        for name in told.keys() - set(self.terrain):
            self.source.unknown((*key, name), "terrain", self.terrain)
        return {name: self.count((*key, name), most) for name, most in told.items()}

    def read_limits(self, rows: Any) -> Iterator[StackLimit]:
        """``[[stacking.limit]]``: limits of single kinds, classes or states."""
        for index, one in enumerate(rows if isinstance(rows, list) else [rows], start=1):
            key = ("stacking", "limit", str(index))
            row = table(self.source, key, one)
            for name in row.keys() - set(LIMIT_KEYS):
                self.source.unknown((*key, name), "key", LIMIT_KEYS)
            if "most" not in row and "apart" not in row:
                self.source.mistake(key, "no most", "most = 1, units or points of these")
            yield StackLimit(
                self.cite(key, row),
                self.count((*key, "most"), row.get("most", 0)),
                self.of_ranks((*key, "of"), row),
                self.choice((*key, "by"), row.get("by", "units"), STACKED_BY) == "points",
                self.of_ranks((*key, "apart"), row),
            )

    def read_turns(self, row: Mapping[str, Any]) -> TurnsRow:
        """``[turns]``."""
        weather: dict[int, str] = {}
        for name, when in table(self.source, ("turns", "weather"), row.get("weather", {})).items():
            for turn in self.turns(("turns", "weather", name), when):
                if turn in weather:
                    found = f"turn {turn} again"
                    self.source.mistake(("turns", "weather", name), found, f"{weather[turn]} alone")
                weather[turn] = name
        phases = []
        for index, one in enumerate(row.get("phases", ())):
            key = ("turns", "phases", str(index + 1))
            phase = table(self.source, key, one)
            for name in phase.keys() - set(PHASE_KEYS):
                self.source.unknown((*key, name), "key", PHASE_KEYS)
            side = phase.get("side", "")
            if side:
                side = self.choice((*key, "side"), side, self.facts.sides)
            phases.append(
                PhaseRow(
                    str(phase.get("name", index + 1)),
                    side,
                    self.choice((*key, "does"), phase.get("does", "other"), DOES),
                    self.words((*key, "class"), phase.get("class", ()), self.class_names, "class"),
                )
            )
        quotas = tuple(self.read_quotas(row.get("quota", [])))
        return TurnsRow(self.cite(("turns",), row), weather, tuple(phases), quotas)

    def read_quotas(self, rows: Any) -> Iterator[QuotaRow]:
        """``[[turns.quota]]``: how many move in a phase."""
        for index, one in enumerate(rows if isinstance(rows, list) else [rows], start=1):
            key = ("turns", "quota", str(index))
            row = table(self.source, key, one)
            for name in row.keys() - set(QUOTA_KEYS):
                self.source.unknown((*key, name), "key", QUOTA_KEYS)
            yield QuotaRow(
                self.cite(key, row),
                self.choice((*key, "phase"), row.get("phase", ""), self.phases),
                self.count((*key, "most"), row.get("most", "nothing")),
                self.of_ranks((*key, "of"), row),
            )

    def read_sight(self, row: Mapping[str, Any]) -> SightRow:
        """``[sight]``."""
        key = ("sight",)
        along = self.choice((*key, "along"), row.get("along", "both"), ("both", "either"))
        high = self.choice((*key, "as_high"), row.get("as_high", "seen_over"), HIGH)
        most = self.count((*key, "most"), row["most"]) if "most" in row else None
        rule, effects = self.effect_rules("sight", row, SIGHT_EFFECTS)
        return SightRow(rule, most, along == "either", high == "blocks", effects)

    def read_entry(self, row: Mapping[str, Any]) -> EntryRow:
        """``[entry]``."""
        key = ("entry",)
        rule, effects = self.effect_rules("entry", row, ENTRY_EFFECTS)
        bars = self.words((*key, "blocked"), row.get("blocked", ["enemy"]), ("enemy", "zoc"), "bar")
        hexes = {
            self.choice((*key, "hexes", side), side, self.facts.sides): self.places(
                (*key, "hexes", side), named
            )
            for side, named in table(self.source, (*key, "hexes"), row.get("hexes", {})).items()
        }
        return EntryRow(
            rule,
            hexes,
            "enemy" in bars,
            "zoc" in bars,
            self.flag(key, row, "pays", True),
            self.count((*key, "within"), row.get("within", 0)),
            effects,
        )

    def read_victory(self, row: Mapping[str, Any]) -> VictoryRow:
        """``[victory]``."""
        key, sides = ("victory",), self.facts.sides
        rule, effects = self.effect_rules("victory", row, VICTORY_EFFECTS)
        points = {
            place: {
                self.choice((*key, "points", place), side, sides): self.count(
                    (*key, "points", place), many
                )
                for side, many in (
                    told if isinstance(told, Mapping) else dict.fromkeys(sides, told)
                ).items()
            }
            for place, told in table(self.source, (*key, "points"), row.get("points", {})).items()
        }
        begin: dict[str, str] = {}
        for side, places in table(self.source, (*key, "begin"), row.get("begin", {})).items():
            held = self.choice((*key, "begin", side), side, sides)
            for place in self.words((*key, "begin", side), places, points, "place with points"):
                begin[place] = held
        lost = table(self.source, (*key, "lost"), row.get("lost", {}))
        for name in lost.keys() - {*self.facts.kinds, OTHERS}:
            self.source.unknown((*key, "lost", name), "kind", (*self.facts.kinds, OTHERS))
        levels = table(self.source, (*key, "levels"), row.get("levels", {}))
        counted = [(name, self.count((*key, "levels", name), n)) for name, n in levels.items()]
        of = row.get("of", "")
        return VictoryRow(
            rule,
            self.count((*key, "turn"), row["turn"]) if "turn" in row else None,
            points,
            begin,
            {name: self.count((*key, "lost", name), many) for name, many in lost.items()},
            self.count((*key, "unsupplied"), row.get("unsupplied", 0)),
            tuple(sorted(counted, key=lambda one: -one[1])),
            self.choice((*key, "of"), of, sides) if of else "",
            effects,
        )

    def read_states(self, told: Any) -> dict[str, StateRow]:
        """``[state.…]``: words of set-ups."""
        found = {}
        for name, value in table(self.source, ("state",), told).items():
            key = ("state", name)
            if name not in self.facts.states:
                self.source.unknown(key, "state of traits.toml", self.facts.states)
            row = table(self.source, key, value)
            for one in row.keys() - set(CHARTS["state"]):
                self.source.unknown((*key, one), "key", CHARTS["state"])
            move, attack, defence, fire = (
                self.change((*key, rating), row[rating]) if rating in row else None
                for rating in ("move", "attack", "defence", "fire")
            )
            found[name] = StateRow(
                name,
                self.cite(key, row),
                None if move is None else replace(move, more=2 * move.more),
                attack,
                defence,
                {
                    self.choice((*key, "class"), old, self.class_names): self.choice(
                        (*key, "class", old), new, self.class_names
                    )
                    for old, new in table(
                        self.source, (*key, "class"), row.get("class", {})
                    ).items()
                },
                self.flag(key, row, "zoc", True),
                self.whole((*key, "stacking"), row.get("stacking", 0)),
                self.read_change((*key, "take"), row),
                self.read_change((*key, "drop"), row),
                self.words((*key, "over"), row.get("over", ()), told, "state"),
                fire,
                "from" in row and bool(self.choice((*key, "from"), row["from"], ("supply",))),
                self.cite_at(row, 1),
            )
        return found

    def read_change(self, key: KeyPath, state: Mapping[str, Any]) -> ChangeRow | None:
        """``take`` or ``drop`` of a state: what it takes to change it in a move."""
        if key[-1] not in state:
            return None
        row = {"rule": state.get("rule", ""), **table(self.source, key, state[key[-1]])}
        for name in row.keys() - set(CHANGE_KEYS):
            self.source.unknown((*key, name), "key", CHANGE_KEYS)
        when = self.choice((*key, "when"), row.get("when", "any"), ("any", "first", "last"))
        not_in = row.get("not_in", ())
        return ChangeRow(
            self.cite(key, row),
            self.by_class((*key, "move"), row.get("move", 0), self.cost),
            "" if when == "any" else when,
            self.flag(key, row, "zoc", True),
            self.words((*key, "not_in"), not_in, self.terrain, "terrain"),
            self.of_ranks((*key, "of"), row),
        )
