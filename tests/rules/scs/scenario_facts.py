"""What the rulebook prints of the scenarios' bridges, turns and playing areas (INS 5.1 to 5.8)."""

from __future__ import annotations

MARKERS = {
    "Honinghutje RR Bridge": "A14.02",
    "Honinghutje bridge": "A15.03",
    "Arnhem RR Bridge": "A44.11",
    "Arnhem bridge": "A48.05",
    "Malden bridge": "B8.29",
    "Hatert bridge": "B11.34",
    "Heumen bridge": "B5.27",
    "Mook bridge": "B4.24",
    "Nijmegen RR Bridge": "B22.34",
    "Nijmegen bridge": "B23.33",
    "Veghel bridge": "C15.13",
    "Veghel RR Bridge": "C16.15",
    "Grave bridge": "C60.05",
    "Ravenstein RR Bridge": "C61.17",
    "Lieshout bridge": "D1.32",
    "Son bridge": "E55.25",
}
"""The Prepared Bridges of 5.1 by the names of their markers."""
ALL = tuple(MARKERS.values())
PREPARED = {
    "5.1": ALL,
    "5.2": ALL,
    "5.3": ("A14.02", "A15.03", "B22.34", "B23.33", "D1.32", "C61.17"),
    "5.4": ("B22.34", "B23.33", "D1.32", "C61.17"),
    "5.7": ("B22.34",),
}
BLOWN = {
    "5.3": ("A44.11", "B8.29", "B11.34", "B4.24", "E55.25"),
    "5.4": ("A44.11", "A14.02", "A15.03", "B8.29", "B11.34", "B4.24", "E55.25"),
    "5.5": ("A44.11",),
}
FIRST_TURNS = {"5.1": 1, "5.2": 1, "5.3": 2, "5.4": 6, "5.5": 8, "5.6": 2, "5.7": 6, "5.8": 10}
PLAYING_AREAS = {
    "5.5": ("A42.08", "A42.18", "A51.08", "A51.18"),
    "5.6": ("A46.03", "A46.15", "A54.03", "A54.15"),
    "5.7": ("A17.10", "A36.10", "B17.30", "B36.30"),
    "5.8": ("C1.01", "C1.35", "C40.01", "C40.35"),
}
"""The corners of the playing areas."""
ENDS = {
    "A14.02": "A14.03",
    "A15.03": "A15.04",
    "A44.11": "A43.11",
    "B8.29": "B8.28",
    "B11.34": "A10.00",
    "B5.27": "B6.26",
    "B4.24": "B5.24",
    "B22.34": "A23.00",
    "B23.33": "B22.32",
    "C15.13": "C16.12",
    "C16.15": "C17.15",
    "C60.05": "C59.06",
    "C61.17": "A1.16",
    "D1.32": "D2.32",
    "E55.25": "E54.24",
}
"""The other end of each bridge that crosses one hexside, by the hex its marker is set up in:
Veghel's and Son's as the rulebook tells them, the others' as our map has them."""
