"""The changes that make one tree of another, and the same changes made.

A change is about a part by its number: those of the first tree keep theirs, one that is new has
the next numbers. :func:`apply` of :func:`changes` gives the second tree, whole.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import (
    asdict,
    dataclass,
    field,
    replace,
)
from typing import Any, Literal, get_args

from clubroute.builder.compare.matching import Pairs, match
from clubroute.builder.compare.tree import Tree, TreePart
from clubroute.builder.errors import InputError
from clubroute.builder.vassal.buildfile import IN_MEMORY

Act = Literal["class", "attribute", "text", "added", "removed", "moved"]


@dataclass(frozen=True, slots=True)
class TreeChange:
    """One change. ``name`` is that of an attribute; ``old`` and ``new`` are values, None where
    there is none. ``under`` and ``after`` say where what is added or moved then stands: below
    which part, behind which of those there (None: first). ``attributes`` are of what is added, its
    class is ``name`` and its text ``new``."""

    act: Act
    part: int
    name: str = ""
    old: str | None = None
    new: str | None = None
    under: int | None = None
    after: int | None = None
    attributes: tuple[tuple[str, str], ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The change as an object, without what it does not have."""
        values = {key: value for key, value in asdict(self).items() if value is not None}
        values["attributes"] = dict(self.attributes)
        for empty in ("name", "attributes"):
            if not values[empty]:
                del values[empty]
        return values


def read_change(value: Mapping[str, Any]) -> TreeChange:
    """The change in an object. :raises InputError: it is none."""
    given = {**value, "attributes": tuple(dict(value.get("attributes", {})).items())}
    try:
        change = TreeChange(**given)
    except TypeError:
        raise InputError(IN_MEMORY, repr(value), "a change as diff --json prints it") from None
    if change.act not in get_args(Act):
        raise InputError(IN_MEMORY, repr(change.act), "one of " + ", ".join(get_args(Act)))
    return change


def changes(old: Tree, new: Tree) -> tuple[TreeChange, ...]:
    """What makes the new tree of the old one."""
    return changes_of(match(old, new))


def changes_of(pairs: Pairs) -> tuple[TreeChange, ...]:
    """What makes the second of two matched trees of the first."""
    numbers = numbers_of_new(pairs)
    stays = unmoved(pairs)
    found: list[TreeChange] = [
        TreeChange("removed", number)
        for number in range(len(pairs.old))
        if number not in pairs.ahead
    ]
    for place, part in enumerate(pairs.new):
        number = numbers[place]
        under = numbers[part.parent] if part.parent >= 0 else None
        siblings = pairs.new[part.parent].children if part.parent >= 0 else (place,)
        index = siblings.index(place) if place not in stays else 0
        after = numbers[siblings[index - 1]] if index else None
        if place not in pairs.back:
            found.append(
                TreeChange(
                    *("added", number, part.tag, None, part.text or None),
                    *(under, after, part.attributes),
                )
            )
            continue
        if place not in stays:
            found.append(TreeChange("moved", number, under=under, after=after))
        found += facts_changed(pairs.old[number], part, number)
    return tuple(found)


def facts_changed(old: TreePart, new: TreePart, number: int) -> Iterable[TreeChange]:
    """What changed of a part itself."""
    if old.tag != new.tag:
        yield TreeChange("class", number, old=old.tag, new=new.tag)
    if old.attributes != new.attributes:
        before, after = dict(old.attributes), dict(new.attributes)
        for name in (*before, *(name for name in after if name not in before)):
            if before.get(name) != after.get(name):
                yield TreeChange("attribute", number, name, before.get(name), after.get(name))
    if old.text != new.text:
        yield TreeChange("text", number, old=old.text, new=new.text)


def numbers_of_new(pairs: Pairs) -> dict[int, int]:
    """The number of each part of the second tree: that of its pair, else one behind all others."""
    numbers: dict[int, int] = {}
    fresh = len(pairs.old)
    for place in range(len(pairs.new)):
        if place in pairs.back:
            numbers[place] = pairs.back[place]
        else:
            numbers[place] = fresh
            fresh += 1
    return numbers


def unmoved(pairs: Pairs) -> set[int]:
    """Parts of the second tree that stand where they stood: below the same part, and in the same
    order as most of their neighbours."""
    stays = {0}
    for place, part in enumerate(pairs.new):
        parent = pairs.back.get(place)
        if parent is None:
            continue
        kept = [
            child
            for child in part.children
            if child in pairs.back and pairs.old[pairs.back[child]].parent == parent
        ]
        stays.update(longest_rise(kept, [pairs.back[child] for child in kept]))
    return stays


