"""The dice of a log: what was rolled, by whom, and whether that is remarkable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.rules.logs.audit import chance
from clubroute.rules.logs.chat import ChatKind, ChatLine, Roll

Source: TypeAlias = Literal["property", "chat"]
"""Where a roll was read: a property the die set, or only the chat, which a player can forge."""

MOST_FACES = 100
REPORTED = re.compile(
    r"\*+ (?P<button>[^=*]{1,60}?) = (?P<results>-?[0-9]{1,6}(?:, ?-?[0-9]{1,6})*)\b"
)
WHO = re.compile(r"<([^<>]{1,80})>\s*$")


@dataclass(frozen=True, slots=True)
class DiceButton:
    """A dice button of a module: the values a roll of it shows, with their chances."""

    name: str
    values: tuple[int, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Thrown:
    """One roll: the log's step, the button, what it showed, who the report names.

    ``undone``: the step was taken back.
    """

    step: int
    button: str
    results: tuple[int, ...]
    who: str
    source: Source
    undone: bool = False


def read_dice(module: ModuleArchive) -> Mapping[str, DiceButton]:
    """The dice buttons of a module by name, as far as their faces are numbers."""
    found = {}
    for element in module.build_file().walk():
        if element.tag == "VASSAL.build.module.DiceButton":
            numbers = [element.get(name) for name in ("nDice", "nSides", "plus", "addToTotal")]
            whole = [int(n) if re.fullmatch(r"-?[0-9]{1,6}", n) else 0 for n in numbers]
            count, sides, plus, add = whole
            if element.get("name") and 0 < count <= 20 and 1 < sides <= MOST_FACES:
                total = element.get("reportTotal") == "true"
                found[element.get("name")] = die(
                    element.get("name"), count if total else 1, sides, plus, add if total else 0
                )
    return found


def die(name: str, count: int, sides: int, plus: int, add: int) -> DiceButton:
    """A button that shows the total of ``count`` dice, each of 1 to ``sides`` with ``plus``."""
    ways = {0: 1}
    for _ in range(count):
        more: Counter[int] = Counter()
        for total, many in ways.items():
            for face in range(1, sides + 1):
                more[total + face + plus] += many
        ways = more
    values = tuple(sorted(ways))
    whole = sides**count
    return DiceButton(name, tuple(v + add for v in values), tuple(ways[v] / whole for v in values))


def thrown(step: int, rolls: Sequence[Roll], undone: bool) -> list[Thrown]:
    """The rolls of a step as its properties tell them."""
    return [Thrown(step, roll.button, roll.numbers, roll.who, "property", undone) for roll in rolls]


def named(report: str) -> str:
    """The player a report ends with, in angle brackets."""
    match = WHO.search(report)
    return match[1] if match else ""


def reported(step: int, chat: Iterable[ChatLine], undone: bool) -> list[Thrown]:
    """The rolls of a step as its chat tells them; only for logs whose dice set no properties."""
    found = []
    for line in chat:
        match = REPORTED.match(line.text) if line.kind is ChatKind.REPORT else None
        if match is not None:
            results = tuple(int(bit) for bit in match["results"].split(","))
            who = named(line.text)
            found.append(Thrown(step, match["button"].strip(), results, who, "chat", undone))
    return found


def rerolls(rolls: Sequence[Thrown]) -> list[tuple[Thrown, Thrown]]:
    """Rolls that were taken back, each with the next one of the same button."""
    pairs = []
    for number, roll in enumerate(rolls):
        if roll.undone:
            again = (r for r in rolls[number + 1 :] if r.button == roll.button)
            after = next(again, None)
            if after is not None:
                pairs.append((roll, after))
    return pairs


def dice_records(rolls: Sequence[Thrown], dice: Mapping[str, DiceButton]) -> list[dict[str, Any]]:
    """Per button and player what was rolled, with the tests. Undone rolls count: they fell."""
    groups: dict[tuple[str, str], list[Thrown]] = {}
    for roll in rolls:
        groups.setdefault((roll.button, ""), []).append(roll)
        if roll.who:
            groups.setdefault((roll.button, roll.who), []).append(roll)
    for button in sorted({button for button, _ in groups}):
        alone = [key for key in groups if key[0] == button and key[1]]
        if len(alone) == 1 and len(groups[alone[0]]) == len(groups[button, ""]):
            del groups[button, ""]  # the same rolls twice are one test
    records = [
        series(button, who, groups[button, who], dice.get(button)) for button, who in sorted(groups)
    ]
    return with_correction(records)


def series(
    button: str, who: str, rolls: Sequence[Thrown], known: DiceButton | None
) -> dict[str, Any]:
    """What one button (and player) rolled."""
    counted = Counter(value for roll in rolls for value in roll.results)
    source = "chat" if any(roll.source == "chat" for roll in rolls) else "property"
    record: dict[str, Any] = {
        "button": button,
        "player": who,
        "source": source,
        "rolls": sum(counted.values()),
        "counts": {str(value): counted[value] for value in sorted(counted)},
        "tests": [],
    }
    if known is None:
        record["unknown"] = "the faces of this button: supply the module it is in"
        return record
    strange = sorted(value for value in counted if value not in known.values)
    if strange:
        told = ", ".join(map(str, strange[:5]))
        record["unknown"] = f"how the button can show {told}: another version of the module?"
        return record
    counts = [counted[value] for value in known.values]
    record["counts"] = {str(v): n for v, n in zip(known.values, counts, strict=True)}
    record["tests"] = tests_of(counts, known)
    if not record["tests"]:
        record["unknown"] = "too few rolls for a test"
        return record
    at = chance.power(sum(counts), known.chances)
    record["power"] = {
        "against": "one face twice as likely as it should be",
        "chance": rounded(at),
        "rolls_needed": chance.rolls_needed(known.chances),
    }
    return record


def tests_of(counts: Sequence[int], known: DiceButton) -> list[dict[str, Any]]:
    """The tests of some counts that can be made."""
    found: list[dict[str, Any]] = []
    uneven = chance.unevenness(counts, known.chances)
    if uneven is not None:
        found.append({"test": "even", "method": uneven[0], "p": rounded(uneven[1])})
    mean = chance.mean_test(counts, known.values, known.chances)
    if mean is not None:
        got, expected, p = mean
        found.append(
            {
                "test": "mean",
                "method": "normal",
                "p": rounded(p),
                "mean": rounded(got),
                "expected": rounded(expected),
            }
        )
    return found


def with_correction(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records with every test's outcome corrected for how many there are."""
    every = [test for record in records for test in record["tests"]]
    for test, p in zip(every, chance.corrected([test["p"] for test in every]), strict=True):
        test["corrected"] = rounded(p)
    return records


def rounded(value: float) -> float:
    """Four digits after the point: more would differ from one machine's mathematics to another's,
    and mean nothing."""
    return round(value, 4)


CAUTION = (
    "A p below 0.05 turns up in one of twenty honest tests. The corrected p allows for how many "
    "tests this report makes (Holm); only that one is worth a question, and none proves intent. A "
    "test that finds nothing proves little where its power is low."
)
"""What a reader must know of the tests."""


def remarkable(records: Iterable[Mapping[str, Any]]) -> bool:
    """Whether any test is remarkable after correction."""
    return any(test["corrected"] < chance.ALPHA for record in records for test in record["tests"])
