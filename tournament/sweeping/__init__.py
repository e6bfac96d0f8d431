"""Rows that have served: done jobs, delivered messages, ended sessions, old log-ins. Each day those go that are old.

From top to bottom: tasks → services.
"""
