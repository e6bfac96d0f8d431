"""What an organiser does before play begins."""

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.walk import PAIRS, Pair, Walk, go, look, says

LOTS = "кубок"
"""The seed of the lots."""


def create_tournament(page: Page, walk: Walk) -> None:
    page.goto("/desk/")
    page.get_by_role("link", name="Create a tournament").click()
    page.get_by_label("Name", exact=True).fill(walk.name)
    page.get_by_label("System").select_option(walk.system)
    page.get_by_label("Rules").select_option(walk.rules)
    look(page)
    page.get_by_role("button", name="Create the tournament").click()
    says(page, "The tournament is created. Now register the pairs.")
    look(page)


def import_pairs(page: Page, walk: Walk) -> None:
    """A list with a mistake first: its line is shown and nothing is written; then the list put right."""
    page.get_by_role("link", name="Import a list").first.click()
    _show_list(page, [*PAIRS, Pair("Сидоров Семён", "", "Клуб «Сокол»")])
    expect(page.get_by_role("alert")).to_have_text(
        "1 line can't be registered. Nothing is written until the list is corrected."
    )
    expect(page.locator("main tbody tr").last.locator(".errors li")).to_have_text(
        "Player 2: Only Сидоров Семён is named. A pair needs two players (R1.3)."
    )
    expect(page.locator("[name=accept]")).to_have_count(0)
    look(page)

    go(page, walk, "Entries")
    expect(page.locator(".empty p")).to_have_text(
        "No pair is registered yet. Import a list from a spreadsheet, or add pairs one by one."
    )
    page.locator(".empty").get_by_role("link", name="Import a list").click()
    _show_list(page, PAIRS)
    expect(page.locator("main tbody th")).to_have_text([str(pair) for pair in PAIRS])
    look(page)
    page.get_by_role("button", name="Register 5 pairs").click()
    says(page, "5 pairs are registered.")
    expect(page.locator("main tbody th")).to_have_text([str(pair) for pair in PAIRS])


def import_two_pairs(page: Page) -> None:
    """The least that makes a round: one table."""
    page.get_by_role("link", name="Import a list").first.click()
    _show_list(page, PAIRS[:2])
    page.get_by_role("button", name="Register 2 pairs").click()
    says(page, "2 pairs are registered.")


def _show_list(page: Page, pairs: Sequence[Pair]) -> None:
    """Send a list as a Russian spreadsheet saves it, and look at what would be registered."""
    lines = ["Игрок 1;Игрок 2;Клуб", *map(";".join, pairs)]
    file = "\r\n".join(lines).encode("cp1251")
    page.get_by_label("File").set_input_files({"name": "пары.csv", "mimeType": "text/csv", "buffer": file})
    page.get_by_role("button", name="Show what would be registered").click()


def appoint_referees(page: Page, walk: Walk) -> tuple[str, str]:
    """A referee who has an account, and one who gets it now: the new one's name and password."""
    go(page, walk, "Staff")
    page.get_by_label("Account", exact=True).fill("referee")
    page.get_by_role("button", name="Appoint").click()
    expect(page.locator("main tbody th")).to_have_text(["Мария Лебедева", "Олег Тихонов"])
    page.get_by_label("Account", exact=True).fill(f"checker-{walk.slug}")
    page.get_by_label("Name, for a new account").fill("Орешкина Нина")
    page.get_by_role("button", name="Appoint").click()
    told = page.locator("main [role=alert] code")
    expect(told).to_have_count(2)
    username, password = told.all_inner_texts()
    assert username == f"checker-{walk.slug}"
    look(page)
    return username, password


def _appointing(page: Page) -> Locator:
    return page.locator("form", has=page.get_by_role("button", name="Appoint"))


def appoint(page: Page, walk: Walk, account: str, role: str) -> None:
    """A role for one who has an account."""
    go(page, walk, "Staff")
    page.get_by_label("Account", exact=True).fill(account)
    _appointing(page).get_by_label("Role").select_option(label=role)
    page.get_by_role("button", name="Appoint").click()
    # On a phone a cell says of what it is as well: its words alone are looked for.
    post = page.locator("main tbody tr", has=page.get_by_text(account, exact=True))
    expect(post.locator("td").nth(1)).to_have_text(role)


def draw_by_lots(page: Page, walk: Walk) -> None:
    go(page, walk, "Draw")
    way = page.locator("section", has=page.get_by_role("heading", name="One round by lots"))
    way.get_by_label("Seed of the lots").fill(LOTS)
    way.get_by_role("button", name="Draw the round by lots").click()
    says(page, "Drawn by lots. Look it over, then publish it.")
    expect(page.get_by_text("Drawn by lots with the seed")).to_have_text(
        f"Drawn by lots with the seed {LOTS}: the pair with the smallest SHA-256 of “{LOTS}:number” comes first, "
        "and neighbours meet."
    )


def draw_all_rounds(page: Page, walk: Walk) -> None:
    go(page, walk, "Draw")
    way = page.locator("section", has=page.get_by_role("heading", name="Round robin"))
    way.get_by_label("Seed of the lots").fill(LOTS)
    way.get_by_role("button", name="Draw all rounds").click()
    says(page, "All rounds are drawn. Publish the first one when play begins.")
    expect(page.get_by_text("Round robin by Berger tables, the places")).to_have_text(
        f"Round robin by Berger tables, the places given by lots with the seed {LOTS}."
    )
    expect(page.get_by_role("navigation", name="Rounds").get_by_role("link")).to_have_count(5)


def publish_round(page: Page) -> None:
    look(page)
    page.get_by_role("button", name="Publish round 1").click()
    says(page, "Round 1 is published; its protocols are open.")
    look(page)


def show_to_the_public(page: Page, walk: Walk) -> None:
    go(page, walk, "Settings")
    page.get_by_label("Public: everyone may see").check()
    page.get_by_role("button", name="Save the settings").click()
    says(page, "Saved.")
    look(page)
