"""``check_log``: every activation, chit and Club Route marker of a log, judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, Protocol

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.builder.vassal.metadata import Metadata
from clubroute.rules.context import Context
from clubroute.rules.gts.maps import map_of
from clubroute.rules.logs.check.board import Board, Snapshot
from clubroute.rules.logs.check.chits import RETREAT, SERIES, activates
from clubroute.rules.logs.check.counters import Counter, CounterReader
from clubroute.rules.logs.check.finding import CheckReport, Finding
from clubroute.rules.logs.check.mapping import CounterMap
from clubroute.rules.logs.check.markers import MarkerJudge
from clubroute.rules.logs.check.moves import MoveJudge, MoveOptions
from clubroute.rules.logs.check.proof import line_of, refusal
from clubroute.rules.logs.check.stacks import overstacked, stacking_finding
from clubroute.rules.logs.check.track import Track, finding_about
from clubroute.rules.logs.check.turns import TurnNames, read_turns, turn_record
from clubroute.rules.logs.check.watch import (
    ChitOut,
    Closed,
    Event,
    MarkerMoved,
    MarkerTaken,
    TurnOver,
    Watch,
)
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.grids.maps import ModuleMaps, read_maps
from clubroute.rules.logs.read import Log
from clubroute.rules.logs.replay import Moment, replay
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.tables import owner_rows

BETWEEN = "an activation chit in play: none is, so that these may be moves of another phase"
NOBODY = "whom the chit activates: its division and formation are no Unit's by the mapping"
FOUGHT = ("move", "stacking")
"""What a retreat may explain."""
COMBAT = "the dice: they are not in the log, so that it does not tell combat"
NO_DICE = (
    "no dice are in the log: if they were rolled elsewhere, a retreat may be what is illegal here "
    "(--dice-elsewhere)"
)
TURN = "the turn: the log never moves the turn tracker"

BUNCH = 100
"""Events that are judged one after the other. To judge each as it comes takes a few hundredths
longer: what following a log needs is not at hand any more after a move was judged, nor the other
way round. All at the end would hold every snapshot of a long log."""


@dataclass(frozen=True, slots=True)
class Module:
    """What the checks ask of a module: its name, maps, grids and turn trackers."""

    name: str
    version: str
    maps: ModuleMaps
    turns: TurnNames


def module_of(archive: ModuleArchive) -> Module:
    """A module, read for checking. :raises InputError: its build file cannot be read."""
    root = archive.build_file()
    return Module(root.get("name"), root.get("version"), read_maps(archive), read_turns(archive))


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How a log is checked.

    ``own``: the module is one of ours, which shows the map the rules have. ``second_actions``: a
    Unit may have a Second Action the log does not show. ``stacking`` is how many Units of a side a
    hex holds, None if nobody says. ``play_from``: from this step on it is play, chit or no chit.
    ``dice_elsewhere``: dice were rolled outside VASSAL, so that the log does not tell combat.
    """

    own: bool = True
    second_actions: bool = True
    stacking: int | None = None
    play_from: int | None = None
    dice_elsewhere: bool = False


PLAIN = CheckOptions()
"""How a log of our own module is checked where nobody says more."""


class Listener(Protocol):
    """Who wants to hear of the replay that the checks make."""

    def begin(self, game: Game, watch: Watch) -> None:
        """The game as the log restores it, before the first step."""

    def see(self, moment: Moment) -> None:
        """A step, played and followed."""


def check_log(
    context: Context,
    log: Log,
    module: Module,
    mapping: CounterMap,
    options: CheckOptions = PLAIN,
    listener: Listener | None = None,
) -> CheckReport:
    """Judge everything a log shows. ``listener`` hears of the replay, which is made once.

    :raises InputError: the mapping names no map for the module, or one that is not there, or an
        owner's table is not as declared.
    """
    return Checking(context, log, module, mapping, options).report(listener)


