"""The off-map display: German moves and the flanking corps' advance (WED 5.0 to 5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import GERMAN, same_name, state_in
from clubroute.rules.gts.campaign.history import events
from clubroute.rules.gts.campaign.marker import marker_gone
from clubroute.rules.gts.campaign.turns import Turn, slot_of, turn_or_none
from clubroute.rules.gts.campaign.working import DIE_FACES, Working, by_face
from clubroute.rules.gts.games import book
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """How to read what the rules of the display leave open."""

    failures: str = reading(
        all="every failed attempt of the corps counts, those before its last advance too",
        since_advance="only attempts that failed since the corps last advanced count",
    )
    behind: str = reading(
        its_box="hexes at the corps' own box are behind its advance, as at those it has passed",
        passed="only hexes at boxes the corps has passed are behind its advance",
    )


def now_in(params: Mapping[str, Any]) -> Turn | None:
    """The state's turn. :raises InputError: no such turn."""
    return turn_or_none(state_in(params).get("turn"), "state.turn")


def told_in(params: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """What the state says of the display: ``corps`` or ``formations``."""
    found: Mapping[str, Any] = state_in(params).get("off_map", {}).get(name, {})
    return found


def at_time(work: Working, now: Turn | None, time: str, cite: str) -> None:
    """The condition that it is a turn of that time."""
    work.check(
        None if now is None else now.time == time,
        f"it is the {time} turn",
        f"only in the {time} turn, it is {now}",
        cite,
        "state.turn",
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


# ---------------------------------------------------------------- German Formations


def move(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``offmap.move``."""
    rules, work = book("offmap", params["game"]), Working()
    section, display = rules["move"], rules["display"]
    formation, to = params["formation"], params["to"]
    if params.get("side", GERMAN) != display.text("side"):
        work.forbid("the Allied player never enters the off-map display", display.cite)
        return work.record()
    work.say("the display is kept secret from the Allied player", display.cite)
    division = params["division"]
    if not any(same_name(division, one) for one in section.words("divisions")):
        names = ", ".join(section.words("divisions"))
        work.forbid(f"only Formations of {names} move there", section.cite)
        return work.record()
    now = now_in(params)
    at_time(work, now, section.text("time"), section.cite)
    if params.get("moved"):
        work.forbid(
            "it has moved this turn: one box, or to the map display, not both", section.cite
        )
    boxes = start_of(params, formation)
    if len(boxes) > 1:
        work.forbid(f"all its Units stay in one box, not in {', '.join(boxes)}", section.cite)
        return work.record()
    if not boxes:
        work.need(f"from: the box {formation} is in")
        return work.record()
    (start,) = boxes
    map_display = section.text("map_display")
    if start == map_display:
        work.forbid("it is in the map display: it arrives by itself", section.cite)
        return work.record()
    if to == map_display:
        work.say(f"{formation} goes from {start} to the map display", section.cite)
        if work.verdict != "legal" or now is None:
            return work.record()
        arrives = Turn(now.day + 1, slot_of({"time": section.text("arrives")}, "arrives"))
        work.say(f"it arrives on {arrives}", section.cite)
        return work.record("legal", arrives=arrives.record())
    row = box_row(context, start)
    if row is None:
        work.need(need("boxes", f"which boxes are adjacent to {start}"))
        return work.record()
    box_row(context, to)
    if to in row.many("neighbours"):
        work.say(f"{formation} moves from {start} to {to}, all its Units together", section.cite)
    else:
        work.forbid(f"{to} is not adjacent to {start}", section.cite)
    return work.record()


def start_of(params: Mapping[str, Any], formation: str) -> tuple[str, ...]:
    """The boxes a Formation's Units are in: those told, else the state's."""
    told = params.get("from")
    if told:
        return tuple(dict.fromkeys([told] if isinstance(told, str) else told))
    found = told_in(params, "formations").get(formation)
    return (str(found),) if found else ()


# ---------------------------------------------------------------- the flanking corps


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


def advance(context: Context, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``flank.advance``."""
    rules, work = book("offmap", params["game"]), Working()
    section, corps = rules["advance"], params["corps"]
    at_time(work, now_in(params), section.text("time"), section.cite)
    if params.get("scenario", "campaign") != "campaign":
        work.forbid("flank corps advance in the campaign game only", section.cite)
    if params.get("rolled"):
        work.forbid("it has rolled this turn: at most one box a 1900 roll", section.cite)
    work.check(
        params.get("germans_moved", True),
        f"{section.text('after')}",
        f"first {section.text('after')}",
        section.cite,
    )
    way = way_of(context, corps)
    if way is None:
        work.need(need("flank", f"the arrows of {corps} Corps"))
        return work.record()
    order = boxes_in_order(way)
    box = params.get("box") or told_in(params, "corps").get(corps) or order[0]
    if box not in order:
        where = Where("params", part="box")
        raise InputError(where, repr(box), f"a box of {corps} Corps", nearest_name(box, order))
    if box not in way:
        work.forbid(f"{corps} Corps has reached the last box, {box}", section.cite)
    if work.forbidden or work.needs:
        return work.record()
    row = way[box]
    number = row.number("number") or 0
    target = row.text("to_box")
    modifier = modifier_of(work, context, rules, params, corps, target, readings)
    work.say(
        f"from {box} to {target}: {number} or less after modification ({modifier:+d})", section.cite
    )
    succeeds = {face: face + modifier <= number for face in DIE_FACES}
    extra: dict[str, Any] = {"number": number, "modifier": modifier, "target": target}
    die = params.get("die")
    if die is None:
        told = {
            face: f"advances to {target}" if good else "stays" for face, good in succeeds.items()
        }
        return work.record("legal", outcomes=by_face(told), **extra)
    good = succeeds[die]
    does = f"it advances to {target}" if good else "it stays; the failure counts from now on"
    work.say(f"the die is {die}, {die + modifier} in all: {does}", section.cite)
    return work.record("decided", advances=good, box=target if good else box, **extra)


def modifier_of(
    work: Working,
    context: Context,
    rules: Section,
    params: Mapping[str, Any],
    corps: str,
    target: str,
    readings: Readings,
) -> int:
    """The sum of the modifiers of a corps' die, each said in a line."""
    failed = failures_of(work, params, corps, readings)
    inside = params.get("formations_in_box")
    if inside is None:
        inside = sum(1 for box in told_in(params, "formations").values() if box == target)
    gone = params.get("marker_off_map")
    if gone is None:
        gone = marker_gone(context, params["game"], state_in(params)) or False
    counts = {"failures": failed, "formations": inside, "marker_gone": int(gone)}
    total = 0
    for name, section in rules.rows("modifiers").items():
        count, each = counts[name], section.number("value")
        if count:
            work.say(f"{section.text('why')}: {count} × {each:+d}", section.cite)
        total += count * each
    return total


def failures_of(work: Working, params: Mapping[str, Any], corps: str, readings: Readings) -> int:
    """How many failed attempts of a corps count."""
    if "failures" in params:
        return int(params["failures"])
    failed = since = 0
    advanced = False
    for event in events(state_in(params), "corps_failed", "corps_advanced"):
        if event.text("corps") != corps:
            continue
        if event.event == "corps_failed":
            failed, since = failed + 1, since + 1
        else:
            advanced, since = advanced or failed > 0, 0
    if advanced:
        work.note(readings.chosen("failures"))
    return failed if readings.failures == "all" else since


def behind(context: Context, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``flank.behind``: whether German reinforcements may still arrive at a hex."""
    section, work = book("offmap", params["game"])["behind"], Working()
    hex = params["hex"]
    rows = owner_rows(context, "boxes")
    if rows is None:
        work.need(need("boxes", "which reinforcement hexes lie at which box"))
        return work.record()
    homes = [row.text("box") for row in rows if hex in row.many("hexes")]
    if not homes:
        work.say(f"{hex} lies at no box of the off-map display", section.cite)
        return work.record("legal")
    places = told_in(params, "corps")
    for corps in book("offmap", params["game"])["advance"].words("corps"):
        way = way_of(context, corps)
        if way is None:
            work.need(need("flank", f"the arrows of {corps} Corps"))
            continue
        order = boxes_in_order(way)
        box = str(places.get(corps, order[0]))
        if box not in order:
            where = Where("params", part=f"state.off_map.corps.{corps}")
            raise InputError(where, repr(box), f"a box of {corps} Corps", nearest_name(box, order))
        closed = boxes_behind(work, order, box, homes, readings)
        if closed:
            work.forbid(
                f"{hex} at {closed[0]} is behind {corps} Corps, which is in {box}: "
                "no German reinforcements arrive there",
                section.cite,
                hex=hex,
            )
    if not work.forbidden and not work.needs:
        work.say(f"{hex} is ahead of the flank corps", section.cite, hex=hex)
    return work.record()


def boxes_behind(
    work: Working, order: Sequence[str], box: str, homes: Sequence[str], readings: Readings
) -> list[str]:
    """Which of some boxes are behind a corps; its start box is behind no advance."""
    place = order.index(box)
    passed = list(order[:place])
    if place and box in homes and not set(homes) & set(passed):
        work.note(readings.chosen("behind"))
    if place and readings.behind == "its_box":
        passed.append(box)
    return [home for home in homes if home in passed]
