"""Unit symbols drawn from our own lines and curves, in the manner of military map signs.

Each symbol draws into a unit square: x and y run from 0 to 1 across its box, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from clubroute.builder.art.plate import Plate
from clubroute.builder.sources.counter_style import Colour

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws in one box of a plate: ``box`` is x0, y0, x1, y1 of its fine grid, as is ``width``."""

    plate: Plate
    box: tuple[float, float, float, float]
    width: int
    ink: Colour
    paper: Colour

    def at(self, spot: Spot) -> Spot:
        """A spot of the unit square on the plate."""
        x0, y0, x1, y1 = self.box
        return x0 + spot[0] * (x1 - x0), y0 + spot[1] * (y1 - y0)

    def line(self, *spots: Spot, wide: float = 1.0) -> None:
        """A line through the spots, ``wide`` times the pen's width."""
        width = max(1, round(self.width * wide))
        self.plate.line([self.at(s) for s in spots], self.ink, width)

    def filled(self, *spots: Spot) -> None:
        """A filled polygon."""
        self.plate.polygon([self.at(s) for s in spots], self.ink)

    def oval(self, x: float, y: float, half_w: float, half_h: float, fill: bool = False) -> None:
        """An ellipse round (x, y)."""
        (ax, ay), (bx, by) = self.at((x - half_w, y - half_h)), self.at((x + half_w, y + half_h))
        self.plate.oval((ax, ay, bx, by), self.ink if fill else None, self.ink, self.width)

    def disc(self, x: float, y: float, radius: float) -> None:
        """A filled circle; ``radius`` is in heights of the box."""
        cx, cy = self.at((x, y))
        r = radius * (self.box[3] - self.box[1])
        self.plate.oval((cx - r, cy - r, cx + r, cy + r), self.ink)

    def circle(self, x: float, y: float, radius: float) -> None:
        """A circle; ``radius`` is in heights of the box."""
        cx, cy = self.at((x, y))
        r = radius * (self.box[3] - self.box[1])
        self.plate.oval((cx - r, cy - r, cx + r, cy + r), None, self.ink, self.width)

    def arc(self, corners: tuple[float, float, float, float], start: float, end: float) -> None:
        """Part of an ellipse in a box of the unit square; degrees clockwise from the east."""
        (ax, ay), (bx, by) = self.at(corners[:2]), self.at(corners[2:])
        self.plate.arc((ax, ay, bx, by), start, end, self.ink, self.width)

    def frame(self) -> None:
        """The box itself: paper inside, a line round it."""
        self.plate.rectangle(self.box, self.paper, self.ink, self.width)


def cross(pen: Pen) -> None:
    """The crossed belts of infantry."""
    pen.line((0, 0), (1, 1))
    pen.line((0, 1), (1, 0))


def track(pen: Pen) -> None:
    """The track oval of armour."""
    pen.oval(0.5, 0.5, 0.34, 0.28)


def shaft(pen: Pen) -> None:
    """The pointed shaft of anti-tank troops."""
    pen.line((0, 1), (0.5, 0.06), (1, 1))


def canopy(pen: Pen) -> None:
    """The two arcs of a parachute."""
    pen.arc((0.33, 0.72, 0.5, 1.12), 180, 360)
    pen.arc((0.5, 0.72, 0.67, 1.12), 180, 360)


def teeth(pen: Pen) -> None:
    """The bridge-like bracket of engineers."""
    pen.line((0.2, 0.76), (0.2, 0.3), (0.8, 0.3), (0.8, 0.76))
    pen.line((0.5, 0.3), (0.5, 0.76))


def wing(pen: Pen) -> None:
    """The wing and the fuselage of a glider."""
    pen.line((0.32, 0.82), (0.68, 0.82))
    pen.line((0.5, 0.7), (0.5, 0.96))


def bar(pen: Pen) -> None:
    """The slanting bar of reconnaissance."""
    pen.line((0, 1), (1, 0))


def ball(pen: Pen) -> None:
    """The ball of a gun."""
    pen.disc(0.5, 0.5, 0.24)


def axle(pen: Pen) -> None:
    """The two wheels of an armoured car or a jeep."""
    pen.circle(0.38, 0.86, 0.1)
    pen.circle(0.62, 0.86, 0.1)


def plain(pen: Pen) -> None:
    """A box for letters."""
    pen.frame()


def infantry(pen: Pen) -> None:
    """Foot troops."""
    pen.frame()
    cross(pen)


def parachute(pen: Pen) -> None:
    """Parachute infantry."""
    infantry(pen)
    canopy(pen)


def glider(pen: Pen) -> None:
    """Glider infantry: a wing and a fuselage below the cross."""
    infantry(pen)
    wing(pen)


def mechanised(pen: Pen) -> None:
    """Infantry in armoured carriers."""
    infantry(pen)
    track(pen)


def armour(pen: Pen) -> None:
    """Tanks."""
    pen.frame()
    track(pen)


def tank_destroyer(pen: Pen) -> None:
    """Anti-tank guns on tracks."""
    armour(pen)
    shaft(pen)


def recce(pen: Pen) -> None:
    """Reconnaissance."""
    pen.frame()
    bar(pen)


def cavalry(pen: Pen) -> None:
    """Cavalry: the reconnaissance bar with its lower half filled."""
    pen.frame()
    pen.filled((0, 1), (1, 0), (1, 1))


