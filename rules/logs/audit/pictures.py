"""Draws small pictures of moves: the ground near the way, before and after, as inline SVG."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterable,
    Mapping,
    Sequence,
)
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from clubroute.builder.errors import InputError
from clubroute.builder.grid import HexNumberError
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.audit.elements import Node, node
from clubroute.rules.logs.audit.modules import Modules
from clubroute.rules.logs.audit.plates import (
    BoardGround,
    Face,
    Plates,
    Sticker,
    centre,
    ground_of,
    px,
)
from clubroute.rules.logs.grids.maps import picture_named

NEAR = 1
"""Hexes around the way that are shown."""
MOST_HEXES = 260
"""A move over more ground than this has no picture."""
CAPTION = 14
"""px above the ground for the words before and after."""
MOST_NAME = 14
"""Characters of a Unit's name in a picture."""
ASIDE = (7, -5)
"""px by which the moved Unit stands beside another in its hex, so that both are seen."""
FACE = 24.0
"""px of a counter's face, which a page shows about twice as large."""
SIGN_SHARE = 0.7
"""A layer narrower than this share of the face is a sign, which stands at its lower edge."""


class Mark(NamedTuple):
    """What stops Units at a place (px): in its hexes, with a label."""

    hexes: frozenset[int]
    x: float
    y: float
    label: str


class MovePictures:
    """Draws the findings of a page (:class:`clubroute.rules.logs.check.judge.FindingPictures`)."""

    def __init__(self, context: Context, modules: Modules) -> None:
        self._context, self._modules = context, modules
        self._plates = Plates()
        self._grounds: dict[tuple[str, str], BoardGround | None] = {}

    def draw(self, finding: Mapping[str, Any], audit: Mapping[str, Any]) -> Node | None:
        """Draw a move of an audit, None if it has no way, a long one, or the map is not built."""
        try:
            map_ = map_of(self._context, audit["map"])
        except InputError:
            return None
        state = finding.get("asked", {}).get("state", {})
        units = {unit["hex"]: unit for unit in state.get("units", ())}
        before = {hex_: unit.get("side", "") for hex_, unit in units.items()}

        def face(piece: str) -> Face:
            return self._face(audit, piece, min(finding["steps"], default=0))

        def face_in(hex_: str) -> Face:
            return face(units[hex_].get("id", ""))

        own = face(finding.get("piece", ""))
        who = finding.get("name") or finding.get("unit", "")
        marks = marks_of(map_, state)
        other = best_of(finding)
        return picture(
            map_,
            self._plates,
            finding["hexes"],
            before,
            who,
            finding["verdict"],
            marks,
            other,
            own,
            face_in,
            self._ground(audit["versions"]["module"], audit["map"]),
        )

    def _ground(self, module: str, window: str) -> BoardGround | None:
        """Find the boards of a module, on which a map is shown."""
        key = module, window
        if key not in self._grounds:
            read = partial(self._modules.board, module)
            self._grounds[key] = ground_of(self._context, window, read)
        return self._grounds[key]

    def _face(self, audit: Mapping[str, Any], piece: str, step: int) -> Face:
        """Find what a piece showed before a step; empty where the audit or its module has none."""
        looks = [look for look in audit.get("faces", {}).get(piece, ()) if look["step"] <= step]
        if not looks:
            return ()
        known = self._modules.pictures(audit["versions"]["module"])
        made = (self._plates.stick(picture_named(known, name)) for name in looks[-1]["pictures"])
        return [sticker for sticker in made if sticker is not None]

    def take(self) -> Node | None:
        """Give the hexes that pictures have used for the first time since the last call."""
        return self._plates.take()


