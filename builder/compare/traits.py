"""The traits of a counter as a list that is compared: which came, went, moved or changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from clubroute.builder.compare.changes import longest_rise
from clubroute.builder.compare.words import WORDS
from clubroute.builder.errors import one_line
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.traits import BasicPiece, Trait

TraitAct = Literal["added", "removed", "moved", "changed"]
LONGEST_NAME = 70
"""Letters of a trait's name as shown."""
MOST_ALIKE = 4_000
"""Pairs of traits of one kind that are compared with one another."""


@dataclass(frozen=True, slots=True)
class TraitChange:
    """One change of a list of traits. Places count from 0, outermost first; None: not there."""

    act: TraitAct
    old: int | None
    new: int | None


def pair_traits(old: Sequence[Trait], new: Sequence[Trait]) -> dict[int, int]:
    """Which trait of one list is which of another: equal ones first, then those of one kind that
    have most fields in common. The counter itself, innermost, always is a pair."""
    pairs: dict[int, int] = {len(old) - 1: len(new) - 1}
    left, right = list(range(len(old) - 1)), list(range(len(new) - 1))
    ways = (lambda one: one, lambda one: (one.id, trait_name(one)))
    for way in ways:
        waiting: dict[object, list[int]] = defaultdict(list)
        for place in right:
            waiting[way(new[place])].append(place)
        for place in left:
            if found := waiting.get(way(old[place])):
                pairs[place] = found.pop(0)
        taken = set(pairs.values())
        left = [place for place in left if place not in pairs]
        right = [place for place in right if place not in taken]
    ranked = sorted(
        (-likeness(old[one], new[other]), abs(one - other), one, other)
        for one in left
        for other in right
        if old[one].id == new[other].id
    )[:MOST_ALIKE]
    taken = set(pairs.values())
    for score, _, one, other in ranked:
        if one not in pairs and other not in taken and -score >= 0.5:
            pairs[one] = other
            taken.add(other)
    return pairs


def likeness(one: Trait, other: Trait) -> float:
    """The share of fields that two traits of a kind have in common."""
    here, there = decode(one.type, ";"), decode(other.type, ";")
    same = sum(a == b for a, b in zip(here, there, strict=False))
    return same / max(len(here), len(there), 1)


def trait_name(trait: Trait) -> str:
    """What its author calls a trait, "" for one without a name."""
    words = WORDS.traits.get(trait.id)
    if words is None or words.name is None:
        return ""
    fields = fields_of(trait)
    name = fields[words.name] if words.name < len(fields) else ""
    if trait.id == "mark;":
        return f"{name} {trait.state}".strip()
    return name


def trait_label(trait: Trait) -> str:
    """The title and name of a trait."""
    words = WORDS.traits.get(trait.id)
    title = words.title if words is not None else trait.id.removesuffix(";") or "unnamed"
    name = trait_name(trait)
    return f"trait {title} '{one_line(name, LONGEST_NAME)}'" if name else f"trait {title}"


def fields_of(trait: Trait) -> list[str]:
    """The fields of a trait behind its kind."""
    return decode(trait.type[len(trait.id) :], ";")


def trait_changes(
    old: Sequence[Trait], new: Sequence[Trait], plain: Callable[[Trait], Trait]
) -> list[TraitChange]:
    """What makes one list of traits of another; what is equal once it is ``plain`` is left out."""
    pairs = pair_traits(old, new)
    back = {there: here for here, there in pairs.items()}
    kept = sorted(pairs)
    stays = set(longest_rise(kept, [pairs[one] for one in kept]))
    found = [TraitChange("removed", one, None) for one in range(len(old)) if one not in pairs]
    for place in range(len(new)):
        if place not in back:
            found.append(TraitChange("added", None, place))
            continue
        here = back[place]
        if here not in stays:
            found.append(TraitChange("moved", here, place))
        if plain(old[here]) != plain(new[place]):
            found.append(TraitChange("changed", here, place))
    return found


def fields_changed(
    old: Trait, new: Trait, plain: Callable[[Trait], Trait]
) -> list[tuple[str, str, str]]:
    """The fields in which two traits of a kind differ: what each is called, and both values."""
    one, other = plain(old), plain(new)
    words = WORDS.traits.get(new.id)
    names = words.fields if words is not None else ()
    here, there = fields_of(one), fields_of(other)
    rows = []
    for index in range(max(len(here), len(there))):
        before = here[index] if index < len(here) else ""
        after = there[index] if index < len(there) else ""
        longer = len(here) != len(there) and index >= min(len(here), len(there))
        if before != after or longer:
            name = names[index] if index < len(names) else f"field {index + 1}"
            rows.append((name, before, after))
    if new.id == BasicPiece.PREFIX and one.state != other.state:
        rows += own_state_changed(BasicPiece.read(one), BasicPiece.read(other))
    elif one.state != other.state:
        rows.append(("value" if new.id == "mark;" else "state", one.state, other.state))
    return rows


def own_state_changed(old: BasicPiece, new: BasicPiece) -> list[tuple[str, str, str]]:
    """What changed in the state of the counter itself: its place, its number, its properties."""
    before_place, place = (f"{one.map or 'off map'} {one.x},{one.y}" for one in (old, new))
    rows = [("moved", before_place, place)] if before_place != place else []
    if old.gpid != new.gpid:
        rows.append(("gpid", old.gpid, new.gpid))
    before, after = dict(old.properties), dict(new.properties)
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            rows.append((name, before.get(name, ""), after.get(name, "")))
    return rows or [("state", old.trait().state, new.trait().state)]
