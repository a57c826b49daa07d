"""Commands killed without warning at chosen moments, and what they leave.

A moment is one of the things a command does with the files of a folder: it makes a folder, opens,
flushes, renames or removes a file. Before that it is killed; so no moment depends on how busy the
machine is, and between two of them nothing in the folder changes but the bytes of an unnamed file.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.files.atomic import CACHE, LOCK, TEMPORARY
from clubroute.builder.vassal.archive import read_module
from clubroute.rules.league.register import add_games, new_league
from clubroute.rules.owner.catalogue import TABLES, table_spec
from clubroute.rules.owner.tables import template_text
from tests.engine.handmade import write_module
from tests.engine.small_module import small_module
from tests.logs.samples import sample, small_archive
from tests.pipeline.projects import edit
from tests.rules.owner.modules.writer import module
from tests.vassal.test_archive import write_archive

NEVER = 1 << 30

KILLED = """
import os, signal, sys

folder, left = sys.argv[1], int(sys.argv[2])
seen = 0
DOES = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}

def happens(event, arguments):
    global seen
    if event in DOES and str(arguments[0]).startswith(folder):
        moment()

def moment():
    global seen
    seen += 1
    if seen == left:
        os.kill(os.getpid(), signal.SIGKILL)

flushed = os.fsync
def fsync(file):
    moment()
    flushed(file)

os.fsync = fsync
sys.addaudithook(happens)
if sys.argv[3] == "keep":
    from pathlib import Path
    from clubroute.rules.owner.catalogue import table_spec
    from clubroute.rules.owner.tables import keep_row
    row = dict(pair.split("=") for pair in sys.argv[4:])
    code = int(not keep_row(Path(folder), table_spec("readings"), row))
elif sys.argv[3] == "pages":
    from pathlib import Path
    from clubroute.rules.site.build import write_folder
    pages = {f"page/{n}.html": b"of today" * 1000 for n in range(20)}
    write_folder(Path(sys.argv[4]), pages, print)
    code = 0
else:
    from clubroute.rules.cli import main
    code = main(sys.argv[3:])
print(f"moments {seen}", file=sys.stderr)
sys.exit(code)
"""


@dataclass(frozen=True, slots=True)
class Writer:
    """A command that writes to a folder where an older result lies.

    ``words`` are its command line after the folder it writes to, which stands for ``OUT`` there.
    """

    words: Sequence[str]
    old: Path
    where: Path = field(default_factory=Path)

    def run(self, out: Path, moment: int) -> subprocess.CompletedProcess[str]:
        """Run it with a copy of the older result, killed at a moment."""
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(self.old, out)
        return run(self.where, [word.replace("OUT", str(out)) for word in self.words], out, moment)


def run(
    where: Path, words: Sequence[str], out: Path, moment: int
) -> subprocess.CompletedProcess[str]:
    """Run a command in a session of its own, so that its workers end with it."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(out), str(moment), *words],
        cwd=where,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )
    told, wrong = process.communicate(timeout=300)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return subprocess.CompletedProcess(words, process.returncode, told, wrong)


def files_in(folder: Path) -> dict[str, bytes]:
    """The files in a folder that somebody may look at: none that is hidden, and no lock."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    shown = (path for path in paths if not hidden(path.relative_to(folder)))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in shown}


def hidden(path: Path) -> bool:
    """Whether a file is of the program's own, or a temporary one."""
    return path.name == LOCK or any(part.startswith(".") for part in path.parts)


def moments_of(writer: Writer, out: Path) -> tuple[int, dict[str, bytes]]:
    """How many moments a command has, and what it leaves if nobody kills it."""
    done = writer.run(out, NEVER)
    if "… compiling" in done.stderr:  # once, and kept elsewhere: these are no moments of its own
        done = writer.run(out, NEVER)
    assert done.returncode in (0, 1), done.stderr
    return int(done.stderr.rpartition("moments ")[2]), files_in(out)


def spread(moments: int, wanted: int) -> list[int]:
    """So many moments of all, evenly, the first and the last among them."""
    if moments <= wanted:
        return list(range(1, moments + 1))
    return sorted({1 + round(n * (moments - 1) / (wanted - 1)) for n in range(wanted)})


