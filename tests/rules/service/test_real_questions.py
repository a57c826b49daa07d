"""The rules' own methods over the socket: on the real map, by many clients at once."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Registry
from clubroute.rules.client import Client, ServiceError
from clubroute.rules.series import all_series
from tests.cases import each
from tests.rules.service.running import Running, running

Question = tuple[str, dict[str, Any]]
SAMPLES: dict[str, Any] = {
    "map": "wed",
    "unit": {"class": "leg"},
    "from": "75.129",
    "to": "75.130",
    "hex": "75.129",
    "path": ["75.129", "75.130"],
    "range": 5,
}
LOOKS_LATER = {
    "clubroute.lock",
    "command.check",
    "deploy.check",
    "deploy.entry",
    "supply.troop_quality",
}
"""Methods that want to know more, of the unit or the turn, before they look at the map."""
READERS = [
    method.name
    for method in Registry(series=[one for one in all_series() if one.lattice == "gts"]).all()
    if {p.name for p in method.params if p.required} <= set(SAMPLES)
    and any(p.name == "map" and p.required and p.kind.opens for p in method.params)
    and method.name not in LOOKS_LATER
]
"""The methods that want a compiled map and nothing that :data:`SAMPLES` cannot give. Others want to
know by the map whose rules hold."""


@pytest.fixture(scope="module")
def real(map_folder: Path) -> Iterator[Running]:
    """A service for it."""
    with running(context=Context(map_folder)) as found:
        yield found


def questions(count: int) -> list[Question]:
    """Questions about the middle of the Where Eagles Dare map."""
    chance = random.Random(1944)
    asked: list[Question] = []
    for _ in range(count):
        start, end = (f"{chance.randrange(60, 90)}.{chance.randrange(120, 170)}" for _ in range(2))
        unit = {
            "class": chance.choice(["leg", "wheeled", "tracked"]),
            "column": chance.random() < 0.5,
            "ma": 6,
        }
        way = {"map": "wed", "from": start, "to": end}
        asked += [
            ("move.reach", {"map": "wed", "unit": unit, "from": start}),
            ("move.best", {**way, "unit": unit}),
            ("los.check", way),
            ("los.fan", {"map": "wed", "from": start, "range": 6}),
            ("hex.describe", {"map": "wed", "hex": start}),
        ]
    return asked


def test_many_clients_have_the_answers_one_would_have(real: Running, map_folder: Path) -> None:
    asked = questions(8)
    alone = Context(map_folder)
    expected = [alone.registry.ask(alone, *question) for question in asked]
    wrong: list[Any] = []

    def ask(seed: int) -> None:
        order = list(range(len(asked)))
        random.Random(seed).shuffle(order)
        with Client(real.connect().socket) as client:
            for index in order:
                name, params = asked[index]
                if client.ask(name, **params) != expected[index]:
                    wrong.append(asked[index])

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_state_given_whole_or_by_its_handle_makes_no_difference(real: Running) -> None:
    state = {"units": [{"id": "e", "side": "german", "hex": "75.131"}]}
    unit = {"class": "leg", "column": False, "ma": 6, "side": "allied"}
    asked = {"map": "wed", "unit": unit, "from": "75.129"}
    with Client(real.connect().socket) as client:
        handle = client.ask("state.open", state=state)["state"]
        by_handle = client.ask("move.reach", **asked, state=handle)
        assert by_handle == client.ask("move.reach", **asked, state=state)
        assert by_handle != client.ask("move.reach", **asked)
        client.ask("state.close", state=handle)
        with pytest.raises(ServiceError, match="open it again"):
            client.ask("move.reach", **asked, state=handle)


@each("name", READERS)
def test_without_a_compiled_map_the_answer_says_which_file_is_missing(name: str) -> None:
    """Every method that reads a map, asked with whatever it requires."""
    context = Context(Path("nowhere"))
    (method,) = (method for method in context.registry.all() if method.name == name)
    required = [param.name for param in method.params if param.required]
    with running(context=context) as place, Client(place.connect().socket) as client:
        params = {param: SAMPLES[param] for param in required}
        with pytest.raises(ServiceError) as caught:
            client.ask(name, **params)
    assert (caught.value.code, Path(caught.value.where).name) == (-32000, "gts.terrain")
