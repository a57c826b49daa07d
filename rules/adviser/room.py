"""``adviser.room``: the address that opens the live game in this user's map room.

A room in this process follows the game; one in another process is shown it as it is now.
"""

from __future__ import annotations

from pathlib import Path
from socket import create_connection
from urllib.parse import quote

from clubroute.builder.errors import InputError, Where
from clubroute.rules.adviser.asking import LiveTable
from clubroute.rules.room.asked import LinkTold
from clubroute.rules.room.links import link_of
from clubroute.rules.service.places import HOST, runtime_folder

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
        if path.stem.isdigit() and answers(int(path.stem)):
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
