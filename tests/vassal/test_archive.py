"""The zip around VASSAL files: kept as it is, written alike everywhere, hostile ones refused."""

from __future__ import annotations

import contextlib
import hashlib
import io
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.files.deflating import deflated
from clubroute.builder.vassal.archive import (
    EARLIEST,
    Entry,
    SaveArchive,
    entries_of,
    epoch_date,
    epoch_seconds,
    read_entries,
    read_module,
    read_save,
    write_archive,
)
from clubroute.builder.vassal.limits import ArchiveLimits
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.obfuscation import write_text
from tests.properties import examples

HERE = Where("x.vmod")
GOOD = write_archive([Entry("buildFile.xml", b"<a/>"), Entry("images/a.png", b"\x89PNG" * 50)])


def zipped(*named: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as zip_file:
        for name, data in named:
            info = zipfile.ZipInfo(name, (2020, 5, 4, 3, 2, 2))
            info.filename = name  # Windows would make a\\b a/b
            info.compress_type = method
            zip_file.writestr(info, data)
    return buffer.getvalue()


def test_order_bytes_method_and_date_are_kept() -> None:
    data = zipped(("z", b"zz" * 99), ("images/", b""), ("images/é.png", b"\x00"), ("a", b""))
    entries = entries_of(data, HERE)
    assert [entry.name for entry in entries] == ["z", "images/", "images/é.png", "a"]
    again = entries_of(write_archive(entries), HERE)
    assert again == entries
    assert again[0].method == zipfile.ZIP_DEFLATED
    assert again[0].date == (2020, 5, 4, 3, 2, 2)


def test_what_we_write_is_stored_with_nothing_of_this_machine() -> None:
    with zipfile.ZipFile(io.BytesIO(GOOD)) as zip_file:
        for info in zip_file.infolist():
            assert info.compress_type == zipfile.ZIP_STORED
            assert (info.create_system, info.extra, info.comment) == (3, b"", b"")
            assert info.date_time == EARLIEST
            assert stat.S_IMODE(info.external_attr >> 16) == 0o644


def test_what_is_deflated_unpacks_as_it_was_and_is_smaller() -> None:
    text = b"+/300/submenu;State;Disorganized" * 3000
    data = write_archive([Entry("a", text, zipfile.ZIP_DEFLATED), Entry("b", b"last")])
    assert len(data) < len(text) / 20
    with zipfile.ZipFile(io.BytesIO(data)) as zip_file:
        assert zip_file.testzip() is None
        assert (zip_file.read("a"), zip_file.read("b")) == (text, b"last")


def test_what_is_deflated_is_the_same_on_every_machine() -> None:
    data = bytes(x * y // 97 % 23 for y in range(300) for x in range(300))
    assert hashlib.sha256(deflated(data)).hexdigest() == (
        "2c548608bb975c9d66e284f74567200eac6b88dc562f82cd9b20fd30c00891c9"
    )


def test_the_same_entries_give_the_same_bytes() -> None:
    entries = [Entry("b", b"1"), Entry("a", b"2", date=(2001, 2, 3, 4, 5, 6))]
    assert write_archive(entries) == write_archive(iter(entries))


@examples(60)
@given(
    st.dictionaries(
        st.from_regex(r"[a-zé][a-z./]{0,6}[a-z]", fullmatch=True), st.binary(max_size=50)
    )
)
def test_any_entries_come_back(files: dict[str, bytes]) -> None:
    entries = tuple(Entry(name, data) for name, data in files.items() if ".." not in name)
    assert entries_of(write_archive(entries), HERE) == entries


def test_a_module_and_a_save_in_files(tmp_path: Path) -> None:
    meta = Metadata("1", "3.6.0", 0, name="Eagles")
    write_bytes(
        tmp_path / "m.vmod",
        write_archive([Entry("buildFile", b"<old/>"), Entry("moduledata", meta.write())]),
    )
    module = read_module(tmp_path / "m.vmod")
    assert (module.build_file().tag, module.metadata()) == ("old", meta)
    entries = [
        Entry("savedGame", write_text("begin_save\x1bend_save", 7)),
        Entry("savedata", Metadata("1", "3.6.0", 0).write()),
        Entry("moduledata", meta.write()),
    ]
    write_bytes(tmp_path / "s.vsav", write_archive(entries))
    save = read_save(tmp_path / "s.vsav")
    assert save.command().children[0].text == "end_save"
    assert (save.metadata().name, save.module_metadata().name) == (None, "Eagles")


def test_a_missing_entry_is_named() -> None:
    with pytest.raises(InputError, match="found no savedGame, expected a zip with an entry"):
        SaveArchive((), Where("x.vsav")).text()


def test_a_damaged_save_names_file_and_entry() -> None:
    save = SaveArchive((Entry("savedGame", b"!VCSK2"),), Where("x.vsav"))
    with pytest.raises(InputError, match="savedGame: found 1 hex digits"):
        save.command()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found '', expected begin_save"),
        ("CHAThello", "found 'CHAThello', expected begin_save"),
        ("begin_save\x1b+/1/stack/null\x1bend_sa", "found 2 commands, none end_save, expected"),
    ],
)
def test_a_save_cut_short_is_noticed(text: str, message: str) -> None:
    save = SaveArchive((Entry("savedGame", write_text(text)),), Where("x.vsav"))
    with pytest.raises(InputError, match=message):
        save.command()


