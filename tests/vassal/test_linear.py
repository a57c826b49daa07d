"""Time grows with the input, not with its square.

Each case is timed, best of several runs, on an input and on one 16 times as long. A quadratic
codec takes 256 times as long, a linear one about 16; the bar of 64 and a second and third try
leave room for caches and for a busy machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from clubroute.builder.vassal import buildfile, commands, obfuscation
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.commands import ESC
from clubroute.builder.vassal.pieces import join_chain, piece, split_chain
from clubroute.builder.vassal.pseudonyms import redact
from clubroute.builder.vassal.setup import PlacedPiece, Setup, setup_command
from clubroute.builder.vassal.traits import BasicPiece, Marks


def escaped(size: int) -> str:
    return "a\\;" * size


def nested_chain(size: int) -> str:
    """A chain whose text, backslashes and all, has about ``size`` characters."""
    return join_chain(["t"] * int((2 * size) ** 0.5))


def save_text(size: int) -> str:
    return ESC.join(["begin_save", *(f"+/{n}/stack/Map;1;2;{n}" for n in range(size))])


def log_text(size: int) -> str:
    return ESC.join(f"LOG\tM/{n}/Map/1/2/null/Map/3/4/null/pw" for n in range(size))


def setup(size: int) -> Setup:
    placed = [
        PlacedPiece(piece(BasicPiece(f"n{n}"), [Marks((("Side", str(n)),))]), "Map", n % 97, n)
        for n in range(size)
    ]
    return Setup(placed, [BoardSetup("Map", (PlacedBoard("B", 0, 0),))])


CASES: list[tuple[str, Callable[[int], object], Callable[..., object], int]] = [
    ("decode", escaped, lambda text: buildfile.decode(text, ";"), 10_000),
    ("encode", escaped, lambda text: buildfile.encode([text, text], ";"), 10_000),
    ("split_chain", nested_chain, split_chain, 10_000),
    ("split_chain of backslashes", lambda n: "\\" * n, split_chain, 20_000),
    (
        "redact of backslashes",
        lambda n: commands.decode(f"PLAYER\tab\ta\ta{ESC}D/" + "a\\" * n),
        redact,
        5_000,
    ),
    ("commands", save_text, commands.decode, 1_000),
    ("reveal", lambda n: obfuscation.obfuscate(b"x" * n), obfuscation.reveal, 200_000),
    ("redact", lambda n: commands.decode(log_text(n)), redact, 300),
    ("setup", setup, setup_command, 150),
]


def best(run: Callable[..., object], given: object, repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.thread_time()
        run(given)
        times.append(time.thread_time() - start)
    return min(times)


@pytest.mark.parametrize(
    ("make", "run", "size"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_sixteen_times_the_input(
    make: Callable[[int], object], run: Callable[..., object], size: int
) -> None:
    small, large = make(size), make(16 * size)
    run(small)
    ratios = (best(run, large, 3) / best(run, small, 7) for _ in range(3))
    assert any(ratio < 64 for ratio in ratios)
