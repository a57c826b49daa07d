"""What the map rests on as a layer of the map window: lines of a menu that hatch hexes.

VASSAL draws a zone's highlight over its board while a property names it. A zone for each
provenance covers its hexes on a board; its button sets the property, and again takes it away. This
costs no picture: a picture of every board would be 56 MB each in the player's memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clubroute.builder.art.layers.provenance import INKS
from clubroute.builder.art.outlines import rings, stitched
from clubroute.builder.grid import Hex
from clubroute.builder.module.icons import SOURCES
from clubroute.builder.pixels import BoardView
from clubroute.builder.provenance import SOURCES as KINDS
from clubroute.builder.provenance import Provenance
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.sequence import encode

PROPERTIES = "VASSAL.build.module.properties"
GRID = "VASSAL.build.module.map.boardPicker.board.mapgrid"

TITLES: Mapping[Provenance, str] = MappingProxyType(
    {"rulebook": "Rulebook", "survey": "Survey", "assumed": "Assumed"}
)
STYLES: Mapping[Provenance, tuple[str, int]] = MappingProxyType(
    {"rulebook": ("Plain", 35), "survey": ("Striped", 80), "assumed": ("Crosshatched", 80)}
)
"""How a highlight fills its hexes, and how opaque it is (percent): apart without colour, too."""

TOOLTIPS: Mapping[Provenance, str] = MappingProxyType(
    {
        "rulebook": "Show the hexes whose terrain a rulebook or scenario gives",
        "survey": "Show the hexes whose terrain was surveyed from the real country",
        "assumed": "Show the hexes whose terrain nobody vouches for",
    }
)


def property_name(provenance: Provenance) -> str:
    """The map's property that switches one provenance on: its title, or nothing."""
    return f"Show{TITLES[provenance]}"


def provenance_zones(view: BoardView, terrain: TerrainMap) -> list[Element]:
    """A zone for each provenance that a board shows. They stand after the zones that name hexes.

    VASSAL takes the first zone that holds a point for its name, and draws the highlights of all.
    """
    found = []
    by_provenance: dict[Provenance, list[Hex]] = {provenance: [] for provenance in KINDS}
    for h in view.lattice.hexes(view.window):
        if h in terrain.hexes and view.touches(h):
            by_provenance[terrain.hexes[h].basis.provenance].append(h)
    for provenance, hexes in by_provenance.items():
        corners = [view.pixel(point) for point in stitched(rings(view.lattice, hexes))]
        if corners:
            found.append(
                element(
                    f"{GRID}.Zone",
                    {
                        "name": f"{view.name} {TITLES[provenance]}",
                        "locationFormat": "$name$",
                        "path": ";".join(f"{x},{y}" for x, y in corners),
                        "useParentGrid": True,
                        "useHighlight": True,
                        "highlightProperty": property_name(provenance),
                    },
                )
            )
    return found


def highlighter() -> Element:
    """How each provenance is highlighted."""
    return element(
        f"{GRID}.ZonedGridHighlighter",
        {},
        *(
            element(
                f"{GRID}.ZoneHighlight",
                {
                    "name": TITLES[provenance],
                    "color": ",".join(map(str, INKS[provenance])),
                    "coverage": "Entire Zone",
                    "width": 1,
                    "style": STYLES[provenance][0],
                    "image": "",
                    "opacity": STYLES[provenance][1],
                },
            )
            for provenance in KINDS
        ),
    )


def provenance_buttons() -> Element:
    """The properties of the map window with their buttons, which the menu gathers."""
    return element(
        f"{PROPERTIES}.GlobalProperties",
        {},
        *(switch(provenance) for provenance in KINDS),
    )


def provenance_menu() -> Element:
    """The button that has the others in its menu."""
    return element(
        "VASSAL.build.module.ToolbarMenu",
        {
            "description": "What the map rests on",
            "text": "Sources",
            "tooltip": "What the map rests on: hatch the hexes of a source, or of none",
            "icon": SOURCES,
            "hotkey": "",
            "menuItems": encode([TITLES[provenance] for provenance in KINDS], ","),
        },
    )


def switch(provenance: Provenance) -> Element:
    """One property and the button that turns it on and off."""
    name, title = property_name(provenance), TITLES[provenance]
    toggled = f'{{{name}=="{title}" ? "" : "{title}"}}'
    return element(
        f"{PROPERTIES}.GlobalProperty",
        {
            "name": name,
            "initialValue": "",
            "description": TOOLTIPS[provenance],
            "isNumeric": False,
            "min": "null",
            "max": "null",
            "wrap": False,
        },
        element(
            f"{PROPERTIES}.ChangePropertyButton",
            {
                "text": title,
                "tooltip": TOOLTIPS[provenance],
                "hotkey": "",
                "icon": "",
                "reportFormat": "",
                "propChanger": encode(("P", toggled), ","),
            },
        ),
    )
