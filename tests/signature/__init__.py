"""One digest of two thousand answers: whether a change of the code changed what is answered."""
