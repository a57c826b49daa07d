"""The zip around a module, save or log: entries in order, their bytes as they are."""

from __future__ import annotations

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
)
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import BinaryIO

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.deflating import deflated
from clubroute.builder.files.regular import read_file, regular
from clubroute.builder.vassal import buildfile, commands, obfuscation
from clubroute.builder.vassal.atoms import BEGIN_SAVE, END_SAVE
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.limits import (
    MODULE_LIMITS,
    SAVE_LIMITS,
    ArchiveLimits,
    check_commands,
)
from clubroute.builder.vassal.metadata import (
    MODULE_DATA,
    MOST_METADATA,
    SAVE_DATA,
    Metadata,
    read_metadata,
)

BUILD_FILE = "buildFile.xml"
OLD_BUILD_FILE = "buildFile"
SAVED_GAME = "savedGame"

ZipDate = tuple[int, int, int, int, int, int]
EARLIEST: ZipDate = (1980, 1, 1, 0, 0, 0)
"""The first moment a zip can hold; what an entry of ours carries when no date is asked for."""

MOST_TABLE = 8 << 20
"""Bytes of a zip's table of entries; one of 20,000 has two million."""
TABLE_END, LONG_TABLE = b"PK\x05\x06", b"PK\x06\x07"
"""How the record begins that follows the table, and the one of a zip beyond 4 GiB."""
LONG_SIZE = 20
"""Bytes of the latter, which stands right before the former."""
_TABLE_END = struct.Struct("<12xI6x")
MOST_BEHIND = (1 << 16) + _TABLE_END.size
"""Bytes in which that record begins, counted from the end: a remark may follow it."""
READ_BY_VASSAL = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Compressions of entries. The others would be unpacked whole, however large they are."""

_UNIX = 3
_FILE_MODE = 0o100644 << 16


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the zip. ``method`` is zipfile's number of the compression.

    What does not shrink (PNG, a save with its packed game) is stored, the rest is deflated by
    :func:`deflated`.
    """

    name: str
    data: bytes
    method: int = zipfile.ZIP_STORED
    date: ZipDate = EARLIEST


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip in memory. ``where`` names the file in messages."""

    entries: tuple[Entry, ...]
    where: Where

    def __contains__(self, name: str) -> bool:
        return any(entry.name == name for entry in self.entries)

    def read(self, name: str) -> bytes:
        """The bytes of one entry. Raises :class:`InputError` if there is none of that name."""
        for entry in self.entries:
            if entry.name == name:
                return entry.data
        raise InputError(self.where, f"no {name}", f"a zip with an entry {name}")

    def part(self, name: str) -> Where:
        """The place of an entry, for messages."""
        return Where(self.where.path, part=name)


@dataclass(frozen=True, slots=True)
class ModuleArchive(Archive):
    """A ``.vmod``."""

    def build_file(self) -> Element:
        """The root of the build file, under its name of today or the one before VASSAL 3.5."""
        name = OLD_BUILD_FILE if BUILD_FILE not in self and OLD_BUILD_FILE in self else BUILD_FILE
        return buildfile.read(self.read(name), self.part(name))

    def metadata(self) -> Metadata:
        return read_metadata(self.read(MODULE_DATA), self.part(MODULE_DATA))


@dataclass(frozen=True, slots=True)
class SaveArchive(Archive):
    """A ``.vsav`` or ``.vlog``; a log is a save with log commands behind ``end_save``."""

    def text(self) -> str:
        """The command text, unscrambled. Raises :class:`InputError` for more than a game has."""
        where = self.part(SAVED_GAME)
        plain = obfuscation.reveal(self.read(SAVED_GAME), where)
        check_commands(plain, where)
        return obfuscation.as_text(plain, where)

    def command(self) -> Command:
        """The tree of commands.

        Raises :class:`InputError` when the text holds no game or stops before its end: a file
        cut at an even place reads well up to there.
        """
        tree = commands.decode(self.text(), self.part(SAVED_GAME))
        if tree.text != BEGIN_SAVE:
            raise InputError(self.part(SAVED_GAME), repr(tree.text[:40]), BEGIN_SAVE)
        if not any(child.text == END_SAVE for child in tree.children):
            raise InputError(
                self.part(SAVED_GAME),
                f"{len(tree.children)} commands, none {END_SAVE}",
                f"a saved game up to its {END_SAVE} (cut short?)",
            )
        return tree

    def metadata(self) -> Metadata:
        return read_metadata(self.read(SAVE_DATA), self.part(SAVE_DATA))

    def module_metadata(self) -> Metadata:
        return read_metadata(self.read(MODULE_DATA), self.part(MODULE_DATA))


def read_module(path: PurePath | str, limits: ArchiveLimits = MODULE_LIMITS) -> ModuleArchive:
    """The module in a file. Raises :class:`InputError` as :func:`read_entries` does."""
    return ModuleArchive(read_entries(path, limits), Where.of(path))


def read_outline(path: Path, wanted: Callable[[str], bool], head: int) -> ModuleArchive:
    """A module without most of its bytes: entries that are ``wanted`` by name and those with the
    name and the build file are whole, of the pictures of its boards the first ``head`` bytes are
    there, of all else none. A module with its pictures has hundreds of megabytes.

    :raises InputError: as :func:`read_module`, but for damage in what is not read.
    """
    where = Where.of(path)
    with opened(path, where) as zip_file:
        infos = zip_file.infolist()
        _check(infos, path.stat().st_size, where, MODULE_LIMITS)
        whole = [
            _read_entry(zip_file, info, where)
            for info in infos
            if info.filename in (BUILD_FILE, OLD_BUILD_FILE, MODULE_DATA) or wanted(info.filename)
        ]
        module = ModuleArchive(tuple(whole), where)
        boards = [one for one in module.build_file().walk() if one.tag.endswith(".Board")]
        pictures = {one.get("image").strip() for one in boards}
        paths = {form.format(name) for name in pictures for form in PICTURE_PATHS}
        heads = [
            Entry(info.filename, _head(zip_file, info, head, where))
            for info in infos
            if info.filename in paths
        ]
        return ModuleArchive((*whole, *heads), where)


PICTURE_PATHS = ("images/{}", "images/{}.gif", "{}")
"""Where the engine looks for a picture, in order."""


def _head(zip_file: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, where: Where) -> bytes:
    try:
        if info.compress_type not in READ_BY_VASSAL:
            return b""
        with zip_file.open(info) as stream:
            return stream.read(most)
    except _ZIP_ERRORS as error:
        place = Where(where.path, part=info.filename)
        raise InputError(place, f"damaged data ({error})", "a whole zip entry") from error


def read_save(path: PurePath | str, limits: ArchiveLimits = MODULE_LIMITS) -> SaveArchive:
    """The save or log in a file. Raises :class:`InputError` as :func:`read_entries` does."""
    return SaveArchive(read_entries(path, limits), Where.of(path))


def read_entries(path: PurePath | str, limits: ArchiveLimits = MODULE_LIMITS) -> tuple[Entry, ...]:
    """All entries of a zip file.

    Raises :class:`InputError` for a file that is missing, a directory, not a zip or damaged,
    for entries that are encrypted, double, or named so that they would land outside a folder,
    and for archives beyond ``limits``.
    """
    where = Where.of(path)
    data = read_file(path, where, "a .vmod, .vsav or .vlog", limits.total)
    return entries_of(data, where, limits)


def entries_of(
    data: bytes, where: Where, limits: ArchiveLimits = MODULE_LIMITS
) -> tuple[Entry, ...]:
    """Read entries as :func:`read_entries` does, from the bytes of a zip.

    Of a save or log no more is taken than :data:`SAVE_LIMITS` allow.
    """
    if not data:
        raise InputError(where, "an empty file", "a zip (.vmod, .vsav, .vlog)")
    with opened(io.BytesIO(data), where) as zip_file:
        infos = zip_file.infolist()
        if any(info.filename == SAVED_GAME for info in infos):
            limits = limits.within(SAVE_LIMITS)
        _check(infos, len(data), where, limits)
        return tuple(_read_entry(zip_file, info, where) for info in infos)


@contextmanager
def opened(source: Path | BinaryIO, where: Where) -> Iterator[zipfile.ZipFile]:
    """Open a zip. :raises InputError: it is none, or damaged where it is read."""
    try:
        if isinstance(source, Path):
            regular(source, where, "a .vmod, .vsav or .vlog")
        with ExitStack() as stack:
            file = stack.enter_context(source.open("rb")) if isinstance(source, Path) else source
            check_table(file, where)
            yield stack.enter_context(zipfile.ZipFile(file))
    except FileNotFoundError as error:
        raise InputError(where, "no such file", "a .vmod, .vsav or .vlog") from error
    except _ZIP_ERRORS as error:
        raise InputError(
            where, f"damaged or no zip data ({error})", "a whole zip (.vmod, .vsav, .vlog)"
        ) from error


def check_table(file: BinaryIO, where: Where) -> None:
    """Look how large the table of entries is, before an object is made of each.

    :raises InputError: larger than that of any module.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - MOST_BEHIND))
    tail = file.read(MOST_BEHIND)
    last = tail[-_TABLE_END.size :]
    # As zipfile looks for it: where it stands without a remark behind it, else the last like it.
    plain = last.startswith(TABLE_END) and last.endswith(b"\0\0")
    at = len(tail) - _TABLE_END.size if plain else tail.rfind(TABLE_END)
    if at < 0 or at + _TABLE_END.size > len(tail):
        return  # no zip
    if tail.startswith(LONG_TABLE, max(0, at - LONG_SIZE)):
        raise InputError(where, "a zip made for more than 4 GiB", "a .vmod, .vsav or .vlog")
    (table,) = _TABLE_END.unpack_from(tail, at)
    if table > MOST_TABLE:
        raise InputError(where, f"a table of {table} bytes", f"at most {MOST_TABLE}")


