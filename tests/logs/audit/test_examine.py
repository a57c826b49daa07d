"""What an audit says of a log, held to what was played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context, LogFiles
from clubroute.rules.asking.schema import check_value
from clubroute.rules.logs.audit.examine import Auditor, Settings
from clubroute.rules.logs.check.finding import FORMAT
from clubroute.rules.logs.rulings import name_of_log
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import read_rulings
from tests.conftest import ROOT
from tests.logs.audit.scripted import EVIL, PASSWORD
from tests.logs.samples import sample

SCHEMA = ROOT / "docs" / "audit-schema.json"


def log_schema() -> dict[str, Any]:
    whole = json.loads(SCHEMA.read_text(encoding="utf-8"))
    found: dict[str, Any] = whole["properties"]["logs"]["items"]
    return found


def test_the_record_is_as_documented(record: dict[str, Any]) -> None:
    check_value(json.loads(json.dumps(record)), log_schema(), "log")


def test_the_schema_is_strict(record: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        check_value({**record, "more": 1}, log_schema(), "log")
    with pytest.raises(InputError):
        check_value({k: v for k, v in record.items() if k != "dice"}, log_schema(), "log")


def test_walking_into_an_enemy_is_found_with_its_proof(
    record: dict[str, Any], wed_build: Path, scripted: bytes
) -> None:
    (illegal,) = [one for one in record["findings"] if one["verdict"] == "illegal"]
    assert record["counts"]["illegal"] == 1
    assert "enemy" in illegal["why"]
    (ruling,) = read_rulings(illegal["ruling"])
    assert ruling.answer["method"] == illegal["method"]
    # It names the log, without which nobody can ask again.
    assert not verify(Context(wed_build), ruling).asked
    logs = LogFiles({name_of_log(scripted): scripted}, None, None)
    assert verify(Context(wed_build, logs=logs), ruling).differs == ()


def test_the_story_is_told_in_order(record: dict[str, Any]) -> None:
    chapters = record["timeline"]
    assert len(chapters) == 2
    first = chapters[0]["events"]
    assert [event["kind"] for event in first[:2]] == ["chit", "move"]
    steps = [event["step"] for chapter in chapters for event in chapter["events"]]
    assert steps == sorted(steps)
    assert chapters[0]["turn"] != chapters[1]["turn"]
    assert sum(event["kind"] == "undo" for event in first) == 1
    assert record["moves"] == 4


def test_the_dice_and_the_one_rolled_again(record: dict[str, Any]) -> None:
    (dice,) = record["dice"]
    assert dice["source"] == "property"
    assert dice["rolls"] == 42
    assert sum(dice["counts"].values()) == 42
    (again,) = record["rerolls"]
    assert (again["showed"], again["then"]) == ([0], [9])
    (undo,) = record["undos"]
    assert undo["takes_back"] == again["step"]


def test_turns_are_scored_as_far_as_the_log_tells(record: dict[str, Any]) -> None:
    assert len(record["turns"]) == 2
    for turn in record["turns"]:
        assert turn["markers"]["attacked"] == 0
        assert turn["club_route"]["unknown"].startswith("the Club Route Marker's hex")
        unknown = turn["victory"]["unknown"]
        assert not re.search(r"state\.|[a-z]_[a-z]", unknown), "a parameter's name is no word"
    assert record["counted"][0]["values"] == {"Victory_Points": "3"}


def test_who_when_and_which_versions(record: dict[str, Any], auditor: Auditor) -> None:
    assert [player["name"] for player in record["players"]] == ["Ann", EVIL]
    assert record["saves"]["saved_ms"] == 1_750_000_000_000
    assert record["versions"]["module"] == "Where Eagles Dare"
    assert record["versions"]["terrain"] == auditor.versions("wed").terrain
    assert len(record["versions"]["module_digest"]) == 16


def test_no_passwords_and_no_folders(record: dict[str, Any], wed_build: Path) -> None:
    text = json.dumps(record)
    assert PASSWORD not in text
    assert "hunter2" not in text
    assert str(wed_build.parent) not in text


def test_a_module_nobody_has_is_said_to_be_missing(auditor: Auditor) -> None:
    record = auditor.audit_bytes(sample(), "small.vlog")
    check_value(json.loads(json.dumps(record)), log_schema(), "log")
    assert not record["checked"]
    assert any("supply the module" in note for note in record["notes"])
    assert record["undos"]
    assert record["dice"][0]["unknown"].startswith("the faces")
    assert FORMAT not in record["format"]


def test_a_module_of_ours_that_is_not_built_is_known_all_the_same(
    auditor: Auditor, scripted: bytes, wed_build: Path, tmp_path: Path
) -> None:
    for path in wed_build.glob("*.terrain"):
        copy(path, tmp_path)
    bare = Auditor(Settings(tmp_path))
    record = bare.audit_bytes(scripted, "scripted.vlog")
    check_value(json.loads(json.dumps(record)), log_schema(), "log")
    built = auditor.audit_bytes(scripted, "scripted.vlog")
    assert record["checked"]
    assert "module_file" not in record["versions"]
    said = [[one["why"] for one in each["findings"]] for each in (record, built)]
    assert said[0] == said[1]


def test_a_damaged_file_is_audited_up_to_the_damage(auditor: Auditor, scripted: bytes) -> None:
    record = auditor.audit_bytes(scripted[: len(scripted) * 2 // 3], "cut.vlog")
    assert any(note.startswith("read up to the damage") for note in record["notes"])


def test_an_error_names_the_file_without_its_folder(auditor: Auditor, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        auditor.audit(tmp_path / "none.vlog")
    assert str(caught.value).startswith("none.vlog: found no such file")


def test_a_damaged_module_is_a_note(wed_build: Path, scripted: bytes, tmp_path: Path) -> None:
    module = tmp_path / "broken.vmod"
    module.write_bytes((wed_build / "where-eagles-dare.vmod").read_bytes())
    auditor = Auditor(Settings(tmp_path))
    module.write_bytes(b"PK")
    record = auditor.audit_bytes(scripted, "scripted.vlog")
    assert not record["checked"]
    assert any("its module cannot be read: broken.vmod" in note for note in record["notes"])
