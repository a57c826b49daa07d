"""Typed records read from map_sources/ and counters/, each knowing its file and row."""
