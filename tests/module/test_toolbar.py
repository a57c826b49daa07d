"""The toolbar of a map: what its menu gathers."""

from __future__ import annotations

from clubroute.builder.module.icons import drawn_icon
from clubroute.builder.module.window import provenance_buttons, provenance_menu


def test_the_menu_of_sources_gathers_every_button_by_its_text() -> None:
    buttons = [one for one in provenance_buttons().walk() if one.tag.endswith("PropertyButton")]
    gathered = provenance_menu().get("menuItems").split(",")
    assert gathered == [button.get("text") for button in buttons] != []
    assert drawn_icon(provenance_menu().get("icon")) is not None
