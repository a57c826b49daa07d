"""What the check says of single deeds in logs of It Never Snows, sentence by sentence."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Chat,
    MutableProperty,
    PlayerEntry,
)
from clubroute.rules.logs.audit.examine import Auditor, Settings
from clubroute.rules.logs.audit.modules import Modules
from clubroute.rules.logs.audit.pictures import MovePictures
from clubroute.rules.logs.audit.plates import centre
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.series import series_of_module
from tests.logs.scs.games import checked
from tests.logs.scs.player import Player
from tests.logs.scs.scenario import BLOWN, PREPARED, InsGame
from tests.logs.scs.table import AWAY, Recorded

GERMAN = "ind-beek"
GUN = "82-376"


class Log:
    """A log made by hand: units by id, hexes by number. ``begun``: a turn and a die are played."""

    def __init__(self, game: InsGame, *, begun: bool = True) -> None:
        self.game, self.table = game, Recorded(game)
        self.player = Player(self.table, game, random.Random(0))
        if begun:
            self.table.next_turn()
            self.player.roll()

    def put(self, unit: str, *hexes: str) -> None:
        self.player.put(unit, *hexes)

    def turns_over(self, bridge: str, blown: bool) -> None:
        """Turn a bridge's marker over."""
        self.table.turn_over(self.game.told.ids[bridge], "reduced", blown)

    def lands(self, unit: str, hex_: str) -> None:
        """Put a unit of the 1st Airborne onto the map that was not there."""
        like = self.table.recorder.game.pieces[self.game.told.ids["1al-b-ksb"]]
        x, y = self.game.told.pixel(hex_)
        state = like.state_text().replace("1al-b-ksb", unit)
        state = state.replace(f"{like.map};{like.x};{like.y}", f"{like.map};{x};{y}")
        self.table.recorder.step(AddPiece("777", like.type, state))

    def of(self, check: str, unit: str = "", over: bool = True) -> list[LogFinding]:
        """The findings of a kind, about a unit."""
        if over:
            self.table.next_turn()
        found = checked(self.game, self.table.data()).findings
        return [one for one in found if one.check == check and one.unit in (unit or one.unit)]

    def move(self, unit: str, over: bool = True) -> LogFinding:
        """The one finding about a unit's turn."""
        (found,) = self.of("move", unit, over)
        return found


@pytest.fixture
def log(ins_game: InsGame) -> Log:
    return Log(ins_game)


def test_the_module_is_of_its_series() -> None:
    assert series_of_module("It Never Snows").windows == ("ins",)


def test_a_move_within_the_allowance_is_legal_with_its_cost(log: Log) -> None:
    log.put("1al-b-ksb", "A44.18")
    found = log.move("1al-b-ksb")
    assert found.verdict == "legal"
    assert found.why.endswith("of 5 MP")


def test_an_unknown_allowance_is_named_and_accuses_nobody(log: Log, ins_game: InsGame) -> None:
    table = ins_game.context.folder.parent / "owner" / "ins_ratings.csv"
    kept = table.read_text(encoding="utf-8")
    log.put("1al-b-ksb", "A45.30")
    try:
        table.unlink()
        found = log.move("1al-b-ksb")
    finally:
        table.write_text(kept, encoding="utf-8", newline="\n")
    assert found.verdict == "unchecked"
    assert any("unit.ma" in need for need in found.needs)


def test_what_lies_on_a_pile_is_off_the_map(log: Log, ins_game: InsGame) -> None:
    log.player.roll()
    log.put("504-d-2", "B20.04")
    assert log.move("504-d-2").verdict == "illegal"
    found = checked(ins_game, log.table.data(), piles=["B20.04"]).findings
    assert not [one for one in found if one.unit == "504-d-2"]


@pytest.mark.parametrize("die", [True, False])
def test_combat_moves_a_unit_only_after_a_die_since_it_last_moved(log: Log, die: bool) -> None:
    log.put("504-d-2", "A21.04")
    if die:
        log.player.roll()
    log.player.kill("107-2-pz")
    log.put("504-d-2", "A20.04")
    found = log.move("504-d-2")
    assert (found.verdict == "possible") is die
    assert die or found.verdict == "illegal"


