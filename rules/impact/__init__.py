"""What would change: a season asked twice, as it is judged now and with something else instead."""
