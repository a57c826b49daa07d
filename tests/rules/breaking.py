"""Breaks clauses, one at a time, in the rules as they are read, and sees whether a test notices.

A clause is broken in a copy of the process, in as many ways as it has:

- a value beside its rule in ``rules/*/tables``: a number is one more, a yes a no, a sentence or
  word another, a list one shorter, a day or turn the next;
- the rule itself: a section without it does not hold in the game;
- ``lines``: every condition of a :class:`Working` that cites it is turned round;
- ``map``: the features, Roads and areas of a map that rest on it are not there, areas have one hex
  less;
- ``answers``: an answer that rests on it has none of its lines, and what it says but for them is
  another: its verdict, cost and results.

Its test notices if one of them makes an assertion fail; that it crashes is no notice.
"""

from __future__ import annotations

import functools
import gc
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context, Loaded
from clubroute.rules.book import rulebook
from clubroute.rules.clauses.clause import Clause
from clubroute.rules.ground import mapfile
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.series import all_series
from tests.rules.coverage import FOLDER

LINES, MAP, ANSWERS = "lines", "map", "answers"
CONTRARY = {"legal": "illegal", "illegal": "legal"}
TOPIC_OF = {"los": "sight", "sequence": "turns", "vp": "victory"}
"""What a word of a title is called in the tables."""
TIMES = ("0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night")
COSTS = ("no", "road")
"""Words that stand where a cost does: it may not enter, or only along a Road."""
DAY = re.compile(r"(1944-09-)(\d\d)(.*)")
NOTICED, PASSED_OVER, CRASHED = 1, 0, 2
"""What a copy of the process ends with."""


@dataclass(frozen=True, slots=True)
class Break:
    """A way to break a clause: the place of a value in a table, or one of those three."""

    cite: str
    place: str


@dataclass(frozen=True, slots=True)
class Row:
    """A clause with its test, ``campaign/test_air.py::test_…``."""

    clause: Clause
    test: str

    @property
    def label(self) -> str:
        """The clause as a list shows it."""
        return f"{self.clause.cite} {self.clause.title}: {self.test}"


@dataclass(slots=True)
class Seen:
    """What came of breaking clauses: ``noticed`` by which break, ``passed_over``, ``failing``
    (tests that fail with nothing broken)."""

    noticed: dict[str, Break] = field(default_factory=dict)
    passed_over: dict[str, list[Break]] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)
    breaks: int = 0


def cites(text: str) -> tuple[str, ...]:
    """The single rules of a citation."""
    return tuple(part.strip() for part in re.split(r"[,;]", text))


