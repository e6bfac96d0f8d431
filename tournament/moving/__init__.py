"""A tournament played on a laptop in a hall and shown on a federation's server: sent, received, taken over."""
