"""Looking a rule up: ``rule.find``, ``clubroute rule``, and the clauses they read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Registry
from clubroute.rules.clauses.search import cited_in, clauses, covers
from clubroute.rules.cli import main


def find(about: str, **more: Any) -> Any:
    return ask(Context(Path("nowhere")), "rule.find", {"about": about, **more})


def rules(answer: Any) -> list[str]:
    """The rules found, in order."""
    return [rule for one in answer["clauses"] for told in one["told"] for rule in told["rules"]]


def test_a_number_finds_its_clauses_and_those_below_it() -> None:
    assert set(rules(find("2.15.7"))) == {"WED 2.15.7", "TDC 2.15.7"}
    assert {"WED 2.15", "WED 2.15.1", "TDC 2.15.7"} <= set(rules(find("2.15")))
    assert set(rules(find("WED S6.1"))) == {"WED S6.1.1", "WED S6.1.2"}
    assert set(rules(find("wed mg 1.1"))) == {"WED MG 1.1"}
    assert not any(rule.startswith("WED 2.1.") for rule in rules(find("2.1")))
    assert "WED 2.16" not in rules(find("2.1"))


def test_where_the_games_differ_both_stand_side_by_side() -> None:
    sight = next(one for one in find("2.7")["clauses"] if one["title"] == "Village LOS")
    assert sight["differs"]
    assert [told["rules"] for told in sight["told"]] == [["WED 2.7"], ["TDC 2.7"]]
    assert "not block" in sight["told"][0]["text"]
    assert "village blocks" in sight["told"][1]["text"]
    entry = next(one for one in find("2.7")["clauses"] if one["title"] == "Village leg")
    assert not entry["differs"]
    assert entry["told"][0]["rules"] == ["WED 2.7", "TDC 2.7"]


def test_words_are_found_wherever_they_stand_and_by_their_beginnings() -> None:
    assert rules(find("wire bridge best")) == ["WED 2.15.6"]
    assert set(rules(find("telephone"))) == {"WED S6.7", "TDC S5.12"}


@pytest.mark.parametrize(
    ("about", "first"),
    [
        ("rout", "WED S3.1"),  # and not the Club Route
        ("Na", "INS 1.6b"),  # and not Named bridges
        ("Best railway bridge", "WED 2.15.6"),
        ("take down ferry", "INS 1.15b"),
        ("may HHC be commanded by Guards leaders", "TDC S5.18"),
        ("interdicted supply drop", "WED S6.1.1"),
    ],
)
def test_the_likeliest_clause_comes_first(about: str, first: str) -> None:
    assert rules(find(about))[0] == first


def test_a_word_is_found_whole_and_in_its_forms_before_its_beginning() -> None:
    titles = {one["title"] for one in find("rout")["clauses"]}
    assert "Rout choice" in titles
    assert not any("Route" in title for title in titles)
    assert rules(find("bulldoz"))  # a beginning, where there is no such word


@pytest.mark.parametrize(
    ("about", "among"),
    [
        ("ferry opportunity fire bailey", "Ferry Opportunity Fire"),
        ("how many step losses to rout 59th division", "Rout 59th"),
        ("bailey step", "Bailey placement"),
    ],
)
def test_where_no_clause_has_all_words_the_nearest_are_shown(about: str, among: str) -> None:
    answer = find(about)
    assert answer["near"]
    assert among in {one["title"] for one in answer["clauses"]}
    assert len(answer["clauses"]) <= 8
    assert not find("rout")["near"]


def test_clauses_with_fewer_than_half_of_the_words_are_said_to_be_no_answer() -> None:
    assert find("stuka pilots lunch break menu supply")["few"]
    assert "few" not in find("how many step losses to rout 59th division")
    assert "few" not in find("rout")


def test_short_forms_are_found_by_what_they_stand_for() -> None:
    assert "TDC 2.7" in rules(find("village line of sight"))
    assert "WED S5.1.1" in rules(find("troop quality KG Chill"))


def test_a_hex_finds_what_is_said_of_it() -> None:
    assert rules(find("70.157")) == ["WED 2.17"]
    assert {"WED 3.5", "WED MG 2.2.1"} <= set(rules(find("38.63")))


def test_a_game_has_its_own_clauses_and_those_of_the_games_it_joins() -> None:
    assert {rule.split()[0] for rule in rules(find("ferry", map="tdc"))} == {"TDC"}
    assert "WED MG 3.0" in rules(find("hhc", map="mg"))
    assert "TDC S5.18" in rules(find("hhc", map="mg"))
    assert {rule.split()[0] for rule in rules(find("ferry", map="ins"))} == {"INS"}


def test_the_methods_that_apply_it_are_named_and_else_why_there_is_none() -> None:
    told = find("2.15.5", map="wed")["clauses"][0]["told"][0]
    assert (told["kind"], told["methods"]) == ("answered", ["bridge.control"])
    counter = find("engineer symbol", map="wed")["clauses"][0]["told"][0]
    assert (counter["kind"], counter["methods"]) == ("printed map", [])
    assert "los.fan" in find("2.7")["also"]


@pytest.mark.parametrize(
    ("about", "nearest"), [("2.99", "2.9"), ("buldozer", "bulldozer"), ("10.999", None)]
)
def test_what_no_rule_says_is_refused_with_the_nearest_word(about: str, nearest: str) -> None:
    with pytest.raises(InputError) as caught:
        find(about)
    assert caught.value.where.part == "about"
    if nearest:
        assert caught.value.nearest == nearest
    with pytest.raises(InputError, match="one of wed, tdc, mg, ins"):
        find("2.1", map="web")


def test_the_command_prints_each_clause_with_its_rules_and_methods(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rule", "2.7", "--text"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "Village LOS — the games differ" in out
    assert out[0] == "Village leg"
    assert out[2] == "    ask: cost, move, path"
    assert main(["rule", "buldozer"]) == 2
    assert "did you mean bulldozer?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("cite", "rule", "held"),
    [
        ("WED 2.1", "WED 2.1", True),
        ("WED 2.1", "WED 2.15", False),
        ("WED 2.15", "WED 2.15.1", True),
        ("WED 2.16", "WED 2.16 example 1", True),
        ("WED 2.1–2.10", "WED 2.9", True),
        ("WED 2.1–2.10", "WED 2.11", False),
        ("WED 2.1–2.20", "TDC 2.9", False),
        ("WED S6.5–S6.8", "WED S6.6", True),
        ("WED S6.5–S6.8", "WED S6.9", False),
    ],
)
def test_what_a_citation_covers(cite: str, rule: str, held: bool) -> None:
    assert covers(cite, rule) == held


def test_every_method_a_clause_names_is_there_and_cites_it() -> None:
    registry = Registry()
    for clause in clauses():
        assert (clause.kind == "answered") == bool(clause.methods), clause
        for name in clause.methods:
            found = registry.find(name, {"map": clause.game})
            assert cited_in(found.cites, clause.cite), (name, clause.cite)


def test_every_clause_stands_once() -> None:
    keys = [(one.game, one.rule, one.title) for one in clauses()]
    assert len(keys) == len(set(keys))
    assert {one.game for one in clauses()} == {"wed", "tdc", "mg", "ins"}
