"""What a program inside VASSAL sends of its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from clubroute.rules.position.record import plain, said, word

Source: TypeAlias = Literal["live", "remote", "undo", "replay"]
"""Where commands come from: done here, sent by another player, taking a step back, or stepped
through in a log that was played before."""
SOURCES: tuple[Source, ...] = ("live", "remote", "undo", "replay")
TEXT = plain({"type": "string"})
SHORT = plain({"type": "string", "maxLength": 200})


@dataclass(frozen=True, slots=True, kw_only=True)
class VassalText:
    """A game as VASSAL writes it. One of ``text`` and ``packed`` is given."""

    text: str | None = said(
        TEXT,
        "commands as GameModule.encode writes them: a saved game's, or the visible pieces' alone; "
        "with game, what has happened since",
    )
    packed: str | None = said(
        TEXT, "the same text deflated (zlib), or a whole .vsav or .vlog, as base64"
    )
    module: str | None = said(SHORT, "the module's name, which the text does not say")
    version: str | None = said(SHORT, "VASSAL's version, as 3.7.14")
    scenario: str | None = said(SHORT, "what is played, where the game's notes do not say it")
    step: int | None = said(
        plain({"type": "integer", "minimum": 0}), "of a .vlog, the steps that are played"
    )
    game: str | None = said(SHORT, "the handle of the game that these commands go on from")
    after: str | None = said(
        SHORT,
        "of a whole game, the handle under which the program sent it before: what its judge knows "
        "beside the position, as the chit in play, holds on where the position is still the same",
    )
    number: int | None = said(
        plain({"type": "integer", "minimum": 1}),
        "with game, which of its texts this is, from 1; the last one sent again, as its answer was "
        "lost, is passed over, and one that is not the next is refused",
    )
    source: Source = said(
        word(*SOURCES),
        "with game, where the commands come from; live if absent. An undo takes its step back; "
        "what is stepped through in a log (replay) is played, and not judged",
        default="live",
    )
