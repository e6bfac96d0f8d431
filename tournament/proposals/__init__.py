"""Tournaments that are proposed: from what an organiser has, to what can be played with it, and what can't and why."""
