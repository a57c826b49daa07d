"""The weather of a day, and fog that clears (WED 1.2, TDC 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import the_die, the_game
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    DATE,
    DIE,
    DIE_FACES,
    NAME,
    WEATHER,
    WEATHERS,
    day_text,
)
from clubroute.rules.gts.position.turns import TIME, TIMES
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.scenarios.set_up import turn_of
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import by_die, game_rows, need
from clubroute.rules.position.record import needed, record, said

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Turns

DAY = "the day, as 1944-09-18; a scenario that fixes its weather needs none"
PLAYED = "what is played: a scenario may fix its weather"
FOG_NUMBER = "the number that clears the fog"
KIND_OF_WEATHER: Mapping[str, Any] = {"type": "string", "enum": list(WEATHERS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class DayQuestion:
    """The parameters of ``weather.day``."""

    game: str = the_game()
    day: int | None = said(DATE, DAY, name="date")
    scenario: str | None = said(NAME, PLAYED)
    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class FogQuestion:
    """The parameters of ``weather.fog``."""

    game: str = the_game()
    slot: int = needed(TIME, "0900 or 1100", name="time")
    scenario: str | None = said(NAME, PLAYED)
    fog_number: int | None = said(DIE, FOG_NUMBER)
    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class FogDice:
    """The dice for fog, by turn."""

    at_0900: int | None = said(DIE, name="0900")
    at_1100: int | None = said(DIE, name="1100")

    def of(self, time: str) -> int | None:
        """The die of a turn, None if it is not said."""
        return {"0900": self.at_0900, "1100": self.at_1100}.get(time)


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseQuestion:
    """The parameters of ``weather.course``."""

    game: str = the_game()
    weather: str = needed(WEATHER, "the weather at 0700")
    scenario: str | None = said(NAME, PLAYED)
    fog_number: int | None = said(DIE, FOG_NUMBER)
    dice: FogDice = said(record(FogDice), "the dice for fog, by turn", default=FogDice())


def weather_rows(context: Context, game: str, day: str) -> tuple[OwnerRow, ...]:
    """The owner's Weather Table for a day: its own rows, else those of every day."""
    rows = game_rows(context, "weather", game) or ()
    own = tuple(row for row in rows if row.text("date") == day)
    return own or tuple(row for row in rows if not row.text("date"))


@answers(
    "weather.day",
    *("legal", "illegal", "decided", "undetermined"),
    weather=KIND_OF_WEATHER,
    fog_number={"type": "integer"},
    outcomes=OUTCOMES,
)
def of_the_day(context: Context, asked: DayQuestion) -> Receipt:
    """The weather of a day by the 0700 die, from the owner's Weather Table."""
    rules, work = book("weather", asked.game), Working()
    if asked.day is None:
        fixed = weather_throughout(context, asked.scenario)
        if fixed is None:
            raise InputError(Where("params", part="date"), "nothing", "the day, as 1944-09-18")
        work.say(f"{asked.scenario}: {fixed.weather} throughout", fixed.cite)
        return work.receipt("decided", weather=fixed.weather)
    day = day_text(asked.day)
    if asked.scenario is not None and (fixed := fixed_weather(context, asked.scenario, asked.day)):
        work.say(f"{day}: {fixed.weather} throughout", fixed.cite)
        return work.receipt("decided", weather=fixed.weather)
    first = rules["first"]
    if first.holds and day == first.text("date"):
        work.say(f"{day}: clear without a roll", first.cite)
        return work.receipt("decided", weather="clear")
    cite = rules["day"].cite
    work.say(f"rolled for on the {rules['day'].text('time')} turn", cite)
    rows = weather_rows(context, asked.game, day)
    if not rows:
        return work.lacking(need("weather"))
    if asked.die is None:
        faces = {face: told(by_die(rows, face)) for face in DIE_FACES}
        return work.receipt("legal", outcomes=by_face(faces))
    row = by_die(rows, asked.die)
    assert row is not None  # the table has a row for every face
    work.say(f"the die is {asked.die}: {told(row)}", cite)
    return work.receipt("decided", weather=row.text("weather"), fog_number=row.number("fog_number"))


