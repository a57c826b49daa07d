"""Debian packages, downloaded and unpacked without installing them; no root is needed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from tests.fetching.cache import (
    NotHereError,
    locked,
    run,
    say,
)

KINDS = ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")
# What we run draws in software, so the drivers and what only they need stay away; so do the C
# library and its kin, which must be the machine's own and are there wherever apt is.
LEFT_OUT = (
    "gcc-",
    "libc6",
    "libdrm-",
    "libelogind",
    "libgcc-",
    "libgl1-mesa",
    "libglapi-mesa",
    "libglx-mesa",
    "libicu",
    "libllvm",
    "libsensors",
    "libstdc++",
    "libz3",
    "lsb-base",
    "mesa-libgallium",
    "sysvinit-utils",
)


def needed_by(names: Iterable[str], folder: Path) -> list[str]:
    """The packages and all they depend on, however far, without what is left out. ``folder`` is
    where to work.

    Raises NotHereError when apt is not here or knows one of them not.
    """
    _programs_are_here()
    wanted = list(names)
    try:
        listing = _depends(wanted, folder, "--recurse")
    except NotHereError:
        _refresh(folder)
        listing = _depends(wanted, folder, "--recurse")
    found = {line for line in listing.splitlines() if line[:1].isalpha()}
    return sorted(name for name in found if not name.startswith(LEFT_OUT))


def direct_needs(name: str, folder: Path) -> list[str]:
    """What one package itself depends on. Raises NotHereError as :func:`needed_by` does."""
    _programs_are_here()
    try:
        listing = _depends([name], folder)
    except NotHereError:
        _refresh(folder)
        listing = _depends([name], folder)
    lines = (line.strip(" |").partition("Depends: ") for line in listing.splitlines())
    return sorted({needed for _, kind, needed in lines if kind and not needed.startswith("<")})


def extract(names: list[str], scratch: Path, root: Path) -> None:
    """Unpack packages under ``root``; ``scratch`` is an empty folder to work in.

    Raises NotHereError when apt is not here or cannot bring one.
    """
    _programs_are_here()
    say(f"downloading {len(names)} Debian packages")
    downloads = scratch / "packages"
    downloads.mkdir()
    try:
        run(["apt-get", "download", *names], downloads, "Debian packages")
    except NotHereError:
        # Most likely the package lists are absent or old: refresh them if we may, then try again.
        _refresh(downloads)
        run(["apt-get", "download", *names], downloads, "Debian packages")
    for package in sorted(downloads.glob("*.deb")):
        run(["dpkg", "-x", str(package), str(root)], scratch, package.name)


def libraries(root: Path) -> str:
    """The folders below ``root`` with libraries, for ``LD_LIBRARY_PATH``."""
    folders = [
        path
        for top in ("usr/lib", "lib")
        for triplet in sorted((root / top).glob("*-linux-*"))
        for path in (triplet, triplet / "pulseaudio")
        if path.is_dir()
    ]
    return os.pathsep.join(str(path) for path in folders)


def _programs_are_here() -> None:
    for program in ("apt-get", "apt-cache", "dpkg"):
        if shutil.which(program) is None:
            raise NotHereError(f"{program} is not here")


def _depends(names: list[str], folder: Path, *options: str) -> str:
    without = [f"--no-{kind}" for kind in KINDS]
    purpose = f"packages of {names[0]}"
    return run(["apt-cache", "depends", *options, *without, *names], folder, purpose)


def _refresh(folder: Path) -> None:
    # apt lets one process at a time have its lists; others of ours wait.
    with locked("apt"):
        run(["apt-get", "update"], folder, "Debian package lists")
