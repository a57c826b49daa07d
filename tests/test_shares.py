"""How much of a map is what, and how well known: counted, shared out, and printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.provenance import PROVENANCES
from clubroute.builder.survey.compile import CompiledMap, compile_map
from clubroute.builder.terrain.shares import assumed_share, share_lines, terrain_shares
from clubroute.builder.terrain.terrain_map import Basis

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def example() -> CompiledMap:
    return compile_map(ROOT, "example")


def test_every_hex_is_counted_once(example: CompiledMap) -> None:
    shares = terrain_shares(example.terrain, "testland")
    assert sum(share.total for share in shares) == len(example.terrain.hexes) == 60
    assert [share.total for share in shares] == sorted((s.total for s in shares), reverse=True)
    for share in shares:
        own = [h for h in example.terrain.hexes.values() if h.terrain == share.terrain]
        assert share.total == len(own)
        for word in PROVENANCES:
            assert share.counts[word] == sum(h.basis.provenance == word for h in own)


def test_only_assumed_terrain_other_than_the_default_counts_as_guessed(
    example: CompiledMap,
) -> None:
    plain = replace(
        example.terrain,
        hexes={
            h: replace(info, terrain="clear", basis=Basis("assumed", "x"))
            for h, info in example.terrain.hexes.items()
        },
    )
    assert assumed_share(terrain_shares(plain), "clear") == 0
    hexes = dict(plain.hexes)
    for h in list(hexes)[:6]:
        hexes[h] = replace(hexes[h], terrain="woods")
    guessed = replace(plain, hexes=hexes)
    assert assumed_share(terrain_shares(guessed), "clear") == pytest.approx(0.1)
    for h in list(hexes)[:3]:
        hexes[h] = replace(hexes[h], basis=Basis("survey", "x"))
    assert assumed_share(terrain_shares(replace(plain, hexes=hexes)), "clear") == pytest.approx(
        0.05
    )
    assert assumed_share((), "clear") == 0


def test_the_table_ends_with_the_assumed_share(example: CompiledMap) -> None:
    lines = share_lines("testland", terrain_shares(example.terrain), "clear")
    assert lines[0].split() == [
        "testland",
        "hexes",
        "rulebook",
        "survey",
        "assumed",
        "all",
        "share",
    ]
    assert lines[-1].startswith("assumed other than clear: ")
    assert lines[-1].endswith(" of 60 hexes")


def test_lint_prints_the_shares_of_a_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "testland", "--shares", "--project", str(ROOT)]) == 0
    assert "assumed other than clear: " in capsys.readouterr().out
    assert main(["lint", "--shares", "--project", str(ROOT)]) == 2