class Checking:
    """A log being checked."""

    def __init__(
        self,
        context: Context,
        log: Log,
        module: Module,
        mapping: CounterMap,
        options: CheckOptions,
    ) -> None:
        self._context, self._log, self._options = context, log, options
        self._mapping, self._module = mapping, module
        self._name = PurePath(log.where.path).name
        self._map = window_of(context, module, mapping)
        self._allowances = allowances(context)
        self._findings: list[Finding] = []
        self._judge = MoveJudge(
            context,
            self._map,
            self._name,
            MoveOptions(
                options.second_actions, options.own, mapping.passive, options.dice_elsewhere
            ),
        )
        self._dice = any(step.signs.dice for step in log.steps)
        self._tracked = any(step.signs.turn for step in log.steps)
        self._markers = MarkerJudge(context, self._map, mapping, self._name, self._tracked)
        self._setup = self._stacked = 0

    def report(self, listener: Listener | None = None) -> CheckReport:
        """Follow the log and say what was found."""
        log, module, mapping = self._log, self._module, self._mapping
        game = start(log, module.maps.stacking)
        version = log.save.vassal_version if log.save else ""
        layouts = module.maps.laid_out(game.boards, version)
        layout = layouts.get(mapping.map)
        if layout is None:
            raise InputError(
                log.where, f"a module without a map {mapping.map}", "one of " + ", ".join(layouts)
            )
        reader = CounterReader(mapping)
        watch = Watch(
            mapping,
            Board(self._map, layout, reader),
            reader,
            module.turns,
            lambda game: module.maps.laid_out(game.boards, version),
        )
        watch.begin(game)
        if listener is not None:
            listener.begin(game, watch)
        events: list[Event] = []
        for moment in replay(log, module.maps.stacking, game):
            if self._options.play_from == moment.index:
                list(watch.close())
                watch.mug.begun, watch.rolled = True, False
            events += watch.step(moment)
            if len(events) >= BUNCH:
                self._take_all(events)
            if listener is not None:
                listener.see(moment)
        over = not watch.mug.begun and watch.uses_chits
        self._take_all(events)
        for event in watch.close():
            self._take(event, last=over)
        self._findings += self._markers.settled()
        return CheckReport(
            self._name,
            told(log.module) or f"{module.name} {module.version}".strip(),
            version,
            len(log.steps),
            tuple(sorted(self._findings, key=lambda f: (f.steps[:1], f.steps, f.check, f.unit))),
            self._notes(watch),
        )

    def _take_all(self, events: list[Event]) -> None:
        """Judge events, which are done with then."""
        for event in events:
            self._take(event)
        events.clear()

    def _take(self, event: object, last: bool = False) -> None:
        match event:
            case TurnOver():
                self._findings += self._markers.settled()
            case ChitOut():
                self._findings.append(self._drawn(event))
            case MarkerMoved():
                self._markers.take(event)
            case MarkerTaken():
                self._markers.take_out(event)
            case Closed():
                self._activation(event, last)
            case _:
                raise TypeError(event)

    def _drawn(self, event: ChitOut) -> Finding:
        """How a chit came into play."""
        drawn, chit = event.drawn, event.drawn.chit
        found = Finding(
            self._name,
            (event.step,),
            "chit",
            drawn.verdict,
            drawn.why,
            SERIES,
            event.turn,
            chit.name,
            event.player,
            chit.id,
            chit.name,
        )
        if drawn.verdict != "illegal":
            return found
        if drawn.again and not self._tracked:
            return replace(found, verdict="unchecked", needs=(TURN,))
        receipt = refusal(drawn.why, [line_of(drawn.why, SERIES, refuses=True)])
        return replace(found, receipt=receipt, provenance="rulebook")

    def _activation(self, event: Closed, last: bool) -> None:
        track = event.track
        if event.setup:
            if not last:
                self._setup += 1
                return
            why = "no activation chit is drawn in the log: set-up or play"
            need = "from which step on it is play (--play-from)"
            self._findings.append(self._bare(track, why, needs=(need,)))
            return
        if event.chit is None and self._mapping.mug and not track.chit and self._began_without():
            self._findings.append(self._bare(track, "no chit is in play", needs=(BETWEEN,)))
            return
        if event.chit is not None and activates(event.chit, track.counter) is False:
            if self._known(event.chit, event.after):
                self._findings.append(self._out_of_turn(event))
                return
            why = f"{event.chit.name} activates no Unit there is"
            self._findings.append(self._bare(track, why, check="chit", needs=(NOBODY,)))
            return
        now = turn_record(track.turn, self._mapping.year)
        allowance = self._allowance(track.counter)
        self._findings.append(self._judge.judge(track, now, allowance, event.after))
        most = self._options.stacking or self._mapping.most
        if most is None:
            self._stacked += bool(track.drags)
            return
        for hex, side, count in overstacked(event.after, {track.end}, most, self._mapping.passive):
            if side == track.counter.side:
                fought = event.rolled or self._options.dice_elsewhere
                number = self._map.number(hex)
                self._findings.append(
                    stacking_finding(self._bare(track), number, side, count, most, fought)
                )

    def _bare(self, track: Track, why: str = "", **more: Any) -> Finding:
        """A finding about an activation, without a verdict."""
        return finding_about(track, self._map, self._name, "unchecked", why, **more)

    def _known(self, chit: Counter, after: Snapshot) -> bool:
        """Whether a chit's words are those of the Units: a mapping may have others for each."""
        units = (one.counter for one in after.units.values())
        return self._options.own or any(activates(chit, unit) for unit in units)

    def _began_without(self) -> bool:
        return self._options.play_from is None

    def _out_of_turn(self, event: Closed) -> Finding:
        """A Unit was moved that the chit in play does not activate."""
        assert event.chit is not None
        who = event.track.counter
        group = ", ".join(name for name in (who.formation, who.division, who.side) if name)
        why = f"{event.chit.name} does not activate it ({group})"
        found = self._bare(event.track, why, check="chit", rule=SERIES)
        if event.rolled:
            return replace(found, verdict="possible", why=why + ", a retreat may", needs=(RETREAT,))
        if self._options.dice_elsewhere or not self._dice:
            needs = (COMBAT, RETREAT)
            return replace(found, verdict="unchecked", needs=needs)
        receipt = refusal(
            f"{why}; no die was rolled since it was drawn", [line_of(why, SERIES, True)]
        )
        return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")

    def _allowance(self, counter: Counter) -> int | None:
        if counter.ma is not None:
            return counter.ma
        face = "back" if counter.reduced else "front"
        for name in (counter.id, counter.name):
            if (name, face) in self._allowances:
                return self._allowances[name, face]
        return None

    def _notes(self, watch: Watch) -> tuple[str, ...]:
        notes = [f"read up to the damage: {damage}" for damage in self._log.damages]
        if self._setup:
            notes.append(
                f"{self._setup} Units were moved before the first chit: set-up, not judged"
            )
        if watch.entered:
            notes.append(f"{watch.entered} times a Unit came onto the map: no move, not judged")
        if self._stacked:
            notes.append("stacking is not judged: nobody says how many Units a hex holds")
        if not watch.board.snapshot().units:
            notes.append(
                "no Unit is on the map: no [[units]] row of the mapping fits a piece there"
            )
        for name, steps in sorted(watch.unknown.items()):
            notes.append(f"{name}: moved at step {steps[0]}, but the mapping does not know it")
        accused = any(one.verdict == "illegal" and one.check in FOUGHT for one in self._findings)
        if accused and not (self._dice or self._options.dice_elsewhere):
            notes.append(NO_DICE)
        if not self._options.own:
            notes.append("not a module of ours: what rests on surveyed ground proves nothing")
        return tuple(notes)


def told(data: Metadata | None) -> str:
    """Name and version a log gives its module."""
    if data is None:
        return ""
    return f"{data.name} {data.version}".strip()


def window_of(context: Context, module: Module, mapping: CounterMap) -> MapFile:
    """The rules' map of a module. :raises InputError: none is named, or it is not built."""
    window = mapping.window(module.name)
    if not window:
        names = list(mapping.windows)
        raise InputError(
            Where("module"),
            repr(module.name),
            "a module the mapping names: " + (", ".join(names) or "(none)"),
            nearest_name(module.name, names),
        )
    return map_of(context, window)


def allowances(context: Context) -> Mapping[tuple[str, str], int]:
    """The owner's movement allowances in half-MP, by Unit (id or name) and face."""
    found = {}
    for row in owner_rows(context, "ratings") or ():
        move = row.number("move")
        if move is not None:
            found[row.text("unit"), row.text("face")] = move * 2
    return found
