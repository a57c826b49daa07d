"""The rules of a round, sentence by sentence: what its file may say, and what that changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
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
        ("title = 'A'\nslips = 'chits'", "slips: found 'chits', expected one of turn, chit, never"),
        ("title = 'A'\nretreat = 40", "expected a whole number from 1 to 20"),
        ("title = 'A'\nretreat = true", "expected a whole number"),
        ("title = 'A'\npiles = [7]", "expected a list of texts"),
        ("title = 'A'\nsecond_actions = 'no'", "expected true or false"),
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
