"""Tournament files for tests: a small one to spoil, and canonical ones by chance with partidas played out."""

from random import Random
from typing import Any

from hypothesis import strategies as st

import scoring

Document = dict[str, Any]

# Four pips and two ends that can have been: 14 + 6 + 11 = 31 left, ends 6 and 5 (R5.4).
DEAL = {"lead": 1, "ending": "domino", "closer": 3, "pips": [14, 6, 0, 11], "ends": [6, 5]}


def small() -> Document:
    """A sound file: three pairs, a played round with a bye, a walkover, a round just begun."""
    regulations = {"preset": "fdr", "target": 30}
    deals_30 = [dict(DEAL)]
    return {
        "format": "domino-tournament/1",
        "slug": "small",
        "name": "Кубок",
        "timezone": "Europe/Moscow",
        "regulations": regulations,
        "entries": [
            {"number": 1, "players": ["Иванов И.", "Петров П."], "club": "Спартак", "seed": 1},
            {"number": 2, "players": ["Ким К.", "Ли Л."]},
            {"number": 5, "players": ["José Núñez", "Ana Peña"], "country": "España", "withdrawn_from": 4},
        ],
        "stages": [
            {
                "name": "Этап",
                "system": "free",
                "rounds": [
                    {
                        "number": 1,
                        "partidas": [{"table": 1, "a": 1, "b": 2, "deals": deals_30}, {"a": 5, "kind": "bye"}],
                    },
                    {
                        "number": 2,
                        "partidas": [{"table": 1, "a": 2, "b": 5, "kind": "walkover", "winner": "a"}],
                    },
                    {"number": 3, "partidas": [{"table": 4, "a": 5, "b": 1, "deals": [], "state": "open"}]},
                ],
            }
        ],
    }


REGULATIONS: list[Document] = [
    {"preset": "fdr_deals", "deals": 4},
    {"preset": "fdr"},
    {"preset": "fdr", "target": 100, "minutes": None, "best_of": 3},
    {"preset": "fdr", "target": 100, "minutes": None, "best_of": 3, "detail": "totals"},
    {"preset": "fdr", "target": 100, "detail": "totals"},
]
SURNAMES = ["Иванов", "Королёв", "Núñez", "O'Hara", "Петров-Водкин", "Ким", "=SUM(A1)"]
DRAWS: list[Document] = [{}, {"method": "lots", "seed": "шесть-шесть"}]


@st.composite
def canonical(draw: st.DrawFn) -> Document:
    """A canonical file of some stages, with partidas of every kind in every state, played out by the rules."""
    regulations = draw(st.sampled_from(REGULATIONS))
    entries = [draw(_entries(number)) for number in sorted(draw(st.sets(st.integers(1, 60), max_size=5)))]
    stages, number = [], 0
    for index in range(draw(st.integers(0, 2))):
        rounds = []
        for _round in range(draw(st.integers(0, 2))):
            number += draw(st.integers(1, 3))
            rounds.append(draw(_rounds(number, [entry["number"] for entry in entries], regulations)))
        system = draw(st.sampled_from(["swiss", "round_robin", "knockout", "free"]))
        stages.append({"name": f"Этап {index}", "system": system, "rounds": rounds})
    head = {"format": "domino-tournament/1", "slug": "chance", "name": "Кубок"}
    head |= {key: value for key, value in {"venue": "ДК", "public": True}.items() if draw(st.booleans())}
    # The time zone comes after the venue and before the public flag.
    public = {"public": head.pop("public")} if "public" in head else {}
    zone = draw(st.sampled_from(["Europe/Moscow", "America/Caracas"]))
    return {**head, "timezone": zone, **public, "regulations": regulations, "entries": entries, "stages": stages}


@st.composite
def _entries(draw: st.DrawFn, number: int) -> Document:
    names = [f"{draw(st.sampled_from(SURNAMES))} {number}-{slot}" for slot in (1, 2)]
    optional = {"club": "Спартак", "country": "España", "seed": number, "withdrawn_from": 3}
    return {"number": number, "players": names} | {key: value for key, value in optional.items() if draw(st.booleans())}


@st.composite
def _rounds(draw: st.DrawFn, number: int, entries: list[int], in_force: Document) -> Document:
    own = draw(st.sampled_from(REGULATIONS))
    state = draw(st.sampled_from(["proposed", "published", "closed"]))
    said: Document = {"number": number}
    if state != "published":
        said["state"] = state
    if record := draw(st.sampled_from(DRAWS)):
        said["draw"] = record
    if own != in_force and state != "proposed":
        said["regulations"] = own
    rules = scoring.Regulations.from_dict(said.get("regulations", in_force))
    seated = draw(st.permutations(entries))
    partidas = [
        {"table": table, "a": a, "b": b} | ({} if state == "proposed" else draw(_results(rules)))
        for table, (a, b) in enumerate(zip(seated[::2], seated[1::2], strict=False), 1)
    ]
    if len(seated) % 2:
        partidas.append({"a": seated[-1], "kind": "bye"})
    return said | {"partidas": partidas}


@st.composite
def _results(draw: st.DrawFn, rules: scoring.Regulations) -> Document:
    kind = draw(st.sampled_from(["played", "played", "walkover", "both_absent", "void"]))
    if kind == "walkover":
        return {"kind": kind, "winner": draw(st.sampled_from("ab"))}
    if kind != "played":
        return {"kind": kind}
    random = Random(draw(st.integers(0, 2**32)))
    state = draw(st.sampled_from(["open", "entered", "accepted", "confirmed", "corrected"]))
    played = _totals(rules, random) if rules.detail == "totals" else _deals(rules, random, state == "open")
    return played | ({} if state == "confirmed" else {"state": state})


def _deals(rules: scoring.Regulations, random: Random, unfinished: bool) -> Document:
    """Deals until it is over (or one less), sometimes with a fine and with time running out on the way."""
    rulings = [scoring.Ruling(seat=random.randint(1, 4), points=40, code="talk")] if random.random() < 0.3 else []
    struck_out = [ruling.to_dict() | {"withdrawn": "ошибка судьи"} for ruling in rulings]
    effective = rulings if random.random() < 0.5 else []
    deals = _played_out(rules, random, effective, None)
    said: Document = {}
    if rules.minutes and random.random() < 0.5:
        call = scoring.TimeCall(after_deals=len(deals) // 2, in_progress=random.random() < 0.5)
        deals = _played_out(rules, random, effective, call, deals[: call.after_deals])
        said["time"] = {"after_deals": call.after_deals, "in_progress": call.in_progress}
    elif unfinished:
        deals = deals[:-1]
    if rulings:
        said["rulings"] = [ruling.to_dict() for ruling in effective] or struck_out
    return ({"deals": [deal.to_dict() for deal in deals]} if deals else {}) | said


def _played_out(
    rules: scoring.Regulations,
    random: Random,
    rulings: list[scoring.Ruling],
    call: scoring.TimeCall | None,
    begun: list[scoring.Deal] | None = None,
) -> list[scoring.Deal]:
    deals = list(begun or [])
    while not (coming := scoring.play(rules, deals, rulings, call).next).over:
        deals.append(scoring.playout(random, coming.lead or random.randint(1, 4)))
    return deals


def _totals(rules: scoring.Regulations, random: Random) -> Document:
    """Totals of parts until one side has won enough of them."""
    parts: list[tuple[int, int]] = []
    while not scoring.play_totals(rules, parts).over:
        loser = random.randint(0, 99)
        parts.append(random.choice([(100, loser), (loser, 100)]))
    written = [list(part) for part in parts]
    return {"points": written[0]} if rules.best_of == 1 else {"parts": written}
