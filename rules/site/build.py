"""Writing a site, its engine and its pages: whole, or not at all."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.files.atomic import PLACE, digest
from clubroute.builder.files.regular import read_file
from clubroute.builder.files.staging import Say, silent, staging
from clubroute.builder.project import SHIPPED, Project, files_in, shipped_project
from clubroute.builder.sources.json_text import read_json_file
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.vassal.archive import Entry, write_archive
from clubroute.rules.asking.context import Context
from clubroute.rules.room.answers import SCRIPT, Answers, json_bytes, page_script
from clubroute.rules.room.positions import scenario_list
from clubroute.rules.series import series_at
from clubroute.rules.site.engine import NoFiles

HERE = Path(__file__).parent
ROOM = HERE.parent / "room" / "page"
FONTS = SHIPPED / "builder" / "art" / "fonts"

# The Python for browsers that a site ships: an unpacked npm package, of one version.

PINNED = Path(__file__).with_name("runtime.toml")
MOST = 64 * 1024 * 1024
"""Bytes of a file of the package."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The package's version, and the files a site takes from it by name."""

    name: str
    version: str
    files: Mapping[str, bytes]

    @property
    def folder(self) -> str:
        """What its folder is called in a site."""
        return f"{self.name}-{self.version}"


def read_runtime(folder: Path) -> Runtime:
    """The runtime in an unpacked package.

    :raises InputError: it is no such package, of another version, or a file is not as published.
    """
    pinned = read_toml(PINNED)
    name, version = pinned["name"], pinned["version"]
    how = f"an unpacked {name} {version} (npm pack {name}@{version}, then tar xzf it)"
    told = folder / "package.json"
    if not told.is_file():
        raise InputError(Where.of(told), "no such file", how)
    try:
        package = read_json_file(told, "a package", MOST)
        found = f"{package['name']} {package['version']}"
    except (KeyError, TypeError):
        raise InputError(Where.of(told), "no package", how) from None
    if found != f"{name} {version}":
        raise InputError(Where.of(told), found, how)
    files = {}
    for file, wanted in pinned["files"].items():
        path = folder / file
        data = read_file(path, Where.of(path), f"a file of {name} {version}", MOST)
        digest = sha256(data).hexdigest()
        if digest != wanted:
            expected = f"{wanted[:16]}…, as {name} {version} has it"
            raise InputError(Where.of(path), f"a file of sha256 {digest[:16]}…", expected)
        files[file] = data
    return Runtime(name, version, files)


LICENCES = HERE / "licences"
LICENCE = "LICENSE-"
"""How the files of licences begin: of none of them anybody asks under which licence it is."""
LEAFLET = ROOM / "vendor" / "LICENSE-leaflet.txt"


def notices(runtime: Runtime) -> dict[str, bytes]:
    """The texts by their names, and a page that lists them."""
    texts = {"NOTICE.txt": own_text("NOTICE.md"), "LICENSE.txt": own_text("LICENSE")}
    texts |= {"OFL.txt": (FONTS / "OFL.txt").read_bytes(), "Leaflet.txt": LEAFLET.read_bytes()}
    texts |= {name.removeprefix(LICENCE): data for name, data in folder_files(LICENCES)}
    says = {
        "NOTICE.txt": "what clubroute holds of others: map data, typefaces, Leaflet",
        "LICENSE.txt": "clubroute's own licence (MIT)",
        "OFL.txt": "of the typefaces (SIL Open Font License 1.1)",
        "Leaflet.txt": "of Leaflet (BSD 2-Clause)",
        "MPL-2.0.txt": f"of Pyodide {runtime.version}, which runs the rules (Mozilla Public License"
        " 2.0); its source is at github.com/pyodide/pyodide",
        "Python.txt": "of Python and what it holds, which Pyodide contains",
    }
    rows = [f'<li><a href="{name}">{name}</a>: {escape(says[name])}</li>' for name in sorted(texts)]
    page = (HERE / "page" / "notices.html").read_text(encoding="utf-8")
    return texts | {"index.html": page.replace("<!-- rows -->", "\n".join(rows)).encode("utf-8")}


