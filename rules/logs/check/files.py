"""Checks a log file: its module is found beside the compiled maps, or named."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.vassal.archive import module_name, read_module
from clubroute.builder.vassal.limits import ArchiveLimits
from clubroute.builder.vassal.metadata import MODULE_DATA
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import ReplayListener, check_log
from clubroute.rules.logs.check.finding import CheckReport
from clubroute.rules.logs.check.found import LogModule, find_module
from clubroute.rules.logs.check.judge import Record, Referee, Told
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.logs.check.outlined import outline_digest, outlined
from clubroute.rules.logs.check.series import every_series, open_referee, series_of_module, unusual
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.damage import Mode
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.rewind import Rewind
from clubroute.rules.logs.rulings import Checked, name_of_log
from clubroute.rules.rulings.versions import file_digest
from clubroute.rules.series import own_series_list

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
    """As :func:`check_file`, from the bytes of a file with that name."""
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
    for path in sorted(folder.glob("*.vmod")):
        with contextlib.suppress(InputError):
            names.setdefault(module_name(path), path)
    names.pop("", None)
    if wanted is not None and wanted in names:
        return names[wanted]
    broken = next((d for d in log.damages if d.where.part == MODULE_DATA), None)
    unnamed = "a log that names no module" if broken is None else f"{broken.found} in {MODULE_DATA}"
    found = f"a log of {wanted!r}" if wanted else unnamed
    expected = "one of a module built here: " + (", ".join(names) or "(none)")
    expected += "; of one you own: clubroute owner import MODULE.vmod"
    raise InputError(log.where, found, expected, nearest_name(wanted or "", names))
