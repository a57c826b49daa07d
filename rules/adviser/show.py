"""``adviser.show``: the answer to a question, as lines and as marks on VASSAL's own map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection
from typing import Any
from urllib.parse import quote

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where
from clubroute.rules.adviser import drag
from clubroute.rules.adviser.drag import MOST_SAID, AnswerDrawing, cited, cut, dragged, mp_text
from clubroute.rules.adviser.questions import (
    DRAGGED,
    MENU,
    READY,
    ROOM,
    SHOWN,
    DragQuestion,
    GameQuestion,
    LiveTable,
    MapPlace,
    MenuQuestion,
    ShowQuestion,
)
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.asking.question import people_lines
from clubroute.rules.room.addresses import link_of
from clubroute.rules.room.asked import LinkTold
from clubroute.rules.rulings.asking import rule
from clubroute.rules.saves.position import FileCounter
from clubroute.rules.service.places import HOST, runtime_folder

# ``adviser.menu``: the questions that make sense about what a player has picked.


@dataclass(frozen=True, slots=True)
class Picked:
    """What a player has picked: a piece, which is a unit or not; a hex; another hex."""

    piece: str
    unit: FileCounter | None
    start: str | None
    to: str | None


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A question of the menu: the method that answers it, its words, when it makes sense, what is
    drawn of its answer, whether it needs another hex."""

    method: str
    label: str
    sensible: Callable[[Picked], bool]
    drawn: AnswerDrawing = AnswerDrawing()
    to: bool = False


def of_unit(picked: Picked) -> bool:
    """A unit is picked."""
    return picked.unit is not None


def of_hex(picked: Picked) -> bool:
    """A hex is picked."""
    return picked.start is not None


def of_two(picked: Picked) -> bool:
    """Two hexes are picked, or one, from which a player may pick the other."""
    return picked.start is not None and picked.to != picked.start


def of_unit_to(picked: Picked) -> bool:
    """A unit is picked and another hex, or none yet."""
    return of_unit(picked) and of_two(picked)


def always(picked: Picked) -> bool:
    """Whatever is picked."""
    return True


QUESTIONS: Mapping[str, MenuEntry] = {
    "reach": MenuEntry("move.reach", "Reach", of_unit, AnswerDrawing(drag.costs)),
    "cost": MenuEntry(
        "move.best", "Cost to a hex", of_unit_to, AnswerDrawing(drag.totals, drag.path), to=True
    ),
    "sees": MenuEntry("los.fan", "What it sees", of_hex, AnswerDrawing(drag.seen)),
    "sight": MenuEntry(
        "los.check",
        "Line of sight to a hex",
        of_two,
        AnswerDrawing(drag.blocking, drag.sight),
        to=True,
    ),
    "command": MenuEntry("command.check", "Command", of_unit),
    "route": MenuEntry(
        "clubroute.trace", "Club Route", always, AnswerDrawing(drag.holes, drag.route)
    ),
    "turn": MenuEntry("turn.list", "Checklist of the turn", always),
}


def menu_of(table: LiveTable, picked: Picked) -> list[dict[str, Any]]:
    """The questions that make sense, in order."""
    return [
        {"ask": ask, "label": entry.label, "to": entry.to}
        for ask, entry in QUESTIONS.items()
        if entry.sensible(picked) and table.method(entry.method) is not None
    ]


def picked(at: LiveTable, asked: MenuQuestion) -> Picked:
    """What a player has picked: a unit, hexes."""
    unit = at.unit(asked.piece)
    start = at.hex(asked.start) or (unit.hex if unit is not None else None)
    return Picked(asked.piece or "", unit, start, at.hex(asked.to))


# The methods that a program inside VASSAL asks: ``adviser.drag``, ``menu`` and ``show``.
#
# What answers them reads logs; it is loaded when the first is asked.


@method("adviser.drag", answers=DRAGGED)
def adviser_drag(context: Context, asked: DragQuestion) -> Any:
    """A unit dragged into a hex of a live game, in one line: what it costs and whether it may."""
    from clubroute.rules.adviser.drag import dragged, one_of_them
    from clubroute.rules.adviser.questions import table_of

    pieces = asked.pieces or ((asked.piece,) if asked.piece else ())
    with table_of(context, asked.game) as at:
        return dragged(at, one_of_them(at, pieces), asked.to)


