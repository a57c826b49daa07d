"""Shared by the whole suite: how hypothesis runs, and fixtures that are dear to make."""

from __future__ import annotations

import os

from hypothesis import settings

# Timing limits of single examples only fail on a busy machine; CI must not depend on chance.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
