"""Rules of the Grand Tactical Series games: Where Eagles Dare and The Devil's Cauldron."""
