"""The flanking corps: their advance, and what lies behind it (WED 5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.asked import (
    JOINED,
    played_in,
    the_die,
    the_game,
    the_options,
    the_state,
)
from clubroute.rules.gts.clubroute.situation import SOUTH
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    COUNT,
    DIE_FACES,
    GERMAN,
    HEX,
    NAME,
    SIDE,
    YES,
    choice,
    day,
    one_scenario,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.markers import OFF_MAP
from clubroute.rules.gts.position.turns import TURN, Turn, slot_of
from clubroute.rules.gts.roster import DIVISION
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.position.asked import the_beginning
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, of, said

# Where the Club Route Marker is: still on the Where Eagles Dare map, or gone from it, and when.
#
# It leaves that map by being removed (WED 4.3.1), or in the two games joined by advancing onto the
# map of The Devil's Cauldron (WED 5.2, MG 2.1).


def beyond(context: Context, game: str, place: str) -> bool:
    """Whether a Marker at a place has left the Where Eagles Dare map to the north.

    :raises InputError: no hex of the map.
    """
    if place in (OFF_MAP, SOUTH):
        return place == OFF_MAP
    if game != "mg":
        return False
    country = map_of(context, game)
    here = country.id(place)
    # Where the maps overlap a Stop hex of the joined game alone lies on the other one (MG set-up).
    joined = (area for area in country.areas if area.kind == "stop_hex" and area.game == "mg")
    return country.game(here) != "wed" or any(here in area.hexes for area in joined)


def marker_gone(context: Context, game: str, position: Position) -> bool | None:
    """Whether the Marker has left the map, None if it is not said.

    :raises InputError: no hex of the map.
    """
    route = position.club_route
    if route is None:
        return None
    if route.removed:
        return True
    return None if route.marker is None else beyond(context, game, route.marker)


def day_gone(context: Context, game: str, position: Position) -> int | None:
    """The day the Marker left the map, 0 if it has not, None if it is not said.

    :raises InputError: no day of the calendar, no hex of the map.
    """
    route = position.club_route
    if route is not None and route.removed:
        return day(route.removed[:10], "state.club_route.removed")
    for event in position.events("marker"):
        if event.turn and event.hex is not None and beyond(context, game, event.hex):
            return event.turn.day
    return 0 if marker_gone(context, game, position) is False else None


# The off-map display: which box a German Formation may move to (WED 5.0, 5.1).


def boxes(value: str | Sequence[str], path: str) -> tuple[str, ...]:
    """One box, or those of a list, each once."""
    return tuple(dict.fromkeys([value] if isinstance(value, str) else value))


BOXES = of({"type": ["string", "array"], "items": NAME.schema(), "maxItems": 400}, boxes)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayMoveQuestion:
    """The parameters of ``off_map.move``."""

    game: str = the_game(JOINED)
    formation: str = needed(NAME, "the Formation")
    division: str = needed(DIVISION, "its Division, as KG Chill")
    to: str = needed(NAME, "an adjacent box, or map_display")
    start: tuple[str, ...] | None = said(
        BOXES,
        "the box it is in, or those of its Units; else state.off_map.formations",
        name="from",
    )
    side: str = said(SIDE, "who moves; German if absent", default=GERMAN)
    moved: bool | None = said(YES, "whether it has moved on the display this turn")
    begins: bool | None = the_beginning("whether its move begins here: it has not moved this turn")
    state: Position = the_state()

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes the Formation's Units are in: those told, else the state's."""
        if self.start:
            return self.start
        display = self.state.off_map
        found = (display.formations or {}).get(self.formation) if display else None
        return (found,) if found else ()


def at_time(work: Working, now: Turn | None, time: str, cite: str) -> None:
    """The condition that it is a turn of that time."""
    work.check(
        None if now is None else now.time == time,
        f"it is the {time} turn",
        f"only in the {time} turn" + (f", it is {now}" if now else ""),
        cite,
        "state.turn: the present turn",
    )


