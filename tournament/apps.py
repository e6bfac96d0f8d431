import gc

from django.apps import AppConfig

COLLECT_AFTER = 50_000
"""Objects made before Python looks for garbage among them: 700 unless said otherwise.

A table of a thousand pairs reads tens of thousands of rows, all of which stay; to look through them again and again
took two fifths of its time.
"""


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Domino tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        gc.set_threshold(COLLECT_AFTER, 20, 20)
