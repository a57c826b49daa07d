"""Mapping files: what they may hold, and the line that names a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.logs.mapping import half_mp, shown_allowance
from tests.logs.check.mappings import read_mapping

GOOD = """
map = "Main"
[windows]
"*" = "wed"
[[units]]
match = { BasicName = "Sherman.*" }
side = "Allied"
class = "tracked"
allowance = "$MA"
"""


def test_our_own_and_a_foreign_one(tmp_path: Path) -> None:
    own = read_mapping()
    assert own.window("Where Eagles Dare") == "wed"
    assert own.window("Somebody's") == ""
    path = tmp_path / "foreign.toml"
    path.write_text(GOOD, encoding="utf-8")
    foreign = read_mapping(path)
    assert foreign.window("Somebody's") == "wed"
    assert foreign.rows[0].texts["class"] == "tracked"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an empty file"),
        ("# nothing", "map"),
        ("map = 3", "map"),
        ('map = "Main"\nwindow = 1', "did you mean windows"),
        ('map = "Main"\n[windows]\na = "web"', "wed, tdc or mg"),
        (GOOD + 'clas = "leg"', "did you mean class"),
        (GOOD + "[[units]]\nmatch = {}", "nothing"),
        (GOOD + '[[units]]\nmatch = { A = "(" }', "regular expression"),
        (GOOD + '[[units]]\nmatch = { A = "a" }\nclass = "legs"', "did you mean leg"),
        (GOOD + '[[markers]]\nmatch = { A = "a" }\nkind = "fery"', "did you mean ferry"),
        (GOOD + '[[chits]]\nmatch = { A = "a" }\nside = "Alied"', "did you mean Allied"),
        (GOOD + '[values.side]\nUS = "American"', "values.side.US"),
        (GOOD + '[values.class]\nJeep = "weeled"', "did you mean wheeled"),
        (GOOD + '[values]\nside = "Allied"', "a table"),
        (GOOD + "[values.side]\nUS = 1", "a text"),
        (GOOD + '[[markers]]\nkind = "ferry"', "properties"),
        (GOOD + "[turn]\nyeer = 1944", "did you mean year"),
        (GOOD + "[stacking]\nunit = 3", "did you mean units"),
        (GOOD + '[boxes]\nearn = "Box"', "did you mean earned"),
        (GOOD + '[chit_kinds]\n".*Div" = "Divison"', "did you mean Division"),
        (GOOD + '[chit_kinds]\n"(" = "Division"', "regular expression"),
        (GOOD + '[values.sides]\nUS = "Allied"', "did you mean side"),
        ('map = "Main"\nunits = [1]', "a table"),
        (GOOD + "[stacking]\nunits = 0", "whole number"),
        (GOOD + "[turn]\nyear = true", "whole number"),
        ("map = ", "a number, true, false or a list"),
        ("map = 3 4", "TOML"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_mapping(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "half"), [("7", 14), ("7.5", 15), ("7½", 15), ("", None), ("x", None), ("-1", None)]
)
def test_allowances(text: str, half: int | None) -> None:
    assert half_mp(text) == half


@pytest.mark.parametrize(
    ("label", "half"),
    [
        ("7 MP", 14),
        ("12MP", 24),
        ("6-5-4, 12MP", None),
        ("0 MP left", None),
        ("7.5 MP", 15),
        ("7", None),
        ("7 MP or 9 MP", None),
    ],
)
def test_labels(label: str, half: int | None) -> None:
    assert shown_allowance(label) == half
