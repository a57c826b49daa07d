"""What one step costs or why it is refused: the rules, and their words."""
