"""Benchmarks: scripts that print a table and fail when a promised ratio is missed."""
