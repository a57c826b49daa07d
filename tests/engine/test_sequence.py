"""The codec of this project and the Java SequenceEncoder write and read the same texts."""

from __future__ import annotations

import random

import pytest

from clubroute.builder.vassal import buildfile
from tests.engine.driver import Engine
from tests.vassal.sequence_cases import DELIMITERS, lossy_cases, sequence_cases

pytestmark = pytest.mark.engine

Text = tuple[str, str]


def _texts() -> list[Text]:
    """Delimiter and text, whether or not any encoder would write it."""
    chooser = random.Random(1944)
    texts = []
    for _ in range(5000):
        delimiter = chooser.choice(DELIMITERS)
        letters = "\\\\''a" + delimiter * 2
        texts.append((delimiter, "".join(chooser.choices(letters, k=chooser.randrange(12)))))
    return texts


def test_java_writes_what_we_write(small_engine: Engine) -> None:
    cases = sequence_cases()
    written, _ = small_engine.sequence(cases, [])
    assert written == [buildfile.encode(tokens, delimiter) for delimiter, tokens in cases]


def test_java_reads_what_we_write(small_engine: Engine) -> None:
    cases = sequence_cases()
    ours = [(delimiter, buildfile.encode(tokens, delimiter)) for delimiter, tokens in cases]
    _, read = small_engine.sequence([], ours)
    assert read == [tokens for _, tokens in cases]


def test_java_loses_what_we_refuse_to_write(small_engine: Engine) -> None:
    cases = lossy_cases()
    written, _ = small_engine.sequence(cases, [])
    ours = [buildfile.encode(tokens, delimiter, lossy_ok=True) for delimiter, tokens in cases]
    assert written == ours
    texts = [(delimiter, text) for (delimiter, _), text in zip(cases, written, strict=True)]
    _, read = small_engine.sequence([], texts)
    assert all(back != tokens for back, (_, tokens) in zip(read, cases, strict=True))


def test_java_reads_any_text_as_we_do(small_engine: Engine) -> None:
    texts = _texts()
    _, read = small_engine.sequence([], texts)
    assert read == [buildfile.decode(text, delimiter) for delimiter, text in texts]
