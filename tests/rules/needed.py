"""What an answer needs to be told, as the sentences that tests look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.answer.needs import need_texts


def needed(answer: Mapping[str, Any]) -> list[str]:
    """The needs of an answer, each as a sentence; none where it has none."""
    return list(need_texts(answer))
