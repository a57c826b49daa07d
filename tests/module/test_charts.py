"""Chart pages and the palette: long remarks break, no window is higher than a screen."""

from __future__ import annotations

import re

import pytest

from clubroute.builder.module.adviser import SHELF
from clubroute.builder.module.charts import LINE, dressed, palettes, table, whole
from clubroute.builder.module.outline import shelf_of
from clubroute.builder.module.parts import side_by_side
from clubroute.builder.project import shipped_project

LONG = "vehicles stay in Column; fire not modified for mortars, indirect high explosive (HE)"


@pytest.mark.parametrize("game", ["ins", "ombrey"])
def test_the_palette_is_a_window_of_its_own_with_every_counter(game: str) -> None:
    shelf = shelf_of(shipped_project(), game)
    beside_the_chat, palette = palettes(list(shelf.pieces.values()), 60)
    assert (beside_the_chat.get("hidden"), beside_the_chat.content) == ("true", ())
    assert palette.get("hidden") == "false"
    sheets = [one for one in palette.walk() if one.tag == SHELF]
    slots = [slot.get("gpid") for sheet in sheets for slot in sheet.children]
    assert sorted(slots) == sorted(one.gpid for one in shelf.pieces.values())
    for tabs in (one for one in palette.walk() if one.kind == "TabWidget"):
        names = [one.get("entryName") for one in tabs.children]
        assert sum(len(name) for name in names) < 70, "no second row of tabs"


def test_a_long_remark_breaks_into_lines() -> None:
    page = dressed(whole("Terrain", table([("Terrain", "Remarks"), ("Woods", LONG)])).encode())
    (cell,) = re.findall(rb"<td>(vehicles.*?)</td>", page)
    lines = cell.decode().split("<br>")
    assert " ".join(lines) == LONG
    assert max(map(len, lines)) <= LINE


def test_a_cell_that_has_marks_of_its_own_stays_as_it_is() -> None:
    cells = f"<tr><td>a</td><td><i>{LONG}</i></td></tr>"
    rows = f'<table border="1" cellpadding="3">\n{cells}\n</table>'
    assert f"<i>{LONG}</i>".encode() in dressed(whole("Own", rows).encode())


def test_many_steps_stand_in_two_columns_of_about_one_length() -> None:
    few, many = ["x" * 100] * 5, ["x" * 100] * 31
    assert side_by_side(few) == [few]
    first, second = side_by_side(many)
    assert [*first, *second] == many
    assert abs(len(first) - len(second)) == 1
