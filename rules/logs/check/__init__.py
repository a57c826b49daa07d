"""Judging what a log shows: moves, stacks, chits and the Club Route, each with a receipt."""