def test_a_unit_among_enemies_at_the_end_of_a_log_accuses_nobody(log: Log) -> None:
    log.put("irish-2-2", "A20.04")
    assert log.move("irish-2-2", over=False).verdict == "possible"


def test_a_unit_among_enemies_when_the_turn_is_over_is_illegal(log: Log) -> None:
    log.put("irish-2-2", "A20.04")
    found = log.move("irish-2-2")
    assert (found.verdict, found.method) == ("illegal", "move.check")
    assert found.receipt is not None


@pytest.mark.parametrize(("turns", "verdict"), [(0, "illegal"), (1, None)])
def test_air_drops_come_on_am_turns(log: Log, turns: int, verdict: str | None) -> None:
    for _ in range(turns):
        log.table.next_turn()
    log.lands("1al-a-ksb", "A45.20")
    assert [one.verdict for one in log.of("drop")] == ([verdict] if verdict else [])


@pytest.mark.parametrize("more", [(), ("A38.18",)])
def test_a_unit_lifted_and_put_back_goes_on_with_its_turn(log: Log, more: tuple[str, ...]) -> None:
    log.put("1al-b-ksb", "A40.18")
    log.table.drag(log.game.told.ids["1al-b-ksb"], *AWAY)
    log.put("1al-b-ksb", "A40.18", *more)
    assert log.of("drop") == []
    assert log.move("1al-b-ksb").verdict == ("illegal" if more else "legal")


def test_what_slips_and_is_put_right_is_possible(log: Log) -> None:
    log.put("1al-b-ksb", "A60.19", "A45.18")
    found = log.move("1al-b-ksb")
    assert found.verdict == "possible"
    assert "as shown A45.19–A60.19: the way takes 18 MP, of 5" in found.why


def test_an_undone_move_is_none(log: Log) -> None:
    log.put("1al-b-ksb", "A60.19")
    log.table.undo()
    assert log.of("move") == []


STATES: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    (GUN, ("oos", "fired"), "illegal", "INS 1.8a"),
    ("irish-2-2", ("oos", "exploited"), "illegal", "INS 1.8a"),
    ("irish-2-2", ("dg", "exploited"), "illegal", "INS 1.7"),
    ("1al-b-ksb", ("exploited",), "illegal", "INS 1.6a"),
    ("1abn-9", ("dg", "emplaced"), "illegal", "INS 1.7"),
)


@pytest.mark.parametrize(("unit", "states", "verdict", "rule"), STATES)
def test_what_is_put_on_a_unit_that_may_not(
    log: Log, unit: str, states: tuple[str, ...], verdict: str, rule: str
) -> None:
    for state in states:
        log.player.show(unit, state)
    (found,) = log.of("state", unit)
    assert (found.verdict, found.rule) == (verdict, rule)
    log.player.show(unit, states[-1], False)


@pytest.mark.parametrize("doing", [Log.put, None])
def test_a_mark_put_on_by_mistake_and_taken_off_is_nothing(
    log: Log, doing: Callable[..., None] | None
) -> None:
    log.player.show("1al-b-ksb", "exploited")
    log.player.show("1al-b-ksb", "exploited", False)
    if doing:
        doing(log, "1al-b-ksb", "A44.18")
    assert log.of("state") == []


def test_before_the_first_die_of_a_scenarios_first_turn_it_may_be_set_up(
    ins_game: InsGame,
) -> None:
    log = Log(ins_game, begun=False)
    log.put("1al-b-ksb", "A60.19")
    found = log.move("1al-b-ksb")
    assert found.verdict == "unchecked"
    assert any("set-up" in need for need in found.needs)


def test_evidence_is_drawn_on_upright_hexes(log: Log) -> None:
    log.put("irish-2-2", "A20.04")
    found = log.move("irish-2-2").record()
    pictures = MovePictures(log.game.context, Modules(()))
    drawn = pictures.draw(found, {"map": "ins", "versions": {"module": "none"}})
    assert drawn is not None
    words = {text.text for text in drawn.iter("text")}
    assert {"before", "after", "G"} <= words
    here, beside = (centre(log.player.map, log.player.id(n)) for n in ("A20.03", "A20.04"))
    assert here[1] == beside[1]
    assert here[0] > beside[0], "hexes are numbered from the right"


