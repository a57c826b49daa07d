"""The state graph by the other value of a reading, sharing all that the reading leaves alone."""

from __future__ import annotations

from clubroute.rules.gts.movement.network import Network, Steps, Waves
from clubroute.rules.gts.movement.step import Ground, Rules, leave_column, total

Changes = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""What another reading changes at a node: the steps that are new or cost less (by their new
half-MP), and those that are gone or cost more (by their old)."""

NONE: Changes = ((), ())


class Reread(Network):
    """A graph by the other value of a reading; where it touches nothing, that of the first."""

    _base: Network
    _changes: dict[int, Changes]
    _prices: dict[Ground, tuple[int | None, int | None]]
    _near: frozenset[int] | None
    _unaltered: Reread | None  # the same reading of the graph without a position

    @classmethod
    def of(cls, base: Network, rules: Rules, near: frozenset[int] | None) -> Reread:
        """The graph by other rules; ``near`` has the hexes touched, None for leaving Column.

        It is kept with the first graph: the next question finds it unfolded.
        """
        found = base.rereads.get(rules.readings)
        if not isinstance(found, cls):
            fresh = cls.__new__(cls)
            fresh.__dict__.update(base.__dict__)
            fresh.rules = rules
            fresh.steps, fresh.waves, fresh.entrances = {}, {}, {}
            fresh.rereads, fresh._changes = {}, {}
            fresh._outs, fresh._gates, fresh._judged, fresh._plain = {}, {}, {}, None
            fresh._base, fresh._near, fresh._prices = base, near, {}
            plain = base._plain
            fresh._unaltered = None if plain is None else cls.of(plain, rules, near)
            found = base.rereads[rules.readings] = fresh
        return found.noted(base.position)

    def steps_of(self, node: int) -> Steps:
        """The steps allowed from a node with their costs."""
        found = self.steps.get(node)
        if found is not None:
            return found
        if (unaltered := self.unaltered_at(node)) is not None:
            found = self.steps[node] = unaltered.steps_of(node)
        elif self.same_at(node):
            found = self.steps[node] = self._base.steps_of(node)
        elif self._near is None:
            found = self.steps[node] = self._leaving(node)
        else:
            found = super().steps_of(node)
        return found

    def waves_of(self, node: int) -> Waves:
        """The steps allowed from a node, by cost."""
        found = self.waves.get(node)
        if found is None:
            if (unaltered := self.unaltered_at(node)) is not None:
                found = self.waves[node] = unaltered.waves_of(node)
            elif self.same_at(node):
                found = self.waves[node] = self._base.waves_of(node)
            else:
                found = super().waves_of(node)
        return found

    def unaltered_at(self, node: int) -> Reread | None:
        """The same reading of the graph without a position, where the position changes nothing."""
        return None if node // self.per_hex in self._touched else self._unaltered

    def same_at(self, node: int) -> bool:
        """Whether the steps from a node are those of the first graph for certain."""
        if self._near is None:
            return not self.place(node)[1]  # only who is in Column leaves it
        return node // self.per_hex not in self._near

    def changes_at(self, node: int) -> Changes:
        """What changes at a node; for leaving Column told without unfolding any step."""
        found = self._changes.get(node)
        if found is None:
            if (unaltered := self.unaltered_at(node)) is not None:
                found = unaltered.changes_at(node)
            elif self.same_at(node):
                found = NONE
            elif (alike := self.alike(node)) != node:
                found = self.changes_at(alike)
            elif self._near is None:
                found = self._left_otherwise(node)
            else:
                found = changes_of(self._base.waves_of(node), self.waves_of(node))
            self._changes[node] = found
        return found

    def _left_otherwise(self, node: int) -> Changes:
        """What changes for who leaves Column."""
        hex, _, _ = self.place(node)
        there, ground = self.node(hex, False), self.ground(hex)
        prices = self._prices.get(ground)
        if prices is None:
            before = total(leave_column(self._base.rules, self.move_class, ground))
            after = total(leave_column(self.rules, self.move_class, ground))
            prices = self._prices[ground] = before, after
        before, after = prices
        if before is None or after is None or before == after:
            return NONE  # no reading of its cost makes it allowed or forbidden
        return (((there, after),), ()) if after < before else ((), ((there, before),))

    def _leaving(self, node: int) -> Steps:
        """The first graph's steps, with what leaving Column costs by the other reading."""
        steps = self._base.steps_of(node)
        hex, _, _ = self.place(node)
        on_foot = self.node(hex, False)
        cost = total(leave_column(self.rules, self.move_class, self.ground(hex)))
        if cost is None or (on_foot, cost) in ((step[0], step[1]) for step in steps):
            return steps
        changed = [(s[0], cost, *s[2:]) if s[0] == on_foot else s for s in steps]
        return tuple(sorted(changed, key=lambda step: (step[1], step[0])))


def changes_of(old: Waves, new: Waves) -> Changes:
    """What changes between the steps a node has in two graphs."""
    if old is new or old == new:
        return NONE
    before = {there: cost for cost, wave in old for there in wave}
    after = {there: cost for cost, wave in new for there in wave}
    gained = [(n, c) for n, c in after.items() if n not in before or c < before[n]]
    lost = [(n, c) for n, c in before.items() if n not in after or c < after[n]]
    return tuple(gained), tuple(lost)