@method("adviser.menu", answers=MENU)
def adviser_menu(context: Context, asked: MenuQuestion) -> Any:
    """Which questions make sense about a unit of a live game, a hex, or two hexes."""
    from clubroute.rules.adviser.questions import table_of

    with table_of(context, asked.game) as at:
        return menu_of(at, picked(at, asked))


@method("adviser.show", answers=SHOWN)
def adviser_show(context: Context, asked: ShowQuestion) -> Any:
    """The answer to a question of the menu: lines to read, and what to draw on VASSAL's map."""
    from clubroute.rules.adviser.questions import table_of

    with table_of(context, asked.game) as at:
        return shown(at, asked.ask, picked(at, asked), asked.publish)


@method("adviser.room", answers=ROOM)
def adviser_room(context: Context, asked: GameQuestion) -> Any:
    """The address at which the map room, if one is open, shows the live game as it is now."""
    from clubroute.rules.adviser.questions import table_of

    with table_of(context, asked.game) as at:
        return {"address": address_of(at)}


@method("adviser.ready", answers=READY)
def adviser_ready(context: Context, asked: GameQuestion) -> Any:
    """Ask once what will be asked of a live game: what it takes is loaded when this is answered."""
    from clubroute.rules.adviser.questions import table_of

    with table_of(context, asked.game) as at:
        return {"units": warmed(at)}


# ``adviser.room``: the address that opens the live game in this user's map room.
#
# A room in this process follows the game; one in another process is shown it as it is now.

TITLE = "from VASSAL"
PATIENCE = 0.2
"""Seconds to find out whether a room answers on its port."""


def address_of(table: LiveTable, folder: Path | None = None) -> str:
    """The address. :raises InputError: no room is running, or the position is too large for it."""
    if table.context.followed.address and table.live.tape is not None:
        name = table.live.tape.name
        table.context.followed.follow(name, table.handle)
        return f"{table.context.followed.address}&f={quote(name)}"
    position = table.live.position()
    state = {name: value for name, value in position.state.items() if value is not None}
    counters = tuple(one.record() for one in position.counters if one.hex is not None)
    turn = f", {position.turn}" if position.turn else ""
    told = LinkTold(map=position.map, state=state, title=TITLE + turn, counters=counters)
    for path in sorted((folder or runtime_folder()).glob("*.room")):
        if is_whole(path.stem) and answers(int(path.stem)):
            token = path.read_text(encoding="ascii").strip()
            link = link_of(table.context, told)
            return f"http://{HOST}:{path.stem}/#t={token}&p={link}"
    raise InputError(Where("params", part="game"), "no map room that is open", "clubroute room")


def answers(port: int) -> bool:
    """Whether somebody listens on a port."""
    try:
        create_connection((HOST, port), PATIENCE).close()
    except OSError:
        return False
    return True


RANGE = 10
"""Hexes within which it is asked what a hex sees."""
UP_TO = 8
"""MP up to which reach is shown of a unit whose allowance nobody says."""
ASK = "ask:"
MOST_LINES = 60
MOST_MARKS = 1500


def shown(table: LiveTable, ask: str, picked: Picked, publish: bool) -> dict[str, Any]:
    """Answer a question of the menu, in a player's words: what he reads in VASSAL he cannot ask by
    its path, nor type as a command. :raises InputError: it does not fit what is picked."""
    from clubroute.rules.words.plain import UNDECIDED, worded

    name = QUESTIONS[ask].method
    told, remark = asked_of(table, ask, picked)
    params = table.params(name, told)
    if ask == "reach" and "allowance" not in params:
        remark = ""  # this series asks for a unit's own, and says so
    method = table.context.registry.find(name, params)
    answer = table.context.registry.ask(table.context, name, params)
    summary = worded(summary_of(ask, answer), [])
    if summary.startswith(UNDECIDED):
        summary = f"{QUESTIONS[ask].label}: {summary[0].lower()}{summary[1:]}"
    line = cut(summary + remark, most=MOST_SAID)
    lines = [one for one in people_lines(method, answer) if not programs(one)][:MOST_LINES]
    found: dict[str, Any] = {
        "line": line,
        "text": [worded(one, []) for one in lines],
        "marks": list(marks(table, ask, answer))[:MOST_MARKS],
        "ways": list(ways(table, ask, picked, answer)),
        "map": table.whereabouts.layout.name,
    }
    if publish:
        found["publish"] = published(table, name, params, line)
    return found


