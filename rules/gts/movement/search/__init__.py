"""Searches on the state graph: what is in reach, a cheapest way, a declared path."""
