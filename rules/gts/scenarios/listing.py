"""The scenarios there are, and what each says beside its units: values, chits, rules, events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.games import MAPS, SERIES, answers
from clubroute.rules.gts.kinds import NAME, choice
from clubroute.rules.gts.scenarios.placing import AboutScenario
from clubroute.rules.gts.scenarios.tables import (
    FIGURES,
    CommandRow,
    bridge_text,
    bridges,
    building,
    club_route,
    command_text,
    commands,
    strikes,
)
from clubroute.rules.gts.scenarios.tables import commands as commands_of
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios.book import ToldScenario, event_text
from clubroute.rules.scenarios.document import section, table
from clubroute.rules.scenarios.listing import (
    list_answer,
    note_lines,
    note_records,
    on_topic,
    the_topic,
)
from clubroute.rules.scenarios.set_up import (
    ROWS,
    filled,
    line,
    lines,
    names_of,
    whereabouts,
)

if TYPE_CHECKING:
    from clubroute.builder.sources.scenarios import Scenario


# What a scenario's page has that is the series' own: bridges, Club Route, building, values.


def own_sections(told: ToldScenario) -> Iterator[str]:
    """The lines of a scenario's page that tell its tables of the series."""
    one = told.scenario
    said = [(bridge_text(row), row.open, row.cite) for row in bridges(one)]
    yield from table("Bridges", ("bridge", "open", "rule"), said)
    route, built = club_route(one), building(one)
    if route is not None:
        yield from ("", "## Club Route", "", f"{route.text} [{route.cite}]")
        if route.open:
            yield f"Open: {route.open}."
    if built is not None:
        kinds = {"road blocks": built.road_blocks, "Rearguards": built.rearguards}
        rows = [
            f"{what}: {' and '.join(sides) or 'neither side'} [{built.cite}]"
            for what, sides in kinds.items()
        ]
        yield from section("Building", [*rows, *filter(None, [built.text])])
    figures = [f"{command_text(command)} [{command.cite}]" for command in commands(one)]
    yield from section("Ratings and points", figures)
    rows = []
    for strike in strikes(one):
        when = f" ({'; '.join(strike.turns)})" if strike.turns else ""
        rows.append(f"{strike.count} {strike.what}{when}: {strike.text} [{strike.cite}]")
    yield from section("Strikes before play", rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuestion:
    """The parameters of ``scenario.list``."""

    game: str | None = said(choice(*MAPS), "only those of a map: wed, tdc or mg", name="map")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioQuestion(AboutScenario):
    """The parameters of ``scenario.values``."""

    division: str | None = said(NAME, "only the values of a division")
    topic: str | None = the_topic()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventQuestion(AboutScenario):
    """The parameters of ``scenario.events``."""

    event: str | None = said(NAME, "only the event of that name")
    topic: str | None = the_topic()


@answers("scenario.list", "decided", scenarios=ROWS)
def scenario_list(context: Context, asked: ListQuestion) -> Receipt:
    """The scenarios whose set-up is known, with their maps and turns."""
    return list_answer(context, SERIES.id, asked.game, turns_of)


def turns_of(scenario: Scenario) -> tuple[str, str, str]:
    """The first and the last turn of a scenario, and how they are told."""
    turns = scenario.turns
    return turns.first, turns.last, f"{turns.first} to {turns.last}, turns: {turns.count}"


@answers(
    "scenario.values",
    "decided",
    turns={"type": "object"},
    values=ROWS,
    mug={"type": "object"},
    strikes=ROWS,
    rules=ROWS,
    victory=ROWS,
)
def scenario_values(context: Context, asked: ScenarioQuestion) -> Receipt:
    """What a scenario fixes beside its units: turns and weather, ratings and points, the chits in
    the mug, strikes before play, special rules and victory.
    """
    told = asked.told(context)
    scenario, wanted = told.scenario, asked.division
    commands = [
        one
        for one in commands_of(scenario)
        if wanted is None or same_group(one.division or one.side, wanted)
    ]
    steps = list(value_lines(told, commands, wanted is None))
    if wanted is not None and not commands:
        steps.append(line(f"no values of {wanted} are printed", scenario.cite))
    turns, mug = scenario.turns, scenario.mug
    extra: dict[str, Any] = {"values": [command_record(one) for one in commands]}
    if wanted is None:
        extra |= {
            "turns": filled(
                {
                    "first": turns.first,
                    "last": turns.last,
                    "count": turns.count,
                    "weather": turns.weather,
                    "weather_until": turns.weather_until,
                    "steps": list(turns.steps),
                    "begins_with": turns.begins_with,
                    "never": list(turns.never),
                    "not_first_day": list(turns.not_first_day),
                }
            ),
            "mug": filled(
                {
                    "chits": names_of(told, mug.chits),
                    "first": mug.first,
                    "first_chits": names_of(told, mug.first_chits),
                    "last": mug.last,
                    "open": mug.unsure,
                }
            ),
            "strikes": [
                filled(
                    {
                        "what": one.what,
                        "count": one.count,
                        "turns": list(one.turns),
                        "within": one.within,
                        "text": one.text,
                        "cite": one.cite,
                    }
                )
                for one in strikes(scenario)
            ],
            **note_records(scenario),
        }
    summary = f"{scenario.title}: {turns.first} to {turns.last}"
    found = Receipt("decided", tuple(steps), summary=summary, extra=extra)
    return on_topic(found, asked.topic)


def value_lines(told: ToldScenario, commands: list[CommandRow], everything: bool) -> Iterator[Step]:
    """The lines of a scenario's values."""
    scenario = told.scenario
    for one in commands:
        yield line(command_text(one), one.cite)
    if not everything:
        return
    turns, mug = scenario.turns, scenario.mug
    until = f" until {turns.weather_until}" if turns.weather_until else ""
    yield line(f"turns: {turns.count}; the weather is {turns.weather}{until}", turns.cite)
    yield line(f"in the mug: {', '.join(names_of(told, mug.chits))}", mug.cite)
    yield line(f"first: {mug.first}", mug.cite)
    yield line(f"the last chit: {mug.last}", mug.cite)
    for strike in strikes(scenario):
        yield line(f"{strike.count} {strike.what}: {strike.text}", strike.cite)
    yield from note_lines(scenario)


def command_record(one: CommandRow) -> dict[str, Any]:
    """Ratings and points of a division as JSON; what is left out is not used or not printed."""
    figures = {name: getattr(one, name) for name in FIGURES}
    return {
        "side": one.side,
        "division": one.division,
        **{name: value for name, value in figures.items() if value is not None},
        "cite": one.cite,
    }


@answers("scenario.events", "decided", events=ROWS, cup={"type": "object"})
def scenario_events(context: Context, asked: EventQuestion) -> Receipt:
    """The events of a scenario: when one is drawn, how many of each there are, what each does.

    :raises InputError: it has no such event.
    """
    told = asked.told(context)
    scenario, cup = told.scenario, told.scenario.cup
    wanted = None if asked.event is None else asked.event.casefold()
    events = [one for one in scenario.events if wanted in (None, one.name.casefold())]
    if asked.event is not None and not events:
        names = [one.name for one in scenario.events]
        expected = "one of " + (", ".join(names) or "(it has none)")
        where = Where("params", part="event")
        raise InputError(where, repr(asked.event), expected, nearest_name(asked.event, names))
    steps = [line(event_text(one), one.cite) for one in events]
    if cup is not None and asked.event is None:
        back = "goes back" if cup.goes_back else "does not go back"
        steps.insert(0, line(f"{cup.trigger}; it {back}", cup.cite))
    extra: dict[str, Any] = {
        "events": [
            filled(
                {
                    "name": one.name,
                    "count": one.count,
                    "text": one.text,
                    "figures": dict(one.figures) or None,
                    "cite": one.cite,
                    "open": one.unsure,
                }
            )
            for one in events
        ]
    }
    if cup is not None:
        extra["cup"] = filled(
            {
                "trigger": cup.trigger,
                "goes_back": cup.goes_back,
                "order": names_of(told, cup.order),
                "cite": cup.cite,
                "open": cup.unsure,
            }
        )
    found = Receipt("decided", tuple(steps), summary=f"events: {len(events)}", extra=extra)
    return on_topic(found, asked.topic)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereaboutsQuestion:
    """The parameters of ``scenario.whereabouts``."""

    game: str = needed(choice(*MAPS), "the game: wed, tdc or mg", name="map")
    about: str = needed(NAME, "a Unit, battalion, Formation or Division, by its name")
    scenario: str | None = said(NAME, "only what a scenario says of it")


@answers("scenario.whereabouts", "decided", text=lines, places=ROWS)
def scenario_whereabouts(context: Context, asked: WhereaboutsQuestion) -> Receipt:
    """Where a Unit, or the Units of a group, begin in each scenario of a game, and when, where and
    in which drop the others come.
    """
    return whereabouts(context, SERIES.id, asked.game, asked.about, asked.scenario)
