"""``check_log``: replays a log before the judge of its series, and reports the findings."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any, Protocol, TypeVar

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.atomic import files_digest, not_staged
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.vassal.archive import module_name, read_module
from clubroute.builder.vassal.limits import ArchiveLimits
from clubroute.builder.vassal.metadata import MODULE_DATA, Metadata
from clubroute.rules.asking.context import OURS, Context
from clubroute.rules.logs.check.errors import ErrorRules
from clubroute.rules.logs.check.finding import DAMAGE, PUT_RIGHT_NEXT, CheckReport, LogFinding
from clubroute.rules.logs.check.judge import Judge, Record, Referee, Told
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.logs.check.remedy import Remedies, events_of
from clubroute.rules.logs.check.rounds import judged_by
from clubroute.rules.logs.check.series import (
    every_series,
    open_referee,
    outline_digest,
    outlined,
    series_of_module,
    unusual,
)
from clubroute.rules.logs.container import LOG_LIMITS, Mode, read_bytes
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.grids.printed import split_numbers
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.replay import Moment, Rewind, replay
from clubroute.rules.logs.rulings import Checked, name_of_log
from clubroute.rules.owner.modules.boards import read_layout
from clubroute.rules.owner.modules.digest import digest_of as sha256_of
from clubroute.rules.owner.modules.known import OwnModule, files_of, own_modules
from clubroute.rules.rulings.ruling import file_digest
from clubroute.rules.series import all_series, own_series_list

# Finds the module of a log, a save, a text or a name: one of ours, or one that the owner has.


@dataclass(frozen=True, slots=True)
class LogModule:
    """The module of a log: how it is read, what its counters are, and the ground they lie on.

    ``counters`` is the file of its counters where it is none of ours, ``context`` the surroundings
    on its ground. ``digest`` is that of its file, ``note`` what is odd about it. ``label`` tells it
    from others the owner has, "" for one of ours.
    """

    module: Module
    counters: Path | None
    context: Context
    digest: str = ""
    note: str = ""
    label: str = ""


Named = Callable[[Context, GameLog], Module]
"""Finds one of our own modules by the name a log gives."""


def find_module(
    context: Context,
    log: GameLog,
    ours: Named,
    read: Callable[[Path], Module],
    told: tuple[Path | None, Path | None] = (None, None),
) -> LogModule:
    """Find the module of a log.

    :param ours: finds one of ours; :param read: reads a module's file; :param told: the module's
        file and that of its counters, where they are named for this log. Those named for all logs
        (:attr:`Context.logs`) are of the logs that name that module.
    :raises InputError: it is neither ours nor one the owner has, and no file of it is named.
    """
    path, counters = told
    if path is None and counters is None and log.module is not None:
        own = owned(context, log.module)
        if own is not None:
            return own
        name = log.module.name or ""
        if context.logs.module is not None and (module := read(context.logs.module)).name == name:
            return LogModule(with_split_numbers(module), context.logs.counters, context.on(OURS))
    if path is None:
        return LogModule(ours(context, log), counters, context.on(OURS))
    module = read(path)
    if counters is None:
        own = owned(context, Metadata(module.version, "", 0, name=module.name), path)
        if own is not None:
            return own
    return LogModule(with_split_numbers(module), counters, context.on(OURS))


def with_split_numbers(module: Module) -> Module:
    """A module whose numbers with nothing between column and row are told our way."""
    modulo = max((wrap_of(one.lattice) for one in all_series()), default=0)
    return replace(module, maps=split_numbers(module.maps, modulo))


def owned(context: Context, file: Metadata, path: Path | None = None) -> LogModule | None:
    """The module the owner has that a file is of, on its ground; None if he has none of its name.

    :param file: the metadata in the file; :param path: the module's own file, where that is named:
        its digest then says which of several of one name it is.
    :raises InputError: its layout, or the file, cannot be read.
    """
    known = own_modules(context)
    own, doubt = known.of_file(file)
    if own is None:
        return None
    if path is not None:
        digest = digest_at(context, path)
        same = [one for one in known.modules if one.told.digest == digest]
        if same:
            own, doubt = same[0], ""
        elif own.told.version == file.version:
            doubt = f"another file than the imported one: {own.folder.name}"
    return laid_out(context, own, file.version, doubt, known.label(own))


def digest_at(context: Context, path: Path) -> str:
    """The digest of a module's file, worked out once. :raises InputError: it cannot be read."""
    try:
        state = path.stat()
    except OSError as error:
        raise InputError(Where.of(path), error.strerror or "unreadable", "a file") from None
    key = ("digest", (str(path), state.st_mtime_ns, state.st_size))
    found: str | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = sha256_of(path)
    return found


