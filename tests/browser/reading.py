"""What everyone reads of a tournament: its standings, at the desk and in public, and the tables of a round."""

from playwright.sync_api import Page, expect

from tests.browser.walk import Walk, go, look


def read_standings(page: Page, walk: Walk, sides: tuple[str, str]) -> None:
    """The one confirmed result counts for both of its sides; the columns that a phone hides are read, too."""
    a, b = walk.score
    counted = {side: _figures(row) for row in _rows(page) for side in sides if row["Pair"].endswith(f" {side}")}
    assert counted == {sides[0]: _result(a, b), sides[1]: _result(b, a)}
    look(page)


def _result(points: int, against: int) -> dict[str, str]:
    """The figures of a pair after its only partida."""
    won = points > against
    difference = f"{points - against:+d}".replace("-", "−")
    counts = {"Played": "1", "Wins": str(int(won)), "Losses": str(int(not won))}
    return counts | {"Points for": str(points), "Points against": str(against), "Difference": difference}


def _figures(row: dict[str, str]) -> dict[str, str]:
    return {head: cell for head, cell in row.items() if head not in ("Place", "Pair", "Club", "Decided by")}


def _rows(page: Page) -> list[dict[str, str]]:
    """The rows of the table by the heads of its columns."""
    heads = [head.strip() for head in page.locator("main thead th").all_text_contents()]
    rows = [row.locator("th, td").all_text_contents() for row in page.locator("main tbody tr").all()]
    return [dict(zip(heads, (cell.strip() for cell in row), strict=True)) for row in rows]


def read_at_the_desk(page: Page, walk: Walk, sides: tuple[str, str]) -> None:
    go(page, walk, "Standings")
    read_standings(page, walk, sides)


def read_why(page: Page, walk: Walk, side: str) -> None:
    """From the place of a name to why it is so, to a sum, and back."""
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=side, exact=True))
    row.get_by_role("link", name="why this place?").click()
    expect(page.locator("h1")).to_contain_text("why this place?")
    points = page.locator("#points_for")
    points.locator("summary").click()
    expect(points.locator("tbody tr > :nth-last-child(2)")).to_have_text(":".join(map(str, walk.score)))
    expect(points.locator("tfoot td")).to_have_text(str(walk.score[0]))
    look(page)
    page.locator("main .acts").get_by_role("link", name="Standings", exact=True).click()


def read_in_public(page: Page, walk: Walk, sides: tuple[str, str]) -> None:
    """From the list of tournaments to the standings, from there to the tables of the round and to who met whom."""
    page.goto("/")
    page.get_by_role("link", name=walk.name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(walk.name)
    read_standings(page, walk, sides)
    read_why(page, walk, sides[0])
    page.get_by_role("link", name="Round 1", exact=True).click()
    table = page.locator(".scoreboard li").first
    expect(table.locator(".where")).to_have_text(f"Table 1 {walk.mark}".strip())
    expect(table.locator(".total")).to_have_text([str(points) for points in walk.score])
    look(page)
    page.locator("nav.site summary").click()
    page.get_by_role("link", name="Cross-table").click()
    most, least = max(walk.score), min(walk.score)
    expect(page.locator(".cross-list :is(.cross-won, .cross-lost) .cross-score")).to_have_text(
        [f"{most}:{least}", f"{least}:{most}"]
    )
    look(page)
