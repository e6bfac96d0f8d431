"""Forms of the plan: a tournament from a preset, its description, its regulations, its timetable."""
