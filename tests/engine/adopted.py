"""A module and what was made of it by adopting, side by side in the engine."""

from __future__ import annotations

import random
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.engine.driver import Engine, EngineError
from tests.engine.prepare import EngineFiles

POINTS = 60
"""Places of each map whose names are compared."""
PATIENCE = 300
FACTORY = re.compile(rb"<(?!VASSAL\.)(?:\w+\.)*\w*(?:Factory|Encoder)(?=[\s/>])")
"""How a part of a module's own program begins that makes its pieces."""
OURS = b"<VASSAL.build.module.BasicCommandEncoder"


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the table: pieces, decks with their cards, boards with names of their places."""

    pieces: Counter[tuple[str, str | None, int, int, int]]
    decks: Counter[tuple[str, int, int, tuple[str, ...]]]
    places: dict[tuple[object, ...], tuple[str, ...]]

    def line(self) -> str:
        """How much that is."""
        cards = sum(len(deck[3]) for deck in self.decks.elements())
        return (
            f"{self.pieces.total()} pieces, {self.decks.total()} decks with {cards} cards, "
            f"{len(self.places)} maps"
        )


@dataclass(slots=True)
class Opened:
    """A module that was opened: its engine, its games by their names, and the complaints."""

    engine: str
    games: dict[str, Laid | str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def laid(engine: Engine) -> Laid:
    """What lies on the table of a running game."""
    position = engine.position()
    names = {one.id: one.name for one in position.pieces}
    places = {}
    for one in engine.maps():
        chance = random.Random(one.name)
        # A board whose picture is missing has no size.
        wide = max((board.x + board.width for board in one.boards), default=1) or 1
        high = max((board.y + board.height for board in one.boards), default=1) or 1
        points = [(chance.randrange(wide), chance.randrange(high)) for _ in range(POINTS)]
        known = tuple(engine.raw_names(one.name, points)) if one.boards else ()
        places[(one.name, *one.boards)] = known
    return Laid(
        Counter((one.name, one.map, one.x, one.y, one.index) for one in position.pieces),
        Counter(
            (deck.map, deck.x, deck.y, tuple(names.get(card, "?") for card in deck.cards))
            for deck in position.decks
        ),
        places,
    )


def opened(files: EngineFiles, display: str, module: Path) -> Opened:
    """Open a module, begin a new game and its first set-up. :raises EngineError: it does not
    open."""
    with Engine(files, display, module, answer_seconds=PATIENCE) as engine:
        found = Opened(engine.engine_version)
        engine.new_game(seed=1)
        found.games["new game"] = laid(engine)
        setups = [one.name for one in engine.setups() if one.file and not one.error]
        for name in setups[:1]:
            try:
                engine.start_setup(name, seed=2)
                found.games[name] = laid(engine)
            except EngineError as error:
                found.games[name] = str(error).splitlines()[0]
        found.problems = [one.replace(str(module), "").splitlines()[0] for one in engine.problems]
    return found


def plain_copy(module: Path, target: Path) -> Path:
    """A module whose pieces the engine can make though its own program is not there: only so can
    what is in it be compared."""
    with zipfile.ZipFile(module) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename in ("buildFile", "buildFile.xml"):
                data = FACTORY.sub(OURS, data)
            new.writestr(info.filename, data)
    return target


def differences(before: Opened, after: Opened) -> Iterator[str]:
    """What is otherwise in an adopted module."""
    for name, old in before.games.items():
        new = after.games.get(name, "is not there")
        if isinstance(old, str) or isinstance(new, str):
            if old != new:
                yield f"{name}: {old if isinstance(old, str) else 'opens'} → {new}"
            continue
        for what in ("pieces", "decks"):
            one, other = getattr(old, what), getattr(new, what)
            if one != other:
                lost, more = one - other, other - one
                yield f"{name}: {what}: {lost.total()} lost {[*lost][:2]}, {more.total()} more"
        if old.places != new.places:
            wrong = [key[0] for key in old.places if old.places[key] != new.places.get(key)]
            yield f"{name}: places of {wrong}"
