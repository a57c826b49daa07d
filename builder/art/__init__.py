"""Pictures of boards and counters, drawn from the data."""