def laid_out(context: Context, own: OwnModule, version: str, doubt: str, label: str) -> LogModule:
    """A module the owner has, as its layout says. :raises InputError: that cannot be read."""
    here = context.on(own.ground)
    key = ("own module", str(own.folder))
    module: Module | None = here.loaded.get(key)
    if module is None:
        module = here.loaded[key] = read_layout(own.folder, own.told, modulo_of(own))
    imported = own.told.version
    note = doubt
    if version and imported and version != imported:
        note = f"of version {version}; read by the imported {imported} (clubroute owner import)"
    counters = own.folder / "counters.toml"
    return LogModule(module, counters, here, digest_of(here, own), note, label)


LENGTH = 16
"""Hex digits of a digest that are kept."""


def digest_of(here: Context, own: OwnModule) -> str:
    """The digest of a module's own file, and that of the files it is read by."""
    key = ("own module digest", str(own.folder))
    found: str | None = here.loaded.get(key)
    if found is None:
        read = files_digest(own.folder, [one for one in files_of(own.folder) if one.is_file()])
        found = here.loaded[key] = f"{own.told.digest[:LENGTH]} {read[:LENGTH]}"
    return found


def modulo_of(own: OwnModule) -> int:
    """Where the columns of the rules' map begin anew, 0 for never."""
    return wrap_of(own.told.lattice, own.told.rules)


def wrap_of(name: str, window: str | None = None) -> int:
    """Where the columns of a lattice, or of one of its maps, begin anew, 0 for never."""
    lattice = read_lattice(shipped_project().map_sources / name / "lattice.toml").lattice
    windows = lattice.windows if window is None else (window,)
    return max((sheet.wrap or 0 for one in windows for sheet in lattice.window(one)), default=0)


def unknown(log: GameLog, error: InputError) -> InputError:
    """The error for a module that is none of ours: how to make it known."""
    expected = f"{error.expected}, or import it: clubroute owner import MODULE.vmod"
    return InputError(error.where, error.found, expected, error.nearest)


class ReplayListener(Protocol):
    """Hears of the replay that a check makes."""

    def begin(self, game: Game, judge: Judge) -> None:
        """Take over the game as the log restores it, before the first step."""

    def see(self, moment: Moment) -> None:
        """Take a step that was played and judged."""


