"""Changes as lines to read: grouped by where they are, like ones joined, noise counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.compare.changes import Growing, TreeChange, numbers_of_new
from clubroute.builder.compare.matching import Pairs
from clubroute.builder.compare.noise import (
    Sifted,
    as_stands,
    renamed,
    trait_without_noise,
    traits_of,
)
from clubroute.builder.compare.traits import fields_changed, trait_changes, trait_label
from clubroute.builder.compare.tree import COMMAND, COMMENT, INSTRUCTION, PIECE, TreePart, within
from clubroute.builder.compare.words import WORDS
from clubroute.builder.errors import one_line
from clubroute.builder.vassal.traits import BasicPiece, Trait

LONGEST = 70
"""Letters of a value as shown; of longer ones the part that differs."""
BEFORE = 20
"""Letters shown before the first one that differs."""
NAMES = 4
"""Names listed where many components changed alike; of the others the number is said."""
MANY = 3
"""Places from which a change that is the same in all of them is said once."""
WRITTEN = "text written otherwise"
"""Said where a text differs in nothing that its traits say."""
STEP = " › "
"""Between a component and one within it."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A change to be shown: where, of what kind of component, which, and what happened."""

    place: str
    kind: str
    name: str
    what: str


def shown_lines(pairs: Pairs, sifted: Sifted) -> list[str]:
    """The lines of a diff; none if nothing differs."""
    rows = [*lines_of(pairs, sifted.real)]
    alike: dict[tuple[str, str], list[DiffLine]] = defaultdict(list)
    for row in rows:
        alike[row.kind, row.what].append(row)
    wide = {
        key for key, those in alike.items() if len({row.place for row in those}) >= MANY and key[1]
    }
    text: list[str] = []
    by_place: dict[str, list[DiffLine]] = defaultdict(list)
    for row in rows:
        if (row.kind, row.what) not in wide:
            by_place[row.place].append(row)
    for place, those in by_place.items():
        text.append(place or "The file")
        text += [f"  {line}" for line in joined(those)]
    if wide:
        text.append("In several places")
        text += [f"  {joined_line(alike[key])}" for key in alike if key in wide]
    return text + noise_lines(sifted.noise)


def noise_lines(noise: Mapping[str, int]) -> list[str]:
    """What is not shown, and how much of it, on one line."""
    if not noise:
        return []
    parts = ", ".join(f"{count} × {kind}" for kind, count in sorted(noise.items()))
    return [f"Left out as noise of the editor: {parts}"]


def joined(rows: Sequence[DiffLine]) -> Iterator[str]:
    """The lines of one place, like ones on one."""
    groups: dict[tuple[str, str], list[DiffLine]] = defaultdict(list)
    for row in rows:
        groups[row.kind, row.what].append(row)
    return map(joined_line, groups.values())


def joined_line(rows: Sequence[DiffLine]) -> str:
    """Lines of components that all changed alike, as one."""
    first = rows[0]
    names = list(dict.fromkeys(row.name for row in rows if row.name))
    named = ", ".join(f"'{one_line(name, LONGEST)}'" for name in names[:NAMES])
    if len(names) > NAMES:
        named += f" and {len(names) - NAMES} more"
    many = f"{len(rows)} × " if len(rows) > 1 else ""
    label = f"{many}{first.kind} {named}".strip()
    return f"{label}: {first.what}" if first.what[:1] != " " else f"{label}{first.what}"


def lines_of(pairs: Pairs, real: Sequence[TreeChange]) -> Iterator[DiffLine]:
    """Each change as a line, in the order of the new file."""
    numbers = numbers_of_new(pairs)
    places = {number: place for place, number in numbers.items()}
    before = Growing.of(pairs.old)
    gone = {change.part for change in real if change.act == "removed"}
    come = {change.part for change in real if change.act == "added"}
    for change in real:
        if change.act == "removed":
            if before.above.get(change.part) in gone:
                continue
            inside = sum(one in gone for one in within(pairs.old, change.part)) - 1
            yield line_at(pairs.old, change.part, f" removed{and_within(inside)}")
            continue
        place = places[change.part]
        if change.act == "added":
            if change.under in come:
                continue
            inside = sum(numbers[one] in come for one in within(pairs.new, place)) - 1
            traits = traits_of(pairs.new[place].text)
            own = f", {len(traits) - 1} traits" if traits and len(traits) > 1 else ""
            yield line_at(pairs.new, place, f" added{own}{and_within(inside)}")
        elif change.act == "moved":
            origin = pairs.old[change.part].parent
            same = numbers[pairs.new[place].parent] == origin
            source = "" if same else f" from {path_of(pairs.old, origin) or 'the top'}"
            yield line_at(pairs.new, place, f" moved{source or ' within its list'}")
        else:
            for what in facts(pairs, change):
                yield line_at(pairs.new, place, what)


