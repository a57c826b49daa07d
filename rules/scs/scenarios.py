"""The scenarios of the series' games: what stands where, what comes when, what each fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import (
    GERMAN,
    HEX,
    NAME,
    SIDE,
    YES,
    choice,
)
from clubroute.rules.ground.maps import map_of
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios import places, set_up
from clubroute.rules.scenarios.book import (
    ToldScenario,
    find_scenario,
    stock_text,
    trigger_text,
)
from clubroute.rules.scenarios.listing import (
    coming,
    list_answer,
    note_lines,
    note_records,
    on_topic,
    the_topic,
)
from clubroute.rules.scenarios.set_up import (
    ROWS,
    SET_UP,
    lines,
    set_up_answer,
    whereabouts,
)
from clubroute.rules.scs.asked import AboutState, the_state, the_unit
from clubroute.rules.scs.games import (
    MAPS,
    SERIES,
    answers,
    book,
)
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import CROSSING, TURN, called
from clubroute.rules.scs.situation.ground import country_as, same_bridge, stands_at

if TYPE_CHECKING:
    from clubroute.builder.sources.scenarios import Scenario


# Where a Unit or a group begins in the scenarios of a game, and when it comes.


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereaboutsQuestion:
    """The parameters of ``scenario.whereabouts``."""

    game: str = needed(choice(*MAPS), "the game: ins", name="map")
    about: str = needed(NAME, "a Unit, battalion, Formation or Division, by its name")
    scenario: str | None = said(NAME, "only what a scenario says of it")


@answers("scenario.whereabouts", "decided", text=lines, places=ROWS)
def scenario_whereabouts(context: Context, asked: WhereaboutsQuestion) -> Receipt:
    """Where a Unit, or the Units of a group, begin in each scenario of a game, and when, where and
    in which drop the others come.
    """
    return whereabouts(context, SERIES.id, asked.game, asked.about, asked.scenario)


PLAYING_AREA = "the Playing Area"
FIRST_DAY = 17
"""Turn 1 is the afternoon of September 17."""


def the_scenario() -> Any:
    """Declare the scenario a question is about."""
    return said(NAME, "the scenario, as 5.3 or INS-5.3; else state.scenario")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuestion:
    """The parameters of ``scenario.list``."""

    game: str = needed(choice(*MAPS), "the game: ins", name="map")


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutScenario(ListQuestion):
    """A question about a scenario."""

    scenario: str | None = the_scenario()
    state: Position = the_state()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioQuestion(AboutScenario):
    """The parameters of ``scenario.values``."""

    topic: str | None = the_topic()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpQuestion(AboutScenario):
    """The parameters of ``scenario.setup``."""

    side: str | None = said(SIDE, "only the units of a side")
    group: str | None = said(NAME, "only the units of a division or formation", name="formation")
    hex: str | None = said(HEX, "only what is in a hex")
    crossing: str | None = said(CROSSING, "only how a bridge stands: E54.24/E55.25", name="bridge")
    bridges: bool = said(YES, "only how the bridges stand", default=False)
    topic: str | None = the_topic()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcementQuestion(AboutScenario):
    """The parameters of ``scenario.reinforcements``."""

    turn: int | None = said(TURN, "only those of a turn; else that of state.turn")
    side: str | None = said(SIDE, "only those of a side")
    group: str | None = said(NAME, "only those of a division or formation", name="formation")
    topic: str | None = the_topic()


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaQuestion(AboutState):
    """The parameters of ``scenario.area``."""

    scenario: str | None = the_scenario()
    hex: str | None = said(HEX, "a hex: is it in play?")
    everywhere: bool = said(YES, "tell, too, which hexes of the map are not in play", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitQuestion(AboutState):
    """The parameters of ``scenario.limits``."""

    scenario: str | None = the_scenario()
    unit: Unit = the_unit()
    hex: str = needed(HEX, "the hex it is set up in, or enters by")


def told_in(context: Context, scenario: str | None, state: Position) -> ToldScenario:
    """Find the scenario of a question. :raises InputError: none is named, or there is none."""
    return find_scenario(SERIES.id, scenario or state.scenario, context.folder.parent)


def turn_number(text: str) -> int:
    """The number of a turn a scenario's file writes as ``AM, September 18``."""
    time, day = (part.strip() for part in text.split(","))
    return 2 * (int(day.split()[1]) - FIRST_DAY) + (time == "PM")


@answers("scenario.list", "decided", scenarios=set_up.ROWS)
def scenario_list(context: Context, asked: ListQuestion) -> Receipt:
    """The scenarios of a game, with their maps and turns."""
    every = book("turns")["list"]
    first = [set_up.line(every.text("says"), every.cite)]
    return list_answer(context, SERIES.id, asked.game, turns_of, first)


