"""What a map's legend says, and what stands beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.art.charts import ChartPicture
from clubroute.builder.exchange.geojson import Whereabouts, whereabouts
from clubroute.builder.grid import Lattice
from clubroute.builder.sources.checks import read_controls
from clubroute.builder.sources.credits import read_credits
from clubroute.builder.sources.features import read_geography
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.inputs import CountryStretch, country_of


@dataclass(frozen=True, slots=True)
class MapWords:
    """What stands in a map's legend: its title, what its kinds are called, where on earth it is,
    and whom its geography is owed to; the country that lies around the map, and the charts to set
    beside it."""

    title: str
    titles: Mapping[str, str]
    where: Whereabouts
    credits: tuple[str, ...] = ()
    country: tuple[CountryStretch, ...] = ()
    charts: tuple[ChartPicture, ...] = ()


def map_words(
    folder: Path, lattice: Lattice
) -> tuple[dict[str, str], Whereabouts, tuple[str, ...], tuple[CountryStretch, ...]]:
    """Read what stands around a lattice's map.

    That is what its kinds are called (``"hex.woods": "Woods"``), where on earth it lies, whom its
    geography is owed to, and the country itself.

    :raises InputError: a mistake in ``terrain.toml``, ``controls.csv`` or the geography.
    """
    words = read_vocabulary(folder / "terrain.toml")
    drawn = read_board_style(folder / "style.toml").drawn
    titles: dict[str, str] = {}
    for group, kinds in (
        ("hex", words.hexes),
        ("hexside", words.hexsides),
        ("road", words.roads),
        ("area", words.areas),
    ):
        for name, kind in kinds.items():
            titles.setdefault(f"{group}.{drawn.get(name, name)}", kind.title)
    path = folder / "controls.csv"
    if not path.is_file():
        return titles, whereabouts(lattice, (), str(path)), (), ()
    geography = folder.parent / "geography"
    features = read_geography(geography, words)
    thanks = read_credits(geography, features)
    where = whereabouts(lattice, read_controls(path, lattice), str(path))
    return titles, where, thanks, country_of(folder, lattice, words, features, drawn)
