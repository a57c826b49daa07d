"""The text dump of modules, saves and logs."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.vassal import commands
from clubroute.builder.vassal.archive import Entry, write_archive
from clubroute.builder.vassal.atoms import ChangePiece, Log
from clubroute.builder.vassal.buildfile import element, key, write
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.dump import command_lines, dump_bytes, dump_file
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.obfuscation import write_text
from clubroute.builder.vassal.pieces import (
    add_piece,
    piece,
    piece_definition,
    stack,
)
from clubroute.builder.vassal.traits import BasicPiece, Delete, Marks
from tests.properties import examples

HERE = Where("x.zip")
COUNTER = piece(
    BasicPiece("Easy/506", "e.png", "12"),
    [Delete("Delete", key("D")), Marks((("Side", "Allied"),))],
)
MODULE = Metadata("0.1", "3.6.0", 315532800000, "about", "Eagles")

MODULE_TEXT = """\
module
entries
  buildFile.xml 335 bytes sha256 SHA
  moduledata 278 bytes sha256 SHA
  images/e.png 4 bytes sha256 SHA
moduledata
  name Eagles
  version 0.1
  VASSAL 3.6.0
  saved 315532800000
  description about
build file
  VASSAL.build.GameModule
    @name = Eagles
    VASSAL.build.widget.PieceSlot
      @entryName = Easy/506
      @gpid = 12
      delete;Delete;68,130;
      mark;Side = Allied
      piece;;;e.png;Easy/506 = null;0;0;12;0
    Unknown
      = words
"""

LOG_TEXT = """\
saved game
entries
  savedGame
  savedata 245 bytes sha256 SHA
savedata
  version 0.1
  VASSAL 3.6.0
  saved 0
  description comment
commands
  begin_save
    (nothing)
    AddPiece 1
      delete;Delete;68,130;
      mark;Side = Allied
      piece;;;e.png;Easy/506 = Main Map;55;128;12;0
    AddPiece 2
      stack = Main Map;55;128;1;@@-1
    PLAYER\\tplayer1\\tAnna\\tAllied
    end_save
    LOG null
      LOG ChangePiece 1
        1: false -> true
      LOG M/1/Main Map/1/2/null/Main Map/55/128/null/player1
      LOG CHAT* Easy/506 moves†
"""


def log_command() -> Command:
    placed = COUNTER.placed("Main Map", 55, 128)
    children = [
        Command(""),
        Command(add_piece("1", placed)),
        Command(stack("2", "Main Map", 55, 128, ["1"])),
        Command("PLAYER\ts3cret\tAnna\tAllied"),
        Command("end_save"),
        Command(
            "LOG\tnull",
            (
                Command(Log(ChangePiece("1", "\ttrue", "\tfalse").text()).text()),
                Command("LOG\tM/1/Main Map/1/2/null/Main Map/55/128/null/s3cret"),
                Command("LOG\tCHAT* Easy/506 moves†"),
            ),
        ),
    ]
    return Command("begin_save", tuple(children))


def log_bytes(key_byte: int = 0) -> bytes:
    text = commands.encode(log_command())
    saved = Metadata("0.1", "3.6.0", 0, "comment")
    entries = [Entry("savedGame", write_text(text, key_byte)), Entry("savedata", saved.write())]
    return write_archive(entries)


def without_digests(text: str) -> str:
    """``text`` with each SHA-256, which the bytes of other tests settle, as a word."""
    return re.sub("[0-9a-f]{64}", "SHA", text)


def test_a_module(tmp_path: Path) -> None:
    slot = element(
        "VASSAL.build.widget.PieceSlot",
        {"gpid": "12", "entryName": "Easy/506"},
        text=piece_definition(COUNTER),
    )
    unknown = element("Unknown", None, text="words")
    root = element("VASSAL.build.GameModule", {"name": "Eagles"}, slot, unknown)
    archive = [
        Entry("buildFile.xml", write(root)),
        Entry("moduledata", MODULE.write()),
        Entry("images/e.png", b"\x89PNG"),
    ]
    path = tmp_path / "m.vmod"
    path.write_bytes(write_archive(archive))
    assert without_digests(dump_file(path)) == MODULE_TEXT


def test_a_log() -> None:
    assert without_digests(dump_bytes(log_bytes(), HERE)) == LOG_TEXT


def test_no_password_and_no_random_key_in_the_text() -> None:
    assert "s3cret" not in dump_bytes(log_bytes(), HERE)
    assert dump_bytes(log_bytes(0x2F), HERE) == dump_bytes(log_bytes(), HERE)


def test_a_piece_that_does_not_fit_is_shown_as_it_is() -> None:
    assert list(command_lines(Command("+/1/a;\tpiece;;;;/only"))) == [
        "AddPiece 1",
        "  type a;\\tpiece;;;;",
        "  state only",
    ]


def test_a_zip_of_something_else() -> None:
    with pytest.raises(InputError, match="a zip without savedGame or"):
        dump_bytes(write_archive([Entry("readme", b"")]), HERE)


@examples(150)
@given(
    st.binary(max_size=40),
    st.sampled_from(["savedGame", "buildFile.xml", "savedata", "moduledata"]),
    st.sampled_from([b"", b"!VCSK00", b"<a>", b"<data>", b"begin_save\x1b+/1/", b"LOG\tD/"]),
)
def test_any_entry_dumps_or_is_refused(data: bytes, name: str, head: bytes) -> None:
    entries = {"savedGame": b"begin_save\x1bend_save", name: head + data}
    archive = write_archive(Entry(key_, value) for key_, value in entries.items())
    with contextlib.suppress(ClubrouteError):
        assert dump_bytes(archive, HERE).endswith("\n")


@examples(150)
@given(st.binary(max_size=200), st.sampled_from([b"", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18]))
def test_any_file_dumps_or_is_refused(data: bytes, head: bytes) -> None:
    with contextlib.suppress(ClubrouteError):
        assert dump_bytes(head + data, HERE).endswith("\n")
