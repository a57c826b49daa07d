"""What follows an error: the six published procedures, the seals, and which log redoes another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.audit.summary import follows_text, link_rows, with_redos
from clubroute.rules.logs.check.check import check_file, setting_of
from clubroute.rules.logs.check.errors import ErrorRules, acceptance, remedy_lines
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT, LogFinding
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.remedy import Deed, Remedies, redone
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.game import start
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.replay import replay
from tests.cases import each
from tests.logs.check.scenario import ROOT
from tests.logs.going_on import save_of
from tests.logs.referee.scoreboard import (
    HERE,
    labels,
    report_on,
    with_ratings,
)

ROUNDS = ROOT / "rules" / "logs" / "rounds"
LIFTED = {
    "postal-accept": (
        "sealed_by=die",
        "unsealed=redo movement",
        "sealed=stands",
        "accept=ok redo",
    )
}
SIDES = {"A": ("Anna", "Allied"), "B": ("Bert", "German")}


@dataclass(frozen=True, slots=True)
class Case:
    """A row: a procedure, what was done, and what follows."""

    procedure: str
    about: str
    done: str
    after: str
    sealed: str
    does: str
    before: int


def cases() -> list[Case]:
    rows = []
    for line in (HERE / "remedies.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, done, after, sealed, does, before = (part.strip() for part in line.split("|"))
            procedure, _, about = name.partition(" ")
            rows.append(Case(procedure, about, done, after, sealed, does, int(before)))
    return rows


def event(step: int, deed: str) -> Deed:
    letter, verb, *words = deed.split()
    who, side = SIDES[letter]
    match verb:
        case "mv":
            return Deed(step, "move", who, side, words[0], words[0])
        case "die":
            return Deed(step, "die", who, side, "d10 = 8")
        case "chit":
            return Deed(step, "chit", who, side, "a chit")
        case "say":
            return Deed(step, "said", who, side, " ".join(words))
    raise AssertionError(verb)


def rules_of(procedure: str) -> ErrorRules:
    if procedure in LIFTED:
        return ErrorRules.of(LIFTED[procedure])
    return ErrorRules.of(read_round(ROUNDS / f"{procedure}.toml")["errors"])


def remedied(case: Case) -> dict[str, Any]:
    """What follows the last deed that was done, after what came after it."""
    done = [deed for deed in case.done.split(";") if deed.strip()]
    deeds = [*done, *(deed for deed in case.after.split(";") if deed.strip())]
    events = [event(step, deed) for step, deed in enumerate(deeds)]
    log = cast(GameLog, type("Log", (), {"steps": deeds})())
    check = {"dice": "dice", "arrival": "arrival"}.get(case.about, "move")
    found = LogFinding("game.vlog", (len(done) - 1,), check, "illegal", "too far", unit="A1")
    mine = Remedies(log, cast(Module, None), rules_of(case.procedure), "game.vlog", events)
    remedy = mine.remedy(replace(found, player="Anna"))
    return mine.with_twin(remedy, ("A9", "A/9") if case.about == "twin" else None)


@each("case", cases(), ids=lambda case: f"{case.procedure} {case.done} | {case.after}")
def test_a_procedure_answers_a_case_as_it_is_published(case: Case) -> None:
    remedy = remedied(case)
    by = remedy.get("sealed", {}).get("by", "not")
    lifted = ", lifted" if "accepted" in remedy else ""
    assert (f"{by}{lifted}", remedy["does"], remedy["before"]["step"]) == (
        case.sealed,
        case.does,
        case.before,
    )
    told = remedy_lines(remedy)
    assert told[0].startswith("broken by step ")
    assert told[-1].endswith(f"game.vlog:{case.before} --out before.vsav")


def test_there_are_twenty_five_cases_of_six_procedures() -> None:
    named = [case.procedure for case in cases() if case.procedure not in LIFTED]
    assert len(named) == 25
    assert len(set(named)) == 6


@each(
    ("procedure", "line"),
    [
        ("bitter-woods", "3 findings: if you roll now you accept them"),
        ("deluxe-bitter-woods", "3 findings: if the other side rolls now it accepts them"),
        ("error-academy", "3 findings: if the other side moves now it accepts them"),
        ("axis-and-allies", "3 findings: if you send the log now you accept them"),
    ],
)
def test_what_accepts_an_error_is_said_by_the_rounds_first_seal(procedure: str, line: str) -> None:
    assert acceptance(3, rules_of(procedure)) == line
    assert acceptance(0, rules_of(procedure)) == ""


@each("after", ["", "A die", "B die", "A mv A2"])
def test_a_finding_is_accepted_by_what_seals_it_and_by_nothing_else(after: str) -> None:
    events = [event(0, "A mv A1"), *([event(1, after)] if after else [])]
    log = cast(GameLog, type("Log", (), {"steps": events})())
    wrong = LogFinding("game.vlog", (0,), "move", "illegal", "too far", unit="A1", player="Anna")
    ends = replace(wrong, verdict="unchecked", needs=(PUT_RIGHT_NEXT,))
    doubted = replace(wrong, verdict="unchecked", needs=("its allowance",))
    for rules in (ErrorRules(), rules_of("bitter-woods")):
        mine = Remedies(log, cast(Module, None), rules, "game.vlog", events)
        found = mine.unsealed([wrong, ends, doubted])
        assert found == (() if after.endswith("die") else (wrong, ends))


@each(
    ("line", "words"),
    [
        ("sealed_by=dice", "did you mean die?"),
        ("unseald=stands", "did you mean unsealed?"),
        ("unsealed=redo move", "did you mean redo movement?"),
        ("stands", "NAME=VALUE"),
    ],
)
def test_a_rule_that_means_nothing_is_refused(line: str, words: str) -> None:
    with pytest.raises(InputError, match="errors") as refused:
        ErrorRules.of([line])
    assert words in str(refused.value)


def test_a_table_of_a_round_is_read(tmp_path: Path) -> None:
    path = tmp_path / "round.toml"
    path.write_text('title = "One"\n[errors]\nsealed_by = ["die", "turn"]\ngm = ["Carla"]\n')
    assert read_round(path)["errors"] == ["sealed_by=die|turn", "gm=Carla"]
    path.write_text('title = "One"\n[errors]\nsealed_by = 3\n')
    with pytest.raises(InputError):
        read_round(path)


BROKE = {"ins-v01": 2, "ins-x1": 6, "ins-v04": 4, "ins-x7": 5, "wed-v11": 13, "ins-v14": 2}
"""By labelled game the step with which the rule broke."""


@pytest.mark.slow
def test_a_finding_names_the_step_that_broke_the_rule(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path: Path
) -> None:
    table = with_ratings(tmp_path)
    for label in (one for one in labels() if one.name in BROKE):
        report, _ = check_file(table, label.log, told=label.told())
        (found,) = report.of("illegal")
        assert (found.breach, found.remedy["breach"]["step"]) == (BROKE[label.name],) * 2
        before, lost = found.remedy["before"], found.remedy["lost"]
        assert before["step"] == found.steps[0]
        assert before["step"] + lost["steps"] == report.steps


WANTED = 10
"""Games whose breach is redone."""


def begun_before(context: Context, log: Path, step: int) -> str:
    """The digest of the position that a log begins with which goes on from a save before a step."""
    read = log_of(log.read_bytes(), Where(log.name))
    stacking = setting_of(context, read, None, None).module.maps.stacking
    game = start(read, stacking)
    steps = iter(replay(read, stacking, game))
    for _ in range(step):
        next(steps)
    assert read.module is not None
    save = save_of(game, read.module.write(), "3.6.0-SNAPSHOT")
    return position_of(start(log_of(save, Where("(save)")), stacking)).digest


@pytest.mark.season
def test_ten_redos_are_recognised_and_no_other_log_is_taken_for_one(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path: Path
) -> None:
    table = with_ratings(tmp_path)
    reports = {label.name: report_on(label, table) for label in labels()}
    broken = {
        name: (found, found.remedy["before"]["step"])
        for name, report in reports.items()
        for found in report.of("illegal")
        if found.remedy["before"]["step"]
    }
    chosen = dict([*broken.items()][:WANTED])
    logs = {label.name: label.log for label in labels()}
    redos = {
        f"{name}-redo": begun_before(table, logs[name], step) for name, (_, step) in chosen.items()
    }
    starts = {name: begun_before(table, log, 0) for name, log in logs.items()}
    assert len(redos) == WANTED
    tried = 0
    for name in chosen:
        mine = f"{name}-redo"
        found = [one.remedy.get("redone_by") for one in redone(reports[name], redos).of("illegal")]
        assert found == [mine]
        others = {other: at for other, at in (redos | starts).items() if at != redos[mine]}
        again = redone(reports[name], others).of("illegal")
        assert [one.remedy.get("redone_by") for one in again] == [None]
        tried += len(others)
    assert tried >= 100


def row(log: str, begins: str, ends: str, **more: Any) -> dict[str, Any]:
    """A row of a season."""
    return {
        "log": log,
        "sha256": log,
        "module": "m",
        "players": ["Anna", "Bert"],
        "saved_ms": int(log[-6]),
        "positions": {"begins": begins, "ends": ends},
        "steps": 5,
        **more,
    }


def test_a_season_tells_which_log_redoes_another_at_its_table() -> None:
    broke = [{"position": "p", "step": 2}]
    first = row("r1/A/1.vlog", "a", "b", breaches=broke)
    again, elsewhere = row("r1/A/2.vlog", "p", "c"), row("r1/B/3.vlog", "p", "c")
    link_rows([first, again, elsewhere])
    assert again["link"] == {"kind": "redo", "log": "r1/A/1.vlog", "step": 2}
    assert first["redone"] == [{"log": "r1/A/2.vlog", "position": "p"}]
    assert elsewhere.get("link", {}).get("kind") != "redo"
    assert follows_text(again) == "redoes r1/A/1.vlog from step 2 on"
    finding = {"remedy": {"before": {"step": 2, "position": "p"}}}
    record = with_redos(first, {"findings": [finding]})
    assert record["findings"][0]["remedy"]["redone_by"] == "r1/A/2.vlog"


def test_a_log_that_was_saved_before_redoes_nothing() -> None:
    first = row("r1/A/1.vlog", "p", "c")
    later = row("r1/A/2.vlog", "a", "b", breaches=[{"position": "p", "step": 2}])
    link_rows([first, later])
    assert "redone" not in later
