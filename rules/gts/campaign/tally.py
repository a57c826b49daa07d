"""Counting what scores: from the counts a question gives, else from its state and history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import GERMAN, same_name, state_in
from clubroute.rules.gts.campaign.history import Event, history_of
from clubroute.rules.gts.campaign.marker import day_gone
from clubroute.rules.gts.campaign.turns import TIMES, Turn, day_of, turn_of
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.maps import map_of
from clubroute.rules.methods import Registry
from clubroute.rules.owner.tables import game_rows, need
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """How to read what the victory conditions leave open."""

    entries: str = reading(
        once="a Stop hex or an OP scores once, however often it is entered",
        each="every entry of a Stop hex or an OP scores",
    )
    cut_days: str = reading(
        once="a Cut Club Route at the 1900 turn of either day scores once",
        each="a Cut Club Route at 1900 scores on each of the two days",
    )
    status_at: str = reading(
        start="the status at 1900 is the one before step 3 sets it to Open",
        reset="the status at 1900 is the one after step 3 has set it to Open",
    )
    marker_hex: str = reading(
        potential="Guards Units in the Marker's hex are on potential Club Route",
        off="the Marker's hex is neither Club Route nor potential Club Route",
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """What a question tells of a game so far, up to and with the day ``until``."""

    context: Context
    game: str
    params: Mapping[str, Any]
    rules: Section
    first: Turn
    until: Turn
    readings: Readings
    history: tuple[Event, ...] = field(default=())

    @property
    def state(self) -> Mapping[str, Any]:
        """The state of the question."""
        return state_in(self.params)

    @property
    def route(self) -> Mapping[str, Any] | None:
        """What the state says of Club Route, None if nothing."""
        return self.state.get("club_route")

    @property
    def kept(self) -> bool:
        """Whether the question has a history."""
        return "history" in self.state

    def of(self, *names: str) -> tuple[Event, ...]:
        """The records of some events up to the end of the day that is scored."""
        return tuple(
            event
            for event in self.history
            if event.event in names and (event.turn is None or event.turn <= self.until)
        )

    @property
    def days(self) -> range:
        """The days scored so far that have a 1900 turn, as days of the calendar."""
        evening = TIMES.index("1900")
        first = self.first.day + (self.first.slot > evening)
        return range(first, self.until.day + (self.until.slot >= evening))

    @property
    def off_map_day(self) -> int | None:
        """The day the Marker left the map, 0 if it has not, None if nobody says.

        :raises InputError: no day of the calendar, no hex of the map.
        """
        return day_gone(self.context, self.game, self.state, self.history)


def tally_of(
    context: Context,
    game: str,
    params: Mapping[str, Any],
    rules: Section,
    span: tuple[Turn, Turn],
    readings: Readings,
) -> Tally:
    """What a question tells. :raises InputError: a history that cannot be."""
    history = history_of(state_in(params))
    return Tally(context, game, params, rules, *span, readings, history)


Found = tuple[int | None, str]
"""A count, None if it is not known; then the text says what is missing."""


def number_in(event: Event, name: str, part: str = "state.history") -> int:
    """A whole number of a record, 0 if absent. :raises InputError: something else."""
    value = event.values.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9999:
        where = Where("params", part=f"{part}.{name}")
        raise InputError(where, repr(value), "a whole number from 0 to 9999")
    return value


def released(tally: Tally, work: Working) -> Found:
    """Formations released that score."""
    route = tally.route or {}
    lost = [str(name) for name in route.get("lost", ())]
    if "released" in route:
        names = [str(name) for name in route["released"]]
    elif tally.kept:
        names = [event.text("formation") for event in tally.of("released")]
        lost += [event.text("formation") for event in tally.of("released") if is_no_score(event)]
    else:
        return None, "state.club_route.released: the Formations released"
    return len([name for name in dict.fromkeys(names) if name not in lost]), ""


def is_no_score(event: Event) -> bool:
    """Whether a record of a release says that it was an Auto one or a Sea Tail that missed."""
    return bool(event.values.get("auto")) or bool(event.values.get("missed"))


def statuses(tally: Tally, work: Working, wanted: str) -> Found:
    """How many 1900 turns had a status; all of them must be known."""
    found: dict[int, str] = {}
    for event in tally.of("status"):
        status = event.text("status").casefold()
        if event.turn is None or status not in ("open", "cut"):
            where = Where("params", part="state.history")
            raise InputError(where, repr(event.values), "a status, open or cut, with its turn")
        found[event.turn.day] = status
    work.note(tally.readings.chosen("status_at"))
    if tally.readings.status_at == "reset":
        forced = bool((tally.route or {}).get("cut_by"))
        if forced:
            return None, "counts: at how many 1900 turns a destroyed bridge kept Club Route Cut"
        return (len(tally.days) if wanted == "open" else 0), ""
    missing = [Turn(day, TIMES.index("1900")).date for day in tally.days if day not in found]
    if missing:
        return None, f"state.history: Club Route's status at 1900 on {', '.join(missing)}"
    return sum(1 for day in tally.days if found[day] == wanted), ""


def not_cut(tally: Tally, work: Working) -> Found:
    """1900 turns with Club Route not Cut."""
    return statuses(tally, work, "open")


def cut(tally: Tally, work: Working) -> Found:
    """1900 turns with Club Route Cut."""
    return statuses(tally, work, "cut")


def cut_at_all(tally: Tally, work: Working) -> Found:
    """1900 turns with Club Route Cut in Hell's Highway."""
    count, missing = statuses(tally, work, "cut")
    if count is not None and count > 1:
        work.note(tally.readings.chosen("cut_days"))
        count = 1 if tally.readings.cut_days == "once" else count
    return count, missing


