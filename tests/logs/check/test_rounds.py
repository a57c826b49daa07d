"""The rules of a round, sentence by sentence: what its file may say, and what that changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.atoms import Chat, MutableProperty, PlayerEntry
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.rounds import judged_by, read_round
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

C, FAR = "101-c-1-501", "60.126"
EXAMPLES = sorted((Path(__file__).parents[3] / "rules" / "logs" / "rounds").glob("*.toml"))


def written(folder: Path, text: str) -> Path:
    path = folder / "round.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_shipped_example_reads_and_says_what_it_is(path: Path) -> None:
    told = read_round(path)
    assert judged_by(told).startswith(f"judged by the rules of {told['round']}: ")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("slips = 'chit'", "title: found None, expected what the rules are called"),
        ("title = 'A'\nslps = 'chit'", "(did you mean slips?)"),
        (
            "title = 'A'\nslips = 'chits'",
            "slips: found 'chits', expected one of turn, chit, mail, never",
        ),
        ("title = 'A'\nretreat = 40", "expected a whole number from 1 to 20"),
        ("title = 'A'\nretreat = true", "expected a whole number"),
        ("title = 'A'\npiles = [7]", "expected a list of texts"),
        ("title = 'A'\nsecond_actions = 'no'", "expected true or false"),
        ("title = 'A'\nthrows = ['d10']", "throws: found 'd10', expected DIE: WHO"),
        ("title = 'A'\nthrows = ['d10: A', 'D10: B']", "expected one rule for each die"),
        ("title = 'A'\nreadings = ['zoc_stop=stop']", "did you mean zoc_stops?"),
        ("title = 'A'\nreadings = ['zoc_stops=halt']", "zoc_stops=one of stop, pass"),
    ],
)
def test_a_wrong_word_is_told_where_it_stands(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as wrong:
        read_round(written(tmp_path, text))
    assert message in str(wrong.value)


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (None, "illegal"),
        ("your move", "illegal"),
        ("Second Action for C/1/501", "possible"),
        ("second action", "possible"),
        ("second action for A/44 RTR", "illegal"),
    ],
)
def test_a_second_action_has_to_be_announced_where_the_round_says_so(
    words: str | None, verdict: str, told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-501")
    if words is not None:
        game.table.recorder.say("Anna", words)
    game.put(C, FAR)
    game.goes_on()
    found = game.of(C, announced="second action|2nd action", round="Round 1")
    assert found.verdict == verdict, found.line()


@pytest.mark.parametrize(
    ("slips", "verdicts"),
    [
        ("turn", ["unchecked", "unchecked"]),
        ("chit", ["illegal", "illegal"]),
        ("mail", ["unchecked", "unchecked"]),
        ("never", ["illegal", "illegal"]),
    ],
)
def test_until_when_slips_are_put_right(
    slips: str, verdicts: list[str], told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-501")
    game.put(C, "44.224")
    game.draw("chit-59-division")
    game.put("59-2-i-1034-59", "60.141")
    game.draw("chit-wal-division")
    game.put("wal-2-pz-2107", "72.150")
    game.put(C, "76.127")
    game.draw("chit-101-502")
    found = game.report(slips=slips).findings
    assert [one.verdict for one in found if one.unit == C] == verdicts


def test_the_report_says_by_which_rules_it_judged(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-501")
    notes = game.report(round="Round 1", retreat=3).notes
    assert notes[0] == "judged by the rules of Round 1: retreat = 3"


GERMAN, RETREATS = "59-1-i-1034-59", "68.158"


@pytest.mark.parametrize(
    ("hexes", "verdict"),
    [(("76.128",), "possible"), ((FAR,), "possible"), (("77.129",), "illegal"), ((), "illegal")],
    ids=["where it began", "where it ended", "beside", "nowhere"],
)
def test_a_marker_announces_a_second_action(
    hexes: tuple[str, ...], verdict: str, told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-501")
    marker = game.told.ids["club-route"]
    for number in hexes:
        game.table.drag(marker, told.game.map, told.pixel(number))
    game.put(C, FAR)
    game.goes_on()
    name = game.table.recorder.game.pieces[marker].name
    found = game.of(C, announcing_marker=name.upper())
    assert found.verdict == verdict, found.line()


def test_what_was_announced_under_a_chit_holds_in_the_next_log(
    told: Scenario, module: Module, context: Context
) -> None:
    first = Game(told, module, context, "chit-101-501")
    first.put("101-d-2-501", "77.129")
    first.table.recorder.say("Anna", "second action for C/1/501")
    before = first.report(announced="second action").leaves
    second = first.going_on()
    second.put(C, FAR)
    second.goes_on()
    assert second.of(C, before=before, announced="second action").verdict == "possible"
    assert second.of(C, announced="second action").verdict != "possible"


@pytest.mark.parametrize(
    ("words", "told_by", "verdict"),
    [
        ("event: C/1/501 is flown in", "event", "unchecked"),
        ("Event 12, everybody stays", "event", "unchecked"),
        ("Ereignis: Nebel", "event|ereignis", "unchecked"),
        ("Ereignis: Nebel", "event", "illegal"),
        ("event for A/44 RTR", "event", "illegal"),
        ("no event this time", "event", "illegal"),
        ("to prevent this", "event", "illegal"),
        ("event: C/1/501 is flown in", "", "illegal"),
        (None, "event", "illegal"),
    ],
)
def test_an_event_told_in_the_chat_alone_is_one(
    words: str | None,
    told_by: str,
    verdict: str,
    told: Scenario,
    module: Module,
    context: Context,
) -> None:
    game = Game(told, module, context, "chit-101-501")
    if words is not None:
        game.table.recorder.say("Anna", words)
    game.put(C, "44.224")
    game.goes_on()
    found = game.of(C, events=told_by)
    assert found.verdict == verdict, found.line()
    assert "more than its 7 MP" in found.why


def thrown(game: Game, who: str, die: str = "d10") -> None:
    result = MutableProperty(f"{die}_result", "", "7", "Module")
    game.table.recorder.step(Chat(f"** {die} = 7 *** &lt;{who}&gt;"), result)


@pytest.mark.parametrize(
    ("rule", "who", "die", "verdict", "dice"),
    [
        (None, "Anna", "d10", "possible", 0),
        ("d10: Allied", "Anna", "d10", "possible", 0),
        ("d10: Allied", "Bert", "d10", "illegal", 1),
        ("d10: active", "Anna", "d10", "possible", 0),
        ("d10: active", "Bert", "d10", "illegal", 1),
        ("d10: other", "Bert", "d10", "possible", 0),
        ("d10: other", "Anna", "d10", "illegal", 1),
        ("d10: Bert", "Anna", "d10", "illegal", 1),
        ("d10: anybody", "Bert", "d10", "possible", 0),
        ("d10: nobody", "Anna", "d10", "illegal", 0),
        ("d6: nobody", "Anna", "d10", "possible", 0),
        ("d10: Allied", "", "d10", "possible", 0),
        ("d10: Allied", "A stranger", "d10", "possible", 0),
    ],
)
def test_who_throws_which_die(
    rule: str | None,
    who: str,
    die: str,
    verdict: str,
    dice: int,
    told: Scenario,
    module: Module,
    context: Context,
) -> None:
    game = Game(told, module, context, "chit-101-501")
    players = [PlayerEntry("a", "Anna", "Allied"), PlayerEntry("b", "Bert", "German")]
    game.table.recorder.step(*players)
    thrown(game, who, die)
    game.put(GERMAN, RETREATS)
    game.goes_on()
    report = game.report(throws=[rule] if rule else None)
    (found,) = (one for one in report.findings if one.unit == GERMAN)
    assert found.verdict == verdict, found.line()
    wrong = [one for one in report.findings if one.check == "dice"]
    assert len(wrong) == dice
    assert all(
        (one.verdict, one.player, one.rule) == ("unchecked", who, "round.toml") for one in wrong
    )


@pytest.mark.parametrize(("only", "verdict"), [(False, "unchecked"), (True, "illegal")])
def test_where_the_dead_lie_and_nowhere_else(
    only: bool, verdict: str, told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-501")
    game.table.roll()
    game.put(C, "95.110")
    game.goes_on()
    assert game.of(C, piles_only=only).verdict == verdict
    named = game.report(piles_only=only, piles=["95.110"]).findings
    assert not [one for one in named if one.unit == C]


@pytest.mark.parametrize(
    ("slips", "first", "second"),
    [
        ("turn", "unchecked", ["possible", "possible"]),
        ("chit", "unchecked", ["possible", "possible"]),
        ("mail", "illegal", ["illegal"]),
        ("never", "illegal", ["illegal"]),
    ],
)
def test_a_slip_is_put_right_in_the_next_log_as_the_round_has_it(
    slips: str,
    first: str,
    second: list[str],
    told: Scenario,
    module: Module,
    context: Context,
) -> None:
    game = Game(told, module, context, "chit-101-501")
    game.put(C, "44.224")
    game.draw("chit-59-division")
    report = game.report(slips=slips)
    assert [one.verdict for one in report.findings if one.unit == C] == [first]
    after = game.going_on()
    after.put(C, "76.127")
    after.put("59-2-i-1034-59", "60.141")
    after.draw("chit-wal-107")
    found = after.report(before=report.leaves, slips=slips).findings
    assert [one.verdict for one in found if one.unit == C] == second


@pytest.mark.parametrize(("slips", "second"), [("never", "possible"), ("mail", "illegal")])
def test_under_its_own_chit_a_slip_of_the_log_before_is_put_right(
    slips: str, second: str, told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-501")
    game.put(C, "44.224")
    before = game.report(slips=slips).leaves
    after = game.going_on()
    after.put(C, "76.127")
    after.goes_on()
    found = [one for one in after.report(before=before, slips=slips).findings if one.unit == C]
    assert found[-1].verdict == second, [one.line() for one in found]
