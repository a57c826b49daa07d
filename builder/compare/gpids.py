"""The numbers by which a module's counters are known (gpid), kept apart where two authors gave the
same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from clubroute.builder.compare.lines import label_of
from clubroute.builder.compare.noise import NEXT_GPID, traits_of
from clubroute.builder.compare.traits import fields_of
from clubroute.builder.compare.tree import SLOTS, Tree, TreePart
from clubroute.builder.counting import is_whole
from clubroute.builder.vassal.buildfile import encode
from clubroute.builder.vassal.pieces import Piece, piece_definition
from clubroute.builder.vassal.traits import BasicPiece, Trait

PLACING = ("placemark;", "replace;")
GPID_FIELD = 9
"""Where a trait that places counters has the number of its counter."""


def gpids_in(part: TreePart) -> Iterator[str]:
    """The numbers that a part gives to counters: its own, and those its traits place."""
    if part.tag.endswith(SLOTS) and part.get("gpid"):
        yield part.get("gpid")
    for trait in traits_of(part.text) or ():
        if gpid := placed_gpid(trait):
            yield gpid


def placed_gpid(trait: Trait) -> str:
    """The number of the counter that a trait places, "" for other traits."""
    if trait.id not in PLACING:
        return ""
    fields = fields_of(trait)
    return fields[GPID_FIELD] if len(fields) > GPID_FIELD else ""


def new_gpids(before: str, after: str) -> list[str]:
    """The numbers that the traits of a text have anew."""
    old = {placed_gpid(trait) for trait in traits_of(before) or ()}
    return [
        gpid for trait in traits_of(after) or () if (gpid := placed_gpid(trait)) and gpid not in old
    ]


def next_number(trees: Sequence[Tree]) -> int:
    """The first number that no counter of some trees has."""
    taken = [int(g) for tree in trees for part in tree for g in gpids_in(part) if is_number(g)]
    said = [int(g) for tree in trees if is_number(g := tree[0].get(NEXT_GPID))]
    return max([0, *said, *(one + 1 for one in taken)])


def is_number(text: str) -> bool:
    """Whether a number of a counter is one that the engine gives."""
    return is_whole(text) and len(text) < 10


def double_gpids(tree: Tree) -> Counter[str]:
    """The numbers that more than one counter of a tree has, and how often."""
    counted = Counter(gpid for part in tree for gpid in gpids_in(part))
    return Counter({gpid: many for gpid, many in counted.items() if many > 1})


@dataclass(slots=True)
class GpidLedger:
    """The numbers that counters of a merged module have, and the next one."""

    used: set[str]
    next: int
    notes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, base: Tree, ours: Tree, theirs: Tree) -> GpidLedger:
        """The numbers that ours has, and the first that no version has."""
        used = {gpid for part in ours for gpid in gpids_in(part)}
        return cls(used, next_number((base, ours, theirs)))

    def fresh(self, gpid: str, title: str) -> str:
        """The number that a counter of theirs may have: its own, or the next if ours has it."""
        if gpid not in self.used:
            self.used.add(gpid)
            return gpid
        fresh = str(self.next)
        self.next += 1
        self.used.add(fresh)
        self.notes.append(
            f"{title}: number {gpid} is taken by ours, now {fresh}; saves that theirs made with it "
            "show another counter until they are refreshed"
        )
        return fresh

    def trait(self, trait: Trait) -> Trait:
        """A trait of theirs, with a number for what it places that ours has not given."""
        gpid = placed_gpid(trait)
        fresh = self.fresh(gpid, "placed counter") if gpid else gpid
        if fresh == gpid:
            return trait
        fields = fields_of(trait)
        fields[GPID_FIELD] = fresh
        return Trait(trait.id + encode(fields, ";", lossy_ok=True), trait.state)

    def part(self, part: TreePart) -> TreePart:
        """A part of theirs, with numbers that ours has not given."""
        attributes, text = dict(part.attributes), part.text
        traits = traits_of(text)
        if traits and any(map(placed_gpid, traits)):
            renewed = tuple(map(self.trait, traits))
            text = piece_definition(Piece(renewed)) if renewed != traits else text
            traits = renewed
        if part.tag.endswith(SLOTS) and attributes.get("gpid"):
            gpid = attributes["gpid"]
            fresh = attributes["gpid"] = self.fresh(gpid, label_of(part))
            if fresh != gpid and traits and traits[-1].id == BasicPiece.PREFIX:
                basic = replace(BasicPiece.read(traits[-1]), gpid=fresh)
                text = piece_definition(Piece((*traits[:-1], basic.trait())))
        return replace(part, attributes=tuple(attributes.items()), text=text)

    def highest(self) -> int:
        """The number after the highest that is given."""
        return max([0, *(int(gpid) + 1 for gpid in self.used if is_number(gpid))])
