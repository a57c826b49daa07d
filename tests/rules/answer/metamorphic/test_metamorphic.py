"""No answer is broken by what else might be said, but where ``owned.toml`` has it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clubroute.rules.asking.methods import Registry, methods_of
from clubroute.rules.series import all_series
from tests.rules.answer.metamorphic.answers import Answer, Asker
from tests.rules.answer.metamorphic.fields import Field, optional_fields
from tests.rules.answer.metamorphic.owned import (
    gone_ones,
    most_rows,
    new_ones,
    read_owned,
)
from tests.rules.answer.metamorphic.questions import asked, own_questions
from tests.rules.answer.metamorphic.relations import (
    Heard,
    Said,
    hush,
    line,
    more_said,
    needless,
    opens,
    premise,
)
from tests.rules.answer.metamorphic.trying import (
    Row,
    Tried,
    Violation,
    asked_about,
    sample,
    try_all,
)

UNITS = Field(("state", "units"), {})
YES_NO = Field(("points",), {"type": "boolean"})
DIE = Field(("points",), {})


def test_a_sample_of_questions_breaks_nothing_new(everyone: Asker) -> None:
    assert list(new_ones(try_all(everyone, sample()), read_owned())) == []


def test_every_method_of_both_series_is_asked() -> None:
    first = {method.name for method in methods_of(all_series()[0].families)}
    others = {
        f"{method.name}@{series}"
        for series, methods in Registry().others().items()
        for method in methods
    }
    assert (first | others) - set(asked()) == set()
    assert {key for key in asked() if key.endswith("@plain")} >= {
        "combat.resolve@plain",
        "move.check@plain",
        "supply.trace@plain",
    }


def test_the_questions_of_this_folder_are_among_those_asked() -> None:
    known = {base.text for bases in asked().values() for base in bases}
    assert {base.text for base in own_questions()} - known == set()


def test_what_is_asked_about_are_fields_that_questions_leave_out() -> None:
    for key, names in asked_about().items():
        fields = {
            field.name
            for base in asked()[key]
            for field in optional_fields(base.params, base.schema)
        }
        assert set(names) - fields == set(), key


def test_the_table_has_each_row_once_with_a_reason_and_never_more_of_them() -> None:
    owned = read_owned()
    rows = [one.row for one in owned]
    assert len(rows) == len(set(rows)) == most_rows()
    assert all(len(one.why) > 10 for one in owned)


def decided(verdict: str = "legal", **more: Any) -> Answer:
    """An answer that lacks nothing."""
    return {"verdict": verdict, "summary": verdict, "steps": [], **more}


def step(why: str, provenance: str = "rulebook") -> dict[str, str]:
    """A line of an answer."""
    return {"why": why, "rule": "WED 4.3", "provenance": provenance}


LACKS: Answer = {
    "verdict": "undetermined",
    "summary": "needs points: how many",
    "needs": ["points: how many"],
    "steps": [step("Club Route is not Cut")],
}


def test_another_verdict_with_more_said_breaks_the_first_relation() -> None:
    said = Said({}, decided(), UNITS, [], decided("illegal"))
    assert more_said(said) == "legal → illegal"
    assert more_said(replace(said, fuller=decided())) == ""


def test_an_answer_that_says_what_it_left_open_breaks_nothing() -> None:
    open_ = decided(unchecked=["enemy Units"])
    assert more_said(Said({}, open_, UNITS, [], decided("illegal"))) == ""


def test_units_that_take_away_a_caveat_on_bridges_hush_it() -> None:
    said = Said({"map": "wed"}, decided(unchecked=["destroyed bridges"]), UNITS, [], decided())
    assert hush(said) == "no longer says: bridge"
    assert hush(replace(said, fuller=said.answer)) == ""


def test_a_line_that_a_decided_answer_lacks_is_taken_back() -> None:
    cut = decided(steps=[step("Club Route is Cut")])
    assert line(Said({}, LACKS, DIE, 1, cut)) == "takes back: Club Route is not Cut"
    other = decided(steps=[{**step("it is night"), "rule": "WED 1.1"}])
    assert line(Said({}, LACKS, DIE, 1, other)) == ""
    assert line(Said({}, LACKS, DIE, 1, decided(steps=LACKS["steps"]))) == ""


def test_more_said_that_undecides_opens_a_question() -> None:
    assert opens(Said({}, decided(), DIE, 1, LACKS)) == "legal → undetermined"
    assert opens(Said({}, LACKS, DIE, 1, LACKS)) == ""


def test_a_need_that_decides_nothing_or_never_goes_is_needless() -> None:
    alike = [decided(), decided()]
    assert needless(Heard({}, LACKS, YES_NO, alike)) == "every value decides alike"
    assert needless(Heard({}, LACKS, DIE, alike)) == ""  # other values may decide otherwise
    assert needless(Heard({}, LACKS, DIE, [LACKS, LACKS])) == "the need stays whatever is said"
    assert needless(Heard({}, LACKS, DIE, [decided(), decided("illegal")])) == ""


def test_the_line_of_a_premise_stands_not_beside_its_contrary() -> None:
    begins = decided(steps=[step("it begins its activation in 34.60")])
    assert premise({"begins": False}, begins).startswith("begins is false, and yet")
    assert premise({"begins": True}, begins) == ""
    as_set_up = decided(steps=[step("as set up, WED-CAMPAIGN: not wired")])
    late = {"state": {"under_way": True, "turn": {"date": "1944-09-20"}}}
    assert premise(late, as_set_up).startswith("play is under way, and yet")
    assert premise({"state": {}}, as_set_up) == ""


def test_what_is_new_is_told_with_its_call_and_what_is_gone_by_its_row() -> None:
    row = Row("rout.check", "points", "R1")
    found = Violation(row, "legal → illegal", "rout.check {}", "legal", "points=3", "illegal")
    tried = Tried({row: found})
    assert list(new_ones(tried, ())) == [
        "new: R1 rout.check points: legal → illegal\n  rout.check {} → legal\n"
        "  with points=3 → illegal"
    ]
    (gone, *_) = gone_ones(Tried(), read_owned())
    assert gone.startswith("no longer happens, strike it out of owned.toml: R")
