"""Players' passwords, replaced where they stand, so that nothing shown ever holds one.

VASSAL uses a player's password as his id and writes it in clear: in ``PLAYER`` and ``PYREMOVE``,
at the end of every ``M/``, in ``UNMASK`` and private notes, and in the state of pieces that
somebody masked, hid or restricted. Each becomes ``player1``, ``player2``… in the order of first
appearance. Only fields that hold an id are touched: a player whose password is ``1`` or
``Allied`` must not change a counter's state. Commands of unknown make, and changes of pieces
nobody has seen, are covered wherever a whole field is a known password.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError
from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    PlayerEntry,
    PlayerRemoval,
    Unknown,
    read_atom,
)
from clubroute.builder.vassal.buildfile import decode, encode
from clubroute.builder.vassal.commands import LOG, Command, with_texts
from clubroute.builder.vassal.pieces import join_chain, split_chain

OWNED = ("obs;", "hide;", "restrict;")
"""Traits whose state starts with the id of the player who masked, hid or claimed the piece."""

_ACCESS = {"hide;": 4, "obs;": 6}
"""Where such a trait says who has access, among its ``;`` fields: a player or a side."""

_ID_FIELDS = (
    ("UNMASK\t", "\t", slice(None)),
    ("PNOTE\t", "\t", slice(0, 1)),
    ("SNOTE\t", "\t", slice(1, 2)),
    ("PLAYER\t", "\t", slice(0, 1)),
    ("PYREMOVE\t", "\t", slice(0, 1)),
    ("M/", "/", slice(9, 10)),
)
_NOT_IDS = frozenset(("", "null", "true", "false"))
_EDGE = r"[\s;/,|:\\']"
TYPES_REMEMBERED = 4096
"""Types whose reading is kept; a module has a few hundred."""
_TELLING = 4
"""Letters from which a property's value that equals a password is taken for it."""


class Pseudonyms:
    """The passwords of one file and the names that stand for them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        # By piece: the traits that hold an id, and whether they are masks.
        self._owned: dict[str, Mapping[int, bool]] = {}
        self._depths: dict[str, int] = {}
        self._unseen: set[ChangePiece] = set()

    @property
    def secrets(self) -> tuple[str, ...]:
        """The passwords met so far, in order of appearance."""
        return tuple(self._names)

    def name(self, secret: str) -> str:
        """What stands for a player's id."""
        if secret in _NOT_IDS:
            return secret
        known = self._names.get(secret)
        if known is None:
            known = self._names[secret] = f"player{len(self._names) + 1}"
        return known

    def cover(self, atom: Atom) -> Atom:
        """The command with every id field replaced; commands must come in file order."""
        match atom:
            case MovePiece(player=str() as player):
                if player in _NOT_IDS:
                    return atom
                return MovePiece(
                    atom.id,
                    atom.to_map,
                    atom.to_x,
                    atom.to_y,
                    atom.to_under,
                    atom.from_map,
                    atom.from_x,
                    atom.from_y,
                    atom.from_under,
                    self.name(player),
                )
            case AddPiece():
                return self.cover_added(atom)
            case ChangePiece():
                return self.cover_changed(atom)
            case PlayerEntry(password=password) | PlayerRemoval(password=password):
                return replace(atom, password=self.name(password))
            case Unknown(verbatim=text):
                return Unknown(self._cover_ids(text)) if text else atom
            case _:
                return atom

    def cover_rest(self, atoms: list[Atom], seldom: Sequence[int] | None = None) -> None:
        """Second pass, in place: what could only be told with all passwords known.

        ``seldom`` are the places, as far as known, of all commands but moves, chat, and what adds
        and changes pieces; only changes of unseen pieces are looked for elsewhere.
        """
        if not self._names:
            return
        pattern = self._pattern()
        telling = {
            secret: name
            for secret, name in self._names.items()
            if len(secret) >= _TELLING and not is_whole(secret)
        }
        places = range(len(atoms)) if seldom is None or self._unseen else seldom
        for index in places:
            match atom := atoms[index]:
                case Unknown(verbatim=text):
                    atoms[index] = Unknown(pattern(text))
                case ChangePiece() if atom in self._unseen:
                    old = atom.old_state
                    covered = None if old is None else pattern(old)
                    atoms[index] = ChangePiece(atom.id, pattern(atom.new_state), covered)
                case MutableProperty(old=old_value, new=new_value):
                    if old_value in telling or new_value in telling:
                        atoms[index] = replace(
                            atom,
                            old=telling.get(old_value, old_value),
                            new=telling.get(new_value, new_value),
                        )
                case GlobalProperty(value=value) if value in telling:
                    atoms[index] = replace(atom, value=telling[value])
                case _:
                    pass

    def cover_added(self, atom: AddPiece) -> AddPiece:
        """Cover the names in a piece that is added."""
        id_, type_ = atom.id or "", atom.type
        self._depths[id_], masks = owned(type_)
        if not masks:
            self._owned.pop(id_, None)
            return atom
        self._owned[id_] = masks
        return AddPiece(atom.id, type_, self._cover_state(id_, atom.state))

    def cover_changed(self, atom: ChangePiece) -> ChangePiece:
        """Cover the names in a change of a piece."""
        if atom.id not in self._depths:
            self._unseen.add(atom)
            return atom
        if not self._owned.get(atom.id):
            return atom
        old = atom.old_state
        covered = None if old is None else self._cover_state(atom.id, old)
        return ChangePiece(atom.id, self._cover_state(atom.id, atom.new_state), covered)

    def _cover_state(self, id_: str, state: str) -> str:
        parts = split_chain(state, self._depths[id_])
        changed = False
        for index, mask in self._owned[id_].items():
            if index < len(parts):
                covered = self._cover_mask(parts[index]) if mask else self.name(parts[index])
                changed = changed or covered != parts[index]
                parts[index] = covered
        return _joined(parts) if changed else state

    def _cover_mask(self, text: str) -> str:
        """A mask's state: the owner, and who else may look. Other traits hold a bare id."""
        owner, *rest = decode(text, ";")
        tokens = [self.name(owner), *rest]
        if rest:
            options = decode(rest[0], "|")
            if len(options) > 2:
                named = [*options[:2], *map(self.name, options[2:])]
                tokens[1] = encode(named, "|", lossy_ok=True)
        return encode(tokens, ";", lossy_ok=True)

    def _cover_ids(self, text: str) -> str:
        for prefix, delimiter, which in _ID_FIELDS:
            if text.startswith(prefix):
                fields = decode(text[len(prefix) :], delimiter)
                fields[which] = map(self.name, fields[which])
                return prefix + encode(fields, delimiter, lossy_ok=True)
        return text

    def cover_text(self, text: str) -> str:
        """A text of unknown make, with every whole field that is a password replaced."""
        return self._pattern()(text) if self._names else text

    def _pattern(self) -> Callable[[str], str]:
        # A delimiter in a password carries a backslash for every level it is nested in.
        bare = {secret.replace("\\", ""): name for secret, name in self._names.items()}
        longest_first: Sequence[str] = sorted(filter(None, bare), key=lambda s: (-len(s), s))
        choices = "|".join(r"\\*".join(map(re.escape, secret)) for secret in longest_first)
        expression = re.compile(rf"(?:(?<={_EDGE})|^)(?:{choices})(?={_EDGE}|$)")
        return lambda text: expression.sub(lambda m: bare[m.group(0).replace("\\", "")], text)


