"""The faces of It Never Snows: other kinds, other ratings, colours by service and nation (1.4)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.builder.art.counters import draw_counter, shows
from clubroute.builder.errors import InputError
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.counters import UnitCounter
from tests.counters.test_style import contrast
from tests.fetching.cache import REPOSITORY

INS = REPOSITORY / "counters" / "ins"
HEAD = "id,side,name,kind,colour,back,steps,size,dukw,back_dukw,attack,barrage,range,defence,move"
ROWS = """\
tank,Allied,1/2,armour,Guards Armoured,reduced,2,Co,,,6,,,5,12 yellow
gun,German,I/191,artillery,SS,same,1,Bn,,,,6 yellow,12,2,Na
ducks,Allied,A/4Drst,infantry,43rd Infantry,reduced,2,Co,yes,yes,,,,,
"""


def folder(tmp_path: Path, rows: str) -> Path:
    """A game that looks as It Never Snows does, with a few units of its own."""
    game = tmp_path / "ins"
    game.mkdir(parents=True)
    for name in ("layout.toml", "style.toml"):
        shutil.copy(INS / name, game / name)
    (game / "module.toml").write_text('sides = ["Allied", "German"]\n')
    (game / "units.csv").write_text(f"{HEAD}\n{rows}")
    (game / "markers.csv").write_text("id,name,kind,side,front,back,colour,provenance,cite\n")
    return game


@pytest.fixture
def few(tmp_path: Path) -> CounterSet:
    return read_counter_set(folder(tmp_path, ROWS))


def unit(few: CounterSet, name: str) -> UnitCounter:
    return next(one for one in few.units if one.id == name)


def test_guns_show_barrage_and_range_and_others_attack(few: CounterSet) -> None:
    layout = few.style.layout
    told = {
        one.id: {box.initial for box in layout.ratings if shows(box, one, layout, "front")}
        for one in few.units
    }
    assert told == {"tank": set("ADM"), "gun": set("BRDM"), "ducks": set("ADM")}


def test_a_movement_allowance_may_be_none_at_all(few: CounterSet) -> None:
    assert unit(few, "gun").front_ratings["move"].value == "Na"


def test_yellow_tells_exploitation_and_ammunition(few: CounterSet) -> None:
    assert unit(few, "tank").front_ratings["move"].colour == "yellow"
    assert unit(few, "gun").front_ratings["barrage"].colour == "yellow"


def test_a_unit_has_the_colour_of_its_service(few: CounterSet) -> None:
    faces = {one.id: draw_counter(one, few.style, face="front") for one in few.units}
    for name, colour in (("tank", "Guards Armoured"), ("gun", "SS"), ("ducks", "43rd Infantry")):
        assert faces[name].getpixel((3, 40)) == few.style.colours[colour].fill


@pytest.mark.parametrize("face", ["front", "back"])
def test_ducks_are_marked_on_both_sides(few: CounterSet, tmp_path: Path, face: str) -> None:
    (other,) = read_counter_set(
        folder(tmp_path / "other", ROWS.splitlines()[2].replace(",yes,yes,", ",,,") + "\n")
    ).units
    side = "front" if face == "front" else "back"
    ducks = draw_counter(unit(few, "ducks"), few.style, face=side)
    assert ducks.tobytes() != draw_counter(other, few.style, face=side).tobytes()


def test_every_colour_the_rulebook_names_is_there_and_legible(few: CounterSet) -> None:
    assert len(few.style.colours) == 5 + 8
    for name, paint in few.style.colours.items():
        assert contrast(paint.fill, paint.ink) >= 4.5, name


def test_every_kind_of_the_symbol_key_looks_different(tmp_path: Path, few: CounterSet) -> None:
    kinds = sorted(few.style.layout.symbols)
    rows = [f"u-{kind},Allied,x,{kind},Dutch,same,1,Co,,,,,,4," for kind in kinds]
    every = read_counter_set(folder(tmp_path / "kinds", "\n".join(rows) + "\n"))
    seen: dict[bytes, str] = {}
    for one in every.units:
        data = draw_counter(one, every.style, face="front").tobytes()
        twin = seen.setdefault(data, one.kind)
        assert {twin, one.kind} in ({one.kind}, {"engineer", "pioneer"}, TRACKED_GUNS)


TRACKED_GUNS = {"jagdpanzer", "tank-destroyer"}


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "units.csv",
            "armour,Guards Armoured",
            "armour,Guards",
            "colour: found 'Guards', expected",
        ),
        ("layout.toml", '"recce+axle"', '"recce+axel"', "found 'axel', expected one of axle"),
    ],
)
def test_a_wrong_word_is_told_in_one_line(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    game = folder(tmp_path, ROWS)
    text = (game / file).read_text()
    assert old in text
    (game / file).write_text(text.replace(old, new))
    with pytest.raises(InputError) as caught:
        read_counter_set(game)
    assert said in str(caught.value)
