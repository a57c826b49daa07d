"""A game played in the real engine with the adviser on, and what its service was told and said."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from typing import Any

from clubroute.rules.adviser.questions import table_of
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT, LogFinding
from clubroute.rules.logs.check.series import open_referee, outlined
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import replay
from clubroute.rules.saves.live import live_game
from tests.engine.driver import Engine
from tests.engine.listening import Listening
from tests.engine.reports import Piece
from tests.rules.adviser.costs import PricedDrag, priced

MODULE = "Where Eagles Dare"
MAIN = "Market-Garden"
MUG = "Activation Mug"
IN_PLAY = ("Activation", (208, 158))
COLUMN, ROW = 126, 144
DRAGS = ((0, -1), (1, 0), (0, 1), (-1, -1))
CHIT_EVERY, UNDO_EVERY, TURNS = 12, 9, 3
"""Of random drags: after how many a chit is drawn, one is taken back, another unit is taken."""
PATIENCE = 60.0
PATIENT: Mapping[str, str] = {"JAVA_TOOL_OPTIONS": "-Dclubroute.adviser.patience=3000"}
"""A machine that is busy with other tests answers late now and then: the adviser waits longer, in
milliseconds, than for a player."""
MOVES = ("move", "chit", "column")


@dataclass(frozen=True, slots=True)
class ToldDrag:
    """A drag as it was told: the label under the pointer, the line in the chat, what the service
    answered of the played one; after how many commands."""

    unit: str
    label: str
    said: str
    answer: Mapping[str, Any]
    commands: int


def line_apart(drag: ToldDrag) -> bool:
    """Whether the label or the line in the chat is other than the answer."""
    line = drag.answer.get("line", "")
    return not drag.label == drag.said == line


def waited(engine: Engine, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until the adviser is as it should be."""
    until = time.monotonic() + PATIENCE
    while True:
        state: dict[str, Any] = engine.adviser()
        if ready(state) or time.monotonic() > until:
            assert ready(state), state
            return state
        time.sleep(0.02)


def labelled(engine: Engine, line: str) -> str:
    """The label under the pointer, once it is that line."""
    return str(waited(engine, lambda state: state["label"] == line)["label"])


def turned(engine: Engine, on: bool) -> None:
    """Turn the adviser on or off, if it is not."""
    if engine.adviser()["on"] != on:
        engine.adviser("toggle")


def turned_on(engine: Engine) -> None:
    """Turn it on, and wait until it has read the game."""
    turned(engine, True)
    waited(engine, lambda state: state["state"] == "ready")


def spoken(engine: Engine) -> list[str]:
    """The adviser's lines in the chat."""
    told = [line for line in engine.chat() if re.match(r"- (\d+\.\d+: |Adviser)", line)]
    return [line for line in told if line not in ("- Adviser: off",) and ": on." not in line]


def questions(service: Listening) -> list[int]:
    """Which of the lines sent ask about a drag."""
    return [n for n, line in enumerate(list(service.sent)) if b'"adviser.drag"' in line]


def answered(service: Listening) -> Mapping[str, Any]:
    """The answer to the drag that was asked about last, once all is answered."""
    found: Mapping[str, Any] = json.loads(service.answered[questions(service)[-1]])["result"]
    return found


def answer_to(service: Listening, before: int, piece: str, *, held: bool) -> Mapping[str, Any]:
    """Wait for the answer about a drag of a piece, past so many questions, once all is answered.

    Of a drag that was made the adviser may ask twice, the second time when the piece is held over
    the next hex already: only a question about a piece that is held says over what.
    """
    until = time.monotonic() + PATIENCE
    while True:
        for number in reversed(questions(service)[before:]):
            asked = json.loads(service.sent[number])["params"]
            about = piece in asked.get("pieces", (asked.get("piece"),))
            if about and ("to" in asked) == held and len(service.sent) == len(service.answered):
                found: Mapping[str, Any] = json.loads(service.answered[number])["result"]
                return found
        assert time.monotonic() < until, "no answer"
        time.sleep(0.005)


def line_said(engine: Engine, before: int) -> str:
    """The line that is said after so many, without what VASSAL puts before it."""
    until = time.monotonic() + PATIENCE
    while len(lines := spoken(engine)) <= before:
        assert time.monotonic() < until, "nothing is said"
        time.sleep(0.005)
    return lines[before][2:]


def units_of(engine: Engine) -> list[Piece]:
    """The units on the main map, always in the same order."""
    found = [one for one in engine.pieces(("UnitId",)) if one.map == MAIN]
    units = [one for one in found if one.properties.get("UnitId")]
    return sorted(units, key=lambda one: str(one.properties["UnitId"]))


def drawn(engine: Engine, chance: random.Random) -> int:
    """Drag a chit from the mug to where the chit in play lies; how many there were to drag."""
    cards = sorted(one.id for one in engine.pieces() if one.deck == MUG)
    for card in cards[:1] and [chance.choice(cards)]:
        engine.move(card, *IN_PLAY)
    return min(len(cards), 1)


