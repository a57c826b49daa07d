"""The set-up in a saved game, as the rows an author edits: ``clubroute scenario from``."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.counting import is_signed, so_many
from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.append_rows import append_rows
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.module.game import read_game
from clubroute.builder.module.outline import game_named, shelf_of
from clubroute.builder.module.setups import Shelf
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.order_of_battle import NAME_COLUMNS
from clubroute.builder.sources.tables import read_rows
from clubroute.builder.sources.windows import COUNTER
from clubroute.builder.vassal.archive import SaveArchive, read_save
from clubroute.builder.vassal.atoms import END_SAVE, AddPiece, read_atom
from clubroute.builder.vassal.metadata import MODULE_DATA
from clubroute.builder.vassal.pieces import Piece, read_piece
from clubroute.builder.vassal.traits import BasicPiece, Deck, Layer, Stack

SHOWN = 8
"""So many of the counters that stand in no hex are told by name."""


@dataclass(frozen=True, slots=True)
class SavedCounter:
    """A counter in a hex: its id, and the words for how it stands, ``+`` between them."""

    id: str
    hex: str
    state: str


@dataclass(frozen=True, slots=True)
class SavedSetup:
    """What a save has of a game's counters. ``elsewhere`` counts those of other windows, by window;
    ``off`` and ``unknown`` name pieces of the map that stand in no hex, or that the game lacks."""

    units: tuple[SavedCounter, ...]
    markers: tuple[SavedCounter, ...]
    elsewhere: Mapping[str, int]
    off: tuple[str, ...]
    unknown: tuple[str, ...]


def game_of(project: Project, save: SaveArchive, named: str | None) -> str:
    """The game of a save: the one named, or the one whose module it was played with.

    :raises InputError: the project has no such game.
    """
    if named is not None:
        return project.game(named).name
    title = save.module_metadata().name or "" if MODULE_DATA in save else ""
    folder = game_named(project, title)
    if folder is None:
        titles = [read_game(project.game(name) / MODULE_FILE).name for name in project.games()]
        expected = "a game of this project (--game NAME)"
        raise InputError(save.where, f"module {title!r}", expected, nearest_name(title, titles))
    return folder.name


def saved_setup(save: SaveArchive, shelf: Shelf) -> SavedSetup:
    """Where the counters of a game stand in a save. :raises InputError: the save is damaged."""
    pieces, order = read_pieces(save)
    known = counters_by_number(shelf)
    names = counters_by_name(shelf)
    unit_ids = {unit.id for unit in shelf.counters.units}
    lying = {laid: word for word, laid in shelf.counters.traits.lays.items()}
    units: list[SavedCounter] = []
    markers: list[SavedCounter] = []
    off: list[str] = []
    unknown: list[str] = []
    elsewhere = Counter[str]()
    dug: dict[str, set[str]] = {}
    for id_ in order:
        basic = BasicPiece.read(pieces[id_].basic)
        if basic.map != shelf.game.map:
            elsewhere[basic.map or "no window"] += 1
            continue
        counter = known.get(basic.gpid) or names.get(basic.name)
        number = hex_number(shelf, basic.x, basic.y)
        if counter is None:
            unknown.append(basic.name)
        elif number is None:
            off.append(basic.name)
        else:
            words = tuple(words_of(pieces[id_], counter, shelf))
            if (counter.id, words) in lying:
                dug.setdefault(number, set()).add(lying[counter.id, words])
                continue
            words = (*sorted(dug.get(number, ())), *words)
            found = SavedCounter(counter.id, number, "+".join(dict.fromkeys(words)))
            (units if counter.id in unit_ids else markers).append(found)
    return SavedSetup(
        tuple(units), tuple(markers), dict(sorted(elsewhere.items())), tuple(off), tuple(unknown)
    )


def counters_by_number(shelf: Shelf) -> dict[str, ModulePiece]:
    """The counters of a game by the numbers of their slots. A part that the author gives as VASSAL
    has it keeps the numbers it came with."""
    found = {one.gpid: one for one in shelf.pieces.values()}
    for component in shelf.counters.windows.components:
        for slot in component.element.walk():
            if slot.tag == COUNTER and slot.get("gpid"):
                found[slot.get("gpid")] = shelf.pieces[slot.get("id")]
    return found


def counters_by_name(shelf: Shelf) -> dict[str, ModulePiece]:
    """The counters whose name no other has: modules of old versions of VASSAL number none."""
    names = Counter(one.name for one in shelf.pieces.values())
    return {one.name: one for one in shelf.pieces.values() if one.name and names[one.name] == 1}


def read_pieces(save: SaveArchive) -> tuple[dict[str, Piece], list[str]]:
    """The pieces of a save by id, and the ids from the bottom of each stack up; none of a deck."""
    pieces: dict[str, Piece] = {}
    order: list[str] = []
    decks = set[str]()
    stacks: dict[str, Stack] = {}
    # VASSAL appends pieces to empty commands, we to the save itself.
    for command in save.command().walk():
        if command.text == END_SAVE:
            break
        atom = read_atom(command.text)
        if not isinstance(atom, AddPiece) or atom.id is None:
            continue
        piece = read_piece(atom.type, atom.state, save.where)
        if piece.basic.id == Stack.PREFIX:
            stack = Stack.read(piece.basic)
            order += stack.children
            stacks |= dict.fromkeys(stack.children, stack)
        elif piece.basic.id == Deck.PREFIX:
            decks.update(Deck.read(piece.basic).children)
        elif piece.basic.id == BasicPiece.PREFIX:
            pieces[atom.id] = piece
    for id_, stack in stacks.items():
        basic = BasicPiece.read(pieces[id_].basic) if id_ in pieces else None
        if basic is not None and basic.map is None:
            # An old VASSAL says only of the stack where it stands.
            moved = replace(basic, map=stack.map, x=stack.x, y=stack.y)
            pieces[id_] = pieces[id_].with_basic(moved)
    there = [id_ for id_ in dict.fromkeys((*order, *pieces)) if id_ in pieces]
    return pieces, [id_ for id_ in there if id_ not in decks]


def hex_number(shelf: Shelf, x: int, y: int) -> str | None:
    """The printed number of the hex at a px of the map, None where there is none."""
    for view in shelf.views:
        left, top = x - view.map_x, y - view.map_y
        if 0 <= left < view.width and 0 <= top < view.height:
            h = view.hex_at(left, top)
            if view.holds(h):
                return view.lattice.format(h)
    return None


def words_of(piece: Piece, counter: ModulePiece, shelf: Shelf) -> Iterator[str]:
    """The words of a set-up for the layers a counter shows."""
    shown = set()
    for trait in piece.traits:
        layer = Layer.read(trait) if trait.id == Layer.PREFIX else None
        level = trait.state.partition(";")[0]
        if layer is not None and is_signed(level) and int(level) > 1:
            shown.add(layer.name)
    unit = next((one for one in shelf.counters.units if one.id == counter.id), None)
    words = shelf.counters.traits.words
    # The side that is up goes by the name of that side, where a set-up knows it.
    back = unit.back if unit is not None and words.get(unit.back) == "Back" else "back"
    for word, layer_name in words.items():
        if layer_name in shown and (layer_name != "Back" or word == back):
            shown.discard(layer_name)
            yield word


def rows_text(found: SavedSetup) -> str:
    """The unit list as CSV."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    counted = Counter(found.units)
    copies = any(many > 1 for many in counted.values())
    table.writerow(["unit", *(["count"] if copies else []), "hex", "state"])
    for one, many in counted.items():
        table.writerow([one.id, *([many] if copies else []), one.hex, one.state])
    return out.getvalue()