def own_text(name: str) -> bytes:
    """A text of clubroute's own: of the checkout, or of what is installed.

    :raises ClubrouteError: it is in neither.
    """
    from importlib import metadata

    if (SHIPPED / name).is_file():
        return (SHIPPED / name).read_bytes()
    try:
        found = metadata.distribution("clubroute").read_text(f"licenses/{name}")
    except metadata.PackageNotFoundError:
        found = None
    if found is None:
        raise ClubrouteError(f"{name} is not installed: install clubroute again")
    return found.encode("utf-8")


def folder_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder and below, by their names in it."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path.read_bytes()


# The program as a site ships it: all its code and numbers, without what draws from geography.

CODE = ("builder", "rules")
"""Folders of code. All of it goes along: a ruling record names the digest of it."""
DATA = (".csv", ".toml", ".json", ".txt", ".html")
LEFT_OUT = ("page", "fonts", "licences", "__pycache__")
"""Folders that no answer is made from."""
SOURCES = ("geography", "checks")
"""Folders of ``map_sources`` that maps are compiled from: a site has compiled ones."""


def engine_zip(project: Project, games: Sequence[str]) -> bytes:
    """The zip of a package ``clubroute`` with what answers about some games are made from, nothing
    in it packed.

    :raises InputError: something among the sources is neither a file nor a folder.
    """
    found = dict(engine_files(project, games))
    entries = [Entry("clubroute/__init__.py", b"")] if "clubroute/__init__.py" not in found else []
    entries += [Entry(name, path.read_bytes()) for name, path in sorted(found.items())]
    return write_archive(entries)


