"""How far a walk came, what it found, and what no walk comes to, with the reason."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .addresses import all_routes
from .asking import Answer, Request

NEVER_REACHED = {
    "api:bracket": "no public tournament of this world has a bracket: tests/tournament/api",
    "api:not_found": "it is a 404",
    "public:bracket": "as api:bracket: tests/tournament/public",
    "accounts:confirm_factor": "needs the code of an authenticator: tests/tournament/accounts",
    "accounts:prove": "as accounts:confirm_factor",
    "accounts:remove_factor": "as accounts:confirm_factor",
    "accounts:renew_codes": "as accounts:confirm_factor",
    "documents:download": "needs a sealed file: tests/tournament/documents",
    "documents:verify_code": "as documents:download",
    "documents:issue_diplomas": "needs a stage that is over: tests/tournament/documents",
    "documents:issue_report": "as documents:issue_diplomas",
    "monitoring:metrics": "only where METRICS_TOKEN is set: tests/tournament/monitoring",
    "rehearsals:invent": "needs a rehearsal without rounds: tests/tournament/rehearsals",
}
NEVER_DONE = {
    **NEVER_REACHED,
    "access:enter": "nothing is written, a cookie is given: tests/tournament/access",
    "accounts:end_session": "needs the key of another session: tests/tournament/accounts",
    "documents:verify": "nothing is written: a file is compared with what is on record",
    "protocols:preview": "nothing is written: the deal is judged",
    "clock:resume": "needs a pause",
    "clock:take_back_start": "needs a clock that nobody has played by",
}
"""Forms that are never sent with success, or whose success writes nothing."""


@dataclass
class Report:
    """What was done. reached: routes answered with 2xx or 3xx; posted: those that wrote something by POST."""

    steps: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    answered: set[str] = field(default_factory=set)
    reached: set[str] = field(default_factory=set)
    posted: set[str] = field(default_factory=set)
    bank: set[str] = field(default_factory=set)
    tried: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    found: dict[str, list[str]] = field(default_factory=dict)

    def note(self, fault: str, request: Request, answer: Answer | None = None) -> None:
        """A fault with its first request; the same fault at the same route is only counted."""
        key = f"{request.route}: {fault}"
        thrown = f"\n{answer.thrown}" if answer and answer.thrown else ""
        self.found.setdefault(key, []).append(f"{request}{thrown}")

    def __str__(self) -> str:
        """How far the walk came, and each finding with a request that shows it."""
        names = {route.name for route in all_routes()}
        left = sorted(names - self.reached - NEVER_REACHED.keys())
        # What isn't the program's own: the site of the administrator.
        undone = [name for name in self.bank if name not in self.posted and not name.startswith("admin:")]
        lines = [
            f"{self.steps} requests, by status: {dict(sorted(self.statuses.items()))}",
            f"{len(names & self.reached)} of {len(names)} routes answered with 2xx or 3xx; left out on purpose: "
            f"{len(NEVER_REACHED)}; otherwise not reached: {left}",
            f"{len(self.posted)} forms sent with success; of those that were seen never: "
            + ", ".join(f"{name} {dict(self.tried[name])}" for name in sorted(set(undone) - NEVER_DONE.keys())),
            f"{len(self.found)} findings",
        ]
        for key, requests in self.found.items():
            lines.append(f"\n-- {key} ({len(requests)} times)\n{requests[0]}")
        return "\n".join(lines)