def random_drags(
    engine: Engine, service: Listening, chance: random.Random, number: int
) -> Iterator[ToldDrag]:
    """Drag units as they come into hexes beside theirs; draw chits, and take drags back."""
    units = {one.id: one for one in units_of(engine)}
    places = {id_: (one.x, one.y) for id_, one in units.items()}
    ids = sorted(units, key=lambda id_: str(units[id_].properties["UnitId"]))
    id_ = ids[0]
    commands = 0
    for n in range(number):
        if n % CHIT_EVERY == 0:
            commands += drawn(engine, chance)
        if n % TURNS == 0:
            id_ = chance.choice(ids)
        across, down = chance.choice(DRAGS)
        before = places[id_]
        place = (before[0] + across * COLUMN, before[1] + down * ROW)
        asked = len(questions(service))
        engine.adviser("hover", id=id_, map=MAIN, x=place[0], y=place[1])
        line = answer_to(service, asked, id_, held=True).get("line", "")
        label = labelled(engine, line)
        engine.adviser("leave")
        lines = len(spoken(engine))
        asked = len(questions(service))
        engine.move(id_, MAIN, place)
        answer = answer_to(service, asked, id_, held=False)
        said = line_said(engine, lines) if answer.get("line") else ""
        commands += 1
        yield ToldDrag(str(units[id_].properties["UnitId"]), label, said, answer, commands)
        if n % UNDO_EVERY == UNDO_EVERY - 1:
            engine.undo()
            commands += 1
        else:
            places[id_] = place


def played_again(context: Context, asked: Iterable[Mapping[str, Any]]) -> Game:
    """The service's game at the end of what it was asked, asked once more in this process."""
    return live_game(context, handle_again(context, asked), "game").game


def handle_again(context: Context, asked: Iterable[Mapping[str, Any]]) -> str:
    """The handle of that game in this process."""
    game = ""
    for one in asked:
        vassal = one["params"].get("vassal")
        if vassal is not None:
            vassal = {**vassal, "game": game} if "game" in vassal else vassal
            game = ask(context, one["method"], {**one["params"], "vassal": vassal})["game"]
    return game


def costs_told(context: Context, service: Listening) -> Iterator[PricedDrag]:
    """Each drag that was asked about before it was made, with its cost by ``move.check`` in the
    game as it was then, played once more in this process."""
    game = ""
    for line, answer in zip(list(service.sent), list(service.answered), strict=True):
        question = json.loads(line)
        told = question["params"]
        if (vassal := told.get("vassal")) is not None:
            vassal = {**vassal, "game": game} if "game" in vassal else vassal
            game = ask(context, question["method"], {**told, "vassal": vassal})["game"]
        elif question["method"] == "adviser.drag" and "to" in told:
            with table_of(context, game) as at:
                found = priced(at, told["pieces"][0], json.loads(answer)["result"])
            if found is not None:
                yield found


def game_of(context: Context, log: GameLog) -> Game:
    """The game at a log's end."""
    module = outlined(context, MODULE)
    assert module is not None
    game = start(log, module.maps.stacking)
    for _ in replay(log, module.maps.stacking, game):
        pass
    return game


def seen_lines(game: Game, seen: Iterable[str]) -> list[str]:
    """What :meth:`Game.digest` counts, of the pieces that were sent; without how high each lies in
    its stack, which is not."""
    lines = [line.split("\t") for line in game.lines()]
    told = set(seen)
    return sorted(
        "\t".join([*one[:5], *one[6:]]) if one[0] == "piece" else "\t".join(one)
        for one in lines
        if one[0] not in ("piece", "deck") or one[1] in told
    )


def strayed(context: Context, log: GameLog, drags: Sequence[ToldDrag]) -> list[str]:
    """Where the check of a log, as it was after each drag, says otherwise than what was told. An
    accusation that the next log may still lift is told as it stands now."""
    module = outlined(context, MODULE)
    assert module is not None
    found = []
    for one in drags:
        if one.answer.get("verdict") in (None, "none", "set-up"):
            continue
        part = replace(log, steps=log.steps[: one.commands])
        findings = check_log(part, module, open_referee(context, MODULE, None), {}).findings
        checked = last_of(findings, one)
        told = (one.answer["verdict"], one.answer.get("why", ""))
        if (
            checked is not None
            and PUT_RIGHT_NEXT in checked.needs
            and told == ("illegal", checked.why)
        ):
            continue
        if checked is None or (checked.verdict, checked.why) != told:
            seen = None if checked is None else (checked.verdict, checked.why, checked.needs)
            found.append(f"{one.unit} to {one.answer['to']}: told {told}, checked {seen}")
    return found


def last_of(findings: Sequence[LogFinding], drag: ToldDrag) -> LogFinding | None:
    """What a check says of the activation that a drag belongs to."""
    alike = [
        one
        for one in findings
        if one.check in MOVES and one.unit == drag.unit and one.hexes[-1:] == (drag.answer["to"],)
    ]
    return max(alike, key=lambda one: one.steps[-1:], default=None)
