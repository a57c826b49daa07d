"""Which hex a word of the ground describes: the one that is left, or the one that is entered.

``raised`` may be said of either. Its place among the words decides, or else nothing does: then the
command is refused, with both ways to say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from clubroute.builder.errors import Where
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.items import PART, AmbiguousError, Item, MisfitError
from clubroute.rules.words.scope import Scope

LEFT, ENTERED = "from", "to"
HEXES: Mapping[str, str] = {LEFT: "the hex it leaves", ENTERED: "the hex it enters"}
"""The records that describe a hex, as a refused line calls them."""
TERRAIN = "terrain"
OVER = "across"
"""The lead of a word about the hexside between them."""


@dataclass(slots=True)
class Described:
    """A word that describes a hex: its place among the items, what it says, which hex if known."""

    at: int
    field: str
    lead: str
    hex: str = ""

    @property
    def is_terrain(self) -> bool:
        """Whether it names a terrain, of which a hex has one."""
        return self.field == TERRAIN


def with_hexes(scope: Scope, items: Sequence[Item], named: Sequence[str] = ()) -> list[Item]:
    """Items, each word about the ground with the one hex that it describes.

    It is the hex of the ``from`` or ``to`` before it; else that of the terrain beside it; else the
    only one that is described, and that is the one entered where none is.

    :param named: what else is said, by name: ``from.terrain=woods`` describes a hex, too.
    :raises MisfitError: it could be either.
    """
    found = list(described(scope, items))
    runs = runs_of(found)
    in_place = is_in_place(scope)
    name_terrains(scope, items, found, in_place)
    for run in runs:
        beside_terrain(scope, items, run)
    hexes = {one.hex for one in found if one.hex}
    hexes |= {hex_ for hex_ in HEXES if any(word.startswith(f"{hex_}.") for word in named)}
    for one in (one for one in found if not one.hex):
        if len(hexes) > 1 or (hexes == {LEFT} and not in_place):
            refuse_both(scope, items[one.at])
        one.hex = next(iter(hexes), LEFT if in_place else ENTERED)
    settled = [over(scope, one) for one in items]
    for one in found:
        settled[one.at] = said_of(items[one.at], one)
    return settled


def described(scope: Scope, items: Sequence[Item]) -> Iterator[Described]:
    """The words that may describe either hex, in their order.

    :raises MisfitError: one that may as well be said of something else, and has no lead.
    """
    for at, item in enumerate(items):
        field = either(item)
        if not field or (item.lead == OVER and others(scope, item)):
            continue
        lead = item.lead if item.lead in HEXES else ""
        if not lead and others(scope, item):
            refuse_both(scope, item)
        yield Described(at, field, lead, lead)


def either(item: Item) -> str:
    """What an item says of both hexes alike, ``raised``; nothing if it does not."""
    fields = (path.partition(".") for path in item.may)
    return next((f for hex_, _, f in fields if hex_ == LEFT and f"{ENTERED}.{f}" in item.may), "")


def others(scope: Scope, item: Item) -> list[str]:
    """The parameters an item may be said of that describe no hex."""
    paths = [path for path in item.may if path.partition(".")[0] not in HEXES]
    return [path for path in paths if scope.schema(path) is not None]


def over(scope: Scope, item: Item) -> Item:
    """An item of the hexside, if it comes after ``over`` and may be one."""
    field = either(item) if item.lead == OVER and others(scope, item) else ""
    hexes = {f"{hex_}.{field}" for hex_ in HEXES}
    may = {path: value for path, value in item.may.items() if path not in hexes}
    return replace(item, may=may) if field else item


def is_in_place(scope: Scope) -> bool:
    """Whether the form describes only the hex that a unit is in."""
    roots = {slot.path.partition(".")[0] for slot in scope.form.slots}
    return LEFT in roots and ENTERED not in roots


def runs_of(found: Sequence[Described]) -> list[list[Described]]:
    """Words that stand beside each other, those after a lead by themselves."""
    runs: list[list[Described]] = []
    for one in found:
        if runs and runs[-1][-1].at == one.at - 1 and not one.lead:
            runs[-1].append(one)
        else:
            runs.append([one])
    for run in runs:
        terrain = next((one for one in run if one.is_terrain), run[0])
        terrain.hex = terrain.hex or run[0].lead
    return runs


def name_terrains(
    scope: Scope, items: Sequence[Item], found: Sequence[Described], in_place: bool
) -> None:
    """Say of which hex each terrain is: two are of the hex left and the hex entered, in this order.

    :raises MisfitError: one after that of the hex entered, which nobody said to be of the other.
    """
    terrains = [one for one in found if one.is_terrain]
    for number, one in enumerate(terrains):
        if one.hex:
            continue
        before = {other.hex for other in terrains[:number]}
        after = {other.hex for other in terrains[number + 1 :]} | {
            ENTERED for other in terrains[number + 1 :] if not other.hex
        }
        if in_place:
            one.hex = LEFT
        elif ENTERED in before:
            refuse_both(scope, items[one.at])
        else:
            one.hex = LEFT if ENTERED in after and LEFT not in before else ENTERED


def beside_terrain(scope: Scope, items: Sequence[Item], run: Sequence[Described]) -> None:
    """Say of which hex the other words of a run are: that of its terrain.

    :raises MisfitError: one stands between two terrains of different hexes.
    """
    for number, one in enumerate(run):
        before = [other.hex for other in run[:number] if other.is_terrain][-1:]
        after = [other.hex for other in run[number + 1 :] if other.is_terrain][:1]
        if not one.hex:
            beside = {*before, *after}
            if len(beside) > 1:
                refuse_both(scope, items[one.at])
            one.hex = next(iter(beside), run[0].lead)


def refuse_both(scope: Scope, item: Item) -> NoReturn:
    """Show every way to say a word that could mean several things. :raises MisfitError: always."""
    ways = [path for path in item.may if scope.schema(path) is not None]
    told = [way_to_say(path, item.may[path]) for path in ways]
    asked = "which hex it describes: " if all(way.split(".")[0] in HEXES for way in ways) else ""
    error = AmbiguousError(Where(PART), repr(item.text), asked + " or ".join(told))
    raise MisfitError(UNDECIDED, error)


UNDECIDED = 1000
"""How far a command fits that is refused only because a word could mean two things: further than
one that is refused for what it does not understand."""


def way_to_say(path: str, value: Any) -> str:
    """A parameter by its name, ``to.raised=yes``, and what that is in words."""
    text = "yes" if value is True else str(value)
    label = HEXES.get(path.partition(".")[0]) or vocabulary().labels.get(path)
    return f"{path}={text}" + (f" ({label})" if label else "")


def said_of(item: Item, one: Described) -> Item:
    """An item that describes one hex."""
    other = ENTERED if one.hex == LEFT else LEFT
    may = {path: value for path, value in item.may.items() if path != f"{other}.{one.field}"}
    return replace(item, may=may, lead=one.hex)
