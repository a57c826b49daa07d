"""A module's words in other languages, as VASSAL looks them up: ``Module_de.properties``.

A player whose VASSAL speaks one of the languages sees them; files, logs and keys stay as they are.
What a counter's menu says is found by the text itself, what a button says by the way to its
component in the build file (VASSAL.i18n, ComponentI18nData).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clubroute.builder.sources.counter_set import Translations
from clubroute.builder.vassal.buildfile import Element, element

PIECE = "Piece."
NAMES = ("name", "mapName", "title", "entryName")
"""Attributes one of which is a component's name, and so part of the way to it."""
NAMED_BY = {
    "ChangePropertyButton": "text",
    "LOS_Thread": "threadName",
    "ToolbarMenu": "description",
}
"""Components whose name is in another attribute."""
BARE = {"GlobalMap": "GlobalMap", "HidePiecesButton": "HidePieces"}
"""Components whose part of a way is this, whatever their names, with no dot behind it."""
TEXTS = ("text", "tooltip", "buttonname")
"""How attributes end, in any case, whose value a player reads."""
TITLED = "HelpFile"
"""A component whose title a player reads, too."""
NAMELESS = ("GameModule", "BoardPicker", "GlobalProperties")
"""Components that are no part of a way."""


def language_element(translations: Translations) -> Element:
    """The part of the build file that says which languages there are."""
    kept = (
        element("VASSAL.i18n.Translation", {"locale": f"{language},{country}"})
        for language, _, country in (one.partition("_") for one in translations)
    )
    return element("VASSAL.i18n.Language", {}, *kept)


def property_files(root: Element, translations: Translations) -> Iterator[tuple[str, bytes]]:
    """The files of a module's languages, by name."""
    for language, words in translations.items():
        lines = {PIECE + text: word for text, word in words.items()}
        lines |= dict(component_lines(root, words))
        text = "".join(f"{escaped(key)}={escaped(word)}\n" for key, word in sorted(lines.items()))
        yield f"Module_{language}.properties", text.encode("ascii")


def component_lines(
    root: Element, words: Mapping[str, str], before: str = ""
) -> Iterator[tuple[str, str]]:
    """What the components below an element say, by the key of each attribute."""
    way = joined(before, part_of(root))
    for key, value in root.attributes:
        if value in words and (key.lower().endswith(TEXTS) or titled(root, key)):
            yield way + key, words[value]
    for child in root.children:
        yield from component_lines(child, words, way)


def titled(one: Element, key: str) -> bool:
    """Whether an attribute is the title of a page."""
    return key == "title" and simple_name(one).endswith(TITLED)


def part_of(one: Element) -> str:
    """What a component adds to the way to it: its class, and its name if it has one."""
    kind = simple_name(one)
    if kind in NAMELESS:
        return ""
    if kind in BARE:
        return BARE[kind]
    names = (NAMED_BY[kind],) if kind in NAMED_BY else NAMES
    name = next((one.get(key) for key in names if one.get(key)), "")
    return f"{kind}.{name}." if name else f"{kind}."


def simple_name(one: Element) -> str:
    """The name of a component's class without its package."""
    return one.tag.rpartition(".")[2]


def joined(before: str, part: str) -> str:
    """A way and its next part, as ComponentI18nData.getFullPrefix joins them."""
    return f"{before}.{part}" if before and part else before + part


def escaped(text: str) -> str:
    """A key or value as a file of java.util.Properties has it."""
    plain = "".join(f"\\{one}" if one in "\\ :=#!\t\n" else one for one in text)
    return "".join(one if one.isascii() else utf16(one) for one in plain)


def utf16(character: str) -> str:
    """A character as Java escapes it, in one unit or two."""
    data = character.encode("utf-16-be")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))
