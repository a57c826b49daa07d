"""The clauses of the rulebooks, told in our own words: read, found, joined with the methods."""
