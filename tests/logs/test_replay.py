"""Playing logs: changes, taking back, visitors, undo, dice, chat, continuation."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    BoardSetup,
    ChangePiece,
    Chat,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    RemovePiece,
    SaveMark,
    TurnState,
    Unknown,
)
from clubroute.rules.logs.chat import (
    ChatKind,
    ChatLine,
    Roll,
    read_chat,
    rolls,
)
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.pieces import (
    GONE,
    NEWEST,
    OLDEST,
    Dialect,
    Layers,
    Stacking,
    dialect_of,
    version_number,
)
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.replay import (
    Continuation,
    continuation,
    final,
    replay,
)
from tests.engine.small_board import MAP_NAME, hex_centres
from tests.logs.recorder import Recorder
from tests.logs.samples import play, recorder, sample

WHERE = Where("game.vlog")
CENTRES = hex_centres()


def read(game: Recorder) -> GameLog:
    return log_of(game.log_bytes(), WHERE)


def spots(game: Game) -> dict[str, tuple[str | None, int, int]]:
    return {piece.id: (piece.map, piece.x, piece.y) for piece in game.pieces.values()}


def piece(id_: str, x: int, y: int, map_: str = "M", type_: str = "", state: str = "") -> AddPiece:
    traits = f"{type_}\t" if type_ else ""
    return AddPiece(
        id_, f"{traits}piece;;;;N{id_}", f"{state}\t" * bool(type_) + f"{map_};{x};{y};g{id_};0"
    )


def stack(id_: str, x: int, y: int, *children: str, map_: str = "M") -> AddPiece:
    return AddPiece(id_, "stack", ";".join((map_, str(x), str(y), *children, "@@-1")))


def move(id_: str, x: int, y: int, under: str | None = None, player: str = "p") -> MovePiece:
    return MovePiece(id_, "M", x, y, under, "M", 0, 0, None, player)


def played(*commands: Atom, game: Game | None = None) -> Game:
    game = game or Game()
    game.apply([SaveMark(True), *commands])
    return game


def heights(game: Game, x: int, y: int) -> list[str]:
    return [p.id for p in game.at("M", x, y)]


def test_the_moves_of_a_log_are_the_recorders() -> None:
    game = play(recorder())
    log = read(game)
    assert spots(final(log)) == spots(game.game)
    assert start(log).pieces["101"].name == "2/HG"
    assert final(log).pieces["101"].x == CENTRES["01.117"][0]
    assert final(log).property_value("Supply") == "4"
    assert final(log).turns["TurnTracker0"].levels == "2;0;false;-1"
    assert {p.name for p in final(log).players.values()} == {"Ann", "Bob"}


def test_a_change_has_the_values_before_and_after() -> None:
    moments = list(replay(read(play(recorder()))))
    before, after = moments[1].change.pieces["101"]
    assert before is not None
    assert after is not None
    assert (before.x, before.y) == CENTRES["98.120"]
    assert (after.x, after.y) == CENTRES["99.118"]
    assert moments[1].mover == "player1"
    assert moments[0].mover is None
    assert moments[-1].change.pieces["102"][1] is None


def test_every_step_can_be_taken_back() -> None:
    log = read(play(recorder()))
    game = start(log)
    states = [game.digest()]
    changes = []
    for moment in replay(log, game=game):
        changes.append(moment.change)
        states.append(game.digest())
    assert len(set(states)) > 8
    for change, state in zip(reversed(changes), reversed(states[:-1]), strict=True):
        game.undo(change)
        assert game.digest() == state
    # And forward again over the same way.
    assert [m.game.digest() for m in replay(log, game=game)] == states[1:]


def test_commands_for_what_is_not_there_are_listed() -> None:
    game = Game()
    absent: list[Atom] = [RemovePiece("1"), move("2", 0, 0), ChangePiece("3", "a", "b")]
    change = game.apply(absent)
    assert change.unmatched == tuple(absent)
    assert not game.pieces


def test_a_piece_moved_under_nothing_goes_to_the_bottom() -> None:
    game = played(piece("1", 5, 5), piece("2", 9, 9), stack("s", 5, 5, "1"), stack("t", 9, 9, "2"))
    game.apply([move("2", 5, 5)])
    assert heights(game, 5, 5) == ["2", "1"]
    assert game.groups["t"].pieces == ()


def test_a_piece_moved_onto_another_lies_just_above_it() -> None:
    start_ = [piece(i, 5, 5) for i in "123"] + [stack("s", 5, 5, "1", "2", "3")]
    game = played(*start_, piece("4", 9, 9), stack("t", 9, 9, "4"))
    game.apply([move("4", 5, 5, "1")])
    assert heights(game, 5, 5) == ["1", "4", "2", "3"]


@pytest.mark.parametrize(
    ("dialect", "order"), [(NEWEST, ["1", "3", "2"]), (OLDEST, ["3", "1", "2"])]
)
def test_lower_in_the_same_stack(dialect: Dialect, order: list[str]) -> None:
    pieces = [piece(i, 5, 5) for i in "123"]
    game = played(*pieces, stack("s", 5, 5, "1", "2", "3"), game=Game(dialect=dialect))
    game.apply([move("3", 5, 5, "1")])
    assert heights(game, 5, 5) == order


def test_a_stack_moved_onto_a_stack_keeps_its_order() -> None:
    things = [piece(i, 5, 5) for i in "12"] + [piece(i, 9, 9) for i in "34"]
    game = played(*things, stack("s", 5, 5, "1", "2"), stack("t", 9, 9, "3", "4"))
    game.apply([move("s", 9, 9)])
    assert heights(game, 9, 9) == ["3", "4", "1", "2"]


def test_markers_stay_outside_stacks() -> None:
    game = played(
        piece("1", 5, 5), stack("s", 5, 5, "1"), piece("2", 9, 9, type_="immob;;N;R;", state="")
    )
    game.apply([move("2", 5, 5)])
    assert game.pieces["2"].group is None
    assert game.pieces["2"].x == 5


def test_pieces_of_different_layers_do_not_stack() -> None:
    layers = Stacking(layers={"M": Layers("Level", ("Ground", "Air"))})
    game = played(
        piece("1", 5, 5, type_="mark;Level", state="Ground"),
        piece("2", 9, 9, type_="mark;Level", state="Air"),
        stack("s", 5, 5, "1"),
        stack("t", 9, 9, "2"),
        game=Game(layers),
    )
    game.apply([move("t", 5, 5)])
    assert game.groups["s"].pieces == ("1",)
    assert game.groups["t"].pieces == ("2",)


def test_maps_that_do_not_stack() -> None:
    game = played(piece("1", 5, 5), piece("2", 9, 9), game=Game(Stacking(frozenset("M"))))
    game.apply([move("2", 5, 5)])
    assert [p.group for p in game.pieces.values()] == [None, None]


def test_an_unknown_map_takes_a_piece_off_the_table() -> None:
    known = Stacking(maps=frozenset(("M",)))
    game = played(piece("1", 5, 5), game=Game(known))
    game.apply([MovePiece("1", "Elsewhere", 1, 1, None, "M", 5, 5, None, "p")])
    assert heights(game, 5, 5) == []


def test_a_removed_stack_leaves_its_pieces_nowhere() -> None:
    game = played(piece("1", 5, 5), stack("s", 5, 5, "1"))
    game.apply([RemovePiece("s")])
    left = game.pieces["1"]
    assert (left.map, left.group, game.stack_of(left)) == (None, GONE, None)
    game.apply([stack("s", 5, 5), piece("2", 7, 7), move("1", 5, 5)])
    assert heights(game, 5, 5) == ["1"]


def test_only_traits_that_differ_are_changed() -> None:
    game = played(AddPiece("1", "mark;A\tmark;B\\\tpiece;;;;N", "x\ty\\\tM;5;5;g;0"))
    game.apply([ChangePiece("1", "new\told\\\tM;5;5;g;0", "was\told\\\tM;5;5;g;0")])
    assert game.pieces["1"].states == ("new", "y")
    assert game.pieces["1"].property_value("A") == "new"
    game.apply([ChangePiece("1", "x\tz\\\tM;8;8;g;2;OldX;5", None)])
    assert game.pieces["1"].states == ("x", "z")
    assert (game.pieces["1"].x, game.pieces["1"].property_value("OldX")) == (8, "5")


def test_decks_hold_cards_in_order() -> None:
    deck = AddPiece(
        "d", "deck;true;0,0,0;40;40;Always;Never;false;false;false;;;;Mug", "M;9;9;true;1,2"
    )
    game = played(piece("1", 9, 9), piece("2", 9, 9), deck)
    assert game.groups["d"].deck_name == "Mug"
    assert game.groups["d"].face_down
    assert game.at("M", 9, 9) == ()
    game.apply([move("2", 5, 5), stack("s", 5, 5, "2")])
    drawn = game.groups["d"]
    assert drawn.pieces == ("1",)
    game.apply([move("2", 9, 9)])
    back = game.groups["d"]
    assert back.pieces == ("2", "1")
    assert heights(game, 5, 5) == []


def test_a_stack_told_its_contents_keeps_strangers() -> None:
    things = [piece(i, 5, 5) for i in "123"]
    game = played(*things, stack("s", 5, 5, "1", "2", "3"))
    game.apply([ChangePiece("s", "M;5;5;2;@@-1", "M;5;5;1;2;@@-1")])
    # 1 is told to be gone, 3 is unknown to the command and stays above 2.
    assert game.groups["s"].pieces == ("2", "3")


def test_properties_boards_and_turns() -> None:
    game = played(
        GlobalProperty("Supply", "3", "Module"),
        BoardSetup("M", ()),
        TurnState("TurnTracker0", "0", "1"),
        Unknown("NOTES\tbe nice"),
    )
    game.apply(
        [MutableProperty("Supply", "3", "4", "Module"), MutableProperty("Supply", "", "9", "M")]
    )
    assert game.property_value("Supply") == "4"
    assert game.property_value("Supply", "M") == "9"
    assert game.notes == {"NOTES": "be nice"}
    assert set(game.boards) == {"M"}
    game.apply([SaveMark(True)])
    assert (len(game.properties), len(game.boards), len(game.turns)) == (0, 0, 0)


def test_undo_of_both_forms_is_found() -> None:
    moments = list(replay(log_of(sample(), WHERE)))
    taken = {m.index: m.takes_back for m in moments if m.undo}
    assert taken == {5: 4, 11: 10}
    assert moments[4].taken_back == 5
    assert moments[10].taken_back == 11
    assert [m.index for m in moments if m.taken_back is None and not m.undo][:4] == [0, 1, 2, 3]


def test_an_undo_of_what_is_not_in_the_log_stands_alone() -> None:
    game = recorder()
    game.step(Chat("* UNDO: * 2/HG moves"), move("101", 1, 1))
    (moment,) = replay(read(game))
    assert (moment.undo, moment.takes_back) == (True, None)


def test_dice_are_read_from_properties() -> None:
    (roll,) = [roll for m in replay(log_of(sample(), WHERE)) for roll in m.rolls]
    assert roll == Roll("d10", ("7",), "* d10 = 7")
    forged = (Chat("* d10 = 9"),)
    assert rolls(forged) == ()
    pair = (MutableProperty("2d6_result", "1", "6, 1", "Module"),)
    assert rolls(pair)[0].numbers == (6, 1)


@pytest.mark.parametrize(
    ("line", "chat"),
    [
        ("&lt;Ann&gt; - hi &amp; <b>bye</b>", ChatLine(ChatKind.SAID, "Ann", "hi & bye")),
        ("<Ann> - hi", ChatLine(ChatKind.SAID, "Ann", "hi")),
        ("* 1 moves\x1b", ChatLine(ChatKind.REPORT, "", "* 1 moves")),
        ("* UNDO: * 1 moves", ChatLine(ChatKind.UNDO, "", "* 1 moves")),
        ("", ChatLine(ChatKind.REPORT, "", "")),
    ],
)
def test_chat_lines(line: str, chat: ChatLine) -> None:
    assert read_chat(line) == chat


def test_logs_that_go_on() -> None:
    first = recorder()
    first.move("101", MAP_NAME, *CENTRES["99.118"])
    second = recorder()
    second.move("101", MAP_NAME, *CENTRES["99.118"])
    second.move("103", MAP_NAME, *CENTRES["98.90"])
    assert continuation(read(first), read(second)) is Continuation.REPLAYED
    assert continuation(read(second), read(first)) is Continuation.NOT
    nothing = read(recorder())
    assert continuation(nothing, read(first)) is Continuation.AFTER


@pytest.mark.parametrize(
    ("version", "number"),
    [
        ("3.6.7", (3, 6, 7, 1_000_000)),
        ("3.6.0-beta6", (3, 6, 0, 6)),
        ("3.6.0-SNAPSHOT-9a37405aa", (3, 6, 0, 0)),
        ("3.2", (3, 2, 0, 1_000_000)),
        ("", None),
        ("mine", None),
    ],
)
def test_versions(version: str, number: tuple[int, ...] | None) -> None:
    assert version_number(version) == number


def test_dialects() -> None:
    assert dialect_of("3.5.8") == dialect_of("3.6.0-SNAPSHOT") == dialect_of("") == OLDEST
    assert dialect_of("3.6.1") == Dialect(True, True, False)
    assert dialect_of("3.6.7") == Dialect(True, False, False)
    assert dialect_of("3.7.26") == NEWEST
