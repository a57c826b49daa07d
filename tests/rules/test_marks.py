"""A byte-order mark, which programs on Windows write, is accepted wherever text comes in."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from clubroute.builder.sources.features import feature_items
from clubroute.builder.sources.tables import read_rows, read_toml
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import read_params, read_value
from clubroute.rules.cli import main
from clubroute.rules.logs.check.series import read_counters
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.read import read_table
from clubroute.rules.owner.tables import example_text
from clubroute.rules.rulings.asking import rule
from clubroute.rules.rulings.ruling import read_record
from clubroute.rules.saves.at import read_at
from clubroute.rules.service.faults import DEFAULT
from clubroute.rules.service.protocol import decode

MARK = "\ufeff"
MARKS = pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16"])


class Pipe:
    """What is on stdin, as bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)

    def isatty(self) -> bool:
        return False


def written(path: Path, text: str, coding: str) -> Path:
    path.write_bytes(text.encode(coding))
    assert not path.read_bytes().startswith(text[:1].encode())
    return path


@MARKS
def test_in_tables_toml_and_geography(coding: str, tmp_path: Path) -> None:
    rows = read_rows(written(tmp_path / "a.csv", "a,b\n1,2\n", coding), {"a": True, "b": True})
    assert rows[0].text("a") == "1"
    toml = written(tmp_path / "a.toml", 'map = "Main"\n', coding)
    assert read_toml(toml) == read_counters(toml) == {"map": "Main"}
    json_ = '{"type": "FeatureCollection", "features": [{}]}'
    assert feature_items(written(tmp_path / "a.geojson", json_, coding)) == [(1, {})]


@MARKS
def test_in_a_table_of_the_owner(coding: str, tmp_path: Path) -> None:
    spec = table_spec("weather")
    path = written(tmp_path / spec.file, example_text(spec), coding)
    assert read_table(path, spec).rows


@MARKS
def test_in_a_position(coding: str, tmp_path: Path) -> None:
    path = written(tmp_path / "state.json", '{"units": []}', coding)
    assert read_at(Context(tmp_path), str(path)).state == {"units": []}


@MARKS
def test_in_a_question_as_json(coding: str) -> None:
    assert read_params('{"map": "wed"}'.encode(coding)) == {"map": "wed"}


def test_in_a_line_of_the_socket() -> None:
    assert decode(f'{MARK}{{"id": 1}}'.encode(), DEFAULT.depth) == {"id": 1}
    assert read_value(f"{MARK}[1]".encode()) == [1]


@MARKS
def test_in_a_ruling(coding: str, tmp_path: Path) -> None:
    text = rule(Context(tmp_path), "rpc.ping", {}).text()
    path = written(tmp_path / "ruling.txt", text, coding)
    assert read_record(path, io.BytesIO())[0].method == "rpc.ping"
    assert read_record(Path("-"), io.BytesIO(path.read_bytes()))[0].method == "rpc.ping"


@MARKS
def test_in_words_and_json_on_stdin(
    coding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Pipe("rpc.ping\n".encode(coding)))
    assert main(["shell"]) == 0
    assert "pong" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", Pipe("{}".encode(coding)))
    assert main(["ask", "rpc.ping", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == "pong"
