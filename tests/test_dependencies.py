"""What we build on is what the lock says, byte for byte, under licences that go with ours. Needs no
network."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
LOCKED = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.+!_-]+)(?: ; [^\\]+)?")

ALLOWED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT"),
        *("MIT-CMU", "MPL-2.0", "PSF-2.0", "Unlicense", "Zlib"),
    }
)
"""Licences (SPDX) under which a thing may be used beside ours: none asks for our sources."""
TOLD = {
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""What older metadata calls them."""
SILENT = {
    "axe-playwright-python": "MIT",  # the LICENSE that it is installed with
}
"""What the metadata does not say, and where it stands instead."""
OWN = "clubroute"
USERS = ROOT / "requirements.lock"
EXTRAS = ("build", "bench", "dask", "dev", "pictures")


def requirements(lock: Path) -> Iterator[tuple[str, list[str]]]:
    """The requirements of a lock, each with its options."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line and not line.startswith((" ", "#")):
            told, *options = line.split(" --")
            yield told.strip(), [f"--{option.strip()}" for option in options]


def licences(one: Distribution) -> set[str]:
    """The licences of a distribution by its own metadata, SPDX where they are known."""
    about = one.metadata
    expression = about.get("License-Expression")
    if expression:
        return set(re.findall(r"[A-Za-z0-9.-]+", re.sub(r"\b(?:AND|OR|WITH)\b", " ", expression)))
    rows = about.get_all("Classifier") or []
    told = {row.rpartition(" :: ")[2] for row in rows if row.startswith("License :: ")}
    text = about.get("License") or ""
    if not told and "\n" not in text.strip() and text:
        told = {text.strip()}
    if not told:
        told = {SILENT.get(one.name, "")}
    return {TOLD.get(name, name) for name in told}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_locked_requirement_has_one_version_and_its_digests(lock: Path) -> None:
    found = dict(requirements(lock))
    assert len(found) > 5
    assert [told for told in found if LOCKED.fullmatch(told) is None] == []
    bare = {
        told: options
        for told, options in found.items()
        if not options or not all(HASH.fullmatch(option) for option in options)
    }
    assert bare == {}


def plain(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).casefold()


def brought(extras: Collection[str]) -> dict[str, Distribution]:
    """What is installed of our requirements, with some extras, and of theirs in turn."""
    installed = {plain(one.name): one for one in distributions()}
    left, found = [(OWN, frozenset(extras))], dict[str, Distribution]()
    while left:
        name, wanted = left.pop()
        for told in installed[name].requires or ():
            one = Requirement(told)
            holds = one.marker is None or any(
                one.marker.evaluate({"extra": extra}) for extra in ("", *wanted)
            )
            key = plain(one.name)
            if holds and key in installed and key not in found and key != OWN:
                found[key] = installed[key]
                left.append((key, frozenset(one.extras)))
    return found


def test_what_is_installed_has_a_licence_that_goes_with_ours() -> None:
    """The tools of a release (extra ``publish``) go into nothing of ours, and run beside it."""
    found = brought(EXTRAS)
    assert found.keys() > {"click", "numpy", "pytest"}
    others = {
        name: sorted(told - ALLOWED)
        for name, one in found.items()
        if (told := licences(one)) - ALLOWED
    }
    assert others == {}


def test_what_a_user_installs_is_locked() -> None:
    locked = {plain(told.partition("==")[0]) for told, _ in requirements(USERS)}
    assert brought(()).keys() <= locked
