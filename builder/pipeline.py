"""From sources to module: named passes, each remembered by what it was made from.

1. ``read``: the game, the lattice and the counters, every mistake found at once.
2. ``terrain``: the survey, compiled to a TerrainMap.
3. ``boards``: a picture of each board, in worker processes.
4. ``counters``: a picture of each counter face.
5. ``module``: the build file, the setups, the archive.
6. ``write``: all results into the output folder, each atomically, the module last.

A pass whose inputs have not changed takes its result from the cache; a build with nothing changed
at all does not get beyond comparing digests.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import (
    asdict,
    dataclass,
    field,
    replace,
)
from pathlib import Path
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.files.atomic import (
    CACHE,
    Cache,
    alone,
    digest,
    files_digest,
    sweep,
    write_all,
    write_bytes,
)
from clubroute.builder.module.game import GameSource, read_game
from clubroute.builder.own_code import code_digest
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.counter_style import Printed
from clubroute.builder.sources.json_text import json_of
from clubroute.builder.sources.text import read_text
from clubroute.builder.sources.toml_table import counter_files
from clubroute.builder.stopwatch import (
    Counted,
    Progress,
    Stopwatch,
    uncounted,
)
from clubroute.builder.terrain.shipped_maps import (
    LETTERED,
    OTHERS,
    OWN,
    SURVEY,
    TERRAIN,
    WARNINGS,
)

# What a build made, for people and for machines.


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The outcome of a build. Everything but ``passes`` and ``fresh`` is the same on every run.

    ``shares`` are shares (0..1) of each provenance among hexes, hexsides and links;
    ``files`` sizes in bytes; ``passes`` seconds by pass; ``fresh`` is False when nothing had
    changed since the last build.
    """

    game: str
    module: str
    map: Mapping[str, int]
    boards: Mapping[str, tuple[int, int]]
    counters: Mapping[str, int]
    setups: tuple[str, ...]
    warnings: tuple[str, ...]
    shares: Mapping[str, Mapping[str, float]]
    terrain_digest: str
    files: Mapping[str, int]
    passes: Mapping[str, float] = field(default_factory=dict)
    fresh: bool = True

    def record(self, *, timings: bool) -> dict[str, Any]:
        """As plain JSON values; timings and freshness only if asked for."""
        values = asdict(self)
        if not timings:
            del values["passes"], values["fresh"]
        return values

    def json(self, *, timings: bool) -> str:
        """As JSON text."""
        return json.dumps(self.record(timings=timings), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> BuildReport:
        """The report that :meth:`record` wrote. :raises KeyError, TypeError: not one."""
        values = dict(record)
        values["boards"] = {name: tuple(size) for name, size in values["boards"].items()}
        for name in ("setups", "warnings"):
            values[name] = tuple(values[name])
        return cls(**values)


def report_lines(report: BuildReport) -> list[str]:
    """The report as lines for a terminal."""
    lines = [f"{report.game}: {report.module}" + ("" if report.fresh else "  (nothing changed)")]
    lines.append("  map       " + ", ".join(f"{n} {what}" for what, n in report.map.items()))
    for name, (width, height) in report.boards.items():
        lines.append(f"  board     {name} {width} × {height} px")
    lines.append("  counters  " + ", ".join(f"{n} {what}" for what, n in report.counters.items()))
    for setup in report.setups:
        lines.append(f"  setup     {setup}")
    for group, shares in report.shares.items():
        text = ", ".join(f"{share:.1%} {name}" for name, share in shares.items())
        lines.append(f"  basis     {group}: {text}")
    lines.append(f"  terrain   sha256 {report.terrain_digest}")
    for name, size in report.files.items():
        lines.append(f"  file      {name} {size:,} bytes")
    if report.passes:
        total = sum(report.passes.values())
        text = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in report.passes.items())
        lines.append(f"  time      {text}; in all {total:.2f} s")
    lines.append(f"  warnings  {len(report.warnings)}")
    lines += [f"    {warning}" for warning in report.warnings]
    return lines


