"""Special rules are asked as the campaign is."""

from __future__ import annotations

from tests.rules.campaign.conftest import asked, owner

__all__ = ["asked", "owner"]
