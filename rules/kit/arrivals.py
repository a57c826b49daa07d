"""Knows of a unit that comes onto the map in a log what its scenario's lists say: when it comes,
and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clubroute.rules.answer.working import Working
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.check.excuses import TURN_UNTOLD, Teller
from clubroute.rules.logs.check.explaining import MoveJudge
from clubroute.rules.logs.check.tracks import Drag, Snapshot, Standing, Track
from clubroute.rules.scenarios import places
from clubroute.rules.scenarios.book import ToldScenario, place_of, trigger_text

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival
    from clubroute.builder.sources.scenario_units import ListedUnits


@dataclass(frozen=True, slots=True)
class Arriving:
    """A unit (by the name on its counter) that comes with an arrival of its scenario, by any of
    some rows of its lists."""

    told: ToldScenario
    name: str
    arrival: Arrival
    rows: Sequence[ListedUnits]

    def place(self, country: MapFile, number: str) -> Working:
        """Judge a hex it comes onto the map in."""
        work = Working()
        nowhere = places.Asked(
            country, self.told, number, self.name, lambda _: None, lambda _: None
        )
        places.judge_rows(work, nowhere, self.rows)
        return work

    def hexes(self, country: MapFile) -> frozenset[int]:
        """List the hexes of a map it may come in by, as far as its lists name them."""
        areas = [one for one in self.told.scenario.areas if self._has(one.id)]
        numbers = [row.hex for row in self.rows if row.hex is not None]
        numbers += [number for area in areas for number in area.hexes]
        drawn = {id_ for area in areas for id_ in area.map_areas}
        found = {country.known(number) for number in numbers}
        return frozenset(found).union(*(one.hexes for one in country.areas if one.id in drawn))

    def _has(self, area: str) -> bool:
        return any(area in row.areas for row in self.rows)

    @property
    def where(self) -> str:
        """Say where it comes in."""
        named = [row.hex or place_of(self.told, row) for row in self.rows]
        return " or ".join(dict.fromkeys(named))

    @property
    def when(self) -> str:
        """Say when it comes."""
        return trigger_text(self.told, self.arrival)


def every_arriving(tolds: Iterable[ToldScenario], id_: str, name: str) -> tuple[Arriving, ...]:
    """Find a unit among the arrivals of all scenarios that may be played; none where it comes in
    one of them otherwise, but for those in which it is there from the start or never."""
    found = []
    for told in tolds:
        rows = places.rows_of(told, id_, name) if id_ in told.units else []
        if rows and all(row.arrival is not None for row in rows):
            one = arriving(told, id_, name)
            if one is None:
                return ()
            found.append(one)
    return tuple(found)


def arriving(told: ToldScenario | None, id_: str, name: str) -> Arriving | None:
    """Find a unit among the arrivals of a scenario; None if it is not only there, or its place is
    drawn by lot, or it comes by air drop."""
    if told is None or id_ not in told.units:
        return None
    rows = [row for row in places.rows_of(told, id_, name) if not row.again]
    arrivals = {row.arrival: places.arrival_of(told, row) for row in rows}
    arrival = next(iter(arrivals.values()), None)
    if len(arrivals) != 1 or arrival is None or any(row.unit is None for row in rows):
        return None
    return Arriving(told, name, arrival, rows)


# Judges units that came, by the lists of their scenario.


@dataclass(slots=True)
class Arrived:
    """A unit came onto the map: in which step and hex, by whom, and as its scenario has it."""

    step: int
    hex: int
    player: str
    listed: tuple[Arriving, ...] = ()


MOST_ENTRIES = 4
"""Hexes of an Entry Area from which a unit's way is looked for: the nearest."""
TOO_LATE = "whether it had come before, and was put back: it comes in an earlier turn"


def judge_arrivals(
    teller: Teller,
    moves: MoveJudge,
    arrived: Iterable[tuple[Arrived, Track]],
    turn: int | None,
    due: Callable[[Arriving], int | None],
    tracked: bool,
) -> None:
    """Judge units that came by the lists of their scenario: the turn, and the hex.

    :param due: reads the turn a unit comes in, None if it is not listed for a turn.
    """
    for came, track in arrived:
        refusals = [
            arrival_refused(teller.map, moves, came, track, one, (turn, due(one)))
            for one in came.listed
            if turn is not None
        ]
        # Where the scenario is not known, it is judged by all that there are.
        if not refusals or not all(refusals):
            continue
        refused = refusals[0]
        assert refused is not None
        why, rule, need = refused
        if not tracked:
            (need,) = TURN_UNTOLD.needs
        who = Standing(came.hex, track.counter)
        told = teller.found("arrival", (came.step,), why, who, need, came.player, (came.hex,))
        teller.findings.append(told if need else teller.sure(told, rule))


def arrival_refused(
    country: MapFile,
    moves: MoveJudge,
    came: Arrived,
    track: Track,
    listed: Arriving,
    turns: tuple[int, int | None],
) -> tuple[str, str, str] | None:
    """Say why a scenario refuses a unit that came, by which rule, and what is open; None if it
    does not.

    :param turns: the turn it came in, and the one it is due in.
    """
    turn, due = turns
    early = too_early(listed, due, turn)
    if early is not None:
        return *early, ""
    number, hexes = country.number(came.hex), listed.hexes(country)
    place = listed.place(country, number).verdict
    # The players see where our board has an Entry Area.
    if place == "legal" or came.hex in hexes or (place != "illegal" and not hexes):
        return None
    entries = nearest(country, hexes, came.hex)
    if any(moves.explained(entering(track, came, hex_)) is not None for hex_ in entries):
        return None
    why = f"it comes in at {listed.where}, not in {number}, and no way of this turn leads there"
    return why, listed.rows[0].cite, "" if due == turn else TOO_LATE


def too_early(listed: Arriving, due: int | None, turn: int | None) -> tuple[str, str] | None:
    """Say why a scenario has a unit come later, and by which rule; None if it does not."""
    if due is None or turn is None or turn >= due:
        return None
    return f"it comes {listed.when}, turn {due}: this is turn {turn}", listed.arrival.cite


def nearest(country: MapFile, hexes: Iterable[int], to: int) -> list[int]:
    """List the few hexes that are nearest to one."""
    return sorted(hexes, key=lambda one: (country.between(one, to), one))[:MOST_ENTRIES]


def entering(track: Track, came: Arrived, entry: int) -> Track:
    """Make a unit's turn as if it had come in by a hex, and gone on to where it was put."""
    drags = track.drags
    board = drags[0].before if drags else Snapshot({}, {})
    first = Drag(came.step, came.hex, track.counter, board, False, 0, False, False, frozenset())
    return replace(track, start=entry, drags=[first, *drags], prior=(), entered=True)
