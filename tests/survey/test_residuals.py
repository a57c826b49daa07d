"""The country against places known from elsewhere: every layer keeps what was measured."""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.errors import InputError
from clubroute.builder.sources.checks import (
    CheckLayer,
    KnownArea,
    KnownPlace,
    read_checks,
)
from clubroute.builder.sources.features import Feature
from clubroute.builder.survey.fit import Metres, to_degrees
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.residuals import (
    LayerResiduals,
    layer_residuals,
    nine_tenths,
    residual_lines,
)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CHECKS = ROOT / "map_sources" / "checks"
HERE = (160_000.0, 395_000.0)
"""Metres of the Dutch grid of a place on the sheets."""


@pytest.fixture(scope="module")
def layers(sources: MapSources) -> tuple[CheckLayer, ...]:
    return read_checks(CHECKS, (f.id for f in sources.features))


@pytest.fixture(scope="module")
def measured(sources: MapSources, layers: tuple[CheckLayer, ...]) -> tuple[LayerResiduals, ...]:
    return layer_residuals(sources, layers)


def test_no_layer_is_worse_than_it_was_measured(measured: tuple[LayerResiduals, ...]) -> None:
    broken = [
        f"{r.layer.name}: {r.median} / {r.ninety}, bounds {r.layer.median} / {r.layer.ninety}"
        for r in measured
        if not r.within
    ]
    assert broken == []


def test_bounds_are_not_so_wide_that_a_layer_could_fall_back(
    layers: tuple[CheckLayer, ...],
) -> None:
    for layer in layers:
        if layer.before:
            assert layer.median <= layer.before[0] * 1.05 + 1, layer.name
            assert layer.ninety <= layer.before[1] * 1.05 + 1, layer.name


def test_every_layer_of_the_checks_has_places_on_the_map(
    layers: tuple[CheckLayer, ...], measured: tuple[LayerResiduals, ...]
) -> None:
    assert [r.layer.name for r in measured] == [layer.name for layer in layers]
    assert {"rivers", "canals", "streams", "waters by name"} <= {r.layer.name for r in measured}
    assert all(len(r.found) >= 4 for r in measured)
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    assert "map_sources/checks/" in notice


def test_no_line_claims_to_be_better_than_it_was_measured(
    sources: MapSources, measured: tuple[LayerResiduals, ...]
) -> None:
    claimed = {f.id: f.accuracy_m for f in sources.features}
    offs: dict[str, list[float]] = {}
    for one in measured:
        if one.layer.measure == "line":
            for residual in one.found:
                for feature in residual.features:
                    offs.setdefault(feature, []).append(residual.off)
    assert len(offs) > 40
    wrong = [f for f, many in offs.items() if statistics.median(many) > claimed[f]]
    assert wrong == []


def test_a_line_moved_by_half_a_kilometre_breaks_its_layer(
    sources: MapSources, layers: tuple[CheckLayer, ...]
) -> None:
    canals = next(layer for layer in layers if layer.name == "canals")
    ids = {one for known in canals.places for one in known.features}
    moved = replace(
        sources,
        features=tuple(
            replace(f, lines=tuple(tuple((x + 0.01, y) for x, y in line) for line in f.lines))
            if f.id in ids
            else f
            for f in sources.features
        ),
    )
    (was,), (now,) = layer_residuals(sources, [canals]), layer_residuals(moved, [canals])
    assert now.median > was.median
    assert not now.within


def line(east: float) -> Feature:
    """A line a kilometre long from south to north, so many metres east of HERE."""
    ends = [to_degrees(Metres(HERE[0] + east, HERE[1] + d)) for d in (-500, 500)]
    return Feature("brook", "stream", "Brook", (tuple(ends),), (), 100, "test", "", "w.geojson", 1)


def square(side: float) -> Feature:
    """A square round HERE, metres wide."""
    half = side / 2
    steps = [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)]
    ring = tuple(to_degrees(Metres(HERE[0] + x, HERE[1] + y)) for x, y in steps)
    return Feature("town", "town", "Town", (), ((ring,),), 100, "test", "", "w.geojson", 1)


