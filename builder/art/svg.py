"""The drawing surface of boards as an SVG document: sharp at any size, nothing outside it needed.

The same layers draw on it as on the Pillow surface. The faces that were used are embedded, so the
picture looks the same on a machine without them.
"""

from __future__ import annotations

import base64
import itertools
from collections.abc import Sequence
from importlib import resources
from xml.sax.saxutils import escape

from clubroute.builder.art.canvas import Colour, Letter, Spot
from clubroute.builder.art.lettering import CAP_HEIGHT


class SvgCanvas:
    """A surface that writes SVG.

    :param left: map px of the left edge; ``top`` likewise. Sizes in px.
    """

    def __init__(self, left: int, top: int, width: int, height: int, paper: Colour) -> None:
        self.left, self.top, self.width, self.height = left, top, width, height
        self.parts = [f'<rect width="{width}" height="{height}" fill="{named(paper)}"/>']
        self.looks: dict[str, str] = {}
        self.faces: set[str] = set()

    def look(self, css: str) -> str:
        """The attribute that gives a part a look, which the document's head says once."""
        return f'class="{self.looks.setdefault(css, f"a{len(self.looks)}")}"'

    def course(self, spots: Sequence[Spot]) -> str:
        """A line as a path tells it, each spot from the one before: much shorter in a large map."""
        at = [(round(10 * (x - self.left)), round(10 * (y - self.top))) for x, y in spots]
        steps = [(x - px, y - py) for (px, py), (x, y) in itertools.pairwise(at)]
        told = [" ".join(tenth(value / 10) for value in step) for step in (at[0], *steps)]
        return f"M{told[0]}" + (f"l{' '.join(told[1:])}".replace(" -", "-") if steps else "")

    def spot(self, at: Spot) -> str:
        """``x,y`` in the document, to a tenth of a px."""
        return f"{tenth(at[0] - self.left)},{tenth(at[1] - self.top)}"

    def polygon(self, corners: Sequence[Spot], fill: Colour) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        look = self.look(f"fill:{named(fill)}")
        self.parts.append(f'<path {look} d="{self.course(corners)}z"/>')

    def polyline(self, line: Sequence[Spot], ink: Colour, width: float) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        look = self.look(
            f"fill:none;stroke:{named(ink)};stroke-width:{tenth(width)};stroke-linejoin:round"
        )
        self.parts.append(f'<path {look} d="{self.course(line)}"/>')

    def circle(self, centre: Spot, radius: float, fill: Colour) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        x, y = self.spot(centre).split(",")
        look = self.look(f"fill:{named(fill)}")
        self.parts.append(f'<circle {look} cx="{x}" cy="{y}" r="{tenth(radius)}"/>')

    def text(
        self, centre: Spot, text: str, face: str, size: float, ink: Colour, halo: Colour, rim: float
    ) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        x, y = self.spot((centre[0], centre[1] + size * CAP_HEIGHT / 2)).split(",")
        edge = f";{rimmed(halo, rim)};paint-order:stroke" if rim else ""
        look = self.look(f"{self.lettered(face, size)};fill:{named(ink)}{edge}")
        self.parts.append(f'<text {look} x="{x}" y="{y}">{escape(text)}</text>')

    def letters(
        self,
        letters: Sequence[Letter],
        face: str,
        size: float,
        ink: Colour,
        halo: Colour,
        rim: float,
    ) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        written = self.lettered(face, size)
        drop = tenth(size * CAP_HEIGHT / 2)
        edge = [f"fill:{named(halo)};{rimmed(halo, rim)}"] if rim else []
        for paint in (*edge, f"fill:{named(ink)}"):
            parts = (
                f'<text y="{drop}" transform="translate({self.spot(at).replace(",", " ")})'
                f' rotate({turn})">{escape(text)}</text>'
                for text, at, turn in letters
                if text != " "
            )
            self.parts.append(f"<g {self.look(f'{written};{paint}')}>{''.join(parts)}</g>")

    def lettered(self, face: str, size: float) -> str:
        """The look of type in a face, which is embedded."""
        self.faces.add(face)
        return f'font:{tenth(size)}px "{family(face)}",sans-serif;text-anchor:middle'

    def document(self, size: tuple[int, int] | None = None) -> bytes:
        """The whole SVG, UTF-8, shown ``size`` px large."""
        width, height = size or (self.width, self.height)
        fonts = "".join(font_face(face) for face in sorted(self.faces))
        looks = "".join(f".{name}{{{css}}}" for css, name in self.looks.items())
        style = f"<style>{fonts}{looks}</style>\n" if fonts or looks else ""
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {self.width} {self.height}">\n{style}{body}\n</svg>\n'
        ).encode()


def tenth(value: float) -> str:
    """A length to a tenth of a px, without needless zeros."""
    return f"{value:.1f}".removesuffix(".0")


def named(colour: Colour) -> str:
    """A colour as SVG writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def rimmed(halo: Colour, rim: float) -> str:
    """The look of an edge round a letter."""
    return f"stroke:{named(halo)};stroke-width:{tenth(2 * rim)}"


def family(face: str) -> str:
    """The name a face goes by in the document."""
    return face.removesuffix(".ttf")


def font_face(face: str) -> str:
    """The CSS that embeds a bundled face."""
    data = (resources.files("clubroute.builder.art") / "fonts" / face).read_bytes()
    code = base64.b64encode(data).decode("ascii")
    return f'@font-face{{font-family:"{family(face)}";src:url(data:font/ttf;base64,{code})}}'
