"""Which referee stands at which table of a round (R13.5), and the tables that are one's own."""
