"""Logs played in the real engine, by the rules and against them: every fault found, nobody accused.

One engine plays them all; who plays is ``tests/logs/check/player.py``, what he does on purpose
``faults.py`` and ``scenes.py``.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from tests.engine.driver import Engine
from tests.engine.played import Played
from tests.logs.check.generated import (
    KINDS,
    LEGAL,
    LOGS,
    checked,
    complaint,
    context_in,
    kind_of_log,
    module_in,
    playing,
)
from tests.logs.check.habitual import Table, accusations, named
from tests.logs.check.scenario import Scenario, scenario

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def engine(wed_engine: Engine) -> Engine:
    return wed_engine


ONE_OF_EACH = {kind_of_log(seed): seed for seed in range(LOGS, 2 * LOGS)}
"""By kind, of logs that our own recorder does not play, one: it plays several of each."""


def test_every_fault_is_found_and_nobody_accused(
    engine: Engine, gts_map: CompiledMap, tmp_path: Path
) -> None:
    told: Scenario = scenario(gts_map.terrain)
    context: Context = context_in(tmp_path, gts_map.terrain, told)
    module = module_in(told)
    setup, log = tmp_path / "setup.vsav", tmp_path / "game.vlog"
    setup.write_bytes(told.setup)
    assert {*KINDS, *LEGAL, ""} == set(ONE_OF_EACH)

    def opened(seed: int) -> Played:
        return Played(engine, setup, log, seed=seed)

    wrong = []
    verdicts: Counter[str] = Counter()
    for kind, seed in ONE_OF_EACH.items():
        player, table, planted = playing(seed, opened, told, context)
        assert (planted.kind if planted else "") == kind
        if kind.startswith("stack"):
            assert any(": stack " in deed for deed in player.deeds), player.deeds
        report = checked(context, module, table.data())
        verdicts.update(finding.verdict for finding in report.findings)
        if said := complaint(report, planted, told):
            wrong.append(f"log {seed}: {said}\n  " + "; ".join(player.deeds))
    assert not wrong, "\n".join(wrong)
    # The log says something of what it shows: some moves are neither open nor unchecked.
    assert verdicts["legal"]
    assert engine.problems == []


HABITS = 4
"""Games of habits; ``python -m tests.bench.bench_habits 60 --engine`` plays as many as you like."""


def test_no_habit_is_a_fault_and_a_fault_is_one(
    engine: Engine, gts_map: CompiledMap, tmp_path: Path
) -> None:
    told = scenario(gts_map.terrain)
    setup, log = tmp_path / "setup.vsav", tmp_path / "game.vlog"
    setup.write_bytes(told.setup)
    context, module = context_in(tmp_path, gts_map.terrain, told), module_in(told)
    table = Table(told, module, context, lambda seed: Played(engine, setup, log, seed=seed))
    for seed in range(HABITS):
        person = table.legal(seed)
        assert accusations(table.check(person.table).findings) == [], person.deeds
    person, misdeed = table.faulty(HABITS, "too_far_hex_by_hex")
    assert named(table.check(person.table), misdeed) == "illegal", person.deeds
    assert engine.problems == []