def check_log(
    log: GameLog,
    module: Module,
    referee: Referee,
    told: Told,
    listener: ReplayListener | None = None,
    before: Record | None = None,
    rewind: Rewind | None = None,
) -> CheckReport:
    """Judge everything a log shows. ``listener`` hears of the replay, which is made once.
    ``before`` is what the log that this one continues left, None if that is not known;
    ``rewind`` takes what the steps change.

    :raises InputError: the referee knows no map of the module, or an owner's table is wrong.
    """
    judge = referee.judge(log, module, told)
    game = start(log, module.maps.stacking)
    judge.begin(game, before)
    if rewind is not None:
        rewind.begin(game)
    if listener is not None:
        listener.begin(game, judge)
    for moment in replay(log, module.maps.stacking, game):
        judge.follow(moment)
        if rewind is not None:
            rewind.see(moment.index, moment.change)
        if listener is not None:
            listener.see(moment)
    findings = sorted(judge.findings(), key=lambda f: (f.steps[:1], f.steps, f.check, f.unit))
    unsealed: tuple[LogFinding, ...] = ()
    if any(one.verdict == "illegal" or one.needs == (PUT_RIGHT_NEXT,) for one in findings):
        errors = ErrorRules.of(told.get("errors"))
        events = events_of(log, module, referee.deck)
        remedies = Remedies(log, module, errors, PurePath(log.where.path).name, events)
        findings = remedies.of(findings)
        unsealed = remedies.unsealed(findings)
    rules = judged_by(told)
    damages = [f"{DAMAGE}{damage}" for damage in log.damages]
    return CheckReport(
        PurePath(log.where.path).name,
        told_module(log.module) or f"{module.name} {module.version}".strip(),
        log.save.vassal_version if log.save else "",
        len(log.steps),
        tuple(findings),
        (*([rules] if rules else []), *damages, *judge.notes()),
        judge.leaves(),
        judge.asks,
        judge.awaits,
        unsealed,
    )


def told_module(data: Metadata | None) -> str:
    """Return the name and version a log gives its module."""
    return f"{data.name} {data.version}".strip() if data is not None else ""


# Checks a log file: its module is found beside the compiled maps, or named.

T = TypeVar("T")
NOTHING_TOLD: Mapping[str, Any] = {}
"""The options of a log for which none is given."""


@dataclass(frozen=True, slots=True)
class CheckSetting:
    """Holds what a log is checked against: its module, and the referee who knows its counters.

    ``digest`` is that of the module's file, with that of the counters' mapping where it is a file
    of the players' own. ``context`` is that of the module's ground, ``note`` what is odd about
    the module.
    """

    module: Module
    referee: Referee
    digest: str
    context: Context
    note: str = ""


def check_file(
    context: Context,
    path: Path,
    *,
    module: Path | None = None,
    counters: Path | None = None,
    told: Told = NOTHING_TOLD,
    listener: ReplayListener | None = None,
    before: Record | None = None,
) -> tuple[CheckReport, Checked]:
    """Check a .vlog or .vsav: the report, and what rulings on its findings need.

    Without ``module`` (a .vmod) that of the log's name is looked for among the built ones;
    ``counters`` is a mapping file for a module of somebody else's. ``listener`` and ``before`` as
    in :func:`clubroute.rules.logs.check.check.check_log`.

    :raises InputError: a file that cannot be read, no module, or nothing that says what is what.
    """
    data = read_bytes(path, LOG_LIMITS.total)
    return check_bytes(
        context,
        data,
        path.name,
        module=module,
        counters=counters,
        told=told,
        listener=listener,
        before=before,
    )


def check_bytes(
    context: Context,
    data: bytes,
    name: str,
    *,
    module: Path | None = None,
    counters: Path | None = None,
    told: Told = NOTHING_TOLD,
    limits: ArchiveLimits = LOG_LIMITS,
    listener: ReplayListener | None = None,
    before: Record | None = None,
) -> tuple[CheckReport, Checked]:
    """Check as :func:`check_file` does, from the bytes of a file with that name."""
    log = log_of(data, Where(name), Mode.TOLERANT, limits)
    setting = setting_of(context, log, module, counters)
    rewind = Rewind()
    report = check_log(log, setting.module, setting.referee, told, listener, before, rewind)
    if setting.note:
        report = replace(report, notes=(*report.notes, f"the module is {setting.note}"))
    return report, Checked(log, name_of_log(data), rewind, setting.digest, unusual(told), before)


def setting_of(
    context: Context, log: GameLog, module: Path | None, counters: Path | None
) -> CheckSetting:
    """Find the module of a log and its referee. :raises InputError: as check_file."""
    found = found_module(context, log, module, counters)
    here, name = found.context, found.module.name
    referee = referee_in(here, name, found.counters)
    digests = [found.digest]
    if not found.digest:
        path = module if module is not None else built_or_none(context.folder, log)
        digests = [] if path is not None else [outline_digest(context, name)]
        digests += [digest_in(context, one) for one in (path, counters) if one is not None]
    return CheckSetting(found.module, referee, " ".join(digests), here, found.note)