def read_part(zip_file: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """The bytes of an entry, no more than the table says that it has.

    :raises OSError: and the others of a damaged zip, for :func:`opened` to tell.
    """
    if info.compress_type not in READ_BY_VASSAL:
        raise zipfile.BadZipFile(f"compression {info.compress_type}, which VASSAL cannot read")
    with zip_file.open(info) as stream:
        # A size that is asked for bounds what is unpacked, one that is not does not.
        return stream.read(info.file_size + 1)


def module_name(file: Path | BinaryIO) -> str:
    """Read the name a module file gives itself, or that of its module a save or log, and no more.

    :raises InputError: it is none.
    """
    where = Where.of(file) if isinstance(file, Path) else Where("(file)")
    with opened(file, where) as zip_file:
        if MODULE_DATA not in zip_file.namelist():
            raise InputError(where, f"no {MODULE_DATA}", "a .vmod")
        info = zip_file.getinfo(MODULE_DATA)
        if info.file_size > MOST_METADATA:
            raise InputError(where, f"{info.file_size} bytes of it", f"at most {MOST_METADATA}")
        data = read_part(zip_file, info)
    return read_metadata(data, Where(where.path, part=MODULE_DATA)).name or ""


def dates_of(data: bytes, most: int) -> dict[str, ZipDate]:
    """List the dates of a zip's first entries by name; none of what is no zip."""
    try:
        with opened(io.BytesIO(data), Where("(dates)")) as zip_file:
            return {info.filename: info.date_time for info in zip_file.infolist()[:most]}
    except InputError:
        return {}


def write_archive(entries: Iterable[Entry], pack: Callable[[bytes], bytes] = deflated) -> bytes:
    """The bytes of a zip with ``entries`` in the given order.

    Fixed mode, system and no extra fields, so that the same entries give the same bytes on
    every machine. Raises :class:`InputError` for names a reader would refuse.

    :param pack: gives the same bytes as :func:`deflated`, perhaps sooner.
    """
    buffer = io.BytesIO()
    listed = tuple(entries)
    _check_names([entry.name for entry in listed], Where("(new archive)"))
    with zipfile.ZipFile(buffer, "w") as zip_file:
        for entry in listed:
            info = zipfile.ZipInfo(entry.name, entry.date)
            info.compress_type = entry.method
            info.create_system = _UNIX
            info.external_attr = _FILE_MODE
            if entry.method != zipfile.ZIP_DEFLATED or not entry.data:
                zip_file.writestr(info, entry.data)
                continue
            packed = pack(entry.data)
            info.CRC, info.file_size, info.compress_size = (
                zlib.crc32(entry.data),
                len(entry.data),
                len(packed),
            )
            info.header_offset = buffer.tell()
            buffer.write(info.FileHeader() + packed)
            # As writestr leaves it: the directory comes behind the last entry.
            zip_file.filelist.append(info)
            zip_file.NameToInfo[info.filename] = info
            zip_file.start_dir = buffer.tell()
    return buffer.getvalue()


def epoch_date(environment: Mapping[str, str]) -> ZipDate:
    """The date for entries: SOURCE_DATE_EPOCH (seconds since 1970 UTC), else 1980-01-01.

    Raises :class:`InputError` for a value that is no whole number. Dates a zip cannot hold
    become the nearest one it can.
    """
    seconds = epoch_seconds(environment)
    if seconds is None:
        return EARLIEST
    first = int(datetime(1980, 1, 1, tzinfo=UTC).timestamp())
    # The last moment that a zip entry's date can tell.
    last = int(datetime(2107, 12, 31, 23, 59, 58, tzinfo=UTC).timestamp())
    date = datetime.fromtimestamp(min(max(seconds, first), last), UTC)
    # A zip counts in steps of two seconds.
    return (date.year, date.month, date.day, date.hour, date.minute, date.second // 2 * 2)


def epoch_seconds(environment: Mapping[str, str]) -> int | None:
    """SOURCE_DATE_EPOCH as a number, None if it is not set."""
    text = environment.get("SOURCE_DATE_EPOCH", "")
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,15}", text):
        raise InputError(
            Where("SOURCE_DATE_EPOCH"), repr(text), "seconds since 1970, a whole number"
        )
    return int(text)


_ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    IndexError,
    KeyError,
    OverflowError,
)
"""All that zipfile lets through on damaged input; UnicodeDecodeError and NotImplementedError
are a ValueError and a RuntimeError."""

