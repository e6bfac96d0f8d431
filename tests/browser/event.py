"""A whole event as its people run it through the screens: what each of them does, and how often they press and wait.

`Hall` has the windows: the organiser's laptop, the phones of the chief referee and of those who carry a table's card,
the secretary who confirms, and a visitor. Nothing is looked at by axe here: other walks do that page by page.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import FilePayload, Page, expect

import scoring
from tests.browser.conftest import NewWindow
from tests.browser.program import Site, set_clock
from tests.browser.refereeing import press
from tests.browser.tapping import Thumb
from tests.browser.walk import says
from tests.browser.windows import DESK, PHONE, log_in
from tournament.management.commands.demo import PAIRS

NAME, SLUG = "Осенний кубок", "osenniy-kubok"
DESK_OF, PUBLIC = f"/desk/{SLUG}/", f"/t/{SLUG}/"
PAIRS_AT_ALL, ROUNDS, BEST = 24, 5, 4
ABSENT, LEAVING = 13, 24
"""The pair that doesn't come to the first round, and the one that leaves after the third."""
TARGET = 100
FINAL = scoring.Regulations.from_dict({"preset": "fdr", "target": 150})

COUNT = "addEventListener('pointerdown', (event) => event.isTrusted && window.pressed(), true);"


@dataclass
class Effort:
    """What it costs people: presses of a finger or a mouse, and pages that they wait for."""

    presses: int = 0
    pages: int = 0

    def watch(self, page: Page) -> None:
        """From now on this window counts."""
        page.expose_function("pressed", self._press)
        page.add_init_script(COUNT)
        page.on("framenavigated", lambda frame: self._turn(frame == page.main_frame))

    def _press(self) -> None:
        self.presses += 1

    def _turn(self, main: bool) -> None:
        self.pages += main


@dataclass(frozen=True)
class Hall:
    """The windows of the people, and what their work came to."""

    organiser: Page
    chief: Page
    secretary: Page
    phones: tuple[Page, Page]
    visitor: Page
    effort: Effort = field(default_factory=Effort)

    @classmethod
    def open(cls, new_window: NewWindow, site: Site) -> "Hall":
        sizes = [DESK, PHONE, DESK, PHONE, PHONE, PHONE]
        organiser, chief, secretary, first, second, visitor = map(new_window, sizes)
        hall = cls(organiser, chief, secretary, (first, second), visitor)
        for page in (organiser, chief, secretary, first, second, visitor):
            hall.effort.watch(page)
        for page, account in ((organiser, "organiser"), (chief, "chief"), (secretary, "secretary")):
            log_in(page, account, site.password)
        return hall


# -- before play --------------------------------------------------------------------------------------------------


def plan(page: Page) -> None:
    """A Swiss of five rounds to 100 points, sheets with totals; then a knockout of four to 150, deal by deal (R3.5)."""
    page.goto("/desk/")
    page.get_by_role("link", name="Create a tournament").click()
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("System").select_option("Swiss")
    page.get_by_label("Rules").select_option("Russian Federation, to 200 points, 40 minutes")
    page.locator("[name=target]").fill(str(TARGET))
    page.get_by_role("button", name="Create the tournament").click()
    says(page, "The tournament is created. Now register the pairs.")
    _section(page, "Settings")
    page.get_by_role("link", name="Regulations", exact=True).first.click()
    page.locator("[name=detail]").select_option("totals")
    page.get_by_role("button", name="Put these regulations in force").click()

    _section(page, "Settings")
    page.get_by_role("link", name="Add a stage").click()
    page.get_by_label("Name", exact=True).fill("Финал четырёх")
    page.get_by_label("System").select_option("knockout")
    page.get_by_label("With regulations of its own").check()
    page.get_by_role("button", name="Add the stage").click()
    page.locator("[name=target]").fill(str(FINAL.target))
    page.locator("[name=detail]").select_option("deals")
    page.get_by_role("button", name="Put these regulations in force").click()
    for stage, choose in ((1, _five_rounds), (2, _best_four)):
        page.goto(f"{DESK_OF}draw/{stage}/policy/")
        choose(page)
        page.get_by_role("button", name="Save the way of drawing").click()