def test_evidence_shows_what_every_counter_beside_the_way_looked_like(
    log: Log, tmp_path: Path
) -> None:
    log.put("irish-2-2", "A20.04")
    log.table.next_turn()
    (tmp_path / "ins.vmod").write_bytes(log.game.told.module)
    settings = Settings(log.game.context.folder, log.game.context.owner, (tmp_path / "ins.vmod",))
    audit = Auditor(settings).audit_bytes(log.table.data(), "game.vlog")
    (found,) = (one for one in audit["findings"] if one["unit"] == "irish-2-2")
    units = [unit["id"] for unit in found["asked"]["state"]["units"]]
    assert len(units) > 1
    for unit in units:
        first, *_ = audit["faces"][unit]
        assert first["step"] == 0
        assert first["pictures"][0].startswith(f"{unit}.")


def test_a_bridge_of_a_bridging_unit_near_the_way_leaves_an_accusation_open(log: Log) -> None:
    log.put("xxx-128", "A47.22")
    log.player.show("xxx-128", "reduced")
    log.put("1al-b-ksb", "A60.19")
    found = log.move("1al-b-ksb")
    assert found.verdict == "unchecked"
    assert any("spans" in need for need in found.needs)


def test_no_rule_mends_a_blown_bridge(log: Log) -> None:
    log.turns_over(BLOWN, False)
    (early,) = log.of("bridge", BLOWN, over=False)
    assert (early.verdict, early.receipt) == ("unchecked", None)
    (found,) = log.of("bridge", BLOWN)
    assert (found.verdict, found.rule, found.needs) == ("illegal", "INS 3.2", ())


def test_a_bridge_turned_over_and_back_is_no_finding(log: Log) -> None:
    log.turns_over(BLOWN, False)
    log.turns_over(BLOWN, True)
    assert log.of("bridge", BLOWN) == []


def test_a_bridging_unit_may_have_built_its_own_at_a_blown_bridge(log: Log) -> None:
    log.put("xxx-128", "B4.24")
    log.turns_over(BLOWN, False)
    (found,) = log.of("bridge", BLOWN)
    assert found.verdict == "unchecked"
    assert "INS 1.15c" in found.needs[0]


def test_what_was_blown_in_the_log_may_have_been_blown_by_mistake(log: Log) -> None:
    log.turns_over(PREPARED, True)
    log.table.next_turn()
    log.turns_over(PREPARED, False)
    *_, found = log.of("bridge", PREPARED)
    assert (found.verdict, found.needs[0][:29]) == ("unchecked", "whether it was blown by mista")


def test_what_the_log_before_may_have_blown_is_not_accused(ins_game: InsGame) -> None:
    log = Log(ins_game, begun=False)
    log.player.roll()
    log.turns_over(BLOWN, False)
    (found,) = log.of("bridge", BLOWN)
    assert found.verdict == "unchecked"


@pytest.mark.parametrize(
    ("house", "words"),
    [((), "of 3 MP"), (("rounding=up",), "of 3 MP"), (("rounding=down",), "2 MP")],
)
def test_a_house_reads_the_series_rules_as_its_round_says(
    house: tuple[str, ...], words: str, ins_game: InsGame
) -> None:
    log = Log(ins_game, begun=False)
    log.player.show("1al-b-ksb", "dg")
    log.table.next_turn()
    log.player.roll()
    log.put("1al-b-ksb", "A44.18")
    log.table.next_turn()
    report = checked(ins_game, log.table.data(), readings=list(house))
    (found,) = (one for one in report.findings if one.check == "move")
    assert words in found.why, found.line()


@pytest.mark.parametrize(("who", "dice"), [("nobody", 0), ("anybody", 0), ("Anna", 0), ("Bert", 1)])
def test_who_throws_which_die(who: str, dice: int, ins_game: InsGame) -> None:
    log = Log(ins_game, begun=False)
    log.table.next_turn()
    players = [PlayerEntry("a", "Anna", "Allied"), PlayerEntry("b", "Bert", "German")]
    log.table.recorder.step(*players)
    result = MutableProperty("Dice_result", "", "7", "Module")
    log.table.recorder.step(Chat("** Dice = 7 *** &lt;Anna&gt;"), result)
    found = checked(ins_game, log.table.data(), throws=[f"dice: {who}"]).findings
    assert [one.player for one in found if one.check == "dice"] == ["Anna"] * dice
