"""Which live games the pages of a map room follow, by the names they have there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class FollowedGames:
    """The live games that pages follow.

    ``address`` is that of the map room in this process, with its token; "" if there is none, and
    then no game is followed. A game opened anew, as after a lost connection, takes the place of the
    one of its name.
    """

    address: str = ""
    _handles: dict[str, str] = field(default_factory=dict)

    def follow(self, name: str, handle: str) -> None:
        """Let pages follow a game under a name."""
        self._handles[name] = handle

    def handles(self) -> Mapping[str, str]:
        """The handles by name, the game opened first at the front."""
        return dict(self._handles)
