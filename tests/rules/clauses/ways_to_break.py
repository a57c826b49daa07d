"""The ways to break a clause in the rules as they are read, in this process:

- a value beside its rule in ``rules/*/tables``: a number is one more, a yes a no, a sentence or
  word another, a list without its last, a day or turn the next;
- the rule itself: a section without it does not hold in the game;
- ``lines``: every condition of a :class:`Working` that cites it is turned round;
- ``rows`` and ``row``: the rows of the scenarios that cite it are not there, or the last of each
  kind is not;
- ``map``: the features, Roads and areas of a map that rest on it are not there, areas have one hex
  less;
- ``answers``: an answer that rests on it has none of its lines, and what it says but for them is
  another: its verdict, cost and results.
"""

from __future__ import annotations

import dataclasses
import functools
import gc
import re
from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context, Loaded
from clubroute.rules.book import rulebook
from clubroute.rules.ground import mapfile
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.scenarios import book
from clubroute.rules.series import all_series

LINES, MAP, ANSWERS = "lines", "map", "answers"
ROWS, ROW = "rows", "row"
EVERYWHERE = (ROWS, ROW, LINES, MAP, ANSWERS)
"""The ways to break a clause that stands in no table."""
CONTRARY = {"legal": "illegal", "illegal": "legal"}
TOPIC_OF = {"los": "sight", "zoc": "zoneless", "sequence": "turns", "vp": "victory"}
"""What a word of a title is called in the tables."""
TIMES = ("0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night")
COSTS = ("no", "road")
"""Words that stand where a cost does: it may not enter, or only along a Road."""
BELOW = "|"
"""Between the names of a section and of one in it, which may have dots: scenarios."5.5"."""
CHART = "Terrain Effects Chart"
WORD = re.compile("[a-z]+")
DAY = re.compile(r"(1944-09-)(\d\d)(.*)")


@dataclass(frozen=True, slots=True)
class Break:
    """A way to break a clause: the place of a value in a table, or one of those three."""

    cite: str
    place: str


def cites(text: str) -> tuple[str, ...]:
    """The single rules of a citation."""
    return tuple(part.strip() for part in re.split(r"[,;]", text))


def is_broken(rule: str, cite: str) -> bool:
    """Whether a line's citation has the rule that is broken."""
    whole = re.sub(r" example.*| VP$", "", cite)
    scenario = re.sub(r" scenario (\d)", r"-\1", whole)
    comments = whole.replace("General Comments", "Scenario General Comments")
    game, _, title = whole.partition(" ")
    orders = [f"{game} {side} Order of Arrival" for side in ("German", "Allied")]
    listed = orders if title == "Order of arrival" else []
    return any(
        part == one or part.startswith((f"{one} ", f"{one},"))
        for part in (rule, *cites(rule))
        for one in (whole, scenario, comments, *listed)
    )


def broken(value: Any) -> Any:
    """Another value of the same kind; the value itself where none is known."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, list):
        if value and all(isinstance(one, (int, float)) or one in COSTS for one in value):
            return [1 if one in COSTS else broken(one) for one in value]
        # Its first in place of its last: a row of a table keeps its length.
        return [*value[:-1], value[0]] if len(value) > 1 else value
    if isinstance(value, str):
        day = DAY.fullmatch(value)
        if day:
            return f"{day[1]}{int(day[2]) + 1:02}{day[3]}"
        if value in TIMES:
            return TIMES[(TIMES.index(value) + 1) % len(TIMES)]
        if " " in value and "{" not in value:
            return "something else"
    return value


def places(values: Mapping[str, Any], cite: str, path: str = "") -> Iterator[tuple[str, str]]:
    """The values beside a rule in a table: the path of each section and the value's name."""
    own = [
        name
        for name, value in values.items()
        if is_rule(name) and (is_broken(str(value), cite) or of_chart(str(value), cite, path))
    ]
    for name, value in values.items():
        inner = f"{path}{BELOW}{name}" if path else name
        if isinstance(value, dict):
            yield from places(value, cite, inner)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for index, one in enumerate(value):
                yield from places(one, cite, f"{inner}{BELOW}{index}")
        elif not is_rule(name) and (broken(value) != value or isinstance(value, str)):
            # A rule of its own, "enter_rule" of "enter", goes before that of the section.
            mine = f"{name}_rule"
            if mine in own or ("rule" in own and mine not in values):
                yield path, name
    for name in own:
        # A citation of no value of its own, "freed_rule", decides something by itself.
        if name != "rule" and name.removesuffix("_rule") not in values:
            yield path, name
    if "rule" in own:
        yield path, "rule"
        for name, value in values.items():
            # What stands in a section below without a rule of its own is the section's.
            if isinstance(value, dict) and not any(map(is_rule, value)):
                inner = f"{path}{BELOW}{name}" if path else name
                changed = [
                    key for key, one in value.items() if isinstance(one, str) or broken(one) != one
                ]
                yield from ((inner, key) for key in changed)


