"""Icons of toolbar buttons: small SVG pictures of one style, each of what its button is for.

An icon's name says all that is on it, so that a module has those its build file names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from clubroute.builder.vassal.buildfile import Element

COUNTERS, SHOWN, HIDDEN = "icon-counters.svg", "icon-seen.svg", "icon-unseen.svg"
SOURCES, LEGEND, TURN = "icon-sources.svg", "icon-legend.svg", "icon-turn.svg"
RETIRE, FIND, LIST = "icon-retire.svg", "icon-find.svg", "icon-list.svg"
TRAYS, NOTES = "icon-trays.svg", "icon-notes.svg"
OVERVIEW, THREAD, CAMERA = "icon-overview.svg", "icon-thread.svg", "icon-camera.svg"
ZOOM_IN, ZOOM_OUT, ZOOM = "icon-zoom-in.svg", "icon-zoom-out.svg", "icon-zoom.svg"
UNMOVED = "icon-unmoved.svg"

INK, PAPER, WHITE = "#33312c", "#fbf8ec", "#ffffff"
SAND, BLUE, GREEN, GREY, RED, GOLD = (
    *("#d9c48c", "#9dbdd8", "#a5c48c"),
    *("#b9b6ac", "#c0392b", "#e8b93c"),
)


def at(x: float, y: float, wide: float, high: float, fill: str, round_: float = 1) -> str:
    """A box."""
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{round_}" fill="{fill}"/>'


def path(d: str, fill: str = "none", ink: str = INK, wide: float = 1.5) -> str:
    """A line, or what it goes round."""
    return f'<path d="{d}" fill="{fill}" stroke="{ink}" stroke-width="{wide}"/>'


def disc(x: float, y: float, r: float, fill: str, ink: str = INK) -> str:
    """A disc."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{ink}"/>'


def burst(x: float, y: float, far: float, near: float, points: int = 8) -> str:
    """The line round a star."""
    spots = []
    for k in range(2 * points):
        r, turn = (near if k % 2 else far), math.pi * k / points - math.pi / 2
        spots.append(f"{x + r * math.cos(turn):.1f} {y + r * math.sin(turn):.1f}")
    return "M" + " ".join(spots) + "Z"


GLASS = disc(10, 10, 6.8, WHITE) + path("M15.2 15.2 21 21", ink=INK, wide=3)
MUG = path("M17 9.5H18.8A2.2 2.2 0 0 1 21 11.7V14.3A2.2 2.2 0 0 1 18.8 16.5H17") + path(
    "M4 7.5H17V19A2.5 2.5 0 0 1 14.5 21.5H6.5A2.5 2.5 0 0 1 4 19Z", BLUE
)
CUP = path("M4 12V19A2.5 2.5 0 0 0 6.5 21.5H17.5A2.5 2.5 0 0 0 20 19V12", BLUE)
SHEET = path("M4.5 2.5H15.5L19.5 6.5V21.5H4.5Z", WHITE) + path("M15.5 2.5V6.5H19.5", SAND)
FRAME = at(2, 4, 20, 16.5, PAPER, 1.5) + path("M2 8H22", wide=1.5)
CARD = at(5.5, 7, 13, 14.5, WHITE, 1.5) + path(
    "M13 9.5 9.5 14.5H12.5L11 19 15 13.5H12Z", GOLD, wide=1
)
COUNTER = at(2.5, 2.5, 16, 16, SAND)
CLEARED = disc(17.5, 17.5, 5, RED, WHITE) + path(
    "M15.4 15.4 19.6 19.6M19.6 15.4 15.4 19.6", ink=WHITE, wide=1.8
)
"""On a button that takes a mark off all counters."""
EYE = path("M6 15.5Q12 9.5 18 15.5 12 21.5 6 15.5Z", WHITE) + disc(12, 15.5, 1.9, INK)
UNDER = at(4, 2.5, 16, 16, SAND)
CLUB = (
    f'<g fill="{INK}" stroke="none"><circle cx="12" cy="7" r="4.6"/>'
    '<circle cx="7" cy="13" r="4.6"/><circle cx="17" cy="13" r="4.6"/>'
    '<path d="M12 10Q12 18 8 21.5H16Q12 18 12 10Z"/></g>'
)