def layer(measure: str, feature: str, km2: float | None = None) -> CheckLayer:
    """A layer that knows HERE, or an area."""
    here = KnownPlace((feature,), to_degrees(Metres(*HERE)))
    return CheckLayer(
        "made", measure, 100, 100, None, "test", "none",
        () if km2 else (here,), (KnownArea((feature,), km2),) if km2 else (),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("feature", "measure", "km2", "off"),
    [
        (line(250), "line", None, 250.0),
        (line(-40), "line", None, 40.0),
        (square(800), "middle", None, 0.0),
        (square(1000), "area", 1.0, 0.0),
        (square(1000), "area", 0.8, 25.0),
        (square(1000), "area", 2.0, 50.0),
    ],
)
def test_distances_are_metres_in_the_country_and_areas_per_cent(
    sources: MapSources, feature: Feature, measure: str, km2: float | None, off: float
) -> None:
    made = replace(sources, features=(feature,))
    (found,) = layer_residuals(made, [layer(measure, feature.id, km2)])
    assert found.found[0].off == pytest.approx(off, abs=1.0)


def test_an_outline_has_no_line_to_measure_to(sources: MapSources) -> None:
    for feature, measure in ((square(800), "line"), (line(0), "middle"), (line(0), "area")):
        made = replace(sources, features=(feature,))
        with pytest.raises(InputError, match=r"w\.geojson:1:.*expected a"):
            layer_residuals(made, [layer(measure, feature.id, 1.0 if measure == "area" else None)])


def test_places_off_the_map_are_not_counted_and_a_layer_of_them_is_refused(
    sources: MapSources,
) -> None:
    made = replace(sources, features=(line(0),))
    far = replace(layer("line", "brook"), places=(KnownPlace(("brook",), (5.0, 53.0)),))
    with pytest.raises(InputError, match="no place of layer made on the map"):
        layer_residuals(made, [far])
    assert layer_residuals(made, [layer("line", "brook")], "tdc") == ()


def test_nine_tenths_is_the_value_that_nine_of_ten_do_not_exceed() -> None:
    assert nine_tenths(list(range(1, 11))) == 9
    assert nine_tenths([5.0]) == 5.0


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("layers.csv", "layer,measure,file,median,ninety,source,licence\na,lines,a.csv,1,1,s,l\n",
         "layers.csv:2:measure: found 'lines'"),
        ("layers.csv", "layer,measure,file,median,ninety,source,licence\na,line,../a.csv,1,1,s,l\n",
         "layers.csv:2:file: found '../a.csv'"),
        ("layers.csv", "layer,measure,file,median,ninety,source,licence\na,line,b.csv,1,1,s,l\n",
         "b.csv: found no such file"),
        ("a.csv", "feature,lon,lat\nstream-doml,5.5,51.5\n",
         "a.csv:2:feature: found 'stream-doml', expected the id of a drawn feature "
         "(did you mean stream-dommel?)"),
        ("a.csv", "feature,lon,lat\nstream-dommel,5.5,512\n", "a.csv:2:lat: found 512"),
        ("a.csv", "feature,lon,lat\n", "a.csv: found no rows"),
    ],
)  # fmt: skip
def test_mistakes_in_the_checks_are_told_by_row_and_column(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    good = {
        "layers.csv": "layer,measure,file,median,ninety,source,licence\na,line,a.csv,1,1,s,l\n",
        "a.csv": "feature,lon,lat\nstream-dommel,5.5,51.5\n",
    }
    for other, content in (good | {name: text}).items():
        (tmp_path / other).write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_checks(tmp_path, ["stream-dommel", "stream-aa"])
    assert message in str(caught.value)


def test_the_table_names_layers_bounds_and_worst_places(
    sources: MapSources, measured: tuple[LayerResiduals, ...]
) -> None:
    lines = residual_lines(measured, sources)
    for one in measured:
        (row,) = [text for text in lines if text.startswith(f"  {one.layer.name}  ")]
        assert f" {len(one.found)} " in row
        worst = one.worst()[0]
        assert any(
            text.startswith(f"  {one.layer.name}: {' '.join(worst.features)} ")
            and sources.lattice.format(worst.hex) in text
            for text in lines
        )
    spoilt = LayerResiduals(replace(measured[0].layer, median=0, ninety=0), measured[0].found)
    assert "0 / 0 broken" in "\n".join(residual_lines([spoilt], sources)) or spoilt.ninety == 0


@pytest.mark.usefixtures("gts_map")
def test_lint_prints_the_residuals_of_a_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "wed", "--residuals", "--project", str(ROOT)]) == 0
    printed = capsys.readouterr().out
    assert "against places known from elsewhere" in printed
    assert "Son Bridge over Wilhelminakanaal 66.156/66.157" in printed
    assert "Nijmegen Road Bridge" not in printed
    assert "\n  Zuid-Willemsvaart 82.135/83.136: road-erp-keldonk\n" in printed
    assert main(["lint", "--residuals", "--project", str(ROOT)]) == 2
    assert main(["lint", "testland", "--residuals", "--project", str(ROOT)]) == 2
    assert "controls.csv" in capsys.readouterr().err
