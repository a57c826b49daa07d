"""Modules of other people, for tests that must hold for any module.

They lie in the cache folder, or in that which ``CLUBROUTE_MODULES`` names: files (.vmod), and git
repositories in which a module is kept unpacked. ``modules.toml`` lists those that are fetched;
``python -m tests.fetching.modules`` does so. Nothing of them is ever committed here.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
import sys
import tomllib
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from tests.fetching.cache import NotHereError, cache_folder, locked, run, say

VARIABLE = "CLUBROUTE_MODULES"
LIST = Path(__file__).with_name("modules.toml")
FOLDER = "module-folder"
"""A file beside what git keeps, with the folder of the module that is listed."""
BUILD_FILES = ("buildFile.xml", "buildFile")
POINTER = b"version https://git-lfs"
PLAIN = (1600, 1200)
"""The size of a plain picture in the place of one that a repository has not."""


class NoNetworkError(NotHereError):
    """No repository answers: there is no network, or none that leads to them."""


def prepare() -> Path:
    """Give the folder of the modules, those that are missing fetched.

    Raises NotHereError if one cannot be had, NoNetworkError if none can.
    """
    own = os.environ.get(VARIABLE)
    if own:
        folder = Path(own)
        if not folder.is_dir() or not (repositories(folder) or [*folder.glob("*.vmod")]):
            raise NotHereError(f"{folder} has no .vmod and no git repository of a module")
        return folder
    listed: dict[str, dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))
    failed = []
    with locked("modules") as folder:
        for name, told in listed.items():
            try:
                fetch(folder, name, told)
            except NotHereError as error:
                failed.append(error)
    if failed:
        raise NoNetworkError(str(failed[0])) if len(failed) == len(listed) else failed[0]
    return folder


def fetch(folder: Path, name: str, told: dict[str, Any]) -> None:
    """Have the repository of a module at its commit. Raises NotHereError where it is another."""
    place, commit = folder / name, told["commit"]
    if not (place / commit).exists():
        say(f"cloning {told['address']}")
        run(["git", "init", "--quiet", "--bare", str(place)], folder, name)
        words = ("--git-dir", str(place), "fetch", "--quiet", told["address"], commit)
        run(["git", *words], folder, told["address"])
        git(place, "update-ref", "--no-deref", "HEAD", commit)
        inner = told["build_file"].removesuffix(PurePosixPath(told["build_file"]).name)
        (place / FOLDER).write_text(inner, encoding="utf-8")
        (place / commit).touch()
    found = hashlib.sha256(git(place, "show", f"{commit}:{told['build_file']}")).hexdigest()
    if found != told["sha256"]:
        raise NotHereError(f"{name}: a build file of sha256 {found[:16]}…, not as listed")


def repositories(folder: Path) -> list[Path]:
    """The git repositories of a folder, bare ones or with a work tree."""
    found = (git for one in sorted(folder.iterdir()) for git in (one / ".git", one / "repo", one))
    return [one for one in found if (one / "HEAD").is_file() and (one / "objects").is_dir()]


def modules(folder: Path) -> list[Path]:
    """Every module of a folder as a file; those kept unpacked are packed beside it, once."""
    packed = cache_folder("packed-modules")
    found = [*folder.glob("*.vmod")]
    for repository in repositories(folder):
        for commit, inner in unpacked(repository):
            name = re.sub(r"\W+", "-", f"{repository.parent.name}-{repository.name}-{inner}")
            target = packed / f"{name.strip('-')}-{commit[:12]}.vmod"
            if not target.exists():
                packed.mkdir(parents=True, exist_ok=True)
                pack(repository, inner, target)
            found.append(target)
    return sorted(found)


def git(repository: Path, *words: str) -> bytes:
    """What git prints."""
    command = ("git", "--git-dir", str(repository), *words)
    return subprocess.run(command, capture_output=True, check=True).stdout


def unpacked(repository: Path) -> Iterator[tuple[str, str]]:
    """The newest commit of a repository with each folder in it that is a module, no extension; of
    one that is listed its module's alone."""
    told = repository / FOLDER
    only = told.read_text(encoding="utf-8") if told.is_file() else None
    commit = git(repository, "rev-parse", "HEAD").decode().strip()
    names = git(repository, "ls-tree", "-r", "-z", "--name-only", "HEAD").decode().split("\0")
    for name in names:
        if PurePosixPath(name).name in BUILD_FILES:
            inner = name.removesuffix(PurePosixPath(name).name)
            if f"{inner}extensiondata" not in names and only in (None, inner):
                yield commit, inner


def pack(repository: Path, inner: str, target: Path) -> None:
    """Write the module that a repository keeps unpacked. A plain picture stands for one that the
    repository has elsewhere."""
    partial = target.with_suffix(".part")
    rows = git(repository, "ls-tree", "-r", "-z", "HEAD").split(b"\0")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in filter(None, rows):
            about, _, path = row.partition(b"\t")
            name = path.decode("utf-8", "replace")
            if not name.startswith(inner) or about.split()[1] != b"blob":
                continue
            try:
                data = git(repository, "cat-file", "blob", about.split()[2].decode())
            except subprocess.CalledProcessError:
                data = POINTER
            if data.startswith(POINTER):
                if not name.lower().endswith((".png", ".jpg", ".gif")):
                    continue
                data = plain_picture(*PLAIN)
            archive.writestr(name.removeprefix(inner), data)
    partial.replace(target)


def plain_picture(width: int, height: int) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xc8\xd2\xbe" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{prepare()}\n")
    except NotHereError as reason:
        sys.exit(str(reason))
