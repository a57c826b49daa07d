"""A module of somebody else's, played in the real engine and checked through a mapping file.

What is proven is illegal; what rests on ground that its map may draw otherwise is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.logs.check.finding import CheckReport, LogFinding
from tests.engine import foreign_corps as corps
from tests.engine import handmade
from tests.engine.driver import Engine
from tests.engine.prepare import EngineFiles

pytestmark = pytest.mark.engine

ACTIVE = "501 Activation"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("corps")


@pytest.fixture(scope="module")
def path(folder: Path) -> Path:
    return handmade.write_module(corps.foreign_corps(), folder / "corridor.vmod")


@pytest.fixture(scope="module")
def mapping(folder: Path) -> Path:
    file = folder / "corridor.toml"
    file.write_text(corps.MAPPING, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def context(gts_map: CompiledMap, folder: Path) -> Context:
    """Without an owner's ratings: this module's counters show their allowances."""
    build = folder / "build"
    build.mkdir()
    (build / "gts.terrain").write_bytes(encode_terrain(gts_map.terrain))
    return Context(build)


@pytest.fixture(scope="module")
def engine(engine_files: EngineFiles, display: str, path: Path) -> Iterator[Engine]:
    with Engine(engine_files, display, path) as engine:
        yield engine


class Game:
    """A game of the module in the engine. Pieces are named by what is printed on them."""

    def __init__(self, engine: Engine, log: Path) -> None:
        self._engine, self.log = engine, log
        engine.new_game()
        pieces = engine.position().pieces
        self._ids: Mapping[str, str] = {piece.name: piece.id for piece in pieces}
        engine.begin_log(log)
        self.roll()

    def roll(self) -> None:
        self._engine.dice("1d10", 1)

    def draw(self, wanted: str = ACTIVE) -> None:
        """Draw until a chit comes; the others leave the game."""
        while (drawn := self._engine.draw(corps.CUP, 1, corps.DRAWN_AT)[0]) != wanted:
            self._engine.press(self._ids[drawn], "ctrl D")

    def put(self, name: str, *hexes: str) -> None:
        for number in hexes:
            self._engine.move(self._ids[name], corps.MAIN, corps.place_of(number))

    def put_stack(self, name: str, number: str) -> None:
        stack = next(p.stack for p in self._engine.position().pieces if p.name == name)
        assert stack is not None
        self._engine.move(stack, corps.MAIN, corps.place_of(number))

    def put_in_play(self, name: str) -> None:
        self._engine.move(self._ids[name], corps.CUPS, corps.DRAWN_AT)

    def press(self, name: str, key: str) -> None:
        self._engine.press(self._ids[name], key)


@pytest.fixture
def game(engine: Engine, tmp_path: Path) -> Game:
    return Game(engine, tmp_path / "game.vlog")


@pytest.fixture
def check(
    engine: Engine, game: Game, context: Context, path: Path, mapping: Path
) -> Callable[[], CheckReport]:
    """Ends the log and checks it."""

    def checked() -> CheckReport:
        engine.end_log()
        assert engine.problems == []
        return check_file(context, game.log, module=path, counters=mapping)[0]

    return checked


def of(report: CheckReport, name: str) -> LogFinding:
    """The one finding about a Unit."""
    (found,) = (finding for finding in report.findings if finding.unit == name)
    return found


Check = Callable[[], CheckReport]


def test_a_legal_move_says_what_it_rests_on(game: Game, check: Check) -> None:
    game.draw()
    game.put("C-1-501", "75.128", "75.127")
    report = check()
    found = of(report, "C-1-501")
    assert (found.verdict, found.why) == ("legal", "at least 4 MP of 7")
    assert found.hexes == ("76.128", "75.128", "75.127")
    assert found.provenance in ("survey", "assumed")
    assert found.notes == (f"rests on {found.provenance} facts: the printed map decides",)
    assert found.turn == "September 19 0700"
    assert found.chit == ACTIVE
    assert any("not a module of ours" in note for note in report.notes)
    assert report.clean


def test_its_own_allowance_counts(game: Game, check: Check) -> None:
    game.draw()
    game.press("C-1-501", corps.SPEND)
    game.put("C-1-501", "75.128", "75.127")
    found = of(check(), "C-1-501")
    # 3 MP left of the 7: two Actions explain it.
    assert found.verdict == "possible"
    assert "more than its 3 MP" in found.why


def test_one_key_that_moves_it_twice_is_two_hexes(game: Game, check: Check) -> None:
    game.draw()
    game.press("C-1-501", corps.HOP)
    found = of(check(), "C-1-501")
    assert found.hexes == ("76.128", "76.129", "76.130")
    assert found.steps[0] == found.steps[-1]


def test_too_far_on_surveyed_ground_is_unchecked(game: Game, check: Check) -> None:
    game.draw()
    game.put("C-1-501", "80.160")
    found = of(check(), "C-1-501")
    assert found.verdict == "unchecked"
    assert found.needs[0].startswith("the printed map: the answer rests on ")
    assert found.receipt is not None
    assert found.receipt["verdict"] == "illegal"


def test_a_canal_that_no_rulebook_names_is_unchecked(game: Game, check: Check) -> None:
    game.draw()
    game.put("D-2-501", "76.130")
    assert of(check(), "D-2-501").verdict == "unchecked"


def test_an_enemy_is_an_enemy_on_any_map(game: Game, check: Check) -> None:
    game.draw()
    game.put("C-1-501", "78.131")
    found = of(check(), "C-1-501")
    # The log ends before the next chit shows whether it was an Assault.
    assert (found.verdict, found.check) == ("possible", "move")
    assert "in 78.131: an Assault may be in progress" in found.why


def test_allies_of_another_nation_are_no_enemies(game: Game, check: Check) -> None:
    game.draw()
    game.put("C-1-501", "77.128", "77.129")
    assert of(check(), "C-1-501").verdict == "legal"


def test_a_leader_holds_no_hex_and_is_not_judged(game: Game, check: Check) -> None:
    game.draw()
    game.put("Staff", "78.131")
    found = of(check(), "Staff")
    assert (found.verdict, found.why) == (
        "unchecked",
        "how a chief moves is said by the series rules",
    )


def test_a_destroyed_bridge_of_the_rulebook(game: Game, check: Check) -> None:
    game.draw()
    game.put("A-1-501", "74.129")
    found = of(check(), "A-1-501")
    assert (found.verdict, found.rule, found.provenance) == ("illegal", "WED 2.15.6", "rulebook")


def test_by_ferry_over_a_destroyed_bridge(game: Game, check: Check) -> None:
    game.draw()
    game.put("H-3-501", "66.156")
    found = of(check(), "H-3-501")
    assert (found.verdict, found.why) == ("legal", "by ferry to 66.156")


def test_by_ferry_but_not_in_column(game: Game, check: Check) -> None:
    game.draw()
    game.put("I-3-501", "66.156")
    found = of(check(), "I-3-501")
    assert (found.verdict, found.rule, found.provenance) == ("illegal", "WED 2.18.2", "rulebook")
    assert found.why.startswith("a Unit must be in Column to use a ferry")


def test_a_stack_is_judged_one_by_one(game: Game, check: Check) -> None:
    game.draw()
    game.put("H-3-501", "66.158")
    game.put("I-3-501", "66.158")
    game.put_stack("H-3-501", "66.159")
    report = check()
    for name in ("H-3-501", "I-3-501"):
        assert of(report, name).hexes == ("66.157", "66.158", "66.159")
        assert of(report, name).verdict == "legal"


def test_whom_the_chit_does_not_activate(game: Game, check: Check) -> None:
    game.draw()
    game.put("A-1-502", "70.151")
    found = of(check(), "A-1-502")
    assert (found.verdict, found.check) == ("illegal", "chit")
    assert found.receipt is not None


def test_a_die_may_explain_it(game: Game, check: Check) -> None:
    game.draw()
    game.roll()
    game.put("A-1-502", "70.151")
    assert of(check(), "A-1-502").verdict == "possible"


def test_a_chit_in_words_of_its_own_proves_nothing(game: Game, check: Check) -> None:
    game.draw("Stray Activation")
    game.put("A-1-502", "70.151")
    found = of(check(), "A-1-502")
    assert (found.verdict, found.check) == ("unchecked", "chit")
    assert "no Unit's by the mapping" in found.needs[0]


def test_a_chit_put_into_play(game: Game, check: Check) -> None:
    game.draw()
    game.put_in_play(corps.LOOSE)
    report = check()
    (found,) = (f for f in report.findings if f.unit == corps.LOOSE)
    # The log never moves the turn tracker: it may be the beginning of a turn.
    assert found.verdict == "unchecked"
    assert found.why == "put into play although it was not drawn from the mug"


def test_too_many_in_a_hex_by_the_mapping(game: Game, check: Check) -> None:
    game.draw()
    game.put("C-1-501", "77.129")  # the second
    game.put("D-2-501", "77.129")  # the third
    game.put_in_play(corps.LOOSE)  # nobody was on its way through
    found = [f for f in check().findings if f.check == "stacking"]
    assert {(f.verdict, f.why) for f in found} == {
        ("illegal", "3 Allied Units in 77.129, more than 2")
    }
    assert all(f.receipt is not None for f in found)


def test_what_the_mapping_does_not_know_is_said(game: Game, check: Check) -> None:
    game.draw()
    game.put("Smoke", "76.125")
    notes = check().notes
    assert any(n.startswith("Smoke: moved at step") and "does not know it" in n for n in notes)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (corps.MAIN + '"', 'Coridor map"', "a module without a map Coridor map"),
        (f'"{corps.NAME}" = "wed"', '"Corridors" = "wed"', "did you mean Corridors"),
        ('US = "Allied"', 'US = "American"', "values.side.US"),
        ('Para = "leg"', 'Para = "legs"', "did you mean leg"),
        ('class = "$Type"', 'clas = "$Type"', "did you mean class"),
        ('"Para|Tank"', '"Para|(Tank"', "a regular expression"),
        ("units = 2", 'units = "two"', "a whole number"),
        ('kind = "ferry"', 'kind = "fery"', "did you mean ferry"),
    ],
)
def test_a_mistake_in_the_mapping_is_one_line(
    game: Game, engine: Engine, context: Context, path: Path, old: str, new: str, said: str
) -> None:
    engine.end_log()
    assert old in corps.MAPPING
    file = game.log.with_name("wrong.toml")
    file.write_text(corps.MAPPING.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        check_file(context, game.log, module=path, counters=file)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_mapping_that_fits_nothing_is_said(
    game: Game, engine: Engine, context: Context, path: Path
) -> None:
    game.draw()
    game.put("C-1-501", "80.160")
    engine.end_log()
    file = game.log.with_name("wrong.toml")
    file.write_text(corps.MAPPING.replace("{ Type =", "{ Typ ="), encoding="utf-8")
    report, _ = check_file(context, game.log, module=path, counters=file)
    assert not [f for f in report.findings if f.check == "move"]
    assert any("no [[units]] row" in note for note in report.notes)
