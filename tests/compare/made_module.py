"""A small module made from a number, and edits as authors make them, whose results are known.

The module is kept as a model of its own, so that what a diff or a merge should give is known
without asking the code under test: an edit changes a model, and each model is written as VASSAL's
editor writes it, which gives named keys their numbers afresh every time.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from clubroute.builder.vassal.buildfile import Element, element, write
from clubroute.builder.vassal.pieces import join_chain

FIRST_KEY = 57344
ROOT = "VASSAL.build.GameModule"
SLOT = "VASSAL.build.widget.PieceSlot"
LIST = "VASSAL.build.widget.ListWidget"
PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
BOARD = "VASSAL.build.module.map.boardPicker.Board"
STACK = "VASSAL.build.module.map.SetupStack"
PICKER = "VASSAL.build.module.map.BoardPicker"
HOLDER = "VASSAL.build.module.PrototypesContainer"
GLOBAL = "VASSAL.build.module.properties.GlobalProperty"


@dataclass
class Made:
    """A component of the model. ``traits`` are lists of fields, the first of which is the kind;
    a key that has only a name is written ``<name>``."""

    uid: str
    tag: str
    attributes: dict[str, str]
    traits: list[tuple[str, list[str]]] | None = None
    inside: list[Made] = field(default_factory=list)

    def walk(self) -> Iterator[Made]:
        yield self
        for one in self.inside:
            yield from one.walk()


@dataclass(frozen=True)
class Edit:
    """What an author did, and the facts he touched: two edits with a fact in common clash."""

    title: str
    facts: frozenset[str]
    make: Callable[[Made], None]


def made(seed: int) -> Made:
    """The module of a number."""
    chance = random.Random(seed)
    uids = map("u{}".format, itertools.count())
    gpids = itertools.count(1)
    lists = []
    for number in range(3):
        counters = [
            counter(next(uids), f"{n}/{number}", str(next(gpids)), chance) for n in range(5)
        ]
        lists.append(
            Made(next(uids), LIST, {"entryName": f"List {number}", "width": "300"}, None, counters)
        )
    palette = Made(next(uids), "VASSAL.build.module.PieceWindow", {"name": "Pieces"}, None, lists)
    prototypes = [
        Made(next(uids), PROTOTYPE, {"name": f"Prototype {n}"}, some_traits(next(uids), chance))
        for n in range(4)
    ]
    holder = Made(next(uids), HOLDER, {}, None, prototypes)
    boards = [
        Made(next(uids), BOARD, {"name": f"Board {n}", "image": f"b{n}.png"}) for n in range(3)
    ]
    picker = Made(next(uids), PICKER, {"title": "Choose"}, None, boards)
    stacks = [
        Made(
            next(uids),
            STACK,
            {"name": f"Stack {n}", "x": str(n), "y": "5"},
            None,
            [counter(next(uids), f"s/{n}", str(next(gpids)), chance)],
        )
        for n in range(3)
    ]
    window = Made(
        next(uids), "VASSAL.build.module.Map", {"mapName": "Main Map"}, None, [picker, *stacks]
    )
    values = [
        Made(next(uids), GLOBAL, {"name": f"Value {n}", "initialValue": "0"}) for n in range(3)
    ]
    globals_ = Made(next(uids), "VASSAL.build.module.properties.GlobalProperties", {}, None, values)
    about = {"name": "Made", "version": "1.0", "VassalVersion": "3.7.1", "description": "x"}
    return Made("root", ROOT, about, None, [globals_, holder, window, palette])


def counter(uid: str, name: str, gpid: str, chance: random.Random) -> Made:
    """A counter of the module."""
    attributes = {"entryName": name, "gpid": gpid, "height": "60", "width": "60"}
    own = (f"{uid}.own", ["piece", "", "", f"{name[0]}.png", name])
    return Made(uid, SLOT, attributes, [*some_traits(uid, chance), own])


def some_traits(uid: str, chance: random.Random) -> list[tuple[str, list[str]]]:
    """Some traits, each with an id."""
    kinds = [
        ["delete", "Delete", "<Gone>", ""],
        ["report", "<Flip>", "$x$ flips", "", "", "", "false"],
        ["macro", "Flip", "Flip", "<Flip>", "{Side==1}", "", "<Report>"],
        ["mark", "Side"],
        ["prototype", "Prototype 1"],
        ["hideCmd", "No", "Hide", "{A==1}", "68\\,130"],
    ]
    chosen = chance.sample(kinds, chance.randint(3, 5))
    return [(f"{uid}.{number}", list(one)) for number, one in enumerate(chosen)]


def written(model: Made, noise: int = 0) -> Element:
    """The model as the editor saves it; ``noise`` is where its numbers and sizes begin."""
    keys = map(str, itertools.count(FIRST_KEY + noise))
    numbers: dict[str, str] = {}

    def keyed(value: str) -> str:
        if not value.startswith("<"):
            return value
        name = value.strip("<>")
        number = numbers.get(name) or numbers.setdefault(name, next(keys))
        return f"{number},0,{name}"

    def one(part: Made, parent: str) -> Element:
        attributes = {name: keyed(value) for name, value in part.attributes.items()}
        if "width" in attributes:
            attributes["width"] = str(int(attributes["width"]) + noise)
        if part.uid == "root":
            highest = max(int(each.attributes.get("gpid", 0)) for each in part.walk())
            attributes["nextPieceSlotId"] = str(highest + 1 + noise)
        text = None
        if part.traits is not None:
            text = definition(part, keyed, noise)
        inside = [one(child, part.tag) for child in part.inside]
        return element(part.tag, attributes, *inside, text=text)

    return one(model, "")


def definition(part: Made, keyed: Callable[[str], str], noise: int) -> str:
    """The text of a counter or a prototype."""
    traits = list(part.traits or ())
    if not traits or traits[-1][1][0] != "piece":
        traits.append(("", ["piece", "", "", "", ""]))
    types = [";".join([one[0], *map(keyed, one[1:])]) for _, one in traits]
    types = [one if one.count(";") else one + ";" for one in types]
    states = ["Red" if one[0] == "mark" else "" for _, one in traits]
    states[-1] = f"null;{noise};{noise};{part.attributes.get('gpid', '')};0"
    return "+/null/" + "/".join(join_chain(chain).replace("/", "\\/") for chain in (types, states))


def file_of(model: Made, noise: int = 0) -> bytes:
    """The build file of a model."""
    return write(written(model, noise))


def find(model: Made, uid: str) -> Made:
    """The component with an id."""
    return next(one for one in model.walk() if one.uid == uid)


def above(model: Made, uid: str) -> Made:
    """The component around one."""
    return next(one for one in model.walk() if any(child.uid == uid for child in one.inside))


def edits(model: Made, author: str, chance: random.Random) -> Edit:
    """An edit somebody makes of a model; ``author`` keeps names of new things apart."""
    number = chance.randrange(1_000_000)
    name = f"{author}{number}"
    parts = list(model.walk())
    lists = [one for one in parts if one.tag == LIST]
    listed = {child.uid for one in lists for child in one.inside}
    slots = [one for one in parts if one.tag == SLOT and one.uid in listed]
    kind = chance.choice(KINDS)
    if kind == "attribute":
        part = chance.choice([one for one in parts if set(one.attributes) & set(TEXTS)])
        key = chance.choice([key for key in part.attributes if key in TEXTS])
        return Edit(
            f"{key} of {part.uid} is {name}",
            frozenset((f"{part.uid} {key}",)),
            lambda m: find(m, part.uid).attributes.update({key: name}),
        )
    if kind in ("trait field", "trait added", "trait removed"):
        part = chance.choice([one for one in parts if one.traits])
        return of_trait(part, kind, name, chance)
    if kind == "counter added":
        into = chance.choice(lists)
        return Edit(
            f"{name} added to {into.uid}",
            frozenset((f"{into.uid} new {name}",)),
            lambda m: add_counter(m, into.uid, name, number),
        )
    if kind == "counter removed":
        slot = chance.choice(slots)
        return Edit(
            f"{slot.uid} removed",
            frozenset((f"{slot.uid} *", f"{slot.uid} place")),
            lambda m: above(m, slot.uid).inside.remove(find(m, slot.uid)),
        )
    if kind == "counter moved":
        slot = chance.choice(slots)
        other = chance.choice([one for one in lists if slot not in one.inside])
        return Edit(
            f"{slot.uid} moved to {other.uid}",
            frozenset((f"{slot.uid} place",)),
            lambda m: move(m, slot.uid, other.uid),
        )
    if kind == "board added":
        picker = next(one for one in parts if one.tag.endswith("BoardPicker"))
        fresh = Made(name, BOARD, {"name": name, "image": f"{name}.png"})
        return added(picker, fresh)
    holder = next(one for one in parts if one.tag.endswith("PrototypesContainer"))
    traits = some_traits(name, random.Random(number))
    return added(holder, Made(name, PROTOTYPE, {"name": name}, traits))


KINDS = (
    *("attribute", "trait field", "trait added", "trait removed"),
    *("counter added", "counter removed", "counter moved", "board added", "prototype added"),
)
TEXTS = ("entryName", "name", "image", "x", "title", "initialValue", "description")
"""Attributes that edits change."""


def of_trait(part: Made, kind: str, name: str, chance: random.Random) -> Edit:
    """An edit of a counter's traits."""
    own = [one for one in part.traits or () if one[1][0] not in ("piece", "mark")]
    uid, fields = chance.choice(own)
    if kind == "trait field":
        at = chance.randrange(1, len(fields))
        return Edit(
            f"field {at} of {uid} is {name}",
            frozenset((f"{part.uid} trait {uid} {at}",)),
            lambda m: trait(m, part.uid, uid).__setitem__(at, name),
        )
    if kind == "trait removed":
        return Edit(
            f"{uid} removed",
            # What stands beside a trait that goes may be what another is added behind.
            frozenset((f"{part.uid} trait {uid} *", f"{part.uid} row")),
            lambda m: (find(m, part.uid).traits or []).remove((uid, trait(m, part.uid, uid))),
        )

    def add(m: Made) -> None:
        traits = find(m, part.uid).traits or []
        at = [one for one, _ in traits].index(uid)
        traits.insert(at + 1, (name, ["clone", name, "<Copy>", ""]))

    return Edit(f"{name} added behind {uid}", frozenset((f"{part.uid} row",)), add)