def found_module(
    context: Context, log: GameLog, module: Path | None, counters: Path | None
) -> LogModule:
    """Find the module of a log among ours, built or not, those the owner has, or as it is named.

    :raises InputError: it is none of them.
    """

    def read(path: Path) -> Module:
        return module_in(context, path)

    found = find_module(context, log, our_module, read, (module, counters))
    if module is not None and found.counters is None and not ours(found.module.name):
        expected = "a module of ours, or one whose counters are known: clubroute owner import "
        expected += f"{module.name}, or --counters"
        raise InputError(Where.of(module), f"the module {found.module.name!r}", expected)
    return found


def our_module(context: Context, log: GameLog) -> Module:
    """One of ours, built or not. :raises InputError: the log names none such."""
    try:
        return module_in(context, built_module(context.folder, log))
    except InputError:
        named = log.module.name if log.module is not None else None
        found = None if not named else outlined(context, named)
        if found is None:
            raise
        return found


def built_or_none(folder: Path, log: GameLog) -> Path | None:
    """The built module a log names, None if there is none."""
    with contextlib.suppress(InputError):
        return built_module(folder, log)
    return None


def ours(module: str) -> bool:
    """Tell whether a module is one of ours."""
    own = any(one.title == module for one in own_series_list())
    return own or any(one.plays(module) for one in every_series())


def module_in(context: Context, path: Path) -> Module:
    """Read a module once. :raises InputError: it cannot be read."""
    return kept(context, "log module", path, lambda path: module_of(read_module(path)))


def digest_in(context: Context, path: Path) -> str:
    """Work out the digest of a file once. :raises InputError: it cannot be read."""
    return kept(context, "file digest", path, file_digest)


def referee_in(context: Context, module: str, counters: Path | None) -> Referee:
    """Open the referee for a module's logs once. :raises InputError: as open_referee."""
    path = series_of_module(module).counters if counters is None else counters
    kind = f"log referee of {module}" if counters is None else "log referee of others"
    return kept(context, kind, path, lambda _: open_referee(context, module, counters))


def kept(context: Context, kind: str, path: Path, read: Callable[[Path], T]) -> T:
    """Read what a file holds once, as long as it does not change. :raises InputError: as read."""
    key = (kind, stamp(path))
    found: T | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = read(path)
    return found


def stamp(path: Path) -> str:
    """Tell a file from the same file changed since. :raises InputError: there is none."""
    try:
        state = path.stat()
    except OSError as error:
        raise InputError(Where.of(path), error.strerror or "unreadable", "a file") from None
    return f"{path} {state.st_mtime_ns} {state.st_size}"


def built_module(folder: Path, log: GameLog) -> Path:
    """Find the built module a log names. :raises InputError: it names none, or there is none."""
    wanted = log.module.name if log.module is not None else None
    names: dict[str, Path] = {}
    for path in sorted(not_staged(folder.glob("*.vmod"), folder)):
        with contextlib.suppress(InputError):
            names.setdefault(module_name(path), path)
    names.pop("", None)
    if wanted is not None and wanted in names:
        return names[wanted]
    broken = next((d for d in log.damages if d.where.part == MODULE_DATA), None)
    if wanted is None and broken is None and log.damages:
        found = f"a damaged log: {log.damages[0].found}"
        raise InputError(log.where, found, "the whole file: ask for it again")
    unnamed = "a log that names no module" if broken is None else f"{broken.found} in {MODULE_DATA}"
    found = f"a log of {wanted!r}" if wanted else unnamed
    expected = "one of a module built here: " + (", ".join(names) or "(none)")
    expected += "; of one you own: clubroute owner import MODULE.vmod; "
    expected += "of any other, its pieces: clubroute position FILE"
    raise InputError(log.where, found, expected, nearest_name(wanted or "", names))
