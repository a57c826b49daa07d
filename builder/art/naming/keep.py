"""Labels as bytes, to keep them with a build."""

from __future__ import annotations

import json
from collections.abc import Iterable

from clubroute.builder.art.naming.label import Box, Glyph, MapLabel
from clubroute.builder.grid import Hex


def encode_labels(labels: Iterable[MapLabel]) -> bytes:
    """Labels as a JSON list of rows."""
    rows = [[x.kind, x.text, x.size, x.at, x.home, x.boxes, x.glyphs, x.style] for x in labels]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def decode_labels(data: bytes) -> tuple[MapLabel, ...]:
    """What :func:`encode_labels` wrote."""
    return tuple(
        MapLabel(
            kind,
            text,
            size,
            (at[0], at[1]),
            Hex(*home),
            tuple(Box(*box) for box in boxes),
            tuple(Glyph(g[0], (g[1][0], g[1][1]), g[2]) for g in glyphs),
            style,
        )
        for kind, text, size, at, home, boxes, glyphs, style in json.loads(data)
    )