def fixed_weather(context: Context, scenario: str, day: int) -> Turns | None:
    """The turns of a scenario, if they say the weather of a day; None if it is rolled for, or the
    scenario does not last to that day. :raises InputError: there is no such scenario."""
    turns = find_scenario(scenario, context.folder.parent).scenario.turns
    first, last = turn_of(turns.first), turn_of(turns.weather_until or turns.last)
    return turns if turns.weather and first.day <= day <= last.day else None


def weather_throughout(context: Context, scenario: str | None) -> Turns | None:
    """The turns of a scenario, if they say its weather to the end; None if it is rolled for on
    some day, or no scenario is said. :raises InputError: there is no such scenario."""
    if scenario is None:
        return None
    turns = find_scenario(scenario, context.folder.parent).scenario.turns
    return turns if turns.weather and not turns.weather_until else None


def told(row: OwnerRow | None) -> str:
    """A row of the Weather Table in words."""
    assert row is not None
    number = row.number("fog_number")
    return row.text("weather") + (f", clear number {number}" if number is not None else "")


@answers(
    "weather.fog",
    *("legal", "illegal", "decided", "undetermined"),
    weather=KIND_OF_WEATHER,
    outcomes=OUTCOMES,
)
def fog(context: Context, asked: FogQuestion) -> Receipt:
    """Whether fog clears on the 0900 or 1100 turn."""
    rules, work = book("weather", asked.game)["fog"], Working()
    times, time = rules.words("times"), TIMES[asked.slot]
    if time not in times:
        work.forbid(f"fog is rolled for on {' and '.join(times)} only", rules.cite)
        return work.receipt()
    fixed = weather_throughout(context, asked.scenario)
    if fixed is not None and fixed.weather != "fog":
        work.say(f"{asked.scenario}: {fixed.weather} throughout: no fog to clear", fixed.cite)
        return work.receipt("decided", weather=fixed.weather)
    number = asked.fog_number
    if number is None:
        return work.lacking("fog_number: the number that clears the fog (weather.day tells it)")
    last = time == times[-1]
    stays = rules.text("never" if last else "stays")
    work.say(f"the fog clears on {number} or less", rules.cite)
    thrown = book("weather", asked.game)["die"]
    least, most = thrown.number("least"), thrown.number("most")
    faces = {
        face: rules.text("clears") if face <= number else stays for face in range(least, most + 1)
    }
    if asked.die is None:
        work.say(f"a die reads {least} to {most}", thrown.cite)
        return work.receipt("legal", outcomes=by_face(faces))
    weather = faces[asked.die]
    until = f"for the {time} turn" if weather == "fog" else "for the rest of the day"
    work.say(f"the die is {asked.die}: {weather} {until}", rules.cite)
    return work.receipt("decided", weather=weather)


@answers(
    "weather.course",
    "decided",
    "undetermined",
    turns={"type": "object", "description": "weather by turn of the day"},
    cleared={"type": "string", "description": "the turn on which fog cleared"},
)
def course(context: Context, asked: CourseQuestion) -> Receipt:
    """The weather of every turn of a day, from that of 0700 and the dice for fog."""
    rules, work = book("weather", asked.game)["fog"], Working()
    weather = asked.weather
    fixed = weather_throughout(context, asked.scenario)
    if fixed is not None:
        work.say(f"{asked.scenario}: {fixed.weather} throughout", fixed.cite)
        weather = fixed.weather
    turns: dict[str, str] = {}
    cleared: str | None = None
    for slot, time in enumerate(TIMES):
        if weather == "fog" and time in rules.words("times"):
            if asked.fog_number is None:
                raise InputError(Where("params", part="fog_number"), "nothing", "the clear number")
            die = asked.dice.of(time)
            if die is None:
                work.need(f"dice.{time}: the die for the fog")
                break
            question = FogQuestion(game=asked.game, slot=slot, fog_number=asked.fog_number, die=die)
            weather = fog(context, question).extra["weather"]
            work.say(f"{time}: the die is {die}, {weather}", rules.cite)
            cleared = time if weather == "clear" else None
        turns[time] = weather
    return work.receipt(None if work.needs else "decided", turns=turns, cleared=cleared)
