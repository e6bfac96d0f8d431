from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Domino tournaments"
    default_auto_field = "django.db.models.BigAutoField"