def markers_text(found: SavedSetup) -> str:
    """The markers as tables of the scenario's TOML file."""
    parts = []
    for one in found.markers:
        side = 'side_up = "back"\n' if one.state == "back" else ""
        parts.append(f'[[marker]]\nmarker = "{one.id}"\nhex = "{one.hex}"\n{side}cite = ""\n')
    return "\n".join(parts)


def head_text(id_: str) -> str:
    """The beginning of a new scenario's TOML file."""
    return f'id = "{id_.upper()}"\ntitle = "{titled(id_)}"\nsetup = true\n'


def titled(id_: str) -> str:
    """A title made of a file's name."""
    return id_.replace("-", " ").title()


def write_setup(project: Project, file: Path, game: str | None, out: Path | None) -> list[str]:
    """Write the set-up of a save; returns lines about it.

    :param out: the unit list, a CSV file; its scenario's TOML file is written beside it where there
        is none. None: the lines are the set-up itself.
    :raises InputError: no save, no such game, a file that is there already.
    """
    save = read_save(file)
    shelf = shelf_of(project, game_of(project, save, game))
    found = saved_setup(save, shelf)
    unseen = [word for word, layer in shelf.counters.traits.words.items() if not layer]
    notes = list(note_lines(found))
    if unseen and found.units:
        notes.append(f"# no counter shows {', '.join(unseen)}: those words are yours to add")
    if out is None:
        tables = [f"# in the .toml beside it:\n{markers_text(found)}"] if found.markers else []
        return [rows_text(found) + "\n".join(tables), *notes]
    if out.suffix != ".csv":
        raise InputError(Where.of(out), f"a file name ending in {out.suffix!r}", ".csv")
    scenario = out.with_suffix(".toml")
    if out.exists():
        raise InputError(Where.of(out), "a file", "none: choose another name, or look at both")
    write_bytes(out, rows_text(found).encode())
    told = [f"{out}: {so_many(len(found.units), 'unit')}"]
    if scenario.exists():
        told += [f"{scenario} is there: its markers would be\n{markers_text(found)}"]
    else:
        text = "\n".join(filter(None, (head_text(out.stem), markers_text(found))))
        write_bytes(scenario, text.encode())
        told.append(
            f"{scenario}: {so_many(len(found.markers), 'marker')}; give it a title, turns and rules"
        )
        book = out.parent.parent / "scenarios.csv"
        if out.parent.name == "scenarios":
            if not book.is_file():
                write_bytes(book, b"id,title,cite\n")
            id_ = out.stem.upper()
            if id_ not in [row.text("id") for row in read_rows(book, NAME_COLUMNS)]:
                row = {"id": id_, "title": titled(out.stem), "cite": "my own"}
                append_rows(book, [row])
                told.append(f"{book}: a row {id_}")
    return [*told, *notes]


def note_lines(found: SavedSetup) -> Iterator[str]:
    """What the rows do not hold."""
    for window, many in found.elsewhere.items():
        yield f"# {many} counters in {window}: no rows of theirs"
    for names, why in ((found.off, "in no hex"), (found.unknown, "not of this game")):
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield f"# {why}: {', '.join(names[:SHOWN])}{more}"
