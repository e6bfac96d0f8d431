"""What is to be played: the tournament, its regulations, its stages and rounds."""
