"""A league in a folder: what is kept, what may follow what, whose names are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.league.register import (
    LeagueRuling,
    RulingEntry,
    add_games,
    new_league,
    open_league,
    read_register,
    rule_anew,
    rule_on,
    ruling_numbered,
)
from clubroute.rules.league.season import (
    JudgedRound,
    hidden_in,
    places_of,
    standings,
    unfounded,
    with_rulings,
    without_names,
    write_site,
)
from clubroute.rules.logs.check.errors import ErrorRules
from tests.logs.samples import sample

ABOUT = ("r1/anna-1.vlog", 3, "101-a-1-501", "move")
FINDING = {
    "check": "move",
    "verdict": "illegal",
    "why": "Anna went over the bridge",
    "steps": [3, 4],
    "unit": "101-a-1-501",
    "player": "Anna",
}
RECORD = {
    "log": "anna-1.vlog",
    "players": [{"id": "player1", "name": "Anna", "side": "Allied"}],
    "findings": [FINDING],
    "dice": [{"player": "Bert"}],
    "undos": [],
    "timeline": [{"events": [{"kind": "said", "text": "Carl: well done, anna"}]}],
    "ruling": "of Anna, under a seal",
}
ROW = {"log": "r1/anna-1.vlog"}


def judged() -> JudgedRound:
    return JudgedRound("r1", [dict(ROW)], [dict(RECORD)])


def ruled(*states: str) -> LeagueRuling:
    ruling = LeagueRuling(1, *ABOUT, ())  # type: ignore[arg-type]
    for state in states:
        ruling = ruling.next(RulingEntry(state, "Dora", "so it is"))
    return ruling


def test_a_league_is_begun_once_and_opened_again(tmp_path: Path) -> None:
    new_league(tmp_path, 'The "Masters"')
    assert open_league(tmp_path).title == 'The "Masters"'
    with pytest.raises(InputError):
        new_league(tmp_path, "Another")
    with pytest.raises(InputError):
        open_league(tmp_path / "elsewhere")


def test_games_are_taken_into_a_round_all_or_none(tmp_path: Path) -> None:
    league = new_league(tmp_path / "league", "Masters")
    good, bad = tmp_path / "good.vlog", tmp_path / "bad.vlog"
    good.write_bytes(sample())
    bad.write_bytes(b"no log")
    with pytest.raises(InputError):
        add_games(league, "r1", [good, bad], "", None)
    assert league.rounds == []
    (taken,) = add_games(league, "r1", [good], "A", None)
    assert (league.rounds, taken.read_bytes()) == (["r1"], good.read_bytes())
    with pytest.raises(InputError):
        add_games(league, "../out", [good], "", None)


@pytest.mark.parametrize(
    "states",
    [
        ("open", "upheld", "appealed", "overturned"),
        ("open", "overturned", "appealed", "upheld"),
        ("upheld", "appealed", "upheld"),
    ],
)
def test_a_ruling_keeps_every_state_it_was_in(states: tuple[str, ...], tmp_path: Path) -> None:
    league = new_league(tmp_path, "Masters")
    (tmp_path / "rounds" / "r1").mkdir(parents=True)
    (tmp_path / "rounds" / ABOUT[0]).write_bytes(b"")
    first, *later = ruled(*states).entries
    rule_anew(league, ABOUT, first)
    for entry in later:
        rule_on(league, 1, entry)
    (found,) = read_register(league)
    assert (tuple(one.state for one in found.entries), found) == (states, ruled(*states))
    assert ruling_numbered(league, 1).state == states[-1]


@pytest.mark.parametrize("states", [("appealed",), ("open", "appealed"), ("upheld", "overturned")])
def test_states_follow_in_order(states: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        ruled(*states)


@pytest.mark.parametrize(
    ("state", "cells"),
    [
        ((), ["1", "1", "0", "0"]),
        (("open",), ["1", "1", "0", "1"]),
        (("upheld",), ["1", "1", "0", "0"]),
        (("upheld", "appealed"), ["1", "1", "0", "1"]),
        (("overturned",), ["1", "0", "1", "0"]),
    ],
)
def test_standings_tell_what_became_of_findings(state: tuple[str, ...], cells: list[str]) -> None:
    _, row = standings([judged()], [ruled(*state)])
    assert list(row[:5]) == ["Anna", *cells]


@pytest.mark.parametrize(
    ("rules", "cells"),
    [((), ["1", "0"]), (("upheld=illegal",), ["1", "0"]), (("upheld=as found",), ["0", "1"])],
)
def test_a_doubted_finding_that_is_upheld_counts_as_the_round_says(
    rules: tuple[str, ...], cells: list[str]
) -> None:
    record = {**RECORD, "findings": [{**FINDING, "verdict": "possible"}]}
    one = JudgedRound("r1", [dict(ROW)], [record], ErrorRules.of(rules))
    _, row = standings([one], [ruled("upheld")])
    assert [row[2], row[5]] == cells
    _, row = standings([one], [ruled("open")])
    assert [row[2], row[5]] == ["0", "1"]


def test_what_was_redone_is_illegal_no_longer() -> None:
    finding = {**FINDING, "remedy": {"redone_by": "r1/anna-2.vlog"}}
    one = JudgedRound("r1", [dict(ROW)], [{**RECORD, "findings": [finding]}])
    head, row = standings([one], [])
    assert dict(zip(head, row, strict=True)) | {"illegal": "0", "redone": "1"} == dict(
        zip(head, row, strict=True)
    )


def test_a_ruling_is_told_at_its_finding_with_its_history() -> None:
    one = with_rulings(judged(), [ruled("open", "upheld")])
    (finding,) = one.records[0]["findings"]
    history = "ruling 1: open by Dora: so it is; upheld by Dora: so it is"
    assert finding["notes"] == [history]
    assert places_of([one], [ruled("open")]) == {1: "round-1.html#log-0-0"}


def test_hidden_names_are_hidden_everywhere() -> None:
    names = hidden_in([judged()], [ruled("open")])
    one = without_names(judged(), names)
    told = (one.name, one.rows, one.records, names.text("r1/ANNA-1.vlog"))
    hidden = str(told).casefold()
    assert not any(name in hidden for name in ("anna", "bert", "carl", "dora", "seal"))
    assert without_names(JudgedRound("Anna's round", [], []), names).name == "Player 1's round"
    assert names.text("Savannah and annals") == "Savannah and annals"


def test_a_site_of_a_league_without_games_is_whole(tmp_path: Path) -> None:
    league = new_league(tmp_path / "league", "Masters <of> all")
    (index,) = write_site(league, [], [ruled("upheld")], tmp_path / "out", {}, hide_names=False)
    text = index.read_text(encoding="utf-8")
    assert "Masters &lt;of&gt; all" in text
    assert "r1/anna-1.vlog" in text


@pytest.mark.parametrize(
    ("about", "line"),
    [
        (ABOUT, None),
        (
            ("r1/ana-1.vlog", *ABOUT[1:]),
            "found 'r1/ana-1.vlog', expected a log that was checked (did you mean r1/anna-1.vlog?)",
        ),
        (
            (ABOUT[0], 3, "101-a-1-5001", "move"),
            "found step 3, '101-a-1-5001', check 'move', expected a finding of r1/anna-1.vlog "
            "(did you mean 101-a-1-501?)",
        ),
        (
            (ABOUT[0], 9, "101-a-1-501", "move"),
            "found step 9, '101-a-1-501', check 'move', expected a finding of r1/anna-1.vlog",
        ),
    ],
)
def test_a_ruling_on_nothing_that_was_found_is_told(
    about: tuple[str, int, str, str], line: str | None
) -> None:
    ruling = LeagueRuling(1, *about, (RulingEntry("upheld", "Dora", "so it is"),))
    told = list(unfounded([judged()], [ruling]))
    assert told == ([] if line is None else [f"ruling 1: {line}"])


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"checked": True, "notes": []}, []),
        (
            {"checked": False, "notes": ["x", "no hexes, no checks: supply the module 'X'"]},
            ["r1/anna-1.vlog: not checked: no hexes, no checks: supply the module 'X'"],
        ),
        (
            {"checked": False, "notes": ["not checked: --pile: found 'x'"]},
            ["r1/anna-1.vlog: not checked: --pile: found 'x'"],
        ),
    ],
)
def test_a_log_that_was_not_checked_is_told(record: dict[str, object], told: list[str]) -> None:
    one = JudgedRound("r1", [dict(ROW)], [{**RECORD, **record}])
    assert list(one.unjudged()) == told


def test_a_file_that_cannot_be_read_is_told() -> None:
    row = {"log": "r1/A/cut.vlog", "error": "cut.vlog: found no zip, expected a .vlog"}
    assert list(JudgedRound("r1", [row], []).unjudged()) == [
        "r1/A/cut.vlog: found no zip, expected a .vlog"
    ]


def test_who_is_named_by_findings_only_has_logs_too() -> None:
    record = {**RECORD, "players": []}
    _, row = standings([JudgedRound("r1", [dict(ROW)], [record])], [])
    assert row[:3] == ["Anna", "1", "1"]
