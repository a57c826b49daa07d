"""Token lists that try every corner of SequenceEncoder: ours and the Java class must agree."""

from __future__ import annotations

import itertools
import random

DELIMITERS = (",", ";", "/", "\t", "|", ":", "\x1b")


def sequence_cases() -> list[tuple[str, list[str]]]:
    """(delimiter, tokens) pairs, a few thousand, always the same ones.

    Tokens are made of backslashes, quotes, the delimiter itself and plain characters. None but
    the last ends in a backslash, which SequenceEncoder cannot write (see ``lossy_cases``). No
    list is empty.
    """
    cases = [
        (delimiter, tokens)
        for delimiter, tokens in _all_cases()
        if not any(_swallows(token) for token in tokens[:-1])
    ]
    assert len(cases) > 3000
    return cases


def lossy_cases() -> list[tuple[str, list[str]]]:
    """The cases left out above: a token before the last swallows the delimiter after it."""
    return [
        (delimiter, tokens)
        for delimiter, tokens in _all_cases()
        if any(_swallows(token) for token in tokens[:-1])
    ]


def _swallows(token: str) -> bool:
    # One that also starts with a backslash is quoted, and so ends in a quote.
    return token.endswith("\\") and not token.startswith("\\")


def _all_cases() -> list[tuple[str, list[str]]]:
    cases: list[tuple[str, list[str]]] = []
    for delimiter in DELIMITERS:
        alphabet = ("\\", "'", delimiter, "a")
        short = ["".join(p) for n in range(4) for p in itertools.product(alphabet, repeat=n)]
        cases += [(delimiter, [token]) for token in short]
        cases += [(delimiter, [token, "b"]) for token in short]
        cases += [(delimiter, ["b", token]) for token in short]
        cases += [(delimiter, [token, token]) for token in short]
        cases += [(delimiter, [""] * n) for n in range(1, 4)]
    chooser = random.Random(1944)
    letters = "\\\\''ab é€日𝄞\u0000\u2028" + "".join(DELIMITERS)
    for _ in range(2000):
        tokens = [
            "".join(chooser.choices(letters, k=chooser.randrange(9)))
            for _ in range(chooser.randrange(1, 6))
        ]
        cases.append((chooser.choice(DELIMITERS), tokens))
    return cases
