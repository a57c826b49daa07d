"""Where the pictures of boards object to our map: our map's facts are what a forest of decision
trees learns from, and each place is judged by the trees that have not seen it.

A kind that stands in few places cannot be learned, and no picture objects to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier

if TYPE_CHECKING:
    from clubroute.rules.owner.pictures.figures import Floats

FEW = 12
"""Places of a kind from which it can be learned."""
TREES, LEAF = 120, 2
THERE, USUAL = 0.4, 0.35
"""How sure a picture must be of a kind along a side where our map has none of it, to object; and,
where our map has it, of what share of the usual sureness it must fall short. Trees sooner take a
rare kind for nothing than nothing for it; what is drawn plainly they are always sure of."""


@dataclass(frozen=True, slots=True)
class Objection:
    """What a picture shows in place ``index`` otherwise than our map, and how sure it is (0..1)."""

    index: int
    picture: frozenset[str]
    sure: float


def forest(features: Floats, labels: NDArray[np.intp]) -> Any:
    """A forest that has learned the labels."""
    made = RandomForestClassifier(
        TREES, min_samples_leaf=LEAF, bootstrap=True, oob_score=True, random_state=0, n_jobs=1
    )
    return made.fit(features, labels)


def hex_objections(features: Floats, labels: Sequence[str]) -> Iterator[Objection]:
    """Where the picture shows another terrain in a hex."""
    kinds = learned([frozenset((one,)) for one in labels])
    rows = [i for i, one in enumerate(labels) if one in kinds]
    if len(kinds) < 2:
        return
    told = np.array([kinds.index(labels[i]) for i in rows])
    sure = forest(features[rows], told).oob_decision_function_
    for row, i in enumerate(rows):
        best = int(sure[row].argmax())
        if best != told[row] and sure[row, best] > sure[row, told[row]]:
            yield Objection(i, frozenset((kinds[best],)), float(1 - sure[row, told[row]]))


def side_objections(features: Floats, labels: Sequence[frozenset[str]]) -> Iterator[Objection]:
    """Where the picture shows something else along a side; any number of kinds may be there."""
    kinds = learned(labels)
    if not kinds:
        return
    told = np.array([[kind in one for kind in kinds] for one in labels], dtype=np.intp)
    outputs = told[:, 0] if len(kinds) == 1 else told
    found = forest(features, outputs).oob_decision_function_
    sure = found[:, 1:] if len(kinds) == 1 else found[:, 1, :]
    ours = told.astype(bool)
    usual = np.array([np.median(each[there]) for each, there in zip(sure.T, ours.T, strict=True)])
    seen = sure > np.where(ours, USUAL * usual, THERE)
    for i in np.nonzero((seen != ours).any(axis=1))[0].tolist():
        shown = {kind for kind, there in zip(kinds, seen[i], strict=True) if there}
        # What cannot be learned stays as our map has it.
        kept = {kind for kind in labels[i] if kind not in kinds}
        apart = np.abs(sure[i] - told[i])
        yield Objection(i, frozenset(shown | kept), float(apart.max()))


def learned(labels: Sequence[frozenset[str]]) -> list[str]:
    """The kinds that stand in enough places."""
    counted: dict[str, int] = {}
    for one in labels:
        for kind in one:
            counted[kind] = counted.get(kind, 0) + 1
    return sorted(kind for kind, many in counted.items() if many >= FEW)
