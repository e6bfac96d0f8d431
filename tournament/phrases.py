"""Every refusal in the reader's language: the engine's codes and the program's own."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring

from .refusals import REFUSALS
from .rule_phrases import NEXT, QUESTIONS, REFUSED_BY_RULE


class Refused(Exception):
    """Something that can't be done now, expected and explained: `code` is a key of `REFUSALS`.

    `field` names the form field that it belongs to, if there is one.
    """

    def __init__(self, code: str, *, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def __str__(self) -> str:
        return str(REFUSALS[self.code]) % self.params


# Who acts by a table link, as `AccessLink` names it in journal, sheets and papers.
BY_LINK = re.compile(r"table link, round (\d+), table (\d+)")


def author_words(name: str) -> str:
    """Who did something, for the reader: a name as it is, a table link in words."""
    by_link = BY_LINK.fullmatch(name)
    if by_link is None:
        return name
    return str(_("table link, round %(round)s, table %(table)s")) % {"round": by_link[1], "table": by_link[2]}


def sentence(error: scoring.RuleViolation | Refused) -> str:
    """The refusal as a sentence in the reader's language."""
    if isinstance(error, Refused):
        return str(error)
    return str(REFUSED_BY_RULE[error.code]).format(**error.params)


def problem(error: scoring.RuleViolation | Refused) -> tuple[str | None, str, str]:
    """Field (or None), sentence and rule (or "") of a refusal: what a form shows."""
    rule = error.rule if isinstance(error, scoring.RuleViolation) and error.rule.startswith("R") else ""
    return error.field, sentence(error), rule


def question_sentence(question: scoring.Question) -> str:
    """What is asked about a deal, in the reader's language."""
    return str(QUESTIONS[question.code]).format(**question.params)


def next_step(coming: scoring.Next) -> str:
    """What comes next in a partida, in words."""
    return str(NEXT[coming.reason])


# What is wrong with a draw (draw/checks.py).
BREACHES: Mapping[str, Any] = {
    "itself": _("Pair %(first)s can't meet itself."),
    "twice": _("Pair %(first)s sits at two tables."),
    "unknown": _("Pair %(first)s doesn't play this round."),
    "unseated": _("Pair %(first)s has no table and isn't free either."),
    "two_free": _("More than one pair is free: %(all)s."),
    "rematch": _("Pairs %(first)s and %(second)s have already met; give a reason if they must meet again (R13.1)."),
    "forbidden": _("Pairs %(first)s and %(second)s must not meet; give a reason if they have to (R13.1)."),
    "second_free": _("Pair %(first)s was already free once; give a reason if it must be free again (R8.4)."),
    "table_twice": _("One table is given twice, to %(all)s."),
    "player_twice": _("Player %(first)s sits at two tables."),
    "player_unknown": _("Player %(first)s doesn't play this round."),
    "player_unseated": _("Player %(first)s has no table and isn't free either."),
    "not_four": _("Four have to sit at a table; here are %(all)s."),
    "free_many": _("A whole table is free: %(all)s."),
    "free_unfair": _("Player %(first)s is free, though another one was free less often."),
    "partners_again": _("Players %(first)s and %(second)s are partners again."),
    "opponents_again": _("Players %(first)s and %(second)s are opponents again."),
}


def breach_sentence(code: str, entries: tuple[int, ...]) -> str:
    """A breach of a draw as a sentence."""
    named = {"first": entries[0], "second": entries[-1], "all": ", ".join(map(str, entries))}
    return str(BREACHES[code]) % named


# What groups are called, a letter each.
GROUPS = pgettext_lazy("names of groups, one letter each", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def group_letter(group: int) -> str:
    """What a group is called: A, B, … and numbers once the letters are used up."""
    letters = str(GROUPS)
    return letters[group - 1] if group <= len(letters) else str(group)


def place_label(place: int, group: int | None) -> str:
    """A place, with its group where there are several: `3`, `B1`."""
    return str(place) if group is None else f"{group_letter(group)}{place}"
