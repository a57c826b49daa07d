"""A position for any question, from any file that holds one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.saves.at import (
    file_of,
    made,
    read_at,
    split_at,
)
from clubroute.rules.saves.reading import ToldOfFile
from tests.saves.setups import set_up

AT_VEGHEL = {"units": [{"side": "German", "hex": "75.129", "name": "Flak"}]}


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "turn3.vsav"
    path.write_bytes(set_up("wed", "WED-4"))
    return path


@pytest.fixture
def anywhere(context: Context) -> Context:
    """As on the command line, where any file may be named."""
    return Context(context.folder, loaded=context.loaded, files=None)


@pytest.mark.parametrize(
    ("text", "path", "step"),
    [
        ("turn3.vlog", "turn3.vlog", None),
        ("turn3.vlog:22", "turn3.vlog", 22),
        (r"C:\games\t.vsav", r"C:\games\t.vsav", None),
        (r"C:\games\t.vlog:12", r"C:\games\t.vlog", 12),
        ("C:12", "C:12", None),
        ("./12:0", "./12", 0),
        ("turn:three", "turn:three", None),
    ],
)
def test_a_step_stands_behind_the_last_colon_but_no_drive_is_a_file(
    text: str, path: str, step: int | None
) -> None:
    assert split_at(text) == (Path(path), step)


def test_a_file_whose_name_ends_like_a_step_is_that_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("odd:12").write_text("{}")
    assert split_at("odd:12") == (Path("odd:12"), None)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_state_may_be_written_by_any_editor(
    context: Context, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(AT_VEGHEL), encoding=encoding)
    found = read_at(context, str(path))
    assert (found.map, found.state) == (None, AT_VEGHEL)


def test_a_position_file_keeps_map_state_and_digest(context: Context, save: Path) -> None:
    at = read_at(context, str(save))
    path = save.with_suffix(".clubroute")
    path.write_text(file_of(at, "after breakfast").text(), encoding="utf-8")
    again = read_at(context, str(path))
    assert (again.map, again.state, again.notes) == (at.map, at.state, at.notes)
    assert again.file is not None
    assert again.file.title == "after breakfast"
    assert again.file.origin is not None
    assert again.file.origin.file == "turn3.vsav"
    assert file_of(again).text() == path.read_text(encoding="utf-8")


def test_a_branch_names_what_it_was_branched_from(context: Context, save: Path) -> None:
    trunk = file_of(read_at(context, str(save)))
    branch = trunk.branch({**trunk.state, "units": []}, "what if")
    assert branch.parent == trunk.digest != branch.digest
    assert trunk.branch(trunk.state).digest == trunk.digest


def altered(change: Callable[[dict[str, Any]], Any]) -> str:
    record = json.loads(made("wed", AT_VEGHEL).text())
    change(record)
    return json.dumps(record)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (altered(lambda r: r["state"]["units"].clear()), "digest: found a position that does not"),
        (altered(lambda r: r.update(map="web")), "map: found 'web', expected one of"),
        (altered(lambda r: r["state"].update(unit=[])), "state.unit: found an unknown name"),
        (altered(lambda r: r.update(colour="red")), "colour: found an unknown"),
        ("[1]", "found an array, expected a state"),
        ("hello", "expected a .vsav, a .vlog, a .clubroute file or a state"),
        ("", "found an empty file"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(
    context: Context, tmp_path: Path, text: str, told: str
) -> None:
    path = tmp_path / "wrong.clubroute"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_at(context, str(path))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "wrong.clubroute" in str(refused.value)


def test_a_question_takes_its_position_and_its_map_from_a_file(
    anywhere: Context, save: Path
) -> None:
    asked = {"at": str(save), "bridge": "74.129/75.129"}
    by_file = ask(anywhere, "bridge.control", asked)
    state = read_at(anywhere, str(save)).state
    by_hand = ask(
        anywhere, "bridge.control", {"map": "wed", "bridge": "74.129/75.129", "state": state}
    )
    assert by_file == by_hand


def test_what_the_question_says_goes_before_the_file(anywhere: Context, save: Path) -> None:
    turn = {"date": "1944-09-24", "time": "0900"}
    asked = {"at": str(save), "die": 3, "state": {"turn": turn}, "map": "wed"}
    from clubroute.rules.saves.at import with_at

    told = with_at(anywhere, "bridge.control", {**asked, "bridge": "74.129/75.129"})
    position = anywhere.states.position(told["state"])
    assert position.now.date == "1944-09-24"
    assert len(position.units) == len(read_at(anywhere, str(save)).state["units"])


def test_a_file_of_it_never_snows_is_asked_by_its_own_rules(
    anywhere: Context, tmp_path: Path
) -> None:
    path = tmp_path / "ins.vsav"
    path.write_bytes(set_up("ins", "INS-5.3"))
    answer = ask(anywhere, "scenario.setup", {"at": str(path)})
    assert answer["cites"] if "cites" in answer else answer["summary"].startswith("Sept 18")


@pytest.mark.parametrize(
    ("files", "told"), [((), "this service does not read"), (("other",), "expected a file in")]
)
def test_a_service_reads_only_files_below_its_folders(
    context: Context, save: Path, files: tuple[str, ...], told: str
) -> None:
    folders = tuple(save.parent / one for one in files)
    guarded = Context(context.folder, loaded=context.loaded, files=folders)
    with pytest.raises(InputError, match=told):
        ask(guarded, "bridge.control", {"at": str(save), "bridge": "74.129/75.129"})
    # Nor by a way out of the folder.
    (save.parent / "other").mkdir()
    way = str(save.parent / "other" / ".." / save.name)
    with pytest.raises(InputError, match=told):
        ask(guarded, "bridge.control", {"at": way, "bridge": "74.129/75.129"})
    free = Context(context.folder, loaded=context.loaded, files=(save.parent,))
    assert ask(free, "bridge.control", {"at": way, "bridge": "74.129/75.129"})["verdict"]


def test_another_module_is_read_by_its_mapping_file(
    context: Context, save: Path, tmp_path: Path
) -> None:
    mapping = tmp_path / "mine.toml"
    mapping.write_text(
        'map = "Market-Garden"\n[windows]\n"*" = "wed"\n'
        '[[units]]\nmatch = { UnitId = ".+" }\nid = "$UnitId"\nside = "$Side"\n'
        'class = "$MoveClass"\nkind = "$Kind"\ncolumn = { Column_Level = "2" }\n',
        encoding="utf-8",
    )
    at = read_at(context, str(save), ToldOfFile(counters=mapping))
    own = read_at(context, str(save))
    assert [one["hex"] for one in at.state["units"]] == [one["hex"] for one in own.state["units"]]
    # Of a counter that is not ours the roster knows nothing: the state says all.
    assert {"class", "kind"} <= set().union(*at.state["units"])
    assert "class" not in set().union(*own.state["units"])
    # Markers it has no row for are no bridges that stand; nor is a back that it does not tell.
    assert not {"bridges", "markers"} & at.state.keys()
    assert "back" not in set().union(*at.state["units"])
    assert any("does not know: " in one.text for one in at.notes)


def test_a_mapping_of_no_such_module_is_refused(context: Context, save: Path) -> None:
    mapping = save.with_name("mine.toml")
    mapping.write_text(
        'map = "Market-Garden"\n[windows]\n"Where Eagles Dared" = "wed"\n', encoding="utf-8"
    )
    with pytest.raises(InputError, match="did you mean Where Eagles Dared"):
        read_at(context, str(save), ToldOfFile(counters=mapping))


def test_a_mapping_that_knows_no_bridges_says_none_stand(context: Context, tmp_path: Path) -> None:
    save, mapping = tmp_path / "ins.vsav", tmp_path / "mine.toml"
    save.write_bytes(set_up("ins", "INS-5.1"))
    mapping.write_text(
        'series = "scs"\nmap = "Market-Garden"\n[windows]\n"*" = "ins"\n'
        '[[units]]\nmatch = { UnitId = ".+" }\nid = "$UnitId"\nside = "$Side"\n',
        encoding="utf-8",
    )
    at = read_at(context, str(save), ToldOfFile(counters=mapping))
    assert "bridges" not in at.state
    assert "back" not in set().union(*at.state["units"])
    assert [one.source for one in at.notes if one.part == "bridges"] == ["unknown"]
    assert read_at(context, str(save)).state["bridges"] != {}
