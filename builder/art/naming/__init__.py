"""Where names stand on a map: one plan that the boards are lettered by and that lint checks."""
