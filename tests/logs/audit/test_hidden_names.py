"""Where names are hidden, no byte of what is written tells one: page, tables, file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.rules.cli import main
from clubroute.rules.logs.privacy import HiddenNames
from tests.logs.samples import sample

NAMES = ("ann", "bob")


def told_in(folder: Path) -> list[tuple[str, str]]:
    """Find names in the files of a folder, and in what they are called."""
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        text = name + (path.read_text(encoding="utf-8") if path.is_file() else "")
        found += [(name, one) for one in NAMES if HiddenNames.of([], [one]).text(text) != text]
    return found


@pytest.fixture
def season(tmp_path: Path) -> Path:
    folder = tmp_path / "season" / "ann's table"
    folder.mkdir(parents=True)
    (folder / "Ann_1.vlog").write_bytes(sample())
    (folder / "bob-2 for ANN.vlog").write_bytes(sample())
    (folder / "bob-3.vlog").write_bytes(b"no log")
    return folder.parent


@pytest.mark.slow
def test_no_byte_of_an_audit_tells_a_name(
    season: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    more = ["--standing", str(out / "standing.csv"), "--quiet"]
    for hide in ([], ["--hide-names"]):
        main(["audit", str(season), "--out", str(out / "page.html"), *more, *hide])
        for form in ("--json", "--markdown"):
            main(["audit", str(season), form, *hide])
            (out / f"{form}.txt").write_text(capsys.readouterr().out, encoding="utf-8")
        if not hide:
            assert {name for name, _ in told_in(out)} >= {"page.html", "--json.txt"}
            for path in sorted(out.rglob("*"), reverse=True):
                path.unlink() if path.is_file() else path.rmdir()
    assert [path.name for path in sorted(out.iterdir())] == [
        *("--json.txt", "--markdown.txt", "page.html", "standing.csv")
    ]
    assert told_in(out) == []


@pytest.mark.parametrize("other", [["--records", "r"], ["--site", "https://example.org"]])
def test_what_holds_the_log_itself_is_refused(
    other: list[str], season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(season), "--hide-names", *other]) == 2
    assert f"goes without {other[0]}" in capsys.readouterr().err


@pytest.mark.slow
def test_no_byte_of_a_league_s_site_tells_a_name(season: Path, tmp_path: Path) -> None:
    home, out = tmp_path / "league", tmp_path / "out"
    rules = tmp_path / "round.toml"
    rules.write_text('title = "Bob\'s round"  # agreed by Ann\n', encoding="utf-8")
    main(["league", "new", str(home), "--title", "Ann's cup"])
    logs = [str(path) for path in sorted(season.rglob("*.vlog")) if "3" not in path.name]
    main(["league", "add", str(home), "ann round", *logs, "--rules", str(rules)])
    main(["league", "site", str(home), "--out", str(out), "--no-pictures"])
    assert (out / "round-1.toml").read_bytes() == rules.read_bytes()
    assert told_in(out)
    main(["league", "site", str(home), "--out", str(out), "--no-pictures", "--hide-names"])
    assert told_in(out) == []
    assert {path.name for path in out.iterdir()} == {"index.html", "round-1.html", "round-1.toml"}


def test_a_word_of_a_name_is_hidden_and_common_words_are_not() -> None:
    names = HiddenNames.of([], ["Anna van der Allied", "Bo"])
    assert names.text("well done, anna: the Allied van; Bo, Bobby") == (
        "well done, Player 1: the Allied van; Player 2, Bobby"
    )
