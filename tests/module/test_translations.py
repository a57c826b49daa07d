"""A module's words in other languages: the keys VASSAL looks them up by, and their tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.translations import (
    component_lines,
    escaped,
    language_element,
    property_files,
)
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.counter_set import (
    EVERY_MODULE,
    FILE,
    read_translations,
    translations_of,
)
from clubroute.builder.sources.toml_table import game_folder
from clubroute.builder.vassal.buildfile import element

ROOT = element(
    "VASSAL.build.GameModule",
    {"name": "Volga"},
    element(
        "VASSAL.build.module.Map",
        {"mapName": "Volga", "buttonName": "Losses"},
        element("VASSAL.build.module.map.BoardPicker", {"addRowText": "Add row"}),
        element("VASSAL.build.module.map.GlobalMap", {"tooltip": "Overview"}),
        element(
            "VASSAL.build.module.map.MassKeyCommand",
            {"name": "All fresh", "buttonText": "All fresh", "reportFormat": "Notes"},
        ),
    ),
    element("VASSAL.build.module.NotesWindow", {"buttonText": "Notes", "icon": "Notes"}),
    element(
        "VASSAL.build.module.Documentation",
        {},
        element("VASSAL.build.module.documentation.HelpFile", {"title": "Notes"}),
    ),
)
WORDS = {
    "Add row": "Zeile",
    "All fresh": "Alle frisch",
    "Losses": "Verluste",
    "Notes": "Notizen",
    "Overview": "Übersicht",
}


def test_the_keys_are_the_ways_to_the_parts() -> None:
    assert dict(component_lines(ROOT, WORDS)) == {
        "Map.Volga.buttonName": "Verluste",
        "Map.Volga.addRowText": "Zeile",
        "Map.Volga..GlobalMaptooltip": "Übersicht",
        "Map.Volga..MassKeyCommand.All fresh.buttonText": "Alle frisch",
        "NotesWindow.buttonText": "Notizen",
        "Documentation..HelpFile.Notes.title": "Notizen",
    }


def test_a_file_a_language() -> None:
    files = dict(property_files(ROOT, {"de": WORDS, "nl": {"Flip: back": "Omdraaien"}}))
    assert list(files) == ["Module_de.properties", "Module_nl.properties"]
    assert b"Map.Volga..GlobalMaptooltip=\\u00dcbersicht\n" in files["Module_de.properties"]
    assert files["Module_nl.properties"] == b"Piece.Flip\\:\\ back=Omdraaien\n"
    kept = language_element({"de": {}, "pt_BR": {}}).children
    assert [one.get("locale") for one in kept] == ["de,", "pt,BR"]


def test_a_text_is_escaped_as_java_reads_it() -> None:
    assert escaped("a=b…") == "a\\=b\\u2026"
    assert escaped("\U0001f986") == "\\ud83e\\udd86"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text,de\nFlip,Um\nFlip,Um\n", r"3:text: found 'Flip' again, expected each text once"),
        ("text,german\nFlip,Um\n", r"1:2: found column 'german', expected"),
        ("de\nUm\n", r"1: found a header without it, expected column 'text'"),
    ],
)
def test_a_table_with_a_mistake(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_translations(tmp_path / FILE)


def test_a_games_own_words_come_first(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("text,de,fr\nNotes,Zettel,\nFlip,,Retourner\n", encoding="utf-8")
    found = translations_of(game_folder(tmp_path))
    assert (found["de"]["Notes"], found["nl"]["Notes"]) == ("Zettel", "Notities")
    assert found["fr"] == {"Flip": "Retourner"}


SOURCES = [
    path
    for folder in (SHIPPED / "counters", EVERY_MODULE.parents[1])
    for kind in ("*.py", "*.toml")
    for path in folder.rglob(kind)
]
TABLES = [EVERY_MODULE, *sorted((SHIPPED / "counters").rglob(FILE))]


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.parent.name)
def test_every_row_is_of_a_text_there_is_and_in_every_language(table: Path) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    found = read_translations(table)
    assert len({tuple(words) for words in found.values()}) == 1
    assert [one for one in found["de"] if not re.search(f'[";]{re.escape(one)}[";]', text)] == []
