"""Parts of a large page as packed text, which its script unpacks when one is opened or printed."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from clubroute.builder.deflating import zlib_deflated
from clubroute.rules.logs.audit.elements import Node, ascii_text

FULL = 1 << 20
"""Characters after which a pack is closed: a browser unpacks that many in some ms, and what parts
have in common is packed once. A hundred thousand made a page a tenth larger."""
BETWEEN = "\f"
"""What stands between two parts of a pack; no document may hold it."""


class Packs:
    """Gathers parts of one kind (a class of the page) into packs. Nothing else is in memory."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._closed = 0
        self._parts: list[str] = []
        self._size = 0

    def add(self, element: Node) -> tuple[str, int]:
        """Add a part; returns its pack's id and its place in it."""
        text = ascii_text(element)
        self._parts.append(text)
        self._size += len(text)
        return f"{self._kind}-{self._closed}", len(self._parts) - 1

    def full(self) -> Iterator[str]:
        """Yield the open pack as HTML if it is full."""
        if self._size >= FULL:
            yield from self.rest()

    def rest(self) -> Iterator[str]:
        """Yield the open pack as HTML if anything is in it, and close it."""
        if not self._parts:
            return
        packed = zlib_deflated(BETWEEN.join(self._parts).encode("ascii"))
        text = base64.b64encode(packed).decode("ascii")
        yield f'<template class="{self._kind}" id="{self._kind}-{self._closed}">{text}</template>'
        self._closed += 1
        self._parts, self._size = [], 0