def picture(
    mapfile: MapFile,
    plates: Plates,
    hexes: Sequence[str],
    before: Mapping[str, str],
    name: str,
    verdict: str,
    marks: Sequence[Mark] = (),
    best: Sequence[str] = (),
    own: Face = (),
    face_in: Callable[[str], Face] = lambda _: (),
    boards: BoardGround | None = None,
) -> Node | None:
    """Draw a move: the ground with the Unit before it, and with the way and the Unit after it.

    ``before`` gives the sides of Units by hex, ``marks`` what stops Units, ``best`` is the cheapest
    legal way, which is drawn beside if there is room. ``own`` is what the Unit shows, ``face_in``
    gives what those before it show, by hex; ``boards`` are what the ground is cut from. None where
    the way is no place on the map or long.
    """
    way = [known(mapfile, number) for number in hexes]
    if not way or NOWHERE in way:
        return None
    ground = around(mapfile, way)
    if len(ground) > MOST_HEXES:
        return None
    other = [known(mapfile, number) for number in best]
    wider = sorted({*ground, *around(mapfile, other)}) if len(other) > 1 else []
    if other == way or NOWHERE in other or not 0 < len(wider) <= MOST_HEXES:
        other = []
    else:
        ground = wider
    places = [centre(mapfile, hex_) for hex_ in ground]
    left, right = min(x for x, _ in places) - 24, max(x for x, _ in places) + 24
    top, bottom = min(y for _, y in places) - 21, max(y for _, y in places) + 21
    top -= CAPTION * ((len(way) > 1) + bool(other))
    width, height = right - left, bottom - top
    others = [
        (centre(mapfile, hex_), side, face_in(number))
        for number, side in sorted(before.items())
        if (hex_ := known(mapfile, number)) in ground and hex_ not in (way[0],)
    ]
    moved = len(way) > 1
    hexes_drawn = [
        node("use", href="#" + plates.use(mapfile, hex_, boards), x=px(x), y=px(y))
        for hex_, (x, y) in zip(ground, places, strict=True)
    ]
    name_of_ground = plates.next_ground()
    drawn_ground = node("g", hexes_drawn, id=name_of_ground)
    frames = []
    for after in (False, True) if moved else (False,):
        shift = (width + 10) * after - left
        parts = [node("use", href=f"#{name_of_ground}") if after else drawn_ground]
        for (x, y), side, face in others:
            parts.append(counter(x, y, side_colour(side), "", side[:1], face))
        x, y = centre(mapfile, way[-1] if after else way[0])
        parts += [cross(mark, x, left, right) for mark in marks if mark.hexes <= set(ground)]
        if moved:
            parts.append(caption("after" if after else "before", left, top))
        if after:
            if other:
                parts.append(path(mapfile, other, "legal"))
                parts.append(named_way("the cheapest legal way", "legal", left + 4, top + CAPTION))
            parts.append(path(mapfile, way, verdict))
            parts.append(named_way("the way shown", verdict, left + 34, top))
            parts.append(ring(*centre(mapfile, way[0])))
        if any(place == (x, y) for place, *_ in others):
            x, y = x + ASIDE[0], y + ASIDE[1]
        parts.append(counter(x, y, "#fff", shortened(name), "", own))
        frames.append(node("g", parts, transform=f"translate({px(shift)} {px(-top)})"))
    total = width * 2 + 10 if moved else width
    title = f"{name}: " + (" to ".join((hexes[0], hexes[-1])) if moved else hexes[0])
    drawn = node("svg", node("title", title), frames, class_="move", role="img")
    drawn.set("viewBox", f"0 0 {px(total)} {px(height)}")
    drawn.set("width", px(total))
    drawn.set("height", px(height))
    return drawn


def best_of(finding: Mapping[str, Any]) -> list[str]:
    """List the hexes of the cheapest legal way that a finding's receipts tell."""
    receipt = None if finding.get("method") == "move.check" else finding.get("receipt")
    best = finding.get("around") or receipt or {}
    return list(dict.fromkeys(place["hex"] for place in best.get("path", ())))


def shortened(name: str) -> str:
    """Shorten a name for a picture; the whole one is in the picture's title."""
    return name if len(name) <= MOST_NAME else name[: MOST_NAME - 1].rstrip() + "…"


def caption(text: str, left: float, top: float) -> Node:
    """Draw a word above the ground."""
    return node("text", text, x=px(left + 4), y=px(top + 11), font_size="10", fill="currentColor")


def named_way(text: str, verdict: str, x: float, top: float) -> Node:
    """Say above the ground what a way is, in its colour."""
    colour = COLOURS.get(verdict, "#333")
    return node("text", text, x=px(x), y=px(top + 11), class_="n", font_size="9", fill=colour)


def known(mapfile: MapFile, number: str) -> int:
    """Look up the id of a printed number; NOWHERE if the map has no such hex."""
    try:
        return mapfile.known(number)
    except HexNumberError:
        return NOWHERE


def around(mapfile: MapFile, way: Iterable[int]) -> list[int]:
    """List the hexes of a way and those near it, by id. Gaps are bridged by a straight way, so that
    the ground holds together."""
    whole = list(way)
    found = set(whole)
    for start, end in pairwise(whole):
        found |= between(mapfile, start, end)
    for _ in range(NEAR):
        found |= {column[hex_] for hex_ in found for column in mapfile.beside} - {NOWHERE}
    return sorted(found)


def between(mapfile: MapFile, start: int, end: int) -> set[int]:
    """List the hexes of a straight way from one hex to another, as far as the map goes."""

    def far(hex_: int) -> float:
        (x, y), (goal_x, goal_y) = centre(mapfile, hex_), centre(mapfile, end)
        return (x - goal_x) ** 2 + (y - goal_y) ** 2

    found: set[int] = set()
    here = start
    while here != end:
        beside = [column[here] for column in mapfile.beside if column[here] != NOWHERE]
        nearest = min(beside, key=far, default=here)
        if far(nearest) >= far(here):
            break
        here = nearest
        found.add(here)
    return found


