"""The compiled maps that sites ship."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.site.build import Runtime
from tests.site.sites import shipped_runtime

# What comes at all comes within two minutes, however busy the machine: no bar.
expect.set_options(timeout=120_000)


@pytest.fixture(scope="package")
def maps(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with them."""
    folder = tmp_path_factory.mktemp("maps")
    for name, made in (("gts", gts_map), ("ins", ins_map)):
        (folder / f"{name}.terrain").write_bytes(encode_terrain(made.terrain))
    return folder


@pytest.fixture(scope="package")
def runtime() -> Runtime:
    """The Python for browsers, fetched if need be."""
    return shipped_runtime()
