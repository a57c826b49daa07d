"""A saved game made to go on with another version of its module: ``clubroute refresh``.

A save holds each counter whole, as the module had it when the counter came into the game; what a
new version draws or adds is not there. Each counter is replaced by what the new module defines
under its gpid and keeps all that was done to it: its place, its face, its properties, who hid it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from clubroute.builder.compare.lines import WRITTEN, trait_facts
from clubroute.builder.compare.noise import trait_without_noise
from clubroute.builder.counting import is_signed, so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.module.counters import in_step
from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    OLD_BUILD_FILE,
    SAVED_GAME,
    ModuleArchive,
    SaveArchive,
    entries_of,
    read_module,
    read_save,
    write_archive,
)
from clubroute.builder.vassal.atoms import AddPiece, BoardSetup, ChangePiece, read_atom
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.commands import LOG, with_texts
from clubroute.builder.vassal.definitions import Definition, definitions
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA
from clubroute.builder.vassal.pieces import Piece, read_piece
from clubroute.builder.vassal.traits import BasicPiece, Layer, Marks, Trait, read_trait

SHOWN = 8
NAMELESS = "(no name)"
"""So many counters of one kind are told by name."""
BOARD = ".boardPicker.Board"
EMPTY_STATES = ("", "false", "-1", "null", "null;", ";;")
"""States that say nothing of play: what goes with a trait in one of them is no loss."""


@dataclass(frozen=True, slots=True)
class Refreshed:
    """A counter as the new module has it. ``lost`` are states that its new traits cannot hold."""

    piece: Piece
    lost: tuple[str, ...] = ()


@dataclass(slots=True)
class RefreshReport:
    """What became of the counters of a save, by name."""

    changed: list[str] = field(default_factory=list)
    how: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    windows: Counter[str] = field(default_factory=Counter)
    boards: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Tell it, a line each."""
        yield f"{so_many(len(self.changed), 'counter')} made anew, {len(self.same)} as they were"
        told = Counter(self.how)
        for how, many in told.most_common(SHOWN):
            yield f"  {many} × {how}" if many > 1 else f"  {how}"
        if len(told) > SHOWN:
            yield f"  and {len(told) - SHOWN} more changes of counters"
        for names, why in (
            (self.by_name, "found by name, their number is not in the module"),
            (self.unknown, "not in the module, left as they were"),
            (self.boards, "boards that the module lacks; VASSAL asks for another"),
            (self.faults, "definitions that cannot be read"),
        ):
            if names:
                counted = [
                    f"{many} × {name}" if many > 1 else name
                    for name, many in Counter(names).items()
                ]
                more = f" and {len(counted) - SHOWN} more" if len(counted) > SHOWN else ""
                yield f"{why}: {', '.join(counted[:SHOWN])}{more}"
        for window, many in sorted(self.windows.items()):
            yield f"{many} counters lie in {window}, a window that the module lacks"
        yield from self.lost


def refresh(save_file: Path, module_file: Path, out: Path) -> list[str]:
    """Write a saved game with the counters of another version of its module, or a module with its
    set-ups so made anew; returns lines about it.

    :raises InputError: no save, a log, no module, a damaged file, or a file there already.
    """
    if out.exists():
        raise InputError(Where.of(out), "a file", "none: choose another name with --out")
    save, module = read_save(save_file), read_module(module_file)
    if SAVED_GAME not in save and (BUILD_FILE in save or OLD_BUILD_FILE in save):
        data, lines = refreshed_setups(save, module)
    else:
        report = RefreshReport()
        data, lines = refreshed_save(save, module, report), [*report.lines()]
    write_bytes(out, data)
    return [f"{out}: {module.metadata().name} {module.metadata().version}", *lines]


def refreshed_setups(holder: SaveArchive, module: ModuleArchive) -> tuple[bytes, list[str]]:
    """A module with each set-up in it as another version, or itself, has the counters; and lines
    about each.

    :raises InputError: a damaged set-up.
    """
    root = ModuleArchive(holder.entries, holder.where).build_file()
    setups = [one for one in root.walk() if one.tag.endswith(".PredefinedSetup")]
    titles = {one.get("file"): one.get("name") for one in setups if one.get("file")}
    made: dict[str, bytes] = {}
    lines: list[str] = []
    for entry in holder.entries:
        if entry.name in titles:
            where = holder.part(entry.name)
            report = RefreshReport()
            inner = SaveArchive(entries_of(entry.data, where), where)
            made[entry.name] = refreshed_save(inner, module, report)
            lines += [f"{titles[entry.name]}:", *(f"  {line}" for line in report.lines())]
    entries = (replace(one, data=made.get(one.name, one.data)) for one in holder.entries)
    return write_archive(entries), lines or ["no set-ups"]


def refreshed_save(save: SaveArchive, module: ModuleArchive, report: RefreshReport) -> bytes:
    """Make the bytes of the save as the new module has its counters.

    :raises InputError: a log, or a damaged file.
    """
    root = module.build_file()
    tree = save.command()
    where = save.part(SAVED_GAME)
    if any(child.text.startswith(LOG) for child in tree.children):
        raise InputError(where, "a log", "a saved game: play the log to its end, and save")
    shelf = NewCounters(root, module.where, report)
    texts = iter([shelf.text(node.text, where) for node in tree.walk()])
    data = module.metadata()
    parts = {
        SAVED_GAME: obfuscation.write_text(commands.encode(with_texts(tree, texts))),
        MODULE_DATA: data.write(),
    }
    if SAVE_DATA in save:  # set-ups of older modules have none
        told = replace(save.metadata(), version=data.version, vassal_version=data.vassal_version)
        parts[SAVE_DATA] = told.write()
    return write_archive(
        replace(entry, data=parts.get(entry.name, entry.data)) for entry in save.entries
    )


