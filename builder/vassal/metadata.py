"""``moduledata`` and ``savedata``: who wrote a module or save, and for which VASSAL."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.counting import is_signed
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.buildfile import IN_MEMORY, Element, element

MODULE_DATA = "moduledata"
SAVE_DATA = "savedata"
MOST_METADATA = 1 << 20
"""Bytes of metadata; a module's are a few hundred, a player's remark may be longer."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of a module, or of a save made with it.

    ``version`` is the module's, ``vassal_version`` the lowest VASSAL meant to open it (a higher
    one than the running VASSAL brings up a warning). ``saved_ms`` is milliseconds since 1970
    UTC. ``name`` is None in ``savedata``, which has no such field; there ``description`` is the
    player's comment.
    """

    version: str
    vassal_version: str
    saved_ms: int
    description: str = ""
    name: str | None = None
    extra1: str = ""
    extra2: str = ""

    def write(self) -> bytes:
        """The bytes of the entry, in the engine's order of fields."""
        fields = [
            ("version", self.version),
            ("extra1", self.extra1),
            ("extra2", self.extra2),
            ("VassalVersion", self.vassal_version),
            ("dateSaved", str(self.saved_ms)),
            ("description", self.description),
        ]
        if self.name is not None:
            fields.append(("name", self.name))
        rows = [element(tag, None, text=text) for tag, text in fields]
        return buildfile.write(element("data", {"version": 1}, *rows))


def read_metadata(data: bytes, where: Where = IN_MEMORY) -> Metadata:
    """The metadata in the bytes of an entry; a missing field reads as "".

    Raises :class:`InputError` for too much or bad XML, another root element, or a date that is no
    number.
    """
    if len(data) > MOST_METADATA:
        raise InputError(where, f"{len(data)} bytes", f"at most {MOST_METADATA}")
    root = buildfile.read(data, where)
    if root.tag != "data":
        place = Where(where.path, root.row, None, where.part)
        raise InputError(place, f"<{root.tag}>", "<data>")
    # A text may stand there again in other languages, each with its lang.
    own = [child for child in root.children if not child.get("lang")]
    texts = {child.tag: child for child in reversed(own)}
    date = _text(texts, "dateSaved") or "0"
    if not is_signed(date):
        place = Where(where.path, texts["dateSaved"].row, None, where.part)
        raise InputError(place, f"dateSaved {date}", "milliseconds since 1970")
    return Metadata(
        _text(texts, "version"),
        _text(texts, "VassalVersion"),
        int(date),
        _text(texts, "description"),
        texts["name"].text if "name" in texts else None,
        _text(texts, "extra1"),
        _text(texts, "extra2"),
    )


def _text(texts: dict[str, Element], tag: str) -> str:
    return texts[tag].text if tag in texts else ""
