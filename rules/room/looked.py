"""Going through ``looked.csv`` in the room: a place at a time, yes or no, written down at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where, one_of
from clubroute.builder.grid import Lattice
from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.owner.modules.facts_csv import ours_of
from clubroute.rules.owner.modules.folder import LOOKED
from clubroute.rules.owner.modules.known import OwnModule, own_modules
from clubroute.rules.owner.modules.looked_csv import (
    NO,
    YES,
    Looked,
    looked_text,
    read_looked,
)
from clubroute.rules.owner.modules.words import NONE

MOST_SAID = 4000
"""Bytes of what a page says of a place."""


class LookedPlaces:
    """The places that the pictures of the owner's modules seem to show otherwise."""

    def __init__(self, context: Context, project: Project) -> None:
        self._context, self._project = context, project

    def list(self, window: str, id_: str) -> dict[str, Any]:
        """The places of a module, in the order of its file, and the words there are for each kind
        of fact. :raises InputError: no such module, or its file is wrong."""
        one, lattice = self._module(window, id_)
        many = read_looked(one.folder, lattice, window)
        words = ours_of(lattice.name)
        kinds = {place.kind for place in many}
        return {
            "module": own_modules(self._context).label(one),
            "file": str(one.folder / LOOKED),
            "places": [place_of(place, lattice) for place in many],
            "words": {kind: sorted(words[kind]) for kind in sorted(kinds)},
        }

    def say(self, window: str, id_: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """Write down what a person says of a place: ``number`` in the list, ``said`` yes, no or ""
        and perhaps ``picture``, what is really seen there. The file is read anew before.

        :raises InputError: as :meth:`list`; a place that is not in the file any more; another word.
        """
        one, lattice = self._module(window, id_)
        many = list(read_looked(one.folder, lattice, window))
        number, said, picture = (told.get(key) for key in ("number", "said", "picture"))
        if not isinstance(number, int) or not 0 <= number < len(many):
            raise InputError(Where("number"), repr(number), f"a place from 0 to {len(many) - 1}")
        place = many[number]
        if (told.get("hex"), told.get("beside")) != ends_of(place, lattice):
            where = Where.of(one.folder / LOOKED)
            raise InputError(where, "another place there", "the file as the page was shown it")
        if said not in (YES, NO, ""):
            raise InputError(Where("said"), repr(said), one_of([YES, NO, '""']))
        if picture is not None:
            words = ours_of(lattice.name)[place.kind] - ({NONE} if place.beside is None else set())
            if picture not in words:
                raise InputError(Where("picture"), repr(picture), one_of(sorted(words)))
            place = place._replace(picture=picture)
        many[number] = place._replace(said=said)
        write_bytes(one.folder / LOOKED, looked_text(many, lattice).encode("utf-8"))
        return place_of(many[number], lattice)

    def left(self, window: str, one: OwnModule) -> int:
        """How many places of a module nobody has looked at yet; 0 where its file is wrong."""
        if not (one.folder / LOOKED).is_file():
            return 0
        try:
            many = read_looked(one.folder, self._lattice(window), window)
        except InputError:
            return 0
        return sum(not place.said for place in many)

    def _module(self, window: str, id_: str) -> tuple[OwnModule, Lattice]:
        for one in own_modules(self._context).modules:
            if one.told.rules == window and one.folder.name == id_:
                return one, self._lattice(window)
        raise InputError(Where("module"), repr(id_), "an imported module of this map")

    def _lattice(self, window: str) -> Lattice:
        return boards_of(self._project, window).source.lattice


def place_of(place: Looked, lattice: Lattice) -> dict[str, Any]:
    """A place as a page is told it."""
    here, beside = ends_of(place, lattice)
    told = {"map": place.map, "picture": place.picture, "sure": place.sure, "said": place.said}
    return {"fact": place.kind, "hex": here, "beside": beside, **told}


def ends_of(place: Looked, lattice: Lattice) -> tuple[str, str | None]:
    """The numbers of a place's hex, and of the one beside it if it lies between two."""
    beside = None if place.beside is None else lattice.format(place.beside)
    return lattice.format(place.hex), beside
