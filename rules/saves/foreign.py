"""The position of a game that no mapping knows: its pieces by window, place and side, as its module
names them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from clubroute.builder.counting import is_whole, so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import ModuleArchive, read_module
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.definitions import SLOTS
from clubroute.builder.vassal.traits.base import Trait
from clubroute.builder.vassal.traits.pictures import Label
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import ours
from clubroute.rules.logs.container import LOG_LIMITS, Mode, is_archive, read_bytes
from clubroute.rules.logs.game import Clock, Game, start
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.grids.maps import ModuleMaps, read_maps
from clubroute.rules.logs.grids.printed import has_numbers
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.saves.at import STEP
from clubroute.rules.saves.reading import open_save

BASIC_NAME = "basicName;"
"""The trait by which a piece is called otherwise than its definition."""
NOWHERE = "In no window"
NAMELESS = "(no name)"
UNKNOWN_LABEL = "(label by an expression)"
"""What a piece without a name is called whose label nobody can work out here."""
CALCULATED = "calcProp;"
SIDES = ("Side", "Army", "Nation", "Faction", "Owner")
"""Properties that modules keep a piece's side in."""


@dataclass(frozen=True, slots=True)
class ForeignPosition:
    """A game after so many of its steps, and the windows of its module if that is at hand."""

    file: str
    log: GameLog
    game: Game
    step: int
    layouts: Mapping[str, MapLayout]
    slots: Mapping[str, str]

    def name(self, piece: GamePiece) -> str:
        """What a piece is called: by itself, by its label, by its slot in the module, or by its
        picture."""
        own = name_of(piece) or tidy(self.slots.get(piece.gpid, ""))
        if own:
            return own
        labels = [self.label(piece, one) for one in piece.traits if one.type.startswith(LABEL)]
        said = next((one for one in labels if one), None)
        if said is not None:
            return said
        return UNKNOWN_LABEL if None in labels else pictured(piece)

    def label(self, piece: GamePiece, trait: Trait) -> str | None:
        """What a text label says, "" for nothing; None if it rests on what is not known here."""
        known: dict[str, str | None] = {}
        return worked_out(trait.state, lambda name: self.property(piece, name, known))

    def property(self, piece: GamePiece, name: str, known: dict[str, str | None]) -> str | None:
        """A property that a piece can see: its own, a calculated one, or one of the module.

        :param known: what was worked out for the label; one that rests on itself is not known.
        """
        if name not in known:
            known[name] = None
            own = piece.property_value(name)
            text = calculated(piece, name) if own is None else None
            if text is not None:
                own = worked_out(text, lambda one: self.property(piece, one, known))
            elif own is None:
                own = self.game.property_value(name)
            known[name] = own
        return known[name]

    def place(self, piece: GamePiece) -> str:
        """What the module calls the place of a piece, "" where nothing does."""
        layout = self.layouts.get(piece.map or "")
        return (layout.location(piece.x, piece.y) or "") if layout is not None else ""

    def record(self) -> dict[str, Any]:
        """JSON values."""
        module = self.log.module
        return {
            "module": module.name if module is not None else None,
            "version": module.version if module is not None else None,
            "step": self.step,
            "steps": len(self.log.steps),
            "pieces": [
                {
                    "piece": one.id,
                    "name": self.name(one),
                    "window": one.map,
                    "place": self.place(one) or None,
                    "x": one.x,
                    "y": one.y,
                    "side": side_of(one),
                }
                for one in self.game.pieces.values()
                if not is_hidden(one)
            ],
        }

    def listing(self) -> dict[str, Any]:
        """The pieces by window and place, like ones counted, as JSON."""
        module = self.log.module
        named = f"{module.name} {module.version}".strip() if module is not None else "a set-up"
        moment = f", {self.step} of {len(self.log.steps)} steps played" if self.log.steps else ""
        shown = [one for one in self.game.pieces.values() if not is_hidden(one)]
        hidden = len(self.game.pieces) - len(shown)
        sides = Counter(filter(None, map(side_of, shown)))
        windows: dict[str, dict[str, Standing]] = defaultdict(lambda: defaultdict(standing))
        for one in shown:
            place = self.place(one) or (f"{one.x},{one.y}" if one.map else "")
            there = windows[one.map or NOWHERE][place][side_of(one) or ""]
            there[self.name(one) or NAMELESS] += 1
        notes = [f"Hidden or masked: {so_many(hidden, 'piece')}"] if hidden else []
        return {
            "title": f"{self.file}{moment}: {named}",
            "sides": ", ".join(f"{one} {so_many(n, 'piece')}" for one, n in sides.items()),
            "windows": [window_record(*one) for one in sorted(windows.items())],
            "notes": notes if self.layouts else [*notes, PLACELESS],
        }

    def lines(self) -> Iterator[str]:
        """The same as lines of text."""
        told = self.listing()
        yield told["title"]
        if told["sides"]:
            yield f"Sides: {told['sides']}"
        for one in told["windows"]:
            yield from ("", one["head"])
            yield from (f"  {at}: {said}" if at else f"  {said}" for at, said in one["places"])
        for note in told["notes"]:
            yield from ("", f"{note}{WITH_NAMES if note == PLACELESS else ''}")


