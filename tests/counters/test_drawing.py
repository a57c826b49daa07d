"""Counter pictures: sizes, colours, legibility, blank ratings, turned sides, same pixels."""

from __future__ import annotations

import dataclasses

import pytest
from PIL import Image

from clubroute.builder.art.counters import (
    GRID,
    INK,
    WHITE,
    Face,
    band_text,
    contrast,
    contrasting,
    draw_counter,
    shows,
)
from clubroute.builder.art.plate import BOLD, CAP_HEIGHT, CONDENSED, PixelPlate, fit, width_of
from clubroute.builder.art.sheets import draw_chit, draw_marker
from clubroute.builder.art.symbols import SYMBOLS, Pen
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counter_style import Colour
from clubroute.builder.sources.counters import Rating, UnitCounter
from tests.cases import each
from tests.counters.places import committed

pytestmark = pytest.mark.slow

SMALLEST_LETTERING_PX = 8.5
FACES: tuple[Face, Face] = ("front", "back")


def unit(wed: CounterSet, ident: str) -> UnitCounter:
    """A unit by its id."""
    return next(u for u in wed.units if u.id == ident)


def pixels(image: Image.Image, box: tuple[int, int, int, int]) -> set[tuple[int, int, int]]:
    """The colours in a part of a picture."""
    data = image.crop(box).convert("RGB").tobytes()
    return set(zip(data[0::3], data[1::3], data[2::3], strict=True))


def test_every_face_has_its_size_and_division_colour(wed: CounterSet) -> None:
    for piece in wed.units:
        for face in FACES:
            image = draw_counter(piece, wed.style, face=face)
            assert image.size == (wed.style.counter_px,) * 2
            assert wed.style.divisions[piece.division].fill in pixels(image, (1, 12, 59, 59))
    for marker in wed.markers:
        assert draw_marker(marker, wed.style, face="front").size == (wed.style.marker_px,) * 2


def test_designations_fit_and_can_be_read(wed: CounterSet) -> None:
    scale = 4 * wed.style.counter_px / GRID
    for piece in wed.units:
        name = piece.name.removeprefix("Leader/")
        setting = fit(name, 56 * scale, 15.2 * scale, round(15 * scale), faces=(BOLD, CONDENSED))
        assert "".join(setting.lines).replace(" ", "") == name.replace(" ", "")
        assert setting.size / 4 >= SMALLEST_LETTERING_PX, piece.name
        for line in setting.lines:
            assert width_of(line, setting.face) * setting.size <= 56 * scale
        height = setting.size * CAP_HEIGHT * (1 + 1.28 * (len(setting.lines) - 1))
        assert height <= 15.2 * scale


def test_boxes_are_there_where_a_rating_is_known_and_a_blank_one_has_no_figure(
    wed: CounterSet,
) -> None:
    unknown = unit(wed, "101-a-1-501")
    assert unknown.front_ratings == {}
    rated, other = (
        dataclasses.replace(unknown, front_ratings={name: Rating("5", "orange")})
        for name in ("fire", "assault")
    )
    fire_box = (3, 48, 12, 58)
    none, filled, blank = (
        pixels(draw_counter(one, wed.style, face="front"), fire_box)
        for one in (unknown, rated, other)
    )
    assert (245, 175, 95) in filled
    assert min(sum(c) for c in filled) < 150
    assert (27, 27, 27) not in blank
    # Of a side with no rating known the name has the room.
    assert (245, 175, 95) not in none
    assert (27, 27, 27) in none


@each(
    ("ink", "ground", "chosen"),
    [
        (INK, (47, 111, 165), WHITE),
        (INK, (179, 38, 30), WHITE),
        (INK, (156, 195, 230), INK),
        (WHITE, (240, 230, 140), INK),
        (WHITE, (20, 30, 60), WHITE),
    ],
)
def test_an_ink_that_cannot_be_read_is_another(ink: Colour, ground: Colour, chosen: Colour) -> None:
    assert contrasting(ink, ground) == chosen
    assert contrast(chosen, ground) >= 4.5


@pytest.mark.parametrize("game", ["testland", "ombrey"])
def test_names_of_the_template_stand_out_from_their_band(game: str) -> None:
    counters = committed(game)
    for piece in counters.units:
        paint = counters.style.paint(piece.side, piece.division, piece.colour)
        assert contrast(contrasting(paint.ink, paint.band), paint.band) >= 4.5


def test_the_turned_side_says_what_it_is(wed: CounterSet) -> None:
    for piece in wed.units:
        front = draw_counter(piece, wed.style, face="front").tobytes()
        back = draw_counter(piece, wed.style, face="back").tobytes()
        assert (front == back) == (piece.back == "same"), piece.id
    jeep_borne = unit(wed, "101-b-81-ab-aa-at")
    assert band_text(jeep_borne, wed.style, "back") == "MOUNTED"
    bailey = unit(wed, "gds-11-bridge-re")
    assert [band_text(bailey, wed.style, f) for f in FACES] == ["TRUCK", "BRIDGE"]


