"""Digests of clubroute's own code: of all of it, or of as much as makes some result.

A cache names what it keeps by the code that made it, too. A changed help line makes no other
picture: so boards are named by the modules that drawing them reaches, and maps by those that
compiling them reaches.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from clubroute.builder.files.atomic import digest, files_digest

PACKAGE = Path(__file__).parent

LIBRARIES = ("numpy", "pillow", "shapely", "networkx", "deflate", "fonttools")
"""What the results depend on besides our own code and the sources."""

DRAWING = "passes.boards"
"""Where the boards of a game are drawn, from its compiled map on."""

COMPILING = "passes.terrain"
"""Where a map is compiled, from its sources on."""

SURVEYING = "passes.survey"
"""Where the geography is brought onto a lattice."""

CHECKING = "lint.run"
"""Where the builder's own checks of a map begin."""

COMPILED_PYTHON = (".pyc", ".pyo")

MODULE = re.compile(r"\bclubroute\.builder\.([a-z]\w*(?:\.[a-z]\w*)*)")
"""A module's name, where it is imported or stands as a word to be imported by."""

TYPES_ONLY = re.compile(r"^if TYPE_CHECKING:\n(?:(?:[ \t].*)?\n)+", re.MULTILINE)
"""Imports that nothing runs."""

WHOLE_FOLDER = "__package__"
"""A module that says this imports its neighbours by the names of their files."""


@cache
def own_code(entry: str = "") -> str:
    """Digest of the builder's own code and data.

    :param entry: a module, as it is called in the builder; only what it reaches counts.
    """
    return files_digest(PACKAGE, reached(entry) if entry else all_files(PACKAGE))


@cache
def code_digest(entry: str = "") -> str:
    """Digest of :func:`own_code`, of the Python and of the libraries it computes and draws with."""
    versions = [installed(name) for name in LIBRARIES]
    python = f"python {sys.version_info.major}.{sys.version_info.minor}"
    return digest(own_code(entry), python, *versions)


def reached(entry: str) -> set[Path]:
    """The files of all modules that one imports, and those import, with their packages' data.

    Sources are looked through for the names of modules rather than parsed, which takes a tenth of
    the time. So too many may be found, those that a comment names, but none is left out.
    """
    found: set[Path] = set()
    ahead = [entry]
    while ahead:
        name = ahead.pop()
        path = module_file(name)
        if path is None or path in found:
            continue
        found.add(path)
        if path.name == "__init__.py":
            found.update(data_files(path.parent))
        if name:
            ahead.append(name.rpartition(".")[0])
        text = path.read_text(encoding="utf-8")
        ahead.extend(match[1] for match in MODULE.finditer(TYPES_ONLY.sub("", text)))
        if WHOLE_FOLDER in text and name != "own_code":
            package = path.parent.relative_to(PACKAGE)
            ahead.extend(".".join((*package.parts, one.stem)) for one in path.parent.glob("*.py"))
    return found


def module_file(name: str) -> Path | None:
    """The file of a module of the builder; None if there is none of that name."""
    place = PACKAGE.joinpath(*name.split("."))
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((path for path in files if path.is_file()), None)


def data_files(package: Path) -> Iterator[Path]:
    """The files of a package that are no modules, but those of packages in it."""
    for path in package.iterdir():
        if path.is_file() and path.suffix not in (".py", *COMPILED_PYTHON):
            yield path
        elif path.is_dir() and not (path / "__init__.py").is_file():
            yield from all_files(path)


def all_files(folder: Path) -> Iterator[Path]:
    """Every file below a folder that no interpreter has put there."""
    return (p for p in folder.rglob("*") if p.is_file() and p.suffix not in COMPILED_PYTHON)


def installed(library: str) -> str:
    """A library's name and version, ``numpy-2.1.0``, as its ``.dist-info`` folder is called.

    importlib.metadata knows it as well, but takes longer to import than many a question takes.
    """
    for folder in sys.path:
        for path in Path(folder).glob(f"{library}-*.dist-info"):
            return path.stem
    from importlib import metadata

    return f"{library}-{metadata.version(library)}"
