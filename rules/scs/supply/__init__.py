"""Trace supply: to where a unit traces, the path, and its marker (INS 1.8a)."""
