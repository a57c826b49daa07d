"""Positions from the files that players have: saved games, logs, and positions of our own."""
