"""The pages of the scenarios say what their rows say."""

from __future__ import annotations

import pytest
from lxml import html

from clubroute.builder.project import SHIPPED
from clubroute.rules.scenarios.book import find_scenario
from clubroute.rules.scenarios.document import (
    main,
    page,
    pages,
    sheets,
)
from tests.counters.places import committed
from tests.counters.test_wed_scenarios import IDS

COUNTERS = SHIPPED / "counters"


def test_the_pages_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_there_is_a_page_of_every_scenario() -> None:
    ins = [f"INS-5.{number}" for number in range(1, 9)]
    names = {f"{ident.lower()}.md" for ident in (*IDS, "MG", "TDC", *ins)}
    assert set(pages()) == {"README.md", *names}


def test_each_page_is_in_the_help_menu_of_its_module() -> None:
    made = sheets()
    assert len(made) == len(pages()) - 1
    shown = {
        page.path.resolve()
        for game in ("wed", "tdc", "mg", "ins")
        for page in committed(game).windows.pages
    }
    assert {path.resolve() for path in made} <= shown
    for text in made.values():
        root = html.fromstring(text)
        assert root.find(".//h2").text_content()
        assert all(len(row) == len(row.getparent()[0]) for row in root.iter("tr"))


@pytest.mark.parametrize(
    ("of", "ident"),
    [*(("gts", ident) for ident in IDS), *(("scs", f"5.{number}") for number in range(1, 9))],
)
def test_every_unit_hex_and_citation_is_on_its_page(of: str, ident: str) -> None:
    told = find_scenario(of, ident)
    text = page(told)
    for row in told.scenario.units:
        if not row.again:
            assert told.name(row.unit) in text if row.unit else True, row
            assert row.hex is None or row.hex in text, row
    for event in told.scenario.events:
        assert f"{event.text} [{event.cite}]" in text
    for one in (*told.scenario.rules, *told.scenario.unsettled):
        assert f"{one.text} [{one.cite}]" in text
