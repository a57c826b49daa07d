"""The labelled games: every violation is found, what is open is named, nobody else is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from tests.logs.referee.scoreboard import (
    Label,
    about,
    labels,
    outcome,
    report_on,
    with_ratings,
)

LABELS = tuple(labels())
BECOMES = {"illegal": ("found",), "named": ("named", "found"), "arguable": ("named", "silent")}
"""By label what may become of a game."""
NAMES = {
    "tdc-v03": "08.50–08.49: in Column a raised Road hex is left only along the same raised Road",
    "tdc-x1": "08.50–08.49: in Column a raised Road hex is left only along the same raised Road",
    "ins-v10": "E40.10 is outside the XXX Corps Boundary of our map",
    "ins-x10": "a Sea Line cannot be crossed",
    "ins-v01": "E55.25–E54.24: Son bridge is blown; the cheapest way round takes 16.5 MP, of 5",
    "ins-v14": "A41.15–A42.15: it has crossed by Ferry and does not move again this phase",
    "ins-v18": "1 Abn Div Glider & Div Troops LZ/DZ, where it may not, and 16 hexes from its own",
    "ins-v12": "it comes at PM, September 20, turn 7: this is turn 3",
    "ins-v19": "1/I/21SS retreated in step 3: the movement of its side was over",
    "ins-x5": "it is the 5th Allied unit over the Ferry A41.15/A42.15 in the turn, of 4",
    "wed-v10": "it comes in at 66.163, not in 66.150, and no move of its own leads there",
}
"""Words of the findings of some."""


@pytest.fixture(scope="module")
def table(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """Surroundings with ratings, and the maps compiled."""
    return with_ratings(tmp_path_factory.mktemp("referee"))


@pytest.mark.parametrize("label", LABELS, ids=lambda label: label.name)
def test_a_labelled_game_comes_out_as_the_rulebooks_have_it(label: Label, table: Context) -> None:
    report = report_on(label, table)
    assert outcome(label, report) in BECOMES[label.verdict]
    told = [one.why for one in about(label, report)]
    assert any(NAMES.get(label.name, "") in why for why in told) or not told


def test_every_game_has_a_label() -> None:
    logs = {path.stem for path in Path(__file__).parent.glob("games/*.vlog")}
    assert logs == {label.name for label in LABELS}
    assert set(NAMES) <= logs
    assert all(label.verdict in BECOMES for label in LABELS)


REFUSED_FIRST = {
    "tdc-x1": "as shown 08.50–08.49: in Column a raised Road hex is left only along the same",
    "ins-x10": "A22.01–A23.01: a Sea Line cannot be crossed; legal as 3.5 MP, if what lies",
}
"""How the finding begins where nobody says what the allowance is."""


@pytest.mark.parametrize("name", REFUSED_FIRST)
def test_without_ratings_what_is_refused_stands_first(
    name: str, gts_map: CompiledMap, ins_map: CompiledMap, tmp_path: Path
) -> None:
    bare = with_ratings(tmp_path)
    for table in (tmp_path / "owner").iterdir():
        table.unlink()
    label = next(one for one in LABELS if one.name == name)
    (found, *_) = about(label, report_on(label, bare))
    assert found.verdict == "unchecked"
    assert found.why.startswith(REFUSED_FIRST[name])
