"""Asking: what can be asked, and the surroundings of a question; knows no game and no door."""
