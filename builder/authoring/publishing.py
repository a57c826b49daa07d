"""``clubroute publish``: a module with its version and a true date, and what has changed since."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import digest, not_staged
from clubroute.builder.files.regular import read_file
from clubroute.builder.files.staging import Staging, staging
from clubroute.builder.module.charts import sheets_of
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.outline import shelf_of
from clubroute.builder.module.pictures import shown
from clubroute.builder.module.setups import Shelf
from clubroute.builder.pipeline import build_game
from clubroute.builder.project import Project
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.markers import Chit, MarkerKind
from clubroute.builder.sources.text import filled_rows
from clubroute.builder.sources.toml_table import GameFolder, game_folder, read_toml_table
from clubroute.builder.stopwatch import Progress
from clubroute.builder.terrain.terrain_file import load_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import BUILD_FILE, entries_of, epoch_seconds

SHOWN = 12
"""So many changes of a kind are told one by one."""
RELEASES = "release"
"""What only one command at a time lays into a folder."""
EPOCH = "SOURCE_DATE_EPOCH"
DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
YEARS = range(1980, 2108)
"""The years that the date of an entry in a zip can be of."""
AFTER = datetime(YEARS.stop, 1, 1, tzinfo=UTC)
"""What comes after them."""

MOST_RECORD = 64 * 1024 * 1024
"""Bytes of a record; that of a large game has some two million."""

Record = dict[str, dict[str, str]]
"""What a release holds: for each kind of thing what each is, by its name."""


@dataclass(frozen=True, slots=True)
class Published:
    """The files of a release, and its notes."""

    files: tuple[Path, ...]
    notes: str


def publish(
    project: Project, name: str, out: Path, day: str | None, progress: Progress
) -> Published:
    """Build a game and lay its release into a folder: module, notes, and the record of both.

    :param day: of the release, ``2026-11-24``; None is today.
    :raises InputError: a mistake in the sources; no such day; the version is published already.
    """
    seconds = epoch_of(day)
    with staging(out, RELEASES, progress) as place:
        return publish_alone(project, name, out, seconds, progress, place)


def publish_alone(
    project: Project,
    name: str,
    out: Path,
    seconds: int,
    progress: Progress,
    place: Staging,
) -> Published:
    """Lay a release into a folder while no other command does."""
    shelf = shelf_of(project, name)
    game = shelf.game
    stem = f"{game.file}-{game.version}"
    if (out / f"{stem}.vmod").exists():
        raise InputError(
            Where.of(out / f"{stem}.vmod"),
            f"version {game.version}, published already",
            f"another version in {project.game(name) / 'module.toml'}",
        )
    with dated(seconds):
        build_game(project, name, project.build, progress=progress)
    terrain = load_terrain(project.build / f"{game.lattice}.terrain").window(game.window)
    module = (project.build / f"{game.file}.vmod").read_bytes()
    record = {
        **record_of(shelf, terrain),
        **texts_of(shelf, game_folder(project.game(name))),
        FILES: files_of(module, Where.of(project.build / f"{game.file}.vmod"), game.version),
    }
    before = last_record(out, game)
    notes = notes_text(game, seconds, record, before)
    files = {
        out / f"{stem}.record.json": json.dumps(
            {"version": game.version, "seconds": seconds, "holds": record},
            ensure_ascii=False,
            indent=1,
        ).encode("utf-8"),
        out / f"{stem}.md": notes.encode("utf-8"),
        # The module last: a version that has one is published.
        out / f"{stem}.vmod": module,
    }
    place.put(files)
    return Published(tuple(reversed(files)), notes)


def epoch_of(day: str | None) -> int:
    """Noon of a day, seconds since 1970. :raises InputError: no such day."""
    if day is None:
        told = epoch_seconds(os.environ)
        if told is not None and told >= AFTER.timestamp():
            raise InputError(Where(EPOCH), str(told), f"a moment before {AFTER.year}")
        return int(datetime.now(UTC).timestamp()) if told is None else told
    where = Where("--date")
    if not DAY.fullmatch(day):
        raise InputError(where, repr(day), "a day as 2026-11-24")
    try:
        noon = datetime.strptime(f"{day} 12 +0000", "%Y-%m-%d %H %z")
    except ValueError:
        raise InputError(where, repr(day), "a day as 2026-11-24") from None
    if noon.year not in YEARS:
        raise InputError(where, repr(day), f"a day of {YEARS[0]} to {YEARS[-1]}, as a zip can tell")
    return int(noon.timestamp())


@contextmanager
def dated(seconds: int) -> Iterator[None]:
    """Let what is built have a date."""
    before = os.environ.get(EPOCH)
    os.environ[EPOCH] = str(seconds)
    try:
        yield
    finally:
        if before is None:
            del os.environ[EPOCH]
        else:
            os.environ[EPOCH] = before


def record_of(shelf: Shelf, terrain: TerrainMap) -> Record:
    """What a module holds, as far as players see it."""
    counters, lattice = shelf.counters, terrain.lattice
    pieces: list[UnitCounter | MarkerKind | Chit] = [
        *counters.units,
        *counters.markers,
        *counters.chits,
    ]
    sides = {
        f"{lattice.format_hexside(side)} {one.kind}": f"{one.name} {one.note}".strip()
        for side, many in terrain.hexsides.items()
        for one in many
    }
    return {
        "counters": {one.id: f"{one.name} {digest(shown(one))[:12]}" for one in pieces},
        "keys": dict(counters.traits.keys),
        "set-ups": {
            one.title: digest(repr([(row.piece, row.hex, row.state) for row in one.standing]))[:12]
            for one in counters.setups
        },
        "hexes": {
            lattice.format(h): f"{one.terrain} {one.name}".strip()
            for h, one in terrain.hexes.items()
        },
        "hexsides": sides,
        "Roads": {
            lattice.format_hexside(side): " ".join(sorted(one.road for one in many))
            for side, many in terrain.links.items()
        },
    }


FILES = "files"
"""What a record calls the files of a module: a player sees a change of them that nothing else
tells."""

UNSEEN = re.compile(r"moduledata|.*\.(class|vsav|vlog)")
"""Files of a module that players do not see as they are, or that have its version in them."""

SHORT = 40
"""Letters of a value that notes quote."""

TITLES = ("title", "name", "say", "id", "text")
"""Keys that tell one table of a list from another, the best first."""

WRITTEN = {"rules": "rules.toml", "game": "module.toml", "windows": "windows.toml"}
"""What a record calls the values of a game's files."""

