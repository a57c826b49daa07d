"""Signs of states stand inside the face, on ground where nothing else is drawn."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from clubroute.builder.art.counters import Face, draw_counter
from clubroute.builder.art.outline_plate import OutlinePlate
from clubroute.builder.files.picture_size import picture_size
from clubroute.builder.module.pictures import picture_jobs
from clubroute.builder.module.prototypes import Sign
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.counters import Rating, UnitCounter
from clubroute.builder.sources.layout import FACE
from clubroute.builder.sources.toml_table import game_folder
from clubroute.builder.vassal.pieces import expand
from clubroute.builder.vassal.traits import Layer, MovedMark
from tests.fetching.cache import REPOSITORY

FOLDERS = REPOSITORY / "counters"
GAMES = ("wed", "tdc", "mg", "ins")
FACES: tuple[Face, Face] = ("front", "back")

pytestmark = pytest.mark.slow


def game(name: str) -> CounterSet:
    return read_counter_set(FOLDERS / name)


def states_of(counters: CounterSet, unit: UnitCounter) -> list[list[Sign]]:
    """The signs a unit can bear, those of one state together: only one of them stands at once."""
    traits = counters.traits
    signs = {sign.file: sign for sign in traits.signs}
    used = traits.prototypes[traits.used_by("units", unit.kind)]
    found = []
    for trait in expand(used, traits.prototypes).traits:
        if trait.id == Layer.PREFIX and (layer := Layer.read(trait)) is not None:
            found.append([signs[image] for image in layer.images if image])
        elif trait.id == MovedMark.PREFIX and (moved := MovedMark.read(trait)) is not None:
            found.append([signs[moved.icon]])
    return found


def meet(one: Sign, other: Sign) -> bool:
    """Whether two signs cover some of the same ground."""
    a, b = one.box, other.box
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def fully_told(unit: UnitCounter, counters: CounterSet) -> UnitCounter:
    """The unit with every rating its counter has a box for."""
    ratings = {box.name: Rating("12", "red") for box in counters.style.layout.ratings}
    return replace(unit, front_ratings=ratings, back_ratings=ratings)


def colours_under(face: Image.Image, sign: Sign) -> int:
    """How many colours a face has where a sign would stand."""
    px = face.width / FACE
    left, top, right, bottom = (round(part * px) for part in sign.box)
    return len(face.crop((left, top, right, bottom)).getcolors(256) or ())


@pytest.mark.parametrize("name", GAMES)
def test_states_that_stand_at_once_do_not_meet(name: str) -> None:
    counters = game(name)
    kinds = {unit.kind: unit for unit in counters.units}
    for unit in kinds.values():
        states = states_of(counters, unit)
        assert len(states) >= 2, unit.kind
        for one, other in combinations(states, 2):
            assert not any(meet(a, b) for a in one for b in other), (unit.kind, one, other)


def looked_at(name: str, counters: CounterSet) -> list[UnitCounter]:
    """The units whose faces are looked at: of the joined game one of each kind, and all that none
    of its two games has, for the others are the same there."""
    if name != "mg":
        return list(counters.units)
    parts = {unit.id: unit for part in ("wed", "tdc") for unit in game(part).units}
    own = {unit.id: unit for unit in counters.units if parts.get(unit.id) != unit}
    kinds = {unit.kind: unit for unit in counters.units}
    return list({**own, **{unit.id: unit for unit in kinds.values()}}.values())


@pytest.mark.parametrize("name", GAMES)
def test_no_state_covers_anything_drawn_on_a_face(name: str) -> None:
    counters = game(name)
    units = looked_at(name, counters)
    assert {unit.kind for unit in units} == {unit.kind for unit in counters.units}
    for unit in units:
        signs = [sign for state in states_of(counters, unit) for sign in state]
        for face in FACES:
            for told in (unit, fully_told(unit, counters)):
                drawn = draw_counter(told, counters.style, face=face)
                covered = [sign.file for sign in signs if colours_under(drawn, sign) != 1]
                assert not covered, (unit.id, face, covered)


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_of_a_state_is_as_large_as_the_face(name: str) -> None:
    """It lies over the face in the module, in the map room and in an audit."""
    counters = game(name)
    px = counters.style.counter_px / FACE
    files = {sign.file: sign for sign in counters.traits.signs}
    pictures = {job.file: job for job in picture_jobs(counters, game_folder(FOLDERS / name))}
    for file, sign in files.items():
        data = pictures[file].draw()
        assert isinstance(data, bytes)
        assert picture_size(".svg", data) == (counters.style.counter_px,) * 2
        place = re.search(
            rb'translate\((\d+) (\d+)\)(?: scale\(([\d.]+)\))?"><path[^>]*h(\d+)v(\d+)h', data
        )
        assert place is not None, data[:200]
        left, top, share, wide, high = (float(part or 1) for part in place.groups())
        drawn = (left, top, left + share * wide, top + share * high)
        grain = OutlinePlate.SCALE
        assert drawn == pytest.approx([part * px * grain for part in sign.box], abs=grain), file