def box_row(context: Context, box: str) -> OwnerRow | None:
    """The owner's row of a box, None if there is no table.

    :raises InputError: the table has no such box.
    """
    rows = owner_rows(context, "boxes")
    if rows is None:
        return None
    for row in rows:
        if row.text("box") == box:
            return row
    names = [row.text("box") for row in rows]
    where = Where("params", part="box")
    raise InputError(where, repr(box), "a box of owner/boxes.csv", nearest_name(box, names))


@answers("off_map.move", *LEGALITY, arrives=TURN.schema())
def move(context: Context, asked: DisplayMoveQuestion) -> Receipt:
    """Whether a German Formation may move on the off-map display in the 1900 turn."""
    rules, work = book("off_map", asked.game), Working()
    section, display = rules["move"], rules["display"]
    formation, to = asked.formation, asked.to
    if asked.side != display.text("side"):
        work.forbid("the Allied player never enters the off-map display", display.cite)
        return work.receipt()
    work.say("the display is kept secret from the Allied player", display.cite)
    if not any(same_group(asked.division, one) for one in section.words("divisions")):
        names = ", ".join(section.words("divisions"))
        work.forbid(f"only Formations of {names} move there", section.cite)
        return work.receipt()
    now = asked.state.turn
    at_time(work, now, section.text("time"), section.cite)
    work.before(book("unsaid", asked.game)["moved"], asked.moved, asked.begins)
    found = asked.boxes
    if len(found) > 1:
        work.forbid(f"all its Units stay in one box, not in {', '.join(found)}", section.cite)
        return work.receipt()
    if not found:
        return work.lacking(f"from: the box {formation} is in")
    (start,) = found
    map_display = section.text("map_display")
    if start == map_display:
        work.forbid("it is in the map display: it arrives by itself", section.cite)
        return work.receipt()
    if to == map_display:
        work.say(f"{formation} goes from {start} to the map display", section.cite)
        if work.verdict != "legal" or now is None:
            return work.receipt()
        arrives = Turn(now.day + 1, slot_of(section.text("arrives"), "arrives"))
        work.say(f"it arrives on {arrives}", section.cite)
        return work.receipt("legal", arrives=arrives.record())
    row = box_row(context, start)
    if row is None:
        return work.lacking(need("boxes", f"which boxes are adjacent to {start}"))
    box_row(context, to)
    if to in row.many("neighbours"):
        work.say(f"{formation} moves from {start} to {to}, all its Units together", section.cite)
    else:
        work.forbid(f"{to} is not adjacent to {start}", section.cite)
    return work.receipt()


