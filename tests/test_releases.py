"""Files of releases are read for ever; those of another form are told apart (docs/formats.md)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from clubroute.builder.errors import InputError
from clubroute.builder.project import shipped_project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.builder.terrain.terrain_file import load_terrain
from clubroute.builder.terrain.terrain_head import MAGIC, VERSION
from clubroute.rules.cli import cli
from clubroute.rules.logs.audit.examine import FORMAT as AUDIT
from clubroute.rules.logs.check.finding import FORMAT as CHECK
from clubroute.rules.rulings.ruling import canonical, read_rulings
from clubroute.rules.saves.at import at_of_json, digest_of
from tests.hermetic import own_folders

RELEASES = Path(__file__).parent / "releases"
EACH = sorted(path for path in RELEASES.iterdir() if path.is_dir())


def releases(name: str) -> list[Any]:
    """A kept file of every release that has one."""
    found = [path / name for path in EACH if (path / name).is_file()]
    assert found
    return [pytest.param(path, id=path.parent.name) for path in found]


@pytest.mark.parametrize("path", releases("example.terrain"))
def test_a_compiled_map_is_read_or_made_anew(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of today's number is read; one of another is compiled again, and that is said."""
    own_folders(tmp_path, monkeypatch)
    build, said = tmp_path / "build", list[str]()
    build.mkdir()
    shutil.copy(path, build / "example.terrain")
    if path.read_bytes().startswith(b"%s %d " % (MAGIC, VERSION)):
        assert len(load_terrain(path).hexes) == 60
    other = build / "example.terrain"
    other.write_bytes(other.read_bytes().replace(b" %d " % VERSION, b" %d " % (VERSION - 1), 1))
    maps = CompiledMaps(shipped_project(), build, said.append)
    assert load_terrain(maps.path("example")).hexes
    assert said[0].startswith(f"{other} is of another version: compiling the map example")


@pytest.mark.parametrize("path", releases("turn.clubroute"))
def test_a_position_is_read(path: Path) -> None:
    at = at_of_json(path.read_bytes(), path)
    assert at.file is not None
    assert at.map is not None
    assert at.file.digest == digest_of(at.map, at.state)
    assert at.state["units"]


@pytest.mark.parametrize("path", releases("sight.ruling.txt"))
def test_a_ruling_is_read_as_it_was_sealed(path: Path) -> None:
    (ruling,) = read_rulings(path.read_text(encoding="utf-8"), str(path))
    assert ruling.answer["verdict"] == "blocked"
    assert ruling.seal in path.read_text(encoding="utf-8")
    assert canonical(ruling.params) == '{"from":"75.129","map":"wed","to":"78.127"}'


SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "audit-schema.json").read_text("utf-8"))
"""What an audit's JSON is today; its findings are those of a check."""


def unknown(value: Any, schema: Any, path: str = "") -> Iterator[str]:
    """The paths of names in a JSON value that a schema does not know, or that it misses."""
    if isinstance(value, dict):
        if "properties" not in schema:
            return
        for name, inner in value.items():
            if name in schema["properties"]:
                yield from unknown(inner, schema["properties"][name], f"{path}.{name}")
            else:
                yield f"{path}.{name}"
        yield from (f"{path}.{name}" for name in schema.get("required", ()) if name not in value)
    elif isinstance(value, list) and "items" in schema:
        for inner in value:
            yield from unknown(inner, schema["items"], f"{path}[]")


@pytest.mark.parametrize("path", releases("audit.json"))
def test_names_of_an_audit_stay(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert list(unknown(kept, SCHEMA)) == []
    assert {one["format"] for one in kept["logs"]} == {AUDIT}
    broken = {**kept, "findingz": [], "files": [{"steps": 1}]}
    assert list(unknown(broken, SCHEMA)) == [".files[].log", ".findingz"]


@pytest.mark.parametrize("path", releases("check.json"))
def test_names_of_a_check_stay(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept["format"] == CHECK
    finding = SCHEMA["properties"]["logs"]["items"]["properties"]["findings"]["items"]
    assert kept["findings"]
    assert [one for told in kept["findings"] for one in unknown(told, finding)] == []


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("clubroute-position 2", "position form 2, expected form 1: a newer clubroute wrote it"),
        ("clubroute-position 0", "position form 0, expected form 1: an older clubroute wrote it"),
        ("clubroute-position", "position form , expected form 1"),
        ("another", "'another', expected clubroute-position 1, or a state without a format"),
        (2, "2, expected clubroute-position 1, or a state without a format"),
    ],
)
def test_a_position_of_another_form_is_never_a_bare_state(form: object, line: str) -> None:
    data = json.dumps({"format": form, "map": "wed", "state": {"units": []}}).encode()
    with pytest.raises(InputError) as raised:
        at_of_json(data, "turn.clubroute")
    assert str(raised.value).startswith(f"turn.clubroute:format: found {line}")


def test_a_ruling_of_another_form_says_so_in_the_same_words(tmp_path: Path) -> None:
    path = EACH[-1] / "sight.ruling.txt"
    text = path.read_text(encoding="utf-8").replace("ruling 1 ===", "ruling 7 ===", 1)
    (tmp_path / "r.txt").write_text(text, encoding="utf-8")
    told = CliRunner().invoke(cli, ["verify", str(tmp_path / "r.txt")])
    assert told.exit_code == 2 or isinstance(told.exception, InputError)
    said = told.output + str(told.exception or "")
    assert "found ruling form 7, expected form 1: a newer clubroute wrote it" in said
