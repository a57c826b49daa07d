"""A game played as VASSAL plays it, and told to a context command by command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clubroute.builder.errors import Where
from clubroute.builder.vassal.atoms import AddPiece, Atom
from clubroute.builder.vassal.commands import ESC
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.client import Client
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.finding import CheckReport
from clubroute.rules.logs.check.series import open_referee, outlined
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.read import log_of
from clubroute.rules.saves.live import atoms_of
from tests.logs.recorder import Recorder
from tests.saves.setups import set_up
from tests.saves.test_live import text_of
from tests.saves.test_tape import MAIN, pixel

MODULE = "Where Eagles Dare"
GRENADIERS = "wal-5-pg-2107"
TANKS = "wal-3-pz-2107"
MORTAR = "101-s-mtr-2-506"
UNITS = (GRENADIERS, TANKS, "wal-2-pg-2107", MORTAR, "101-easy-2-506")


def seen(piece: GamePiece) -> AddPiece:
    """A piece as the plug-in sends it when it is seen for the first time."""
    return AddPiece(piece.id, piece.type, piece.put(piece.map, piece.x, piece.y, None).state_text())


class PlayedTable:
    """A set-up of WED: ``recorder`` plays, and what it plays is sent on, to a ``client``'s service
    if there is one. ``emptied``: what lies in decks was not sent."""

    def __init__(
        self, context: Context, scenario: str = "WED-4", client: Client | None = None
    ) -> None:
        self.context, self.client, self.scenario = context, client, scenario
        module = outlined(context, MODULE)
        assert module is not None
        self.module = module
        self.recorder = Recorder(set_up("wed", scenario), module.maps)
        vassal = {"text": text_of(scenario), "module": module.name}
        self.opened: dict[str, Any] = self._ask("state.open", {"vassal": vassal})
        self.game: str = self.opened["game"]
        self.sent, self.emptied = 0, False

    def ask(self, method: str, **params: Any) -> Any:
        return self._ask(method, {"game": self.game, **params})

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        if self.client is not None:
            return self.client.ask(method, **params)
        return ask(self.context, method, params)

    def piece(self, id_: str) -> str:
        pieces = self.recorder.game.pieces.values()
        there = (one for one in pieces if one.map == MAIN)
        return next(one.id for one in there if one.property_value("UnitId") == id_)

    def place(self, number: str) -> dict[str, Any]:
        x, y = pixel("wed", number)
        return {"map": MAIN, "x": x, "y": y}

    def send(self, atoms: Sequence[Atom], **told: Any) -> dict[str, Any]:
        """Send commands as the plug-in does."""
        self.sent += 1
        text = ESC.join(atom.text() for atom in atoms)
        vassal = {"text": text, "game": self.game, "number": self.sent, **told}
        answer: dict[str, Any] = self._ask("state.open", {"vassal": vassal})
        return answer

    def whole(self) -> str:
        """The game as the plug-in sends it: what lies open, decks without what is in them."""
        game = self.recorder.game
        told = [atom for atom in atoms_of(text_of(self.scenario)) if not isinstance(atom, AddPiece)]
        decks = [
            atom._replace(state=";".join(atom.state.split(";")[:4]))
            for atom in atoms_of(text_of(self.scenario))
            if isinstance(atom, AddPiece)
            if (group := game.groups.get(atom.id or "")) is not None and group.is_deck
        ]
        inside = {id_ for group in game.groups.values() if group.is_deck for id_ in group.pieces}
        there = [one for one in game.pieces.values() if one.map is not None]
        pieces = [seen(one) for one in there if one.id not in inside]
        return ESC.join(atom.text() for atom in (*told, *decks, *pieces))

    def send_whole(self, **told: Any) -> None:
        """Send the game whole, as the plug-in does at first, and where a text was refused."""
        vassal = {"text": self.whole(), "module": self.module.name, **told}
        self.opened = self._ask("state.open", {"vassal": vassal})
        self.game, self.sent, self.emptied = self.opened["game"], 0, True

    def move(self, piece: str, number: str) -> dict[str, Any]:
        self.recorder.move(piece, MAIN, *pixel("wed", number))
        return self.send(self.recorder.steps[-1])

    def undo(self) -> dict[str, Any]:
        self.recorder.undo(marked=True)
        return self.send(self.recorder.steps[-1], source="undo")

    def draw(self, chit: str) -> None:
        """Draw an activation chit, whose name begins so."""
        game = self.recorder.game
        mug = next(one for one in game.groups.values() if one.deck_name == "Activation Mug")
        card = next(one for one in mug.pieces if game.pieces[one].name.startswith(chit))
        assert mug.map is not None
        self.recorder.draw(card, mug.map, mug.x + 300, mug.y)
        self.send(self.recorder.steps[-1] if not self.emptied else (seen(game.pieces[card]),))

    def checked(self) -> CheckReport:
        """What the check of the log says, up to here."""
        log = log_of(self.recorder.log_bytes(), Where("live"))
        return check_log(log, self.module, open_referee(self.context, self.module.name, None), {})
