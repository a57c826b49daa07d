"""Which of two rows prevails says the rulebook, never the order of its tables (the page of rules
as tables, *Which row prevails*)."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.mistakes import each_of
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.engine import laws
from clubroute.rules.engine.fight_tables import Fate
from clubroute.rules.engine.ground import Price
from clubroute.rules.ground.maps import map_of
from clubroute.rules.plain import prove
from clubroute.rules.plain.book import held_rules
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.movement.trip import PlainTrip
from tests.cases import each

GOOD = (SHIPPED / "counters" / "testland" / "rules.toml").read_text(encoding="utf-8")
DUG_IN = '[state.dug-in]\nrule = "7.1"\nmove = "no"\ndefence = 1'
TIRED = '[state.tired]\nrule = "7.2"\nattack = "x1/2"\n'
ORDER = 'order = "+x" '
STEP = {
    "map": "island",
    "unit": {"id": "blue-1", "state": ["dug-in", "tired"]},
    "from": "4.02",
    "to": "5.02",
    "state": {"weather": "clear"},
}
FIGHT = {
    "map": "island",
    "hex": "4.05",
    "attackers": [{"id": "blue-1", "hex": "3.05", "back": False, "state": ["dug-in", "tired"]}],
    "state": {
        "units": [{"id": "red-1", "hex": "4.05", "back": False, "state": []}],
        "weather": "clear",
    },
}


def both_orders(dug_in: str, tired: str, head: str = GOOD) -> tuple[str, str]:
    """The example game with two states, in either order of the file."""
    rest = head.replace(DUG_IN, "@", 1).replace(TIRED, "", 1)
    assert rest.count("@") == 1
    states = f'[state.dug-in]\nrule = "7.1"\n{dug_in}', f'[state.tired]\nrule = "7.2"\n{tired}'
    first, second = ("\n\n".join(many) + "\n#" for many in (states, states[::-1]))
    return rest.replace("@", first), rest.replace("@", second)


def write(text: str) -> None:
    (game_of("island").folder / "rules.toml").write_text(text, encoding="utf-8")


def mistakes(island: Context, text: str) -> list[str]:
    """What is wrong with the rules, each line from its row on."""
    write(text)
    try:
        held_rules(island, game_of("island"), map_of(island, "island"))
    except InputError as error:
        return [str(one).partition("rules.toml:")[2] for one in each_of(error)]
    return []


def answers(island: Context, texts: tuple[str, ...], method: str, asked: Any) -> list[Any]:
    """The answer to a question by each of some rulebooks."""
    found = []
    for text in texts:
        assert mistakes(island, text) == []
        found.append(ask(island, method, asked))
    return found


@each(
    ("dug_in", "tired", "told"),
    [
        ("attack = 2", 'attack = "x1/2"', r"changes it too, .* which comes first, .*\"x\+\""),
        ("move = -1", 'move = "x1/2"', r"which comes first, .* in \[move\] or over"),
        (
            'class = { foot = "guns" }',
            'class = { foot = "horse" }',
            r"makes foot (guns|horse), .* over = \[\"(dug-in|tired)\"\]",
        ),
    ],
)
def test_two_states_that_nothing_puts_in_order_are_refused_at_both_rows(
    island: Context, dug_in: str, tired: str, told: str
) -> None:
    for text in both_orders(
        dug_in, tired, GOOD.replace(ORDER, "# ").replace(', defence = "x2"', "")
    ):
        found = mistakes(island, text)
        rows = {text.splitlines()[int(one.split(":")[0]) - 1] for one in found}
        assert rows == {dug_in, tired}, found
        assert all(re.search(told, one) for one in found), found


def test_an_order_that_is_said_holds_in_any_order_of_the_file(island: Context) -> None:
    for order, strength in (("+x", "3"), ("x+", "4")):
        told = both_orders("attack = 2", 'attack = "x1/2"', GOOD.replace('"+x"', f'"{order}"'))
        one, other = answers(island, told, "combat.resolve", FIGHT)
        assert one == other
        assert f"attack: {strength}" in [step["why"] for step in one["steps"]]


def test_a_unit_is_halved_once_only_where_that_is_said(island: Context) -> None:
    halves = both_orders('attack = "x1/2"', 'attack = "x1/2"')
    for factors, strength in (("", "1"), ('factors = "once"\n', "2")):
        told = tuple(one.replace("[combat]\n", f"[combat]\n{factors}") for one in halves)
        one, other = answers(island, told, "combat.resolve", FIGHT)
        assert one == other
        assert f"attack: {strength}" in [step["why"] for step in one["steps"]]


def test_a_state_over_another_makes_the_class(island: Context) -> None:
    guns, horse = 'class = { foot = "guns" }', 'class = { foot = "horse" }'
    told = both_orders(f'{guns}\nover = ["tired"]', horse)
    assert [one["verdict"] for one in answers(island, told, "step.cost", STEP)] == ["illegal"] * 2
    one, other = answers(
        island, both_orders(guns, f'{horse}\nover = ["dug-in"]'), "step.cost", STEP
    )
    assert one == other
    assert (one["verdict"], one["total"]) == ("legal", 3)
    assert "guns" not in str(one["steps"])


def test_a_bar_prevails_over_whatever_else_holds(island: Context) -> None:
    told = both_orders('move = "no"', "move = 2")
    one, other = answers(island, told, "step.cost", STEP)
    assert one == other
    assert one["verdict"] == "illegal"


def test_only_what_stands_over_it_lifts_a_bar(island: Context) -> None:
    told = both_orders('move = "no"', 'move = 2\nover = ["dug-in"]')
    one, other = answers(island, told, "step.cost", STEP)
    assert one == other
    assert one["verdict"] == "legal"


def test_an_allowance_is_rounded_once_unless_it_is_said(island: Context) -> None:
    halves = both_orders('move = "x1/2"', 'move = "x1/2"')
    asked = {**STEP, "unit": {**STEP["unit"], "move": 7}}
    for rounds, left in (("", "1 MP"), ('rounds = "each"\nround = "up"\n', "2 MP")):
        many = tuple(one.replace("[move]\n", f"[move]\n{rounds}") for one in halves)
        one, other = answers(island, many, "step.cost", asked)
        assert one == other
        assert left in str(one["steps"])


def test_each_factor_may_be_rounded_its_own_way_a_states_first(island: Context) -> None:
    """Out of supply half of 7 is 4, rounded up; half of that is 2, rounded down or up."""
    for state, phase, left in (
        ("up", "down", "2 MP"),
        ("down", "up", "2 MP"),
        ("down", "down", "1 MP"),
    ):
        head = GOOD.replace("[move]\n", f'[move]\nallowance = "x1/2 {phase}"\n')
        halves = both_orders("attack = 1", f'move = "x1/2 {state}"', head.replace(ORDER, ""))
        asked = {**STEP, "unit": {**STEP["unit"], "move": 7, "state": ["tired"]}}
        one, other = answers(island, halves, "step.cost", asked)
        assert one == other
        told = [step["why"] for step in one["steps"] if "it has" in step["why"]]
        assert (told[0], left in told[1]) == (f"tired: it has {4 if state == 'up' else 3} MP", True)


def test_two_states_that_round_otherwise_are_refused_and_so_is_another_word(
    island: Context,
) -> None:
    for text in both_orders('move = "x1/2 up"', 'move = "x1/2 down"'):
        found = mistakes(island, text)
        assert len(found) == 2
        assert all("which is rounded first" in one for one in found)
    (one,) = mistakes(island, both_orders("attack = 1", 'move = "x1/2 near"')[0])
    assert 'found \'x1/2 near\', expected a factor, "x1/2" or "x1/2 up"' in one


def test_rounding_after_each_of_two_factors_that_differ_is_refused(island: Context) -> None:
    texts = both_orders(
        'move = "x1/2"', 'move = "x2/3"', GOOD.replace("[move]\n", '[move]\nrounds = "each"\n')
    )
    for text in texts:
        found = mistakes(island, text)
        assert len(found) == 2
        assert all("which is rounded first" in one for one in found)


def test_states_over_each_other_in_a_circle_are_refused(island: Context) -> None:
    (text, _) = both_orders('move = -1\nover = ["tired"]', 'move = 1\nover = ["dug-in"]')
    found = mistakes(island, text)
    assert len(found) == 2
    assert all("in a circle" in one for one in found)


def test_a_limit_of_a_hex_is_said_once(island: Context) -> None:
    found = mistakes(island, GOOD.replace("most = 2\n", "most = 2\nterrain = { village = 1 }\n", 1))
    assert len(found) == 2
    assert all("too, expected one of them" in one for one in found)


def test_a_cell_of_the_combat_table_has_all_its_parts_in_any_order(island: Context) -> None:
    """A code of the game's own beside others once hid those before it."""
    own = '[combat.result]\nEX = { is = "A1 D1", say = "an exchange" }\n\n[combat.table]'
    told = GOOD.replace("[combat.table]", own).replace('["AE", "A1",', '["D1 EX", "EX D1",')
    assert mistakes(island, told) == []
    game, country = game_of("island"), map_of(island, "island")
    combat = held_rules(island, game, country).plain.combat
    assert combat is not None
    one, other, *_ = combat.cells[1]
    assert (one.attacker, one.defender, one.words) == (Fate(1), Fate(2), "an exchange")
    assert (other.attacker, other.defender) == (one.attacker, one.defender)


