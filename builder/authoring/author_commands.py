"""What an author does with a finished module: set-ups taken from saved games, releases, games that
go on with a new version, what two versions differ in."""

from __future__ import annotations

import os
from pathlib import Path

import click


@click.group()
def scenario() -> None:
    """Work with set-ups."""


@scenario.command(name="from")
@click.argument("save", type=click.Path(path_type=Path), metavar="SAVE.vsav")
@click.option("--game", help="The game, if the save does not name its module.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the unit list there (.csv), and its .toml where there is none.",
)
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def scenario_from(save: Path, game: str | None, out: Path | None, project: Path | None) -> None:
    """Write the set-up laid out in a saved game as the rows of a scenario.

    Lay the counters out in VASSAL, save, and:
    ``clubroute scenario from my.vsav --out counters/GAME/scenarios/my.csv``
    """
    from clubroute.builder.authoring.saved_setup import write_setup
    from clubroute.builder.project import find_project

    for line in write_setup(find_project(project), save, game, out):
        click.echo(line)


@click.command()
@click.argument("game")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("releases"), help="Folder [releases]."
)
@click.option("--date", "day", help="The day of the release, 2026-11-24 [today].")
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def publish(game: str, out: Path, day: str | None, project: Path | None) -> None:
    """Lay a release of a GAME into a folder: its module with version and date, and notes of what
    has changed since the last one there."""
    from clubroute.builder.authoring.publishing import publish as published
    from clubroute.builder.project import find_project

    def progress(name: str) -> None:
        click.echo(f"… {name}", err=True)

    made = published(find_project(project), game, out, day, progress)
    click.echo(made.notes)
    for path in made.files:
        click.echo(path)


@click.command()
@click.argument("save", type=click.Path(path_type=Path), metavar="OLD")
@click.argument("module", required=False, type=click.Path(path_type=Path), metavar="[NEW.vmod]")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write [OLD-refreshed].")
def refresh(save: Path, module: Path | None, out: Path | None) -> None:
    """Make a saved game go on with another version of its module: OLD.vsav with the counters of
    NEW.vmod; or all set-ups in OLD.vmod, with its own counters or those of NEW.vmod.

    Each counter is as the new module has it, where it was, with all that was done to it; what
    could not be taken over is listed. The old file stays as it is.
    """
    from clubroute.builder.authoring.refresh import refresh as refreshed

    target = out or save.with_name(f"{save.stem}-refreshed{save.suffix}")
    for line in refreshed(save, module or save, target):
        click.echo(line)


GIT_CONFIG = """\
# What git is to do with VASSAL's files. Once in each clone:
git config diff.vassal.command 'clubroute diff --git'
git config diff.vassal.textconv 'clubroute dump'
git config difftool.clubroute.cmd 'clubroute diff "$LOCAL" "$REMOTE"'
git config merge.vassal.name 'VASSAL modules by component'
git config merge.vassal.driver 'clubroute merge --git %P %O %A %B'
# And into .gitattributes, which everybody gets:
#   buildFile      diff=vassal merge=vassal
#   buildFile.xml  diff=vassal merge=vassal
#   *.vmod         diff=vassal merge=vassal
#   *.vmdx         diff=vassal merge=vassal
#   *.vsav         diff=vassal -merge
#   *.vlog         diff=vassal -merge
"""
GIT_WORDS = 7
"""What git gives a diff command: the name, and of both sides a file, its hash and its mode."""


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="A B")
@click.option("--all", "everything", is_flag=True, help="Show the editor's noise, too.")
@click.option("--json", "as_json", is_flag=True, help="Print an object that can be applied to A.")
@click.option("--markdown", is_flag=True, help="Print it for a comment on a pull request.")
@click.option("--exit-code", is_flag=True, help="End with 1 if anybody changed anything.")
@click.option("--git", "by_git", is_flag=True, help="Take what git gives a diff command.")
@click.option("--git-config", is_flag=True, help="Print how git comes to use diff and merge.")
def diff(
    files: tuple[Path, ...],
    everything: bool,
    as_json: bool,
    markdown: bool,
    exit_code: bool,
    by_git: bool,
    git_config: bool,
) -> int:
    """Show what changed from A to B: two .vmod, .vmdx, .vsav, .vlog, or two buildFile.xml.

    One line a change, by the component it is in. What VASSAL's editor writes by itself (numbers of
    keys, sizes of its windows) is only counted. docs/diff-and-merge.md
    """
    from clubroute.builder.compare import diff as diffs

    if git_config:
        click.echo(GIT_CONFIG, nl=False)
        return 0
    name, pair = "", files
    if by_git and len(files) == GIT_WORDS:
        name, pair = str(files[0]), (files[1], files[4])
        click.echo(name)
    if len(pair) != 2:
        raise click.UsageError("two files to compare, e.g. old.vmod new.vmod")
    if by_git and any(str(one) in (os.devnull, "/dev/null", "nul") for one in pair):
        click.echo(
            "  a new file" if str(pair[0]) != str(pair[1]) and is_null(pair[0]) else "  gone"
        )
        return 0
    old, new = pair
    from clubroute.builder.compare.contents import read_contents

    found = diffs.diff(read_contents(old), read_contents(new))
    if as_json:
        click.echo(diffs.as_json(found))
    elif markdown:
        click.echo(diffs.as_markdown(found, name or new.name))
    else:
        click.echo(diffs.as_text(found, everything=everything))
    return int(exit_code and found.is_real)


def is_null(path: Path) -> bool:
    """Whether git says that there is no file on this side."""
    return str(path) in (os.devnull, "/dev/null", "nul")


@click.command()
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The merged file to write.")
@click.option("--answers", type=click.Path(path_type=Path), help="Its questions, answered.")
@click.option("--git", "by_git", metavar="NAME", help="Be git's merge driver for the file NAME.")
def merge(
    base: Path, ours: Path, theirs: Path, out: Path | None, answers: Path | None, by_git: str | None
) -> int:
    """Merge what OURS and THEIRS made of BASE: three buildFile.xml, .vmod or .vmdx.

    What both changed is asked, by its place, in NAME.questions.toml beside the result: answer there
    and merge again. The result always opens in VASSAL. Ends with 1 while anything is to be decided.
    ``clubroute diff --git-config`` prints how git comes to use it.
    """
    from clubroute.builder.compare import merge as merging
    from clubroute.builder.files.atomic import write_bytes

    if out is None and by_git is None:
        raise click.UsageError("--out FILE, where the merged file goes")
    target = out or ours
    beside = Path(by_git) if by_git is not None else target
    questions = beside.with_name(beside.name + merging.QUESTIONS)
    known = merging.read_answers(answers) if answers is not None else {}
    try:
        merged = merging.merge_files(base, ours, theirs, known)
    except Exception as error:
        if by_git is None:
            raise
        # Git would leave ours there, without a mark that theirs is not in it.
        write_bytes(questions, merging.failed_text(error, by_git).encode("utf-8"))
        click.echo(f"{by_git}: not merged: {error} (see {questions})", err=True)
        return 1
    merging.write_merged(merged, target, questions, known)
    for line in merging.report_lines(merged, by_git or str(target)):
        click.echo(line, err=by_git is not None)
    if merged.open:
        click.echo(f"answer in {questions}", err=by_git is not None)
    return int(bool(merged.open))
