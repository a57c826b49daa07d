"""The passes of a build, each a function from what it reads to what it makes."""