DRAWN: Mapping[str, str] = MappingProxyType(
    {
        # What every module has.
        "counters": at(2.5, 2.5, 8.5, 8.5, SAND)
        + at(13, 2.5, 8.5, 8.5, BLUE)
        + at(2.5, 13, 8.5, 8.5, GREEN)
        + at(13, 13, 8.5, 8.5, GREY),
        "seen": UNDER + EYE,
        "unseen": UNDER + EYE + path("M3 21.5 21 3.5", ink=RED, wide=2.4),
        "sources": path("M2 12 7 3.5H17L22 12 17 20.5H7Z", WHITE)
        + path("M5 15.5 13.5 7M8 18.5 17 9.5M13 18.5 19 12.5", ink="#2f6fa5"),
        "legend": path("M2 6.5 4 3H8L10 6.5 8 10H4Z", GREEN)
        + path("M2 17.5 4 14H8L10 17.5 8 21H4Z", BLUE)
        + path("M13 6.5H22M13 17.5H22", wide=1.8),
        "turn": disc(12, 12, 9.5, WHITE) + path("M12 6V12L16 14.5", ink=RED, wide=1.9),
        "retire": path("M3 8H18M14 3.5 18.5 8 14 12.5", ink="#2f6fa5", wide=2.2)
        + path("M21 16.5H6M10 12 5.5 16.5 10 21", ink=RED, wide=2.2),
        "find": GLASS + at(7, 7, 6, 6, SAND, 0.5),
        "list": at(2.5, 2.5, 5, 5, SAND, 0.5)
        + path("M5 7.5V19.5H9M5 13H9M11 5H21")
        + at(9, 10.5, 5, 5, BLUE, 0.5)
        + at(9, 17, 5, 5, GREEN, 0.5)
        + path("M17 13H21.5M17 19.5H21.5"),
        "trays": path("M2.5 12V21H21.5V12", PAPER)
        + at(4.5, 10.5, 7, 7, SAND, 0.5)
        + at(12.5, 10.5, 7, 7, BLUE, 0.5)
        + path("M12 1.5V7M9 4.5 12 7.5 15 4.5", ink=RED, wide=1.9),
        "notes": SHEET + path("M7.5 10H16.5M7.5 13.5H16.5M7.5 17H13"),
        "overview": at(2, 3, 20, 18, GREEN)
        + path("M2 15Q8 10 12 14T22 11", ink="#2f6fa5", wide=2.2)
        + '<rect x="6" y="6" width="9" height="7" fill="#ffffff" fill-opacity="0.45" '
        + f'stroke="{RED}" stroke-width="2"/>',
        "thread": '<path d="M6 18 18 6" stroke="#c0392b" stroke-width="2" '
        'stroke-dasharray="2.6 3"/>' + disc(5, 19, 3, SAND) + disc(19, 5, 3, BLUE),
        "camera": path("M2.5 7.5H7L8.5 4.5H15.5L17 7.5H21.5V19.5H2.5Z", GREY)
        + disc(12, 13, 4, WHITE)
        + disc(12, 13, 1.6, BLUE),
        "zoom-in": GLASS + path("M7 10H13M10 7V13", wide=1.8),
        "zoom-out": GLASS + path("M7 10H13", wide=1.8),
        "zoom": GLASS + path("M6.8 8.5H13.2L10 12.3Z", INK, wide=0.5),
        "unmoved": COUNTER + path("M5.5 10.5H14M10.5 7 14.5 10.5 10.5 14") + CLEARED,
        # Windows.
        "mug": at(7, 2.5, 7, 7, SAND, 0.5) + MUG,
        "losses": path("M6 20.5V9.5A6 6 0 0 1 18 9.5V20.5Z", GREY)
        + path("M12 7.5V15.5M9 10H15", wide=1.9)
        + path("M2.5 20.5H21.5", wide=2),
        "flag": path("M4.5 3.5H20.5L17.5 8.5 20.5 13.5H4.5Z", BLUE) + path("M4.5 2V22", wide=2),
        "club": CLUB,
        "calendar": at(3, 4.5, 18, 17, WHITE)
        + path("M3 5.5A1 1 0 0 1 4 4.5H20A1 1 0 0 1 21 5.5V9.5H3Z", RED)
        + path("M8 2.5V6M16 2.5V6")
        + path("M7 15.5H16M13 12.5 16.2 15.5 13 18.5", wide=1.9),
        "gate": path("M15.5 2.5H21.5V21.5H15.5", GREEN)
        + path("M2.5 12H17M12.5 7 17.5 12 12.5 17", ink=RED, wide=2.4),
        "track": at(1.5, 8, 7, 8, WHITE, 0.5)
        + at(8.5, 8, 7, 8, WHITE, 0.5)
        + at(15.5, 8, 7, 8, WHITE, 0.5)
        + at(10, 5.5, 5.5, 5.5, RED, 0.5),
        "crate": at(3, 5.5, 18, 15, SAND) + path("M3 10H21M3 16H21M7 5.5V20.5M17 5.5V20.5"),
        "cloud": path(
            "M7 15.5A4.2 4.2 0 0 1 7 7.5 5.5 5.5 0 0 1 17 7.2 4.2 4.2 0 0 1 17.5 15.5Z", WHITE
        )
        + path("M8 18.5 7 21M12.5 18.5 11.5 21M17 18.5 16 21", ink="#2f6fa5", wide=1.9),
        "cards": f'<g transform="rotate(-12 9 12)">{at(4, 4, 10, 15, BLUE)}</g>'
        f'<g transform="rotate(10 15 13)">{at(10, 5.5, 10, 15, WHITE)}</g>',
        "box": path("M3 8.5 6 4H18L21 8.5V20.5H3Z", SAND) + path("M3 8.5H21M10 12.5H14"),
        # Charts.
        "steps": SHEET
        + disc(8, 10.5, 1.3, RED, RED)
        + disc(8, 14.5, 1.3, INK)
        + disc(8, 18.5, 1.3, INK)
        + path("M11.5 10.5H16.5M11.5 14.5H16.5M11.5 18.5H16.5"),
        "club-sheet": f'{SHEET}<g transform="translate(5.4 7.4) scale(0.55)">{CLUB}</g>',
        "trophy": path("M7 5H3.5Q3.5 11 8 11M17 5H20.5Q20.5 11 16 11")
        + path("M7 2.5H17V8.5A5 5 0 0 1 7 8.5Z", GOLD)
        + path("M12 13.5V18")
        + path("M7.5 21.5V18.5H16.5V21.5Z", GOLD),
        "burst": path(burst(12, 12, 10.5, 5.4), GOLD) + path(burst(12, 12, 5, 2.4), RED, wide=1),
        "hill": path("M2 20.5 8.5 7 13 15 15.5 11 22 20.5Z", GREEN) + disc(18, 5.5, 2.6, GOLD),
        "table": at(2.5, 3, 19, 18, WHITE)
        + path("M2.5 4A1 1 0 0 1 3.5 3H20.5A1 1 0 0 1 21.5 4V8.5H2.5Z", BLUE)
        + path("M2.5 14.5H21.5M9 8.5V21M15.5 8.5V21"),
        "book": path("M12 6Q8 3 2.5 4.5V19.5Q8 18 12 21 16 18 21.5 19.5V4.5Q16 3 12 6Z", WHITE)
        + path("M12 6V21"),
        # Buttons.
        "draw-chit": at(4.5, 10.5, 15, 11, SAND)
        + path("M12 16.5V2.5M7.5 7 12 2.5 16.5 7", ink="#2f6fa5", wide=2.4),
        "count-chits": path("M5 5V19M9.5 5V19M14 5V19M18.5 5V19", wide=2)
        + path("M2 16.5 21.5 7.5", ink=RED, wide=2),
        "return": CUP + path("M12 2.5V15.5M7.5 11.5 12 16 16.5 11.5", ink=RED, wide=2.4),
        "draw-event": CARD + path("M20.5 10V2.5M17.8 5 20.5 2.3 23.2 5", ink="#2f6fa5", wide=1.9),
        "count-events": f'<g transform="translate(-4)">{CARD}</g>'
        + path("M17.5 8V20M20 8V20M22.5 8V20", ink=RED, wide=1.5),
        "clear-done": COUNTER + path("M6 10.5 9.3 14 15 6.5", wide=2) + CLEARED,
        "clear-sight": COUNTER
        + disc(10.5, 10.5, 4.2, "none")
        + path("M10.5 4V17M4 10.5H17", wide=1.2)
        + CLEARED,
        "clear-pinned": COUNTER
        + path("M10.5 5V12M7 9 10.5 12.5 14 9M5.5 15.5H15.5", wide=1.8)
        + CLEARED,
        "clear-burst": COUNTER + path(burst(10.5, 10.5, 6.5, 3), GOLD, wide=1.2) + CLEARED,
        "clear-disorder": at(2.5, 2.5, 16, 16, BLUE)
        + path("M12.5 3 8.5 8.5 12 11 8 18", ink=RED, wide=2)
        + CLEARED,
        "clear-disorder-2": at(2.5, 2.5, 16, 16, GREY)
        + path("M12.5 3 8.5 8.5 12 11 8 18", ink=RED, wide=2)
        + CLEARED,
        "clear-shot": COUNTER
        + disc(7, 13.5, 2.5, "none")
        + path("M7 11 15.5 7M5 16H10", wide=2)
        + CLEARED,
        "clear-far": COUNTER
        + path("M5.5 6 10 10.5 5.5 15M10.5 6 15 10.5 10.5 15", wide=2)
        + CLEARED,
        "clear-hunger": COUNTER
        + path("M6 8.5A2.3 2.3 0 0 1 8 5.5H13A2.3 2.3 0 0 1 15 8.5V14H6Z", GOLD, wide=1.3)
        + CLEARED,
        "clear-moved": COUNTER + path("M5.5 7H14M5.5 10.5H12M5.5 14H10", wide=1.8) + CLEARED,
    }
)
"""What is drawn, on 24 × 24 px, by names."""

