"""Three versions of a module's components become one.

The result is ours with what theirs changed since the base. What both changed is asked, place by
place, and ours stands until somebody answers: the result always is a whole module.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from clubroute.builder.compare.changes import (
    Growing,
    TreeChange,
    changes_of,
    numbers_of_new,
)
from clubroute.builder.compare.gpids import GpidLedger, is_number, new_gpids
from clubroute.builder.compare.lines import label_of, path_of
from clubroute.builder.compare.matching import Pairs, match
from clubroute.builder.compare.noise import (
    NEXT_GPID,
    VERSION,
    noise_of,
    sift,
    traits_of,
)
from clubroute.builder.compare.trait_merging import Side, merge_traits
from clubroute.builder.compare.tree import (
    SLOTS,
    Tree,
    TreePart,
    plain_facts,
    within,
)
from clubroute.builder.vassal.pieces import Piece, piece_definition

REMOVED, ABSENT = "(removed)", "(none)"
PROTOTYPE = ".PrototypeDefinition"
ONE_OF_A_NAME = (
    *(PROTOTYPE, ".Map", ".PrivateMap", ".PlayerHand", ".Board", ".DrawPile", ".GlobalProperty"),
    *(".PredefinedSetup", ".ScenarioPropertiesOptionTab", ".Zone", ".TurnTracker"),
)
"""Ends of the tags of components of which there is one of a name in its place."""
HIGHER = frozenset(("version", VERSION, NEXT_GPID))
"""Attributes of a module of which the higher value counts."""


@dataclass(frozen=True, slots=True)
class MergeQuestion:
    """What both sides changed: where, what, and the three values. ``places`` are all those of the
    same question."""

    what: str
    base: str
    ours: str
    theirs: str
    places: tuple[str, ...] = field(default=(), compare=False)

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What makes two questions the same one."""
        return self.what, self.base, self.ours, self.theirs


@dataclass(slots=True)
class Merger:
    """A merge under way. Numbers are those of the base, then those of ours' new parts, then those
    of theirs'."""

    base: Tree
    ours: Pairs
    theirs: Pairs
    answers: Mapping[tuple[str, str, str, str], Side]
    growing: Growing
    own_numbers: Mapping[int, int]
    their_numbers: Mapping[int, int]
    numbering: GpidLedger
    questions: dict[tuple[str, str, str, str], MergeQuestion] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    skipped: set[int] = field(default_factory=set)

    def ask(self, place: str, what: str, base: str, ours: str, theirs: str) -> Side:
        """Ask which side to take at a place; ours until it is answered."""
        question = MergeQuestion(what, base, ours, theirs)
        known = self.questions.get(question.key)
        places = known.places if known is not None else ()
        self.questions[question.key] = replace(question, places=(*places, place))
        return self.answers.get(question.key, "ours")

    def place(self, number: int) -> str:
        """The place of a part, for questions and notes."""
        steps: list[str] = []
        current: int | None = number
        while current:
            steps.append(label_of(self.growing.parts[current]))
            current = self.growing.above.get(current)
        return " › ".join(reversed(steps)) or "Module"


@dataclass(frozen=True, slots=True)
class MergedTree:
    """What became of three trees, as it grew, with all that is to be answered or known."""

    growing: Growing
    questions: tuple[MergeQuestion, ...]
    open: tuple[MergeQuestion, ...]
    notes: tuple[str, ...]
    own_numbers: Mapping[int, int]
    their_numbers: Mapping[int, int]

    def tree(self) -> Tree:
        """The result."""
        return self.growing.tree()


def merge_trees(
    base: Tree,
    ours: Tree,
    theirs: Tree,
    answers: Mapping[tuple[str, str, str, str], Side] | None = None,
) -> MergedTree:
    """Merge three trees."""
    own, other = match(base, ours), match(base, theirs)
    own_numbers = numbers_of_new(own)
    shift = len(ours)
    their_numbers = {
        place: number if number < len(base) else number + shift
        for place, number in numbers_of_new(other).items()
    }
    growing = Growing.of(ours, [own_numbers[place] for place in range(len(ours))])
    numbering = GpidLedger.of(base, ours, theirs)
    merger = Merger(
        *(base, own, other, answers or {}, growing, own_numbers, their_numbers, numbering)
    )
    same_additions(merger)
    made = [shifted(change, len(base), shift) for change in changes_of(other)]
    restore(merger, made)
    take(merger, made)
    renumber_root(merger)
    doubles(merger)
    questions = tuple(merger.questions.values())
    still = tuple(one for one in questions if one.key not in merger.answers)
    return MergedTree(
        growing,
        questions,
        still,
        (*merger.notes, *numbering.notes),
        own_numbers,
        merger.their_numbers,
    )


