"""What is done after a backup by schedule."""

import logging

from tournament.jobs import job

from .leftovers import remove_leftovers

logger = logging.getLogger(__name__)


@job
def tidy() -> None:
    """Remove what killed processes have left; `backups.tasks` asks for it by name."""
    if count := remove_leftovers():
        logger.info("%s files of killed processes are removed", count)
