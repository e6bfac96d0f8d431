"""The table (R12): computed from confirmed protocols whenever it is asked for, kept when a round closes."""
