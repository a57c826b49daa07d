"""What is to be said of what a site ships, and the licences of all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.files.regular import read_file
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.json_text import read_json_file
from clubroute.builder.sources.tables import read_toml

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


HERE = Path(__file__).parent
LICENCES = HERE / "licences"
LICENCE = "LICENSE-"
"""How the files of licences begin: of none of them anybody asks under which licence it is."""
FONTS = SHIPPED / "builder" / "art" / "fonts" / "OFL.txt"
LEAFLET = HERE.parent / "room" / "page" / "vendor" / "LICENSE-leaflet.txt"


def notices(runtime: Runtime) -> dict[str, bytes]:
    """The texts by their names, and a page that lists them."""
    texts = {"NOTICE.txt": own_text("NOTICE.md"), "LICENSE.txt": own_text("LICENSE")}
    texts |= {"OFL.txt": FONTS.read_bytes(), "Leaflet.txt": LEAFLET.read_bytes()}
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
