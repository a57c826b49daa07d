"""The page puts sentences into a player's words as the command line does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from playwright.sync_api import Browser, Page

from clubroute.rules.words.plain import worded
from tests.room.serving import Served, opened

HEADS = ("needs: ", "Tell me ", "else ", "of all ", "")
PATHS = (
    *("unit.dg", "unit.class", "unit.name", "state.units[255].ma", "state.turn.date"),
    *("state.bridges.63.185/63.186", "state.fire_zones.German", "params:way", "params:", "on_ice"),
    *("attackers[2].formation", "entering.column", "state", "unit", "from.hex", "turn.number"),
)
JOINTS = (", ", " or ", ", and ")
ENDS = (
    ": whether it is so",
    ", the movement allowance",
    ": 2 MP",
    ". It ends",
    "",
    " and 3 more: x",
)
NAMED = "state.fire_zones.the German side; if so: 2 MP"


def sentences(many: int) -> Iterator[str]:
    """Sentences of every make, the same ones every time."""
    yield NAMED
    chance = Random(34)
    for _ in range(many):
        paths = [chance.choice(PATHS) for _ in range(chance.randint(1, 3))]
        told = chance.choice(JOINTS).join(paths)
        yield f"{chance.choice(HEADS)}{told}{chance.choice(ENDS)}; {chance.choice(PATHS)}"


def plain(page: Page, many: list[str]) -> list[str]:
    """Sentences as the page tells them."""
    told: list[str] = page.evaluate(
        """async many => {
            const {plain} = await import(new URL("plain.js",
                document.querySelector("script[src$='main.js']").src));
            return many.map(plain);
        }""",
        many,
    )
    return told


def test_the_page_says_what_the_command_line_says(browser: Browser, served: Served) -> None:
    page, many = opened(browser, served.address), list(sentences(1500))
    told = plain(page, many)
    page.close()
    wanted = [worded(one, []) for one in many]
    pairs = [one for one in zip(many, told, wanted, strict=True) if one[1] != one[2]]
    assert pairs == []
    assert sum(a != b for a, b in zip(many, told, strict=True)) > 1000
