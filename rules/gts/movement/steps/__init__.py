"""The cost of one step, or the reason it is refused: the rules, and their words."""
