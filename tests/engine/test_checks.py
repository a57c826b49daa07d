"""Each check notices what no broken module can show it, and nothing else."""

from __future__ import annotations

from tests.engine import checks
from tests.engine.expectation import ExpectedBoard, ExpectedPiece
from tests.engine.reports import (
    Board,
    Definition,
    GameMap,
    Idle,
    KeyAnswer,
    NamedPoint,
    Piece,
    RoundTrip,
    ToolbarButton,
)


def _answer(**changes: object) -> KeyAnswer:
    values: dict[str, object] = {
        "piece": "2/HG",
        "gpid": "1",
        "key": "ctrl pressed F",
        "menu": "Flip",
        "answered": True,
        "restored": True,
        "error": None,
        "lost": (),
        "gained": (),
        "problems": (),
        "asked": False,
    }
    return KeyAnswer(**(values | changes))  # type: ignore[arg-type]


def test_keys() -> None:
    assert checks.check_keys([_answer(), _answer(answered=False), _answer(asked=True)]) == []
    undone = checks.check_keys([_answer(restored=False, lost=("a",), gained=("b",))])
    assert undone == ["2/HG, Flip (ctrl pressed F): undo leaves ('b',) for ('a',)"]
    assert checks.check_keys([_answer(error="boom")]) == ["2/HG, Flip (ctrl pressed F): boom"]
    assert checks.check_keys([_answer(problems=("WARN x",))]) == [
        "2/HG, Flip (ctrl pressed F): WARN x"
    ]


def test_idle_keys_and_buttons_and_what_went_wrong_are_told() -> None:
    assert checks.check_idle(Idle((), (), ())) == []
    assert checks.check_idle(Idle(("Flip (ctrl pressed F)",), ("Clear",), ("WARN x",))) == [
        "the key Flip (ctrl pressed F) never does anything",
        "the button Clear never does anything",
        "WARN x",
    ]


def test_round_trip() -> None:
    assert checks.check_round_trip(RoundTrip(True, True, (), ())) == []
    assert checks.check_round_trip(RoundTrip(False, False, ("a",), ("b",))) == [
        "lost by saving: 'a'",
        "gained by saving: 'b'",
    ]
    assert checks.check_round_trip(RoundTrip(False, True, (), ())) == [
        "saving changes the order of the commands"
    ]


def test_slots() -> None:
    slots = [Definition("2/HG", "1", (), (), ()), Definition("3/HG", "2", (), (), ())]
    assert checks.check_slots(slots, {"1": "2/HG", "2": "3/HG"}) == []
    assert checks.check_slots(slots, {"1": "II SS", "3": "1/FJ"}) == [
        "slot 1 II SS: is 2/HG",
        "slot 3 1/FJ: is missing",
        "slot 2 3/HG is not expected",
    ]


def test_boards() -> None:
    game_map = GameMap("Main", 10, 20, (Board("A", 0, 0, 10, 10), Board("B", 0, 10, 10, 10)))
    first, second = ExpectedBoard("A", 0, 0, {}), ExpectedBoard("B", 0, 10, {})
    assert checks.check_boards(game_map, [second, first]) == []
    assert checks.check_boards(game_map, [first]) == [
        "map Main: the boards are [('A', 0, 0), ('B', 0, 10)], expected [('A', 0, 0)]"
    ]


def test_hex_names_say_what_is_wrong() -> None:
    expected = {"99.120": (5, 6)}
    assert checks.check_hex_names(expected, [NamedPoint(5, 6, "99.120")], [(5, 6)]) == []
    assert checks.check_hex_names(expected, [NamedPoint(5, 7, "98.120")], [None]) == [
        "hex 99.120 at (5, 6) is called 98.120",
        "hex 99.120 at (5, 6) snaps to (5, 7)",
        "hex 99.120 is found at None, not at (5, 6)",
    ]


def test_place_without_a_name_is_not_checked() -> None:
    piece = Piece("1", "7", "Mug", "Mug", "Table", 5, 6, "somewhere", "2", 0, None, ())
    slots = [Definition("Mug", "7", (), (), ())]
    assert checks.check_pieces([piece], [ExpectedPiece("Mug", "7", "Table", "", 5, 6)], slots) == []
    moved = checks.check_pieces([piece], [ExpectedPiece("Mug", "7", "Table", "", 5, 7)], slots)
    assert moved == [
        "missing: Mug (gpid 7) in  at 5, 7 of Table",
        "not expected: Mug (gpid 7) in somewhere at 5, 6 of Table",
    ]


def test_build_file_lets_the_engine_add_but_not_drop() -> None:
    ours = '<m name="a"><x n="1"/><x n="2.0"/></m>'
    added = '<m name="a" more=""><y/><x n="1" z=""/><x n="2"/></m>'
    assert checks.check_build_file(ours, added) == []
    assert checks.check_build_file(ours, '<m name="b"><x/></m>') == [
        "/m[a]: attribute name is 'a', the engine has 'b'",
        "/m[a]/x: attribute n is not known to the engine",
        "/m[a]: element x is not known to the engine",
    ]


def test_a_newer_engine_may_say_more_in_a_trait_but_not_something_else() -> None:
    def told(written: str) -> list[str]:
        ours = "<m>+/null/emb2;a;b\tpiece;;;x.png;X/1\tnull;0;0;3;0</m>"
        return checks.check_build_file(ours, f"<m>{written}</m>")

    assert told("+/null/emb2;a;b;;true\tpiece;;;x.png;X/1\tnull;0;0;3;0") == []
    for other in (
        "+/null/emb2;a;c\tpiece;;;x.png;X/1\tnull;0;0;3;0",
        "+/null/emb2;a\tpiece;;;x.png;X/1\tnull;0;0;3;0",
        "+/null/emb2;a;b\tpiece;;;x.png;X/2\tnull;0;0;3;0",
        "+/null/piece;;;x.png;X/null;0;0;3;0",
        "",
    ):
        assert len(told(other)) == 1, other


def test_a_button_that_does_nothing_is_told() -> None:
    draw, mute = ToolbarButton("Mug", "Draw", True, False), ToolbarButton("", "Mute", True, False)
    clear = ToolbarButton("", "Clear", True, True)
    assert checks.check_buttons([(draw, {"game"}), (mute, {"chat"})]) == []
    assert checks.check_buttons([(clear, set()), (draw, set()), (mute, set())]) == [
        "the button Draw of Mug does nothing",
        "the button Mute of the module does nothing",
    ]