def shifted(change: TreeChange, first: int, shift: int) -> TreeChange:
    """A change of theirs, with numbers for its new parts that ours has not given away."""

    def moved(number: int | None) -> int | None:
        return number + shift if number is not None and number >= first else number

    part = moved(change.part)
    assert part is not None
    return replace(change, part=part, under=moved(change.under), after=moved(change.after))


def same_additions(merger: Merger) -> None:
    """Take for one what both sides added alike: below one part, and equal with all within it. Ask
    about what has one class and name and is not equal; counters of one name are no rivals."""
    numbers = dict(merger.their_numbers)
    first = len(merger.base)
    taken: set[int] = set()
    by_number = {number: place for place, number in merger.own_numbers.items()}
    for place, part in enumerate(merger.theirs.new):
        number = numbers[place]
        if number < first or part.parent < 0 or number != merger.their_numbers[place]:
            continue
        row = merger.growing.below.get(numbers[part.parent], ())
        for candidate in row:
            if candidate < first or candidate not in by_number or candidate in taken:
                continue
            mine = merger.ours.new[by_number[candidate]]
            if alike_whole(merger, by_number[candidate], place):
                both = zip(
                    within(merger.ours.new, by_number[candidate]),
                    within(merger.theirs.new, place),
                    strict=True,
                )
                taken.add(candidate)
                for own, other in both:
                    numbers[other] = merger.own_numbers[own]
                merger.skipped.update(numbers[one] for one in within(merger.theirs.new, place))
                merger.skipped.update(
                    merger.their_numbers[one] for one in within(merger.theirs.new, place)
                )
                break
            same = part.tag == mine.tag and part.name == mine.name
            if same and part.name and not part.tag.endswith(SLOTS):
                rival(merger, candidate, place)
                break
    merger.their_numbers = numbers


def alike_whole(merger: Merger, own: int, other: int) -> bool:
    """Whether parts that both sides added are equal, with all within them."""
    ours, theirs = merger.ours.new, merger.theirs.new
    if own_facts(ours[own]) != own_facts(theirs[other]):
        return False
    here, there = list(within(ours, own)), list(within(theirs, other))
    return len(here) == len(there) and all(
        own_facts(ours[a]) == own_facts(theirs[b])
        and len(ours[a].children) == len(theirs[b].children)
        for a, b in zip(here, there, strict=True)
    )


def own_facts(part: TreePart) -> tuple[object, ...]:
    """What a part says itself, the editor's noise aside."""
    return part.tag, *plain_facts(part)


def rival(merger: Merger, candidate: int, place: int) -> None:
    """Ask which of two components of one name stays."""
    part = merger.theirs.new[place]
    mine = merger.growing.parts[candidate]
    side = merger.ask(
        merger.place(candidate), "both sides added it", ABSENT, described(mine), described(part)
    )
    inside = {merger.their_numbers[one] for one in within(merger.theirs.new, place)}
    if side == "ours":
        merger.skipped |= {one for one in inside if one >= len(merger.base)}
    else:
        merger.growing.drop(candidate)


def described(part: TreePart) -> str:
    """What a component says itself, on one line."""
    rows = [f"{name}={value}" for name, value in sorted(part.attributes) if value]
    return "; ".join([*rows, part.text] if part.text else rows) or part.kind


def restore(merger: Merger, made: Sequence[TreeChange]) -> None:
    """Ask about parts that ours removed while theirs changed something in them, and put back those
    of which theirs is taken."""
    asked: dict[int, Side] = {}
    real = sift(merger.theirs, changes_of(merger.theirs)).real
    touched = {change.part for change in real if change.act not in ("removed", "added", "moved")}
    touched |= {change.under for change in real if change.act == "added" and change.under}
    touched |= {change.part for change in real if has_new_parent(merger.theirs, change)}
    for number in sorted(one for one in touched if one < len(merger.base)):
        top = topmost_gone(merger, number)
        if top is None or top in asked or top not in merger.theirs.ahead:
            continue
        place = merger.theirs.ahead[top]
        asked[top] = merger.ask(
            path_of(merger.base, top), "removed by ours, changed by theirs",
            described(merger.base[top]), REMOVED, described(merger.theirs.new[place]),
        )  # fmt: skip
        if asked[top] == "theirs":
            put_back(merger, place)


