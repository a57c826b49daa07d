"""The pictures of a module: which of them counters and boards take, which stay as they are."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from clubroute.builder.picture_size import picture_size
from clubroute.builder.vassal.archive import PICTURE_PATHS, ModuleArchive
from clubroute.rules.adopting.losses import Losses
from clubroute.rules.adopting.writing import slug, unused

CLEAR = "art/clear.svg"
CLEAR_PICTURE = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}" viewBox="0 0 1 1"></svg>'
)
STARTS = ((b"\x89PNG", ".png"), (b"GIF8", ".gif"), (b"\xff\xd8\xff", ".jpg"))
_SIDE = re.compile(rb'\b(width|height)="\s*([0-9]+(?:\.[0-9]+)?)[a-z]*\s*"')
_BOX = re.compile(rb'\bviewBox="\s*[-0-9.]+[ ,]+[-0-9.]+[ ,]+([0-9.]+)[ ,]+([0-9.]+)\s*"')


class ModulePictures:
    """The pictures of a module by their names, and the files that are made of them."""

    def __init__(self, module: ModuleArchive, losses: Losses) -> None:
        self._data = {entry.name: entry.data for entry in module.entries}
        self._losses = losses
        self._faces: dict[str, tuple[str, int]] = {}
        self.files: dict[str, bytes] = {}
        self.taken: set[str] = set()

    def entry(self, name: str) -> str | None:
        """The name in the zip of a picture, None if it is not there."""
        paths = (form.format(name.strip()) for form in PICTURE_PATHS)
        return next((path for path in paths if name.strip() and path in self._data), None)

    def face(self, image: str, counter: str) -> tuple[str, int]:
        """The file of a counter's own picture, and its larger side in px. What has none is clear:
        its layers show it."""
        if image not in self._faces:
            self._faces[image] = self._face(image, counter)
        return self._faces[image]

    def _face(self, image: str, counter: str) -> tuple[str, int]:
        entry = self.entry(image)
        if entry is None:
            if image.strip():
                self._losses.add("counter", counter, f"its picture {image!r} is not in the module")
            return self._clear()
        found = self.read(entry)
        if found is None:
            self._losses.add("picture", image, "cannot be read: the counter is clear")
            return self._clear()
        suffix, data, size = found
        if data is self._data[entry] and entry == f"images/{image}" and entry.endswith(suffix):
            return f"files/{entry}", max(size)
        stem = slug(PurePosixPath(image).stem)
        file = unused(f"art/{stem}", {one.rpartition(".")[0] for one in self.files}) + suffix
        self.files[file] = data
        self.taken.add(entry)
        return file, max(size)

    def _clear(self) -> tuple[str, int]:
        self.files[CLEAR] = CLEAR_PICTURE.replace(b"{0}", b"1")
        return CLEAR, 60

    def read(self, entry: str) -> tuple[str, bytes, tuple[int, int]] | None:
        """A picture as a source may have it: its suffix, bytes, width and height in px."""
        data = self._data[entry]
        suffix = next((told for start, told in STARTS if data.startswith(start)), ".svg")
        size = picture_size(suffix, data)
        if size is None and suffix == ".svg" and b"<svg" in data[:4096]:
            data = sized(data)
            size = picture_size(suffix, data)
            if size is not None:
                self._losses.add("picture", entry, f"its size is written as {size[0]} × {size[1]}")
        return None if size is None else (suffix, data, size)


def sized(data: bytes) -> bytes:
    """An SVG that says its width and height in whole px, as far as it says them at all."""
    head = re.search(rb"<svg\b[^>]*>", data)
    if head is None:
        return data
    told = {name: round(float(value)) for name, value in _SIDE.findall(head[0])}
    box = _BOX.search(head[0])
    if len(told) < 2 and box is not None:
        told = {b"width": round(float(box[1])), b"height": round(float(box[2]))}
    if len(told) < 2:
        return data
    bare = re.sub(rb'\s(width|height)="[^"]*"', b"", head[0])
    sides = b"".join(b' %s="%d"' % side for side in sorted(told.items(), reverse=True))
    return data.replace(head[0], bare.replace(b"<svg", b"<svg" + sides, 1), 1)
