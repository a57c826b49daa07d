"""Retreats and advances after combat, the XXX Corps Boundary in attacks, by sentence: INS 1.5,
1.6b, 1.9, 1.13, 1.14, 2.2, 3.2, Terrain: P, and the readings of the series' rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.needed import needed
from tests.rules.scs.made_map import context_of
from tests.rules.scs.test_movement import (
    enemy,
    friend,
    land,
    unit,
)

HERE = "A23.14"
EAST, WEST = "A23.13", "A23.15"


def after(context: Context, method: str, state: Mapping[str, Any], **asked: Any) -> Any:
    """Ask what a unit in ``HERE`` may do after combat."""
    options = asked.pop("options", {})
    to = {name: asked.pop(name) for name in ("hexes", "to") if name in asked}
    told = {name: value for name, value in unit(**asked).items() if value is not None}
    params = {"map": "ins", "from": HERE, "unit": told, "state": state}
    return ask(context, method, params | to | {"options": options})


def retreat(*units: Any, hexes: int = 1, on: Context | None = None, **asked: Any) -> Any:
    """The hexes a unit may retreat to."""
    state = {"units": list(units), "bridges": {}, "ferries": {}}
    return after(on or land(), "combat.retreat", state, hexes=hexes, **asked)


def advance(*units: Any, on: Context | None = None, to: str = EAST, **asked: Any) -> Any:
    """Whether a unit may advance."""
    state = {"units": list(units), "bridges": asked.pop("bridges", {}), "ferries": {}}
    return after(on or land(), "combat.advance", state, to=to, **{"kind": "infantry"} | asked)


def test_a_retreat_goes_its_hexes_away_from_where_it_began() -> None:
    found = retreat(enemy(EAST), hexes=2)
    ends = set(found["hexes"])
    assert found["verdict"] == "legal"
    assert ends
    assert HERE not in ends
    assert "INS 1.14" in [step["rule"] for step in found["steps"]]
    assert not ends & {EAST, WEST}
    assert any("(retreat_away)" in note for note in found["notes"])


def test_a_retreat_that_may_turn_reaches_hexes_beside_its_start() -> None:
    turning = retreat(enemy(EAST), hexes=2, options={"retreat_away": "no"})
    assert WEST in turning["hexes"]
    assert HERE not in turning["hexes"]


def test_a_zone_bars_a_retreat_but_where_a_friend_is_as_is_read() -> None:
    free = set(retreat(enemy(EAST), options={"retreat_zone": "any"})["hexes"])
    held = set(retreat(enemy(EAST))["hexes"])
    assert len(free) == 5
    zoned = free - held
    assert len(zoned) == 2
    one = sorted(zoned)[0]
    assert one in retreat(enemy(EAST), friend(one))["hexes"]
    assert one not in retreat(enemy(EAST), friend(one), options={"retreat_zone": "never"})["hexes"]


def test_a_unit_that_cannot_move_or_has_no_way_back_is_destroyed() -> None:
    """1.6b, and the series."""
    assert "destroys" in retreat(enemy(EAST), ma="Na")["summary"]
    ring = [enemy(hex_) for hex_ in retreat(options={"retreat_zone": "any"})["hexes"]]
    shut = retreat(*ring)
    assert shut["verdict"] == "illegal"
    assert shut["steps"][-1]["rule"] == "SCS series"


def test_a_hex_that_a_retreat_overstacks_is_named() -> None:
    """1.5: it is Disorganized at once."""
    full = [friend(WEST, name=f"f{number}") for number in range(4)]
    found = retreat(*full)
    assert found["dg"] == [WEST]
    assert WEST in found["hexes"]


def test_what_is_not_said_of_a_retreat_is_asked_for() -> None:
    found = after(land(), "combat.retreat", {}, hexes=1)
    assert found["verdict"] == "undetermined"
    assert needed(found)[0].startswith("state.units")


def test_a_unit_advances_where_no_enemy_is_left_and_there_is_room() -> None:
    assert advance()["verdict"] == "legal"
    assert advance(enemy(EAST))["verdict"] == "illegal"
    full = [friend(EAST, name=f"f{number}") for number in range(4)]
    assert advance(*full)["verdict"] == "illegal"
    assert advance(ma="Na")["verdict"] == "illegal"
    assert advance(to="A23.12")["verdict"] == "illegal"


def test_artillery_does_not_advance() -> None:
    """1.9."""
    told = advance(kind="artillery", barrage=4)
    assert told["verdict"] == "illegal"
    assert "INS 1.9" in [step["rule"] for step in told["steps"]]
    assert advance(kind=None)["verdict"] == "undetermined"


def test_another_enemy_beside_it_holds_a_unit_only_as_is_read() -> None:
    other = enemy(WEST)
    assert advance(other)["verdict"] == "legal"
    assert advance(other, options={"advance": "free"})["verdict"] == "illegal"


def test_an_advance_to_a_prepared_bridge_makes_the_german_decide() -> None:
    """3.2."""
    sides = {f"{EAST}/A23.12": ["sea_line", "bridge"]}
    told = advance(on=land(sides=sides), bridges={f"{EAST}/A23.12": "prepared"})
    assert any("Prepared Bridge" in note for note in told["notes"])


def bounded(tmp_path: Path) -> Context:
    """A map of which all but one hex lies inside the Boundary."""
    from tests.rules.scs.made_map import block, made_map

    inside = " ".join(one for one in block(7, 9) if one != EAST)
    (tmp_path / "areas.csv").write_text(f"area,hexes\nxxx-corps-boundary,{inside}\n")
    context = context_of(made_map(block(7, 9)))
    context.owner_folder = tmp_path
    return context


def test_the_corps_neither_attacks_nor_advances_over_the_boundary_and_may_retreat_so(
    tmp_path: Path,
) -> None:
    """2.2."""
    context = bounded(tmp_path)
    corps, airborne = {"division": "XXX Corps"}, {"division": "101"}

    def attack(**of: Any) -> Any:
        attacker = unit(hex=HERE, attack=4, kind="infantry") | of
        if of["division"] is None:
            del attacker["division"]
        told = {"map": "ins", "hex": EAST, "attackers": [attacker], "state": {"bridges": {}}}
        return ask(context, "combat.resolve", told | {"defenders": [enemy(EAST, defence=2)]})

    assert any("Boundary" in step["why"] for step in attack(**corps)["steps"])
    assert attack(**corps)["verdict"] == "illegal"
    assert attack(**airborne)["verdict"] == "legal"
    silent = attack(division=None)
    assert silent["verdict"] == "undetermined"
    assert any("XXX Corps" in need for need in needed(silent))
    assert advance(on=context, **corps)["verdict"] == "illegal"
    assert advance(on=context, **airborne)["verdict"] == "legal"
    found = retreat(on=context, **corps)
    assert found["outside"] == [EAST]
    assert "INS 2.2" in [step["rule"] for step in found["steps"]]


def test_without_the_printed_boundary_an_attack_of_the_corps_says_that_it_is_not_checked() -> None:
    attacker = unit(hex=HERE, attack=4, kind="infantry", division="XXX Corps")
    told = {"map": "ins", "hex": EAST, "attackers": [attacker], "state": {"bridges": {}}}
    found = ask(land(), "combat.resolve", told | {"defenders": [enemy(EAST, defence=2)]})
    assert any("XXX Corps Boundary" in line for line in found["unchecked"])