def _five_rounds(page: Page) -> None:
    page.get_by_label("Rounds planned").fill(str(ROUNDS))


def _best_four(page: Page) -> None:
    page.get_by_label("Come through from the stage before").fill(str(BEST))
    page.get_by_label("Equals at the border").select_option("lots")
    page.get_by_label("A partida for third place").check()


def names() -> list[tuple[str, str, str]]:
    """As many pairs as the event has: those of the demo, and more whose names a wrong code page would spoil."""
    more = [(f"Ёжиков-{number} Пётр", f"Щукин-{number} Юрий", f"«Клуб №{number % 5}»") for number in range(1, 30)]
    return [*PAIRS, *more][:PAIRS_AT_ALL]


def appoint(page: Page) -> None:
    _section(page, "Staff")
    for account, role in (("chief", "Chief referee"), ("secretary", "Secretary"), ("referee", "Referee")):
        page.get_by_label("Account", exact=True).fill(account)
        page.locator("form", has=page.get_by_role("button", name="Appoint")).get_by_label("Role").select_option(
            label=role
        )
        page.get_by_role("button", name="Appoint").click()
        row = page.locator("main tbody tr", has=page.get_by_text(account, exact=True))
        expect(row).to_have_count(1)


def register(page: Page) -> None:
    """Twenty from a list as a spreadsheet saves it, four on site."""
    *before, fourth, third, second, last = names()
    lines = ["Игрок 1;Игрок 2;Клуб", *map(";".join, before)]
    file: FilePayload = {"name": "заявки.csv", "mimeType": "text/csv", "buffer": "\r\n".join(lines).encode("cp1251")}
    _section(page, "Entries")
    page.get_by_role("link", name="Import a list").first.click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Show what would be registered").click()
    page.get_by_role("button", name=f"Register {len(before)} pairs").click()
    says(page, f"{len(before)} pairs are registered.")
    page.get_by_role("link", name="Add a pair").click()
    for pair in (fourth, third, second, last):
        for name, value in zip(("player_1", "player_2", "club"), pair, strict=True):
            page.locator(f"[name={name}]").fill(value)
        more = pair is not last
        page.get_by_role("button", name="Register and add another" if more else "Register the pair").click()
    expect(page.locator("main tbody tr")).to_have_count(PAIRS_AT_ALL)


def check_in(phone: Page) -> None:
    """Everybody who has come, tapped on a phone by the door; one pair hasn't."""
    phone.goto(f"{DESK_OF}entries/check-in/")
    for entry in range(1, PAIRS_AT_ALL + 1):
        if entry != ABSENT:
            phone.locator(f"#entry-{entry}").get_by_role("button", name="Has come").click()
            expect(phone.locator(f"#entry-{entry}").get_by_role("button", name="Has come")).to_have_count(0)
    expect(phone.locator(".check-in-count")).to_have_text(f"{PAIRS_AT_ALL - 1} of {PAIRS_AT_ALL} are here")


# -- a round --------------------------------------------------------------------------------------------------------


def draw(page: Page, number: int) -> None:
    """Drawn and published."""
    _section(page, "Draw")
    page.get_by_role("button", name=f"Draw round {number}").click()
    page.get_by_role("button", name=f"Publish round {number}").click()
    says(page, f"Round {number} is published; its protocols are open.")


def start(page: Page) -> None:
    """Play begins in the hall (R6.1)."""
    _section(page, "Now")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Start the clock")).to_have_count(0)