def build_game(
    project: Project,
    name: str,
    out: Path,
    *,
    jobs: int | None = None,
    progress: Progress,
    counted: Counted = uncounted,
    printed: Printed | None = None,
) -> BuildReport:
    """Build one game's module into ``out``.

    :param jobs: worker processes for the boards; default one a core.
    :param counted: tells how much of a long pass is done.
    :param printed: what an owner says stands on the counters.
    :raises ClubrouteError: a mistake in the sources; then nothing in ``out`` has changed.
    """
    with alone(out / CACHE, lambda: progress(f"waiting for another build in {out}")):
        watch = Stopwatch(progress, counted)
        return build_alone(project, name, out, jobs or os.cpu_count() or 1, watch, printed)


def build_alone(
    project: Project, name: str, out: Path, jobs: int, watch: Stopwatch, printed: Printed | None
) -> BuildReport:
    """Build one game's module while no other build is at work in ``out``."""
    project = project.with_game(name)
    try:
        return build_from(project, name, out, jobs, watch, printed)
    except InputError as error:
        from clubroute.builder.lint.source_check import every_mistake

        raise every_mistake(project, name, error) from error


def build_from(
    project: Project, name: str, out: Path, jobs: int, watch: Stopwatch, printed: Printed | None
) -> BuildReport:
    """Build one game's module. :raises InputError: the first mistakes met in its sources."""
    game = read_game(project.game(name) / MODULE_FILE)
    cache = Cache(out / CACHE)
    sweep(out / CACHE)
    manifest = out / CACHE / f"{name}.manifest"
    with watch.measure("compare"):
        stamp = sources_stamp(project, name, game, printed)
        old = unchanged(manifest, stamp, out)
    if old is not None:
        return replace(old, passes=watch.seconds, fresh=False)
    from clubroute.builder.assemble import make_outputs

    made = make_outputs(project, name, game, cache, watch, jobs, printed)
    with watch.measure("write"):
        report = write_outputs(made.files, made.report, out, game)
        # A source that was edited meanwhile is none of what the stamp says the module is made of.
        if sources_stamp(project, name, game, printed) == stamp:
            record = {
                "stamp": stamp,
                "report": report.record(timings=False),
                "files": made.digests,
            }
            text = json.dumps(record, ensure_ascii=False, sort_keys=True)
            write_bytes(manifest, f"{digest(text)}\n{text}".encode())
        # A map may be called as the game is: what is kept of it is looked after elsewhere.
        cache.prune(f"{name}-", (TERRAIN, WARNINGS, SURVEY, OWN, LETTERED, OTHERS))
    return replace(report, passes=watch.seconds)


def sources_stamp(project: Project, name: str, game: GameSource, printed: Printed | None) -> str:
    """Digest of all a module is made from."""
    maps = project.with_lattice(game.lattice)
    return digest(
        files_digest(maps.map_sources, maps.map_files(game.lattice)),
        files_digest(project.counters, counter_files(project, name)),
        code_digest(),
        os.environ.get("SOURCE_DATE_EPOCH", ""),
        printed.stamp if printed is not None else "",
    )


def unchanged(manifest: Path, stamp: str, out: Path) -> BuildReport | None:
    """The last build's report, if its inputs and all its outputs are still the same."""
    try:
        told, _, text = read_text(manifest).partition("\n")
        record = json_of(text, Where.of(manifest), "what a build keeps")
        if told != digest(text) or record["stamp"] != stamp:
            return None
        for file, expected in record["files"].items():
            if digest((out / file).read_bytes()) != expected:
                return None
        return BuildReport.of(record["report"])
    except (InputError, OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_outputs(
    files: Mapping[str, bytes], report: BuildReport, out: Path, game: GameSource
) -> BuildReport:
    """Write every result together, the module last: whoever sees the module sees all of it."""
    module = f"{game.file}.vmod"
    order = [*(n for n in files if n != module), module]
    write_all({out / name: files[name] for name in order}, out / CACHE)
    return replace(report, files={name: len(data) for name, data in sorted(files.items())})


def build_all(
    project: Project,
    names: tuple[str, ...],
    out: Path,
    *,
    jobs: int | None = None,
    progress: Progress,
    counted: Counted = uncounted,
    printed: Printed | None = None,
) -> tuple[BuildReport, ...]:
    """Build several games, in the order given."""
    if not names:
        raise ClubrouteError("nothing to build: no game has a module.toml")
    return tuple(
        build_game(project, n, out, jobs=jobs, progress=progress, counted=counted, printed=printed)
        for n in names
    )
