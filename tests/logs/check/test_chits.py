"""Whom a chit activates: by the Formation it is marked with, or in older modules by its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.errors import Where
from rules.logs.check.chits import activates
from rules.logs.check.counters import Counter, CounterReader
from rules.logs.check.mapping import OWN, read_mapping
from rules.logs.game import start
from rules.logs.pieces import Piece
from rules.logs.read import log_of
from tests.logs.check.scenario import Scenario


@pytest.fixture(scope="module")
def pieces(told: Scenario) -> dict[str, Piece]:
    """The set-up's Units and chits by their ids."""
    game = start(log_of(told.setup, Where("(setup)")))
    names = {piece: id_ for id_, piece in told.ids.items()} | told.chits
    return {names[id_]: piece for id_, piece in game.pieces.items() if id_ in names}


def read(piece: Piece) -> Counter:
    counter = CounterReader(read_mapping(OWN)).read(piece)
    assert counter is not None
    return counter


def unmarked(chit: Piece, formation: str) -> Piece:
    """A chit as modules had it before chits were marked with a Formation."""
    old = replace(
        chit,
        type=chit.type.replace(",Division,Formation", ",Division"),
        outer=chit.outer.replace("Division," + formation, "Division"),
    )
    assert old.property_value("Formation") is None
    assert old.property_value("Division") == chit.property_value("Division")
    return old


def test_a_chit_is_marked_with_its_formation(pieces: dict[str, Piece]) -> None:
    chit = read(pieces["chit-101-501"])
    assert (chit.formation, chit.kind) == ("501 PIR", "Formation")
    assert activates(chit, read(pieces["101-a-1-501"])) is True
    assert activates(chit, read(pieces["101-a-1-502"])) is False


def test_the_mark_counts_and_not_the_name(pieces: dict[str, Piece]) -> None:
    piece = pieces["chit-101-501"]
    renamed = piece.type.replace("501 PIR Formation", "502 PIR Formation")
    chit = read(replace(piece, type=renamed))
    assert chit.name == "502 PIR Formation Activation"
    assert activates(chit, read(pieces["101-a-1-501"])) is True
    assert activates(chit, read(pieces["101-a-1-502"])) is False


def test_a_chit_without_the_mark_is_known_by_its_name(pieces: dict[str, Piece]) -> None:
    chit = read(unmarked(pieces["chit-101-501"], "501 PIR"))
    assert chit.formation == "501 PIR Formation Activation"
    assert activates(chit, read(pieces["101-a-1-501"])) is True
    assert activates(chit, read(pieces["101-a-1-502"])) is False


def test_a_division_and_direct_command_name_no_formation(pieces: dict[str, Piece]) -> None:
    assert activates(read(pieces["chit-101-division"]), read(pieces["101-a-1-502"])) is True
    direct = read(pieces["chit-allied-direct"])
    assert activates(direct, read(pieces["gds-1-2-irishgds"])) is True
    assert activates(direct, read(pieces["wal-1-pz-2107"])) is False
