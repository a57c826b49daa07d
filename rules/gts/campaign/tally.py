"""Counting what scores: from the counts a question gives, else from its state and history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.campaign.flank import day_gone
from clubroute.rules.gts.games import book
from clubroute.rules.gts.kinds import GERMAN, day
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.markers import ClubRoute
from clubroute.rules.gts.position.turns import TIMES, Event, Turn
from clubroute.rules.owner.tables import game_rows, need
from clubroute.rules.position.names import same_group


@dataclass(frozen=True, slots=True)
class VictoryReadings(ChosenReadings):
    """Readings where the victory conditions leave something open."""

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
    """The record of a game so far, up to and with the day ``until``.

    ``counts`` are the counts the question itself gives, by line.
    """

    context: Context
    game: str
    rules: Section
    first: Turn
    until: Turn
    position: Position
    counts: Mapping[str, int]
    readings: VictoryReadings

    @property
    def route(self) -> ClubRoute | None:
        """Return the Club Route of the state, None if it is not said."""
        return self.position.club_route

    @property
    def kept(self) -> bool:
        """Whether the question has a history."""
        return self.position.history is not None

    def of(self, *names: str) -> tuple[Event, ...]:
        """The records of some events up to the end of the day that is scored."""
        records = self.position.events(*names)
        return tuple(one for one in records if one.turn is None or one.turn <= self.until)

    @property
    def days(self) -> range:
        """The days scored so far that have a 1900 turn, as days of the calendar."""
        first = self.first.day + (self.first.slot > EVENING)
        return range(first, self.until.day + (self.until.slot >= EVENING))

    @property
    def off_map_day(self) -> int | None:
        """The day the Marker left the map, 0 if it has not, None if it is not said.

        :raises InputError: no day of the calendar, no hex of the map.
        """
        return day_gone(self.context, self.game, self.position)


EVENING = TIMES.index("1900")

Found = tuple[int | None, str]
"""A count, None if it is not known; then the text says what is missing."""


def number_in(event: Event, name: str) -> int:
    """Return a count of a record, 0 if it is not said."""
    told: int | None = getattr(event, name)
    return 0 if told is None else told


def released(tally: Tally, work: Working) -> Found:
    """Formations released that score."""
    route, records = tally.route or ClubRoute(), tally.of("released")
    lost: list[str | None] = list(route.missed or ())
    names: list[str | None]
    if route.released is not None:
        names = list(route.released)
    elif tally.kept:
        names = [event.formation for event in records]
        lost += [event.formation for event in records if is_no_score(event)]
    else:
        return None, "state.club_route.released: the Formations released"
    return len([name for name in dict.fromkeys(names) if name not in lost]), ""


def is_no_score(event: Event) -> bool:
    """Whether a record of a release says that it was an Auto one or a Sea Tail that missed."""
    return event.auto is True or event.missed is True


def statuses(tally: Tally, work: Working, wanted: str) -> Found:
    """Count the 1900 turns that had a status; all of them must be known.

    :raises InputError: a record of a status without it, or without its turn.
    """
    found: dict[int, str] = {}
    for event in tally.of("status"):
        if event.turn is None or event.status is None:
            where = Where("params", part="state.history")
            raise InputError(where, repr(event.told()), "a status, open or cut, with its turn")
        found[event.turn.day] = event.status
    work.note(tally.readings.chosen("status_at"))
    if tally.readings.status_at == "reset":
        if tally.route is not None and tally.route.cut_by:
            return None, "counts: at how many 1900 turns a destroyed bridge kept Club Route Cut"
        return (len(tally.days) if wanted == "open" else 0), ""
    missing = [Turn(one, EVENING).date for one in tally.days if one not in found]
    if missing:
        return None, f"state.history: Club Route's status at 1900 on {', '.join(missing)}"
    return sum(1 for one in tally.days if found[one] == wanted), ""


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
        if tally.off_map_day == 0:
            return 0, ""
        guards = tally.rules["activation"].text("division")
        if any(same_group(unit.division or "", guards) for unit in tally.position.units or ()):
            return 0, ""
        return None, f"counts.{name}: what the Guards display held when the last Guards Unit left"

    return count


def steps(name: str) -> Callable[[Tally, Working], Found]:
    """Steps counted at Guards Division Activations."""

    def count(tally: Tally, work: Working) -> Found:
        records = tally.of("guards_activation")
        if name == "steps_on_map" and tally.off_map_day == 0:
            return 0, ""
        if not records:
            where = "off Club Route" if name == "steps_off" else "on the map"
            told = f"Guards Steps {where} at each Guards Division Activation"
            return None, f"counts.{name}, or state.history: {told}"
        return sum(number_in(event, name) for event in records), ""

    return count


def markers(kind: str) -> Callable[[Tally, Working], Found]:
    """Attacked or Closed markers gained: those in the box and those set aside."""

    def count(tally: Tally, work: Working) -> Found:
        route = tally.route
        if route is not None:
            boxed, aside = getattr(route, kind), getattr(route.used, kind, None)
            if boxed is not None and aside is not None:
                return boxed + aside, ""
        earned = tally.of("earned")
        if tally.kept:
            return sum(number_in(event, kind) for event in earned), ""
        told = f"{kind.title()} markers in the box, and those set aside (used)"
        return None, f"state.club_route.{kind}: {told}"

    return count


def emergency(tally: Tally, work: Working) -> Found:
    """Whether emergency reinforcements have been called."""
    if tally.of("emergency_call"):
        return 1, ""
    call = book("deploy", tally.game)["emergency"]
    first = day(call.text("from"), "emergency.from")
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
    country = map_of(tally.context, tally.game)
    known: set[str | None] = {row.text("hex") for row in rows}
    known |= {country.number(one) for area in country.areas_of("stop_hex") for one in area.hexes}
    entered = [e.hex for e in tally.of("entered") if e.side == GERMAN and e.hex in known]
    return entries(tally, work, entered)


def ops(tally: Tally, work: Working) -> Found:
    """OPs German Units entered."""
    records = tally.of("op_entered")
    if not tally.kept:
        return None, "counts.ops: the OPs German Units entered"
    return entries(tally, work, [event.hex for event in records])


def entries(tally: Tally, work: Working, hexes: Sequence[str | None]) -> Found:
    """Count the entries that score."""
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


def no_fire_zones(tally: Tally, work: Working) -> Found:
    """1 if no German Fire Zone lies on the scenario's Club Route."""
    zones = tally.position.zones(GERMAN)
    if zones is None:
        return None, "state.fire_zones.German as by day and in clear weather; or counts"
    # Only the map and the scenario are asked about: what spoils the route does not matter here.
    params = {"map": tally.game, "scenario": "4"}
    trace = tally.context.registry.ask(tally.context, "clubroute.trace", params)
    return int(zones.isdisjoint(trace["route"])), ""


def panthers(tally: Tally, work: Working) -> Found:
    """Panther Steps lost."""
    if not tally.kept:
        return None, "counts.panthers: Panther Steps lost"
    lost = [e for e in tally.of("step_loss") if e.kind and e.kind.casefold() == "panther"]
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
        "steps_on_map": steps("steps_on_map"),
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
        "no_fire_zones": no_fire_zones,
        "panthers": panthers,
    },
}
"""The function that counts each line of a table of points."""


def counted(tally: Tally, lines: str, name: str, work: Working) -> int | None:
    """A line's count: as told, else as the state tells it; what is missing is needed."""
    if name in tally.counts:
        return tally.counts[name]
    count, missing = COUNTERS[lines][name](tally, work)
    if count is None:
        work.need(missing)
    return count
