"""Damage of every kind done to a log: to the zip, the scrambled bytes, the commands, the XML."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable

from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA
from tests.logs.samples import entry_of, with_entry

_SPICE = (
    b"\x1b",
    b"\\\x1b",
    b"\\",
    b"'",
    b"/",
    b";",
    b"\t",
    b"\\\t",
    b",",
    b"@@",
    b"null",
    b"-1",
    b"99999999999999999999",
    b"LOG\t",
    b"+/",
    b"-/",
    b"D/",
    b"M/",
    b"stack",
    b"deck;",
    b"obs;",
    b"hide;",
    b"begin_save",
    b"end_save",
    b"PLAYER\t",
    b"\xff",
    b"\x00",
    b"\xc2\xbd",
)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A damaged copy of a .vlog."""
    return chance.choice(_MUTATIONS)(data, chance)


def scrambled(data: bytes, chance: random.Random) -> bytes:
    """Bytes flipped, cut, doubled, moved or spiced, one to eight times."""
    for _ in range(chance.randrange(1, 9)):
        if not data:
            return data
        at, end = sorted((chance.randrange(len(data)), chance.randrange(len(data))))
        end = min(end, at + 400)
        match chance.randrange(6):
            case 0:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:end] + data[at:end] + data[end:]
            case 3:
                data = data[:at] + chance.choice(_SPICE) + data[at:]
            case 4:
                other = chance.randrange(len(data))
                data = data[:other] + data[at:end] + data[other:]
            case _:
                data = data[: max(at, len(data) // 2)] if chance.random() < 0.2 else data
    return data


def _zip(data: bytes, chance: random.Random) -> bytes:
    return scrambled(data, chance)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _hex_digits(data: bytes, chance: random.Random) -> bytes:
    return with_entry(data, SAVED_GAME, scrambled(entry_of(data, SAVED_GAME), chance))


def _commands(data: bytes, chance: random.Random) -> bytes:
    plain = obfuscation.reveal(entry_of(data, SAVED_GAME))
    wrong = scrambled(plain, chance)
    hidden = wrong if chance.random() < 0.3 else obfuscation.obfuscate(wrong, 0x5A)
    return with_entry(data, SAVED_GAME, hidden)


def _shuffled(data: bytes, chance: random.Random) -> bytes:
    """Whole commands doubled, lost and in another order."""
    parts = obfuscation.reveal(entry_of(data, SAVED_GAME)).split(b"\x1b")
    for _ in range(chance.randrange(1, 5)):
        at, to = chance.randrange(1, len(parts)), chance.randrange(1, len(parts))
        match chance.randrange(3):
            case 0:
                parts.insert(to, parts[at])
            case 1:
                parts.insert(to, parts.pop(at))
            case _:
                del parts[at]
                parts.append(b"end_save")
    return with_entry(data, SAVED_GAME, obfuscation.obfuscate(b"\x1b".join(parts)))


def _metadata(data: bytes, chance: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        there = [one for one in (SAVE_DATA, MODULE_DATA) if one in archive.namelist()]
    if not there:
        return _cut(data, chance)
    name = chance.choice(there)
    return with_entry(data, name, scrambled(entry_of(data, name), chance))


_MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _zip,
    _cut,
    _hex_digits,
    _commands,
    _commands,
    _shuffled,
    _shuffled,
    _metadata,
)
