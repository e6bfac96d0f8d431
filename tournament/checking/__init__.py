"""Signed protocols that wait for a second official, one after another."""
