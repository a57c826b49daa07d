"""The source of the 1900 turn's lists, and the pages the module gets from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.parts import page, pages, spoken
from clubroute.builder.sources.turn_lists import read_turn_lists

SOURCE = Path(__file__).parents[2] / "counters" / "gts" / "turn_1900.toml"
STEP = '[[steps]]\nid = "a"\ntitle = "A < B"\ntext = "Do it."\ncite = "WED 1.1"\n'
LIST = (
    '[[lists]]\nid = "x"\ntitle = "X"\nnote = ""\nfirst = "1944-09-17"\n'
    'last = "1944-09-18"\ncite = "WED"\nsteps = ["a"]\n'
)
TOP = 'title = "T"\ntime = "1900"\ncite = "WED"\n'


def written(tmp_path: Path, text: str) -> Path:
    """A source with that text."""
    path = tmp_path / "turn_1900.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_step_is_used_and_cited() -> None:
    lists = read_turn_lists(SOURCE)
    used = {step.id for one in lists.lists for step in one.steps}
    assert SOURCE.read_text(encoding="utf-8").count("\n[[steps]]\n") == len(used)
    for one in lists.lists:
        assert one.cite
        for step in one.steps:
            assert step.cite.startswith(("WED ", "TDC "))


def test_pages_hold_every_step_in_order() -> None:
    lists = read_turn_lists(SOURCE)
    assert len(pages(lists)) == len(lists.lists) >= 5
    for one in lists.lists:
        text = page(lists, one)
        places = [text.index(f">{step.title.replace(chr(39), '&#x27;')}<") for step in one.steps]
        assert places == sorted(places)


def test_text_is_escaped(tmp_path: Path) -> None:
    lists = read_turn_lists(written(tmp_path, TOP + LIST + STEP))
    assert "A &lt; B" in page(lists, lists.lists[0])
    assert spoken("1944-09-07") == "September 7"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (TOP + STEP, "no lists"),
        (TOP + LIST, "steps"),
        (TOP + LIST + STEP + STEP, "'a' twice"),
        (TOP + LIST + LIST + STEP, "'x' twice"),
        (TOP + LIST.replace('["a"]', '["a", "a"]') + STEP, "'a' twice"),
        (TOP + LIST.replace('["a"]', '["b"]') + STEP, "'b'"),
        (TOP + LIST.replace('["a"]', "[]") + STEP, "no steps"),
        (TOP + LIST.replace("09-18", "09-31") + STEP, "1944-09-31"),
        (TOP + LIST + 'first_day = ["b"]\n' + STEP, "'b'"),
        (TOP + LIST + STEP + 'when = "raining"\n', "raining"),
        (TOP + LIST + STEP + 'on = ["today"]\n', "today"),
        (TOP + LIST + STEP + "colour = 3\n", "an unknown key"),
        ("title = 3\n" + LIST + STEP, "title"),
        ("title = ", 'expected a "text"'),
    ],
)
def test_mistakes_in_the_source(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        read_turn_lists(written(tmp_path, text))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
