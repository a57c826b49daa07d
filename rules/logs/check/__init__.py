"""Has a log judged by the judge of its series, and holds what was found. Knows no game."""