PLACELESS = "Places are px of their windows."
WITH_NAMES = " With their names: --module FILE.vmod"


def window_record(name: str, places: Mapping[str, Standing]) -> dict[str, Any]:
    """A window's pieces by place, as JSON."""
    said = {
        place: "; ".join(side_line(*one) for one in sorted(by_side.items()))
        for place, by_side in places.items()
    }
    count = sum(names.total() for one in places.values() for names in one.values())
    return {"head": f"{name}: {so_many(count, 'piece')}", "places": sorted(said.items())}


Standing = dict[str, Counter[str]]
"""The pieces of a place by their side ("" for none) and name."""


def standing() -> Standing:
    """An empty place."""
    return defaultdict(Counter)


def side_line(side: str, names: Counter[str]) -> str:
    """The pieces of a side in a place, like ones counted."""
    said = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())
    return f"{side}: {said}" if side else said


def name_of(piece: GamePiece) -> str:
    """What a piece is called: what its basicName trait says, if that is no expression, else the
    name VASSAL shows."""
    for trait in piece.traits:
        if trait.type.startswith(BASIC_NAME):
            said = decode(trait.type[len(BASIC_NAME) :], ";")[0]
            if said and not said.startswith("{") and "$" not in said:
                return said
    return tidy(piece.shown_name)


def calculated(piece: GamePiece, name: str) -> str | None:
    """The expression of a property that a piece calculates, None if it calculates none such."""
    for trait in piece.traits:
        if trait.type.startswith(CALCULATED):
            called, *more = decode(trait.type[len(CALCULATED) :], ";")
            if called == name and len(more) > 1:
                return more[1]
    return None


def tidy(name: str) -> str:
    """A name without brackets around nothing: ``(6th Card)`` is a label without a name."""
    bare = name.replace("()", "").strip()
    found = re.fullmatch(r"\(([^()]+)\)", bare)
    return found[1] if found else bare


def pictured(piece: GamePiece) -> str:
    """A piece by the first of its pictures, "" if it has none."""
    layers = (t.type.split(";") for t in piece.traits if t.type.startswith("emb2;"))
    names = (piece.kind.image, *(name for one in layers for name in one if PICTURE.search(name)))
    first = next(filter(None, names), "")
    return f"({PurePosixPath(first.split(',')[0]).stem})" if first else ""