GROUNDS: Mapping[str, str] = MappingProxyType(
    {"window": FRAME, "chart": SHEET, "send": disc(12, 12.5, 10, PAPER)}
)
FORMS: Mapping[str, str] = MappingProxyType(
    {
        "disc": disc(12, 14, 3.7, RED),
        "square": at(8.5, 10.5, 7, 7, BLUE, 0.5),
        "triangle": path("M12 9.8 16.2 17.5H7.8Z", GREEN),
        "diamond": path("M12 9.3 16.5 14 12 18.7 7.5 14Z", GOLD),
        "star": path(burst(12, 14.2, 5, 2.1, 5), GOLD, wide=1.2),
        "cross": path("M12 9.8V18.2M7.8 14H16.2", ink=RED, wide=2.6),
        "ring": disc(12, 14, 3.4, "none"),
        "bars": path("M8.5 17.5V13M12 17.5V10M15.5 17.5V12", ink="#2f6fa5", wide=2.4),
        "hexagon": path("M7.6 14 9.8 10.2H14.2L16.4 14 14.2 17.8H9.8Z", GREEN),
        "moon": path("M13.5 9.8A4.3 4.3 0 1 0 16 16.3 4.6 4.6 0 0 1 13.5 9.8Z", SAND),
    }
)
"""What stands on a ground where no picture is for a button."""

