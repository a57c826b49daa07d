"""Which answers an owner's table unlocks: the list, the command and the templates."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.owner.catalogue import TABLES
from tests.rules.owner.reading import readers

pytestmark = pytest.mark.slow


def test_a_table_unlocks_the_methods_that_may_read_it() -> None:
    found = {spec.name: spec.unlocks for spec in TABLES}
    assert found == readers(), "python -m tests.rules.owner.reading writes it anew"
    assert all(found.values())


def test_an_empty_folder_gets_a_template_of_each_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weather.csv").write_text("mine", encoding="utf-8")
    assert main(["owner", "--init", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {spec.file for spec in TABLES}
    assert (tmp_path / "weather.csv").read_text(encoding="utf-8") == "mine"
    assert "weather" not in capsys.readouterr().out


def test_the_command_tells_what_is_there_and_what_the_rest_would_unlock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "series.csv").write_text("rule,value\ntq_check,below\n", encoding="utf-8")
    (tmp_path / "parks.csv").write_text("park\n", encoding="utf-8")
    assert main(["owner", "--owner", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"1 of {len(TABLES)} tables are there\n")
    assert "owner/series.csv: 1 rows\n" in out
    assert "owner/parks.csv: wrong: " in out
    assert "owner/weather.csv: missing\n" in out
    assert "    unlocks weather.day\n" in out


def test_the_method_tells_what_each_table_unlocks(tmp_path: Path) -> None:
    tables = ask(Context(tmp_path, owner_folder=tmp_path), "owner.tables", {})["tables"]
    assert {one["file"]: one["supplied"] for one in tables}["owner/drop.csv"] is False
    assert tables[0]["unlocks"] == ["weather.day"]
