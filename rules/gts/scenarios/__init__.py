"""Scenarios as the rules use them: their rows, the position they begin with, what they limit."""
