"""Words of a command as items, each with its lead; and what a command takes, as a refusal says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from clubroute.builder.errors import one_of
from clubroute.builder.grid import Lattice, distance, neighbours
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.plain.game import PlainGame, game_of, set_up
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import series_at
from clubroute.rules.words import names
from clubroute.rules.words.bare import KIND, Places, spoken_run, spoken_words
from clubroute.rules.words.commands import Slot, all_commands, example_of, vocabulary
from clubroute.rules.words.items import Item
from clubroute.rules.words.names import LONGEST, Named, key_of
from clubroute.rules.words.scope import Scope

# What a command takes, as a refused line says it: its slots, an example, the nearest name.

# Examples of questions about games of one's own: with the map, units and hexes of the game.

HEXES = ("2.05", "3.05", "4.05", "1.05")
"""Hexes of the examples in ``rules/plain/words.toml``, each beside the next but for the last."""
MAP, SCENARIO = "map=", "scenario="


def in_game(line: str, game: PlainGame, lattice: Lattice) -> str:
    """An example of ``rules/plain/words.toml`` as another game may ask it."""
    scenario = next(iter(scenario_files(game.id)), None)
    instead = words_of(game, lattice, scenario)
    told = []
    for word in line.split():
        if word.startswith(MAP):
            told.append(f"{MAP}{game.id}")
        elif not word.startswith(SCENARIO):
            told.append(instead.get(word, word))
        elif scenario is not None:
            told.append(f"{SCENARIO}{scenario}")
    return " ".join(told)


def words_of(game: PlainGame, lattice: Lattice, scenario: str | None) -> dict[str, str]:
    """The game's own word for each unit, side and hex of the examples; none where it has those."""
    if "blue-1" in game.counters:
        return {}
    found: dict[str, str] = {}
    for side, (told, ids) in zip(
        game.sides, (("Blue", ("blue-1", "blue-2")), ("Red", ("red-1",))), strict=False
    ):
        found[told] = side
        own = [one.id for one in game.counters.values() if one.side == side]
        found |= dict(zip(ids, own, strict=False))
    placed = {} if scenario is None else {one.id: one.hex for one in set_up(game, scenario)}
    here = placed.get(found.get("blue-1"))
    start = lattice.hexes(game.id)[0] if here is None else lattice.parse(here, game.id)
    chain = [start]
    for far in range(1, len(HEXES)):
        onward = [one for one in neighbours(chain[-1]) if distance(start, one) == far]
        chain += [one for one in onward if one in lattice.hexes(game.id)][:1]
    numbers = map(lattice.format, chain)
    return found | dict(zip(HEXES, numbers, strict=False))


def expected(scope: Scope) -> str:
    """What the command takes, in words, with an example."""
    command = next((one for one in all_commands() if scope.form in one.forms), None)
    forms = [scope.form] if command is None else command.forms
    ways = dict.fromkeys(" ".join(map(shown, form.slots)) for form in forms)
    return f"{' or '.join(filter(None, ways)) or 'no more'}{example(scope)}"


def shown(slot: Slot) -> str:
    """A slot as it is said: ``UNIT``, ``[from HEX]``, ``HEX HEX …``."""
    if slot.literal:
        return slot.path
    name = "HEX" if slot.many and slot.type == names.HEX else slot.path.upper()
    if slot.path in vocabulary().leads.values():
        name = f"{slot.path} HEX"
    name = " ".join([name] * slot.least) + (" …" if slot.many else "")
    return f"[{name}]" if slot.optional else name


def example(scope: Scope) -> str:
    """How the method is asked, in the words of the map's series."""
    series = series_at(scope.window)
    line = example_of(scope.method.name, series.kind, scope.window)
    country = scope.whole_country.country
    if line and series.home is not None and country is not None:
        line = in_game(line, game_of(scope.window), country.lattice)
        if scope.method.name == "step.cost" and isinstance(country, MapFile):
            line += f"; or of the chart, as: rule {next(iter(country.kinds))} {MAP}{scope.window}"
    return f", as: {line}" if line else ""


def wanted(scope: Scope, item: Item) -> str:
    """What is expected where an item fits nowhere: a unit's hex, if nobody said where it is."""
    types = scope.types
    if names.HEX in types and names.HEX not in item.may and names.BRIDGE in item.may:
        return f"a hex: it lies at {item.may[names.BRIDGE]}"
    if names.BRIDGE in types and (near := bridges_with(scope, item.text)):
        return f"a bridge: {one_of(near)}"
    if names.HEX in types and names.UNIT in item.may and names.HEX not in item.may:
        if scope.here.state:
            return f"a hex: the position does not say where {item.text} is"
        return f"a hex, or where it is: {item.text}=75.129, or a position (--at, --scenario)"
    return expected(scope)


