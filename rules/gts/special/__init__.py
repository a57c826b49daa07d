"""Special rules, events and Heroes: a condition and its effect each (tables/special, events)."""