READ = (*WRITTEN, "set-up texts", "charts", "help", FILES)
"""Kinds of a record that no notes count: values and texts, not things."""


def texts_of(shelf: Shelf, folder: GameFolder) -> Record:
    """What a game's files say to its players: rules, windows, charts, help, words of set-ups."""
    windows, scenarios = shelf.counters.windows, shelf.counters.scenarios
    told = {
        kind: dict(flat("", read_toml_table(folder.file(file)).table))
        for kind, file in WRITTEN.items()
        if folder.has(file)
    }
    told["game"].pop("version", None)
    told["set-up texts"] = {
        f"{one.title}: {key}": value
        for one in scenarios
        for key, value in flat("", read_toml_table(Path(one.path)).table)
    }
    told["charts"] = {}
    for chart in windows.charts:
        tables = {page.title: page.path for page in chart.pages if page.path.suffix == ".csv"}
        for sheet in sheets_of(chart):
            if sheet.title in tables:
                rows = filled_rows(tables[sheet.title])
                told["charts"] |= {f"{sheet.title}: {row[0]}": " | ".join(row[1:]) for row in rows}
            else:
                told["charts"][sheet.title] = digest(sheet.data)[:12]
    told["help"] = {page.title: digest(page.path.read_bytes())[:12] for page in windows.pages}
    return told


def flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """The values of a TOML table by their whole names, as ``terrain.woods.move``."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(f"{name}.{key}" if name else key, inner)
    elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
        for number, inner in enumerate(value, start=1):
            title = next((inner[key] for key in TITLES if key in inner), number)
            yield from flat(f"{name} {title}", inner)
    else:
        text = value if isinstance(value, str) else json.dumps(value, default=str)
        yield name, text


def files_of(module: bytes, where: Where, version: str) -> dict[str, str]:
    """The digests of the files of a module that players see."""
    return {
        one.name: digest(
            one.data.replace(f'version="{version}"'.encode(), b"")
            if one.name == BUILD_FILE
            else one.data
        )[:12]
        for one in entries_of(module, where)
        if not UNSEEN.fullmatch(one.name)
    }


def last_record(out: Path, game: GameSource) -> Mapping[str, Any] | None:
    """The newest release in a folder, None for none. :raises InputError: a damaged record."""
    found = [read_record(path) for path in not_staged(out.glob(f"{game.file}-*.record.json"), out)]
    # That of this version is left over from a release that was broken off.
    others = [one for one in found if one["version"] != game.version]
    return max(others, key=lambda one: (one["seconds"], one["version"]), default=None)


def read_record(path: Path) -> Mapping[str, Any]:
    """The record of a release. :raises InputError: it is not as :func:`publish` writes one."""
    where, expected = Where.of(path), "what clubroute publish wrote"
    data = read_file(path, where, expected, MOST_RECORD)
    try:
        record = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise InputError(where, "no JSON", expected) from None
    if not isinstance(record, dict):
        raise InputError(where, "no object", expected)
    checks = (
        ("version", isinstance(record.get("version"), str)),
        ("seconds", type(record.get("seconds")) is int),
        ("holds", is_record(record.get("holds"))),
    )
    for name, holds in checks:
        if not holds:
            found = "something else" if name in record else "nothing"
            raise InputError(Where(str(path), part=name), found, expected)
    return record


def is_record(value: Any) -> bool:
    """Whether a value is what a release holds: texts by name, by kind."""
    return isinstance(value, dict) and all(
        isinstance(things, dict) and all(isinstance(one, str) for one in things.values())
        for things in value.values()
    )


def notes_text(
    game: GameSource, seconds: int, record: Record, before: Mapping[str, Any] | None
) -> str:
    """The notes of a release, Markdown."""
    day = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
    lines = [f"# {game.name} {game.version} ({day})", "", game.description, ""]
    lines += [f"For VASSAL {game.vassal} and later. Sides: {', '.join(game.sides)}.", ""]
    if before is None:
        things = {kind: told for kind, told in record.items() if kind not in READ}
        many = ", ".join(counted(kind, len(told)) for kind, told in things.items())
        return "\n".join([*lines, f"The first release: {many}.", ""])
    lines += [f"## Changed since {before['version']}", ""]
    old = before["holds"]
    files = {FILES: record[FILES]}
    named = {kind: told for kind, told in record.items() if kind != FILES}
    changed = list(change_lines(old, named)) or list(change_lines(old, files))
    if missing := [kind for kind in record if kind not in old and record[kind]]:
        changed.append(
            f"- not compared, as {before['version']} kept no record of them: {', '.join(missing)}"
        )
    return "\n".join([*lines, *(changed or ["Nothing that a player sees."]), ""])


def counted(kind: str, many: int) -> str:
    """How many of a kind there are, in words. Of Roads every hexside they cross is one."""
    words = "Road hexsides" if kind == "Roads" else kind
    return f"{many} {words.removesuffix('s') if many == 1 else words}"


def change_lines(old: Mapping[str, Mapping[str, str]], new: Record) -> Iterator[str]:
    """What differs between two releases, a line for each kind of change."""
    for kind, now in new.items():
        then = old.get(kind, now)
        for word, names in (
            ("new", [name for name in now if name not in then]),
            ("gone", [name for name in then if name not in now]),
            ("changed", [name for name in now if name in then and now[name] != then[name]]),
        ):
            if names:
                more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
                shown = [quoted(name, kind, then, now) for name in names[:SHOWN]]
                yield f"- {kind} {word}: {', '.join(shown)}{more}"


def quoted(name: str, kind: str, then: Mapping[str, str], now: Mapping[str, str]) -> str:
    """A name with what it was and is, where that is short and no digest."""
    if kind not in (*WRITTEN, "charts") or name not in then or name not in now:
        return name
    old, new = then[name], now[name]
    return f"{name} ({old} → {new})" if len(old) + len(new) <= SHORT else name
