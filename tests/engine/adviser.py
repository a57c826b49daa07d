"""Compile the adviser inside VASSAL, always to the same bytes: ``python -m tests.engine.adviser``.

Its classes are kept in the package, so that whoever builds a module needs no JDK. They name what
VASSAL 3.6 has, and are of Java 11: newer ones bring up a warning in 3.6.19 to 3.7.24.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from clubroute.builder.module.adviser import CLASSES, SOURCES
from tests.engine.prepare import prepare
from tests.fetching.cache import NotHereError

OPTIONS = (
    *("--release", "11", "-g:none", "-XDstringConcat=inline"),
    *("-Xlint:all,-path", "-Werror", "-encoding", "UTF-8"),
)
"""Joining texts inline takes less room, and no class made at run time."""


def javac() -> str:
    """The compiler. :raises NotHereError: there is none."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("javac", path=f"{home}/bin") if home else None
    found = found or shutil.which("javac")
    if found is None:
        raise NotHereError("javac is not on PATH: install a JDK, version 11 or later")
    return found


def compiled(folder: Path) -> dict[str, bytes]:
    """Compile into a folder; the classes by the names of their files."""
    sources = sorted(map(str, SOURCES.rglob("*.java")))
    command = [javac(), *OPTIONS, "-cp", prepare().class_path, "-d", str(folder), *sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotHereError(f"javac refuses the adviser: {done.stderr}")
    return {one.relative_to(folder).as_posix(): one.read_bytes() for one in folder.rglob("*.class")}


def kept() -> dict[str, bytes]:
    """The classes in the package."""
    found = CLASSES.rglob("*.class")
    return {one.relative_to(CLASSES).as_posix(): one.read_bytes() for one in found}


def main() -> None:
    """Put the classes into the package, in place of those there."""
    with tempfile.TemporaryDirectory() as scratch:
        classes = compiled(Path(scratch))
    shutil.rmtree(CLASSES, ignore_errors=True)
    for name, data in classes.items():
        (CLASSES / name).parent.mkdir(parents=True, exist_ok=True)
        (CLASSES / name).write_bytes(data)


if __name__ == "__main__":
    main()
