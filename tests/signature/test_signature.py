"""The signature sees one answer that changed, and its questions are worth asking."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.rules.asking.methods import Registry, methods_of
from tests.signature import digests
from tests.signature.asking import (
    Record,
    canonical,
    portable,
    read_questions,
)
from tests.signature.digests import (
    ALL,
    differences,
    families_of,
    families_text,
    read_families,
    records_text,
)

ONCE = {"rpc.discover"}
"""It takes no parameters and answers with every method there is."""
LEAST = 5


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """Three records that are kept as they are."""
    found = [
        Record("gts move", "questions.jsonl:1", "move.check {}", "legal"),
        Record("gts move", "questions.jsonl:2", "move.check {}", "illegal"),
        Record("words", "talks.txt:1", "and in column?", "3 MP"),
    ]
    for name, text in (
        ("FAMILIES", families_text(families_of(found))),
        ("RECORDS", records_text(found)),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        monkeypatch.setattr(digests, name, tmp_path / name)
    return found


def test_what_is_as_it_was_differs_in_nothing(records: list[Record]) -> None:
    assert differences(records, read_families(digests.FAMILIES), digests.RECORDS) == []


def test_one_changed_answer_is_named_with_its_family_and_place(records: list[Record]) -> None:
    records[1] = replace(records[1], text="undetermined")
    lines = differences(records, read_families(digests.FAMILIES), digests.RECORDS)
    assert lines == ["gts move: 1 of 2 records; the first is questions.jsonl:2: move.check {}"]


def test_a_family_that_is_new_or_gone_is_named(records: list[Record]) -> None:
    records[2] = replace(records[2], family="words wed")
    lines = differences(records, read_families(digests.FAMILIES), digests.RECORDS)
    assert lines == ["words: gone", "words wed: new, 1 records"]


def test_a_record_is_the_same_in_any_order_of_its_names() -> None:
    assert canonical({"b": [1], "a": "é"}) == canonical({"a": "é", "b": [1]}) == '{"a":"é","b":[1]}'


def test_a_record_does_not_name_the_folder_of_the_repository() -> None:
    here = str(Path(__file__).resolve().parent / "owner")
    assert portable(here) == here[len(str(Path(__file__).resolve().parents[2])) :]


def test_every_method_is_asked_five_times_by_its_series() -> None:
    registry, asked = Registry(), Counter((one.game, one.method) for one in read_questions())
    of_frame = {one.name for one in methods_of(registry.frame)}
    missing = {
        (series.key, one.name)
        for series in registry.series
        for one in methods_of(series.families)
        if asked["ins" if series.key == "scs" else series.key, one.name] < LEAST
    }
    assert missing == set()
    assert {name for name in of_frame if asked["frame", name] < LEAST} == ONCE


def test_the_kept_digests_are_of_the_questions_that_are_asked() -> None:
    many = Counter(one.family for one in read_questions())
    kept = {name: one.many for name, one in read_families().items() if name in many}
    assert kept == dict(many)
    assert sum(many.values()) == 2000
    assert read_families()[ALL].many > 2000
