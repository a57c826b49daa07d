"""Files written whole or not at all, read through one door, kept by digest."""
