"""Pages on which an organiser plans a tournament."""
