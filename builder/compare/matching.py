"""Which part of one tree is which part of another.

Parts below a matched pair are matched by their number in the module (gpid), their name, their
whole content, and at last by how alike they are; what is still alone is looked for in the whole
tree, for it may have moved.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import (
    Callable,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from clubroute.builder.compare.tree import (
    NAMES,
    PIECE,
    SLOTS,
    Prints,
    Tree,
    TreePart,
    plain_facts,
    within,
)
from clubroute.builder.counting import is_signed
from clubroute.builder.errors import InputError
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.pieces import read_piece
from clubroute.builder.vassal.traits import BasicPiece

ALIKE = 0.5
"""The share of equal facts from which two parts of one class are taken for the same."""
MOST_COPIES = 300
"""Pieces of one name that are paired by where they stand; modules have under a hundred."""
MOST_PAIRS = 40_000
"""Pairs of one class that are compared with one another; beyond, parts pair in file order."""


@dataclass
class Pairs:
    """Two trees with what is the same in both: numbers of the second by those of the first, and
    the other way."""

    old: Tree
    new: Tree
    old_prints: Sequence[int]
    new_prints: Sequence[int]
    ahead: dict[int, int] = field(default_factory=dict)
    back: dict[int, int] = field(default_factory=dict)

    @cached_property
    def plain(self) -> tuple[Sequence[int], Sequence[int]]:
        """The shapes of both trees' parts without the editor's noise."""
        prints = Prints(plain=True)
        return prints.of(self.old), prints.of(self.new)

    @cached_property
    def ids(self) -> Mapping[str, str]:
        """The ids of a saved game's pieces in the newer file, by those in the older one."""
        both = ((self.old[one], self.new[other]) for one, other in self.ahead.items())
        return {
            here.get("id"): there.get("id")
            for here, there in both
            if here.tag == PIECE and here.get("id") != there.get("id")
        }

    def add(self, old: int, new: int) -> None:
        """Take two parts for the same."""
        self.ahead[old], self.back[new] = new, old

    def equal(self, old: int, new: int) -> bool:
        """Whether two parts are equal with all below them."""
        return self.old_prints[old] == self.new_prints[new]


def match(old: Tree, new: Tree) -> Pairs:
    """Pair the parts of two trees; their roots always are a pair."""
    exact = Prints()
    pairs = Pairs(old, new, exact.of(old), exact.of(new))
    descend(pairs, 0, 0)
    while moved := somewhere_else(pairs):
        for first, second in moved:
            if first not in pairs.ahead and second not in pairs.back:
                descend(pairs, first, second)
    return pairs


def descend(pairs: Pairs, old: int, new: int) -> None:
    """Pair two parts and what is below them."""
    waiting = [(old, new)]
    while waiting:
        first, second = waiting.pop()
        pairs.add(first, second)
        if pairs.equal(first, second):
            here, there = within(pairs.old, first), within(pairs.new, second)
            for one, other in zip(here, there, strict=True):
                if one not in pairs.ahead and other not in pairs.back:
                    pairs.add(one, other)
            continue
        waiting += children_paired(pairs, first, second)


def children_paired(pairs: Pairs, first: int, second: int) -> list[tuple[int, int]]:
    """Pair what stands directly below two parts."""
    left = [one for one in pairs.old[first].children if one not in pairs.ahead]
    right = [one for one in pairs.new[second].children if one not in pairs.back]
    found: list[tuple[int, int]] = []
    ways: tuple[Callable[[Tree, Sequence[int], int], Hashable], ...] = (
        lambda tree, _, number: gpid_of(tree, number),
        lambda _, prints, number: prints[number],
        lambda tree, _, number: named(tree, number),
    )
    for strict, way in ((True, ways[0]), (True, ways[2]), (False, ways[1])):
        paired = by_key(pairs, left, right, way, unique=strict)
        found += paired
        taken_left, taken_right = {one for one, _ in paired}, {one for _, one in paired}
        left = [one for one in left if one not in taken_left]
        right = [one for one in right if one not in taken_right]
    found_pieces = by_place(pairs, left, right)
    taken_left = {one for one, _ in found_pieces}
    taken_right = {one for _, one in found_pieces}
    left = [one for one in left if one not in taken_left and pairs.old[one].tag != PIECE]
    right = [one for one in right if one not in taken_right and pairs.new[one].tag != PIECE]
    return found + found_pieces + by_likeness(pairs, left, right)


