"""Whom the country is owed to: every licence in it has words of thanks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.buildfile import sources_sheet
from clubroute.builder.sources.credits import read_credits
from clubroute.builder.sources.features import Feature, read_geography
from clubroute.builder.sources.vocabulary import read_vocabulary

from .example import ROOT

GEOGRAPHY = ROOT / "map_sources" / "geography"
FEATURE = Feature("a", "stream", "A", (), (), 100, "test", "", "geography/w.geojson", 7)


def credits_file(folder: Path, *rows: str) -> Path:
    """A folder with a credits.csv of these rows."""
    (folder / "credits.csv").write_text("\n".join(["licence,credit", *rows]), encoding="utf-8")
    return folder


def test_every_licence_of_the_geography_has_its_credit() -> None:
    features = read_geography(GEOGRAPHY, read_vocabulary(ROOT / "map_sources/gts/terrain.toml"))
    told = read_credits(GEOGRAPHY, features)
    assert len(told) >= len({f.licence for f in features if f.licence}) >= 2
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    for file in {Path(f.path).name for f in features if f.licence.startswith("ODbL")}:
        # A derivative database stands under its licence in a file of its own.
        assert all(f.licence.startswith("ODbL") for f in features if Path(f.path).name == file), (
            file
        )
        assert f"map_sources/geography/{file}" in notice


def test_only_licences_in_use_are_thanked_in_the_order_of_the_file(tmp_path: Path) -> None:
    folder = credits_file(tmp_path, "X,Thanks to X", "Y,Thanks to Y", "Z,Thanks to Z")
    used = [replace(FEATURE, licence="Z"), FEATURE, replace(FEATURE, licence="X")]
    assert read_credits(folder, used) == ("Thanks to X", "Thanks to Z")
    assert read_credits(tmp_path / "none", [FEATURE]) == ()


def test_a_licence_without_a_credit_is_told_at_its_feature(tmp_path: Path) -> None:
    folder = credits_file(tmp_path, "ODbL-1.0,Thanks")
    with pytest.raises(InputError) as caught:
        read_credits(folder, [replace(FEATURE, licence="ODbL-1")])
    assert str(caught.value).endswith(
        "w.geojson:7:a: found licence 'ODbL-1', expected a licence of credits.csv "
        "(did you mean ODbL-1.0?)"
    )


def test_the_module_page_lists_the_credits_as_text_and_how_sure_the_map_is() -> None:
    shares = {"hexes": {"rulebook": 0.0, "survey": 0.25, "assumed": 0.75}}
    told = sources_sheet(["© A & B", "C"], shares).data.decode("utf-8")
    assert "<li>© A &amp; B</li>\n<li>C</li>" in told
    assert "<td>hexes</td>" in told
    assert [share in told for share in (">0.0%<", ">25.0%<", ">75.0%<")] == [True] * 3