COLOURS = {"illegal": "#c0261f", "unchecked": "#b87a00", "possible": "#2f6fb0", "legal": "#2e7d3e"}


def path(mapfile: MapFile, way: Sequence[int], verdict: str) -> Node:
    """Draw the way as a line through the centres."""
    places = " ".join(f"{px(x)},{px(y)}" for x, y in (centre(mapfile, hex_) for hex_ in way))
    return node(
        "polyline",
        points=places,
        fill="none",
        stroke=COLOURS.get(verdict, "#333"),
        stroke_width="3",
        stroke_linejoin="round",
    )


def ring(x: float, y: float) -> Node:
    """Draw a ring where the Unit stood before."""
    return node(
        "circle", cx=px(x), cy=px(y), r="7", fill="none", stroke="#333", stroke_dasharray="2 2"
    )


def side_colour(side: str) -> str:
    """Choose the colour of another Unit."""
    return {"Allied": "#7f8f4f", "German": "#8d9aa8"}.get(side, "#bbb")


def marks_of(mapfile: MapFile, state: Mapping[str, Any]) -> list[Mark]:
    """List what a state has that stops Units: destroyed bridges, Road Blocks."""
    found = []
    for number, word in sorted(state.get("bridges", {}).items()):
        hexes = [known(mapfile, end) for end in number.split("/")]
        if NOWHERE not in hexes:
            places = [centre(mapfile, hex_) for hex_ in hexes]
            x, y = (sum(many) / len(places) for many in zip(*places, strict=True))
            found.append(Mark(frozenset(hexes), x, y, f"bridge {word}"))
    for marker in state.get("markers", ()):
        hex_ = known(mapfile, marker.get("hex", ""))
        if marker.get("kind") == "road_block" and hex_ != NOWHERE:
            found.append(Mark(frozenset((hex_,)), *centre(mapfile, hex_), "Road Block"))
    return found


LETTER = 4.4
"""How wide a letter of a label is at most, about."""


def cross(mark: Mark, unit: float, left: float, right: float) -> Node:
    """Draw a cross where Units are stopped, and say by what, on the side away from the Unit that
    moves (``unit`` is its x) and within the ground."""
    x, y = mark.x, mark.y
    arms = f"M{px(x - 5)} {px(y - 5)}l10 10M{px(x + 5)} {px(y - 5)}l-10 10"
    drawn = node("path", d=arms, stroke="#c0261f", stroke_width="3", fill="none")
    if abs(unit - x) < 1:
        return node("g", drawn, label(mark.label, x, y + 14, "8", "#a8201a"))
    wide = LETTER * len(mark.label)
    start = min(x + 7, right - wide) if unit < x else max(x - 7 - wide, left)
    return node("g", drawn, label(mark.label, start + wide / 2, y + 3, "8", "#a8201a"))


def counter(x: float, y: float, colour: str, name: str, sign: str = "", face: Face = ()) -> Node:
    """Draw a Unit: its face; else a small square with the sign of its side, or with its name."""
    if face:
        return counter_face(x, y, face, name)
    square = node(
        "rect",
        x=px(x - 8),
        y=px(y - 8),
        width="16",
        height="16",
        rx="2",
        fill=colour,
        stroke="#222",
        stroke_width="1.2",
    )
    if not (name or sign):
        return square
    down, size = (17, "8") if name else (4, "11")
    return node("g", square, label(name or sign, x, y + down, size, "#111"))


def counter_face(x: float, y: float, face: Face, name: str) -> Node:
    """Draw a Unit as its module shows it, below the number of its hex, with its name if given."""
    left, top = x - FACE / 2, y - FACE / 2 + 5
    at = left + 0.5
    parts = []
    for sticker in face:
        share = min(1.0, sticker.wide / face[0].wide)
        whole = share > SIGN_SHARE
        wide = FACE if whole else share * FACE
        corner = (left, top) if whole else (at, top + FACE - wide - 0.5)
        parts.append(placed(sticker, corner, wide))
        at += 0 if whole else wide
    if name:
        parts.append(label(name, x, top + FACE + 7, "8", "#111"))
    return node("g", parts)


def placed(sticker: Sticker, corner: tuple[float, float], wide: float) -> Node:
    """Place a picture."""
    x, y = corner
    return node("use", href=f"#{sticker.symbol}", x=px(x), y=px(y), width=px(wide), height=px(wide))


def label(text: str, x: float, y: float, size: str, colour: str) -> Node:
    """Write a text on the ground, its middle at ``x``."""
    made = node("text", text, x=px(x), y=px(y), class_="n", font_size=size, fill=colour)
    made.set("text-anchor", "middle")
    return made
