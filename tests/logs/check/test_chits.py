"""Whom a chit activates: by the Formation it is marked with, or in older modules by its name."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.vassal.atoms import MovePiece
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.chits import ChitMug, activates
from clubroute.rules.gts.logcheck.counters import Counter, CounterReader
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.game import start
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.read import log_of
from tests.logs.check.game import Game
from tests.logs.check.mappings import read_mapping
from tests.logs.check.scenario import Scenario


@pytest.fixture(scope="module")
def pieces(told: Scenario) -> dict[str, GamePiece]:
    """The set-up's Units and chits by their ids."""
    game = start(log_of(told.setup, Where("(setup)")))
    names = {piece: id_ for id_, piece in told.ids.items()} | told.chits
    return {names[id_]: piece for id_, piece in game.pieces.items() if id_ in names}


def read(piece: GamePiece) -> Counter:
    counter = CounterReader(read_mapping()).read(piece)
    assert counter is not None
    return counter


def unmarked(chit: GamePiece, formation: str) -> GamePiece:
    """A chit as modules had it before chits were marked with a Formation."""
    old = chit._replace(
        type=chit.type.replace(",Division,Formation", ",Division"),
        outer=chit.outer.replace("Division," + formation, "Division"),
    )
    assert old.property_value("Formation") is None
    assert old.property_value("Division") == chit.property_value("Division")
    return old


def test_a_chit_is_marked_with_its_formation(pieces: dict[str, GamePiece]) -> None:
    chit = read(pieces["chit-101-501"])
    assert (chit.formation, chit.kind) == ("501 PIR", "Formation")
    assert activates("wed", chit, read(pieces["101-a-1-501"])) is True
    assert activates("wed", chit, read(pieces["101-a-1-502"])) is False


GUARDS, HOHENSTAUFEN, FRUNDSBERG = "Guards Armored Division", "Hohenstaufen", "Frundsberg Division"
NOT_SAID = "German (division not said)"


@pytest.mark.parametrize(
    ("window", "chit", "unit", "wanted"),
    [
        ("tdc", (GUARDS, "Group Hot"), (GUARDS, "Grenadier Guards"), None),
        ("tdc", (GUARDS, "Group Cold"), (GUARDS, "Welsh Guards"), None),
        ("tdc", (GUARDS, "Group Hot"), (GUARDS, "Independent"), False),
        ("wed", (GUARDS, "Group Hot"), (GUARDS, "Grenadier Guards"), False),
        ("mg", (GUARDS, "Group Hot"), (GUARDS, "Grenadier Guards"), None),
        ("mg", (GUARDS, "Group Hot"), (GUARDS, "Group Cold"), False),
        ("tdc", (HOHENSTAUFEN, "KG Spindler"), (HOHENSTAUFEN, "KG Krafft"), None),
        ("tdc", (HOHENSTAUFEN, "KG Spindler"), (HOHENSTAUFEN, "Sperrlinie Spindler"), None),
        ("tdc", (HOHENSTAUFEN, "KG Spindler"), (HOHENSTAUFEN, "KG Bruhn"), False),
        ("tdc", (HOHENSTAUFEN, "KG Spindler"), (FRUNDSBERG, "KG Krafft"), False),
        ("tdc", (HOHENSTAUFEN, "KG Krafft"), (HOHENSTAUFEN, "KG Spindler"), False),
        ("tdc", (HOHENSTAUFEN, "KG Bruhn"), (HOHENSTAUFEN, "KG Krafft"), None),
        ("tdc", (FRUNDSBERG, "KG Frundsberg"), (FRUNDSBERG, "KG Harmel"), None),
        ("tdc", (HOHENSTAUFEN, ""), (NOT_SAID, ""), None),
        ("tdc", (NOT_SAID, "KG Henke"), (HOHENSTAUFEN, "KG Krafft"), False),
    ],
)
def test_a_formation_may_be_attached_and_a_division_unsaid(
    window: str, chit: tuple[str, str], unit: tuple[str, str], wanted: bool | None
) -> None:
    side = "Allied" if unit[0] == GUARDS else "German"
    kind = "Formation" if chit[1] else "Division"
    drawn = Counter("chit", "", "", "", side, *chit, kind)
    assert activates(window, drawn, Counter("unit", "", "", "", side, *unit)) is wanted


