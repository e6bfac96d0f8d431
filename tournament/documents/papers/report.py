"""What the final report of a tournament shows: its regulations, results, places, and what was out of the ordinary."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

import scoring
from tournament.models import Partida, Protest, Staff, Stage
from tournament.planning.tables import RegulationRow, rows_apart_from_preset, rows_changed
from tournament.regulation_phrases import CRITERIA, FIELDS, PRESETS, in_words

from .rulings import LedgerRow, ledger_rows
from .standings import StandingsPaper, standings_paper
from .times import days, length, local, moment

Content = Mapping[str, Any]


@dataclass(frozen=True)
class RuleLine:
    """A field of the regulations that differs: what it fixes, the rule, how it was, how it is."""

    name: str
    rule: str
    before: str
    value: str


@dataclass(frozen=True)
class EntryRow:
    """An entry with all who played in it; note: when it withdrew, "" if it didn't."""

    number: int
    players: tuple[str, ...]
    origin: str
    note: str


@dataclass(frozen=True)
class PlaceRow:
    """A place in the tournament, and in which stage it was decided."""

    place: int
    entry: int
    players: tuple[str, ...]
    origin: str
    stage: str


@dataclass(frozen=True)
class ResultRow:
    """A partida of a round. result: its score, or what it is instead; b: "" where there was no opponent."""

    table: str
    a: str
    b: str
    result: str
    won: str
    corrected: bool


@dataclass(frozen=True)
class RoundPart:
    """A round with its results; changes: where its regulations were others than those of its stage now."""

    number: int
    date: str
    changes: tuple[RuleLine, ...]
    rows: tuple[ResultRow, ...]


@dataclass(frozen=True)
class StagePart:
    """A stage: how it was drawn, its own regulations against the tournament's, its standings, its rounds."""

    name: str
    system: str
    changes: tuple[RuleLine, ...]
    standings: StandingsPaper
    rounds: tuple[RoundPart, ...]


@dataclass(frozen=True)
class CaseRow:
    """Something about one table in words: a partida that wasn't played, a protest or an erratum."""

    place: str
    at: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ReportPaper:
    """The final report of a tournament. figures: how many of what; places: empty where the standings say them."""

    days: str
    figures: tuple[tuple[str, int], ...]
    preset: str
    length: str
    order: tuple[str, ...]
    differences: tuple[RuleLine, ...]
    officials: tuple[tuple[str, tuple[str, ...]], ...]
    entries: tuple[EntryRow, ...]
    places: tuple[PlaceRow, ...]
    stages: tuple[StagePart, ...]
    not_played: tuple[CaseRow, ...]
    rulings: tuple[LedgerRow, ...]
    protests: tuple[CaseRow, ...]
    errata: tuple[CaseRow, ...]
    corrected: bool
    landscape: bool


def report_paper(content: Content) -> ReportPaper:
    """The final report from the content of `contents.content_of_tournament`."""
    rules = scoring.Regulations.from_dict(content["regulations"])
    stages = tuple(_stage(stage, rules, content) for stage in content["stages"])
    return ReportPaper(
        days=days(content),
        figures=tuple(_figures(content)),
        preset=str(PRESETS[rules.preset]),
        length=length(rules),
        order=tuple(str(CRITERIA[code]) for code in rules.criteria),
        differences=_lines(rows_apart_from_preset(rules)),
        officials=tuple(_officials(content["officials"])),
        entries=tuple(map(_entry, content["entries"])),
        places=tuple(_places(content)) if not _by_standings(content) else (),
        stages=stages,
        not_played=tuple(_not_played(content)),
        rulings=tuple(ledger_rows(content)),
        protests=tuple(_protest(protest, content) for protest in content["protests"]),
        errata=tuple(_erratum(erratum, content) for erratum in content["errata"]),
        corrected=any(table["corrected"] for _number, table in _tables(content)),
        landscape=any(stage.standings.landscape for stage in stages),
    )


def _figures(content: Content) -> Iterable[tuple[str, int]]:
    partidas = [table for _number, table in _tables(content) if table["kind"] == Partida.Kind.PLAYED.value]
    players = {(each["number"], player["name"]) for each in content["entries"] for player in each["players"]}
    individual = content["event"] == "individual"
    if not individual:
        yield _("Pairs"), len(content["entries"])
    yield _("Players"), len(players)
    yield _("Rounds"), sum(len(stage["rounds"]) for stage in content["stages"])
    yield _("Partidas played"), len(partidas)
    if deals := sum(table["deals"] for table in partidas):
        yield _("Deals"), deals


def _tables(content: Content) -> Iterable[tuple[int, Content]]:
    """All tables of all rounds, each with the number of its round."""
    for stage in content["stages"]:
        for round_ in stage["rounds"]:
            yield from ((round_["number"], table) for table in round_["tables"])


def _lines(rows: Iterable[RegulationRow]) -> tuple[RuleLine, ...]:
    return tuple(
        RuleLine(str(FIELDS[row.name]), row.rule, in_words(row.name, row.before), in_words(row.name, row.value))
        for row in rows
    )


def _officials(posts: Sequence[Content]) -> Iterable[tuple[str, tuple[str, ...]]]:
    for role, mine in groupby(posts, key=lambda post: post["role"]):
        yield str(Staff.Role(role).label), tuple(post["name"] for post in mine)


# -- entries and places --------------------------------------------------------------------------------------