def codes(page: Page, number: int) -> dict[int, str]:
    """The cards of a round's tables are made and printed: the code of each."""
    page.goto(f"{DESK_OF}links/{number}/")
    page.get_by_role("button", name=re.compile("^Make (a link|links)")).click()
    page.get_by_role("link", name="Print the cards").click()
    page.wait_for_load_state()
    tables = [int(said.split()[-1]) for said in page.locator(".cards-table").all_inner_texts()]
    return dict(zip(tables, page.locator(".cards-code").all_inner_texts(), strict=True))


def play_totals(hall: Hall, tables: Mapping[int, str], seed: int) -> dict[int, str]:
    """Each table by its card: the points are written and all four sign the sheet of paper. The score of each table."""
    random = Random(seed)
    scores = {}
    for table, code in tables.items():
        phone = hall.phones[table % 2]
        _open_table(phone, code)
        loser = random.randrange(TARGET)
        a, b = random.choice([(TARGET + loser % 17, loser), (loser, TARGET + loser % 17)])
        for side, points in (("a", a), ("b", b)):
            phone.locator(f"[name=part_1_{side}]").fill(str(points))
        phone.get_by_role("button", name="Write down the points").click()
        _have_it_signed(phone)
        scores[table] = f"{a} : {b}"
    return scores


def play_deals(hall: Hall, tables: Mapping[int, str], seed: int) -> dict[int, str]:
    """The same deal by deal."""
    scores = {}
    for table, code in tables.items():
        phone = hall.phones[table % 2]
        _open_table(phone, code)
        deals = scoring.playout_partida(FINAL, seed + table)
        for number, deal in enumerate(deals, 1):
            thumb = Thumb(phone)
            thumb.fill_in(deal, first=number == 1)
            thumb.send()
            expect(phone.locator("table.deals tbody tr")).to_have_count(number)
        _have_it_signed(phone)
        totals = scoring.play(FINAL, deals).totals
        scores[table] = f"{totals.a} : {totals.b}"
    return scores


def _open_table(phone: Page, code: str) -> None:
    phone.goto("/table/")
    phone.get_by_label("Code of the table").fill(code)
    phone.get_by_role("button", name="Open the protocol").click()


def _have_it_signed(phone: Page) -> None:
    phone.get_by_role("button", name="Hand to the players to sign").click()
    phone.get_by_text("They sign on paper").click()
    for seat in (1, 2, 3, 4):
        press(phone, "seats", seat)
    phone.get_by_role("button", name="They have signed on paper").click()
    expect(phone.locator(".signed li")).to_have_count(4)


def confirm_all(page: Page) -> None:
    """The secretary goes through what is signed; the next one comes by itself."""
    page.goto(f"{DESK_OF}checking/")
    act = page.get_by_role("button", name="Checked: confirm the result")
    while act.count():
        act.click()
        page.wait_for_load_state()


def close(page: Page, number: int) -> None:
    _section(page, "Now")
    page.get_by_role("button", name=f"Close round {number}").click()


# -- what goes otherwise --------------------------------------------------------------------------------------------


def miss(hall: Hall, site: Site, number: int) -> int:
    """The pair that hasn't come: its minutes of grace are over, the chief referee declares it (R8.1). Its table."""
    table, other = _seat_of(hall.organiser, number, ABSENT)
    set_clock(site, SLUG, round_=number, seconds=16 * 60)
    hall.chief.goto(f"{DESK_OF}protocols/{number}/{table}/")
    hall.chief.get_by_text("A pair didn't come").click()
    hall.chief.locator(f"button[name=winner][value={other}]").click()
    return table


def _seat_of(page: Page, number: int, entry: int) -> tuple[int, str]:
    """At which table an entry sits in a round, and the side of its opponents, by the page of the draw."""
    page.goto(f"{DESK_OF}draw/?round={number}")
    for row in page.locator("main table").first.locator("tbody tr").all():
        table, a, _club, b, *_ = (cell.strip() for cell in row.locator("th, td").all_inner_texts())
        if f"{entry} " in (a.replace("\n", " ")[:3], b.replace("\n", " ")[:3]):
            return int(table), "b" if a.startswith(f"{entry}") else "a"
    raise AssertionError(f"entry {entry} isn't in round {number}")


