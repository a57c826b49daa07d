"""What a build does and its author hardly meant: told as warnings, nothing is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from clubroute.builder.art.plate import BOLD, CONDENSED, fit
from clubroute.builder.errors import Where
from clubroute.builder.module.counters import BACK
from clubroute.builder.module.setups import deck_contents
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.layout import FACE, Box
from clubroute.builder.sources.toml_table import TRAITS, GameFolder, TomlTable, read_toml_table

SMALLEST_PX = 6.0
"""Px of letters at 100 % below which a name on a counter is told."""
GRAIN = 16
"""Steps to a px in which the size of lettering is looked for."""
HOLDS = {
    "chits": "chits of the mug ([mug] chits)",
    "draws": "markers to draw ([[event]], [[draw]])",
}
"""What a deck holds, and where a scenario says so."""


def oddities(counters: CounterSet, folder: GameFolder) -> Iterator[str]:
    """Everything odd about a game's counters, a line each."""
    yield from keys_twice(folder)
    yield from idle_decks(counters)
    yield from dead_buttons(counters)
    yield from unused_looks(counters, folder)
    yield from small_names(counters)


def keys_twice(folder: GameFolder) -> Iterator[str]:
    """Keys that change two things of one counter. A report goes with the key it reports."""
    if not folder.has(TRAITS):
        return
    top = read_toml_table(folder.file(TRAITS))
    entries = {entry.value("name", str): entry for entry in top.repeats("prototype")}
    told = set[str]()
    for entry in entries.values():
        seen: dict[str, str] = {}
        if "flip" in top.table:
            flip = top.inner("flip")
            seen[flip.value("key", str)] = flip.value("menu", str)
        for table in tables_of(entry, entries):
            for stroke, menu in (("key", "menu"), ("end_key", "end")):
                key = table.optional(stroke)
                if not key:
                    continue
                name = table.optional(menu) or table.optional("name") or table.value("is", str)
                line = (
                    f"{table.error(stroke, '', '').where}: {key} is the key of {seen.get(key)}, too"
                )
                if key in seen and line not in told:
                    told.add(line)
                    yield f"{line}: one press changes both"
                seen.setdefault(key, name)


def tables_of(entry: TomlTable, entries: Mapping[str, TomlTable]) -> Iterator[TomlTable]:
    """The traits of a prototype with those of the prototypes in it, but for reports."""
    for table in entry.repeats("trait"):
        if table.table.get("is") == "prototype":
            yield from tables_of(entries[table.value("name", str)], entries)
        elif table.table.get("is") != "report":
            yield table


def idle_decks(counters: CounterSet) -> Iterator[str]:
    """Decks that no set-up puts anything into, where set-ups tell all there is."""
    if not counters.setups or not all(one.units_told for one in counters.setups):
        return
    filled = {
        (held.window.title, held.deck.name)
        for scenario in counters.setups
        for held in deck_contents(scenario, counters.windows)
        if held.ids
    }
    for window, deck in counters.windows.decks():
        if deck.holds in HOLDS and (window.title, deck.name) not in filled:
            yield (
                f"windows.toml: the deck {deck.name} of {window.title} stays empty:"
                f" no scenario has {HOLDS[deck.holds]}"
            )


LEVELS = re.compile(r"(\w+)_(?:Level|Active|Name|Image)\b")
"""Properties of a layer in an expression."""


def dead_buttons(counters: CounterSet) -> Iterator[str]:
    """Buttons whose key no counter hears, or whose counters no state can pick."""
    traits, windows = counters.traits, counters.windows
    texts = [traits.flip[1], *windows.definitions.values()]
    texts += [piece.type_text() for piece in traits.prototypes.values()]
    texts += [part.text for one in windows.components for part in one.element.walk()]
    heard = "\n".join(texts).replace("\\", "")
    for button in windows.buttons:
        if button.sends not in heard and not button.tells:
            yield f"windows.toml: no counter hears what the button {button.text} sends"
        for layer in dict.fromkeys(LEVELS.findall(button.where)):
            if layer not in (*traits.words.values(), BACK) and layer not in heard:
                told = f"the button {button.text} looks for {layer}, and no state is so called"
                yield f"windows.toml: {told}"


def unused_looks(counters: CounterSet, folder: GameFolder) -> Iterator[str]:
    """Colours of the game's own ``style.toml`` that no counter has."""
    path, style = folder.path / "style.toml", counters.style
    if not path.is_file():
        return
    markers = {one for marker in counters.markers for one in (marker.colour, marker.back_colour)}
    used: Mapping[str, tuple[Iterable[str], set[str | None]]] = {
        "marker": (style.markers, {*markers}),
        "colour": (style.colours, {unit.colour for unit in counters.units}),
        "heading": (style.headings, {marker.kind for marker in counters.markers}),
    }
    top = read_toml_table(path)
    for table, (known, wanted) in used.items():
        for name in known:
            if name not in wanted and name in top.table.get(table, {}):
                where = top.inner(table).error(name, "", "").where
                yield f"{where}: this look is not used: no counter has {table} {name}"


def small_names(counters: CounterSet) -> Iterator[str]:
    """Names that are set so small on a counter that nobody reads them."""
    style, layout = counters.style, counters.style.layout
    for unit in counters.units:
        if "front" not in unit.pictures:
            size = letters_px(unit.name, layout.name, style.counter_px)
            if size < SMALLEST_PX:
                yield too_small(unit.where, unit.name, size)
    for chit in counters.chits:
        if "front" not in chit.pictures:
            size = letters_px(chit.words, (4, 15, 56, 43.5), style.chit_px)
            if size < SMALLEST_PX:
                yield too_small(chit.where, chit.words, size)


def letters_px(words: str, box: Box, side: int) -> float:
    """The size of a name in a box of a counter ``side`` px large."""
    left, top, right, bottom = (part * side / FACE * GRAIN for part in box)
    faces = (BOLD, CONDENSED)
    return fit(words, right - left, bottom - top, 20 * GRAIN, faces=faces).size / GRAIN


def too_small(where: Where, words: str, size: float) -> str:
    """The warning of a name that does not fit its counter."""
    return (
        f"{where}: {words!r} does not fit its counter: its letters are {size:.1f} px high, and"
        f" {SMALLEST_PX:g} can be read (a shorter name, or a larger box in layout.toml)"
    )
