"""Many logs: worst first, in parallel, resumed, whatever one of them is like."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.builder.vassal.metadata import MODULE_DATA, Metadata
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import check_value
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.command import compile_maps
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.season import AuditJob, audit_file, jobs_of
from clubroute.rules.logs.audit.summary import date_text, gap_text
from tests.logs.audit.scripted import dated, play
from tests.logs.audit.test_examine import SCHEMA


@pytest.fixture(scope="module")
def season(wed_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two rounds, one bad file, and something that is no log."""
    folder = tmp_path_factory.mktemp("season")
    (folder / "round 1").mkdir()
    (folder / "round 2").mkdir()
    data = play(wed_build, rolls=5).log_bytes()
    (folder / "round 1" / "a.vlog").write_bytes(dated(data, 1_750_000_000_000))
    (folder / "round 2" / "b.vlog").write_bytes(dated(data, 1_750_093_600_000))
    (folder / "round 2" / "bad.vlog").write_bytes(b"PK\x03\x04 broken")
    (folder / "notes.txt").write_text("no log")
    return folder


def test_a_season_in_parallel(
    season: Path, wed_build: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    asked = ["audit", str(season), "--map", str(wed_build), "--json", "--out", str(page)]
    assert main([*asked, "--jobs", "2", "--quiet", "--records", str(tmp_path / "records")]) == 1
    first = capsys.readouterr().out
    whole = json.loads(first)
    check_value(whole, json.loads(SCHEMA.read_text(encoding="utf-8")), "audit")
    assert [row["log"] for row in whole["files"]] == [
        "round 2/bad.vlog",
        "round 1/a.vlog",
        "round 2/b.vlog",
    ]
    assert whole["files"][0]["error"].startswith("bad.vlog")
    assert gap_text(whole["files"][2]["gap_ms"]) == "1 d 2 h"
    assert [log["log"] for log in whole["logs"]] == ["a.vlog", "b.vlog"]
    assert str(season.parent) not in first + page.read_text(encoding="utf-8")
    # The same finding in two logs is two records: each names its log.
    assert len(list((tmp_path / "records").glob("*.txt"))) == 2
    kept = sorted((tmp_path / "report.cache").glob("*/audit-*.json"))
    assert len(kept) == 2
    times = [path.stat().st_mtime_ns for path in kept]
    assert main([*asked, "--jobs", "1", "--quiet"]) == 1
    assert capsys.readouterr().out == first
    assert [path.stat().st_mtime_ns for path in kept] == times


@pytest.mark.parametrize(
    ("modules", "compiled"),
    [
        (("Where Eagles Dare",), ["gts"]),
        (("It Never Snows", "It Never Snows"), ["ins"]),
        (("It Never Snows", "Where Eagles Dare"), ["gts", "ins"]),
        (("Ogre",), []),
    ],
)
def test_only_the_maps_the_logs_are_played_on_are_compiled(
    modules: tuple[str, ...],
    compiled: list[str],
    wed_build: Path,
    ins_build: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before the processes begin, none of which compiles one then."""
    asked: list[str] = []
    built = {"gts": wed_build, "ins": ins_build}

    def path(_maps: CompiledMaps, lattice: str) -> Path:
        asked.append(lattice)
        return built[lattice] / f"{lattice}.terrain"

    monkeypatch.setattr(CompiledMaps, "path", path)
    for number, name in enumerate(modules):
        with ZipFile(tmp_path / f"{number}.vlog", "w") as log:
            log.writestr(MODULE_DATA, Metadata("1", "3.6.0", 0, name=name).write())
    (tmp_path / "bad.vlog").write_bytes(b"PK\x03\x04 broken")
    vmods = tuple(path for folder in built.values() for path in folder.glob("*.vmod"))
    maps = CompiledMaps(Project(tmp_path), tmp_path)
    compile_maps(Settings(tmp_path, modules=vmods, maps=maps), jobs_of([tmp_path]))
    assert sorted(set(asked)) == compiled


def test_a_season_is_judged_as_asked(
    season: Path, wed_build: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def judged(*options: str) -> list[str]:
        log = season / "round 1" / "a.vlog"
        main(["audit", str(log), "--map", str(wed_build), "--json", *options])
        (told,) = json.loads(capsys.readouterr().out)["logs"]
        return list(told["notes"])

    assert any("stacking is not judged" in note for note in judged())
    assert not any("stacking is not judged" in note for note in judged("--stacking", "2"))


def test_a_pile_that_is_no_hex_is_told_as_it_was_given(
    season: Path, wed_build: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, told = season / "round 1" / "a.vlog", "found '44.2240', expected a hex of wed"
    given = [str(log), "--map", str(wed_build), "--pile", "44.2240"]
    assert main(["check", *given]) == 2
    assert capsys.readouterr().err == f"clubroute: --pile: {told}\n"
    main(["audit", *given, "--json"])
    (record,) = json.loads(capsys.readouterr().out)["logs"]
    assert f"not checked: --pile: {told}" in record["notes"]
    sent = {"log": base64.b64encode(log.read_bytes()).decode(), "piles": ["44.2240"]}
    with pytest.raises(InputError, match=f"^params:piles: {told}"):
        ask(Context(wed_build), "log.validate", sent)


def test_what_was_kept_is_made_again_when_it_is_damaged(
    season: Path, wed_build: Path, tmp_path: Path
) -> None:
    job = AuditJob(season / "round 1" / "a.vlog", "a.vlog")
    settings = Settings(wed_build)
    done = audit_file(settings, tmp_path, job)
    whole = (tmp_path / done.kept).read_bytes()
    (tmp_path / done.kept).write_bytes(whole[:100])
    assert audit_file(settings, tmp_path, job) == done
    assert (tmp_path / done.kept).read_bytes() == whole
    other = audit_file(Settings(wed_build, scenario="WED-1"), tmp_path, job)
    stacked = audit_file(Settings(wed_build, told=(("stacking", 1),)), tmp_path, job)
    assert len({done.kept, other.kept, stacked.kept}) == 3


def test_a_failure_of_ours_is_one_line(
    season: Path, wed_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clubroute.rules.logs.audit import season as module

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "key_of", fails)
    job = AuditJob(season / "round 1" / "a.vlog", "a.vlog")
    row = audit_file(Settings(wed_build), tmp_path, job).row
    assert row["error"] == (
        "a.vlog: clubroute failed on this file (ZeroDivisionError); please report it"
    )


def test_files_and_folders_each_once(season: Path, tmp_path: Path) -> None:
    one = season / "round 1" / "a.vlog"
    assert [job.name for job in jobs_of([season, one])] == [
        "round 1/a.vlog",
        "round 2/b.vlog",
        "round 2/bad.vlog",
    ]
    assert main(["audit", str(tmp_path / "none")]) == 2
    assert main(["audit", str(tmp_path)]) == 2


def test_a_single_bad_file(
    season: Path, wed_build: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = str(season / "round 2" / "bad.vlog")
    page = tmp_path / "a.html"
    assert main(["audit", bad, "--map", str(wed_build), "--out", str(page)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("clubroute: bad.vlog: found")
    assert told.count("\n") == 1
    assert not page.exists()


def test_markdown(season: Path, wed_build: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(season), "--map", str(wed_build), "--markdown", "--quiet"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("# Audit of 3 logs")
    assert "- round 2/bad.vlog: " in told


@pytest.mark.parametrize(
    ("ms", "text"), [(None, ""), (0, ""), (60_000, "1970-01-01 00:01"), (10**18, "")]
)
def test_dates(ms: int | None, text: str) -> None:
    assert date_text(ms) == text
