"""The scenarios there are and what each says beside its units, as answers of any series tell it."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import NAME
from clubroute.rules.position.record import said
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, scenario_files
from clubroute.rules.scenarios.set_up import coming_with, known_group, line, on_side, wanted

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival
    from clubroute.builder.sources.scenario_units import ListedUnits
    from clubroute.builder.sources.scenarios import Scenario


def list_answer(
    context: Context,
    series: str,
    game: str | None,
    turns: Callable[[Scenario], tuple[Any, Any, str]],
    first: Sequence[Step] = (),
) -> Receipt:
    """List the scenarios of a series, or of one game.

    :param turns: the first and the last turn of one, and how a line tells them.
    :param first: lines about all of them.
    """
    project = context.folder.parent
    found = (find_scenario(series, id_, project) for id_ in scenario_files(series, project))
    steps, rows = [*first], []
    for told in (one for one in found if game in (None, one.game)):
        one = told.scenario
        begins, ends, text = turns(one)
        steps.append(line(f"{one.id}, {one.title}: {text}", one.cite))
        row: dict[str, Any] = {
            "id": one.id,
            "title": one.title,
            "map": told.game,
            "maps": list(one.maps),
        }
        row |= {"first": begins, "last": ends, "turns": one.turns.count}
        rows.append(row | ({"weather": one.turns.weather} if one.turns.weather else {}))
    summary = f"scenarios: {len(rows)}"
    return Receipt("decided", tuple(steps), summary=summary, extra={"scenarios": rows})


def the_topic() -> Any:
    """Declare the words that the lines of an answer about a scenario must have."""
    return said(NAME, "only the lines and rows that have these words: rations")


def on_topic(answer: Receipt, topic: str | None) -> Receipt:
    """An answer with only what has all words of a topic; where nothing has, it says so."""
    words = (topic or "").casefold().split()
    if not words:
        return answer

    def has(*texts: object) -> bool:
        told = " ".join(map(str, texts)).casefold().replace("_", " ")
        return all(word in told for word in words)

    steps = tuple(step for step in answer.steps if has(step.why, step.rule))
    rows = {
        name: [one for one in value if has(*flat(one))]
        for name, value in answer.extra.items()
        if isinstance(value, list)
    }
    extra: dict[str, Any] = {name: value for name, value in rows.items() if value}
    extra |= {
        name: value
        for name, value in answer.extra.items()
        if isinstance(value, dict) and has(*flat(value))
    }
    found = "only what has" if steps or extra else f"none of {len(answer.steps)} lines has"
    return replace(answer, steps=steps, extra=extra, summary=f"{answer.gist}; {found} {topic!r}")


def flat(value: object) -> Iterator[object]:
    """The values inside a JSON value, without the names of its fields."""
    if isinstance(value, Mapping):
        for one in value.values():
            yield from flat(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from flat(one)
    else:
        yield value


def note_records(scenario: Scenario) -> dict[str, list[dict[str, Any]]]:
    """The special rules and the victory of a scenario as JSON."""
    return {
        "rules": [{"text": one.text, "cite": one.cite} for one in scenario.rules],
        "victory": [
            {"side": one.name, "text": one.text, "cite": one.cite} for one in scenario.victory
        ],
    }


def note_lines(scenario: Scenario) -> Iterator[Step]:
    """The special rules and the victory of a scenario as lines."""
    for note in scenario.rules:
        yield line(note.text, note.cite)
    for note in scenario.victory:
        yield line(f"{note.name}: {note.text}", note.cite)


def coming(
    told: ToldScenario,
    arrivals: Iterable[Arrival],
    side: str | None = None,
    group: str | None = None,
    part: str = "division",
) -> list[tuple[Arrival, list[ListedUnits]]]:
    """Arrivals with their rows; only those with rows of a side, and of a Division or Formation, if
    that is said.

    :param part: the parameter that names the group.
    :raises InputError: no counter is of such a Division or Formation.
    """
    if group is not None:
        known_group(told, group, part)
    found = [(one, on_side(told, coming_with(told, one.id), side)) for one in arrivals]
    found = [(one, [row for row in rows if wanted(told, row, group)]) for one, rows in found]
    return [(one, rows) for one, rows in found if (side is None and group is None) or rows]
