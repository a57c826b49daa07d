"""The hex that a name alone says, on whichever map has it."""

from __future__ import annotations

from collections.abc import Iterable

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.words.ahead import must_be_compiled, uncompiled
from clubroute.rules.words.names import HEX, key_of


def place_named(context: Context, text: str, windows: Iterable[str]) -> tuple[str, str]:
    """The number of the one hex that has a name, and the first of some maps that names it.

    No map is compiled whose sources do not have the name.

    :raises InputError: no map names it, or it is the name of several hexes.
    """
    names: list[str] = []
    for window in windows:
        project = must_be_compiled(context, window)
        if project is not None:
            said = uncompiled(context, project, window)
            if key_of(text) not in said.ground:
                names += said.names.texts([HEX])
                continue
        country = map_of(context, window)
        found = country.called(text)
        if len(found) == 1:
            return found[0], window
        if found:
            raise InputError(Where("HEX"), f"{text!r}, which are several", one_of(found))
        names += country.names.values()
    near = nearest_name(text, names)
    raise InputError(Where("HEX"), repr(text), "a hex number as 75.129, or a place", near)