def test_the_mark_counts_and_not_the_name(pieces: dict[str, GamePiece]) -> None:
    piece = pieces["chit-101-501"]
    renamed = piece.type.replace("501 PIR Formation", "502 PIR Formation")
    chit = read(piece._replace(type=renamed))
    assert chit.name == "502 PIR Formation Activation"
    assert activates("wed", chit, read(pieces["101-a-1-501"])) is True
    assert activates("wed", chit, read(pieces["101-a-1-502"])) is False


def test_a_chit_without_the_mark_is_known_by_its_name(pieces: dict[str, GamePiece]) -> None:
    chit = read(unmarked(pieces["chit-101-501"], "501 PIR"))
    assert chit.formation == "501 PIR Formation Activation"
    assert activates("wed", chit, read(pieces["101-a-1-501"])) is True
    assert activates("wed", chit, read(pieces["101-a-1-502"])) is False


def chit(piece: str) -> Counter:
    return Counter("chit", piece, piece, piece, "Allied")


def test_several_at_once() -> None:
    """Before play the scenario may say so; then chits are drawn one at a time."""
    mug = ChitMug({"1", "2", "3", "4"})
    first = mug.out([chit("1"), chit("2")], from_mug=True)
    assert [one.verdict for one in first] == ["legal", "unchecked"]
    then = mug.out([chit("3"), chit("4")], from_mug=True)
    assert [one.verdict for one in then] == ["legal", "illegal"]


def test_a_chit_drawn_again() -> None:
    mug = ChitMug({"1", "2", "3"})
    mug.out([chit("1")], from_mug=True)
    mug.used()
    mug.back(["1"])
    (again,) = mug.out([chit("1")], from_mug=True)
    assert (again.verdict, again.again) == ("illegal", True)
    mug.turn_over()
    assert mug.current is None
    mug.back(["1"])
    (fresh,) = mug.out([chit("1")], from_mug=True)
    assert (fresh.verdict, fresh.again) == ("legal", False)


@pytest.mark.parametrize(("tracked", "moved"), [(False, True), (True, True), (True, False)])
def test_drawn_again_is_proven_only_by_the_turn_tracker(
    tracked: bool, moved: bool, told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    if tracked:
        game.table.turn()
    game.draw("chit-101-501")
    if moved:
        game.put("101-c-1-501", "76.129")
    piece = next(piece for piece, id_ in told.chits.items() if id_ == "chit-101-501")
    recorder = game.table.recorder
    (mug,) = (g for g in recorder.game.groups.values() if g.deck_name == "Activation Mug")
    lies, top = recorder.game.pieces[piece], mug.pieces[-1]
    place = ("Activation", mug.x, mug.y)
    recorder.step(MovePiece(piece, *place, top, lies.map, lies.x, lies.y, None, None))
    assert recorder.game.pieces[piece].group == mug.id
    game.draw("chit-101-501")
    verdicts = [f.verdict for f in game.report().findings if f.check == "chit"]
    if not moved:
        # Drawn by mistake and put back at once; but nobody can unsee it.
        assert verdicts == ["legal", "unchecked", "legal"]
    else:
        assert verdicts == ["legal", "illegal" if tracked else "unchecked"]


def test_a_division_and_direct_command_name_no_formation(pieces: dict[str, GamePiece]) -> None:
    assert activates("wed", read(pieces["chit-101-division"]), read(pieces["101-a-1-502"])) is True
    direct = read(pieces["chit-allied-direct"])
    assert activates("wed", direct, read(pieces["gds-1-2-irishgds"])) is True
    assert activates("wed", direct, read(pieces["wal-1-pz-2107"])) is False


def test_a_chit_is_not_used_by_those_it_does_not_activate() -> None:
    """So it waits still when another is taken up; a record of an older release says nothing."""
    first, second = chit("1"), chit("2")
    mug = ChitMug({"1", "2"})
    mug.out([first], True)
    mug.out([second], True)
    mug.used(foreign=True)
    left = mug.leaves()
    mug.take_up(first)
    assert mug.waiting == [second]
    del left["foreign"]
    mug.resume(left, second, [first], None)
    mug.take_up(first)
    assert mug.waiting == []
