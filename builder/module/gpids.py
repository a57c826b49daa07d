"""Stable slot ids (gpids): the same counter keeps its number when others come and go.

A saved game finds its counters by gpid, so it must not shift when a row is put into the middle
of units.csv. The number is made from the counter's own id.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from clubroute.builder.errors import ClubrouteError

LIMIT = 100_000_000
"""Gpids are below this; the editor's own new slots count up from it."""


class GpidClashError(ClubrouteError):
    """Two counter ids that give the same gpid: one of them must be renamed."""


def assign_gpids(ids: Iterable[str]) -> dict[str, str]:
    """Counter id → gpid, decimal digits. :raises GpidClashError:"""
    owners: dict[str, str] = {}
    for id_ in ids:
        gpid = str(zlib.crc32(id_.encode("utf-8")) % (LIMIT - 1) + 1)
        if owners.setdefault(gpid, id_) != id_:
            raise GpidClashError(
                f"counter ids {owners[gpid]!r} and {id_!r} give the same slot id: rename one"
            )
    return {id_: gpid for gpid, id_ in owners.items()}
