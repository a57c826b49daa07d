"""The scenario, its module and a context, made once for the tests of the check."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.scenario import Scenario, scenario
from tests.logs.check.stages import STAGES

Staged = Callable[[str], tuple[Scenario, Module, Context]]


@pytest.fixture(scope="session")
def staged(gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> Staged:
    """The scenario, module and context of a game."""

    @cache
    def of(game: str) -> tuple[Scenario, Module, Context]:
        told = scenario(gts_map.terrain, STAGES[game])
        folder = tmp_path_factory.mktemp(game)
        return told, module_in(told), context_in(folder, gts_map.terrain, told)

    return of


@pytest.fixture(scope="session")
def told(gts_map: CompiledMap) -> Scenario:
    return scenario(gts_map.terrain)


@pytest.fixture(scope="session")
def module(told: Scenario) -> Module:
    return module_in(told)


@pytest.fixture(scope="session")
def context(
    gts_map: CompiledMap, told: Scenario, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """With an allowance for every Unit of the set-up."""
    return context_in(tmp_path_factory.mktemp("check"), gts_map.terrain, told)
