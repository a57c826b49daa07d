"""Says what follows an illegal move: what sealed it, who accepted it, what is redone, and from
which position; and which log redoes another.

A log is replayed once more for that, only where something is illegal.
"""

from __future__ import annotations

import re
from collections.abc import (
    Container,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from typing import Any

from clubroute.rules.logs.chat import ChatKind
from clubroute.rules.logs.check.errors import (
    GM,
    MAIL,
    REDO_MAIL,
    REDO_PHASE,
    SWAP,
    ErrorRules,
)
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT, CheckReport, LogFinding
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Moment, replay

DIE, CHIT, MOVE, TURN, SAID = "die", "chit", "move", "turn", "said"
ALIKE = ("Side", "Division", "Formation", "Kind", "Class")
"""Properties that units of one face share."""
NAMED = ("UnitId", "MarkerId", "ChitId")
PSEUDONYM = re.compile(r"player[0-9]+")
"""What a player is called in a log that does not name him."""
DICE_CHECKS = ("dice", "undo")
ARRIVAL = "arrival"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done in a step that counts: who did it, of which side, and what it was; ``unit`` is
    the id of what moved."""

    step: int
    kind: str
    who: str
    side: str
    what: str
    unit: str = ""

    def record(self) -> dict[str, Any]:
        """Return JSON values, empty ones left out."""
        values = {"step": self.step, "who": self.who, "what": self.what}
        return {name: value for name, value in values.items() if value != ""}


def events_of(log: GameLog, module: Module, deck: str) -> tuple[Deed, ...]:
    """List what counts in a log; what was taken back does not, but for dice.

    :param deck: the name of the deck whose cards say who may act.
    """
    found: list[Deed] = []
    game = start(log, module.maps.stacking)
    decks = {g.id for g in game.groups.values() if g.is_deck and deck and g.deck_name == deck}
    for moment in replay(log, module.maps.stacking, game):
        found += dice_in(moment)
        if moment.undo or moment.taken_back is not None:
            continue
        step, sides = moment.index, sides_of(moment.game)
        for line in moment.chat if moment.step.signs.talk else ():
            if line.kind is ChatKind.SAID:
                who, said = speaker_of(line.text)
                found.append(Deed(step, SAID, who, sides.get(who.casefold(), ""), said))
        if moment.change.turns:
            found.append(Deed(step, TURN, "", "", f"the turn: {module.turn_of(moment.game)}"))
        found += moved_in(moment, decks, sides)
    return tuple(found)


def sides_of(game: Game) -> dict[str, str]:
    """Tell the side of each player, by name in lower case."""
    return {one.name.casefold(): one.side for one in game.players.values()}


def dice_in(moment: Moment) -> Iterable[Deed]:
    """List the dice of a step: nobody can unsee one."""
    if moment.undo or not moment.step.signs.dice:
        return
    sides = sides_of(moment.game)
    for roll in moment.rolls:
        what = f"{roll.button} = {', '.join(roll.results)}"
        yield Deed(moment.index, DIE, roll.who, sides.get(roll.who.casefold(), ""), what)


def speaker_of(text: str) -> tuple[str, str]:
    """Split a line of chat into who speaks and what is said."""
    head, dash, said = text.partition(" - ")
    name = head.strip().removeprefix("<").removesuffix(">")
    return (name, said) if dash else ("", text)


def moved_in(moment: Moment, decks: Container[str], sides: Mapping[str, str]) -> Iterable[Deed]:
    """List the chits that a step drew, and the pieces it moved."""
    player = moment.game.players.get(moment.mover or "")
    who = (player.name if player is not None else "") or moment.mover or ""
    for old, new in moment.change.pieces.values():
        if new is None:
            continue
        drawn = old is not None and (old.group or "") in decks and (new.group or "") not in decks
        at = (old.map, old.x, old.y) if old is not None else (None, 0, 0)
        if not drawn and (new.map is None or at == (new.map, new.x, new.y)):
            continue
        side = new.property_value("Side") or sides.get(who.casefold(), "")
        kind = CHIT if drawn else MOVE
        yield Deed(moment.index, kind, who, side, new.name, id_of(new))


def id_of(piece: GamePiece) -> str:
    """Return the id of what a piece is, "" if it has none."""
    return next((one for name in NAMED if (one := piece.property_value(name))), "")


# The remedy.


@dataclass(frozen=True, slots=True)
class Remedies:
    """Works out what follows the illegal findings of one log by the rules of its round."""

    log: GameLog
    module: Module
    rules: ErrorRules
    name: str
    events: Sequence[Deed]

    def of(self, findings: Sequence[LogFinding]) -> list[LogFinding]:
        """Add to each illegal finding what follows it."""
        told = {id(one): self.remedy(one) for one in findings if one.verdict == "illegal"}
        if not told:
            return list(findings)
        wanted = {remedy["before"]["step"] for remedy in told.values()}
        seen = self.boards(wanted, findings)
        found = []
        for one in findings:
            if id(one) in told:
                remedy = told[id(one)]
                digest, twins = seen[remedy["before"]["step"]]
                remedy["before"]["position"] = digest
                one = replace(one, remedy=self.with_twin(remedy, twins.get(one.unit)))
            found.append(one)
        return found

    def unsealed(self, findings: Sequence[LogFinding]) -> tuple[LogFinding, ...]:
        """List the findings that whoever goes on accepts: illegal ones that nothing but the log's
        end has sealed, and those that only its end leaves open."""
        found = []
        for one in findings:
            if one.verdict == "illegal" or one.needs == (PUT_RIGHT_NEXT,):
                sealed = (one.remedy or self.remedy(one)).get("sealed")
                found += [one] if sealed is None or sealed["by"] == MAIL else []
        return tuple(found)

    def remedy(self, found: LogFinding) -> dict[str, Any]:
        """Say what follows a finding, but for the position to go back to."""
        breach = found.broke
        moved = next((e for e in self.events if e.step == breach and e.unit == found.unit), None)
        side = moved.side if moved is not None else ""
        who = found.player or (moved.who if moved is not None else "")
        sealed = self.sealed(found, breach, side, who)
        accepted = self.accepted(sealed, side, who) if sealed is not None else None
        does = self.does(found, sealed is not None and accepted is None)
        before = self.before(found, does)
        lost = len(self.log.steps) - before
        dice = sum(one.kind == DIE and one.step >= before for one in self.events)
        remedy: dict[str, Any] = {"breach": {"step": breach, **({"who": who} if who else {})}}
        if sealed is not None:
            remedy["sealed"] = sealed
        if accepted is not None:
            remedy["accepted"] = accepted.record()
        if does:
            remedy["does"] = does
        if does == GM and self.rules.gm:
            remedy["gm"] = list(self.rules.gm)
        remedy["before"] = {"step": before}
        remedy["lost"] = {"steps": lost, "dice": dice}
        remedy["again"] = f"clubroute position {self.name}:{before} --out before.vsav"
        return remedy

    def sealed(self, found: LogFinding, breach: int, side: str, who: str) -> dict[str, Any] | None:
        """Find the first thing after the breach that seals it, None if nothing does."""
        seals = self.rules.sealed_by
        for one in self.events:
            if one.step <= breach:
                continue
            other = differs(one, side, who)
            by = {
                DIE: ("die", *(["opponent's die"] if other else [])),
                CHIT: ("chit",),
                TURN: ("turn",),
                MOVE: (
                    *(["next move"] if one.unit != found.unit else []),
                    *(["opponent moves"] if other else []),
                ),
            }.get(one.kind, ())
            seal = next((seal for seal in seals if seal in by), None)
            if seal is not None:
                return {"by": seal, **one.record()}
        return {"by": MAIL, "step": len(self.log.steps)} if MAIL in seals else None

    def accepted(self, sealed: Mapping[str, Any], side: str, who: str) -> Deed | None:
        """Find the line of chat by which the other side lifts a seal, None if there is none."""
        return next(
            (
                one
                for one in self.events
                if one.kind == SAID and differs(one, side, who) and self.rules.accepts(one.what)
            ),
            None,
        )

    def does(self, found: LogFinding, shut: bool) -> str:
        """Say what the round does, "" where nothing is agreed. ``shut``: the error is sealed."""
        rules = self.rules
        if found.check in DICE_CHECKS and rules.dice:
            return rules.dice
        if found.check == ARRIVAL and rules.reinforcements and not shut:
            return rules.reinforcements
        return rules.sealed if shut else rules.unsealed

    def before(self, found: LogFinding, does: str) -> int:
        """Find the step before which play goes on again."""
        first = found.steps[0] if found.steps else 0
        if does == REDO_MAIL:
            return 0
        if does == REDO_PHASE:
            ends = [e.step for e in self.events if e.step < first and e.kind in (DIE, CHIT, TURN)]
            return max(ends, default=-1) + 1
        return first

    def with_twin(self, remedy: dict[str, Any], twin: tuple[str, str] | None) -> dict[str, Any]:
        """Add the unit of the same face that may be taken instead, where the round has that."""
        if twin is None or self.rules.equal_units != SWAP:
            return remedy
        return {**remedy, "does": SWAP, "twin": {"unit": twin[0], "name": twin[1]}}

    def boards(
        self, wanted: Iterable[int], findings: Sequence[LogFinding]
    ) -> dict[int, tuple[str, dict[str, tuple[str, str]]]]:
        """Take the digest of the position before each of some steps, with the twin there of each
        unit that a finding is about."""
        left, found = {*wanted}, {}
        units = {one.unit: one for one in findings if one.verdict == "illegal" and one.unit}
        game = start(self.log, self.module.maps.stacking)
        steps = iter(replay(self.log, self.module.maps.stacking, game))
        for number in range(len(self.log.steps) + 1):
            if number in left:
                twins = {
                    unit: twin
                    for unit in units
                    if (twin := twin_of(game, unit, self.moved(number)))
                }
                found[number] = position_of(game).digest, twins
                left.discard(number)
            if not left or next(steps, None) is None:
                break
        for number in left:  # a damaged log ends before it
            found[number] = position_of(game).digest, {}
        return found

    def moved(self, before: int) -> frozenset[str]:
        """List the units that moved since the last chit or turn before a step."""
        since = [e.step for e in self.events if e.step < before and e.kind in (CHIT, TURN)]
        begin = max(since, default=-1)
        return frozenset(e.unit for e in self.events if e.kind == MOVE and begin < e.step < before)


def differs(one: Deed, side: str, who: str) -> bool:
    """Tell whether somebody else than a player, or a side, did something."""
    if one.side and side:
        return one.side != side
    named = all(name and not PSEUDONYM.fullmatch(name) for name in (one.who, who))
    return named and one.who.casefold() != who.casefold()


def twin_of(game: Game, unit: str, moved: Iterable[str]) -> tuple[str, str] | None:
    """Find a unit of the same face in the hex of another that has not moved: its id and name."""
    mine = next((one for one in game.pieces.values() if id_of(one) == unit), None)
    if mine is None or mine.map is None:
        return None
    for one in game.pieces.values():
        there = (one.map, one.x, one.y) == (mine.map, mine.x, mine.y) and one.id != mine.id
        if there and id_of(one) not in (unit, "", *moved) and face(one) == face(mine):
            return id_of(one), one.name
    return None


def face(piece: GamePiece) -> tuple[str | None, ...]:
    """Tell what a unit shares with those of its face."""
    return tuple(piece.property_value(name) for name in (*ALIKE, "Back_Level"))


# Which log redoes another.


def redone(report: CheckReport, begins: Mapping[str, str]) -> CheckReport:
    """Name at each finding of a log the log that redoes it: one that begins at the position before
    it. At the beginning of a log others begin, too.

    :param begins: by the name of each other log the digest of the position it begins with.
    """
    found = []
    for one in report.findings:
        before = one.remedy.get("before", {})
        place = before.get("position") if before.get("step") else None
        by = next((name for name, at in begins.items() if at == place), "") if place else ""
        found.append(replace(one, remedy={**one.remedy, "redone_by": by}) if by else one)
    return replace(report, findings=tuple(found))
