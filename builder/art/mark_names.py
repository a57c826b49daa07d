"""The names of the signs that counters can bear: unit symbols, and signs of markers."""

SYMBOL_NAMES = (
    "plain",
    "infantry",
    "parachute",
    "glider",
    "mechanised",
    "armour",
    "tank-destroyer",
    "recce",
    "cavalry",
    "engineer",
    "artillery",
    "mortar",
    "antitank",
    "flak",
    "hq",
    "leader",
    "bridge",
    "bulldozer",
    "transport",
    "rearguard",
)
ADDED_MARKS = ("axle", "ball", "bar", "canopy", "cross", "shaft", "teeth", "track", "wing")
"""What can be drawn over a unit symbol: ``artillery+wing``."""
MARKER_SIGNS = (
    "column",
    "suppressed",
    "ip",
    "block",
    "arrow",
    "bridge",
    "destroyed",
    "club",
    "parachute",
    "air",
    "barrage",
    "park",
    "hit",
    "hits",
    "sight",
    "tick",
)