class NewCounters:
    """What the new module has: its counters by gpid and, where there is only one of it, by name;
    its windows and boards. ``report`` takes note of what becomes of each command."""

    def __init__(self, root: Element, where: Where, report: RefreshReport) -> None:
        known = tuple(definitions(root, where, report.faults))
        named = Counter(one.name for one in known)
        self._report = report
        self._by_gpid = {one.gpid: one for one in known}
        self._by_name = {one.name: one for one in known if named[one.name] == 1}
        self._windows = {one.get("mapName") for one in root.walk()}
        self._boards = {one.get("name") for one in root.walk() if one.tag.endswith(BOARD)}
        self._made: set[str] = set()

    def text(self, text: str, where: Where) -> str:
        """Write a command anew, if it brings in a counter that the module defines."""
        atom, report = read_atom(text), self._report
        if isinstance(atom, ChangePiece) and atom.id in self._made:
            raise InputError(where, f"a change of counter {atom.id}", "a game as VASSAL saves it")
        if isinstance(atom, BoardSetup):
            report.boards += [one.name for one in atom.boards if one.name not in self._boards]
        if not isinstance(atom, AddPiece) or atom.id is None:
            return text
        old = read_piece(atom.type, atom.state, where)
        if old.basic.id != BasicPiece.PREFIX:
            return text
        basic = BasicPiece.read(old.basic)
        if basic.map is not None and basic.map not in self._windows:
            report.windows[basic.map] += 1
        found = self._found(basic)
        if found is None:
            report.unknown.append(basic.name)
            return text
        new = refreshed(old, found)
        report.lost += [f"{basic.name}: {lost}" for lost in new.lost]
        if new.piece == old:
            report.same.append(basic.name)
            return text
        report.changed.append(basic.name)
        lines = [*trait_facts(old.traits, new.piece.traits, as_authored)]
        if lines and lines != [WRITTEN]:
            report.how.append(f"{basic.name or found.name or NAMELESS}: {'; '.join(lines)}")
        self._made.add(atom.id)
        return AddPiece(atom.id, new.piece.type_text(), new.piece.state_text()).text()

    def _found(self, basic: BasicPiece) -> Definition | None:
        found = self._by_gpid.get(basic.gpid)
        if found is None:
            found = self._by_name.get(basic.name)
            if found is not None:
                self._report.by_name.append(basic.name)
        return found


def as_authored(trait: Trait) -> Trait:
    """A trait without what the editor writes by itself, and the empty fields a newer one adds."""
    plain = trait_without_noise(trait)
    return Trait(plain.type.rstrip(";"), plain.state)


def refreshed(old: Piece, new: Definition) -> Refreshed:
    """Make a counter of its new definition, with the states of its old traits.

    A trait's state is that of the old trait of the same text, else of the same kind and name. What
    a module prints (:class:`Marks`) is the new module's.
    """
    left = list(old.traits[:-1])
    traits: list[Trait] = []
    lost: list[str] = []
    wanted = new.piece.traits[:-1]
    same: dict[int, Trait] = {}
    for at, trait in enumerate(wanted):
        twin = next((one for one in left if one.type == trait.type), None)
        if twin is not None:
            left.remove(twin)
            same[at] = twin
    for at, trait in enumerate(wanted):
        before = same.get(at) or next((one for one in left if name_of(one) == name_of(trait)), None)
        if before is not None and at not in same:
            left.remove(before)
        if before is None or trait.id == Marks.PREFIX:
            traits.append(trait)
            continue
        state, why = fitting(trait, before.state)
        lost += [why] if why else []
        traits.append(Trait(trait.type, state))
    lost += [
        f"{' '.join(name_of(one)).strip()} {one.state!r} is gone"
        for one in left
        if one.id != Marks.PREFIX and one.state not in EMPTY_STATES
    ]
    was = BasicPiece.read(old.basic)
    basic = BasicPiece.read(new.piece.basic)
    basic = replace(basic, gpid=new.gpid, map=was.map, x=was.x, y=was.y, properties=was.properties)
    inner = replace(basic.trait(), type=new.piece.basic.type)
    return Refreshed(in_step(Piece((*traits, inner))), tuple(lost))


def name_of(trait: Trait) -> tuple[str, str]:
    """A trait's kind and the name it has in its piece, "" where it has none."""
    return trait.id, str(getattr(read_trait(trait), "name", ""))


def fitting(trait: Trait, state: str) -> tuple[str, str]:
    """Fit an old state into a trait; with what does not go in, "" if all does."""
    layer = Layer.read(trait) if trait.id == Layer.PREFIX else None
    first, semicolon, rest = state.partition(";")
    if layer is None or not is_signed(first):
        return state, ""
    level, most = int(first), len(layer.images)
    if abs(level) <= most or not most:
        return state, ""
    fits = most if level > 0 else -most
    return f"{fits}{semicolon}{rest}", f"layer {layer.name!r} was at {level}, is at {fits}"