def of_chart(rule: str, cite: str, path: str) -> bool:
    """Whether a section that cites the whole chart has the row that a clause is called by:
    ``Terrain: primary and secondary road``.
    """
    title = cite.partition("Terrain: ")[2]
    return CHART in rule and bool(set(WORD.findall(title)) & set(WORD.findall(path)))


def is_rule(name: str) -> bool:
    """Whether a value is a citation."""
    return name == "rule" or name.endswith("_rule")


def topics() -> Iterator[tuple[str, str, str]]:
    """Every topic of every series as each of its games has it: series, topic, game or rule set."""
    for one in all_series():
        for path in sorted((one.folder / "tables").iterdir()):
            if path.stem in ("applies", "unsaid"):
                continue
            if path.suffix == ".toml":
                yield from ((one.id, path.stem, game) for game in one.maps)
            elif path.name != "clauses":
                yield from (
                    (one.id, path.name, name) for name in rulebook.rule_sets(one.id, path.name)
                )


@functools.cache
def breaks_of(cite: str, title: str) -> tuple[Break, ...]:
    """The ways to break a clause; those come first that its title names."""
    found: dict[str, str] = {}
    for series_id, name, game in topics():
        topic = rulebook.topic(series_id, name, game).values
        for path, key in places(topic, cite):
            found[f"{name}:{path}:{key}"] = f"{name} {path} {key} {value_at(topic, path, key)}"
    words = {TOPIC_OF.get(one, one) for one in WORD.findall(title.casefold())}

    def unlike(place: str) -> tuple[int, bool]:
        said = set(WORD.findall(found[place].casefold()))
        return -len(words & said), place.endswith(":rule")

    values = (Break(cite, place) for place in sorted(found, key=unlike))
    rows = (ROWS, ROW) if any(is_broken(one, cite) for one in cites_of_scenarios()) else ()
    return (*values, *(Break(cite, one) for one in (*rows, LINES, MAP, ANSWERS)))


@functools.cache
def cites_of_scenarios() -> frozenset[str]:
    """Every citation of a row of a scenario."""
    files = {path for one in all_series() for path in book.scenario_files(one.id).values()}
    return frozenset(
        str(row.cite) for path in files for many in rows_of(path).values() for row in many
    )


def rows_of(path: Path) -> Mapping[str, Sequence[Any]]:
    """The rows of a scenario that cite a rule, by kind."""
    scenario = book.read_told(path).scenario
    every = {one.name: getattr(scenario, one.name) for one in dataclasses.fields(scenario)}
    return {
        name: [row for row in many if hasattr(row, "cite")]
        for name, many in every.items()
        if isinstance(many, tuple)
    }


def value_at(values: Any, path: str, key: str) -> Any:
    """What stands at a place of a table."""
    for step in path.split(BELOW) if path else ():
        values = values[int(step)] if isinstance(values, list) else values.get(step, {})
    return values.get(key)


def apply(one: Break) -> None:
    """Break a clause in this process, for good, and forget what was read of the rules."""
    if one.place == LINES:
        break_lines(one.cite)
    elif one.place in (ROWS, ROW):
        break_scenarios(one.cite, last=one.place == ROW)
    elif one.place == MAP:
        break_maps(one.cite)
    elif one.place == ANSWERS:
        break_answers(one.cite)
    else:
        break_value(one)
    forget()


def break_value(one: Break) -> None:
    """Break a value of a table wherever it is read."""
    topic, path, key = one.place.split(":")
    original = rulebook.topic.__wrapped__
    words = sorted(words_at(topic, key))

    def other(value: Any) -> Any:
        """Another value: no rule, or another word that stands elsewhere under the same name."""
        if is_rule(key):
            return ""
        if broken(value) == value and isinstance(value, str):
            return next((word for word in words if word != value), "something else")
        return broken(value)

    def changed(values: Any, steps: Sequence[str]) -> Any:
        if not steps:
            return {**values, key: other(values[key])} if key in values else values
        if isinstance(values, list):
            at = int(steps[0])
            if at >= len(values):
                return values
            return [changed(v, steps[1:]) if i == at else v for i, v in enumerate(values)]
        if steps[0] not in values:
            return values
        return {**values, steps[0]: changed(values[steps[0]], steps[1:])}

    def read(series_id: str, name: str, rule_set: str) -> rulebook.Section:
        section: rulebook.Section = original(series_id, name, rule_set)
        # A game in which another rule says it keeps its own.
        if name != topic or (path, key) not in places(section.values, one.cite):
            return section
        steps = path.split(BELOW) if path else []
        return rulebook.Section(changed(dict(section.values), steps), section.where)

    replace_everywhere(rulebook.topic, functools.cache(read))


def words_at(topic: str, key: str) -> set[str]:
    """The single words that stand under a name anywhere in a topic."""
    found = set[str]()

    def look(values: Any) -> None:
        if isinstance(values, dict):
            word = values.get(key)
            found.update([word] if isinstance(word, str) else [])
            for one in values.values():
                look(one)
        elif isinstance(values, list):
            for one in values:
                look(one)

    for series_id, name, game in topics():
        if name == topic:
            look(dict(rulebook.topic(series_id, name, game).values))
    return found


