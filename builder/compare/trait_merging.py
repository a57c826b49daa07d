"""Three versions of a counter's traits become one list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from clubroute.builder.compare.noise import trait_without_noise
from clubroute.builder.compare.traits import (
    fields_of,
    pair_traits,
    trait_changes,
    trait_label,
)
from clubroute.builder.compare.words import WORDS
from clubroute.builder.vassal.buildfile import encode
from clubroute.builder.vassal.traits import Trait

Side = Literal["ours", "theirs"]


class AskSide(Protocol):
    """Asks somebody which side to take: what it is about, and the three values."""

    def __call__(self, what: str, base: str, ours: str, theirs: str) -> Side: ...


@dataclass(slots=True)
class TraitRow:
    """The list as it grows: each trait with where it is from, a place in the base's list or None.

    ``fresh`` gives a trait that theirs added the numbers it may have.
    """

    ask: AskSide
    fresh: Callable[[Trait], Trait]
    traits: list[Trait] = field(default_factory=list)
    origins: list[int | None] = field(default_factory=list)

    def place_of(self, origin: int) -> int | None:
        """Where a trait of the base stands now."""
        return self.origins.index(origin) if origin in self.origins else None

    def insert(self, at: int, trait: Trait, origin: int | None) -> None:
        self.traits.insert(at, trait)
        self.origins.insert(at, origin)

    def remove(self, at: int) -> Trait:
        self.origins.pop(at)
        return self.traits.pop(at)


def merge_traits(
    base: Sequence[Trait],
    ours: Sequence[Trait],
    theirs: Sequence[Trait],
    ask: AskSide,
    fresh: Callable[[Trait], Trait],
) -> tuple[Trait, ...]:
    """The traits with what both sides did to them. Where both did something to one trait, or added
    traits at one place (their order counts), it is asked."""
    own, other = pair_traits(base, ours), pair_traits(base, theirs)
    back = {place: origin for origin, place in own.items()}
    row = TraitRow(ask, fresh, list(ours), [back.get(place) for place in range(len(ours))])
    for change in trait_changes(base, theirs, trait_without_noise):
        if change.act == "removed":
            remove(row, base, change.old or 0)
        elif change.act == "changed" and change.old is not None and change.new is not None:
            change_trait(row, base, change.old, theirs[change.new])
        elif change.act == "moved" and change.old is not None and change.new is not None:
            move(row, base, ours, own, theirs, other, change.old, change.new)
        elif change.new is not None:
            add(row, theirs, other, change.new)
    return tuple(row.traits)


def remove(row: TraitRow, base: Sequence[Trait], origin: int) -> None:
    """Take away what theirs took away."""
    at = row.place_of(origin)
    if at is None:
        return
    here, before = row.traits[at], base[origin]
    if trait_without_noise(here) == trait_without_noise(before) or (
        row.ask(trait_label(before), before.type, here.type, "(removed)") == "theirs"
    ):
        row.remove(at)


def change_trait(row: TraitRow, base: Sequence[Trait], origin: int, there: Trait) -> None:
    """Change what theirs changed."""
    at, before = row.place_of(origin), base[origin]
    if at is None:
        if row.ask(trait_label(before), before.type, "(removed)", there.type) == "theirs":
            row.insert(min(origin, len(row.traits) - 1), there, origin)
        return
    row.traits[at] = merge_trait(before, row.traits[at], there, row.ask)


def merge_trait(base: Trait, ours: Trait, theirs: Trait, ask: AskSide) -> Trait:
    """One trait with what both sides did to it, field by field."""
    plain = [trait_without_noise(one) for one in (base, ours, theirs)]
    if plain[1] in (plain[0], plain[2]):
        return theirs if plain[1] == plain[0] else ours
    label = trait_label(ours)
    rows = [fields_of(one) for one in (base, ours, theirs)]
    if len({one.id for one in plain}) > 1 or len({len(row) for row in rows}) > 1:
        return ours if ask(label, base.type, ours.type, theirs.type) == "ours" else theirs
    noiseless = [fields_of(one) for one in plain]
    words = WORDS.traits.get(ours.id)
    merged = []
    for index, (before, here, there) in enumerate(zip(*noiseless, strict=True)):
        side: Side = "ours"
        if here == before and there != before:
            side = "theirs"
        elif before != there != here:
            named = words is not None and index < len(words.fields)
            name = words.fields[index] if words and named else f"field {index + 1}"
            side = ask(f"{label}: {name}", before, here, there)
        merged.append(rows[1][index] if side == "ours" else rows[2][index])
    type_ = ours.id + encode(merged, ";", lossy_ok=True)
    state = merge_state(plain, ours, theirs, ask)
    return Trait(ours.type if decodes_alike(type_, ours) else type_, state)


def decodes_alike(type_: str, trait: Trait) -> bool:
    """Whether a type says what a trait's own does, though it may be written otherwise."""
    return fields_of(Trait(type_)) == fields_of(trait)


