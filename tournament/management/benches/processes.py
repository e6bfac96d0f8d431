"""Work in processes of their own: from a cold start, or side by side as workers do it. Linux only: they are forked."""

import multiprocessing
import resource
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from time import perf_counter, process_time

from django.db import DEFAULT_DB_ALIAS, connections

CONTEXT = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Cost:
    """What some work took: seconds, and the most MB that its process has had in memory."""

    seconds: float
    memory: float


def alone(work: Callable[[], object]) -> Cost:
    """What the work costs in a process that has done nothing before."""
    ours, theirs = CONTEXT.Pipe(duplex=False)

    def child() -> None:
        _by_itself()
        begun = perf_counter()
        work()
        theirs.send(Cost(perf_counter() - begun, memory()))

    process = _started(child)
    theirs.close()
    try:
        cost: Cost = ours.recv()
    except EOFError:
        raise AssertionError("The work failed; what it said stands above.") from None
    finally:
        process.join()
    return cost


@dataclass(frozen=True)
class Together:
    """What work by several processes took: seconds by the clock, and seconds of the processor of all of them."""

    seconds: float = 0.0
    processor: float = 0.0

    def __add__(self, other: "Together") -> "Together":
        return Together(self.seconds + other.seconds, self.processor + other.processor)


def side_by_side(count: int, prepare: Callable[[], object], work: Callable[[int], object]) -> Together:
    """What so many processes take at once, each with its number, from when all are prepared until all are done."""
    start, spent = CONTEXT.Barrier(count + 1), CONTEXT.Value("d", 0.0)

    def child(number: int) -> None:
        _by_itself()
        try:
            prepare()
        except BaseException:
            start.abort()
            raise
        start.wait()
        before = process_time()
        work(number)
        with spent.get_lock():
            spent.value += process_time() - before

    processes = [_started(child, number) for number in range(count)]
    start.wait()
    begun = perf_counter()
    while (alive := [process for process in processes if process.is_alive()]) and not _any_failed(processes):
        wait([process.sentinel for process in alive])
    took = perf_counter() - begun
    if _any_failed(processes):
        for process in processes:
            # Another may wait for what this one was to do.
            process.terminate()
        raise AssertionError("The work failed; what it said stands above.")
    return Together(took, spent.value)


def memory() -> float:
    """The most MB that this process has had in memory until now. Linux counts in KB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _any_failed(processes: Iterable[BaseProcess]) -> bool:
    return any(process.exitcode for process in processes)


def _by_itself() -> None:
    """In a new process: all its threads, such as that which holds a lease, get connections to the database aside."""
    connections.settings[DEFAULT_DB_ALIAS] = connections[DEFAULT_DB_ALIAS].settings_dict


def _started(child: Callable[..., None], *arguments: int) -> BaseProcess:
    # A connection that two processes share is one that neither can use.
    connections.close_all()
    process = CONTEXT.Process(target=child, args=arguments)
    process.start()
    return process
