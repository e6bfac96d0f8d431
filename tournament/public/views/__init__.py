"""The published pages of tournaments, asking for a place in one, and players across them."""