def fine(page: Page, number: int, table: int) -> None:
    """The same breach twice: a warning, then a fine."""
    for costs in ("Warning", "Fine of"):
        page.goto(f"{DESK_OF}protocols/{number}/{table}/rulings/new/?code=move_time")
        press(page, "seat", 2)
        page.get_by_role("button", name="See what follows").click()
        expect(page.locator("[data-consequence] h2")).to_contain_text(costs)
        page.get_by_role("button", name="Write the ruling down").click()
        says(page, "The ruling is written down.")


def withdraw(page: Page, entry: int) -> None:
    page.goto(f"{DESK_OF}entries/{entry}/withdraw/")
    page.get_by_label("Reason").fill("Заболел игрок.")
    page.get_by_role("button", name="Withdraw the entry").click()


def correct(page: Page, number: int, table: int) -> str:
    """The points stood on the wrong sides (R11.4): the score as it is now."""
    page.goto(f"{DESK_OF}protocols/{number}/{table}/")
    page.get_by_role("link", name="Correct the protocol").click()
    a, b = (page.locator(f"[name=part_1_{side}]") for side in ("a", "b"))
    was = a.input_value(), b.input_value()
    a.fill(was[1])
    b.fill(was[0])
    page.get_by_label("Reason").fill("Счёт записан наоборот.")
    page.get_by_role("button", name="See what would follow").last.click()
    page.get_by_role("button", name="Correct the protocol").click()
    says(page, "Corrected: a new revision of the protocol counts now.")
    return f"{was[1]} : {was[0]}"


def protest(hall: Hall, number: int, table: int) -> None:
    """Written down by the secretary, rejected by the chief referee (R11.5)."""
    page = hall.secretary
    page.goto(f"{DESK_OF}protocols/{number}/{table}/protests/new/")
    press(page, "side", "b")
    page.get_by_label("What it protests against").fill("Костяшка лежала лицом вверх.")
    page.get_by_role("button", name="Lodge the protest").click()
    says(page, "The protest is written down: the chief referee decides it.")
    page = hall.chief
    page.goto(DESK_OF)
    page.get_by_role("link", name="Decide the protest").click()
    press(page, "decision", "rejected")
    page.get_by_label("Reason").fill("Никто не видел.")
    page.get_by_role("button", name="Decide", exact=True).click()
    says(page, "The protest is rejected: the result stands.")


# -- the end --------------------------------------------------------------------------------------------------------


def report(page: Page) -> bytes:
    """The final report, issued and released by the chief referee: its file."""
    _section(page, "Documents")
    page.get_by_role("button", name="Issue the final report").click()
    link = page.locator("main tbody").get_by_role("link", name="PDF")
    expect(link).to_have_count(1, timeout=60_000)
    return page.request.get(str(link.get_attribute("href"))).body()


def _section(page: Page, name: str) -> None:
    """Open a section of the tournament's desk by its list."""
    if DESK_OF not in page.url or "/protocols/" in page.url:
        page.goto(DESK_OF)
    page.get_by_role("navigation", name="Tournament").get_by_role("link", name=name, exact=True).click()
    page.wait_for_load_state()


def results_in(said: str) -> dict[int, dict[int, str]]:
    """The results of a final report by round and table, a corrected one with a star; `said`: its text by lines.

    Where two long names meet, a row takes two lines; so a round is read as a whole.
    """
    heads = list(re.finditer(r"^.*\. Round (\d+), .*$", said, re.MULTILINE))
    ends = [*(head.start() for head in heads[1:]), len(said)]
    rounds = {int(head[1]): " ".join(said[head.end() : end].split()) for head, end in zip(heads, ends, strict=True)}
    row = re.compile(r"(\d+) \d+ · [^·]+? (\d+ : \d+\*?|walkover) \d+ · ")
    return {number: {int(table): result for table, result in row.findall(text)} for number, text in rounds.items()}
