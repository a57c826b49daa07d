"""Reading a source file as text: the one place where bytes become characters.

Programs on Windows write a byte-order mark, CR LF and, some of them, UTF-16; all that is accepted.
Anything else that is not UTF-8 text is refused with one line.
"""

from __future__ import annotations

import codecs
from pathlib import Path

from clubroute.builder.errors import InputError, Where

MAX_SOURCE_BYTES = 64 * 1024 * 1024
WORKBOOK = b"PK\x03\x04"
"""What an .xlsx or .ods file begins with."""


def read_text(path: Path) -> str:
    """The text of a source file, LF line ends, no byte-order mark.

    :raises InputError: missing, a directory, unreadable, empty, over 64 MiB, not UTF-8, or
        holding NUL bytes.
    """
    where = Where.of(path)
    try:
        if path.is_dir():
            raise InputError(where, "a directory", "a file")
        size = path.stat().st_size
        if size > MAX_SOURCE_BYTES:
            raise InputError(where, f"{size} bytes", f"at most {MAX_SOURCE_BYTES} bytes")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(where, "no such file", "a source file", near_file(path)) from None
    except OSError as error:
        raise InputError(where, error.strerror or "an unreadable file", "a file") from None
    return decode_text(data, where)


def decode_text(data: bytes, where: Where) -> str:
    """Bytes of a source as text; see :func:`read_text` for what is refused."""
    if data.startswith(WORKBOOK):
        raise InputError(where, "a spreadsheet's own file", "text (save as “CSV UTF-8”)")
    data = as_utf8(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            Where(where.path, row, column),
            f"byte 0x{data[error.start]:02x}",
            "UTF-8 text (save as “CSV UTF-8”)" if where.path.endswith(".csv") else "UTF-8 text",
        ) from None
    nul = text.find("\0")
    if nul >= 0:
        row = text.count("\n", 0, nul) + 1
        raise InputError(Where(where.path, row), "a NUL character", "text")
    if not text.strip():
        raise InputError(where, "an empty file", "at least a header")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_utf8(data: bytes) -> bytes:
    """Text as UTF-8 without a byte-order mark, where it is marked as UTF-8 or UTF-16."""
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :]
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data
    try:
        return data.decode("utf-16").encode("utf-8")
    except UnicodeError:
        return data


def near_file(path: Path) -> str | None:
    """A file beside ``path`` whose name is close to it."""
    from clubroute.builder.errors import nearest_name

    try:
        names = sorted(p.name for p in path.parent.iterdir())
    except OSError:
        return None
    return nearest_name(path.name, names)