def is_broken(rule: str, cite: str) -> bool:
    """Whether a line's citation has the rule that is broken."""
    whole = re.sub(r" example.*", "", cite)
    scenario = re.sub(r" scenario (\d)", r"-\1", whole)
    comments = whole.replace("General Comments", "Scenario General Comments")
    return any(
        part == one or part.startswith((f"{one} ", f"{one},"))
        for part in (rule, *cites(rule))
        for one in (whole, scenario, comments)
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
        return value[:-1] if len(value) > 1 else value
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
    own = [name for name, value in values.items() if is_rule(name) and is_broken(str(value), cite)]
    for name, value in values.items():
        inner = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            yield from places(value, cite, inner)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for index, one in enumerate(value):
                yield from places(one, cite, f"{inner}.{index}")
        elif not is_rule(name) and (broken(value) != value or isinstance(value, str)):
            # A rule of its own, "enter_rule" of "enter", goes before that of the section.
            mine = f"{name}_rule"
            if mine in own or ("rule" in own and mine not in values):
                yield path, name
    if "rule" in own:
        yield path, "rule"
        for name, value in values.items():
            # What stands in a section below without a rule of its own is the section's.
            if isinstance(value, dict) and not any(map(is_rule, value)):
                inner = f"{path}.{name}" if path else name
                yield from ((inner, key) for key, one in value.items() if broken(one) != one)


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
    found: dict[str, None] = {}
    for series_id, name, game in topics():
        for path, key in places(rulebook.topic(series_id, name, game).values, cite):
            found[f"{name}:{path}:{key}"] = None
    words = {TOPIC_OF.get(one, one) for one in re.findall(r"[a-z]+", title.casefold())}

    def unlike(place: str) -> tuple[int, bool]:
        return -len(words & set(re.findall(r"[a-z]+", place))), place.endswith(":rule")

    values = (Break(cite, place) for place in sorted(found, key=unlike))
    return (*values, Break(cite, LINES), Break(cite, MAP), Break(cite, ANSWERS))


def apply(one: Break) -> None:
    """Break a clause in this process, for good, and forget what was read of the rules."""
    if one.place == LINES:
        break_lines(one.cite)
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
        if name != topic:
            return section
        steps = path.split(".") if path else []
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


@dataclass(slots=True)
class Breaking:
    """A plugin of pytest: in place of running the tests it breaks the clauses of ``rows``.

    ``most`` breaks of a clause are tried. ``say`` is told of each clause.
    """

    rows: Sequence[Row]
    most: int
    say: Callable[[str], None]
    seen: Seen = field(default_factory=Seen)

    @property
    def nodes(self) -> list[str]:
        """The tests to collect."""
        return sorted({str(FOLDER / row.test) for row in self.rows})

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Break the clauses of each test in turn."""
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            name = getattr(item, "originalname", None) or item.name
            file = item.path.relative_to(FOLDER).as_posix()
            items.setdefault(f"{file}::{name}", []).append(item)
        by_test: dict[str, list[Row]] = {}
        for row in self.rows:
            by_test.setdefault(row.test, []).append(row)
        for test in sorted(by_test):
            own = items.get(test, [])
            if own:
                self.break_all(own, by_test[test])
        session._setupstate.teardown_exact(None)
        return True

    def break_all(self, items: list[pytest.Item], rows: list[Row]) -> None:
        """Break each clause of a test."""
        items[0].session._setupstate.teardown_exact(items[0].parent)  # type: ignore[arg-type]
        before = verdict_of(items, stop=False)
        if before != PASSED_OVER:
            self.seen.failing.append(rows[0].test)
            self.say(f"FAILS unbroken: {rows[0].test}")
            return
        for row in rows:
            tried: list[Break] = []
            for one in chosen(breaks_of(row.clause.cite, row.clause.title), self.most):
                self.seen.breaks += 1
                tried.append(one)
                if in_a_copy(items, one) == NOTICED:
                    self.seen.noticed[row.label] = one
                    break
            else:
                self.seen.passed_over[row.label] = tried
                ways = ", ".join(one.place for one in tried)
                self.say(f"not noticed: {row.label} ({ways})")


def chosen(breaks: Sequence[Break], most: int) -> Sequence[Break]:
    """The first of many breaks, and always those that are in no table."""
    return (*breaks[:-3][: most - 3], *breaks[-3:])


def verdict_of(items: Sequence[pytest.Item], stop: bool = True) -> int:
    """Run a test: whether an assertion fails, something crashes, or all is well."""
    worst = PASSED_OVER
    for item in items:
        for report in runtestprotocol(item, log=False, nextitem=item.parent):
            if not report.failed:
                continue
            text = str(getattr(report.longrepr, "reprcrash", report.longrepr))
            asserts = "AssertionError" in text or "assert" in text or "DID NOT RAISE" in text
            if asserts:
                return NOTICED
            worst = CRASHED
            if stop:
                break
    return worst


def in_a_copy(items: Sequence[pytest.Item], one: Break) -> int:
    """What a test says in a copy of this process in which a clause is broken."""
    child = os.fork()
    if child == 0:
        code = CRASHED
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            apply(one)
            code = verdict_of(items)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)
