"""`manage.py sweep`: what has served and is old is removed now, as it is each day."""

from typing import Any

from django.core.management.base import BaseCommand

from tournament.sweeping.services import WORDS, sweep


class Command(BaseCommand):
    help = "Removes done jobs, delivered messages, ended sessions and the like that are older than KEPT_DAYS."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, count in sweep().items():
            self.stdout.write(f"{WORDS[name]}: {count}")