TONES = (WHITE, "#f0b7ae", "#bcd4e8", "#c6dbb5", "#efd998")
"""Of dice that look alike otherwise, one after the other."""
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
)
DICE = re.compile(r"icon-dice-([0-9]+)-([0-9]+)-([0-9])\.svg")


def file_of(name: str) -> str:
    """The file of an icon by its name in :data:`~clubroute.builder.art.mark_names.ICON_NAMES`."""
    return f"icon-{name}.svg"


def dice_icon(sides: int, count: int, number: int) -> str:
    """The icon of dice, the so manieth of a game."""
    return f"icon-dice-{sides}-{count}-{number % len(TONES)}.svg"


def die(sides: int, tone: str, x: float, y: float, r: float, pips: int) -> str:
    """One die: a cube, or what a die of other sides looks like."""
    if sides == 6:
        spots = "".join(
            f'<circle cx="{x + a * r / 2:.1f}" cy="{y + b * r / 2:.1f}" r="{r / 5.5:.1f}" '
            f'fill="{INK}" stroke="none"/>'
            for a, b in PIPS[pips]
        )
        return at(x - r, y - r, 2 * r, 2 * r, tone, round(r / 3, 1)) + spots
    if sides == 10:
        left, right, top, low = x - r, x + r, y - r, y + r
        mid, in_ = y + r * 0.2, r * 0.5
        return path(f"M{x} {top} {right} {mid} {x} {low} {left} {mid}Z", tone) + path(
            f"M{x} {top} {x + in_} {mid} {x} {mid + in_ * 0.7} {x - in_} {mid}Z"
            f"M{left} {mid}H{x - in_}M{x + in_} {mid}H{right}M{x} {mid + in_ * 0.7}V{low}",
            wide=1,
        )
    far = 0.866 * r
    return path(
        f"M{x} {y - r} {x + far:.1f} {y - r / 2} {x + far:.1f} {y + r / 2} {x} {y + r} "
        f"{x - far:.1f} {y + r / 2} {x - far:.1f} {y - r / 2}Z",
        tone,
    ) + path(
        f"M{x} {y - r / 1.7:.1f} {x + far / 1.7:.1f} {y + r / 3:.1f}H{x - far / 1.7:.1f}Z", wide=1
    )