def _entry(entry: Content) -> EntryRow:
    withdrawn = entry["withdrawn_from"]
    return EntryRow(
        number=entry["number"],
        players=tuple(map(_member, entry["players"])),
        origin=_origin(entry),
        note=_("withdrawn from round %(round)d") % {"round": withdrawn} if withdrawn else "",
    )


def _member(player: Content) -> str:
    """A player; with the rounds that he played, where somebody took his place or he somebody's."""
    first, last = player["from"], player["to"]
    if last is not None:
        return _("%(name)s (to round %(last)d)") % {"name": player["name"], "last": last}
    if first > 1:
        return _("%(name)s (from round %(first)d)") % {"name": player["name"], "first": first}
    return str(player["name"])


def _origin(about: Content) -> str:
    return ", ".join(text for text in (about["club"], about["country"]) if text)


def _by_standings(content: Content) -> bool:
    """Whether one table of standings says all places: no bracket, no groups, no second stage decided any."""
    standings = [(row["place"], row["entry"]) for stage in content["stages"] for row in stage["rows"]]
    return sorted(standings) == sorted((place["place"], place["entry"]) for place in content["places"])


def _places(content: Content) -> Iterable[PlaceRow]:
    stages = {stage["number"]: stage for stage in content["stages"]}
    rows = {(number, row["entry"]): row for number, stage in stages.items() for row in stage["rows"]}
    for place in content["places"]:
        row = rows[place["stage"], place["entry"]]
        yield PlaceRow(
            place["place"], place["entry"], tuple(row["players"]), _origin(row), stages[place["stage"]]["name"]
        )


# -- stages and rounds ---------------------------------------------------------------------------------------


def _stage(stage: Content, rules: scoring.Regulations, content: Content) -> StagePart:
    own = scoring.Regulations.from_dict(stage["regulations"]) if stage["regulations"] else rules
    return StagePart(
        name=stage["name"],
        system=str(Stage.System(stage["system"]).label),
        changes=_lines(rows_changed(rules, own)),
        standings=standings_paper({**stage, "missing": []}),
        rounds=tuple(_round(round_, own, content) for round_ in stage["rounds"]),
    )


def _round(round_: Content, rules: scoring.Regulations, content: Content) -> RoundPart:
    own = scoring.Regulations.from_dict(round_["regulations"]) if round_["regulations"] else rules
    begun = local(round_["began"], content)
    return RoundPart(
        number=round_["number"],
        date=date_format(begun, "DATE_FORMAT") if begun else "",
        changes=_lines(rows_changed(rules, own)),
        rows=tuple(map(_result, round_["tables"])),
    )


def _result(table: Content) -> ResultRow:
    a, *others = [_side(side) for side in table["sides"]]
    score = table["score"]
    counts = table["kind"] == Partida.Kind.PLAYED.value and score
    return ResultRow(
        table=str(table["table"] or "—"),
        a=a,
        b=others[0] if others else "",
        result=f"{score[0]} : {score[1]}" if counts else str(Partida.Kind(table["kind"]).label),
        won=table["winner"] or ("a" if table["kind"] == Partida.Kind.BYE.value else ""),
        corrected=table["corrected"],
    )


def _side(side: Content) -> str:
    return f"{' / '.join(map(str, side['entries']))} · {' / '.join(side['players'])}"


# -- what was out of the ordinary ----------------------------------------------------------------------------


def _place(round_: int, table: int | None) -> str:
    if table is None:
        return _("Round %(round)s") % {"round": round_}
    return _("Round %(round)s, table %(table)s") % {"round": round_, "table": table}


def _not_played(content: Content) -> Iterable[CaseRow]:
    """Walkovers, byes, absences and annulments, in the order of rounds (R8)."""
    for number, table in _tables(content):
        if table["kind"] != Partida.Kind.PLAYED.value:
            row = _result(table)
            sides = " – ".join(filter(None, (row.a, row.b)))
            said = [f"{row.result}: {sides}"]
            if table["kind"] == Partida.Kind.WALKOVER.value:
                said.append(_("Came: %(who)s.") % {"who": row.a if row.won == "a" else row.b})
            yield CaseRow(_place(number, table["table"]), "", tuple(said))


def _protest(protest: Content, content: Content) -> CaseRow:
    """A protest and how it was decided (R11.5)."""
    decided = capfirst(str(Protest.State(protest["state"]).label))
    said = [f"{' / '.join(protest['players'])}: {protest['text']}"]
    said.append(f"{decided}: {protest['reason']}" if protest["reason"] else decided)
    return CaseRow(_place(protest["round"], protest["table"]), moment(protest["at"], content), tuple(said))


def _erratum(erratum: Content, content: Content) -> CaseRow:
    """A correction, as it was published (R11.4)."""
    said = [" – ".join(_side(side) for side in erratum["sides"])]
    if erratum["stays"]:
        said.append(_("The result stays: %(result)s.") % {"result": erratum["after"]})
    else:
        said.append(f"{erratum['before']} → {erratum['after']}")
    if erratum["winner"]:
        said.append(_("Won by %(name)s.") % {"name": erratum["winner"]})
    said += erratum["deals"]
    if erratum["reason"]:
        said.append(_("Reason: %(reason)s") % {"reason": erratum["reason"]})
    if erratum["departure"] not in ("", erratum["reason"]):
        said.append(_("After the time for corrections: %(reason)s") % {"reason": erratum["departure"]})
    return CaseRow(_place(erratum["round"], erratum["table"]), moment(erratum["at"], content), tuple(said))
