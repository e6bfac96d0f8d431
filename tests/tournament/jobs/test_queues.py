"""Which workers do which jobs."""

import importlib
from pathlib import Path

import tournament
from tournament.jobs import Task
from tournament.jobs.delivery import QUEUES, queue_of

ROOT = Path(str(tournament.__file__)).parent


def tasks_of_the_program() -> list[str]:
    """The names of all tasks, by the modules in which they stand."""
    modules = [importlib.import_module(f"tournament.{path.parent.name}.tasks") for path in ROOT.glob("*/tasks.py")]
    return sorted(each.name for module in modules for each in vars(module).values() if isinstance(each, Task))


def test_papers_and_letters_have_workers_of_their_own() -> None:
    assert {name.removeprefix("tournament."): queue_of(name) for name in tasks_of_the_program()} == {
        "api.tasks.deliver": "webhooks",
        "backups.tasks.by_schedule": "default",
        "backups.tasks.now": "default",
        "documents.tasks.issue_batch": "documents",
        "documents.tasks.make": "documents",
        "entries.tasks.pass_on_offers": "webhooks",
        "entries.tasks.tell_again": "webhooks",
        "entries.tasks.tell_registrants": "webhooks",
        "moving.tasks.push": "webhooks",
        "notices.tasks.deliver": "webhooks",
        "rehearsals.tasks.play": "default",
        "sweeping.tasks.by_schedule": "default",
    }


def test_a_worker_that_is_told_nothing_takes_from_all() -> None:
    assert QUEUES == ("default", "documents", "webhooks")