def turns_of(scenario: Scenario) -> tuple[int, int, str]:
    """The first and the last turn of a scenario by number, and how they are told."""
    first, last = turn_number(scenario.turns.first), turn_number(scenario.turns.last)
    return first, last, f"turns {first} to {last}"


@answers("scenario.setup", "decided", "undetermined", **SET_UP)
def scenario_setup(context: Context, asked: SetUpQuestion) -> Receipt:
    """What stands where when a scenario begins, and what its owners have still to place."""
    told = told_in(context, asked.scenario, asked.state)
    if asked.bridges or asked.crossing:
        return on_topic(bridges_begun(context, told, asked.crossing), asked.topic)
    country = map_of(context, MAPS[0]) if asked.hex else None
    found = set_up_answer(
        told, asked.side, asked.group, asked.hex, part="formation", country=country
    )
    bridges = {told.name(one.marker) for one in told.scenario.laid if is_bridge(told, one.marker)}
    markers = [
        as_bridge(one) if one["marker"] in bridges else one for one in found.extra["markers"]
    ]
    found = replace(found, extra={**found.extra, "markers": markers})
    return on_topic(found, asked.topic)


def bridges_begun(context: Context, told: ToldScenario, crossing: str | None) -> Receipt:
    """How the bridges stand when a scenario begins: Prepared or blown; one that it does not name
    is neither (INS 3.2).

    :param crossing: the hexes of the only bridge that is asked about; None for all.
    """
    laid = [one for one in told.scenario.laid if is_bridge(told, one.marker)]
    rows_ = [(one, "blown" if "back" in one.state else "Prepared") for one in laid]
    country = country_as(context, map_of(context, MAPS[0]), Position()) if crossing else None
    found = [
        (one, how)
        for one, how in rows_
        if country is None or not crossing or same_bridge(country, one.hex or "", crossing)
    ]
    work = Working()
    for one, how in found:
        work.say(f"{told.name(one.marker)}: {how}", one.cite, hex_=one.hex or "")
    if country is not None and crossing and not found:
        if not stands_at(country, crossing):
            return work.lacking(f"bridge: our map shows none at {crossing}; look at yours")
        cite = laid[0].cite if laid else told.scenario.cite
        work.say(f"{crossing} is neither Prepared nor blown", cite)
    counts = [f"{how} {many}" for how in ("Prepared", "blown") if (many := tally(found, how))]
    names = [f"{told.name(one.marker)} is {how}" for one, how in found]
    said_ = (names or [f"{crossing} is intact, not Prepared"]) if crossing else counts
    markers = [
        {"marker": told.name(one.marker), "hex": one.hex, "is": how.casefold(), "cite": one.cite}
        for one, how in found
    ]
    summary = f"{told.scenario.title}: {', '.join(said_) or 'no bridge is Prepared or blown'}"
    return work.receipt("decided", markers=markers, summary=summary)


def tally(found: Iterable[tuple[Any, str]], how: str) -> int:
    """How many bridges stand so."""
    return sum(one == how for _, one in found)


def is_bridge(told: ToldScenario, marker: str) -> bool:
    """Whether a marker (id) is that of a bridge."""
    return told.markers[marker].kind == "bridge"


def as_bridge(marker: Mapping[str, Any]) -> Mapping[str, Any]:
    """A bridge's marker, told as positions tell bridges: how it ``is``."""
    told = {name: value for name, value in marker.items() if name != "back"}
    return {**told, "is": "blown" if marker.get("back") else "prepared"}


@answers(
    "scenario.values",
    "decided",
    turns={"type": "object"},
    stocks=set_up.ROWS,
    supply=set_up.ROWS,
    rules=set_up.ROWS,
    victory=set_up.ROWS,
    open=set_up.ROWS,
    corners={"type": "array", "items": {"type": "string"}},
)
def scenario_values(context: Context, asked: ScenarioQuestion) -> Receipt:
    """What a scenario fixes beside its units: turns and who begins, ammunition and Air Strikes,
    sources of supply, playing area, special rules, victory, and what the rulebook leaves open.
    """
    told = told_in(context, asked.scenario, asked.state)
    one = told.scenario
    first, last, turns = turns_of(one)
    extra: dict[str, Any] = {
        "turns": set_up.filled({"first": first, "last": last, "begins": one.turns.first_side}),
        "stocks": [
            set_up.filled(
                asdict(row)
                | {
                    "unlimited": row.unlimited or None,
                    "from_turn": None,
                    "from": turn_number(row.from_turn) if row.from_turn else None,
                }
            )
            for row in one.stock
        ],
        "supply": [
            {"side": row.side, "areas": list(row.map_areas), "text": row.text, "cite": row.cite}
            for row in one.supply
        ],
        **note_records(one),
        "open": [asdict(note) for note in one.unsettled],
    }
    if one.playing_area is not None:
        extra["corners"] = list(one.playing_area.corners)
    summary = f"{one.title}: {turns}"
    found = Receipt("decided", tuple(value_lines(told)), summary=summary, extra=extra)
    return on_topic(found, asked.topic)


