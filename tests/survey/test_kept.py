"""A survey is kept: found again as it was, and made anew only after an edit it looks at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.files.atomic import Cache
from clubroute.builder.passes import survey as survey_of
from clubroute.builder.project import Project
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.survey import (
    Survey,
    decode_survey,
    encode_survey,
    survey_map,
)
from tests.pipeline.projects import copy_project

EACH = 9
"""Of the features of the corridor every so manieth is surveyed here."""


@pytest.fixture(scope="module")
def some(sources: MapSources) -> MapSources:
    """The corridor with a part of its geography."""
    return replace(sources, features=sources.features[::EACH])


@pytest.fixture(scope="module")
def found(some: MapSources) -> Survey:
    return survey_map(some)


def test_a_survey_comes_back_as_it_was(some: MapSources, found: Survey) -> None:
    assert found.fit
    assert found.water
    assert found.outlines
    assert all((found.roads, found.lines, found.outlines.terrain, found.outlines.middles))
    again = decode_survey(encode_survey(found), some.features)
    assert again == found
    # What is laid over a survey goes by its order, too.
    assert list(again.water or ()) == list(found.water)
    assert list(again.lines) == list(found.lines)
    assert encode_survey(again) == encode_survey(found)


def test_a_survey_looks_at_no_hex_junction_or_region(some: MapSources, found: Survey) -> None:
    assert all((some.hexes, some.junctions, some.regions))
    assert survey_map(replace(some, hexes=(), junctions=(), regions=())) == found


def test_only_what_a_survey_looks_at_makes_it_anew(
    some: MapSources, found: Survey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(copy_project(tmp_path / "project", "gts", "wed", geography=True))
    cache, made = Cache(tmp_path / "kept"), []

    def counted(sources: MapSources) -> Survey:
        made.append(sources)
        return found

    monkeypatch.setattr(survey_of, "survey_map", counted)

    def surveys_after(name: str) -> int:
        with (project.map_sources / name).open("ab") as stream:
            stream.write(b"\n")
        assert survey_of.survey_pass(project, some, "gts", cache) == found
        return len(made)

    unseen = [surveys_after(f"gts/{name}") for name in survey_of.UNSEEN]
    assert unseen == [1] * len(unseen)
    seen = ("gts/controls.csv", "gts/hexsides.csv", "gts/links.csv", "gts/areas.csv")
    assert [surveys_after(name) for name in seen] == [2, 3, 4, 5]
    beside = Cache(tmp_path / "beside")
    assert survey_of.survey_pass(project, some, "gts", beside, cache) == found
    assert survey_of.survey_pass(project, some, "gts", beside) == found
    assert len(made) == 5
    geography = min((project.map_sources / "geography").glob("*.geojson")).name
    assert surveys_after(f"geography/{geography}") == 6