def engineer(pen: Pen) -> None:
    """Engineers and pioneers."""
    pen.frame()
    teeth(pen)


def artillery(pen: Pen) -> None:
    """Field and medium guns."""
    pen.frame()
    ball(pen)


def mortar(pen: Pen) -> None:
    """Mortars: a base circle and an arrow upwards."""
    pen.frame()
    pen.circle(0.5, 0.76, 0.13)
    pen.line((0.5, 0.64), (0.5, 0.16))
    pen.line((0.39, 0.36), (0.5, 0.14), (0.61, 0.36))


def antitank(pen: Pen) -> None:
    """Anti-tank guns."""
    pen.frame()
    shaft(pen)


def flak(pen: Pen) -> None:
    """Anti-aircraft guns: the shield arc over a gun."""
    pen.frame()
    pen.arc((0.08, 0.42, 0.92, 1.6), 180, 360)
    pen.line((0.5, 0.88), (0.5, 0.16))
    pen.line((0.4, 0.34), (0.5, 0.14), (0.6, 0.34))


def hq(pen: Pen) -> None:
    """A headquarters: the upper third filled."""
    pen.frame()
    pen.filled((0, 0), (1, 0), (1, 0.34), (0, 0.34))


def leader(pen: Pen) -> None:
    """A leader: a five-pointed star."""
    points: Sequence[Spot] = (
        (0.0, -1.0),
        (0.225, -0.309),
        (0.951, -0.309),
        (0.363, 0.118),
        (0.588, 0.809),
        (0.0, 0.382),
        (-0.588, 0.809),
        (-0.363, 0.118),
        (-0.951, -0.309),
        (-0.225, -0.309),
    )
    cx, cy = pen.at((0.5, 0.58))
    r = 0.62 * (pen.box[3] - pen.box[1])
    spots = [(cx + r * x, cy + r * y) for x, y in points]
    pen.plate.polygon(spots, pen.paper, pen.ink, pen.width)


def bridge(pen: Pen) -> None:
    """Bridging engineers: two flared rails."""
    pen.frame()
    pen.line((0.1, 0.16), (0.24, 0.34), (0.76, 0.34), (0.9, 0.16))
    pen.line((0.1, 0.84), (0.24, 0.66), (0.76, 0.66), (0.9, 0.84))


def bulldozer(pen: Pen) -> None:
    """A bulldozer: a track and a blade."""
    pen.frame()
    pen.oval(0.42, 0.62, 0.26, 0.2)
    pen.line((0.68, 0.56), (0.82, 0.56))
    pen.line((0.86, 0.26), (0.82, 0.56), (0.88, 0.84), wide=1.5)


def transport(pen: Pen) -> None:
    """Lorries and jeeps: a load bed on two wheels."""
    pen.frame()
    pen.line((0.16, 0.26), (0.16, 0.62), (0.84, 0.62), (0.84, 0.42), (0.62, 0.42), (0.62, 0.26))
    pen.line((0.16, 0.26), (0.62, 0.26))
    pen.disc(0.3, 0.76, 0.12)
    pen.disc(0.7, 0.76, 0.12)


def rearguard(pen: Pen) -> None:
    """A rearguard: infantry with the three dots of a platoon."""
    infantry(pen)
    for x in (0.34, 0.5, 0.66):
        pen.disc(x, 0.13, 0.085)


SYMBOLS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "plain": plain,
        "infantry": infantry,
        "parachute": parachute,
        "glider": glider,
        "mechanised": mechanised,
        "armour": armour,
        "tank-destroyer": tank_destroyer,
        "recce": recce,
        "cavalry": cavalry,
        "engineer": engineer,
        "artillery": artillery,
        "mortar": mortar,
        "antitank": antitank,
        "flak": flak,
        "hq": hq,
        "leader": leader,
        "bridge": bridge,
        "bulldozer": bulldozer,
        "transport": transport,
        "rearguard": rearguard,
    }
)
MARKS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "axle": axle,
        "ball": ball,
        "bar": bar,
        "canopy": canopy,
        "cross": cross,
        "shaft": shaft,
        "teeth": teeth,
        "track": track,
        "wing": wing,
    }
)


def draw_symbol(pen: Pen, words: str) -> None:
    """A symbol, and what is added to it: ``artillery+wing``."""
    name, *added = words.split("+")
    SYMBOLS[name](pen)
    for mark in added:
        MARKS[mark](pen)


def wheels(pen: Pen) -> None:
    """Under a symbol: a wheeled unit."""
    for x in (0.25, 0.5, 0.75):
        pen.disc(x, 0.5, 0.5)


def tracks(pen: Pen) -> None:
    """Under a symbol: a tracked unit."""
    pen.filled((0.2, 0.1), (0.8, 0.1), (0.88, 0.5), (0.8, 0.9), (0.2, 0.9), (0.12, 0.5))


def dug_in(pen: Pen) -> None:
    """Under a symbol: a unit that cannot move."""
    pen.line((0.05, 0.2), (0.2, 0.8), (0.35, 0.2), (0.5, 0.8), (0.65, 0.2), (0.8, 0.8), (0.95, 0.2))


CLASS_MARKS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {"wheeled": wheels, "tracked": tracks, "immobile": dug_in}
)
