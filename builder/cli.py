"""The command line: what authors and players type.

Only click is imported here; each command imports what it needs when it runs, so that
``clubroute --help`` is quick. A mistake in an input is one line on stderr and exit code 2.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clubroute.builder import __version__
from clubroute.builder.authoring.author_commands import diff, merge, publish, refresh, scenario
from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.terminal import counted, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clubroute.builder.art.board import Mark
    from clubroute.builder.lint.finding import Finding, Outside
    from clubroute.builder.project import Project
    from clubroute.builder.provenance import Provenance
    from clubroute.builder.sources.counter_style import Printed
    from clubroute.builder.terrain.compiled import Say

CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def say(line: str) -> None:
    """Tell on stderr what takes long."""
    click.echo(f"… {line}", err=True)


@click.group(context_settings=CONTEXT_SETTINGS)
@click.version_option(__version__, prog_name="clubroute")
def cli() -> None:
    """Build VASSAL modules of the Operation Market-Garden games from map and counter data."""


@cli.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the results [build].")
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
@click.option("--jobs", type=click.IntRange(1), help="Worker processes [one a core].")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--quiet", is_flag=True, help="No progress, no report.")
def build(
    games: tuple[str, ...],
    out: Path | None,
    project: Path | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Build the module of a GAME (wed, or all of the folder): .vmod, .terrain, pictures, report."""
    print_build(games, out, project, jobs, as_json, quiet)


def print_build(
    games: tuple[str, ...],
    out: Path | None,
    project: Path | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
    printed: Printed | None = None,
) -> None:
    """Build, with what an owner says stands on the counters, and report."""
    from clubroute.builder.pipeline import build_all, report_lines
    from clubroute.builder.project import Project, find_project
    from clubroute.builder.stopwatch import uncounted

    found = find_project(project)
    names = found.own_games() if not games or games == ("all",) else games
    target = out if out is not None else found.build

    def progress(name: str) -> None:
        if not quiet:
            say(name)

    bar = uncounted if quiet else counted
    reports = build_all(
        found, names, target, jobs=jobs, progress=progress, counted=bar, printed=printed
    )
    if as_json:
        for report in reports:
            click.echo(report.json(timings=True), nl=False)
    elif not quiet:
        for report in reports:
            click.echo("\n".join(report_lines(report)))
        click.echo(f"built in {target}")
    built = [report.game for report in reports]
    for line in map_errors(Project(found.root, target), built, progress):
        click.echo(line, err=quiet or as_json)


def map_errors(project: Project, games: Sequence[str], say: Say) -> list[str]:
    """What is wrong with the maps of some games, a line each, by the checks of ``lint``."""
    from clubroute.builder.lint.run import lint_window
    from clubroute.builder.module.game import read_game
    from clubroute.builder.project import MODULE_FILE

    windows = dict.fromkeys(read_game(project.game(game) / MODULE_FILE).window for game in games)
    # Two names over one another are no error, and to place all names takes longer than the rest.
    found = {window: lint_window(project, window, say, lettered=False) for window in windows}
    return [
        f"the map {window} is wrong: {finding.line()}"
        for window, findings in found.items()
        for finding in findings
        if finding.level == "error"
    ]


@cli.command()
@click.argument("name")
@click.option("--rules", is_flag=True, help="With a rules.toml, so that its moves are judged.")
@click.option("--project", type=click.Path(path_type=Path), help="The folder to lay it out in [.].")
def new(name: str, rules: bool, project: Path | None) -> None:
    """Lay out a small working game NAME to make your own of: hexes, counters, a set-up.

    It stands in map_sources/NAME and counters/NAME; ``clubroute build NAME`` makes its module.
    docs/authoring.md goes on from there.
    """
    from clubroute.builder.authoring.new_game import new_game

    for path in new_game(project if project is not None else Path(), name, rules, say):
        click.echo(path)


@cli.command()
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The .vmdx to write.")
def adviser(out: Path) -> None:
    """Write the adviser as a VASSAL extension, for a module that is none of ours.

    Put it beside the module, into the folder called as the module is with _ext at its end, or into
    the folder ext of VASSAL's configuration, for every module. docs/adviser.md
    """
    from clubroute.builder.files.atomic import write_bytes
    from clubroute.builder.module.adviser import extension

    if out.suffix != ".vmdx":
        raise InputError(Where.of(out), f"a file {out.suffix or 'without an ending'}", "FILE.vmdx")
    write_bytes(out, extension())
    click.echo(str(out))


