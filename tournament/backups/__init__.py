"""Copies of the whole installation, database and files: taken, kept for a while, and opened beside what is in use.

From top to bottom: tasks → services → store → databases.
"""
