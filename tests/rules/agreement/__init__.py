"""Same act, same answer: one act is put to every method that judges it, and none may differ."""
