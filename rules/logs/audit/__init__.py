"""What a referee wants to know of a log: who moved what, what was illegal, how the dice fell."""