def programs(line: str) -> bool:
    """Whether a line is for programs alone: it names the method that tells more."""
    return line.strip().startswith(ASK)


def asked_of(table: LiveTable, ask: str, picked: Picked) -> tuple[dict[str, Any], str]:
    """The parameters that say what is picked, and a remark on them for the answer's line."""
    told: dict[str, Any] = {"from": picked.start, "to": picked.to}
    remark = ""
    if picked.unit is not None:
        told["unit"] = table.record(picked.unit)
        now = table.live.judging.under_way(picked.piece)
        if ask == "command" and now is not None and now.chit:
            told["chit"] = now.chit
        if ask == "reach":
            most = None if now is None else now.allowance
            spent = (now.spent if now is not None else None) or 0
            told["allowance"] = UP_TO if most is None else max(most - spent, 0)
            remark = f"; allowance unknown, shown up to {UP_TO} MP" if most is None else ""
            if most is not None and spent:
                remark = f"; {mp_text(spent)} of {mp_text(most)} spent"
    if ask == "sees":
        told["range"] = RANGE
    return told, remark


def summary_of(ask: str, answer: Any) -> str:
    """The answer in a line."""
    if isinstance(answer, Mapping):
        return str(answer.get("summary") or answer.get("title") or ask)
    return ask


def marks(table: LiveTable, ask: str, answer: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """What to mark on the map."""
    for number, text, kind in QUESTIONS[ask].drawn.marks(answer):
        yield from at(table, number, text, kind)


def at(table: LiveTable, number: str, text: str, kind: str) -> Iterable[dict[str, Any]]:
    """A mark in a hex, none where the window does not show it."""
    point = table.whereabouts.pixel(number)
    if point is not None:
        yield {"x": point.x, "y": point.y, "hex": number, "text": text, "kind": kind}


def ways(
    table: LiveTable, ask: str, picked: Picked, answer: Mapping[str, Any]
) -> Iterable[dict[str, Any]]:
    """What lines to draw."""
    numbers, kind = QUESTIONS[ask].drawn.way(picked.start, picked.to, answer)
    points = [point for one in numbers if (point := table.whereabouts.pixel(one)) is not None]
    if len(points) > 1:
        yield {"kind": kind, "points": [[one.x, one.y] for one in points]}


def published(table: LiveTable, name: str, params: Mapping[str, Any], line: str) -> str:
    """The answer's line for everybody, with the id of the ruling that asks it again."""
    state = params.get("state")
    whole = dict(params)
    if isinstance(state, str):
        whole["state"] = table.live.position().state
    try:
        made = rule(table.context, name, whole)
    except InputError:
        return line
    return f"{line} {cited([f'ruling {made.seal}'])}"


# ``adviser.ready``: what will be asked of a live game is asked once, so that it is quick then.

MOST = 6
"""Units asked about: one of a side that moves as none before it does."""


def warmed(table: LiveTable) -> int:
    """Ask about a unit of each sort; how many there were."""
    sorts: set[tuple[str | None, ...]] = set()
    country = table.live.save.country
    for piece in table.live.board.counters:
        unit = table.unit(piece)
        sort = () if unit is None else (unit.side, unit.move_class)
        if unit is None or sort in sorts or len(sorts) == MOST:
            continue
        sorts.add(sort)
        start = country.id(unit.hex or "")
        near = country.number(country.around(start)[0])
        picked = Picked(piece, unit, unit.hex, near)
        with suppress(InputError):
            dragged(table, piece, MapPlace(location=near))
            for entry in menu_of(table, picked) if len(sorts) == 1 else ():
                shown(table, entry["ask"], picked, False)
    return len(sorts)
