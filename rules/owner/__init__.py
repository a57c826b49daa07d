"""Tables that stand on the games' cards and counters: the owner writes them, rules read them."""
