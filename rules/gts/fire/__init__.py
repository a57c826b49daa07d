"""Fire: what the ground and the move add to a Fire Rating, and fire at riders."""