LABEL = Label.PREFIX
PICTURE = re.compile(r"\.(?:png|gif|jpe?g|svg)$", re.IGNORECASE)
DOLLARS = re.compile(r"\$([^$]+)\$")
TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>[0-9]+)|(?P<name>[A-Za-z_]\w*)|"""
    r"""(?P<sign>==|!=|&&|\|\||[-+?:()<>]))"""
)
Known = Callable[[str], str | None]
LONGEST = 10_000
"""Letters of a label that is worked out: texts that double each other would fill the memory."""


def worked_out(text: str, known: Known) -> str | None:
    """What an expression comes to; None if it rests on a property that is not known, or on more
    than sums, comparisons and choices.

    >>> worked_out("$Year$ A.D.", {"Year": "1242"}.get), worked_out("$No$", {}.get)
    ('1242 A.D.', None)
    >>> worked_out('{A == "1" ? B + " SP" : ""}', {"A": "1", "B": "Army"}.get)
    'Army SP'
    """
    if text.startswith("{") and text.endswith("}"):
        return Expression.of(text[1:-1], known)
    names = DOLLARS.findall(text)
    values = {name: known(name) for name in names}
    if None in values.values() or sum(len(values[one] or "") for one in names) > LONGEST:
        return None
    return DOLLARS.sub(lambda found: values[found[1]] or "", text).strip()


class Expression:
    """An expression that is worked out while it is read: choices, comparisons, sums."""

    def __init__(self, tokens: Iterable[tuple[str, str]], known: Known) -> None:
        self._left = deque(tokens)
        self._known = known

    @classmethod
    def of(cls, text: str, known: Known) -> str | None:
        """Its value; None where it cannot be worked out."""
        tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                return None
            kind = found.lastgroup or ""
            tokens.append((kind, found[kind]))
            at = found.end()
        one = cls(tokens, known)
        try:
            value = one._choice()
        except (ValueError, RecursionError):
            return None
        return None if one._left else value

    def _sign(self, *signs: str) -> str:
        if self._left and self._left[0][0] == "sign" and self._left[0][1] in signs:
            return self._left.popleft()[1]
        return ""

    def _choice(self) -> str:
        value = self._either()
        if not self._sign("?"):
            return value
        first = self._choice()
        if not self._sign(":"):
            raise ValueError
        second = self._choice()
        return first if value == "true" else second

    def _either(self) -> str:
        value = self._both()
        while self._sign("||"):
            other = self._both()
            value = truth("true" in (value, other))
        return value

    def _both(self) -> str:
        value = self._compared()
        while self._sign("&&"):
            other = self._compared()
            value = truth(value == other == "true")
        return value

    def _compared(self) -> str:
        value = self._sum()
        if sign := self._sign("==", "!=", "<", ">"):
            other = self._sum()
            if sign in "<>":
                return truth(int(value) < int(other) if sign == "<" else int(value) > int(other))
            return truth((value == other) == (sign == "=="))
        return value

    def _sum(self) -> str:
        value = self._single()
        while sign := self._sign("+", "-"):
            other = self._single()
            if sign == "-":
                value = str(int(value) - int(other))
            elif is_whole(value) and is_whole(other):
                value = str(int(value) + int(other))
            else:
                value += other
            if len(value) > LONGEST:
                raise ValueError
        return value

    def _single(self) -> str:
        value: str | None
        if self._sign("("):
            value = self._choice()
            if not self._sign(")"):
                raise ValueError
            return value
        if not self._left:
            raise ValueError
        kind, text = self._left.popleft()
        if kind == "text":
            return text[1:-1].replace('\\"', '"')
        if kind == "number":
            return text
        known = self._known(text) if kind == "name" and not self._sign("(") else None
        if known is None:
            raise ValueError(text)
        return known


def truth(holds: bool) -> str:
    """A truth as VASSAL writes it."""
    return "true" if holds else "false"


@dataclass(frozen=True, slots=True)
class ForeignModule:
    """What a module says of its windows and counters: ``slots`` are the names of these by their
    numbers, ``decks`` of what lies in a window when a game begins."""

    called: str
    maps: ModuleMaps
    slots: Mapping[str, str]
    decks: Mapping[str, Sequence[str]]

    @property
    def use(self) -> str:
        """What it is good for here."""
        return OF_OURS if any(map(has_numbers, self.maps.maps.values())) else OF_OTHERS

    @classmethod
    def of(cls, archive: ModuleArchive) -> ForeignModule:
        """Read a module. :raises InputError: its build file cannot be read."""
        root = archive.build_file()
        slots = (one for one in root.walk() if one.tag.endswith(SLOTS))
        decks = {
            map_.get("mapName"): [one.get("name") for one in map_.walk() if one.tag.endswith(DECK)]
            for map_ in root.walk()
            if map_.get("mapName")
        }
        return cls(
            f"{root.get('name')} {root.get('version')}".strip(),
            read_maps(archive),
            {one.get("gpid"): one.get("entryName") for one in slots},
            decks,
        )

    def listing(self, file: str) -> dict[str, Any]:
        """Its windows with their boards and decks, as JSON."""
        windows = []
        for name, one in self.maps.maps.items():
            held = ("Boards", ", ".join(one.boards)), ("Decks", ", ".join(self.decks.get(name, ())))
            windows.append({"head": name, "places": [pair for pair in held if pair[1]]})
        notes = [f"{so_many(len(self.slots), 'counter')} in its palettes and decks", self.use]
        return {"title": f"{file}: {self.called}", "sides": "", "windows": windows, "notes": notes}


DECK = ".DrawPile"
OF_OTHERS = "No rules of this game are here. Its saves and logs are listed by its own places."
OF_OURS = "If it is a module of a game here: clubroute owner import reads it, then its boards show."


def side_of(piece: GamePiece) -> str | None:
    """The side of a piece by one of the properties that modules keep it in, None without."""
    return next((said for name in SIDES if (said := piece.property_value(name))), None)


def is_hidden(piece: GamePiece) -> bool:
    """Whether a player has masked or hidden a piece: then it is his to show."""
    return bool(piece.hidden_by or piece.masked_by)


def foreign_position(file: str, step: int | None, module: Path | None) -> ForeignPosition | None:
    """The position in a save or log of a game that is none of ours, or in a set-up that names no
    module; None for any other file.

    :raises InputError: the log has not so many steps, or the module cannot be read.
    """
    if step is None and not Path(file).is_file() and (found := STEP.fullmatch(file)):
        file, step = found["file"], int(found["step"])
    path = Path(file)
    data = read_bytes(path, LOG_LIMITS.total)
    given = ForeignModule.of(read_module(module)) if module is not None else None
    return foreign_in(data, Where.of(path), step, lambda _: given)


def foreign_in(
    data: bytes, where: Where, step: int | None, module_of: Callable[[str], ForeignModule | None]
) -> ForeignPosition | None:
    """Read as :func:`foreign_position` does, from the bytes of a file.

    :param module_of: the module of a name, None where it is not at hand.
    """
    if not is_archive(data):
        return None
    log = log_of(data, where, Mode.TOLERANT)
    named = (log.module.name if log.module is not None else None) or ""
    if ours(named) if named else log.damages:
        return None
    many = len(log.steps) if step is None else step
    if many > len(log.steps):
        expected = f"a step from 0 to {len(log.steps)}"
        raise InputError(replace(where, part="step"), str(many), expected)
    module = module_of(named)
    game, clock = start(log), Clock(log.where)
    for one in log.steps[:many]:
        clock.check(f"{one.index} of {many} steps played")
        game.apply(one.commands)
    version = log.save.vassal_version if log.save is not None else ""
    layouts = module.maps.laid_out(game.boards, version) if module is not None else {}
    slots = module.slots if module is not None else {}
    return ForeignPosition(Path(where.path).name, log, game, many, layouts, slots)


def foreign_lines(context: Context, path: Path) -> list[str]:
    """The pieces in a save or log of a game that nobody has told clubroute of; none for any other
    file. :raises InputError: it is damaged."""
    if not path.is_file() or path.suffix.casefold() not in (".vsav", ".vlog"):
        return []
    try:
        open_save(context, path)
    except InputError:
        found = foreign_position(str(path), None, None)
        return [] if found is None else [*found.lines()]
    return []
