"""What other programs ask of this one: does it live, is it ready, how does it fare."""
