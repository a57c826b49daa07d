"""Games written down as deeds, one a line, and played on our own recorder.

``mv UNIT HEX …`` drags a unit and ``stack UNIT HEX`` its whole stack; ``off UNIT`` removes it,
``new UNIT HEX`` takes one from the palette. ``die`` rolls, ``chit ID`` draws, ``turn`` moves the
tracker on; ``col UNIT``, ``on UNIT STATE`` and ``no UNIT STATE`` turn its layers; ``undo`` takes
the last deed back, ``say WORDS`` speaks. Where there is no scenario (``-``), ``at DAY TIME``,
``lay COUNTER HEX`` and ``mug CHIT …`` come first and say how the game is set up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.module import parts
from clubroute.builder.module.counters import module_pieces
from clubroute.builder.module.game import board_setup
from clubroute.builder.module.parts import deck_type_fields, turn_state
from clubroute.builder.vassal.atoms import AddPiece
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.pieces import expand
from clubroute.builder.vassal.setup import (
    PlacedDeck,
    PlacedPiece,
    Setup,
    setup_archive,
)
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.series import outlined
from clubroute.rules.logs.game import start
from clubroute.rules.logs.read import log_of
from tests.logs.check.tables import COLUMN, DRAWN_AT, MUG_MAP
from tests.logs.recorder import Recorder
from tests.logs.referee.scoreboard import Label
from tests.logs.scs.table import LAYERS
from tests.saves.setups import metadata, set_up, shelf
from tests.saves.test_tape import MAIN, pixel

HERE = Path(__file__).parent
MODULES = {"wed": "Where Eagles Dare", "tdc": "The Devil's Cauldron", "ins": "It Never Snows"}
DICE = {"ins": "2d6", "wed": "d10", "tdc": "d10"}


@dataclass(frozen=True, slots=True)
class Played:
    """A row: a game of a scenario, whether it is ``legal`` or ``illegal``, who breaks a rule in it
    (the id of a counter), how it is judged, what is done, and the rule that says so."""

    label: Label
    scenario: str
    deeds: tuple[str, ...]

    @property
    def game(self) -> str:
        """Which game it is of."""
        return self.label.name.partition("-")[0]


def games(file: str) -> list[Played]:
    """The games of a file, in its order; a line ``NAME = DEEDS`` gives deeds a name."""
    found, named = [], dict[str, str]()
    for line in (HERE / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            name, _, deeds = line.partition("=")
            named[name.strip()] = deeds
        elif line and not line.startswith("#"):
            name, scenario, verdict, piece, options, deeds, why = map(str.strip, line.split("|"))
            for word, more in named.items():
                deeds = deeds.replace(word, more)
            done = tuple(deed.strip() for deed in deeds.split(";"))
            found.append(Played(Label(name, verdict, piece, options, deeds, why), scenario, done))
    return found


def module_of(game: str, context: Context) -> Module:
    """The module of a game, as the check reads it."""
    found = outlined(context, MODULES[game])
    assert found is not None
    return found


@dataclass(slots=True)
class Hand:
    """Does the deeds of a game. ``thrown`` counts the dice."""

    game: str
    recorder: Recorder
    thrown: int = field(default=0)

    def piece(self, id_: str) -> str:
        """The piece of a counter's id."""
        return next(
            one.id
            for one in self.recorder.game.pieces.values()
            if id_ in {one.property_value(name) for name in ("UnitId", "MarkerId", "ChitId")}
        )

    def do(self, deed: str) -> None:
        """Do one deed."""
        verb, *words = deed.split()
        getattr(self, f"do_{verb}")(*words)

    def do_mv(self, unit: str, *hexes: str) -> None:
        for number in hexes:
            self.recorder.move(self.piece(unit), MAIN, *pixel(self.game, number))

    def do_stack(self, unit: str, number: str) -> None:
        stack = self.recorder.game.pieces[self.piece(unit)].group
        assert stack is not None
        self.recorder.move_stack(stack, MAIN, *pixel(self.game, number))

    def do_off(self, unit: str) -> None:
        self.recorder.delete(self.piece(unit))

    def do_die(self, *results: str) -> None:
        self.thrown += 1
        dice = DICE[self.game] if len(results) != 1 or self.game != "ins" else "d6"
        many = 2 if dice == "2d6" else 1
        told = [int(one) for one in results] or [1 + (self.thrown + n) % 6 for n in range(many)]
        self.recorder.roll(dice, told)

    def do_chit(self, id_: str) -> None:
        self.recorder.draw(self.piece(id_), MUG_MAP, *DRAWN_AT)

    def do_turn(self, many: str = "1") -> None:
        source = shelf(self.game).game
        for _ in range(int(many)):
            (now,) = self.recorder.game.turns.values()
            day, _, _, _, inner = decode(now.levels, ";")
            ahead = int(day) * len(source.times) + int(decode(inner, ";")[0]) + 1
            day_, time = divmod(ahead, len(source.times))
            state = turn_state(source, source.days[day_], source.times[time])
            self.recorder.turn("* Turn", state)

    def do_col(self, unit: str) -> None:
        piece = self.piece(unit)
        shown = self.recorder.game.pieces[piece].property_value("Column_Level")
        self.recorder.change(piece, COLUMN, "1" if shown == "2" else "2")

    def do_on(self, unit: str, state: str, level: str = "2") -> None:
        self.recorder.change(self.piece(unit), f"emb2;;128;A;{LAYERS[state][0]}", level)

    def do_no(self, unit: str, state: str) -> None:
        self.do_on(unit, state, "1")

    def do_new(self, id_: str, number: str) -> None:
        """Take a piece that is not in the game from the palette."""
        fresh = start(log_of(laid(self.game, [f"lay {id_} {number}"]), Where("(palette)")))
        piece = next(iter(fresh.pieces.values()))
        put = piece.put(MAIN, piece.x, piece.y, None)
        self.recorder.step(AddPiece(f"new-{id_}", put.type, put.state_text()))

    def do_undo(self) -> None:
        self.recorder.undo()

    def do_say(self, *words: str) -> None:
        self.recorder.say("Bert", " ".join(words))