# A weather and a phase that set one thing.

MUD = "\n[weather.mud.terrain.clear]"


def with_phase(more: str, mud: str = "move = 2", over: str = "") -> tuple[str, str]:
    """The example game whose phase and weather set one key, in either order of the file."""
    assert GOOD.count('rule = "3.1"\nmove = 2\n') == 1
    head, _, rest = GOOD.partition(MUD)
    base = head + "\n" + rest.partition("\n\n")[2]
    weather = f'\n[weather.mud.terrain.clear]\nrule = "3.1"\n{mud}\n'
    name = 'phase."Blue movement"'
    phase = f'\n[{name}]\n{over}\n[{name}.terrain.clear]\nrule = "3.2"\n{more}\n'
    assert MUD not in base
    return base + weather + phase, base + phase + weather


IN_MUD = {
    "map": "island",
    "unit": {"id": "blue-1", "state": []},
    "from": "1.05",
    "to": "1.04",
    "phase": "Blue movement",
    "state": {"weather": "mud"},
}


def test_a_weather_and_a_phase_that_set_one_key_are_refused_at_both_rows(island: Context) -> None:
    for text in with_phase("move = 3"):
        found = mistakes(island, text)
        assert len(found) == 2
        rows = [text.splitlines()[int(one.split(":")[0]) - 1] for one in found]
        assert sorted(rows) == ["move = 2", "move = 3"]


