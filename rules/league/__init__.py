"""A league in a folder of plain text: its rounds and their rules, its games, its rulings."""
