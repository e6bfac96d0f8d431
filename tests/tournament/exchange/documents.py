"""Tournament files for tests: a small one to spoil, and canonical ones by chance with partidas played out."""

from random import Random
from typing import Any

from hypothesis import strategies as st

import scoring
from tournament.exchange.shape import in_place

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
    {"preset": "femundo_2025"},
    {"preset": "fdr", "target": 100, "minutes": None, "best_of": 3},
    {"preset": "fdr", "target": 100, "minutes": None, "best_of": 3, "detail": "totals"},
    {"preset": "fdr", "target": 100, "detail": "totals"},
]
SURNAMES = ["Иванов", "Королёв", "Núñez", "O'Hara", "Петров-Водкин", "Ким", "=SUM(A1)"]
# Few, so that they repeat: with warnings, cards, a deal broken, a wrong lead let stand, a whole table that loses.
INFRACTIONS = {
    "fdr": ["move_time", "wrong_lead", "pass_with_tile"],
    "femundo_2025": ["lie_to_referee", "talk_in_hand", "wrong_lead", "sheet_wrong"],
}
# Of one partida: open, decided, of a player who refused to sign (R11.5).
PROTESTS: list[list[Document]] = [
    [],
    [{"side": "a", "text": "Раздача 3 записана неверно"}],
    [
        {"side": "b", "refused_seat": 4, "text": "Не наша рыба", "state": "rejected", "reason": "Рыба была"},
        {"side": "b", "text": "Ещё раз", "state": "upheld", "reason": "Пересчитано"},
    ],
]
DRAWS: list[Document] = [{}, {"method": "lots", "seed": "шесть-шесть"}]
POLICIES: list[Document] = [
    {"within": "fold", "apart": 3, "by": "country", "rounds": 9},
    {"first": "lots", "double": True, "best": 2, "best_next": 1, "ties": "lots"},
]


class Book:
    """The rulings of a file in the making, in the order in which they escalate (R10.3)."""

    def __init__(self) -> None:
        self.offences: dict[str, list[scoring.Offence]] = {}

    def enter(self, rules: scoring.Regulations, offence: scoring.Offence) -> None:
        self.offences.setdefault(rules.sanctions, []).append(offence)

    def decisions(self, rules: scoring.Regulations) -> tuple[scoring.Decision, ...]:
        return scoring.escalate(rules.sanctions, self.offences.get(rules.sanctions, []))

    def effects(self, rules: scoring.Regulations, partida: object) -> tuple[scoring.Ruling, ...]:
        return scoring.rulings_for(rules, self.decisions(rules), partida)


OFFSETS = {"Europe/Moscow": "+03:00", "America/Caracas": "-04:00"}
# What is planned, and how much of it the public is shown.
SHOWN: Document = {
    "names_shown": "initials",
    "timetable": [
        {"starts": "2026-12-05T09:30{offset}", "minutes": 60, "title": "Регистрация"},
        {"starts": "2026-12-05T10:30{offset}", "round": 1, "title": "четвертьфинал"},
        {"starts": "2026-12-06T10:30{offset}", "minutes": 50, "round": 2},
    ],
    "releases": [{"kind": "results", "level": "officials"}, {"kind": "results", "round": 2, "level": "public"}],
}


@st.composite
def canonical(draw: st.DrawFn) -> Document:
    """A canonical file of some stages, with partidas of every kind in every state, played out by the rules."""
    regulations = draw(st.sampled_from(REGULATIONS))
    entries = [draw(_entries(number)) for number in sorted(draw(st.sets(st.integers(1, 60), max_size=5)))]
    stages, number, book = [], 0, Book()
    for index in range(draw(st.integers(0, 2))):
        system = draw(st.sampled_from(["swiss", "round_robin", "knockout", "free"]))
        own = draw(st.none() | st.sampled_from(REGULATIONS))
        rounds = []
        for _round in range(draw(st.integers(0, 2))):
            number += draw(st.integers(1, 3))
            rounds.append(draw(_rounds(number, entries, own or regulations, book)))
        said: Document = {"policy": draw(st.sampled_from(POLICIES))} if draw(st.booleans()) else {}
        said |= {"lineup": [[entry["number"] for entry in entries]]} if len(entries) > 1 and draw(st.booleans()) else {}
        said |= {"lots": draw(_lots(entries))} if entries and draw(st.booleans()) else {}
        said |= {"regulations": own} if own else {}
        stages.append({"name": f"Этап {index}", "system": system, **said, "rounds": rounds})
    head = {"format": "domino-tournament/1", "slug": "chance", "name": "Кубок"}
    head |= {key: value for key, value in {"venue": "ДК", "public": True}.items() if draw(st.booleans())}
    # The time zone comes after the venue and before the public flag.
    public = {"public": head.pop("public")} if "public" in head else {}
    zone = draw(st.sampled_from(sorted(OFFSETS)))
    public |= {key: value for key, value in SHOWN.items() if draw(st.booleans())}
    if "timetable" in public:
        public["timetable"] = [
            line | {"starts": line["starts"].format(offset=OFFSETS[zone])} for line in public["timetable"]
        ]
    return {**head, "timezone": zone, **public, "regulations": regulations, "entries": entries, "stages": stages}


