"""What would change: nothing where nothing changed, else what two whole audits tell apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.impact import changed


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_rules_tables_and_maps_take_the_place_of_those_there_are(tmp_path: Path) -> None:
    before = Settings(tmp_path / "build", told=(("retreat", 3),))
    rules = written(tmp_path / "round.toml", "title = 'A'\nslips = 'never'")
    assert dict(changed(before, rules).told) == {"round": "A", "slips": "never"}
    for name, field in (("ratings.csv", "owner"), ("gts.terrain", "build")):
        folder = tmp_path / field
        folder.mkdir()
        written(folder / name, "")
        assert getattr(changed(before, folder), field) == folder
    with pytest.raises(InputError):
        changed(before, tmp_path / "nowhere")


def told_by(asked: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, list[Any]]:
    code = main(asked)
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_impact_is_the_difference_of_two_whole_audits(
    scripted: bytes, wed_build: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "scripted.vlog"
    log.write_bytes(scripted)
    crowd = written(tmp_path / "crowd.toml", "title = 'Crowds'\nstacking = 1")
    same = written(tmp_path / "same.toml", "title = 'Nothing unusual'")
    asked = ["impact", str(log), "--maps", str(wed_build), "--json", "--with"]
    assert told_by([*asked, str(same)], capsys) == (0, [])
    code, found = told_by([*asked, str(crowd)], capsys)
    audits = []
    for more in ([], ["--round", str(crowd)]):
        main(["audit", str(log), "--maps", str(wed_build), "--json", "--quiet", *more])
        (record,) = json.loads(capsys.readouterr().out)["logs"]
        audits.append({(tuple(f["steps"]), f["check"], f["verdict"]) for f in record["findings"]})
    without, with_ = audits
    gone = {(tuple(f["steps"]), f["check"], f["before"]["verdict"]) for f in found if "before" in f}
    new = {(tuple(f["steps"]), f["check"], f["now"]["verdict"]) for f in found if "now" in f}
    assert without - with_ <= gone
    assert with_ - without <= new
    assert code == int(bool(found))
    assert (without == with_) == (not found)
