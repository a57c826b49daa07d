"""It Never Snows beside the Grand Tactical Series: the map of a question tells whose rules hold."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context


@pytest.mark.parametrize(
    ("start", "to", "hexes"), [("A47.05", "A49.06", 2), ("A48.22", "A50.31", 10)]
)
def test_hexes_are_counted_across_odd_and_even_hexrows(
    ins_context: Context, start: str, to: str, hexes: int
) -> None:
    asked = {"map": "ins", "from": start, "to": to}
    assert ask(ins_context, "hex.distance", asked)["distance"] == hexes


def test_a_state_of_it_never_snows_is_opened_by_its_own_series(ins_context: Context) -> None:
    state = {"units": [{"name": "1/Aufk", "ma": "Na", "dg": True}], "bridges": {"A48.05": "blown"}}
    opened = ask(ins_context, "state.open", {"map": "ins", "state": state})
    assert ins_context.states.position(opened["state"]).units[0].ma == -1
    with pytest.raises(InputError, match="did you mean bridges"):
        ask(ins_context, "state.open", {"map": "ins", "state": {"bridge": {}}})
