"""The drawing surface of boards as an SVG document: sharp at any size, nothing outside it needed.

The same layers draw on it as on the Pillow surface. The faces that were used are embedded, so the
picture looks the same on a machine without them.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from importlib import resources
from xml.sax.saxutils import escape, quoteattr

from clubroute.builder.art.canvas import Colour, Letter, Spot
from clubroute.builder.art.lettering import CAP_HEIGHT


class SvgCanvas:
    """A surface that writes SVG.

    :param left: map px of the left edge; ``top`` likewise. Sizes in px.
    """

    def __init__(self, left: int, top: int, width: int, height: int, paper: Colour) -> None:
        self.left, self.top, self.width, self.height = left, top, width, height
        self.parts = [f'<rect width="{width}" height="{height}" fill="{named(paper)}"/>']
        self.faces: set[str] = set()

    def spot(self, at: Spot) -> str:
        """``x,y`` in the document, to a tenth of a px."""
        return f"{tenth(at[0] - self.left)},{tenth(at[1] - self.top)}"

    def polygon(self, corners: Sequence[Spot], fill: Colour) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        points = " ".join(self.spot(corner) for corner in corners)
        self.parts.append(f'<polygon points="{points}" fill="{named(fill)}"/>')

    def polyline(self, line: Sequence[Spot], ink: Colour, width: float) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        points = " ".join(self.spot(spot) for spot in line)
        self.parts.append(
            f'<polyline points="{points}" fill="none" stroke="{named(ink)}"'
            f' stroke-width="{tenth(width)}" stroke-linejoin="round"/>'
        )

    def circle(self, centre: Spot, radius: float, fill: Colour) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        x, y = self.spot(centre).split(",")
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="{tenth(radius)}" fill="{named(fill)}"/>')

    def text(
        self, centre: Spot, text: str, face: str, size: float, ink: Colour, halo: Colour, rim: float
    ) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        self.faces.add(face)
        x, y = self.spot((centre[0], centre[1] + size * CAP_HEIGHT / 2)).split(",")
        edge = (
            f' stroke="{named(halo)}" stroke-width="{tenth(2 * rim)}" paint-order="stroke"'
            if rim
            else ""
        )
        self.parts.append(
            f'<text x="{x}" y="{y}" font-family={quoteattr(family(face) + ", sans-serif")}'
            f' font-size="{tenth(size)}" text-anchor="middle" fill="{named(ink)}"{edge}>'
            f"{escape(text)}</text>"
        )

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
        self.faces.add(face)
        look = (
            f'font-family={quoteattr(family(face) + ", sans-serif")} font-size="{tenth(size)}"'
            ' text-anchor="middle"'
        )
        drop = tenth(size * CAP_HEIGHT / 2)
        edge = f'fill="{named(halo)}" stroke="{named(halo)}" stroke-width="{tenth(2 * rim)}"'
        for paint in ([edge] if rim else []) + [f'fill="{named(ink)}"']:
            parts = [
                f'<text y="{drop}" transform="translate({self.spot(at).replace(",", " ")})'
                f' rotate({turn})">{escape(text)}</text>'
                for text, at, turn in letters
                if text != " "
            ]
            self.parts.append(f"<g {look} {paint}>{''.join(parts)}</g>")

    def document(self, size: tuple[int, int] | None = None) -> bytes:
        """The whole SVG, UTF-8, shown ``size`` px large."""
        width, height = size or (self.width, self.height)
        fonts = "".join(font_face(face) for face in sorted(self.faces))
        style = f"<style>{fonts}</style>\n" if fonts else ""
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


def family(face: str) -> str:
    """The name a face goes by in the document."""
    return face.removesuffix(".ttf")


def font_face(face: str) -> str:
    """The CSS that embeds a bundled face."""
    data = (resources.files("clubroute.builder.art") / "fonts" / face).read_bytes()
    code = base64.b64encode(data).decode("ascii")
    return f'@font-face{{font-family:"{family(face)}";src:url(data:font/ttf;base64,{code})}}'