def bridges_with(scope: Scope, text: str) -> list[str]:
    """The bridges in whose names a text stands, with their hexsides: a town may have several."""
    key = key_of(text).removesuffix("bridge")
    sides = scope.known.sides if key else {}
    return sorted(f"{one} ({' '.join(sides[one])})" for one in sides if key in key_of(one))


TEXT, REST = "text", "rest"
"""Types of slots: any word, and all the words there are."""


def items_of(scope: Scope, words: Sequence[str]) -> list[Item]:
    """Words as items. :raises MisfitError: one that means nothing."""
    texts = [slot for slot in scope.form.slots if scope.type_of(slot) in (TEXT, REST)]
    if texts and scope.type_of(texts[0]) == REST:
        return [Item(" ".join(words), {REST: " ".join(words)})] if words else []
    known, said, spoken = scope.known, vocabulary(), spoken_words(scope)
    found: list[Item] = []
    lead, denied, at = "", "", 0
    while at < len(words):
        word = words[at]
        if not denied and word.casefold() in said.denying and at + 1 < len(words):
            denied, at = word, at + 1
            continue
        count, named = known.longest(words[at:])
        if count < 2 and word.casefold() in said.leads:
            lead, at = said.leads[word.casefold()], at + 1
            continue
        may: dict[str, Any] = dict(named.may) if named else {}
        run, values = spoken_run(words[at:], spoken)
        longer = 1 + spoken_run(words[at + 1 :], spoken)[0] if words[at + 1 :] else 0
        if word.casefold() in said.noise and run > 1 and longer > max(run, count):
            at += 1  # at a bridge unit, not: at the bridge
            continue
        if run > count:
            may, count = values, run
        elif run == count:
            may |= values
        if not may and word.casefold() in said.noise:
            at += 1
            continue
        if denied:
            may = {path: False for path, value in may.items() if value is True}
            if not may:
                both = f"what can be so or {denied} so: a condition"
                scope.refuse(len(found), repr(f"{denied} {word}"), both)
            found.append(Item(f"{denied} {word}", may, lead))
            lead, denied, at = "", "", at + count
            continue
        # 14 is a number, but 14 Field Sqn a unit.
        least = 2 if may else 1
        if set(may) <= {"number"} and not texts:
            begun = unit_beginning(scope, words[at:], len(found), least)
            begun = begun or unit_with(scope, word)
            if begun is not None:
                (count, named), may = begun, dict(begun[1].may)
        count = max(count, 1)
        if len(texts) == 1 and not texts[0].many and not may:
            count += more_unknown(scope, words[at + 1 :], spoken)
        whole = " ".join(words[at : at + count])
        if not may and names.UNIT in scope.types:
            refuse_battalion(scope, words[at:], len(found) + 1)
        if not may and not texts:
            refuse_unknown_word(scope, words[at:], whole, spoken, len(found))
        if named:
            whole = named.text
        found.append(Item(whole, {**may, TEXT: whole}, lead))
        lead, at = "", at + count
    found = before_the_next(scope, with_the_bridge(scope, found))
    # What somebody leaves, or fires or attacks out of, is nothing to a method that only asks what
    # he enters, or the ground of whom he fires at.
    aside = "from" not in scope.parts and not {"to", *GROUND}.isdisjoint(scope.parts)
    return [one for one in found if not (aside and is_left(one, scope))]


def before_the_next(scope: Scope, items: Sequence[Item]) -> list[Item]:
    """Items, the ground before what is entered as what is left: ``in woods enters clear``; the
    raised Road that is left as no way to the next hex, unless one goes along it."""
    last = next((at for at, one in enumerate(items) if one.lead == "to" and ON & one.may.keys()), 0)
    begun = next((at for at, one in enumerate(items) if one.lead), 0)
    along = any("to.along" in one.may for one in items)
    found, lead = list[Item](), ""
    for at, one in enumerate(items):
        left = one.lead == "from" or (not one.lead and at < last and lead == "from")
        raised = str(one.may.get("via", "")).startswith("raised_") or FROM_RAISED in one.may
        ground = at < min(begun, last) and ON & one.may.keys()
        if raised and not along and (left or ground) and scope.schema(FROM_RAISED) is not None:
            found.append(replace(one, lead="from", may={FROM_RAISED: True}))
        else:
            found.append(replace(one, lead="from") if ground and not raised else one)
        lead = found[-1].lead
    return found


FROM_RAISED = "from.raised"
ON = frozenset({"to", "from.terrain", "to.terrain", FROM_RAISED})
"""What an item may be that says the ground of a step."""
GROUND = ("terrain", "raised", "at_bridge")
"""The parameters for the ground of a hex that nobody names."""


