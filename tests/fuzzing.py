"""Damaged files of every kind through whatever opens them: a refusal may come of one, or an answer.

The kinds are *doors*, each with good files, a way to damage one, and what a caller does with it.
``tests/bench/fuzz_files.py`` goes through them at length, ``tests/test_fuzz_files.py`` shortly.
"""

from __future__ import annotations

import json
import random
from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import InputError
from clubroute.builder.sources.features import feature_items, read_features
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.examine import Auditor, Settings
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.read import TableSpec, read_table
from clubroute.rules.owner.tables import example_text
from clubroute.rules.saves.at import made, read_at
from clubroute.rules.saves.reading import open_save, position_at
from clubroute.rules.saves.tape import tape_of
from tests.conftest import ROOT
from tests.logs.check.generated import (
    OPTIONS,
    context_in,
    module_in,
    playing,
)
from tests.logs.check.scenario import scenario
from tests.logs.check.tables import Recorded
from tests.logs.mutations import mutated
from tests.sources.mutations import damaged_text

REFUSED = 2
"""The exit code of a command that refuses a file."""
STATE = {
    "units": [
        {"name": "A/1/501", "side": "Allied", "hex": "75.129", "column": True},
        {"side": "German", "class": "leg", "hex": "66.153"},
    ],
    "bridges": {"66.156/66.157": "destroyed"},
    "turn": {"date": "1944-09-18", "time": "0900"},
    "scenario": "WED-4",
}
"""A position that says a bit of everything."""
Damaging = Callable[[bytes, random.Random], bytes]
Opening = Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class Door:
    """What opens a kind of file: good ones by name, how they are damaged, what is done with one.

    ``share`` is how often it is tried beside the others.
    """

    files: Mapping[str, bytes]
    damage: Damaging
    opens: Opening
    share: int

    def attempt(self, folder: Path, seed: int) -> str:
        """Damage a file and open it; in a word, what came of it.

        :raises Exception: anything but a refusal in one line is a fault.
        """
        chance = random.Random(seed)
        name = chance.choice(sorted(self.files))
        path = folder / Path(name).name
        path.write_bytes(self.damage(self.files[name], chance))
        try:
            code = self.opens(path)
        except InputError as error:
            if "\n" in str(error):
                raise AssertionError("a refusal of several lines") from error
            return "refused"
        return "refused" if code == REFUSED else "read"


def doors(folder: Path, terrain: TerrainMap, logs: int) -> dict[str, Door]:
    """Every door, with so many logs; ``folder`` is where their surroundings are laid out."""
    told = scenario(terrain)
    module = module_in(told)
    context = context_in(folder, terrain, told)
    (context.folder / "scenario.vmod").write_bytes(told.module)
    played = {
        f"{n}.vlog": playing(n, lambda seed: Recorded(told, module.maps, seed), told, context)[
            1
        ].data()
        for n in range(logs)
    }
    auditor = Auditor(Settings(context.folder, context.owner))
    by_log: dict[str, Opening] = {
        "check": lambda path: checked(context, path),
        "audit": auditor.audit,
        "tape": lambda path: tape_of(context, open_save(context, path)),
        "position": lambda path: position_at(open_save(context, path)),
    }
    found = {name: Door(played, mutated, opens, 6) for name, opens in by_log.items()}
    return found | dict(source_doors(folder / "sources", context))


def checked(context: Context, path: Path) -> None:
    """Check a log and tell it all."""
    report, _ = check_file(context, path, told=OPTIONS)
    report.record()
    report.text()


def source_doors(folder: Path, context: Context) -> Iterator[tuple[str, Door]]:
    """The doors of what people write themselves: tables, TOML, geography, positions."""
    specs = {spec.file: spec for spec in TABLES}
    tables = {name: example_text(spec).encode() for name, spec in specs.items()}
    yield "owner tables", Door(tables, damaged_text, lambda path: owned(specs, path), 10)
    toml = files_of(ROOT, "counters/*/*.toml", "map_sources/*/*.toml", "rules/*/logcheck/*.toml")
    yield "TOML", Door(toml, damaged_text, read_toml, 4)
    geography = files_of(ROOT, "map_sources/geography/*.geojson")
    words = read_vocabulary(ROOT / "map_sources" / "gts" / "terrain.toml")
    yield "GeoJSON", Door(geography, damaged_text, lambda path: surveyed(words, path), 4)
    bare = json.dumps(STATE, indent=1).encode()
    states = {
        "state.json": bare,
        "turn.clubroute": made("wed", STATE, title="Day 2").text().encode(),
    }
    yield "positions", Door(states, damaged_text, lambda path: read_at(context, str(path)), 4)
    small = [path.relative_to(folder) for path in new_game(folder, "small")]
    for name, suffix in (("a game's tables", ".csv"), ("a game's TOML", ".toml")):
        own = {str(file): (folder / file).read_bytes() for file in small if file.suffix == suffix}
        yield name, Door(own, damaged_text, lambda path, own=own: linted(folder, own, path), 2)


def files_of(root: Path, *patterns: str) -> dict[str, bytes]:
    """Files of the repository, by their path. :raises AssertionError: there are none."""
    paths = [path for pattern in patterns for path in root.glob(pattern)]
    assert paths, patterns
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}


def owned(specs: Mapping[str, TableSpec], path: Path) -> None:
    """Read a table of the owner's."""
    read_table(path, specs[path.name])


def surveyed(words: Vocabulary, path: Path) -> None:
    """Read a file of geography."""
    feature_items(path)
    list(read_features(path, words))


def linted(folder: Path, own: Mapping[str, bytes], path: Path) -> int:
    """Lint a small game, one file of which is another; the exit code."""
    name = next(name for name in own if Path(name).name == path.name)
    target = folder / name
    target.write_bytes(path.read_bytes())
    try:
        code = main(["lint", "small", "--project", str(folder)])
    finally:
        target.write_bytes(own[name])
    assert code in (0, 1, REFUSED)
    return code


def turns(found: Mapping[str, Door]) -> Sequence[str]:
    """The doors in turn, each as often as its share."""
    return [name for name, door in found.items() for _ in range(door.share)]
