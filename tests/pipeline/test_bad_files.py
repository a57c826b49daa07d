"""Damaged and hostile VASSAL files: one clear line, exit code 2, no traceback."""

from __future__ import annotations

import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError, Where
from tests.pipeline.damage import check

pytestmark = pytest.mark.slow

BOMB_XML = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;">]>
<VASSAL.build.GameModule name="&lol2;"/>"""


def zipped(path: Path, entries: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> None:
    """A zip with these entries."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)


def bomb(path: Path) -> None:
    """A zip of a few hundred kB that unpacks to hundreds of MB."""
    zipped(path, {"buildFile.xml": b"\0" * (300 << 20)}, zipfile.ZIP_DEFLATED)


def cut(path: Path) -> None:
    """A zip without its end."""
    zipped(path, {"buildFile.xml": b"<x/>" * 100})
    path.write_bytes(path.read_bytes()[:-30])


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "zip bomb": (bomb, r"x\.vmod.*: found "),
    "escaping name": (lambda p: zipped(p, {"../evil": b"x"}), r"x\.vmod:\.\./evil: "),
    "absolute name": (lambda p: zipped(p, {"/etc/passwd": b"x"}), r"x\.vmod:/etc/passwd: "),
    "drive name": (lambda p: zipped(p, {"C:\\x": b"x"}), r"x\.vmod:"),
    "entity bomb": (lambda p: zipped(p, {"buildFile.xml": BOMB_XML}), r"x\.vmod:2.*buildFile\.xml"),
    "broken XML": (
        lambda p: zipped(p, {"buildFile.xml": b"<a>\n<b></a>"}),
        r"x\.vmod:2:\d+:buildFile\.xml",
    ),
    "cut zip": (cut, r"x\.vmod: found "),
    "no zip": (lambda p: p.write_bytes(b"hello there, no zip"), r"x\.vmod: found another kind"),
    "empty": (lambda p: p.write_bytes(b""), r"x\.vmod: found "),
    "no VASSAL file": (lambda p: zipped(p, {"readme.txt": b"x"}), r"x\.vmod: found a zip without"),
    "bad save": (lambda p: zipped(p, {"savedGame": b"!VCSK0012zz"}), r"x\.vmod:.*savedGame"),
    "odd save": (lambda p: zipped(p, {"savedGame": b"!VCSK00123"}), r"x\.vmod:.*savedGame"),
    "directory": (lambda p: p.mkdir(), r"x\.vmod: found "),
    "missing": (lambda p: None, r"x\.vmod: found "),
    "damaged terrain": (
        lambda p: p.write_bytes(b"clubroute-terrain 2 sha256:00\n{}"),
        r"x\.vmod:1: found a digest that does not match",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_files_to_dump(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make, expected = FILES[name]
    path = tmp_path / "x.vmod"
    make(path)
    check(["dump", str(path)], expected, capsys)


def test_an_error_comes_whole_out_of_a_worker_process() -> None:
    error = InputError(Where("style.toml", 3, "fill"), "'blau'", "a colour", "blue")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.where, again.nearest) == (str(error), error.where, "blue")
