"""Templates: made from the declarations, never over an owner's work."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.read import TableSpec, read_table
from clubroute.rules.owner.tables import template_text, write_templates


@pytest.mark.parametrize("spec", TABLES, ids=lambda spec: spec.name)
def test_a_template_can_be_read_and_filled_in(spec: TableSpec, tmp_path: Path) -> None:
    path = tmp_path / spec.file
    text = template_text(spec)
    path.write_text(text, encoding="utf-8")
    assert read_table(path, spec).rows == ()
    lines = text.splitlines()
    header = next(index for index, line in enumerate(lines) if not line.startswith("#"))
    filled = lines[: header + 2] + [line.removeprefix("# ") for line in lines[header + 2 :]]
    path.write_text("\n".join(filled), encoding="utf-8")
    assert len(read_table(path, spec).rows) == len(spec.examples)
    assert all(f"# {column.name}: " in text for column in spec.columns)
    assert all(cite in text for cite in spec.cites)


def test_every_table_says_which_rules_use_it() -> None:
    assert all(spec.cites and spec.printed and spec.summary for spec in TABLES)
    assert len({spec.name for spec in TABLES}) == len(TABLES)


def test_templates_are_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "drop.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"drop\.csv: found a file already there"):
        write_templates(("weather", "drop"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["drop.csv"]
    assert (tmp_path / "drop.csv").read_text(encoding="utf-8") == "mine"
    write_templates(("drop",), tmp_path, force=True)
    assert (tmp_path / "drop.csv").read_text(encoding="utf-8").startswith("# The Drop Table")


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["template", "weather", "stops", "--out", "mine"]) == 0
    assert capsys.readouterr().out.splitlines() == ["mine/weather.csv", "mine/stops.csv"]
    assert main(["template", "--out", "mine"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["template", "--out", "mine", "--force"]) == 0
    assert len(list((tmp_path / "mine").iterdir())) == len(TABLES)
    assert main(["template", "wether", "--out", "new"]) == 2
    assert "did you mean weather?" in capsys.readouterr().err
    assert main(["ask", "owner.tables", "--owner", "mine", "--json"]) == 0
    assert '"file":"owner/weather.csv"' in capsys.readouterr().out


def test_which_tables_are_there_and_what_is_wrong(tmp_path: Path) -> None:
    context = Context(tmp_path, owner_folder=tmp_path)
    write_templates(("weather",), tmp_path)
    (tmp_path / "drop.csv").write_text("game\n", encoding="utf-8")
    found = {table["file"]: table for table in ask(context, "owner.tables", {})["tables"]}
    assert len(found) == len(TABLES)
    assert (found["owner/weather.csv"]["supplied"], found["owner/weather.csv"]["rows"]) == (True, 0)
    assert "drop.csv:1: found a header without it" in found["owner/drop.csv"]["wrong"]
    assert found["owner/stops.csv"]["supplied"] is False
