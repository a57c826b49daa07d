"""Words that fit two parameters: which hex ``raised`` describes, and what is never guessed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method
from clubroute.rules.position.record import parts_of
from clubroute.rules.series import all_series
from clubroute.rules.words.bare import spoken_words
from clubroute.rules.words.commands import Form
from clubroute.rules.words.grammar import (
    Here,
    has_method,
    method_of,
    parse,
)
from clubroute.rules.words.scope import Scope
from tests.cases import each

OF_A_HEX = ("raised", "road_block", "enemy", "along")
"""What may be said of the hex left and of the hex entered, besides terrain."""
TERRAINS = ("clear", "polder", "orchard", "woods", "village", "town", "city", "fortified")
ENTERED, LEFT, BOTH = "to", "from", None

PLACED: tuple[tuple[str, str | None], ...] = (
    ("leg {} woods", ENTERED),
    ("leg woods {}", ENTERED),
    ("{} leg woods", ENTERED),
    ("leg into {} woods", ENTERED),
    ("leg into woods {}", ENTERED),
    ("leg from clear to {} woods over stream", ENTERED),
    ("leg from clear over stream to woods {}", ENTERED),
    ("leg clear woods {}", ENTERED),
    ("leg clear stream {} woods", ENTERED),
    ("leg woods into {} clear", ENTERED),
    ("leg stream {}", ENTERED),
    ("leg retreat {} woods", ENTERED),
    ("leg from {} clear woods", LEFT),
    ("leg from clear {} into woods", LEFT),
    ("leg {} clear woods", LEFT),
    ("leg clear {} stream woods", LEFT),
    ("leg leave_column {} clear", LEFT),
    ("leg enter_column from clear {}", LEFT),
    ("leg clear {} woods", BOTH),
    ("leg from clear {} woods", BOTH),
    ("leg clear woods stream {}", BOTH),
    ("leg from clear over stream {} to woods stream", BOTH),
    ("leg from clear to woods {}=yes", BOTH),
    ("leg woods {}=yes", ENTERED),
    ("leg leave_column clear {}=yes", LEFT),
)


@each(("line", "hex_"), PLACED, ids=[line for line, _ in PLACED])
def test_a_word_of_the_ground_describes_the_hex_it_stands_by(
    line: str, hex_: str | None, all_maps: Context
) -> None:
    here = Here(all_maps)
    for word, game in itertools.product(OF_A_HEX, ("wed", "tdc")):
        command = f"cost {line.format(word)} map={game}"
        if hex_ is BOTH:
            with pytest.raises(InputError, match=rf"from\.{word}=yes .* or to\.{word}=yes"):
                parse(command, here)
            continue
        params = parse(command, here).params
        other = LEFT if hex_ == ENTERED else ENTERED
        assert params[hex_].get(word) is True, command
        assert word not in params.get(other, {}), command


@each(
    ("line", "left", "entered"),
    [
        ("leg {}", None, "{}"),
        ("leg {} stream", None, "{}"),
        ("leg woods {}", "woods", "{}"),
        ("leg into {} from woods", "woods", "{}"),
        ("leg from {} woods", "{}", "woods"),
        ("leg {} into woods", "{}", "woods"),
        ("leg over {}", None, "{}"),
        ("leg terrain={}", None, "{}"),
        ("leg leave_column {}", "{}", None),
    ],
)
def test_a_terrain_is_of_the_hex_entered_unless_another_follows(
    line: str, left: str | None, entered: str | None, all_maps: Context
) -> None:
    for terrain in TERRAINS:
        params = parse(f"cost {line.format(terrain)} map=wed", Here(all_maps)).params
        for hex_, expected in ((LEFT, left), (ENTERED, entered)):
            understood = params.get(hex_, {}).get("terrain")
            assert understood == (expected.format(terrain) if expected else None), terrain


@pytest.mark.parametrize(
    "line", ["leg into clear woods", "leg woods clear polder", "leg terrain=woods from clear"]
)
def test_a_terrain_too_many_is_refused(line: str, all_maps: Context) -> None:
    with pytest.raises(InputError, match=r"from\.terrain=\w+ .* or to\.terrain=\w+"):
        parse(f"cost {line} map=wed", Here(all_maps))


RAISED_ROADS = (
    ("tracked column=no into raised clear", "illegal", None),  # 2.16: never enters a raised Road
    ("leg column clear raised road_block raised_road", "illegal", None),  # 2.16: a road block
    ("leg column=no from clear to raised polder over stream", "legal", 6),  # 2 × 2 [2.16] + 2
    ("wheeled column culvert clear", "legal", 8),  # 2.17: six more through the culvert
    ("leg over impassable woods", "illegal", None),  # 2.14
)


@pytest.mark.parametrize(("line", "verdict", "cost"), RAISED_ROADS)
def test_no_word_makes_an_illegal_step_legal(
    line: str, verdict: str, cost: int | None, all_maps: Context
) -> None:
    asked = parse(f"cost {line} map=tdc", Here(all_maps))
    answer: Any = ask(all_maps, asked.method, asked.params)
    assert (answer["verdict"], answer.get("total")) == (verdict, cost)


def test_who_names_the_culvert_goes_through_it_unless_he_names_the_road(all_maps: Context) -> None:
    through = parse("cost wheeled column culvert clear", Here(all_maps)).params
    assert (through["features"], through["via"]) == (["culvert"], "culvert")
    over = parse("cost wheeled column main_road viaduct clear map=tdc", Here(all_maps)).params
    assert (over["features"], over["via"]) == (["viaduct"], "main_road")


def test_what_is_a_hex_or_a_hexside_is_asked_for(all_maps: Context) -> None:
    for line in ("leg impassable woods", "leg woods impassable", "leg impassable"):
        with pytest.raises(InputError, match=r"features=impassable .* or .*to\.terrain=impassable"):
            parse(f"cost {line} map=tdc", Here(all_maps))
    inside = parse("cost leg into impassable map=tdc", Here(all_maps)).params
    assert inside["to"] == {"terrain": "impassable"}
    over = parse("cost leg woods over impassable map=tdc", Here(all_maps)).params
    assert (over["to"], over["features"]) == ({"terrain": "woods"}, ["impassable"])


def maps_of(method: Method) -> Sequence[str]:
    """The maps that a method may be asked about; none if it is about no map."""
    part = parts_of(method.asks).get("map")
    found: Sequence[str] = part.schema().get("enum", ()) if part else ()
    return found


def contested() -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Each word of each method that may be said of several parameters, with its map."""
    context = Context(Path())
    names = sorted({method.name for method in context.registry.all()})
    for series in all_series():
        for name in names:
            if not has_method(context, name, series):
                continue
            method = method_of(context, name, series.maps[0])
            window = maps[0] if (maps := maps_of(method)) else series.maps[0]
            scope = Scope(Form(name, own=True), method, window, Here(context))
            for word, places in spoken_words(scope).items():
                paths = tuple(dict.fromkeys(path for path, _ in places))
                if len(paths) > 1 and word not in ("wed", "tdc"):
                    yield name, window, word, paths


