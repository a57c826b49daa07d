"""The table of games in measure.txt: what is done in each, by hand, and what the judge says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from clubroute.rules.logs.check.finding import CheckReport, LogFinding
from tests.logs.check.conftest import Staged
from tests.logs.check.game import Game
from tests.logs.check.player import NIGHT
from tests.logs.check.scenario import STACK
from tests.logs.check.tables import MUG, ROUTE_MAP
from tests.logs.scs.games import checked
from tests.logs.scs.player import MAP, Player
from tests.logs.scs.scenario import InsGame
from tests.logs.scs.table import AWAY
from tests.logs.scs.table import Recorded as InsTable

TABLE = Path(__file__).with_name("measure.txt")
Kind = Literal["legal", "illegal", "open"]
LEGAL: Literal["legal"] = "legal"
STACKING = "stacking"
OPEN = "?"
"""Begins, in the place of a culprit, the words of what the log leaves open."""
UNANNOUNCED = "!"
"""Marks a game of a round in which Second Actions are announced, and none was."""

GOING_ON = {
    "chit-59-division": ("59-2-i-1034-59", "60.141"),
    "chit-101-502": ("101-b-1-502", "63.157"),
    "chit-wal-107": ("wal-1-pz-2107", "71.154"),
}
"""By a chit that is drawn after a violation, who moves under it by the rules, and where to."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A row: a game of people. ``culprit`` is LEGAL, STACKING, the piece that breaks a rule, or
    after OPEN what nobody can know."""

    name: str
    game: str
    culprit: str
    deeds: tuple[tuple[str, ...], ...]

    @property
    def id(self) -> str:
        return f"{self.game} {self.name}"

    def proves(self, found: LogFinding) -> bool:
        """Whether a finding is about what is wrong here."""
        return self.culprit == (STACKING if found.check == STACKING else found.unit)


def kind_of(culprit: str) -> Kind:
    """What is to become of a game."""
    return LEGAL if culprit == LEGAL else "open" if culprit.startswith(OPEN) else "illegal"


def rows(kind: Kind) -> Iterator[Measured]:
    """The games of a kind."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, game, culprit, deeds = (part.strip() for part in line.split("|"))
            if kind_of(culprit) == kind:
                words = tuple(tuple(deed.split()) for deed in deeds.split(";"))
                yield Measured(name, game, culprit, words)


def judged(row: Measured, staged: Staged, ins: InsGame) -> CheckReport:
    """Play a game and judge it."""
    if row.game == "ins":
        return _ins(row, ins)
    unannounced = row.game.endswith(UNANNOUNCED)
    game = Game(*staged(row.game.removesuffix(UNANNOUNCED)), dice=False)
    for verb, *words in row.deeds:
        if verb == "mail":  # from here on it is another log, which is judged by itself
            game = game.going_on()
        else:
            _gts_deed(game, verb, words)
    return game.report(stacking=STACK, second_actions=not unannounced)


def _gts_deed(game: Game, verb: str, words: list[str]) -> None:
    table, ids = game.table, game.told.ids
    match verb, words:
        case "draw", [chit]:
            game.draw(chit)
        case "back", [chit]:
            game.back(chit)
        case "put", [piece, *hexes]:
            game.put(piece, *hexes)
        case "stack", [piece, number]:
            table.drag_stack(ids[piece], game.told.game.map, game.told.pixel(number))
        case "aside", [piece]:
            table.drag(ids[piece], ROUTE_MAP, game.told.box)
        case "form", [piece]:
            game.form(piece)
        case "note", [piece, *text]:
            table.note(ids[piece], " ".join(text))
        case "say", _:
            table.recorder.say("Anna", " ".join(words))
        case "die", []:
            table.roll()
        case "undo", []:
            table.undo()
        case "turn", []:
            table.turn()
        case "night", []:
            while table.time != NIGHT:
                table.turn()
        case "goes", ["on"]:
            _goes_on(game)
        case _:
            raise AssertionError(f"nobody can {verb} {words}")


def _goes_on(game: Game) -> None:
    """Play goes on under two chits that are left: what was done before is not put right."""
    deck = next(one for one in game.table.recorder.game.groups.values() if one.deck_name == MUG)
    left = {game.told.chits[piece] for piece in deck.pieces}
    for chit in [chit for chit in GOING_ON if chit in left][:2]:
        game.draw(chit)
        game.put(*GOING_ON[chit])


def _ins(row: Measured, game: InsGame) -> CheckReport:
    table = InsTable(game)
    player = Player(table, game, random.Random(0))
    ids = game.told.ids
    for verb, *words in row.deeds:
        match verb, words:
            case "put", [unit, *hexes]:
                for number in hexes:
                    table.drag(ids[unit], MAP, game.told.pixel(number))
            case "aside", [unit]:
                table.drag(ids[unit], *AWAY)
            case (("show" | "hide"), [piece, state]):
                table.turn_over(ids[piece], state, verb == "show")
            case "kill", [unit]:
                table.remove(ids[unit])
            case "say", _:
                table.recorder.say("Anna", " ".join(words))
            case "die", []:
                player.roll()
            case "undo", []:
                table.undo()
            case "turn", []:
                table.next_turn()
            case _:
                raise AssertionError(f"nobody can {verb} {words}")
    return checked(game, table.data())