def trait(model: Made, uid: str, trait_uid: str) -> list[str]:
    """The fields of a trait."""
    return next(fields for one, fields in find(model, uid).traits or () if one == trait_uid)


def add_counter(model: Made, into: str, name: str, number: int) -> None:
    """Put a new counter at the end of a list, with the next number of the module."""
    highest = max(int(one.attributes.get("gpid", 0)) for one in model.walk())
    fresh = counter(name, name, str(highest + 1), random.Random(number))
    find(model, into).inside.append(fresh)


def added(into: Made, fresh: Made) -> Edit:
    """An edit that adds something to a component."""
    return Edit(
        f"{fresh.uid} added to {into.uid}",
        frozenset((f"{into.uid} new {fresh.uid}",)),
        lambda m: find(m, into.uid).inside.append(copy.deepcopy(fresh)),
    )


def move(model: Made, uid: str, into: str) -> None:
    """Put a counter at the end of another list."""
    one = find(model, uid)
    above(model, uid).inside.remove(one)
    find(model, into).inside.append(one)


def edited(model: Made, done: Sequence[Edit]) -> Made:
    """A copy of a model after some edits."""
    changed = copy.deepcopy(model)
    for one in done:
        one.make(changed)
    return changed


def clash(one: Edit, other: Edit) -> bool:
    """Whether two edits are about the same thing."""
    if one.facts & other.facts:
        return True
    return any(
        fact.endswith("*") and any(fact2.startswith(fact[:-1]) for fact2 in theirs)
        for facts, theirs in ((one.facts, other.facts), (other.facts, one.facts))
        for fact in facts
    )
