"""The off-map display: which box a German Formation may move to (WED 5.0, 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import JOINED, the_game, the_state
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import GERMAN, NAME, SIDE, YES
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TURN, Turn, slot_of
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.position.asked import the_beginning
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, of, said


def boxes(value: str | Sequence[str], path: str) -> tuple[str, ...]:
    """One box, or those of a list, each once."""
    return tuple(dict.fromkeys([value] if isinstance(value, str) else value))


BOXES = of({"type": ["string", "array"], "items": NAME.schema(), "maxItems": 400}, boxes)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayMoveQuestion:
    """The parameters of ``off_map.move``."""

    game: str = the_game(JOINED)
    formation: str = needed(NAME, "the Formation")
    division: str = needed(NAME, "its Division, as KG Chill")
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
