"""``clubroute owner``, ``compare`` and ``adopt``: what the owner has, and what his modules do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from clubroute.builder.terminal import show
from clubroute.rules.cli_options import MAP_OPTION, OWNER_OPTION, context_of

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.owner.modules.known import OwnModule

LINES, MOST_LINES = 2000, 100_000


@click.group("owner", invoke_without_command=True)
@click.option(
    "--init", type=click.Path(path_type=Path), help="Write templates of missing tables there."
)
@OWNER_OPTION
@click.pass_context
def owner_tables(command: click.Context, init: Path | None, owner: Path | None) -> None:
    """Tell which of the tables you supply are there, and which answers each unlocks.

    docs/own-module.md describes them, and the modules you own.
    """
    from clubroute.rules.asking.question import ask_text

    if command.invoked_subcommand is not None:
        return
    if init is not None:
        from clubroute.rules.owner.tables import write_missing

        for path in write_missing(init):
            click.echo(str(path))
        return
    show(ask_text(context_of(None, owner), "owner.tables", {}, "text"))


@owner_tables.command("import")
@click.argument("module", metavar="MODULE.vmod", type=click.Path(path_type=Path))
@click.option(
    "--update", metavar="NAME", default="", help="It is a newer file of your module NAME."
)
@click.option("--json", "as_json", is_flag=True, help="The whole report as JSON.")
@OWNER_OPTION
def owner_import(module: Path, update: str, as_json: bool, owner: Path | None) -> None:
    """Read the ground, the ratings and the names of a MODULE.vmod you own into your folder.

    Facts only: no picture or text of it is copied. What you change in its files is kept when it is
    imported again. docs/own-module.md
    """
    from clubroute.builder.cli import say
    from clubroute.rules.owner.modules.commands import import_here

    context = context_of(None, owner)
    report = import_here(context, module, update, say)
    click.echo(report.json().rstrip() if as_json else "\n".join(report.summary()))


@owner_tables.command("use")
@click.argument("name", required=False, default="", metavar="[NAME|ours]")
@OWNER_OPTION
def owner_use(name: str, owner: Path | None) -> None:
    """Use the ground of the module NAME for every question about its map; ``ours``: our map's.

    Without NAME it lists the modules you have imported. Logs and saves of a module you have
    imported are always asked about on its own ground.
    """
    from clubroute.rules.owner.modules.commands import use

    for line in use(context_of(None, owner), name):
        click.echo(line)


@owner_tables.command("ratings")
@click.argument("game", metavar="GAME")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="The FILE.vmdx to write."
)
@OWNER_OPTION
def owner_ratings(game: str, out: Path, owner: Path | None) -> None:
    """Write your ratings of the counters of a GAME as a VASSAL extension.

    Put it beside the module of GAME, into the folder called as the module is with _ext at its end:
    its counters show your ratings then. The module stays as all players have it. docs/counters.md
    """
    from clubroute.builder.errors import InputError, Where
    from clubroute.builder.files.atomic import write_bytes
    from clubroute.builder.module.window import extension_of
    from clubroute.builder.project import project_here
    from clubroute.rules.owner.printed import printed_in

    if out.suffix != ".vmdx":
        raise InputError(Where.of(out), f"a file {out.suffix or 'without an ending'}", "FILE.vmdx")
    folder = context_of(None, owner).owner
    write_bytes(out, extension_of(project_here(), game, printed_in(folder)))
    click.echo(str(out))


@click.group()
def compare() -> None:
    """Lay what a module you own does by itself beside the rulebooks."""


@compare.command("los")
@click.argument("module", metavar="MODULE.vmod|NAME")
@click.argument("ends", nargs=-1, metavar="[FROM TO]")
@click.option("--lines", type=click.IntRange(1, MOST_LINES), default=LINES, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option("--json", "as_json", is_flag=True, help="Print every line as JSON.")
@MAP_OPTION
@OWNER_OPTION
def compare_los(
    module: str,
    ends: tuple[str, ...],
    lines: int,
    out: Path | None,
    as_json: bool,
    folder: Path | None,
    owner: Path | None,
) -> None:
    """The line-of-sight thread of a MODULE beside the rulebook, on the module's own ground.

    It has to be imported (clubroute owner import). With FROM and TO one line is compared, else a
    sample, the same one every time. docs/own-module.md
    """
    import json

    from clubroute.builder.files.atomic import write_bytes
    from clubroute.rules.owner.sight.compare import CompareWork

    if ends and len(ends) != 2:
        raise click.UsageError("one line is told by two hexes: FROM TO")
    context = context_of(folder, owner)
    work = CompareWork.of(context, own_module(context, module))
    found = [work.between(*ends)] if ends else work.sampled(lines)
    left = [] if ends else work.left(found)
    lattice = work.lattice
    if as_json:
        told = {"lines": [one.record(lattice) for one in found], "left_barrages": len(left)}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        for text in work.text(found, left):
            click.echo(text)
    if out is not None:
        write_bytes(out, work.page(found, left).encode("utf-8"))


def own_module(context: Context, told: str) -> OwnModule:
    """The module of a name, or of a file that was imported.

    :raises InputError: it was not, or there is none such.
    """
    from clubroute.builder.errors import InputError, Where
    from clubroute.builder.vassal.archive import module_name
    from clubroute.rules.owner.modules.digest import digest_of
    from clubroute.rules.owner.modules.known import find_module, own_modules

    path = Path(told)
    if path.suffix != ".vmod":
        return find_module(context, told)
    name, digest = module_name(path), digest_of(path)
    known = own_modules(context).modules
    found = next((one for one in known if one.told.digest == digest), None)
    if found is None:
        namesake = any(one.name == name for one in known)
        what = (
            "another version than the imported one" if namesake else "a module that is not imported"
        )
        raise InputError(Where.of(path), what, f"an imported one: clubroute owner import {told}")
    return found


@click.command()
@click.argument("module", type=click.Path(path_type=Path), metavar="OLD.vmod")
@click.option("--name", help="What the game is called [as the file].")
@click.option("--project", type=click.Path(path_type=Path), help="Folder to write into [here].")
def adopt(module: Path, name: str | None, project: Path | None) -> None:
    """Take a module of anybody's over as a game folder: its boards, counters, traits and windows.

    It builds at once into a module that plays as the old one does. What the sources cannot say
    is listed, line by line, in counters/NAME/adopted.csv.
    """
    from clubroute.builder.cli import say
    from clubroute.builder.project import find_project
    from clubroute.rules.adopting.adopt import adopt as adopted

    root = project if project is not None else find_project(None).root
    for line in adopted(module, root, name, say):
        click.echo(line)