@cli.command()
@click.argument("map_name", metavar="MAP")
@click.option("--hexes", help="Only the part that holds these hexes, e.g. 66.150,70.158.")
@click.option("--layers", help="Only these layers, e.g. ground,water,roads.")
@click.option("--provenance", is_flag=True, help="Show over it what each fact rests on.")
@click.option("--style", help="A look by name: print, colour-blind, winter.")
@click.option(
    "--scale",
    type=click.FloatRange(0.05, 3),
    default=1,
    help="Smaller, for a poster; larger, for print.",
)
@click.option(
    "--counters", is_flag=True, help="Draw its counters instead: sheets to print, PDF or PNG."
)
@click.option(
    "--mm", type=click.FloatRange(8, 60), help="A counter's side [15], a hex of a PDF across [16]."
)
@click.option("--out", type=click.Path(path_type=Path), help="The picture [MAP.png].")
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def draw(
    map_name: str,
    counters: bool,
    mm: float | None,
    out: Path | None,
    project: Path | None,
    **look: Any,
) -> None:
    """Draw a MAP (wed, tdc, mg, ins), or a part of it, as a PNG, SVG or PDF picture."""
    if counters:
        print_sheets(map_name, mm, out, project)
    else:
        print_picture(map_name, mm, out, project, **look)


def print_picture(
    map_name: str,
    mm: float | None,
    out: Path | None,
    project: Path | None,
    *,
    hexes: str | None,
    layers: str | None,
    provenance: bool,
    style: str | None,
    scale: float,
    marks: Sequence[Mark] = (),
) -> None:
    """Draw a map as a picture, with marks on it."""
    from clubroute.builder.authoring.picture import HEX_MM, draw_map
    from clubroute.builder.project import find_project

    target = out if out is not None else Path(f"{map_name}.png")
    width, height = draw_map(
        find_project(project),
        map_name,
        hexes,
        layers,
        target,
        marks,
        provenance=provenance,
        scale=scale,
        hex_mm=mm or HEX_MM,
        named=style or "",
        say=say,
        counted=counted,
    )
    click.echo(f"{target}: {width} × {height} px")


COUNTER_MM = 15
"""A counter's side on a sheet to print, if nothing else is asked for."""


def print_sheets(
    game: str,
    mm: float | None,
    out: Path | None,
    project: Path | None,
    printed: Printed | None = None,
) -> None:
    """Draw the counters of a game as sheets to print."""
    from clubroute.builder.authoring.picture import write_sheets
    from clubroute.builder.project import find_project

    target, side = out if out is not None else Path(f"{game}-counters.pdf"), mm or COUNTER_MM
    count, pages = write_sheets(find_project(project), game, side, target, printed)
    click.echo(
        f"{target}: {count} counters of {side:g} mm on {pages} pages, fronts and backs in turn"
    )


@cli.command()
@click.argument("map_name", required=False, metavar="[MAP|FILE]")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--shares", is_flag=True, help="Print how much of the MAP is what, and how known.")
@click.option("--residuals", is_flag=True, help="Print how far the country is off on the MAP.")
@click.option("--fix", is_flag=True, help="Of a module: write it with what is safe mended.")
@click.option("--out", type=click.Path(path_type=Path), help="With --fix: the file [FILE-fixed].")
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def lint(
    map_name: str | None,
    as_json: bool,
    shares: bool,
    residuals: bool,
    fix: bool,
    out: Path | None,
    project: Path | None,
) -> int:
    """Check a MAP (wed, tdc, mg, ins, testland) or all, and its scenarios; or anybody's module, a
    FILE.vmod, .vmdx or buildFile.xml: errors, warnings and notes, one line each.

    Ends with 1 if there are errors, else with 0. docs/lint.md lists the checks of maps,
    docs/diff-and-merge.md those of modules.
    """
    from clubroute.builder.lint.finding import NOTHING_OUTSIDE

    if is_module_file(map_name):
        return print_module_findings(Path(map_name or ""), as_json, fix, out)
    return print_findings(map_name, as_json, shares, residuals, project, NOTHING_OUTSIDE)


