"""The bridges and ferries of a position, by the hexes they join.

A crossing is named by its hexes as printed: both ends of a hexside (``E54.24/E55.25``), both ends
and the hex between (``A48.07/A49.07/A50.06``), or one hex for all there is in it (``A48.05``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.kinds import SIDE, YES, printed
from clubroute.rules.asking.schema import check_value
from clubroute.rules.position.names import squeezed
from clubroute.rules.position.record import of, plain, record, said, word
from clubroute.rules.scs.games import book

MOST_HEXES = 3

STATES = ("stands", "prepared", "blown", "built")
"""What a bridge may be: as printed, wired for demolition, blown, or built by a Bridging unit."""
STANDING = ("stands", "prepared", "built")
STATE_WORD = word(*STATES, also={"safe": "stands", "intact": "stands", "destroyed": "blown"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """A bridge, as far as it is known."""

    word: str | None = said(STATE_WORD, "whether it stands, is prepared, blown or built", name="is")
    light: bool | None = said(YES, 'whether it is a Light Bridge: the "No Tanks" icon')
    blow: int | None = said(
        plain({"type": "integer", "minimum": 0, "maximum": 6}), "the highest die that blows it"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ferry:
    """A Ferry. One made by an engineer serves its ``side`` only; a printed one both."""

    side: str | None = said(SIDE, "the side whose engineer made it; if absent a printed one")
    used: int | None = said(
        plain({"type": "integer", "minimum": 0, "maximum": 4}), "units it has carried this turn"
    )


BRIDGE = record(Bridge, short="is")


@cache
def marked_bridges() -> Mapping[str, str]:
    """By the name on a bridge's marker, without spaces, the hex the marker is set up in (5.1)."""
    rows = book("bridges")["markers"].values.items()
    return {squeezed(name): str(at) for name, at in rows if name != "rule"}


def crossing_key(text: str, path: str) -> str:
    """A crossing's name without spaces, or the hex of the bridge whose marker has the name.

    :raises InputError: it does not name 1 to 3 hexes.
    """
    check_value(text, {"type": "string", "maxLength": 40}, path)
    known = marked_bridges().get(squeezed(text)) or marked_bridges().get(f"{squeezed(text)}bridge")
    if known is not None:
        return known
    hexes = [one.strip() for one in printed(text, path).split("/")]
    if not all(hexes) or len(hexes) > MOST_HEXES:
        expected = "a hex, or 2 or 3 of them, as E54.24/E55.25; or a bridge's marker, as Son"
        raise InputError(Where("params", part=path), repr(text), expected)
    return "/".join(hexes)


CROSSING = of({"type": "string", "maxLength": 40}, crossing_key)
"""A bridge by its hex or hexes."""


def crossed(text: str, path: str) -> str:
    """The name of a crossing by both its banks. :raises InputError: it does not name them."""
    found = crossing_key(text, path)
    if "/" not in found:
        raise InputError(Where("params", part=path), repr(text), "2 or 3 hexes")
    return found