@each(
    ("phase", "mud", "over", "total", "rule"),
    [
        ("move = 3", "move = 2", 'over = ["weather"]', 3, "TL 3.2"),
        ("move = 3", "move = 2", 'over = ["mud"]', 3, "TL 3.2"),
        ('move = "no"', "move = 2", "", None, "TL 3.2"),
        ("move = 3", 'move = "no"', "", None, "TL 3.1"),
        ("move = 3", 'move = "no"', 'over = ["mud"]', 3, "TL 3.2"),
        (
            "move = { foot = 4, else = 3 }",
            'move = { horse = 3, guns = 3, else = "no" }',
            "",
            None,
            "",
        ),
        ("zoc = false", "move = 2", "", 2, ""),
    ],
)
def test_what_settles_a_weather_and_a_phase_does_in_any_order(
    island: Context, phase: str, mud: str, over: str, total: int | None, rule: str
) -> None:
    one, other = answers(island, with_phase(phase, mud, over), "step.cost", IN_MUD)
    assert one == other
    assert one.get("total") == total
    assert rule in str(one["steps"])


# The whole file shuffled.


def shuffled(text: str, chance: random.Random) -> str:
    """A rules file with its tables, and the rows of its charts, in another order."""
    head, *tables = re.split(r"(?m)^(?=\[[a-z])", text)
    blocks: list[str] = []
    for one in tables:
        if one.startswith(("[[combat.modifier", "[combat.")) and blocks:
            blocks[-1] += one
            continue
        name, _, body = one.partition("\n")
        rows = body.splitlines()
        if name.startswith(("[terrain]", "[hexside]", "[road]")):
            chance.shuffle(rows)
        blocks.append("\n".join([name, *rows]) + "\n")
    chance.shuffle(blocks)
    return head + "".join(blocks)


