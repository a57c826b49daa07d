"""Saves and logs of a module the owner has, at every door."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex
from clubroute.builder.project import shipped_project
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.vassal.archive import read_module
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.cli_options import context_of
from clubroute.rules.logs.audit.examine import Auditor, Settings
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.read import log_of
from clubroute.rules.owner.modules import known
from clubroute.rules.owner.modules.commands import import_here, use
from clubroute.rules.owner.modules.known import on_ground, own_modules
from clubroute.rules.owner.modules.overlay import OwnGround
from clubroute.rules.room.answers import Answers
from clubroute.rules.room.asking import Watch
from clubroute.rules.room.tapes import Tapes
from clubroute.rules.rulings.asking import rule
from clubroute.rules.saves.at import read_at
from clubroute.rules.saves.live import opened
from clubroute.rules.saves.tape import read_tape
from clubroute.rules.service.state_methods import VassalText
from tests.logs.recorder import Recorder
from tests.rules.owner.modules.played import company, palette, recorder
from tests.rules.owner.modules.writer import (
    DX,
    DY,
    Numbers,
    Sheet,
    module,
    written,
    zipped,
)
from tests.rules.service.running import running

NAME = "GTS played"
SHEET = Sheet("Sheet 2", range(131, 151), range(20, 40), Numbers(separator="", less=100))
"""Its numbers have nothing between column and row: 3120."""
RIVER = 140
"""A River runs east of this column, from the top of the board to its end: nobody crosses it."""


@dataclass(frozen=True)
class Played:
    """A module the owner has, and a log of it that is not written yet."""

    context: Context
    vmod: Path
    game: Recorder
    pieces: dict[str, str]
    places: dict[str, tuple[int, int]]

    def drag(self, unit: str, number: str) -> None:
        self.game.move(self.pieces[unit], "Map", *self.places[number])

    def log(self) -> Path:
        path = self.vmod.with_suffix(".vlog")
        self.game.write(path)
        return path

    def findings(self) -> dict[str, LogFinding]:
        report, _ = check_file(self.context, self.log())
        return {one.name: one for one in report.findings}


@pytest.fixture
def played(
    own_cache: None,
    gts_map: CompiledMap,
    map_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., Played]:
    monkeypatch.setattr(known, "LOOK_AGAIN", 0.0)

    def made(
        river: bool = True,
        version: str = "1.0",
        imported: bool = True,
        saved: int = 0,
        file: str = "played",
    ) -> Played:
        (board,) = boards = written(gts_map.terrain, [SHEET])
        board.lines = [f"h,{c},{r},Clear" for c, r in board.cells.values()]
        for h, cell in board.cells.items():
            if river and h.line == RIVER:
                for beyond in (Hex(RIVER + 1, h.half - 1), Hex(RIVER + 1, h.half + 1)):
                    other = board.cells.get(beyond)
                    if other is not None:
                        board.lines.append("e,{},{},{},{},River".format(*cell, *other))
        units = {"A Company": company("A Company", "1"), "B Company": company("B Company", "2", 4)}
        path = tmp_path / f"{file}.vmod"
        more = [palette(dict(zip("12", units.values(), strict=True)))]
        data = module(boards, name=NAME, more=more, saved=saved)
        path.write_bytes(data)
        context = Context(map_folder, owner_folder=tmp_path / "owner")
        if imported:
            import_here(context, path)
        x0, y0 = board.origin
        places = {
            f"{h.line % 100}.{(h.half - (h.line % 2 == 0)) // 2}": (
                int(x0 + DX * c),
                int(y0 + DY * r) + (int(DY / 2) if c % 2 else 0),
            )
            for h, (c, r) in board.cells.items()
        }
        start = [(units["A Company"], places["39.30"]), (units["B Company"], places["36.30"])]
        game = recorder(read_module(path), boards, start, NAME, version, saved)
        ids = {one.name: id_ for id_, one in game.game.pieces.items()}
        return Played(context, path, game, ids, places)

    return made


def test_a_move_over_the_modules_river_is_illegal(played: Callable[..., Played]) -> None:
    game = played()
    game.drag("A Company", "40.30")
    game.drag("A Company", "41.30")
    game.drag("B Company", "37.30")
    found = game.findings()
    assert found["A Company"].verdict == "illegal"
    assert found["A Company"].provenance == "owner"
    assert found["A Company"].rule == "TDC 2.12"
    assert found["B Company"].verdict != "illegal"


def test_an_audit_says_the_same(played: Callable[..., Played]) -> None:
    game = played()
    game.drag("A Company", "40.30")
    game.drag("A Company", "41.30")
    wanted = {name: one.verdict for name, one in game.findings().items()}
    settings = Settings(game.context.folder, game.context.owner)
    record = Auditor(settings).audit(game.log())
    assert {one["name"]: one["verdict"] for one in record["findings"]} == wanted
    (illegal,) = [one for one in record["findings"] if one["verdict"] == "illegal"]
    assert "=== clubroute ruling" in illegal["ruling"]


def test_the_same_move_is_not_where_the_module_has_no_river(played: Callable[..., Played]) -> None:
    game = played(river=False)
    game.drag("A Company", "40.30")
    game.drag("A Company", "41.30")
    assert game.findings()["A Company"].verdict != "illegal"


def test_allowances_are_those_of_its_counters(played: Callable[..., Played]) -> None:
    game = played(river=False)
    for number in ("37.30", "38.30", "39.30", "40.30", "41.31", "42.31", "43.32", "44.32"):
        game.drag("B Company", number)
    for number in ("38.30", "37.30", "36.30", "35.30"):
        game.drag("A Company", number)
    found = game.findings()
    assert "of 4" in found["B Company"].why or "more than its 4 MP" in found["B Company"].why
    assert found["B Company"].verdict in ("illegal", "possible")
    assert not any("allowance" in need for one in found.values() for need in one.needs)


def test_what_the_owner_says_of_a_counter_goes_before_it(played: Callable[..., Played]) -> None:
    game = played(river=False)
    path = game.context.owner / "modules" / "gts-played" / "ratings.csv"
    text = path.read_text("utf-8")
    assert "2,B Company,front,,none,leg,4," in text
    path.write_text(text.replace("front,,none,leg,4,", "front,,none,leg,8,"), "utf-8")
    at = read_at(game.context, str(game.log()))
    ma = {unit["name"]: unit["ma"] for unit in at.state["units"]}
    assert ma == {"A Company": 6, "B Company": 8}


def test_mounted_a_unit_has_its_second_side(played: Callable[..., Played]) -> None:
    game = played()
    game.game.change(game.pieces["A Company"], "emb2;Trn;", "1")
    game.game.change(game.pieces["B Company"], "emb2;Column;", "1")
    units = {one["name"]: one for one in read_at(game.context, str(game.log())).state["units"]}
    assert [units["A Company"][name] for name in ("mounted", "organic", "ma", "class")] == [
        True,
        "wheeled",
        14,
        "leg",
    ]
    assert units["B Company"]["column"] is True


def test_every_door_gives_the_same_answer(
    played: Callable[..., Played], capsys: pytest.CaptureFixture[str], map_folder: Path
) -> None:
    game = played()
    path = game.log()
    question: dict[str, Any] = {"unit": "A Company", "from": "39.30", "to": "38.30"}
    context = game.context
    context.files = None
    told = ask(context, "move.best", {**question, "at": str(path)})
    assert "your module's ground" in told["summary"] or told["provenance"] == "owner"
    at = read_at(context, str(path))
    assert at.map == "tdc"
    by_state = ask(context, "move.best", {"map": "tdc", **question, "state": at.state})
    handle = context.states.open(at.state)
    by_handle = ask(context, "move.best", {"map": "tdc", **question, "state": handle})
    text = "\x1b".join(atom.text() for atom in restored(game))
    live = opened(context, VassalText(text=text, module=NAME))
    by_text = ask(context, "move.best", {"map": "tdc", **question, "state": live["state"]})
    tape = read_tape(context, path)
    by_tape = ask(context, "move.best", {"map": "tdc", **question, "state": tape.start.state})
    code = main(
        [
            *("ask", "move.best", json.dumps(question), "--at", str(path), "--json"),
            *("--maps", str(map_folder), "--owner", str(context.owner)),
        ]
    )
    printed = json.loads(capsys.readouterr().out.splitlines()[0])
    assert code == 0
    asked = {"map": "tdc", **question}
    with running(context=context) as place, place.connect() as wire:
        sent = wire.ask("state.open", vassal={"text": text, "module": NAME})
        by_socket = wire.ask("move.best", **asked, state=sent["result"]["state"])["result"]
    answers = Answers(context, shipped_project(), Watch(None), pytest.fail)
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "move.best",
        "params": {**asked, "state": at.state},
    }
    by_room = json.loads(answers.answer("POST", "/rpc", body=json.dumps(body).encode()).data)
    bare = [strip(one) for one in (told, by_state, by_handle, by_text, by_tape, printed)]
    bare += [by_socket, by_room["result"]]
    assert all(one == bare[0] for one in bare)


@pytest.fixture
def named(played: Callable[..., Played], tmp_path: Path) -> tuple[Played, list[str]]:
    """A module that is not imported, and what names it and its counters."""
    game = played(imported=False)
    away = Context(game.context.folder, owner_folder=tmp_path / "away")
    import_here(away, game.vmod)
    counters = away.owner / "modules" / "gts-played" / "counters.toml"
    return game, ["--module", str(game.vmod), "--counters", str(counters)]


def test_every_door_takes_a_module_that_is_only_named(
    named: tuple[Played, list[str]],
    map_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, options = named
    path = str(game.log())
    own = ["--maps", str(map_folder), "--owner", str(game.context.owner)]
    wanted = {"from": "39.30", "to": "36.30"}

    def printed(*arguments: str) -> str:
        assert main([*arguments, *own]) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    at = ["--at", path, *options]
    by_json = json.loads(printed("ask", "los.check", json.dumps(wanted), *at, "--json"))
    by_words = json.loads(printed("ask", "los.check", "39.30", "36.30", *at, "--json"))
    by_command = json.loads(printed("los", "39.30", "36.30", *at, "--json"))
    assert by_json == by_words == by_command
    assert "36.30" in by_json["summary"]
    shown = printed("los", "39.30", "36.30", *at)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"los 39.30 36.30\n")))
    assert shown.splitlines()[0] in printed("shell", *at)
    # Numbers with nothing between column and row are told our way at each of them.
    position = json.loads(printed("position", path, *options, "--json"))
    assert {unit["hex"] for unit in position["state"]["units"]} == {"39.30", "36.30"}
    drawn = str(Path(path).with_name("drawn.png"))
    mapped = [options[0], options[1], "--mapping", options[3], "--owner", own[3]]
    draw = ["draw", "tdc", "--at", path, *mapped, "--hexes", "36.28-41.32", "--out", drawn]
    assert main(draw) == 0, capsys.readouterr().err
    assert Path(drawn).stat().st_size > 10_000
    context = context_of(map_folder, game.context.owner, game.vmod, Path(options[3]))
    tape = Tapes(context).take(Path(path).read_bytes(), "game.vlog")
    assert (tape["map"], tape["first"]["units"]) == ("tdc", position["state"]["units"])
    text = "\x1b".join(atom.text() for atom in restored(game))
    live = opened(context, VassalText(text=text, module=NAME))
    by_text = ask(context, "los.check", {"map": "tdc", **wanted, "state": live["state"]})
    assert strip(by_text) == by_json


def test_what_rests_on_a_module_that_is_only_named_is_verified(
    named: tuple[Played, list[str]],
    map_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, options = named
    game.drag("A Company", "37.30")
    path, records = str(game.log()), tmp_path / "records"
    game.context.owner.mkdir()
    own = ["--maps", str(map_folder), "--owner", str(game.context.owner)]
    assert main(["check", path, "--all", "--records", str(records), *options, *own]) in (0, 1)
    asked, position = tmp_path / "asked.txt", tmp_path / "p.clubroute"
    question = ["39.30", "36.30", "--at", path, "--record", str(asked)]
    assert main(["ask", "los.check", *question, *options, *own]) == 0
    assert main(["position", path, "--out", str(position), *options, *own]) == 0
    told = [*records.iterdir(), asked, position]
    assert len(told) > 2
    capsys.readouterr()
    for one in told:
        assert main(["verify", str(one), "--log", path, *options, *own]) == 0, one
        shown = capsys.readouterr().out
        assert shown.startswith(("the same, byte for byte", "fits its digest")), one
    # Without what names it a record about a log cannot be asked again, and says why.
    (about_log, *_) = records.iterdir()
    assert main(["verify", str(about_log), "--log", path, *own]) == 1
    assert "clubroute owner import" in capsys.readouterr().out


def test_a_module_named_for_all_logs_is_not_taken_for_another(
    named: tuple[Played, list[str]], map_folder: Path, tmp_path: Path
) -> None:
    game, options = named
    path = game.log()
    other = game.vmod.with_name("other.vmod")
    entries = {one.name: one.data for one in read_module(game.vmod).entries}
    build = entries["buildFile.xml"].replace(NAME.encode(), b"GTS another")
    other.write_bytes(zipped({**entries, "buildFile.xml": build}))
    context = context_of(map_folder, game.context.owner, other, Path(options[3]))
    with pytest.raises(InputError, match="clubroute owner import"):
        Tapes(context).take(path.read_bytes(), "game.vlog")


def restored(game: Played) -> Sequence[Any]:
    """The commands that restore the game, as a program inside VASSAL has them."""
    return log_of(game.game.bytes_of(()), Where("x")).setup


def strip(answer: Any) -> Any:
    """An answer as JSON."""
    return json.loads(json.dumps(answer))


def test_the_modules_file_may_be_gone(played: Callable[..., Played]) -> None:
    game = played()
    game.vmod.unlink()
    assert read_at(game.context, str(game.log())).map == "tdc"


def test_another_version_is_told(played: Callable[..., Played]) -> None:
    game = played(version="1.1")
    report, _ = check_file(game.context, game.log())
    assert any("of version 1.1; read by the imported 1.0" in note for note in report.notes)
    notes = read_at(game.context, str(game.log())).notes
    assert any("of version 1.1" in note.text for note in notes)


def test_of_two_modules_of_one_name_each_judges_its_own_logs(
    played: Callable[..., Played],
) -> None:
    """The second has no River where the first has one, and the same name and version."""
    wet = played()
    dry = played(river=False, saved=5, file="dry")
    assert len(own_modules(dry.context).modules) == 2
    for game, illegal in ((wet, True), (dry, False)):
        game.drag("A Company", "40.30")
        game.drag("A Company", "41.30")
        found = game.findings()["A Company"]
        assert (found.verdict == "illegal") == illegal
        settings = Settings(game.context.folder, game.context.owner)
        (audited,) = Auditor(settings).audit(game.log())["findings"]
        assert audited["verdict"] == found.verdict
        told = read_at(game.context, str(game.log()))
        assert not any("as far as the file tells" in note.text for note in told.notes)
        question = {"map": "tdc", "state": told.state, "from": "40.30", "to": "41.30"}
        context, _ = on_ground(game.context, question)
        assert isinstance(context.ground, OwnGround)
        assert context.ground.told.file == str(game.vmod)


def test_a_file_that_is_named_tells_by_its_digest_which_of_two_it_is(
    played: Callable[..., Played],
) -> None:
    wet, dry = played(), played(river=False, file="dry")
    wet.drag("A Company", "40.30")
    wet.drag("A Company", "41.30")
    log = wet.log()
    report, _ = check_file(wet.context, log)
    assert any("as far as the file tells" in note for note in report.notes)
    for game, illegal in ((wet, True), (dry, False)):
        report, _ = check_file(wet.context, log, module=game.vmod)
        found = {one.name: one.verdict for one in report.findings}
        assert (found["A Company"] == "illegal") == illegal
        assert not any("as far as the file tells" in note for note in report.notes)
    # What the owner uses is meant where the log leaves it open.
    (other,) = [one for one in own_modules(dry.context).modules if one.told.file == str(dry.vmod)]
    use(dry.context, other.folder.name)
    report, _ = check_file(dry.context, log)
    assert "illegal" not in {one.verdict for one in report.findings}
    third = log.with_name("third.vmod")
    third.write_bytes(dry.vmod.read_bytes() + b"\0")
    report, _ = check_file(wet.context, log, module=third)
    assert any("another file than the imported one" in note for note in report.notes)


def test_a_name_that_two_modules_have_is_asked_about(played: Callable[..., Played]) -> None:
    wet, dry = played(), played(river=False, file="dry")
    names = [one.folder.name for one in own_modules(wet.context).modules]
    asked = {"map": "tdc", "from": "39.30", "to": "36.30"}
    for named in ({"ground": NAME}, {"state": {"module": NAME}}):
        with pytest.raises(InputError, match=f"expected one of {names[0]}, {names[1]}: 2 modules"):
            ask(wet.context, "hex.distance", asked | named)
    with pytest.raises(InputError, match="2 modules have that name"):
        use(wet.context, NAME)
    for name in names:
        assert ask(wet.context, "hex.distance", asked | {"ground": name})
    lines = use(dry.context, "")
    assert len(lines) == 2
    for line, name, game in zip(lines, names, (wet, dry), strict=True):
        assert line.startswith(f"{name}: {NAME} 1.0 (SHA-256 ")
        assert str(game.vmod) in line


def test_a_module_nobody_has_is_one_line(played: Callable[..., Played]) -> None:
    game = played(imported=False)
    path = game.log()
    with pytest.raises(InputError, match="clubroute owner import"):
        check_file(game.context, path)
    with pytest.raises(InputError, match="clubroute owner import"):
        read_at(game.context, str(path))
    with pytest.raises(InputError, match="whose counters are known: clubroute owner import"):
        check_file(game.context, path, module=game.vmod)


def test_many_questions_look_into_the_folder_once(
    played: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played()
    looked: list[Path] = []
    stamps = known.stamps_of
    monkeypatch.setattr(known, "LOOK_AGAIN", 0.5)
    monkeypatch.setattr(known.time, "monotonic", lambda: 1e9)
    monkeypatch.setattr(known, "stamps_of", lambda owner: looked.append(owner) or stamps(owner))
    for _ in range(50):
        ask(game.context, "hex.distance", {"map": "tdc", "from": "39.30", "to": "36.30"})
    assert looked == [game.context.owner]


def test_without_modules_no_folder_is_gone_through(
    map_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "folders", pytest.fail)
    context = Context(map_folder, owner_folder=tmp_path / "owner")
    assert ask(context, "hex.distance", {"map": "tdc", "from": "39.30", "to": "36.30"})


def test_a_record_says_whose_ground_it_rests_on_and_is_verified(
    played: Callable[..., Played],
    map_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = played()
    game.drag("A Company", "40.30")
    game.drag("A Company", "41.30")
    path, records = str(game.log()), tmp_path / "records"
    own = ["--maps", str(map_folder), "--owner", str(game.context.owner)]
    assert main(["check", path, "--records", str(records), *own]) == 1
    (record,) = records.glob("*illegal*")
    assert re.search(r"^terrain: [0-9a-f]{16}@GTS-played$", record.read_text("utf-8"), re.MULTILINE)
    capsys.readouterr()
    assert main(["verify", str(record), "--log", path, *own]) == 0
    assert capsys.readouterr().out.startswith("the same, byte for byte: log.finding")
    settings = Settings(game.context.folder, game.context.owner)
    audited = Auditor(settings).audit(Path(path))
    (illegal,) = [one for one in audited["findings"] if one["verdict"] == "illegal"]
    assert "@GTS-played" in illegal["ruling"]
    ours = rule(game.context, "hex.distance", {"map": "tdc", "from": "39.30", "to": "36.30"})
    assert "@" not in ours.versions.terrain