_DRIVE = re.compile(r"[A-Za-z]:")


def _read_entry(zip_file: zipfile.ZipFile, info: zipfile.ZipInfo, where: Where) -> Entry:
    try:
        data = read_part(zip_file, info)
    except _ZIP_ERRORS as error:
        place = Where(where.path, part=info.filename)
        raise InputError(place, f"damaged data ({error})", "a whole zip entry") from error
    return Entry(info.filename, data, info.compress_type, info.date_time)


def _check(infos: list[zipfile.ZipInfo], size: int, where: Where, limits: ArchiveLimits) -> None:
    if len(infos) > limits.entries:
        raise InputError(where, f"{len(infos)} entries", f"at most {limits.entries}")
    total = sum(info.file_size for info in infos)
    if total > limits.total:
        raise InputError(where, f"{total} bytes unpacked", f"at most {limits.total}")
    if total > limits.ratio_from and total > limits.ratio * size:
        raise InputError(
            where, f"{size} bytes that unpack to {total}", f"at most {limits.ratio} times as many"
        )
    _check_names([info.orig_filename for info in infos], where)
    for info in infos:
        if info.flag_bits & 0x1:
            raise InputError(
                Where(where.path, part=info.filename), "an encrypted entry", "a plain one"
            )


def _check_names(names: list[str], where: Where) -> None:
    seen: set[str] = set()
    for name in names:
        place = Where(where.path, part=name)
        if name in seen:
            raise InputError(place, "the same entry twice", "each name once")
        seen.add(name)
        if not name or "\\" in name or "\0" in name or _DRIVE.match(name):
            raise InputError(place, f"the entry name {name!r}", "a path with / and no drive")
        if name.startswith("/") or ".." in name.split("/"):
            raise InputError(place, f"the entry name {name!r}", "a path inside the archive")
