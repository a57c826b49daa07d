"""The toolbar of a map: what its menu gathers, and what its icons show."""

from __future__ import annotations

from collections import Counter

import pytest

from clubroute.builder.art.mark_names import ICON_NAMES, PICTOGRAMS, SHAPES, icon_for
from clubroute.builder.module.icons import (
    DRAWN,
    FORMS,
    GROUNDS,
    TONES,
    dice_icon,
    drawn_icon,
    file_of,
)
from clubroute.builder.module.window import provenance_buttons, provenance_menu
from tests.counters.places import committed


def test_the_menu_of_sources_gathers_every_button_by_its_text() -> None:
    buttons = [one for one in provenance_buttons().walk() if one.tag.endswith("PropertyButton")]
    gathered = provenance_menu().get("menuItems").split(",")
    assert gathered == [button.get("text") for button in buttons] != []
    assert drawn_icon(provenance_menu().get("icon")) is not None


def test_each_icon_is_a_picture_of_its_own() -> None:
    files = [file_of(name) for name in dict.fromkeys((*DRAWN, *ICON_NAMES))]
    files += [dice_icon(6, 1, number) for number in range(len(TONES))]
    files += [dice_icon(6, 2, 0), dice_icon(10, 1, 0), dice_icon(20, 1, 0)]
    pictures = [drawn_icon(file) for file in files]
    assert None not in pictures
    assert [one for one, times in Counter(pictures).items() if times > 1] == []
    assert set(FORMS) == set(SHAPES)
    assert set(GROUNDS) == set(PICTOGRAMS)


def test_no_icon_has_letters() -> None:
    for name in ICON_NAMES:
        assert b"<text" not in (drawn_icon(file_of(name)) or b"<text"), name


@pytest.mark.parametrize("name", ["icon-none.svg", "icon-window-none.svg", "own.svg", "icon-.svg"])
def test_a_picture_of_an_authors_own_is_not_ours(name: str) -> None:
    assert drawn_icon(name) is None


@pytest.mark.parametrize("game", ["wed", "tdc", "mg", "ins", "testland", "ombrey"])
def test_no_two_buttons_of_a_game_look_alike(game: str) -> None:
    windows = committed(game).windows
    icons = [one.icon for one in (*windows.windows, *windows.charts, *windows.buttons)]
    assert len(icons) == len(set(icons)) > 1
    assert set(icons) <= set(ICON_NAMES)


def test_an_icon_follows_from_the_words_of_a_title() -> None:
    assert icon_for("window", ["Activation"], ()) == "mug"
    assert icon_for("send", ["Draw an event"], ()) == "draw-event"
    assert icon_for("send", ["Draw a chit"], ()) == "draw-chit"
    assert icon_for("send", ["German DG removal"], {"clear-disorder"}) == "clear-disorder-2"
    assert icon_for("chart", ["Victory"], {"trophy"}) == "chart-disc"
    assert icon_for("window", ["Nothing known"], {"window-disc"}) == "window-square"
