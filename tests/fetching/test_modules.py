"""Modules of other people are fetched as listed, or not at all."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.fetching import modules
from tests.fetching.absence import MODULES, without
from tests.fetching.cache import VARIABLE, NotHereError, run

BUILD_FILE = b"<VASSAL.build.GameModule/>"
ROW = """[{name}]
address = "{address}"
commit = "{commit}"
build_file = "buildFile"
sha256 = "{sha}"
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a module, and an empty cache folder."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.delenv(modules.VARIABLE, raising=False)
    monkeypatch.setattr(modules, "LIST", tmp_path / "modules.toml")
    place = tmp_path / "theirs"
    run(["git", "init", "--quiet", str(place)], tmp_path, "test")
    (place / "buildFile").write_bytes(BUILD_FILE)
    run(["git", "add", "buildFile"], place, "test")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    run(["git", *who, "commit", "--quiet", "-m", "a"], place, "test")
    return place


def listed(place: Path, address: str, *more: str, sha: str = "") -> None:
    """Write the list, its rows with one commit."""
    commit = run(["git", "rev-parse", "HEAD"], place, "test").strip()
    sha = sha or hashlib.sha256(BUILD_FILE).hexdigest()
    rows = (
        ROW.format(name=f"m{i}", address=one, commit=commit, sha=sha)
        for i, one in enumerate((address, *more))
    )
    modules.LIST.write_text("".join(rows), encoding="utf-8")


def test_a_module_is_had_at_its_commit_and_once(repository: Path) -> None:
    listed(repository, f"file://{repository}")
    (packed,) = modules.modules(modules.prepare())
    repository.rename(repository.with_name("gone"))
    assert modules.modules(modules.prepare()) == [packed]


def test_one_that_is_not_as_listed_is_not_had(repository: Path) -> None:
    listed(repository, f"file://{repository}", sha="0" * 64)
    with pytest.raises(NotHereError, match=r"a build file of sha256 .*, not as listed"):
        modules.prepare()


def test_where_no_network_leads_to_any_ci_skips_and_where_one_is_missing_it_fails(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    nowhere = f"file://{repository}-nowhere"
    listed(repository, nowhere)
    with pytest.raises(modules.NoNetworkError) as none:
        modules.prepare()
    with pytest.raises(pytest.skip.Exception, match=f"{MODULES} cannot be had"):
        without(MODULES, none.value, wanted=False)
    listed(repository, f"file://{repository}", nowhere)
    with pytest.raises(NotHereError) as one:
        modules.prepare()
    assert not isinstance(one.value, modules.NoNetworkError)
    with pytest.raises(pytest.fail.Exception, match=f"{MODULES} cannot be had"):
        without(MODULES, one.value)
