"""Accounts of officials: logging in, the second factor, where an account is logged in, and who is online."""
