"""PDF files of pictures, a page each, with the same bytes for the same pictures."""

from __future__ import annotations

import io
import time
from collections.abc import Iterable

from PIL import Image

QUALITY = 92
"""Of the JPEG pictures inside."""


def pdf_bytes(pages: Iterable[Image.Image], dpi: float, seconds: int | None) -> bytes:
    """The pages. :param seconds: since 1970, the date in the file; None: 1980."""
    first, *rest = pages
    # 1980-01-01, as in zip files: nothing that is built tells when.
    date = time.gmtime(315532800 if seconds is None else seconds)
    stream = io.BytesIO()
    first.save(
        stream,
        "PDF",
        save_all=True,
        append_images=rest,
        resolution=dpi,
        quality=QUALITY,
        subsampling=0,
        creationDate=date,
        modDate=date,
    )
    return stream.getvalue()
