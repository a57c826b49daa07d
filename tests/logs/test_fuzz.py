"""Broken logs never raise anything but a refusal; tests/bench/fuzz_logs.py does it at length."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    SAVED_GAME,
    Entry,
    ModuleArchive,
)
from clubroute.rules.logs.container import Mode
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.logs.read import log_of
from tests.cases import each
from tests.logs.exercise import exercise
from tests.logs.mutations import mutated, scrambled
from tests.logs.samples import (
    sample,
    small_archive,
    small_maps,
    with_entry,
)
from tests.properties import examples

pytestmark = pytest.mark.slow

SEPARATORS = "\x1b\\\t/;,'"


@examples(60)
@given(st.integers(0, 10**9))
def test_damaged_files(seed: int) -> None:
    assert exercise(mutated(sample(), random.Random(seed)), small_maps())


@examples(60)
@given(
    st.lists(
        st.sampled_from(
            [
                *SEPARATORS,
                "begin_save",
                "end_save",
                "LOG\t",
                "+/1/",
                "D/1/",
                "M/1/M/1/1/2/M/0/0/null",
                "-/1",
                "stack/M;1;1;1;2",
                "piece;;;;N",
                "null",
                "obs;",
                "½",
            ]
        ),
        max_size=60,
    )
)
def test_any_commands(parts: list[str]) -> None:
    text = "begin_save\x1b" + "".join(parts)
    exercise(with_entry(sample(), SAVED_GAME, text.encode()), small_maps())


@each("seed", range(60))
def test_damaged_build_files(seed: int) -> None:
    chance = random.Random(seed)
    where = Where("damaged.vmod")
    good = small_archive().read(BUILD_FILE)
    # Numbers and names damaged in good XML reach the grids; damaged XML is refused before.
    numbers = [bytes([c]) if not 48 <= c < 58 or chance.random() < 0.8 else b"-9" for c in good]
    wrong = b"".join(numbers) if seed % 2 else scrambled(good, chance)
    images = [e for e in small_archive().entries if e.name.startswith("images/")]
    archive = ModuleArchive((Entry(BUILD_FILE, wrong), *images), where)
    try:
        maps = read_maps(archive)
    except InputError:
        return
    for layout in maps.laid_out({}).values():
        for _ in range(20):
            x, y = chance.randrange(-50, 300), chance.randrange(-50, 1500)
            layout.snap(x, y)
            layout.location(x, y)
            layout.hex_at(x, y)


def test_nested_commands_are_refused_quickly() -> None:
    text = "begin_save"
    for level in range(600):
        text += "\x1b" + "\\" * min(level, 300) + "x"
    log = log_of(with_entry(sample(), SAVED_GAME, text.encode()), Where("deep.vlog"), Mode.TOLERANT)
    assert log.damages