@dataclass(frozen=True, slots=True)
class OffMapReadings(ChosenReadings):
    """Readings where the rules of the display leave something open."""

    failures: str = reading(
        all="every failed attempt of the corps counts, those before its last advance too",
        since_advance="only attempts that failed since the corps last advanced count",
    )
    behind: str = reading(
        its_box="hexes at the corps' own box are behind its advance, as at those it has passed",
        passed="only hexes at boxes the corps has passed are behind its advance",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FlankAdvanceQuestion:
    """The parameters of ``flank.advance``."""

    game: str = the_game(JOINED)
    corps: str = needed(choice("VIII", "XII"), "VIII or XII")
    die: int | None = the_die()
    box: str | None = said(NAME, "the box it is in; else state.off_map.corps")
    failures: int | None = said(COUNT, "failed attempts; else those of state.history")
    formations_in_box: int | None = said(
        COUNT, "German Formations in the box it would enter; else state.off_map.formations"
    )
    germans_moved: bool | None = said(
        YES, "whether German Formations have made their off-map moves"
    )
    rolled: bool | None = said(YES, "whether it has rolled this turn")
    begins: bool | None = the_beginning("whether it rolls now first: it has not rolled this turn")
    scenario: str | None = said(one_scenario(), "else state.scenario, else the campaign")
    state: Position = the_state()
    readings: OffMapReadings = the_options(OffMapReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class BehindQuestion:
    """The parameters of ``flank.behind``."""

    game: str = the_game(JOINED)
    hex: str = needed(HEX, "the reinforcement hex")
    state: Position = the_state()
    readings: OffMapReadings = the_options(OffMapReadings)


def box_of(position: Position, corps: str) -> str | None:
    """The box a corps' marker stands in, None if it is not said."""
    display = position.off_map
    return display.corps.box(corps) if display and display.corps else None


def way_of(context: Context, corps: str) -> dict[str, OwnerRow] | None:
    """By box, the arrow of a corps that leads on from it; None if the owner has not said."""
    rows = [row for row in owner_rows(context, "flank") or () if row.text("corps") == corps]
    return {row.text("from_box"): row for row in rows} or None


def boxes_in_order(way: Mapping[str, OwnerRow]) -> list[str]:
    """The boxes of a corps' way from south to north.

    :raises InputError: arrows that run in a circle, or do not hang together.
    """
    targets = {row.text("to_box") for row in way.values()}
    starts = [box for box in way if box not in targets]
    order = starts[:1]
    while order and order[-1] in way:
        order.append(way[order[-1]].text("to_box"))
    if len(starts) != 1 or len(order) != len(way) + 1:
        row = next(iter(way.values()))
        found = "boxes " + ", ".join(way)
        raise row.source.error("from_box", found, "one way from the start box to the last")
    return order


@answers(
    "flank.advance",
    *("legal", "illegal", "decided", "undetermined"),
    outcomes=OUTCOMES,
    number=INTEGER,
    modifier=INTEGER,
    target=NAME.schema(),
    advances=YES.schema(),
    box=NAME.schema(),
)
def advance(context: Context, asked: FlankAdvanceQuestion) -> Receipt:
    """Whether a flanking corps advances to its next box in the 1900 turn."""
    rules, work = book("off_map", asked.game), Working()
    section, corps = rules["advance"], asked.corps
    at_time(work, asked.state.turn, section.text("time"), section.cite)
    if (played_in(asked.scenario, asked.state) or "campaign") not in ("campaign", "combined"):
        work.forbid("flank corps advance in the campaign game only", section.cite)
    work.before(book("unsaid", asked.game)["rolled"], asked.rolled, asked.begins)
    work.check(
        asked.germans_moved,
        f"{section.text('after')}",
        f"first {section.text('after')}",
        section.text("after_rule"),
        "germans_moved: whether German Formations have made their off-map moves",
    )
    way = way_of(context, corps)
    if way is None:
        modifier = modifier_of(work, context, asked, rules, "")
        work.need(need("flank", f"the arrows of {corps} Corps"))
        die = None if asked.die is None or modifier is None else asked.die + modifier
        if die is not None:
            work.then = f"{die} in all: it advances if its arrow has {die} or more"
        return work.receipt()
    order = boxes_in_order(way)
    box = asked.box or box_of(asked.state, corps)
    if box is None:
        return work.lacking(
            f"box, or state.off_map.corps: the box {corps} Corps is in; {order[0]} at first"
        )
    if box not in order:
        where = Where("params", part="box")
        raise InputError(where, repr(box), f"a box of {corps} Corps", nearest_name(box, order))
    if box not in way:
        work.forbid(f"{corps} Corps has reached the last box, {box}", section.cite)
    if work.forbidden or work.needs:
        return work.receipt()
    row = way[box]
    number = row.number("number") or 0
    target = row.text("to_box")
    modifier = modifier_of(work, context, asked, rules, target)
    if modifier is None:
        return work.receipt(number=number, target=target)
    work.say(
        f"from {box} to {target}: {number} or less after modification ({modifier:+d})", section.cite
    )
    succeeds = {face: face + modifier <= number for face in DIE_FACES}
    extra: dict[str, Any] = {"number": number, "modifier": modifier, "target": target}
    die = asked.die
    if die is None:
        told = {
            face: f"advances to {target}" if good else "stays" for face, good in succeeds.items()
        }
        return work.receipt("legal", outcomes=by_face(told), **extra)
    good = succeeds[die]
    does = f"it advances to {target}" if good else "it stays; the failure counts from now on"
    work.say(f"the die is {die}, {die + modifier} in all: {does}", section.cite)
    return work.receipt("decided", advances=good, box=target if good else box, **extra)


def modifier_of(
    work: Working,
    context: Context,
    asked: FlankAdvanceQuestion,
    rules: Section,
    target: str,
) -> int | None:
    """The sum of the modifiers of a corps' die, each said in a line; what is missing is needed."""
    failed = failures_of(work, asked)
    inside, gone = asked.formations_in_box, marker_gone(context, asked.game, asked.state)
    if inside is None:
        display = asked.state.off_map
        boxes = display.formations if display else None
        inside = None if boxes is None else sum(1 for box in boxes.values() if box == target)
    marker = None if gone is None else int(gone)
    counts = {"failures": failed, "formations": inside, "marker_gone": marker}
    for name, section in rules.rows("modifiers").items():
        count, each = counts[name], section.number("value")
        if count is None:
            work.need(f"{UNSAID[name]} ({section.text('why')}: {each:+d} each)")
        elif count:
            work.say(f"{section.text('why')}: {count} × {each:+d}", section.cite)
    if None in counts.values():
        return None
    rows = rules.rows("modifiers").items()
    return sum((counts[name] or 0) * section.number("value") for name, section in rows)


UNSAID: Mapping[str, str] = {
    "failures": "failures, or state.history: its failed attempts",
    "formations": "formations_in_box, or state.off_map.formations: who is in the box it would "
    "enter",
    "marker_gone": "state.club_route.marker: off_map if the Marker has left the map",
}
"""What tells how often a modifier counts."""


def failures_of(work: Working, asked: FlankAdvanceQuestion) -> int | None:
    """Count the failed attempts of a corps that matter, None if they are not told."""
    if asked.failures is not None:
        return asked.failures
    records = asked.state.events("corps_failed", "corps_advanced")
    if asked.state.history is None or any(event.corps is None for event in records):
        return None
    failed = since = 0
    advanced = False
    for event in records:
        if event.corps != asked.corps:
            continue
        if event.event == "corps_failed":
            failed, since = failed + 1, since + 1
        else:
            advanced, since = advanced or failed > 0, 0
    if advanced:
        work.note(asked.readings.chosen("failures"))
    return failed if asked.readings.failures == "all" else since


@answers("flank.behind", *LEGALITY)
def behind(context: Context, asked: BehindQuestion) -> Receipt:
    """Whether German reinforcements may arrive at a hex, or a flanking corps has passed it."""
    rules, work = book("off_map", asked.game), Working()
    section, place = rules["behind"], asked.hex
    rows = owner_rows(context, "boxes")
    if rows is None:
        return work.lacking(need("boxes", "which reinforcement hexes lie at which box"))
    homes = [row.text("box") for row in rows if place in row.many("hexes")]
    if not homes:
        work.say(f"{place} lies at no box of the off-map display", section.cite)
        return work.receipt("legal")
    for corps in rules["advance"].words("corps"):
        way = way_of(context, corps)
        if way is None:
            work.need(need("flank", f"the arrows of {corps} Corps"))
            continue
        order = boxes_in_order(way)
        box = box_of(asked.state, corps)
        if box is None:
            open_to = order if asked.readings.behind == "its_box" else order[:-1]
            lies = [home for home in homes if home in open_to]
            if lies:
                work.need(f"state.off_map.corps.{corps}: its box; once past {lies[0]} none arrive")
            continue
        if box not in order:
            where = Where("params", part=f"state.off_map.corps.{corps}")
            raise InputError(where, repr(box), f"a box of {corps} Corps", nearest_name(box, order))
        closed = boxes_behind(work, order, box, homes, asked.readings)
        if closed:
            work.forbid(
                f"{place} at {closed[0]} is behind {corps} Corps, which is in {box}: "
                "no German reinforcements arrive there",
                section.cite,
                hex_=place,
            )
    if not work.forbidden and not work.needs:
        work.say(f"{place} is ahead of the flank corps", section.cite, hex_=place)
    return work.receipt()


def boxes_behind(
    work: Working, order: Sequence[str], box: str, homes: Sequence[str], readings: OffMapReadings
) -> list[str]:
    """Which of some boxes are behind a corps; its start box is behind no advance."""
    place = order.index(box)
    passed = list(order[:place])
    if place and box in homes and not set(homes) & set(passed):
        work.note(readings.chosen("behind"))
    if place and readings.behind == "its_box":
        passed.append(box)
    return [home for home in homes if home in passed]
