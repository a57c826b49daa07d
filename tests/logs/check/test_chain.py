"""Logs that go on where others ended: what a log leaves is known to the next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.vassal.atoms import MovePiece, Undo
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.gts.logcheck.excuses import EARLIER
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.season import AuditJob, audit_all
from clubroute.rules.logs.audit.workers import Processes
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.rulings import logs_at_hand
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import read_rulings
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

C, TANK, GERMAN = "101-c-1-501", "gds-3-2-irishgds", "59-1-i-1034-59"
ASSAULTS = "101-e-2-501"
FAR = "44.224"


@pytest.fixture
def first(told: Scenario, module: Module, context: Context) -> Game:
    (context.folder / "eagles.vmod").write_bytes(told.module)
    game = Game(told, module, context, "chit-gds-hot", dice=False)
    game.put(TANK, "46.209")
    game.draw("chit-101-501")
    return game


class Exchange:
    """Logs in a folder, checked together."""

    def __init__(self, folder: Path, build: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.build, self.capsys = folder, build, capsys
        self.names: list[str] = []

    def send(self, name: str, game: Game) -> None:
        (self.folder / name).write_bytes(game.table.recorder.log_bytes())
        self.names.append(name)

    def found(self, *names: str, more: tuple[str, ...] = ()) -> dict[str, list[dict[str, Any]]]:
        """The findings of each log, checked in an order."""
        files = [str(self.folder / name) for name in names or self.names]
        main(["check", *files, "--json", "--map", str(self.build), *more])
        reports = [json.loads(line) for line in self.capsys.readouterr().out.splitlines()]
        return {one["log"]: one["findings"] for one in reports}

    def of(self, unit: str, log: str, *names: str) -> dict[str, Any]:
        (found,) = (one for one in self.found(*names)[log] if one.get("unit") == unit)
        return found


@pytest.fixture
def exchange(tmp_path: Path, context: Context, capsys: pytest.CaptureFixture[str]) -> Exchange:
    return Exchange(tmp_path, context.folder, capsys)


def test_the_die_of_one_log_explains_the_retreat_of_the_next(
    first: Game, exchange: Exchange
) -> None:
    first.table.roll()
    answer = first.going_on()
    answer.put(GERMAN, "68.158")
    answer.draw("chit-59-division")
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", answer)
    assert exchange.of(GERMAN, "bert.vlog")["verdict"] == "possible"
    lone = exchange.of(GERMAN, "bert.vlog", "bert.vlog")
    assert (lone["verdict"], EARLIER in lone["needs"]) == ("unchecked", True)
    # The order of the files does not matter: positions prove which comes first.
    assert exchange.of(GERMAN, "bert.vlog", "bert.vlog", "anna.vlog")["verdict"] == "possible"


def test_no_die_in_either_log_explains_nothing(first: Game, exchange: Exchange) -> None:
    first.put(C, "75.128")
    answer = first.going_on()
    answer.put(GERMAN, "68.158")
    answer.table.roll()
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", answer)
    assert exchange.of(GERMAN, "bert.vlog")["verdict"] == "illegal"


def test_of_several_open_chits_the_log_before_tells_which(first: Game, exchange: Exchange) -> None:
    first.put(C, "75.128")
    answer = first.going_on()
    answer.put("101-d-2-501", "77.131")
    answer.put("gds-2-2-irishgds", "51.212")
    answer.table.roll()
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", answer)
    assert exchange.of("101-d-2-501", "bert.vlog", "bert.vlog")["verdict"] == "possible"
    assert exchange.of("101-d-2-501", "bert.vlog")["verdict"] == "legal"
    assert exchange.of("gds-2-2-irishgds", "bert.vlog", "bert.vlog")["verdict"] == "possible"
    assert exchange.of("gds-2-2-irishgds", "bert.vlog")["verdict"] == "illegal"


def test_what_a_unit_spent_in_the_log_before_counts(first: Game, exchange: Exchange) -> None:
    first.put(C, "71.123")  # two Actions, or nearly
    answer = first.going_on()
    answer.put(C, "62.120")
    answer.goes_on()
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", answer)
    assert exchange.of(C, "bert.vlog", "bert.vlog")["verdict"] != "illegal"
    found = exchange.of(C, "bert.vlog")
    assert found["verdict"] == "illegal"
    assert "more than its 7 MP" in found["why"]


def test_an_assault_is_over_when_the_next_log_draws(first: Game, exchange: Exchange) -> None:
    first.put(ASSAULTS, "78.132")
    still, left = first.going_on(), first.going_on()
    still.draw("chit-101-502")
    left.table.roll()
    left.put("wal-3-pz-2107", "79.131")
    left.draw("chit-101-502")
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", still)
    exchange.send("carl.vlog", left)
    assert exchange.of(ASSAULTS, "anna.vlog")["verdict"] == "possible"
    assert exchange.of(ASSAULTS, "bert.vlog")["verdict"] == "illegal"
    assert not [one for one in exchange.found()["carl.vlog"] if one.get("unit") == ASSAULTS]


def test_a_slip_at_a_logs_end_waits_for_the_next(first: Game, exchange: Exchange) -> None:
    first.put(C, FAR)
    righted, left = first.going_on(), first.going_on()
    righted.put(C, "76.127")
    left.draw("chit-101-502")
    left.put("101-f-2-502", "82.137")
    left.draw("chit-wal-107")
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", righted)
    exchange.send("carl.vlog", left)
    for names in (["anna.vlog"], ["bert.vlog", "anna.vlog"]):
        before = exchange.of(C, "anna.vlog", *names)
        assert (before["verdict"], PUT_RIGHT_NEXT in before["needs"]) == ("unchecked", True)
    found = exchange.found("anna.vlog", "bert.vlog")["bert.vlog"]
    assert {one["verdict"] for one in found if one["unit"] == C} == {"possible"}
    still = exchange.of(C, "carl.vlog", "anna.vlog", "carl.vlog")
    assert (still["verdict"], still["steps"]) == ("illegal", [0])
    assert still["receipt"]["verdict"] == "illegal"


def test_a_slip_may_be_put_right_in_the_next_log_though_others_have_moved_since(
    first: Game, exchange: Exchange
) -> None:
    first.put(C, FAR)
    first.draw("chit-101-502")
    first.put("101-f-2-502", "82.137")
    righted, left = first.going_on(), first.going_on()
    righted.put(C, "76.127")
    left.draw("chit-wal-107")
    for name, game in (("anna", first), ("bert", righted), ("carl", left)):
        exchange.send(f"{name}.vlog", game)
    before = exchange.of(C, "anna.vlog", "anna.vlog")
    assert (before["verdict"], PUT_RIGHT_NEXT in before["needs"]) == ("unchecked", True)
    found = exchange.found("anna.vlog", "bert.vlog")["bert.vlog"]
    assert {one["verdict"] for one in found if one["unit"] == C} == {"possible"}
    still = exchange.of(C, "carl.vlog", "anna.vlog", "carl.vlog")
    assert (still["verdict"], still["steps"]) == ("illegal", [0])


def test_a_slip_at_a_logs_end_may_be_undone_in_the_next(first: Game, exchange: Exchange) -> None:
    first.put(C, FAR)
    answer = first.going_on()
    recorder, map_ = answer.table.recorder, first.told.game.map
    piece, there, here = (first.told.ids[C], first.told.pixel(FAR), first.told.pixel("76.128"))
    back = MovePiece(piece, map_, *here, None, map_, *there, None, "player1")
    recorder.step(Undo(True), back, Undo(False))
    answer.goes_on()
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", answer)
    found = exchange.of(C, "bert.vlog", "anna.vlog", "bert.vlog")
    assert (found["verdict"], "takes it back" in found["why"]) == ("possible", True)


def test_a_column_sign_of_a_correction_may_come_in_the_next_log(
    first: Game, exchange: Exchange
) -> None:
    first.put(C, "72.121")
    first.draw("chit-101-502")
    first.put(C, "74.124")
    answer = first.going_on()
    answer.form(C)
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", answer)
    assert exchange.of(C, "bert.vlog")["verdict"] == "possible"


def test_a_full_hex_at_a_logs_end_may_be_on_the_way(first: Game, exchange: Exchange) -> None:
    through, stays = "78.125", "78.126"
    mover = "101-b-1-501"
    first.put(mover, "76.128", through)
    passed, stayed = first.going_on(), first.going_on()
    passed.put(mover, stays)
    stayed.draw("chit-101-502")
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", passed)
    exchange.send("carl.vlog", stayed)

    def crowds(log: str, *names: str) -> list[str]:
        found = exchange.found(*names, more=("--stacking", "3"))[log]
        return [one["verdict"] for one in found if one["check"] == "stacking"]

    assert crowds("anna.vlog", "anna.vlog") == ["unchecked"]
    assert crowds("anna.vlog", "anna.vlog", "bert.vlog") == ["unchecked"]
    assert crowds("bert.vlog", "anna.vlog", "bert.vlog") == []
    assert crowds("carl.vlog", "anna.vlog", "carl.vlog") == ["illegal"]


def test_an_audit_waits_for_the_next_log(first: Game, exchange: Exchange, context: Context) -> None:
    first.put(C, FAR)
    left = first.going_on()
    left.draw("chit-101-502")
    left.put("101-f-2-502", "82.137")
    left.draw("chit-wal-107")
    exchange.send("1.vlog", first)
    exchange.send("2.vlog", left)
    jobs = [AuditJob(exchange.folder / name, name) for name in exchange.names]
    settings, cache = Settings(context.folder, context.owner), exchange.folder / "cache"
    _, records = audit_all(settings, jobs, cache, Processes(1), None, lambda _: None)
    told = {record["log"]: record["findings"] for record in records()}
    of_c = {log: [one["verdict"] for one in told[log] if one.get("unit") == C] for log in told}
    assert of_c == {"1.vlog": ["unchecked"], "2.vlog": ["illegal"]}


def test_an_audit_takes_along_what_a_log_leaves(
    first: Game, exchange: Exchange, context: Context
) -> None:
    first.table.roll()
    middle = first.going_on()
    middle.put(C, "75.128")
    last = middle.going_on()
    last.put(GERMAN, "68.158")
    for name, game in (("1.vlog", first), ("2.vlog", middle), ("3.vlog", last)):
        exchange.send(name, game)
    jobs = [AuditJob(exchange.folder / name, name) for name in ("3.vlog", "1.vlog", "2.vlog")]
    settings = Settings(context.folder, context.owner)
    cache = exchange.folder / "cache"
    rows, records = audit_all(settings, jobs, cache, Processes(1), None, lambda _: None)
    told = {record["log"]: record["findings"] for record in records()}
    assert [one["verdict"] for one in told["3.vlog"]] == ["possible"]
    assert {row["log"]: row["counts"]["possible"] for row in rows}["3.vlog"] == 1
    again, _ = audit_all(settings, jobs, cache, Processes(1), None, lambda _: None)
    assert again == rows


def test_a_ruling_tells_what_the_log_before_left(
    first: Game, exchange: Exchange, context: Context
) -> None:
    first.put(C, "75.128")
    answer = first.going_on()
    answer.put(GERMAN, "68.158")
    answer.table.roll()
    exchange.send("anna.vlog", first)
    exchange.send("bert.vlog", answer)
    files = [str(exchange.folder / name) for name in exchange.names]
    folder = exchange.folder / "rulings"
    main(["check", *files, "--map", str(exchange.build), "--records", str(folder)])
    (record,) = (one for one in folder.iterdir() if "-illegal-" in one.name)
    (ruling,) = read_rulings(record.read_text(encoding="utf-8"))
    assert ruling.params["before"]["mug"]["begun"]
    again = Context(context.folder, owner_folder=context.owner)
    again.logs = logs_at_hand([Path(files[1])], None, None)
    assert verify(again, ruling).same
    again.logs = logs_at_hand([Path(files[0])], None, None)
    assert not verify(again, ruling).same
