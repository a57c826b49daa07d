"""What VASSAL's editor changes in a file without its author having done anything.

Noise is still part of a diff, so that the changes give the second file whole; it is only counted
where changes are shown, and never decides a merge.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from clubroute.builder.compare.changes import TreeChange
from clubroute.builder.compare.matching import Pairs
from clubroute.builder.compare.tree import PIECE, without_key_numbers
from clubroute.builder.compare.words import WORDS
from clubroute.builder.errors import InputError
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.pieces import read_piece
from clubroute.builder.vassal.traits import BasicPiece, Stack, Trait

KEY_NUMBERS = "numbers of named keys"
PLACES = "places of counters in the editor's window"
SIZES = "sizes of palettes"
COUNTING = "the number of the next counter"
NEWER = "settings written by a newer VASSAL"
IDS = "ids of pieces"
STACKS = "stacks, as their pieces stand"
REMEMBERED = "places that pieces remember"
SAVED = "the date of saving"
NEXT_GPID = "nextPieceSlotId"
VERSION = "VassalVersion"
HISTORY = frozenset(("footprint;", "sendto;", "markmoved;"))
"""Traits whose state says where a piece has been."""
BEFORE = ("Old", "Clicked")
"""Begin the names of properties that do."""
UNSET = frozenset(("", "false", "(none)", None))
"""Values of a setting that a newer VASSAL writes where nobody has set it."""

_ID = re.compile(r"[0-9]+")


def trait_without_noise(trait: Trait) -> Trait:
    """A trait as its author made it."""
    type_, state = without_key_numbers(trait.type), without_key_numbers(trait.state)
    if trait.id == "piece;" and state.startswith("null;"):
        fields = state.split(";", 3)
        state = ";".join(("null", "0", "0", *fields[3:]))
    return Trait(type_, state)


def text_noise(old: str, new: str) -> str:
    """What noise a changed text is; "" if it is more than that."""
    first, second = without_key_numbers(old), without_key_numbers(new)
    if first == second:
        return KEY_NUMBERS
    if not (first.startswith("+/") and second.startswith("+/")):
        return ""
    both = traits_of(first), traits_of(second)
    if both[0] is None or both[1] is None or len(both[0]) != len(both[1]):
        return ""
    pairs = zip(both[0], both[1], strict=True)
    if not all(trait_without_noise(a) == trait_without_noise(b) for a, b in pairs):
        return ""
    return PLACES if (first, second) == (old, new) else KEY_NUMBERS


def traits_of(text: str) -> tuple[Trait, ...] | None:
    """The traits of a definition or a piece, outermost first; None if the text is none."""
    atom = read_atom(text)
    if not isinstance(atom, AddPiece):
        return None
    try:
        return read_piece(atom.type, atom.state).traits
    except InputError:
        return None


@dataclass(frozen=True, slots=True)
class Sifted:
    """Changes that somebody made, and how many are noise, by what it is."""

    real: tuple[TreeChange, ...]
    noise: Mapping[str, int]


def sift(pairs: Pairs, made: Sequence[TreeChange]) -> Sifted:
    """Tell what somebody changed from what the editor did."""
    newer = newer_settings(pairs, made)
    counted: Counter[str] = Counter()
    real = []
    for change in made:
        kind = noise_of(pairs, change)
        if not kind and change.act == "attribute" and setting_of(pairs, change) in newer:
            kind = NEWER
        if kind:
            counted[kind] += 1
        else:
            real.append(change)
    return Sifted(tuple(real), counted)


def noise_of(pairs: Pairs, change: TreeChange) -> str:
    """What noise one change is by itself, "" if none."""
    if saved := noise_of_save(pairs, change):
        return saved
    if change.act == "text":
        return text_noise(change.old or "", change.new or "")
    if change.act != "attribute":
        return ""
    if change.name == NEXT_GPID:
        return COUNTING
    palettes = WORDS.palettes
    if pairs.old[change.part].kind in palettes.kinds and change.name in palettes.sizes:
        return SIZES
    old, new = change.old, change.new
    if old is not None and new is not None and without_key_numbers(old) == without_key_numbers(new):
        return KEY_NUMBERS
    return ""


def noise_of_save(pairs: Pairs, change: TreeChange) -> str:
    """What noise a change of a saved game is, "" if none.

    Each piece says itself where it stands. A stack tells besides what lies upon what, which counts
    where it has the same pieces in another order.
    """
    known = change.part < len(pairs.old)
    if known and pairs.old[change.part].tag == "dateSaved":
        return SAVED
    tag, text = (
        (pairs.old[change.part].tag, pairs.old[change.part].text)
        if known
        else (change.name, change.new or "")
    )
    if tag != PIECE:
        return ""
    if change.act == "attribute":
        return IDS
    if is_stack(text):
        return "" if change.act == "text" and is_reordered(pairs, change) else STACKS
    if change.act == "moved":
        return IDS  # the order in which a file lists pieces
    if change.act == "text":
        before, after = traits_of(renamed(pairs, change.old or "")), traits_of(change.new or "")
        same = before is not None and after is not None and len(before) == len(after)
        if same and all(
            as_stands(a) == as_stands(b) for a, b in zip(before or (), after or (), strict=True)
        ):
            return REMEMBERED
    return ""


def is_stack(text: str) -> bool:
    """Whether a command brings a stack into the game."""
    atom = read_atom(text)
    return isinstance(atom, AddPiece) and atom.type == Stack.PREFIX


def is_reordered(pairs: Pairs, change: TreeChange) -> bool:
    """Whether a stack has the same pieces in another order, whatever their ids."""
    before, after = traits_of(renamed(pairs, change.old or "")), traits_of(change.new or "")
    if before is None or after is None:
        return True
    here, there = (list(Stack.read(one[-1]).children) for one in (before, after))
    return here != there and sorted(here) == sorted(there)


def renamed(pairs: Pairs, text: str) -> str:
    """A text of the older game with the ids that the newer one has for the same pieces."""

    def newer(found: re.Match[str]) -> str:
        old = pairs.ids.get(found.group())
        return found.group() if old is None else old

    return _ID.sub(newer, text)


def as_stands(trait: Trait) -> Trait:
    """A trait without what the engine notes of where its piece was before."""
    if trait.id in HISTORY:
        return Trait(trait.type)
    if trait.id == "mat;":  # its cargo in no order
        return Trait(trait.type, ";".join(sorted(trait.state.split(";"))))
    if trait.id == BasicPiece.PREFIX:
        basic = BasicPiece.read(trait)
        rows = tuple(row for row in basic.properties if not row[0].startswith(BEFORE))
        return replace(basic, properties=rows).trait()
    return trait_without_noise(trait)


def newer_settings(pairs: Pairs, made: Iterable[TreeChange]) -> frozenset[tuple[str, str]]:
    """The class and name of attributes that a newer VASSAL has written into every component of
    the class, where nobody has set them."""
    if pairs.old[0].get(VERSION) == pairs.new[0].get(VERSION):
        return frozenset()
    values: dict[tuple[str, str], set[tuple[str | None, str | None]]] = defaultdict(set)
    many: Counter[tuple[str, str]] = Counter()
    for change in made:
        if change.act == "attribute":
            key = setting_of(pairs, change)
            values[key].add((change.old, change.new))
            many[key] += 1
    of_class = Counter(pairs.old[one].tag for one in pairs.ahead)
    return frozenset(
        key
        for key, pairs_of in values.items()
        if many[key] == of_class[key[0]]
        and len(pairs_of) == 1
        and all(old in UNSET and new in UNSET for old, new in pairs_of)
    )


def setting_of(pairs: Pairs, change: TreeChange) -> tuple[str, str]:
    """The class and name of the attribute that a change is about."""
    return pairs.old[change.part].tag, change.name
