"""Units of It Never Snows known by their counters and by the owner's ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.scs.asked import known_unit, opened_state
from clubroute.rules.scs.games import SERIES
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import NA

HEADER = "unit,face,steps,attack,barrage,range,defence,move,exploit,yellow,oval,dukw,glider\n"


def owned(context: Context, folder: Path, *rows: str) -> Context:
    """A context with an owner's ratings."""
    (folder / "ins_ratings.csv").write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return replace(context, owner_folder=folder)


def known(context: Context, unit: Unit | str, state: Position | None = None) -> Unit:
    """A unit as a question knows it."""
    return known_unit(context, unit, {"state": state or Position()})


def test_a_unit_is_known_by_its_id_and_by_its_name(ins_context: Context) -> None:
    for name in ("grabner-1-aufk", "1/Aufk/Grabner", "1/aufk/grabner"):
        unit = known(ins_context, name)
        assert (unit.side, unit.formation, unit.kind) == ("German", "KG Grabner", "recce")


def test_two_units_of_one_short_name_are_two_counters(ins_context: Context) -> None:
    formations = {known(ins_context, f"1/Aufk/{one}").formation for one in ("Grabner", "Brink")}
    assert formations == {"KG Grabner", "KG Brink"}


def test_assigned_armour_knows_its_division(ins_context: Context) -> None:
    assert known(ins_context, "A/Nott/82 Arm").assigned == "82"
    assert known(ins_context, "A/Hus/129").assigned is None


def test_what_is_said_of_a_unit_stands(ins_context: Context) -> None:
    assert known(ins_context, Unit(name="1/Aufk/Grabner", oval=False)).oval is False


def test_a_unit_is_the_one_of_its_name_in_the_position(ins_context: Context) -> None:
    """What a question adds to it, as its MA, leaves what the position says of it."""
    standing = Unit(name="1/aufk/grabner", hex="A44.10", dg=True, oos=False)
    state = Position(units=(standing,))
    for asked in (
        "1/Aufk/Grabner",
        Unit(name="1/Aufk/Grabner", ma=12),
        Unit(name="1/Aufk/Grabner"),
    ):
        unit = known(ins_context, asked, state)
        assert (unit.hex, unit.dg, unit.oos) == ("A44.10", True, False)
    assert known(ins_context, Unit(name="1/Aufk/Grabner", ma=12), state).ma == 12
    both = Position(units=(standing, replace(standing, hex="A44.11")))
    assert known(ins_context, "1/Aufk/Grabner", both).hex is None


def test_the_other_side_is_refused(ins_context: Context) -> None:
    with pytest.raises(InputError, match=r"unit.side: found 'Allied', expected German"):
        known(ins_context, Unit(name="1/Aufk/Grabner", side="Allied"))


def test_a_name_nothing_has_is_refused_with_the_nearest(ins_context: Context) -> None:
    with pytest.raises(InputError, match="did you mean 1/Aufk/Grabner"):
        known(ins_context, "1/Aufk/Graber")


def test_the_position_comes_before_the_counter(ins_context: Context) -> None:
    told = Unit(id="grabner-1-aufk", hex="A47.05", dg=True)
    unit = known(ins_context, "grabner-1-aufk", Position(units=(told,)))
    assert (unit.hex, unit.dg, unit.kind) == ("A47.05", True, "recce")


def test_units_of_a_position_are_known_by_their_counters(ins_context: Context) -> None:
    state = {"units": [{"name": "1/Aufk/Grabner", "hex": "A47.05", "side": "Allied"}]}
    with pytest.raises(InputError, match=r"state.units\[0\].side: found 'Allied'"):
        asked(ins_context, unit="Beek", state=state)


def test_an_open_position_is_completed_once_for_each_ratings(
    ins_context: Context, tmp_path: Path
) -> None:
    told = {"scenario": "5.1", "units": [{"name": "1/Aufk/Grabner", "steps": 2}]}
    handle = ins_context.states.open(told, SERIES)
    bare = opened_state(ins_context, handle, {})
    assert opened_state(ins_context, handle, {}) is bare
    assert bare.units is not None
    assert (bare.units[0].kind, bare.units[0].ma) == ("recce", None)
    assert bare.bridges is not None
    rated = opened_state(owned(ins_context, tmp_path, FRONT, BACK), handle, {})
    assert rated.units is not None
    assert rated.units[0].ma == 12
    assert opened_state(ins_context, handle, {}) == bare


FRONT = "1/Aufk/Grabner,front,2,4,,,3,12,yes,,,,"
BACK = "1/Aufk/Grabner,back,1,2,,,2,12,no,,,,"


@pytest.mark.parametrize(
    ("steps", "attack", "exploit"), [(2, 4, True), (1, 2, False), (None, None, None)]
)
def test_ratings_are_those_of_the_side_its_steps_say(
    ins_context: Context,
    tmp_path: Path,
    steps: int | None,
    attack: int | None,
    exploit: bool | None,
) -> None:
    context = owned(ins_context, tmp_path, FRONT, BACK)
    unit = known(context, Unit(name="1/Aufk/Grabner", steps=steps))
    assert (unit.attack, unit.exploit) == (attack, exploit)
    assert unit.ma == 12  # both sides agree


def test_of_a_side_without_a_row_nothing_is_known(ins_context: Context, tmp_path: Path) -> None:
    context = owned(ins_context, tmp_path, FRONT)
    assert known(context, Unit(name="1/Aufk/Grabner", steps=1)).ma is None
    silent = known(context, Unit(name="1/Aufk/Grabner"))
    assert silent.ma is None
    assert "which side is up is not said" in silent.sources[-1].why
    assert known(context, Unit(name="1/Aufk/Grabner", steps=2)).ma == 12


def test_no_movement_allowance_is_na(ins_context: Context, tmp_path: Path) -> None:
    context = owned(ins_context, tmp_path, "Beek,front,1,,2,4,1,Na,,,,,")
    unit = known(context, Unit(name="Beek", steps=1))
    assert (unit.ma, unit.barrage, unit.range) == (NA, 2, 4)


def test_a_wrong_cell_is_one_line(ins_context: Context, tmp_path: Path) -> None:
    context = owned(ins_context, tmp_path, "Beek,front,1,,2,4,1,No,,,,,")
    with pytest.raises(InputError, match=r"ins_ratings.csv:2:move: found 'No', expected MP, or Na"):
        known(context, Unit(name="Beek", steps=1))


def asked(context: Context, **more: Any) -> Mapping[str, Any]:
    """An answer about a step of Grabner's south of the bridge."""
    question = {"map": "ins", "path": ["A47.05", "A46.05"], "state": {"units": []}, **more}
    found = ask(context, "move.check", question)
    assert isinstance(found, dict)
    return found


def test_an_answer_says_what_it_took_from_the_counter(ins_context: Context, tmp_path: Path) -> None:
    context = owned(ins_context, tmp_path, FRONT, BACK)
    steps = asked(context, unit={"name": "1/Aufk/Grabner", "ferried": False})["steps"]
    whys = [step["why"] for step in steps]
    assert whys[0].startswith("1/Aufk/Grabner: German")
    assert "1/Aufk/Grabner: ma 12, on your counter" in whys
    # That its symbol has an oval is assumed, and decides nothing here.
    assert not any("oval" in why for why in whys)