def by_place(pairs: Pairs, left: list[int], right: list[int]) -> list[tuple[int, int]]:
    """Pair pieces of a saved game whose ids are new, as after a refresh: of those of one kind and
    name the nearest."""
    here: dict[tuple[str, str], list[tuple[int, StandingPiece]]] = defaultdict(list)
    there: dict[tuple[str, str], list[tuple[int, StandingPiece]]] = defaultdict(list)
    for tree, numbers, kept in ((pairs.old, left, here), (pairs.new, right, there)):
        for number in numbers:
            if tree[number].tag == PIECE:
                standing = standing_of(tree[number].text)
                kept[standing.key].append((number, standing))
    found = []
    for key, firsts in here.items():
        seconds = there.get(key, [])
        ranked = sorted(
            (one.distance(other), i, j)
            for i, (_, one) in enumerate(firsts[:MOST_COPIES])
            for j, (_, other) in enumerate(seconds[:MOST_COPIES])
        )
        used_left: set[int] = set()
        used_right: set[int] = set()
        for _, i, j in ranked:
            if i not in used_left and j not in used_right:
                used_left.add(i)
                used_right.add(j)
                found.append((firsts[i][0], seconds[j][0]))
    return found


class StandingPiece(NamedTuple):
    """Where a piece stands, and what it is."""

    key: tuple[str, str]
    map: str
    x: int
    y: int

    def distance(self, other: StandingPiece) -> tuple[bool, int]:
        """How far apart two places are; those on other maps are further than any."""
        return self.map != other.map, abs(self.x - other.x) + abs(self.y - other.y)


def standing_of(text: str) -> StandingPiece:
    """Where the piece of a command stands; pieces without traits are known by their state."""
    atom = read_atom(text)
    if not isinstance(atom, AddPiece):
        return StandingPiece((text, ""), "", 0, 0)
    own = atom.type.rpartition("\t")[2]
    if not own.startswith(BasicPiece.PREFIX):
        # A stack or a deck: its state begins with its map and place.
        map_, x, y, *_ = [*atom.state.rpartition("\t")[2].split(";"), "", "", ""]
        return StandingPiece((own.partition(";")[0], ""), map_, whole(x), whole(y))
    try:
        basic = BasicPiece.read(read_piece(atom.type, atom.state).basic)
    except InputError:
        return StandingPiece((own, ""), "", 0, 0)
    return StandingPiece((basic.name, basic.gpid), basic.map or "", basic.x, basic.y)


def whole(text: str) -> int:
    """A whole number, 0 for what is none."""
    return int(text) if is_signed(text) else 0


def by_key(
    pairs: Pairs,
    left: Iterable[int],
    right: Iterable[int],
    way: Callable[[Tree, Sequence[int], int], Hashable],
    *,
    unique: bool,
) -> list[tuple[int, int]]:
    """Pair parts that have the same key; where it is ``unique``, only those that alone have it."""
    left, right = list(left), list(right)
    if not left or not right:
        return []
    prints = (pairs.old_prints, pairs.new_prints) if unique else pairs.plain
    here: dict[Hashable, list[int]] = defaultdict(list)
    there: dict[Hashable, list[int]] = defaultdict(list)
    for tree, of_tree, numbers, kept in (
        (pairs.old, prints[0], left, here),
        (pairs.new, prints[1], right, there),
    ):
        for number in numbers:
            key = way(tree, of_tree, number)
            if key is not None:
                kept[key].append(number)
    found = []
    for key, firsts in here.items():
        seconds = there.get(key, [])
        if not unique or (len(firsts) == 1 and len(seconds) == 1):
            found += list(zip(firsts, seconds, strict=False))
    return found


def gpid_of(tree: Tree, number: int) -> tuple[str, str] | None:
    """The class and number of a counter, the id of a piece of a saved game; None for others."""
    part = tree[number]
    if part.tag == PIECE:
        return part.tag, part.get("id")
    if part.tag.endswith(SLOTS) and part.get("gpid"):
        return part.tag, part.get("gpid")
    return None


