"""The pages of papers: at the desk, of a whole round, and for everyone who checks one."""
