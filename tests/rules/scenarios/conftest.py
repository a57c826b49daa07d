"""Asking about scenarios on the real map."""

from __future__ import annotations

from tests.rules.campaign.conftest import asked, owner

__all__ = ["asked", "owner"]