def merge_state(plain: Sequence[Trait], own: Trait, other: Trait, ask: AskSide) -> str:
    """The state of a trait with what both did to it; ``plain`` are the three without noise."""
    base, ours, theirs = plain
    if theirs.state in (base.state, ours.state):
        return own.state
    if ours.state == base.state:
        return other.state
    side = ask(f"{trait_label(own)}: value", base.state, ours.state, theirs.state)
    return own.state if side == "ours" else other.state


def anchor(
    row: TraitRow, theirs: Sequence[Trait], other: dict[int, int], place: int
) -> tuple[int, int | None]:
    """Where what stands at a place of theirs goes, and behind which trait of the base.

    The nearest one ahead of it that is still there counts: one of the base's, or one that theirs
    added before.
    """
    back = {there: origin for origin, there in other.items()}
    for ahead in range(place - 1, -1, -1):
        origin = back.get(ahead)
        if origin is not None:
            at = row.place_of(origin)
            if at is not None:
                return at + 1, origin
        elif theirs[ahead] in row.traits:
            return row.traits.index(theirs[ahead]) + 1, None
    return 0, None


def add(row: TraitRow, theirs: Sequence[Trait], other: dict[int, int], place: int) -> None:
    """Add what theirs added."""
    trait = row.fresh(theirs[place])
    at, _ = anchor(row, theirs, other, place)
    rivals = []
    for index in range(at, len(row.traits)):
        if row.origins[index] is not None:
            break
        rivals.append(row.traits[index])
    plain = trait_without_noise(trait)
    if any(trait_without_noise(one) == plain for one in rivals):
        return
    # What theirs added just before stands ahead of the anchor and is no rival of it.
    if rivals and plain not in (trait_without_noise(one) for one in rivals):
        labels = ", ".join(trait_label(one) for one in rivals)
        side = row.ask("which of the added traits comes first", "", labels, trait_label(trait))
        at += len(rivals) if side == "ours" else 0
    row.insert(at, trait, None)


def move(
    row: TraitRow,
    base: Sequence[Trait],
    ours: Sequence[Trait],
    own: dict[int, int],
    theirs: Sequence[Trait],
    other: dict[int, int],
    origin: int,
    place: int,
) -> None:
    """Move what theirs moved."""
    at = row.place_of(origin)
    if at is None:
        return
    kept = [one for one in range(len(base)) if one in own]
    was = sorted(kept, key=lambda one: own[one])
    if was != kept:  # ours has another order, too
        here = ", ".join(trait_label(one) for one in ours)
        there = ", ".join(trait_label(one) for one in theirs)
        if row.ask(f"order of traits, {trait_label(row.traits[at])}", "", here, there) == "ours":
            return
    trait = row.remove(at)
    to, _ = anchor(row, theirs, other, place)
    row.insert(to, trait, origin)