def left(name: str) -> Callable[[Tally, Working], Found]:
    """Points on the Guards display when the last Guards Unit left the map."""

    def count(tally: Tally, work: Working) -> Found:
        for event in tally.of("guards_left"):
            return number_in(event, name), ""
        day = tally.off_map_day
        if day == 0:
            return 0, ""
        units = tally.state.get("units")
        if units and any(is_guards(unit) for unit in units):
            return 0, ""
        return None, f"counts.{name}: what the Guards display held when the last Guards Unit left"

    return count


def is_guards(unit: Mapping[str, Any]) -> bool:
    """Whether a Unit belongs to the Guards Armored Division."""
    return same_name(str(unit.get("division", "")), "Guards Armored")


def steps(name: str) -> Callable[[Tally, Working], Found]:
    """Steps counted at Guards Division Activations."""

    def count(tally: Tally, work: Working) -> Found:
        records = tally.of("guards_activation")
        if name == "steps_on_map" and tally.off_map_day == 0:
            return 0, ""
        if not records:
            return None, f"state.history: {name} at each Guards Division Activation"
        return sum(number_in(event, name) for event in records), ""

    return count


def markers(kind: str) -> Callable[[Tally, Working], Found]:
    """Attacked or Closed markers gained: those in the box and those set aside."""

    def count(tally: Tally, work: Working) -> Found:
        route = tally.route
        if route is not None and (kind in route or kind in route.get("used", {})):
            return int(route.get(kind, 0)) + int(route.get("used", {}).get(kind, 0)), ""
        earned = tally.of("earned")
        if earned or (route is not None and tally.kept):
            return sum(number_in(event, kind) for event in earned), ""
        return None, f"state.club_route.{kind}: markers in the box, and those set aside (used)"

    return count


def emergency(tally: Tally, work: Working) -> Found:
    """Whether emergency reinforcements have been called."""
    if tally.of("emergency_call"):
        return 1, ""
    call = book("deploy", tally.game)["emergency"]
    first = day_of(call.text("from"), "emergency.from")
    if tally.kept or tally.until.day < first:
        return 0, ""
    return None, "counts.emergency: 1 if the Allies called for emergency reinforcements, else 0"


def stop_hexes(tally: Tally, work: Working) -> Found:
    """Stop hexes German Units entered."""
    rows = game_rows(tally.context, "stops", tally.game)
    if rows is None:
        return None, need("stops", "every Stop hex; or counts.stop_hexes")
    if not tally.kept:
        return None, "state.history: the Stop hexes German Units entered; or counts.stop_hexes"
    map = map_of(tally.context, tally.game)
    known = {row.text("hex") for row in rows}
    known |= {map.number(hex) for area in map.areas_of("stop_hex") for hex in area.hexes}
    entered = [e.hex for e in tally.of("entered") if e.side == GERMAN and e.hex in known]
    return entries(tally, work, entered)


