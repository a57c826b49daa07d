"""What would change: nothing where nothing changed, else what two whole runs tell apart."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.impact.change import AskedWith, changed
from clubroute.rules.impact.differences import ChangedAnswer, RecordAnswer
from clubroute.rules.impact.season import KeptRecord, season_of
from clubroute.rules.league.register import RulingEntry, open_league, rule_anew
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.check.module import Module
from clubroute.rules.rulings.asking import rule
from clubroute.rules.rulings.ruling import Ruling, Versions, read_rulings
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

MOVE = {
    "map": "wed",
    "unit": {"class": "leg", "column": False, "side": "Allied"},
    "from": "75.129",
    "to": "76.128",
}
ONE_ACTION = "title = 'One Action'\nsecond_actions = false"
USUAL = "title = 'Nothing unusual'"
Lines = Callable[..., tuple[int, list[Any], str]]


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_rules_tables_maps_and_readings_take_the_place_of_those_there_are(tmp_path: Path) -> None:
    before = AskedWith(Settings(tmp_path / "build"))
    rules = written(tmp_path / "round.toml", "title = 'A'\nslips = 'never'")
    own = written(tmp_path / "own.toml", "title = 'B'\nretreat = 3")
    now = changed(before, str(rules))
    assert before.told_for(own) == {"round": "B", "retreat": 3}
    assert now.told_for(own) == {"round": "A", "slips": "never"}
    owner = written(tmp_path / "owner" / "ratings.csv", "").parent
    assert changed(before, str(owner)).settings.owner == owner
    terrain = written(tmp_path / "maps" / "gts.terrain", "")
    maps = changed(before, str(terrain.parent)).settings.maps
    assert maps is not None
    assert maps.path("gts") == terrain
    with pytest.raises(InputError, match="no such file"):
        maps.path("ins")
    house = changed(changed(before, "zoc_stops=stop"), "rounding=down")
    assert house.told_for(None) == {"readings": ["zoc_stops=stop", "rounding=down"]}
    assert changed(house, "zoc_stops=pass").told_for(None) == {
        "readings": ["zoc_stops=pass", "rounding=down"]
    }


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("nowhere", "nowhere: found no such thing, expected READING=CHOICE, a round.toml"),
        ("zoc_stop=stop", "--with: found 'zoc_stop=stop', expected READING=CHOICE (did you mean"),
        ("zoc_stops=never", "--with: found 'zoc_stops=never', expected zoc_stops="),
        ("wrong.toml", "wrong.toml:slip: found an unknown name"),
        ("plain.sh", "plain.sh: found something else, expected READING=CHOICE, a round.toml"),
        ("empty", "empty: found something else"),
    ],
)
def test_what_cannot_be_put_there_is_one_line(
    given: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "wrong.toml", "title = 'A'\nslip = 'never'")
    written(tmp_path / "plain.sh", "echo")
    (tmp_path / "empty").mkdir()
    assert main(["impact", str(tmp_path), "--with", given]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert told in said.err


def test_a_reading_is_put_to_the_questions_that_have_it(tmp_path: Path) -> None:
    asking = changed(AskedWith(Settings(tmp_path)), "ferry_hit=works")
    versions = Versions("0", "0" * 16, "0" * 16)
    ferry = Ruling("ferry.use", {"map": "wed", "options": {"x": "y"}}, {}, versions)
    assert asking.question(ferry).params["options"] == {"x": "y", "ferry_hit": "works"}
    sight = Ruling("los.check", {"map": "wed"}, {}, versions)
    assert asking.question(sight) == sight
    finding = Ruling(
        "log.finding", {"log": "sha256:0", "stacking": 3, "play_from": 2}, {}, versions
    )
    assert asking.question(finding) == finding
    crowds = written(tmp_path / "round.toml", "title = 'A'\nretreat = 2")
    told = changed(AskedWith(Settings(tmp_path)), str(crowds)).question(finding).params
    assert told == {"log": "sha256:0", "play_from": 2, "round": "A", "retreat": 2}


def test_a_season_is_everything_in_it(tmp_path: Path) -> None:
    record = Ruling("los.check", {}, {}, Versions("0", "0" * 16, "0" * 16)).text()
    written(tmp_path / "a" / "notes.txt", "nothing to see")
    written(tmp_path / "a" / "kept" / "one.txt", f"Dear Bob,\n{record}")
    written(tmp_path / "a" / "game.vlog", "")
    season = season_of([tmp_path / "a"], None)
    assert [one.name for one in season.records] == ["kept/one.txt"]
    assert [job.name for job in season.jobs] == ["game.vlog"]
    assert season.counted() == "1 log, 1 ruling record"
    written(tmp_path / "a" / "deep" / "league.toml", "title = 'x'")
    for paths in ([tmp_path / "a"], [tmp_path / "b"], [tmp_path / "a" / "notes.txt"]):
        with pytest.raises(InputError):
            season_of(paths, None)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="nothing to ask"):
        season_of([tmp_path / "empty"], None)
    stray = written(tmp_path / "checks.csv", "question,answer\n")
    with pytest.raises(InputError, match="a project's counters"):
        season_of([stray], None)


@pytest.fixture
def asks(context: Context, capsys: pytest.CaptureFixture[str]) -> Lines:
    def told(*words: str) -> tuple[int, list[Any], str]:
        capsys.readouterr()
        code = main(["impact", *words, "--maps", str(context.folder), "--json"])
        said = capsys.readouterr()
        return code, [json.loads(line) for line in said.out.splitlines()], said.err

    return told


@pytest.fixture
def log(told: Scenario, module: Module, context: Context, tmp_path: Path) -> Path:
    """A log whose findings turn on whether there are Second Actions."""
    (context.folder / "eagles.vmod").write_bytes(told.module)
    game = Game(told, module, context, "chit-101-501")
    game.put("101-f-2-501", "44.222")
    game.put("101-c-1-501", "74.124", "71.123")
    game.goes_on()
    path = tmp_path / "season" / "game.vlog"
    path.parent.mkdir()
    path.write_bytes(game.table.recorder.log_bytes())
    return path


def audited(
    context: Context, capsys: pytest.CaptureFixture[str], *words: str
) -> set[tuple[Any, ...]]:
    capsys.readouterr()
    main(["audit", *words, "--maps", str(context.folder), "--json", "--quiet"])
    (record,) = json.loads(capsys.readouterr().out)["logs"]
    return {
        (tuple(f["steps"]), f["check"], f.get("unit", ""), f["verdict"], f["why"])
        for f in record["findings"]
    }


def side(found: list[Any], name: str) -> set[tuple[Any, ...]]:
    return {
        (tuple(f["steps"]), f["check"], f.get("unit", ""), f[name]["verdict"], f[name]["why"])
        for f in found
        if name in f and "log" in f
    }


def test_findings_are_the_difference_of_two_whole_audits(
    log: Path,
    context: Context,
    tmp_path: Path,
    asks: Lines,
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = written(tmp_path / "one.toml", ONE_ACTION)
    same = written(tmp_path / "same.toml", USUAL)
    code, found, said = asks(str(log), "--with", str(same))
    assert (code, found, said) == (0, [], "compared: 1 log\n")
    code, found, _ = asks(str(log), "--with", str(one))
    without = audited(context, capsys, str(log))
    with_ = audited(context, capsys, str(log), "--round", str(one))
    assert code == 1
    assert side(found, "now") - with_ == side(found, "before") - without == set()
    assert without - with_ <= side(found, "before")
    assert with_ - without <= side(found, "now")
    assert with_ - without


def test_records_are_asked_as_they_were_and_otherwise(
    log: Path, context: Context, tmp_path: Path, asks: Lines
) -> None:
    """A record's answer before is the one it holds; with other rules, that of ``clubroute check``
    with them."""
    kept, anew = log.parent / "kept", tmp_path / "anew"
    one = written(tmp_path / "one.toml", ONE_ACTION)
    checks = ["check", str(log), "--maps", str(context.folder), "--all", "--records"]
    main([*checks, str(kept)])
    main([*checks, str(anew), "--round", str(one)])
    written(kept / "move.txt", rule(context, "move.best", MOVE).text())
    before, now = records_in(kept), records_in(anew)
    assert len(before) == len(now) + 1 == 7
    same = written(tmp_path / "same.toml", USUAL)
    assert asks(str(log.parent), "--with", str(same), "--quiet") == (0, [], "")
    code, found, said = asks(str(log.parent), "--with", str(one))
    assert (code, said) == (1, "compared: 1 log, 7 ruling records\n")
    answers = {line["seal"]: line for line in found if "record" in line}
    differ = [key for key, ruling in now.items() if ruling.answer != before[key].answer]
    assert len(differ) == 1
    assert answers.keys() == {before[key].seal for key in differ}
    for key in differ:
        told = answers[before[key].seal]
        assert (told["before"], told["now"]) == (before[key].answer, now[key].answer)
    lines = ChangedAnswer(
        KeptRecord("kept/one.txt", before[differ[0]]),
        RecordAnswer(before[differ[0]].answer),
        RecordAnswer(now[differ[0]].answer),
    ).text()
    assert lines[0].startswith("kept/one.txt: ruling ")
    assert '  answer.verdict: "possible" before, "illegal" now' in lines


def records_in(folder: Path) -> dict[str, Ruling]:
    """The records in a folder by what they are about."""
    texts = (path.read_text(encoding="utf-8") for path in folder.iterdir())
    rulings = [one for text in texts for one in read_rulings(text)]
    return {json.dumps(one.params.get("finding"), sort_keys=True): one for one in rulings}


def test_what_nobody_could_ask_is_told(context: Context, tmp_path: Path, asks: Lines) -> None:
    there = rule(context, "move.best", MOVE)
    lost = {"log": "sha256:" + "0" * 64, "finding": {"check": "move", "steps": [1]}}
    text = there.text() + Ruling("log.finding", lost, {}, there.versions).text()
    record = written(tmp_path / "kept.txt", text)
    code, found, said = asks(str(record), "--with", "ferry_hit=works")
    assert (code, found) == (0, [])
    assert "not compared: kept.txt: ruling " in said
    assert "expected that log's file (--log)\n" in said
    assert said.endswith("compared: 2 ruling records\n")


def test_a_reading_changes_a_kept_answer(context: Context, tmp_path: Path, asks: Lines) -> None:
    """The answers are those of ``clubroute ask`` without the reading and with it."""
    there = rule(context, "los.check", {"map": "wed", "from": "75.129", "to": "70.126"})
    record = written(tmp_path / "kept.txt", there.text())
    code, found, _ = asks(str(record), "--with", "raised_touch=blocks")
    params = {**there.params, "options": {"raised_touch": "blocks"}}
    with_ = rule(context, "los.check", params).answer
    assert (there.answer["verdict"], with_["verdict"]) == ("clear", "blocked")
    assert (code, len(found)) == (1, 1)
    assert (found[0]["before"], found[0]["now"]) == (there.answer, with_)


def test_a_reading_and_a_round_with_lists_are_put_to_logs(
    log: Path, tmp_path: Path, asks: Lines
) -> None:
    lists = written(tmp_path / "lists.toml", f"{USUAL}\nreadings = ['zoc_stops=pass']")
    for change in ("zoc_stops=stop", str(lists)):
        assert asks(str(log), "--with", change) == (0, [], "compared: 1 log\n")
    home = tmp_path / "masters"
    main(["league", "new", str(home), "--title", "Masters"])
    main(["league", "add", str(home), "r1", str(log), "--rules", str(lists)])
    assert asks(str(home), "--with", "zoc_stops=stop")[:2] == (0, [])


def test_a_league_is_asked_round_by_round_with_its_rulings(
    log: Path, context: Context, tmp_path: Path, asks: Lines, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "masters"
    one = written(tmp_path / "one.toml", ONE_ACTION)
    usual = written(tmp_path / "usual.toml", USUAL)
    main(["league", "new", str(home), "--title", "Masters"])
    main(["league", "add", str(home), "r1", str(log), "--rules", str(one)])
    main(["league", "add", str(home), "r2", str(log), "--rules", str(usual)])
    with_ = audited(context, capsys, str(log), "--round", str(one))
    without = audited(context, capsys, str(log))
    ((steps, check, unit, *_),) = with_ - without
    says = ["--by", "Carla", "--why", "so it is", "--state", "upheld", "--check", check]
    about = ["--log", "r1/game.vlog", "--step", str(steps[0]), "--unit", unit]
    assert main(["league", "rule", str(home), *about, *says]) == 0
    # A ruling may outlive its finding: the program or the rules of a round may change.
    entry = RulingEntry("upheld", "Carla", "so it is")
    rule_anew(open_league(home), ("r2/game.vlog", 0, "", check), entry)
    code, found, told = asks(str(home), "--with", str(one))
    assert (code, {line["log"] for line in found}) == (1, {"r2/game.vlog"})
    assert side(found, "now") == with_ - without
    assert "not compared: ruling 2: r2/game.vlog has no such finding" in told
    assert told.endswith("compared: 2 logs, 2 rulings on them\n")
    code, found, _ = asks(str(home), "--with", str(usual))
    assert (code, {line["log"] for line in found}) == (1, {"r1/game.vlog"})
    assert [line.get("ruling") for line in found] == [{"number": 1, "state": "upheld"}]
    main(["impact", str(home), "--with", str(usual), "--maps", str(context.folder)])
    assert "\n  ruling 1, upheld by Carla: so it is\n" in capsys.readouterr().out


def test_maps_are_put_there(log: Path, context: Context, tmp_path: Path, asks: Lines) -> None:
    maps = tmp_path / "maps"
    maps.mkdir()
    shutil.copy(context.folder / "gts.terrain", maps)
    assert asks(str(log), "--with", str(maps), "--quiet") == (0, [], "")
    written(maps / "gts.terrain", "another map")
    code, found, _ = asks(str(log), "--with", str(maps))
    assert code == 1
    assert {"now" in one for one in found if one["check"] == "move"} == {False}


def test_an_owners_table_is_put_there(
    log: Path, context: Context, tmp_path: Path, asks: Lines, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing differs by the same table; by another, what differs between two whole audits."""
    mine, same, other = (tmp_path / name for name in ("mine", "same", "other"))
    text = (context.folder.parent / "owner" / "ratings.csv").read_text(encoding="utf-8")
    row = "101-c-1-501,front,no,no,6,0,7,"
    assert text.count(row) == 1
    for folder in (mine, same):
        written(folder / "ratings.csv", text)
    written(other / "ratings.csv", text.replace(row, row.replace(",7,", ",40,")))
    owner = "--owner", str(mine)
    said = "compared: 1 log\n"
    assert asks(str(log), *owner, "--with", str(same)) == (0, [], said)
    code, found, said = asks(str(log), *owner, "--with", str(other))
    without = audited(context, capsys, str(log), *owner)
    with_ = audited(context, capsys, str(log), "--owner", str(other))
    assert (code, said) == (1, "compared: 1 log\n")
    assert side(found, "before") - without == side(found, "now") - with_ == set()
    assert without - with_ <= side(found, "before")
    assert with_ - without <= side(found, "now")
    assert {unit for _, _, unit, *_ in with_ - without} == {"101-c-1-501"}


@pytest.mark.parametrize(
    "name", ["bin/python", "Scripts/python.exe", "round.txt", "Round.TOML", "rules.py"]
)
def test_no_program_that_is_named_is_run(name: str, log: Path, asks: Lines, tmp_path: Path) -> None:
    marker, folder = tmp_path / "it-ran", tmp_path / "evil"
    program = folder / name
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\ntouch {marker}\n", encoding="utf-8")
    program.chmod(0o755)
    for given in (folder, program):
        code, found, said = asks(str(log), "--with", str(given))
        assert (code, found, said.count("\n")) == (2, [], 1)
    assert not marker.exists()
