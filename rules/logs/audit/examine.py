"""One log audited: everything a report says of it, as one JSON record (docs/audit-schema.json)."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.builder.vassal.archive import dates_of
from clubroute.builder.vassal.metadata import Metadata
from clubroute.rules.asking.collector import resting_collector
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.audit.dice import (
    CAUTION,
    dice_records,
    read_dice,
    rerolls,
)
from clubroute.rules.logs.audit.modules import KnownModule, Modules, modules_in
from clubroute.rules.logs.audit.story import Places, Story, clipped
from clubroute.rules.logs.check.check import LogModule, check_log, owned
from clubroute.rules.logs.check.finding import DAMAGE, CheckReport, LogFinding, Verdict
from clubroute.rules.logs.check.judge import (
    Judge,
    JudgedSeries,
    Referee,
    Told,
)
from clubroute.rules.logs.check.series import (
    by_flag,
    first_series,
    open_referee,
    outline_digest,
    outlined,
    series_of_module,
)
from clubroute.rules.logs.container import Mode, read_bytes
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import PLAIN_STACKING, Stacking
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.privacy import bare_name, everywhere
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.replay import (
    Faces,
    Moment,
    Rewind,
    mover,
    replay,
)
from clubroute.rules.logs.rulings import (
    SHA256,
    Checked,
    has_question,
    name_of_log,
    ruling_of,
    rulings_on,
)
from clubroute.rules.owner.modules.boards import layout_archive
from clubroute.rules.rulings.ruling import (
    Versions,
    asked_map,
    file_digest,
    versions_of,
)

FORMAT = "clubroute audit 1"
ILLEGAL: tuple[Verdict, ...] = ("illegal",)
MOST_DATES = 10
"""Entries of a zip whose dates are told."""
MOST_PLACES = 50_000
"""Places whose names are kept from one log to the next."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an audit is made with; plain values, to be handed to worker processes.

    ``build`` holds compiled maps and modules, ``owner`` the owner's tables. ``modules`` are module
    files besides those in ``build``, ``mapping`` a counter mapping for foreign modules.
    ``scenario`` is what the standing is counted for, "" for none. ``told`` is what players know
    and the logs do not tell: options of :mod:`clubroute.rules.logs.check.series`, with values.
    ``maps`` makes a compiled map that is not in ``build``.
    """

    build: Path
    owner: Path | None = None
    modules: tuple[Path, ...] = ()
    mapping: Path | None = None
    scenario: str = "campaign"
    told: tuple[tuple[str, Any], ...] = ()
    maps: CompiledMaps | None = None


class Auditor:
    """Audits logs one after the other; maps, modules and tables are read once."""

    def __init__(self, settings: Settings) -> None:
        self.context = Context(settings.build, owner_folder=settings.owner, maps=settings.maps)
        self.faces = Faces()
        self._modules = Modules((*settings.modules, *modules_in(settings.build)))
        self._settings = settings
        self._mapped = file_digest(settings.mapping) if settings.mapping else None
        self._told = dict(settings.told)
        self._settled: set[str] = set()
        self._versions: dict[str | None, Versions] = {}
        self._places: dict[tuple[str, str, tuple[str, ...]], Places] = {}
        self._referees: dict[JudgedSeries, Referee] = {}
        self._owned: dict[str, LogModule] = {}
        self._foreign: dict[str, Referee] = {}
        self.referee(None)

    def audit(self, path: Path) -> dict[str, Any]:
        """The record of a log. :raises InputError: it is no log, or too large."""
        try:
            data = read_bytes(path)
        except InputError as error:
            raise without_folder(error) from None
        return self.audit_bytes(data, bare_name(path.name))

    def audit_bytes(
        self,
        data: bytes,
        name: str,
        before: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The record of a log of that name. ``before`` is what the log that it continues left.

        :raises InputError: it is no log, or too large."""
        with resting_collector():
            # The name alone: a report is sent to others, who need not know where it lay.
            return self._audit(log_of(data, Where(name), Mode.TOLERANT), data, before)

    def _audit(self, log: GameLog, data: bytes, before: Mapping[str, Any] | None) -> dict[str, Any]:
        notes: list[str] = []
        try:
            known = self.found(log.module)
        except InputError as error:
            known = None
            notes.append(f"its module cannot be read: {without_folder(error)}")
        observer = Observer(self, log, known, self._told)
        observer.notes += notes
        report = self._checked(log, known, observer, before)
        if report is None:
            observer.follow()
        if known is not None and known.digest not in self._settled:
            # Its maps and tables stay as they are: nobody need look through them for garbage.
            self._settled.add(known.digest)
            gc.freeze()
        return observer.record(report, data, before)

    def _checked(
        self,
        log: GameLog,
        known: KnownModule | None,
        observer: Observer,
        before: Mapping[str, Any] | None,
    ) -> CheckReport | None:
        if known is None:
            return None
        try:
            return check_log(
                log,
                known.module,
                self.referee(known),
                observer.told,
                observer,
                before,
                observer.rewind,
            )
        except InputError as error:
            observer.notes.append(f"not checked: {without_folder(by_flag(error))}")
            return None

    def places(self, known: KnownModule, game: Game, version: str) -> Places:
        """The names of places known of the maps of a game, one log after the other."""
        boards = tuple(sorted(board.text() for board in game.boards.values()))
        key = (known.digest, version, boards)
        if key not in self._places or len(self._places[key]) > MOST_PLACES:
            self._places.clear()
            self._places[key] = {}
        return self._places[key]

    def found(self, module: Metadata | None) -> KnownModule | None:
        """Find the module of a log: one the owner has, or a file that is here.

        :raises InputError: it is damaged.
        """
        name = module.name if module is not None else None
        found = None
        if module is not None and self._settings.mapping is None:
            found = owned(self.context, module)
        if found is None or found.counters is None:
            return self._modules.find(name) or self._unbuilt(name)
        self._owned[found.digest] = found
        folder = found.counters.parent
        return KnownModule(
            found.module, read_dice(layout_archive(folder)), folder.name, found.digest
        )

    def _unbuilt(self, name: str | None) -> KnownModule | None:
        """Outline a module of ours that no file here holds: its maps and turns, without its dice.

        :raises InputError: its sources, in a project of the user's own, are wrong.
        """
        if not name or self._settings.mapping is not None:
            return None
        module = outlined(self.context, name)
        return None if module is None else KnownModule(module, {}, "", self.outline(name))

    def outline(self, name: str | None) -> str:
        """The digest of a module that was outlined, "" of any other."""
        return outline_digest(self.context, name) if name else ""

    @property
    def modules_digest(self) -> str:
        """Digest of the module files there are, read or not."""
        return self._modules.digest

    def stacking(self, log: GameLog) -> Stacking:
        """How the maps of a log's module stack. :raises InputError: the module is damaged."""
        known = self.found(log.module)
        return PLAIN_STACKING if known is None else known.module.maps.stacking

    def referee(self, known: KnownModule | None) -> Referee:
        """Open the referee for a module's logs once; an unknown module gets the first series'.

        :raises InputError: the file of counters is wrong.
        """
        name, settings = known.module.name if known else "", self._settings
        own = self._owned.get(known.digest) if known else None
        if own is not None:
            if own.digest not in self._foreign:
                opened = open_referee(own.context, name, own.counters, settings.scenario)
                self._foreign[own.digest] = opened
            return self._foreign[own.digest]
        return self.referee_of(name)

    def referee_of(self, name: str) -> Referee:
        """Open the referee for the logs of a module of ours, or of the players' own mapping, once.

        :raises InputError: the file of counters is wrong.
        """
        settings = self._settings
        series = first_series() if settings.mapping else series_of_module(name)
        if series not in self._referees:
            self._referees[series] = open_referee(
                self.context, name, settings.mapping, settings.scenario
            )
        return self._referees[series]

    def rulings(self, checked: Checked, findings: Sequence[LogFinding]) -> Mapping[int, str]:
        """Records that anybody can ask again, by the place of the finding: of all that is illegal,
        with the log, and of what is open and rests on one question to the rules."""
        own = self._owned.get(checked.module)
        versions = self.versions if own is None else partial(versions_of, own.context)
        found = {
            place: ruling_of(one, versions(asked_map(one.asked))).text()
            for place, one in enumerate(findings)
            if one.verdict not in ("legal", "illegal") and has_question(one)
        }
        illegal = rulings_on(checked, findings, ILLEGAL, versions)
        places = {id(one): place for place, one in enumerate(findings)}
        return found | {places[id(one)]: ruling.text() for one, ruling in illegal}

    def versions(self, window: str | None = "") -> Versions:
        """The versions that answers about a map rest on, worked out once for each."""
        if window not in self._versions:
            self._versions[window] = versions_of(self.context, window)
        return self._versions[window]

    def window_of(self, module: str | None) -> str | None:
        """The rules' map of the logs of a module, None if no file here is that module.

        :raises InputError: the module is damaged.
        """
        told = None if module is None else Metadata("", "", 0, name=module)
        ours = module is not None and self._settings.mapping is None and self.outline(module)
        if (
            told is not None
            and ours
            and not (owned(self.context, told) or self._modules.find(module))
        ):
            # Nobody need outline it for that.
            return self.referee_of(told.name or "").window(told.name or "")
        known = self.found(told)
        return None if known is None else self.referee(known).window(known.module.name)

    def digest(self, known: KnownModule) -> str:
        """What a module's logs are checked with: the module, and a mapping of the players' own."""
        return " ".join([known.digest, *([] if self._mapped is None else [self._mapped])])