@st.composite
def _lots(draw: st.DrawFn, entries: list[Document]) -> list[Document]:
    """One drawing, or a second one for who came later."""
    order = draw(st.permutations([entry["number"] for entry in entries]))
    cut = draw(st.integers(1, len(order)))
    return [{"seed": f"жребий {len(part)}", "entries": part} for part in (order[:cut], order[cut:]) if part]


@st.composite
def _entries(draw: st.DrawFn, number: int) -> Document:
    names = [f"{draw(st.sampled_from(SURNAMES))} {number}-{slot}" for slot in (1, 2)]
    substitutes = [
        {"place": 1, "player": f"Запасной {number}-3", "from_round": 2},
        {"place": 2, "player": names[0], "from_round": 3},
    ]
    optional = {"club": "Спартак", "country": "España", "seed": number, "fixed_table": number, "withdrawn_from": 3}
    optional["sits_out"] = [1, 2]
    optional["substitutes"] = substitutes
    return {"number": number, "players": names} | {key: value for key, value in optional.items() if draw(st.booleans())}


@st.composite
def _rounds(draw: st.DrawFn, number: int, entries: list[Document], in_force: Document, book: Book) -> Document:
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
        {"table": table, "a": a["number"], "b": b["number"]}
        | ({} if state == "proposed" else draw(_results(rules, _seated(number, a, b), book)))
        for table, (a, b) in enumerate(zip(seated[::2], seated[1::2], strict=False), 1)
    ]
    if len(seated) % 2:
        partidas.append({"a": seated[-1]["number"], "kind": "bye"})
    return said | {"partidas": partidas}


def _seated(round_: int, a: Document, b: Document) -> list[str]:
    """Who sits on seats 1 to 4 in a round."""
    return [in_place(entry, place, round_) for place in (1, 2) for entry in (a, b)]


@st.composite
def individual(draw: st.DrawFn) -> Document:
    """A canonical file of an individual event: four entries at each table, up to three free (R1.3, R13.4)."""
    regulations = draw(st.sampled_from(REGULATIONS)) | {"pays": "offender"}
    count, book = draw(st.integers(0, 9)), Book()
    entries = [
        {"number": number, "players": [f"{draw(st.sampled_from(SURNAMES))} {number}"]} for number in range(1, count + 1)
    ]
    for entry in entries:
        if draw(st.booleans()):
            entry["substitutes"] = [{"place": 1, "player": f"Запасной {entry['number']}", "from_round": 2}]
    rounds = [
        draw(_individual_rounds(number, entries, regulations, book)) for number in range(1, draw(st.integers(1, 4)))
    ]
    head = {"format": "domino-tournament/1", "slug": "chance", "name": "Личный", "timezone": "Europe/Moscow"}
    stages = [{"name": "Этап", "system": "individual", "rounds": rounds}]
    return {**head, "event": "individual", "regulations": regulations, "entries": entries, "stages": stages}


