"""Ruling records: asked again they are the same, and what differs is said."""

from __future__ import annotations

import json
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.rulings.asking import rule, verify
from clubroute.rules.rulings.ruling import (
    WIDTH,
    Ruling,
    Versions,
    differences,
    read_rulings,
    versions_of,
)

SIGHT = {"map": "wed", "from": "75.129", "to": "78.127"}
MOVE = {
    "map": "wed",
    "unit": {"class": "leg", "column": False, "side": "Allied"},
    "from": "75.129",
    "to": "76.128",
    "state": {"units": [{"hex": "76.128", "side": "German", "id": "x"}]},
}
VERSIONS = Versions("0.1.0", "a" * 16, "b" * 16)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), JSON, max_size=4), JSON)
def test_records_come_back_as_they_were(params: dict[str, object], answer: object) -> None:
    ruling = Ruling("los.check", params, answer, VERSIONS)
    (found,) = read_rulings(ruling.text())
    assert found == ruling
    assert found.text() == ruling.text()


def test_asked_again_it_is_the_same(real_context: Context) -> None:
    ruling = rule(real_context, "move.best", MOVE)
    assert ruling.versions == versions_of(real_context)
    assert ruling.position
    (found,) = read_rulings(ruling.text())
    done = verify(real_context, found)
    assert done.same
    assert done.here.text() == ruling.text()
    assert done.lines()[0].startswith("the same, byte for byte")


def test_it_survives_e_mail(real_context: Context) -> None:
    text = rule(real_context, "move.best", MOVE).text()
    assert max(map(len, text.splitlines())) <= 3 * WIDTH
    wrapped = "\n".join(
        line
        for long in text.splitlines()
        for line in textwrap.wrap(long, 60, break_long_words=False, break_on_hyphens=False)
    )
    quoted = "Dear Bob,\r\n" + "".join(f">> {line}\r\n" for line in wrapped.splitlines()) + "Ann"
    (found,) = read_rulings(quoted)
    assert found.text() == text


def test_what_differs_is_said(real_context: Context) -> None:
    ruling = rule(real_context, "los.check", SIGHT)
    answer = {**ruling.answer, "range": 4, "more": [1]}
    told = "\n".join(verify(real_context, replace(ruling, answer=answer)).lines())
    assert "answer.range: 4 there, 3 here" in told
    assert "answer.more: [1] there, absent here" in told
    assert told.startswith("not the same")
    older = replace(ruling, versions=replace(ruling.versions, tables="0" * 16, owner="1" * 16))
    done = verify(real_context, older)
    assert done.same
    assert "the rules' tables: 0000000000000000 there" in "\n".join(done.lines())


def test_a_question_that_cannot_be_asked_here(real_context: Context) -> None:
    done = verify(real_context, Ruling("no.method", {}, {}, VERSIONS))
    assert not done.same
    assert done.lines()[0].startswith("not asked again: ")
    assert "cannot be asked here" in done.lines()[1]


def test_differences_are_by_path() -> None:
    assert differences([1, {"a": 2}], [1, {"a": 3}]) == ["answer[1].a: 2 there, 3 here"]
    assert differences({"a": True}, {"a": 1}) == ["answer.a: true there, 1 here"]
    assert differences([1], [1, 2]) == ["answer: [1] there, [1,2] here"]
    assert differences({"b": 1}, {"b": 1}) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda text: "", "no ruling record"),
        (lambda text: text[: len(text) // 2], "cut short"),
        (lambda text: text.replace("75.129", "75.130", 1), "does not fit its seal"),
        (lambda text: text.replace("verdict: blocked", "verdict: clear"), "does not fit its seal"),
        (lambda text: text.replace("ruling 1 ===", "ruling 2 ===", 1), "form 2"),
        (lambda text: text.replace('{"from"', '["from"', 1), "without parameters"),
        (lambda text: text.replace("=== answered ===", ""), "without === answered ==="),
        (lambda text: text.replace("code:", "coda:"), "without code"),
    ],
)
def test_damaged_records_are_refused(change: object, word: str, real_context: Context) -> None:
    assert callable(change)
    text = rule(real_context, "los.check", SIGHT).text()
    with pytest.raises(InputError) as caught:
        read_rulings(change(text))
    assert word in str(caught.value) or "damaged JSON" in str(caught.value)


def test_on_the_command_line(
    map_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, again = tmp_path / "ruling.txt", tmp_path / "again.txt"
    asked = ["ask", "los.check", json.dumps(SIGHT), "--map", str(map_folder)]
    assert main([*asked, "--record", str(record)]) == 0
    first = capsys.readouterr().out
    assert main(["verify", str(record), "--map", str(map_folder), "--out", str(again)]) == 0
    assert "byte for byte" in capsys.readouterr().out
    assert again.read_bytes() == record.read_bytes()
    assert main(["verify", str(tmp_path), "--map", str(map_folder)]) == 0
    assert capsys.readouterr().out.count("byte for byte") == 2
    (tmp_path / "bare").mkdir()
    assert main(["verify", str(tmp_path / "bare"), "--map", str(map_folder)]) == 2
    assert "found a folder without .txt files" in capsys.readouterr().err
    assert str(tmp_path) not in record.read_text(encoding="utf-8")
    assert json.loads(first)["verdict"] == "blocked"
    record.write_text(record.read_text(encoding="utf-8").replace("blocked", "clear"))
    assert main(["verify", str(record), "--map", str(map_folder)]) == 2
    assert main(["verify", str(tmp_path / "none"), "--map", str(map_folder)]) == 2
