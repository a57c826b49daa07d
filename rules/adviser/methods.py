"""The methods that a program inside VASSAL asks: ``adviser.drag``, ``menu`` and ``show``.

What answers them reads logs; it is loaded when the first is asked.
"""

from __future__ import annotations

from typing import Any

from clubroute.rules.adviser.questions import (
    DRAGGED,
    MENU,
    READY,
    ROOM,
    SHOWN,
    DragQuestion,
    GameQuestion,
    MenuQuestion,
    ShowQuestion,
)
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method


@method("adviser.drag", answers=DRAGGED)
def adviser_drag(context: Context, asked: DragQuestion) -> Any:
    """A unit dragged into a hex of a live game, in one line: what it costs and whether it may."""
    from clubroute.rules.adviser.asking import table_of
    from clubroute.rules.adviser.drag import dragged, one_of_them

    pieces = asked.pieces or ((asked.piece,) if asked.piece else ())
    with table_of(context, asked.game) as at:
        return dragged(at, one_of_them(at, pieces), asked.to)


@method("adviser.menu", answers=MENU)
def adviser_menu(context: Context, asked: MenuQuestion) -> Any:
    """Which questions make sense about a unit of a live game, a hex, or two hexes."""
    from clubroute.rules.adviser.asking import table_of
    from clubroute.rules.adviser.menu import menu_of, picked

    with table_of(context, asked.game) as at:
        return menu_of(at, picked(at, asked))


@method("adviser.show", answers=SHOWN)
def adviser_show(context: Context, asked: ShowQuestion) -> Any:
    """The answer to a question of the menu: lines to read, and what to draw on VASSAL's map."""
    from clubroute.rules.adviser.asking import table_of
    from clubroute.rules.adviser.menu import picked
    from clubroute.rules.adviser.show import shown

    with table_of(context, asked.game) as at:
        return shown(at, asked.ask, picked(at, asked), asked.publish)


@method("adviser.room", answers=ROOM)
def adviser_room(context: Context, asked: GameQuestion) -> Any:
    """The address at which the map room, if one is open, shows the live game as it is now."""
    from clubroute.rules.adviser.asking import table_of
    from clubroute.rules.adviser.room import address_of

    with table_of(context, asked.game) as at:
        return {"address": address_of(at)}


@method("adviser.ready", answers=READY)
def adviser_ready(context: Context, asked: GameQuestion) -> Any:
    """Ask once what will be asked of a live game: what it takes is loaded when this is answered."""
    from clubroute.rules.adviser.asking import table_of
    from clubroute.rules.adviser.warm import warmed

    with table_of(context, asked.game) as at:
        return {"units": warmed(at)}