def ops(tally: Tally, work: Working) -> Found:
    """OPs German Units entered."""
    records = tally.of("op_entered")
    if not tally.kept:
        return None, "counts.ops: the OPs German Units entered"
    return entries(tally, work, [event.hex for event in records])


def entries(tally: Tally, work: Working, hexes: Sequence[str]) -> Found:
    """How many of the entries count."""
    once = len(set(hexes))
    if once != len(hexes):
        work.note(tally.readings.chosen("entries"))
    return (once if tally.readings.entries == "once" else len(hexes)), ""


def quiet_turns(tally: Tally, work: Working) -> Found:
    """Game Turns in which no Closed marker was scored."""
    records = tally.of("earned")
    if not tally.kept or any(event.turn is None for event in records):
        return None, "state.history: what was earned in each turn; or counts.quiet_turns"
    loud = {
        event.turn for event in records if event.turn is not None and number_in(event, "closed")
    }
    return tally.until.number - tally.first.number + 1 - len(loud), ""


def no_fire_zone(tally: Tally, work: Working) -> Found:
    """1 if no German Fire Zone lies on the scenario's Club Route."""
    zones = tally.state.get("fire_zones", {}).get(GERMAN)
    if zones is None:
        return None, "state.fire_zones.German as by day and in clear weather; or counts"
    # Only the map and the scenario are asked about: what spoils the route does not matter here.
    params = {"map": tally.game, "scenario": "4"}
    registry: Registry = tally.context.registry
    route = registry.ask(tally.context, "clubroute.trace", params)["route"]
    return int(not set(zones) & set(route)), ""


def panthers(tally: Tally, work: Working) -> Found:
    """Panther Steps lost."""
    if not tally.kept:
        return None, "counts.panthers: Panther Steps lost"
    lost = [e for e in tally.of("step_lost") if e.text("kind").casefold() == "panther"]
    return sum(number_in(event, "steps") or 1 for event in lost), ""


def on_display(name: str) -> Callable[[Tally, Working], Found]:
    """Points on the Guards display at the end of Hell's Highway."""

    def count(tally: Tally, work: Working) -> Found:
        return None, f"counts.{name}: on the Guards Armored Divisional Chart"

    return count


COUNTERS: Mapping[str, Mapping[str, Callable[[Tally, Working], Found]]] = {
    "campaign": {
        "released": released,
        "not_cut": not_cut,
        "command": left("command"),
        "dispatch": left("dispatch"),
        "steps_off": steps("steps_off"),
        "lingering": steps("steps_on_map"),
        "cut": cut,
        "attacked": markers("attacked"),
        "closed": markers("closed"),
        "emergency": emergency,
    },
    "hells_highway": {
        "stop_hexes": stop_hexes,
        "attacked": markers("attacked"),
        "closed": markers("closed"),
        "ops": ops,
        "cut": cut_at_all,
        "command": on_display("command"),
        "dispatch": on_display("dispatch"),
        "quiet_turns": quiet_turns,
        "no_fire_zone": no_fire_zone,
        "panthers": panthers,
    },
}
"""What counts the lines of a table of points, by line."""


def counted(tally: Tally, lines: str, name: str, work: Working) -> int | None:
    """A line's count: as told, else as the state tells it; what is missing is needed."""
    told = tally.params.get("counts", {})
    if name in told:
        return int(told[name])
    count, missing = COUNTERS[lines][name](tally, work)
    if count is None:
        work.need(missing)
    return count


def span_of(first: Any, until: Turn) -> tuple[Turn, Turn]:
    """From the scenario's first turn to the one that is scored.

    :raises InputError: a turn before the first.
    """
    begins = turn_of(first, "first")
    if until < begins:
        where = Where("params", part="date")
        raise InputError(where, str(until), f"a turn not before {begins}")
    return begins, until