def test_an_answer_is_the_same_however_the_tables_are_shuffled(island: Context) -> None:
    chance = random.Random(60)
    texts = (GOOD, *(shuffled(GOOD, chance) for _ in range(4)))
    assert len(set(texts)) == len(texts)
    for method, asked in (
        ("combat.resolve", FIGHT),
        ("step.cost", STEP),
        ("move.reach", {name: value for name, value in IN_MUD.items() if name != "to"}),
    ):
        first, *others = answers(island, texts, method, asked)
        assert all(one == first for one in others)


# ``clubroute prove`` finds it out by itself.


@pytest.mark.slow
def test_the_example_gives_the_same_numbers_in_any_order(
    island: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mistakes(island, GOOD) == []
    assert main(["prove", "island"]) == 0
    told = capsys.readouterr().out
    numbers = r"\d{4} numbers in 24 orders of the tables and rows: none differs\n"
    ways = r"\d\d ways of the set-ups, reached, found and declared: all agree\n"
    kinds = r"\d{3,4} kinds of steps: each has a price or a rule that bars it\n"
    columns = r"5 columns: the chances of each add to 1; none is worse than the one before\n"
    usual = r"\d\d+ keys, \d of them say what is usual\n(  [\w.-]+\n)*"
    assert re.fullmatch(rf"no two rows collide\n{numbers}{kinds}{columns}{ways}{usual}", told)
    assert "  combat.dice\n" in told


def test_a_column_that_serves_the_attacker_worse_is_named(
    island: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD.replace('6 = ["DR", "D1 DR"', '6 = ["DE", "D1 DR"')
    assert text != GOOD
    assert mistakes(island, text) == []
    assert main(["prove", "island"]) == 0
    told = capsys.readouterr().out
    assert "some are worse to the right\n  roll 6: 1:2 DE, 1:1 D1 DR\n" in told


@pytest.mark.slow
def test_a_step_with_neither_a_price_nor_a_rule_is_found(
    island: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if a bar forgot its rule."""
    assert mistakes(island, GOOD) == []
    monkeypatch.setattr(prove, "chart_price", lambda *_: Price(None, ()))
    assert main(["prove", "island"]) == 1
    assert "kinds of steps: these have neither\n  clear, foot\n" in capsys.readouterr().out


@pytest.mark.slow
def test_a_way_that_is_walked_for_another_cost_is_proved(
    island: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if a walk forgot the last half MP."""
    assert mistakes(island, GOOD) == []
    walk = PlainTrip.walk
    monkeypatch.setattr(PlainTrip, "walk", lambda *told: walk(*told) - 1)
    assert main(["prove", "island"]) == 1
    told = capsys.readouterr().out
    assert "reached, found and declared: they differ\n" in told
    assert re.search(r" reached for 1 MP, the best way takes 0\.5, declared it takes 0\.5\n", told)


def test_what_reading_does_not_see_is_proved(
    island: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if the reader did not refuse two states that make other classes of one."""
    monkeypatch.setattr(laws, "hold_settled", lambda *_: None)
    text, _ = both_orders('class = { foot = "guns" }', 'class = { foot = "horse" }')
    assert mistakes(island, text) == []
    assert main(["prove", "island"]) == 1
    told = capsys.readouterr().out
    assert "they differ\n" in told
    assert "move, infantry, dug-in, tired: ('guns', 14, False) or ('horse', 14, False)" in told


@pytest.mark.slow
def test_a_proof_is_of_a_game_with_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "wed"]) == 2
    assert "expected a game of your own with a rules.toml" in capsys.readouterr().err
