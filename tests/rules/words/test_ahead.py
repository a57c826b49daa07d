"""Words are read before a map is compiled for them: mistakes are told at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.project import Project, shipped_project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.ground.maps import map_of
from clubroute.rules.series import all_series, series_at
from clubroute.rules.words.grammar import Here, parse
from clubroute.rules.words.names import key_of, names_of
from clubroute.rules.words.reading import place_named, uncompiled
from clubroute.rules.words.sentence import parse as parse_sentence
from tests.rules.words.test_grammar import ASKED, REFUSED

WINDOWS = [window for one in all_series() for window in one.maps]


@dataclass
class Cold:
    """Maps none of which is compiled; which were wanted all the same."""

    folder: Path
    project: Project = field(default_factory=shipped_project)
    wanted: list[str] = field(default_factory=list)

    def at_hand(self, lattice: str) -> bool:
        return lattice in self.wanted

    def path(self, lattice: str) -> Path:
        self.wanted.append(lattice)
        return self.folder / f"{lattice}.terrain"


@pytest.fixture
def cold(all_maps: Context) -> Cold:
    return Cold(all_maps.folder)


def here(cold: Cold) -> Here:
    return Here(Context(cold.folder, maps=cold))  # type: ignore[arg-type]


@pytest.mark.parametrize("window", WINDOWS)
def test_whatever_a_compiled_map_knows_is_known_before(window: str, all_maps: Context) -> None:
    told = uncompiled(Context(all_maps.folder), shipped_project(), window).names
    compiled = names_of(all_maps, window)
    assert compiled.known.keys() <= told.known.keys()
    for key, one in compiled.known.items():
        assert one.may.keys() <= told.known[key].may.keys(), one
    numbers = set(map_of(all_maps, window).all_numbers())
    assert told.country is not None
    assert numbers <= set(told.country.all_numbers())
    assert all(told.has_hex(number) for number in numbers)
    lattice = read_lattice(
        shipped_project().map_sources / series_at(window).lattice / "lattice.toml"
    ).lattice
    for other in lattice.windows:
        for one in lattice.hexes(other):
            number = lattice.format(one)
            assert told.has_hex(number) >= compiled.has_hex(number)
    assert told.country.known(min(numbers)) != NOWHERE


@pytest.mark.parametrize("line", [line for line, _, _ in ASKED])
def test_a_question_compiles_its_own_map_and_no_other(line: str, cold: Cold) -> None:
    asked = parse(line, here(cold))
    window = asked.params.get("map")
    own = {series_at(window).lattice} if window else {"gts", "ins"}
    assert set(cold.wanted) <= own


@pytest.mark.parametrize(
    "line",
    [
        "move lge 8mp from 75.129 to 76.131",
        "move leg 8mp from 75.1299 to 76.131",
        "move leg 8mp from 75.129 two 76.131",
        "move lge 8mp from Veghel to Son",
        "los 75.129",
        "los 75.129 78.127 80.127",
        "los 75.129 Vegel",
        "reach from A44.10",
        "mvoe leg 8mp from 75.129 to 76.131",
    ],
)
def test_a_mistake_compiles_no_map(line: str, cold: Cold) -> None:
    with pytest.raises(InputError):
        parse(line, here(cold))
    assert cold.wanted == []


def test_a_slip_in_a_word_compiles_no_other_map_to_be_read(cold: Cold) -> None:
    asked = parse_sentence("tank accross a stream into woods wed", here(cold))
    assert "accross: read as across" in asked.said
    assert set(cold.wanted) <= {"gts"}


@pytest.mark.parametrize("line", [line for line, _ in REFUSED])
def test_a_mistake_is_one_whether_or_not_the_map_is_compiled(line: str, cold: Cold) -> None:
    with pytest.raises(InputError):
        parse(line, here(cold))


def test_the_whole_question_may_stand_in_quotes(all_maps: Context) -> None:
    line = "leg 8mp from 75.129 to 76.131"
    quoted = parse(("move", line), Here(all_maps))
    assert (
        quoted
        == parse(("move", *line.split()), Here(all_maps))
        == parse(f"move {line}", Here(all_maps))
    )
    bridge = parse(("bridge.control", "Son bridge"), Here(all_maps))
    assert bridge.params["bridge"] == "66.156/66.157"


def test_a_place_is_looked_for_only_on_maps_whose_sources_name_it(cold: Cold) -> None:
    with pytest.raises(InputError, match="did you mean Nijmegen"):
        place_named(here(cold).context, "Nijmgen", WINDOWS)
    assert cold.wanted == []
    assert place_named(here(cold).context, "Veghel", WINDOWS) == ("77.127", "wed")
    assert cold.wanted == ["gts"]


def test_names_read_for_one_map_serve_the_others_of_its_lattice(all_maps: Context) -> None:
    context = Context(all_maps.folder)
    uncompiled(context, shipped_project(), "wed")
    assert key_of("Nijmegen") in uncompiled(context, shipped_project(), "tdc").ground