def has_new_parent(pairs: Pairs, change: TreeChange) -> bool:
    """Whether a change moves a part to another component."""
    if change.act != "moved":
        return False
    above = pairs.new[pairs.ahead[change.part]].parent
    return pairs.back.get(above) != pairs.old[change.part].parent


def topmost_gone(merger: Merger, number: int) -> int | None:
    """The outermost part around one that is no longer there; None if it is there."""
    top = None
    current = number
    while current >= 0:
        if current not in merger.growing.parts:
            top = current
        current = merger.base[current].parent
    return top


def put_back(merger: Merger, place: int) -> None:
    """Put a part of theirs, with all within it, where it stands there."""
    numbers, theirs = merger.their_numbers, merger.theirs.new
    parent = theirs[place].parent
    under = numbers[parent]
    if under not in merger.growing.parts:
        return
    after = behind(merger, place)
    for one in within(theirs, place):
        number = numbers[one]
        if number in merger.growing.parts:
            continue
        merger.growing.parts[number] = theirs[one]
        merger.growing.below[number] = []
        merger.skipped.add(number)
        if one == place:
            merger.growing.place(number, under, after)
        else:
            row = merger.growing.below[numbers[theirs[one].parent]]
            row.append(number)
            merger.growing.above[number] = numbers[theirs[one].parent]


def behind(merger: Merger, place: int) -> int | None:
    """The nearest part ahead of one of theirs that stands in the same place of the result."""
    theirs, numbers = merger.theirs.new, merger.their_numbers
    parent = theirs[place].parent
    row = merger.growing.below[numbers[parent]]
    siblings = theirs[parent].children
    for ahead in reversed(siblings[: siblings.index(place)]):
        if numbers[ahead] in row:
            return numbers[ahead]
    return None


def take(merger: Merger, made: Sequence[TreeChange]) -> None:
    """Make theirs' changes in ours, asking where ours changed the same."""
    growing = merger.growing
    places = {number: place for place, number in merger.their_numbers.items()}
    for change in made:
        if change.part in merger.skipped or change.act == "removed":
            continue
        if change.act == "added":
            add(merger, change, places)
        elif change.part not in growing.parts:
            continue
        elif change.act == "moved":
            move(merger, change, places)
        elif not noise_of(merger.theirs, change):
            alter(merger, change)
    gone = [change.part for change in made if change.act == "removed"]
    for number in gone:
        if number in growing.parts and merger.base[number].parent not in gone:
            drop(merger, number)


def add(merger: Merger, change: TreeChange, places: Mapping[int, int]) -> None:
    """Add a part of theirs."""
    growing = merger.growing
    place = places[change.part]
    under = merger.their_numbers[merger.theirs.new[place].parent]
    if under not in growing.parts:
        return  # asked in restore, where theirs was not taken
    part = merger.theirs.new[place]
    growing.parts[change.part] = merger.numbering.part(part)
    growing.below[change.part] = []
    growing.place(change.part, under, behind(merger, place))


def move(merger: Merger, change: TreeChange, places: Mapping[int, int]) -> None:
    """Move what theirs moved, unless ours moved it elsewhere."""
    growing = merger.growing
    place = places[change.part]
    under = merger.their_numbers[merger.theirs.new[place].parent]
    was, now = merger.base[change.part].parent, growing.above.get(change.part)
    if under not in growing.parts or growing.is_below(under, change.part):
        where = path_of(merger.theirs.new, merger.theirs.new[place].parent)
        merger.ask(merger.place(change.part), "moved by theirs to what ours has not", "", "", where)
        return
    if now != was and now is not None and now != under:
        sides = (path_of(merger.base, was), merger.place(now), merger.place(under))
        if merger.ask(merger.place(change.part), "where it stands", *sides) == "ours":
            return
    if now == under != was:
        return
    growing.detach(change.part)
    growing.place(change.part, under, behind(merger, place))


def alter(merger: Merger, change: TreeChange) -> None:
    """Change an attribute, a text or a class as theirs did."""
    growing, number = merger.growing, change.part
    part, before = growing.parts[number], merger.base[number]
    if change.act == "text":
        alter_text(merger, number, before.text, change.new or "")
        return
    if change.act == "class":
        if part.tag == before.tag or (
            part.tag != change.new
            and merger.ask(merger.place(number), "class", before.tag, part.tag, change.new or "")
            == "theirs"
        ):
            growing.write(number, tag=change.new)
        return
    here = dict(part.attributes).get(change.name)
    old = dict(before.attributes).get(change.name)
    if here == change.new:
        return
    if here != old and not same_but_for_noise(merger, number, change.name, old, here):
        if number == 0 and change.name in HIGHER:
            higher = max((here or "", change.new or ""), key=version_of)
            merger.notes.append(
                f"{change.name}: ours {here}, theirs {change.new}: the higher, {higher}"
            )
            growing.change(number, change.name, higher)
            return
        values = [ABSENT if one is None else one for one in (old, here, change.new)]
        if merger.ask(merger.place(number), change.name, *values) == "ours":
            return
    growing.change(number, change.name, change.new)


