"""Pieces of VASSAL files from plain strings, for modules the tests make themselves."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr


def sequence(delimiter: str, tokens: Sequence[object]) -> str:
    """Tokens as VASSAL joins them; these tokens neither begin with a backslash nor are quoted."""
    return delimiter.join(str(token).replace(delimiter, "\\" + delimiter) for token in tokens)


def nested(parts: Sequence[str]) -> str:
    """Trait types or states, outermost first, each level wrapping the rest."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = sequence("\t", (part, text))
    return text


def png(width: int, height: int, colour: tuple[int, int, int], stripes: bool = False) -> bytes:
    """A one-colour picture, or one whose rows grow darker in bands of ten pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = bytearray()
    for y in range(height):
        shade = 8 * (y // 10 % 8) if stripes else 0
        rows += b"\0" + bytes(max(0, part - shade) for part in colour) * width
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows)))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def element(tag: str, attributes: Mapping[str, object] | None = None, *children: str) -> str:
    """One element; children are finished elements or escaped text."""
    pairs = "".join(
        f" {name}={quoteattr(str(value))}" for name, value in (attributes or {}).items()
    )
    return f"<{tag}{pairs}>{''.join(children)}</{tag}>\n" if children else f"<{tag}{pairs}/>\n"


def saved_game(commands: Sequence[str]) -> bytes:
    """A .vsav holding those commands under key 0, which leaves the text as it is in hex."""
    text = sequence("\x1b", commands).encode()
    return zip_bytes({"savedGame": b"!VCSK00" + text.hex().encode()})


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def write_module(files: Mapping[str, bytes], path: Path) -> Path:
    path.write_bytes(zip_bytes(files))
    return path
