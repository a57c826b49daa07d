"""Pictures that stay crisp when a player zooms in: larger than shown, inside an SVG.

VASSAL shows a PNG pixel by pixel, and takes the size of an SVG from its width and height.
"""

from __future__ import annotations

import base64

from PIL import Image

from clubroute.builder.art.png import png_bytes


def crisp(
    image: Image.Image, times: int, within: int | None = None, at: tuple[float, float] = (0, 0)
) -> bytes:
    """A picture drawn ``times`` as large as it is to be shown, as SVG.

    :param within: the side of a square, px, that shows through around the picture; ``at`` is where
        in it the picture has its upper left corner.
    """
    wide, high = image.width / times, image.height / times
    width, height = (within, within) if within else (round(wide), round(high))
    code = base64.b64encode(png_bytes(image)).decode("ascii")
    place = f' x="{at[0]:g}" y="{at[1]:g}"' if within else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<image{place} width="{wide:g}" height="{high:g}"'
        f' xlink:href="data:image/png;base64,{code}"/>'
        "</svg>\n"
    ).encode("ascii")
