"""A tournament planned after an earlier one."""
