"""Judges logs of the series (docs/check.md)."""