@st.composite
def _individual_rounds(
    draw: st.DrawFn, number: int, entries: list[Document], regulations: Document, book: Book
) -> Document:
    seated = draw(st.permutations(entries))
    rules, tables = scoring.Regulations.from_dict(regulations), []
    for at in range(len(seated) // 4):
        four = seated[4 * at : 4 * at + 4]
        players = [in_place(entry, 1, number) for entry in four]
        tables.append(
            {"table": at + 1, "seats": [entry["number"] for entry in four]} | draw(_results(rules, players, book))
        )
    free = sorted(entry["number"] for entry in seated[len(tables) * 4 :])
    return {"number": number, "partidas": [*tables, *({"a": entry, "kind": "bye"} for entry in free)]}


@st.composite
def _results(draw: st.DrawFn, rules: scoring.Regulations, players: list[str], book: Book) -> Document:
    kind = draw(st.sampled_from(["played", "played", "played", "walkover", "both_absent", "void"]))
    states = ["open", "entered", "accepted", "confirmed", "corrected"]
    state = draw(st.sampled_from(states if kind == "played" else ["accepted", "confirmed"]))
    protests = draw(st.sampled_from(PROTESTS))
    said: Document = {"protests": protests} if protests else {}
    said |= {} if state == "confirmed" else {"state": state}
    if kind == "walkover":
        return {"kind": kind, "winner": draw(st.sampled_from("ab"))} | said
    random = Random(draw(st.integers(0, 2**32)))
    if kind != "played":
        return {"kind": kind} | said
    if rules.detail == "totals":
        return _totals(rules, random) | said
    partida = _Partida(rules, random, players, book)
    partida.play(unfinished=state == "open")
    return partida.written() | said


class _Partida:
    """A partida played at random by the rules: with infractions, lost time, and time running out on the way."""

    def __init__(self, rules: scoring.Regulations, random: Random, players: list[str], book: Book) -> None:
        self.rules, self.random, self.players, self.book = rules, random, players, book
        self.deals: list[scoring.Deal] = []
        self.call: scoring.TimeCall | None = None
        self.added: list[Document] = []
        self.rulings: list[Document] = []

    def play(self, unfinished: bool) -> None:
        while not (coming := self._score().next).over and not (unfinished and self.random.random() < 0.1):
            self._time()
            deal = scoring.playout(self.random, coming.lead or self.random.randint(1, 4))
            if self.random.random() < 0.2:
                broken, lead = self._ruling(coming)
                if self._score().over:
                    return
                deal = scoring.Deal(lead=lead or deal.lead, ending=scoring.Ending.BROKEN) if broken else deal
                deal = scoring.playout(self.random, lead) if lead and not broken else deal
            if not self._score().over:
                self.deals.append(deal)

    def _score(self) -> scoring.Partida:
        return scoring.play(self.rules, self.deals, self.book.effects(self.rules, self), self.call)

    def _time(self) -> None:
        if self.rules.minutes and self.random.random() < 0.1:
            self.added.append({"seconds": self.random.randint(1, 1800), "reason": "спор"})
        if self.rules.minutes and not self.call and self.random.random() < 0.1:
            self.call = scoring.TimeCall(after_deals=len(self.deals), in_progress=self.random.random() < 0.5)

    def _ruling(self, coming: scoring.Next) -> tuple[bool, int | None]:
        """A ruling on the deal being played: whether it breaks the deal, and who leads now."""
        table = self.rules.sanctions
        line = scoring.SANCTIONS[table].infractions[self.random.choice(INFRACTIONS[table])]
        said: Document = {"code": line.code, "seat": self.random.randint(1, 4), "deal": len(self.deals) + 1}
        if line.deal == "opponents_choose":
            said["choice"] = self.random.choice(["deal_again", "play_on"])
        if self.random.random() < 0.2:
            departure = self.random.choice([{}, {"warning": True}, {"fine": 35, "card": "yellow"}, {"loses": True}])
            said |= {"departure": departure, "reason": "особый случай"}
        seat = said["seat"]
        offence = scoring.Offence.from_dict(said, player=self.players[seat - 1], partida=self)
        if self.random.random() < 0.25:
            said["withdrawn"] = "ошибка судьи"
            offence = offence.struck("ошибка судьи")
        self.book.enter(self.rules, offence)
        self.rulings.append(said)
        decision = self.book.decisions(self.rules)[-1]
        stands = not offence.withdrawn and line.lead_may_stand and decision.deal == "continues"
        return decision.deal == "broken", seat if stands else coming.lead

    def written(self) -> Document:
        said: Document = {"deals": [deal.to_dict() for deal in self.deals]} if self.deals else {}
        if self.call:
            said["time"] = {"after_deals": self.call.after_deals, "in_progress": self.call.in_progress}
        said |= {"added": self.added} if self.added else {}
        return said | ({"rulings": self.rulings} if self.rulings else {})


def _totals(rules: scoring.Regulations, random: Random) -> Document:
    """Totals of parts until one side has won enough of them."""
    parts: list[tuple[int, int]] = []
    while not scoring.play_totals(rules, parts).over:
        loser = random.randint(0, 99)
        parts.append(random.choice([(100, loser), (loser, 100)]))
    written = [list(part) for part in parts]
    return {"points": written[0]} if rules.best_of == 1 else {"parts": written}
