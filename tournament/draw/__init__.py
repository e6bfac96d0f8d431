"""Who meets whom: a round is proposed, changed by hand, published, taken back (R13)."""
