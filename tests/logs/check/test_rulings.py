"""Any finding as a record: whoever has the log asks it again and gets the same bytes."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.examine import Auditor, Settings
from clubroute.rules.logs.check.finding import VERDICTS
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.game import start
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.read import read_log
from clubroute.rules.logs.rulings import METHOD, logs_at_hand, name_of_log
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import Ruling, read_rulings
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

C, TANK = "101-c-1-501", "gds-3-2-irishgds"


@pytest.fixture(scope="module")
def log(
    told: Scenario,
    module: Module,
    context: Context,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A log with a move of each verdict, and a Unit that no chit activates."""
    (context.folder / "eagles.vmod").write_bytes(told.module)
    game = Game(told, module, context, "chit-101-501")
    game.put("101-f-2-501", "44.222")
    game.put("101-d-2-501", "77.131")
    game.put(C, "74.124", "71.123")
    game.put(TANK, "46.209")
    game.goes_on()
    path = tmp_path_factory.mktemp("rulings") / "game.vlog"
    path.write_bytes(game.table.recorder.log_bytes())
    return path


@pytest.fixture(scope="module")
def records(log: Path, context: Context, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A record of each of its findings."""
    folder = tmp_path_factory.mktemp("records")
    build = str(context.folder)
    asked = ["check", str(log), "--map", build, "--all", "--records", str(folder)]
    assert main([*asked, "--stacking", "1"]) == 1
    return sorted(folder.iterdir())


def test_every_finding_has_one(
    log: Path, context: Context, records: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["check", str(log), "--map", str(context.folder), "--json", "--stacking", "1"]
    assert main(asked) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    named = sorted((path.name[:9], path.name[10:].split("-")[0]) for path in records)
    assert named == sorted((f"step-{f['steps'][0]:04}", f["verdict"]) for f in findings)
    assert {f["verdict"] for f in findings} >= {"illegal", "possible", "legal"}


def test_each_is_the_same_asked_again(log: Path, context: Context, records: list[Path]) -> None:
    again = Context(context.folder, owner_folder=context.owner)
    again.logs = logs_at_hand([log], None, None)
    methods = set()
    for path in records:
        text = path.read_text(encoding="utf-8")
        (ruling,) = read_rulings(text)
        done = verify(again, ruling)
        assert done.lines()[0].startswith("the same, byte for byte"), done.lines()
        assert done.here.text() == text
        methods.add(ruling.method)
    assert methods == {METHOD}


def test_it_names_the_log_the_unit_and_the_player(log: Path, records: list[Path]) -> None:
    rulings = [read_rulings(path.read_text(encoding="utf-8"))[0] for path in records]
    (far,) = (one for one in rulings if one.answer.get("unit") == "101-f-2-501")
    assert far.params["log"] == name_of_log(log.read_bytes())
    assert (far.answer["name"], far.answer["player"]) == ("F/2/501", "player1")
    assert far.answer["steps"] == [2]
    assert far.answer["asked"]["to"] == "44.222"
    assert far.answer["receipt"]["verdict"] == "illegal"


def test_it_says_in_which_position(log: Path, module: Module, records: list[Path]) -> None:
    read = read_log(log)
    for path in records:
        (ruling,) = read_rulings(path.read_text(encoding="utf-8"))
        if ruling.method != METHOD:
            continue
        game = start(read, module.maps.stacking)
        for step in read.steps[: ruling.answer["steps"][0]]:
            game.apply(step.commands)
        assert ruling.position == position_of(game).digest
        assert f"position: {ruling.position}" in path.read_text(encoding="utf-8")


def of_log(records: list[Path]) -> tuple[Path, Ruling]:
    """A record that needs the log."""
    for path in records:
        (ruling,) = read_rulings(path.read_text(encoding="utf-8"))
        if ruling.method == METHOD:
            return path, ruling
    raise AssertionError


def test_one_command_with_the_log(
    log: Path, context: Context, records: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = of_log(records)
    asked = ["verify", str(path), "--map", str(context.folder)]
    assert main([*asked, "--log", str(log), "--text"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("the same, byte for byte: log.finding, ruling ")
    assert "position before it: " in told
    assert main(asked) == 1
    told = capsys.readouterr().out
    assert told.startswith("not asked again: log.finding, ruling ")
    assert "expected that log's file (--log)" in told


def test_the_log_may_be_sent_along(log: Path, context: Context, records: list[Path]) -> None:
    _, ruling = of_log(records)
    sent = {**ruling.params, "log": base64.b64encode(log.read_bytes()).decode("ascii")}
    assert ask(context, METHOD, sent) == ruling.answer
    with pytest.raises(InputError, match="no base64"):
        ask(context, METHOD, {**sent, "log": "sha256:none"})


def test_another_log_is_not_the_one(
    log: Path, context: Context, records: list[Path], tmp_path: Path
) -> None:
    _, ruling = of_log(records)
    other = tmp_path / "game.vlog"
    other.write_bytes(log.read_bytes() + b" ")
    again = Context(context.folder, logs=logs_at_hand([other], None, None))
    assert not verify(again, ruling).same
    assert name_of_log(log.read_bytes()) == "sha256:" + digest(log)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_finding_that_is_not_there(log: Path, context: Context, records: list[Path]) -> None:
    _, ruling = of_log(records)
    again = Context(context.folder, logs=logs_at_hand([log], None, None))
    params = {**ruling.params, "finding": {**ruling.params["finding"], "steps": [999]}}
    done = verify(again, Ruling(METHOD, params, ruling.answer, ruling.versions))
    assert "none of them this one, expected a finding of the log" in done.lines()[1]


def test_an_audit_records_all_that_is_illegal(log: Path, context: Context) -> None:
    record = Auditor(Settings(context.folder, context.owner)).audit(log)
    illegal = [one for one in record["findings"] if one["verdict"] == "illegal"]
    assert {"chit", "move"} <= {one["check"] for one in illegal}
    again = Context(context.folder, owner_folder=context.owner)
    again.logs = logs_at_hand([log], None, None)
    for one in illegal:
        (ruling,) = read_rulings(one["ruling"])
        assert verify(again, ruling).here.text() == one["ruling"]
    assert METHOD in {read_rulings(one["ruling"])[0].method for one in illegal}


def test_the_page_says_what_needs_the_log(log: Path, context: Context, tmp_path: Path) -> None:
    page = tmp_path / "audit.html"
    main(["audit", str(log), "--map", str(context.folder), "--out", str(page), "--quiet"])
    text = page.read_text(encoding="utf-8")
    assert "save it and run clubroute verify with --log and this log" in text


def test_what_the_check_was_told_belongs_to_it(records: list[Path]) -> None:
    _, ruling = of_log(records)
    assert ruling.params["stacking"] == 1
    assert "second_actions" not in ruling.params


def test_no_more_than_is_shown_is_recorded(log: Path, context: Context, tmp_path: Path) -> None:
    asked = ["check", str(log), "--map", str(context.folder), "--records", str(tmp_path)]
    assert main(asked) == 1
    verdicts = {path.name.split("-")[2] for path in tmp_path.iterdir()}
    assert "legal" not in verdicts
    assert verdicts <= set(VERDICTS)


def test_a_record_names_no_folder(log: Path, records: list[Path]) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in records)
    assert str(log.parent) not in "".join(text.split())
