"""What the people in the hall look at: its screen, the desk's message on it, and each one's own table."""
