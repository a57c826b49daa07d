"""Movement in the Grand Tactical Series games: what a step costs, and who may take it."""