def turn_text(known: KnownModule | None, game: Game) -> str:
    """The turn as a module's trackers show it, "" if the module is not known."""
    return "" if known is None else known.module.turn_of(game)


class Observer:
    """Listens to the replay the checks make, and makes the record of it."""

    def __init__(
        self, auditor: Auditor, log: GameLog, known: KnownModule | None, told: Told
    ) -> None:
        self._auditor, self._log, self._known = auditor, log, known
        self._version = log.save.vassal_version if log.save else ""
        self._game: Game | None = None
        self._judge: Judge | None = None
        self._turns: list[dict[str, Any]] = []
        self._begins = ""
        self.told = told
        self.rewind = Rewind()
        self.notes: list[str] = []
        self.story = self._story()

    def _story(self) -> Story:
        return Story(partial(turn_text, self._known), self._auditor.referee(self._known).deck)

    def _layouts(self, game: Game) -> Mapping[str, MapLayout]:
        if self._known is None:
            return {}
        return self._known.module.maps.laid_out(game.boards, self._version)

    def follow(self) -> None:
        """Replay the log without checks."""
        stacking = PLAIN_STACKING if self._known is None else self._known.module.maps.stacking
        self.story = self._story()
        self._turns.clear()
        game = start(self._log, stacking)
        self.begin(game)
        for moment in replay(self._log, stacking, game):
            self.see(moment)

    def begin(self, game: Game, judge: Judge | None = None) -> None:
        """The game as the log restores it."""
        self._game, self._judge = game, judge
        self._begins = position_of(game).digest
        places = self._auditor.places(self._known, game, self._version) if self._known else None
        self.story.begin(game, self._layouts(game), places)

    def see(self, moment: Moment) -> None:
        """A step that was played."""
        if moment.change.boards:
            self.story.laid_out(self._layouts(moment.game))
        turn = self.story.turn
        self.story.see(moment)
        if self.story.turn != turn:
            self._standing(turn)

    def _standing(self, turn: str) -> None:
        if self._judge is not None and (counted := self._judge.standing(turn)):
            self._turns.append(counted)

    def record(
        self, report: CheckReport | None, data: bytes, before: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Everything, as JSON values."""
        log, story, known, digest = self._log, self.story, self._known, name_of_log(data)
        if report is not None and log.steps:
            self._standing(story.turn)
        findings = () if report is None else report.findings
        rolls = story.rolls or story.chat_rolls
        dice = dice_records(rolls, self._known.dice if self._known else {})
        counts = {} if report is None else report.counts
        told: dict[str, Any] = {
            "format": FORMAT,
            "log": PurePath(log.where.path).name,
            "sha256": digest.removeprefix(SHA256),
            "bytes": len(data),
            "map": self._window() if report is not None else "",
            "checked": report is not None,
            "versions": self._versions(),
            "players": [
                {"id": p.id, "name": clipped(p.name), "side": clipped(p.side)} for p in log.players
            ],
            "positions": self._positions(),
            "steps": len(log.steps),
            "moves": story.moves,
            "counts": counts,
            "findings": [finding.words() for finding in findings],
            "timeline": [chapter.record() for chapter in story.chapters],
            "dice": dice,
            "undos": story.undos,
            "rerolls": [
                {
                    "step": roll.step,
                    "button": roll.button,
                    "showed": list(roll.results),
                    "again": again.step,
                    "then": list(again.results),
                }
                for roll, again in rerolls(rolls)
            ],
            "saves": self._saves(data),
            "turns": self._turns,
            "counted": [
                {"turn": turn, "values": values} for turn, values in story.properties.items()
            ],
            "notes": self._notes(report),
        }
        if report is not None:
            told |= {"asks": report.asks, "awaits": report.awaits, "leaves": report.leaves}
        record: dict[str, Any] = everywhere(told)
        # A ruling's question and answer are asked again word for word: they name no folders.
        if known is None:
            return record
        module = self._auditor.digest(known)
        checked = Checked(log, digest, self.rewind, module, self.told, before)
        rulings = self._auditor.rulings(checked, findings)
        for place, (one, finding) in enumerate(zip(record["findings"], findings, strict=True)):
            one.update(finding.evidence())
            piece = mover(self.rewind, finding.steps, finding.unit) if finding.hexes else ""
            if piece:
                one["piece"] = piece
            if place in rulings:
                one["ruling"] = rulings[place]
        looks = self._auditor.faces.by_step(self.rewind, shown_in(record["findings"]))
        record["faces"] = everywhere(looks)
        return record

    def _window(self) -> str:
        known = self._known
        return "" if known is None else self._auditor.referee(known).window(known.module.name)

    def _versions(self) -> dict[str, Any]:
        save, module, known = self._log.save, self._log.module, self._known
        found: dict[str, Any] = {"vassal": self._version}
        found |= self._auditor.versions(self._window() or None).record()
        found["module"] = clipped(module.name or "") if module else ""
        found["module_version"] = clipped(module.version) if module else ""
        if save and save.description:
            found["comment"] = clipped(save.description)
        if known is not None:
            found |= {"module_file": known.file} if known.file else {}
            found["module_file_version"] = clipped(known.module.version)
            found["module_digest"] = known.digest
        return found

    def _positions(self) -> dict[str, str]:
        """Digests of the positions it begins and ends with; of a damaged log neither is sure."""
        if self._log.damages or self._game is None:
            return {}
        return {"begins": self._begins, "ends": position_of(self._game).digest}

    def _saves(self, data: bytes) -> dict[str, Any]:
        """When the file says it was saved. ms since 1970 UTC; zip dates are local time."""
        save, module = self._log.save, self._log.module
        found: dict[str, Any] = {}
        if save and save.saved_ms > 0:
            found["saved_ms"] = save.saved_ms
        if module and module.saved_ms > 0:
            found["module_saved_ms"] = module.saved_ms
        dates = zip_dates(data)
        if dates:
            found["zip_dates"] = dates
        return found

    def _notes(self, report: CheckReport | None) -> list[str]:
        log, story = self._log, self.story
        notes = list(self.notes)
        if report is not None:
            notes += report.notes
        else:
            notes += [f"{DAMAGE}{damage}" for damage in log.damages]
        if self._known is None:
            name = log.module.name if log.module else None
            told = f"the module {name!r}" if name else "its module, which it does not name"
            notes.append(clipped(f"no hexes, no checks: supply {told} (--module)"))
        elif module_differs(log, self._known):
            notes.append(
                f"the log is of version {log.module.version if log.module else '?'} of the module, "
                f"the file read of {self._known.module.version}"
            )
        if not story.rolls and story.chat_rolls:
            notes.append(
                "the dice are read from the chat, which a player can forge: this module's buttons "
                "set no properties"
            )
        if story.rolls or story.chat_rolls:
            notes.append(CAUTION)
        if story.left_out:
            notes.append(f"{story.left_out} events more are not listed")
        return [clean_note(note) for note in notes]


def shown_in(findings: Sequence[Mapping[str, Any]]) -> set[str]:
    """The pieces that pictures of findings may show: those moved, and where Units stood, by the id
    that the rules' question has for them."""
    units = (
        unit for one in findings for unit in one.get("asked", {}).get("state", {}).get("units", ())
    )
    return {one["piece"] for one in findings if "piece" in one} | {
        unit["id"] for unit in units if unit.get("id")
    }


def without_folder(error: InputError) -> InputError:
    """An error that names its file without the folders it lies in."""
    where = error.where
    bare = Where(PurePath(where.path).name, where.row, where.column, where.part)
    return InputError(bare, error.found, error.expected, error.nearest)


def clean_note(note: str) -> str:
    """A note without what no document may hold."""
    return "".join(c if c.isprintable() else " " for c in note)


def module_differs(log: GameLog, known: KnownModule) -> bool:
    """Whether the log is of another version of the module than the file."""
    return log.module is not None and log.module.version != known.module.version


def zip_dates(data: bytes) -> dict[str, str]:
    """The dates of the zip's entries, as their machine's clock showed them."""
    return {
        clipped(name): "{:04}-{:02}-{:02} {:02}:{:02}:{:02}".format(*date)
        for name, date in dates_of(data, MOST_DATES).items()
    }
