"""Events played in processes of their own, each with a database aside. What is sent between them is plain data.

A process begins here before Django is there, so this module may import nothing of the program at its top.
"""

import multiprocessing
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from .verdict import Verdict


def play_all(
    events: range, *, processes: int, through_every: int, course: Mapping[str, Any]
) -> Iterator[tuple[int, "Verdict"]]:
    """Each event's number and verdict, as they are done.

    through_every: every so many events one is played through the services too; 0: none. course: the fields of each
    `Course` but its event. processes: 0 plays here, on the database that is there.
    """
    if not processes:
        yield from ((event, play_one(event, through_every, course)) for event in events)
        return
    # Not forked: a child must not share the parent's connections and threads.
    spawn = multiprocessing.get_context("spawn")
    with (
        TemporaryDirectory(prefix="domino-aside-") as folder,
        ProcessPoolExecutor(processes, mp_context=spawn, initializer=_begin, initargs=(folder,)) as pool,
    ):
        waiting = {pool.submit(play_one, event, through_every, course): event for event in events}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(folder: str) -> None:
    """A process gets ready: its database lies in the folder, which its parent clears away."""
    django.setup()
    from tournament.management.aside import go_aside

    go_aside(Path(folder) / f"{os.getpid()}.sqlite3")


def play_one(event: int, through_every: int, course: Mapping[str, Any]) -> "Verdict":
    """One event played and judged; through the services it must come out as by the systems alone."""
    from . import alone, through
    from .course import Course
    from .verdict import judged, told_apart

    its = Course(event=event, **course)
    rounds = alone.play(its)
    if not through_every or event % through_every:
        return judged(its, rounds)
    read_back = through.play(its)
    verdict = judged(its, read_back, through=True)
    verdict.faults += told_apart(rounds, read_back)
    return verdict
