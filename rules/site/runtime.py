"""The Python for browsers that a site ships: an unpacked npm package, of one version."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.regular import read_file

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
    pinned = tomllib.loads(PINNED.read_text(encoding="utf-8"))
    name, version = pinned["name"], pinned["version"]
    how = f"an unpacked {name} {version} (npm pack {name}@{version}, then tar xzf it)"
    told = folder / "package.json"
    if not told.is_file():
        raise InputError(Where.of(told), "no such file", how)
    try:
        package = json.loads(read_file(told, Where.of(told), "a package", MOST))
        found = f"{package['name']} {package['version']}"
    except (ValueError, KeyError, TypeError):
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
