"""Judges logs of the Grand Tactical Series: moves, Column, stacks, chits, the Club Route."""
