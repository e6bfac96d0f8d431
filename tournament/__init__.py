"""A domino tournament, from registration to signed papers: one Django project and app.

The feature folders are the work of a tournament in the order of "who needs whose answers"; each stands only
on those below it. `docs/architecture.md` shows the floors, and import-linter keeps them.
"""
