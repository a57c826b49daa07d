"""What an author does with a game: new, draw, hex, publish, refresh, a set-up from a save."""
