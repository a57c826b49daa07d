"""What is wrong with a map, or probably wrong, or worth knowing: one check a function."""