SETS_UP = ("at", "lay", "mug")


def laid(game: str, deeds: Iterable[str]) -> bytes:
    """A save of a game that is set up by deeds."""
    on = shelf(game)
    by_id = {item.id: item for item in module_pieces(on.counters)}
    shared = on.counters.traits.prototypes
    placed, mug, turn = list[PlacedPiece](), list[str](), ""
    for verb, *words in map(str.split, deeds):
        if verb == "at":
            turn = turn_state(on.game, " ".join(words[:-1]), words[-1]).text()
        elif verb == "mug":
            mug += words
        else:
            whole = expand(by_id[words[0]].definition, shared)
            placed.append(PlacedPiece(whole, on.game.map, *pixel(game, words[1])))
    decks = [
        PlacedDeck(
            deck_type_fields(deck, on.counters.windows.menu(deck)),
            window.title,
            *deck.at,
            True,
            tuple(by_id[id_].definition for id_ in (mug if deck.holds == "chits" else ())),
        )
        for window, deck in on.counters.windows.decks()
    ]
    windows = map(parts.board_setup, on.counters.windows.windows)
    boards = (board_setup(on.game.map, on.views), *windows)
    setup = Setup(placed=placed, boards=boards, decks=decks, extra=(turn,), prototypes=shared)
    return setup_archive(setup, metadata(game))


def played(one: Played, context: Context) -> bytes:
    """The log of a game."""
    module = module_of(one.game, context)
    before = [deed for deed in one.deeds if deed.split()[0] in SETS_UP]
    bare = one.scenario == "-"
    setup = laid(one.game, before) if bare else set_up(one.game, one.scenario)
    hand = Hand(one.game, Recorder(setup, module.maps))
    for deed in one.deeds[len(before) :]:
        hand.do(deed)
    return hand.recorder.log_bytes()
