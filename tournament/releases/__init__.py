"""Which pages of a tournament are hidden, shown to its officials or public, and how names are shown to the public."""
