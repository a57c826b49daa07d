"""Words read before their map is compiled: what nobody could mean is refused without waiting.

The numbers of a map's hexes follow from its lattice, and its names stand in its sources, among
others that it does not show. So what means nothing here means nothing on the compiled map; what
means something may still be refused there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from clubroute.builder.errors import InputError, nearest_name
from clubroute.builder.grid import Lattice
from clubroute.builder.project import Project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.map_names import map_names
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.bridge_names import spellings
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.series import series_at
from clubroute.rules.words.commands import Form
from clubroute.rules.words.items import Here, MisfitError
from clubroute.rules.words.lexing import items_of, whole_names
from clubroute.rules.words.names import (
    AREA,
    BRIDGE,
    HEX,
    LONGEST,
    Names,
    by_key,
    counters_named,
    key_of,
    zone_calls,
)
from clubroute.rules.words.reading import asked
from clubroute.rules.words.scope import MAP, SCENARIO, Scope


@dataclass(frozen=True, slots=True)
class Grid:
    """The numbers of a map that is not compiled."""

    lattice: Lattice
    window: str

    def known(self, number: str) -> int:
        """Anything but ``NOWHERE`` for a number of the map.

        :raises HexNumberError: it is none.
        """
        self.lattice.parse(number, self.window)
        return NOWHERE + 1

    def nearest(self, number: str) -> str | None:
        """A number of the map that looks like a text, for messages."""
        first = number.strip().partition(".")[0]
        alike = [text for text in self.all_numbers() if text.partition(".")[0] == first]
        return nearest_name(number.strip(), alike or list(self.all_numbers()))

    def all_numbers(self) -> Iterator[str]:
        """Every number of the map."""
        for sheet in self.lattice.window(self.window):
            yield from map(sheet.format, sheet.hexes())


@dataclass(frozen=True, slots=True)
class Uncompiled:
    """What can be said of a map that is not compiled: ``ground`` are the keys of names whose
    hexes or hexsides nobody knows before."""

    names: Names
    ground: frozenset[str]

    def is_named(self, words: Sequence[str]) -> bool:
        """Whether some of the words may be a name of the ground."""
        bare = [word.rpartition("=")[2] for word in words]
        return any(
            key_of(" ".join(bare[at:end])) in self.ground
            for at in range(len(bare))
            for end in range(at + 1, min(at + LONGEST, len(bare)) + 1)
        )


def check_ahead(forms: Sequence[Form], words: Sequence[str], window: str, here: Here) -> None:
    """Refuse words that mean nothing on a map which would have to be compiled first.

    With a position it is left to the compiled map: who stands where changes what may be left out.

    :raises MisfitError: they fit none of the forms.
    """
    begun = any(word.startswith(f"{SCENARIO}=") for word in words)
    project = must_be_compiled(here.context, window)
    if project is None or here.state or begun:
        return
    with suppress(InputError):  # whatever else is wrong is told when the map is compiled
        said = uncompiled(here.context, project, window)
        context = Context(here.context.folder, registry=here.context.registry)
        context.loaded["words", (window, True)] = said.names
        find, told = context.registry.find, replace(here, context=context)
        misfits = []
        for form in forms:
            scope = Scope(form, find(form.method, {MAP: window}), window, told)
            misfit = misfit_of(scope, words, said)
            if misfit is None:
                return
            misfits.append(misfit)
        raise max(misfits, key=lambda one: one.far)


def must_be_compiled(context: Context, window: str) -> Project | None:
    """The project a map would have to be compiled from, None if it is at hand."""
    if context.maps is None or context.loaded.get(("map", window)) is not None:
        return None
    lattice = series_at(window).lattice
    project = context.maps.project.with_lattice(lattice)
    return None if context.maps.at_hand(lattice) else project


def misfit_of(scope: Scope, words: Sequence[str], said: Uncompiled) -> MisfitError | None:
    """Why words do not fit a form, as far as that is sure before the map is compiled: where a
    name of the ground is said, only a word that means nothing at all is sure."""
    try:
        asked(scope, words)
    except MisfitError as misfit:
        if not said.is_named(words):
            return misfit
        try:
            items_of(scope, [one for one in whole_names(scope, words) if "=" not in one])
        except MisfitError as unknown:
            return unknown
    return None


def uncompiled(context: Context, project: Project, window: str) -> Uncompiled:
    """A map as its sources have it, read once. :raises InputError: one cannot be read."""
    id_ = series_at(window).lattice
    key = ("names in sources", id_)
    texts: frozenset[str] | None = context.loaded.get(key)
    if texts is None:
        told = frozenset(spellings(map_names(project, id_)))
        calls = frozenset(call for text in told for call in zone_calls(text))
        texts = context.loaded[key] = told | calls
    lattice = read_lattice(project.map_folder(id_) / "lattice.toml").lattice
    of_ground = [(text, type_, text) for text in sorted(texts) for type_ in (HEX, BRIDGE, AREA)]
    known = by_key((*of_ground, *counters_named(window)))
    return Uncompiled(Names(Grid(lattice, window), known), frozenset(map(key_of, texts)))
