"""Looks at the pictures of boards without terrain files: a second opinion on our map."""
