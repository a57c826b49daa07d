"""An answer must bear whatever else might be said: relations between answers to a question and to
the same question with more said, with less, on another map, or in other words."""