def named(tree: Tree, number: int) -> tuple[str, str] | None:
    """The class and name of a part, None for one without."""
    part = tree[number]
    return (part.tag, part.name) if part.name and part.tag != PIECE else None


def by_likeness(pairs: Pairs, left: list[int], right: list[int]) -> list[tuple[int, int]]:
    """Pair parts of one class by how alike they are, the most alike first."""
    found: list[tuple[int, int]] = []
    tags: Mapping[str, list[int]] = grouped(pairs.new, right)
    for tag, firsts in grouped(pairs.old, left).items():
        seconds = tags.get(tag, [])
        if len(firsts) == len(seconds) == 1 and is_plain(pairs, firsts[0], seconds[0]):
            found.append((firsts[0], seconds[0]))
            continue
        if len(firsts) * len(seconds) > MOST_PAIRS:
            found += [
                (one, other)
                for one, other in zip(firsts, seconds, strict=False)
                if alike(pairs, one, other) >= ALIKE
            ]
            continue
        ranked = sorted(
            (
                (-score, abs(i - j), i, j)
                for i, one in enumerate(firsts)
                for j, other in enumerate(seconds)
                if (score := alike(pairs, one, other)) >= ALIKE
            )
        )
        used_left: set[int] = set()
        used_right: set[int] = set()
        for _, _, i, j in ranked:
            if i not in used_left and j not in used_right:
                used_left.add(i)
                used_right.add(j)
                found.append((firsts[i], seconds[j]))
    return found


def is_plain(pairs: Pairs, old: int, new: int) -> bool:
    """Whether two parts are nothing but a text under a title, as a file's metadata are."""
    return not pairs.old[old].attributes and not pairs.new[new].attributes


def grouped(tree: Tree, numbers: Iterable[int]) -> dict[str, list[int]]:
    """Parts by their class, in file order."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        groups[tree[number].tag].append(number)
    return groups


def alike(pairs: Pairs, old: int, new: int) -> float:
    """The share of facts that two parts of one class have in common, from 0 to 1.

    A name counts as much as three facts, and a counter's own traits as much as all the rest.
    """
    one, other = pairs.old[old], pairs.new[new]
    facts = [attribute_facts(part) for part in (one, other)]
    score = shared(*facts)
    if one.name or other.name:
        score = (score + (one.name == other.name)) / 2
    texts = plain_facts(one)[1], plain_facts(other)[1]
    if all(texts):
        score = (score + shared(*map(pieces_of, texts))) / 2
    elif one.children and other.children:
        here: Counter[Hashable] = Counter(pairs.plain[0][child] for child in one.children)
        there: Counter[Hashable] = Counter(pairs.plain[1][child] for child in other.children)
        score = max(score, shared(here, there))
    if not one.attributes and not other.attributes and one.text == other.text:
        score = max(score, ALIKE)
    return score


def attribute_facts(part: TreePart) -> Counter[Hashable]:
    """The attributes of a part that have a value, but for its number and its name."""
    own = part.name
    return Counter(
        (name, value)
        for name, value in plain_facts(part)[0]
        if value and name != "gpid" and not (name in NAMES and value == own)
    )


def pieces_of(text: str) -> Counter[Hashable]:
    """The traits of a definition, or the words of a text, each as a fact."""
    return Counter(text.split("\t") if "\t" in text else text.split())


def shared(here: Counter[Hashable], there: Counter[Hashable]) -> float:
    """How much of two bags is in both."""
    whole = here.total() + there.total()
    return 2 * (here & there).total() / whole if whole else 0.0


def somewhere_else(pairs: Pairs) -> list[tuple[int, int]]:
    """Pair what is alone in both trees, wherever it stands: what has moved."""
    left = [number for number in range(len(pairs.old)) if number not in pairs.ahead]
    right = [number for number in range(len(pairs.new)) if number not in pairs.back]
    if not left or not right:
        return []
    found = by_key(pairs, left, right, lambda tree, _, n: gpid_of(tree, n), unique=True)
    found += by_key(pairs, left, right, lambda _, prints, n: prints[n], unique=True)
    found += by_key(pairs, left, right, lambda tree, _, n: named(tree, n), unique=True)
    return found
