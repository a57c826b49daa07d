"""Games of one's own played by their rules and against them: who is accused, and who is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import Where
from clubroute.rules.logs.read import log_of
from tests.logs.going_on import save_of
from tests.logs.own.faults import FAULTS, Planted
from tests.logs.own.player import OwnGame, OwnPlayer, UnluckyError
from tests.logs.recorder import Recorder

COMES = {"blue-guns": "battery", "red-guns": "guns"}
"""The reinforcements of the set-up, each with how it comes."""
ARRIVALS = """
[[arrival]]
id = "guns"
turn = "noon, Monday"
cite = "Lorne 4"

[[arrival]]
id = "battery"
turn = "evening, Monday"
cite = "Lorne 4"

[[marker]]"""
LEGAL, ILLEGAL, ENOUGH = 30, 30, 27
"""The logs of each kind, and how many of the second must be found illegal."""
LUCK = 60
"""The seeds tried until a fault can be planted."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[OwnGame, ...]]:
    """A game as ``clubroute new`` lays it out, with reinforcements, and Ombrey."""
    root = tmp_path_factory.mktemp("own-games")
    new_game(root, "lorne", rules=True)
    folder = root / "counters" / "lorne" / "scenarios"
    head, *rows = (folder / "bridge.csv").read_text(encoding="utf-8").split()
    lines = [f"arrival,{head}"]
    for row in rows:
        id_, hex_, state = row.split(",")
        comes = COMES.get(id_, "")
        lines.append(f"{comes},{id_},{hex_},{'' if comes else state}")
    (folder / "bridge.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = (folder / "bridge.toml").read_text(encoding="utf-8")
    told = told.replace("\n[[marker]]", ARRIVALS, 1)
    (folder / "bridge.toml").write_text(told, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        yield OwnGame.of(root, "lorne", "BRIDGE"), OwnGame.of(root, "ombrey", "BREAD")


def accused(game: OwnGame, seed: int) -> list[str]:
    """The accusations in a legal game of two turns, whole and cut in two."""
    player = OwnPlayer(game, seed)
    player.play(2)
    steps = player.table.steps
    log = log_of(player.table.log_bytes(), Where("(whole)"))
    assert log.module is not None
    first = Recorder(game.setup, game.module.maps)
    for step in steps[: len(steps) // 2]:
        first.step(*step)
    second = Recorder(save_of(first.game, log.module.write(), "3.6.0-SNAPSHOT"), game.module.maps)
    for step in steps[len(steps) // 2 :]:
        second.step(*step)
    whole, begun = game.checked(player.table.log_bytes()), game.checked(first.log_bytes())
    reports = whole, begun, game.checked(second.log_bytes(), begun.leaves)
    assert whole.of("legal"), player.deeds
    return [f"{one.line()} {player.deeds}" for report in reports for one in report.of("illegal")]


def misplayed(game: OwnGame, kind: str, seed: int) -> tuple[OwnPlayer, Planted]:
    """A game in which something against the rules was done in the last turn but one.

    :raises UnluckyError: it cannot be done in the game.
    """
    for luck in range(LUCK):
        player = OwnPlayer(game, seed + 1000 * luck)
        player.play(seed % 2)
        player.roll(1)
        try:
            planted = FAULTS[kind](player)
        except UnluckyError:
            continue
        player.next_turn()
        return player, planted
    raise UnluckyError


def found(game: OwnGame, player: OwnPlayer, planted: Planted) -> bool:
    """Whether a fault is illegal, with its proof, and nobody else is accused."""
    report = game.checked(player.table.log_bytes())
    mine = [
        one
        for one in report.findings
        if one.check == planted.check and one.unit in (planted.unit or one.unit)
    ]
    illegal = report.of("illegal")
    assert all(one in mine and one.receipt for one in illegal), (illegal, player.deeds)
    return any(one in illegal for one in mine)


def test_nobody_is_accused_of_a_legal_game_whole_or_cut_in_two(games: tuple[OwnGame, ...]) -> None:
    assert [line for game in games for line in accused(game, 7)] == []


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_illegal_by_its_rule(games: tuple[OwnGame, ...], kind: str) -> None:
    game = games[kind != "too early"]
    player, planted = misplayed(game, kind, 0)
    assert found(game, player, planted), player.deeds


@pytest.mark.oracle
def test_of_thirty_legal_games_nobody_is_accused(games: tuple[OwnGame, ...]) -> None:
    lines = [accused(games[seed % 2], seed) for seed in range(LEGAL)]
    assert [line for many in lines for line in many] == []


@pytest.mark.oracle
def test_of_thirty_plain_violations_hardly_any_is_missed(games: tuple[OwnGame, ...]) -> None:
    kinds, missed = list(FAULTS), []
    for number in range(ILLEGAL):
        kind = kinds[number % len(kinds)]
        game = games[0 if kind == "too early" else (number // len(kinds)) % 2]
        try:
            player, planted = misplayed(game, kind, number)
        except UnluckyError:
            game = games[1]
            player, planted = misplayed(game, kind, number)
        if not found(game, player, planted):
            missed.append(f"{kind}: {player.deeds}")
    assert len(missed) <= ILLEGAL - ENOUGH, missed