def test_face_down_lots_look_alike(wed: CounterSet) -> None:
    for division in ("KG Walther", "59th Infantry Division"):
        lots = [u for u in wed.units if u.division == division and u.back == "hidden"]
        assert len(lots) == 7
        assert len({draw_counter(u, wed.style, face="back").tobytes() for u in lots}) == 1
    backs = {draw_chit(chit, wed.style, face="back").tobytes() for chit in wed.chits}
    assert len(backs) == 1
    for scenario, kinds in (("WED-1", 4), ("WED-2", 4), ("WED-3", 6), ("WED-4", 7)):
        events = [m for m in wed.markers if m.kind == "event" and m.scenarios == (scenario,)]
        assert len({draw_marker(m, wed.style, face="back").tobytes() for m in events}) == 1
        assert len({draw_marker(m, wed.style, face="front").tobytes() for m in events}) == kinds
    for pair in (("air-drop", "no-drop"), ("air-raid", "air-raid-decoy")):
        lots = [m for m in wed.markers if m.id in pair]
        assert len({draw_marker(m, wed.style, face="front").tobytes() for m in lots}) == 1
        assert len({draw_marker(m, wed.style, face="back").tobytes() for m in lots}) == 2


def test_steps_pips_follow_the_data(wed: CounterSet) -> None:
    two = unit(wed, "59-s-flak-abt-424")
    assert two.steps == 2
    ink = wed.style.divisions[two.division].ink
    where = (33, 27, 42, 30)
    front = draw_counter(two, wed.style, face="front").crop(where)
    back = draw_counter(two, wed.style, face="back").crop(where)

    def inked(image: Image.Image) -> int:
        data = image.tobytes()
        triples = zip(data[0::3], data[1::3], data[2::3], strict=True)
        return sum(triple == ink for triple in triples)

    assert inked(front) > inked(back) > 0
    large = dataclasses.replace(wed.style, counter_px=600)
    fill, lost, left = wed.style.divisions[two.division].fill, (400, 287), (354, 287)
    seen = [draw_counter(two, large, face=face) for face in FACES]
    assert [face.getpixel(lost) for face in seen] == [ink, fill]
    assert [face.getpixel(left) for face in seen] == [ink, ink]


def shown(wed: CounterSet, ident: str, face: Face = "front") -> list[str]:
    """The rating boxes of a side of a unit."""
    layout = wed.style.layout
    return [box.name for box in layout.ratings if shows(box, unit(wed, ident), layout, face)]


def test_an_immobile_unit_has_no_movement_box(wed: CounterSet) -> None:
    assert shown(wed, "101-a-1-501") == ["range", "tq", "fire", "assault", "defence", "move"]
    assert shown(wed, "wal-flak-1") == ["range", "tq", "fire", "assault", "defence"]
    assert shown(wed, "101-leader-501") == ["range"]


def test_a_gun_moves_only_on_its_mounted_side(wed: CounterSet) -> None:
    gun = unit(wed, "101-b-81-ab-aa-at")
    assert (gun.move_class, gun.mounted, gun.back) == ("immobile", "wheeled", "mounted")
    assert "move" not in shown(wed, gun.id)
    assert "move" in shown(wed, gun.id, "back")


def test_scenario_counters_and_formations_are_named_in_the_band(wed: CounterSet) -> None:
    assert band_text(unit(wed, "wed1-dminus-2hhc"), wed.style, "front") == "Indep. Sc 1"
    assert band_text(unit(wed, "wed1-kings-1-gg"), wed.style, "front") == "Guards Sc 1"
    assert band_text(unit(wed, "101-a-1-501"), wed.style, "front") == "101st 501 PIR"
    assert band_text(unit(wed, "chill-1-i"), wed.style, "front") == "KG v.d. Heydte"
    assert band_text(unit(wed, "wal-1-krause"), wed.style, "front") == "Walther Arty"


def test_no_two_symbols_look_alike() -> None:
    seen: dict[bytes, str] = {}
    for name, draw_symbol in SYMBOLS.items():
        picture = Image.new("RGB", (100, 64), (255, 255, 255))
        pen = Pen(PixelPlate(picture), (2, 2, 97, 61), 4, (0, 0, 0), (255, 255, 255))
        draw_symbol(pen)
        data = picture.tobytes()
        assert data not in seen, (name, seen.get(data))
        seen[data] = name


def test_every_counter_can_be_drawn_and_is_drawn_the_same_again(wed: CounterSet) -> None:
    first = [draw_counter(u, wed.style, face=face).tobytes() for u in wed.units for face in FACES]
    again = draw_counter(wed.units[0], wed.style, face="front").tobytes()
    assert again == first[0]


@pytest.mark.parametrize("size", [24, 48, 60, 90, 120])
def test_other_sizes_keep_the_layout(wed: CounterSet, size: int) -> None:
    style = dataclasses.replace(wed.style, counter_px=size)
    image = draw_counter(unit(wed, "gds-1-2-irishgds"), style, face="front")
    assert image.size == (size, size)
    band = wed.style.divisions["Guards Armored Division"].band
    assert image.getpixel((0, 0)) == band
    assert image.getpixel((size - 1, size - 1)) == band