def and_within(count: int) -> str:
    return f", with {count} within" if count else ""


def line_at(tree: Sequence[TreePart], number: int, what: str) -> DiffLine:
    """A line about a part of a tree."""
    part = tree[number]
    return DiffLine(path_of(tree, part.parent), kind_of(part), part.name, what)


def path_of(tree: Sequence[TreePart], number: int) -> str:
    """Where a part is: the components around it from the outermost, and itself."""
    steps: list[str] = []
    while number > 0:
        if tree[number].tag != COMMAND or tree[number].text:
            steps.append(label_of(tree[number]))
        number = tree[number].parent
    return STEP.join(reversed(steps))


def label_of(part: TreePart) -> str:
    """The title and the name of a part."""
    return f"{kind_of(part)} '{one_line(part.name, LONGEST)}'" if part.name else kind_of(part)


def kind_of(part: TreePart) -> str:
    """The title of a part's class."""
    if part.tag == COMMENT:
        return "Comment"
    if part.tag.startswith(INSTRUCTION):
        return "Instruction"
    return WORDS.component(part.kind)


def facts(pairs: Pairs, change: TreeChange) -> Iterator[str]:
    """What a change of a part itself says."""
    old, new = change.old, change.new
    if change.act == "class":
        yield f"class {differing(old or '', new or '')}"
    elif change.act == "attribute":
        if old is None:
            yield f"{change.name} set to {quoted(new or '')}"
        elif new is None:
            yield f"{change.name} {quoted(old)} taken away"
        else:
            yield f"{change.name} {differing(old, new)}"
    elif change.act == "text":
        piece = pairs.old[change.part].tag == PIECE
        before, after = traits_of(renamed(pairs, old or "")), traits_of(new or "")
        if before is None or after is None:
            yield f"text {differing(old or '', new or '')}"
        else:
            yield from trait_facts(before, after, as_stands if piece else trait_without_noise)


def trait_facts(
    old: Sequence[Trait], new: Sequence[Trait], plain: Callable[[Trait], Trait]
) -> Iterator[str]:
    """What changed in a list of traits."""
    anything = False
    for change in trait_changes(old, new, plain):
        anything = True
        if change.new is None:
            assert change.old is not None
            yield f"{trait_label(old[change.old])} removed"
        elif change.old is None:
            yield f"{trait_label(new[change.new])} added ({change.new + 1}. from outside)"
        elif change.act == "moved":
            yield f"{trait_label(new[change.new])} moved to {change.new + 1}. from outside"
        else:
            label = trait_label(new[change.new])
            rows = fields_changed(old[change.old], new[change.new], plain)
            told = "; ".join(f"{name} {differing(a, b)}" for name, a, b in rows)
            if new[change.new].id == BasicPiece.PREFIX and told:
                yield told
            else:
                yield f"{label}: {told}" if told else f"{label} written otherwise"
    if not anything:
        yield WRITTEN


def differing(old: str, new: str) -> str:
    """Two values, cut to where they differ."""
    if len(old) <= LONGEST and len(new) <= LONGEST:
        return f"{quoted(old)} → {quoted(new)}"
    start = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    ahead = max(0, start - BEFORE)
    lead = "…" if ahead else ""
    return " → ".join(lead + quoted(value[ahead:]) for value in (old, new))


def quoted(value: str) -> str:
    """A value on one line, ``(empty)`` for none."""
    return one_line(value, LONGEST) if value.strip() else "(empty)" if not value else repr(value)
