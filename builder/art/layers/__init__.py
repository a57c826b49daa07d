"""The layers of a board picture, bottom to top; each is one function on a surface."""
