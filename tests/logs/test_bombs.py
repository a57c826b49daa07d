"""Small files that unpack to large ones are refused before they fill memory or time."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import tracemalloc
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal import buildfile, obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, entries_of, module_name
from clubroute.builder.vassal.buildfile import MOST_ELEMENTS
from clubroute.builder.vassal.limits import (
    MOST_COMMANDS,
    MOST_FIELDS,
    MOST_OF_ONE,
    SAVE_LIMITS,
)
from clubroute.builder.vassal.metadata import MODULE_DATA, MOST_METADATA
from clubroute.rules.logs.container import Mode
from clubroute.rules.logs.read import log_of
from tests.logs.bombs import COMMANDS, ZEROS, bomb
from tests.logs.samples import entry_of, sample, with_entry

HERE = Where("game.vlog")
SIZE = 250_000_000
SECONDS, MEGABYTES = 1.0, 300


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: its exit code and message, CPU seconds, megabytes at most."""

    code: int
    said: str
    seconds: float
    megabytes: float


MEASURED = """
import resource, sys
from clubroute.rules.cli import main
code = main(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(code, sum(u.ru_utime + u.ru_stime for u in used), max(u.ru_maxrss for u in used))
"""


def cost(*words: str | Path) -> Cost:
    """Run a command."""
    # A process begins with the most its parent ever had, and the tests' own has much: by another.
    measured = [sys.executable, "-c", MEASURED, *map(str, words)]
    command = [sys.executable, "-c", f"import subprocess; subprocess.run({measured!r}, check=True)"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, seconds, kilobytes = done.stdout.splitlines()[-1].split()
    return Cost(int(code), done.stderr, float(seconds), int(kilobytes) / 1024)


@pytest.fixture(scope="module")
def bombs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Files of the kinds that once took gigabytes, and an empty one."""
    made = {
        "empty": b"",
        "zeros that lie": bomb(ZEROS, SIZE, said=1000),
        "commands that lie": bomb(COMMANDS, SIZE, said=1000),
        "commands beside noise": bomb(COMMANDS, 60_000_000, noise=600_000),
        "commands that lie beside noise": bomb(COMMANDS, SIZE, said=1000, noise=2_500_000),
    }
    folder = tmp_path_factory.mktemp("bombs")
    for name, data in made.items():
        (folder / f"{name}.vlog").write_bytes(data)
    return [folder / f"{name}.vlog" for name in made]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="this system does not tell what a process took")
@pytest.mark.parametrize("command", ["check", "position", "audit"])
def test_a_small_file_that_unpacks_to_a_large_one_is_refused_at_once(
    command: str, bombs: list[Path]
) -> None:
    more = ["--jobs", "1", "--quiet", "--json"] if command == "audit" else []
    usual = 0.0
    for path in bombs:
        took = cost(command, path, *more)
        assert took.code == 2, (path.name, took)
        assert took.said.count("\n") == 1, (path.name, took)
        assert took.megabytes < MEGABYTES, (path.name, took)
        usual = usual or took.seconds
        assert took.seconds - usual < SECONDS, (path.name, took, usual)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\x1b" * MOST_COMMANDS, f"{MOST_COMMANDS + 1} commands, expected at most"),
        ("\x1b+/1/" + "a;\t" * (MOST_FIELDS // 2), f"{MOST_FIELDS + 2} fields, expected at most"),
        ("\x1bD/" + "a" * MOST_OF_ONE, f"a command of {MOST_OF_ONE + 2} letters"),
    ],
    ids=["commands", "fields", "one command"],
)
def test_more_than_a_game_can_have_is_counted_and_refused(
    text: str, message: str, mode: Mode
) -> None:
    data = f"begin_save{text}\x1bend_save".encode()
    with pytest.raises(InputError, match=message):
        log_of(with_entry(sample(), SAVED_GAME, data, zipfile.ZIP_STORED), HERE, mode)


def test_a_command_within_commands_is_let_go_once_it_is_taken_apart() -> None:
    nested = "".join("x" + "\\" * level + "\x1b" for level in range(40))
    text = ("begin_save\x1bLOG\t" + nested.replace("x\x1b", "x\\\x1b", 1)).encode()
    filled = text + b"y" * (MOST_OF_ONE - 1) + b"\x1bend_save"
    data = with_entry(sample(), SAVED_GAME, filled, zipfile.ZIP_STORED)
    tracemalloc.start()
    log_of(data, HERE, Mode.TOLERANT)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 15 * MOST_OF_ONE


def test_the_longest_logs_seen_are_read() -> None:
    commands = obfuscation.reveal(entry_of(sample(), SAVED_GAME))
    chance = random.Random(1)
    steps = (f"\x1bLOG\tCHAT{chance.randbytes(100).hex()}" for _ in range(50_000))
    long = obfuscation.obfuscate(commands + "".join(steps).encode(), 7)
    assert len(long) > 20_000_000
    log = log_of(with_entry(sample(), SAVED_GAME, long, zipfile.ZIP_STORED), HERE)
    assert len(log.steps) > 50_000


def zipped(name: str, data: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr(name, data)
    return stream.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_compression_vassal_cannot_read_is_refused_and_not_unpacked(method: int) -> None:
    data = zipped("buildFile.xml", bytes(1000), method)
    with pytest.raises(InputError, match=r"compression 1[24], which VASSAL cannot read"):
        entries_of(data, HERE)


def test_a_module_whose_entry_lies_about_its_size_does_not_unpack() -> None:
    data = zipped("images/a.png", bytes(50_000_000))
    lying = data.replace((50_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    tracemalloc.start()
    with pytest.raises(InputError, match="damaged data"):
        entries_of(lying, HERE)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000


def test_a_table_of_a_million_entries_is_refused_unread() -> None:
    one = b"PK\x01\x02" + bytes(42)
    end = b"PK\x05\x06" + bytes(8) + (len(one) * 1_000_000).to_bytes(4, "little") + bytes(6)
    with pytest.raises(InputError, match="a table of 46000000 bytes"):
        entries_of(one * 1_000_000 + end, HERE)


def test_a_zip_for_more_than_four_gigabytes_is_refused() -> None:
    whole = zipped("buildFile.xml", b"<a/>")
    at = whole.index(b"PK\x05\x06")
    with pytest.raises(InputError, match="a zip made for more than 4 GiB"):
        entries_of(whole[:at] + b"PK\x06\x07" + bytes(16) + whole[at:], HERE)
    entries = entries_of(zipped("a", b"PK\x05\x06 PK\x06\x07" * 9, zipfile.ZIP_STORED), HERE)
    assert entries[0].data == b"PK\x05\x06 PK\x06\x07" * 9


def test_a_save_is_held_to_its_own_limits_whatever_its_reader_takes() -> None:
    with pytest.raises(InputError, match=f"expected at most {SAVE_LIMITS.total}"):
        entries_of(bomb(ZEROS, SAVE_LIMITS.total + 1), HERE)


def test_metadata_longer_than_any_is_refused_in_a_module_and_damage_in_a_log(
    tmp_path: Path,
) -> None:
    long = b"<data>" + b"<a/>" * (MOST_METADATA // 4) + b"</data>"
    module = tmp_path / "m.vmod"
    module.write_bytes(zipped(MODULE_DATA, long))
    with pytest.raises(InputError, match=f"expected at most {MOST_METADATA}"):
        module_name(module)
    log = log_of(with_entry(sample(), MODULE_DATA, long), HERE, Mode.TOLERANT)
    assert log.module is None
    assert log.damages[0].where.part == MODULE_DATA


def test_a_build_file_of_more_elements_than_any_is_refused_unread() -> None:
    with pytest.raises(InputError, match=f"expected at most {2 * MOST_ELEMENTS}"):
        buildfile.read(b"<a>" + b"<b/>" * 2 * MOST_ELEMENTS + b"</a>")
