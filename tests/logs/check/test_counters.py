"""Pieces read by a mapping: what is read again, and what is kept for copies and other logs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import Where
from clubroute.rules.gts.logcheck.counters import (
    Counter,
    CounterMap,
    CounterReader,
    mapping_of,
)
from clubroute.rules.logs.game import start
from clubroute.rules.logs.mapping import asked_of, look_of
from clubroute.rules.logs.pieces import GamePiece, outer_of
from clubroute.rules.logs.read import log_of
from tests.logs.check.mappings import read_mapping
from tests.logs.check.scenario import Scenario

COLUMN = "emb2;;128;A;Column on/off"


@pytest.fixture(scope="module")
def mapping() -> CounterMap:
    return read_mapping()


@pytest.fixture(scope="module")
def pieces(told: Scenario) -> dict[str, GamePiece]:
    """The set-up's pieces by their ids."""
    game = start(log_of(told.setup, Where("(setup)")))
    names = {piece: id_ for id_, piece in told.ids.items()} | told.chits
    return {names[id_]: piece for id_, piece in game.pieces.items()}


def with_state(piece: GamePiece, prefix: str, state: str) -> GamePiece:
    """The piece with a trait in another state."""
    states = [state if t.type.startswith(prefix) else t.state for t in piece.traits]
    assert states != list(piece.states)
    return piece._replace(outer=outer_of(states))


def test_what_a_move_leaves_behind_does_not_change_the_look(
    pieces: dict[str, GamePiece], mapping: CounterMap
) -> None:
    unit, asked = pieces["gds-1-2-irishgds"], asked_of(mapping.rows)
    moved = with_state(with_state(unit, "markmoved;", "true"), "footprint;", "false;Map0;1;3,4")
    assert look_of(moved, asked) == look_of(unit, asked)
    turned = with_state(moved, COLUMN, "1")
    assert look_of(turned, asked) != look_of(unit, asked)
    reader = CounterReader(mapping)
    first = reader.read(unit)
    assert first is not None
    assert first.column is True
    assert reader.read(moved) is first
    assert reader.read(turned) == replace(first, column=False)
    assert reader.read(unit) == first


def test_a_mapping_that_asks_for_the_moved_mark_sees_it(pieces: dict[str, GamePiece]) -> None:
    unit = pieces["gds-1-2-irishgds"]
    mapping = small({"match": {"UnitId": ".+"}, "reduced": {"Moved": "true"}})
    reader = CounterReader(mapping)
    still, moved = reader.read(unit), reader.read(with_state(unit, "markmoved;", "true"))
    assert still is not None
    assert moved is not None
    assert (still.reduced, moved.reduced) == (False, True)


def test_copies_of_a_piece_are_known_by_the_first(pieces: dict[str, GamePiece]) -> None:
    mapping = read_mapping()
    unit = pieces["101-a-1-501"]
    first = CounterReader(mapping).read(unit)
    assert first is not None
    known = len(mapping.looks)
    copy = unit._replace(id="copy", x=1, y=2)
    assert CounterReader(mapping).read(copy) == replace(first, piece="copy")
    assert len(mapping.looks) == known


def test_a_piece_without_an_id_of_its_own_goes_by_the_engine_s(
    pieces: dict[str, GamePiece],
) -> None:
    mapping = small({"match": {"UnitId": ".+"}})
    unit = pieces["101-a-1-501"]
    for id_ in ("7", "8"):
        counter = CounterReader(mapping).read(unit._replace(id=id_))
        assert counter is not None
        assert (counter.piece, counter.id) == (id_, id_)


@pytest.mark.parametrize(
    ("name", "wanted"), [("CurrentX", "17"), ("CurrentMap", "Market-Garden"), ("PieceId", "slot 3")]
)
def test_what_copies_differ_in_is_read_of_each(
    pieces: dict[str, GamePiece], name: str, wanted: str
) -> None:
    mapping = small({"match": {name: wanted}})
    reader = CounterReader(mapping)
    unit = pieces["101-a-1-501"]
    here = unit._replace(map="Market-Garden", x=17, gpid="slot 3")
    elsewhere = unit._replace(map="Reserve", x=18, gpid="slot 4")
    assert role_of(reader.read(here)) == "unit"
    assert role_of(reader.read(elsewhere)) is None
    assert role_of(reader.read(here)) == "unit"
    assert not mapping.looks


def test_persistent_properties_count_where_they_are_asked_for(pieces: dict[str, GamePiece]) -> None:
    mapping = small({"match": {"Army": "XXX"}})
    unit = pieces["101-a-1-501"]
    reader = CounterReader(mapping)
    assert reader.read(unit) is None
    mine = unit._replace(id="8", persistent=("Army", "XXX"))
    assert role_of(reader.read(mine)) == "unit"
    assert reader.read(mine._replace(id="9", persistent=("Army", "VIII"))) is None


def role_of(counter: Counter | None) -> str | None:
    return None if counter is None else counter.role


def small(row: Mapping[str, Any]) -> CounterMap:
    """A mapping with one row of Units."""
    return mapping_of({"map": "Market-Garden", "units": [dict(row)]}, Path("mapping.toml"))