def cut(word: str) -> tuple[str, str, str]:
    """A word at its sign of equality."""
    return word.partition("=")


def test_a_word_of_two_parameters_is_shown_as_it_was_understood_or_refused(
    all_maps: Context,
) -> None:
    """Said twice and said against another value it does not slip into a second parameter."""
    words = list(contested())
    assert len(words) > 200
    assert {window for _, window, *_ in words} == {"wed", "tdc", "ins"}
    wrong = {
        f"{name} {word} map={window}": why
        for name, window, word, paths in words
        if (why := misunderstood(f"{name} {word} map={window}", word, paths, all_maps))
    }
    assert wrong == {}


def misunderstood(command: str, word: str, paths: tuple[str, ...], all_maps: Context) -> str:
    """Tell in what a command is taken wrongly that has a word of several parameters."""
    try:
        asked = parse(command, Here(all_maps))
    except InputError as refused:
        error = str(refused)
        shown = [path for path in paths if f"{path}=" in error]
        return "" if len(shown) > 1 or "found nothing" in error else f"refused by {error}"
    if any(name_ not in paths and text == word for name_, _, text in map(cut, asked.spelled)):
        return ""  # a name, of any rule or Division
    spelled = [one.partition("=")[0] for one in asked.spelled]
    places = [path for path in paths if path in spelled]
    if len(places) != 1 and set(places) != {"features", "via"}:
        return f"taken for {places}"
    entered = any(path.startswith("to.") for path in paths)
    return "said of the hex left" if places[0].startswith("from.") and entered else ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cost leg tracked woods", r"one class: leg or unit\.organic=tracked"),
        ("stack 75.129 Allied German", r"found \'German\', expected one side: Allied"),
        ("zones German Allied ins", r"one side: German or state\.turn\.player=Allied"),
    ],
)
def test_a_second_value_does_not_slip_into_another_parameter(
    line: str, expected: str, all_maps: Context
) -> None:
    with pytest.raises(InputError, match=expected):
        parse(line, Here(all_maps))


def test_the_same_said_twice_is_said_once(all_maps: Context) -> None:
    params = parse("cost leg column woods leg column", Here(all_maps)).params
    assert params["unit"] == {"class": "leg", "column": True}
