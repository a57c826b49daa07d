"""Logs of It Never Snows, held to what was played."""
