"""The weather of a day, and fog that clears (WED 1.2, TDC 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.turns import day_of
from clubroute.rules.gts.campaign.working import DIE_FACES, Working, by_face
from clubroute.rules.gts.games import book
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import by_die, game_rows, need


def weather_rows(context: Context, game: str, day: str) -> tuple[OwnerRow, ...]:
    """The owner's Weather Table for a day: its own rows, else those of every day."""
    rows = game_rows(context, "weather", game) or ()
    own = tuple(row for row in rows if row.text("date") == day)
    return own or tuple(row for row in rows if not row.text("date"))


def of_the_day(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``weather.day``."""
    game, day, die = params["game"], params["date"], params.get("die")
    day_of(day, "date")
    rules, work = book("weather", game), Working()
    first = rules["first"]
    if first.holds and day == first.text("date"):
        work.say(f"{day}: clear without a roll", first.cite)
        return work.record("decided", weather="clear")
    cite = rules["day"].cite
    work.say(f"rolled for on the {rules['day'].text('time')} turn", cite)
    rows = weather_rows(context, game, day)
    if not rows:
        work.need(need("weather"))
        return work.record()
    if die is None:
        faces = {face: told(by_die(rows, face)) for face in DIE_FACES}
        return work.record("legal", outcomes=by_face(faces))
    row = by_die(rows, die)
    assert row is not None  # the table has a row for every face
    work.say(f"the die is {die}: {told(row)}", cite)
    return work.record("decided", weather=row.text("weather"), fog_number=row.number("fog_number"))


def told(row: OwnerRow | None) -> str:
    """A row of the Weather Table in words."""
    assert row is not None
    number = row.number("fog_number")
    return row.text("weather") + (f", clear number {number}" if number is not None else "")


def fog(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``weather.fog``: the roll at 0900 or 1100."""
    game, time, die = params["game"], params["time"], params.get("die")
    rules, work = book("weather", game)["fog"], Working()
    times = rules.words("times")
    if time not in times:
        work.forbid(f"fog is rolled for on {' and '.join(times)} only", rules.cite)
        return work.record()
    number = params.get("fog_number")
    if number is None:
        work.need("fog_number: the number that clears the fog (weather.day tells it)")
        return work.record()
    last = time == times[-1]
    stays = rules.text("never" if last else "stays")
    work.say(f"the fog clears on {number} or less", rules.cite)
    faces = {face: rules.text("clears") if face <= number else stays for face in DIE_FACES}
    if die is None:
        return work.record("legal", outcomes=by_face(faces))
    weather = faces[die]
    until = f"for the {time} turn" if weather == "fog" else "for the rest of the day"
    work.say(f"the die is {die}: {weather} {until}", rules.cite)
    return work.record("decided", weather=weather)


def course(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``weather.course``: the weather of every turn of a day."""
    rules, work = book("weather", params["game"])["fog"], Working()
    weather, rolls = params["weather"], params.get("rolls", {})
    turns: dict[str, str] = {}
    cleared: str | None = None
    for time in book("turns", params["game"])["day"].words("times"):
        if weather == "fog" and time in rules.words("times"):
            if "fog_number" not in params:
                raise InputError(Where("params", part="fog_number"), "nothing", "the clear number")
            if time not in rolls:
                work.need(f"rolls.{time}: the die for the fog")
                break
            fogs = {**params, "time": time, "die": rolls[time]}
            weather = fog(context, fogs)["weather"]
            work.say(f"{time}: the die is {rolls[time]}, {weather}", rules.cite)
            cleared = time if weather == "clear" else None
        turns[time] = weather
    return work.record(None if work.needs else "decided", turns=turns, cleared=cleared)
