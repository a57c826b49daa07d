"""Reading logs: what is in them, in both modes, whole and broken."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME
from clubroute.builder.vassal.atoms import MovePiece, Unknown
from clubroute.builder.vassal.limits import ArchiveLimits
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA
from clubroute.rules.logs.audit.season import jobs_of
from clubroute.rules.logs.container import (
    LOG_LIMITS,
    MOST_AHEAD,
    Mode,
    read_bytes,
)
from clubroute.rules.logs.read import (
    GameLog,
    Player,
    log_of,
    module_named,
    read_log,
)
from tests.logs.samples import (
    OTHER_PASSWORD,
    PASSWORD,
    entry_of,
    sample,
    with_entry,
)

WHERE = Where("game.vlog")


def tolerant(data: bytes) -> GameLog:
    return log_of(data, WHERE, Mode.TOLERANT)


def with_commands(change: Callable[[str], str]) -> bytes:
    text = obfuscation.read_text(entry_of(sample(), SAVED_GAME))
    return with_entry(sample(), SAVED_GAME, obfuscation.write_text(change(text), 7))


def test_metadata_players_and_steps(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    path.write_bytes(sample())
    log = read_log(path)
    assert log.where == Where(str(path))
    assert log.save is not None
    assert log.save.vassal_version == "3.6.0-SNAPSHOT"
    assert log.module is not None
    assert log.module.name == "Small"
    assert log.players == (Player("player1", "Ann", "Allied"), Player("player2", "Bob", "German"))
    assert len(log.steps) == 13
    assert log.damages == ()


def test_unknown_commands_are_kept_word_for_word() -> None:
    log = log_of(sample(), WHERE)
    (own,) = [step for step in log.steps if [Unknown] == [type(one) for one in step.commands]]
    assert own.commands == (Unknown("VASL_CHAT\tsomething of a module's own"),)
    assert (own.index, own.commands[0]) in list(log.commands())


def test_no_password_anywhere() -> None:
    log = log_of(sample(), WHERE)
    shown = repr(log)
    for secret in (PASSWORD, OTHER_PASSWORD, repr(OTHER_PASSWORD)[1:-1]):
        assert secret not in shown
    movers = {c.player for _, c in log.commands() if isinstance(c, MovePiece)}
    assert movers == {"player1"}


def test_a_save_is_a_log_without_steps() -> None:
    data = with_commands(lambda text: text.split("\x1bLOG\t")[0])
    assert log_of(data, WHERE).steps == ()


def test_plain_text_of_old_versions() -> None:
    text = obfuscation.reveal(entry_of(sample(), SAVED_GAME))
    log = log_of(with_entry(sample(), SAVED_GAME, text), WHERE)
    assert log.steps == log_of(sample(), WHERE).steps


def test_old_saves_have_no_metadata() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as new:
        new.writestr(SAVED_GAME, entry_of(sample(), SAVED_GAME))
    log = log_of(made.getvalue(), WHERE)
    assert (log.save, log.module) == (None, None)
    assert len(log.steps) == 13


def test_moves_of_old_versions_name_no_player() -> None:
    def without(text: str) -> str:
        return re.sub(
            r"(M/101/[^\x1b]*?/null)/s3cret[^\x1b\\]*(?:\\.[^\x1b\\]*)*", r"\1", text, count=1
        )

    log = log_of(with_commands(without), WHERE)
    first = next(c for _, c in log.commands() if isinstance(c, MovePiece))
    assert first.player is None


@pytest.mark.parametrize("share", [0.2, 0.5, 0.7, 0.8])
def test_a_file_cut_short_gives_what_comes_before(share: float) -> None:
    stored = with_entry(sample(), SAVED_GAME, entry_of(sample(), SAVED_GAME), zipfile.ZIP_STORED)
    data = stored[: int(len(stored) * share)]
    with pytest.raises(InputError, match="whole zip"):
        log_of(data, WHERE)
    log = tolerant(data)
    whole = log_of(sample(), WHERE)
    assert log.setup == whole.setup[: len(log.setup)]
    assert log.steps == whole.steps[: len(log.steps)]
    assert len(log.setup) > (0 if share < 0.3 else 3)
    assert [damage.where.part for damage in log.damages][-1] == SAVED_GAME
    assert log.damages[-1].command is not None


def test_a_deflated_file_cut_short_is_read_up_to_there() -> None:
    data = with_entry(sample(), SAVED_GAME, entry_of(sample(), SAVED_GAME))
    size = data.index(b"PK\x03\x04", 10)
    log = tolerant(data[: int(size * 0.9)])
    assert log.setup
    assert log.damages


def test_a_wrong_digit_ends_the_reading_there() -> None:
    hidden = bytearray(entry_of(sample(), SAVED_GAME))
    hidden[len(hidden) * 3 // 4] = ord("x")
    data = with_entry(sample(), SAVED_GAME, bytes(hidden))
    with pytest.raises(InputError, match="hex digits only"):
        log_of(data, WHERE)
    log = tolerant(data)
    assert 0 < len(log.steps) < 13
    assert str(log.damages[0]).startswith("game.vlog:savedGame: found 'x' at offset")
    assert "command" in str(log.damages[1])


def test_bad_metadata_costs_the_metadata_only() -> None:
    data = with_entry(sample(), SAVE_DATA, b"<data>")
    with pytest.raises(InputError):
        log_of(data, WHERE)
    log = tolerant(data)
    assert log.save is None
    assert log.module is not None
    assert log.steps == log_of(sample(), WHERE).steps


def test_a_command_with_fields_missing_is_named() -> None:
    data = with_commands(lambda text: text.replace("M/102/", "M/102\x1bLOG\tM/", 1))
    with pytest.raises(InputError, match="savedGame command 13"):
        log_of(data, WHERE)
    (first, *_) = tolerant(data).damages
    assert first.command == 13


def test_commands_nested_without_end_are_left_out() -> None:
    bomb = "\x1b".join("\\" * n for n in range(400))
    data = with_commands(lambda text: text + "\x1b" + bomb.replace("\x1b", "\\\x1b"))
    log = tolerant(data)
    assert log.steps[:13] == log_of(sample(), WHERE).steps


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"no zip", b"PK\x03\x04" + b"\0" * 40], ids=["none", "PK", "text", "zero"]
)
def test_what_is_no_save_is_refused_in_both_modes(data: bytes) -> None:
    for mode in Mode:
        with pytest.raises(InputError):
            log_of(data, WHERE, mode)


def test_zip_bombs_are_refused_in_both_modes() -> None:
    data = with_entry(sample(), SAVED_GAME, b"!VCSK00" + b"00" * (12 << 20))
    for mode in Mode:
        with pytest.raises(InputError, match="unpack"):
            log_of(data, WHERE, mode)
    small = ArchiveLimits(entries=10, total=1000)
    with pytest.raises(InputError, match="unpacked"):
        log_of(sample(), WHERE, Mode.TOLERANT, small)


def test_a_bomb_in_a_broken_zip_is_cut_off() -> None:
    data = with_entry(sample(), SAVED_GAME, b"!VCSK00" + b"00" * (1 << 20))
    limits = ArchiveLimits(entries=10, total=100_000)
    broken = data[: data.rindex(b"PK\x01\x02") - 5]
    with pytest.raises(InputError):
        log_of(broken, WHERE, Mode.TOLERANT, limits)


def test_xml_bombs_are_refused() -> None:
    bomb = b'<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><data>&b;</data>'
    for name in (SAVE_DATA, MODULE_DATA):
        data = with_entry(sample(), name, bomb)
        with pytest.raises(InputError, match="DOCTYPE"):
            log_of(data, WHERE)
        assert tolerant(data).damages[0].where.part == name


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_log(tmp_path / "none.vlog")
    with pytest.raises(InputError, match="a directory"):
        read_log(tmp_path)


def test_reading_needs_no_heavy_library() -> None:
    code = (
        "import sys, rules.logs.replay, rules.logs.replay, rules.logs.grids.maps; "
        "print({'numpy', 'shapely', 'PIL', 'lxml', 'networkx'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_is_refused_unopened(tmp_path: Path) -> None:
    pipe = tmp_path / "game.vlog"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="a named pipe, expected a"):
        read_log(pipe)
    with pytest.raises(InputError, match="a device"):
        read_log(Path("/dev/zero"))


def test_a_raw_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "raw.vlog"
    with path.open("wb") as stream:
        stream.truncate(50 << 20)
    assert len(read_bytes(path)) == MOST_AHEAD
    with pytest.raises(InputError, match="no zip archive"):
        read_log(path)
    whole = path.with_name("whole.vlog")
    whole.write_bytes(bytes(MOST_AHEAD - 4) + b"PK\x03\x04" + bytes(9))
    assert read_bytes(whole) == whole.read_bytes()


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.vlog"
    with path.open("wb") as stream:
        stream.truncate(LOG_LIMITS.total + 1)
    with pytest.raises(InputError, match="67108865 bytes, expected at most 67108864"):
        read_log(path)


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "empty.vlog"
    path.touch()
    with pytest.raises(InputError, match="an empty file"):
        read_log(path)


def test_what_is_no_zip_is_told_as_that() -> None:
    with pytest.raises(InputError, match="no zip archive, expected a"):
        log_of(b"hello\n", Where("text.vlog"), Mode.TOLERANT)


@pytest.mark.parametrize("page", [b"\n <!DOCTYPE html><title>Sign in</title>", b"<HTML></HTML>"])
def test_a_page_that_a_website_sent_instead_is_told_as_that(page: bytes) -> None:
    with pytest.raises(InputError, match="a web page: its download failed, expected a"):
        log_of(page, Where("game.vlog"), Mode.TOLERANT)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_has_its_place_in_a_season(tmp_path: Path) -> None:
    for name in ("pipe", "loop", "empty"):
        path = tmp_path / f"{name}.vlog"
        if name == "pipe":
            os.mkfifo(path)
        elif name == "loop":
            path.symlink_to(path)
        else:
            path.write_bytes(b"")
    jobs = jobs_of([tmp_path])
    assert [job.name for job in jobs] == ["empty.vlog", "loop.vlog", "pipe.vlog"]
    for job, why in zip(jobs, ("an empty file", "symbolic links", "a named pipe"), strict=True):
        with pytest.raises(InputError, match=why):
            read_bytes(job.path)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_file_names_no_module(method: int) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr(MODULE_DATA, "<data><name>Where Eagles Dare</name></data>" * 9)
    whole = stream.getvalue()
    broken = (whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :] for at in range(len(whole)))
    assert {module_named(io.BytesIO(data)) for data in broken} <= {None, "Where Eagles Dare"}
    assert module_named(io.BytesIO(b"")) is module_named(Path("nowhere.vlog")) is None
