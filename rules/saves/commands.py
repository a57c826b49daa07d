"""The command ``clubroute position``."""

from __future__ import annotations

from pathlib import Path

import click

from clubroute.builder.terminal import show
from clubroute.rules.cli_options import (
    COUNTERS_OPTION,
    MAP_OPTION,
    MODULE_OPTION,
    OWNER_OPTION,
    context_of,
    with_project,
)


@click.command()
@click.argument("file", type=str)
@click.option("--step", type=click.IntRange(0), help="Before this step of the log [its end].")
@click.option("--scenario", help="What is played, where the file does not say it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a .clubroute file.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write it: .clubroute, or .vsav for VASSAL."
)
@click.option("--title", help="What to call it in the .clubroute file.")
@MODULE_OPTION
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
@with_project
def position(
    file: str,
    step: int | None,
    scenario: str | None,
    as_json: bool,
    out: Path | None,
    title: str | None,
    module: Path | None,
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> None:
    """Show the position in a FILE: a .vsav, a .vlog (turn3.vlog:22 or --step 22: before step 22),
    or a .clubroute file.

    The sides stand beside each other; at the end stands what comes from the scenario's set-up, and
    what nobody has said. Of a game that is none of ours, all pieces are listed by window and place.
    """
    import json

    from clubroute.builder.errors import InputError
    from clubroute.builder.files.atomic import write_bytes
    from clubroute.rules.saves.at import file_of, read_at
    from clubroute.rules.saves.foreign import foreign_position
    from clubroute.rules.saves.reading import ToldOfFile
    from clubroute.rules.saves.text import position_lines

    context = context_of(folder, owner)
    told = ToldOfFile(module, counters, scenario)
    try:
        at = read_at(context, file if step is None else f"{file}:{step}", told)
    except InputError:
        # Of a game that nobody has told us of, what VASSAL itself knows is shown.
        found = None if out is not None else foreign_position(file, step, module)
        if found is None:
            raise
        if as_json:
            click.echo(json.dumps(found.record(), ensure_ascii=False, indent=1))
        else:
            show("\n".join(found.lines()))
        return
    if out is None and not as_json:
        show("\n".join(position_lines(at, file)))
        return
    if out is not None and out.suffix == ".vsav":
        from clubroute.rules.saves.writing import saved

        data, left_out = saved(context, at)
        write_bytes(out, data)
        click.echo("\n".join((str(out), *(f"left out: {line}" for line in left_out))))
        return
    kept = file_of(at, title)
    if out is not None:
        write_bytes(out, kept.text().encode("utf-8"))
        click.echo(f"{out}: {kept.digest}")
    else:
        click.echo(kept.text(), nl=False)
