"""The parts of a module that have no table of their own: kept as VASSAL has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clubroute.builder.module.provenance import provenance_buttons, provenance_menu
from clubroute.builder.vassal.buildfile import HEADER, Element, write
from clubroute.rules.adopting.counters import Counters
from clubroute.rules.adopting.losses import Losses
from clubroute.rules.adopting.plain import ADVISER, OURS, kind_of, plain_part
from clubroute.rules.adopting.writing import long_text, one_line, quoted

HELP = ("HelpFile", "BrowserHelpFile")
MODULE, MAP = "module", "map"


def kept_parts(
    root: Element, main: Element | None, counters: Counters, losses: Losses
) -> Iterator[tuple[str, Element]]:
    """The parts of the module and of its map that a build adds to its own, with where each goes.

    :param main: the window that is the map.
    """
    words = counters.words
    for part in root.children:
        if part is main:
            yield from of_map(part, counters, losses)
            continue
        kind = kind_of(part)
        if kind in words.module:
            note(part, kind, words.module, "module", losses)
            continue
        found = plain_part(part, part.get("name") or kind, losses)
        if found is not None:
            yield MODULE, counters.element(found)


def of_map(part: Element, counters: Counters, losses: Losses) -> Iterator[tuple[str, Element]]:
    """The parts of the map's window."""
    if not part.tag.startswith(OURS):
        losses.add("window", part.get("mapName"), f"{part.tag}: is a plain map window")
    losses.add("window", part.get("mapName"), "its colours, keys and reports are every build's")
    for child in part.children:
        kind = kind_of(child)
        made = next((one for one in counters.words.map if kind.endswith(one)), None)
        if made is not None:
            note(child, made, counters.words.map, "window", losses)
            continue
        if any(alike(child, one) for one in (provenance_buttons(), provenance_menu())):
            continue
        found = plain_part(child, child.get("name") or kind, losses)
        if found is not None:
            yield MAP, counters.element(found, (part.get("mapName"),))


def alike(a: Element, b: Element) -> bool:
    """Whether two parts say the same of themselves."""
    return (a.tag, dict(a.attributes)) == (b.tag, dict(b.attributes))


def note(part: Element, kind: str, made: Mapping[str, str], where: str, losses: Losses) -> None:
    """List what becomes of a part that every build makes."""
    if made[kind]:
        losses.add(where, kind, made[kind])
    if not part.tag.startswith((OURS, ADVISER)):
        losses.add(where, kind, f"{part.tag} of the module's own program: left out")


def pages_of(
    root: Element, entries: Mapping[str, bytes], losses: Losses
) -> Iterator[tuple[str, str]]:
    """The pages of the Help menu: title, and the file in the module."""
    for one in root.walk():
        kind = kind_of(one)
        title = one.get("title") or one.get("menuTitle") or "Help"
        if kind in HELP:
            file = one.get("fileName") or one.get("contents")
            if (
                kind == "HelpFile"
                and one.get("fileType", "archive") == "archive"
                and file in entries
            ):
                yield one_line(title), file
            else:
                losses.add("page", title, "a page that is no file of the module: left out")
        elif kind in ("AboutScreen", "Tutorial"):
            losses.add("page", title, f"{kind}: left out")


def windows_text(parts: Sequence[tuple[str, Element]], pages: Sequence[tuple[str, str]]) -> str:
    """``windows.toml``."""
    lines = [
        "# The module's windows, decks, buttons and palettes, as VASSAL has them. A counter in"
    ]
    lines += ["# them is a row of units.csv or markers.csv."]
    for title, file in pages:
        lines += ["", "[[page]]", f"title = {quoted(title)}", f"file = {quoted(file)}"]
    for into, part in parts:
        xml = write(part).decode("utf-8").removeprefix(HEADER)
        lines += ["", "[[component]]", f'into = "{into}"', f"xml = {long_text(xml)}"]
    return "\n".join(lines) + "\n"