def dice(sides: int, count: int, tone: str) -> str:
    """One die, or two in front of another where there are more."""
    if count == 1:
        return die(sides, tone, 12, 12, 9.5 if sides == 6 else 10.5, 3)
    return die(sides, tone, 8.5, 8.5, 6, 2) + die(sides, tone, 15.5, 15.5, 6, 3)


def svg(drawn: str) -> bytes:
    """A picture of 24 × 24 px."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'
    line = (
        f'<g fill="none" stroke="{INK}" stroke-width="1.5" stroke-linecap="round" '
        'stroke-linejoin="round">'
    )
    return f"{head}{line}{drawn}</g></svg>\n".encode("ascii")


def drawn_icon(file: str) -> bytes | None:
    """The picture of an icon by its file, None for one that is not ours."""
    rolled = DICE.fullmatch(file)
    if rolled is not None:
        sides, count, number = map(int, rolled.groups())
        return svg(dice(sides, count, TONES[number % len(TONES)]))
    name = file.removeprefix("icon-").removesuffix(".svg")
    ground, _, form = name.partition("-")
    if file_of(name) != file or not (name in DRAWN or (ground in GROUNDS and form in FORMS)):
        return None
    return svg(DRAWN[name] if name in DRAWN else GROUNDS[ground] + FORMS[form])


def icons_in(root: Element) -> Iterator[tuple[str, bytes]]:
    """The icons that a build file names, by their names, each once."""
    named = {value for part in root.walk() for _, value in part.attributes if "icon-" in value}
    for name in sorted(named):
        drawn = drawn_icon(name)
        if drawn is not None:
            yield name, drawn
