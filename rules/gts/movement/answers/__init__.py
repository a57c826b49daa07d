"""What the movement methods answer, line by line, with the readings an answer turns on."""
