"""What the series of games share: bases of their counters and of the judges of their logs, and how
ways are found over hexes."""