def engine_files(project: Project, games: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """The files of the package by their names in it.

    All games that come with clubroute are in it: questions may name any. Of a game of one's own it
    has the counters and the map, placed as if they came with clubroute.
    """
    for folder in CODE:
        for path in files_in(SHIPPED / folder):
            inside = path.relative_to(SHIPPED)
            kept = path.suffix == ".py" or path.suffix in DATA
            if kept and not set(LEFT_OUT) & set(inside.parts[:-1]):
                yield f"clubroute/{inside.as_posix()}", path
    ours = shipped_project()
    found = source_files(ours.map_sources, "") | source_files(ours.counters, "")
    for game in games:
        lattice = series_at(game).lattice
        for top, folder in (
            (project.with_game(game).counters, game),
            (project.with_lattice(lattice).map_sources, lattice),
        ):
            replaced = f"clubroute/{top.name}/{folder}/"
            others = {name: path for name, path in found.items() if not name.startswith(replaced)}
            found = others | source_files(top, folder)
    yield from found.items()


def source_files(top: Path, folder: str) -> dict[str, Path]:
    """The files of a folder of ``map_sources`` or ``counters`` by their names in the package."""
    found: dict[str, Path] = {}
    for path in files_in(top / folder):
        inside = path.relative_to(top)
        if path.suffix in DATA and inside.parts[0] not in SOURCES:
            found[f"clubroute/{top.name}/{inside.as_posix()}"] = path
    return found


# The files of a site: what it answers at once, its page and engine, its pictures and notices.

ENGINE = "engine.pack"
"""What the program is called: a zip, packed whole, which takes a fifth less room than one whose
files are packed each for itself. A browser unpacks it while Python begins."""
OWNER = "this browser"
"""The folder of an owner's tables as a page tells it."""
DIGITS = 16
"""Hex digits of a digest in an address."""
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What the page may load: this site's alone. Who may frame it a host alone can say."""
HEADERS = "_headers"
"""The file by which many hosts are asked for headers."""
HOSTED = (
    # The engine is WebAssembly, which the page itself never compiles.
    ("Content-Security-Policy", f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)
"""What a host is asked to send along with every file. Of a file that is opened by its own address
the page's head says nothing."""
NOTICES = '<a href="notices/">notices</a>'
DATA_OF = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a> · '
"""Whose data the maps are drawn from that come with clubroute."""
Files: TypeAlias = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class SitePictures:
    """The pictures of one map: tiles and faces of counters, by their names."""

    tiles: Mapping[str, bytes]
    faces: Mapping[str, bytes]

    def files(self, name: str) -> Files:
        """By the names they have below the pictures of all maps."""
        found = {f"{name}/tiles/{one}": data for one, data in self.tiles.items()}
        return found | {f"{name}/counters/{one}": data for one, data in self.faces.items()}


Draw: TypeAlias = Callable[[str], SitePictures]


def site_files(
    context: Context, project: Project, games: Sequence[str], runtime: Runtime, draw: Draw
) -> Files:
    """Every file of a site by its name, for some games.

    The folder of what changes with the program is called by the digest of it, that of the pictures
    by theirs: what has one address never changes.

    :raises ClubrouteError: a map cannot be compiled or drawn, or a mistake in the sources.
    """
    art: Files = {}
    for name in games:
        art |= draw(name).files(name)
    pictures = f"art/{digest_of(art)}"
    files = {f"{pictures}/{name}": data for name, data in art.items()}
    files |= {f"{runtime.folder}/{name}": data for name, data in runtime.files.items()}
    own = own_files(context, project, games, pictures, runtime)
    made = digest_of(own)
    listed = {name: len(data) for name, data in art.items()}
    for name in games:
        many = {one: size for one, size in listed.items() if one.startswith(f"{name}/")}
        files[f"{pictures}/{name}.json"] = json_bytes(many)
    files |= {f"{made}/{name}": data for name, data in own.items()}
    files |= {f"notices/{name}": data for name, data in notices(runtime).items()}
    credit = (DATA_OF if any(series_at(name).home is None for name in games) else "") + NOTICES
    page = (ROOM / "index.html").read_text(encoding="utf-8")
    files["index.html"] = page_of(page, made, credit).encode("utf-8")
    core = [
        f"./{one.removesuffix('index.html')}" for one in sorted(files) if not one.startswith("art/")
    ]
    told = {"site": made, "core": core, "art": f"{pictures}/"}
    files["sw.js"] = told_script(told, "sw.js")
    files[HEADERS] = headers_text().encode("ascii")
    return files


def headers_text() -> str:
    """The headers of every file of a site, as hosts read them from a file."""
    return "".join(("/*\n", *(f"  {name}: {value}\n" for name, value in HOSTED)))


def own_files(
    context: Context, project: Project, games: Sequence[str], pictures: str, runtime: Runtime
) -> Files:
    """What changes with the program: the page, the engine, the maps, what is told at once."""
    files = {f"page/{name}": data for name, data in folder_files(ROOM) if name != "index.html"}
    files[f"page/{SCRIPT}"] = page_script()
    files |= {f"fonts/{name}": data for name, data in folder_files(FONTS)}
    files["begin.js"] = (HERE / "page" / "begin.js").read_bytes()
    files[ENGINE] = gzip.compress(engine_zip(project, games), mtime=0)
    lattices = sorted({series_at(name).lattice for name in games})
    for lattice in lattices:
        files[f"maps/{lattice}.terrain"] = context.terrain(lattice).read_bytes()
    maps = {f"{name}.terrain": f"maps/{name}.terrain" for name in lattices}
    told = {"engine": ENGINE, "runtime": f"../{runtime.folder}/", "maps": maps, "owner": OWNER}
    files["worker.js"] = told_script(told, "worker.js")
    answers: dict[str, str] = {}
    for number, (path, data) in enumerate(told_at_once(context, project, games, pictures)):
        answers[path] = f"told/{number}.json"
        files[answers[path]] = data
    files["site.json"] = json_bytes(
        {
            "answers": answers,
            "worker": "worker.js",
            "art": f"../{pictures}/",
            "games": list(games),
        }
    )
    return files


def told_script(told: Mapping[str, Any], name: str) -> bytes:
    """A script of a site's, behind a line with what it is told."""
    text = (HERE / "page" / name).read_text(encoding="utf-8")
    return f"const TOLD = {json.dumps(told)};\n{text}".encode()


def told_at_once(
    context: Context, project: Project, games: Sequence[str], pictures: str
) -> Iterator[tuple[str, bytes]]:
    """What a page is told before the engine is there, by the address it asks: as the room's
    answers have it, but for where the pictures are. :raises ClubrouteError: an answer fails.
    """

    def failed(where: str, error: Exception) -> None:
        raise ClubrouteError(f"{where} cannot be answered") from error

    answers = Answers(context, project, NoFiles(), failed)

    def told(path: str) -> bytes:
        place, _, query = path.partition("?")
        found = answers.answer("GET", place, query)
        if found.status != 200:
            raise ClubrouteError(found.data.decode("utf-8"))
        return found.data

    scenarios = [one for one in scenario_list() if one["map"] in games]
    yield "/start", json_bytes({**json.loads(told("/start")), "scenarios": scenarios})
    yield "/art", json_bytes({"art": pictures})
    for name in games:
        yield f"/maps/{name}", told(f"/maps/{name}")
        ready: Any = {"ready": True, "stage": "ready", "failed": "", "counters": True}
        yield f"/maps/{name}/progress", json_bytes(ready)
    for one in scenarios:
        path = f"/tape?map={one['map']}&scenario={one['id']}"
        yield path, told(path)


def page_of(page: str, made: str, credit: str) -> str:
    """The room's page as a site's: it says so in its head, and shows whose data its maps are of."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY, quote=False)}">\n'
    head += f'<meta name="clubroute-site" content="{made}/site.json">\n'
    head += f'<script type="module" src="{made}/begin.js"></script>\n'
    page = page.replace("<title>", f"{head}<title>", 1).replace('"page/', f'"{made}/page/')
    return page.replace("</main>", f'<p id="credit">{credit}</p>\n</main>', 1)


def digest_of(files: Mapping[str, bytes]) -> str:
    """A short digest of files by their names."""
    parts = [part for name in sorted(files) for part in (name, sha256(files[name]).hexdigest())]
    return digest(*parts)[:DIGITS]


MARK = b'name="clubroute-site"'
"""What the page of a site has in its head."""


def build_site(
    context: Context,
    project: Project,
    games: Sequence[str],
    runtime: Path,
    out: Path,
    say: Say,
) -> Mapping[str, bytes]:
    """Make a site of some games in a folder; one that stands there is replaced.

    :raises InputError: the runtime is not the pinned one, a mistake in the sources, or ``out`` is
        a folder of something else.
    """
    python = read_runtime(runtime)
    refuse_others(out)

    def draw(name: str) -> SitePictures:
        from clubroute.rules.room.art import made_apart  # loads what draws

        def told(line: str) -> None:
            say(f"{name}: {line}")

        tiles = made_apart("tiles", project, name, context.folder, told)
        return SitePictures(tiles, made_apart("faces", project, name, context.folder, told))

    files = site_files(context, project, games, python, draw)
    write_folder(out, files, say)
    return files


def refuse_others(out: Path) -> None:
    """Take no folder for a site's that somebody keeps other things in.

    :raises InputError: it is one.
    """
    page = out / "index.html"
    if page.is_file() and MARK in page.read_bytes():
        return
    try:
        empty = not out.exists() or not any(out.iterdir())
    except OSError as error:
        raise InputError(Where.of(out), error.strerror or "no folder", PLACE) from None
    if not empty:
        raise InputError(Where.of(out), "other files", "an empty folder, or a site made before")


def write_folder(out: Path, files: Mapping[str, bytes], say: Say = silent) -> None:
    """Write files into a folder beside the target, which then takes its name.

    :raises InputError: it cannot be written; what stood there stands there still.
    """
    target = out.resolve()
    with staging(target.parent, target.name, say) as place:
        place.put({target: files})