def same_but_for_noise(
    merger: Merger, number: int, name: str, old: str | None, new: str | None
) -> bool:
    """Whether what ours did to an attribute is noise."""
    return bool(noise_of(merger.ours, TreeChange("attribute", number, name, old, new)))


def version_of(text: str) -> tuple[int, ...]:
    """A version as numbers, to find the higher one."""
    return tuple(int(digits) for digits in re.findall(r"[0-9]{1,9}", text))


def alter_text(merger: Merger, number: int, before: str, theirs: str) -> None:
    """Change a text as theirs did; of a counter trait by trait."""
    growing = merger.growing
    ours = growing.parts[number].text
    if ours == theirs:
        return
    fresh = new_gpids(before, theirs)
    if ours == before and not merger.numbering.used.intersection(fresh):
        merger.numbering.used.update(fresh)
        growing.write(number, text=theirs)
        return
    place = merger.place(number)

    def ask(what: str, base: str, ours: str, theirs: str) -> Side:
        return merger.ask(place, what, base, ours, theirs)

    rows = [traits_of(text) for text in (before, ours, theirs)]
    first, second, third = rows
    if first is None or second is None or third is None:
        if ask("text", before, ours, theirs) == "theirs":
            growing.write(number, text=theirs)
        return
    merged = merge_traits(first, second, third, ask, merger.numbering.trait)
    growing.write(number, text=piece_definition(Piece(merged)))


def drop(merger: Merger, number: int) -> None:
    """Remove what theirs removed, unless ours changed something in it."""
    inside = set(within(merger.base, number))
    real = sift(merger.ours, changes_of(merger.ours)).real if inside else ()
    touched = [
        change
        for change in real
        if (change.part in inside and change.act != "removed")
        or (change.under in inside and change.act in ("added", "moved"))
    ]
    if touched:
        part = merger.growing.parts[number]
        values = described(merger.base[number]), described(part), REMOVED
        place = merger.place(number)
        if merger.ask(place, "removed by theirs, changed by ours", *values) == "ours":
            return
    kept = [
        one
        for one in within_growing(merger.growing, number)
        if one < len(merger.base) and one in merger.theirs.ahead
    ]
    if kept:  # theirs moved it out, and ours moved something into it: it stays
        return
    merger.growing.drop(number)


def within_growing(growing: Growing, number: int) -> Iterator[int]:
    """A part and all below it."""
    waiting = [number]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += growing.below[current]


def renumber_root(merger: Merger) -> None:
    """Have the module go on with the number after the highest."""
    said, theirs = merger.growing.parts[0].get(NEXT_GPID), merger.theirs.new[0].get(NEXT_GPID)
    numbers = (int(one) for one in (said, theirs) if is_number(one))
    wanted = max([merger.numbering.highest(), *numbers])
    if is_number(said) and int(said) != wanted:
        merger.growing.change(0, NEXT_GPID, str(wanted))


def double_names(tree: Tree) -> Counter[tuple[str, str, str]]:
    """Components of one name in one place, of which there should be one."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for part in tree:
        if part.tag.endswith(ONE_OF_A_NAME) and part.name:
            # The engine looks for a prototype in the whole module, for others in their place.
            place = "" if part.tag.endswith(PROTOTYPE) else path_of(tree, part.parent)
            counted[part.tag, part.name, place] += 1
    return Counter({key: many for key, many in counted.items() if many > 1})


def doubles(merger: Merger) -> None:
    """Ask about components that have come to have one name, in whatever places."""
    result = merger.growing.tree()
    known = double_names(merger.ours.new) | double_names(merger.theirs.new)
    order = merger.growing.order()
    for key in double_names(result):
        if key in known:
            continue
        same = [
            n for n, part in zip(order, result, strict=True) if (part.tag, part.name) == key[:2]
        ]
        theirs = [n for n in same if n not in set(merger.own_numbers.values())]
        own = [n for n in same if n not in theirs]
        if not theirs or not own:
            continue
        values = described(merger.growing.parts[own[0]]), described(merger.growing.parts[theirs[0]])
        side = merger.ask(merger.place(own[0]), "both sides added it", ABSENT, *values)
        merger.growing.drop((theirs if side == "ours" else own)[0])