def replace_everywhere(old: Any, new: Any) -> None:
    """Put one function in place of another in every module that has it by name."""
    import sys

    for module in list(sys.modules.values()):
        names = vars(module) if module is not None and hasattr(module, "__dict__") else {}
        for name, value in list(names.items()):
            if value is old:
                setattr(module, name, new)


def break_lines(cite: str) -> None:
    """Turn every line round that cites a rule."""
    check, say, forbid = Working.check, Working.say, Working.forbid

    def contrary(
        self: Working, holds: Any, why: str, why_not: str, rule: str, *more: Any, **named: Any
    ) -> None:
        if is_broken(rule, cite):
            holds = True if holds is None else not holds
        check(self, holds, why, why_not, rule, *more, **named)

    def something_else(self: Working, why: str, rule: str, *more: Any, **named: Any) -> None:
        say(self, "something else" if is_broken(rule, cite) else why, rule, *more, **named)

    def allowed(self: Working, why: str, rule: str, *more: Any, **named: Any) -> None:
        tell: Callable[..., None] = say if is_broken(rule, cite) else forbid
        tell(self, why, rule, *more, **named)

    Working.check = contrary  # type: ignore[method-assign]
    Working.say = something_else  # type: ignore[method-assign]
    Working.forbid = allowed  # type: ignore[method-assign]


def break_scenarios(cite: str, last: bool) -> None:
    """Take from the scenarios the rows that cite a rule, or the ``last`` of each kind."""
    original = book.read_told.__wrapped__

    def without(many: tuple[Any, ...]) -> tuple[Any, ...]:
        own = [i for i, row in enumerate(many) if is_broken(str(getattr(row, "cite", "")), cite)]
        gone = own[-1:] if last else own
        return tuple(row for i, row in enumerate(many) if i not in gone)

    def read(path: Path) -> book.ToldScenario:
        told = original(path)
        changed: dict[str, Any] = {
            name: without(getattr(told.scenario, name)) for name in rows_of(path)
        }
        return dataclasses.replace(told, scenario=dataclasses.replace(told.scenario, **changed))

    replace_everywhere(book.read_told, functools.cache(read))


def break_maps(cite: str) -> None:
    """Take from the maps what rests on a rule."""

    def rests(country: MapFile, basis: int) -> bool:
        return any(
            is_broken(part, cite) or part.startswith(f"{cite}:")
            for part in re.split(r"[,;] ", country.bases[basis].cite)
        )

    def without(country: MapFile) -> MapFile:
        country.sides = {
            place: tuple(one for one in features if not rests(country, one.basis))
            for place, features in country.sides.items()
        }
        country.links = {
            place: left
            for place, links in country.links.items()
            if (left := tuple(one for one in links if not rests(country, one.basis)))
        }
        country.areas = tuple(
            area._replace(hexes=area.hexes[:-1]) if rests(country, area.basis) else area
            for area in country.areas
        )
        return country

    original = mapfile.open_map
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, MapFile):
            without(one)
    replace_everywhere(original, lambda *given: without(original(*given)))


def break_answers(cite: str) -> None:
    """Take a rule's lines from the answers that rest on it, and change what else they say."""
    tell = Receipt.record

    def changed(self: Receipt) -> dict[str, Any]:
        record = tell(self)
        steps = [step for step in record["steps"] if not is_broken(step["rule"], cite)]
        if len(steps) == len(record["steps"]):
            return record
        verdict = CONTRARY.get(record["verdict"], "something else")
        named = ("verdict", "summary", "steps", "provenance", "unchecked", "notes")
        rest = {key: altered(value) for key, value in record.items() if key not in named}
        return {**record, **rest, "verdict": verdict, "summary": "something else", "steps": steps}

    Receipt.record = changed  # type: ignore[method-assign]


def altered(value: Any) -> Any:
    """Another value of an answer."""
    if isinstance(value, dict):
        return {key: altered(one) for key, one in value.items()}
    if isinstance(value, list):
        return [altered(one) for one in value]
    return "something else" if isinstance(value, str) else broken(value)


def forget() -> None:
    """Forget all that was worked out from the rules; the compiled maps stay."""
    gc.unfreeze()  # a run of tests hides from the collector what it began with
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper):
            if str(getattr(one, "__module__", "")).startswith("clubroute.rules"):
                one.cache_clear()
        elif isinstance(one, Context):
            kept = Loaded()
            for window in ("wed", "tdc", "mg", "ins"):
                opened = one.loaded.get(("map", window))
                if opened is not None:
                    kept["map", window] = opened
            one.loaded = kept


def chosen(breaks: Sequence[Break], most: int) -> Sequence[Break]:
    """The lines, which a test hears soonest; then the first of many breaks of tables, of values and
    of rules; then all others in none, whole answers last.
    """
    rules = [one for one in breaks if one.place.endswith((":rule", "_rule"))]
    values = [one for one in breaks if one.place not in EVERYWHERE and one not in rules]
    lines = (one for one in breaks if one.place == LINES)
    outside = (one for one in breaks if one.place in EVERYWHERE and one.place != LINES)
    return (*lines, *values[:most], *rules[:most], *outside)