def value_lines(told: ToldScenario) -> Iterator[Step]:
    """What a scenario fixes as lines of an answer."""
    one = told.scenario
    begins = f"; the first has a {one.turns.first_side} player turn alone"
    yield set_up.line(turns_of(one)[2] + begins * bool(one.turns.first_side), one.turns.cite)
    if (area := one.playing_area) is not None:
        yield set_up.line(f"played between {' '.join(area.corners)}", area.cite)
    for row in one.stock:
        yield set_up.line(f"{row.what}, {row.division or row.side}: {stock_text(row)}", row.cite)
    for source in one.supply:
        yield set_up.line(f"{source.side} supply: {source.text}", source.cite)
    yield from note_lines(one)
    for unsure in one.unsettled:
        yield set_up.line(f"open: {unsure.text}", unsure.cite)


@answers("scenario.reinforcements", "decided", arrivals=set_up.ROWS, conditional=set_up.ROWS)
def scenario_reinforcements(context: Context, asked: ReinforcementQuestion) -> Receipt:
    """What comes in a turn of a scenario, or in all of it, group by group, and what the rulebook
    leaves to the players.
    """
    told = told_in(context, asked.scenario, asked.state)
    now = asked.state.now
    turn = asked.turn if asked.turn is not None or now is None else now.number
    found = coming(told, told.scenario.arrivals, asked.side, asked.group, "formation")
    late = [(one, listed) for one, listed in found if one.trigger != "turn"]
    timed = [(turn_number(one.when), one, listed) for one, listed in found if one.trigger == "turn"]
    due = [(when, one, listed) for when, one, listed in timed if turn in (None, when)]
    steps = [step for _, one, listed in due for step in set_up.arrival_lines(told, one, listed)]
    if not due:
        steps.append(set_up.line("nothing is due", told.scenario.cite))
    steps += [set_up.line(f"{one.when}, {one.text}: {one.unsure}", one.cite) for one, _ in late]
    units = sum(len(listed) for *_, listed in due)
    shift = book("arrivals")["shift"]
    notes = (f"a German group may wait and shift its Entry Area [{shift.cite}]",)
    german = any(set_up.on_side(told, listed, GERMAN) for *_, listed in due)
    answer = Receipt(
        "decided",
        tuple(steps),
        summary=f"{so_many(units, 'unit')} in {so_many(len(due), 'group')}"
        + (f"; {so_many(len(late), 'group')} on conditions" if late else ""),
        unchecked=notes if german else (),
        extra={
            "arrivals": [
                {**set_up.arrival_record(told, one, its), "turn": when} for when, one, its in due
            ],
            "conditional": [set_up.arrival_record(told, one, listed) for one, listed in late],
        },
    )
    return on_topic(answer, asked.topic)


@answers("scenario.area", "legal", "illegal", "decided", corners=TEXTS, maps=TEXTS, closed=TEXTS)
def scenario_area(context: Context, asked: AreaQuestion) -> Receipt:
    """The playing area of a scenario, or whether a hex is in play."""
    told = told_in(context, asked.scenario, asked.state)
    here = None if asked.hex is None else (asked.country, asked.country.id(asked.hex))
    found = places.area_answer(told, here, "between", PLAYING_AREA)
    if not asked.everywhere:
        return found
    return replace(
        found,
        extra={
            **found.extra,
            "closed": [*map(asked.country.number, places.out_of_play(asked.country, told))],
        },
    )


@answers("scenario.limits", *LEGALITY)
def scenario_limits(context: Context, asked: LimitQuestion) -> Receipt:
    """Whether a scenario lets a unit be set up in a hex, or enter there if it comes later."""
    told = told_in(context, asked.scenario, asked.state)
    country, unit, work = asked.country, asked.unit, Working()
    places.inside(work, country, told, country.id(asked.hex), PLAYING_AREA)
    listed = places.rows_of(told, unit.id, unit.name)
    if not listed:
        drops = called(told.scenario.id, "") not in book("airdrop")["points"].words("none")
        if unit.airborne is not None and drops:
            work.need(f"where {unit.call} lands: it comes by air drop (airdrop.plan, airdrop.roll)")
        elif unit.id or unit.name:
            work.forbid(f"{unit.call} is not in its lists", told.scenario.cite)
        else:
            work.need("unit.id or unit.name: which unit it is")
        return work.receipt()
    arrival = places.arrival_of(told, listed[0])
    if arrival is not None:
        work.say(f"it comes {trigger_text(told, arrival)}", arrival.cite)
    here = places.Asked(country, told, asked.hex, unit.call, lambda _: None, lambda _: None)
    places.judge_rows(work, here, listed)
    return work.receipt()
