"""Games played to try the referee, each with the verdict that the rulebooks give."""