def chance(moments: int, wanted: int, seed: int) -> list[int]:
    """So many moments of all, by chance."""
    return sorted(random.Random(seed).choices(range(1, moments + 1), k=wanted))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How often a command was killed, and how many of those times it left some files old and some
    new, all whole, until the next one."""

    killed: int
    between: int


def kill_at(writer: Writer, out: Path, moments: Sequence[int], new: dict[str, bytes]) -> Outcome:
    """Kill a command at some moments: each time every file is the old one or the new one, and the
    next run leaves all of them new and nothing else. It may have fewer moments this time.

    :raises AssertionError: one is something else, or missing, or the next run does not mend it.
    """
    old = files_in(writer.old)
    assert old != new, "a command that changes nothing proves nothing"
    words = [word.replace("OUT", str(out)) for word in writer.words]
    # What a second run leaves: it may be refused, or go on from there.
    if not out.is_dir() or files_in(out) != new:
        writer.run(out, NEVER)
    again = run(writer.where, words, out, NEVER)
    further = files_in(out)
    killed = between = 0
    for moment in moments:
        done = writer.run(out, moment)
        assert done.returncode in (0, 1, -signal.SIGKILL), (moment, done.returncode, done.stderr)
        killed += done.returncode == -signal.SIGKILL
        left = files_in(out)
        if left not in (old, new):
            between += 1
            assert old.keys() <= left.keys() <= old.keys() | new.keys(), (moment, sorted(left))
            for name, data in left.items():
                assert data in (old.get(name), new.get(name)), f"{moment}: {name} is not whole"
        done = run(writer.where, words, out, NEVER)
        after = files_in(out)
        if after == new:
            assert done.returncode in (0, 1, again.returncode), (moment, done.stderr)
        else:
            assert (done.returncode, after) == (again.returncode, further), (moment, done.stderr)
        assert "Traceback" not in done.stderr, (moment, done.stderr)
        assert strays_in(out) == [], (moment, strays_in(out))
    return Outcome(killed, between)


def strays_in(folder: Path) -> list[str]:
    """The temporary files in a folder, but for those a build sweeps when it keeps something."""
    found = (path for path in folder.rglob(f"{TEMPORARY}*") if CACHE not in path.parts)
    return sorted(path.name for path in found)


def builds(folder: Path) -> Writer:
    """A build of a small game whose module changed since."""
    project, old = folder / "project", folder / "built"
    new_game(project, "small")
    words = ["build", "small", "--project", str(project), "--out", "OUT", "--quiet", "--jobs", "1"]
    old.mkdir()
    done = run(folder, [word.replace("OUT", str(old)) for word in words], old, NEVER)
    assert done.returncode == 0, done.stderr
    edit(project / "counters/small/module.toml", 'version = "0.1.0"', 'version = "0.1.1"')
    return Writer(words, old, folder)


def audits(folder: Path) -> Writer:
    """An audit of a log, with how games stand, over an older page."""
    (folder / "a.vlog").write_bytes(sample())
    (folder / "small.vmod").write_bytes(write_archive(small_archive().entries))
    old = folder / "audited"
    old.mkdir()
    (old / "audit.html").write_text("the page of last week", encoding="utf-8")
    (old / "standing.csv").write_text("the table of last week", encoding="utf-8")
    words = ["audit", "a.vlog", "--module", "small.vmod", "--out", "OUT/audit.html"]
    more = ["--standing", "OUT/standing.csv", "--cache", "OUT/.kept", "--jobs", "1", "--quiet"]
    return Writer([*words, *more], old, folder)


def templates(folder: Path) -> Writer:
    """The owner's tables written anew over older ones."""
    old = folder / "owner"
    old.mkdir()
    for table in TABLES:
        (old / table.file).write_text("# of another day\n", encoding="utf-8")
    return Writer(["template", "--out", "OUT", "--force"], old, folder)


def keeping(folder: Path) -> Writer:
    """A row kept in a table of the owner's, as the room does."""
    old = folder / "owner"
    old.mkdir()
    spec = table_spec("readings")
    (old / spec.file).write_text(template_text(spec), encoding="utf-8")
    return Writer(["keep", "reading=odds_rounding", "choice=nearest"], old, folder)


def rulings(folder: Path) -> Writer:
    """A ruling record written over an older one."""
    old = folder / "records"
    old.mkdir()
    (old / "ruling.txt").write_text("an older ruling", encoding="utf-8")
    return Writer(["ask", "rpc.ping", "{}", "--record", "OUT/ruling.txt"], old, folder)


def modules(folder: Path) -> Writer:
    """A module taken over into a project with a game."""
    old = folder / "project"
    new_game(old, "other")
    write_module(small_module(), folder / "taken.vmod")
    return Writer(["adopt", "taken.vmod", "--project", "OUT"], old, folder)


def games(folder: Path) -> Writer:
    """A game begun in a project with another."""
    old = folder / "project"
    new_game(old, "other")
    return Writer(["new", "small", "--rules", "--project", "OUT"], old, folder)


