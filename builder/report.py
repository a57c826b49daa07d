"""What a build made, for people and for machines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The outcome of a build. Everything but ``passes`` and ``fresh`` is the same on every run.

    ``shares`` are shares (0..1) of each provenance among hexes, hexsides and links;
    ``files`` sizes in bytes; ``passes`` seconds by pass; ``fresh`` is False when nothing had
    changed since the last build.
    """

    game: str
    module: str
    map: Mapping[str, int]
    boards: Mapping[str, tuple[int, int]]
    counters: Mapping[str, int]
    setups: tuple[str, ...]
    warnings: tuple[str, ...]
    shares: Mapping[str, Mapping[str, float]]
    terrain_digest: str
    files: Mapping[str, int]
    passes: Mapping[str, float] = field(default_factory=dict)
    fresh: bool = True

    def record(self, *, timings: bool) -> dict[str, Any]:
        """As plain JSON values; timings and freshness only if asked for."""
        values = asdict(self)
        if not timings:
            del values["passes"], values["fresh"]
        return values

    def json(self, *, timings: bool) -> str:
        """As JSON text."""
        return json.dumps(self.record(timings=timings), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> BuildReport:
        """The report that :meth:`record` wrote. :raises KeyError, TypeError: not one."""
        values = dict(record)
        values["boards"] = {name: tuple(size) for name, size in values["boards"].items()}
        for name in ("setups", "warnings"):
            values[name] = tuple(values[name])
        return cls(**values)


def report_lines(report: BuildReport) -> list[str]:
    """The report as lines for a terminal."""
    lines = [f"{report.game}: {report.module}" + ("" if report.fresh else "  (nothing changed)")]
    lines.append("  map       " + ", ".join(f"{n} {what}" for what, n in report.map.items()))
    for name, (width, height) in report.boards.items():
        lines.append(f"  board     {name} {width} × {height} px")
    lines.append("  counters  " + ", ".join(f"{n} {what}" for what, n in report.counters.items()))
    for setup in report.setups:
        lines.append(f"  setup     {setup}")
    for group, shares in report.shares.items():
        text = ", ".join(f"{share:.1%} {name}" for name, share in shares.items())
        lines.append(f"  basis     {group}: {text}")
    lines.append(f"  terrain   sha256 {report.terrain_digest}")
    for name, size in report.files.items():
        lines.append(f"  file      {name} {size:,} bytes")
    if report.passes:
        total = sum(report.passes.values())
        text = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in report.passes.items())
        lines.append(f"  time      {text}; in all {total:.2f} s")
    lines.append(f"  warnings  {len(report.warnings)}")
    lines += [f"    {warning}" for warning in report.warnings]
    return lines
