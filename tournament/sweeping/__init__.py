"""What has served goes once a day: done jobs, delivered messages, ended sessions, old log-ins, files that nobody names.

From top to bottom: tasks → services, leftovers.
"""