def is_left(item: Item, scope: Scope) -> bool:
    """Whether an item says what is left: a hex of a step, or the ground of who fires."""
    on_bridge = "at_bridge" in scope.parts and item.may.get(KIND) == names.BRIDGE
    ground = "to" in scope.parts or on_bridge or not set(GROUND).isdisjoint(item.may)
    return item.lead == "from" and ground


def with_the_bridge(scope: Scope, items: list[Item]) -> list[Item]:
    """Items, the hex among them for the bridge where it is the end of one, and none is said."""
    if names.BRIDGE not in scope.types or any(names.BRIDGE in one.may for one in items):
        return items
    sides = {side for one in scope.known.sides.values() for side in one}
    for at, item in enumerate(items):
        ends = [one for one in sides if item.may.get(names.HEX) in one.split("/")]
        if len(ends) == 1:
            items[at] = replace(item, may={**item.may, names.BRIDGE: ends[0]})
            break
    return items


def unit_beginning(
    scope: Scope, words: Sequence[str], far: int, least: int
) -> tuple[int, Named] | None:
    """The one unit whose name begins as the first words do, at least some of them, and how many
    they are; None if none does. :raises MisfitError: several units' do."""
    for count in range(min(LONGEST, len(words)), least - 1, -1):
        text = " ".join(words[:count])
        units = scope.known.units_beginning(text)
        if len(units) == 1:
            return count, scope.known.find(str(units[0].may[names.UNIT])) or units[0]
        if units:
            near = sorted(one.text for one in units)[:MOST_SHOWN]
            scope.refuse(far, f"{text!r}, which are several", one_of(near))
    return None


def unit_with(scope: Scope, word: str) -> tuple[int, Named] | None:
    """The one unit with a word among the parts of its name, where the form takes a unit; None if
    none has it, or several have."""
    if len(word) < names.SHORTEST_PART or names.UNIT not in scope.types:
        return None
    units = scope.known.units_with_part(word)
    if len(units) == 1:
        return 1, scope.known.find(str(units[0].may[names.UNIT])) or units[0]
    return None


MOST_SHOWN = 8
"""Names of units shown where a beginning may be any of them."""


def more_unknown(scope: Scope, words: Sequence[str], spoken: Places) -> int:
    """How many of the first words mean nothing either: together they may be the name of a rule."""
    said = vocabulary()
    for at, word in enumerate(words):
        known = scope.known.longest(words[at:])[0] or spoken_run(words[at:], spoken)[0]
        numbered = scope.known.looks_numbered.fullmatch(word)
        if known or word.casefold() in {*said.leads, *said.noise} or numbered:
            return at
    return len(words)


def refuse_battalion(scope: Scope, words: Sequence[str], far: int) -> None:
    """Ask which of its companies is meant by a battalion's name.

    :raises MisfitError: the first words are one.
    """
    count, units = scope.known.units_of_battalion(words)
    if units:
        text = " ".join(words[:count])
        near = sorted(one.text for one in units)[:MOST_SHOWN]
        scope.refuse(far, f"{text!r}, which are several", one_of(near))


def refuse_unknown_word(
    scope: Scope, words: Sequence[str], whole: str, spoken: Places, far: int
) -> NoReturn:
    """Say the nearest to a word that means nothing. :raises MisfitError: always."""
    known, types = scope.known, scope.types

    def near() -> str | None:
        return known.near(whole, types, spoken) or known.near(" ".join(words[:2]), types, ())

    if known.looks_numbered.fullmatch(words[0]) and names.HEX in types:
        hexes = f"a hex of {' or '.join(scope.maps or [scope.window])}"
        scope.refuse(far, repr(whole), hexes, near)
    bridges = bridges_with(scope, whole) if names.BRIDGE in types else []
    expect = f"a bridge: {one_of(bridges)}" if bridges else expected(scope)
    scope.refuse(far, repr(whole), expect, None if bridges else near)


def whole_names(scope: Scope, words: Sequence[str]) -> list[str]:
    """Words, each ``name=value`` with the words after it that belong to the value's name."""
    found: list[str] = []
    at = 0
    while at < len(words):
        name, is_, value = words[at].partition("=")
        more = [one for one in words[at + 1 : at + LONGEST] if "=" not in one] if is_ else []
        count, _ = scope.whole_country.longest([value, *more]) if more else (1, None)
        told = " ".join(words[at : at + max(count, 1)])
        before = name_before(scope, found, name) if is_ else 0
        found[len(found) - before :] = [" ".join((*found[len(found) - before :], told))]
        at += max(count, 1)
    return found


def name_before(scope: Scope, words: Sequence[str], last: str) -> int:
    """How many of the words before ``name=value`` belong to the name: 2./KG Richter=67.160."""
    for count in range(min(LONGEST - 1, len(words)), 0, -1):
        before = words[len(words) - count :]
        whole = scope.whole_country.find(" ".join((*before, last)))
        if not any("=" in one for one in before) and whole is not None:
            return count
    return 0
