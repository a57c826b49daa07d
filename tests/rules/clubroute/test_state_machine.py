"""Whole campaigns played at random: what must never happen does not.

Never two statuses at once; the Marker never goes south; at most one Attacked and one Closed marker
a turn but for the air raid; markers are neither lost nor made; released Formations stay released.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.clubroute.network import RouteNetwork, network_of
from clubroute.rules.gts.clubroute.ruleset import rule_set
from tests.rules.clubroute.asking import EVENING, QUIET

LINE = [
    {"formation": f"F{i}", "division": "Guards Armored", "number": n}
    for i, n in enumerate([5, 6, 7, 8, 9, 9, 9, 9])
] + [{"formation": "44 RTR"}, {"formation": "101st Sea Tail", "number": 9}]
BRIDGES = ["66.156/66.157", "52.157/52.158", "74.129/75.129", "42.228/42.229"]
PLACES = ["41.231", "50.213", "66.158", "52.158", "61.141", "70.133", "98.109"]
DIE = st.integers(0, 9)


def machine(context: Context, network: RouteNetwork, window: str) -> type[RuleBasedStateMachine]:
    """A campaign on a map."""
    stops = sorted(network.number(hex) for hex in network.stops)

    class Campaign(RuleBasedStateMachine):
        """The state after each act is what the methods made of it."""

        @initialize()
        def begin(self) -> None:
            self.route: dict[str, Any] = {
                **QUIET,
                "marker": "42.229",
                "queue": [r["formation"] for r in LINE],
            }
            self.bridges: dict[str, Any] = {}
            self.units: list[dict[str, Any]] = []
            self.raids = 0
            self.farthest = network.marker
            self.spur = ""
            self.released: list[str] = []
            self.made = 0

        def state(self, time: str = "1900") -> dict[str, Any]:
            """The whole state."""
            return {
                "club_route": self.route,
                "bridges": self.bridges,
                "units": self.units,
                "fire_zones": {"German": []},
                "turn": {**EVENING, "time": time},
            }

        def asked(self, method: str, **params: Any) -> dict[str, Any]:
            """A method, with the state."""
            found: dict[str, Any] = ask(
                context, f"clubroute.{method}", {"map": window, "state": self.state(), **params}
            )
            return found

        @rule(places=st.lists(st.sampled_from(PLACES), max_size=3, unique=True))
        def germans_move(self, places: list[str]) -> None:
            self.units = [{"id": f"G{h}", "side": "German", "hex": h} for h in places]

        @rule(
            bridge=st.sampled_from(BRIDGES),
            control=st.sampled_from(["Allied", "German"]),
            word=st.sampled_from(["destroyed", "bailey", "bailey_out"]),
        )
        def a_bridge_changes(self, bridge: str, control: str, word: str) -> None:
            self.bridges = {**self.bridges, bridge: {"state": word, "control": control}}

        @rule(
            to=st.sampled_from([*stops, "off_map", "stay", "60.196"]),
            spur=st.sampled_from([[], ["best"], ["son"]]),
            dice=st.tuples(DIE, DIE, DIE),
        )
        def the_marker_advances(self, to: str, spur: list[str], dice: tuple[int, ...]) -> None:
            suspects = ("63.185/63.186", "76.127/77.127", "86.118/87.118")
            open_ = [side for side in suspects if side not in self.bridges]
            rolls = dict(zip(suspects, dice, strict=True))
            answer = self.asked("advance", to=to, by=spur, bridge_dice={s: rolls[s] for s in open_})
            if answer["verdict"] != "legal":
                assert "club_route" not in answer
                return
            before, self.route = self.route, answer["club_route"]
            if before["marker"] == "off_map":
                raise AssertionError("the Marker came back")
            if self.route["marker"] != "off_map":
                old, new = (network.map.id(r["marker"]) for r in (before, self.route))
                assert new == old or new in network.graph.beyond(old)
                self.farthest = new
            else:
                assert network.exit >= 0
            if self.spur:
                assert self.route.get("spur") == self.spur, "once chosen never again"
            self.spur = self.route.get("spur", "")

        @rule(die=DIE, hex=st.sampled_from(PLACES), size=st.sampled_from(["light", "heavy"]))
        def the_german_attacks(self, die: int, hex: str, size: str) -> None:
            events = [
                {"kind": "direct_fire", "hex": hex, "die": die},
                {"kind": "barrage", "hex": hex, "size": size},
                {"kind": "activation", "division": "Guards Armored"},
            ]
            answer = self.asked("turn", events=events)
            if answer["verdict"] == "undetermined":
                return
            raid = self.route.get("raid", {})
            raiding = bool(raid.get("revealed")) and raid.get("paid", 0) < 4
            earned = answer["earned"]
            assert earned["attacked"] <= 1
            assert earned["closed"] <= 1 + raiding
            self.made += earned["attacked"] + earned["closed"]
            self.route = answer["club_route"]
            turn = self.route.get("this_turn", {})
            assert turn.get("attacked", 0) <= 1
            assert turn.get("closed", 0) <= 1

        @rule()
        def the_next_turn(self) -> None:
            self.route = {**self.route, "this_turn": QUIET["this_turn"]}

        @rule(paid=st.integers(0, 4))
        def the_raid(self, paid: int) -> None:
            self.route = {**self.route, "raid": {"revealed": True, "paid": paid}}

        @rule(die=DIE, reset=st.booleans())
        def a_check(self, die: int, reset: bool) -> None:
            answer = self.asked("status", die=die, reset=reset)
            if "club_route" in answer:
                assert answer["club_route"]["attacked"] == answer["club_route"]["closed"] == 0
                self.route = answer["club_route"]

        @rule()
        def the_1900_turn(self) -> None:
            answer = self.asked("status", reset=True)
            if answer["verdict"] != "undetermined":
                self.route = answer["club_route"]
                assert self.route["status"] == "open"

        @rule(dice=st.lists(DIE, max_size=6))
        def a_release(self, dice: list[int]) -> None:
            answer = self.asked("release", formations=LINE, dice=dice)
            queue = self.route["queue"]
            self.route = answer["club_route"]
            left = self.route["queue"]
            assert left == queue[len(queue) - len(left) :], "the line keeps its order"
            released = self.route.get("released", [])
            assert released[: len(self.released)] == self.released
            self.released = released

        @invariant()
        def one_status(self) -> None:
            if not hasattr(self, "route"):
                return
            answer = self.asked("status")
            words = {"open": {"open"}, "closed": {"cut"}, "undetermined": {"undetermined"}}
            assert answer["status"] in words[answer["verdict"]]
            again = ask(
                context,
                "clubroute.status",
                {"map": window, "state": {**self.state(), "club_route": answer["club_route"]}},
            )
            assert again["status"] == answer["status"], "asking changes nothing"

        @invariant()
        def markers_are_neither_lost_nor_made(self) -> None:
            if not hasattr(self, "route"):
                return
            used = self.route.get("used", {})
            total = sum(self.route.get(k, 0) + used.get(k, 0) for k in ("attacked", "closed"))
            assert total == self.made

        @invariant()
        def the_route_and_what_may_become_it_are_apart(self) -> None:
            if not hasattr(self, "route"):
                return
            answer = self.asked("trace")
            assert not set(answer["route"]) & set(answer["potential"])
            assert self.route["marker"] not in answer["route"]

    return Campaign


@pytest.mark.parametrize("window", ["wed", "mg"])
def test_campaigns(real_context: Context, window: str) -> None:
    """WED 4.2, WED MG 2.1."""
    network = network_of(map_of(real_context, window), rule_set(window))
    run_state_machine_as_test(
        machine(real_context, network, window),
        settings=settings(max_examples=8, stateful_step_count=12, deadline=None),
    )
