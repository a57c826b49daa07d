"""The tutorial: a log that begins with a scenario; each step plays a deed and tells of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from clubroute.builder.errors import Where
from clubroute.builder.module.parts import MODULE
from clubroute.builder.module.setups import Shelf, place
from clubroute.builder.sources.counter_set import Tutorial, TutorialStep
from clubroute.builder.vassal.atoms import (
    AddPiece,
    ChangePiece,
    Chat,
    MovePiece,
    read_atom,
)
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.commands import LOG, Command
from clubroute.builder.vassal.pieces import Piece, read_piece
from clubroute.builder.vassal.traits import BasicPiece, Layer, Stack

FILE = "tutorial.vlog"


def tutorial_entry(tutorial: Tutorial) -> Element:
    """The entry of the Help menu, which VASSAL's first window offers, too."""
    return element(
        f"{MODULE}.documentation.Tutorial",
        {
            "launchOnStartup": False,
            "logfile": FILE,
            "name": tutorial.title,
            "promptMessage": "",
            "welcomeMessage": tutorial.welcome,
        },
    )


def tutorial_log(shelf: Shelf, setups: Mapping[str, Command]) -> Command | None:
    """The set-up a tutorial begins with, its steps behind it; None for a game without one.

    :param setups: those of the game's scenarios, by id.
    :raises InputError: a scenario, counter, place or layer that is not there.
    """
    tutorial = shelf.counters.tutorial
    if tutorial is None:
        return None
    setup = setups[tutorial.table.choice("scenario", setups)]
    pieces = dict(lying(setup))
    ids = {BasicPiece.read(piece.basic).gpid: id_ for id_, piece in reversed(pieces.items())}
    steps = (played(step, shelf, ids, pieces) for step in tutorial.steps)
    return replace(setup, children=(*setup.children, *steps))


def lying(setup: Command) -> Iterator[tuple[str, Piece]]:
    """Every counter of a set-up by the id it has in the game."""
    for command in setup.children:
        atom = read_atom(command.text)
        if isinstance(atom, AddPiece) and atom.id is not None:
            piece = read_piece(atom.type, atom.state)
            if piece.basic.id == BasicPiece.PREFIX:
                yield atom.id, piece


def played(
    step: TutorialStep, shelf: Shelf, ids: Mapping[str, str], pieces: dict[str, Piece]
) -> Command:
    """The command of a step; ``pieces`` are as they are after it."""
    texts = [Chat(f"- {line}").text() for line in step.says]
    if step.counter is not None:
        gpids = {id_: item.gpid for id_, item in shelf.pieces.items() if item.gpid in ids}
        id_ = ids[gpids[step.table.checked("counter", step.counter, gpids)]]
        before = pieces[id_]
        after = pieces[id_] = with_levels(before, step)
        if step.to is not None:
            map_, x, y = spot(step, shelf)
            pieces[id_] = after.placed(map_, x, y)
            texts[:0] = moved(id_, before, pieces)
        if after != before:
            texts.insert(0, ChangePiece(id_, after.state_text(), before.state_text()).text())
    if not texts:
        expected = "something said, or a counter that moves or changes"
        raise step.table.error("counter", "a step in which nothing happens", expected)
    first, *rest = (Command(LOG + text) for text in texts)
    return Command(first.text, tuple(rest))


def moved(id_: str, before: Piece, pieces: Mapping[str, Piece]) -> Iterator[str]:
    """The commands that move a counter onto those that lie at its place, or onto a new stack."""
    was, now = BasicPiece.read(before.basic), BasicPiece.read(pieces[id_].basic)
    spot_ = (now.map, now.x, now.y)
    others = ((other, BasicPiece.read(piece.basic)) for other, piece in pieces.items())
    there = [other for other, at in others if other != id_ and (at.map, at.x, at.y) == spot_]
    under = there[-1] if there else None
    yield MovePiece(id_, *spot_, under, was.map, was.x, was.y, None, None).text()
    if under is None:
        stack = Stack(*spot_, (id_,)).trait()
        yield AddPiece(f"{id_}-{now.x}-{now.y}", stack.type, stack.state).text()


def with_levels(piece: Piece, step: TutorialStep) -> Piece:
    """A piece with the layers of a step at their levels. :raises InputError: no such layer."""
    layers = [Layer.read(trait) if trait.id == Layer.PREFIX else None for trait in piece.traits]
    known = [layer.name for layer in layers if layer is not None]
    levels = {step.table.checked("layers", name, known): n for name, n in step.layers}
    return Piece(
        tuple(
            trait
            if layer is None or layer.name not in levels
            else type(trait)(trait.type, str(levels[layer.name]))
            for trait, layer in zip(piece.traits, layers, strict=True)
        )
    )


def spot(step: TutorialStep, shelf: Shelf) -> tuple[str, int, int]:
    """Map and px of the box or hex a step names. :raises InputError: there is none."""
    assert step.to is not None
    for window in shelf.counters.windows.windows:
        for box in window.boxes:
            if box.title == step.to:
                return window.title, *box.centre
    where = Where(str(step.table.path), step.table.row("to"), None, "step.to")
    return shelf.game.map, *place(step.to, where, shelf.views)[1:]
