"""Combat by a game's tables: strengths, columns, results, and what comes after."""
