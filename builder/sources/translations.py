"""``translations.csv``: the words of a module's menus and buttons in other languages.

A row is a text as the sources have it, a column a language (``de``, ``nl``, ``pt_BR``). A game's
own rows come before those of its series, and these before those every module has.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

from clubroute.builder.sources.game_folder import GameFolder
from clubroute.builder.sources.tables import read_rows
from clubroute.builder.sources.text import read_text

FILE = "translations.csv"
EVERY_MODULE = Path(__file__).parents[1] / "module" / FILE
LANGUAGE = re.compile(r"[a-z]{2}(?:_[A-Z]{2})?")

Translations = Mapping[str, Mapping[str, str]]
"""By language: a text and what it is there."""


def translations_of(game: GameFolder) -> Translations:
    """Read the tables of a game, of its series, and of every module.

    :raises InputError: an unknown column, a text twice in one table.
    """
    found: dict[str, dict[str, str]] = {}
    tables = [EVERY_MODULE, *(place / FILE for place in reversed(game.places))]
    for path in tables:
        if path.is_file():
            for language, words in read_translations(path).items():
                found.setdefault(language, {}).update(words)
    return dict(sorted(found.items()))


def read_translations(path: Path) -> Translations:
    """Read one table; a blank cell stays as it is. :raises InputError: as in
    :func:`translations_of`."""
    first = next(iter(read_text(path).splitlines()), "")
    named = next(csv.reader([first]), [])
    languages = [one for one in named if LANGUAGE.fullmatch(one)]
    rows = read_rows(path, {"text": True, **dict.fromkeys(languages, False)})
    found: dict[str, dict[str, str]] = {language: {} for language in languages}
    seen: set[str] = set()
    for row in rows:
        text = row.text("text")
        if text in seen:
            raise row.error("text", f"{text!r} again", "each text once")
        seen.add(text)
        for language in languages:
            translated = row.optional(language)
            if translated is not None:
                found[language][text] = translated
    return found