MODULE_FILES = (".vmod", ".vmdx", ".xml")


def is_module_file(name: str | None) -> bool:
    """Whether a word names a module's file and no map."""
    return name is not None and (name.lower().endswith(MODULE_FILES) or "buildFile" in name)


def print_module_findings(path: Path, as_json: bool, fix: bool, out: Path | None) -> int:
    """Lint a module, or write it mended; returns the exit code."""
    from clubroute.builder.compare.contents import read_contents
    from clubroute.builder.lint.finding import findings_json, summary
    from clubroute.builder.lint.module_checks import fix_module, lint_module

    contents = read_contents(path)
    if contents.kind == "game":
        raise InputError(Where.of(path), "a saved game", "a .vmod, .vmdx or buildFile.xml")
    if fix:
        target = out or path.with_name(f"{path.stem}-fixed{path.suffix}")
        for line in fix_module(path, contents, target):
            click.echo(line)
        click.echo(str(target))
        contents = read_contents(target)
    findings = lint_module(contents)
    if as_json:
        click.echo(findings_json(findings), nl=False)
    else:
        for finding in findings:
            click.echo(finding.line())
        click.echo(summary(findings), err=True)
    return int(any(finding.level == "error" for finding in findings))


def print_findings(
    map_name: str | None,
    as_json: bool,
    shares: bool,
    residuals: bool,
    project: Path | None,
    more: Outside,
    meant: Sequence[Finding] = (),
) -> int:
    """Lint, with checks from outside, and what was found of games' rules; returns the exit code."""
    from clubroute.builder.lint.finding import findings_json, summary
    from clubroute.builder.lint.run import known_lines, lint_project, lint_window, off_lines
    from clubroute.builder.lint.scenario_checks import lint_scenarios
    from clubroute.builder.project import find_project

    found = find_project(project)
    if shares or residuals:
        if not map_name:
            option = "--shares" if shares else "--residuals"
            raise click.UsageError(f"{option} needs a MAP, e.g. wed")
        if shares:
            click.echo("\n".join(known_lines(found, map_name, say)))
        if residuals:
            click.echo("\n".join(off_lines(found, map_name, say)))
        return 0
    if map_name:
        findings = lint_window(found, map_name, say, more)
    else:
        findings = lint_project(found, say, more)
    findings = tuple(
        sorted(
            (*findings, *lint_scenarios(found, map_name), *meant), key=lambda one: one.order()[0]
        )
    )
    if as_json:
        click.echo(findings_json(findings), nl=False)
    else:
        for finding in findings:
            click.echo(finding.line())
        click.echo(summary(findings), err=True)
    return int(any(finding.level == "error" for finding in findings))