def releases(folder: Path) -> Writer:
    """A release laid beside an older one."""
    project, old = folder / "project", folder / "released"
    new_game(project, "small")
    words = ["publish", "small", "--project", str(project), "--out"]
    done = run(folder, [*words, str(old), "--date", "2026-11-01"], old, NEVER)
    assert done.returncode == 0, done.stderr
    edit(project / "counters/small/module.toml", 'version = "0.1.0"', 'version = "0.1.1"')
    return Writer([*words, "OUT", "--date", "2026-11-24"], old, folder)


def sites(folder: Path) -> Writer:
    """A site written over an older one."""
    old = folder / "hosted"
    (old / "site" / "page").mkdir(parents=True)
    for name in ("page/1.html", "page/gone.html", "index.html"):
        (old / "site" / name).write_bytes(b"of last week")
    return Writer(["pages", "OUT/site"], old, folder)


def saves(folder: Path) -> Writer:
    """A save refreshed beside another."""
    project, old = folder / "project", folder / "refreshed"
    new_game(project, "small")
    words = ["build", "small", "--project", str(project), "--out", "built", "--quiet"]
    done = run(folder, words, folder / "built", NEVER)
    assert done.returncode == 0, done.stderr
    built = read_module(folder / "built" / "small.vmod")
    save = next(one for one in built.entries if one.name.endswith(".vsav"))
    (folder / "game.vsav").write_bytes(save.data)
    old.mkdir()
    (old / "other.vsav").write_bytes(b"of last week")
    return Writer(
        ["refresh", "game.vsav", "built/small.vmod", "--out", "OUT/new.vsav"], old, folder
    )


def imports(folder: Path) -> Writer:
    """Somebody else's module read into the owner's folder again, as a newer file of it."""
    old = folder / "owner"
    for version in ("1.0", "1.1"):
        data = module([], name="Kept", ruleset="WED", version=version)
        (folder / f"{version}.vmod").write_bytes(data)
    done = run(folder, ["owner", "import", "1.0.vmod", "--owner", str(old)], old, NEVER)
    assert done.returncode == 0, done.stderr
    return Writer(["owner", "import", "1.1.vmod", "--owner", "OUT"], old, folder)


def leagues(folder: Path) -> Path:
    """A league with two games, and logs beside it."""
    old = folder / "league"
    for name in "abcdef":
        (folder / f"{name}.vlog").write_bytes(sample())
    league = new_league(old, "Masters")
    add_games(league, "r1", [folder / "a.vlog", folder / "b.vlog"], "", None)
    return old


def new_leagues(folder: Path) -> Writer:
    """A league begun."""
    old = folder / "leagues"
    old.mkdir()
    return Writer(["league", "new", "OUT/league", "--title", "Masters"], old, folder)


def added_games(folder: Path) -> Writer:
    """Games taken into a round of a league that begins with them."""
    words = ["league", "add", "OUT", "r2", *(f"{name}.vlog" for name in "abcdef")]
    return Writer(words, leagues(folder), folder)


def league_rulings(folder: Path) -> Writer:
    """A ruling of a league."""
    words = ["league", "rule", "OUT", "--log", "r1/a.vlog", "--by", "Dora", "--why", "so it is"]
    return Writer(words, leagues(folder), folder)


def league_sites(folder: Path) -> Writer:
    """A league's site, over one of last week."""
    leagues(folder)
    old = folder / "site"
    old.mkdir()
    for name in ("index.html", "round-1.html", "round-1.toml"):
        (old / name).write_text(f"{name} of last week", encoding="utf-8")
    words = ["league", "site", "league", "--no-pictures", "--out", "OUT"]
    return Writer(words, old, folder)


WHOLE: dict[str, Callable[[Path], Writer]] = {
    "adopt": modules,
    "new": games,
    "publish": releases,
    "site": sites,
    "refresh": saves,
    "owner import": imports,
    "league new": new_leagues,
    "league add": added_games,
    "league rule": league_rulings,
    "league site": league_sites,
    "audit": audits,
}
"""Commands that write several files or folders as one, or one file."""
WRITERS: dict[str, Callable[[Path], Writer]] = {
    "build": builds,
    "owner tables": templates,
    "a row that is kept": keeping,
    "ruling record": rulings,
}


def all_writers(folder: Path, only: Sequence[str] = ()) -> Iterator[tuple[str, Writer]]:
    """Every command that is killed, or only some, laid out in folders of their own."""
    for name, laid_out in {**WRITERS, **WHOLE}.items():
        if only and name not in only:
            continue
        place = folder / name.replace(" ", "-")
        place.mkdir()
        yield name, laid_out(place)
