"""Damage of every kind done to whatever a command reads: to its bytes, its text, its zip, its
place in the folder."""

from __future__ import annotations

import hashlib
import io
import os
import random
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.logs.mutations import mutated as mutated_log
from tests.logs.mutations import scrambled
from tests.sources.mutations import damaged_text

SPECIAL = 0.08
"""How often a file is no longer one, or what fills memory."""
DEEP = 20_000
"""Brackets within each other."""


def damage(path: Path, chance: random.Random) -> None:
    """Damage a file where it stands."""
    if chance.random() < SPECIAL:
        chance.choice(SPECIALS)(path)
    else:
        path.write_bytes(WAYS.get(path.suffix, damaged_text)(path.read_bytes(), chance))


def damaged_module(data: bytes, chance: random.Random) -> bytes:
    """A module with one entry damaged, or its zip."""
    if chance.random() < 0.2:
        return scrambled(data, chance)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    names = sorted(entries)
    name = chance.choice(["buildFile.xml"] * 3 + names)
    if name not in entries:
        name = names[0]
    way = mutated_log if name.endswith((".vsav", ".vlog")) else damaged_text
    if chance.random() < 0.1:
        del entries[name]
    else:
        entries[name] = way(entries[name], chance)
    return zipped(entries)


def damaged_terrain(data: bytes, chance: random.Random) -> bytes:
    """A compiled map that is damaged but says that it is whole, or does not."""
    first, _, rest = data.partition(b"\n")
    head, _, facts = rest.partition(b"\n")
    head = damaged_text(head, chance).replace(b"\n", b" ")
    digest = hashlib.sha256(head).hexdigest().encode()
    if chance.random() < 0.2:
        return scrambled(data, chance)
    return b" ".join((*first.split(b" ")[:2], b"sha256:" + digest)) + b"\n" + head + b"\n" + facts


def zipped(entries: Mapping[str, bytes]) -> bytes:
    """Files as a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def emptied(path: Path) -> None:
    """Leave nothing in a file."""
    path.write_bytes(b"")


def piped(path: Path) -> None:
    """Put a named pipe in a file's place, where the system has any."""
    path.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)


def foldered(path: Path) -> None:
    """Put a folder in a file's place."""
    path.unlink()
    path.mkdir()


def looped(path: Path) -> None:
    """Put a link to itself in a file's place."""
    path.unlink()
    path.symlink_to(path)


def deepened(path: Path) -> None:
    """Put brackets within brackets, as TOML, JSON or XML has them."""
    if path.suffix == ".vmod":
        rewritten(path, b"<a>" * DEEP)
    else:
        start = b"a = " if path.suffix == ".toml" else b""
        path.write_bytes(start + b"[" * DEEP + b"]" * DEEP)


def latin(path: Path) -> None:
    """Write a text as Excel's CSV is written."""
    path.write_bytes(path.read_bytes() + "\nM\u00fcnchen\n".encode("latin-1"))


def lengthened(path: Path) -> None:
    """Make a file long: a line, or an attribute that packs to next to nothing."""
    if path.suffix == ".vmod":
        rewritten(path, b'<a b="' + b"x" * 40_000_000 + b'"/>')
    elif path.suffix in (".vlog", ".vsav"):
        path.write_bytes(path.read_bytes() + bytes(1 << 20))
    else:
        path.write_bytes(path.read_bytes() + b"#" + b"x" * (8 << 20) + b"\n")


def multiplied(path: Path) -> None:
    """Give a file as many parts as it can be thought to have."""
    if path.suffix == ".vmod":
        rewritten(path, b"<a>" + b"<b/>" * 990_000 + b"</a>")
    else:
        mark = b"," if path.suffix == ".csv" else b"\n"
        path.write_bytes(path.read_bytes() + mark * 1_000_000)


def rewritten(path: Path, build_file: bytes) -> None:
    """Give a module another build file."""
    path.write_bytes(zipped({**entries_in(path), "buildFile.xml": build_file}))


def entries_in(path: Path) -> dict[str, bytes]:
    """What a zip holds, by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def removed(path: Path) -> None:
    """Take a file away."""
    path.unlink()


SPECIALS: tuple[Callable[[Path], None], ...] = (
    *(emptied, piped, foldered, looped, deepened, latin, lengthened, multiplied, removed),
)
WAYS: Mapping[str, Callable[[bytes, random.Random], bytes]] = {
    ".vlog": mutated_log,
    ".vsav": mutated_log,
    ".vmod": damaged_module,
    ".terrain": damaged_terrain,
    ".gpkg": scrambled,
    ".png": scrambled,
}
"""By the end of a file's name; others are text."""