@cli.command(name="hex")
@click.argument("number", metavar="HEX")
@click.option("--map", "map_name", help="The map the number is on, e.g. wed.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def show_hex(number: str, map_name: str | None, as_json: bool, project: Path | None) -> None:
    """Print everything known about a HEX (75.129), with the reason and source row of each fact."""
    print_hex(number, map_name, as_json, project)


def print_hex(number: str, map_name: str | None, as_json: bool, project: Path | None) -> None:
    """Print what is known about a hex, as lines or as JSON."""
    from clubroute.builder.authoring.hexinfo import find_hex, hex_facts, hex_lines, read_known
    from clubroute.builder.project import find_project

    found = find_project(project)
    lattice, h = find_hex(found, number, map_name)
    facts = hex_facts(read_known(found, lattice, say), h)
    if as_json:
        import json

        click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        show("\n".join(hex_lines(facts)))


@cli.command(name="export")
@click.argument("map_name", metavar="MAP")
@click.option("--out", type=click.Path(path_type=Path), help="The file [MAP.geojson].")
@click.option(
    "--graph", type=click.Path(path_type=Path), help="Write the graph of its hexes, as GraphML."
)
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def export_map(map_name: str, out: Path | None, graph: Path | None, project: Path | None) -> None:
    """Write a MAP (wed, tdc, mg, ins) as GeoJSON, to look at and edit in QGIS.

    With --graph a graph for networkx, Gephi and the like: hexes, and hexsides with their features
    and Roads. Then there is GeoJSON only with --out.
    """
    from clubroute.builder.authoring.hexinfo import read_known
    from clubroute.builder.exchange.geojson import geojson_text
    from clubroute.builder.files.atomic import write_bytes
    from clubroute.builder.project import find_project
    from clubroute.builder.terrain.views import graphml, terrain_graph
    from clubroute.builder.windows import lattice_of_window

    found = find_project(project)
    known = read_known(found, lattice_of_window(found, map_name), say)
    if graph is not None:
        nodes = terrain_graph(known.terrain.window(map_name))
        write_bytes(graph, graphml(nodes).encode("utf-8"))
        click.echo(f"{graph}: {len(nodes)} hexes, {nodes.number_of_edges()} hexsides")
        if out is None:
            return
    text = geojson_text(known.terrain, known.whereabouts, map_name)
    target = out if out is not None else Path(f"{map_name}.geojson")
    write_bytes(target, text.encode("utf-8"))
    # One feature a line, between the first line and the last.
    count = text.count("\n") - 2
    click.echo(f"{target}: {count} features")


@cli.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--cite", required=True, help="The rule, source or reason of the new rows.")
@click.option(
    "--provenance",
    type=click.Choice(["rulebook", "survey", "assumed"]),
    default="assumed",
    show_default=True,
)
@click.option("--append", is_flag=True, help="Append the rows instead of printing them.")
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def import_edits(
    file: Path, cite: str, provenance: Provenance, append: bool, project: Path | None
) -> None:
    """Read the edits in an exported GeoJSON FILE back, as rows for the map's CSV files."""
    from clubroute.builder.exchange.geojson_edits import import_file
    from clubroute.builder.project import find_project

    found = find_project(project)
    told = import_file(found, file, cite, provenance, append=append, say=say)
    for line, is_row in told:
        click.echo(line, err=not is_row)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
def dump(file: Path) -> None:
    """Print a .terrain, .vmod, .vsav or .vlog FILE as canonical text (passwords redacted)."""
    from clubroute.builder.files.dump import dump_lines

    for line in dump_lines(file):
        click.echo(line)


cli.add_command(diff)
cli.add_command(merge)
cli.add_command(publish)
cli.add_command(refresh)
cli.add_command(scenario)


def main(arguments: list[str] | None = None) -> int:
    """Run the builder's command line; returns the exit code."""
    return run(cli, arguments)


def run(commands: click.Group, arguments: list[str] | None = None) -> int:
    """Run a command line; returns the exit code, prints no traceback for a user's mistake."""
    native = getattr(sys.stdout, "encoding", None) or "utf-8"
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Printed names hold letters that a Windows console's code page may lack.
            stream.reconfigure(encoding="utf-8", errors="replace")
    words = sys.argv[1:] if arguments is None else arguments
    # Other shells take a comment away themselves; cmd knows none.
    words = words[: words.index("#")] if "#" in words else words
    try:
        result = commands.main(args=words, prog_name="clubroute", standalone_mode=False, obj=native)
        sys.stdout.flush()
    except ClubrouteError as error:
        from clubroute.builder.sources.mistakes import mistake_lines

        for line in mistake_lines(error):
            click.echo(f"clubroute: {line}", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Abort:
        click.echo("clubroute: stopped", err=True)
        return 130  # as shells say it of a program that Ctrl C stopped: 128 and the signal
    except click.exceptions.Exit as done:
        return done.exit_code
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:  # a full disk behind the output, a folder that may not be looked at
        place = error.filename if isinstance(error.filename, str) else "output"
        why = error.strerror or type(error).__name__
        from clubroute.builder.files.atomic import PLACE  # few commands write, and fewer fail to

        click.echo(f"clubroute: {InputError(Where(place), why, PLACE)}", err=True)
        drop_output()
        return 2
    return result if isinstance(result, int) else 0


def drop_output() -> None:
    """Let nothing more go to an output that takes nothing: the interpreter tries once more when it
    ends, and would say so in its own way."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