def patched(data: bytes, at: int, change: bytes) -> bytes:
    return data[:at] + change + data[at + len(change) :]


def encrypted() -> bytes:
    central = GOOD.index(b"PK\x01\x02")
    return patched(patched(GOOD, 6, b"\x01"), central + 8, b"\x01")


def unknown_method() -> bytes:
    central = GOOD.index(b"PK\x01\x02")
    return patched(patched(GOOD, 8, b"\x63"), central + 10, b"\x63")


def twice() -> bytes:
    return zipped(("a", b"1"), ("b", b"2")).replace(b"b", b"a")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x.vmod: found an empty file, expected a zip"),
        (b"just words", "x.vmod: found damaged or no zip data"),
        (GOOD[:100], "x.vmod: found damaged or no zip data"),
        (GOOD[:-30], "x.vmod: found damaged or no zip data"),
        (GOOD.replace(b"<a/>", b"<b/>"), "x.vmod:buildFile.xml: found damaged data (Bad CRC-32"),
        (encrypted(), "x.vmod:buildFile.xml: found an encrypted entry"),
        (unknown_method(), "x.vmod:buildFile.xml: found damaged data"),
        (twice(), "x.vmod:a: found the same entry twice"),
        (zipped(("/etc/x", b"")), "x.vmod:/etc/x: found the entry name '/etc/x'"),
        (zipped(("a/../../x", b"")), "x.vmod:a/../../x: found the entry name"),
        (zipped(("..", b"")), "x.vmod:..: found the entry name"),
        (zipped(("C:x", b"")), "x.vmod:C:x: found the entry name"),
        (zipped(("a\\b", b"")), "found the entry name"),
        (zipped(("abc", b"")).replace(b"abc", b"a\0c"), "found the entry name"),
    ],
)
def test_bad_archives_are_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        entries_of(data, HERE)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (ArchiveLimits(entries=1), "found 2 entries, expected at most 1"),
        (ArchiveLimits(total=1000), "bytes unpacked, expected at most 1000"),
        (ArchiveLimits(ratio=10, ratio_from=1000), "expected at most 10 times as many"),
    ],
)
def test_limits(limits: ArchiveLimits, message: str) -> None:
    bomb = zipped(("a", b"\0" * 100_000), ("b", b""))
    assert len(entries_of(bomb, HERE)) == 2
    with pytest.raises(InputError, match=message):
        entries_of(bomb, HERE, limits)


def test_a_size_that_lies_does_not_unpack_more() -> None:
    bomb = zipped(("a", b"\0" * 100_000))
    central = bomb.index(b"PK\x01\x02")
    lying = patched(patched(bomb, 22, struct.pack("<I", 9)), central + 24, struct.pack("<I", 9))
    with pytest.raises(InputError, match=":a: found damaged data"):
        entries_of(lying, HERE)


def test_places_that_are_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no such file"):
        read_entries(tmp_path / "none.vmod")
    with pytest.raises(InputError, match="found a directory"):
        read_entries(tmp_path)
    with pytest.raises(InputError, match="expected a readable file"):
        read_entries("a\0b")


@examples(150)
@given(st.integers(0, len(GOOD) - 1), st.binary(min_size=1, max_size=4), st.booleans())
def test_damage_anywhere_reads_or_is_refused(at: int, change: bytes, cut: bool) -> None:
    data = GOOD[:at] + change if cut else patched(GOOD, at, change)
    with contextlib.suppress(ClubrouteError):
        assert isinstance(entries_of(data, HERE), tuple)


def test_names_we_would_not_read_we_do_not_write() -> None:
    with pytest.raises(InputError, match="a path inside the archive"):
        write_archive([Entry("../x", b"")])
    with pytest.raises(InputError, match="the same entry twice"):
        write_archive([Entry("x", b""), Entry("x", b"")])


@pytest.mark.parametrize(
    ("epoch", "date"),
    [
        ("", EARLIEST),
        ("0", EARLIEST),
        ("1700000001", (2023, 11, 14, 22, 13, 20)),
        ("999999999999", (2107, 12, 31, 23, 59, 58)),
    ],
)
def test_source_date_epoch(epoch: str, date: tuple[int, ...]) -> None:
    assert epoch_date({"SOURCE_DATE_EPOCH": epoch}) == date
    assert epoch_date({}) == EARLIEST


@pytest.mark.parametrize("epoch", ["now", "-1", "1.5", "9" * 30, " 1"])
def test_a_bad_source_date_epoch(epoch: str) -> None:
    with pytest.raises(InputError, match="seconds since 1970"):
        epoch_seconds({"SOURCE_DATE_EPOCH": epoch})
