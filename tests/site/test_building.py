"""What a site is made of, and where it is refused."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.cli import main
from clubroute.rules.site.build import (
    ENGINE,
    PINNED,
    Files,
    read_runtime,
    refuse_others,
    write_folder,
)
from tests.site.sites import bare_files

LICENCES = {"MPL-2.0.txt", "Python.txt", "OFL.txt", "Leaflet.txt", "LICENSE.txt", "NOTICE.txt"}


@pytest.fixture(scope="module")
def files(maps: Path) -> Files:
    return bare_files(maps, ("wed", "ins"))


def test_the_same_sources_give_the_same_bytes(files: Files, maps: Path) -> None:
    assert bare_files(maps, ("wed", "ins")) == files


def test_all_that_changes_lies_below_its_digest(files: Files) -> None:
    made = json.loads(files["sw.js"].split(b";", 1)[0].removeprefix(b"const TOLD = "))["site"]
    tops = {name.partition("/")[0] for name in files}
    assert tops == {"index.html", "sw.js", "_headers", "notices", "art", "pyodide-0", made}
    page = files["index.html"].decode()
    assert f'content="{made}/site.json"' in page
    assert "OpenStreetMap contributors" in page
    assert "default-src 'self'" in page
    assert 'href="/' not in page
    assert 'src="/' not in page
    told = json.loads(files[f"{made}/site.json"])
    assert all(f"{made}/{path}" in files for path in told["answers"].values())
    start = json.loads(files[f"{made}/{told['answers']['/start']}"])
    assert {one["map"] for one in start["scenarios"]} == {"wed", "ins"}


def test_the_service_worker_keeps_all_but_pictures(files: Files) -> None:
    core = json.loads(files["sw.js"].split(b";\n", 1)[0].removeprefix(b"const TOLD = "))["core"]
    kept = {f"{one}index.html" if one.endswith("/") else one for one in core}
    assert kept == {
        f"./{name}" for name in files if not name.startswith(("art/", "sw.js", "_headers"))
    }


def test_notices_name_whose_it_is_and_hold_every_licence(files: Files) -> None:
    assert {f"notices/{name}" for name in LICENCES} <= set(files)
    page = files["notices/index.html"].decode()
    assert all(f'href="{name}"' in page for name in LICENCES)
    assert b"Mozilla Public License Version 2.0" in files["notices/MPL-2.0.txt"][:200]


def test_no_table_of_the_owners_goes_into_a_site(files: Files) -> None:
    assert not [name for name in files if "owner" in name and name.endswith(".csv")]


def test_another_runtime_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = tmp_path / "package", tmp_path / "out"
    folder.mkdir()

    def told() -> str:
        assert main(["site", "wed", "--runtime", str(folder), "--out", str(out)]) == 2
        return capsys.readouterr().err

    assert "no such file, expected an unpacked pyodide" in told()
    (folder / "package.json").write_text('{"name": "pyodide", "version": "0.1.0"}')
    assert "found pyodide 0.1.0, expected an unpacked pyodide 3" in told()
    version = PINNED.read_text().partition('version = "')[2].partition('"')[0]
    (folder / "package.json").write_text(json.dumps({"name": "pyodide", "version": version}))
    (folder / "pyodide.mjs").write_text("export default 1;")
    assert "pyodide.mjs: found a file of sha256" in told()
    assert not out.exists()
    (folder / "package.json").write_text("{")
    with pytest.raises(InputError):
        read_runtime(folder)


def test_a_game_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "wedd", "--runtime", "x", "--out", "y"]) == 2
    assert "did you mean wed?" in capsys.readouterr().err


def test_a_site_is_replaced_whole_and_nothing_else_is(tmp_path: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    write_folder(out, {"index.html": b'<meta name="clubroute-site">', "old.js": b"1"})
    refuse_others(out)
    write_folder(out, {"index.html": b'<meta name="clubroute-site">', "new/a.js": b"2"})
    assert sorted(one.name for one in out.iterdir()) == ["index.html", "new"]
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="found other files"):
        refuse_others(other)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["other", "out"]


def test_what_cannot_be_written_leaves_the_old_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    write_folder(out, {"index.html": b"old"})

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left"):
        write_folder(out, {"index.html": b"new"})
    assert (out / "index.html").read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


SHIPPED = """
import json, sys
sys.path.insert(0, sys.argv[1])
import clubroute.rules.site.engine as engine
assert engine.__file__.startswith(sys.argv[1]), engine.__file__
made = engine.Engine(sys.argv[2], "owner")
for name, scenario in (("wed", "WED-2"), ("ins", "INS-5.1")):
    tape = json.loads(made.answer("GET", f"/tape?map={name}&scenario={scenario}")[3])
    told = json.dumps({"map": name, "state": tape["first"]}).encode()
    status, _, _, data, _ = made.answer("POST", "/vsav", told)
    assert status == 200, data
    status, _, _, data, _ = made.answer("POST", "/tape?name=x.vsav", data)
    assert status == 200 and json.loads(data)["counters"], data
"""


def test_what_is_shipped_is_enough_to_write_and_read_games(
    files: Files, maps: Path, tmp_path: Path
) -> None:
    engine = next(data for name, data in files.items() if name.endswith(f"/{ENGINE}"))
    zipfile.ZipFile(io.BytesIO(gzip.decompress(engine))).extractall(tmp_path)
    command = [sys.executable, "-c", SHIPPED, str(tmp_path), str(maps)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