def longest_rise(items: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """The longest run of items, gaps allowed, whose ranks rise."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int | None] = []
    for index, rank in enumerate(ranks):
        place = bisect_left(ends, rank)
        if place == len(ends):
            ends.append(rank)
            at.append(index)
        else:
            ends[place], at[place] = rank, index
        before.append(at[place - 1] if place else None)
    run: list[int] = []
    last = at[-1] if at else None
    while last is not None:
        run.append(items[last])
        last = before[last]
    return run[::-1]


@dataclass(slots=True)
class Growing:
    """A tree that is being changed: parts by number, and who stands below whom."""

    parts: dict[int, TreePart]
    below: dict[int, list[int]]
    above: dict[int, int]

    @classmethod
    def of(cls, tree: Tree, numbers: Sequence[int] | None = None) -> Growing:
        """A tree to be changed, with other numbers if they are given."""
        named = range(len(tree)) if numbers is None else numbers
        parts = {named[place]: part for place, part in enumerate(tree)}
        below = {named[i]: [named[child] for child in one.children] for i, one in enumerate(tree)}
        above = {named[i]: named[p.parent] for i, p in enumerate(tree) if p.parent >= 0}
        return cls(parts, below, above)

    def detach(self, number: int) -> None:
        """Take a part from where it stands; it keeps what is below it."""
        parent = self.above.pop(number, None)
        if parent is not None:
            self.below[parent].remove(number)

    def place(self, number: int, under: int, after: int | None) -> None:
        """Put a part below another, behind ``after`` (None: first)."""
        row = self.below[under]
        row.insert(row.index(after) + 1 if after is not None and after in row else 0, number)
        self.above[number] = under

    def drop(self, number: int) -> None:
        """Forget a part with all below it."""
        self.detach(number)
        waiting = [number]
        while waiting:
            current = waiting.pop()
            waiting += self.below.pop(current, [])
            self.parts.pop(current, None)
            self.above.pop(current, None)

    def is_below(self, number: int, other: int) -> bool:
        """Whether a part is another one or stands below it."""
        current: int | None = number
        while current is not None:
            if current == other:
                return True
            current = self.above.get(current)
        return False

    def change(self, number: int, name: str, value: str | None) -> None:
        """Set an attribute of a part; None takes it away."""
        part = self.parts[number]
        rows = dict(part.attributes)
        if value is None:
            rows.pop(name, None)
        else:
            rows[name] = value
        self.parts[number] = replace(part, attributes=tuple(rows.items()))

    def write(self, number: int, *, tag: str | None = None, text: str | None = None) -> None:
        """Give a part another class or text."""
        part = self.parts[number]
        self.parts[number] = replace(
            part, tag=part.tag if tag is None else tag, text=part.text if text is None else text
        )

    def order(self) -> list[int]:
        """The numbers of all parts, in file order."""
        rows: list[int] = []
        waiting = [0]
        while waiting:
            current = waiting.pop()
            rows.append(current)
            waiting.extend(reversed(self.below[current]))
        return rows

    def tree(self) -> Tree:
        """The tree as it is now."""
        order = self.order()
        place = {number: index for index, number in enumerate(order)}
        return tuple(
            TreePart(
                self.parts[number].tag,
                self.parts[number].attributes,
                self.parts[number].text,
                place[self.above[number]] if number in self.above else -1,
                tuple(place[child] for child in self.below[number]),
            )
            for number in order
        )


def apply(old: Tree, made: Iterable[TreeChange]) -> Tree:
    """The tree that changes make of one. :raises InputError: they are of another tree."""
    growing, listed = Growing.of(old), tuple(made)
    try:
        for change in listed:
            if change.act == "moved":
                growing.detach(change.part)
        for change in listed:
            if change.act == "added":
                growing.parts[change.part] = TreePart(
                    change.name, change.attributes, change.new or "", -1, ()
                )
                growing.below[change.part] = []
            if change.act in ("added", "moved") and change.under is not None:
                growing.place(change.part, change.under, change.after)
            elif change.act == "attribute":
                growing.change(change.part, change.name, change.new)
            elif change.act == "class":
                growing.write(change.part, tag=change.new)
            elif change.act == "text":
                growing.write(change.part, text=change.new or "")
        for change in listed:
            if change.act == "removed" and change.part in growing.parts:
                growing.drop(change.part)
        return growing.tree()
    except (KeyError, ValueError):
        raise InputError(IN_MEMORY, "changes of another file", "those of this one") from None
