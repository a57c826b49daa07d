"""Findings for people and for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from clubroute.builder.lint.finding import LEVELS, Finding


def summary(findings: Sequence[Finding]) -> str:
    """How many of each level, in one line."""
    counts = Counter(f.level for f in findings)
    words = [f"{counts[level]} {level}{'s' * (counts[level] != 1)}" for level in LEVELS]
    return ", ".join(words)


def findings_json(findings: Sequence[Finding]) -> str:
    """``{"counts": {level: n}, "findings": [{level, rule, place, text, source}]}``, indented."""
    counts = Counter(f.level for f in findings)
    value = {
        "counts": {level: counts[level] for level in LEVELS},
        "findings": [
            {
                "level": f.level,
                "rule": f.rule,
                "place": f.place,
                "text": f.text,
                "source": f.source,
            }
            for f in findings
        ],
    }
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
