"""The scenario, its module and a context, made once for the tests of the check."""

from __future__ import annotations

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.context import Context
from clubroute.rules.logs.check.module import Module
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.scenario import Scenario, scenario


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