@lru_cache(maxsize=TYPES_REMEMBERED)
def owned(type_: str) -> tuple[int, Mapping[int, bool]]:
    """How many traits a type has, 0 if none of them can hold an id; and the places of those whose
    state holds one, with whether they are masks."""
    if not any(prefix in type_ for prefix in OWNED):
        return 0, {}
    types = split_chain(type_)
    return len(types), {i: text.startswith("obs;") for i, text in enumerate(types) if own(text)}


def own(type_: str) -> bool:
    """Whether the state of such a trait has a player's id: it is not held by a side."""
    if not type_.startswith(OWNED):
        return False
    access = _ACCESS.get(type_[: type_.index(";") + 1])
    fields = decode(type_, ";")
    return access is None or access >= len(fields) or not fields[access].startswith("side")


def _joined(parts: list[str]) -> str:
    if any(part.endswith("\\") for part in parts[:-1]):
        # VASSAL could not read this chain back either; keep its depth, not the odd text.
        parts = [part.rstrip("\\") for part in parts[:-1]] + parts[-1:]
    return join_chain(parts)


# Taking players' passwords out of a tree of commands (:mod:`builder.vassal.pseudonyms`).


def redact(command: Command) -> Command:
    """The same tree with every password replaced where it is a player's id.

    Chat lines keep their words, counters their states. A changed node is written anew, an
    unchanged one keeps its text.
    """
    names, atoms, covered = _covered(command)
    if not names.secrets:
        return command
    texts = iter(
        [
            node.text if new == old else _written(node.text, new, names)
            for node, old, new in zip(command.walk(), atoms, covered, strict=True)
        ]
    )
    return with_texts(command, texts)


def _covered(command: Command) -> tuple[Pseudonyms, list[Atom], list[Atom]]:
    """The names of the players, and each node (in a log entry: what is logged) before and after."""
    names = Pseudonyms()
    atoms = [read_atom(node.text.removeprefix(LOG)) for node in command.walk()]
    covered = [names.cover(atom) for atom in atoms]
    names.cover_rest(covered)
    return names, atoms, covered


def _written(text: str, atom: Atom, names: Pseudonyms) -> str:
    """The text of a changed node."""
    prefix = LOG if text.startswith(LOG) else ""
    try:
        return prefix + atom.text()
    except InputError:
        # A field VASSAL itself could not write back; cover it where it stands.
        return names.cover_text(text)
